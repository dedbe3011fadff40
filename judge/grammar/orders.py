"""Orders to pieces on a map, as people write them: text to `Phrase`, for every game with Diplomacy's kind of order.

A line goes three steps. *Marking*: names of places and nationalities, in any spelling the board's lexicon knows, are
found and replaced by signs; a run of words that is no name and no word of the grammar stands for a name not
understood. *Cutting*: several orders on one line are told apart, so that one bad order spoils no other. *Shape*: what
is left is read by a `.lark` grammar, once for each shape ever met. Nothing here knows a position: which of several
provinces is meant, and whether an order makes sense, is for the game.

A game brings its own lexicons and may bring a grammar that imports `diplomacy.lark` and adds to it: every rule that
`Tongue` does not know by name becomes a Phrase whose verb is the rule's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import PatternRE, PatternStr

from judge.adjudicator.protocol import Problem
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import folded, plain

DIPLOMACY = __file__.rpartition("/")[0] + "/diplomacy.lark"

MOST_KEPT = 50_000
"""Lines, and shapes, whose reading is remembered."""


@dataclass(frozen=True, slots=True)
class Named:
    """A place as it was written: what it may mean (nothing, when no such name is known) and the coast said with it."""

    text: str
    choices: tuple[str, ...]
    coast: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as it was written: the word for its kind, its nationality (a seat's id) and its place, each if said."""

    place: Named
    kind: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One order's shape. `verb` is the grammar's rule; `pieces` and `places` stand in the order they were written.

    `words`: the plain words that matter (`via`, `disband`, `remove`, a number), lower case.
    """

    verb: str
    pieces: tuple[Piece, ...] = ()
    places: tuple[Named, ...] = ()
    words: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A piece of a line that has no order's shape, with the first word that does not fit."""

    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class _Mark:
    """One sign of a marked line and the stretch of the line it stands for."""

    sign: str
    start: int
    end: int
    named: Named | None = None
    owner: str = ""


_WORD = re.compile(r"[^\W_][\w']*|[^\w\s]", re.UNICODE)
_COAST = re.compile(
    r"""\s*[/.\-(\s]\s*\(?\s*(?:
        (?P<short>[nsew])\s*\.?\s*c(?:st|oast)?s?\b\.?
      | (?P<long>north|south|east|west)(?:ern)?[\s-]*(?:coast|c\b\.?)
      | (?P<alone>[nsew])(?=\s*\))
      | (?<=/)(?P<slash>[nsew])\b
    )\s*\)?""",
    re.IGNORECASE | re.VERBOSE,
)
_GLUE = re.compile(r"(?:\. ?| |-)?")
_SPACE = re.compile(r"\.? ?")
_FILLER = frozenset({"the", "an", "my", "please", "unit", "units", "order", "orders", "of", "and", "its", "their"})


