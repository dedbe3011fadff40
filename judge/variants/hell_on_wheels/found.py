"""What reading a sentence came to."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace

from judge.adjudicator.protocol import Later, Problem
from judge.variants.hell_on_wheels.orders import Build, Order, Play

Said = Order | Problem | Later


@dataclass(slots=True)
class Found:
    """The result of reading a sentence: an order or its fault, and the words overlooked on the way."""

    number: int
    text: str
    said: Said
    notes: tuple[Problem, ...] = ()
    _: KW_ONLY
    of_a_group: int = 0
    """Its card was not named, but (1) all of its type, or (2) everything."""
    by_the_way: bool = False
    """It says that a card stays in hand, which a list of what is kept need not repeat."""
    in_front: bool = False
    """It is kept before all that is said to be kept elsewhere."""

    def as_a_whole(self) -> Found:
        """A problem that no piece of the sentence is without."""
        return (
            replace(self, said=replace(self.said, detail={**self.said.detail, "whole": True}))
            if isinstance(self.said, Problem)
            else self
        )

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards it is about, which a correction is known by."""
        match self.said:
            case Build(_, choices):
                return tuple(one.card for one in choices[:1])
            case Play(_, acts):
                return tuple(act.card for act in acts[:1])
        return ()
