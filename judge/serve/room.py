"""How much of one writer is read and answered. What proves who sent it has room of its own, which nobody else can fill.

Limits end every loop that no header shows, and every flood. Who is held back hears of it once a day, and so does the
game master.
"""

from __future__ import annotations

from judge.campaign import post
from judge.mail.guard import answers_enough, is_flood
from judge.mail.proof import Grade
from judge.report.saying import Saying
from judge.serve.hand import Hand, Writer
from judge.store.tally import ANSWERS, LETTERS, PROVEN


def is_too_much(hand: Hand) -> bool:
    """Count a letter; whether it is one more than is read."""
    act, limits = hand.act, hand.account.limits
    kind, who = _counted_as(hand.writer, LETTERS)
    act.ledger.tallies.add(kind, who, act.now)
    if not is_flood(act.ledger.tallies.count(kind, who, act.now)[0], limits):
        return False
    _say_once(hand, kind, "flood", limits.letters_per_hour)
    return True


def has_an_answer(hand: Hand) -> bool:
    """Count an answer; whether there is one more for this writer."""
    act, limits = hand.act, hand.account.limits
    kind, who = _counted_as(hand.writer, ANSWERS)
    limit = answers_enough(*act.ledger.tallies.count(kind, who, act.now), hand.writer.is_known, limits)
    if not limit:
        act.ledger.tallies.add(kind, who, act.now)
        return True
    _say_once(hand, kind, "no-more-answers", limit)
    return False


def _counted_as(writer: Writer, kind: str) -> tuple[str, str]:
    """Under what a letter counts: by what is proven of it, the address or the seat; else by the address it gives."""
    if writer.grade is Grade.BARE:
        return kind, writer.address
    token = writer.by_token
    who = writer.address if token is None or writer.proof.vouches_for(writer.address) else f"seat {token['id']}"
    return PROVEN + kind, who


def _say_once(hand: Hand, kind: str, code: str, limit: object) -> None:
    act, writer = hand.act, hand.writer
    key = f"held back/{kind}/{writer.address}/{act.now:%Y%m%d}"
    facts = {"address": writer.address, "bare": writer.grade is Grade.BARE, "limit": limit}
    hand.tell_gm(key, Saying(f"mails/{code}", {**facts, "to_gm": True}))
    if not writer.is_known:
        # A stranger may be somebody whose address was made use of: they have had answers enough.
        return
    post.put_notice(
        act, None, post.To(writer.address), key, Saying(f"mails/{code}", {**facts, "to_gm": False}), "token"
    )


__all__ = ["has_an_answer", "is_too_much"]
