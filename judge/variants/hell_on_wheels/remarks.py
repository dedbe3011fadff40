"""Words around the orders of a letter, and what its orders say of one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Seat
from judge.grammar.mood import mood
from judge.grammar.shape import Tongue
from judge.variants.hell_on_wheels.orders import Build, Keep, Play
from judge.variants.hell_on_wheels.placings import Before

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.found import Found


def before(found: Sequence[Found], named: frozenset[str]) -> Before:
    """What a letter has said so far. `named`: the cards in hand that all of it names."""
    builds = [one.said for one in found if isinstance(one.said, Build)]
    last = found[-1].said if found else None
    there = last.choices[0].place if isinstance(last, Build) and len(last.choices) == 1 else ""
    return Before(Counter(one.choices[0].card for one in builds), there, named)


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
        if group and (one.by_the_way or group[-1].by_the_way):
            before = group[-1].said
            listed = before.cards if one.by_the_way and isinstance(before, Keep) else ()
            whole = Keep((*listed, *(card for card in one.said.cards if card not in listed)))
            group.append(one)
            for each in group:
                each.said = whole
        else:
            group = [one]


def is_remark(tongue: Tongue, text: str) -> bool:
    """Whether words behind an order only tell something: of nothing of the game, how something is, or what it is for.
    They have no figure, and nothing that would change the words before them."""
    words = {word.strip(".,;:!?()").lower() for word in text.split()}
    if not words or not words.isdisjoint(_HANGS) or any(map(str.isdigit, text)) or mood(text):
        return False
    named = tongue.names_in(text)
    # `to spoil Green's business`
    is_aim = text.lower().startswith("to ") and not any(one.sign in "@&" for one in named)
    return not named or is_aim or text.lower().replace("'", "").startswith(_TELLS)


_HANGS = frozenset(
    "if unless when until except only instead else otherwise or not but no cancel forget scrap wrong never then and "
    "bid draw pass keep play build raid discard move window windows same too also likewise both".split()
)


_TELLS = (
    *(
        f"{who} {what} "
        for who in ("they", "he", "she", "it", "there", "that")
        for what in ("is", "are", "was", "were")
    ),
    *(f"{words} " for words in ("theres", "thats", "theyre", "hes", "shes", "its", "i am", "im", "who is", "who are")),
)
"""With these begins what tells how something is."""
TOGETHER = frozenset(
    "if unless when else otherwise not don't dont no never nothing none instead rather keep discard window before "
    "after sorry wait actually and or move moves take with".split()
)
"""The words beside one of these may depend on it."""
