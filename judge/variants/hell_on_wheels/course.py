"""The course of a turn: from the open window through every automatic phase to the next one that asks (HW-21, HW-Q6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from judge.adjudicator.protocol import Dice, Seat, Step
from judge.variants.hell_on_wheels import building, chance, income, line, moments, railroad, supervisor, taxes
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Bid, Build, Extra, Gift, Keep, Order, Play
from judge.variants.hell_on_wheels.state import State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Letters:
    """The orders of the step, sorted by what they are about."""

    orders: Mapping[Seat, Sequence[Order]]

    def all(self, kind: type[T]) -> dict[Seat, tuple[T, ...]]:
        """Each seat's orders of a kind."""
        return {seat: tuple(one for one in sent if isinstance(one, kind)) for seat, sent in self.orders.items()}

    def one(self, kind: type[T]) -> dict[Seat, T]:
        """Each seat's only order of a kind, where there is one."""
        return {seat: found[-1] for seat, found in self.all(kind).items() if found}


def resolve(box: Box, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out a complete set of orders and run on."""
    going = Going(box, state, dice)
    letters = Letters({seat: orders[seat] for seat in state.seats if seat in orders})
    if state.strict:
        one_strict_step(going, letters)
    else:
        one_brisk_step(going, letters)
    return Step(going.state, tuple(going.events))


def one_brisk_step(going: Going, letters: Letters) -> None:
    """Every moment of this deadline, then on to the next deadline; windows run over the seats' lists (HW-Q5, HW-Q7)."""
    lists = chance.Lists.of(letters.all(Play))
    for moment in moments.span(going.turn, going.moment, going.options):
        going.moment = moment
        if moments.is_slot(moment):
            chance.run_window(going, lists)
        elif moment in moments.CARD_PHASES:
            builds = letters.all(Build)
            for seat in going.reverse_order():
                building.go(going, seat, [one for one in builds.get(seat, ()) if one.phase == moment])
        else:
            at_once(going, letters)
        if going.over is not None or (moment == "line" and going.final_houses is not None):
            break
    chance.judge_unplayed(going, lists)
    to_next(going)


def one_strict_step(going: Going, letters: Letters) -> None:
    """One seat's go, or all bids or discards at once; then on through whatever asks nobody."""
    moment = going.moment
    if moment in (moments.BID, moments.DISCARD):
        at_once(going, letters)
        to_next(going)
    else:
        seat = going.goes[0]
        one_seat(going, seat, letters)
        going.goes = going.goes[1:]
        if not going.goes:
            if moments.is_slot(moment) and going.stirred:
                # A card was played: all are asked again, until a full round of passes (HW-24).
                going.round, going.stirred, going.goes = going.round + 1, False, going.in_order()
            else:
                to_next(going)
    while going.over is None and not going.goes:
        at_once(going, Letters({}))
        to_next(going)


def one_seat(going: Going, seat: Seat, letters: Letters) -> None:
    """Strict: what one seat does in its go."""
    if going.moment == moments.EXTRA:
        railroad.buy_extra(going, letters.one(Extra))
    elif going.moment in moments.CARD_PHASES:
        builds = letters.all(Build).get(seat, ())
        building.go(going, seat, [one for one in builds if one.phase == going.moment])
    else:
        lists = chance.Lists.of(letters.all(Play))
        if chance.one_go(going, seat, lists):
            going.stirred = True
        else:
            chance.judge_unplayed(going, lists)


def at_once(going: Going, letters: Letters) -> None:
    """A moment that is carried out for all seats together."""
    moment = going.moment
    if moment == moments.BID:
        supervisor.give_gifts(going, letters.all(Gift))
        supervisor.bid_for_supervisor(going, letters.one(Bid))
    elif moment == moments.DRAW:
        railroad.draw_six(going)
    elif moment == moments.EXTRA:
        railroad.buy_extra(going, letters.one(Extra))
    elif moment == "taxes":
        taxes.collect_taxes(going)
    elif moment in PLACES:
        income.pay_income(going, moment)
    elif moment == "line":
        if not line.move_on(going) and going.options["last_window"] == "skipped":
            # The game ends at once, before the hand limit (HW-Q28).
            line.finish(going)
    elif moment == moments.DISCARD:
        keeps = letters.one(Keep)
        for seat in going.in_order():
            line.trim(going, seat, keeps.get(seat))
    elif moment == moments.LAST:
        line.finish(going)


def to_next(going: Going) -> None:
    """The next moment; after the last railroad turn its window 10, if that is played, is the last."""
    if going.over is not None:
        going.goes = ()
        return
    if going.moment == "line" and going.final_houses is not None:
        going.turn, going.moment = going.turn + 1, "after-10"
    else:
        going.turn, going.moment = moments.following(going.turn, going.moment, going.options)
    going.round, going.stirred = 1, False
    going.goes = moments.goes_of(going.state, going.moment) if going.start.strict else ()
