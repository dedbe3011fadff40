"""The language of a text: the reader's, as the caller says; English if nobody says.

Babel has the plurals, lists and dates of other languages (`pip install 'the-judge[languages]'`).
"""

from __future__ import annotations

import re
from calendar import day_name
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.util import find_spec
from zoneinfo import ZoneInfo

from judge import shelf
from judge.grammar.phrase_words import folded_words
from judge.grammar.phrasebook import HOLE, Phrasebook

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's language, and their own time zone ("": that of their game)."""

    language: str = ENGLISH
    zone: str = ""


_reader: ContextVar[Reader] = ContextVar("reader", default=Reader())  # noqa: B039 - it is frozen


@contextmanager
def worded_in(language: str, zone: str = "") -> Iterator[None]:
    """While it lasts, texts are worded in this language, and moments by this clock as well."""
    mark = _reader.set(Reader(language if language in spoken() else ENGLISH, zone))
    try:
        yield
    finally:
        _reader.reset(mark)


def language_now() -> str:
    """The language that texts are worded in now."""
    return _reader.get().language


@cache
def spoken() -> tuple[str, ...]:
    """The languages that can be asked for, English first."""
    return (ENGLISH, *(shelf.phrasebooks() if find_spec("babel") else ()))


def book(code: str | None = None) -> Phrasebook | None:
    """The phrasebook of a language (of the reader's); None for English."""
    return shelf.phrasebooks().get(code or language_now()) if (code or language_now()) != ENGLISH else None


def phrasebooks(*languages: str) -> tuple[Phrasebook, ...]:
    """The phrasebooks of these languages, each once; English needs none."""
    books = shelf.phrasebooks()
    return tuple(books[code] for code in sorted(set(languages)) if code in books)


def titled(title: object, word: str = "") -> str:
    """The title of a window or a report, as the reader's language has it. `word`: the one before it in a sentence, as
    in `de`: `du printemps 1901 (mouvements)`; another title is quoted."""
    spoken_here = book()
    said = spoken_here.titled(str(title)) if spoken_here else str(title)
    if not word or spoken_here is None:
        return said
    first, _, rest = said.partition(" ")
    season = spoken_here.joined.get((word, first.lower()))
    if season is None:
        return f"«\u00a0{said}\u00a0»" if word == "le" else f"{word} «\u00a0{said}\u00a0»"
    year, _, kind = rest.partition(" ")
    return f"{season} {year.rstrip(',')} ({kind})" if kind else f"{season} {year}".rstrip()


def hinted(word: object) -> str:
    """A thing that an error expects, in the reader's words: `a space` is `ein Feld`; words of orders stay."""
    spoken_here = book()
    return spoken_here.expected.get(str(word), str(word)) if spoken_here else str(word)


def noted(note: str) -> str:
    """The note behind a blank of a form: `BUR, PIC or D` by the phrasebook's words for `… or D`."""
    spoken_here = book()
    for ours, local in spoken_here.expected.items() if spoken_here else ():
        before, hole, behind = ours.partition(HOLE)
        if hole and note.startswith(before) and note.endswith(behind):
            return local.replace(HOLE, note[len(before) : len(note) - len(behind)])
    return hinted(note)


def commanded(line: object) -> str:
    """A command as the reader writes it: `VOTE NO` is `STIMME NEIN`. Words that are none, or no capitals, stay."""
    spoken_here, said = book(), str(line)
    return spoken_here.commanded(said) if spoken_here and said.split(" ")[0].isupper() else said


def called(name: object) -> str:
    """The local name of a place or a seat of any game, as it is printed: `Mer d’Irlande`."""
    spoken_here, said = book(), str(name)
    local = next((one[said][0] for one in spoken_here.names.values() if said in one), "") if spoken_here else ""
    return local.replace("'", "’") or said


def own_names(text: str) -> str:
    """The same words with each local name, of any language, as the game itself has it: `Frankreich` is `France`."""
    known, words, place, said = _own_names(), text.split(), 0, []
    while place < len(words):
        for length in (2, 1):
            run = " ".join(words[place : place + length])
            if found := known.get(folded_words(run)):
                signs = run[len(run.rstrip(".,;:!")) :]
                said.append(found + signs)
                place += length
                break
        else:
            said.append(words[place])
            place += 1
    return " ".join(said)


@cache
def _own_names() -> dict[tuple[str, ...], str]:
    names = [one for book in shelf.phrasebooks().values() for names in book.names.values() for one in names.items()]
    return {folded_words(local): name for name, locals_ in names for local in locals_}


def after(name: object, word: str) -> str:
    """A name behind a word that changes with it: `en Bourgogne` for à, `la France` for le, as the phrasebook has it.

    `de` and `que` lose a letter before a vowel; an article falls away before a name that the phrasebook does not have.
    Names begin with a capital: a game called printemps is none of them.
    """
    said, spoken_here = str(name), book()
    bare, bracket, rest = said.partition(" (")
    of_it = (word.lower(), bare.lower().replace("’", "'"))
    known = spoken_here.joined.get(of_it) if spoken_here and bare[:1].isupper() else None
    if known is not None:
        return (known[0].upper() + known[1:] if word[0].isupper() else known) + bracket + rest
    if word.lower() in _ARTICLES:
        return said
    return f"{word[:-1]}’{said}" if word[-1] == "e" and _SHORTENS.match(said) else f"{word} {said}"


