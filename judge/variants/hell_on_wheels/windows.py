"""The phases of a turn that ask somebody: bids, extra cards, cards onto towns, windows, discards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Rows, Seat, Step
from judge.variants.hell_on_wheels import course
from judge.variants.hell_on_wheels.building import COST, PHASE_OF, sites
from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.legality import Check
from judge.variants.hell_on_wheels.moments import (
    BID,
    CARD_PHASES,
    DISCARD,
    form_of,
    is_slot,
    slot_in_words,
    span,
    title,
)
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import Bid, Build, Extra, Keep, Order, Pass, Play
from judge.variants.hell_on_wheels.state import State

Lines = Callable[[State], tuple[str, ...]]
Silence = Callable[[Box, State, Seat, Sequence[Order]], Sequence[Order]]


def asked(state: State) -> tuple[Seat, ...]:
    """Brisk: all at every deadline. Strict: one seat, or all for bids, or those with more than three cards."""
    if not state.strict:
        return state.seats
    return state.goes if state.moment in (BID, DISCARD) else state.goes[:1]


def may_play(box: Box, state: State, seat: Seat) -> bool | None:
    """Strict: whether a hand has a card for the open window or phase; None where something else is asked."""
    if not state.strict or state.over is not None:
        return None
    hand = state.hands.get(seat, ())
    if is_slot(state.moment):
        return any(box.type(card) == "raid" or card in EFFECTS for card in hand)
    if state.moment not in CARD_PHASES:
        return None
    towns = dict(state.towns)
    return state.cash[seat] >= COST[state.moment] and any(
        PHASE_OF.get(box.type(card)) == state.moment and sites(box, towns, card) for card in hand
    )


def titled(box: Box, state: State) -> str:
    """The title of the open window, with whose go it is."""
    first = asked(state)[0]
    return title(state, next(seat.name for seat in box.seats if seat.id == first))


def asks(lines: Lines, box: Box, state: State) -> Mapping[Seat, Ask]:
    """Each seat that is asked, with a line for each thing that it may order."""
    form, rows = form_of(state.turn, state.moment, state.options), Rows(partial(lines, state))
    return {
        seat: Ask(
            form,
            waits=seat not in state.without_player,
            lines=rows,
            facts={"hand": len(state.hands[seat])},
        )
        for seat in asked(state)
    }


def check(box: Box, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders of a letter; the phase says what silence adds."""
    return Check(box, state, seat).checked(orders)


