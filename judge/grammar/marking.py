"""Marking: names of places and nationalities in a line become signs, whatever the spelling, and so do words not known.

The result is the shape of an order: `A Par - Burgundy` becomes `a @ - @`. A run of words that is no name and no word of
the grammar is taken for an unknown name, and can be quoted as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, replace
from typing import Any

from judge.adjudicator.value import value
from judge.grammar.clauses import is_one_slip
from judge.grammar.lexicon import Lexicon, likeness
from judge.grammar.memory import of_lines
from judge.grammar.scanning import FirstOf
from judge.grammar.text import folded

Words = tuple[tuple[str, Any], ...]
"""The word terminals of a grammar, each with the pattern of what it matches."""


@value
class Named:
    """A place as it was written: what it may mean (nothing, when no such name is known) and the coast said with it.
    `guessed`: it is the one name that this is a slip of."""

    text: str
    choices: tuple[str, ...]
    coast: str = ""
    guessed: bool = False


@value
class Mark:
    """One sign of a marked line and its stretch of the line. `slip`: the words, where it was read in spite of one;
    `adds`: beside it stands an and, a too or the like."""

    sign: str
    start: int
    end: int
    named: Named | None = None
    owner: str = ""
    _: KW_ONLY
    slip: str = ""
    adds: bool = False


_WORD = re.compile(r"\b[wW]/(?=\s)|[^\W_][\w']*|[^\w\s]", re.UNICODE)
_COAST = re.compile(
    r"""(?:\s*[/.\-(\s]|,\s*(?:the\s)?(?=\s*(?:north|south|east|west)))\s*\(?\s*
    (?:on\sthe\s(?=(?:north|south|east|west)(?:ern)?\scoast(?!\sof)))?(?:
        (?P<short>[nsew])\s*\.?\s*c(?:st|oast)?s?\b\.?
      | (?P<long>north|south|east|west)(?:ern)?[\s-]*(?:coast|shore|c\b\.?)
      | (?P<alone>[nsew])(?=\s*\))
      | (?<=/)(?P<slash>[nsew])\b
    )\s*\)?""",
    re.IGNORECASE | re.VERBOSE,
)
_PS = re.compile(r"(?<!\w)p\.s\.(?!\w)", re.IGNORECASE)
_BRACKETED = re.compile(
    r"""\((?P<word>
        c|h|r|b|d|via|(?:via|by)\ (?:convoy|sea)|convoy(?:s|ed)?|holds?|supports?
      | s(?=\)\s*[^\W\d])
    )\)""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of orders in brackets, `A Mar (S) A Par - Bur`; an S in brackets at the end is a south coast."""
_GLUE = frozenset(("", " ", ".", ". ", "-"))
_SPACE = frozenset(("", " ", ".", ". "))
_ENDS = (".", ";", "!", "?")
_CONTRACTED = ("'ll", "'ve", "'re", "'d", "n't")
"""Ends of words that are no names: `he'll` is no Helgoland Bight."""
_TAUTOLOGY = frozenset({"sea", "ocean"})
LONGEST_PHRASE = 5
"""Words that make one word of a grammar (`stay where they are`)."""
LONGEST_CUT = 3
"""Letters of a word cut short, before a dot: `St.`, `Mt.`."""
MOST_GUESSES = 20_000
"""Misspelt words whose reading is remembered."""
LIKE = 0.8
"""How alike a word and a name must be for the one to be a slip of the other."""


@value
class _Line:
    """A line with its words: where each begins and ends, and how it is compared. `slips`: the words that were put
    right."""

    text: str
    words: Sequence[tuple[int, int, str]]
    folds: Sequence[str]
    slips: Sequence[int]

    @classmethod
    def of(cls, text: str, righted: Callable[[str], str]) -> _Line:
        words = [(found.start(), found.end(), found[0]) for found in _WORD.finditer(text)]
        said = ["with" if word in ("w/", "W/") else folded(word) for _, _, word in words]
        folds = [righted(one) for one in said]
        return cls(text, words, folds, [at for at, one in enumerate(folds) if one != said[at]] if folds != said else ())

    def slip(self, start: int, end: int) -> str:
        """The words from one number to another, where one of them was put right."""
        wrong = any(start <= at < end for at in self.slips)
        return self.text[self.words[start][0] : self.words[end - 1][1]] if wrong else ""


class Marker:
    """Marks lines with the names of one board and the words of one grammar."""

    def __init__(self, places: Lexicon, owners: Lexicon, words: Words) -> None:
        self.places = places
        self._spelled, self._longest = _spellings(places)
        self._nations, _ = _spellings(owners)
        self._begins_name = frozenset(said[0] for said in self._spelled)
        self._begins_nation = frozenset(said[0] for said in self._nations)
        self._guesses: dict[str, tuple[str, ...]] = {}
        self._righted: dict[str, str] = {}
        self._often = tuple(word for name, pattern in words if name == _OFTEN for word in pattern.pattern.split("|"))
        self._by_first: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for said, choices in self._spelled.items():
            spelling = " ".join(said)
            if len(spelling) > 3:
                self._by_first.setdefault(spelling[0], []).append((spelling, choices))
        self.marked = of_lines(self._marked)
        self.classes = of_lines(FirstOf((name, pattern.pattern) for name, pattern in words).all_of)
        """The terminals of the grammar that a word can be."""

    def is_place(self, text: str) -> bool:
        """Whether this is how a place may be spelled."""
        return tuple(folded(text).split()) in self._spelled

    def _marked(self, text: str) -> tuple[Mark, ...]:
        """The line as signs: `@` with what it may mean, `%`, `/nc`, words of the grammar, and punctuation."""
        text = _PS.sub("PS  ", text)
        text = _BRACKETED.sub(lambda found: f" {found[1]} ", self._unglued(text))
        line = _Line.of(text, self._put_right)
        coast_of = ""
        words, folds = line.words, line.folds
        marks: list[Mark] = []
        number = 0
        while number < len(words):
            start, end, word = words[number]
            if not folds[number]:
                if word == ":" and marks and marks[-1].sign == "no":
                    word = ","  # "No: Brest" corrects, "No Brest" denies
                if word == ":" and marks and (marks[-1].sign == "@" or self._is_word(marks[-1])):
                    number += 1  # "Builds: A Par, F Bre", "A Par: hold"
                    continue
                if word == "+" and marks and marks[-1].sign == "@" and self._is_named(line, number + 1):
                    word = ","  # "Ven + Tri hold"
                # Nobody may write the signs that replace names.
                marks.append(Mark("?" if word in "@%" else word, start, end))
                number += 1
                continue
            mark, number = self._mark(line, number, marks)
            if mark is None:
                continue
            if self.is_(mark.sign, "COAST_OF"):
                coast_of = mark.sign[0].upper() + "C"
                continue
            if self.is_(mark.sign, "KIND", "IT", "_BUILD") and marks and marks[-1].sign == "a":
                marks.pop()  # "build a fleet": the article is no army
            if mark.named is not None and coast_of:
                mark = replace(mark, named=replace(mark.named, coast=coast_of))
                coast_of = ""
            marks.append(mark)
            if mark.named is not None and not mark.named.coast:
                coast = _COAST.match(text, mark.end)
                if coast and _is_coast(coast):
                    said = (coast["short"] or coast["long"] or coast["alone"] or coast["slash"])[0].lower() + "c"
                    marks[-1] = replace(mark, named=replace(mark.named, coast=said.upper()), end=coast.end())
                    while number < len(words) and words[number][0] < coast.end():
                        number += 1
        return tuple(marks)

    def _mark(self, line: _Line, number: int, marks: list[Mark]) -> tuple[Mark | None, int]:
        """The sign for the words from `number` on, and the number of the word after them."""
        words, folds = line.words, line.folds
        start, end, word = words[number]
        nation = self._nation(line, number, marks)
        if nation is not None:
            return nation
        length, choices = self._spelling(line, number)
        if length:
            last = number + length
            if (
                last < len(words)
                and folds[last] in _TAUTOLOGY
                and line.text[words[last - 1][1] : words[last][0]] in _SPACE
            ):
                last += 1  # "Tyn Sea": the code said all
            if not self._goes_on(line, last):
                end = words[last - 1][1]
                return Mark("@", start, end, Named(line.text[start:end], choices)), last
        elif span := self._phrase_word(line, number):
            said = " ".join(folds[number : number + span])
            after = number + span
            if self.is_(said, "AND") or self.is_(said, "ADDS"):
                listed = bool(marks) and (marks[-1].sign == "," or not self.is_(said, "AND"))
                if listed:
                    marks[-1] = replace(marks[-1], adds=True)
                return None if listed or not self.is_(said, "AND") else Mark(",", start, end, adds=True), after
            if self.is_(said, "NAVAL", "LANDED"):
                several = "s" if said.endswith("s") else ""
                said = f"fleet{several}" if self.is_(said, "NAVAL") else "armies" if several else "army"
            if self.is_(said, "HEAD") and self._is_heading(line, number, span):
                return None, after + 1
            is_idle = self.is_(said, "FILLER", "HOW", "WHY", "UNCHANGED", "REGION")
            if marks and self.is_(said, "HOW", "THOUGH", "WHY"):
                is_amid = marks[-1].sign == "," and after < len(words) and words[after][2] == ","
                if is_amid or (marks[-1].sign == "-" and is_idle):
                    # "… to Liverpool - nobody home", "Bulgaria, though, goes to Rumania"
                    marks.pop()
                    return None, after + is_amid
                is_idle |= marks[-1].sign == "@"
            if is_idle and self.is_(said, "CORRECT"):
                # "A PAR - BUR, well, A PAR - PIC", not "Well, A PAR - PIC" or "well supported"
                is_idle = not (marks and marks[-1].sign == "," and after < len(words) and not folds[after])
            mark = Mark(said, start, words[after - 1][1], slip=line.slip(number, after))
            return None if is_idle else mark, after
        elif word.isdecimal():
            return Mark(word, start, end), number + 1
        last = number + 1
        while last < len(words) and self._continues(line, last, known=False):
            last += 1
        end = words[last - 1][1]
        text = line.text[start:end]
        is_name = len(text) < 40 and not text.lower().endswith(_CONTRACTED)
        choices = self.places.matches(text) if is_name else ()
        guess = self._guess(folded(text)) if is_name and not choices else ()
        return Mark("@", start, end, Named(text, choices or guess, guessed=bool(guess))), last

    def _put_right(self, said: str) -> str:
        """The one verb or kind of unit that a word is a slip of, where nobody knows the word; else the word itself."""
        known = self._righted.get(said)
        if known is None:
            near = [one for one in self._often if _is_slip(said, one)] if said.isalpha() and len(said) > 2 else []
            is_one = len({self.classes(one) for one in near}) == 1
            is_known = not is_one or bool(self.classes(said) or self._nations.get((said,)))
            known = said if is_known or self._guess(said) or self.places.matches(said) else near[0]
            if len(self._righted) < MOST_GUESSES:
                self._righted[said] = known
        return known

    def _guess(self, said: str) -> tuple[str, ...]:
        """The one name that a word, begun alike, is a slip of; nothing where there are two or none. Of a code of three
        letters two may have changed places."""
        known = self._guesses.get(said)
        if known is None:
            near = {
                choices
                for spelling, choices in (self._by_first.get(said[0], ()) if len(said) > 3 else ())
                if abs(len(spelling) - len(said)) < (3 if len(spelling) > 4 else 1)
                and likeness(said, spelling, LIKE) >= LIKE
            }
            if len(said) == 3 and said.isalpha():
                swapped = (said[0] + said[2] + said[1], said[1] + said[0] + said[2])
                near = {self._spelled[(one,)] for one in swapped if one != said and (one,) in self._spelled}
            known = near.pop() if len(near) == 1 else ()
            if len(self._guesses) < MOST_GUESSES:
                self._guesses[said] = known
        return known

    def _unglued(self, text: str) -> str:
        """`StPnc` as `StP/nc`: the coast of a place that is known without it and unknown with it."""
        if not any(coast in text.lower() for coast in ("nc", "sc", "ec", "wc")):
            return text
        return " ".join(map(self._coast_apart, text.split(" ")))

    def _coast_apart(self, word: str) -> str:
        bare = word.rstrip(",;.:!?")
        name, coast = bare[:-2].rpartition("-")[2], bare[-2:].lower()
        if coast not in ("nc", "sc", "ec", "wc") or len(name) < 3 or not name[-1].isalnum():
            return word
        if not self.is_place(name) or self.is_place(name + coast):
            return word
        return f"{bare[:-2]}/{word[len(bare) - 2 :]}"

    def _nation(self, line: _Line, number: int, marks: list[Mark]) -> tuple[Mark, int] | None:
        """A nationality. A word that is a place as well (`Eng`) is one only before a kind of unit, never after one."""
        words, folds = line.words, line.folds
        if self._begins_nation.isdisjoint((folds[number], folds[number].removesuffix("s"))):
            return None
        for length in (3, 2, 1):
            said = tuple(folds[number : number + length])
            if len(said) < length or not all(said):
                continue
            owners = self._nations.get(said) or self._nations.get((*said[:-1], said[-1].removesuffix("s")))
            if not owners or len(owners) > 1:
                continue
            after = number + length
            if said in self._spelled or any((*said, *folds[after : after + more]) in self._spelled for more in (1, 2)):
                kind = after < len(words) and self.is_(folds[after], "KIND")
                if not kind or (marks and self.is_(marks[-1].sign, "KIND")) or said not in self._spelled:
                    continue
                if after + 1 >= len(words) or not (folds[after + 1] or words[after + 1][2] == "("):
                    continue
                if marks and not (marks[-1].sign in ",;.:" or self.is_(marks[-1].sign, "_SUPPORT", "_CONVOY")):
                    continue
            return Mark("%", words[number][0], words[after - 1][1], owner=owners[0]), after
        return None

    def _spelling(self, line: _Line, number: int) -> tuple[int, tuple[str, ...]]:
        """The longest known name that begins here: how many words it has, and what it may mean."""
        words, folds = line.words, line.folds
        if folds[number] and folds[number] not in self._begins_name:
            return 0, ()
        most = 0
        for length in range(1, min(self._longest, len(words) - number) + 1):
            if length > 1:
                gap = line.text[words[number + length - 2][1] : words[number + length - 1][0]]
                if not folds[number + length - 1]:
                    # A dot or hyphen inside a name is a word of its own; names never begin or end with one.
                    if words[number + length - 1][2] not in ".-" or gap:
                        break
                    continue
                if gap not in _GLUE:
                    break
            said = tuple(fold for fold in folds[number : number + length] if fold)
            if said in self._spelled and folds[number + length - 1]:
                most = length
        if not most:
            return 0, ()
        said = tuple(fold for fold in folds[number : number + most] if fold)
        return most, self._spelled[said]

    def _goes_on(self, line: _Line, number: int) -> bool:
        """After a known name comes a word that belongs to nothing: the name was only the beginning of another."""
        return number < len(line.words) and self._continues(line, number)

    def _continues(
        self,
        line: _Line,
        number: int,
        known: bool = True,
    ) -> bool:
        """Whether a word is one more of a name not known: no sign, no number, no word with a meaning of its own.

        After a name that is `known` another known one is a name of its own (`Bel Hol`).
        """
        words, folds = line.words, line.folds
        fold = folds[number]
        if words[number][2] == "." and number + 1 < len(words):
            # A dot behind a long word, or before a name that is known, ends a sentence.
            is_short = len(folds[number - 1]) <= LONGEST_CUT and not self._spelling(line, number + 1)[0]
            is_glued = words[number][0] == words[number - 1][1]
            return is_short and is_glued and self._continues(line, number + 1, known)
        if not fold or fold.isdigit():
            return False
        gap = line.text[words[number - 1][1] : words[number][0]]
        if gap not in _SPACE or _COAST.match(line.text, words[number - 1][1]):
            return False
        if self._phrase_word(line, number) > (fold == "of"):
            return False  # "Brest of course"; "Gulf of Bothnia" goes on
        if known and self._spelling(line, number)[0]:
            return False
        return self._nations.get((fold,)) is None

    def _phrase_word(self, line: _Line, number: int) -> int:
        """How many words from here make one word of the grammar (`via convoy`: two); 0 when they make none."""
        for length in range(LONGEST_PHRASE, 0, -1):
            said = line.folds[number : number + length]
            if len(said) == length and all(said) and (known := self.classes(" ".join(said))):
                if "HEAD" in known and not self._is_heading(line, number, length):
                    known = known - {"HEAD"}
                if not known or (known == {"_COMPASS"} and not self._is_before_kind(line, number + length)):
                    continue
                if length > 1 and self._breaks_name(line, number, length):
                    continue
                if known != {"REGION"} or self._is_setting(line, number, length):
                    return length
        return 0

    def _breaks_name(self, line: _Line, number: int, length: int) -> bool:
        """`moves north` before `Sea`: whether a name begins among these words and ends behind them."""
        return any(self._spelling(line, number + at)[0] > length - at for at in range(1, length))

    def _is_setting(self, line: _Line, number: int, length: int) -> bool:
        """`In the north, Norway holds`: where on the map a clause is about; `in the North Sea` is none."""
        return (not number or not line.folds[number - 1]) and self._spelling(line, number + length - 1)[0] < 2

    def _is_named(self, line: _Line, number: int) -> bool:
        """Whether a place begins here."""
        return number < len(line.words) and bool(self._spelling(line, number)[0])

    def _is_heading(self, line: _Line, number: int, length: int) -> bool:
        """`West: Paris to Picardy`, at the beginning of a sentence."""
        begins = not number or line.words[number - 1][2] in _ENDS
        after = number + length
        return begins and after < len(line.words) and line.words[after][2] == ":"

    def _is_before_kind(self, line: _Line, number: int) -> bool:
        """`my northern fleet`, not `the Northern Sea`."""
        return number < len(line.folds) and len(line.folds[number]) > 1 and self.is_(line.folds[number], "KIND")

    def _is_word(self, mark: Mark) -> bool:
        return mark.sign != "%" and bool(self.classes(mark.sign))

    def is_(self, sign: str, *names: str) -> bool:
        """Whether a sign can be one of these terminals."""
        return not self.classes(sign).isdisjoint(names)


_OFTEN = "OFTEN"
"""The words that are read in spite of a slip."""


def _is_slip(said: str, meant: str) -> bool:
    """Whether a word is a slip of another, and no form of it: `moved` is none of `move`."""
    return said[0] == meant[0] and is_one_slip(said, meant) and not said.endswith(("ed", "er", "ing"))


def _is_coast(coast: re.Match[str]) -> bool:
    """`Spa - N Coast` is a coast, `Par - Eng Ch` and `Lon C A ...` are not: a bare letter C needs its N."""
    said = coast[0]
    return not (coast["short"] and re.search(r"[nsew]\s+c$", said, re.IGNORECASE) and "(" not in said)


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
