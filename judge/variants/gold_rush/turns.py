"""The way of a game: deal, lay the table, place, 25 turns of goes, the end (GR-21 to GR-25, GR-Q14, GR-Q15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Dice, Event, Problem, Seat, Step, Table, Verdict
from judge.variants.gold_rush.beasts import beasts_turn
from judge.variants.gold_rush.board import Board, with_town
from judge.variants.gold_rush.dealing import ammo_count, deal, mounted, mules, order_of_goes, who_is_what
from judge.variants.gold_rush.ending import ended, finished, survivors
from judge.variants.gold_rush.events import EdgeChosen, MinePlaced, MovementCard, TownPlaced
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.goes import carry_out_goes
from judge.variants.gold_rush.laying import default_mine, default_town, is_lawful_mine, is_lawful_town
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import ChooseEdge, Go, Order, PlaceMine, PlaceTown
from judge.variants.gold_rush.packs import MOVEMENT, OPPOSITE
from judge.variants.gold_rush.placing import place_group, share_out
from judge.variants.gold_rush.state import FIGURES, GO, OVER, SETUP, State

DEFAULT_EDGE = "south"


def begin(board: Board, table: Table, dice: Dice) -> Step[State]:
    """Groups, the order of goes, the deal (GR-17 to GR-22); the first window lays the table. A thing that is there on
    the map already is no event."""
    groups, swapped = who_is_what(table.seats, dice)
    order, rolled = order_of_goes(table.seats, dice)
    bags, figures, dealt = deal(board, order, groups, table.options, dice)
    riders, horses = mounted(figures, groups)
    on_map = table.options["placing"] == "map"
    mines = {seat: board.mines[group] for seat, group in groups.items() if group in board.mines} if on_map else {}
    town = board.town if on_map else None
    state = State(
        options=dict(table.options),
        seats=tuple(table.seats),
        groups=groups,
        order=order,
        stage=SETUP,
        turn=0,
        going=0,
        width=board.width,
        depth=board.depth,
        scenery=with_town(board, town) if town is not None else board.scenery,
        mines=mines,
        town=town,
        edge="",
        bags=bags,
        cards={},
        figures=riders,
        mules=mules(),
        horses=horses,
    )
    return Step(state, (*swapped, *rolled, ammo_count(table.options), *dealt))


def layers(state: State) -> tuple[Seat, ...]:
    """The seats that lay the table, in order: mines first, the Mounties' town and edge second (GR-13, GR-14,
    GR-Q10)."""
    diggers = tuple(seat for seat in state.order if state.groups[seat].startswith("diggers"))
    last = () if state.mounties is None else (state.mounties,)
    return last if state.options["placing"] == "map" else (*diggers, *last)


def laying(state: State) -> tuple[Seat, ...]:
    """The seats that lay the table in this window."""
    return layers(state) if state.tempo == "brisk" else (layers(state)[state.going],)


def placing(state: State) -> tuple[Seat, ...]:
    """The seats that place figures in this window."""
    return state.order if state.tempo == "brisk" else (state.order[state.going],)


def acting(state: State) -> tuple[Seat, ...]:
    """Whose goes are asked for. Only public facts count: who is on the table and who is knocked out."""
    if state.tempo == "strict":
        return (state.order[state.going],)
    return able(state) or tuple(seat for seat in state.order if survivors(state)[seat])


def able(state: State) -> tuple[Seat, ...]:
    """Groups with a figure that is not knocked out."""
    ready = {figure.seat for figure in state.figures if figure.is_able}
    return tuple(seat for seat in state.order if seat in ready)


def dealt(board: Board, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """The deal that a position asked for."""
    return begin(board, Table(state.seats, state.options), dice)


def lay(board: Board, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Mines in go order, then town and edge; an unlawful placement is the default (GR-Q10, GR-Q45)."""
    events: list[Event] = []
    for seat in laying(state):
        given = orders.get(seat, ())
        if seat != state.mounties:
            state = _lay_mine(board, state, seat, given, events)
            continue
        if state.options["placing"] == "players":
            state = _lay_town(board, state, seat, given, events)
        state = _choose_edge(state, seat, given, events)
    if state.tempo == "strict" and state.going + 1 < len(layers(state)):
        return Step(replace(state, going=state.going + 1), tuple(events))
    return Step(replace(state, stage=FIGURES, going=0), tuple(events))


def _judged(seat: Seat, order: Order, problem: Problem | None, events: list[Event]) -> None:
    word = "succeeds" if problem is None else "fails"
    events.append(Verdict(told=frozenset({seat}), seat=seat, order=order, result=word, reason=problem))


def _lay_mine(board: Board, state: State, seat: Seat, given: Sequence[Order], events: list[Event]) -> State:
    others = list(state.mines.values())
    order = next((one for one in given if isinstance(one, PlaceMine)), None)
    lawful = [at for at in order.at if is_lawful_mine(board, at, others)] if order else []
    if order is not None:
        problem = None if lawful else Problem("no-lawful-mine", {"at": tuple(map(write_point, order.at))})
        _judged(seat, order, problem, events)
    at = lawful[0] if lawful else default_mine(board, others)
    events.append(MinePlaced(seat=seat, at=at, by="order" if lawful else "default"))
    return replace(state, mines={**state.mines, seat: at})


