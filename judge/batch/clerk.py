"""The movement phases of an archive, from texts to JSON: the one path that has to be fast.

A unit and an order are looked up by their text; the kernel gets whole numbers; the answer is put together as JSON text
from pieces that are quoted once. Whatever is met for the first time, or is wrong, goes to `back`, which takes its time.
Compiled together with the kernel where that is compiled.
"""

from __future__ import annotations

from typing import Any, Final

from judge.adjudicator.diplomacy.kernel import AVAILABLE, DISLODGED, GIVEN, STANDS, SUCCEEDS
from judge.adjudicator.diplomacy.witness import BOUNCE, CUT_BY_ATTACK, OWN_UNIT, Witness

QUOTED_HOW: Final = ('"holds"', '"head-to-head"', '"moves"')


class Piece:
    """A unit by its text: what it is, where it stands, the code for holding there, and the orders it has had so far."""

    def __init__(self, kind: str, place: str, province: int, hold: int) -> None:
        self.kind = kind
        self.place = place
        self.text = f"{kind} {place}"
        self.province = province
        self.hold = hold
        self.given: dict[str, Given] = {}


class Given:
    """An order already given to a unit: its code, and its text quoted."""

    def __init__(self, code: int, quoted: str) -> None:
        self.code = code
        self.quoted = quoted


class Entry:
    """An order by its text: the province of the unit it is for; -1 when it is for none."""

    def __init__(self, text: str, quoted: str, spot: int) -> None:
        self.text = text
        self.quoted = quoted
        self.spot = spot


class Told:
    """What became of a movement phase, most of it as JSON already."""

    def __init__(self) -> None:
        self.results = "{}"
        self.reasons = "{}"
        self.units = "{}"
        self.dislodged = "{}"
        self.retreats = "{}"
        self.driven = False
        self.after: list[list[str]] = []


