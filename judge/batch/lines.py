"""One phase as a plain dictionary in, what became of it as a plain dictionary out.

Every order text is read once and remembered as the kernel's code for it, so that an archive, which says the same few
thousand things a million times over, costs little more than its JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.diplomacy.adjustments import adjustments, build_sites, due, owners
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.kernel import AVAILABLE, DESTROYED, DISLODGED, GIVEN, STANDS, SUCCEEDS, WORDS
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
from judge.batch.reading import read_order

KNOWN = frozenset({"game", "phase", "units", "centers", "dislodged", "retreats", "orders"})
_UNIT = re.compile(r"\*?([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
_WORKED = frozenset({STANDS, SUCCEEDS, GIVEN, AVAILABLE})
_MOVEMENT = Hold | Move | SupportHold | SupportMove | Convoy

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


class Piece:
    """A unit by its text: where it stands, and the codes of the orders it has been given so far."""

    __slots__ = ("codes", "hold", "kind", "place", "province", "text")

    def __init__(self, kind: str, place: str, province: int, hold: int) -> None:
        self.kind = kind
        self.place = place
        self.text = f"{kind} {place}"
        self.province = province
        self.hold = hold
        self.codes: dict[str, int] = {}


class Batch:
    """Adjudicates phases given as dictionaries, on one map and by one edition. Stateless but for what it has read."""

    def __init__(self, map_value: Mapping[str, Any], edition: Edition = EDITION_2023, *, interpreted: bool = False):
        powers = {str(power).upper(): sheet for power, sheet in map_value["powers"].items()}
        self.board = Board.from_map({**map_value, "powers": powers})
        self.solo = int(map_value.get("solo", 18))
        self.edition = edition
        self.court = Court(self.board, edition, interpreted=interpreted)
        self._pieces: dict[str, Piece] = {}
        # Province of the unit an order text is for; -1 when the text is not a movement order.
        self._spots: dict[str, int] = {}
        self._after: list[str] = []
        self._unlawful: list[dict[str, object]] = []
        self._texts = 0

    def result(self, line: Line, *, reasons: bool = True) -> dict[str, Any]:
        """What becomes of one phase. Raises BadLine, with a sentence, for a line that cannot be adjudicated."""
        phase = self._phase(line)
        orders = _lists(line, "orders")
        if phase.task == "M":
            out = self._movement(line, phase, orders, reasons)
        elif phase.task == "R":
            out = self._retreats(line, phase, orders)
        else:
            out = self._adjustments(line, phase, orders)
        if not reasons:
            del out["reasons"]
        out["game"] = line.get("game")
        if not line.keys() <= KNOWN:
            out.update((key, value) for key, value in line.items() if key not in KNOWN and key not in out)
        return out

    # Movement: the path that has to be fast.

    def _movement(self, line: Line, phase: Phase, orders: ByPower, reasons: bool) -> dict[str, Any]:
        pieces: list[Piece] = []
        owner: list[str] = []
        numbers: list[int] = []
        codes: list[int] = []
        standing: dict[int, int] = {}
        known = self._pieces
        count = 0
        for number, (power, texts) in enumerate(_lists(line, "units").items()):
            for text in texts:
                piece = known.get(text) or self._piece(text)
                if piece.province in standing:
                    raise BadLine(f"two units stand in {self.board.ids[piece.province]}")
                standing[piece.province] = count
                count += 1
                pieces.append(piece)
                owner.append(power)
                numbers.append(number)
                codes.append(piece.hold)
        said: list[str | None] = [None] * count
        wrong: list[tuple[str, str, dict[str, object]]] = []
        spots = self._spots
        shared = _shared(orders)
        for power, texts in orders.items():
            for text in texts:
                spot = spots.get(text)
                if spot is None:
                    spot = self._spot(text)
                key = text if text not in shared or shared[text] == power else f"{power}: {text}"
                unit = standing.get(spot)
                if unit is None or owner[unit] != power:
                    wrong.append((key, "illegal", self._nobody(text, spot, unit, owner)))
                    continue
                piece = pieces[unit]
                code = piece.codes.get(text)
                if code is None:
                    code = self._learn(piece, text)
                if said[unit] is None:
                    said[unit] = key
                    codes[unit] = code
                elif key != said[unit]:
                    key = self._second(unit, key, code, said, codes)
                    wrong.append((key, "illegal", {"code": "second-order", "unit": piece.text}))
        kernel = self.court.kernel
        outcomes = kernel.run(codes, numbers)
        results: dict[str, str] = {}
        why: dict[str, dict[str, object]] = {}
        after: ByPower = {power: [] for power in self._powers(line)}
        dislodged: ByPower = {}
        open_: ByPower = {}
        inquiry = Inquiry(self.board, kernel, [piece.text for piece in pieces], owner, self.edition.paradox)
        arrivals = self._after
        for unit, outcome in enumerate(outcomes):
            spoken = said[unit]
            if spoken is not None:
                results[spoken] = SAID[outcome]
                if reasons and outcome not in _WORKED:
                    why[spoken] = self._reason(inquiry, unit, outcome, codes[unit])
            if outcome == SUCCEEDS:
                after[owner[unit]].append(arrivals[codes[unit]])
                continue
            driven = outcome & 3
            if not driven:
                after[owner[unit]].append(pieces[unit].text)
            elif driven == DISLODGED:
                text = pieces[unit].text
                dislodged.setdefault(owner[unit], []).append(text)
                open_[text] = [self.board.place_ids[place] for place in kernel.retreats(unit)]
            else:
                assert driven == DESTROYED
        for key, word, reason in wrong:
            results.setdefault(key, word)
            if results[key] == word and reasons:
                why.setdefault(key, reason)
        out: dict[str, Any] = {"game": None, "phase": line["phase"], "next_phase": ""}
        self._close(out, line, phase, after, dislodged, open_)
        out["results"] = results
        out["reasons"] = why
        return out

    def _second(self, unit: int, key: str, code: int, said: list[str | None], codes: list[int]) -> str:
        """Of several orders for one unit the first legal one counts (DATC 4.D.3). Gives back the one that does not."""
        meanings = self.court.meanings
        if meanings[codes[unit]].problem is not None and meanings[code].problem is None:
            loser = said[unit]
            assert loser is not None
            said[unit], codes[unit] = key, code
            return loser
        return key

    def _reason(self, inquiry: Inquiry, unit: int, outcome: int, code: int) -> dict[str, object]:
        found = inquiry.facts(unit, outcome)
        assert found is not None
        name, facts = found
        if name == "unlawful":
            return _plain(self.court.meanings[code].problem)
        return {"code": name, **facts}

    def _piece(self, text: str) -> Piece:
        """A unit read for the first time."""
        kind, place = self._unit(text)
        province = self.board.province_of[self.board.place(place)]
        hold = self._code(kind, place, Hold(place))
        piece = self._pieces[text] = Piece(kind, place, province, hold)
        return piece

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

    def _spot(self, text: str) -> int:
        """Where the unit stands that a text is for."""
        self._room()
        order = read_order(text)
        spot = -1
        if isinstance(order, _MOVEMENT) and order.at in self.board.number:
            spot = self.board.province_of[self.board.place(order.at)]
        self._spots[text] = spot
        return spot

    def _learn(self, piece: Piece, text: str) -> int:
        """An order given to this unit for the first time."""
        order = read_order(text)
        assert isinstance(order, _MOVEMENT)
        code = piece.codes[text] = self._code(piece.kind, piece.place, order)
        return code

    def _code(self, kind: str, place: str, order: Hold | Move | SupportHold | SupportMove | Convoy) -> int:
        code = self.court.code(kind, place, order)
        for number in range(len(self._after), len(self.court.meanings)):
            meaning = self.court.meanings[number]
            end = meaning.coast if meaning.coast >= 0 else meaning.dst
            # Only successful moves ever read their entry; a support's coast may be no place at all.
            self._after.append(f"{kind} {self.board.place_ids[end]}" if end < self.board.place_count else "")
        return code

    def _room(self) -> None:
        self._texts += 1
        if self._texts > CACHED_TEXTS:
            self._texts = 0
            self._spots.clear()
            for piece in self._pieces.values():
                piece.codes.clear()

    def _nobody(self, text: str, spot: int, unit: int | None, owner: Sequence[str]) -> dict[str, object]:
        """Why a text orders nobody."""
        if unit is not None:
            return {"code": "not-your-unit", "power": owner[unit]}
        order = read_order(text)
        if order is None:
            return {"code": "not-understood", "text": text}
        if not isinstance(order, _MOVEMENT):
            return {"code": "wrong-phase", "wanted": "movement"}
        if spot < 0:
            return {"code": "no-such-place", "place": order.at}
        return {"code": "no-unit-there", "place": self.board.ids[spot]}

    # Retreats and adjustments.

    def _units(self, line: Line, key: str = "units") -> tuple[Unit, ...]:
        found: list[Unit] = []
        for power, texts in _lists(line, key).items():
            for text in texts:
                piece = self._pieces.get(text) or self._piece(text)
                found.append(Unit(power, "A" if piece.kind == "A" else "F", piece.place))
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
        out: dict[str, Any] = {"game": None, "phase": line["phase"], "next_phase": ""}
        after: ByPower = {power: [] for power in self._powers(line)}
        for unit in done.units:
            after[unit.power].append(f"{unit.kind} {unit.place}")
        self._close(out, line, phase, after, {}, {})
        out["results"] = results
        out["reasons"] = why
        return out

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
        out: dict[str, Any] = {"game": None, "phase": line["phase"], "next_phase": ""}
        after: ByPower = {power: [] for power in self._powers(line)}
        for unit in done.units:
            after[unit.power].append(f"{unit.kind} {unit.place}")
        self._close(out, line, phase, after, {}, {})
        out["results"] = results
        out["reasons"] = why
        return out

    # What comes next.

    def _close(
        self, out: dict[str, Any], line: Line, phase: Phase, after: ByPower, dislodged: ByPower, open_: ByPower
    ) -> None:
        """The next phase in which somebody has something to do, and whose the centres are then."""
        centres = _lists(line, "centers")
        over = adjusts = False
        if phase.season == "F" and not dislodged:
            units = [
                Unit(power, "A" if text[0] == "A" else "F", text[2:])
                for power, texts in after.items()
                for text in texts
            ]
            centres = {power: list(held) for power, held in owners(self.board, self._centres(line), units).items()}
            over = any(len(held) >= self.solo for held in centres.values())
            adjusts = any(
                left < 0 or (left > 0 and build_sites(self.board, power, centres, units))
                for power, left in due(centres, units).items()
            )
        out["next_phase"] = "COMPLETED" if over else str(phase.next(dislodged=bool(dislodged), adjusts=adjusts))
        out["units"] = after
        out["dislodged"] = dislodged
        out["retreats"] = open_
        out["centers"] = centres

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

    def _powers(self, line: Line) -> list[str]:
        """Everybody the line speaks of as having units or centres."""
        found = list(_lists(line, "units"))
        for key in ("dislodged", "centers"):
            if line.get(key):
                found += [power for power in _lists(line, key) if power not in found]
        return found

    def _centres(self, line: Line) -> ByPower:
        centres = _lists(line, "centers")
        seen: dict[str, str] = {}
        for power, held in centres.items():
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
        for text in texts:
            if type(text) is not str:
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
    shared = _shared(orders)
    return [
        (power, text, text if shared.get(text, power) == power else f"{power}: {text}")
        for power, texts in orders.items()
        for text in texts
    ]
