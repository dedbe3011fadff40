"""In which language a text is worded: the reader's, as whoever words it says; English where nobody says anything.

Plurals, lists and dates of other languages are Babel's (`pip install 'the-judge[languages]'`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec

from judge import shelf
from judge.grammar.phrasebook import Phrasebook

ENGLISH = "en"
_reader: ContextVar[str] = ContextVar("reader", default=ENGLISH)


@contextmanager
def worded_in(language: str) -> Iterator[None]:
    """While it lasts, texts are worded in this language."""
    mark = _reader.set(language if language in spoken() else ENGLISH)
    try:
        yield
    finally:
        _reader.reset(mark)


def language_now() -> str:
    """The language that texts are worded in now."""
    return _reader.get()


@cache
def spoken() -> tuple[str, ...]:
    """The languages that can be asked for, English first."""
    return (ENGLISH, *(shelf.phrasebooks() if find_spec("babel") else ()))


def book(code: str | None = None) -> Phrasebook | None:
    """The phrasebook of a language (of the reader's); None for English."""
    return shelf.phrasebooks().get(code or language_now()) if (code or language_now()) != ENGLISH else None


def titled(title: object) -> str:
    """The title of a window or a report, as the reader's language has it."""
    spoken_here = book()
    return spoken_here.titled(str(title)) if spoken_here else str(title)


def called(name: object) -> str:
    """The local name of a place or a seat of any game."""
    spoken_here = book()
    said = str(name)
    return next((one[said][0] for one in spoken_here.names.values() if said in one), said) if spoken_here else said


def dated(said: object) -> str:
    """A deadline, or an hour, that was told in English, as the reader's language has it."""
    text = str(said)
    if language_now() == ENGLISH:
        return text
    if found := _MOMENT.fullmatch(text):
        there = datetime.strptime(f"{found[1]} {found[2]}", "%d %B %Y %H:%M").replace(tzinfo=UTC)
        return moment_said(there, found[3])
    if found := _HOUR.fullmatch(text):
        day = datetime.strptime(f"{found[3]} 2000", "%d %B %Y").replace(tzinfo=UTC)
        return f"{found[1]} {found[2]}, {_day_and_month(day)}"
    return text


_MOMENT = re.compile(r"\w+day (\d{1,2} \w+ \d{4}), (\d\d:\d\d) ([^ (]+)(?: \(.*\))?")
_HOUR = re.compile(r"(\d\d:\d\d) (\S+) on \w+day (\d{1,2} \w+)")


def _day_and_month(day: datetime) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("MMMMd", day, locale=language_now())


# --- how a language counts, lists and dates ---------------------------------------------------------------------------


def counting(code: str) -> Callable[..., str]:
    """`2|count("Einheit", "Einheiten")`; one form alone is an English sentence's."""
    from babel import Locale

    plural_form = Locale.parse(code).plural_form

    def count(number: int, one: str, many: str | None = None) -> str:
        return f"{number} {one if plural_form(number) == 'one' else many or one + 's'}"

    return count


def listing(code: str) -> Callable[..., str]:
    """`a, b und c`; `listed("or")`: `a, b oder c`."""
    from babel.lists import format_list

    def listed(items: Iterable[object], last: str = "and") -> str:
        return format_list([str(item) for item in items], "or" if last == "or" else "standard", locale=code)

    return listed


def spelling(code: str) -> Callable[[object], str]:
    """`2 Einheiten` as a headline begins: `Zwei Einheiten`."""
    spoken_there = shelf.phrasebooks()[code]

    def spelled(said: object) -> str:
        number, _, rest = str(said).partition(" ")
        known = spoken_there.spelled
        word = known[int(number)] if number.isdigit() and int(number) < len(known) else number
        return f"{word} {rest}" if rest else word

    return spelled


def moment_said(local: datetime, zone: str) -> str:
    """`Sonntag, 7. März 2027, 20:30 CET`, in a language that is not English."""
    from babel.dates import format_date, format_time

    return f"{format_date(local, 'full', language_now())}, {format_time(local, 'HH:mm', locale=language_now())} {zone}"


def short_moment(local: datetime, with_day: bool) -> str:
    """`So. 20:30`, as a subject has room for; with the day: `So., 7. März 20:30`."""
    from babel.dates import format_skeleton, format_time

    day = format_skeleton("MMMEd" if with_day else "E", local, locale=language_now())
    return f"{day} {format_time(local, 'HH:mm', locale=language_now())}"


__all__ = [
    "book", "called", "counting", "dated", "language_now", "listing", "moment_said",
    "short_moment", "spelling", "spoken", "titled", "worded_in",
]  # fmt: skip
