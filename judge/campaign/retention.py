"""The time for which the words of letters are kept. Their hashes stay for ever: they make a repeated letter harmless.

A letter's words may go when its game has been over for as long as the policy says. Those of a letter for no game may go
when it is that old itself. Nothing else changes: the receipt, the letter's changes, each step's orders and dice stay,
so every game can be verified as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.campaign.deadlines import RuleError, read_length
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.store.base import Store, stamp
from judge.store.facts import recall, remember
from judge.store.leases import hold, let_go
from judge.store.letters import forget_words, games_over_since, size_of_words

KEYS = {"keep_raw_mail": "how long letters are kept after their game is over (90 days; for ever, where it is not set)"}
AT_ONCE = 500
PRUNED = "pruned"
"""The key of the day on which a daemon pruned last."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The policy. None: for ever."""

    raw_mail: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Pruned:
    """The words that were deleted, or would be."""

    letters: int
    size: int
    """Bytes."""


def read_retention(document: Document) -> Retention:
    """The `retention:` part of a campaign's file; every mistake is named with its line."""
    value = document.value if isinstance(document.value, dict) else {}
    complaints: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known is {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    keep = None
    said = str(value.get("keep_raw_mail", "for ever")).strip()
    if said not in ("for ever", "forever"):
        try:
            keep = read_length(said)
        except RuleError:
            wrong = f'keep_raw_mail is a length of time such as 90 days, or for ever, not "{said}"'
            complaints.append(document.complaint(wrong, "keep_raw_mail"))
    if complaints:
        raise DocumentError(document.name, complaints)
    return Retention(keep)


def prune(
    store: Store,
    policy: Retention,
    now: datetime,
    dry_run: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> Pruned:
    """Forget the words of letters that the policy no longer keeps, a few at a time, so that nobody waits for it."""
    if policy.raw_mail is None:
        return Pruned(0, 0)
    edge = stamp(now - policy.raw_mail)
    letters = size = 0
    with store.read() as connection:
        over = games_over_since(connection, edge)
    # Letters for no game come first; then those of each game that has been over for long enough.
    for game in (None, *over):
        if dry_run:
            with store.read() as connection:
                count, large = size_of_words(connection, game, edge)
            letters, size = letters + count, size + large
            continue
        while not stop():
            with store.begin() as connection:
                count, large = forget_words(connection, game, edge, AT_ONCE)
            letters, size = letters + count, size + large
            if count < AT_ONCE:
                break
    return Pruned(letters, size)


def prune_daily(
    store: Store, policy: Retention, now: datetime, owner: str, stop: Callable[[], bool] = lambda: False
) -> Pruned | None:
    """The same, once a day, by one daemon of however many there are; None when it is done already."""
    if policy.raw_mail is None:
        return None
    today = f"{now:%Y-%m-%d}"
    with store.begin() as connection:
        if recall(connection, PRUNED) == today or hold(connection, PRUNED, owner, timedelta(hours=1)) is None:
            return None
    done = prune(store, policy, now, stop=stop)
    with store.begin() as connection:
        if not stop():
            remember(connection, PRUNED, today)
        let_go(connection, PRUNED, owner)
    return done
