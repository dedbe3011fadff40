"""Letters: which figures a line is for, what corrects what, and what else a line may be (GR-Q14, GR-Q50)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Line, Problem, Seat
from judge.grammar.finding import Name
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import sentences
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.alone import BARE, UNREAD, is_heading, said_alone
from judge.variants.gold_rush.amending import amended
from judge.variants.gold_rush.brackets import respelled, unclear_bracket, without_brackets
from judge.variants.gold_rush.check import certain_failure
from judge.variants.gold_rush.faults import unclear
from judge.variants.gold_rush.laid import (
    carriers,
    next_choice,
    put_right,
    spot_offered,
    without_denied,
    without_placed,
)
from judge.variants.gold_rush.later import for_now
from judge.variants.gold_rush.names import Names, names_on
from judge.variants.gold_rush.orders import Carry, Go, Order, Place
from judge.variants.gold_rush.placing import default_spots
from judge.variants.gold_rush.precedence import Turns, in_turn, other_target_first, turns_in
from judge.variants.gold_rush.remarks import (
    numbered,
    out_of_order,
    quotes,
    unclear_words,
    without_remarks,
)
from judge.variants.gold_rush.repairs import rewritten
from judge.variants.gold_rush.rows import Row, row_of_goes, row_of_others
from judge.variants.gold_rush.said import Said, said_of
from judge.variants.gold_rush.sentence import passed_over, sentence_of
from judge.variants.gold_rush.set_up import for_the_rest, read_set_up
from judge.variants.gold_rush.settling import carried_out
from judge.variants.gold_rush.signs import others_in
from judge.variants.gold_rush.state import FIGURES, State
from judge.variants.gold_rush.talks import Item, Talk, Withdrawn, other_group, said_in
from judge.variants.gold_rush.telling import is_of_a_person
from judge.variants.gold_rush.tongue import SHAPES, verbs
from judge.variants.gold_rush.writing import write_order

RULES = {"go": "go", "figures": "place", "deal": "deal"}
"""The rule of the grammar that a form is read by; all others lay the table."""
_LAID = ("mine", "town edge", "edge")
_LISTING = frozenset(("^", "&", ",", "and", "-", ":"))


def read_letter(state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
    """A letter's lines by the form that was asked with."""
    names = names_on(state, seat)
    items: list[Item] = []
    heading: Problem | None = None
    further: dict[int, tuple[int, str]] = {}
    turning: dict[int, Turns] = {}
    for number, raw in _lines(names, form, text, further):
        found = said_alone(names, number, raw) if form == "go" and heading is None else None
        if found is not None:
            items.extend(found)
        elif (group := _heading(names, raw)) is not None:
            # A heading in a listing of several groups' orders: lines under another group's are not this one's.
            heading = other_group(names, group)
            if heading is not None:
                items.append(Line(number, raw, heading))
        elif heading is not None:
            items.append(Line(number, raw, heading))
        else:
            items.extend(_read_in_turn(names, form, number, raw, items, turning))
        if len(items) > MOST_LINES:
            items = [*items[:MOST_LINES], Line(number, raw[:60], Problem("too-many-lines", {"most": MOST_LINES}))]
            break
    said = carried_out(names, items)
    if turning:
        said = [*in_turn(said, turning)]
    if further:
        said = _with_further(said, further)
    if form == "figures" and names.state.stage == FIGURES:
        placed = {one.said.code for one in said if isinstance(one.said, Place)}
        said = [spot_offered(names, line, placed) if isinstance(line.said, Problem) else line for line in said]
        said = put_right(names, said)
    if form != "go":
        return without_denied(names, without_placed(said))
    return tuple([_offered(names, line) if isinstance(line.said, Problem) else line for line in said])


def _with_further(found: Sequence[Line[Order]], further: Mapping[int, tuple[int, str]]) -> Sequence[Line[Order]]:
    """A line that goes on with the one above says what both say together."""
    more = []
    for number, (first, raw) in further.items():
        whole = [one for one in found if one.number == first]
        more += [replace(one, number=number, text=raw) for one in whole[-1:]]
    return sorted((*found, *more), key=lambda one: one.number)


def _heading(names: Names, raw: str) -> Name | None:
    """The group that a line names and nothing else."""
    if not said_of(raw).may_head:
        return None
    line = marks.marked(names, "go", raw)
    return next(line.found) if is_heading(line) else None