class Tongue:
    """How orders are said on one board: its places, its nationalities and the grammar of its orders."""

    def __init__(self, places: Lexicon, owners: Lexicon, grammar: str = DIPLOMACY) -> None:
        self.places = places
        self.owners = owners
        self._lark = Lark.open(grammar, parser="lalr", maybe_placeholders=False, propagate_positions=False)
        self._words = _keywords(self._lark)
        self._spelled, self._longest = _spellings(places)
        self._nations, _ = _spellings(owners)
        self._lines: dict[str, tuple[Phrase | Unclear, ...]] = {}
        self._shapes: dict[str, Tree[Token] | str] = {}

    def read(self, line: str) -> tuple[Phrase | Unclear, ...]:
        """The orders of one line. Remembered: the same line is read once."""
        known = self._lines.get(line)
        if known is None:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            known = self._lines[line] = tuple(self._read(line))
        return known

    def place(self, text: str) -> Named | None:
        """A text that is one place and nothing else, with or without a coast."""
        marks = self._marked(plain(text))
        return marks[0].named if len(marks) == 1 else None

    def unknown(self, named: Named) -> Problem:
        """Why a place was not understood, with the names nearest to it."""
        return _unknown(self.places, named.text, named.choices)

    def _read(self, line: str) -> Iterator[Phrase | Unclear]:
        line = plain(line)
        found: list[Phrase | Unclear] = []
        for part in self._cut(self._marked(line)):
            phrase = self._phrase(part, line[part[0].start : part[-1].end].strip(" .,;"))
            before = found[-1] if found else None
            if isinstance(phrase, Phrase) and isinstance(before, Phrase) and phrase.verb == "bare":
                # "Build A Par, F Bre": the verb stands once for both.
                if before.verb in ("build", "disband") and before.pieces:
                    phrase = replace(phrase, verb=before.verb, words=before.words)
            found.append(phrase)
        if len(found) > 1 and all(map(_says_nothing, found)):
            return iter((Unclear(line.strip(" .,;")),))
        return iter(found)

    # Marking

    def _marked(self, line: str) -> list[_Mark]:
        """The line as signs: `@` with what it may mean, `%`, `/nc`, words of the grammar, and punctuation."""
        words = [(found.start(), found.end(), found[0]) for found in _WORD.finditer(line)]
        folds = [folded(word) for _, _, word in words]
        marks: list[_Mark] = []
        number = 0
        while number < len(words):
            start, end, word = words[number]
            if not folds[number]:
                if word == ":" and marks and marks[-1].sign not in "@%" and self._classes(marks[-1].sign):
                    number += 1  # "Builds: A Par, F Bre"
                    continue
                # The signs that stand for names are nobody's to write.
                marks.append(_Mark("?" if word in "@%" else word, start, end))
                number += 1
                continue
            mark, number = self._mark(line, words, folds, number, marks)
            if mark is None:
                continue
            if self._is(mark.sign, "KIND") and marks and marks[-1].sign == "a":
                marks.pop()  # "build a fleet": the article is no army
            marks.append(mark)
            if mark.named is not None:
                coast = _COAST.match(line, mark.end)
                if coast and self._is_coast(line, coast, mark):
                    said = (coast["short"] or coast["long"] or coast["alone"] or coast["slash"])[0].lower() + "c"
                    marks[-1] = replace(mark, named=replace(mark.named, coast=said.upper()), end=coast.end())
                    while number < len(words) and words[number][0] < coast.end():
                        number += 1
        return marks

    def _is_coast(self, line: str, coast: re.Match[str], mark: _Mark) -> bool:
        """`Spa - N Coast` is a coast, `Par - Eng Ch` and `Lon C A ...` are not: a bare letter C needs its N."""
        said = coast[0]
        return not (coast["short"] and re.search(r"[nsew]\s+c$", said, re.IGNORECASE) and "(" not in said)

    def _mark(
        self, line: str, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int, marks: list[_Mark]
    ) -> tuple[_Mark | None, int]:
        """The sign for the words from `number` on, and the number of the word after them."""
        start, end, word = words[number]
        nation = self._nation(words, folds, number, marks)
        if nation is not None:
            return nation
        length, choices = self._spelling(line, words, folds, number)
        if length:
            last = number + length
            if not self._goes_on(line, words, folds, last):
                end = words[last - 1][1]
                return _Mark("@", start, end, Named(line[start:end], choices)), last
        elif self._phrase_word(line, words, folds, number):
            span = self._phrase_word(line, words, folds, number)
            said = " ".join(folds[number : number + span])
            return _Mark(said, start, words[number + span - 1][1]), number + span
        elif folds[number] in _FILLER:
            return (_Mark(",", start, end) if folds[number] == "and" else None), number + 1
        elif word.isdigit():
            return _Mark(word, start, end), number + 1
        last = number + 1
        while last < len(words) and self._continues(line, words, folds, last, known=False):
            last += 1
        end = words[last - 1][1]
        text = line[start:end]
        return _Mark("@", start, end, Named(text, self.places.matches(text) if len(text) < 40 else ())), last

    def _nation(
        self, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int, marks: list[_Mark]
    ) -> tuple[_Mark, int] | None:
        """A nationality. A word that is a place as well (`Eng`) is one only before a kind of unit, never after one."""
        for length in (3, 2, 1):
            said = tuple(folds[number : number + length])
            if len(said) < length or not all(said):
                continue
            owners = self._nations.get(said) or self._nations.get((*said[:-1], said[-1].removesuffix("s")))
            if not owners or len(owners) > 1:
                continue
            after = number + length
            if said in self._spelled or any((*said, *folds[after : after + more]) in self._spelled for more in (1, 2)):
                kind = after < len(words) and self._is(folds[after], "KIND")
                if not kind or (marks and self._is(marks[-1].sign, "KIND")) or said not in self._spelled:
                    continue
                if after + 1 >= len(words) or not (folds[after + 1] or words[after + 1][2] == "("):
                    continue
                if marks and not (marks[-1].sign in ",;.:" or self._is(marks[-1].sign, "_SUPPORT", "_CONVOY")):
                    continue
            return _Mark("%", words[number][0], words[after - 1][1], owner=owners[0]), after
        return None

    def _spelling(
        self, line: str, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int
    ) -> tuple[int, tuple[str, ...]]:
        """The longest known name that begins here: how many words it has, and what it may mean."""
        most = 0
        for length in range(1, min(self._longest, len(words) - number) + 1):
            if length > 1:
                gap = line[words[number + length - 2][1] : words[number + length - 1][0]]
                if not folds[number + length - 1]:
                    # A dot or hyphen inside a name is a word of its own; names never begin or end with one.
                    if words[number + length - 1][2] not in ".-" or gap:
                        break
                    continue
                if not _GLUE.fullmatch(gap):
                    break
            said = tuple(fold for fold in folds[number : number + length] if fold)
            if said in self._spelled and folds[number + length - 1]:
                most = length
        if not most:
            return 0, ()
        said = tuple(fold for fold in folds[number : number + most] if fold)
        return most, self._spelled[said]

    def _goes_on(self, line: str, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int) -> bool:
        """After a known name comes a word that belongs to nothing: the name was only the beginning of another."""
        return number < len(words) and self._continues(line, words, folds, number)

    def _continues(
        self,
        line: str,
        words: Sequence[tuple[int, int, str]],
        folds: Sequence[str],
        number: int,
        known: bool = True,
    ) -> bool:
        """Whether a word is one more of a name not known: no sign, no number, no word with a meaning of its own.

        After a name that is `known` another known one is a name of its own (`Bel Hol`).
        """
        fold = folds[number]
        if words[number][2] == "." and number + 1 < len(words):
            return words[number][0] == words[number - 1][1] and self._continues(line, words, folds, number + 1, known)
        if not fold or fold.isdigit() or (fold in _FILLER and fold != "of"):
            return False
        gap = line[words[number - 1][1] : words[number][0]]
        if not _SPACE.fullmatch(gap) or _COAST.match(line, words[number - 1][1]):
            return False
        if self._phrase_word(line, words, folds, number):
            return False
        if known and self._spelling(line, words, folds, number)[0]:
            return False
        return self._nations.get((fold,)) is None

    def _phrase_word(self, line: str, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int) -> int:
        """How many words from here make one word of the grammar (`via convoy`: two); 0 when they make none."""
        for length in (2, 1):
            said = folds[number : number + length]
            if len(said) == length and all(said) and self._classes(" ".join(said)):
                return length
        return 0

    def _classes(self, sign: str) -> frozenset[str]:
        """The terminals of the grammar that a word can be."""
        return _classes(self._words, sign)

    def _is(self, sign: str, *names: str) -> bool:
        return not self._classes(sign).isdisjoint(names)

    # Cutting

    def _cut(self, marks: list[_Mark]) -> Iterator[list[_Mark]]:
        """The orders of a line: at `;` and full stops, at a comma before a new order, and where a new unit begins."""
        part: list[_Mark] = []
        for number, mark in enumerate(marks):
            before = part[-1].sign if part else ""
            if mark.sign in ";.!?" or (mark.sign in ",&" and self._begins(marks, number + 1)):
                if part and not (mark.sign == "." and len(before) == 1 and before not in "@%"):
                    yield part
                    part = []
                continue
            if part and self._ends(part) and self._begins(marks, number, self._is_bare(part)):
                yield part
                part = []
            if mark.sign == "&":
                mark = replace(mark, sign=",")
            part.append(mark)
        if part:
            yield part

    def _is_bare(self, part: list[_Mark]) -> bool:
        """A unit of which nothing is said yet: a word that could begin an order still belongs to it."""
        return not any(mark.sign not in "@%(:)." and not self._is(mark.sign, "KIND", "_IN") for mark in part)

    def _begins(self, marks: list[_Mark], number: int, bare: bool = False) -> bool:
        """A unit with its kind or nationality, or a word that puts or takes a unit, begins a new order here."""
        if number >= len(marks):
            return True
        sign = marks[number].sign
        if sign in "%" and sign:
            return True
        if self._is(sign, "KIND"):
            rest = [mark.sign for mark in marks[number + 1 : number + 4] if mark.sign not in "(."]
            return bool(rest) and (rest[0] in ("@", "%") or self._is(rest[0], "_IN"))
        if self._is(sign, "WAIVE"):
            return True
        if self._is(sign, "_BUILD", "DISBAND", "REMOVE", "_RETREAT"):
            rest = [mark.sign for mark in marks[number + 1 : number + 3]]
            return not bare and bool(rest) and (rest[0] in ("%", "@") or self._is(rest[0], "KIND"))
        if sign == "@":
            after = marks[number + 1].sign if number + 1 < len(marks) else ""
            return bool(after) and self._is(after, "_HOLD", "_SUPPORT", "_CONVOY", "_TO", "_RETREAT", "DISBAND")
        return False

    def _ends(self, part: list[_Mark]) -> bool:
        """What stands so far could be a whole order: a word that wants a unit after it is not its end."""
        last = part[-1].sign
        if last in ("@", ")"):
            return not (len(part) == 1 and last == "@")
        if self._is(last, "_SUPPORT", "_CONVOY", "_TO", "_IN", "KIND") or last in ("%", ":", "("):
            return False
        if last != "," and self._is(last, "_OR"):
            return False
        if self._is(last, "_BUILD", "DISBAND", "REMOVE", "_RETREAT"):
            return len(part) > 1 and part[-2].sign in ("@", ")")
        return True

    # Shape

    def _phrase(self, part: list[_Mark], text: str) -> Phrase | Unclear:
        """The marked order as a phrase."""
        signs, named, owners = [], [], []
        for mark in part:
            signs.append(mark.sign)
            if mark.named is not None:
                named.append(mark.named)
                if mark.named.coast:
                    signs.append("/" + mark.named.coast.lower())
            if mark.owner:
                owners.append(mark.owner)
        tree = self._shape(" ".join(signs))
        if isinstance(tree, str):
            return Unclear(text, tree)
        builder = _Builder(iter(named), iter(owners))
        builder.walk(tree)
        verb = tree.data if isinstance(tree.data, str) else str(tree.data)
        return Phrase(str(verb), tuple(builder.pieces), tuple(builder.places), tuple(builder.words), text)

    def _shape(self, signs: str) -> Tree[Token] | str:
        """The tree of a marked order, or the sign at which it stops making sense."""
        known = self._shapes.get(signs)
        if known is None:
            if len(self._shapes) >= MOST_KEPT:
                self._shapes.clear()
            try:
                known = self._lark.parse(signs)
            except LarkError as error:
                token = getattr(error, "token", None)
                known = str(token) if token is not None else ""
            self._shapes[signs] = known
        return known


