"""The fates of the lines that may be orders, once the game has read them: the same by every door."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judge.adjudicator.protocol import AnyGame, Later, Line, Problem, Seat
from judge.adjudicator.value import named_value
from judge.grammar.around import PLACED
from judge.grammar.courtesy import courtesy, free_words, is_name, leads_in, polite
from judge.grammar.limits import limits
from judge.grammar.memory import of_lines
from judge.grammar.mentions import Mentions
from judge.grammar.mood import chats, hangs_on_bids, joked, judged, lasting, mood, of_last_time, offer, put_off
from judge.grammar.seats import seats_of
from judge.grammar.signing import signed_as
from judge.grammar.small_talk import orders_pieces, points
from judge.grammar.text import folded, plain, sentences
from judge.mail.amid import amid
from judge.mail.fates import Fate
from judge.mail.headed import DOUBTED, HEADED
from judge.mail.language import OF_A_FORM, OrderLine
from judge.mail.signing_off import is_thing, signing_in

_NOTHING = Problem("not-understood")
_UNSAID = "told"
_SAID_SO = {
    "not-ordered": (Fate.NOT_ORDERED, _UNSAID),
    "taken-back": (Fate.NOT_ORDERED, "corrected"),
    "question": (Fate.QUESTION, "asked"),
    "question-asked": (Fate.QUESTION, "asked"),
}
"""A game's finding on a line that it knows to be no order."""
_MEANT = {
    "negated": "denied", "supposed": "doubted", "condition": "doubted", "told": "spoken", "quoted": "spoken",
    "kept": "kept", "asked": "asked", "question": "asked",
}  # fmt: skip
"""Why it is none, in the words of the letter's grammar."""
_AN_ORDER = (
    "ambiguous-",
    "two-meanings",
    "condition-",
    "on-condition",
    "bids-are-sealed",
    "unclear-beside",
    "how-many",
)
"""The fault of a line that can only have been meant as an order."""
_NOTHING_READ = ("not-understood", "unknown-")
"""The faults of a line of which nothing was read."""
Reads = Callable[[str], Sequence[Line[Any]]]
LONGEST_HEADING = 60
MOST_SHORT = 99
"""A year of two figures."""


@named_value
class Understood:
    """One thing a line says: its words, their fate, and the order or the problem that was read.

    `why`: for words that order nothing, their mood (`denied`, `asked` …); for a courtesy of unknown words, `unsure`;
    for an order that was in a mail of ours, `echo`. `offered`: the command that prose seems to be meant for.
    """

    number: int
    text: str
    fate: Fate
    said: Any = None
    why: str = ""
    offered: str = ""
    notes: tuple[Problem, ...] = ()
    """The parts of an order that were overlooked, supplied or guessed."""
    rest: bool = False
    """Whether an order is for all others."""
    line: str = ""
    """The words around it, as the game got them."""
    spans: tuple[tuple[int, str], ...] = ()
    """Of what goes on across the end of a line: the lines by their numbers, and the words on each."""


def refused(one: Understood, problem: Problem) -> Understood:
    """An order that words around it undo or limit: it is not carried out."""
    return replace(one, fate=Fate.REFUSED, said=problem, notes=(), rest=False)


