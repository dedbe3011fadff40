"""Opportunist windows: in Supervisor order, one card at a time, until all pass (HW-22 to HW-24, HW-Q4, HW-Q5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.conditions import failing
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import ANY, ANY_RAID, Act, Play
from judge.variants.hell_on_wheels.raid import raid, why_no_raid


@dataclass(slots=True)
class Lists:
    """The rest of each seat's list of plays, and why an entry could not be played when last tried."""

    left: dict[Seat, list[Play]]
    reasons: dict[tuple[Seat, Play], Problem | None] = field(default_factory=dict)

    @classmethod
    def of(cls, plays: Mapping[Seat, tuple[Play, ...]]) -> Lists:
        """The lists as they were sent."""
        return cls({seat: list(entries) for seat, entries in plays.items()})


def card_of(going: Going, seat: Seat, act: Act) -> str | None:
    """The card in hand that an act plays; a raid that names none takes the first Raid card (HW-Q31)."""
    hand = going.hands[seat]
    if act.card == ANY_RAID:
        return next((card for card in hand if going.box.type(card) == "raid"), None)
    return act.card if act.card in hand else None


def why_not(going: Going, seat: Seat, act: Act, card: str | None) -> Problem | None:
    """Why an act cannot be made now: the card is gone, a condition is false, or there is no legal target (HW-Q32)."""
    if card is None:
        return Problem("card-gone", {"card": act.card})
    place = act.pieces[0].place if act.pieces and act.pieces[0].place else act.to
    false = failing(going, seat, act.conditions, place)
    if false is not None:
        return false
    if going.box.type(card) == "raid":
        return why_no_raid(going, seat, act)
    effect = EFFECTS.get(card)
    return effect.why_not(going, seat, act) if effect else Problem("card-gone", {"card": card})


def play_card(going: Going, seat: Seat, act: Act, card: str) -> None:
    """The card leaves the hand, has its effect, and goes to the discards after it (HW-Q40)."""
    going.take_from_hand(seat, card)
    if going.box.type(card) == "raid":
        raid(going, seat, act, card)
    else:
        EFFECTS[card].carry_out(going, seat, act)
    going.discards.append(card)


def one_go(going: Going, seat: Seat, lists: Lists) -> bool:
    """The first entry whose conditions hold and whose target exists is played and used up; else the seat passes.

    An act that is a pass ends the go: nothing behind it is looked at (`else pass`).
    """
    entries = lists.left.get(seat, [])
    for number, entry in enumerate(entries):
        if entry.slot not in (going.moment, ANY):
            continue
        for act in entry.acts:
            if not act.card:
                return False
            card = card_of(going, seat, act)
            problem = why_not(going, seat, act, card)
            if problem is None and card is not None:
                play_card(going, seat, act, card)
                going.judge(seat, entry, "played", going.box.name(card))
                del entries[number]
                return True
            lists.reasons[(seat, entry)] = problem
    return False


def run_window(going: Going, lists: Lists) -> None:
    """Brisk: rounds over the lists until a full round of passes (HW-24, HW-Q5). A list is finite, so they end."""
    going.round = 1
    while True:
        played = [one_go(going, seat, lists) for seat in going.in_order()]
        if not any(played):
            break
        going.round += 1
    going.round = 1


def judge_unplayed(going: Going, lists: Lists) -> None:
    """Entries that were not used, with the last reason; a card that is gone is a matter for its seat alone (HW-Q47)."""
    for seat in going.seats:
        for entry in lists.left.get(seat, []):
            reason = lists.reasons.get((seat, entry))
            going.judge(seat, entry, "not played", reason.code if reason else "", reason)
