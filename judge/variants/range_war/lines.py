"""A line by its words alone: what it says before anybody asks where the pieces are. What comes again is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.grammar.beside import may_be_unread
from judge.grammar.clauses import Stuck, Word
from judge.grammar.memory import USUAL
from judge.variants.range_war.along import herds_of_a_heading
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.kinds import CONDITIONS, ENDING, KINDS, NAMES
from judge.variants.range_war.speech import (
    DEEDS,
    PROSE,
    Deed,
    Group,
    Part,
    heard,
    looks_like_an_order,
    orders_something,
    parts_of,
)
from judge.variants.range_war.wording import with_last_words, with_there

AGAIN = "again"
"""Of a sentence whose last words deny what its first order."""
MAY_ORDER = "may-order"
"""Of one that tells something, or both tells and orders: that depends on whose the gangs are."""
ASKED_OF_THE_JUDGE = ("could you", "can you", "would you", "will you", "could i", "may i")
_WANTED = ("want", "wish", "like")
_NAMING = NAMES | {"WITH", "WITHOUT", "NONE_WAIVED"}
_QUOTED, _SUPPOSED, _DENIED = frozenset({"QUOTE"}), frozenset({"HYPO"}), frozenset({"NEG"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """The clauses up to a full stop or a semicolon, with what each says. `since`, `until`: the end of the sentence
    before it, and the beginning of the next."""

    parts: tuple[Part, ...]
    deeds: tuple[Deed | Stuck, ...]
    since: int
    until: int
    turns: bool
    """Whether what it tells takes back an order."""
    why: str | None
    """Why nothing in it is ordered, by its words alone; "": they have nothing to do with the game; None: it orders."""


@dataclass(frozen=True, slots=True)
class Saying:
    """The sentences that one condition rules, or none. `comments`: where those are that order nothing, behind a
    semicolon. `may_part`: whether what is told in a sentence may stand apart from what is ordered in it."""

    words: tuple[Word, ...]
    comments: tuple[tuple[int, int], ...]
    sentences: tuple[Sentence, ...]
    has_condition: bool
    may_part: bool


@dataclass(frozen=True, slots=True)
class Rest:
    """A line behind its heading. `herds`: whether it is one more, of moves that drive their herds; `below`: the number
    of the first word behind that. `only_corrects`: it is a word that takes back, and nothing else. `is_open`: it names
    those below who do otherwise, `All stand, except`."""

    sayings: tuple[Saying, ...]
    herds: bool | None
    below: int
    only_corrects: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that names the gangs it orders: its stretch of the line, and what it says. `verb`: as drafts have it."""

    start: int
    end: int
    verb: str
    deed: Deed


class Worded:
    """A line by its words alone, each thing found out when it is first asked. `clauses`: by `plain`, of each form."""

    def __init__(self, chart: Chart, text: str) -> None:
        self.chart = chart
        self.text = without_letter(text)
        self.words = tuple(with_last_words(self.text, chart.speech.words(self.text), chart.called))
        self.clauses: dict[str, tuple[Clause, ...]] = {}
        self._rests: dict[int, Rest] = {}
        self._sayings: dict[tuple[tuple[Word, ...], bool], Saying] = {}

    def rest(self, skip: int) -> Rest:
        """The line without so many words of a heading."""
        known = self._rests.get(skip)
        if known is None:
            known = self._rests[skip] = self._rest(skip)
        return known

    def _rest(self, skip: int) -> Rest:
        words = self.words[skip:]
        kinds = [word.kind for word in words]
        colon = kinds.index("COLON") if "COLON" in kinds else len(kinds)
        return Rest(
            sayings=tuple([_saying(self.chart, self.text, said, False) for said in _apart(with_there(words))]),
            herds=herds_of_a_heading(words),
            below=skip + colon + 1,
            only_corrects=bool(words) and {"CORRECT", "STOP", "COMMA"}.issuperset(kinds),
            is_open=[kind for kind in kinds if kind != "COLON"][-1:] == ["_BUT_FOR"],
        )

    def saying(self, words: Sequence[Word], correct: bool = False) -> Saying:
        """Some of its words. `correct`: they take back what was said before."""
        key = tuple(words), correct
        known = self._sayings.get(key)
        if known is None:
            known = self._sayings[key] = _saying(self.chart, self.text, words, correct)
        return known

    @cached_property
    def has_more_beside(self) -> bool:
        """Whether words in brackets or behind a semicolon may not have been read with its orders."""
        signs = ";" in self.text or "(" in self.text or "[" in self.text
        return signs and bool(may_be_unread(self.text, self.names_any))

    def names_any(self, text: str) -> bool:
        """Whether a stretch of it names a space or a seat, says whether the herd goes along, or ranks a choice."""
        if any(word.kind in _NAMING for word in self.chart.speech.words(text)):
            return True
        return any(word.kind == "CHOICE" and word.text.strip("()[] ") == text for word in self.words)


