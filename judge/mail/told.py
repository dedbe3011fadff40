"""A letter told line by line: what becomes of each, against one position, for one seat, with nothing stored.

Pure: the letter, the position and what we sent to its writer before are all it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Checked, Later, Problem, Seat
from judge.grammar.lexicon import Lexicon
from judge.grammar.mentions import Mention, Mentions, mentions
from judge.grammar.seats import seat_lexicon
from judge.grammar.text import folded
from judge.mail.fates import Fate, Part, Stretch, stretches
from judge.mail.forms import changed, forms_in
from judge.mail.language import Filled, OrderLine, Reading, Section, read
from judge.mail.letter import Letter
from judge.mail.quotations import Index, recognised
from judge.mail.understood import Understood, understood

_NAMED = (Fate.NOT_ORDERED, Fate.QUESTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What becomes of a letter. `lines`: each thing they say; `orders`: the set that stands, as the game writes it.

    `later`: by kind of window, what is kept for it; `commands`: their verbs; `faults`: what is wrong with its
    structure; `silent`: what was not ordered and silence would do.
    """

    verdict: str
    stretches: tuple[Stretch, ...]
    lines: tuple[Understood, ...]
    orders: tuple[str, ...] = ()
    later: Mapping[str, tuple[str, ...]]
    commands: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    silent: tuple[str, ...] = ()
    warned: tuple[Problem, ...] = ()


Say = Callable[[Understood], str]


def _code(one: Understood) -> str:
    """Why a line is no order, as a code."""
    return one.offered or one.why or (one.said.code if isinstance(one.said, Problem) else "")


def told(game: AnyGame, state: Any, seat: Seat, letter: Letter, sent: Sequence[Index] = (), say: Say = _code) -> Told:
    """What becomes of a letter. `sent`: the mails we sent to its writer; `say`: what to say of a line that is no
    order."""
    lines = recognised(letter.lines, sent)
    window = game.window(state)
    ask = window.asks.get(seat) if window is not None else None
    key = window.key if window is not None else ""
    filled = [
        Filled(form, changed(form, ask.lines if ask else ()))
        for form in forms_in(lines)
        if form.key == key and form.seat == seat and form.was_sent(sent)
    ]
    reading = read(lines, filled)
    echoes = frozenset(number for number, line in enumerate(lines, 1) if line.origin == "echo")
    teller = _Teller(game, state, seat, ask.form if ask else "", echoes)
    found: list[Understood] = []
    of_form = len(reading.sections) - sum(bool(one.rows) for one in filled)
    for place, section in enumerate(reading.sections):
        found += teller.section(section, key, is_form=place >= of_form)
        found = teller.without_cleared(found, section)
    found, checked = teller.checked(_settled(game, found, of_form=teller.from_form))
    return _told(teller, _Read(letter, reading, sorted(found, key=lambda one: one.number), checked), say)


@dataclass(frozen=True, slots=True)
class _Read:
    """A letter as it was read and checked."""

    letter: Letter
    reading: Reading
    found: list[Understood]
    checked: Checked[Any]


