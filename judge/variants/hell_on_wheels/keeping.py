"""The cards that a letter says stay in hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lark import Tree

from judge.variants.hell_on_wheels import line
from judge.variants.hell_on_wheels.orders import Build, Keep
from judge.variants.hell_on_wheels.terms import NotThere, kids, names, tokens

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.reading import Reader


def keep(reader: Reader, tree: Tree[Any]) -> Keep:
    """A list of what is kept: no raid takes one of its cards that another can do."""
    if tokens(tree, "ALL_BUT"):
        raise instead_of_discards(reader, tree)
    found = _listed(reader, tree)
    reader.spared |= Counter(found)
    return Keep(found)


def kept(reader: Reader, tree: Tree[Any]) -> Keep:
    """`Anarchy stays in my hand`: said in a letter that has no list of what is kept, it tells of a plan."""
    if reader.form not in ("building", "discard"):
        reader.spared |= Counter(_listed(reader, tree))
        raise NotThere("not-ordered", text="", why="told")
    return _other(reader) if tokens(tree, "OTHER_STAYS") else keep(reader, tree)


def instead_of_discards(reader: Reader, tree: Tree[Any]) -> NotThere:
    """A list says what is kept: what stays when these go is offered, the usual first (HW-Q29)."""
    left = Counter(reader.terms.hand) - Counter(_listed(reader, tree))
    staying = line.kept(reader.box, tuple(left.elements()), ())
    return NotThere("say-what-is-kept", suggestion=reader.writer.order(Keep(staying)))


def _other(reader: Reader) -> Keep:
    """`One Brothel on Past, the other stays in my hand`: the one card of its kind that is left."""
    built = reader.last_of(Build)
    card = built.choices[0].card if isinstance(built, Build) else ""
    if not card or reader.terms.hand.count(card) - reader.before().placed[card] != 1:
        raise NotThere("not-understood", text="")
    reader.spared[card] += 1
    return Keep((card,))


def _listed(reader: Reader, tree: Tree[Any]) -> tuple[str, ...]:
    return tuple(card for item in kids(tree, "item") for card in _cards(reader, item))


def _cards(reader: Reader, item: Tree[Any]) -> list[str]:
    """The cards of one item of a list: a kind as often as it is said, or a type; none where it is what is left."""
    terms = reader.terms
    quantity = terms.quantity(next(iter(kids(item, "quants")), None))
    said = (*names(item, "#"), *names(item, "&"))
    if not said:
        types = tokens(item, "TYPE", "KEPT_TYPE")
        return ["raid" if word.startswith("raid") else "opportunist" for word in types]
    card = terms.hand_card(said[0])
    every = quantity.every or terms.is_plural(said[0], card)
    count = quantity.number or (terms.hand.count(card) if every else 1)
    return [card] * max(1, min(count, 20))
