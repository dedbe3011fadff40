"""Which unit and which place a phrase means in this position (D-12, D-13, D-40 to D-44).

A spelling that several provinces share means the one that fits: the one with a unit of that kind, or where the unit can
go.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.orders import Named, Phrase, Piece
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.state import State, rank

MOST_HINTS = 60
"""Mistakes of a letter that get a suggestion; looking for the nearest names takes time, and nobody reads more."""


@dataclass
class Trouble(Exception):
    """A phrase that makes no order, and why."""

    problem: Problem


EXAMPLES = {"movement": "A PAR - BUR", "retreats": "A BUR R PIC", "adjustments": "Build A PAR"}
"""Where a seat has no unit to make an example of."""


@dataclass
class Naming:
    """The meaning of a seat's words for units and places in one position. `notes`: the parts supplied or overlooked in
    the phrase at hand; `mistakes`: how many phrases made no order so far; `spoken_for`: the letter's orders beside the
    phrase at hand, for `the rest`."""

    chart: Chart
    state: State
    edition: Edition
    seat: Seat
    form: str
    _: KW_ONLY
    mistakes: int = 0
    spoken_for: frozenset[Hashable] = frozenset()
    notes: list[Problem] = field(default_factory=list)

    def _unknown(self, named: Named) -> Problem:
        """Why a place was not understood (D-12, D-13)."""
        if not named.choices and self.mistakes >= MOST_HINTS:
            return Problem("unknown-space", {"text": named.text, "near": ()})
        return self.chart.tongue.unknown(named)

    def _within_reach(self, problem: Problem, unit: Unit | None) -> Problem:
        """A goal that nobody knows, with those of the names near it where the unit can go."""
        near = problem.detail.get("near")
        if unit is None or not isinstance(near, tuple):
            return problem
        goals = {self.chart.province(place) for place in steps(self.chart, unit)}
        names = tuple(name for name in near if goals.intersection(self.chart.tongue.places.matches(str(name))))
        return Problem(problem.code, {**problem.detail, "near": names})

    def unread(self, text: str, at: str, expected: tuple[str, ...]) -> Problem:
        """Not understood: the word at which reading stopped, what could come there, an order of the seat's own."""
        return Problem("not-understood", {"text": text, "at": at, "could": expected, "expected": self.example()})

    def example(self) -> str:
        """An order that this seat could give, in canonical text."""
        board = self.chart.board
        if self.form == "retreats":
            driven = next((one for one in self.state.dislodged if one.unit.power == self.seat), None)
            return f"{driven.unit.kind} {driven.unit.place} R {driven.options[0]}" if driven else EXAMPLES[self.form]
        mine = self._mine()
        if self.form == "movement" and mine:
            unit = mine[0]
            near = steps(self.chart, unit)
            return f"{unit.kind} {unit.place} - {near[0]}" if near else f"{unit.kind} {unit.place} H"
        if self.form == "adjustments" and len(self.state.held(self.seat)) < len(mine):
            return f"Remove {mine[0].kind} {mine[0].place}"
        taken = {board.province(unit.place) for unit in self.state.units}
        homes = [home for home in self.chart.homes.get(self.seat, ()) if self.state.centres.get(home) == self.seat]
        free = [home for home in homes if home not in taken]
        return f"Build A {free[0]}" if free else EXAMPLES.get(self.form, "A PAR - BUR")

    def _nothing_said(self, phrase: Phrase) -> Problem:
        """A unit of which nothing is said."""
        piece = phrase.pieces[0]
        if not piece.place.text:
            return self.unread(phrase.text, "", ("-", "H", "S"))
        if not piece.place.choices:
            return self.unread(phrase.text, piece.place.text, ("a place",))
        facts: dict[str, object] = {"text": phrase.text, "expected": self.example()}
        unit = self.state.unit(piece.place.choices[0])
        if self.form == "movement" and unit is not None and unit.power == self.seat:
            facts["suggestion"] = f"{unit.kind} {unit.place} H"
        return Problem("nothing-said", facts)

    def _mine(self) -> Sequence[Unit]:
        return self.state.of(self.seat)

    def _driven(self) -> list[Unit]:
        return sorted((one.unit for one in self.state.dislodged if one.unit.power == self.seat), key=rank)

    def _names(self, places: Sequence[Named]) -> tuple[str, ...]:
        return tuple(named.choices[0] if len(named.choices) == 1 else named.text for named in places)

    def _names_of(self, pieces: Sequence[Piece]) -> tuple[str, ...]:
        return self._names([piece.place for piece in pieces])

    @staticmethod
    def _piece_of(unit: Unit) -> Piece:
        """A unit as a piece that was written in full."""
        province, _, coast = unit.place.partition("/")
        return Piece(Named(unit.place, (province,), coast), unit.kind.lower(), unit.power)

    def _each(
        self,
        piece: Piece,
        units: Sequence[Unit],
        fits: Callable[[Unit], bool] | None = None,
        phrase: Phrase | None = None,
    ) -> list[Piece]:
        """The units that a piece means: one by its place, or all of a kind that it counts (D-18)."""
        if piece.place.text:
            return [piece]
        if not piece.many and not (self.form == "movement" and piece.kind.endswith("s")):
            return [self._one(piece, units, fits or (lambda unit: True), phrase)]
        kind = piece.kind[:1].upper()
        able = [unit for unit in units if kind in ("", unit.kind)]
        if piece.many == "rest":
            able = [unit for unit in able if self.spoken_for.isdisjoint(_said_of(self.chart.province(unit.place)))]
        wanted = piece.count or (2 if piece.many == "both" else len(able))
        if wanted != len(able) or not able:
            facts = {"said": wanted or 1, "units": tuple(f"{unit.kind} {unit.place}" for unit in able)}
            raise Trouble(Problem("how-many", facts))
        return [self._piece_of(unit) for unit in able]

    def _one(self, piece: Piece, units: Sequence[Unit], fits: Callable[[Unit], bool], phrase: Phrase | None) -> Piece:
        """The one unit of a kind that can be meant: the only one, or, with a warning, the only one that could."""
        kind = piece.kind[:1].upper()
        mine = [unit for unit in units if kind in ("", unit.kind)]
        if piece.owner and piece.owner != self.seat:
            raise Trouble(Problem("another-seats-orders", {"text": piece.owner, "seat": piece.owner}))
        if len(mine) == 1:
            return self._piece_of(mine[0])
        able = [unit for unit in mine if fits(unit)] if len(mine) > 1 else []
        if len(able) != 1:
            raise Trouble(self._which(phrase, able or mine))
        self.notes.append(Problem("taken-for-unit", {"kind": able[0].kind, "place": able[0].place}))
        return self._piece_of(able[0])

    def _which(self, phrase: Phrase | None, able: Sequence[Unit]) -> Problem:
        """Several units may be meant, or none: never guessed."""
        units = tuple(f"{unit.kind} {unit.place}" for unit in able)
        facts: dict[str, object] = {"text": phrase.text if phrase else "", "units": units}
        if phrase is not None and phrase.verb in ("move", "go") and units and self.form == "movement":
            goal = phrase.places[-1]
            place = next((one for one in steps(self.chart, able[0]) if self.chart.province(one) in goal.choices), "")
            if place:
                facts["suggestion"] = f"{units[0]} - {place}"
        return Problem("which-unit" if units else "no-unit-can", facts)

    def _can_reach(self, unit: Unit, named: Named) -> bool:
        """Whether a unit could go to a place by itself."""
        near = {self.chart.province(place) for place in steps(self.chart, unit)}
        return any(code in near for code in named.choices)

    def reaches(self, at: str, province: str) -> bool:
        """Whether the unit in a place could go to a province by itself."""
        unit = self.state.unit(self.chart.province(at))
        goal = self.chart.province(province)
        return unit is not None and self._can_reach(unit, Named(goal, (goal,)))

    def _ordered(self, piece: Piece, find: Callable[[str], Unit | None]) -> tuple[str, Unit | None]:
        """The unit an order is for: by its place alone; kind and nationality are checked, never needed (D-43)."""
        province, unit = self._unit_place(piece, find)
        self._kind(piece, unit)
        if unit is None:
            return province, None
        if piece.owner and piece.owner != self.seat == unit.power:
            raise Trouble(Problem("another-seats-orders", {"text": piece.owner, "seat": piece.owner}))
        coast = self._coast_of_unit(piece.place, unit, province)
        return coast or unit.place, unit

    def _unit_place(self, piece: Piece, find: Callable[[str], Unit | None]) -> tuple[str, Unit | None]:
        """The province of a unit as written. Of several, the one with such a unit; own units come first."""
        named = piece.place
        if not named.choices:
            raise Trouble(self._unknown(named))
        if len(named.choices) == 1:
            if named.guessed:
                self._taken(named, named.choices[0])
            return named.choices[0], find(named.choices[0])
        there = [(code, unit) for code in named.choices if (unit := find(code)) is not None]
        kind = piece.kind[:1].upper()
        for fits in (
            [pair for pair in there if pair[1].kind == kind and pair[1].power == self.seat],
            [pair for pair in there if pair[1].kind == kind],
            there,
        ):
            if len(fits) == 1:
                self._taken(named, fits[0][0])
                return fits[0]
        raise Trouble(self._unknown(named))

    def _kind(self, piece: Piece, unit: Unit | None) -> None:
        """A or F may be left out, and a wrong one is overlooked; house rules may be stricter (D-43)."""
        kind = piece.kind[:1].upper()
        if not kind:
            if self.state.options["missing_kind"] == "refused":
                raise Trouble(Problem("kind-missing", {"text": piece.place.text}))
        elif unit is not None and kind != unit.kind:
            facts = {"said": kind, "kind": unit.kind, "place": unit.place}
            if self.state.options["wrong_kind"] == "refused":
                raise Trouble(Problem("wrong-kind", facts))
            self.notes.append(Problem("wrong-kind", facts))

    def _coast_of_unit(self, named: Named, unit: Unit, province: str) -> str | None:
        """The coast a fleet is said to be on, if it is another than its own (D-42)."""
        if not named.coast:
            return None
        said = f"{province}/{named.coast}"
        if said == unit.place:
            return None
        if said in self.chart.board.number and unit.kind == "F":
            self.notes.append(Problem("coast-of-unit", {"said": said, "place": unit.place}))
            return said
        self.notes.append(Problem("coast-ignored", {"text": named.text, "coast": named.coast, "place": province}))
        return None

    def _from(self, at: str, unit: Unit | None, to: str | None) -> str:
        """The coast that a fleet is ordered from: its own, though another coast was said (D-42); but an order that only
        the other coast allows stays as written."""
        if unit is None or at == unit.place or self.edition.own_wrong_coast == "fails":
            return at
        province = self.chart.board.province
        here = to is None or province(to) in {province(place) for place in steps(self.chart, unit)}
        return unit.place if here else at

    def _helped(self, piece: Piece, goal: Named | None, helper: Unit | None) -> tuple[str, Unit | None]:
        """The unit that is supported or convoyed (D-44)."""
        if not piece.place.text:
            piece = self._helped_kind(piece, goal)
        named = piece.place
        if len(named.choices) > 1:
            province = self._fitting(named, self._near(goal, helper), piece.kind)
            piece = Piece(Named(named.text, (province,), named.coast), piece.kind, piece.owner)
        province, unit = self._unit_place(piece, self.state.unit)
        self._kind(piece, unit)
        if unit is None:
            return province, None
        foreign = unit.power != self.seat
        if piece.owner and piece.owner != unit.power:
            facts = {"said": piece.owner, "seat": unit.power, "kind": unit.kind, "place": unit.place}
            if self.state.options["wrong_nationality"] == "refused":
                raise Trouble(Problem("wrong-nationality", facts))
            self.notes.append(Problem("wrong-nationality", facts))
        elif foreign and not piece.owner and self.state.options["missing_nationality"] == "refused":
            facts = {"kind": unit.kind, "place": unit.place, "seat": unit.power}
            raise Trouble(Problem("nationality-missing", facts))
        said = self._coast_of_unit(named, unit, province)
        if said and self.edition.support_wrong_source_coast == "fails":
            raise Trouble(Problem("wrong-coast-of-unit", {"said": said, "place": unit.place}))
        return unit.place, unit

    def _helped_kind(self, piece: Piece, goal: Named | None) -> Piece:
        """A unit to be helped of which only kind and power are said: the one there is, or that could go there."""
        kind = piece.kind[:1].upper()
        units = [unit for unit in self.state.units if unit.power == (piece.owner or self.seat)]
        able = [unit for unit in units if kind in ("", unit.kind) and (goal is None or self._can_reach(unit, goal))]
        able = able or [unit for unit in units if kind == unit.kind]  # the only army may go by sea
        if piece.many or len(able) != 1:
            raise Trouble(self._which(None, able))
        return self._piece_of(able[0])

    def _near(self, goal: Named | None, helper: Unit | None) -> Callable[[str], bool]:
        """The reason for a province as the place of a supported unit: it can go where the support is for."""
        board = self.chart.board

        def fits(code: str) -> bool:
            unit = self.state.unit(code)
            if unit is None or unit == helper:
                return False
            if goal is None:
                return helper is None or code in {board.province(place) for place in steps(self.chart, helper)}
            return any(self._can_go(unit, choice) for choice in goal.choices)

        return fits

    def _fitting(self, named: Named, fits: Callable[[str], bool], kind: str = "") -> str:
        """The one province a shared spelling can mean here; a kind said narrows it when nothing else does."""
        found = [code for code in named.choices if fits(code)]
        if len(found) > 1 and kind:
            found = [code for code in found if (unit := self.state.unit(code)) and unit.kind == kind[:1].upper()]
        if len(found) != 1:
            raise Trouble(self._unknown(named))
        self._taken(named, found[0])
        return found[0]

    def _taken(self, named: Named, code: str) -> None:
        """The meaning found for a shared spelling or a slip."""
        self.notes.append(Problem("taken-for", {"text": named.text, "place": code}))

    def _can_go(self, unit: Unit, province: str) -> bool:
        """Whether a unit could ever move there, by itself or by convoy."""
        board = self.chart.board
        if any(board.province(place) == province for place in steps(self.chart, unit)):
            return True
        return unit.kind == "A" and board.seas_join(board.number[board.province(unit.place)], board.number[province])

    def _goal(self, phrase: Phrase, unit: Unit | None, helper: Unit | None = None) -> tuple[str, bool]:
        """Where a move ends, and whether a route was given with it (D-36)."""
        *route, last = phrase.places
        for named in route:
            self._route(named)
        if route and not self._binding(phrase):
            facts = {"text": phrase.text}
            if self.state.options["convoy_path"] == "refused":
                raise Trouble(Problem("route-given", facts))
            self.notes.append(Problem("route-given", facts))
        if not last.choices:
            raise Trouble(self._within_reach(self._unknown(last), unit))
        province = last.choices[0]
        if len(last.choices) > 1:
            province = self._goal_of(last, unit, helper)
        elif last.guessed:
            self._taken(last, province)
        for named in phrase.route:
            self._route(named)
        if phrase.route and self.state.options["convoy_path"] == "refused":
            raise Trouble(Problem("route-given", {"text": phrase.text}))
        return self._landing(last, province, unit, helper), bool(route or phrase.route)

    def _binding(self, phrase: Phrase) -> tuple[str, ...]:
        """The seas an army named, where the house lets that bind (D-36)."""
        if self.state.options["convoy_path"] != "binding":
            return ()
        return tuple(self._route(named) for named in (*phrase.places[:-1], *phrase.route))

    def _route(self, named: Named) -> str:
        """The place between start and end is where a fleet carries."""
        if not named.choices:
            raise Trouble(self._unknown(named))
        board = self.chart.board
        seas = [code for code in named.choices if board.carries[board.number[code]]]
        if not seas:
            raise Trouble(Problem("route-over-land", {"text": named.text, "place": named.choices[0]}))
        return seas[0]

    def _goal_of(self, named: Named, unit: Unit | None, helper: Unit | None) -> str:
        """A shared spelling as a destination: where the unit (and who supports it) can go; a step before a voyage."""
        board = self.chart.board
        if unit is None:
            raise Trouble(self._unknown(named))
        near = {board.province(place) for place in steps(self.chart, unit)}
        if helper is not None:
            near &= {board.province(place) for place in steps(self.chart, helper)}
        if any(code in near for code in named.choices):
            return self._fitting(named, near.__contains__)
        return self._fitting(named, lambda code: self._can_go(unit, code))

    def _landing(self, named: Named, province: str, unit: Unit | None, helper: Unit | None = None) -> str:
        """The place a move ends at: a coast where a fleet needs one (D-40), none where it means nothing (D-42)."""
        board = self.chart.board
        coasts = {board.place_ids[coast] for coast in board.coasts_of[board.number[province]]}
        if not (coasts or named.coast):
            return province
        fleet = unit is not None and unit.kind == "F"
        said = f"{province}/{named.coast}" if named.coast else ""
        if said and said in coasts and (fleet or unit is None or self.edition.army_coast == "fails"):
            return said
        if said:
            if self.edition.army_coast == "fails":
                raise Trouble(Problem("no-such-coast", {"text": named.text, "coast": named.coast, "place": province}))
            self.notes.append(Problem("coast-ignored", {"text": named.text, "coast": named.coast, "place": province}))
        if fleet and unit is not None and coasts and helper is None and self.edition.sole_coast == "moves":
            near = [place for place in steps(self.chart, unit) if place in coasts]
            if len(near) == 1:
                return near[0]
        return province


def steps(chart: Chart, unit: Unit) -> tuple[str, ...]:
    """Where the unit could go by itself."""
    return chart.board.neighbours(unit.kind, unit.place)


def _said_of(province: str) -> tuple[tuple[str, str], ...]:
    """The subjects of what can be said of a unit there."""
    return ("unit", province), ("remove", province)
