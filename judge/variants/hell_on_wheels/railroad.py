"""Phase 2: six cards each, then additional ones for money (HW-32 to HW-34, HW-Q9, HW-Q11, HW-Q46)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.events import CardsDrawn, ExtraBought
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Extra

CARDS_A_TURN = 6
CROWD = 6
"""More players than the rules count on (HW-Q3)."""
EXTRA_COST = (2, 4, 6)
"""The prices of the first, second and third additional card (HW-34)."""


def draw_six(going: Going) -> None:
    """Each player draws six in Supervisor order: six at a time, or one at a time around the table (HW-32, HW-Q11)."""
    drawn: dict[Seat, list[str]] = {seat: [] for seat in going.in_order()}
    going.dry = False
    crowded = going.options["draws"] == "usual" and len(going.seats) > CROWD
    one_by_one = crowded or going.options["draws"] == "one"
    rounds, each = (CARDS_A_TURN, 1) if one_by_one else (1, CARDS_A_TURN)
    for _ in range(rounds):
        for seat in going.in_order():
            for _ in range(each):
                card = going.draw_card(seat)
                if card is not None:
                    drawn[seat].append(card)
    going.say(CardsDrawn(counts={seat: len(cards) for seat, cards in drawn.items()}, wanted=CARDS_A_TURN))
    for seat, cards in drawn.items():
        going.show(seat, cards)


def buy_extra(going: Going, extra: Mapping[Seat, Extra]) -> None:
    """Up to three more for 2K, 4K, 6K, in Supervisor order, while paid for and there to draw (HW-34, HW-Q9, HW-Q46)."""
    for seat in going.in_order():
        order = extra.get(seat)
        if order is None:
            continue
        drawn: list[str] = []
        paid = 0
        # Said to each who finds no card, so that both tempos tell the same.
        going.dry = False
        for cost in EXTRA_COST[: order.count]:
            if going.cash[seat] < cost:
                break
            card = going.draw_card(seat)
            if card is None:
                break
            paid += going.pay(seat, cost)
            drawn.append(card)
        if order.count:
            going.judge(seat, order, "bought", str(len(drawn)))
            going.say(ExtraBought(seat=seat, count=len(drawn), paid=paid))
            going.show(seat, drawn)
