"""Of which unit a letter speaks, for `it`: the one ordered last, or one that words name which order nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from judge.adjudicator.diplomacy.orders import Convoy, Hold, Move, Movement, Order, Support, Unit
from judge.adjudicator.protocol import Later
from judge.grammar.orders import Phrase
from judge.grammar.text import plain
from judge.variants.diplomacy.entry import place_of
from judge.variants.diplomacy.naming import Naming


@dataclass
class Speaking(Naming):
    """`last`: the move or hold ordered last, that others support; `about`: the province of the unit that `it` is; ""
    where nobody knows; `goal`: the province that `there` is."""

    _: KW_ONLY
    last: Movement | None = None
    about: str = ""
    goal: str = ""

    def speak_of(self, orders: Sequence[Order | Later]) -> None:
        """After the orders of a phrase `it` is the unit that moves or holds. Behind one that names two units nobody
        knows which `it` is."""
        first = orders[0] if orders else None
        is_one, to = len(orders) == 1, None
        if isinstance(first, Move):
            self.last, to, is_one = first, first.to, True  # with those who help it
        elif isinstance(first, Support):
            to, is_one = first.to, False
        elif isinstance(first, Convoy):
            self.last, is_one = Move(first.of, first.to), False  # "and the North Sea supports the landing"
        elif isinstance(first, Hold):
            self.last = first
        if to:
            self.goal = self.chart.province(to)
        self.about = place_of(first) if is_one else ""

    def speak_in_vain(self, text: str, phrase: Phrase | None) -> None:
        """Words that order nothing: `And my army?`, `the fleet supports nobody`. `It` behind them is the unit they
        name."""
        is_unknown = (
            phrase is None or not phrase.pieces or (phrase.pieces[0].place.text and not phrase.pieces[0].place.choices)
        )
        named = self._spoken_of(text) if is_unknown or phrase is None else self._first_of(phrase)
        if named is None:
            return
        self.about = named
        if self.last is not None and self.chart.province(self.last.at) != named:
            self.last = None

    def _first_of(self, phrase: Phrase) -> str | None:
        """The unit of an order that could not be read."""
        piece = phrase.pieces[0]
        if piece.many == "it":
            return None
        if piece.place.choices:
            mine = self._at(piece.place.choices)
            if not mine and len(piece.place.choices) == 1:
                self.goal = piece.place.choices[0]  # "Picardy is the target"
            return mine[0] if len(mine) == 1 else ""
        return self._only(piece.kind) if piece.kind else None

    def _spoken_of(self, text: str) -> str | None:
        """The one unit of the seat that a text names; "": several, or somebody else's first; None: it names none."""
        marker = self.chart.tongue.marker
        marks = marker.marked(plain(text))
        found: list[str] = []
        for number, mark in enumerate(marks):
            if mark.named is not None and mark.named.choices and not mark.named.guessed:
                mine = self._at(mark.named.choices)
                if not mine and not found and all(one.sign in ",;" for one in marks[:number]):
                    self.goal = mark.named.choices[0] if len(mark.named.choices) == 1 else self.goal
                    return ""
                found += mine
            elif len(mark.sign) > 1 and marker.is_(mark.sign, "KIND"):
                behind = marks[number + 1 : number + 3]
                is_placed = any(one.named is not None and one.named.choices for one in behind)
                found += [] if is_placed else [self._only(mark.sign)]
        places = {mark.named.choices for mark in marks if mark.named is not None and mark.named.choices}
        if not found and len(places) == 1:
            self.goal = next(iter(places))[0]  # "take Paris back"
        return (found[0] if len(set(found)) == 1 else "") if found else None

    def _at(self, choices: tuple[str, ...]) -> list[str]:
        """Those of the provinces where the seat has a unit that it can order."""
        places = {self.chart.province(unit.place) for unit in self._mine_now()}
        return [code for code in choices if code in places]

    def _only(self, kind: str) -> str:
        """The one unit of a kind; "" where there are several, or none."""
        mine = [unit for unit in self._mine_now() if unit.kind == kind[:1].upper()]
        return self.chart.province(mine[0].place) if len(mine) == 1 else ""

    def _mine_now(self) -> Sequence[Unit]:
        return self._driven() if self.form == "retreats" else self._mine()

    def _it(self, text: str) -> str:
        """The province of the unit that `it` is: the one spoken of, or the only one there is."""
        mine = self._mine_now()
        if not self.about and self.last is None and len(mine) == 1:
            return self.chart.province(mine[0].place)
        return self.about
