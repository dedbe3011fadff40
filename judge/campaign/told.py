"""A letter told line by line: the fate of each, against one position, for one seat, with nothing stored.

Pure: it takes only the letter, the position and our earlier mails to its writer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Checked, Later, Problem, Seat
from judge.adjudicator.value import named_value, value
from judge.grammar.phrasebook import Phrasebook
from judge.grammar.seats import seats_of
from judge.mail.envelope import window_in
from judge.mail.fates import Fate, Part, Stretch, stretches
from judge.mail.forms import changed, forms_in
from judge.mail.hearing import Ear
from judge.mail.kinds import is_now, kind_in
from judge.mail.language import HARMLESS, Filled, OrderLine, Reading, Section, read
from judge.mail.letter import Letter
from judge.mail.quotations import Index, recognised
from judge.mail.understood import Understood
from judge.report.saying import Saying

Say = Callable[[Understood], str]
_TAKEN_BACK = ("cleared", "corrected", "condition")
_OPEN = (Fate.NOT_ORDERED, Fate.QUESTION, Fate.REQUEST)
"""The fates of lines that order nothing, of which their writer may have thought otherwise."""


@named_value
class Told:
    """The result of a letter. `lines`: each thing they say; `orders`: the valid set, as the game writes it.

    `later`: by kind of window, the lines kept for it; `commands`: their verbs; `faults`: errors of its structure;
    `doubts`: what in an order was guessed, supplied or passed over, or stands in its way: its line, its
    words, and the remark; `unsaid`: what silence would do, written when it is asked for.
    """

    verdict: str
    stretches: tuple[Stretch, ...]
    lines: tuple[Understood, ...]
    orders: tuple[str, ...] = ()
    later: Mapping[str, tuple[str, ...]]
    commands: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    doubts: tuple[tuple[int, str, str], ...] = ()
    unsaid: Callable[[], tuple[str, ...]] = field(repr=False, compare=False)

    @property
    def silent(self) -> tuple[str, ...]:
        """What was not ordered and silence would do."""
        return self.unsaid()


def _code(one: Understood) -> str:
    """Why a line is no order, as a code."""
    return one.offered or one.why or (one.said.code if isinstance(one.said, Problem | Saying) else "")


def told(
    game: AnyGame, state: Any, seat: Seat, letter: Letter, sent: Sequence[Index] = (), say: Say = _code,
    books: Sequence[Phrasebook] = (),
) -> Told:  # fmt: skip
    """The result of a letter. `sent`: our mails to its writer; `say`: words a code about a line that is no order;
    `books`: the languages that its orders may be in besides English."""
    lines = recognised(letter.lines, sent)
    echoes = frozenset(number for number, one in enumerate(lines, 1) if one.origin == "echo") if sent else frozenset()
    teller = _Teller(game, state, seat, echoes, books)
    teller.named = window_in(letter.subject)
    filled = [
        Filled(form, changed(form, teller.printed))
        for form in forms_in(lines)
        if form.key == teller.key and form.seat == seat
    ]
    reading = read(lines, filled)
    for section in reading.sections:
        teller.take(section)
    found, checked = teller.checked(teller.heard())
    return _told(teller, _Read(letter, reading, sorted(found, key=lambda one: one.number), checked), say)


class _Teller:
    """One letter against one position."""

    def __init__(
        self, game: AnyGame, state: Any, seat: Seat, echoes: frozenset[int], books: Sequence[Phrasebook]
    ) -> None:
        self.game, self.state, self.seat, self.echoes, self.books = game, state, seat, echoes, books
        self.window = game.window(state)
        ask = self.window.asks.get(seat) if self.window is not None else None
        self.key = self.window.key if self.window is not None else ""
        self.title = self.window.title if self.window is not None else ""
        self.printed = ask.lines if ask is not None else ()
        self.form = ask.form if ask is not None else ""
        self.now: list[OrderLine] = []
        self.kept: dict[str, list[OrderLine]] = {}
        self.cleared: dict[str | None, int] = {}
        """Where the last CLEAR is, by kind of window; None: for the open one."""
        self.wrong: list[Understood] = []
        self.named: str | None = None
        """The letter's window, for lines that name none."""
        self._written: dict[int, tuple[Any, str]] = {}
        self.open = self.ear(self.form)
        """For the lines of the open window."""
        self.write = self.open.write

    def ear(self, form: str) -> Ear:
        """An ear for lines by this form; all write orders out once."""
        return Ear(self.game, self.state, self.seat, form, self.books, self._written)

    def take(self, section: Section) -> None:
        """Its lines, for the window they are for."""
        kind = None
        named = section.window or (self.named if section.later is None else None)
        if section.seat is not None and seats_of(self.game).find(section.seat) != self.seat:
            mine = next(one.name for one in self.game.seats if one.id == self.seat)
            self._refuse(section, Saying("entered/other-seat", {"seat": section.seat, "this": mine}))
        elif named is not None and named != self.key:
            self._refuse(section, Saying("unread/closed-window", {"closed": named, "window": self.title}))
        elif section.later is None or self._is_now(section.later):
            self.now += section.lines
        else:
            kind = kind_in(self.game, section.later)
            if kind is None:
                about = {"said": section.later, "game": self.game.title, "kinds": list(self.game.kinds)}
                self._refuse(section, Saying("refusals/no-such-kind-here", about))
            else:
                self.kept.setdefault(kind, []).extend(section.lines)
        for command in section.commands:
            if command.verb == "clear":
                self.cleared[kind] = command.number

    def _is_now(self, said: str) -> bool:
        return self.window is not None and is_now(self.game, said, self.window.title, self.window.kind)

    def _refuse(self, section: Section, why: Saying) -> None:
        self.wrong += [
            Understood(number=line.number, text=line.text, fate=Fate.REFUSED, said=why) for line in section.lines
        ]

    def heard(self) -> list[Understood]:
        """Every line, read by the rule of the window it is for."""
        heard = self.open.hear(sorted(self.now, key=lambda one: one.number), self.echoes, self.cleared.get(None, 0))
        unclear = dict(heard.unclear)
        found = [*self.wrong, *heard.lines]
        if unclear:
            found += [
                Understood(number=line.number, text=f"IF {one.text}", fate=Fate.REFUSED, said=unclear[one.text])
                for line in self.now
                for one in line.when
                if one.text in unclear
            ]
        for kind, lines in self.kept.items():
            found += self._for_later(kind, lines)
        return found

    def _for_later(self, kind: str, lines: Sequence[OrderLine]) -> list[Understood]:
        """Lines for a later window, by that one of its forms which reads most of them."""
        best: list[Understood] = []
        for form in self.game.forms_of.get(kind, ()):
            ear = self.ear(form)
            read = list(ear.hear([replace(line, when=()) for line in lines], (), self.cleared.get(kind, 0)).lines)
            if not best or _refused(read) < _refused(best):
                best = read
        return [
            replace(one, fate=Fate.LATER, said=Later(kind, self.write(one.said))) if one.fate is Fate.ORDER else one
            for one in best
        ]

    def checked(self, found: Sequence[Understood]) -> tuple[list[Understood], Checked[Any]]:
        """The valid orders; the others are refused."""
        out = list(found)
        while True:
            places = [place for place, one in enumerate(out) if one.fate is Fate.ORDER]
            checked = self.game.check(self.state, self.seat, [out[place].said for place in places])
            if not checked.refused:
                return out, checked
            for index, why in checked.refused.items():
                out[places[index]] = replace(out[places[index]], fate=Fate.REFUSED, said=why)


