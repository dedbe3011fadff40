"""A letter in the making, and the corrections in it (D-19): which order takes the place of which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from judge.adjudicator.diplomacy.orders import Movement, Order, Support
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.corrections import LAST_ORDER
from judge.grammar.orders import Phrase, is_named
from judge.grammar.text import plain
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.entry import Entry, is_alike, place_of
from judge.variants.diplomacy.naming import Trouble
from judge.variants.diplomacy.reading import Reader
from judge.variants.diplomacy.reversing import ends_at, renamed, turned_round
from judge.variants.diplomacy.state import State


@dataclass
class Correcting:
    """The lines of the answer to one seat's letter in one position, as far as it is read."""

    chart: Chart
    state: State
    seat: Seat
    form: str
    _: KW_ONLY
    entries: list[Entry] = field(default_factory=list)
    forgotten: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = Reader(self.chart, self.state, self.chart.edition(self.state.options), self.seat, self.form)

    def _add(self, number: int, text: str, said: Order | Problem | Later, phrase: Phrase | None = None) -> None:
        is_wrong = isinstance(said, Problem)
        if is_wrong:
            self.reader.speak_in_vain(text, phrase)
            self.reader.mistakes += 1
        self.entries.append(Entry(number, text, said, () if is_wrong else tuple(self.reader.notes), phrase))

    def _rename(self, number: int, phrase: Phrase) -> bool:
        """`I mean Picardy, not Burgundy`: of the one order that goes to the one place, or is for it in winter, the
        other is meant. A support of it is for nobody any more."""
        standing = [one for one in self.entries if not isinstance(one.said, Problem | Later)]
        found = [one for one in standing if not set(phrase.instead).isdisjoint(ends_at(one.said))]
        if not found and self.form == "retreats":
            return False
        try:
            new = renamed(found[0].said, phrase) if len(found) == 1 else None
            order = self.reader.orders(new)[0] if new is not None else None
        except Trouble:
            order = None
        helping = [
            one
            for one in standing
            if isinstance(one.said, Support) and self.chart.province(one.said.to or "") in phrase.instead
        ]
        for one in (*helping, *(found if order is None else ())):
            one.said, one.notes = Problem("correction-unclear", {"text": phrase.text}), ()
        if order is None or isinstance(order, Later):
            self._add(number, phrase.text, self.reader.unread(phrase.text, "", ()))
            return True
        found[0].said, found[0].notes = order, ()
        self._add(number, phrase.text, order, new)
        return True

    def _turn_round(self, number: int, phrase: Phrase) -> bool:
        """`Sorry, the other way round`: whether it is said of orders before it, which change their parts; where nobody
        knows which, neither counts. `Sweden supports Norway, and vice versa` adds one."""
        standing = [one for one in self.entries if not isinstance(one.said, Problem | Later)]
        last = standing[-1] if standing and standing[-1] is self.entries[-1] else None
        if last is None or (not phrase.corrects and isinstance(last.said, Support) and last.said.to is None):
            return False
        beside = [one for one in standing if one.number == last.number]
        is_pair = isinstance(last.said, Support) or len(standing) == 2 or len(beside) == 2
        found = standing[-2:] if is_pair else [last]
        turned = turned_round(self.reader, found[0].said if len(found) > 1 else None, last.said)
        try:
            orders = [order for one in turned for order in self.reader.orders(one)]
        except Trouble:
            orders = []
        if len(orders) != len(turned) or not orders:
            for one in found:
                one.said, one.notes = Problem("correction-unclear", {"text": phrase.text}), ()
            self._add(number, phrase.text, self.reader.unread(phrase.text, "", ()))
            return True
        for one, order, said in zip(found[-len(orders) :], orders, turned, strict=True):
            if not isinstance(order, Later):
                one.said, one.notes = order, ()
                self._add(number, phrase.text, order, replace(said, text=phrase.text, corrects=True))
        return True

    def _in_full(self, number: int, phrase: Phrase) -> Phrase:
        """A correction with its unit. What is to be instead of an order that was taken back by its place corrects no
        other."""
        if self._is_anew(number):
            return replace(self._whole(phrase), corrects=False, swaps=True)
        return self._whole(phrase) if phrase.corrects else phrase

    def _whole(self, phrase: Phrase) -> Phrase:
        """A correction that says only where to, or what else to do, with the unit of the order before it; of one that
        was not understood nobody knows the unit.
        """
        before = next((one.phrase for one in reversed(self.entries) if one.phrase and one.phrase.pieces), None)
        # "No, he would walk in. Hold.": why, is told in between.
        last = next((one for one in reversed(self.entries) if one.phrase or not _is_told(one)), None)
        if before is None or last is None or last.phrase is None:
            return phrase
        if phrase.verb in ("hold", "disband") and not phrase.pieces:
            return replace(phrase, pieces=before.pieces[:1])
        if phrase.verb == before.verb == "build" and phrase.pieces and not phrase.pieces[0].place.text:
            # "Build F BRE. Sorry, I meant an army."
            kind, piece = phrase.pieces[0].kind, before.pieces[0]
            is_other = bool(kind) and piece.kind[:1] != kind[:1] and len(before.pieces) == len(phrase.pieces) == 1
            return replace(phrase, pieces=(replace(piece, kind=kind),)) if is_other else phrase
        lone = phrase.verb == "bare" and phrase.pieces[0].place.text and not phrase.pieces[0].kind
        if self.form == "adjustments" or not (phrase.verb == "go" or lone):
            return phrase
        if before.verb == "hold" and len(before.pieces) == 1 and self.form == "movement":
            # "Marseilles holds - no, I mean Spain."
            goal = phrase.places[-1] if phrase.places else phrase.pieces[0].place
            return replace(before, verb="move", places=(goal,), text=phrase.text, corrects=True, words=())
        if not before.places:
            return phrase
        goal = phrase.places[-1] if phrase.places else phrase.pieces[0].place
        return replace(
            before, places=(*before.places[:-1], goal), text=phrase.text, corrects=True, words=before.words or ()
        )

    def _replace(self, number: int, order: Order, phrase: Phrase) -> None:
        """The correction replaces the corrected line; nothing of that is left. What a correction itself has said is not
        corrected, nor what stands before words about the same unit that were not read."""
        standing = [one for one in self.entries if not isinstance(one.said, Problem | Later)]
        same = [one for one in standing if getattr(one.said, "subject", None) == order.subject]
        here = [one for one in standing if one.number == number]
        if self.form == "adjustments" and phrase.corrects and not here:
            # "make it an army in Liverpool instead", "Edit: F BRE", of a build on a line above
            alike = [one for one in standing if type(one.said) is type(order)]
            here = alike if phrase.swaps or (len(alike) == 1 and not phrase.sighs) else []
        behind = self.entries[self.entries.index(here[-1]) + 1 :] if here else ()
        if here and ((here[-1].phrase and here[-1].phrase.corrects) or any(self._names(one, order) for one in behind)):
            here = []
        if phrase.pieces and phrase.pieces[0].many:
            here = []  # "Sorry, all hold": nothing takes the place of the last order
        if not same and phrase.corrects and is_named(phrase) and here:
            if phrase.adds:
                return
            if phrase.sighs and not is_alike(here[-1].said, order):
                # "Picardy to Belgium, actually, Portugal to Spain": what is to become of Picardy is not said.
                self._doubt(number, phrase.text, ())
                return
        for one in same or (here[-1:] if phrase.corrects else []):
            one.said, one.notes = order, ()

    def _names(self, one: Entry, order: Order) -> bool:
        """Whether words that order nothing name the unit of an order."""
        marks = self.chart.tongue.marker.marked(plain(one.text)) if isinstance(one.said, Problem) else ()
        return any(mark.named is not None and place_of(order) in mark.named.choices for mark in marks)

    def _replace_ahead(self, number: int, order: Later, phrase: Phrase) -> None:
        """`In winter: build F BRE, no, A PAR`: the last order of the line that is kept for the same window."""
        kept = [one for one in self.entries if one.number == number and isinstance(one.said, Later)]
        if phrase.corrects and kept and isinstance(kept[-1].said, Later) and kept[-1].said.kind == order.kind:
            kept[-1].said, kept[-1].notes = order, ()

    def _in_place(self, number: int, place: int) -> list[Entry]:
        """What an earlier line orders, by its place from 1, or the last; the one order that it is of a line with
        several, where words behind these count them."""
        before = list(dict.fromkeys(one.number for one in self.entries if one.number != number))
        own = [one for one in self.entries if one.number == number]
        last = own or [one for one in self.entries if before and one.number == before[-1]]
        if place == LAST_ORDER or (place > 0 and not before):
            found = _apart(last)
        else:
            found = [[one for one in self.entries if one.number == line] for line in before]
            found += [own] if place < 0 and own else []
        at = place - 1 if place > 0 else len(found) - 1
        return found[at] if 0 <= at < len(found) else []

    def _is_anew(self, number: int) -> bool:
        """Whether the words right before took back one order by its place: what stands behind says what it is to be."""
        last = self.entries[-1] if self.forgotten else None
        return last is not None and last.number == number and last.phrase is self.forgotten[-1].phrase is not None

    @staticmethod
    def _is_of_a_kind(phrase: Phrase) -> bool:
        """`The fleet`, without its place."""
        piece = phrase.pieces[0] if phrase.pieces else None
        return piece is not None and bool(piece.kind) and not (piece.place.text or piece.many or piece.owner)

    def _of_a_kind(self, phrase: Phrase) -> list[Entry]:
        """The orders of those of its own units that are of the kind of a phrase."""
        mine = {self.chart.province(one.place) for one in self.state.units if one.power == self.seat}
        kinds = {self.chart.province(one.place): one.kind for one in self.state.units}
        kind = phrase.pieces[0].kind[:1].upper()
        said = [one for one in self.entries if isinstance(one.said, Movement)]
        return [one for one in said if (at := place_of(one.said)) in mine and kinds[at] == kind]

    def _doubt(self, number: int, text: str, about: Sequence[str], is_last: bool = True) -> None:
        """A correction that was not understood: what it corrects, the order of a unit that it names or the last one of
        its line, is not guessed at either."""
        standing = [one for one in self.entries if not isinstance(one.said, Problem | Later)]
        found = [one for one in standing if place_of(one.said) in about]
        if is_last and self.form == "adjustments":
            found = [one for one in standing if one in found or one.number == number]  # "A BER, A KIE. No, one army."
        if not found and is_last:
            last = [one for one in standing if one.number == number][-1:]
            found = [one for one in standing if last and one.phrase is last[0].phrase]
        for one in found:
            one.said, one.notes = Problem("correction-unclear", {"text": text}), ()


def _apart(said: Sequence[Entry]) -> list[list[Entry]]:
    """The orders of a line, each with all that it was before its writer thought again; what is no order where it has
    none."""
    found: dict[str, list[Entry]] = {}
    for one in said:
        if one.phrase is not None or not isinstance(one.said, Problem):
            found.setdefault(place_of(one.said) or one.text, []).append(one)
    return list(found.values()) or [list(said)]


def _is_told(one: Entry) -> bool:
    return isinstance(one.said, Problem) and one.said.code == "not-ordered"


__all__ = ["Correcting"]
