"""Letters to orders: what a phrase orders in this position (D-10 to D-16).

Which units and places it means is worked out in `naming`. What was supplied or overlooked on the way is noted in the
line and told as a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.adjudicator.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Unit,
    Waive,
)
from judge.adjudicator.protocol import BLANK, Later, Line, Problem
from judge.grammar.orders import Phrase, Unclear
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import lines_of
from judge.variants.diplomacy.naming import Naming, Trouble

Said = Order | Problem | Later

_SEASON_LINE = re.compile(
    r"(?:(?:my )?orders (?:for )?)?(?:(?:spring|fall|autumn|summer|winter)\b[ ,]*(?:19|18|20)?\d\d\b.{0,40}|orders):?",
    re.IGNORECASE,
)

_SAYS_RETREAT = re.compile(r"\b(?:r|ret\w*|falls? back|withdraws?)\b", re.IGNORECASE)

EXPECTED = {
    "movement": "a unit and what it does, such as A PAR - BUR, F BRE S A PAR - PIC, F NTH C A LON - BEL or A MUN H",
    "retreats": "a dislodged unit and where it goes, such as A BUR R PIC, or A BUR D",
    "adjustments": "a build, a removal or a waiver, such as Build A PAR, Remove F NTH or Waive",
}


class Reader(Naming):
    """One seat's letter in one position."""

    def letter(self, text: str) -> tuple[Line[Order], ...]:
        """Every order of a letter, line by line; one bad order never spoils the others (D-10)."""
        return tuple(self._lines(text))

    def _lines(self, text: str) -> Iterator[Line[Order]]:
        lines = 0
        for number, line in lines_of(text):
            if BLANK in line or _SEASON_LINE.fullmatch(line):
                continue
            lines += 1
            if lines > MOST_LINES:
                yield Line(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                return
            if len(line) > LONGEST_LINE:
                yield Line(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            for phrase in self.chart.tongue.read(line):
                said = self._said(phrase)
                self.mistakes += isinstance(said, Problem)
                if said is not None:
                    yield Line(number, phrase.text, said, () if isinstance(said, Problem) else tuple(self.notes))

    def _said(self, phrase: Phrase | Unclear) -> Said | None:
        self.notes = []
        if isinstance(phrase, Unclear):
            return self._unclear(phrase)
        try:
            return self._order(phrase)
        except Trouble as trouble:
            return trouble.problem

    def _unclear(self, phrase: Unclear) -> Problem | None:
        """A heading with the seat's own name says nothing; one with another's is a mistake."""
        heading = phrase.text.rstrip(": ")
        owners = self.chart.tongue.owners.matches(heading) if heading and len(heading) < 40 else ()
        if owners == (self.seat,):
            return None
        if len(owners) == 1:
            return Problem("another-seats-orders", {"text": phrase.text, "seat": owners[0]})
        return Problem("not-understood", {"text": phrase.text, "expected": EXPECTED.get(self.form, "")})

    def _order(self, phrase: Phrase) -> Said:
        verb = phrase.verb
        if verb == "bare" and not phrase.pieces[0].place.choices:
            return Problem("not-understood", {"text": phrase.text, "expected": EXPECTED.get(self.form, "")})
        removal = any(word.startswith(("rem", "destroy", "scrap")) for word in phrase.words)
        if verb == "build" and phrase.words:
            verb = "waive"
        if self.form == "movement":
            if verb == "retreat" and not _SAYS_RETREAT.search(phrase.text):
                # Several places after a move are a list of preferences, and moves have none.
                return Problem("not-understood", {"text": phrase.text, "expected": EXPECTED["movement"]})
            if verb == "retreat" or (verb == "disband" and not removal):
                return Later("retreats", phrase.text)
            if verb in ("build", "waive", "disband"):
                return Later("adjustments", self._whole(phrase))
            return self._movement(verb, phrase)
        if self.form == "retreats":
            if verb in ("build", "waive") or (verb == "disband" and removal):
                return Later("adjustments", self._whole(phrase))
            return self._retreat(verb, phrase)
        return self._adjustment(verb, phrase)

    def _whole(self, phrase: Phrase) -> str:
        """A phrase that borrowed its verb from the one before it on the line, made whole again."""
        if phrase.verb == "waive" or not phrase.pieces:
            return phrase.text
        first = phrase.text.split()[0].lower()
        if self.chart.tongue.read(phrase.text) and _verb_of(self.chart.tongue.read(phrase.text)[0]) == phrase.verb:
            return phrase.text
        return f"{'Build' if phrase.verb == 'build' else 'Remove'} {phrase.text}" if first else phrase.text

    # Movement

    def _movement(self, verb: str, phrase: Phrase) -> Order:
        if verb == "bare":
            raise Trouble(Problem("nothing-said", {"text": phrase.text, "expected": EXPECTED["movement"]}))
        at, unit = self._ordered(phrase.pieces[0], self.state.unit)
        if verb != "move":
            at = self._from(at, unit, None)
        match verb:
            case "hold":
                return Hold(at)
            case "move":
                to, routed = self._goal(phrase, unit)
                via = routed or bool(phrase.words)
                return Move(self._from(at, unit, to), to, via)
            case "support_hold":
                of, _ = self._helped(phrase.pieces[1], None, unit)
                return Support(at, of, None)
            case "support_move":
                of, other = self._helped(phrase.pieces[1], phrase.places[-1], unit)
                to, _ = self._goal(phrase, other, unit)
                return Support(at, of, to)
            case "convoy":
                of, other = self._helped(phrase.pieces[1], phrase.places[-1], None)
                to, _ = self._goal(phrase, other)
                return Convoy(at, of, to)
            case _:
                raise Trouble(Problem("not-understood", {"text": phrase.text, "expected": EXPECTED["movement"]}))

    # Retreats

    def _retreat(self, verb: str, phrase: Phrase) -> Order:
        if verb == "bare":
            raise Trouble(Problem("nothing-said", {"text": phrase.text, "expected": EXPECTED["retreats"]}))
        if verb not in ("retreat", "move", "disband"):
            return self._movement(verb, phrase)

        def find(province: str) -> Unit | None:
            driven = self.state.driven(province)
            return driven.unit if driven else None

        at, unit = self._ordered(phrase.pieces[0], find)
        if unit is None:
            at = phrase.pieces[0].place.choices[0]
        if verb == "disband":
            return Disband(at)
        places: list[str] = []
        for named in phrase.places:
            if not named.choices:
                raise Trouble(self._unknown(named))
            province = named.choices[0]
            if len(named.choices) > 1:
                driven = self.state.driven(self.chart.province(at))
                options = {self.chart.province(place) for place in driven.options} if driven else set()
                province = self._fitting(named, options.__contains__)
            places.append(self._landing(named, province, unit))
        return Retreat(at, tuple(dict.fromkeys(places)))

    # Adjustments

    def _adjustment(self, verb: str, phrase: Phrase) -> Order:
        if verb == "waive":
            number = next((int(word) for word in phrase.words if word.isdigit()), 1)
            return Waive(number)
        due = len(self.state.held(self.seat)) - len(self.state.of(self.seat))
        if verb == "bare":
            verb = "build" if due > 0 else "disband"
        if verb == "build":
            return self._build(phrase)
        if verb == "disband":
            at, unit = self._ordered(phrase.pieces[0], self.state.unit)
            return Remove(unit.place if unit else at)
        raise Trouble(Problem("only-adjustments-now", {"text": phrase.text, "expected": EXPECTED["adjustments"]}))

    def _build(self, phrase: Phrase) -> Order:
        piece = phrase.pieces[0]
        named = piece.place
        if not named.choices:
            raise Trouble(self._unknown(named))
        province = named.choices[0]
        if len(named.choices) > 1:
            province = self._fitting(named, lambda code: code in self.chart.homes.get(self.seat, ()))
        sheet = self.chart.board.provinces[self.chart.board.number[province]]
        kind = piece.kind[:1].upper()
        if not kind:
            # 4.C.3: only where both could be built does it have to be said.
            if sheet.kind == "coast":
                raise Trouble(Problem("build-which-kind", {"place": province}))
            kind = "A" if sheet.kind == "land" else "F"
        place = province
        said = f"{province}/{named.coast}" if named.coast else ""
        if said and said in self.chart.board.number and kind == "F":
            place = said
        elif said:
            self.notes.append(Problem("coast-ignored", {"text": named.text, "coast": named.coast, "place": province}))
        return Build("F" if kind == "F" else "A", place)


def _verb_of(phrase: Phrase | Unclear) -> str:
    return phrase.verb if isinstance(phrase, Phrase) else ""
