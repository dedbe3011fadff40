"""The plain case of a letter: a line of goes that says the same by itself as beside others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Line, Problem
from judge.adjudicator.value import value
from judge.grammar.reader import LONGEST_LINE
from judge.grammar.text import sentences
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.amending import amending
from judge.variants.gold_rush.brackets import unclear_bracket
from judge.variants.gold_rush.heads import Heads, heads_of
from judge.variants.gold_rush.moves import STEPS
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.phrases import DEEDS, SHOOTING, Deed, is_the_same_anywhere
from judge.variants.gold_rush.remarks import quotes, unclear_words, without_remarks
from judge.variants.gold_rush.said import Said, said_of
from judge.variants.gold_rush.sentence import sentence_of
from judge.variants.gold_rush.talks import Item, Option, Talk, said_in
from judge.variants.gold_rush.tongue import trees_of

BARE = frozenset(("not-understood", "for-whom", "not-ordered"))
UNREAD = frozenset(("not-understood", "for-whom", "not-ordered", "not-yours", "unknown-figure"))


@value
class Plain:
    """What a line says for some figures, whatever else is said in its letter. `whom`: the words for them, where the
    table says who they are."""

    heads: Heads
    whom: Tree[Any] | None
    options: Sequence[Option]
    in_place: bool
    notes: tuple[Problem, ...]


def said_alone(names: Names, number: int, raw: str) -> list[Item] | None:
    """A line as what it says, where that is the same by itself as beside others; else None."""
    said = alone(names, raw)
    if said is None:
        return None
    if isinstance(said, Problem):
        return [Line(number, raw, said)]
    return [
        Talk(
            number,
            raw,
            one.heads if one.whom is None else heads_of(names, one.whom),
            [Option([*option.conditions], [*option.acts], option.deed) for option in one.options],
            in_place=one.in_place,
            notes=one.notes,
        )
        for one in said
    ]


def alone(names: Names, raw: str) -> Sequence[Plain] | Problem | None:
    """The same without its number, wherever anybody stands: so it is found out once for each seat of a map."""
    if raw in names.alone:
        known: Sequence[Plain] | Problem | None = names.alone[raw]
        return known
    made = _made(names, raw)
    return names.alone.keep(raw, made) if len(raw) <= LONGEST_LINE else made


def _made(names: Names, raw: str) -> Sequence[Plain] | Problem | None:
    """A line that has none of the words that readers look for who look at more than a sentence, and that either is
    plain or is not read, whichever of its parts is left out."""
    said = said_of(raw)
    if len(raw) > LONGEST_LINE or not said.is_plain or amending(names, said.text) is not None:
        return None
    if said.may_head and is_heading(marks.marked(names, "go", raw)):
        return None
    read = sentence_of(names, "go", said.text)
    if said.counted and not read.has_heads:
        read = sentence_of(names, "go", f"{said.counted}: {said.text}")
    if not isinstance(read.tree, Problem) and not _is_plain(read.tree):
        return None
    items = said_in(names, 0, raw, read)
    problem = next((one.said for one in items if isinstance(one, Line) and isinstance(one.said, Problem)), None)
    whom = _of_table(read.tree)
    if problem is not None and (whom or not _is_as_a_whole(names, said, problem)):
        return None
    is_read = problem is None or problem.code not in UNREAD
    if is_read and marks.marked(names, "go", said.text).leaves_condition_apart:
        return Problem("condition-apart", {"text": raw, "whole": True})
    return problem or [_plain(whom, one) for one in items if isinstance(one, Talk)]


def _plain(whom: Sequence[Tree[Any]], talk: Talk) -> Plain:
    options = [Option(one.conditions, one.acts, _deed(one)) for one in talk.options]
    return Plain(talk.heads, whom[0] if talk.heads.is_rest else None, options, talk.in_place, talk.notes)


def _deed(option: Option) -> Deed | None:
    is_one = len(option.acts) == 1 and not option.conditions
    return Deed(option.acts[0]) if is_one and is_the_same_anywhere(option.acts[0]) else None


def _is_plain(tree: Tree[Any]) -> bool:
    """Whether a tree is of such parts alone as speak of no other line, one of them at most for all or for the rest."""
    heads = tree.find_data("heads")
    return all(map(trees_of, heads)) and len(_of_table(tree)) < 2 and _is_by_itself(tree)


def _of_table(tree: Tree[Any] | Problem) -> list[Tree[Any]]:
    """The parts that say for whom something is, where the table says who these are."""
    heads = [] if isinstance(tree, Problem) else tree.find_data("heads")
    return [one for one in heads if not {who.data for who in trees_of(one)} <= _NAMED]


def _is_by_itself(tree: Tree[Any]) -> bool:
    if tree.data in ("go", "joint") and not all(isinstance(child, Tree) for child in tree.children):
        return False
    return tree.data in _BY_THEMSELVES and all(map(_is_by_itself, trees_of(tree)))


_NAMED = frozenset(("one", "span"))
_BY_THEMSELVES = frozenset((
    "go", "clause", "joint", "otherwise", "heads", *_NAMED, "who", "all_of", "all_but", "rest", "rest_but",
    "conditions", "condition", "seen", "unseen", "of_self", "of_anybody", "nearest_down", "nearest_dead", "none",
    "behind", "sight", "short", "range", "within", "contact", "up", "down", "dead",
    *SHOOTING, *STEPS, *DEEDS, "fire_asked", "strike", "stand", "reload", "so_many", "amount", "every",
    "walk", "via", "compass", "beside", "toward", "inches_toward", "inches_away", "to_contact", "up_to", "cover",
    "place", "aim", "named", "own", "nearest", "nearest_enemy", "group", "enemy", "beast", "mule", "horse", "friend",
    "qualifier", "qualifier_within",
))  # fmt: skip


def is_heading(line: marks.Line) -> bool:
    """Whether a line names a group and nothing else: `Traders:`."""
    return line.shape in ("%", "% :")


def _is_as_a_whole(names: Names, said: Said, problem: Problem) -> bool:
    """Whether a line that is not read is not read in any of its parts either, as far as these are tried."""
    if problem.code in BARE and without_remarks(said.text)[1]:
        return False
    if problem.code in UNREAD:
        counts = marks.marked(names, "go", said.text).counts
        if unclear_bracket(said.closed) or unclear_words(said.text, counts):
            return False
    if problem.detail.get("whole") and len(sentences(said.closed)) > 1:
        return False
    return problem.code != "not-ordered" or len(sentences(said.raw)) == 1 or quotes(said.raw)


__all__ = ["BARE", "UNREAD", "is_heading", "said_alone"]