def understood(
    game: AnyGame, state: Any, seat: Seat, lines: Sequence[OrderLine], read: Reads, named: Mentions,
    echoes: Collection[int] = (),
) -> tuple[Understood, ...]:  # fmt: skip
    """Every line, as one thing or several. `read`: what the game reads in a text; `named`: what of the game one holds;
    `echoes`: lines once sent by us."""
    found: list[tuple[int, Understood]] = []
    asked: list[tuple[int, OrderLine]] = []
    for place, line in enumerate(lines):
        if events := game.answer(state, seat, line.text):
            found.append((place, Understood(number=line.number, text=line.text, fate=Fate.QUESTION, said=events)))
        elif line.aside == "asked":
            found.append((place, _asked(line, read)))
        elif line.aside:
            found.append((place, _aside(line)))
        elif joked(line.text):
            found.append((place, _in_jest(line, lines[place - 1] if place else None)))
        else:
            asked.append((place, line))
    parts = read("\n".join([_on_one_line(line.text) for _, line in asked]))
    alone: dict[int, int] = {}
    for part in parts:
        alone[part.number] = alone.get(part.number, 0) + 1
    # A line on which the game says nothing is not understood.
    silent: list[Line[Any]] = [
        Line(number, line.text, _NOTHING) for number, (_, line) in enumerate(asked, 1) if number not in alone
    ]
    # Most letters hold nothing but orders.
    wrong = bool(silent) or any([isinstance(one.said, Problem) for one in parts])
    own = _heading_of(game, state, seat) if wrong else str.isspace
    has_bids = wrong and any("bid" in kind for kind in game.kinds)
    signing = signing_in(lines, is_thing=lambda text: is_thing(text, named)) if wrong else set()
    for one in (*parts, *silent):
        place, line = asked[min(one.number, len(asked)) - 1]
        # The letter's own words, not the game's way of writing them.
        text = line.text if alone.get(one.number, 0) < 2 else one.text
        if not isinstance(one.said, Problem):
            # A row of a form is here because somebody changed it.
            found.append((place, _read(line, text, one, line.number in echoes and line.part != OF_A_FORM)))
        # Text that a game read without a finding is a heading of its own: `Establishments:`.
        elif own(line.text) or (one.said is _NOTHING and line.text.rstrip().endswith(":")):
            found.append((place, Understood(number=line.number, text=text, fate=Fate.COURTESY)))
        else:
            said = Problem("not-understood", {"text": text}) if one.said is _NOTHING else one.said
            if has_bids and hangs_on_bids(line.text):
                said = Problem("bids-are-sealed", {"text": text})
            found.append((place, _unread(line, text, said, named, line.number in signing)))
    found.sort(key=_in_order)
    own_headings = {asked[one.number - 1][0] for one in silent if one.text.lower().startswith(_OF_A_GAME)}
    return _dated(game, state, seat, lines, _without_contrary(found), own_headings)


def _in_order(found: tuple[int, Understood]) -> tuple[int, int]:
    """By the numbers of lines, and then by places."""
    return found[1].number, found[0]


def _on_one_line(text: str) -> str:
    """A text without the signs at which a line ends."""
    return text if text.isprintable() else " ".join(text.splitlines())


_ASIDE = {"reason": "reason", "idle": _UNSAID, "told": "spoken", HEADED: HEADED}


def _without_contrary(found: Sequence[tuple[int, Understood]]) -> list[tuple[int, Understood]]:
    """`Draw two extra, not three`: the order is in force, so that only what it leaves out is named beside it."""
    denied = [at for at, (_, one) in enumerate(found) if one.why == "denied" and one.fate is Fate.NOT_ORDERED]
    if not denied:
        return list(found)
    done = list(found)
    gone: set[int] = set()
    for at in denied:
        place, one = found[at]
        beside = [
            other for other, (line, said) in enumerate(found)
            if line == place and said.fate is Fate.ORDER and said.text == one.text
        ]  # fmt: skip
        left_out = [limit.text for limit in limits(one.text)]
        if beside and left_out:
            order = found[beside[-1]][1]
            note = Problem("passed-over", {"text": left_out[-1]})
            done[beside[-1]] = (place, replace(order, notes=(*order.notes, note)))
            gone.add(at)
    return [pair for at, pair in enumerate(done) if at not in gone]


def _asked(line: OrderLine, read: Reads) -> Understood:
    """A line that was in press, or was changed within a quotation: an order is named, and counts when its writer says
    so; anything else is a quotation."""
    said = read(line.text)
    is_order = bool(said) and not any(isinstance(one.said, Problem) for one in said)
    one = Understood(number=line.number, text=line.text, fate=Fate.QUOTATION)
    return replace(one, fate=Fate.NOT_ORDERED, why="quotation") if is_order else one


def _dated(
    game: AnyGame,
    state: Any,
    seat: Seat,
    lines: Sequence[OrderLine],
    found: Sequence[tuple[int, Understood]],
    own_headings: Collection[int],
) -> tuple[Understood, ...]:
    """Headings of another window with orders for the open one below them are refused. If that window is still to come,
    or orders for the open one stand below its own heading, so are those orders, up to a heading of the open one: which
    was meant is for their writer to say.
    `own_headings`: those that the game knows as its own."""
    dating = [at for at, line in enumerate(lines) if _dates_in(line.text)]
    if not dating:
        return tuple([one for _, one in found])
    ordering = {*own_headings} | {at for at, one in found if one.fate in (Fate.ORDER, Fate.LATER) or one.why == "echo"}
    short = [at for at in dating if at not in ordering]
    names = _other_heading_of(game, state, seat) if short else None
    other = {place for place in short if names is not None and names(lines[place].text)}
    if not other:
        return tuple(one for _, one in found)
    window = game.window(state)
    title = window.title if window is not None else ""
    own = _heading_of(game, state, seat)
    heads = sorted(other | {place for place, line in enumerate(lines) if place not in ordering and own(line.text)})
    below = {at: max((head for head in heads if head < at), default=-1) for at in ordering}
    meant = {below[at] for at, one in found if one.fate is Fate.ORDER}
    is_headed = any(head in meant and head not in other and _dates_in(lines[head].text) for head in heads)

    def dated(place: int, one: Understood) -> Understood:
        if place in other:
            if place not in meant:
                return replace(one, fate=Fate.COURTESY, said=None, why="")
            return replace(one, fate=Fate.REFUSED, said=Problem(_OTHER, {"text": one.text, "window": title}), why="")
        head = below.get(place, -1)
        if one.fate is not Fate.ORDER or head not in other or lines[place].part == OF_A_FORM:
            return one
        if _is_past(lines[head].text, title) and not is_headed:
            return one
        facts = {"text": one.text, "heading": lines[head].text, "window": title, "suggestion": one.text}
        return replace(one, fate=Fate.REFUSED, said=Problem(_BELOW_OTHER, facts), notes=())

    return tuple(dated(place, one) for place, one in found)


