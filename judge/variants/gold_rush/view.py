"""A seat's view: the whole table, but by option not the ammunition and gold of others (GR-Q42)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.adjudicator.plane import Point, length, squared
from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.gold_rush.aims import in_order
from judge.variants.gold_rush.check import NO_DICE
from judge.variants.gold_rush.ending import gold_in_hand, measure, scores, survivors
from judge.variants.gold_rush.events import Seen
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of
from judge.variants.gold_rush.masking import hides, masked
from judge.variants.gold_rush.outlook import Landmark, Within, Zone, chance, landmarks, threats, within_reach, zones
from judge.variants.gold_rush.packs import LETTERS
from judge.variants.gold_rush.state import FIGURES, GO, SETUP, Beast, Figure, Horse, Mule, Scenery, State
from judge.variants.gold_rush.writing import write_order

FARTHEST_SHOWN = 3
"""How many figures in sight but out of range a report names for each own figure; SIGHT names all."""
BLOCKED_SHOWN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSeen:
    """A figure as this seat sees it: None where a count is hidden."""

    code: str
    seat: Seat
    group: str
    weapon: str
    loaded: int | None
    reloads: int | None
    gold: int | None
    at: Point | None
    horse: int
    out: int
    status: str
    height: int

    @property
    def is_living(self) -> bool:
        """On the table and not dead."""
        return self.status == "up" and self.at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A group's standing."""

    seat: Seat
    group: str
    figures: int
    out: int
    dead: int
    left: int
    gold: int | None
    kills: int
    score: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookout:
    """An own figure and what it sees: what it can shoot, then some it cannot."""

    code: str
    at: Point
    weapon: str
    loaded: int
    reloads: int
    gold: int
    shootable: tuple[Seen, ...]
    beyond: tuple[Seen, ...]
    blocked: tuple[Seen, ...]
    touching: tuple[str, ...]
    threats: tuple[Seen, ...] = ()
    """The others that can shoot it without moving."""
    within: tuple[Within, ...] = ()
    """Its value with this turn's card."""
    plan: str = ""
    """The plan it goes on with when nothing else is ordered (GR-Q53)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table for one audience."""

    seat: Seat | None
    letter: str
    stage: str
    turn: int
    turns: int
    tempo: str
    options: Mapping[str, str | int | bool]
    width: int
    depth: int
    edge: str
    town: Point | None
    mines: Mapping[Seat, Point]
    scenery: tuple[Scenery, ...]
    landmarks: tuple[Landmark, ...]
    zones: tuple[Zone, ...]
    """While figures are placed: where each group may start."""
    order: tuple[Seat, ...]
    going: Seat | None
    groups: Mapping[Seat, str]
    bags: Mapping[Seat, int]
    cards: Mapping[Seat, int]
    figures: tuple[FigureSeen, ...]
    mules: tuple[Mule, ...]
    horses: tuple[Horse, ...]
    beasts: tuple[Beast, ...]
    groups_standing: tuple[Standing, ...]
    lookouts: tuple[Lookout, ...]
    result: Outcome | None

    @property
    def standings(self) -> Mapping[Seat, int]:
        """Strength by seat, for charts: figures alive, on the table or still to be placed."""
        alive = [figure.seat for figure in self.figures if figure.status == "up"]
        return {one.seat: alive.count(one.seat) for one in self.groups_standing}

    def figure(self, code: str) -> FigureSeen | None:
        """A figure by its code."""
        return next((figure for figure in self.figures if figure.code == code), None)


def view_of(state: State, seat: Seat | None, *, lookouts: bool = True, prospects: bool = False) -> View:
    """The view of a seat, or of the public. `prospects`: with who can shoot it and what it can reach, which takes a
    while to find."""
    field = Field(state, NO_DICE)
    return View(
        seat=seat,
        letter=LETTERS[state.groups[seat]] if seat is not None and seat in state.groups else "",
        stage=state.stage,
        turn=state.turn,
        turns=int(state.options["turns"]),
        tempo=state.tempo,
        options=state.options,
        width=state.width,
        depth=state.depth,
        edge=state.edge,
        town=state.town,
        mines=state.mines,
        scenery=state.scenery,
        landmarks=landmarks(state.scenery),
        zones=zones(state) if state.stage in (SETUP, FIGURES) else (),
        order=state.order,
        going=state.order[state.going] if state.tempo == "strict" and state.stage == GO else None,
        groups=state.groups,
        bags={one: bags for one, bags in state.bags.items() if one == seat or not hides(state, "gold")},
        cards=state.cards,
        figures=tuple(_seen(state, field, figure, seat) for figure in state.figures),
        mules=tuple(_mule(state, mule, seat) for mule in state.mules),
        horses=state.horses,
        beasts=state.beasts,
        groups_standing=_standings(state, seat),
        lookouts=_lookouts(state, seat, prospects) if lookouts and seat is not None and state.stage == GO else (),
        result=state.result,
    )


