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
        self._known: dict[tuple[object, ...], tuple[State, Made]] = {}
        """By the state's identity, which nothing else has as long as it is kept here."""

    def __call__(self, state: State, *more: object) -> Made:
        """The result, remembered or made."""
        key = (id(state), *more)
        known = self._known.get(key)
        if known is not None:
            return known[1]
        made = self._make(state, *more)
        if len(self._known) >= MOST:
            del self._known[next(iter(self._known))]
        self._known[key] = state, made
        return made


__all__ = ["Latest"]