@value
class _Read:
    """A letter as it was read and checked."""

    letter: Letter
    reading: Reading
    found: list[Understood]
    checked: Checked[Any]


def _told(teller: _Teller, read: _Read, say: Say) -> Told:
    later: dict[str, list[str]] = {}
    said: dict[int, list[Part]] = {}
    for one in read.found:
        if one.fate is Fate.LATER:
            later.setdefault(one.said.kind, []).append(one.said.text)
        words = teller.write(one.said) if one.fate is Fate.ORDER else _words(one, say)
        if one.spans:
            for number, text in one.spans:
                said.setdefault(number, []).append((text, one.fate, words))
        else:
            said.setdefault(one.number, []).append((one.text, one.fate, words))
    return Told(
        verdict=_verdict(read),
        stretches=stretches(read.letter.text, read.reading.fates, said),
        lines=tuple(read.found),
        orders=tuple(map(teller.write, read.checked.accepted)),
        later={kind: tuple(texts) for kind, texts in later.items()},
        commands=tuple(command.verb.upper() for command in read.reading.commands),
        faults=read.reading.faults,
        doubts=tuple(dict.fromkeys((one.number, one.text, say(one)) for one in _doubts(read))),
        unsaid=lambda: tuple(map(teller.write, read.checked.filled)),
    )


def _doubts(read: _Read) -> Iterator[Understood]:
    """Each order that was taken, as if it was refused for what is to be said of it."""
    taken = [one for one in read.found if one.fate in (Fate.ORDER, Fate.LATER)]
    orders = [one for one in taken if one.fate is Fate.ORDER]
    for one in taken:
        yield from (replace(one, fate=Fate.REFUSED, said=note, why="") for note in one.notes)
    for index, problem in sorted(read.checked.warned.items()):
        yield replace(orders[index], fate=Fate.REFUSED, said=problem, why="")


def _verdict(read: _Read) -> str:
    """OK: all of it was understood, nothing was guessed, and the set is complete by its player's own word."""
    if any(one[1] not in HARMLESS for one in read.reading.faults):
        return "ERRORS"
    fates = [one.fate for one in read.found]
    if Fate.REFUSED in fates:
        return "ERRORS"
    if read.checked.warned or read.checked.unsaid or read.reading.faults or read.letter.notes or read.letter.unread:
        return "WARNINGS"
    return "WARNINGS" if any(map(_is_named, read.found)) else "OK"


def _is_named(one: Understood) -> bool:
    """Whether there is something in a line to look at again."""
    if one.fate is Fate.ORDER:
        return bool(one.notes)
    if one.fate is Fate.LATER:
        return bool(one.notes)
    return one.why == "unsure" or one.fate is Fate.ATTACHMENT or (one.fate in _OPEN and not _is_settled(one))


def _is_settled(one: Understood) -> bool:
    """Whether a line that is no order leaves nothing to look at: it was taken back, or the game answers it."""
    return one.why in _TAKEN_BACK or isinstance(one.said, tuple)


def _refused(found: Sequence[Understood]) -> int:
    return sum(one.fate is Fate.REFUSED for one in found)


def _words(one: Understood, say: Say) -> str:
    """The remark on a line that is no order for now."""
    return f"{one.said.kind}: {one.said.text}" if isinstance(one.said, Later) else say(one)


__all__ = ["Say", "Told", "told"]
