"""Phrases of a winter to orders: builds, removals, what is waived."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.adjudicator.diplomacy.orders import Build, Home, Order, Remove, Waive
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.numbers import number
from judge.grammar.orders import Named, Phrase, Piece
from judge.variants.diplomacy.adjustments import due
from judge.variants.diplomacy.naming import Trouble
from judge.variants.diplomacy.speaking import Speaking

Said = Order | Later


class Wintering(Speaking):
    """The orders of adjustments."""

    def _announced(self, phrase: Phrase) -> list[Said]:
        """`Three builds`, `I lose one`, where so many are due: it says nothing new."""
        number = abs(due(self.chart, self.state, self.seat))
        if self.form != "adjustments" or self._number_in(phrase) not in (0, number):
            raise Trouble(self.unread(phrase.text, "", ()))
        return []

    @staticmethod
    def _number_in(phrase: Phrase) -> int:
        """How many it says; 0: it says no number."""
        return next((count for word in phrase.words if (count := number(word))), 0)

    def _adjustments(self, verb: str, phrase: Phrase) -> Sequence[Order]:
        if verb == "waive":
            return [Waive(next((int(word) for word in phrase.words if word.isdigit()), 1))]
        if verb == "homes":
            return [Home(self._site(piece.place, phrase, self.chart.centres.__contains__)) for piece in phrase.pieces]
        number = due(self.chart, self.state, self.seat)
        if verb == "bare":
            if phrase.pieces[0].place.guessed and not phrase.pieces[0].kind:
                raise Trouble(self.unread(phrase.text, "", ()))  # "at present" is no Prussia
            verb = "build" if number > 0 else "disband"
        if verb not in ("build", "disband"):
            raise Trouble(Problem("only-adjustments-now", {"text": phrase.text, "expected": self.example()}))
        if not phrase.pieces:
            raise Trouble(self.unread(phrase.text, "", ("A or F", "a place")))
        if verb == "disband" and self._number_in(phrase) not in (0, -number):
            raise Trouble(Problem("how-many", {"said": self._number_in(phrase), "units": ()}))
        if len(phrase.pieces) > 1:
            raise Trouble(Problem("two-goals", {"text": phrase.text, "places": self._names_of(phrase.pieces)}))
        piece = phrase.pieces[0]
        if verb == "build":
            return [self._build(piece, phrase)]
        found: list[Order] = []
        for one in self._each(piece, self._mine(), None, phrase):
            at, unit = self._ordered(one, self.state.unit)
            found.append(Remove(unit.place if unit else at))
        return found

    def _site(self, named: Named, phrase: Phrase, fits: Callable[[str], bool]) -> str:
        """The province of a build or of a home."""
        if not named.text:
            raise Trouble(self.unread(phrase.text, "", ("a place",)))
        if not named.choices:
            raise Trouble(self._unknown(named))
        province = named.choices[0]
        if len(named.choices) > 1:
            return self._fitting(named, fits)
        if named.guessed:
            self._taken(named, province)
        return province

    def _build(self, piece: Piece, phrase: Phrase) -> Order:
        named = piece.place
        province = self._site(named, phrase, lambda code: code in self.chart.homes.get(self.seat, ()))
        sheet = self.chart.board.provinces[self.chart.board.number[province]]
        kind = piece.kind[:1].upper()
        if not kind:
            # 4.C.3: only where both could be built does it have to be said.
            if sheet.kind == "coast":
                raise Trouble(Problem("build-which-kind", {"place": province, "suggestion": f"Build A {province}"}))
            kind = "A" if sheet.kind == "land" else "F"
        place = province
        said = f"{province}/{named.coast}" if named.coast else ""
        if said and said in self.chart.board.number and kind == "F":
            place = said
        elif said:
            self.notes.append(Problem("coast-ignored", {"text": named.text, "coast": named.coast, "place": province}))
        return Build("F" if kind == "F" else "A", place)


__all__ = ["Said", "Wintering"]
