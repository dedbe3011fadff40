"""What a seat sees, as conditional orders ask for it: who stands where, who owns what, how many of what each has.

A condition is read in the players' own words: `German A IN BUR`, `BUR IS EMPTY`, `Germany OWNS MUN`, `Germany HAS at
least 4 centres`, each with NOT, several with AND or OR. A game fills a `Sight` from a seat's view and nothing else, so
an answer tells no more than the report did; it may bring conditions of its own, which are tried first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import folded, plain

Ruling = bool | Problem
Atom = Callable[[str], Ruling]

UNCLEAR = "condition-unclear"
MOST_PARTS = 8

_SIGNS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    (r">=|≥|at least|no less than|no fewer than", lambda have, want: have >= want),
    (r"<=|≤|at most|no more than|up to", lambda have, want: have <= want),
    (r">|more than|over|above", lambda have, want: have > want),
    (r"<|less than|fewer than|under|below", lambda have, want: have < want),
    (r"!=|<>", lambda have, want: have != want),
    (r"==?|exactly|", lambda have, want: have == want),
)
_SIGN = "|".join(pattern for pattern, _ in _SIGNS if not pattern.endswith("|")) + "|==?|exactly"
_IN = re.compile(r"(.{1,80}?)\s+(?:(?:is|are|stands?|lies)\s+)?(not\s+)?(?:in|at|on)\s+(.{1,80})", re.I)
_EMPTY = re.compile(r"(.{1,80}?)\s+(?:is|are)\s+(not\s+)?(empty|vacant|free|unoccupied|occupied|taken)", re.I)
_OWNED = re.compile(r"(.{1,80}?)\s+(?:is|are)\s+(not\s+)?(?:owned|held|controlled)\s+by\s+(.{1,80})", re.I)
_NOBODYS = re.compile(r"(.{1,80}?)\s+(?:is|are)\s+(not\s+)?(?:unowned|neutral|nobody'?s)", re.I)
_MINE = re.compile(r"(.{1,80}?)\s+(?:is|are)\s+(not\s+)?mine", re.I)
_OWNS = re.compile(
    r"(.{1,80}?)\s+(?:(does not|do not|doesn'?t|don'?t|not)\s+)?(?:owns?|holds?|has|have|controls?)\s+(.{1,80})", re.I
)
_NUMBER = re.compile(rf"({_SIGN})?\s*\$?\s*(\d{{1,6}})\s*(or more|or less|or fewer|\+)?\s*(.{{0,40}})", re.I)
_COUNT_OF = re.compile(
    rf"(.{{1,60}}?)\s*(?:(?:is|are)\s+)?({_SIGN}|is|are)\s*\$?(\d{{1,6}})\s*(or more|or less|or fewer|\+)?", re.I
)
_ANYBODY = ("any", "anybody", "anyone", "somebody", "someone", "some", "a", "an")
_NOBODY = ("no", "nobody", "none", "nothing", "no one")
_ENEMY = ("enemy", "enemies", "an enemy", "any enemy", "foreign", "a foreign", "hostile", "others", "somebody else")
_OWN = ("i", "me", "my", "mine", "own", "my own", "our", "we", "us")
_PIECE = ("unit", "units", "piece", "pieces", "anything", "something")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies or stands on a place. `fills`: with it there the place is not empty."""

    kind: str
    at: str
    owner: Seat | None = None
    fills: bool = True