def _aside(line: OrderLine) -> Understood:
    """Words that are known to order nothing, a heading of what is not meant, or a line that may stand below one."""
    if why := _ASIDE.get(line.aside):
        return Understood(number=line.number, text=line.text, fate=Fate.NOT_ORDERED, why=why, line=line.text)
    said = Problem("undone", {"text": line.below}) if line.aside == DOUBTED else None
    said = Problem("not-understood", {"text": line.text, "whole": True}) if line.aside == PLACED else said
    return Understood(number=line.number, text=line.text, fate=Fate.REFUSED if said else Fate.COURTESY, said=said)


def _in_jest(line: OrderLine, above: OrderLine | None) -> Understood:
    """A line in jest orders nothing. `Just kidding` alone may take back the line above it: its writer is asked."""
    one = Understood(number=line.number, text=line.text, fate=Fate.NOT_ORDERED, why="denied")
    if above is None or above.number + 1 < line.number or len(line.text.split()) > _SHORT_JEST:
        return one
    return replace(one, fate=Fate.REFUSED, said=Problem("correction-unclear", {"text": line.text}), why="")


_SHORT_JEST = 4
_TELLING = 3
"""Words that tell something; fewer may be a name."""


def _read(line: OrderLine, text: str, one: Line[Any], is_echo: bool) -> Understood:
    """A part of a line that is an order; one that was in a mail of ours is none, nor is what is put off."""
    if isinstance(one.said, Later) and put_off(_sentence_with(text, line.text)):
        return Understood(number=line.number, text=text, fate=Fate.NOT_ORDERED, why="doubted", line=line.text)
    fate = Fate.LATER if isinstance(one.said, Later) else Fate.NOT_ORDERED if is_echo else Fate.ORDER
    why = "echo" if fate is Fate.NOT_ORDERED else ""
    lasts = lasting(line.text)
    notes = (*one.notes, Problem("counts-once", {"text": lasts})) if lasts else one.notes
    return Understood(
        number=line.number, text=text, fate=fate, said=one.said, why=why, notes=notes, rest=one.rest, line=line.text
    )


