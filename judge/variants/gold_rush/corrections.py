"""What a correction makes of what was said for somebody: another end, another number, or another deed (GR-Q14)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from judge.grammar.finding import Name
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.retargeting import Option
from judge.variants.gold_rush.tongue import names_of, trees_of
from judge.variants.gold_rush.whom import Fault

_ADDING = frozenset(("too", "also", "well", "besides"))
_REPLACING = ("sorry", "i mean", "i meant", "correction", "or rather", "rather", "scratch that", "make that", "no")
_FIRED = ("fire", "volley")
_LED = ("lead", "lead_by")
_AIMED = ("give_gold", "take_gold", "take_ammo", "strike", "charge")
"""Deeds whose last part is whom they are done to."""
_TOWARDS = ("toward", "to_contact", "up_to", "inches_toward", "inches_away")
_PLACED = ("toward", "place", "cover", "behind", "beside")
_COUNTED = (*_LED, "give_gold", "take_gold")
_HIDDEN = ("cover", "behind")
_BY_INCHES = ("inches_toward", "inches_away")


def in_lists(parts: Sequence[Tree[Any]]) -> list[Tree[Any]]:
    """The parts of a line; whom a correction names one after another is one with it: `No: M5, then M7`."""
    found: list[Tree[Any]] = []
    corrects = False
    for part in parts:
        is_next = corrects and part.data == "clause" and len(found) > 1 and found[-1].data == "joint"
        if is_next and _is_volley(part) and _is_volley(found[-2]) and not {*map(_kind, found[-1].children)} - {"THEN"}:
            found[-2:] = [Tree("clause", [*found[-2].children, *part.children])]
        else:
            found.append(part)
            corrects = part.data == "correction" or (corrects and (part.data == "joint" or _is_volley(part)))
    return found


def _kind(child: Any) -> str:
    return child.type if isinstance(child, Token) else child.data


def _is_volley(part: Tree[Any]) -> bool:
    return bool(part.children) and all(getattr(one, "data", "") == "volley" for one in part.children)


def corrected(names: Names, text: str, options: Sequence[Option], option: Option) -> list[Option]:
    """Choices, the last of them corrected: where no more is said than a goal, a number or whom, the deed is that
    before; a whole deed replaces all that was said. Where it may be another order, or one more, nothing is guessed."""
    *before, last = options
    new = option.acts[0]
    own = _named_own(names, new)
    if own:
        # `1 fires at M1. Correction: 2.`: does 2, and what of 1?
        raise Fault("unclear-beside", text=text, at=own, whole=True)
    if new.data == "volley" and not _ADDING.isdisjoint(_words(text)):
        # `4 at D3. Actually 2 at D1 too`: besides, or instead?
        raise Fault("unclear-beside", text=text, at="too", whole=True)
    acts = _with_another(text, last.acts, option.acts)
    if acts is None and before and new.data == "volley":
        # `fire 3 at D1, else towards D1. Sorry, 5 at D1`
        raise Fault("unclear-beside", text=text, at=_said(new), whole=True)
    if acts is None:
        return [option]
    if option.conditions:
        # `fire at M7. Sorry, M5 if in range`
        raise Fault("condition-apart", text=text, whole=True)
    return [*before, replace(last, acts=acts)]


def _with_another(text: str, acts: Sequence[Tree[Any]], said: Sequence[Tree[Any]]) -> list[Tree[Any]] | None:
    """What is done with its last part another; None: all of it is."""
    *done, last = acts
    new, *more = said
    if new.data == "volley" and last.data in _FIRED:
        return _fired_anew(text, acts, said)
    if last.data in _LED and new.data == "move":
        return [*done, _led_anew(text, last, new), *more]
    goal = _aimed_anew(last, new)
    if goal is not None:
        return [*done, goal, *more]
    return [*done, *said] if _is_bare(new) and last.data in ("move", "move_one") else None


def _fired_anew(text: str, acts: Sequence[Tree[Any]], said: Sequence[Tree[Any]]) -> list[Tree[Any]]:
    """`fire 3 at M7, then M5. No, M4` for the last; `No: M5, then M7` for all; `No, 2 at M7` for that at M7."""
    new, *more = said
    shot_at = [_aim(act) for act in acts]
    again = [_aim(act) for act in said if _aim(act) in shot_at]
    at = len(acts) - 1
    if len(acts) > 1 and (more or again):
        if bool(more) is not bool(again) and not (again and _amounts(new)):
            # `No, M5 first`; `fire 3 at M7, then M5, no, M4, then M3`: for which of them?
            raise Fault("unclear-beside", text=text, at=_said(new), whole=True)
        at = 0 if more else shot_at.index(again[0])
    kept = [] if _amounts(new) else _amounts(acts[at])
    behind = [] if more else acts[at + 1 :]
    made = [*acts[:at], Tree(acts[at].data, [*kept, *new.children]), *more, *behind]
    if len(made) > 1 and all(_spoken(one) == _spoken(other) for one, other in zip(made, acts, strict=False)):
        # `fire 4 at D3 and 2 at D1. No, 2 at D1`: only that?
        raise Fault("unclear-beside", text=text, at=_said(new), whole=True)
    return made


def _spoken(act: Tree[Any]) -> list[tuple[str, ...]]:
    return [name.choices for part in act.iter_subtrees() for name in names_of(part)]


def _led_anew(text: str, last: Tree[Any], new: Tree[Any]) -> Tree[Any]:
    """`lead U2 to 62,29. No, to 64,28`: the mule goes along."""
    mule = [one for one in last.children if getattr(one, "sign", "") == "&" or getattr(one, "type", "") == "MULE"]
    goal = trees_of(new)[-1]
    if _is_bare(new) and goal.data == "compass":
        return Tree("lead_by", [*mule, *goal.children])
    if _is_bare(new) and goal.data == "walk" and len(names_of(goal)) == 1:
        return Tree("lead", [*mule, *goal.children])
    # `No, towards D1`, `No, go to 64,28`: with the mule, or without?
    raise Fault("unclear-beside", text=text, at=_said(new), whole=True)


def _aimed_anew(last: Tree[Any], new: Tree[Any]) -> Tree[Any] | None:
    """`towards D3, sorry, D1`, `give 1 gold to D2 - no, to D3`, `to the shop, no, the Chapel`: a deed with another end;
    None where it is none."""
    whom = None if _amounts(new) else _aim(new)
    parts = trees_of(last)
    if last.data in _AIMED and whom is not None and parts:
        return Tree(last.data, [*last.children[:-1], whom])
    if last.data not in ("move", "move_one") or not parts:
        return None
    goal = parts[-1]
    ends = [one for one in goal.children if isinstance(one, Name) and one.sign in "#@"]
    others = [one for one in goal.children if one not in ends]
    if new.data == "so_many_from" and not names_of(new) and goal.data in _HIDDEN:
        kept = [*ends, *(one for one in others if not isinstance(one, Tree))]
    elif new.data == "spot" and goal.data in _PLACED:
        kept = [one for one in others if ends or not isinstance(one, Tree)]
    elif new.data == "volley" and whom is not None and goal.data in _TOWARDS:
        kept = [one for one in others if not isinstance(one, Tree)]
    else:
        return None
    return Tree(last.data, [*last.children[:-1], Tree(goal.data, [*kept, *new.children])])


def check_head(text: str, clause: Tree[Any], before: Sequence[Option], option: Option) -> None:
    """`D3: 4 towards M8. Sorry, 2 towards M8`, `give 1 gold to D1. Sorry, 2 to D3`: a bare number may be somebody's, or
    how far somebody else goes, or how much."""
    heads = [one for one in trees_of(clause) if one.data == "heads"]
    said = [name.text for one in heads for who in trees_of(one) for name in names_of(who)]
    last = before[-1].acts[-1]
    counts = last.data in _COUNTED or any(one.data in _BY_INCHES for one in trees_of(last)[-1:])
    is_number = len(said) == 1 and said[0].isdigit() and f" {said[0]}:" not in f" {text}".replace(" :", ":")
    if is_number and counts and _is_bare(option.acts[0]):
        raise Fault("unclear-beside", text=text, at=said[0], whole=True)


def check_other(names: Names, text: str, word: str, clause: Tree[Any], spoken: Collection[str]) -> None:
    """`D3: fire 6 at T3. I mean D4: fire 6 at T3`: an order for somebody else may take the place of the one before, or
    be one more. `spoken`: all who were named so far."""
    heads = next((one for one in trees_of(clause) if one.data == "heads"), None)
    if heads is None or word not in _REPLACING or not _ADDING.isdisjoint(_words(text)):
        return
    codes = [code for who in trees_of(heads) if who.data == "one" for name in names_of(who) for code in name.choices]
    if codes and len(codes) == len(trees_of(heads)) and not {*spoken}.intersection(codes) and {*names.own} >= {*codes}:
        raise Fault("unclear-beside", text=text, at=word, whole=True)


def _is_bare(act: Tree[Any]) -> bool:
    """Whether no more is said than where to."""
    return act.data == "move" and len(act.children) == 1


def _aim(act: Tree[Any]) -> Tree[Any] | None:
    """Whom an act is aimed at, where it says no more: `D3`, `to D3`, `from D3`."""
    goals = trees_of(act)
    goal = goals[-1] if goals else act
    is_to = _is_bare(act) and goal.data == "up_to"
    is_whom = act.data in ("fire", "volley", "so_many_from")
    parts = trees_of(goal) if is_to else goals if is_whom else []
    return parts[-1] if parts and parts[-1].data == "aim" else None


def _amounts(act: Tree[Any]) -> list[Tree[Any]]:
    return [child for child in trees_of(act) if child.data in ("amount", "every")]


def _named_own(names: Names, act: Tree[Any]) -> str:
    """One's own figure, where nothing else is said: `Correction: 2`, `make that 4 for M6`."""
    is_bare = act.data == "volley" or (_is_bare(act) and trees_of(act)[0].data == "inches_toward")
    said = {choice for part in act.iter_subtrees() for name in names_of(part) for choice in name.choices}
    return next((code for code in said if code in names.own), "") if is_bare else ""


def _said(act: Tree[Any]) -> str:
    return next((name.text for part in act.iter_subtrees() for name in names_of(part)), "")


def _words(text: str) -> list[str]:
    return text.lower().replace(".", " ").replace(",", " ").split()


__all__ = ["check_head", "check_other", "corrected", "in_lists"]