@dataclass(frozen=True)
class Sight:
    """What a seat sees. `place` reads the name of a place, `kinds` the name of a kind of thing (every kind it means).

    `owners`: everything that can be owned, None for what nobody owns yet. `counts`: by the words for what is counted, a
    number a seat; None where this seat may not know it. The first of them is meant where only a number is said.
    """

    seat: Seat
    seats: Lexicon
    place: Callable[[str], str | Problem]
    kinds: Callable[[str], Sequence[str]]
    things: tuple[Thing, ...] = ()
    owners: Mapping[str, Seat | None] = field(default_factory=dict)
    _: KW_ONLY
    counts: Mapping[tuple[str, ...], Mapping[Seat, int | None]] = field(default_factory=dict)

    def holds(self, text: str) -> Ruling:
        """Whether one condition is so; a Problem where it is not understood."""
        for read in (self._mine, self._owned, self._nobodys, self._empty, self._having, self._counted, self._located):
            ruling = read(text)
            if ruling is not None:
                return ruling
        found = self._whom(text, bare=True)
        return found if isinstance(found, Problem) else self._is_there(*found)

    # --- one reader a form ----------------------------------------------------------------------------------------

    def _located(self, text: str) -> Ruling | None:
        """`German A IN BUR`."""
        found = _IN.fullmatch(text)
        return self._at(found[1], found[3], bool(found[2])) if found else None

    def _at(self, what: str, where: str, negated: bool) -> Ruling:
        place = self._place(where)
        if isinstance(place, Problem):
            return place
        who = self._whom(what, place)
        if isinstance(who, Problem):
            return who
        return self._is_there(*who) != negated

    def _empty(self, text: str) -> Ruling | None:
        """`BUR IS EMPTY`, `BUR IS NOT OCCUPIED`."""
        found = _EMPTY.fullmatch(text)
        if not found:
            return None
        place = self._place(found[1])
        if isinstance(place, Problem):
            return place
        taken = any(one.fills and _is_at(one.at, place) for one in self.things)
        wanted = found[3].lower() in ("occupied", "taken")
        return (taken == wanted) != bool(found[2])

    def _owned(self, text: str) -> Ruling | None:
        """`MUN IS OWNED BY Germany`."""
        found = _OWNED.fullmatch(text)
        return self._owns(found[3], found[1], bool(found[2])) if found else None

    def _mine(self, text: str) -> Ruling | None:
        """`MUN IS MINE`."""
        found = _MINE.fullmatch(text)
        return self._owns("my", found[1], bool(found[2])) if found else None

    def _nobodys(self, text: str) -> Ruling | None:
        """`BEL IS NEUTRAL`."""
        found = _NOBODYS.fullmatch(text)
        if not found:
            return None
        place = self._ownable(found[1])
        return place if isinstance(place, Problem) else (self.owners[place] is None) != bool(found[2])

    def _having(self, text: str) -> Ruling | None:
        """`Germany OWNS MUN`, `Germany HAS at least 4 centres`."""
        found = _OWNS.fullmatch(text)
        if not found:
            return None
        number = _NUMBER.fullmatch(found[3])
        # `0507` may be how a space is called: then it is no number of anything.
        is_place = not isinstance(self._place(found[3]), Problem)
        if number and not is_place and not isinstance(self._count_named(number[4]), Problem):
            return self._compare(found[1], number[4], number[1] or "", int(number[2]), number[3] or "", bool(found[2]))
        there = _IN.fullmatch(found[3])
        if there:
            return self._at(f"{found[1]} {there[1]}", there[3], bool(found[2]))
        return self._owns(found[1], found[3], bool(found[2]))

    def _counted(self, text: str) -> Ruling | None:
        """`centres of Germany >= 4`, `my cash < 30`."""
        found = _COUNT_OF.fullmatch(text)
        if not found:
            return None
        of = re.fullmatch(r"(?:the\s+)?(?:number of\s+)?(.+?)\s+of\s+(.+)", found[1], re.I)
        if of:
            what, whom = of[1], of[2]
        else:
            *first, what = found[1].split()
            whom = " ".join(first)
        sign = "" if found[2].lower() in ("is", "are") else found[2]
        return self._compare(re.sub(r"'s?$", "", whom.strip()), what, sign, int(found[3]), found[4] or "", False)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _place(self, text: str) -> str | Problem:
        return self.place(re.sub(r"^the\s+", "", text.strip(), flags=re.I))

    def _owns(self, whom: str, what: str, negated: bool) -> Ruling:
        nobody = folded(whom) in _NOBODY
        seat = None if nobody else self._owner(whom)
        if isinstance(seat, Problem):
            return seat
        place = self._ownable(what)
        if isinstance(place, Problem):
            return place
        owner = self.owners[place]
        if nobody or not callable(seat):
            return (owner is None) != negated
        return (owner is not None and seat(owner)) != negated

    def _ownable(self, what: str) -> str | Problem:
        place = self._place(what)
        if isinstance(place, Problem):
            return place
        whole = place.partition("/")[0]
        return whole if whole in self.owners else Problem("condition-not-owned", {"text": what.strip()})

    def _compare(self, whom: str, what: str, sign: str, number: int, more: str, negated: bool) -> Ruling:
        counted = self._count_named(what)
        if isinstance(counted, Problem):
            return counted
        seat = self._one_seat(whom)
        if isinstance(seat, Problem):
            return seat
        have = counted[1].get(seat, 0)
        if have is None:
            return Problem("condition-hidden", {"seat": seat, "what": counted[0]})
        if more:
            sign = ">=" if more.lower() in ("or more", "+") else "<="
        is_so = next(test for pattern, test in _SIGNS if re.fullmatch(pattern, sign, re.I))
        return is_so(have, number) != negated

    def _count_named(self, what: str) -> tuple[str, Mapping[Seat, int | None]] | Problem:
        said = folded(what)
        for words, counts in self.counts.items():
            if not said or said in words or said.removesuffix("s") in words:
                return words[0], counts
        return self._unclear(what)

    def _one_seat(self, text: str) -> Seat | Problem:
        said = folded(text)
        if said in _OWN or not said:
            return self.seat
        found = self.seats.find(re.sub(r"^the\s+", "", text.strip(), flags=re.I))
        return found if isinstance(found, Problem) else Seat(found)

    def _owner(self, text: str) -> Callable[[Seat | None], bool] | Problem:
        """Whose something is, as a test of the owner."""
        said = re.sub(r"^the ", "", folded(text))
        if not said or said in _ANYBODY:
            return lambda owner: True
        if said in _OWN:
            return lambda owner: owner == self.seat
        if said in _ENEMY:
            return lambda owner: owner is not None and owner != self.seat
        bare = re.sub(r"^(?:an?|any|some|the)\s+", "", re.sub(r"['’]s?$", "", text.strip()), flags=re.I)
        seat = self.seats.find(bare)
        return seat if isinstance(seat, Problem) else lambda owner: owner == seat

    def _kind(self, text: str) -> tuple[str, ...] | None:
        """The kinds meant; () any; None: no kind is called so."""
        said = folded(text)
        for one in (said, re.sub(r"^(?:an?|the|any|some) ", "", said)):
            if not one or one in _PIECE:
                return ()
            found = tuple(self.kinds(one))
            if found:
                return found
        return None

    def _whom(
        self, text: str, place: str = "", bare: bool = False
    ) -> tuple[Callable[[Thing], bool], bool, str] | Problem:
        """`German A`, `my gang`, `no fleet`, `enemy`: a test, whether it is denied, and a place said with it."""
        words = re.sub(r"[()\[\]]", " ", re.sub(r"['’]s\b", "", text)).split()
        denied = bool(words) and (folded(words[0]) in _NOBODY or folded(" ".join(words[:2])) in _NOBODY)
        if denied:
            words = words[2:] if folded(" ".join(words[:2])) in _NOBODY else words[1:]
        test = None if bare and not denied else self._test(words)
        if test is not None:
            return test, denied, place
        # `F KIE IN KIE`, or `A BUR` alone: the piece is named by where it stands.
        for cut in range(len(words) - 1, -1, -1):
            named = self._place(" ".join(words[cut:]))
            test = self._test(words[:cut]) if not isinstance(named, Problem) and cut else None
            if test is not None and not isinstance(named, Problem):
                if place and not (_is_at(named, place) or _is_at(place, named)):
                    facts = {"text": text.strip(), "place": named}
                    return Problem("condition-piece-elsewhere", facts)
                return test, denied, place or named
        if denied and not words:
            return lambda _: True, True, place
        return self._unclear(text)

    def _test(self, words: Sequence[str]) -> Callable[[Thing], bool] | None:
        if not words:
            return None
        of = [number for number, word in enumerate(words) if word.lower() == "of"]
        orders = [(words[:cut], words[cut:]) for cut in range(len(words) + 1)]
        orders += [(words[cut + 1 :], words[:cut]) for cut in of]
        for whose, what in orders:
            owner = self._owner(" ".join(whose))
            kinds = self._kind(" ".join(what))
            if not isinstance(owner, Problem) and kinds is not None:
                return _fitting(owner, kinds)
        return None

    def _is_there(self, test: Callable[[Thing], bool], denied: bool, place: str) -> bool:
        return any(test(one) and _is_at(one.at, place) for one in self.things) != denied

    def _unclear(self, part: str) -> Problem:
        return Problem(UNCLEAR, {"text": part.strip(), "near": self.seats.near(part) if part.strip() else ()})


