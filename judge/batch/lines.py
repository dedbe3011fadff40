"""One phase as a plain dictionary in, what became of it as a plain dictionary out.

Every order text is read once and remembered as the kernel's code for it, so that an archive, which says the same few
thousand things a million times over, costs little more than its JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.diplomacy import engine
from judge.adjudicator.diplomacy.adjustments import adjustments, build_sites, due, owners
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.kernel import WORDS
from judge.adjudicator.diplomacy.movement import Court, Dislodged
from judge.adjudicator.diplomacy.orders import (
    Adjusting,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    Retreating,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from judge.adjudicator.diplomacy.phases import Phase
from judge.adjudicator.diplomacy.reasons import Inquiry
from judge.adjudicator.diplomacy.retreats import retreats
from judge.adjudicator.protocol import Problem
from judge.batch.clerk import Clerk, Piece
from judge.batch.reading import read_order

OUTPUT = frozenset({"next_phase", "results", "reasons"})
KNOWN = frozenset({"game", "phase", "units", "centers", "dislodged", "retreats", "orders"})
_UNIT = re.compile(r"\*?([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
_MOVEMENT = Hold | Move | SupportHold | SupportMove | Convoy

_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(", ", ": ")).encode

# The word of every outcome code: a unit that stood and was driven out has no other word.
SAID = tuple(
    ("dislodged", "destroyed")[what - 1] if word == "stands" and what in (1, 2)
    else f"{word}, {('dislodged', 'destroyed')[what - 1]}" if what in (1, 2)
    else word
    for word in WORDS
    for what in range(4)
)  # fmt: skip

# What becomes of all the orders in a cache that grows past this: it starts again. Archives never come near it.
CACHED_TEXTS = 400_000

Line = Mapping[str, Any]
ByPower = dict[str, list[str]]


class BadLine(ValueError):
    """A line that cannot be adjudicated, in one sentence."""


class Batch:
    """Adjudicates phases given as dictionaries, on one map and by one edition. Stateless but for what it has read."""

    def __init__(self, map_value: Mapping[str, Any], edition: Edition = EDITION_2023, *, interpreted: bool = False):
        powers = {str(power).upper(): sheet for power, sheet in map_value["powers"].items()}
        self.board = Board.from_map({**map_value, "powers": powers})
        self.solo = int(map_value.get("solo", 18))
        self.edition = edition
        self.court = Court(self.board, edition, interpreted=interpreted)
        self._texts = 0
        self.clerk: Clerk = engine.part("Clerk", Clerk, interpreted)(
            self.court.kernel, self, list(self.board.ids), list(self.board.place_ids), [f': "{said}"' for said in SAID]
        )

    def result(self, line: Line, *, reasons: bool = True) -> dict[str, Any]:
        """What becomes of one phase. Raises BadLine, with a sentence, for a line that cannot be adjudicated."""
        found: dict[str, Any] = _decode(self.text(line, reasons=reasons))
        return found

    def text(self, line: Line, *, reasons: bool = True) -> str:
        """The same as JSON, on one line."""
        phase = self._phase(line)
        orders = _lists(line, "orders")
        if phase.task == "M":
            said = self._movement(line, phase, orders, reasons)
        else:
            out = (self._retreats if phase.task == "R" else self._adjustments)(line, phase, orders)
            said = _encode(out)[1:-1]
        game = line.get("game")
        rest = ""
        if len(line) > len(KNOWN) or not line.keys() <= KNOWN:
            more = {key: value for key, value in line.items() if key not in KNOWN and key not in OUTPUT}
            rest = f", {_encode(more)[1:-1]}" if more else ""
        return f'{{"game": {game if type(game) is int else _encode(game)}, {said}{rest}}}'

    # Movement: the clerk does the work, and asks back about what he has not met before.

    def _movement(self, line: Line, phase: Phase, orders: ByPower, reasons: bool) -> str:
        units = _lists(line, "units")
        extra = _others(line, units)
        try:
            told = self.clerk.movement(units, orders, None, extra, reasons)
        except TypeError:
            # Something in a list that is no text.
            units, orders = _checked(units, "units"), _checked(orders, "orders")
            told = self.clerk.movement(units, orders, None, extra, reasons)
        after = dict(zip(units, told.after, strict=True)) if phase.season == "F" and not told.driven else {}
        next_phase, centres = self._next(line, phase, told.driven, after)
        return (
            f'"phase": "{phase}", "next_phase": "{next_phase}", "units": {told.units}, "dislodged": {told.dislodged}, '
            f'"retreats": {told.retreats}, "centers": {_encode(centres) if centres else "{}"}, '
            f'"results": {told.results}' + (f', "reasons": {told.reasons}' if reasons else "")
        )

    def quote(self, text: str) -> str:
        """A text as JSON."""
        return _encode(text)

    def shared(self, orders: ByPower) -> dict[str, str]:
        """Texts that more than one power sent."""
        return _shared(orders)

    def crowded(self, pieces: Sequence[Piece]) -> None:
        """Two units in one province: the line is bad."""
        seen: set[int] = set()
        for piece in pieces:
            if piece.province in seen:
                raise BadLine(f"two units stand in {self.board.ids[piece.province]}")
            seen.add(piece.province)

    def is_better(self, code: int, than: int) -> bool:
        """Whether the first of two orders is legal while the second is not."""
        return self.court.meanings[than].problem is not None and self.court.meanings[code].problem is None

    def reason(self, unit: int, outcome: int, code: int, units: Sequence[str], owner: Sequence[str]) -> str:
        """Why an order failed, as JSON."""
        inquiry = Inquiry(self.board, self.court.kernel, units, owner, self.edition.paradox)
        problem = inquiry.problem(unit, outcome, self.court.meanings[code])
        return _encode(_plain(problem))

    def piece(self, text: object) -> tuple[str, str, int, int]:
        """A unit met for the first time: kind, place, province and the code of its hold."""
        if not isinstance(text, str):
            raise BadLine(f'"units" must hold texts such as "A PAR", not {_encode(text)}')
        kind, place = self._unit(text)
        return kind, place, self.board.province_of[self.board.place(place)], self._code(kind, place, Hold(place))

    def _unit(self, text: str) -> tuple[str, str]:
        found = _UNIT.fullmatch(text.upper().strip())
        if found is None:
            raise BadLine(f'"{text}" is no unit: "A PAR" and "F STP/NC" are')
        kind, place = found.groups()
        if place not in self.board.number:
            raise BadLine(f'there is no province "{place}" on this map (unit "{text}")')
        if kind == "A":
            place = self.board.province(place)
        if not self.board.can_stand(kind, place):
            coasts = self.board.provinces[self.board.province_of[self.board.place(place)]].coasts
            if kind == "F" and coasts and "/" not in place:
                raise BadLine(f'the fleet in "{text}" needs a coast: {" or ".join(f"{place}/{c}" for c in coasts)}')
            raise BadLine(f'no {"army" if kind == "A" else "fleet"} can stand in {place} (unit "{text}")')
        return kind, place

    def spot(self, text: object) -> int:
        """The province of the unit an order is for; -1 when it is for none."""
        if not isinstance(text, str):
            raise BadLine(f'"orders" must hold texts such as "A PAR - BUR", not {_encode(text)}')
        order = read_order(text)
        if isinstance(order, _MOVEMENT) and order.at in self.board.number:
            return self.board.province_of[self.board.place(order.at)]
        return -1

    def learn(self, kind: str, place: str, text: str) -> int:
        """The code of an order for a unit that is given it for the first time."""
        order = read_order(text)
        assert isinstance(order, _MOVEMENT)
        return self._code(kind, place, order)

    def _code(self, kind: str, place: str, order: Hold | Move | SupportHold | SupportMove | Convoy) -> int:
        code = self.court.code(kind, place, order)
        arrivals = self.clerk.arrivals
        added = []
        for meaning in self.court.meanings[len(arrivals) :]:
            end = meaning.coast if meaning.coast >= 0 else meaning.dst
            # Only successful moves ever read their entry; a support's coast may be no place at all.
            added.append(f"{kind} {self.board.place_ids[end]}" if end < self.board.place_count else "")
        if added:
            arrivals.extend(added)
        return code

    def room(self) -> None:
        """Start the memory of order texts again when it has grown past all sense."""
        self._texts += 1
        if self._texts > CACHED_TEXTS:
            self._texts = 0
            self.clerk.entries.clear()
            for piece in self.clerk.pieces.values():
                piece.given.clear()

    def nobody(self, text: str, spot: int, owner: str) -> str:
        """Why a text orders nobody, as JSON."""
        order = read_order(text)
        facts: dict[str, object]
        if owner:
            facts = {"code": "not-your-unit", "power": owner}
        elif order is None:
            facts = {"code": "not-understood", "text": text}
        elif not isinstance(order, _MOVEMENT):
            facts = {"code": "wrong-phase", "wanted": "movement"}
        elif spot < 0:
            facts = {"code": "no-such-place", "place": order.at}
        else:
            facts = {"code": "no-unit-there", "place": self.board.ids[spot]}
        return _encode(facts)

    # Retreats and adjustments.

    def _units(self, line: Line, key: str = "units") -> tuple[Unit, ...]:
        found: list[Unit] = []
        for power, texts in _checked(_lists(line, key), key).items():
            for text in texts:
                kind, place = self._unit(text)
                found.append(Unit(power, "A" if kind == "A" else "F", place))
        return tuple(found)

    def _retreats(self, line: Line, phase: Phase, orders: ByPower) -> dict[str, Any]:
        board = self.board
        units = self._units(line)
        taken = {board.province(unit.place) for unit in units}
        if len(taken) != len(units):
            raise BadLine("two units stand in one province")
        given = line.get("retreats") or {}
        if not isinstance(given, Mapping):
            raise BadLine('"retreats" must be an object: {"A BUR": ["PIC", "GAS"]}')
        fallen: dict[str, Dislodged] = {}
        for unit in self._units(line, "dislodged"):
            wanted = given.get(f"{unit.kind} {unit.place}")
            if wanted is not None and not isinstance(wanted, list | tuple):
                raise BadLine(f'"retreats" of {unit.kind} {unit.place} must be a list of places')
            near = board.neighbours(unit.kind, unit.place)
            if wanted is None:
                options = tuple(place for place in near if board.province(place) not in taken)
            else:
                options = tuple(place for place in near if place in wanted or board.province(place) in wanted)
            fallen[board.province(unit.place)] = Dislodged(unit, unit, options)
        chosen: dict[str, Retreating] = {}
        keys: dict[str, str] = {}
        results: dict[str, str] = {}
        why: dict[str, dict[str, object]] = {}
        for power, text, key in _each(orders):
            order = read_order(text)
            if not isinstance(order, Retreat | Disband):
                code = "not-understood" if order is None else "wrong-phase"
                results[key] = "illegal"
                why[key] = {"code": code, "text": text} if order is None else {"code": code, "wanted": "retreats"}
                continue
            at = board.province(order.at) if order.at in board.number else order.at
            loser = key
            if at not in fallen or fallen[at].unit.power != power:
                results[key], why[key] = "illegal", {"code": "not-dislodged", "place": at}
                continue
            if at not in keys:
                chosen[at], keys[at] = order, key
                continue
            if not self._lawful(fallen[at], chosen[at]) and self._lawful(fallen[at], order):
                loser, keys[at], chosen[at] = keys[at], key, order
            if loser != keys[at]:
                results[loser], why[loser] = "illegal", {"code": "second-order", "unit": f"{fallen[at].unit.kind} {at}"}
        done = retreats(board, units, tuple(fallen.values()), chosen)
        for result in done.results:
            key = keys.get(board.province(result.unit.place), "")
            if key:
                results[key] = result.word
                if result.reason is not None:
                    why[key] = _plain(result.reason)
        before = _lists(line, "units")
        after: ByPower = {power: [] for power in (*before, *_others(line, before))}
        for unit in done.units:
            after[unit.power].append(f"{unit.kind} {unit.place}")
        next_phase, centres = self._next(line, phase, False, after)
        return {
            "phase": str(phase),
            "next_phase": next_phase,
            "units": after,
            "dislodged": {},
            "retreats": {},
            "centers": centres,
            "results": results,
            "reasons": why,
        }

    def _lawful(self, fallen: Dislodged, order: Retreating) -> bool:
        if isinstance(order, Disband):
            return True
        return any(order.to in (place, self.board.province(place)) for place in fallen.options)

    def _adjustments(self, line: Line, phase: Phase, orders: ByPower) -> dict[str, Any]:
        units = self._units(line)
        centres = self._centres(line)
        results: dict[str, str] = {}
        why: dict[str, dict[str, object]] = {}
        read: dict[str, list[tuple[str, Adjusting]]] = {}
        for power, text, key in _each(orders):
            order = read_order(text)
            if isinstance(order, Disband):
                order = Remove(order.at)
            if not isinstance(order, Build | Remove | Waive):
                code = "not-understood" if order is None else "wrong-phase"
                results[key] = "illegal"
                why[key] = {"code": code, "text": text} if order is None else {"code": code, "wanted": "adjustments"}
                continue
            read.setdefault(power, []).append((key, order))
        asked = {power: tuple(order for _, order in pairs) for power, pairs in read.items()}
        done = adjustments(self.board, units, centres, asked, self.edition)
        left = {power: iter(pairs) for power, pairs in read.items()}
        for result in done.results:
            key, _ = next(left[result.power])
            if results.get(key) == "succeeds":
                # The same words twice: one key, and what was carried out is what counts.
                continue
            results[key] = result.word
            why.pop(key, None)
            if result.reason is not None:
                why[key] = _plain(result.reason)
        before = _lists(line, "units")
        after: ByPower = {power: [] for power in (*before, *_others(line, before))}
        for unit in done.units:
            after[unit.power].append(f"{unit.kind} {unit.place}")
        next_phase, centres = self._next(line, phase, False, after)
        return {
            "phase": str(phase),
            "next_phase": next_phase,
            "units": after,
            "dislodged": {},
            "retreats": {},
            "centers": centres,
            "results": results,
            "reasons": why,
        }

    # What comes next.

    def _next(self, line: Line, phase: Phase, driven: bool, after: Mapping[str, Sequence[str]]) -> tuple[str, ByPower]:
        """The next phase in which somebody has something to do, and whose the centres are then."""
        centres = _lists(line, "centers")
        over = adjusts = False
        if phase.season != "S" and not driven:
            units = [
                Unit(power, "A" if text[0] == "A" else "F", text[2:])
                for power, texts in after.items()
                for text in texts
            ]
            if phase.season == "F":
                centres = {power: list(held) for power, held in owners(self.board, self._centres(line), units).items()}
                adjusts = any(
                    left < 0 or (left > 0 and build_sites(self.board, power, centres, units))
                    for power, left in due(centres, units).items()
                )
            over = any(len(held) >= self.solo for held in centres.values())
        return "COMPLETED" if over else str(phase.next(dislodged=driven, adjusts=adjusts)), centres

    def _phase(self, line: Line) -> Phase:
        text = line.get("phase")
        phase = _PHASES.get(text) if isinstance(text, str) else None
        if phase is None:
            if not isinstance(text, str):
                raise BadLine('"phase" is missing: it must be a text such as "S1901M"')
            try:
                phase = Phase.read(text)
            except ValueError as error:
                raise BadLine(str(error)) from None
            if len(_PHASES) < 10_000:
                _PHASES[text] = phase
        if "units" not in line:
            raise BadLine('"units" is missing: {"FRANCE": ["A PAR"]}')
        return phase

    def _centres(self, line: Line) -> ByPower:
        centres = _lists(line, "centers")
        seen: dict[str, str] = {}
        for power, held in _checked(centres, "centers").items():
            for name in held:
                if name not in self.board.number or not self.board.provinces[self.board.place(name)].centre:
                    raise BadLine(f'"{name}" is no supply centre (in "centers" of {power})')
                if name in seen:
                    raise BadLine(f"{name} belongs to both {seen[name]} and {power}")
                seen[name] = power
        return centres


_PHASES: dict[str, Phase] = {}


def _plain(problem: Problem | None) -> dict[str, object]:
    assert problem is not None
    return {
        "code": problem.code,
        **{key: list(value) if isinstance(value, tuple) else value for key, value in problem.detail.items()},
    }


def _others(line: Line, units: ByPower) -> list[str]:
    """Powers that the line speaks of as having centres or dislodged units but no others."""
    found: list[str] = []
    for key in ("dislodged", "centers"):
        if line.get(key):
            found += [power for power in _lists(line, key) if power not in units and power not in found]
    return found


def _lists(line: Line, key: str) -> ByPower:
    """`{"FRANCE": ["A PAR"]}`, powers in capitals; nothing where there is nothing."""
    value = line.get(key)
    if not value:
        return {}
    if not isinstance(value, dict):
        raise BadLine(f'"{key}" must be an object with a list for each power')
    for power, texts in value.items():
        if type(texts) is not list or not power.isupper():
            return _checked(value, key)
    return value


def _checked(value: Mapping[str, Any], key: str) -> ByPower:
    result: ByPower = {}
    for power, texts in value.items():
        if texts is None:
            texts = []
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise BadLine(f'"{key}" of {power} must be a list of texts')
        if power.upper() in result:
            raise BadLine(f'{power} is named twice in "{key}"')
        result[power.upper()] = list(texts)
    return result


def _shared(orders: ByPower) -> dict[str, str]:
    """Texts that more than one power sent, with the alphabetically first of them: it keeps the text as its key."""
    first: dict[str, str] = {}
    shared: dict[str, str] = {}
    if len(set().union(*orders.values())) == sum(map(len, orders.values())):
        # No text occurs twice at all: nearly always so.
        return shared
    for power in sorted(orders):
        for text in set(orders[power]):
            if text in first:
                shared[text] = first[text]
            else:
                first[text] = power
    return shared


def _each(orders: ByPower) -> list[tuple[str, str, str]]:
    """Power, text and the key of its result."""
    orders = _checked(orders, "orders")
    shared = _shared(orders)
    return [
        (power, text, text if shared.get(text, power) == power else f"{power}: {text}")
        for power, texts in orders.items()
        for text in texts
    ]
