"""A seat's sight, as conditional orders ask for it: whose pieces are where, who owns what, how many each has.

A condition is read in the players' own words: `German A IN BUR`, `BUR IS EMPTY`, `Germany OWNS MUN`, `Germany HAS at
least 4 centres`, each with NOT, several with AND or OR. A game fills a `Sight` from a seat's view and nothing else, so
an answer tells no more than the report did. It may add conditions of its own, which are tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.conditions import Asked, Atom, read
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import folded, plain

Ruling = bool | Problem

UNCLEAR = "condition-unclear"

_AT_LEAST = (">=", "≥", "at least", "no less than", "no fewer than", "or more", "+")
_AT_MOST = ("<=", "≤", "at most", "no more than", "up to", "or less", "or fewer")
_OVER = (">", "more than", "over", "above")
_UNDER = ("<", "less than", "fewer than", "under", "below")
_UNLIKE = ("!=", "<>")
_ANYBODY = ("any", "anybody", "anyone", "somebody", "someone", "some", "a", "an")
_NOBODY = ("no", "nobody", "none", "nothing", "no one")
_PEOPLE = ("nobody", "no one")
_ENEMY = ("enemy", "enemies", "an enemy", "any enemy", "foreign", "a foreign", "hostile", "others", "somebody else")
_OWN = ("i", "me", "my", "mine", "own", "my own", "our", "we", "us")
_PIECE = ("unit", "units", "piece", "pieces", "anything", "something")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a place. `fills`: with it there the place is not empty."""

    kind: str
    at: str
    owner: Seat | None = None
    fills: bool = True