class _Teller:
    """One letter against one position."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, form: str, echoes: frozenset[int]) -> None:
        self.game, self.state, self.seat, self.form, self.echoes = game, state, seat, form, echoes
        self.named = _mentions(game)
        self.kept_for: dict[int, str] = {}
        """Lines in a PHASE block: for which kind of window."""
        self.from_form: set[int] = set()

    def section(self, section: Section, key: str, is_form: bool) -> list[Understood]:
        """What its order lines say."""
        if section.seat is not None and not self._is_mine(section.seat):
            return _refused(section, Problem("not-yours", {"seat": section.seat}))
        if section.window is not None and section.window != key:
            return _refused(section, Problem("late", {"window": section.window}))
        if is_form:
            self.from_form |= {line.number for line in section.lines}
        standing, found = self._standing(section.lines)
        if section.later is not None:
            kind = kind_of(self.game, section.later)
            if kind is None:
                return found + _refused(section, Problem("unknown-kind", {"text": section.later}))
            return found + self._kept(kind, standing)
        return found + list(understood(self.game, self.state, self.seat, self.form, standing, self.named, self.echoes))

    def _is_mine(self, said: str) -> bool:
        return seat_lexicon(self.game.seats).find(said) == self.seat

    def _standing(self, lines: Sequence[OrderLine]) -> tuple[list[OrderLine], list[Understood]]:
        """The lines whose conditions hold; those of a branch that does not are blocks, those of one that is not
        understood are refused."""
        kept, found = [], []
        for line in lines:
            rulings = [(one, self.game.holds(self.state, self.seat, one.text)) for one in line.when]
            wrong = next((ruling for _, ruling in rulings if isinstance(ruling, Problem)), None)
            if wrong is not None:
                found.append(_one(line, Fate.REFUSED, wrong))
            elif all(ruling is one.holds for one, ruling in rulings):
                kept.append(line)
            else:
                found.append(_one(line, Fate.BLOCK))
        return kept, found

    def _kept(self, kind: str, lines: Sequence[OrderLine]) -> list[Understood]:
        """Lines for a later window, read by its rule at once."""
        game, state, seat = self.game, self.state, self.seat
        self.kept_for |= {line.number: kind for line in lines}
        return [
            replace(one, fate=Fate.LATER, said=Later(kind, game.write(state, seat, one.said)))
            if one.fate is Fate.ORDER
            else one
            for one in understood(game, state, seat, _form_of(game, kind), lines, self.named)
        ]

    def without_cleared(self, found: Sequence[Understood], section: Section) -> list[Understood]:
        """Without what a CLEAR of this section takes back: what stands above it, in a PHASE block what is kept."""
        last = max((one.number for one in section.commands if one.verb == "clear"), default=0)
        kind = kind_of(self.game, section.later) if section.later is not None else None
        return [
            replace(one, fate=Fate.NOT_ORDERED, said=None, why="cleared")
            if one.fate in (Fate.ORDER, Fate.LATER) and one.number < last and self.kept_for.get(one.number) == kind
            else one
            for one in found
        ]

    def checked(self, found: Sequence[Understood]) -> tuple[list[Understood], Checked[Any]]:
        """What stands of the orders; those that do not are refused."""
        out = list(found)
        while True:
            places = [place for place, one in enumerate(out) if one.fate is Fate.ORDER]
            last = {self.game.subject(out[place].said): place for place in places}
            # As letters merge: of two orders on one subject both are shown to the game, which says what is wrong.
            checked = self.game.check(self.state, self.seat, [out[place].said for place in places])
            wrong = {places[index]: why for index, why in checked.refused.items()}
            if not wrong or not last:
                return out, checked
            for place, why in wrong.items():
                out[place] = replace(out[place], fate=Fate.REFUSED, said=why)


def _told(teller: _Teller, read: _Read, say: Say) -> Told:
    game, state, seat = teller.game, teller.state, teller.seat
    letter, reading, found, checked = read.letter, read.reading, read.found, read.checked
    later: dict[str, list[str]] = {}
    for one in found:
        if one.fate is Fate.LATER and one.said.text not in later.get(one.said.kind, ()):
            later.setdefault(one.said.kind, []).append(one.said.text)
    said: dict[int, list[Part]] = {}
    for one in found:
        said.setdefault(one.number, []).append((one.text, one.fate, _words(teller, one, say)))
    unheeded = tuple(one for one in reading.faults if one[1] == "not-heeded")
    structure = tuple(one for one in reading.faults if one not in unheeded)
    warned = [*checked.warned.values()]
    fates = {one.fate for one in found if one.why != "cleared"}
    verdict = (
        "ERRORS" if Fate.REFUSED in fates or structure
        else "WARNINGS" if fates.intersection(_NAMED) or warned or checked.unsaid or unheeded
        or any(one.why == "unsure" for one in found) or letter.notes or letter.unread
        else "OK"
    )  # fmt: skip
    return Told(
        verdict=verdict,
        stretches=stretches(letter.text, reading.fates, said),
        lines=tuple(found),
        orders=tuple(game.write(state, seat, order) for order in checked.accepted),
        later={kind: tuple(texts) for kind, texts in later.items()},
        commands=tuple(command.verb.upper() for command in reading.commands),
        faults=reading.faults,
        silent=tuple(game.write(state, seat, order) for order in checked.filled),
        warned=tuple(warned),
    )


def _words(teller: _Teller, one: Understood, say: Say) -> str:
    """What a line was read as, or what is to be said of it."""
    if one.fate is Fate.ORDER:
        return teller.game.write(teller.state, teller.seat, one.said)
    return f"{one.said.kind}: {one.said.text}" if isinstance(one.said, Later) else say(one)


def _settled(game: AnyGame, found: Sequence[Understood], of_form: set[int]) -> list[Understood]:
    """Where the form says one thing of a subject and the lines around it another, neither is guessed."""
    inside: dict[Any, set[Any]] = {}
    outside: dict[Any, set[Any]] = {}
    for one in found:
        if one.fate is Fate.ORDER:
            (inside if one.number in of_form else outside).setdefault(game.subject(one.said), set()).add(one.said)
    torn = {subject for subject in inside if subject in outside and inside[subject] != outside[subject]}
    return [
        replace(one, fate=Fate.REFUSED, said=Problem("ordered-twice", {"text": one.text}))
        if one.fate is Fate.ORDER and game.subject(one.said) in torn
        else one
        for one in found
    ]


def _refused(section: Section, why: Problem) -> list[Understood]:
    return [_one(line, Fate.REFUSED, why) for line in section.lines]


def _one(line: OrderLine, fate: Fate, said: Any = None) -> Understood:
    return Understood(number=line.number, text=line.text, fate=fate, said=said)


def kind_of(game: AnyGame, said: str) -> str | None:
    """The kind of window that some words name: the longest name first, for `build` is not `build and raid`."""
    text = f" {folded(said)} "
    called: Mapping[str, Sequence[str]] = getattr(game, "called", {})
    names = [(folded(name), kind) for kind in game.kinds for name in (kind, *called.get(kind, ()))]
    for name, kind in sorted(names, key=lambda one: -len(one[0])):
        if f" {name.removesuffix('s')} " in text or f" {name.removesuffix('s')}s " in text:
            return kind
    return None


def _form_of(game: AnyGame, kind: str) -> str:
    """The form by which a kind of window is answered."""
    for phase in getattr(game, "phases", ()):
        if phase.kind == kind and phase.forms:
            return str(next(iter(phase.forms)))
    return kind


def _mentions(game: AnyGame) -> Mentions:
    lexicons = (Lexicon("name", {key: (name,) for key, name in game.names.items()}), seat_lexicon(game.seats))

    def named(text: str, free: Collection[str]) -> tuple[Mention, ...]:
        return mentions(text, free, lexicons)

    return named


__all__ = ["Say", "Told", "kind_of", "told"]
