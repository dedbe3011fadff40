"""Lines of orders written out and nothing else, `G(Lzy)-Mon, Coo holds`: they say the same wherever they stand."""

from __future__ import annotations

from judge.grammar.clauses import Stuck
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.kinds import ORDERING
from judge.variants.range_war.lines import Clause, Worded
from judge.variants.range_war.speech import Part, Said, heard

_VERBS = frozenset({"move", "hold", "support", "drive", "retreat", "disband", "remove", "build"})
_MAY_SAY_MORE = {"movement": "remove", "retreats": "remove", "branding": "hold"}
"""In each window a verb that may speak of more than its gangs: `Remove Coo` of an order, `Lzy stays` of all others."""
_OF_A_SEAT = ("_BUILD", "_REMOVE", "DISBAND")
"""Behind a name these may make it a seat's: `Red River removes Rat`."""


def clauses_of(line: Worded, form: str) -> tuple[Clause, ...]:
    """The clauses of a line of orders written out; none of any other line.

    None of its words corrects, asks, denies, supposes, chooses, counts or tells, and each clause is read whole and
    names its gangs: the readers of words around orders, and of clauses that speak of others, have nothing to act on.
    """
    known = line.clauses.get(form)
    if known is None:
        known = line.clauses[form] = _clauses(line, form)
    return known


def _clauses(line: Worded, form: str) -> tuple[Clause, ...]:
    words = line.words
    if not words or not all(word.kind in ORDERING and not word.guessed for word in words):
        return ()
    if len(words) > 2 and words[1].kind in _OF_A_SEAT:
        return ()
    sentences = [one for said in line.rest(0).sayings for one in said.sentences]
    parts = [part for one in sentences for part in one.parts]
    clauses = [clause for part in parts if (clause := _clause(line.chart, form, part)) is not None]
    if not parts or parts[0].before or len(clauses) < len(parts) or any(one.why is not None for one in sentences):
        return ()
    return () if any(map(_may_help, clauses, clauses[1:], parts[1:])) or line.has_more_beside else tuple(clauses)


def _clause(chart: Chart, form: str, part: Part) -> Clause | None:
    """A clause that speaks of nothing but the gangs it names; None where it may."""
    deed = heard(chart, part)
    if isinstance(deed, Stuck) or deed.verb not in _VERBS or deed.verb == _MAY_SAY_MORE.get(form):
        return None
    if not deed.who or not all(isinstance(one, Said) for one in deed.who) or part.correct:
        return None
    if (deed.verb == "support" and deed.whom is None) or part.denies:
        return None
    if deed.verb == "disband" and (part.is_last or "G" in deed.words):
        return None  # "disbands second", "the gang disbands"
    lists = deed.verb == "hold" and part.words[0].kind == "HOLD"
    return Clause(part.start, part.end, "hold-list" if lists else deed.verb, deed)


def _may_help(one: Clause, then: Clause, part: Part) -> bool:
    """Whether a clause behind one that helps may help as well: `Dev gives support to Cac, and HiN to Dev`."""
    goes = all(word.text == "to" for word in part.words if word.kind == "_TO")
    return one.verb == "support" and then.verb == "move" and goes
