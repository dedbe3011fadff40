"""Words around the orders of a letter, and what its orders say of one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import of_lines
from judge.grammar.mood import correction, mood
from judge.grammar.shape import Tongue
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain
from judge.variants.hell_on_wheels.orders import Build, Keep, Placing, Play

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.found import Found
    from judge.variants.hell_on_wheels.reading import Reader


class Before:
    """What a letter has said so far, looked up when it is asked for: most orders name their own card and town.
    `said`: the town that the words before an order name."""

    def __init__(self, reader: Reader, said: str = "") -> None:
        self._reader = reader
        self._said = said

    @property
    def placed(self) -> Counter[str]:
        """The cards put onto towns."""
        return Counter(one.card for one in self._first())

    @property
    def where(self) -> dict[str, str]:
        """The town of each of them."""
        return {one.card: one.place for one in self._first()}

    @property
    def there(self) -> str:
        """The town of the last of them, if an order for it was the last."""
        last = self._reader.found[-1].said if self._reader.found and not self._said else None
        return last.choices[0].place if isinstance(last, Build) and len(last.choices) == 1 else self._said

    @property
    def named(self) -> frozenset[str]:
        """The cards in hand that all of the letter names."""
        return self._reader.named

    def _first(self) -> list[Placing]:
        return [one.said.choices[0] for one in self._reader.found if isinstance(one.said, Build)]


def aims_at_another(found: Sequence[Found], seat: Seat) -> bool:
    """Whether the last order is a card played on somebody else than this one."""
    last = found[-1].said if found else None
    if not isinstance(last, Play):
        return False
    aims = {act.opponent for act in last.acts} | {one.owner for act in last.acts for one in act.pieces}
    return bool(aims - {""}) and seat not in aims


def keep_all(found: Sequence[Found]) -> None:
    """What stays in hand by the way goes with a list of what is kept before it; a list behind it is the whole."""
    group: list[Found] = []
    for one in found:
        if not isinstance(one.said, Keep):
            continue
        before = group[-1].said if group else None
        if isinstance(before, Keep) and (one.by_the_way or one.in_front or group[-1].by_the_way):
            if one.in_front:
                whole = both(one.said, before)
            else:
                whole = both(before if one.by_the_way else Keep(()), one.said)
            group.append(one)
            for each in group:
                each.said = whole
        else:
            group = [one]


def both(first: Keep, behind: Keep) -> Keep:
    """All cards of two lists of what is kept."""
    return Keep((*first.cards, *(card for card in behind.cards if card not in first.cards)))


def is_remark(tongue: Tongue, text: str) -> bool:
    """Whether words behind an order only tell something: of nothing of the game, how something is, or what it is for.
    They have no figure, and nothing that would change the words before them."""
    kinds, what = _kinds(" ".join(one.sign for one in tongue.marked(text).pieces)), mood(text)
    # `that'll make it lively` begins no correction.
    changes = bool(what) and (what != "corrected" or correction(text) is not None)
    counts = any(map(str.isdigit, text)) and kinds[:1] != ("WORTH",)
    if not kinds or {"ALTERS", "HANGS"} & {*kinds} or counts or changes:
        return False
    named = tongue.names_in(text)
    # `to spoil Green's business`
    is_aim = text.lower().startswith("to ") and not any(one.sign in "@&" for one in named)
    return not named or is_aim or kinds[0] in ("TELLS", "WORTH")


def leads(tongue: Tongue, text: str, sign: str, rest: str) -> bool:
    """Whether words before an order only tell why it is given: `As I'm broke, bid 1K`, `Money is tight so bid 1K`, or
    when, where that is put into words of the game behind them: `as soon as it is lively, i.e. in window 7`."""
    first = _kinds(text)[:1]
    told = sign == "so" or first in (("WHY",), ("TELLS",)) or (first == ("WHEN",) and _kinds(rest)[:1] == ("THAT_IS",))
    return told and is_remark(tongue, text)


def depends(text: str) -> bool:
    """Whether what stands in a list may depend on the words beside it."""
    return bool({"ALTERS", "DEPENDS"} & {*_kinds(text)})


@of_lines
def _kinds(text: str) -> tuple[str, ...]:
    return tuple([token.type for token in _SHAPES.tokens(plain(text)) if token.type != "SIGN"])


_SHAPES = Shapes("hell_on_wheels_beside.lark", lexer="basic")