def _unread(line: OrderLine, text: str, problem: Problem, named: Mentions, signs: bool) -> Understood:
    """A line that is no order: a courtesy, a name below the letter, something not ordered, or not understood."""
    one = Understood(number=line.number, text=text, fate=Fate.REFUSED, said=problem, line=line.text)
    if of_last_time(_sentence_with(text, line.text)):
        return replace(one, said=Problem("as-last-time", {"text": text}))
    whole = _sentence_with(text, line.text)
    said = polite(text, named(text, free_words(text))) if courtesy(text) is not None else None
    if said is not None and said.sure:
        return replace(one, fate=Fate.COURTESY, said=None)
    if problem.code in _SAID_SO:
        # The game has understood that it is none.
        fate, why = _SAID_SO[problem.code]
        how = _MEANT.get(str(problem.detail.get("why")), why) if fate is Fate.NOT_ORDERED else why
        if how == _UNSAID:
            meant = mood(whole)
            if said is not None and not meant:
                return replace(one, fate=Fate.COURTESY, said=None, why="unsure")
            if mood(text) == "corrected" and named(text, free_words(text)):
                # The order that it corrects would count as if nothing had been said.
                return replace(one, said=Problem("correction-unclear", {"text": text}))
            # A text that the game knows to order nothing, and whose words do not say why, tells something.
            how = meant if meant and meant != "corrected" else _UNSAID
        fate = Fate.QUESTION if how == "asked" else fate
        return replace(one, fate=fate, why=how, offered=_offered(whole))
    if problem.code.startswith(_AN_ORDER):
        return one
    title = signed_as(text) if signs and text == line.text and problem.code.startswith(_NOTHING_READ) else None
    if title is not None:
        # "Old Tom" may be more where Tom is a place; behind "of" any place may stand.
        is_known = all(mention.kind == "seat" for mention in named(title, free_words(title)))
        return replace(
            one, fate=Fate.SIGNATURE if is_known else Fate.COURTESY, said=None, why="" if is_known else "unsure"
        )
    if said is not None and amid(text) is None:
        return replace(one, fate=Fate.COURTESY, said=None, why="unsure")
    if text != line.text and _is_below_farewell(text, line.text, named):
        return replace(one, fate=Fate.SIGNATURE, said=None)
    # Of a line in pieces only what can be a name is one.
    signs = signs and is_name(text)
    mentions = named(text, free_words(text)) if signs else ()
    if signs and (len(text.split()) == 1 or all(mention.kind == "seat" for mention in mentions)):
        return replace(one, fate=Fate.SIGNATURE, said=None)
    meant, offered = mood(whole), _offered(whole)
    leads = text.rstrip().endswith(":") and leads_in(text)
    mentions = named(text, free_words(text))
    spoken_to = line.remark and courtesy(text.strip("()")) is not None and all(one.kind == "seat" for one in mentions)
    if (line.remark or leads) and not meant and (spoken_to or not mentions):
        return replace(one, fate=Fate.COURTESY, said=None, why="unsure")
    if meant == "asked":
        return replace(one, fate=Fate.QUESTION, why=meant, offered=offered)
    if meant in ("denied", "doubted", "spoken") or offered:
        return replace(one, fate=Fate.NOT_ORDERED, why=meant, offered=offered)
    if (not mentions and (mood(line.text) or chats(whole)) and _is_told(text)) or (
        not meant and judged(whole) and not any(mention.kind == "ordering" for mention in mentions)
    ):
        return replace(one, fate=Fate.NOT_ORDERED, why=_UNSAID)
    return one


def _is_below_farewell(text: str, line: str, named: Mentions) -> bool:
    """`Faithfully, J. Johnson`: whether a piece is the name behind a farewell, and names nobody else's."""
    farewell = polite(line, ())
    is_farewell = farewell is not None and farewell.kind == "farewell" and farewell.sure
    return is_farewell and is_name(text) and all(one.kind == "seat" for one in named(text, free_words(text)))


def _is_told(text: str) -> bool:
    """Whether words that name nothing are talk, where the words beside them are."""
    is_short = len(text.split()) < _TELLING
    return not (is_short or is_name(text) or any(map(str.isdigit, text)) or points(text) or orders_pieces(text, True))


def _sentence_with(part: str, line: str) -> str:
    """The sentence around a part of a line, or the part of it up to a semicolon: its mood is none of others."""
    if part == line:
        return line
    parts = [one for sentence in sentences(line) for one in (*sentence.split(";"), sentence)]
    return next((one for one in parts if part.strip(" ;") in one), line)


def _offered(text: str) -> str:
    """The command that prose seems to be meant for; "" where it seems to be for none."""
    said, command = offer(text), amid(text)
    return said or (command.text if command is not None else "")


def _heading_of(game: AnyGame, state: Any, seat: Seat) -> Callable[[str], bool]:
    """Whether a line is a heading of the writer's own orders: their seat, the open window, the word orders, or some of
    them. One that names another seat or window is none."""
    window = game.window(state)
    dated, begins = _headings_of(window.title, window.kind) if window is not None else _headings_of("", "")

    def is_heading(text: str) -> bool:
        words = _words_of(text)
        left = [word for word in words if word not in _OF_HEADINGS and dated.isdisjoint((word, f"{word}s"))]
        left = [word for word in left if word.removesuffix("s") not in dated and word.removesuffix("ing") not in dated]
        if left:
            return seats_of(game).matches(" ".join(left)) == (seat,)
        # A number alone, or the name of what is asked for (`bid 3`), may be meant as an order.
        # `BUILDING`, `Raids` name a part of a letter as `Raids:` does.
        is_headed = text.rstrip().endswith(":") or (text[:1].isupper() and words[-1].endswith(("s", "ing")))
        return not begins.isdisjoint(words) or (is_headed and not any(map(str.isdigit, words)))

    return lambda text: len(text) <= LONGEST_HEADING and is_heading(text)