def _offered(names: Names, line: Line[Order]) -> Line[Order]:
    """A refused line, with the first line like it that is valid."""
    assert isinstance(line.said, Problem)
    for text in rewritten(names, line.text, line.said):
        said = [one.said for one in carried_out(names, _read(names, "go", line.number, text, ()))]
        if said and all(isinstance(one, Go) and _may_be(names, one) for one in said):
            written = "; ".join(write_order(one) for one in said if isinstance(one, Go))
            return replace(line, said=replace(line.said, detail={**line.said.detail, "suggestion": written}))
    return line


def _may_be(names: Names, go: Go) -> bool:
    return certain_failure(names.seen, names.seat, go) is None


# --- lines ------------------------------------------------------------------------------------------------------------


def _lines(names: Names, form: str, text: str, further: dict[int, tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines that say something, plain, without comments, and their sentences where these are read apart. A line
    that goes on is joined to the one before, and is in `further` with the number of that one."""
    row_of = row_of_goes if form == "go" else row_of_others
    first, kept = 0, None
    for number, raw in enumerate(text.splitlines(), 1):
        row = row_of(raw)
        if not row.text:
            continue
        if kept is not None:
            more = ""
            if form == "go" and _goes_on(names, kept, row):
                more = numbered(row.text)[1]
            elif form in _LAID:
                more = next_choice(row.text, kept.text)
            if more:
                kept = Row(f"{kept.text} {more}")
                further[number] = first, row.text
                continue
            for one in kept.parts:
                yield first, one
        first, kept = number, row
    if kept is not None:
        for one in kept.parts:
            yield first, one


def _goes_on(names: Names, before: Row, row: Row) -> bool:
    """Whether a line is the rest of the one before: both together are one order."""
    if before.may_head and _is_headed(names, before.text):
        # `M6:`, and what he does on the line below
        return marks.marked(names, "go", numbered(row.text)[1]).shape[:1] not in ("^", "&")
    if not (row.goes_on or before.is_open):
        return False
    if len(before.text) + len(row.text) > LONGEST_LINE:
        return False
    whole = marks.marked(names, "go", f"{before.text} {row.text}")
    return not isinstance(SHAPES.read(whole.shape, "go"), int)


def _is_headed(names: Names, line: str) -> bool:
    """Whether a line says no more than whom something is for: `M6:`, `M6 and M8 -`."""
    said = marks.marked(names, "go", line)
    return said.signs <= _LISTING and bool(named := [*said.found]) and all(map(names.is_own, named))


# --- one line ---------------------------------------------------------------------------------------------------------


def _read_in_turn(
    names: Names, form: str, number: int, raw: str, above: Sequence[Item], turning: dict[int, Turns]
) -> list[Item]:
    """One line without the words for who acts before whom, which `turning` keeps by the line's number."""
    if form != "go" or not said_of(raw).is_of_turns:
        return _read(names, form, number, raw, above)
    if at := other_target_first(names, raw):
        return [Line(number, raw, unclear(raw, at))]
    text, turns = turns_in(names, raw)
    if not turns.words or not text:
        return _read(names, form, number, raw, above)
    turning[number] = turns
    return [replace(one, text=raw) for one in _read(names, form, number, text, above)]


def _read(names: Names, form: str, number: int, raw: str, above: Sequence[Item]) -> list[Item]:
    """One line as what it says, or why it is not read. `above`: what the lines above it say."""
    found = said_alone(names, number, raw) if form == "go" else None
    if found is not None:
        return found
    if len(raw) > LONGEST_LINE:
        return [Line(number, raw[:60], Problem("line-too-long", {"most": LONGEST_LINE}))]
    if at := said_of(raw).later:
        return _read_for_now(names, form, number, raw, at, above)
    return _read_whole(names, form, number, raw, above)


def _read_for_now(names: Names, form: str, number: int, raw: str, at: str, above: Sequence[Item]) -> list[Item]:
    """A line of which something is for another turn: what it says for this one."""
    said = sentences(raw)
    if len(said) > 1 and any(not for_now(names, sentence)[0] for sentence in said):
        apart: list[Item] = []
        for sentence in said:
            apart += _read(names, form, number, sentence, (*above, *apart))
        return apart
    now, later = for_now(names, raw)
    if not later:
        return [Line(number, raw, unclear(raw, at))]
    whole = _read_whole(names, form, number, raw, above)
    found = _read_whole(names, form, number, now, above) if now else []
    goes, both = _orders(names, found), _orders(names, whole)
    wrong = [one.said.code for one in carried_out(names, whole) if isinstance(one.said, Problem)]
    if wrong == ["one-thing-only"] and raw.startswith(now):
        # `move to contact with M1, next turn fire`: only a move's purpose goes on by itself (GR-Q53)
        return whole
    if both and all(one in goes or (isinstance(one, Go) and one.choices[-1].then) for one in both):
        # `move to contact with U1, next turn take ammo`
        return whole
    named: Sequence[Problem] = passed_over(later)
    items: list[Item] = []
    for one in found:
        if not isinstance(one, Withdrawn) and not (isinstance(one, Line) and isinstance(one.said, Problem)):
            one, named = replace(one, notes=(*one.notes, *named)), ()
        items.append(replace(one, text=raw))
    return items or [Line(number, raw, Problem("not-ordered", {"text": raw}))]


def _read_whole(names: Names, form: str, number: int, raw: str, above: Sequence[Item]) -> list[Item]:
    said = said_of(raw)
    if form in _LAID and (at := out_of_order(said.bare)):
        return [Line(number, raw, unclear(raw, at))]
    found = _items(names, form, number, raw, said.counted, said.text, above)
    problems = _problems(found)
    if (problems or said.put_off) and (other := _in_part(names, form, number, said, problems, above)) is not None:
        return other
    if problems and form == "go" and [one.code for one in problems] == ["not-ordered"]:
        return _told_apart(names, number, raw, found, above)
    unread = bool(problems) and any(one.code in UNREAD for one in problems)
    if not unread and form == "go" and marks.marked(names, "go", said.text).leaves_condition_apart:
        return [Line(number, raw, Problem("condition-apart", {"text": raw, "whole": True}))]
    return _noted(found, said.passed)


def _in_part(
    names: Names, form: str, number: int, said: Said, problems: Sequence[Problem], above: Sequence[Item]
) -> list[Item] | None:
    """A line that is not read, or put off, in its parts; None: it is what it is as a whole."""
    raw, text = said.raw, said.text
    at = said.put_off
    if any(one.code in UNREAD for one in problems):
        at = unclear_bracket(said.closed) or unclear_words(
            text, form == "go" and marks.marked(names, "go", text).counts
        )
    if at.startswith("(") and (written := _written_out(names, form, number, raw, said.counted, text, above)):
        return written
    if at or any(one.detail.get("whole") or (form != "go" and one.code in UNREAD) for one in problems):
        # What is wrong with one sentence of a line may be said of all of it.
        apart = _apart(form, said.closed)
        if len(apart) > 1:
            # The other sentences of a line may stand.
            items: list[Item] = []
            for one in apart:
                items += _read(names, form, number, one, (*above, *items))
            return items
    return [Line(number, raw, unclear(raw, at))] if at else None


def _problems(found: Sequence[Item]) -> list[Problem]:
    return [one.said for one in found if isinstance(one, Line) and isinstance(one.said, Problem)]


def _noted(found: list[Item], passed: Sequence[str]) -> list[Item]:
    """What is ordered, with the words that were passed over."""
    if not passed:
        return found
    notes = passed_over(passed)
    return [
        one if isinstance(one, Withdrawn) or (isinstance(one, Line) and isinstance(one.said, Problem))
        else replace(one, notes=(*one.notes, *notes)) for one in found
    ]  # fmt: skip


def _told_apart(names: Names, number: int, raw: str, whole: list[Item], above: Sequence[Item]) -> list[Item]:
    """A line that tells something, in its sentences, where one of them is more than a tale: an order is not passed over
    because of what is told beside it. Behind the words of others nobody knows whose a sentence is."""
    said: list[str] = []
    for one in sentences(raw):
        hangs = said and said[-1].endswith("?") and one.lower().startswith(("then ", "if so", "in that case"))
        said = [*said[:-1], f"{said[-1]} {one}"] if hangs else [*said, one]
    if len(said) == 1 or quotes(raw):
        return whole
    items: list[Item] = []
    for place, one in enumerate(said):
        clear = _with_him_named(names, one, " ".join(said[:place]))
        items += [replace(item, text=one) for item in _read(names, "go", number, clear, (*above, *items))]
    is_tale = (isinstance(one, Line) and isinstance(one.said, Problem) and _is_talk(names, one) for one in items)
    return whole if all(is_tale) else items


def _with_him_named(names: Names, text: str, before: str) -> str:
    """`Everyone goes for D1. M2 rides towards him`: him is the only one spoken of before but one's own."""
    words = text.split(" ")
    at = next((place for place, word in enumerate(words) if word.lower().strip(".,;!") == "him"), -1)
    spoken = others_in(marks.marked(names, "go", before).marks, names.letter) if at >= 0 else set()
    own = others_in(marks.marked(names, "go", text).marks, names.letter) if len(spoken) == 1 else spoken
    if len(spoken) != 1 or own:
        return text
    words[at] = words[at].lower().replace("him", spoken.pop()[0])
    return " ".join(words)


def _is_talk(names: Names, line: Line[Order]) -> bool:
    """Whether a line that is not read names none of one's own figures, or does not say what they do."""
    assert isinstance(line.said, Problem)
    signs = marks.marked(names, "go", line.text).signs
    return (
        line.said.code == "not-ordered" or not ("^" in signs or is_of_a_person(line.text)) or verbs().isdisjoint(signs)
    )


def _written_out(
    names: Names, form: str, number: int, raw: str, counted: str, text: str, above: Sequence[Item]
) -> list[Item]:
    """A line with the order that its brackets belong to; none where that is not sure: it orders something else without
    them."""
    bare = _orders(names, _items(names, form, number, raw, counted, without_brackets(text), above))
    for written, fallen in respelled(text):
        found = _items(names, form, number, raw, counted, written, above)
        orders = _orders(names, found)
        cannot = all(isinstance(one, Go) and not _may_be(names, one) for one in bare)
        if orders and (cannot or all(order in orders for order in bare)):
            notes = passed_over(fallen)
            return [one if isinstance(one, Withdrawn) else replace(one, notes=(*one.notes, *notes)) for one in found]
    return []


def _orders(names: Names, items: Sequence[Item]) -> Sequence[object]:
    """What items order, where nothing is wrong with one."""
    said = [one.said for one in carried_out(names, items)]
    orders = [one for one in said if not isinstance(one, Problem)]
    return orders if len(orders) == len(said) else []


def _apart(form: str, text: str) -> list[str]:
    """The sentences of a line; in the set-up a second choice is one with the first."""
    found: list[str] = []
    for one in sentences(text):
        hangs = form != "go" and found and one.lower().startswith(_CHOOSING)
        found = [*found[:-1], f"{found[-1]} {one}"] if hangs else [*found, one]
    return found


_CHOOSING = ("if ", "or ", "otherwise", "else", "failing", "second ", "third ", "and if ", "but if ", "alternatively")


def _items(
    names: Names, form: str, number: int, raw: str, counted: str, text: str, above: Sequence[Item]
) -> list[Item]:
    """The same without its brackets. `counted`: its number in a list."""
    rule = RULES.get(form, "lay")
    if rule == "go" and above and (other := amended(names, number, raw, text, above)) is not None:
        return [other]
    read = sentence_of(names, rule, text)
    if counted and form == "go" and not read.has_heads:
        # `1) fire 6 at M1`: the number of the list is the figure's.
        read = sentence_of(names, rule, f"{counted}: {text}")
    if rule == "go":
        return _plainer(names, number, raw, text, said_in(names, number, raw, read, above), above)
    bare, passed = without_remarks(text, is_go=False) if isinstance(read.tree, Problem) else (text, ())
    read = sentence_of(names, rule, bare) if passed else read
    tree = read.tree
    if isinstance(tree, Problem):
        return [Line(number, raw, tree)]
    notes = (*read.notes, *passed_over(passed))
    lines = [one for one in above if isinstance(one, Line)]
    placed = frozenset(one.said.code for one in lines if isinstance(one.said, Carry | Place))
    # Of those whom a line names that is not read nobody knows how much they carry.
    carry = frozenset(code for one in lines for code in carriers(names, one))
    said = read_set_up(names, form, tree, placed, carry)
    rest = for_the_rest(names, tree) if form == "figures" else frozenset[str]()
    spots = default_spots(names.state, names.seat) if rest else {}
    return [
        Line(number, raw, one, () if isinstance(one, Problem) else notes,
             isinstance(one, Place) and one.code in rest and one.at == spots[one.code])
        for one in said
    ]  # fmt: skip


def _plainer(names: Names, number: int, raw: str, text: str, found: list[Item], above: Sequence[Item]) -> list[Item]:
    """A line that is not read, without the parts between commas that order nothing, if it is read so."""
    problems = _problems(found)
    if not problems or not any(one.code in BARE for one in problems):
        return found
    bare, passed = without_remarks(text)
    again = said_in(names, number, raw, sentence_of(names, "go", bare), above) if passed else found
    if any(isinstance(one, Line) for one in again):
        return found
    return [replace(one, notes=(*one.notes, *passed_over(passed))) if isinstance(one, Talk) else one for one in again]
