"""The movement phases of an archive, from texts to JSON: the one path that has to be fast.

A unit and an order are looked up by their text; the kernel gets whole numbers; the answer is put together as JSON text
from pieces that are quoted once. Most lines name units and orders in the same sequence: then nothing is matched one by
one. A line that is new, or wrong, goes to `back`, which takes its time. Compiled together with the
kernel where that is compiled. (`zip` stands without `strict` here: only so does the compiler make a loop of it.)
"""

from __future__ import annotations

from typing import Any, Final

from judge.adjudicator.diplomacy.kernel import AVAILABLE, DISLODGED, GIVEN, STANDS, SUCCEEDS
from judge.adjudicator.diplomacy.sheet import MOVE
from judge.adjudicator.diplomacy.witness import (
    BOUNCE,
    CUT_BY_ATTACK,
    CUT_BY_DISLODGEMENT,
    DRIVEN_OUT,
    OWN_UNIT,
    Witness,
)

QUOTED_HOW: Final = ('"holds"', '"head-to-head"', '"moves"')
MOST_POWERS: Final = 100

# Everything remembered is forgotten when this many texts have been met: archives never come near it, junk does.
MOST_TEXTS: Final = 100_000


class Piece:
    """A unit by its text: what it is, where it stands, and its order when it has none."""

    __slots__ = ("facts", "kind", "place", "province", "silent", "text")

    def __init__(self, kind: str, place: str, province: int, hold: int) -> None:
        self.kind = kind
        self.place = place
        self.text = f"{kind} {place}"
        self.province = province
        self.silent = Given(province, self, hold, self.text)
        # The unit as a fact in a reason, by its power.
        self.facts: dict[str, str] = {}


class Given:
    """An order by its text: the province it is for (-1: none), and what it comes to for the unit that was given it
    first: its code, and where it ends when it is a move that succeeds.

    Small on purpose: an archive has tens of thousands of them, and fetching them from memory is what takes the time.
    """

    __slots__ = ("arrival", "code", "key", "others", "piece", "spot")

    def __init__(self, spot: int, piece: Piece | None, code: int, arrival: str) -> None:
        self.piece = piece
        self.code = code
        self.arrival = arrival
        self.spot = spot
        # The text as JSON, where that is more than the text in quotation marks.
        self.key = ""
        # The same words for another unit: `F SPA - LYO` for the fleet on either coast.
        self.others: dict[str, Given] | None = None


class Told:
    """The result of a movement phase, most of it as JSON already."""

    def __init__(self) -> None:
        self.results = "{}"
        self.reasons = "{}"
        self.units = "{}"
        self.dislodged = "{}"
        self.retreats = "{}"
        self.destroyed = "{}"
        self.driven = False
        self.after: list[list[str]] = []


