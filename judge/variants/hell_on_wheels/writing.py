"""Orders in their canonical text: what `read` gives back as the same order."""

from __future__ import annotations

from collections.abc import Sequence

from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.moments import is_slot, slot_title
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import (
    ANY,
    ANY_RAID,
    REST,
    Act,
    Bid,
    Build,
    Condition,
    Extra,
    Gift,
    Keep,
    Order,
    Pass,
    Piece,
    Placing,
    Play,
)

FACT_WORDS = {"cards": "mayhem cards", "civilized": "civilized cards", "mayhem": "mayhem"}
HOUSE_WORDS = {"saloon": "saloons", "gambling-house": "gambling houses", "brothel": "brothels"}


class Writer:
    """Writes with the names of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def order(self, order: Order) -> str:
        """Any order."""
        match order:
            case Bid(amount, blackmail):
                return f"bid {amount}K{' with Blackmail' if blackmail else ''}"
            case Extra(count):
                return f"draw {count} extra"
            case Build(_, choices):
                return "; else ".join(map(self.placing, choices))
            case Play(slot, acts):
                start = "" if slot == ANY else f"{slot_title(slot)}: "
                return start + "; else ".join(map(self.act, acts))
            case Pass(of):
                if of in ("all", REST):
                    return "pass" if of == "all" else "nothing else"
                return f"{slot_title(of) if is_slot(of) else of}: pass"
            case Keep(cards):
                return f"keep {', '.join(map(self.box.name, cards))}" if cards else "keep as usual"
            case Gift(to, amount):
                return f"give {amount}K to {self.seat(to)}"

    def seat(self, seat: str) -> str:
        """A seat's name."""
        return self.box.seat_names.get(seat, seat)

    def placing(self, placing: Placing) -> str:
        """`Church on Past if mayhem >= 2`."""
        return f"{self.box.name(placing.card)} on {self.box.name(placing.place)}{self.conditions(placing.conditions)}"

    def piece(self, piece: Piece) -> str:
        """`Saloon of Red in Present`."""
        owner = f" of {self.seat(piece.owner)}" if piece.owner else ""
        place = f" in {self.box.name(piece.place)}" if piece.place else ""
        return f"{self.box.name(piece.card)}{owner}{place}"

    def act(self, act: Act) -> str:
        """A Raid or Opportunist card with its targets."""
        return self.deed(act) + self.conditions(act.conditions)

    def deed(self, act: Act) -> str:
        """The card and its targets."""
        if not act.card:
            return "pass"
        pieces = ", ".join(map(self.piece, act.pieces))
        if act.card == ANY_RAID:
            return f"raid {pieces}"
        name = self.box.name(act.card)
        if self.box.type(act.card) == "raid":
            return f"raid {pieces} with {name}"
        wants = EFFECTS[act.card].wants if act.card in EFFECTS else "nothing"
        if wants == "opponent":
            return f"play {name} on {self.seat(act.opponent)}"
        if wants == "move":
            return f"play {name}, move {pieces} to {self.box.name(act.to)}"
        return f"play {name} on {pieces}" if pieces else f"play {name}"

    def conditions(self, conditions: Sequence[Condition]) -> str:
        """` if mayhem in Present >= 4 and cash of Red >= 5K`."""
        return f" if {' and '.join(map(self.condition, conditions))}" if conditions else ""

    def condition(self, condition: Condition) -> str:
        """One condition."""
        of = self.seat(condition.of) if condition.of else ""
        if condition.fact in ("mayor", "supervisor"):
            negated = "not " if condition.sign == "not" else ""
            place = f" of {self.box.name(condition.place)}" if condition.place else ""
            return f"{of or 'I'} {'is' if of else 'am'} {negated}{condition.fact.capitalize()}{place}"
        sign = "!=" if condition.sign == "not" else condition.sign
        if condition.fact in ("cash", "hand"):
            unit = "K" if condition.fact == "cash" else ""
            what = f"{condition.fact} of {of}" if of else f"my {condition.fact}"
            return f"{what} {sign} {condition.number}{unit}"
        word = HOUSE_WORDS.get(condition.fact) or FACT_WORDS.get(condition.fact, condition.fact)
        place = f" in {self.box.name(condition.place)}" if condition.place else ""
        return f"{word}{' of ' + of if of else ''}{place} {sign} {condition.number}"
