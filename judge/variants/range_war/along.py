"""Whether a herd goes along, said apart from the move: behind it, below it, of several moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Word
from judge.variants.range_war.drafts import Draft, Drafts
from judge.variants.range_war.meaning import Trouble
from judge.variants.range_war.orders import Move
from judge.variants.range_war.speech import Deed, Part


def herds_of_a_heading(words: Sequence[Word]) -> bool | None:
    """`With herds:`, `G:`, `Gangs alone`: whether the moves below it drive their herds; None: it is no such heading."""
    kinds = [word.kind for word in words if word.kind not in ("ALL", "BOTH", "STOP")]
    is_list = (kinds[:1] == ["G"] and len(kinds) > 1) or (kinds == ["GH"] and words[0].text.startswith("gangs"))
    head = kinds[: kinds.index("COLON")] if "COLON" in kinds else kinds if is_list else []
    if not head or not _HERDS.issuperset(head) or (head == ["G"] and kinds[-1] != "COLON"):
        return None
    return "WITHOUT" not in head and head != ["G"]


_HERDS = frozenset({"WITH", "WITHOUT", "GH", "G", "DRIVE"})


def take_along(drafts: Drafts, part: Part, by: tuple[int, str], deed: Deed) -> None:
    """`…, with the herd`: said of the move before it, of both, or of one of two. `by`: the line that says so, by its
    number."""
    number, line = by
    before, herd = drafts.before, deed.herd is True
    moves = [one for one in drafts.all if one.line == number and isinstance(one.said, Move)]
    chosen = _of_several(drafts, moves or [one for one in drafts.all if isinstance(one.said, Move)], deed)
    if chosen is None and not moves and "herds" in line[part.start : part.end].lower():
        chosen = [one for one in drafts.all if isinstance(one.said, Move)]  # "with herds", below several moves
    if chosen is not None:
        if not chosen:
            raise Trouble("nothing-said", text=line[part.start : part.end], example=drafts.meaning.example())
        for one in chosen:
            one.said = replace(one.said, herd=herd) if isinstance(one.said, Move) else one.said
        if not moves:
            drafts.add(Draft(line=number, text=line, start=part.start, end=part.end, verb="move", said=chosen[-1].said))
        elif chosen[-1] is moves[-1]:
            chosen[-1].end = part.end
        return
    driving = part.correct and any(isinstance(one.said, Move) and one.said.herd != herd for one in drafts.all)
    if before is not None and before.line == number and before.verb == "hold" and not driving:
        before.end = part.end  # "Mes stays, with the cows": they stay as well
        return
    near = [one for one in drafts.all if one.line == number or driving]
    here = (one for one in reversed(near) if isinstance(one.said, Move))
    before = before if before is not None and isinstance(before.said, Move) else next(here, None)
    if before is not None and (before.line != number or part.correct):
        before = _changed(drafts, before, herd, line[part.start : part.end])
    if before is None or not isinstance(before.said, Move):
        raise Trouble("nothing-said", text=line[part.start : part.end], example=drafts.meaning.example())
    before.said = replace(before.said, herd=herd)
    if before.line == number:
        before.end = part.end
    else:
        drafts.add(Draft(line=number, text=line, start=part.start, end=part.end, verb="move", said=before.said))


def _changed(drafts: Drafts, before: Draft, herd: bool, text: str) -> Draft | None:
    """`No herd this time`, below its order, `on second thoughts no herd`: of the last move, or the only one that it
    changes. Of several nobody knows which."""
    herds = drafts.meaning.state.herds
    moves = [(one, one.said) for one in drafts.all if isinstance(one.said, Move)]
    able = [one for one, said in moves if said.herd != herd and (not herd or said.at in herds)]
    if not able or (before in able and (herd or len(able) == 1)):
        return before
    if len(able) == 1:
        return able[0]
    for one in able:
        one.said = Problem("unclear-beside", {"text": one.stretch, "at": text})
    return None


_TWO = ("former", "latter")


def _of_several(drafts: Drafts, moves: Sequence[Draft], deed: Deed) -> Sequence[Draft] | None:
    """The moves that words on a herd are said of, where they say which: `all`, `both`, `the latter`."""
    if {"ALL", "EACH"} & deed.words:
        return moves
    if {"BOTH", "FORMER", "LATTER"}.isdisjoint(deed.words):
        return None
    if "BOTH" in deed.words and len(moves) > len(_TWO):
        able = drafts.meaning.state.herds
        moves = [one for one in moves if isinstance(one.said, Move) and one.said.at in able]
    is_two = len(moves) == len(_TWO)
    which = slice(0, 1) if "FORMER" in deed.words else slice(1, 2) if "LATTER" in deed.words else slice(0, 2)
    return moves[which] if is_two else ()


def herded(drafts: Drafts, deed: Deed, text: str) -> Move:
    """`Coogan's Bluff should go without the herd`: the move that was ordered before, so."""
    gangs = [drafts.meaning.at(one) for one in drafts.meaning.pieces(deed)]
    moves = [one.said for one in drafts.all if isinstance(one.said, Move) and [one.said.at] == gangs]
    if not moves:
        raise Trouble("nothing-said", text=text, example=drafts.meaning.example())
    return replace(moves[-1], herd=deed.herd is True)