def _seen(state: State, field: Field, figure: Figure, seat: Seat | None) -> FigureSeen:
    shows_ammo = figure.seat == seat or not hides(state, "ammo")
    shows_gold = figure.seat == seat or not hides(state, "gold")
    return FigureSeen(
        code=figure.code,
        seat=figure.seat,
        group=state.groups[figure.seat],
        weapon=figure.weapon,
        loaded=figure.loaded if shows_ammo else None,
        reloads=figure.reloads if shows_ammo else None,
        gold=figure.gold if shows_gold else None,
        at=figure.at,
        horse=figure.horse,
        out=figure.out,
        status=figure.status,
        height=field.ground.height(figure.at) if figure.at is not None else 0,
    )


def _mule(state: State, mule: Mule, seat: Seat | None) -> Mule:
    """The bags on a mule are hidden like any gold; -1 means a hidden count."""
    if seat == state.mounties or not hides(state, "gold"):
        return mule
    return Mule(mule.code, mule.at, mule.boxes, -1, mule.led, mule.dead)


def _standings(state: State, seat: Seat | None) -> tuple[Standing, ...]:
    living, gold, score = survivors(state), gold_in_hand(state), scores(state)
    found = []
    for one in state.order:
        own = [figure for figure in state.figures if figure.seat == one]
        hidden = hides(state, "gold") and one != seat
        found.append(
            Standing(
                seat=one,
                group=state.groups[one],
                figures=living[one],
                out=sum(figure.out > 0 and figure.is_living for figure in own),
                dead=sum(figure.status == "dead" for figure in own),
                left=sum(figure.status == "gone" for figure in own),
                gold=None if hidden else gold[one],
                kills=state.kills.get(one, 0),
                score=None if hidden and measure(state) == "gold" else score[one],
            )
        )
    return tuple(found)


def seen_by(field: Field, figure: Figure) -> tuple[Seen, ...]:
    """Everything a figure may look at, nearest first: enemies, living beasts."""
    assert figure.at is not None
    found: list[tuple[int, tuple[str, int], Seen]] = []
    others = [other.code for other in field.figures.values() if other.seat != figure.seat and other.is_living]
    others += [beast.code for beast in field.beasts.values() if not beast.dead]
    for code in others:
        at = field.at(code)
        assert at is not None
        square = squared(figure.at, at)
        seen = Seen(
            code=code,
            range=length(figure.at, at),
            band=band_of(figure.weapon, square),
            blocked=field.blocker(figure.code, code),
        )
        if not seen.blocked:
            seen = replace(seen, chance=chance(field, figure, code, seen.band))
        found.append((square, in_order(code), seen))
    return tuple(seen for _, _, seen in sorted(found, key=lambda one: one[:2]))


def _lookouts(state: State, seat: Seat, prospects: bool) -> tuple[Lookout, ...]:
    """For every own figure on its feet: whom it sees and can shoot, at what range (GR-27, GR-Q5)."""
    found = []
    # Of what is hidden the worst is supposed: a gun is full.
    field = Field(masked(state, seat), NO_DICE)
    for figure in field.own(seat):
        if not figure.is_able or figure.at is None:
            continue
        seen = seen_by(field, figure)
        found.append(
            Lookout(
                code=figure.code,
                at=figure.at,
                weapon=figure.weapon,
                loaded=figure.loaded,
                reloads=figure.reloads,
                gold=figure.gold,
                shootable=tuple(one for one in seen if one.band and not one.blocked),
                beyond=tuple(one for one in seen if not one.band and not one.blocked)[:FARTHEST_SHOWN],
                blocked=tuple(one for one in seen if one.blocked)[:BLOCKED_SHOWN],
                touching=field.touching(figure.code),
                threats=threats(field, figure) if prospects else (),
                within=within_reach(field, figure) if prospects and seat in state.cards else (),
                plan=write_order(figure.plan).partition(": ")[2] if figure.plan is not None else "",
            )
        )
    return tuple(found)
