"""Orders that end their seat's play, or everybody's. They need what RESIGN and VOTE need: proof or a second letter, and
the seat's own player."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Seat
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NotNow
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, Heard, hear_ahead
from judge.mail.kinds import kind_in
from judge.mail.language import Command, OrderLine
from judge.mail.proof import Grade
from judge.report.saying import said_of
from judge.serve import twice
from judge.serve.hand import Hand
from judge.serve.who import sits_only


def heard_with_proof(
    hand: Hand, ear: Ear, live: Live, lines: Sequence[OrderLine], cleared: int
) -> Heard:  # fmt: skip
    """Lines as they are heard, without those that end something and that their letter may not say: these are refused
    to a sitter, and wait for a second letter of whoever proves nothing."""
    heard = ear.hear(lines, hand.echoes, cleared)
    theirs, numbers = _is_their_own(hand, live, ear.seat), _final_in(live, heard)
    bare = hand.writer.grade_for(live.name, ear.seat) is Grade.BARE
    if not numbers or (theirs and not bare):
        return heard
    if theirs:
        said = [
            live.game.write(live.state, ear.seat, one.said) for one in heard.of(Fate.ORDER) if one.number in numbers
        ]
        twice.ask_of_orders(hand, live, ear.seat, said)
        hand.fates |= {one.number: [(one.text, Fate.NOT_ORDERED, "")] for one in lines if one.number in numbers}
    else:
        _refuse(hand, live, ear.seat, lines, numbers)
    return ear.hear([one for one in lines if one.number not in numbers], hand.echoes, cleared)


def kept_with_proof(
    hand: Hand, live: Live, seat: Seat, said: str, lines: Sequence[OrderLine]
) -> tuple[tuple[OrderLine, ...], bool]:  # fmt: skip
    """The lines of a PHASE block that their writer may say, and whether they wait for a second letter."""
    kind, bare = kind_in(live.game, said), hand.writer.grade_for(live.name, seat) is Grade.BARE
    if kind is None or live.step is None or not live.game.final_types:
        return tuple(lines), False
    numbers = _final_in(live, hear_ahead(live.game, live.state, seat, kind, lines, books_for(hand.act, live, seat))[1])
    if _is_their_own(hand, live, seat):
        return tuple(lines), bool(numbers) and bare
    _refuse(hand, live, seat, lines, numbers)
    return tuple(one for one in lines if one.number not in numbers), False


def _final_in(live: Live, heard: Heard) -> set[int]:
    """The numbers of the lines that end something."""
    return {one.number for one in heard.of(Fate.ORDER) if isinstance(one.said, live.game.final_types)}


def _is_their_own(hand: Hand, live: Live, seat: Seat) -> bool:
    return not sits_only(hand, live, seat)


def _refuse(hand: Hand, live: Live, seat: Seat, lines: Sequence[OrderLine], numbers: set[int]) -> None:
    for line in lines:
        if line.number in numbers:
            why = NotNow("player-alone", command=line.text, seat=live.seat_name(seat))
            hand.answer.refuse(Command(line.number, "", line.text), said_of(why))
            hand.fates[line.number] = [(line.text, Fate.REFUSED, said_of(why))]


__all__ = ["heard_with_proof", "kept_with_proof"]