class _Builder:
    """Fills a tree's places and nationalities in, in the order they were written."""

    def __init__(self, named: Iterator[Named], owners: Iterator[str]) -> None:
        self._named = named
        self._owners = owners
        self.pieces: list[Piece] = []
        self.places: list[Named] = []
        self.words: list[str] = []

    def walk(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Tree):
                if child.data == "piece":
                    self.pieces.append(self._piece(child))
                elif child.data == "place":
                    self.places.append(next(self._named))
                else:
                    self.walk(child)
            else:
                self.words.append(str(child).lower())

    def _piece(self, tree: Tree[Token]) -> Piece:
        kind = owner = ""
        place = None
        for child in tree.children:
            if isinstance(child, Token):
                kind = str(child)
            elif child.data == "owner":
                owner = next(self._owners)
            elif child.data == "place":
                place = next(self._named)
        assert place is not None
        return Piece(place, kind, owner)


def _says_nothing(phrase: Phrase | Unclear) -> bool:
    """Prose: nothing in it has an order's shape, or names a place."""
    return isinstance(phrase, Unclear) or (phrase.verb == "bare" and not phrase.pieces[0].place.choices)


def _keywords(lark: Lark) -> tuple[tuple[str, Any], ...]:
    """The word terminals of a grammar, each as a full-match test."""
    found = []
    for terminal in lark.terminals:
        if isinstance(terminal.pattern, PatternRE | PatternStr) and terminal.name not in ("WS", "PLACE"):
            found.append((terminal.name, re.compile(terminal.pattern.to_regexp())))
    return tuple(found)


@lru_cache(maxsize=20_000)
def _classes(words: tuple[tuple[str, Any], ...], sign: str) -> frozenset[str]:
    return frozenset(name for name, pattern in words if pattern.fullmatch(sign))


def _spellings(lexicon: Lexicon) -> tuple[dict[tuple[str, ...], tuple[str, ...]], int]:
    """Every spelling of a lexicon as its words, with what it may mean; and the longest one's length in signs."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for key, names in lexicon.words.items():
        for name in (key, *names):
            said = tuple(folded(name).split())
            if said:
                found[said] = lexicon.matches(name)
    for name in lexicon.ambiguous:
        found[tuple(folded(name).split())] = lexicon.matches(name)
    return found, 2 * max((len(said) for said in found), default=0)


def _unknown(places: Lexicon, text: str, choices: tuple[str, ...]) -> Problem:
    if choices:
        return Problem(f"ambiguous-{places.kind}", {"text": text, "choices": tuple(map(places.name, choices))})
    near = places.near(text) if len(text) <= 40 else ()
    return Problem(f"unknown-{places.kind}", {"text": text, "near": near})
