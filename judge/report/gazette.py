"""The front page of a paper: the public news of a step, worded by the paper of the place, never twice alike."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from judge.adjudicator.protocol import AnyGame, Event, Seat, Verdict
from judge.report.news import told_to
from judge.report.standings import standings

ITEMS = 4
"""Further items on a page, beside what a game adds and what its orders tell. Two issues running open theirs with other
words: there are twice as many."""

HEADLINES, OPENERS, LEADS, PLAIN = 3, 12, 6, 4

FAILED = ("fails", "bounces", "cut")
"""The verdicts of orders that came to nothing."""

LETTER = 600
"""So many signs of a letter to the editor are printed."""


@dataclass(frozen=True)
class Edition:
    """An issue's number, the word its wording is drawn from (the game's commitment), and letters to the editor."""

    number: int
    word: str
    letters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Issue:
    """The contents of an issue. `opener`: which words open each item; `market`: each seat's strength and its change."""

    number: int
    code: str
    lead: tuple[Event, ...]
    headline: int
    plain: int
    """Which headline for a story that has none of its own but that of a plain report."""
    opening: int
    items: tuple[tuple[str, tuple[Event, ...], int], ...]
    market: tuple[tuple[Seat, int, int], ...]
    """Empty where nothing rose or fell since the last issue."""
    tally: tuple[int, int, int]
    """Of an issue without a story: how many orders there were, how many of them failed, and the words to open with."""
    stirred: bool
    """Whether everybody is told that something happened: only otherwise a headline may say that nothing did."""
    besides: int
    """Which words open what the game's report adds to the news."""
    afield: int
    """Which words open what the orders tell beside a story."""
    told: tuple[Event, ...]
    """The events that everybody is told, orders with their results included."""
    letters: tuple[tuple[str, str, bool], ...]
    """Of each, its signature, its words, and whether they are cut."""


def issue_of(game: AnyGame, before: Any, after: Any, events: Sequence[Event], edition: Edition) -> Issue:
    """The paper of a step, from what everybody is told: the same for all readers."""
    told = told_to(events, None)
    public = [event for event in told if not isinstance(event, Verdict)]
    groups = [(code, tuple(event for event in public if event.code == code)) for code in game.news]
    groups = [(code, group) for code, group in groups if group]
    code, lead = groups[0] if groups else ("", ())
    first = _drawn(edition, "items", OPENERS) + edition.number * (ITEMS + 2)
    orders = [event for event in told if isinstance(event, Verdict)]
    failed = sum(order.result in FAILED for order in orders)
    return Issue(
        number=edition.number,
        code=code,
        lead=lead,
        headline=wording(edition, code),
        plain=edition.number % PLAIN,
        opening=(_drawn(edition, "lead", LEADS) + edition.number) % LEADS,
        items=tuple(
            (code, group, (first + place) % OPENERS) for place, (code, group) in enumerate(groups[1 : ITEMS + 1])
        ),
        market=_market(game, before, after),
        stirred=bool(public),
        besides=(first + ITEMS) % OPENERS,
        afield=(first + ITEMS + 1) % OPENERS,
        told=told,
        tally=(0 if lead else len(orders), failed, first % OPENERS),
        letters=tuple((signed, text[:LETTER], len(text) > LETTER) for signed, text in edition.letters),
    )


def wording(edition: Edition, code: str) -> int:
    """Which of the headlines for a kind of event an issue prints: another one than the issue before."""
    return (_drawn(edition, code, HEADLINES) + edition.number) % HEADLINES


_STOP = re.compile(r"(?<!\b[A-Z])(?<!\b[A-Z][a-z])[.!]\s+(?=\S)")
"""The end of a sentence that another one follows; not the stop of an abbreviation."""


def flowing(said: str) -> Markup:
    """A story as one sentence: it is told apart from that of the last issue by the words that open it."""
    return Markup(_STOP.sub(" – ", said))


def _drawn(edition: Edition, about: str, sides: int) -> int:
    """A number below `sides` that is the same in every issue of a game."""
    word = hashlib.sha256(f"gazette/{edition.word}/{about}".encode()).digest()
    return int.from_bytes(word[:8], "big") % sides


def _market(game: AnyGame, before: Any, after: Any) -> tuple[tuple[Seat, int, int], ...]:
    now = standings(game, after)
    then: Mapping[Seat, int] = standings(game, before) if before is not None else now
    rows = [(seat, value, value - then.get(seat, value)) for seat, value in now.items()]
    if not any(change if before is not None else value for _, value, change in rows):
        return ()
    return tuple(sorted(rows, key=lambda row: (-row[1], row[0])))
