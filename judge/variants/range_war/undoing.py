"""`Cancel G(Lzy)-Mon`, `forget about Coo`: the order that is named is taken back, and no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Stuck, Word
from judge.grammar.mood import correction
from judge.grammar.text import sentences
from judge.variants.range_war.drafts import ONE_GANG, Draft, Drafts
from judge.variants.range_war.meaning import Meaning, Trouble
from judge.variants.range_war.orders import Build, Move, Order, Retreat
from judge.variants.range_war.speech import Part, Said, heard

_JOINING = ("AND", "COMMA", "SLASH")


def taken_back(meaning: Meaning, drafts: Drafts, part: Part, by: tuple[int, str]) -> bool:
    """Whether a clause takes back orders that it names; then they are gone. `by`: its line, by its number. One that is
    not in the letter may be in an earlier one, or was never given: then it is asked."""
    number, line = by
    before = drafts.all[-1] if drafts.all else None
    scraps = part.words[0].kind == "_REMOVE" and part.words[0].text == "scrap" and meaning.form != "branding"
    begins = part.words[0].kind == "_FORGET" or scraps
    goes_on = part.before in _JOINING and before is not None and before.verb == "forget"
    if not begins and not goes_on:
        return False
    said = replace(part, words=tuple(word for word in part.words if word.kind not in ("_FORGET", "_LINE", "_REMOVE")))
    named = _named(meaning, said, line)
    if named is None:
        return False
    gangs, orders = named
    gone = [one for one in drafts.all if one.order is not None and _is_meant(one.order, gangs, orders)]
    if not gone and not begins and part.before != "AND":
        return False  # "Forget Lzy-Mon, Lzy-DMG": the second is what is to be instead.
    problem = None if gone else Problem("correction-unclear", {"text": line[part.start : part.end]})
    mark = Draft(line=number, text=line, start=part.start, end=part.end, verb="forget", said=problem)
    drafts.all = [one for one in drafts.all if one not in gone]
    drafts.forgotten += [*gone, mark] if gone else ()
    drafts.all.append(mark)
    return True


def in_its_stead(before: Draft, drafts: Drafts, orders: Sequence[Order], text: str) -> None:
    """`Mon to Com. No wait, Lzy to CHM`: whether the order before counts as well is not guessed. `text`: what stands
    behind it on its line."""
    words = sentences(text.strip(" .,;:-"))[:1]
    found = correction(words[0]) if words else None
    denies = bool(words) and words[0].lower().startswith(("no,", "or rather", "or better"))
    gangs = [one.order.at for one in drafts.all if isinstance(one.order, ONE_GANG)]
    is_of_another = not any(isinstance(one, ONE_GANG) and one.at in gangs for one in orders)
    if is_of_another and isinstance(before.order, ONE_GANG) and (denies or (found is not None and not found.may_add)):
        before.said = Problem("correction-unclear", {"text": words[0], "whole": True})


def doubt(drafts: Drafts, parts: Sequence[Part], number: int, *, is_told: bool = False, is_apart: bool = False) -> None:
    """A correction that was not understood: what it corrects, the orders of the gangs that it names or the last one of
    its line, is not guessed at either. `is_told`: it is no order in whatever words. `is_apart`: it need not be of the
    last, as it answers a question."""
    wrong = [one for one in drafts.all if one.line == number and isinstance(one.said, Problem) and one.verb == ""]
    for part in parts:
        here = [one for one in wrong if one.start < part.end and part.start < one.end]
        if not here:
            continue
        named = {choice for word in part.words if word.name is not None for choice in word.name.choices}
        orders = [one for one in drafts.all if isinstance(one.order, ONE_GANG)]
        if is_told:  # what comes behind it may be meant instead
            orders = [one for one in orders if one.line != number or one.end <= part.start]
        last = [one for one in orders if one.line == number and one.end <= part.start][-1:]
        mine = not named.isdisjoint(drafts.meaning.mine)
        about = [one for one in orders if getattr(one.order, "at", "") in named]
        about += [one for one in drafts.all if isinstance(one.order, Build) and _sites(one.order) & named]
        about += [one for one in orders if not (mine and is_told) and not named.isdisjoint(_goals(one.order))]
        about = about or ([] if is_apart else last)
        if not about and any(isinstance(one.said, Problem) and one.said.code == "unknown-space" for one in here):
            about = orders  # "on reflection the gang on the hill had better stay": any may be meant
        for one in about:
            facts = {"text": here[0].stretch, "whole": True} if is_told else {"text": here[0].stretch}
            one.said = Problem("correction-unclear", facts)


def _sites(order: Build) -> set[str]:
    """Where a build may be: `Build Bro and RRR - no, Fir rather than RRR`."""
    return {one.at for one in order.choices}


def _goals(order: Order | None) -> tuple[str, ...]:
    """Where an order sends its gang."""
    return order.to if isinstance(order, Retreat) else (order.to,) if isinstance(order, Move) else ()


def of_the_herd(drafts: Drafts, number: int) -> None:
    """Words on a line speak of a herd, and were not understood. Nobody knows whether the gangs they name, or those that
    move on the line, or else in the letter so far, are to take theirs."""
    wrong = [one for one in drafts.all if one.line == number and isinstance(one.said, Problem)]
    if not wrong or not any(isinstance(one.said, Move) for one in drafts.all):
        return
    words_of = drafts.meaning.chart.speech.words
    for one in wrong:
        is_unread = isinstance(one.said, Problem) and one.said.code in _UNREAD
        if not is_unread or _HERD.isdisjoint(word.kind for word in words_of(one.stretch)):
            continue
        # "Both Mes and Com drive their herds: …" is several pieces of a line that are not understood.
        told = (word for other in wrong for word in words_of(other.stretch))
        named = {choice for word in told if word.name is not None for choice in word.name.choices}
        here = any(isinstance(move.said, Move) and move.line == number for move in drafts.all)
        for move in drafts.all:
            if not isinstance(move.said, Move) or move.said.at not in drafts.meaning.state.herds:
                continue
            if move.said.at in named if named else move.line == number or not here:
                _refuse(move, one.stretch)


def unless_it_is_so(drafts: Drafts, words: Sequence[Word], by: tuple[int, str]) -> None:
    """A condition that was not understood, of gangs that have their orders on the same line: `Ran stays. That is:
    unless …, because then Ran goes to HiS.`"""
    number, line = by
    named = {choice for word in words if word.name is not None for choice in word.name.choices}
    for one in drafts.all:
        if one.line == number and isinstance(one.said, ONE_GANG) and getattr(one.said, "at", "") in named:
            _refuse(one, line[words[0].start : words[-1].end])


def _refuse(draft: Draft, at: str) -> None:
    draft.said = Problem("unclear-beside", {"text": draft.stretch, "at": at, "whole": True})
    draft.notes = ()


_UNREAD = ("not-understood", "nothing-said", "unknown-space")
_HERD = frozenset(("H", "GH", "WITH", "WITHOUT", "DRIVE"))


def _named(meaning: Meaning, part: Part, line: str) -> tuple[tuple[str, ...], tuple[Order, ...]] | None:
    """The gangs whose orders a clause takes back, or the orders that it writes out; None where it does neither."""
    deed = heard(meaning.chart, part) if part.words else None
    if deed is None or isinstance(deed, Stuck) or not all(isinstance(one, Said) for one in deed.who):
        return None
    notes, meaning.notes = meaning.notes, []
    try:
        if deed.verb == "bare":
            return tuple(map(meaning.at, meaning.pieces(deed))), ()
        if deed.verb in ("forget", "heading", "same", "keep", "waive", "all_but", "it_does"):
            return None
        return (), meaning.orders(deed, line[part.start : part.end], None)
    except (Trouble, KeyError):
        return (), ()
    finally:
        meaning.notes = notes


def _is_meant(order: Order, gangs: tuple[str, ...], orders: tuple[Order, ...]) -> bool:
    return order in orders or (isinstance(order, ONE_GANG) and order.at in gangs)