def resolve(box: Box, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """A complete set of orders, and on to the next window that asks somebody."""
    return course.resolve(box, state, orders, dice)


# --- the lines of the order forms -----------------------------------------------------------------------------------


def covered(state: State) -> tuple[str, ...]:
    """The moments that the open letter covers."""
    return (state.moment,) if state.strict else span(state.turn, state.moment, state.options)


def window_lines(found: Sequence[str]) -> tuple[str, ...]:
    """A line for each Opportunist window among these moments, with what happens before it."""
    return tuple(f"{slot_in_words(slot)}: {BLANK}" for slot in found if is_slot(slot))


def bid_lines(state: State) -> tuple[str, ...]:
    """Window 10, the bid, window 1; with two deadlines the extra cards as well."""
    bid = f"bid {BLANK}K"
    if state.strict:
        return (bid,)
    here = covered(state)
    cut = here.index(BID)
    extra = (f"draw {BLANK} extra",) if state.options["deadlines"] == 2 else ()
    return (*window_lines(here[:cut]), bid, *window_lines(here[cut:]), *extra)


def extra_lines(state: State) -> tuple[str, ...]:
    """The purchase, and window 2."""
    return (f"draw {BLANK} extra", *window_lines(covered(state)))


def building_lines(state: State) -> tuple[str, ...]:
    """Every phase and window from here to the end of the turn, and what to keep."""
    found = (
        f"{slot_in_words(moment) if is_slot(moment) else moment}: {BLANK}"
        for moment in covered(state)
        if is_slot(moment) or moment in CARD_PHASES
    )
    return (*found, f"keep {BLANK}")


def chance_lines(state: State) -> tuple[str, ...]:
    """The one window that is open."""
    return window_lines((state.moment,))


def one_line(text: str, state: State) -> tuple[str, ...]:
    """A form of one line."""
    return (text,)


# --- what silence means (HW-Q41, HW-Q45) ------------------------------------------------------------------------------


def bids_nothing(box: Box, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
    """A bid of 0; where the extra cards are ordered with it, none."""
    two = not state.strict and state.options["deadlines"] == 2
    return (*_unless(Bid, Bid(0), kept), *(_unless(Extra, Extra(0), kept) if two else ()))


def buys_nothing(box: Box, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
    """No extra card."""
    return _unless(Extra, Extra(0), kept)


def builds_nothing(box: Box, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
    """Nothing is played, and kept is by the usual list."""
    return (*_unless(Build | Play | Pass, Pass(), kept), *_unless(Keep, Keep(()), kept))


def keeps_as_usual(box: Box, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
    """The cards kept follow the usual list (HW-Q29)."""
    return _unless(Keep, Keep(()), kept)


def passes(box: Box, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
    """A pass."""
    return () if kept else (Pass(),)


def _unless(kind: object, usual: Order, kept: Sequence[Order]) -> tuple[Order, ...]:
    return () if any(isinstance(order, kind) for order in kept) else (usual,)  # type: ignore[arg-type]


# --- the phases -------------------------------------------------------------------------------------------------------


def phase(
    kind: str, lines: Lines, silence: Silence, examples: tuple[str, ...], also: tuple[str, ...] = ()
) -> Phase[Box, State, Order]:
    """A phase that is answered on a form of its own name."""
    return Phase(
        kind=kind,
        title=titled,
        forms={kind: examples},
        asks=partial(asks, lines),
        check=check,
        resolve=resolve,
        silence=silence,
        also=also,
    )


PHASES = (
    phase(
        "bid",
        bid_lines,
        bids_nothing,
        ("bid 4K", "bid 4", "bid $4,000 with Blackmail", "window 1: play Entrepreneur", "draw 2 extra"),
        ("bids", "supervisor"),
    ),
    phase(
        "extra",
        extra_lines,
        buys_nothing,
        ("draw 2 extra", "buy 1", "window 2: play Scoundrels", "draw none"),
        ("extra cards", "extras", "railroad", "draw"),
    ),
    phase(
        "building",
        building_lines,
        builds_nothing,
        (
            "Church on Past",
            "build Saloon at Present",
            "Miners, Vice on Present",
            "Saloon on Present if mayhem < 4; else Saloon on Future",
            "play Gamblers on Red before Taxes",
            "window 6: raid Saloon of Red in Present if mayhem >= 4; else pass",
            "play Desperados, move Vice, Anarchy from Present to Future after Customers",
            "window 5: pass",
            "keep Saloon, Vigilantes, Outlaws",
            "pass",
        ),
        ("build", "builds"),
    ),
    phase(
        "chance",
        chance_lines,
        passes,
        ("raid Vice in Present", "play Gamblers on Red", "play Con Men on Blue if hand of Blue >= 2", "pass"),
        ("window", "windows"),
    ),
    phase(
        "civilized",
        partial(one_line, f"civilized: {BLANK}"),
        passes,
        ("Church on Past", "School, Jail on Past", "pass"),
        ("civilised",),
    ),
    phase(
        "establishment",
        partial(one_line, f"establishment: {BLANK}"),
        passes,
        ("Saloon on Present", "build 2 Saloons at Future", "pass"),
        ("establishments",),
    ),
    phase(
        "customer",
        partial(one_line, f"customer: {BLANK}"),
        passes,
        ("Miners, Vice on Present", "Anarchy on Future", "pass"),
        ("customers", "mayhem"),
    ),
    phase(
        "discard",
        partial(one_line, f"keep {BLANK}"),
        keeps_as_usual,
        ("keep Saloon, Vigilantes, Outlaws", "keep as usual"),
        ("discards", "hand limit"),
    ),
)
"""Every kind of window there is, brisk ones first."""
