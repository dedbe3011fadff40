"""Phase 10: the railroad moves on, hands are trimmed, and after the ninth turn the game ends (HW-55 to HW-60)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.hell_on_wheels.cards import FUTURE, KEPT_FIRST, PAST, PRESENT, Box
from judge.variants.hell_on_wheels.events import (
    GameEnds,
    HandTrimmed,
    NoTownLeft,
    TownArrives,
    TownLeaves,
    TownMovesOn,
)
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Keep
from judge.variants.hell_on_wheels.state import HAND_LIMIT, Town


def move_on(going: Going) -> bool:
    """Past is discarded, Present and Future move back, a new town comes to Future (HW-55 to HW-58).

    False when the mini-deck has none left: that is the end (HW-4). Establishments are counted before (HW-Q48).
    """
    counted = going.state.houses()
    leaving = going.towns[PAST]
    if leaving is not None:
        # Attached cards to the discards, the town out of the game (HW-Q27).
        going.discards.extend(leaving.cards)
        owners = tuple(one.owner for one in (*leaving.houses, *leaving.civilized))
        going.say(TownLeaves(town=leaving.town, cards=leaving.cards, owners=owners))
    for here, there in ((PRESENT, PAST), (FUTURE, PRESENT)):
        town = going.towns[here]
        going.towns[there] = town
        if town is not None:
            going.say(TownMovesOn(town=town.town, place=there))
    going.towns[FUTURE] = None
    if not going.town_deck:
        going.final_houses = counted
        going.say(NoTownLeft())
        return False
    arriving = going.town_deck.pop(0)
    going.towns[FUTURE] = Town(arriving)
    going.say(TownArrives(town=arriving, kind=going.box.towns[arriving], place=FUTURE))
    return True


def kept(box: Box, hand: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """The cards of a hand that are kept: those of the list first, then by type, in hand order (HW-59, HW-Q29)."""
    left = list(hand)
    chosen: list[str] = []
    for want in wanted:
        if want in box.kinds:
            found = [card for card in left if card == want][:1]
        else:
            # A type keeps every card of it.
            found = [card for card in left if box.type(card) == want]
        for card in found:
            left.remove(card)
            chosen.append(card)
    for card in sorted(left, key=lambda one: KEPT_FIRST.index(box.type(one))):
        chosen.append(card)
    return tuple(chosen[:HAND_LIMIT])


def trim(going: Going, seat: Seat, keep: Keep | None) -> None:
    """At most three cards stay in hand; the rest is discarded for all to see (HW-59, HW-60, HW-Q47)."""
    hand = going.hands[seat]
    if len(hand) > HAND_LIMIT:
        keeping = list(kept(going.box, hand, keep.cards if keep else ()))
        staying, going_out = [], []
        for card in hand:
            if card in keeping:
                keeping.remove(card)
                staying.append(card)
            else:
                going_out.append(card)
        going.hands[seat] = staying
        going.discards.extend(going_out)
        going.say(HandTrimmed(seat=seat, cards=tuple(going_out)))
    if keep is not None and keep.cards:
        going.judge(seat, keep, "kept", str(len(going.hands[seat])))


def finish(going: Going) -> None:
    """Most money wins; tied, most Establishments as phase 10 began; then shared (HW-3, HW-Q17, HW-Q48). A seat without
    a player is left out of the ranking (HW-Q42)."""
    houses = going.final_houses or going.state.houses()
    ranked = [seat for seat in going.seats if seat not in going.start.without_player]
    going.over = winners_of(ranked, going.cash, houses, going.options["tie"] == "establishments")
    order = sorted(ranked, key=lambda seat: (-going.cash[seat], -houses.get(seat, 0), going.seats.index(seat)))
    going.say(
        GameEnds(
            ranking=tuple(order),
            cash={seat: going.cash[seat] for seat in order},
            houses={seat: houses.get(seat, 0) for seat in order},
            winners=going.over.winners,
            reason=going.over.reason,
        )
    )


def winners_of(
    ranked: Sequence[Seat], cash: Mapping[Seat, int], houses: Mapping[Seat, int], by_houses: bool
) -> Outcome:
    """The winner, and the measure that decided."""
    if not ranked:
        return Outcome((), "nobody-left")
    best = max(cash[seat] for seat in ranked)
    tied = [seat for seat in ranked if cash[seat] == best]
    if len(tied) == 1:
        return Outcome((tied[0],), "most-money")
    if by_houses:
        most = max(houses.get(seat, 0) for seat in tied)
        first = [seat for seat in tied if houses.get(seat, 0) == most]
        if len(first) == 1:
            return Outcome((first[0],), "more-establishments")
        tied = first
    return Outcome(tuple(sorted(tied)), "shared")
