"""Reading a position document: what every game asks of one, and every mistake named at once, with its line.

A game's own is a PositionReader that knows its pieces. Seats, numbers, lists, house rules and the end of a game are
read here. So they are written alike in all games, and a slip of the keyboard meets the same kindness everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Option, Outcome, Problem, Seat, SeatName
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import Lexicon, nearest
from judge.grammar.options import OptionError, option_value
from judge.grammar.seats import find_seat


class PositionReader:
    """Reads one document and keeps its mistakes. `keys`: the allowed values, the usual ones first."""

    SEAT = "seat"
    """The game's word for a player."""

    def __init__(self, document: Document, seats: Sequence[SeatName], keys: Sequence[str]) -> None:
        if document.value is not None and not isinstance(document.value, dict):
            usual = ", ".join(f"`{key}`" for key in keys[:4])
            raise document.error(f"a position is a mapping with {usual} …")
        self.document = document
        self.value: Mapping[Any, Any] = document.value or {}
        self.names = seats
        self.wrong: list[Complaint] = []
        self.known(keys)

    def complain(self, sentence: str, *path: str | int) -> None:
        """One more mistake."""
        self.wrong.append(self.document.complaint(sentence, *path))

    def finish(self) -> None:
        """Everything has been read: raise all the mistakes there were, if there were any."""
        if self.wrong:
            raise DocumentError(self.document.name, sorted(self.wrong, key=lambda one: one.line))

    def known(self, keys: Sequence[str], *path: str | int) -> None:
        """No keys may be in the mapping under `path` but these keys."""
        for key in self.mapping(*path):
            if key not in keys:
                near = nearest(str(key), keys)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(keys)}"
                self.complain(f'"{key}" means nothing here: {hint}', *path, key)

    def mapping(self, *path: str | int) -> Mapping[Any, Any]:
        """The mapping under these keys; empty when there is none."""
        value = self.document.sub(*path).value
        if value is None or value == []:
            return {}
        if isinstance(value, dict):
            return value
        self.complain("`key: value` lines are expected here", *path)
        return {}

    def items(self, *path: str | int) -> list[str]:
        """A list, or a text with commas, as its pieces; empty when there is none."""
        value = self.document.sub(*path).value
        if isinstance(value, dict):
            if value:
                self.complain("a list is expected here, or a text with commas", *path)
            return []
        return listed(value)

    def number(self, value: object, *path: str | int, low: int = 0, high: int | None = None) -> int:
        """A whole number within its bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
            bounds = f" from {low} to {high}" if high is not None else "" if low == 0 else f" of at least {low}"
            self.complain(f'a whole number{bounds} is expected, not "{value}"', *path)
            return low
        return value

    def find(self, words: Lexicon, name: object, *path: str | int) -> str | None:
        """One of the things a word list has names for."""
        found = words.find(str(name))
        if isinstance(found, Problem):
            near = found.detail.get("near") or found.detail.get("choices")
            hint = f": did you mean {' or '.join(map(str, near))}?" if isinstance(near, tuple) and near else ""
            self.complain(f'"{name}" is no {words.kind}{hint}', *path)
            return None
        return found

    def seat(self, name: object, *path: str | int) -> Seat | None:
        """A seat by any of its names."""
        found = find_seat(self.names, str(name))
        if isinstance(found, Problem):
            self.complain(f'"{name}" is no {self.SEAT}; there are {", ".join(one.name for one in self.names)}', *path)
            return None
        return found

    def seats(self, *path: str | int) -> tuple[Seat, ...]:
        """The seats of a list, in its order."""
        return tuple(seat for name in self.items(*path) if (seat := self.seat(name, *path)) is not None)

    def by_seat(self, *path: str | int) -> Iterator[tuple[Seat, str]]:
        """The keys of a mapping that are seats: each with the name it has there."""
        for name in self.mapping(*path):
            seat = self.seat(name, *path, name)
            if seat is not None:
                yield seat, name

    def numbers(self, *path: str | int, low: int = 0, high: int | None = None) -> dict[Seat, int]:
        """A number for each seat that is named."""
        return {
            seat: self.number(self.document.sub(*path, name).value, *path, name, low=low, high=high)
            for seat, name in self.by_seat(*path)
        }

    def options(self, known: Sequence[Option]) -> dict[str, str | int | bool]:
        """The house rules: those not named have their default."""
        found = {option.key: option.default for option in known}
        by_key = {option.key: option for option in known}
        for key, value in self.mapping("options").items():
            option = by_key.get(str(key))
            if option is None:
                near = nearest(str(key), by_key)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(sorted(by_key))}"
                self.complain(f'there is no option "{key}": {hint}', "options", key)
                continue
            try:
                found[option.key] = option_value(option, value)
            except OptionError as error:
                self.complain(str(error), "options", key)
        return found

    def over(self) -> Outcome | None:
        """How the game ended, if it has."""
        said = self.value.get("over")
        if not said:
            return None
        if not isinstance(said, dict) or not said.get("reason") or set(said) - {"winners", "reason"}:
            self.complain("an end is written `{winners: [SEAT, …], reason: draw}`", "over")
            return None
        return Outcome(tuple(dict.fromkeys(self.seats("over", "winners"))), str(said["reason"]))


def listed(said: object) -> list[str]:
    """A list, or a text with commas, as its pieces."""
    if said is None:
        return []
    items = said if isinstance(said, list | tuple) else str(said).split(",")
    return [str(item).strip() for item in items if str(item).strip()]
