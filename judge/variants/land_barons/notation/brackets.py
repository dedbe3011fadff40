"""Round brackets in a line: what stands in them goes on with the order, is an order of its own, makes the order
doubtful, or is a remark."""

from __future__ import annotations

from judge.adjudicator import hexes
from judge.grammar.beside import TURNING, UNDOING, begins_with, says
from judge.grammar.courtesy import is_sure
from judge.grammar.mood import joked
from judge.grammar.numbers import number
from judge.grammar.shape import Tongue
from judge.grammar.text import folded
from judge.variants.land_barons.notation.tidy import RESULTS

_JOINING = ("LEADS", "WITH", "NEAR")
"""Words that begin with one of these, and name something, go on with the order before them."""
_GOING_ON = ("DENIES", "CONTRAST", "HANGS", "OTHERWISE", "ELSE", "CORRECTS", "MANY", "TIMES", "OTHER_TIME")
"""So does whatever begins with one of these."""
_CORRECTING = ("no", "or")
_TURNING = ("HANGS", "OTHERWISE", "ELSE")
MOST_OF_A_SUM = 3
"""Words of a bracket from here on are more than another sum."""
MOST = 5
"""Words of a bracket that takes back and says nothing else."""
_TIES = frozenset(("tie", "tied", "ties"))
"""`Saloon 20 (22 if tied)`."""
_TURNS = frozenset(("turn", "time", "round", "year"))
_COUNTING = ("two", "three", "four", "first")
_NO_SUM = frozenset(("one", "first", "second", "last"))


def opened(line: str, tongue: Tongue) -> tuple[str, tuple[str, ...]]:
    """A line without round brackets, and the remarks in them that were left out and are no mere courtesy: what names
    something of the game is none."""
    if "(" not in line:
        return line, ()
    found, remarks, start = [], list[str](), 0
    while True:
        begins = line.find("(", start)
        ends = line.find(")", begins)
        if begins < 0 or ends < 0:
            found.append(line[start:])
            break
        found.append(line[start:begins])
        before, behind = "".join(found), line[ends + 1 :]
        inside = line[begins + 1 : ends].strip()
        if not before.strip() and not behind.strip():
            # Brackets round a whole line say nothing.
            found.append(inside)
        elif _are_there(before, inside, tongue) and behind.strip():
            # `My boys at 0202 (Rangers and Regulator)`
            found[:] = [f"{inside} at {before.split()[-1]}"]
        elif folded(inside) == "both":
            # `Regulators 0507 (both) 0606`
            found.insert(0, "both ")
        else:
            said = _said(before, inside, tongue)
            found.append(said)
            if not said and _is_remark(before, inside):
                remarks.append(inside)
        start = ends + 1
    return " ".join("".join(found).split()), tuple(remarks)


def _are_there(before: str, inside: str, tongue: Tongue) -> bool:
    """Whether a bracket behind a place names units, and nothing before it does: those who are there."""
    pieces, units = tongue.marked(before).pieces, tongue.marked(inside).pieces
    is_place = len(pieces) > 1 and pieces[-1].sign == "@" and before.split()[-1].isdecimal()
    is_told = is_place and pieces[-2].sign in ("at", "in") and all(one.sign not in "#-" for one in pieces)
    return is_told and bool(units) and all(one.sign in ("#", "and", ",", "the") for one in units)


def _is_way(before: str, inside: str, tongue: Tongue) -> bool:
    """`Regulator at Salt Fork to Copper Springs (0706-0705-0604-0504)`: how they go there."""
    signs = [one.sign for one in tongue.marked(inside).pieces]
    ahead = tongue.marked(before).pieces
    is_way = len(signs) > 2 and {*signs[::2]} == {"@"} and {*signs[1::2]} <= {"-", ",", "and"}
    return is_way and bool(ahead) and ahead[-1].sign in ("@", "way", "route")


def _is_remark(before: str, inside: str) -> bool:
    """Whether words of which nothing is read are more than the results of a report, a label or a courtesy."""
    is_label = hexes.spelled(inside) is not None
    return bool(folded(inside)) and bool(before.strip()) and not (is_label or _is_result(inside) or is_sure(inside))


