"""Corrections within a sentence: `Jail on Past, Vice on Future, no, Vice on Present`, `… no, let it be`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from judge.grammar.finding import Name
from judge.variants.hell_on_wheels.terms import NotThere, kids, tokens

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.clauses import Clause, Joiner

_SOME = frozenset("them those both all".split())


def left_out(joiner: Joiner, clause: Clause, cards: set[str]) -> None:
    """`Saloon, Scots on Past ... no, not the Scots`: one of a list is not meant; of anything else, nobody knows."""
    is_play = any(not cards_in(one).isdisjoint(cards) for one in kids(clause.tree, "card"))
    if joiner.mode != "FIXED" or not (is_play or clause.kind in ("build", "keep")):
        raise NotThere("not-understood", text="")
    joiner.mode = ""
    left = None if is_play else without(clause.tree, cards)
    if left is not None:
        clause.tree = left
    else:
        joiner.said.clauses.remove(clause)
        joiner.said.unsaid, joiner.said.is_whole = "negated", True


def take_back(joiner: Joiner, last: Clause, clause: Clause) -> None:
    """`Workers on Past, actually, no, let them be`."""
    said = tokens(clause.tree, "STAYS_HOME", "DONT")
    many = kids(last.tree, "card") or any(not _SOME.isdisjoint(word.split()) for word in said)
    head, tail = (None, last.tree) if many else last_group(last.tree)
    if not many and len(cards_in(tail)) > 1:
        raise NotThere("not-understood", text="")
    joiner.said.clauses[-1:] = [] if head is None else [replace(last, tree=head)]
    joiner.said.unsaid, joiner.said.is_whole = "negated", True
    joiner.mode = ""


def earlier(joiner: Joiner, clause: Clause) -> Clause | None:
    """`Gamblers on Blue, Vile Men on Green, no, Gamblers on Red`: the clause before the last that it corrects."""
    *before, last = joiner.said.clauses
    cards = cards_in(clause.tree)
    if not cards.isdisjoint(cards_in(last.tree)) or clause.kind not in ("build", "play", "raid", "move"):
        return None
    return next((one for one in reversed(before) if not cards.isdisjoint(cards_in(one.tree))), None)


def put_right(joiner: Joiner, last: Clause, clause: Clause) -> None:
    """`Jail on Past, Vice on Future, no, Vice on Present`, `… no, Present`: of a list what is named again, or else
    the end of it, is corrected; `… no, both on Present` is all of it."""
    head: Tree[Any] | None = None
    old = last
    recounted = _recounted(last, clause)
    if recounted is not None:
        last.tree = recounted
        return
    cards = cards_in(clause.tree)
    if last.kind == "build" and not last.others and kids(last.tree, "things"):
        if not cards.isdisjoint(cards_in(last.tree)):
            head = without(last.tree, cards)
            old = replace(last, tree=without(last.tree, cards_in(last.tree) - cards) or last.tree)
        elif clause.kind == "on_place" or cards:
            head, tail = last_group(last.tree)
            old = replace(last, tree=tail)
            if cards and len(cards_in(tail)) > 1:
                raise NotThere("not-understood", text="")
        elif clause.kind == "build":
            old = _with_those_before(joiner, last)
    clause.instead = old
    clause.slot = clause.slot or last.slot
    joiner.said.clauses = [one for one in joiner.said.clauses if one is not last]
    joiner.said.clauses += [clause] if head is None else [replace(last, tree=head), clause]


def _recounted(last: Clause, clause: Clause) -> Tree[Any] | None:
    """`2 Saloons on Future, no, 1`: what is corrected, with another number."""
    new, old = _things(clause.tree), _things(last.tree) if last.kind == "build" else []
    if len(new) != 1 or len(old) != 1 or [one.data for one in new[0].children if isinstance(one, Tree)] != ["quants"]:
        return None
    if len(new[0].children) > 1 or not any(True for _ in new[0].scan_values(_is_number)):
        return None
    said = [one for one in old[0].children if not is_tree(one, "quants")]
    return _of_things(last.tree, [Tree("thing", [*new[0].children, *said])])


def _is_number(value: object) -> bool:
    return isinstance(value, Token) and value.type == "SUM"


def _things(tree: Tree[Any]) -> list[Tree[Any]]:
    return [thing for one in kids(tree, "things") for thing in kids(one, "thing")]


def _with_those_before(joiner: Joiner, last: Clause) -> Clause:
    """`Brothels: one Past, one Present, no, both Present`: what `both` is about may be several clauses."""
    about = [last]
    for one in reversed(joiner.said.clauses[:-1]):
        if one.kind != "build" or not kids(one.tree, "things") or one.ifs or one.others or one.instead is not None:
            break
        about.insert(0, one)
    things = [part for one in about for part in kids(one.tree, "things")[0].children]
    if len(about) > 1:
        del joiner.said.clauses[-len(about) : -1]
    return replace(last, tree=_of_things(last.tree, things) or last.tree)


def without(tree: Tree[Any], cards: set[str]) -> Tree[Any] | None:
    """A list without some of its cards; None where nothing is left."""
    if tree.data == "keep":
        items = [one for one in tree.children if not is_tree(one, "item") or not cards_in(one) <= cards]
        return Tree("keep", items) if any(is_tree(one, "item") for one in items) else None
    left: list[Any] = []
    for one in kids(tree, "things")[0].children:
        if not isinstance(one, Tree) or not cards_in(one) <= cards or not cards_in(one):
            left.append(one)
        elif left and isinstance(left[-1], Tree) and not kids(left[-1], "at"):
            # It said where those before it go.
            left[-1] = Tree("thing", [*left[-1].children, *kids(one, "at")])
    return _of_things(tree, left)


def last_group(tree: Tree[Any]) -> tuple[Tree[Any] | None, Tree[Any]]:
    """A list up to the last but one of its towns, and what is behind that."""
    things = kids(tree, "things")[0].children if kids(tree, "things") else []
    ends = [at for at, one in enumerate(things) if isinstance(one, Tree) and (kids(one, "at") or kids(one, "from"))]
    if len(ends) < 2:
        return None, tree
    cut = ends[-2] + 1
    tail = [one for at, one in enumerate(things[cut:]) if at or isinstance(one, Tree)]
    return _of_things(tree, list(things[:cut])), _of_things(tree, tail) or tree


def _of_things(tree: Tree[Any], things: list[Any]) -> Tree[Any] | None:
    if not any(isinstance(one, Tree) for one in things):
        return None
    return Tree(tree.data, [Tree("things", things) if is_tree(one, "things") else one for one in tree.children])


def cards_in(tree: Tree[Any]) -> set[str]:
    """The cards that a branch names."""
    return {one.text for one in tree.scan_values(lambda value: isinstance(value, Name)) if one.sign in "#&"}


def is_tree(one: object, data: str) -> bool:
    """Whether it is a branch of this kind."""
    return isinstance(one, Tree) and one.data == data