_ARTICLES = ("le", "die", "der")
_SHORTENS = re.compile(r"[aeiouàâéèêëîïôœû]|hiver\b", re.IGNORECASE)


def as_told(text: str) -> str:
    """A deadline, or an hour, that an older version stored in English words, in the reader's language."""
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
    return _dated("MMMMd", day)


# --- how a language counts, lists and dates ---------------------------------------------------------------------------


def counting(code: str) -> Callable[..., str]:
    """`2|count("Einheit", "Einheiten")`; one form alone is an English sentence's."""
    from babel import Locale

    plural_form = Locale.parse(code).plural_form

    def count(number: int, one: str, many: str | None = None) -> str:
        is_one = isinstance(number, int) and plural_form(number) == "one"
        return f"{number} {one if is_one else many or one + 's'}"

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


def moment_in(at: str, zone: str) -> str:
    """`Sunday 7 March 2027, 20:30 CET`: a moment by the clock of a zone."""
    local = _local(at, zone)
    return moment_said(local, _zone_said(local))


def moment_here(at: str, zone: str) -> str:
    """The same by the reader's own clock, if it is another one; "" if not."""
    own = _reader.get().zone
    if not own or _local(at, own).utcoffset() == _local(at, zone).utcoffset():
        return ""
    return moment_said(_local(at, own), own)


def hour_in(at: str, zone: str) -> str:
    """`20:30 CET`."""
    local = _local(at, zone)
    return f"{local:%H:%M} {_zone_said(local)}"


def day_in(at: str, zone: str) -> str:
    """`Sunday 7 March`."""
    local = _local(at, zone)
    if language_now() == ENGLISH:
        return f"{local:%A} {local.day} {local:%B}"
    return _dated("MMMMEEEEd", local)


def span_said(seconds: int) -> str:
    """`2 days 3 hours`: a length of time, its two largest parts; "" for less than a minute."""
    days, rest = divmod(abs(seconds), 86_400)
    hours, rest = divmod(rest, 3600)
    parts = [(days, "day"), (hours, "hour"), (rest // 60, "minute")]
    shown = [_of_unit(number, unit) for number, unit in parts if number][:2]
    return " ".join(shown)


def weekday(number: object) -> str:
    """A day of the week by its number, Monday being 0: `Monday`, in German `Montag`."""
    if language_now() == ENGLISH:
        return day_name[int(str(number))]
    from babel.dates import get_day_names

    return str(get_day_names("wide", locale=language_now())[int(str(number))])


def day_said(day: object) -> str:
    """A day stored as `2027-03-07`: the same in English, as letters write it; `7. März 2027` in German."""
    if language_now() == ENGLISH:
        return str(day)
    return _dated("long", date.fromisoformat(str(day)))


def _of_unit(number: int, unit: str) -> str:
    if language_now() == ENGLISH:
        return f"{number} {unit}{'' if number == 1 else 's'}"
    from babel.units import format_unit

    return format_unit(number, f"duration-{unit}", "long", locale=language_now())


def _zone_said(local: datetime) -> str:
    """`CET`; in German `MEZ`."""
    if language_now() == ENGLISH:
        return f"{local:%Z}"
    from babel.dates import get_timezone_name

    name = get_timezone_name(local, width="short", locale=language_now())
    # `TU`, which CLDR has for UTC in French, is read by nobody.
    return name if name.isalpha() and local.tzname() != "UTC" else f"{local:%Z}"


def _local(at: str, zone: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(ZoneInfo(zone))


def moment_said(local: datetime, zone: str) -> str:
    """`Sunday 7 March 2027, 20:30 CET`."""
    if language_now() == ENGLISH:
        return f"{local:%A} {local.day} {local:%B %Y}, {local:%H:%M} {zone}"
    from babel.dates import format_time

    return f"{_dated('full', local)}, {format_time(local, 'HH:mm', locale=language_now())} {zone}"


def short_moment(local: datetime, with_day: bool) -> str:
    """`Sun 20:30`, short enough for a subject; with the day: `Sun 07 Mar 20:30`."""
    if language_now() == ENGLISH:
        return f"{local:%a %d %b %H:%M}" if with_day else f"{local:%a %H:%M}"
    from babel.dates import format_time

    day = _dated("MMMEd" if with_day else "E", local)
    return f"{day} {format_time(local, 'HH:mm', locale=language_now())}"


def _dated(pattern: str, day: date) -> str:
    """A day by one of Babel's patterns: the one place for dates. Babel says `1 décembre` where French has `1er`."""
    from babel.dates import format_date, format_skeleton

    language, spoken_here = language_now(), book()
    is_named = pattern in ("full", "long")
    said = format_date(day, pattern, language) if is_named else format_skeleton(pattern, day, locale=language)
    first = spoken_here.first if spoken_here and day.day == 1 else ""
    return re.sub(r"\b1(?= \w)", first, said, count=1) if first else said


__all__ = [
    "ENGLISH", "after", "as_told", "book", "called", "commanded", "counting", "day_in", "day_said", "hinted", "hour_in",
    "language_now", "listing", "moment_here", "moment_in", "noted", "own_names", "phrasebooks", "short_moment",
    "span_said", "spelling", "spoken", "titled", "weekday", "worded_in",
]  # fmt: skip
