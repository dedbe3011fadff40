"""Conditions on the table: those of orders, of a figure of one's own (`M2 in sight of 3`) or of any, and of groups.

What a figure sees is what everybody sees: only ammunition and gold of others may be hidden (GR-Q42).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.lexicon import Lexicon
from judge.grammar.sight import UNCLEAR, Ruling, Sight
from judge.variants.gold_rush import seeing
from judge.variants.gold_rush.check import NO_DICE
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.naming import Names, lifted, names_for, own_figure
from judge.variants.gold_rush.phrases import Speech, condition_of
from judge.variants.gold_rush.state import Figure, State
from judge.variants.gold_rush.view import View

CONDITIONS = (
    "nearest in range of 3",
    "M2 within 6 of 3",
    "M2 is down",
    "3 is empty",
    "Mounties HAVE at least 3 figures",
)

_OF = re.compile(
    r"(?P<whom>.+?)\s+(?P<no>(?:is |are )?not )?(?:is |are )?"
    r"(?P<how>in sight|visible|in short range|in (?:long )?range|in (?:base )?contact|within [\d.]+(?: ?inches)?)\s+"
    r"(?:of|to|with|by|from) (?P<who>.+)"
)
_ALIKE = re.compile(r"in sight|visible|in (?:base )?contact|within .*")
"""What is the same from both sides."""
_SELF = re.compile(r"(?P<who>.+?)\s+(?P<what>(?:is |was |has been )?(?:not )?(?:attacked|empty|loaded|out of ammo))")
_SEES = re.compile(r"(?P<who>.+?)\s+sees\s+(?P<whom>.+)")
_FIRST = re.compile(r"(?P<who>[^:]+):\s*(?P<what>.+)")
_OWN_ONLY = ("attacked", "empty", "loaded")


def holds(state: State, view: View, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees."""
    names, field = names_for(state, seat), Field(state, NO_DICE)
    return _sight(view, seat).decide(text, lambda part: _of_figures(names, field, part))


def _of_figures(names: Names, field: Field, text: str) -> Ruling:
    """A condition of orders, asked for one figure; where none is named, for any of the own ones on their feet."""
    lower, points = lifted(text.lower())
    who, what = _split(names, lower)
    asked: Iterable[Figure]
    if who:
        asked = [field.figures[who]]
    else:
        asked = [one for one in field.own(names.seat) if one.is_able and one.at is not None]
    speaker = next(iter([*asked, *field.own(names.seat)]), None)
    if speaker is None:
        return Problem(UNCLEAR, {"text": text, "near": ()})
    read = condition_of(Speech(names, speaker, points, what), what)
    if isinstance(read, Problem):
        return Problem(UNCLEAR, {"text": text, "near": read.detail.get("choices", ())})
    if read.what in _OWN_ONLY and not who:
        return Problem("condition-whose", {"text": text})
    if read.what in ("up", "down", "dead"):
        # Whether somebody is on his feet hangs on nobody's eyes, unless he is the nearest of some.
        named = read.aim is not None and bool(read.aim.code)
        return seeing.holds(field, speaker, read) if named or speaker.at is not None else read.negated
    plain = replace(read, negated=False)
    return any(seeing.holds(field, one, plain) for one in asked) != read.negated


def _split(names: Names, text: str) -> tuple[str, str]:
    """The own figure a condition is asked for ("": any), and the condition as orders say it."""
    first = _FIRST.fullmatch(text)
    if first and (code := _own(names, first["who"])):
        return code, first["what"]
    sees = _SEES.fullmatch(text)
    if sees and (code := _own(names, sees["who"])):
        return code, f"{sees['whom']} in sight"
    of = _OF.fullmatch(text)
    if of:
        no = "not " if of["no"] else ""
        if code := _own(names, of["who"]):
            return code, f"{of['whom']} {no}{of['how']}"
        if (code := _own(names, of["whom"])) and _ALIKE.fullmatch(of["how"]):
            return code, f"{of['who']} {no}{of['how']}"
    alone = _SELF.fullmatch(text)
    if alone and (code := _own(names, alone["who"])):
        return code, re.sub(r"^(?:is|was|has been) ", "", alone["what"])
    return "", text


def _own(names: Names, text: str) -> str:
    code = own_figure(names, text.strip())
    return "" if isinstance(code, Problem) else code


def _sight(view: View, seat: Seat) -> Sight:
    called = {one.id: one for one in SEATS}
    seats: dict[str, tuple[str, ...]] = {
        one: (called[Seat(group)].name, group, *called[Seat(group)].aliases) for one, group in view.groups.items()
    }
    return Sight(
        seat,
        Lexicon("seat", seats),
        lambda said: Problem(UNCLEAR, {"text": said, "near": ()}),
        lambda said: (),
        counts={
            ("figures", "figure", "men", "man"): view.standings,
            ("gold", "bag", "bag of gold"): {one.seat: one.gold for one in view.groups_standing},
            ("dead",): {one.seat: one.dead for one in view.groups_standing},
            ("kills", "kill"): {one.seat: one.kills for one in view.groups_standing},
        },
    )
