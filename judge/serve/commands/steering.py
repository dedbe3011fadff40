"""Commands of a seat about its game: votes, standing orders, its closing statement."""

from __future__ import annotations

from judge.campaign import ahead, ending, stating
from judge.campaign.withheld import without_token
from judge.grammar.text import without_controls
from judge.report.saying import Saying
from judge.serve.commands.errand import SeatErrand
from judge.serve.parts import Refused
from judge.serve.secrets import check_no_secret


def vote(errand: SeatErrand) -> None:
    """A proposal, or a voice for it: a draw, a concession, an end to either."""
    words = errand.command.rest
    said, after = ending.vote(errand.act, errand.live.name, errand.seat, words)
    errand.answer.live = after
    kind, _, rest = words.partition(" ")
    seats = [errand.live.seat_name(seat) for seat in ending.named(errand.live, rest.lower())]
    errand.answer.say("vote", vote=f"{kind.upper()} {', '.join(seats)}".strip(), outcome=said)


def standing(errand: SeatErrand) -> None:
    """A text for every window of a kind, until it is revoked (by the kind alone)."""
    made = ahead.set_standing(errand.act, errand.live, errand.seat, errand.command.rest)
    for one in made.problems:
        errand.answer.worsen("ERRORS")
        errand.answer.parts.append(Refused(f"STANDING {errand.command.rest}", one.sentence))
    for one in made.doubts:
        errand.answer.worsen("WARNINGS")
        errand.answer.say("would-not-be-taken", line=one.line, why=one.sentence)
    lines = [Saying("answers/standing-for", {"kind": kind, "text": said}) for kind, said in sorted(made.texts.items())]
    errand.answer.show(Saying("answers/standing-orders"), lines or [Saying("answers/nothing-stands")])


def statement(errand: SeatErrand) -> None:
    """A player's closing statement."""
    text = without_controls("\n".join(errand.command.body))
    check_no_secret(errand.act.connection, text, errand.act.config.masters)
    text = without_token(text)
    errand.answer.pass_on(stating.state_in(errand.act, errand.live, errand.seat, text))


def check_statement(errand: SeatErrand) -> None:
    """Why a closing statement is not taken, before its writer is asked whether they wrote it."""
    stating.check(errand.act, errand.live, errand.seat)


__all__ = ["check_statement", "standing", "statement", "vote"]
