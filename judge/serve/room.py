"""Limits on reading and answering one writer. Letters that prove their sender have room of their own, which nobody
else can fill.

Limits end every loop that no header shows, and every flood. A writer who is held back hears of it once a day, and so
does the game master.
"""

from __future__ import annotations

from judge.campaign import post
from judge.campaign.live import NotNow
from judge.mail.guard import answers_enough, is_flood, strangers_enough
from judge.mail.proof import Grade
from judge.report.saying import Saying
from judge.serve import assent
from judge.serve.hand import Hand, Writer
from judge.serve.parts import ReportAgain
from judge.store.tally import ANSWERS, LETTERS, PROVEN, STRANGERS

MOST_REPORTS = 5
"""How many different reports a letter brings again."""
_ALL = "all by mail"
"""Under what all strangers are counted together."""


def too_much(hand: Hand) -> str:
    """Count a letter; why it is one more than is read, or "".

    A letter that could not be answered is not done either: a stranger's letter beyond their answers is not read, but
    for one that brings back a word of ours.
    """
    act, limits = hand.act, hand.account.limits
    kind, who = _counted_as(hand.writer, LETTERS)
    act.ledger.tallies.add(kind, who, act.now)
    if is_flood(act.ledger.tallies.count(kind, who, act.now)[0], limits):
        _say_once(hand, kind, "flood", limits.letters_per_hour)
        return "flood"
    kind, limit = _limit(hand)
    if limit and not _is_trusted(hand.writer):
        hand.brings_word = assent.brings_word(hand)
        if not hand.brings_word:
            _say_once(hand, kind, "no-more-answers", limit)
            return "no-more-answers"
    return ""


def has_an_answer(hand: Hand) -> bool:
    """Count an answer; whether there is one more for this writer."""
    kind, limit = _limit(hand)
    if not limit or hand.brings_word:
        hand.act.ledger.tallies.add(*_counted_as(hand.writer, ANSWERS), hand.act.now)
        if not _is_trusted(hand.writer):
            if _own_limit(hand):
                limits = hand.account.limits
                hand.answer.say("last-answer", hour=limits.unknown_per_hour, day=limits.unknown_per_day)
            hand.act.ledger.tallies.add(STRANGERS, _ALL, hand.act.now)
        return True
    _say_once(hand, kind, "no-more-answers", limit)
    return False


def add_report(hand: Hand, report: ReportAgain) -> None:
    """A report that a letter asks for, once; it counts as one more answer, beside the letter's own."""
    if report in hand.answer.reports:
        return
    if len(hand.answer.reports) >= MOST_REPORTS:
        raise NotNow("reports-enough", most=MOST_REPORTS)
    kind, who = _counted_as(hand.writer, ANSWERS)
    hour, day = hand.act.ledger.tallies.count(kind, who, hand.act.now)
    limit = answers_enough(hour + 1, day + 1, _is_trusted(hand.writer), hand.account.limits)
    if limit:
        raise NotNow("no-room-for-a-report", limit=limit)
    hand.act.ledger.tallies.add(kind, who, hand.act.now)
    hand.answer.reports.append(report)


def is_silent(hand: Hand) -> bool:
    """Whether its writer has had all answers, and would not hear of what is done."""
    return bool(_limit(hand)[1]) and not hand.brings_word


def _limit(hand: Hand) -> tuple[str, str]:
    """The count for answers to this writer, and the limit that is reached; "": none is."""
    own = _own_limit(hand)
    if own or _is_trusted(hand.writer):
        return _counted_as(hand.writer, ANSWERS)[0], own
    counted = hand.act.ledger.tallies.count(STRANGERS, _ALL, hand.act.now)
    return STRANGERS, strangers_enough(*counted, hand.account.limits)


def _own_limit(hand: Hand) -> str:
    counted = hand.act.ledger.tallies.count(*_counted_as(hand.writer, ANSWERS), hand.act.now)
    return answers_enough(*counted, _is_trusted(hand.writer), hand.account.limits)


def _is_trusted(writer: Writer) -> bool:
    """Whether an answer surely goes to who wrote: somebody known, or an address that is proven."""
    return writer.is_known or writer.grade is not Grade.BARE


def _counted_as(writer: Writer, kind: str) -> tuple[str, str]:
    """The key under which a letter counts: the address or the seat that it proves; otherwise the address it gives."""
    if max(writer.grade, writer.grade_as_master) is Grade.BARE:
        return kind, writer.address
    token = writer.by_token
    who = writer.address if token is None or writer.proof.vouches_for(writer.address) else f"seat {token['id']}"
    return PROVEN + kind, who


def _say_once(hand: Hand, kind: str, code: str, limit: object) -> None:
    act, writer = hand.act, hand.writer
    # Of strangers one mail a day tells, however many addresses they give.
    who = writer.address if writer.is_known else "strangers"
    key = f"held back/{kind}/{who}/{act.now:%Y%m%d}"
    facts = {
        "address": writer.address,
        "bare": max(writer.grade, writer.grade_as_master) is Grade.BARE,
        "limit": limit,
        "stranger": not _is_trusted(writer),
        "all": kind == STRANGERS,
    }
    hand.tell_gm(key, Saying(f"mails/{code}", {**facts, "to_gm": True}))
    if not writer.is_known:
        # A stranger's address may have been misused by somebody else: it has had answers enough.
        return
    post.put_notice(
        act, None, post.To(writer.address), key, Saying(f"mails/{code}", {**facts, "to_gm": False}), "token"
    )


__all__ = ["add_report", "has_an_answer", "is_silent", "too_much"]