class Clerk:
    """Carries movement phases of one map from their texts to JSON."""

    def __init__(self, kernel: Witness, back: Any, ids: list[str], place_ids: list[str], said: list[str]) -> None:
        self.kernel = kernel
        self.back = back
        self.ids = ids
        self.place_ids = place_ids
        self.said = said
        # Outcomes that need no reason, by their number.
        self.fine = [outcome in (STANDS, SUCCEEDS, GIVEN, AVAILABLE) for outcome in range(len(said))]
        self.pieces: dict[str, Piece] = {}
        self.entries: dict[str, Entry] = {}
        self.powers: dict[str, str] = {}
        # Where a successful move of each code ends, as the unit's new text.
        self.arrivals: list[str] = []

    def movement(
        self,
        units: dict[str, list[str]],
        orders: dict[str, list[str]],
        shared: dict[str, str] | None,
        extra: list[str],
        reasons: bool,
    ) -> Told:
        """Carry out one phase. `shared`: texts that several powers sent, with the power that keeps the plain text as
        its key, or None while nobody has looked; `extra`: powers without units that are to be listed all the same."""
        pieces: list[Piece] = []
        owner: list[str] = []
        numbers: list[int] = []
        names = list(units)
        known = self.pieces
        for number, (power, texts) in enumerate(units.items()):
            for text in texts:
                if text not in known:
                    self.new_piece(text)
            pieces += [known[text] for text in texts]
            owner += [power] * len(texts)
            numbers += [number] * len(texts)
        codes = [piece.hold for piece in pieces]
        standing = {piece.province: unit for unit, piece in enumerate(pieces)}
        if len(standing) != len(pieces):
            self.back.crowded(pieces)
        count = len(pieces)
        keys: list[str] = [""] * count
        wrong: list[tuple[str, str]] = []
        entries = self.entries
        first = {power: owner.index(power) for power, texts in units.items() if texts}
        for power, texts in orders.items():
            # Orders come mostly in the order of the units: then there is nothing to look up but the text itself.
            unit = -1 if shared else first.get(power, -1)
            for text in texts:
                if 0 <= unit < count:
                    given = pieces[unit].given.get(text)
                    if given is not None and owner[unit] == power and keys[unit] == "":
                        keys[unit] = given.quoted
                        codes[unit] = given.code
                        unit += 1
                        continue
                entry = entries.get(text)
                if entry is None:
                    entry = self.new_entry(text)
                key = entry.quoted
                if shared and shared.get(text, power) != power:
                    key = self.quote(f"{power}: {text}")
                unit = standing.get(entry.spot, -1)
                if unit < 0 or owner[unit] != power:
                    if shared is None:
                        # Of two powers with the same text one at least orders nobody: only now is there need to look.
                        found: dict[str, str] = self.back.shared(orders)
                        return self.movement(units, orders, found, extra, reasons)
                    wrong.append((key, self.nobody(text, entry.spot, owner[unit] if unit >= 0 else "")))
                    continue
                piece = pieces[unit]
                given = piece.given.get(text)
                if given is None:
                    given = self.new_order(entry, piece)
                if keys[unit] == "":
                    keys[unit] = key
                    codes[unit] = given.code
                elif key != keys[unit]:
                    if self.is_better(given.code, codes[unit]):
                        keys[unit], key = key, keys[unit]
                        codes[unit] = given.code
                    wrong.append((key, f'{{"code": "second-order", "unit": "{piece.text}"}}'))
                unit += 1
        kernel = self.kernel
        outcomes = kernel.run(codes, numbers)
        told = Told()
        said = self.said
        fine = self.fine
        arrivals = self.arrivals
        results = [key + said[outcome] for key, outcome in zip(keys, outcomes, strict=True) if key != ""]
        why: list[str] = []
        if reasons:
            why = [
                f"{keys[unit]}: {self.reason(unit, outcome, codes[unit], pieces, owner)}"
                for unit, outcome in enumerate(outcomes)
                if not fine[outcome] and keys[unit] != ""
            ]
        texts_after = [
            arrivals[code] if outcome == SUCCEEDS else "" if outcome % 4 != 0 else piece.text
            for outcome, code, piece in zip(outcomes, codes, pieces, strict=True)
        ]
        after: list[list[str]] = []
        start = 0
        for texts in units.values():
            after.append(texts_after[start : start + len(texts)])
            start += len(texts)
        fallen: list[list[str]] = []
        open_: list[str] = []
        if "" in texts_after:
            after = [[text for text in texts if text != ""] for texts in after]
            fallen = [[] for _ in names]
            for unit, outcome in enumerate(outcomes):
                if outcome % 4 == DISLODGED:
                    text = pieces[unit].text
                    fallen[numbers[unit]].append(text)
                    ways = [f'"{self.place_ids[place]}"' for place in kernel.retreats(unit)]
                    open_.append(f'"{text}": [{", ".join(ways)}]')
        if wrong:
            seen = set(keys)
            for key, reason in wrong:
                if key not in seen:
                    seen.add(key)
                    results.append(key + ': "illegal"')
                    if reasons:
                        why.append(f"{key}: {reason}")
        told.results = "{" + ", ".join(results) + "}"
        told.reasons = "{" + ", ".join(why) + "}"
        told.after = after
        told.units = self.by_power(names, after, extra, True)
        if open_:
            told.driven = True
            told.dislodged = self.by_power(names, fallen, [], False)
            told.retreats = "{" + ", ".join(open_) + "}"
        return told

    def by_power(self, names: list[str], lists: list[list[str]], extra: list[str], empty: bool) -> str:
        """`{"FRANCE": ["A PAR"]}`. Unit texts need no quoting beyond the marks."""
        parts: list[str] = []
        for number, name in enumerate(names):
            texts = lists[number]
            if texts:
                parts.append(self.quote(name) + ': ["' + '", "'.join(texts) + '"]')
            elif empty:
                parts.append(self.quote(name) + ": []")
        for name in extra:
            parts.append(self.quote(name) + ": []")
        return "{" + ", ".join(parts) + "}"

    def reason(self, unit: int, outcome: int, code: int, pieces: list[Piece], owner: list[str]) -> str:
        """Why an order failed, as JSON: the commonest reasons here, the others from `back`."""
        said = self.kernel.why(unit, outcome)
        what = said[0]
        if what == BOUNCE:
            parts: list[str] = []
            for i in range(2, len(said), 3):
                other = said[i]
                parts.append(
                    f'{{"power": {self.quote(owner[other])}, "unit": "{pieces[other].text}", '
                    f'"strength": {said[i + 1]}, "how": {QUOTED_HOW[said[i + 2]]}}}'
                )
            to = self.ids[self.kernel.goal(unit)]
            return f'{{"code": "bounce", "strength": {said[1]}, "to": "{to}", "by": [{", ".join(parts)}]}}'
        if what == OWN_UNIT:
            other = said[1]
            return f'{{"code": "own-unit", "power": {self.quote(owner[other])}, "unit": "{pieces[other].text}"}}'
        if what == CUT_BY_ATTACK:
            cutters = [f'{{"power": {self.quote(owner[other])}, "unit": "{pieces[other].text}"}}' for other in said[1:]]
            return f'{{"code": "cut-by-attack", "by": [{", ".join(cutters)}]}}'
        reason: str = self.back.reason(unit, outcome, code, [piece.text for piece in pieces], owner)
        return reason

    def quote(self, text: str) -> str:
        """A text as JSON, remembered."""
        quoted = self.powers.get(text)
        if quoted is None:
            quoted = self.back.quote(text)
            if len(self.powers) < 10_000:
                self.powers[text] = quoted
        return quoted

    def new_piece(self, text: str) -> Piece:
        """A unit met for the first time."""
        kind: str
        place: str
        kind, place, province, hold = self.back.piece(text)
        piece = Piece(kind, place, province, hold)
        self.pieces[text] = piece
        return piece

    def new_entry(self, text: str) -> Entry:
        """An order text met for the first time."""
        self.back.room()
        quoted: str = self.back.quote(text)
        spot: int = self.back.spot(text)
        entry = Entry(text, quoted, spot)
        self.entries[text] = entry
        return entry

    def new_order(self, entry: Entry, piece: Piece) -> Given:
        """An order given to this unit for the first time."""
        code: int = self.back.learn(piece.kind, piece.place, entry.text)
        given = Given(code, entry.quoted)
        piece.given[entry.text] = given
        return given

    def nobody(self, text: str, spot: int, owner: str) -> str:
        """Why a text orders nobody."""
        reason: str = self.back.nobody(text, spot, owner)
        return reason

    def is_better(self, code: int, than: int) -> bool:
        """Of several orders for one unit the first legal one counts (DATC 4.D.3)."""
        better: bool = self.back.is_better(code, than)
        return better
