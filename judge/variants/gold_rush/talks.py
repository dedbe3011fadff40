"""The clauses of a line, one after another: whom each is for, and which corrects which (GR-Q14, GR-Q50)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, Tree

from judge.adjudicator.protocol import Line, Problem
from judge.grammar.finding import Name
from judge.variants.gold_rush.corrections import check_head, check_other, corrected, in_lists
from judge.variants.gold_rush.heads import Heads, heads_of
from judge.variants.gold_rush.moves import STEPS
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Order
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.phrases import SHOOTING, is_nameless
from judge.variants.gold_rush.retargeting import Option, copied, of_the_same
from judge.variants.gold_rush.sentence import Sentence
from judge.variants.gold_rush.sequels import goes_first, goes_on
from judge.variants.gold_rush.signs import number_of
from judge.variants.gold_rush.tongue import is_denied, names_of, trees_of, word_in, word_of
from judge.variants.gold_rush.whom import Fault, aim_of, condition_of


@dataclass
class Talk:
    """The contents of one line, or a part of it, for some figures. `corrects`: it takes the place of what was said
    before; `in_place`: so it does where its condition holds."""

    line: int
    text: str
    heads: Heads
    options: list[Option] = field(default_factory=list)
    corrects: bool = False
    in_place: bool = field(default=False, kw_only=True)
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """`Forget the second line`: the order of that line, counted from 1, or of the one before."""

    line: int
    text: str
    which: int


Item = Line[Order] | Talk | Withdrawn


def said_in(names: Names, number: int, text: str, read: Sentence, above: Sequence[Item] = ()) -> list[Item]:
    """The clauses of a line as what is said for whom. `above`: what the lines above it say."""
    if isinstance(read.tree, Problem):
        return [Line(number, text, read.tree)]
    try:
        return _clauses(names, number, text, read.tree, read.notes, above)
    except Fault as fault:
        problem = fault.problem
        if problem.code == "not-understood" and not problem.detail.get("text"):
            problem = replace(problem, detail={**problem.detail, "text": text})
        return [Line(number, text, problem)]


def _clauses(
    names: Names, number: int, text: str, tree: Tree[Any], notes: tuple[Problem, ...], above: Sequence[Item]
) -> list[Item]:
    """The clauses one after another."""
    items: list[Item] = []
    last = above[-1] if above and isinstance(above[-1], Talk) else None
    is_else = corrects = they = False
    but = word = ""
    then = word_in(tree.children[:1], "THEN")
    if word_in(tree.children[-1:], "WHILE"):
        return [
            Line(number, text, Problem("unclear-beside", {"text": text, "at": str(tree.children[-1]), "whole": True}))
        ]
    for part in in_lists(trees_of(tree)):
        match part.data:
            case "heading":
                problem = other_group(names, names_of(part)[0])
                if problem is not None:
                    return [Line(number, text, problem)]
            case "correction":
                corrects = True
                they = bool(word_of(part, "THEY"))
                word = word_of(part, "CORRECTION")
                which = names_of(part)
                if word_of(part, "FORGET"):
                    items.append(Withdrawn(number, text, number_of(which[0]) // INCH if which else 0))
            case "joint":
                is_else = bool(trees_of(part))
                but, then = word_of(part, "WHILE"), word_of(part, "THEN")
            case "clause":
                if but and _is_bare(part):
                    # `fire at anybody but D1`: whom it leaves out would be the next one shot at.
                    raise Fault("unclear-beside", text=text, at=but, whole=True)
                talk = Talk(number, text, Heads(()), corrects=corrects)
                before = items[-1] if items and isinstance(items[-1], Talk) else last
                if corrects and before is not None:
                    talks = (one for one in (*above, *items) if isinstance(one, Talk))
                    check_other(names, text, word, part, {code for one in talks for code in one.heads.codes})
                if they:
                    part = _of_them(names, text, part, (*above, *items))
                same = next((one for one in trees_of(part) if one.data in _LIKE), None)
                if same is not None and not is_else:
                    items.append(_as_another(names, talk, part, same, (*above, *items)))
                    continue
                if then and not (is_else or corrects) and _as_sequel(names, items, talk, part, above):
                    continue
                like = _like(names, part, (*above, *items)) if corrects else None
                _clause(names, items, talk, part, before, like, is_else=is_else)
                is_else = corrects = they = False
                but = ""
    return _named_deeds(items, notes)


def _named_deeds(items: list[Item], notes: tuple[Problem, ...]) -> list[Item]:
    """What a line says, with what is noted of it; where it names somebody and no deed, that it does not say which."""
    for talk in items:
        if not isinstance(talk, Talk):
            continue
        talk.notes = notes
        for act in (act for option in talk.options for act in option.acts[:1] if is_nameless(act)):
            facts = {"text": talk.text, "figure": talk.heads.codes[0], "target": _said(act).upper(), "whole": True}
            return [Line(talk.line, talk.text, Problem("which-act", facts))]
    return items


def _as_sequel(names: Names, items: list[Item], talk: Talk, part: Tree[Any], above: Sequence[Item]) -> bool:
    """`T4 fires twice, and T5 once. Then T5 moves`: the next thing that T5 does, and nothing in place of the first."""
    heads = next((heads_of(names, one) for one in trees_of(part) if one.data == "heads"), None)
    if heads is None or heads.is_rest:
        return False
    spoken = (one for one in reversed((*above, *items)) if isinstance(one, Talk) and not one.heads.is_rest)
    before = next((one for one in spoken if not {*heads.codes}.isdisjoint(one.heads.codes)), None)
    if before is None:
        return False
    if before.heads.codes != heads.codes:
        raise Fault("unclear-beside", text=talk.text, at="then", whole=True)
    if before not in items:
        options = [replace(one, acts=[*one.acts]) for one in before.options]
        before = replace(before, line=talk.line, text=talk.text, options=options, corrects=True)
        items.append(before)
    bare = Tree(part.data, [one for one in part.children if not (isinstance(one, Tree) and one.data == "heads")])
    _clause(names, [before], talk, bare, before, None, is_else=False)
    return True


def _of_them(names: Names, text: str, part: Tree[Any], spoken: Sequence[Item]) -> Tree[Any]:
    """`M8 goes north. M3 reloads. No, they stay`: they are those two, if no others were named."""
    talks = [one for one in spoken if isinstance(one, Talk)]
    codes = tuple(dict.fromkeys(code for one in talks for code in one.heads.codes if not one.heads.is_rest))
    if talks and len(talks[-1].heads.codes) > 1 and not talks[-1].heads.is_rest:
        codes = talks[-1].heads.codes
    elif len(codes) != 2 and len(names.own) > 2:
        raise Fault("not-understood", text=text, at="they", expected="who, by name")
    if any(one.data == "heads" for one in trees_of(part)):
        return part
    whom = [Tree("one", [Name("^", code, (code,))]) for code in codes]
    return Tree(part.data, [Tree("heads", list[Any](whom)), *part.children])


_LIKE = ("same_as", "same_as_but")
_COPIED = (["same"], ["same_with"], ["same_way"], ["same_fire"])


def _as_another(names: Names, talk: Talk, part: Tree[Any], like: Tree[Any], spoken: Sequence[Item]) -> Talk:
    """`M1: same as M3`, `T5 as T4, but 3 shots`: what was said for M3 and T4, for another."""
    whom = aim_of(names, trees_of(like)[0]).code
    said = [one for one in spoken if isinstance(one, Talk) and whom in one.heads.codes]
    own = [one for one in said if not one.heads.is_rest]
    is_clear = own or not any(isinstance(one, Line) for one in spoken)
    heads = next((heads_of(names, one) for one in trees_of(part) if one.data == "heads"), None)
    if not said or heads is None or not is_clear or whom in heads.codes:
        raise Fault("not-understood", text=talk.text, at=whom, expected=f"an order for {whom} above it")
    options = [replace(one, acts=[*one.acts]) for one in (own or said)[-1].options]
    if like.data == "same_as_but":
        if len(options) > 1 or len(options[0].acts) > 1:
            raise Fault("not-understood", text=talk.text, at="but", expected="how often and at whom: fire 6 at M2")
        options[0].acts = [_again(Tree("same_but", list[Any](names_of(like))), options[0].acts[0])]
    return replace(talk, heads=heads, options=options)


def _is_bare(part: Tree[Any]) -> bool:
    """Whether a clause says no more than somebody, a place or a number, and neither who does something nor what."""
    first, *_ = trees_of(part)
    return first.data in ("volley", "volley_times", "so_many_from", "so_often", "so_many") or (
        first.data == "move" and len(first.children) == 1
    )


def other_group(names: Names, group: Name) -> Problem | None:
    is_own = group.choices[0] in (names.state.groups[names.seat], "diggers")
    return None if is_own else Problem("not-your-group", {"text": group.text})


def _clause(
    names: Names,
    items: list[Item],
    talk: Talk,
    part: Tree[Any],
    before: Talk | None,
    like: Talk | None,
    *,
    is_else: bool,
) -> None:
    """One clause: the beginning of what is said for somebody, another choice, or the next thing they do. `before`: what
    was said last; `like`: what was said for those whom a correction names."""
    corrects = talk.corrects
    heads, option = _parted(names, talk, part)
    open_talk = items[-1] if items and isinstance(items[-1], Talk) else None
    if open_talk is None and heads is None and corrects and before is not None and not before.heads.is_rest:
        # `make that 4 shots`, on a line below
        open_talk = replace(before, line=talk.line, text=talk.text, corrects=True, options=[*before.options])
        items.append(open_talk)
    if any(act.data == "so_many" for act in option.acts) and not corrects:
        raise Fault("not-understood", text="")
    for place, act in enumerate(option.acts):
        same = like or (before if act.data == "same_but" else open_talk)
        if same is not None:
            shares = heads is not None and not is_else and not corrects
            option.acts[place] = _again(act, same.options[-1].acts[-1], is_else=is_else, shares=shares)
    if heads is not None and before is not None and not is_else and [act.data for act in option.acts] in _COPIED:
        talk.heads, talk.options = heads, copied(names, before.options, option.acts[0])
        items.append(talk)
        return
    if heads is not None and not (
        (is_else or option.conditions) and open_talk is not None and open_talk.heads == heads
    ):
        if is_else:
            raise Fault("else-for-another")
        if corrects and heads.is_rest and not heads.spares:
            # `Actually everybody stays`
            heads = replace(heads, is_rest=False)
        talk.heads, talk.options = heads, [option]
        if corrects and before is not None:
            check_head(talk.text, part, before.options, option)
            talk.options = [option] if like is None else corrected(names, talk.text, like.options, option)
            new = set(heads.codes)
            items[:] = [one for one in items if not (isinstance(one, Talk) and new.issuperset(one.heads.codes))]
        items.append(talk)
        return
    if open_talk is None:
        raise Fault("for-whom", example=names.own[0] if names.own else "")
    open_talk.corrects = open_talk.corrects or talk.corrects
    if corrects:
        open_talk.options = corrected(names, talk.text, open_talk.options, option)
    elif is_else:
        open_talk.options.append(option)
    elif option.conditions:
        _hang(names, items, talk, open_talk, option)
    elif _tells_where(open_talk.options[-1].acts[-1], option.acts[0]) and "then" not in talk.text.lower().split():
        # `to 34,24, just south of C1` says where the point is, or where to go next.
        raise Fault("unclear-beside", text=talk.text, at=_said(option.acts[0]), whole=True)
    else:
        open_talk.options[-1].acts.extend(option.acts)


def _like(names: Names, part: Tree[Any], spoken: Sequence[Item]) -> Talk | None:
    """What was said last for those whom a clause names: `M6 fires 3 at D3. Sorry, M6: D1`."""
    heads = [one for one in trees_of(part) if one.data == "heads"]
    codes = {code for one in heads for who in trees_of(one) for name in names_of(who) for code in name.choices}
    said = (one for one in reversed(spoken) if isinstance(one, Talk) and codes.issubset(one.heads.codes))
    return next(said, None) if codes and codes.issubset(names.own) else None


def _hang(names: Names, items: list[Item], talk: Talk, open_talk: Talk, option: Option) -> None:
    """`2 fires at M1. If M1 is down, he fires at M2 instead.`: what hangs on something goes before what does not."""
    if open_talk.options[-1].conditions:
        open_talk.options.append(option)
        return
    if any(one.conditions for one in open_talk.options) or "then" in talk.text.lower().split():
        raise Fault("not-understood", text="", at="if", expected="else if …")
    asked = [condition_of(names, one) for one in option.conditions]
    about = {one.aim.code for one in asked if one.aim is not None and one.aim.code}
    others = [one for one in items if isinstance(one, Talk) and one is not open_talk]
    if about & _aimed_at(others) - _aimed_at([open_talk]):
        # `1 fires at M1, 2 reloads. If M1 is down, he …`: which of the two?
        raise Fault("condition-apart", text=talk.text, whole=True)
    acts = open_talk.options[-1].acts
    aims = frozenset(_aimed_at([open_talk])) if acts[0].data in SHOOTING else frozenset[str]()
    is_volley = option.acts[0].data in SHOOTING and goes_on(asked, aims)
    if talk.in_place or (goes_first(asked, aims) and not is_volley):
        open_talk.options.insert(0, option)
    elif goes_first(asked, aims) and all(len(trees_of(one)) == 1 for one in (acts[0], *option.acts)) and len(acts) == 1:
        acts.append(Tree("volley", option.acts[0].children[-1:]))
    else:
        raise Fault("condition-apart", text=talk.text, whole=True)


def _aimed_at(talks: Sequence[Talk]) -> set[str]:
    """All whom some talks speak of."""
    parts = (part for talk in talks for one in talk.options for act in one.acts for part in act.iter_subtrees())
    return {choice for part in parts for name in names_of(part) if name.sign == "&" for choice in name.choices}


def _parted(names: Names, talk: Talk, part: Tree[Any]) -> tuple[Heads | None, Option]:
    """A clause as whom it is for, if it says so, and what they do."""
    heads: Heads | None = None
    option = Option()
    for child in part.children:
        if isinstance(child, Name):
            if heads is not None:
                # `T1: fire at M1 with T3`: one of them, or both?
                raise Fault("unclear-beside", text=talk.text, at=f"with {child.text}", whole=True)
            heads = heads_of(names, Tree("heads", [Tree("one", [child])]))
        elif isinstance(child, Token):
            # `T1 waits: if M1 comes within 6, he fires`
            talk.in_place |= child.type == "IN_PLACE"
        elif child.data == "heads":
            heads = heads_of(names, child)
        elif child.data == "conditions":
            option.conditions = of_the_same(trees_of(child))
            talk.in_place = talk.in_place or bool(word_of(child, "IN_PLACE"))
        elif child.data == "behind":
            option.conditions = [_of_whom(child.children[-1], option.acts[-1])]
        elif child.data == "instead":
            _check_contrast(talk.text, option.acts[-1], child, heads)
            talk.corrects = True
        elif child.data == "give_all":
            option.acts.append(Tree("fire", [Tree("aim", [Tree("named", list[Any](names_of(child)))])]))
        elif child.data == "give_gold_to":
            whom, *bags = child.children[1:]
            option.acts.append(Tree("give_gold", [*bags, Tree("aim", [Tree("named", [whom])])]))
        elif child.data == "give_shots":
            whom, times = names_of(child)
            option.acts.append(Tree("fire_times", [Tree("aim", [Tree("named", [whom])]), times]))
        else:
            option.acts.append(child)
            if child.data == "move_one":
                heads = heads_of(names, Tree("heads", [Tree("one", [child.children[1]])]))
    option.acts = [_at_whom(act, option.conditions) if act.data == "fire_asked" else act for act in option.acts]
    return _of_themselves(names, heads, option), option


def _at_whom(act: Tree[Any], conditions: Sequence[Tree[Any]]) -> Tree[Any]:
    """`if somebody comes within 6, fire`: at whoever that is asked of."""
    asked = conditions[0] if len(conditions) == 1 else None
    is_one = asked is not None and asked.data in ("condition", "seen") and not is_denied(asked)
    whom = trees_of(asked)[:1] if is_one and asked is not None else []
    if not whom or whom[0].data not in ("named", "nearest", "nearest_enemy"):
        raise Fault("not-understood", text="", expected="how often and at whom: fire 6 at M2")
    return Tree("fire", [*act.children, Tree("aim", [whom[0]])])


def _of_themselves(names: Names, heads: Heads | None, option: Option) -> Heads | None:
    """`if T1 was attacked, he hits back`: what is asked of T1 is asked of whoever does it, who is T1 where no other is
    named."""
    for place, asked in enumerate(option.conditions):
        whom = names_of(trees_of(asked)[0]) if asked.data == "of_one" else []
        code = next((code for name in whom for code in name.choices if code in names.own), "")
        if code and (heads is None or heads.codes == (code,)):
            heads = Heads((code,))
            option.conditions[place] = Tree("of_self", [one for one in asked.children if isinstance(one, Token)])
    return heads


def _tells_where(before: Tree[Any], act: Tree[Any]) -> bool:
    """Whether a place without a verb follows a point."""
    is_bare = act.data == "move" and len(act.children) == 1 and trees_of(act)[0].data in ("beside", "behind", "place")
    goals = trees_of(before)
    return is_bare and before.data in ("move", "move_one") and bool(goals) and goals[-1].data in ("walk", "via")


def _said(act: Tree[Any]) -> str:
    return next((name.text for part in act.iter_subtrees() for name in names_of(part)), "")


def _again(act: Tree[Any], before: Tree[Any], *, is_else: bool = False, shares: bool = False) -> Tree[Any]:
    """`fires at M1, else M2`, `D2 takes a bag from D4, D3 one from T2`, `T1 shoots M1 three times, T2 only twice`: the
    verb is that before."""
    if act.data == "so_many_from" and before.data in ("take_gold", "take_ammo"):
        kept = [] if names_of(act) else [one for one in before.children if not isinstance(one, Tree)]
        return Tree(before.data, [*kept, *act.children])
    if act.data in ("so_often", "so_many", "same_but") and before.data in SHOOTING and trees_of(before):
        return Tree("fire_times", [trees_of(before)[-1], *names_of(act)])
    if act.data in ("so_many", "same_but") and before.data in ("take_gold", "give_gold") and trees_of(before):
        return Tree(before.data, [*names_of(act), trees_of(before)[-1]])
    if shares and act.data == "volley" and before.data in SHOOTING and len(trees_of(act)) == 1:
        if before.data != "fire" or len(trees_of(before)) > 1:
            # `T1 fires twice at M1, T2 at M3`: as often, or as often as they can?
            raise Fault("not-understood", text="", expected="how often: fire 2 at M3")
        return Tree("fire", act.children)
    if is_else and act.data == "volley" and before.data in ("fire", "volley") and len(trees_of(act)) == 1:
        return Tree("fire", [*before.children[:-1], *act.children])
    return act


def _check_contrast(text: str, act: Tree[Any], contrast: Tree[Any], heads: Heads | None) -> None:
    """`fire at M2 and not at M4` says whom it is not only where the other is named; `at the nearest, and not M4` hangs
    on who that is."""
    names = [part for tree in trees_of(contrast) for part in tree.iter_subtrees() if part.data == "named"]
    other = {choice for part in names for name in names_of(part) for choice in name.choices}
    if not trees_of(contrast):
        return
    aims = [part for part in act.iter_subtrees() if part.data == "aim"]
    own = {choice for aim in aims for part in trees_of(aim) for name in names_of(part) for choice in name.choices}
    is_named = bool(aims) and all(part.data == "named" for aim in aims for part in trees_of(aim)[:1])
    is_except = heads is not None and not other.isdisjoint(heads.codes)
    if not is_named or own & other or is_except:
        raise Fault("unclear-beside", text=text, at="not" if "not" in text.lower().split() else "instead", whole=True)


def _of_whom(condition: Tree[Any], act: Tree[Any]) -> Tree[Any]:
    """`fire at M2 if in range`: what is asked of nobody by name is asked of whoever the deed is aimed at."""
    aim = next((one for one in act.iter_subtrees() if one.data == "aim"), None)
    if condition.data != "of_anybody":
        return condition
    if aim is None:
        raise Fault("not-understood", text="", at="if", expected="if M2 …")
    return Tree("condition", [aim.children[0], *condition.children])


def without_waiting(acts: Sequence[Tree[Any]]) -> Sequence[Tree[Any]]:
    """`stays where he is and reloads`, `holds his fire and reloads`, `no orders, they wait`, `dismounts and stays`:
    where they stand says no more than what they do there; but who holds fire does not shoot."""
    if len(acts) == 1:
        return acts
    first, *rest = acts
    if first.data != "stand":
        # `dismounts and stays`
        stays = word_of(acts[-1], "STAND").split()[:1] in (["stay"], ["stays"], ["waits"], ["wait"])
        return acts[:-1] if stays and all(one.data in STEPS for one in acts[:-1]) else acts
    if all(one.data == "stand" for one in rest):
        return acts[:1]
    said = word_of(first, "STAND")
    holds_fire = "fire" in said.split()
    stays = holds_fire or said.split()[0].startswith(("stay", "remain", "stand"))
    moves = rest[0].data in STEPS
    return rest if stays and not (moves or (holds_fire and rest[0].data in SHOOTING)) else acts


__all__ = ["Item", "Option", "Talk", "Withdrawn", "other_group", "said_in", "without_waiting"]
