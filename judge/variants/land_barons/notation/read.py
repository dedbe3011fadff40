"""A letter as orders: one bad line spoils no other, and every complaint quotes what it is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from judge.adjudicator.protocol import Later, Line, Problem, Seat, SeatName
from judge.grammar.reader import read_lines, split_at
from judge.grammar.seats import find_seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.notation.raids import read_move
from judge.variants.land_barons.notation.shapes import Shape, shape_of
from judge.variants.land_barons.notation.units import UnitReader
from judge.variants.land_barons.notation.words import find_counter, find_lot, find_space, find_unit, numbered
from judge.variants.land_barons.orders import (
    AgreeDraw,
    Bid,
    Deploy,
    Fights,
    Give,
    GiveUp,
    Lose,
    Order,
    OrderBid,
    Pay,
    Ranch,
    Recruit,
    Retreat,
)
from judge.variants.land_barons.state import State

Said = Order | Problem | Later
CLASSIC = ("pay", "bids", "build", "order-bid", "raid")
EXPRESS = {
    "pay": "pay-and-bids", "bids": "pay-and-bids",
    "build": "build-and-raid", "order-bid": "build-and-raid", "raid": "build-and-raid",
}  # fmt: skip
EXPECTED = {
    "deal": "nothing but: give up",
    "ranches": "ranch 0507, 0610",
    "pay-and-bids": "pay all but Cowboys at 0507; bid 12/15 on Saloon",
    "pay": "pay all but Cowboys at 0507",
    "bids": "bid 12/15 on Saloon",
    "build-and-raid": "Saloon to 0507; recruit Regulator at 0507; bid 5 for order; Baron 0507-0607",
    "build": "Saloon to 0507; recruit Regulator at 0507",
    "order-bid": "bid 5 for order",
    "raid": "Baron, Gunslinger 0507-0607-0708",
}


@dataclass
class Letter:
    """One letter while it is read: what earlier lines named decides which of several alike a later line means."""

    board: Board
    state: State
    seat: Seat
    seats: tuple[SeatName, ...]
    form: str
    lots: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.units = UnitReader(self.board, self.state, self.seat)

    def read(self, text: str) -> tuple[Line[Order], ...]:
        """Every line of the letter."""
        return read_lines(text, self._orders, split_at(";"))

    def _orders(self, text: str) -> list[Said]:
        """The orders of one part of a line: a stack's move is an order for each unit."""
        shape = shape_of(text, self.form, self.state.won.get(self.seat, ()))
        if shape is None:
            return [Problem("not-understood", {"text": text, "expected": EXPECTED.get(self.form, "")})]
        if isinstance(shape, Problem):
            return [shape]
        elsewhere = self._for_another_window(shape, text)
        if elsewhere is not None:
            return [elsewhere]
        if shape.name == "move":
            return list(read_move(self.units, shape.parts["text"], EXPECTED[self.form]))
        return [READERS[shape.name](self, shape)]

    def _for_another_window(self, shape: Shape, text: str) -> Later | Problem | None:
        """An order for a later window of this turn is kept for it; one for an earlier window comes too late."""
        decision = shape.decision
        if decision == "any" or self.form == "over":
            return None
        if self.form == "deal" or (decision == "ranches") is not (self.form == "ranches"):
            return Problem("wrong-window", {"text": text, "phase": self.form})
        if decision == "ranches":
            return None
        classic = self.form in CLASSIC and (self.form != "bids" or self.state.is_classic)
        kind = decision if classic else EXPRESS[decision]
        if kind == self.form or (decision, self.form) == ("bids", "bids"):
            return None
        order = CLASSIC if classic else ("pay-and-bids", "bids", "build-and-raid")
        if order.index(kind) > order.index(self.form):
            return Later(kind, text)
        return Problem("wrong-window", {"text": text, "phase": self.form})

    # -- one reader a shape ---------------------------------------------------------------------------------------

    def _ranch(self, shape: Shape) -> Said:
        spaces = self._spaces(shape.parts["spaces"])
        return spaces if isinstance(spaces, Problem) else Ranch(spaces)

    def _pay(self, shape: Shape) -> Said:
        whom = shape.name.removeprefix("pay-")
        if whom == "all":
            return Pay("all")
        if whom == "none":
            return Pay("only")
        refs = self.units.listed(shape.parts["units"])
        return refs if isinstance(refs, Problem) else Pay(whom, refs)

    def _bid(self, shape: Shape) -> Said:
        lot = find_lot(self.state, shape.parts["lot"], self.lots)
        if isinstance(lot, Problem):
            return lot
        self.lots.add(lot)
        rungs = tuple(int(number) for number in re.findall(r"\d+", shape.parts.get("ladder", "")))
        return Bid(lot, () if rungs == (0,) else rungs)

    def _order_bid(self, shape: Shape) -> Said:
        if shape.name == "no-order-bid":
            return OrderBid(0)
        said = shape.parts["place"].lower()
        places = {"": 0, "first": 1, "last": len(self.state.living), "second": 2, "third": 3, "fourth": 4}
        place = places.get(said, int(said) if said.isdecimal() else -1)
        if place < 0:
            return Problem("not-understood", {"text": said, "expected": "bid 5 for order, go last"})
        return OrderBid(_dollars(shape.parts["sum"]), place)

    def _recruit(self, shape: Shape) -> Said:
        if shape.name == "no-recruit":
            return Recruit("")
        space = find_space(self.board, shape.parts["space"])
        return space if isinstance(space, Problem) else Recruit(space)

    def _deploy(self, shape: Shape) -> Said:
        name, number = numbered(re.sub(r"^(?:my|the|a) ", "", shape.parts["counter"], flags=re.IGNORECASE))
        kind = find_counter(name)
        if isinstance(kind, Problem):
            return kind
        if shape.name != "deploy":
            return Deploy(kind, "", number, hold=shape.name == "hold")
        space = find_space(self.board, shape.parts["space"])
        return space if isinstance(space, Problem) else Deploy(kind, space, number)

    def _fights(self, shape: Shape) -> Said:
        spaces = self._spaces(shape.parts["spaces"])
        return spaces if isinstance(spaces, Problem) else Fights(spaces)

    def _lose(self, shape: Shape) -> Said:
        if _is_default(shape.parts["kinds"]):
            return Lose(())
        kinds = []
        for part in _parts(shape.parts["kinds"]):
            kind = find_unit(part)
            if isinstance(kind, Problem):
                return kind
            kinds.append(kind)
        return Lose(tuple(dict.fromkeys(kinds)))

    def _retreat(self, shape: Shape) -> Said:
        start = find_space(self.board, shape.parts["start"]) if shape.parts["start"] else ""
        if isinstance(start, Problem):
            return start
        if _is_default(shape.parts["spaces"]):
            return Retreat(start, ())
        spaces = self._spaces(shape.parts["spaces"])
        return spaces if isinstance(spaces, Problem) else Retreat(start, spaces)

    def _give(self, shape: Shape) -> Said:
        to = find_seat(self.seats, shape.parts["to"])
        return to if isinstance(to, Problem) else Give(to, _dollars(shape.parts["sum"]))

    def _spaces(self, text: str) -> tuple[str, ...] | Problem:
        """A list of spaces, each at its first mention."""
        found = []
        for part in _parts(re.sub(r"(\d{4})[\s>-]+(?=\d{4})", r"\1, ", text)):
            space = find_space(self.board, part)
            if isinstance(space, Problem):
                return space
            found.append(space)
        if not found:
            return Problem("not-understood", {"text": text, "expected": "spaces by their labels, such as 0507, 0607"})
        return tuple(dict.fromkeys(found))


READERS: dict[str, Callable[[Letter, Shape], Said]] = {
    "ranch": Letter._ranch,
    "pay-all": Letter._pay,
    "pay-none": Letter._pay,
    "pay-but": Letter._pay,
    "pay-only": Letter._pay,
    "bid": Letter._bid,
    "no-bid": Letter._bid,
    "order-bid": Letter._order_bid,
    "no-order-bid": Letter._order_bid,
    "recruit": Letter._recruit,
    "no-recruit": Letter._recruit,
    "deploy": Letter._deploy,
    "discard": Letter._deploy,
    "hold": Letter._deploy,
    "fights": Letter._fights,
    "lose": Letter._lose,
    "retreat": Letter._retreat,
    "give": Letter._give,
    "draw": lambda letter, shape: AgreeDraw(),
    "give-up": lambda letter, shape: GiveUp(),
}


def _dollars(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _parts(text: str) -> list[str]:
    """The items of a list in prose."""
    return [part.strip() for part in re.split(r",|\band\b|\bthen\b|&|/", text) if part.strip()]


def _is_default(text: str) -> bool:
    return text.strip().lower() in ("default", "by default", "none", "nothing", "as usual")