def _fitting(owner: Callable[[Seat | None], bool], kinds: tuple[str, ...]) -> Callable[[Thing], bool]:
    """Things of an owner and of some kinds. Where no kind is named, what fills a place is meant."""
    return lambda one: owner(one.owner) and (one.kind in kinds if kinds else one.fills)


def _is_at(at: str, place: str) -> bool:
    """A coast lies in its province."""
    return at == place or at.startswith(f"{place}/")


def decide(text: str, *atoms: Atom) -> Ruling:
    """Whether a condition is so: OR before AND before NOT; each part is what the first atom that understands it says.

    What nobody understands is answered with the most telling complaint.
    """
    text = plain(text).strip(" .,;:")
    whole = _one(text, atoms)
    if not isinstance(whole, Problem):
        return whole
    for word, together in (("or", any), ("and", all)):
        parts = re.split(rf"\s+{word}\s+(?:if\s+)?", text, flags=re.I)
        if 1 < len(parts) <= MOST_PARTS:
            rulings = [decide(part, *atoms) for part in parts]
            wrong = next((one for one in rulings if isinstance(one, Problem)), None)
            return wrong if wrong is not None else together(bool(one) for one in rulings)
    return whole


def _one(text: str, atoms: Sequence[Atom]) -> Ruling:
    denied = re.match(r"not\s+(?!in\b|at\b)", text, re.I)
    if denied:
        ruling = _one(text[denied.end() :], atoms)
        return ruling if isinstance(ruling, Problem) else not ruling
    complaints: list[Problem] = []
    for atom in atoms:
        ruling = atom(text)
        if not isinstance(ruling, Problem):
            return ruling
        complaints.append(ruling)
    telling = [one for one in complaints if one.code != UNCLEAR]
    return (telling or complaints or [Problem(UNCLEAR, {"text": text, "near": ()})])[0]


__all__ = ["UNCLEAR", "Ruling", "Sight", "Thing", "decide"]