class Clerk:
    """Carries movement phases of one map from their texts to JSON."""

    def __init__(self, kernel: Witness, back: Any, ids: list[str], place_ids: list[str], said: list[str]) -> None:
        self.kernel = kernel
        self.back = back
        self.place_ids = place_ids
        self.said = said
        # Outcomes that need no reason, by their number.
        self.fine = [outcome in (STANDS, SUCCEEDS, GIVEN, AVAILABLE) for outcome in range(len(said))]
        self.pieces: dict[str, Piece] = {}
        self.given: dict[str, Given] = {}
        self.quoted: dict[str, str] = {}
        # Each text of a unit once, so that it is near when it is wanted.
        self.same: dict[str, str] = {}
        # The phase at hand.
        self.owner: list[str] = []
        self.standing: list[Piece] = []
        # Parts of a bounce that are the same for all: its beginning by strength, its end by how and strength.
        strengths = range(len(ids) + 1)
        self.bounced = [f'": {{"code": "bounce", "strength": {number}, "to": "' for number in strengths]
        self.bound_for = [f'{name}", "by": [' for name in ids]
        self.held_by = [
            [f', "strength": {number}, "how": {how}}}' for number in strengths] for how in QUOTED_HOW
        ]  # fmt: skip

    def movement(
        self, units: dict[str, list[str]], orders: dict[str, list[str]], extra: list[str], reasons: bool
    ) -> Told:
        """Carry out one phase. `extra`: powers without units that are to be listed all the same."""
        if len(self.given) + len(self.pieces) > MOST_TEXTS:
            self.forget()
        texts: list[str] = []
        owner: list[str] = []
        numbers: list[int] = []
        for number, (power, own) in enumerate(units.items()):
            texts += own
            owner += [power] * len(own)
            numbers += [number] * len(own)
        pieces = self.known_pieces(texts)
        self.owner = owner
        self.standing = pieces
        if len({piece.province for piece in pieces}) != len(pieces):
            self.back.crowded(pieces)
        givers: list[str] = []
        words: list[str] = []
        for power, own in orders.items():
            words += own
            givers += [power] * len(own)
        wrong: list[tuple[str, str]] = []
        given = self.orders_of(pieces, words) if givers == owner else []
        said = self.said
        why: list[str] = []
        keys: list[str] = []
        if pieces and [order.piece for order in given] == pieces:
            outcomes = self.kernel.run([order.code for order in given], numbers)
            results = [f'"{text}{said[outcome]}' for text, outcome in zip(words, outcomes)]  # noqa: B905
            if reasons:
                why = self.reasons(given, words, '"', outcomes)
        else:
            given = [piece.silent for piece in pieces]
            keys = [""] * len(pieces)
            self.match(orders, None, given, keys, wrong)
            outcomes = self.kernel.run([order.code for order in given], numbers)
            results = [key[:-1] + said[outcome] for key, outcome in zip(keys, outcomes) if key != ""]  # noqa: B905
            if reasons:
                why = self.reasons(given, [key[:-1] for key in keys], "", outcomes)
        told = Told()
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
        self.leave(told, list(units), [len(own) for own in units.values()], numbers, given, outcomes, extra)
        return told

    def known_pieces(self, texts: list[str]) -> list[Piece]:
        """The units of the phase."""
        known = self.pieces
        try:
            return [known[text] for text in texts]
        except KeyError:
            for text in texts:
                if text not in known:
                    self.new_piece(text)
            return [known[text] for text in texts]

    def orders_of(self, pieces: list[Piece], texts: list[str]) -> list[Given]:
        """The orders of the phase, where there is one for each unit in its turn."""
        known = self.given
        try:
            return [known[text] for text in texts]
        except KeyError:
            for piece, text in zip(pieces, texts):  # noqa: B905
                if text not in known and self.new_order(text).spot == piece.province:
                    self.for_piece(text, known[text], piece)
            return [known[text] for text in texts]

    def match(
        self,
        orders: dict[str, list[str]],
        shared: dict[str, str] | None,
        given: list[Given],
        keys: list[str],
        wrong: list[tuple[str, str]],
    ) -> None:
        """Find the unit of each order. `shared`: texts that several powers sent, with the power that keeps the plain
        text as its key, or None while nobody has looked; `wrong`: what orders nobody, and why."""
        pieces = self.standing
        owner = self.owner
        standing = {piece.province: unit for unit, piece in enumerate(pieces)}
        known = self.given
        for power, texts in orders.items():
            for text in texts:
                order = known.get(text)
                if order is None:
                    order = self.new_order(text)
                key = order.key or f'"{text}"'
                if shared and shared.get(text, power) != power:
                    key = self.quote(f"{power}: {text}")
                unit = standing.get(order.spot, -1)
                if unit < 0 or owner[unit] != power:
                    if shared is None:
                        # Of two powers with the same text one at least orders nobody: only now is there need to look.
                        found: dict[str, str] = self.back.shared(orders)
                        if found:
                            given[:] = [piece.silent for piece in pieces]
                            keys[:] = [""] * len(pieces)
                            wrong.clear()
                            self.match(orders, found, given, keys, wrong)
                            return
                        shared = found
                    wrong.append((key, self.nobody(text, order.spot, owner[unit] if unit >= 0 else "")))
                    continue
                piece = pieces[unit]
                if order.piece is not piece:
                    order = self.for_piece(text, order, piece)
                if keys[unit] == "":
                    keys[unit] = key
                    given[unit] = order
                elif key != keys[unit]:
                    if self.is_better(order.code, given[unit].code):
                        keys[unit], key = key, keys[unit]
                        given[unit] = order
                    wrong.append((key, f'{{"code": "second-order", "unit": "{piece.text}"}}'))

    def leave(
        self,
        told: Told,
        names: list[str],
        counts: list[int],
        numbers: list[int],
        given: list[Given],
        outcomes: list[int],
        extra: list[str],
    ) -> None:
        """Note where each unit is afterwards, which are driven out, and where those may go."""
        pieces = self.standing
        kernel = self.kernel
        if kernel.fallen == 0:
            texts = [
                order.arrival if outcome == SUCCEEDS else piece.text
                for outcome, order, piece in zip(outcomes, given, pieces)  # noqa: B905
            ]
        else:
            texts = [
                order.arrival if outcome == SUCCEEDS else piece.text if outcome % 4 == 0 else ""
                for outcome, order, piece in zip(outcomes, given, pieces)  # noqa: B905
            ]
        after: list[list[str]] = []
        start = 0
        for count in counts:
            after.append(texts[start : start + count])
            start += count
        if kernel.fallen != 0:
            after = [[text for text in own if text != ""] if "" in own else own for own in after]
            fallen: list[list[str]] = [[] for _ in names]
            open_: list[str] = []
            for unit in [unit for unit, text in enumerate(texts) if text == "" and outcomes[unit] % 4 == DISLODGED]:
                text = pieces[unit].text
                fallen[numbers[unit]].append(text)
                ways = [f'"{self.place_ids[place]}"' for place in kernel.retreats(unit)]
                open_.append(f'"{text}": [{", ".join(ways)}]')
            lost: list[list[str]] = [[] for _ in names]
            for unit, text in enumerate(texts):
                if text == "" and outcomes[unit] % 4 != DISLODGED:
                    lost[numbers[unit]].append(pieces[unit].text)
            told.destroyed = self.by_power(names, lost, [], False)
            if open_:
                told.driven = True
                told.dislodged = self.by_power(names, fallen, [], False)
                told.retreats = "{" + ", ".join(open_) + "}"
        told.after = after
        told.units = self.by_power(names, after, extra, True)

    def by_power(self, names: list[str], lists: list[list[str]], extra: list[str], empty: bool) -> str:
        """`{"FRANCE": ["A PAR"]}`. Unit texts need no quoting beyond the marks."""
        parts: list[str] = []
        quoted = self.quoted
        for name, texts in zip(names, lists):  # noqa: B905
            if texts:
                joined = '", "'.join(texts)
                parts.append(f'{quoted.get(name) or self.quote(name)}: ["{joined}"]')
            elif empty:
                parts.append(self.quote(name) + ": []")
        for name in extra:
            parts.append(self.quote(name) + ": []")
        return "{" + ", ".join(parts) + "}"

    def reasons(self, given: list[Given], words: list[str], mark: str, outcomes: list[int]) -> list[str]:
        """Key and reason, as JSON, of every order that did not simply work. `words`: the order texts, their last
        quotation mark left out; `mark`: what stands before each."""
        fine = self.fine
        kernel = self.kernel
        pieces = self.standing
        owner = self.owner
        held_by = self.held_by
        bounced = self.bounced
        bound_for = self.bound_for
        kind = kernel.kind
        goal = kernel.dst
        found: list[str] = []
        for unit in [unit for unit, outcome in enumerate(outcomes) if not fine[outcome]]:
            outcome = outcomes[unit]
            text = words[unit]
            if text == "" and mark == "":
                continue
            # Most are moves, and a move that did not simply work is one that failed.
            said = kernel.why_no_move(unit) if kind[unit] == MOVE else kernel.why(unit, outcome)
            what = said[0]
            facts = len(said)
            if what == BOUNCE and facts > 2:
                other = said[2]
                by = (pieces[other].facts.get(owner[other]) or self.fact(other)) + held_by[said[4]][said[3]]
                if facts > 5:
                    for i in range(5, facts, 3):
                        by += ", " + self.fact(said[i]) + held_by[said[i + 2]][said[i + 1]]
                found.append(f"{mark}{text}{bounced[said[1]]}{bound_for[goal[unit]]}{by}]}}")
            elif what == OWN_UNIT:
                found.append(f'{mark}{text}": {{"code": "own-unit", {self.fact(said[1])[1:]}}}')
            elif what == CUT_BY_DISLODGEMENT:
                by = self.fact(said[1])
                found.append(f'{mark}{text}": {{"code": "cut-by-dislodgement", "by": [{by}}}]}}')
            elif what == DRIVEN_OUT:
                by = f'{self.fact(said[1])}}}, "strength": {said[2]}, "against": {said[3]}'
                found.append(f'{mark}{text}": {{"code": "dislodged", "by": {by}}}')
            elif what == CUT_BY_ATTACK and facts > 1:
                by = self.fact(said[1])
                for other in said[2:]:
                    by += "}, " + self.fact(other)
                found.append(f'{mark}{text}": {{"code": "cut-by-attack", "by": [{by}}}]}}')
            else:
                texts = [piece.text for piece in pieces]
                rare: str = self.back.reason(unit, outcome, given[unit].code, texts, owner)
                found.append(f'{mark}{text}": {rare}')
        return found

    def fact(self, unit: int) -> str:
        """A unit as it stands in reasons, its bracket left open: `{"power": "FRANCE", "unit": "A PAR"`."""
        power = self.owner[unit]
        piece = self.standing[unit]
        text = piece.facts.get(power)
        if text is None:
            text = f'{{"power": {self.quote(power)}, "unit": "{piece.text}"'
            if len(piece.facts) < MOST_POWERS:
                piece.facts[power] = text
        return text

    def quote(self, text: str) -> str:
        """A text as JSON, remembered."""
        quoted = self.quoted.get(text)
        if quoted is None:
            quoted = self.back.quote(text)
            if len(self.quoted) < 10_000:
                self.quoted[text] = quoted
        return quoted

    def forget(self) -> None:
        """Start all over: memory stays the same however much junk there is."""
        self.pieces.clear()
        self.given.clear()
        self.back.forget()

    def new_piece(self, text: str) -> None:
        """A unit met for the first time."""
        kind: str
        place: str
        kind, place, province, hold = self.back.piece(text)
        # One unit, one piece, whatever the spelling: orders know theirs by it.
        piece = self.pieces.get(f"{kind} {place}")
        if piece is None:
            piece = Piece(kind, place, province, hold)
            self.pieces[self.same.setdefault(piece.text, piece.text)] = piece
        self.pieces[text] = piece

    def new_order(self, text: str) -> Given:
        """An order text met for the first time."""
        key: str = self.back.quote(text)
        spot: int = self.back.spot(text)
        order = Given(spot, None, 0, "")
        if key != f'"{text}"':
            order.key = key
        self.given[text] = order
        return order

    def for_piece(self, text: str, order: Given, piece: Piece) -> Given:
        """An order as it counts for this unit."""
        code: int
        arrival: str
        if order.piece is None and order.key == "":
            code, arrival = self.back.learn(piece.kind, piece.place, text)
            order.code = code
            order.arrival = self.same.setdefault(arrival, arrival)
            order.piece = piece
            return order
        if order.others is None:
            order.others = {}
        other = order.others.get(piece.text)
        if other is None:
            code, arrival = self.back.learn(piece.kind, piece.place, text)
            other = Given(order.spot, piece, code, arrival)
            order.others[piece.text] = other
        return other

    def nobody(self, text: str, spot: int, owner: str) -> str:
        """Why a text orders nobody."""
        reason: str = self.back.nobody(text, spot, owner)
        return reason

    def is_better(self, code: int, than: int) -> bool:
        """Of several orders for one unit the first legal one counts (DATC 4.D.3)."""
        better: bool = self.back.is_better(code, than)
        return better
