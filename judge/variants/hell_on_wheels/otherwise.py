"""Sentences in which the grammar stopped, read in other ways: with the one before them, without a remark, in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Problem
from judge.grammar.mood import correction
from judge.grammar.shape import Stuck
from judge.variants.hell_on_wheels.adding import denied
from judge.variants.hell_on_wheels.remarks import depends, is_remark, leads
from judge.variants.hell_on_wheels.tongue import goes_on, parsed, spoken

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.found import Found, Said
    from judge.variants.hell_on_wheels.reading import Reader

_SOMEBODY = ("him", "her")


def otherwise(reader: Reader, number: int, sentence: str, at: Stuck) -> bool:
    """Whether a sentence is read with a name for a pronoun, without what stands behind it, or in parts."""
    return (
        _on_him(reader, number, sentence, at)
        or _with_aside(reader, number, sentence, at)
        or _put_right(reader, number, sentence)
        or _with_comma(reader, number, sentence, at)
        or _in_parts(reader, number, sentence)
    )


def joined(reader: Reader, number: int, sentence: str, last: tuple[int, str]) -> bool:
    """`Both Saloons on Present. No wait, Future.`, `… If not, Future.`: a correction or another choice that makes
    sense with the sentence before it."""
    place, before = last
    if not before or (correction(sentence) is None and not goes_on(reader.tongue, spoken(sentence))):
        return False
    already = list(reader.found)
    whole = f"{before.rstrip(' .!')}, {sentence}"
    reader.found = reader.found[:place]
    read = parsed(reader.tongue, whole)
    if isinstance(read, Stuck):
        # `Sorry, bad idea` puts nothing right.
        is_read = _with_aside(reader, number, whole, read) and _said(reader.found) != _said(already)
    else:
        is_read = reader.is_read(number, whole)
    if not is_read:
        reader.found = already
    return is_read


def _said(found: Sequence[Found]) -> list[Said]:
    return [one.said for one in found if not isinstance(one.said, Problem)]


def _on_him(reader: Reader, number: int, sentence: str, at: Stuck) -> bool:
    """`Red bugs me. Outlaws on him in window 4.`: the one other player whom the letter names before."""
    him = at.at.lower()
    if him not in _SOMEBODY:
        return False
    before = reader.text.partition(sentence)[0]
    said = {choice for one in reader.tongue.names_in(before) if one.sign == "%" for choice in one.choices}
    others = [seat for seat in reader.state.seats if seat in said and seat != reader.terms.own]
    if len(others) != 1:
        return False
    text, name = spoken(sentence), reader.terms.seat_name(others[0])
    already = len(reader.found)
    is_read = reader.is_read(number, f"{text[: at.start]}{name}{text[at.start + len(him) :]}")
    if is_read and len(reader.found) > already:
        told = Problem("guessed", {"text": him, "meant": others[0]})
        first = reader.found[already]
        reader.found[already] = replace(first, notes=(*first.notes, told))
    return is_read


def _with_aside(reader: Reader, number: int, sentence: str, at: Stuck) -> bool:
    """`None, I'm broke`, `Saloons on Past, that's where the money is, and Miners too`: words before an order, behind it
    or between commas that name nothing of the game are passed over, and that is said."""
    said = spoken(sentence)
    comma = max(said.rfind(",", 0, at.start), said.rfind(" - ", 0, at.start + 2))
    if comma < 0:
        ways = ((part.strip() for part in said.partition(sign)) for sign in (",", " so "))
        return any(
            leads(reader.tongue, words, sign, rest) and _passing_over(reader, number, words, rest)
            for words, sign, rest in ways
        )
    comma_behind = said.find(",", max(at.start, comma + 1))
    for end in (len(said), comma_behind) if comma_behind > 0 else (len(said),):
        words, rest = said[comma + 1 : end].strip(" -"), said[end:]
        if all(is_remark(reader.tongue, one) for one in words.split(" and ")) and _passing_over(
            reader, number, words, said[:comma] + rest
        ):
            return True
    return False


def _put_right(reader: Reader, number: int, sentence: str) -> bool:
    """`Actually my wife says that's silly, make it 6`: a correction behind words that name nothing of the game."""
    said = spoken(sentence)
    head, comma, tail = said.rpartition(",")
    return (
        bool(comma)
        and goes_on(reader.tongue, tail.strip())
        and not reader.tongue.names_in(head)
        and not any(map(str.isdigit, head))
        and _passing_over(reader, number, head, tail.strip())
    )


def _with_comma(reader: Reader, number: int, sentence: str, at: Stuck) -> bool:
    """`If mayhem in Past is 2 the Saloon goes there`: a condition without a comma behind it."""
    said = spoken(sentence)
    place = at.start - len("the ") if said[: at.start].lower().endswith(" the ") else at.start
    begins = said[:place].rstrip()
    if not said.lower().startswith(("if ", "when ", "unless ")) or begins.endswith(","):
        return False
    already = list(reader.found)
    is_read = reader.is_read(number, f"{begins}, {said[place:]}")
    if not is_read:
        reader.found = already
    return is_read


def _passing_over(reader: Reader, number: int, words: str, rest: str) -> bool:
    """Whether the rest of a sentence is read; the words that were passed over are named."""
    already, before = list(reader.found), len(reader.found)
    if not reader.is_read(number, rest, unsaid=True) or len(reader.found) == before:
        reader.found = already
        return False
    told = Problem("passed-over", {"text": words})
    reader.found[before] = replace(reader.found[before], notes=(*reader.found[before].notes, told))
    return True


def _in_parts(reader: Reader, number: int, sentence: str) -> bool:
    """`Saloon on Future, Bordello on Future`: orders side by side, of which one cannot be read, are several."""
    parts = [part.strip() for part in sentence.rstrip(" .!").split(",")]
    if len(parts) < 2 or ":" in sentence or depends(sentence):
        return False
    already, found = list(reader.found), list(reader.found)
    good = 0
    for part in parts:
        reader.found = found
        if reader.is_read(number, part):
            good += 1
        else:
            read = parsed(reader.tongue, part)
            problem = reader.stuck(part, read) if isinstance(read, Stuck) else Problem("not-understood", {"text": part})
            reader.spared |= denied(reader, part)
            reader.found = [*found, reader.finding(number, part, problem)]
        found = list(reader.found)
    reader.found = found if good else already
    return bool(good)
