"""Suggestions of an answer in place of lines that were not understood: numbered, and taken by FIX for that answer
only."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow
from judge.grammar.numbers import number
from judge.grammar.text import folded
from judge.store import facts

ALL = ("all", "everything")
_BETWEEN = ("and", "no", "number", "line", "suggestion")


def remember(
    act: Act, live: Live, seat: Seat, answer: str, message_id: str, texts: Sequence[str], *, bare: bool = False
) -> None:
    """Remember an answer's suggestions; those of the one before lapse. `bare`: it answers a letter that proves nothing
    of its writer."""
    key = live.window.key if live.window is not None else ""
    if texts and bare:
        facts.remember(act.connection, _bare_key(live, seat), answer)
    values = {"answer": answer, "message_id": message_id, "window_key": key, "texts": list(texts)}
    act.ledger.put_offers(live.id, seat, values)


def taken(
    look: Look, live: Live, seat: Seat, said: str, replies_to: Sequence[str] = (), *, bound: bool = True
) -> list[str]:
    """The lines that `FIX said` puts in: `1`, `1, 3`, `all`, `2 of 17`. `replies_to`: the answers a letter answers.
    `bound`: whether nobody on the way can have changed that."""
    row = look.ledger.offered(live.id, seat)
    numbers, of_answer = _read(said)
    if row is None or not row["texts"] or row["window_key"] != (live.window.key if live.window else ""):
        raise NotNow("nothing-to-fix")
    named = [one for one in replies_to if ".receipt@" in one]
    if (of_answer and of_answer != row["answer"]) or (named and row["message_id"] not in named[-1:]):
        raise NotNow("older-suggestions")
    if not of_answer and not bound and facts.recall(look.connection, _bare_key(live, seat)) == row["answer"]:
        raise NotNow("which-suggestions", answer=row["answer"])
    texts: list[str] = row["texts"]
    if numbers is None:
        return texts
    wrong = [one for one in numbers if not 1 <= one <= len(texts)]
    if wrong or not numbers:
        raise NotNow("fix-is-written", most=len(texts))
    return [texts[one - 1] for one in numbers]


def _bare_key(live: Live, seat: Seat) -> str:
    """Under what the last answer with suggestions to a letter without proof is known."""
    return f"bare-offers:{live.id}/{seat}"


def _read(said: str) -> tuple[list[int] | None, str]:
    """The numbers (None: all of them), and the answer they belong to, if it is named."""
    which, _, answer = folded(said).partition(" of ")
    words = [word for word in which.split() if word not in _BETWEEN]
    if any(word in ALL for word in words):
        return None, answer
    numbers = [number(word) for word in words]
    return [one for one in numbers if one is not None] if None not in numbers else [], answer


__all__ = ["remember", "taken"]
