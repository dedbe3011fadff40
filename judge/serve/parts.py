"""The parts of an answer: one class for each kind, with the facts for templates/mail/receipt.j2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.adjudicator.protocol import Seat
from judge.campaign.closes import Closes
from judge.report.saying import Saying

Words = Saying | str


def _kind(name: str) -> Any:
    """The field by which the template, and whoever reads an answer in the store, knows a part."""
    return field(default=name, init=False)


class Quoted(NamedTuple):
    """A remark on a line: its words, the sentence, its number, the suggestion's number (0: none) and words."""

    line: str
    sentence: Words
    number: int
    offer: int = 0
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence."""

    text: Words
    kind: str = _kind("said")


@dataclass(frozen=True, slots=True)
class Listed:
    """Lines under a title."""

    title: Words
    lines: Sequence[Words]
    kind: str = _kind("list")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is shown just as it is."""

    text: str
    kind: str = _kind("verbatim")


@dataclass(frozen=True, slots=True)
class Marked:
    """A page of the rulings."""

    text: str
    kind: str = _kind("marked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The whole set of a seat for the open window, as it is now."""

    game: str
    seat: str
    of: Seat
    """The seat whose name `seat` is."""
    window: str
    orders: Sequence[str]
    silence: Sequence[str]
    """The further effects of silence."""
    problems: Sequence[Quoted]
    warnings: Sequence[Quoted]
    unsaid: bool
    """Whether a piece that could have an order has none."""
    waiting: bool
    deadline: Words
    kept: Sequence[tuple[Words, str]] = ()
    """The texts sent ahead: for which window, and the words."""
    conditions: Sequence[Words] = ()
    receipt: int = 0
    hash: str = ""
    closes: Closes | None = None
    kind: str = _kind("orders")


@dataclass(frozen=True, slots=True)
class Later:
    """A text kept for a later window."""

    window: Words
    lines: Sequence[str]
    problems: Sequence[Quoted]
    doubts: Sequence[Quoted]
    kind: str = _kind("later")


@dataclass(frozen=True, slots=True)
class Unheeded:
    """A letter, or a `part` of it, that had no effect; `code`: why."""

    code: str
    text: Words
    part: bool = False
    kind: str = _kind("not-read")


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not carried out, and why."""

    line: str
    text: Words
    kind: str = _kind("refused")


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A command found in a sentence: done, or offered as a mail to `own`, the judge's address."""

    line: str
    text: str
    done: bool
    own: str
    kind: str = _kind("amid")


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in how a letter is laid out; `code`: which."""

    line: str
    code: str
    kind: str = _kind("fault")


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the whole letter; `code`: what."""

    code: str
    kind: str = _kind("note")


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came along and was not read."""

    name: str
    kind: str = _kind("unread")


@dataclass(frozen=True, slots=True)
class Seen:
    """A message from a chat that others read."""

    games: Sequence[str]
    chat: str
    kind: str = _kind("seen")


@dataclass(frozen=True, slots=True)
class Closing:
    """When the open window closes."""

    closes: Closes
    kind: str = _kind("closes")


@dataclass(frozen=True, slots=True)
class Welcome:
    """The games that take newcomers; `own`: the judge's address."""

    games: Sequence[Mapping[str, Any]]
    own: str
    kind: str = _kind("welcome")


@dataclass(frozen=True, slots=True)
class Games:
    """All games and tournaments."""

    games: Sequence[Mapping[str, Any]]
    tournaments: Sequence[Mapping[str, Any]]
    kind: str = _kind("games")


@dataclass(frozen=True, slots=True)
class Help:
    """The commands, a game `master`'s too; `chats`: where the Judge listens besides; `empty`: the things that a player
    may ask IS EMPTY of in their own game; `rules`: the keys of the games that the examples name."""

    address: str
    master: bool
    chats: Sequence[str] = ()
    empty: str = ""
    rules: Sequence[str] = ()
    kind: str = _kind("help")


@dataclass(frozen=True, slots=True)
class Language:
    """The language was `set`, or another is on `offer`."""

    code: str
    language: str = ""
    kind: str = _kind("language")


@dataclass(frozen=True, slots=True)
class ForMaster:
    """Words for the game master; `code`: whether they were sent on."""

    code: str
    text: Sequence[str]
    most: int = 0
    sure: bool = False
    known: bool = True
    """Whether their writer plays here, and needs no word on how to begin."""
    kind: str = _kind("asked")


@dataclass(frozen=True, slots=True)
class Talk:
    """An answer to somebody was sent on. `to`: "" is the game master."""

    to: Saying | str
    kind: str = _kind("talk")


@dataclass(frozen=True, slots=True)
class Beacon:
    """A release waits for the round of the beacon."""

    game: str
    window: str
    comes: Words
    kind: str = _kind("beacon")


@dataclass(frozen=True, slots=True)
class Door:
    """A word about coming and going, in the words of templates/mail/door.j2."""

    code: str
    facts: Mapping[str, Any]
    kind: str = _kind("door")


@dataclass(frozen=True, slots=True)
class Met:
    """The marks of one person, by this judge or another."""

    asked: int
    met: int
    late: int
    missed: int
    given_up: int
    judge: str = ""


@dataclass(frozen=True, slots=True)
class Reputation:
    """The writer's reliability, and the signed record of it."""

    here: Met
    percent: int | None
    elsewhere: Sequence[Met]
    together: int | None
    record: Sequence[str]
    kind: str = _kind("reputation")


Part = (
    Said | Listed | Verbatim | Marked | Orders | Later | Unheeded | Refused | ReadAs | Fault | Note | Attached | Seen
    | Closing | Welcome | Games | Help | Language | ForMaster | Talk | Beacon | Door | Reputation
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReportAgain:
    """A report that a letter asks for; it goes in a mail of its own."""

    game: str
    step: int
    seat: str
    rerun: bool = False
    again: bool = True
