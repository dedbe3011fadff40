"""The facts that a player needs for a decision: zones of the set-up, scenery by place, odds, threats, reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge.adjudicator.plane import Point, box_of, length, squared
from judge.adjudicator.protocol import Seat
from judge.variants.gold_rush.aims import in_order
from judge.variants.gold_rush.board import town_area
from judge.variants.gold_rush.events import Seen
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fire import pack_for, why_not_shoot
from judge.variants.gold_rush.ground import band_of
from judge.variants.gold_rush.orders import Aim, Contact, Cover, Leave, Move, Step, Toward
from judge.variants.gold_rush.packs import CONTACT, DEAD, EDGES, GUNS, INCH, LONG_RANGE, OPPOSITE, SHORT_RANGE
from judge.variants.gold_rush.placing import FROM_EDGE, FROM_MINE
from judge.variants.gold_rush.planning import plan_of
from judge.variants.gold_rush.state import Figure, Scenery, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """Where a group may start: a rectangle, or all within `radius` of its middle (GR-13 to GR-16, GR-Q11)."""

    seat: Seat
    low: Point
    high: Point
    middle: Point
    radius: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmark:
    """A piece of scenery with the rectangle round it, and what it does."""

    code: str
    name: str
    kind: str
    low: Point
    high: Point
    blocks_sight: bool
    blocks_move: bool
    cover: str
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """Something a figure comes to with this turn's card. `kind`: `enemy`, `friend`, `body`, `mule`, `horse`, `beast`,
    `place`, `edge`."""

    code: str
    kind: str
    walk: int


def zones(state: State) -> tuple[Zone, ...]:
    """Where every group may start, as far as the table is laid."""
    found = (_zone(state, seat) for seat in state.order)
    return tuple(zone for zone in found if zone is not None)


def _zone(state: State, seat: Seat) -> Zone | None:
    group = state.groups[seat]
    if group == "traders":
        if state.town is None:
            return None
        area = town_area(state.town)
        return Zone(seat=seat, low=area[0], high=area[2], middle=state.town)
    if group in ("mounties", "indians"):
        edge = state.edge if group == "mounties" or not state.edge else OPPOSITE[state.edge]
        wide, deep = state.width, state.depth
        strips = {
            "north": ((0, deep - FROM_EDGE), (wide, deep)),
            "south": ((0, 0), (wide, FROM_EDGE)),
            "east": ((wide - FROM_EDGE, 0), (wide, deep)),
            "west": ((0, 0), (FROM_EDGE, deep)),
        }
        if edge not in strips:
            return None
        low, high = strips[edge]
        return Zone(seat=seat, low=low, high=high, middle=((low[0] + high[0]) // 2, (low[1] + high[1]) // 2))
    mine = state.mines.get(seat)
    if mine is None:
        return None
    low = max(0, mine[0] - FROM_MINE), max(0, mine[1] - FROM_MINE)
    high = min(state.width, mine[0] + FROM_MINE), min(state.depth, mine[1] + FROM_MINE)
    return Zone(seat=seat, low=low, high=high, middle=mine, radius=FROM_MINE)


def landmarks(scenery: tuple[Scenery, ...]) -> tuple[Landmark, ...]:
    """Scenery by code, each with where it lies."""
    found = []
    for piece in sorted(scenery, key=lambda one: in_order(one.code) if one.code[1:].isdigit() else (one.code, 0)):
        left, low, right, high = box_of(piece.polygon)
        found.append(
            Landmark(
                code=piece.code,
                name=piece.name,
                kind=piece.kind,
                low=(left, low),
                high=(right, high),
                blocks_sight=piece.blocks_sight,
                blocks_move=piece.blocks_move,
                cover=piece.cover,
                height=piece.height if piece.climb else 0,
            )
        )
    return tuple(found)


def chance(field: Field, figure: Figure, target: str, band: str) -> int:
    """How likely one go of firing with all that is loaded hits, in percent."""
    if not band or not figure.loaded:
        return 0
    pack = SHORT_RANGE if pack_for(field, figure, target) == "short" else LONG_RANGE
    gun = GUNS[figure.weapon]
    cards = min(figure.loaded, gun.shots) * gun.cards
    missed, all_ways = 1, 1
    for _ in range(cards):
        missed, all_ways = missed * (len(pack) - pack.count(DEAD)), all_ways * len(pack)
    return (100 * (all_ways - missed) + all_ways // 2) // all_ways


def threats(field: Field, figure: Figure) -> tuple[Seen, ...]:
    """The others that can shoot a figure without moving, the nearest first."""
    assert figure.at is not None
    found: list[tuple[int, tuple[str, int], Seen]] = []
    for other in field.figures.values():
        if other.seat == figure.seat or not other.is_able or other.at is None:
            continue
        square = squared(figure.at, other.at)
        band = band_of(other.weapon, square)
        if not band or why_not_shoot(field, other, figure.code) is not None:
            continue
        seen = Seen(
            code=other.code,
            range=length(figure.at, other.at),
            band=band,
            blocked="",
            chance=chance(field, other, figure.code, band),
        )
        found.append((square, in_order(other.code), seen))
    return tuple(seen for _, _, seen in sorted(found, key=lambda one: one[:2]))


def within_reach(field: Field, figure: Figure) -> tuple[Within, ...]:
    """Whom and what a figure comes to with this turn's card, if nobody moves before."""
    found: list[tuple[int, int, Within]] = []
    for place, (code, kind, step) in enumerate(_goals(field, figure)):
        plan = plan_of(field, figure, Move((step,)))
        if plan.problem is not None or (isinstance(step, Toward) and not _is_there(field, plan.at, code)):
            continue
        foot = field.state.cards.get(figure.seat, 0) * INCH * 2
        walked = (foot - plan.budget) // (1 if figure.horse else 2)
        found.append((walked, place, Within(code=code, kind=kind, walk=walked)))
    return tuple(one for _, _, one in sorted(found, key=lambda one: one[:2]))


def _is_there(field: Field, at: Point, code: str) -> bool:
    piece = field.ground.shop if code == "shop" else field.ground.piece(code)
    return piece is not None and field.ground.is_at(at, piece)


def _goals(field: Field, figure: Figure) -> Iterator[tuple[str, str, Step]]:
    """The things near enough in a straight line, each with the move that goes there."""
    assert figure.at is not None
    reach = field.state.cards.get(figure.seat, 0) * INCH * (2 if figure.horse else 1)
    most = (reach + CONTACT) ** 2
    for code, at in sorted(field.places(), key=lambda one: in_order(one[0])):
        if code != figure.code and squared(figure.at, at) <= most and not field.is_touching(figure.code, code):
            yield code, _kind(field, figure, code), Contact(Aim(code))
    for piece in field.ground.pieces:
        if piece.cover == "none" and not piece.climb and piece.kind != "shop":
            continue
        if not field.ground.is_at(figure.at, piece):
            if squared(figure.at, field.ground.nearest_edge(figure.at, piece)) <= reach * reach:
                yield (
                    ("shop", "place", Toward(place="shop"))
                    if piece == field.ground.shop
                    else (piece.code, "place", Cover(piece.code))
                )
    x, y = figure.at
    for edge in EDGES:
        if {"north": field.depth - y, "south": y, "east": field.width - x, "west": x}[edge] <= reach:
            yield edge, "edge", Leave(edge)


def _kind(field: Field, figure: Figure, code: str) -> str:
    other = field.figures.get(code)
    if other is not None:
        if other.status == "dead":
            return "body"
        return "friend" if other.seat == figure.seat else "enemy"
    return "mule" if code in field.mules else "horse" if code in field.horses else "beast"