def _said(before: str, inside: str, tongue: Tongue) -> str:
    """The words that take the place of those in brackets behind others."""
    words = folded(inside).split()
    if not words:
        return ""
    if hexes.spelled(inside) is not None and before.strip()[-1:].isalpha():
        # `Dodge (0507)`: the name has said it; `Regulator (0507) to 0506`: where it is.
        last = tongue.marked(before).pieces[-1]
        return f" at {inside} " if last.sign == "#" else ""
    if _is_result(inside):
        return ""
    if words[-1].isalpha() and folded(before).split()[-2:-1] == ["lot"] and folded(before)[-1].isdecimal():
        # `Lot 4 (Saloon): ten`
        return f" {inside} "
    if _is_way(before, inside, tongue):
        return f": {inside} "
    if _names_again(before, inside, tongue):
        return ""
    is_named = any(one.sign != "%" and not one.guessed for one in tongue.names_in(inside))
    goes_on = begins_with(inside, *_GOING_ON) or words[0] in _COUNTING
    if not is_named and not goes_on and not any(map(_is_figure, words)):
        return ""
    if words[0] in _CORRECTING or begins_with(inside, "CORRECTS") or not _TIES.isdisjoint(words):
        return f", {inside}"
    if goes_on or begins_with(inside, *_JOINING):
        return f" {inside} "
    return f" . {inside} . "


def _names_again(before: str, inside: str, tongue: Tongue) -> bool:
    """Whether a remark names nothing but where its order goes: `0507-0607 (Dodge, a nice little town)`."""
    known = {one.choices for one in tongue.names_in(before) if one.sign == "@"}
    named = [one for one in tongue.names_in(inside) if one.sign != "%" and not one.guessed]
    is_mere = not says(inside, *TURNING, *UNDOING, "TIMES", "BOUNDS", "CORRECTS", "WITH", "NEAR")
    goes_on = begins_with(inside, *_GOING_ON, *_JOINING) or any(map(_is_figure, folded(inside).split()))
    is_again = all(one.sign == "&" or (one.sign == "@" and one.choices in known) for one in named)
    return bool(named) and is_again and is_mere and not goes_on and {*_COUNTING}.isdisjoint(folded(inside).split())


def is_doubtful(line: str, tongue: Tongue) -> bool:
    """Whether a bracket behind an order says another sum or way for it: `Bank 7 (8)`, `0507-0607 (0508 if it's
    empty)`. Neither is guessed."""
    before, sign, rest = line.partition("(")
    inside, closed, _ = rest.partition(")")
    words = folded(inside).split()
    if not (sign and closed and before.strip()) or not words or _is_result(inside) or hexes.spelled(inside.strip()):
        return False
    named = {one.sign for one in tongue.names_in(inside) if one.sign != "%" and not one.guessed}
    is_figure = len(words) < MOST_OF_A_SUM and _TIES.isdisjoint(words) and any(map(_is_figure, words)) and not named
    if words[0] in ("not", "no", "nor", "never") and named & {"#", "@"}:
        # `Bank (not Saloon) 9`
        return True
    goes_on = begins_with(inside, *_GOING_ON, *_JOINING) or words[0] in _COUNTING
    return not goes_on and (is_figure or ("@" in named and says(inside, *_TURNING)))


def takes_back(line: str) -> bool:
    """Whether a bracket behind an order puts off, doubts or takes back what stands before it: `Bank 7 (joke!)`."""
    before, sign, rest = line.partition("(")
    inside, closed, _ = rest.partition(")")
    words = folded(inside).split()
    is_of_a_turn = says(inside, "OTHER_TIME") and not {*words}.isdisjoint(_TURNS)
    is_sure = says(inside, "TAKES_BACK", "DOUBTS") or "never" in words or is_of_a_turn
    return bool(sign and closed and before.strip()) and (joked(inside) or (is_sure and len(words) < MOST))


def _is_result(inside: str) -> bool:
    """Whether a report said so behind its orders: `(paid, $8 for 4 of 4)`."""
    return any(inside.lower().strip("* ").partition(",")[0].startswith(one) for one in RESULTS)


def _is_figure(word: str) -> bool:
    return word.isdecimal() or (word not in _NO_SUM and number(word) is not None)


__all__ = ["is_doubtful", "opened", "takes_back"]
