"""The slow half of the clerk: everything it meets for the first time, and everything wrong."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.orders import MOVEMENT, Hold, Move
from judge.adjudicator.diplomacy.reasons import Inquiry
from judge.batch.clerk import Piece
from judge.batch.notation import read_order
from judge.batch.shape import BadLine, ByPower, encode, plain, shared_texts, unit_of


class Counsel:
    """Knows the map, the edition and how orders are written."""

    def __init__(self, court: Court) -> None:
        self.court = court
        self.board = court.board

    def quote(self, text: str) -> str:
        """A text as JSON."""
        return encode(text)

    def shared(self, orders: ByPower) -> dict[str, str]:
        """Texts that several powers sent."""
        return shared_texts(orders)

    def crowded(self, pieces: Sequence[Piece]) -> None:
        """Two units in one province: the line is bad."""
        seen: set[int] = set()
        for piece in pieces:
            if piece.province in seen:
                raise BadLine(f"two units stand in {self.board.ids[piece.province]}")
            seen.add(piece.province)

    def piece(self, text: object) -> tuple[str, str, int, int]:
        """A unit met for the first time: kind, place, province and the code of its hold."""
        if not isinstance(text, str):
            raise BadLine(f'"units" must hold texts such as "A PAR", not {encode(text)}')
        kind, place = unit_of(self.board, text)
        hold = self.court.code(kind, place, Hold(place))
        return kind, place, self.board.province_of[self.board.place(place)], hold

    def spot(self, text: object) -> int:
        """The province of the unit an order is for; -1 when it is for none."""
        if not isinstance(text, str):
            raise BadLine(f'"orders" must hold texts such as "A PAR - BUR", not {encode(text)}')
        order = read_order(text)
        if isinstance(order, MOVEMENT) and order.at in self.board.number:
            return self.board.province_of[self.board.place(order.at)]
        return -1

    def learn(self, kind: str, place: str, text: str) -> tuple[int, str]:
        """The code of an order for a unit that is given it for the first time, and where a move takes the unit."""
        order = read_order(text)
        assert isinstance(order, MOVEMENT)
        code = self.court.code(kind, place, order)
        if not isinstance(order, Move):
            return code, ""
        meaning = self.court.meanings[code]
        return code, f"{kind} {self.board.place_ids[meaning.coast if meaning.coast >= 0 else meaning.dst]}"

    def forget(self) -> None:
        """All codes, those of pieces too: the clerk starts again."""
        self.court.forget()

    def is_better(self, code: int, than: int) -> bool:
        """Whether the first of two orders is legal while the second is not."""
        return self.court.meanings[than].problem is not None and self.court.meanings[code].problem is None

    def reason(self, unit: int, outcome: int, code: int, units: Sequence[str], owner: Sequence[str]) -> str:
        """Why an order failed, as JSON."""
        inquiry = Inquiry(self.board, self.court.kernel, units, owner, self.court.edition.paradox)
        return encode(plain(inquiry.problem(unit, outcome, self.court.meanings[code])))

    def nobody(self, text: str, spot: int, owner: str) -> str:
        """Why a text orders nobody, as JSON."""
        order = read_order(text)
        facts: dict[str, object]
        if owner:
            facts = {"code": "not-your-unit", "power": owner}
        elif order is None:
            facts = {"code": "not-understood", "text": text}
        elif not isinstance(order, MOVEMENT):
            facts = {"code": "wrong-phase", "wanted": "movement"}
        elif spot < 0:
            facts = {"code": "no-such-place", "place": order.at}
        else:
            facts = {"code": "no-unit-there", "place": self.board.ids[spot]}
        return encode(facts)