def in_words(chart: Chart, text: str) -> Worded:
    """A line by its words alone; one of usual length is known when it comes again."""
    known: Worded | None = chart.lines.get(text)
    if known is None:
        known = Worded(chart, text)
        if len(text) <= USUAL:
            chart.lines.keep(text, known)
    return known


def without_letter(line: str) -> str:
    """A line without the letter of its list: `b) G(CHM)-DMG`."""
    if len(line) > 3 and line[0].isalpha() and line[1] in ").":
        if line[1] == ")" or (line[2] == " " and line[0].lower() not in "gh"):
            return line[2:].lstrip()
    return line


def _apart(words: Sequence[Word]) -> list[Sequence[Word]]:
    """A line with a condition in its sentences: it rules its own and what says otherwise. Any other line is whole."""
    stops = [place for place, word in enumerate(words) if word.kind == "STOP"]
    if not stops or not any(word.kind in CONDITIONS for word in words):
        return [words] if words else []
    found: list[Sequence[Word]] = []
    start = 0
    for place in (*stops, len(words)):
        said = words[start : place + 1]
        start = place + 1
        if found and said and (said[0].kind in ("ELSE", "OR") or _asks_of_it(said)):
            found[-1] = (*found[-1], *said)
        elif said:
            found.append(said)
    return found


def _asks_of_it(words: Sequence[Word]) -> bool:
    """`Com retreats to Mon. If Mon is closed, it goes to Los`: a second choice."""
    return words[0].kind == "IF" and any(word.kind == "TAKEN" for word in words[1:3])


def _saying(chart: Chart, line: str, words: Sequence[Word], correct: bool) -> Saying:
    comments: list[tuple[int, int]] = []
    found: list[Sequence[Part]] = []
    for parts in _sentences(parts_of(words, correct)):
        if _is_comment(chart, parts):
            comments.append((parts[0].start, parts[-1].end))
        else:
            found.append(parts)
    has_condition = any(word.kind in CONDITIONS for word in words)
    may_part = any(part.anew or part.before == "BUT" for parts in found for part in parts[1:])
    return Saying(tuple(words), tuple(comments), tuple(sentences_of(chart, line, found)), has_condition, may_part)


def _sentences(parts: Iterator[Part]) -> Iterator[list[Part]]:
    """Clauses up to a full stop or a semicolon."""
    found: list[Part] = []
    for part in parts:
        if found and part.before in ENDING:
            yield found
            found = []
        found.append(part)
    if found:
        yield found


def _is_comment(chart: Chart, sentence: Sequence[Part]) -> bool:
    """Behind a semicolon comes another order, or a comment."""
    first = sentence[0]
    return (
        first.before == "SEMI"
        and isinstance(heard(chart, first), Stuck)
        and not any(part.has(NAMES | {"H", "GH"}) or looks_like_an_order(part) for part in sentence)
    )


def sentences_of(
    chart: Chart, line: str, found: Sequence[Sequence[Part]], since: int = 0, until: int | None = None
) -> Iterator[Sentence]:
    """Sentences of a line between two of its places, by the clauses of each."""
    ends = [since, *(parts[-1].end for parts in found)]
    begins = [*(parts[0].start for parts in found[1:]), len(line) if until is None else until]
    for parts, before, behind in zip(found, ends, begins, strict=False):
        deeds = tuple(heard(chart, part) for part in parts)
        why = _why_not(parts, deeds, line[before:], line[parts[-1].end : behind], line)
        yield Sentence(tuple(parts), deeds, before, behind, turns(parts, line), why)


