"""A letter told line by line: what becomes of each, against one position, for one seat, with nothing stored.

Pure: the letter, the position and what we sent to its writer before are all it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Checked, Later, Problem, Seat
from judge.grammar.seats import find_seat
from judge.mail.fates import Fate, Part, Stretch, stretches
from judge.mail.forms import changed, forms_in
from judge.mail.hearing import Ear, hear_ahead, is_nonsense
from judge.mail.kinds import kind_in
from judge.mail.language import Filled, OrderLine, Reading, Section, joined, read
from judge.mail.letter import Letter
from judge.mail.quotations import Index, in_doubt, recognised
from judge.mail.understood import Understood

_UNNAMED = ("cleared", "corrected", "condition")
"""Why an order is none, where what stands shows it."""


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
        if form.key == key and find_seat(game.seats, form.seat) == seat
    ]
    reading = joined(read(lines, filled), lambda section: section.seat is None or _is(game, section.seat, seat))
    teller = _Teller(Ear(game, state, seat, ask.form if ask else ""), key, in_doubt(lines))
    found: list[Understood] = []
    for section in reading.sections:
        found += teller.section(section)
        found = teller.without_cleared(found, section)
    found, checked = teller.checked(found)
    return _told(teller, _Read(letter, reading, sorted(found, key=lambda one: one.number), checked), say)


def _is(game: AnyGame, said: str, seat: Seat) -> bool:
    return find_seat(game.seats, said) == seat


@dataclass(frozen=True, slots=True)
class _Read:
    """A letter as it was read and checked."""

    letter: Letter
    reading: Reading
    found: list[Understood]
    checked: Checked[Any]


class _Teller:
    """One letter against one position. `key`: the open window's."""

    def __init__(self, ear: Ear, key: str, echoes: frozenset[int]) -> None:
        self.ear, self.key, self.echoes = ear, key, echoes
        self.kept_for: dict[int, str] = {}
        """Lines in a PHASE block: for which kind of window."""
        self.unclear = False
        """Whether a condition was not understood."""

    def section(self, section: Section) -> list[Understood]:
        """What its order lines say."""
        ear = self.ear
        if section.seat is not None and not _is(ear.game, section.seat, ear.seat):
            return _refused(section, Problem("not-yours", {"seat": section.seat}))
        if section.window is not None and section.window != self.key:
            return _refused(section, Problem("late", {"window": section.window}))
        if section.later is not None:
            kind = kind_in(ear.game, section.later)
            if kind is None:
                return _refused(section, Problem("unknown-kind", {"text": section.later}))
            return self._kept(kind, section.lines)
        cleared = max((one.number for one in section.commands if one.verb == "clear"), default=0)
        heard = ear.hear(section.lines, self.echoes, cleared)
        self.unclear = self.unclear or bool(heard.unclear)
        return list(heard.lines)

    def _kept(self, kind: str, lines: Sequence[OrderLine]) -> list[Understood]:
        """Lines for a later window, read by its rule at once: what may be an order by then is kept."""
        game, state, seat = self.ear.game, self.ear.state, self.ear.seat
        self.kept_for |= {line.number: kind for line in lines}
        done = []
        for one in hear_ahead(game, state, seat, kind, lines)[1].lines:
            if one.fate is Fate.ORDER:
                one = replace(one, fate=Fate.LATER, said=Later(kind, game.write(state, seat, one.said)))
            elif one.fate is Fate.REFUSED and not is_nonsense(one.said.code):
                one = replace(one, fate=Fate.LATER, said=Later(kind, one.text))
            done.append(one)
        return done

    def without_cleared(self, found: Sequence[Understood], section: Section) -> list[Understood]:
        """Without what a CLEAR of this section takes back: what stands above it, in a PHASE block what is kept."""
        last = max((one.number for one in section.commands if one.verb == "clear"), default=0)
        kind = kind_in(self.ear.game, section.later) if section.later is not None else None
        return [
            replace(one, fate=Fate.NOT_ORDERED, said=None, why="cleared")
            if one.fate in (Fate.ORDER, Fate.LATER) and one.number < last and self.kept_for.get(one.number) == kind
            else one
            for one in found
        ]

    def checked(self, found: Sequence[Understood]) -> tuple[list[Understood], Checked[Any]]:
        """What stands of the orders; those that do not are refused."""
        ear, out = self.ear, list(found)
        while True:
            places = [place for place, one in enumerate(out) if one.fate is Fate.ORDER]
            checked = ear.game.check(ear.state, ear.seat, [out[place].said for place in places])
            if not checked.refused:
                return out, checked
            for index, why in checked.refused.items():
                out[places[index]] = replace(out[places[index]], fate=Fate.REFUSED, said=why)


def _told(teller: _Teller, read: _Read, say: Say) -> Told:
    game, state, seat = teller.ear.game, teller.ear.state, teller.ear.seat
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
    fates = {one.fate for one in found}
    warned = [*checked.warned.values(), *(note for one in found for note in one.notes)]
    passed = any(one.why == "unsure" for one in found) or Fate.ATTACHMENT in fates
    named = any(
        one.fate in (Fate.NOT_ORDERED, Fate.QUESTION) and one.why not in _UNNAMED and not isinstance(one.said, tuple)
        for one in found
    )
    verdict = (
        "ERRORS" if Fate.REFUSED in fates or structure or teller.unclear
        else "WARNINGS" if named or warned or passed or checked.unsaid or unheeded or letter.notes or letter.unread
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
        return teller.ear.game.write(teller.ear.state, teller.ear.seat, one.said)
    return f"{one.said.kind}: {one.said.text}" if isinstance(one.said, Later) else say(one)


def _refused(section: Section, why: Problem) -> list[Understood]:
    return [_one(line, Fate.REFUSED, why) for line in section.lines]


def _one(line: OrderLine, fate: Fate, said: Any = None) -> Understood:
    return Understood(number=line.number, text=line.text, fate=fate, said=said)


__all__ = ["Say", "Told", "told"]