@lru_cache(maxsize=256)
def _headings_of(title: str, kind: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words by which a window may be named, and those that a heading of its own has at least one of."""
    titled, called = folded(title).split(), folded(kind).split()
    codes = _codes(titled, called)
    dated = frozenset((*titled, *called, *codes, *_short_years(titled)))
    return dated, frozenset((*titled[:1], *codes, "orders", "order", "moves"))


def _other_heading_of(game: AnyGame, state: Any, seat: Seat) -> Callable[[str], bool]:
    """Whether a line is a heading of the writer's own orders for another window, by its season or by its number."""
    seats = seats_of(game)
    window = game.window(state)
    title = {_SEASONS.get(word, word) for word in folded(window.title if window is not None else "").split()}
    title |= {*_short_years(title)}

    def is_other(text: str) -> bool:
        words = [_SEASONS.get(word, word) for word in _words_of(text)]
        dates = _dates_in(text)
        left = [word for word in words if word not in (*_OF_HEADINGS, *_DATING, *dates) and word not in title]
        if not dates or (len(words) == 1 and words[0].isdigit()) or not (title & _DATED_BY):
            return False
        left = [word for word in left if word not in _LEADING_TO] if text.rstrip().endswith(":") else left
        is_whose = bool(left) and seats.matches(" ".join(left)) == (seat,)
        skipped = left if is_whose else _OF_HEADINGS
        begins = next((word for word in words if word not in skipped), "")
        begins = dates[0] if text.rstrip().endswith(":") and not left else begins
        is_heading = (begins == dates[0] and begins in _SEASONS) or not _DATING.isdisjoint(words)
        return is_heading and (not left or is_whose) and not set(dates) <= title

    return is_other


@of_lines
def _dates_in(text: str) -> tuple[str, ...]:
    """The seasons and numbers of a line that is short enough for a heading."""
    words = (_SEASONS.get(word, word) for word in _words_of(text)) if len(text) <= LONGEST_HEADING else ()
    return tuple(word for word in words if word in _SEASONS or (word.isdigit() and len(word) < 5))


def _is_past(text: str, title: str) -> bool:
    """Whether a heading is of a window before the one of this title: nothing can be kept for it."""
    (year, season), (now, of_now) = _date(_words_of(text)), _date(_words_of(title))
    if year is None or now is None:
        return False
    year, now = (year, now) if year > MOST_SHORT else (year % 100, now % 100)
    return year < now or (year == now and season is not None and of_now is not None and season < of_now)


def _date(words: Sequence[str]) -> tuple[int | None, int | None]:
    """The year, or the number, that words say, and the season by its place in a year."""
    ranks = list(dict.fromkeys(_SEASONS.values()))
    year = next((int(word) for word in words if word.isdigit() and len(word) < 5), None)
    return year, next((ranks.index(_SEASONS[word]) for word in words if word in _SEASONS), None)


_SEASONS = {"spring": "spring", "summer": "summer", "fall": "fall", "autumn": "fall", "winter": "winter"}
_DATING = frozenset("turn year round season phase window movement moves retreats adjustments branding orders".split())
_LEADING_TO = frozenset(
    "plan plans planned idea ideas later then what i do want will to next coming the come comes when once and".split()
)
_DATED_BY = frozenset({*_SEASONS.values(), "turn"})
_OF_A_GAME = ("phase ", "window ")
"""With these may begin a heading of a game's own (`Window 6:` in Hell on Wheels)."""
_OTHER = "heading-of-another-window"
_BELOW_OTHER = "below-another-heading"
_OF_HEADINGS = frozenset(
    "ranch player orders order moves unit units piece pieces action list lists for of the my our are here in from as "
    "this phase season".split()
)
"""The other words of a heading."""


@of_lines
def _words_of(text: str) -> tuple[str, ...]:
    """`Germany's orders` in words: an apostrophe ends the name. `T U R K E Y` is one word."""
    words = folded(plain(text).replace("'s ", " ")).split()
    is_spaced = len(words) > 2 and all(len(word) == 1 and word.isalpha() for word in words)
    return ("".join(words),) if is_spaced else tuple(words)


def _short_years(title: Collection[str]) -> list[str]:
    """`'02` for 1902."""
    return [word[-2:] for word in title if word.isdigit() and len(word) == 4]


def _codes(title: Sequence[str], kind: Sequence[str]) -> tuple[str, ...]:
    """How players shorten the title of a window: `S1901`, `S01M`, `S01`, `01`."""
    season = next((word[0] for word in title if word.isalpha()), "")
    year = next((word for word in title if word.isdigit()), "")
    codes = [f"{season}{one}{end}" for one in (year, year[-2:]) for end in ("", *(word[:1] for word in kind)) if one]
    return tuple(codes)


__all__ = ["Understood", "refused", "understood"]