def _lay_town(board: Board, state: State, seat: Seat, given: Sequence[Order], events: list[Event]) -> State:
    mines = list(state.mines.values())
    order = next((one for one in given if isinstance(one, PlaceTown)), None)
    lawful = [at for at in order.at if is_lawful_town(board, at, mines)] if order else []
    if order is not None:
        problem = None if lawful else Problem("no-lawful-town", {"at": tuple(map(write_point, order.at))})
        _judged(seat, order, problem, events)
    at = lawful[0] if lawful else default_town(board, mines)
    events.append(TownPlaced(at=at, by="order" if lawful else "default"))
    return replace(state, town=at, scenery=with_town(board, at))


def _choose_edge(state: State, seat: Seat, given: Sequence[Order], events: list[Event]) -> State:
    order = next((one for one in given if isinstance(one, ChooseEdge)), None)
    if order is not None:
        _judged(seat, order, None, events)
    edge = order.edge if order is not None else DEFAULT_EDGE
    events.append(EdgeChosen(edge=edge, opposite=OPPOSITE[edge], by="order" if order else "default"))
    return replace(state, edge=edge)


def place(board: Board, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Figures, mules and gold, group by group in go order (GR-Q11, GR-Q13); then the first turn begins."""
    field = Field(state, dice)
    for seat in placing(state):
        place_group(field, seat, orders.get(seat, ()))
        share_out(field, seat, orders.get(seat, ()))
    done = placing(state)
    placed = replace(field.frozen(), bags={seat: bags for seat, bags in state.bags.items() if seat not in done})
    if state.tempo == "strict" and state.going + 1 < len(state.order):
        return Step(replace(placed, going=state.going + 1), tuple(field.events))
    started, cards = _next_turn(replace(placed, stage=GO), dice)
    return Step(started, (*field.events, *cards))


def _next_turn(state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """A new turn: attackers are counted afresh, mules may be led again, Movement cards are drawn (GR-25, GR-Q15)."""
    turn = state.turn + 1
    living = survivors(state)
    cards = {}
    events: list[Event] = []
    if state.options["cards"] == "ahead":
        for seat in state.order:
            if living[seat]:
                cards[seat] = draw_card(seat, turn, dice)
                events.append(MovementCard(seat=seat, turn=turn, inches=cards[seat]))
    fresh = replace(
        state,
        turn=turn,
        going=0,
        cards=cards,
        figures=tuple(replace(figure, attacked=0) if figure.attacked else figure for figure in state.figures),
        mules=tuple(replace(mule, led=False) if mule.led else mule for mule in state.mules),
    )
    return fresh, tuple(events)


def draw_card(seat: Seat, turn: int, dice: Dice) -> int:
    """One Movement card for the whole group, put back at once (GR-25, GR-Q17)."""
    return MOVEMENT[dice.roll(f"T{turn}/card/{seat}", len(MOVEMENT)) - 1]


def play(board: Board, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Goes in the fixed order (GR-22): all of a turn at once, or in strict tempo the one that was asked for.

    Groups whose figures are all knocked out lose their go without being asked.
    """
    events: list[Event] = []
    seats = acting(state)
    first = True
    while True:
        for place in range(state.going, len(state.order)):
            seat = state.order[place]
            if state.tempo == "strict" and not first and seat in able(state):
                return Step(replace(state, going=place), tuple(events))
            given = orders.get(seat, ()) if first and seat in seats else ()
            state, told = _go(replace(state, going=place), seat, given, dice)
            events += told
            if state.stage == OVER:
                return Step(state, tuple(events))
            if state.tempo == "strict":
                first = False
        first = False
        state, told = _end_turn(state, dice)
        events += told
        if state.stage == OVER or (state.tempo == "brisk" and able(state)):
            return Step(state, tuple(events))


def _go(state: State, seat: Seat, given: Sequence[Order], dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """One group's go; a group alone on the table afterwards has won (GR-Q38)."""
    if not survivors(state)[seat]:
        return state, ()
    events: tuple[Event, ...] = ()
    if state.options["cards"] == "go":
        inches = draw_card(seat, state.turn, dice)
        state = replace(state, cards={**state.cards, seat: inches})
        events = (MovementCard(seat=seat, turn=state.turn, inches=inches),)
    field = Field(state, dice)
    carry_out_goes(field, seat, [order for order in given if isinstance(order, Go)])
    state = field.frozen()
    return _over_or_not(state, (*events, *field.events), last_turn=False)


def _end_turn(state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """After everybody's go the beasts; after the last turn the count; else the next turn."""
    field = Field(state, dice)
    beasts_turn(field)
    is_last = state.turn >= int(state.options["turns"])
    state, events = _over_or_not(field.frozen(), tuple(field.events), last_turn=is_last)
    if state.stage == OVER:
        return state, events
    state, cards = _next_turn(state, dice)
    return state, (*events, *cards)


def _over_or_not(state: State, events: tuple[Event, ...], *, last_turn: bool) -> tuple[State, tuple[Event, ...]]:
    result = ended(state, last_turn=last_turn)
    if result is None:
        return state, events
    state, count = finished(state, result)
    return state, (*events, *count)
