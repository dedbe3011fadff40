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
        self._known: tuple[tuple[State, tuple[object, ...], Made], ...] = ()

    def __call__(self, state: State, *more: object) -> Made:
        """The result, remembered or made."""
        for one, others, made in self._known:
            if one is state and others == more:
                return made
        made = self._make(state, *more)
        self._known = ((state, more, made), *self._known[: MOST - 1])
        return made


__all__ = ["Latest"]
