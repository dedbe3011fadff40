"""Letters: which figures a line is for, what corrects what, and what else a line may be (GR-Q14, GR-Q50)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import BLANK, Line, Problem, Seat
from judge.grammar.finding import Name
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import plain
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.check import certain_failure
from judge.variants.gold_rush.doubts import doubt, is_doubtful, unread_heads
from judge.variants.gold_rush.faults import not_read
from judge.variants.gold_rush.heads import Heads, heads_of
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Carry, Go, Order, Place
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.phrases import EXPECTED, Fault, again, choice_of
from judge.variants.gold_rush.remarks import (
    asked_apart,
    is_asked,
    numbered,
    requested,
    says_more,
    with_shots,
    without_remarks,
)
from judge.variants.gold_rush.repairs import rewritten
from judge.variants.gold_rush.set_up import read_set_up
from judge.variants.gold_rush.signs import number_of, turned
from judge.variants.gold_rush.state import State
from judge.variants.gold_rush.tongue import SHAPES, filled, names_of, trees_of, verbs, word_of
from judge.variants.gold_rush.view import masked
from judge.variants.gold_rush.writing import write_order

MOST_CHOICES = 8
LONGEST_HEADING = 24
RULES = {"go": "go", "figures": "place", "deal": "deal"}
"""The rule of the grammar that a form is read by; all others lay the table."""
_PLACING = frozenset(("at", "carries", "carry", "starts"))
_LAYING = frozenset(("mine", "town", "edge"))
_FURTHER = ("else", "otherwise", "or else", "failing that", "then", "and")


@dataclass
class Option:
    """One choice on its way: conditions and what is to be done, as they were read."""

    conditions: list[Tree[Any]] = field(default_factory=list)
    acts: list[Tree[Any]] = field(default_factory=list)


@dataclass
class Talk:
    """The contents of one line, or a part of it, for some figures. `corrects`: it takes the place of what was said
    before."""

    line: int
    text: str
    heads: Heads
    options: list[Option] = field(default_factory=list)
    corrects: bool = False
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """`Forget the second line`: the order of that line, counted from 1, or of the one before."""

    line: int
    text: str
    which: int


Item = Line[Order] | Talk | Withdrawn


def read_letter(state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
    """A letter's lines by the form that was asked with."""
    names = Names(state, seat)
    items: list[Item] = []
    heading: Problem | None = None
    further: dict[int, tuple[int, str]] = {}
    lines = _lines(names, form, text, further)
    for number, raw in ((number, one) for number, whole in lines for one in asked_apart(whole)):
        group = _heading(names, raw)
        if group is not None:
            # A heading in a listing of several groups' orders: lines under another group's are not this one's.
            heading = _other_group(names, group)
            if heading is not None:
                items.append(Line(number, raw, heading))
        elif heading is not None:
            items.append(Line(number, raw, heading))
        else:
            items.extend(_read(names, form, number, raw, items))
        if len(items) > MOST_LINES:
            items = [*items[:MOST_LINES], Line(number, raw[:60], Problem("too-many-lines", {"most": MOST_LINES}))]
            break
    found = _with_further(tuple(_carried_out(names, items)), further)
    if form != "go":
        return found
    return tuple(_offered(names, line) if isinstance(line.said, Problem) else line for line in found)


def _with_further(found: tuple[Line[Order], ...], further: Mapping[int, tuple[int, str]]) -> tuple[Line[Order], ...]:
    """A line that goes on with the one above says what both say together."""
    more = []
    for number, (first, raw) in further.items():
        whole = [one for one in found if one.number == first]
        more += [replace(one, number=number, text=raw) for one in whole[-1:]]
    return tuple(sorted((*found, *more), key=lambda one: one.number))


def _heading(names: Names, raw: str) -> Name | None:
    """The group that a line names and nothing else: `Traders:`."""
    if len(raw) > LONGEST_HEADING or any(sign.isdigit() for sign in raw.rstrip(": 1234")):
        return None
    line = marks.Line(names, "go", raw)
    return next(line.found) if line.shape in ("%", "% :") else None


