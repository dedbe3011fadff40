"""House rules: the edition, every disputed point of DATC chapter 4 by itself, victory and the end (D-2, D-30 …)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from judge.adjudicator.diplomacy.editions import EDITION_2023, EDITIONS, Edition
from judge.adjudicator.protocol import Option, Preset

AS_EDITION = "edition"

# Field of the kernel's Edition, what it settles, the values beside "edition", the ruling.
DISPUTED: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    (
        "convoy_routes",
        "4.A.1: a convoy fails when no route is left (any), or with the first fleet lost (all)",
        ("any", "all"),
        "D-30",
    ),
    ("paradox", "4.A.2: how convoy paradoxes are settled", ("szykman", "all-hold", "no-cut"), "D-31"),
    ("adjacent_convoy", "4.A.3: when an army goes to a neighbour by sea", ("intent", "always", "via"), "D-32"),
    (
        "via_without_convoy",
        "4.A.3: VIA to a neighbour when nobody carries: it fails, or goes by land",
        ("fails", "by-land"),
        "D-32",
    ),
    ("attack_from", "4.A.4: where a convoyed attack comes from when it cuts support", ("origin", "last-fleet"), "D-33"),
    (
        "retreat_to_convoyed_origin",
        "4.A.5: a unit dislodged by convoy may retreat to where the army came from",
        ("yes", "no"),
        "D-34",
    ),
    (
        "dislodged_bounces",
        "4.A.7: a unit dislodged, but not head to head, still bounces others",
        ("yes", "no"),
        "D-35",
    ),
    (
        "unknown_coast",
        "4.B.1: a fleet to a province with two coasts within reach, none said",
        ("fails", "default"),
        "D-40",
    ),
    ("sole_coast", "4.B.2: the only coast within reach need not be said", ("moves", "fails"), "D-40"),
    ("wrong_coast", "4.B.3: a coast out of reach is said while the other is within", ("fails", "moves"), "D-40"),
    ("support_needs_coast", "4.B.4: a support must say the coast of the move", ("no", "yes"), "D-41"),
    ("own_wrong_coast", "4.B.5: a wrong coast of the unit ordered", ("ignored", "fails"), "D-42"),
    ("support_wrong_source_coast", "4.B.5: a wrong coast of the unit supported", ("ignored", "fails"), "D-42"),
    ("army_coast", "4.B.6: a coast said for an army's destination", ("ignored", "fails"), "D-42"),
    ("build_coast", "4.B.7: a fleet built without saying which coast", ("fails", "default"), "D-40"),
    (
        "removal_distance",
        "4.D.8: civil disorder measures from owned centres, or from home centres",
        ("owned", "home"),
        "D-63",
    ),
    (
        "removal_paths",
        "4.D.8: civil disorder counts every border, or the unit's own steps",
        ("provinces", "unit"),
        "D-63",
    ),
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "edition", "2023", "the rulebook: 2023 is DATC 3.2's preference throughout", tuple(EDITIONS), rulings=("D-2",)
    ),
    Option("victory", 0, "centres that win alone; 0: as the map says (18)", low=0, high=500, rulings=("D-70",)),
    Option(
        "victory_lead",
        1,
        "centres more than anybody else that winning takes as well",
        low=1,
        high=500,
        rulings=("D-76",),
    ),
    Option(
        "last_year",
        1930,
        "the game ends with the fall of this year; 0: never",
        low=-100_000,
        high=100_000,
        rulings=("D-72",),
    ),
    Option(
        "at_the_end",
        "draw",
        "the last year ends in a draw of all survivors, or the most centres win",
        ("draw", "most"),
        rulings=("D-72",),
    ),
    Option(
        "draw_after",
        0,
        "years without a change of any centre that end the game in a draw; 0: never",
        low=0,
        high=1000,
        rulings=("D-73",),
    ),
    Option(
        "build_sites",
        "homes",
        "units are built in home centres of one's own, in anybody's that one owns, or in any owned centre",
        ("homes", "any-home", "owned"),
        rulings=("D-60",),
    ),
    Option(
        "capital",
        "open",
        "a power that has lost its capital builds as others do, or nothing",
        ("open", "builds"),
        rulings=("D-65",),
    ),
    Option(
        "transformation",
        "none",
        "an army may become a fleet and the other way round: never, in its home centres, in any centre, on any coast",
        ("none", "homes", "centres", "coasts"),
        rulings=("D-85",),
    ),
    Option("fog", False, "a seat sees what borders its units and centres, and nothing else", rulings=("D-90",)),
    Option("start", "usual", "the position the game begins with, of those the map has", ("usual",), rulings=("D-79",)),
    Option(
        "declining",
        "allowed",
        "4.D.7: builds may be declined; refused: those not ordered become armies at home",
        ("allowed", "refused"),
        rulings=("D-62",),
    ),
    Option(
        "double_orders",
        "first",
        "4.D.3: of several orders for one unit, the first legal one, the last, or none",
        ("first", "last", "none"),
        rulings=("D-50",),
    ),
    Option(
        "too_many_builds",
        "first",
        "4.D.4: of too many builds the first legal ones, the last, or none",
        ("first", "last", "none"),
        rulings=("D-51",),
    ),
    Option(
        "double_builds",
        "first",
        "4.D.5: of several builds in one place the first, the last, or none",
        ("first", "last", "none"),
        rulings=("D-52",),
    ),
    Option(
        "too_many_removals",
        "first",
        "4.D.6: of too many removals the first legal ones, the last, or none",
        ("first", "last", "none"),
        rulings=("D-53",),
    ),
    Option(
        "impossible_orders",
        "refused",
        "4.E.1: an order that could not work is refused, or it stands, is shown to all and does nothing",
        ("refused", "stand"),
        rulings=("D-20",),
    ),
    Option(
        "convoy_path",
        "ignored",
        "4.A.6: a route given with an army's move is ignored, refused, or binds: only those fleets carry it",
        ("ignored", "refused", "binding"),
        rulings=("D-36",),
    ),
    Option("missing_kind", "legal", "4.C.1: A or F left out", ("legal", "refused"), rulings=("D-43",)),
    Option("wrong_kind", "ignored", "4.C.2: A for a fleet or F for an army", ("ignored", "refused"), rulings=("D-43",)),
    Option(
        "missing_nationality",
        "legal",
        "4.C.5: a foreign unit supported or convoyed without its power",
        ("legal", "refused"),
        rulings=("D-44",),
    ),
    Option(
        "wrong_nationality",
        "ignored",
        "4.C.6: a foreign unit supported or convoyed under a wrong power",
        ("ignored", "refused"),
        rulings=("D-44",),
    ),
    *(
        Option(key, AS_EDITION, f"{summary}; edition: as the edition says", (AS_EDITION, *values), rulings=(ruling,))
        for key, summary, values, ruling in DISPUTED
    ),
)

YEARS = 30
"""How long a game lasts unless it is said."""


def options_from(
    first_year: int, starts: tuple[str, ...] = (), carried: Mapping[str, str | int | bool] = MappingProxyType({})
) -> tuple[Option, ...]:
    """The house rules on a map that begins in this year, has these other starts, and sets these defaults (D-72, D-79,
    D-80)."""
    found = []
    for option in OPTIONS:
        if option.key == "last_year":
            option = replace(option, default=_after(first_year, YEARS))
        if option.key == "start":
            option = replace(option, values=(*option.values, *starts))
        found.append(replace(option, default=carried.get(option.key, option.default)))
    return tuple(found)


def _after(first_year: int, years: int) -> int:
    """The last of so many years; there is no year 0."""
    last = first_year + years - 1
    return last + 1 if first_year < 0 <= last else last


def presets(first_year: int) -> tuple[Preset, ...]:
    """The options that go well together on a map that begins in this year."""
    return (
        Preset("quick", "seven years; then the most centres win",
               {"last_year": _after(first_year, 7), "at_the_end": "most"}),
        Preset("standard", "fifteen years; then the most centres win",
               {"last_year": _after(first_year, 15), "at_the_end": "most"}),
        Preset("seed", "eighteen centres win; after thirty years a draw of all who are left"),
    )  # fmt: skip


def edition_of(options: Mapping[str, str | int | bool]) -> Edition:
    """The edition chosen, with every point that was chosen by itself (D-2)."""
    edition = EDITIONS.get(str(options.get("edition")), EDITION_2023)
    own: dict[str, Any] = {}
    for key, _, values, _ in DISPUTED:
        value = options.get(key, AS_EDITION)
        if value != AS_EDITION and value in values:
            own[key] = {"yes": True, "no": False}.get(str(value), value)
    return replace(edition, **own) if own else edition
