"""What is worked out of a whole state, remembered for the states that were asked of last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from judge.variants.gold_rush.state import State

Made = TypeVar("Made")
MOST = 16


class Latest(Generic[Made]):
    """Results by the state itself and not by its value, which would take longer to compare than most of them to make;
    and by what else they hang on."""

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._known: dict[tuple[int, tuple[object, ...]], tuple[State, Made]] = {}

    def __call__(self, state: State, *more: object) -> Made:
        """The result, remembered or made."""
        known = self._known.get((id(state), more))
        if known is None:
            if len(self._known) >= MOST:
                self._known.pop(next(iter(self._known)))
            # A state that is kept here leaves its identity to no other.
            known = self._known[id(state), more] = state, self._make(state, *more)
        return known[1]


__all__ = ["Latest"]