def _offered(names: Names, line: Line[Order]) -> Line[Order]:
    """A refused line, with the first line like it that is valid."""
    assert isinstance(line.said, Problem)
    for text in rewritten(names, line.text, line.said):
        said = [one.said for one in _carried_out(names, _read(names, "go", line.number, text, ()))]
        if said and all(isinstance(one, Go) and _may_be(names, one) for one in said):
            written = "; ".join(write_order(one) for one in said if isinstance(one, Go))
            return replace(line, said=replace(line.said, detail={**line.said.detail, "suggestion": written}))
    return line


def _may_be(names: Names, go: Go) -> bool:
    return certain_failure(masked(names.state, names.seat), names.seat, go) is None


# --- lines ------------------------------------------------------------------------------------------------------------


def _lines(names: Names, form: str, text: str, further: dict[int, tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines that say something, plain, without comments; a line that goes on is joined to the one before, and is in
    `further` with the number of that one."""
    kept: tuple[int, str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = _without_remark(_without_comment(plain(raw)))
        if not line or BLANK in line:
            continue
        if form == "go":
            line = _filled_in(line)
        if kept is not None and form == "go" and _goes_on(names, kept[1], line):
            kept = kept[0], f"{kept[1]} {line}"
            further[number] = kept[0], line
            continue
        if kept is not None:
            yield kept
        kept = number, line
    if kept is not None:
        yield kept


def _filled_in(line: str) -> str:
    """`3: -`: a blank in which no order was wanted."""
    head, colon, rest = line.rpartition(":")
    return f"{head}: stand" if colon and head.strip() and rest.strip() in ("-", ".", "/") else line


def _goes_on(names: Names, before: str, line: str) -> bool:
    """Whether a line is the rest of the one before: both together are one order."""
    begins = any(line.lower().startswith(f"{word} ") for word in _FURTHER)
    if not (begins or before.endswith(",") or before.lower().endswith((" else", " and", " then"))):
        return False
    if len(before) + len(line) > LONGEST_LINE:
        return False
    whole = marks.Line(names, "go", f"{before} {line}")
    return not isinstance(SHAPES.read(whole.shape, "go"), int)


def _without_comment(line: str) -> str:
    """Without `// …`, `# …` and ` ; …`: a sign that touches what it belongs to begins no comment."""
    if line.startswith((";", "//", "# ", "##")):
        return ""
    for sign in (" ;", " //", " # "):
        line = line.partition(sign)[0]
    return line.strip()


def _without_remark(line: str) -> str:
    """Without a last remark in brackets that says no more than that: `(at last)`, `(*miss*)`."""
    head, bracket, remark = line.rpartition("(")
    is_remark = bracket and head.strip() and remark.endswith(")") and not any(sign.isdigit() for sign in remark)
    return head.strip() if is_remark and not says_more(remark[:-1]) else line


# --- one line ---------------------------------------------------------------------------------------------------------


def _read(names: Names, form: str, number: int, raw: str, above: Sequence[Item]) -> list[Item]:
    """One line as what it says, or why it is not read. `above`: what the lines above it say."""
    if len(raw) > LONGEST_LINE:
        return [Line(number, raw[:60], Problem("line-too-long", {"most": LONGEST_LINE}))]
    if is_doubtful(raw, form):
        return [Line(number, raw, Problem("not-understood", {"text": raw, "whole": True}))]
    counted, text = numbered(raw)
    rule = RULES.get(form, "lay")
    read = _sentence(names, rule, text)
    if counted and form == "go" and not _has_heads(read):
        # `1) fire 6 at M1`: the number of the list is the figure's.
        read = _sentence(names, rule, f"{counted}: {text}")
    if rule == "go":
        return _plainer(names, number, raw, text, _gone(names, number, raw, read))
    bare, passed = without_remarks(text) if isinstance(read[1], Problem) else (text, ())
    line, tree = _sentence(names, rule, bare) if passed else read
    if isinstance(tree, Problem):
        return [Line(number, raw, tree)]
    notes = (*_guesses(line), *_passed(passed))
    placed = frozenset(one.said.code for one in above if isinstance(one, Line) and isinstance(one.said, Carry | Place))
    said = read_set_up(names, form, tree, placed)
    return [Line(number, raw, one, () if isinstance(one, Problem) else notes) for one in said]


Read = tuple[marks.Line, Tree[Any] | Problem]


def _gone(names: Names, number: int, raw: str, read: Read) -> list[Item]:
    """The goes that a line speaks of."""
    line, tree = read
    return [Line(number, raw, tree)] if isinstance(tree, Problem) else _said(names, number, raw, tree, _guesses(line))


def _guesses(line: marks.Line) -> tuple[Problem, ...]:
    return tuple(Problem("guessed-word", {"text": word, "meant": meant}) for word, meant in line.guessed)


def _passed(parts: Sequence[str]) -> tuple[Problem, ...]:
    return tuple(Problem("passed-over", {"text": one}) for one in parts)


def _plainer(names: Names, number: int, raw: str, text: str, found: list[Item]) -> list[Item]:
    """A line that is not read, without the parts between commas that order nothing, if it is read so."""
    problems = [one.said.code for one in found if isinstance(one, Line) and isinstance(one.said, Problem)]
    if not set(problems) & {"not-understood", "for-whom", "not-ordered"}:
        return found
    bare, passed = without_remarks(text)
    again = _gone(names, number, raw, _sentence(names, "go", bare)) if passed else found
    if any(isinstance(one, Line) for one in again):
        return found
    return [replace(one, notes=(*one.notes, *_passed(passed))) if isinstance(one, Talk) else one for one in again]


def _sentence(names: Names, rule: str, text: str) -> tuple[marks.Line, Tree[Any] | Problem]:
    text = requested(with_shots(text))
    line = marks.Line(names, rule, text)
    if rule != "question" and is_asked(text):
        return line, Problem("not-ordered", {"text": text})
    read = SHAPES.read(line.shape, rule)
    if isinstance(read, int) and rule == "go":
        read = _turned(names, line, read)
    if isinstance(read, int):
        problem = not_read(line, rule, read)
        if problem.code == "not-understood" and _is_of_another_window(names, rule, text):
            problem = Problem("not-asked-now", {"text": text, "asked": rule})
        return line, problem
    return line, filled(read, iter(line.found))


def _turned(names: Names, line: marks.Line, stuck: int) -> Tree[Any] | int:
    """A line with its parts in other places, where that makes an order of it."""
    for made in turned(line.marks, names.letter, verbs()):
        read = SHAPES.read(" ".join(mark.sign for mark in made), "go")
        if not isinstance(read, int):
            line.marks = made
            return read
    return stuck


def _is_of_another_window(names: Names, rule: str, text: str) -> bool:
    """Whether a line would be an order where something else is asked."""
    said = set(text.lower().replace(":", " ").split())
    return any(
        not isinstance(SHAPES.read(marks.Line(names, other, text).shape, other), int)
        for other, first in (("go", verbs()), ("place", _PLACING), ("lay", _LAYING))
        if other != rule and not said.isdisjoint(first)
    )


def _has_heads(read: tuple[marks.Line, Tree[Any] | Problem]) -> bool:
    line, tree = read
    if isinstance(tree, Problem):
        return any(mark.sign == "^" for mark in line.marks)
    return any(part.data == "heads" for part in tree.iter_subtrees())


def _said(names: Names, number: int, text: str, tree: Tree[Any], notes: tuple[Problem, ...]) -> list[Item]:
    """The clauses of a line as what is said for whom."""
    items: list[Item] = []
    is_else = corrects = False
    for part in tree.children:
        match part.data:
            case "heading":
                problem = _other_group(names, names_of(part)[0])
                if problem is not None:
                    return [Line(number, text, problem)]
            case "correction":
                corrects = True
                which = names_of(part)
                if word_of(part, "FORGET"):
                    items.append(Withdrawn(number, text, number_of(which[0]) // INCH if which else 0))
            case "joint":
                is_else = bool(trees_of(part))
            case "clause":
                try:
                    _clause(names, items, Talk(number, text, Heads(())), part, is_else=is_else, corrects=corrects)
                except Fault as fault:
                    problem = fault.problem
                    if problem.code == "not-understood" and not problem.detail.get("text"):
                        problem = replace(problem, detail={**problem.detail, "text": text})
                    return [Line(number, text, problem)]
                is_else = corrects = False
    for item in items:
        if isinstance(item, Talk):
            item.notes = notes
    return items


def _other_group(names: Names, group: Name) -> Problem | None:
    is_own = group.choices[0] in (names.state.groups[names.seat], "diggers")
    return None if is_own else Problem("not-your-group", {"text": group.text})


def _clause(names: Names, items: list[Item], talk: Talk, part: Tree[Any], *, is_else: bool, corrects: bool) -> None:
    """One clause: the beginning of what is said for somebody, another choice, or the next thing they do."""
    heads: Heads | None = None
    option = Option()
    talk.corrects = corrects
    for child in part.children:
        if isinstance(child, Name):
            if heads is not None:
                # `1: fire at M2 with 3`: both of them, or a weapon? Nobody is left out in silence.
                raise Fault("not-understood", text="", at="with", expected=f"1 and {child.text}: fire at M2")
            heads = heads_of(names, Tree("heads", [Tree("one", [child])]))
        elif child.data == "heads":
            heads = heads_of(names, child)
        elif child.data == "conditions":
            option.conditions = child.children
        elif child.data == "behind":
            option.conditions = [_of_whom(child.children[-1], option.acts[-1])]
        elif child.data == "instead":
            talk.corrects = True
        else:
            option.acts.append(child)
            if child.data == "move_one" and heads is not None:
                raise Fault("not-understood", text="", expected=EXPECTED)
            if child.data == "move_one":
                heads = heads_of(names, Tree("heads", [Tree("one", [child.children[1]])]))
    open_talk = items[-1] if items and isinstance(items[-1], Talk) else None
    if open_talk is not None:
        option.acts = [again(act, open_talk.options[-1].acts[-1]) for act in option.acts]
    if heads is not None and not (is_else and open_talk is not None and open_talk.heads == heads):
        if is_else:
            raise Fault("else-for-another")
        talk.heads = heads
        if corrects:
            new = set(heads.codes)
            items[:] = [one for one in items if not (isinstance(one, Talk) and new.issuperset(one.heads.codes))]
        items.append(replace(talk, options=[option]))
        return
    if open_talk is None:
        raise Fault("for-whom", example=names.own[0] if names.own else "")
    open_talk.corrects = open_talk.corrects or talk.corrects
    if corrects:
        _correct(open_talk, option)
    elif is_else:
        open_talk.options.append(option)
    elif option.conditions:
        raise Fault("not-understood", text="", at="if", expected="else if …")
    else:
        open_talk.options[-1].acts.extend(option.acts)


def _of_whom(condition: Tree[Any], act: Tree[Any]) -> Tree[Any]:
    """`fire at M2 if in range`: what is asked of nobody by name is asked of whoever the deed is aimed at."""
    aim = next((one for one in act.iter_subtrees() if one.data == "aim"), None)
    if condition.data != "of_anybody":
        return condition
    if aim is None:
        raise Fault("not-understood", text="", at="if", expected="if M2 …")
    return Tree("condition", [aim.children[0], *condition.children])


def _correct(talk: Talk, option: Option) -> None:
    """`27,17, no, make that 27,19` gives the last way another end; a whole action replaces all that was said."""
    last = talk.options[-1].acts[-1]
    new = option.acts[0]
    is_bare = new.data == "move" and len(new.children) == 1
    if is_bare and last.data in ("move", "move_one"):
        talk.options[-1].acts[-1] = new
    elif new.data == "volley" and last.data in ("fire", "volley"):
        kept = [child for child in last.children if isinstance(child, Tree) and child.data in ("amount", "every")]
        talk.options[-1].acts[-1] = Tree(last.data, [*kept, *new.children])
    else:
        talk.options = [option]


# --- what comes of it all ---------------------------------------------------------------------------------------------


def _carried_out(names: Names, items: Sequence[Item]) -> Iterator[Line[Order]]:
    """Every figure's go; `all` and the rest are those whom no other line names."""
    named = {code for item in items if isinstance(item, Talk) and not item.heads.is_rest for code in item.heads.codes}
    named |= {code for item in items if isinstance(item, Line) for code in unread_heads(names, item)}
    denied = {code for item in items if isinstance(item, Line) for code in unread_heads(names, item, denied=True)}
    found: list[Line[Order]] = []
    withdrawn: dict[int, Go] = {}
    for item in items:
        if isinstance(item, Line):
            doubt(names, found, item)
            found.append(item)
        elif isinstance(item, Withdrawn):
            _withdraw(found, item, withdrawn)
        else:
            said = _spoken(names, item, named | denied if item.heads.spares else named, found)
            if item.corrects:
                _replace(found, said, withdrawn)
            found.extend(said)
    return iter(found)


def _replace(found: list[Line[Order]], said: Sequence[Line[Order]], withdrawn: dict[int, Go]) -> None:
    """An earlier line about the same says from here on what the later one does."""
    new = {line.said.subject: line.said for line in said if isinstance(line.said, Go)}
    for place, line in enumerate(found):
        old = withdrawn.get(place) or line.said
        if isinstance(old, Go) and old.subject in new:
            found[place] = replace(line, said=new[old.subject], notes=())


def _withdraw(found: list[Line[Order]], item: Withdrawn, withdrawn: dict[int, Go]) -> None:
    """The lines that are to be forgotten are ordered no longer."""
    numbers = sorted({line.number for line in found})
    number = numbers[item.which - 1] if 0 < item.which <= len(numbers) else numbers[-1] if numbers else 0
    for place, line in enumerate(found):
        if line.number == number and isinstance(line.said, Go):
            withdrawn[place] = line.said
            found[place] = replace(line, said=Problem("not-ordered", {"text": line.text}), notes=())


def _spoken(names: Names, talk: Talk, named: set[str], before: Sequence[Line[Order]]) -> list[Line[Order]]:
    """A talk as lines, one for each figure."""
    is_rest = talk.heads.is_rest
    if talk.heads.spares:
        named = named | {str(line.said.figure) for line in before if isinstance(line.said, Go)}
    codes = [code for code in talk.heads.codes if not (is_rest and code in named)]
    notes = talk.notes
    if talk.heads.count and talk.heads.count != len(codes):
        notes = (*notes, Problem("not-so-many", {"count": talk.heads.count, "choices": tuple(codes)}))
    if not codes:
        other = next((line for line in before if isinstance(line.said, Go)), None)
        nobody = Problem("nobody-left", {"text": talk.text})
        return [Line(talk.line, talk.text, nobody if other is None else other.said, (nobody,) if other else ())]
    said: list[tuple[str, Go | Problem]] = [
        (code, _go(names, code, talk, is_shared=is_rest or len(codes) > 1)) for code in codes
    ]
    if is_rest:
        seen = masked(names.state, names.seat)
        tried = [(code, certain_failure(seen, names.seat, go) if isinstance(go, Go) else go) for code, go in said]
        cannot = [(code, problem) for code, problem in tried if problem is not None]
        if cannot and len(cannot) < len(said):
            # An act that some of them cannot do costs the others nothing.
            left_out = {code for code, _ in cannot}
            said = [(code, go) for code, go in said if code not in left_out]
            notes = (*notes, Problem("some-cannot", {"choices": tuple(sorted(left_out)), "why": cannot[0][1].code}))
    return [
        Line(talk.line, talk.text, go, () if isinstance(go, Problem) or place else notes, talk.heads.spares)
        for place, (_, go) in enumerate(said)
    ]


def _go(names: Names, code: str, talk: Talk, *, is_shared: bool) -> Go | Problem:
    figure = next(figure for figure in names.state.figures if figure.code == code)
    if len(talk.options) > MOST_CHOICES:
        return Problem("too-many-choices", {"most": MOST_CHOICES})
    try:
        return Go(
            code,
            tuple(
                choice_of(names, figure, option.acts, option.conditions, is_shared=is_shared) for option in talk.options
            ),
        )
    except Fault as fault:
        problem = fault.problem
        if problem.code in ("not-understood", "nothing-after-attack") and not problem.detail.get("text"):
            problem = replace(problem, detail={**problem.detail, "text": talk.text})
        return problem
