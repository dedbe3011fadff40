"""Phase 1: sealed bids for the Supervisor's token (HW-27 to HW-31, HW-Q12, HW-Q13, HW-Q43, HW-Q46)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.events import (
    BidReduced,
    BidsOpened,
    GiftGiven,
    SupervisorChosen,
    TieRolled,
)
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Bid, Gift

BLACKMAIL, BLACKMAIL_WORTH = "blackmail", 7


def give_gifts(going: Going, gifts: Mapping[Seat, tuple[Gift, ...]]) -> None:
    """By house rule money may be given as the palms open, in Supervisor order, never more than is there (HW-Q43)."""
    for seat in going.in_order():
        for gift in gifts.get(seat, ()):
            amount = going.pay(seat, gift.amount)
            if not amount:
                going.judge(seat, gift, "not given")
                continue
            going.cash[gift.to] += amount
            going.judge(seat, gift, "given", f"{amount}K")
            going.say(GiftGiven(seat=seat, to=gift.to, amount=amount))


def cut_to_cash(going: Going, bids: Mapping[Seat, Bid]) -> dict[Seat, Bid]:
    """A bid above the cash that is left is cut to it; Blackmail no longer in hand adds nothing (HW-Q46)."""
    found = {}
    for seat in going.seats:
        bid = bids.get(seat, Bid(0))
        amount = min(bid.amount, going.cash[seat])
        if amount < bid.amount:
            # Why it is less would tell what is in the palm (HW-Q8).
            told = frozenset({seat}) if going.options["hidden_money"] else None
            going.say(BidReduced(seat=seat, wanted=bid.amount, amount=amount, told=told))
        found[seat] = Bid(amount, bid.blackmail and BLACKMAIL in going.hands[seat])
    return found


def roll_off(going: Going, tied: tuple[Seat, ...]) -> Seat:
    """Tied players roll high on 1D6; those tied again roll again until one is highest (HW-29, HW-Q12)."""
    number = 1
    while len(tied) > 1:
        rolls = {seat: going.dice.roll(going.label("bid", number, seat)) for seat in tied}
        going.say(TieRolled(round=number, rolls=rolls))
        best = max(rolls.values())
        tied = tuple(seat for seat in tied if rolls[seat] == best)
        number += 1
    return tied[0]


def bid_for_supervisor(going: Going, bids: Mapping[Seat, Bid]) -> None:
    """The highest bid takes the token, and only the winner pays: chips, not what Blackmail adds (HW-27 to HW-31)."""
    cut = cut_to_cash(going, bids)
    blackmailer = next((seat for seat in going.seats if cut[seat].blackmail), None)
    worth = {seat: bid.amount + BLACKMAIL_WORTH * bid.blackmail for seat, bid in cut.items()}
    going.say(
        BidsOpened(bids={seat: cut[seat].amount for seat in going.seats}, blackmail=blackmailer, worth=BLACKMAIL_WORTH)
    )
    best = max(worth.values())
    winner = roll_off(going, tuple(seat for seat in going.seats if worth[seat] == best))
    paid = going.pay(winner, cut[winner].amount)
    again = going.supervisor == winner
    going.supervisor = winner
    if cut[winner].blackmail:
        going.take_from_hand(winner, BLACKMAIL)
        going.discards.append(BLACKMAIL)
    for seat, bid in bids.items():
        going.judge(seat, bid, "wins" if seat == winner else "outbid", f"{cut[seat].amount}K")
    going.say(SupervisorChosen(seat=winner, paid=paid, blackmail=cut[winner].blackmail, again=again))
