"""Phrasebooks: the words of another language as the grammar's own, so that one grammar reads them all.

A line is put into the grammar's words before it is read: names by their local names, phrases by phrases, the longest
first. Words that the book does not know stay as they were written. Where each word came from is kept, so that an answer
can quote the letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from itertools import takewhile
from weakref import WeakKeyDictionary

from judge.adjudicator.protocol import AnyGame
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import Memory
from judge.grammar.phrase_words import Token, Words, filled, folded_words, tokens_of
from judge.grammar.text import folded, plain

HOLE = "…"
LONGEST = 400
MOST_KEPT = 2_000
"""Lines whose turning is remembered."""
LEAST_BEGINNING = 3
"""Letters of the beginning of a local name."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_JOINS = ("and", "or", "else", "then", "supported by")
_WHERE = ("in", "at", "from", "of")
_ENDS = frozenset(",;:.!?()")


@dataclass(frozen=True, slots=True)
class Turned:
    """A line in the grammar's words. `parts`: each stretch of it with the stretch of the letter that it came from."""

    text: str
    written: str
    parts: tuple[tuple[int, int, int, int], ...]

    def back(self, said: str) -> str:
        """A stretch of the line as the letter has it; itself where it is none."""
        start = self.text.find(said)
        if not said or start < 0:
            return said
        stop = start + len(said)
        within = [part for part in self.parts if part[0] < stop and part[1] > start]
        return self.written[within[0][2] : within[-1][3]] if within else said


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words of the letter, by number, and what is said in their place; before the first, if the last is before it."""

    first: int
    last: int
    said: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Phrasebook:
    """One language. `orders` and `names`: by game, `""` for all games; local words with the grammar's.

    `commands`: lines with holes, `presse an …` with `press to …`. `titles`: parts of the titles of windows.
    """

    code: str
    name: str
    calls: frozenset[str]
    """Other names of the language."""
    common: frozenset[str]
    """Its most common words, by which a letter in it is known."""
    articles: frozenset[str] = frozenset()
    toward: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By game: words that are `to` between two names, else `in`: `Paris en Bourgogne`, `une flotte à Brest`."""
    seasons: Mapping[str, str] = field(default_factory=dict)
    """Letters before a year: `F1901` is Frühjahr 1901."""
    commands: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    windows: Mapping[Words, str] = field(default_factory=dict)
    """Every local word for a part of a window's title, with the grammar's."""
    orders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, Words]] = field(default_factory=dict)
    spelled: Words = ()
    first: str = ""
    """The first day of a month, where it is no `1`: `1er décembre`."""
    expected: Mapping[str, str] = field(default_factory=dict)
    """Words that a grammar allows somewhere (`a space`), where they are no words of an order."""
    joined: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """A word and a name, both in small letters, with what is written for them: `en Bourgogne` for à and Bourgogne."""
    _tables: WeakKeyDictionary[AnyGame, _Table] = field(default_factory=WeakKeyDictionary, repr=False)

    def turned(self, game: AnyGame, text: str) -> Turned | None:
        """A line of orders in the grammar's words; None where that changes nothing."""
        if len(text) > LONGEST:
            return None
        table = self._tables.get(game)
        if table is None:
            table = self._tables[game] = _Table.of(self, game)
        return table.turned(plain(text))

    def name_of(self, game: str, name: str) -> str:
        """The local name for a name; itself where there is none."""
        local = self.names.get(game, {}).get(name)
        return local[0] if local else name

    def titled(self, title: str) -> str:
        """The title of a window, or of a report."""
        if whole := self._title_of(title):
            return whole
        parts: list[str] = []
        words = title.split(" ")
        place = 0
        while place < len(words):
            for length in range(min(4, len(words) - place), 0, -1):
                said = " ".join(words[place : place + length])
                bare = said.rstrip(",:")
                if local := self._title_of(bare):
                    parts.append(local + said[len(bare) :])
                    place += length
                    break
            else:
                parts.append(words[place])
                place += 1
        return " ".join(parts)

    def _title_of(self, said: str) -> str | None:
        """A kind of window (`pay-and-bids`) is written as its title is."""
        return self.titles.get(said) or self._titles_by_fold.get(folded_words(said))

    @cached_property
    def _titles_by_fold(self) -> Mapping[Words, str]:
        return {folded_words(one): said for one, said in self.titles.items()}

    def in_english(self, title: str) -> str:
        """The grammar's words for a window that somebody named in local ones: `Rückzüge Herbst 1901`."""
        words = [word for word in folded_words(title) if word not in self.articles]
        said: list[str] = []
        while words:
            length = next((count for count in (3, 2, 1) if tuple(words[:count]) in self.windows), 0)
            said.append(self.windows[tuple(words[:length])] if length else words[0])
            del words[: max(length, 1)]
        return " ".join(said)

    def command(self, line: str) -> str | None:
        """A line that is a command in this language, in the grammar's words."""
        if len(line) > LONGEST:
            return None
        # Most lines are orders: no more than their first word is looked at.
        rows = self._by_first.get(next((word.fold for word in tokens_of(line) if word.fold), ""))
        words = list(tokens_of(line)) if rows else []
        for pattern, said in rows or ():
            blanks = filled(pattern, words, line)
            if blanks is not None:
                for one in blanks:
                    said = said.replace(HOLE, one, 1)
                return said
        return None

    def commanded(self, line: str) -> str:
        """A command in capitals (`VOTE CONCEDE Turkey`) in this language's words; other lines stay as they are."""
        words = [word for word in tokens_of(line) if not word.sign]
        found = [(*one, holes) for one in self._by_own if (holes := filled(one[0], words, line)) is not None]
        if found:
            local, holes = max(found, key=lambda row: sum(map(len, row[0])))[1:]
            said = HOLE.join(part.upper() for part in local.split(HOLE))
            for hole in holes:
                said = said.replace(HOLE, hole, 1)
            return said
        # The verb alone: the local words that all commands with it begin with.
        verb = folded_words(line)
        locals_ = [local.partition(HOLE)[0].split() for own, local in self._by_own if own[0][: len(verb)] == verb]
        shared = takewhile(lambda words: len(set(words)) == 1, zip(*locals_, strict=False))
        return " ".join(words[0] for words in shared).upper() or line

    @cached_property
    def _by_own(self) -> Sequence[tuple[Sequence[Words], str]]:
        """The grammar's commands, each with the first of the local ones."""
        first: dict[str, str] = {}
        for local, own in self.commands.items():
            first.setdefault(own, local)
        return [([folded_words(part) for part in own.split(HOLE)], local) for own, local in first.items()]

    @cached_property
    def _by_first(self) -> Mapping[str, Sequence[tuple[Sequence[Words], str]]]:
        """Commands by their first words, the longest first."""
        found: dict[str, list[tuple[Sequence[Words], str]]] = {}
        for written, said in self.commands.items():
            for spelling in _spellings(written):
                parts = [folded_words(part) for part in spelling.split(HOLE)]
                found.setdefault(parts[0][0], []).append((parts, said))
        for rows in found.values():
            rows.sort(key=lambda row: -sum(map(len, row[0])))
        return found

    def hits(self, text: str) -> int:
        """How many words of a text are among the commonest of this language."""
        return sum(word in self.common for word in folded_words(text))