@dataclass(frozen=True)
class Sight:
    """The facts that a seat sees. `place` reads the name of a place, `kinds` that of a kind of thing (all it may mean).

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

    def decide(self, text: str, *first: Callable[[str], Ruling]) -> Ruling:
        """Whether a condition is so: OR before AND before NOT. `first`: what the game asks in words of its own."""
        asked = read(text, self._is_name)
        if asked is None:
            return self._unclear(plain(text))
        return self._decided(asked, first)

    def _decided(self, asked: Asked | Atom, first: Sequence[Callable[[str], Ruling]]) -> Ruling:
        if isinstance(asked, Atom):
            return _telling([*(lambda one=one: one(asked.text) for one in first), lambda: self.holds(asked)])
        if asked.how == "some" and self._leaves_place_open(asked.parts):
            return self._unclear(" or ".join(part.text for part in asked.parts if isinstance(part, Atom)))
        rulings = [self._decided(part, first) for part in asked.parts]
        wrong = next((one for one in rulings if isinstance(one, Problem)), None)
        if wrong is not None:
            return wrong
        if asked.how == "not":
            return not rulings[0]
        return any(rulings) if asked.how == "some" else all(rulings)

    def _leaves_place_open(self, parts: Sequence[Asked | Atom]) -> bool:
        """`no Saloon or School IN Present`: nobody knows whether the no, or the place, goes for both."""
        *others, last = parts
        placed = isinstance(last, Atom) and last.kind == "located"
        return placed and any(
            isinstance(part, Atom) and part.kind == "there" and folded(part.text.split()[0]) in _NOBODY
            for part in others
        )

    def _is_name(self, text: str) -> bool:
        found = (self._place(text), self.seats.find(text))
        return bool(self.kinds(folded(text))) or any(not isinstance(one, Problem) for one in found)

    def holds(self, asked: Atom) -> Ruling:
        """Whether one thing is so; a Problem where it is not understood."""
        names, denied = asked.names, asked.negated
        match asked.kind:
            case "located":
                return self._at(names[0], names[1], denied)
            case "vacant":
                return self._empty(names[0], asked.words[0] in ("occupied", "taken"), denied)
            case "owned":
                return self._owns(names[1], names[0], denied)
            case "unowned":
                return self._owns("nobody", names[0], denied)
            case "mine":
                return self._owns("my", names[0], denied)
            case "has":
                return self._owns(names[0], names[1], denied)
            case "has_there":
                return self._at(f"{names[0]} {names[1]}", names[2], denied)
            case "has_many":
                return self._compare(names[0], names[1] if len(names) > 1 else "", asked)
            case "counted":
                return self._counted(names[0], asked)
            case "there":
                found = self._whom(names[0], bare=True)
                return found if isinstance(found, Problem) else self._is_there(*found)
            case _:
                return self._unclear(asked.text)

    # --- one reader a form ----------------------------------------------------------------------------------------

    def _at(self, what: str, where: str, negated: bool) -> Ruling:
        place = self._place(where)
        if isinstance(place, Problem):
            return place
        who = self._whom(what, place)
        if isinstance(who, Problem):
            return who
        return self._is_there(*who) != negated

    def _empty(self, where: str, occupied: bool, negated: bool) -> Ruling:
        """`BUR IS EMPTY`, `BUR IS NOT OCCUPIED`."""
        place = self._place(where)
        if isinstance(place, Problem):
            return place
        taken = any(one.fills and _is_at(one.at, place) for one in self.things)
        return (taken == occupied) != negated

    def _counted(self, said: str, asked: Atom) -> Ruling:
        """`centres of Germany >= 4`, `my cash < 30`."""
        what, of, whom = said.partition(" of ")
        if of:
            what = _without(what.removeprefix("the "), "number of")
        else:
            whom, _, what = said.rpartition(" ")
        return self._compare(_not_of_it(whom), what, asked)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _place(self, text: str) -> str | Problem:
        return self.place(_without(text, "the"))

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

    def _compare(self, whom: str, what: str, asked: Atom) -> Ruling:
        counted = self._count_named(what)
        if isinstance(counted, Problem):
            return counted
        seat = self._one_seat(whom)
        if isinstance(seat, Problem):
            return seat
        have = counted[1].get(seat, 0)
        if have is None:
            return Problem("condition-hidden", {"seat": seat, "what": counted[0]})
        return _compared(have, asked.words, asked.number) != asked.negated

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
        found = self.seats.find(_without(text, "the"))
        return found if isinstance(found, Problem) else Seat(found)

    def _owner(self, text: str) -> Callable[[Seat | None], bool] | Problem:
        """Whose something is, as a test of the owner."""
        said = folded(text).removeprefix("the ")
        if not said or said in _ANYBODY:
            return lambda owner: True
        if said in _OWN:
            return lambda owner: owner == self.seat
        if said in _ENEMY:
            return lambda owner: owner is not None and owner != self.seat
        bare = _without(_not_of_it(text), "a", "an", "any", "some", "the")
        seat = self.seats.find(bare)
        return seat if isinstance(seat, Problem) else lambda owner: owner == seat

    def _kind(self, text: str) -> tuple[str, ...] | None:
        """The kinds meant; () any; None: no kind is called so."""
        said = folded(text)
        for one in (said, _without(said, "a", "an", "the", "any", "some")):
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
        words = [_not_of_it(word) for word in text.split()]
        denied = bool(words) and (folded(words[0]) in _NOBODY or folded(" ".join(words[:2])) in _NOBODY)
        if denied:
            words = words[2:] if folded(" ".join(words[:2])) in _NOBODY else words[1:]
        test = None if bare and not denied else self._test(words)
        if test is not None:
            return test, denied, place
        # `F KIE IN KIE`, or `A BUR` alone: the piece is named by where it is.
        for cut in range(len(words) - 1, -1, -1):
            named = self._place(" ".join(words[cut:]))
            test = self._test(words[:cut]) if not isinstance(named, Problem) and cut else None
            if test is not None and not isinstance(named, Problem):
                if place and not (_is_at(named, place) or _is_at(place, named)):
                    facts = {"text": text.strip(), "place": named}
                    return Problem("condition-piece-elsewhere", facts)
                return test, denied, place or named
        if denied and not words:
            # Nobody's herd is nobody.
            somebody = folded(text) in _PEOPLE
            return lambda one: one.owner is not None or not somebody, True, place
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


def _without(text: str, *words: str) -> str:
    """A text without one of these words in front."""
    text = text.strip()
    word = next((one for one in words if text.lower().startswith(f"{one} ")), "")
    return text[len(word) :].strip()


def _not_of_it(text: str) -> str:
    """`Germany's` as `Germany`."""
    text = text.strip().replace("’", "'")
    return text.removesuffix("s").removesuffix("'") if text.endswith(("'s", "'")) else text


def _compared(have: int, words: Sequence[str], number: int) -> bool:
    """A number against another by the words of comparison; by none, they are to be equal."""
    for tests, is_so in (
        (_AT_LEAST, have >= number), (_AT_MOST, have <= number), (_OVER, have > number), (_UNDER, have < number),
        (_UNLIKE, have != number),
    ):  # fmt: skip
        if any(word in tests for word in words):
            return is_so
    return have == number


def _telling(readers: Sequence[Callable[[], Ruling]]) -> Ruling:
    """The result of the first reader that understands; if none does, the most telling complaint."""
    complaints: list[Problem] = []
    for one in readers:
        ruling = one()
        if not isinstance(ruling, Problem):
            return ruling
        complaints.append(ruling)
    return next((one for one in complaints if one.code != UNCLEAR), complaints[0])


__all__ = ["UNCLEAR", "Ruling", "Sight", "Thing"]
