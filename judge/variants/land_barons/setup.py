"""Before the first turn: settlement spaces, ranches, counters, starting units (LB-6 to LB-18, LB-Q1 to LB-Q10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.board import MOST_SETTLEMENTS, Board
from judge.variants.land_barons.counters import BARON, RANCH, RECRUITS, REGULATOR, SETTLEMENTS
from judge.variants.land_barons.events import CountersDrawn, RanchPlaced, UnusedShown
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Order, Ranch
from judge.variants.land_barons.state import Settlement, State, Unit

UNDRAWN = ""
"""The kind of a settlement space whose counter is still to be drawn: only while players place their ranches."""

MOST_SHUFFLES = 30
"""How often spaces are drawn anew before a spacing that does not fit is relaxed."""


def designate_spaces(making: Making) -> None:
    """30 random spots are the settlement spaces (LB-11): the map's own, or drawn by chance (LB-Q5)."""
    board, state = making.board, making.state
    sites = dict(board.sites)
    if state.choice("spots") == "random" or not sites:
        sites = dict.fromkeys(_drawn_spots(making), UNDRAWN)
    making.state = replace(state, settlements={space: Settlement(sites[space]) for space in sorted(sites)})


def _drawn_spots(making: Making) -> tuple[str, ...]:
    """30 different spaces by chance; with `settlement_spacing` k, so many spaces stay free between any two."""
    spacing = making.state.number("settlement_spacing")
    chosen: list[str] = []
    for number in range(1, MOST_SHUFFLES + 1):
        label = "setup/spots" + (f"/{number}" if number > 1 else "")
        order = making.dice.shuffle(label, making.board.spaces, sealed=False)
        chosen = _spread(making.board, order, [], spacing)
        if len(chosen) == MOST_SETTLEMENTS:
            return tuple(sorted(chosen))
    # A field too crowded for the spacing asked for: it is relaxed rather than leaving spaces out.
    for free in range(spacing - 1, -1, -1):
        chosen = _spread(making.board, order, chosen, free)
    return tuple(sorted(chosen))


def _spread(board: Board, order: Sequence[str], chosen: Sequence[str], free: int) -> list[str]:
    """The spaces chosen, and more in this order as long as so many spaces stay free between any two."""
    found = list(chosen)
    for space in order:
        if len(found) == MOST_SETTLEMENTS:
            break
        if all(board.apart(space, other) > free for other in found):
            found.append(space)
    return found


def ranch_sites(board: Board, state: State) -> tuple[str, ...]:
    """Where a ranch may lie: sites marked for ranches, else every site whose counter is still to be drawn."""
    free = {space: one for space, one in state.settlements.items() if one.ranch is None}
    marked = tuple(sorted(space for space, one in free.items() if one.kind == RANCH))
    return marked or tuple(sorted(space for space, one in free.items() if one.kind == UNDRAWN))


def deal_ranches(making: Making) -> None:
    """Ranches are placed as far apart as can be, ties by chance, and dealt to the players by chance (LB-13, LB-Q6)."""
    state = making.state
    _, sets = making.board.best_ranches(ranch_sites(making.board, state), len(state.seats))
    chosen = sets[making.dice.roll("setup/sites", len(sets)) - 1] if len(sets) > 1 else sets[0]
    for seat, space in zip(state.seats, making.dice.shuffle("setup/ranches", chosen, sealed=False), strict=True):
        place_ranch(making, seat, space)


def place_ranch(making: Making, seat: Seat, space: str) -> None:
    """Each player's ranch lies on a settlement space of its own (LB-12) and is controlled from the start (LB-Q10).

    The player begins with one Baron and two Regulators (LB-16), stacked there (LB-17).
    """
    units = tuple(Unit(number, kind, space) for number, kind in enumerate((BARON, REGULATOR, REGULATOR), 1))
    making.state = making.state.with_settlement(space, Settlement(RANCH, seat, ranch=seat)).with_units(seat, units)
    making.tell(RanchPlaced(seat=seat, space=space))