@dataclass(frozen=True, slots=True)
class _Table:
    """The words that one game's players may write. `known`: the grammar's own names, which stay as they are."""

    phrases: Mapping[Words, str]
    names: Mapping[Words, str]
    known: frozenset[Words]
    around: Sequence[tuple[Words, Words, str]]
    """Phrases with other words between: `zieht … zurück`."""
    articles: frozenset[str]
    _: KW_ONLY
    toward: frozenset[str]
    seasons: Mapping[str, str]
    begun: frozenset[Words]
    """Every beginning of a phrase or a name, so that a run of words that begins none is not looked at further."""
    first: frozenset[str]
    """The words that something to be turned begins with; empty: any word may."""
    made: Memory[str, tuple[Turned | None]] = field(default_factory=lambda: Memory(MOST_KEPT))

    @classmethod
    def of(cls, book: Phrasebook, game: AnyGame) -> _Table:
        """The words of one game."""
        lexicon_words = [names for one in game.lexicons for key, names in _written(one)]
        known = {folded_words(one) for one in (*game.names, *game.names.values())}
        known |= {folded_words(one) for seat in game.seats for one in (seat.id, seat.name, *seat.aliases)}
        known |= {folded_words(one) for names in lexicon_words for one in names}
        phrases: dict[Words, str] = {}
        around: list[tuple[Words, Words, str]] = []
        for section in ("", game.key):
            for written, said in book.orders.get(section, {}).items():
                for spelling in _spellings(written):
                    first, hole, last = spelling.partition(HOLE)
                    if hole:
                        around.append((folded_words(first), folded_words(last), said))
                    else:
                        phrases[folded_words(spelling)] = said
        names = {
            folded_words(spelling): name
            for name, local in book.names.get(game.key, {}).items()
            for one in local
            for spelling in _spellings(one)
        }
        around.sort(key=lambda row: -len(row[0]) - len(row[1]))
        begun = frozenset(run[:count] for run in (*phrases, *names, *known) for count in range(1, len(run) + 1))
        heads = frozenset(run[0] for run in (*phrases, *(first for first, _, _ in around)) if run)
        begins = frozenset() if names or book.articles else heads
        return cls(
            phrases,
            names,
            frozenset(known - {()}),
            tuple(around),
            book.articles,
            toward=book.toward.get(game.key, frozenset()),
            seasons=book.seasons,
            begun=begun,
            first=begins,
        )

    def turned(self, text: str) -> Turned | None:
        known = self.made.get(text)
        return known[0] if known is not None else self.made.keep(text, (self._turned(text),))[0]

    def _turned(self, text: str) -> Turned | None:
        words = list(tokens_of(text))
        if self.first and not any(word.fold in self.first for word in words):
            return None
        pieces = list(self._pieces(words, self._around(words)))
        made: list[str] = []
        parts: list[tuple[int, int, int, int]] = []
        length, before = 0, 0
        for piece in pieces:
            start = words[piece.first].start
            end = words[piece.last].end if piece.last >= piece.first else start
            said = text[start:end] if piece.said == HOLE else piece.said
            if said:
                gap = " " if made and (start > before or text[before:start].isspace()) else ""
                made += [gap, said]
                parts.append((length + len(gap), length + len(gap) + len(said), start, end))
                length += len(gap) + len(said)
                before = end if end > start else -1
        done = "".join(made)
        return None if folded(done) == folded(text) else Turned(done, text, tuple(parts))

    def _pieces(self, words: Sequence[Token], set_before: dict[int, tuple[int, str]]) -> Iterator[_Piece]:
        place = length = 0
        while place < len(words):
            if place in set_before:
                # A verb from the end stands before words that are still to be read.
                length, said = set_before[place] if set_before[place][0] else set_before.pop(place)
            elif words[place].fold in self.toward and self._is_between_names(words, place, length):
                length, said = 1, "to"
            else:
                length, said = self._at(words, place, frozenset(set_before))
            yield _Piece(place, place + length - 1, said)
            place += length

    def _at(self, words: Sequence[Token], place: int, taken: frozenset[int]) -> tuple[int, str]:
        """The longest thing that begins here; a name goes before a phrase. HOLE: as it is written."""
        if words[place].sign:
            return 1, HOLE
        if (words[place].is_elided and self.articles) or (
            words[place].fold in self.articles and self._is_name(words, place + 1)
        ):
            return 1, ""
        run: list[str] = []
        best: tuple[int, str] = (1, HOLE)
        is_whole = True
        for number in range(place, len(words)):
            if number in taken or (words[number].sign and not _is_glue(words, number)):
                # A comma within a phrase: `bleibt, wo es ist`.
                if number in taken or words[number].sign != "," or number + 1 == len(words):
                    break
                is_whole = False
            if words[number].sign:
                continue
            run.append(words[number].fold)
            said = tuple(run)
            if said not in self.begun:
                break
            length = number - place + 1
            if said in self.known and is_whole:
                best = (length, HOLE)
            elif said in self.names and is_whole:
                best = (length, self.names[said])
            elif said in self.phrases:
                best = (length, self.phrases[said])
        if best == (1, HOLE) and (words[place].fold,) not in self.known:
            if words[place].fold in self.articles:
                return 1, self._article(words, place + 1)
            return 1, self._begun(words[place].fold) or self._dated(words[place].fold) or HOLE
        return best

    def _is_between_names(self, words: Sequence[Token], place: int, length: int) -> bool:
        """Whether a name of so many words ends before this word, and another begins behind it."""
        behind = place + 1
        behind += behind < len(words) and (words[behind].is_elided or words[behind].fold in self.articles)
        if not place or not self._is_name(words, place - length) or not self._is_name(words, behind):
            return False
        # `une flotte à Brest`: the names of kinds have no capital.
        return not self._at(words, place - length, frozenset())[1][:1].islower()

    def _is_name(self, words: Sequence[Token], place: int) -> bool:
        """Whether this is a name, or how a local one begins."""
        if place >= len(words) or not words[place].fold:
            return False
        length, said = self._at(words, place, frozenset())
        run = tuple(word.fold for word in words[place : place + length] if word.fold)
        return run in self.known or run in self.names or said in self.names.values()

    def _begun(self, fold: str) -> str:
        """The one name whose local name begins so, where no name of the grammar's own does."""
        if (
            not self.names
            or len(fold) < LEAST_BEGINNING
            or fold in self.articles
            or any(words[0].startswith(fold) for words in self.known)
        ):
            return ""
        found = {name for words, name in self.names.items() if " ".join(words).startswith(fold)}
        return found.pop() if len(found) == 1 else ""

    def _article(self, words: Sequence[Token], place: int) -> str:
        """An article before a word that is no name: `die Flotten`, `die in Smyrna`."""
        said = self.phrases.get((words[place].fold,), "") if place < len(words) else ""
        if said in _WHERE and self._is_name(words, place + 1):
            return "the one"
        return "the" if self._is_thing(said) else HOLE

    def _is_thing(self, said: str) -> bool:
        """Whether words of the grammar's own are a name, or several of that name: `fleets`, `armies`."""
        one = f"{said[:-3]}y" if said.endswith("ies") else said.removesuffix("s")
        return bool(said) and (one in self.names.values() or (one,) in self.known)

    def _dated(self, fold: str) -> str:
        """A season and its year, where a word is the letter of one with a year of four figures."""
        season, year = self.seasons.get(fold[:1], ""), fold[1:]
        return f"{season} {year}" if season and len(year) == 4 and year.isdigit() else ""

    def _ends(self, words: Sequence[Token], place: int) -> bool:
        """Whether a clause ends before this word: the second part of a phrase is its last word."""
        return place >= len(words) or words[place].sign in _ENDS or self.phrases.get((words[place].fold,)) in _JOINS

    def _is_one_phrase(self, folds: Sequence[str], place: int, end: int) -> bool:
        """Whether the words up to an end are one phrase that begins here or a little before: `sonst bleibt alles
        stehen`, with `bleibt … stehen` in it."""
        return any(tuple(folds[start:end]) in self.phrases for start in range(max(place - 2, 0), place + 1))

    def _around(self, words: Sequence[Token]) -> dict[int, tuple[int, str]]:
        """Phrases in two parts within one clause: the first becomes the phrase, the second falls away. Without a first
        part, the phrase comes to the beginning of its clause: `12 auf Saloon bieten`."""
        found: dict[int, tuple[int, str]] = {}
        folds = [word.fold for word in words]
        for first, last, said in self.around:
            for place in range(len(words) - len(first)):
                if place in found or tuple(folds[place : place + len(first)]) != first:
                    continue
                if not first and place and words[place - 1].sign not in _ENDS:
                    continue
                stop = _clause_end(words, place)
                behind = next(
                    (
                        at
                        for at in range(stop - len(last), place + len(first) - 1, -1)
                        if tuple(folds[at : at + len(last)]) == last
                        and at not in found
                        and self._ends(words, at + len(last))
                    ),
                    None,
                )
                if behind is None or self._is_one_phrase(folds, place, behind + len(last)):
                    continue
                if place + self._at(words, place, frozenset())[0] <= behind:
                    found[place] = (len(first), said)
                    found[behind] = (len(last), "")
        return found


def _is_glue(words: Sequence[Token], number: int) -> bool:
    """A sign within a name: `St. Petersburg`, `Nord-Atlantik`."""
    return words[number].sign == "." or (
        words[number].sign in "-'" and 0 < number < len(words) - 1
        and words[number - 1].end == words[number].start and words[number].end == words[number + 1].start
    )  # fmt: skip


def _clause_end(words: Sequence[Token], place: int) -> int:
    """Where the clause ends that goes on here."""
    return next((at for at in range(place, len(words)) if words[at].sign in _ENDS), len(words))


def _spellings(written: str) -> tuple[str, ...]:
    """As it is written, and with its umlauts spelled out: `hält`, `haelt`."""
    return tuple(dict.fromkeys((written, written.translate(_SPELLED_OUT))))


def _written(lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, names in lexicon.words.items():
        yield key, (key, *names)


__all__ = ["HOLE", "Phrasebook", "Turned"]