def turns(sentence: Sequence[Part], line: str) -> bool:
    """`No, he would walk in`, `I do not want Tombstone after all`: whether what is told takes back an order."""
    unwanted = any(word.kind == "NEG" and word.text.endswith(_WANTED) for part in sentence for word in part.words)
    return unwanted or (sentence[0].anew and line[: sentence[0].start].lower().rstrip(" ,-:").endswith(("no", "wait")))


def _why_not(sentence: Sequence[Part], deeds: Sequence[Deed | Stuck], since: str, behind: str, line: str) -> str | None:
    stuck = [part for part, deed in zip(sentence, deeds, strict=True) if isinstance(deed, Stuck)]
    names = any(part.has(NAMES | KINDS) or orders_something(part) for part in sentence)
    if names and "?" in behind and not since.lower().lstrip(" .!?,").startswith(ASKED_OF_THE_JUDGE):
        return "question"
    if any(part.has(_QUOTED) for part in sentence):
        return "quoted"
    if names and any(part.before == "COLON" and not part.has(NAMES | KINDS) for part in stuck):
        # A listing of what became of orders: G(Lzy)-Mon: done.
        return "told"
    if len(stuck) == len(sentence) and not names:
        return "negated" if any(map(_denies_of_many, sentence)) else ""
    if _ends_in_no(sentence, line, names):
        return "negated"
    last = sentence[-1]
    if last in stuck and last.words[0].kind in ("INSTEAD", "NEG") and names_again(sentence, last):
        return AGAIN
    return _told_in(sentence, deeds, stuck, line)


def _ends_in_no(sentence: Sequence[Part], line: str, names: bool) -> bool:
    """`G(Lzy)-Mon, no`."""
    end = sentence[-1].end
    is_its_own = len(sentence) > 1 and sentence[-1].words[-1].kind != "WITHOUT"  # "herd: no"
    return (is_its_own and line[:end].lower().rstrip(" .!").endswith((" no", ",no", "-no"))) or (
        names and line[end:].lower().strip(" .,!-") == "no"
    )


def _told_in(sentence: Sequence[Part], deeds: Sequence[Deed | Stuck], stuck: Sequence[Part], line: str) -> str | None:
    """Why a sentence with clauses that tell something orders nothing, if it does not."""
    for part in stuck:
        told = "supposed" if part.has(_SUPPOSED) else "negated" if part.has(_DENIED) else ""
        if not told and not part.has(PROSE):
            continue
        if part.before == "BUT" and part is not sentence[0]:
            continue
        tells = told == "supposed" and line[part.end :][:1] == ":"
        if tells or part.has(NAMES) or (part.has(KINDS) and orders_something(part)):
            if told == "negated" and part is sentence[-1] and _denies_another(sentence, deeds):
                return None
            return told or MAY_ORDER
    return None


def _denies_of_many(part: Part) -> bool:
    """`Neither of them should move`: said of gangs, though none is named."""
    kinds = [word.kind for word in part.words]
    first = kinds.index("NEG") if "NEG" in kinds else len(kinds)
    deeds = [word for word in part.words[first + 2 :] if word.kind in DEEDS and word.text not in ("to", "into")]
    return bool(deeds) and not _MANY.isdisjoint(kinds[first + 1 : first + 3])


_MANY = frozenset({"ALL", "BOTH", "REST", "IT"})


def _denies_another(sentence: Sequence[Part], deeds: Sequence[Deed | Stuck]) -> bool:
    """`Coo to Mes, I'd rather not go to Com`: what is denied last names nothing of what is ordered before it."""
    orders = deeds[:-1]
    if not orders or any(isinstance(one, Stuck) or one.verb == "bare" for one in orders):
        return False
    if any(isinstance(who, Group) for one in orders if isinstance(one, Deed) for who in one.who):
        return False
    return not names_again(sentence, sentence[-1])


def names_again(sentence: Sequence[Part], denial: Part) -> bool:
    """Whether a clause names what one before it names: `Lzy to Mon, but not Lzy`."""
    before = sentence[: sentence.index(denial)]
    named = [one.name.choices for part in before for one in part.words if one.name is not None]
    return any(one.name is not None and one.name.choices in named for one in denial.words)