def lawful_ranches(board: Board, state: State) -> tuple[str, ...]:
    """Sites at least `ranch_distance` from every ranch placed; when there are none, those farthest from them."""
    placed = [space for space, one in state.settlements.items() if one.ranch is not None]
    sites = ranch_sites(board, state)
    if not placed or not sites:
        return sites
    apart = {space: min(board.apart(space, other) for other in placed) for space in sites}
    wanted = min(state.number("ranch_distance"), max(apart.values()))
    return tuple(space for space in sites if apart[space] >= wanted)


def default_ranch(board: Board, state: State) -> str:
    """Where silence places a ranch: the lawful site farthest from the others, then the lowest label."""
    placed = [space for space, one in state.settlements.items() if one.ranch is not None]
    return max(
        sorted(lawful_ranches(board, state)),
        key=lambda space: min((board.apart(space, other) for other in placed), default=0),
    )


def place_wished_ranches(making: Making, orders: Mapping[Seat, Sequence[Order]], seats: Sequence[Seat]) -> None:
    """The players place their ranches in turn, each the first lawful one of their list (option of LB-Q6)."""
    for seat in seats:
        wished = [space for order in orders.get(seat, ()) if isinstance(order, Ranch) for space in order.spaces]
        lawful = lawful_ranches(making.board, making.state)
        chosen = next((space for space in wished if space in lawful), None)
        place_ranch(making, seat, chosen or default_ranch(making.board, making.state))
        for order in orders.get(seat, ()):
            if isinstance(order, Ranch):
                making.judge(seat, order, "placed" if chosen else "placed elsewhere", making.state.home(seat) or "")


def draw_counters(making: Making) -> None:
    """For each remaining settlement space one random counter is drawn (LB-14); the rest stay out (LB-Q7)."""
    state = making.state
    fixed = [one.kind for one in state.settlements.values()]
    counters = tuple(kind.key for kind in SETTLEMENTS.values() for _ in range(kind.number - fixed.count(kind.key)))
    open_sites = [
        space for space in sorted(state.settlements)
        if state.settlements[space].kind == UNDRAWN or _is_spare_ranch(state.settlements[space])
    ]  # fmt: skip
    hidden = state.is_set("scouting")
    names = [SETTLEMENTS[kind].name for kind in counters]
    by_name = {kind.name: key for key, kind in SETTLEMENTS.items()}
    drawn = [by_name[name] for name in making.dice.shuffle("setup/counters", names, sealed=hidden)]
    settlements = dict(state.settlements)
    for space, kind in zip(open_sites, drawn, strict=False):
        settlements[space] = Settlement(kind, seen=not hidden)
    if hidden:
        settlements = {space: replace(one, seen=one.ranch is not None) for space, one in settlements.items()}
    unused = tuple(sorted(drawn[len(open_sites) :]))
    making.state = replace(state, settlements=settlements, unused=unused)
    kinds = [one.kind for one in settlements.values()]
    counts = () if hidden else tuple((key, kinds.count(key)) for key in SETTLEMENTS if key in kinds)
    making.tell(CountersDrawn(counts=counts, face_down=hidden))
    if state.is_set("show_unused"):
        making.tell(UnusedShown(kinds=unused))


def _is_spare_ranch(settlement: Settlement) -> bool:
    """A site marked for a ranch that nobody took gets a counter like any other."""
    return settlement.kind == RANCH and settlement.ranch is None


def fill_pile(making: Making) -> None:
    """The recruit pile holds every recruit counter (LB-51); each player has their starting cash (LB-Q9)."""
    state = making.state
    making.state = replace(
        state,
        pile={kind.key: kind.number for kind in RECRUITS.values()},
        cash={seat: state.number("start_cash") for seat in state.seats},
    )
