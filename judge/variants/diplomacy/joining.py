"""Lines that are one sentence: what a mail program broke, and refuges listed below the unit that retreats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.grammar.orders import Phrase, Tongue, Unclear

LONGEST_UNBROKEN = 40
"""Signs of a line that no mail program breaks."""
_Line = tuple[int, str]


def joined(tongue: Tongue, lines: Sequence[_Line], form: str) -> Iterator[tuple[int, str, Sequence[_Line]]]:
    """Lines as they were meant, each with its number, and those below it that go on with it where only together they
    make orders."""
    at, retreats = 0, form == "retreats"
    while at < len(lines):
        number, line = lines[at]
        if retreats:
            below = _refuges_below(tongue, lines[at:])
        elif len(line) <= LONGEST_UNBROKEN or "-" in line or line[-1] in ".;!?:":
            below = ()
        else:
            below = _broken_below(tongue, lines[at : at + 2], form)
        at += 1 + len(below)
        if below:
            line = _listed([line, *(text for _, text in below)]) if retreats else f"{line} {below[0][1]}"
        yield number, line, below


def _broken_below(tongue: Tongue, lines: Sequence[_Line], form: str) -> Sequence[_Line]:
    """The second of two lines, where a mail program broke a sentence."""
    (number, line), after = lines[0], lines[1:]
    if not after or after[0][0] != number + 1:
        return ()
    is_one = _is_broken(tongue, line, form) and not _is_broken(tongue, f"{line} {after[0][1]}", form)
    return after if is_one else ()


def _is_broken(tongue: Tongue, line: str, form: str) -> bool:
    """Whether the last thing said on a line ends too soon, or names a unit and nothing else."""
    read = tongue.read(line)
    if not read:
        return False
    last = read[-1]
    if isinstance(last, Unclear):
        return last.named and not last.at and not last.mood
    return last.verb == "bare" and not last.corrects and form == "movement"


def _refuges_below(tongue: Tongue, lines: Sequence[_Line]) -> Sequence[_Line]:
    """`Sweden retreats to`, and below it places alone: all of these lines are one order."""
    found: list[_Line] = []
    for number, line in lines[1:]:
        one = tongue.read(line)
        is_place = len(one) == 1 and isinstance(one[0], Phrase) and one[0].verb == "bare"
        if not is_place or number != lines[0][0] + len(found) + 1:
            break
        found.append((number, line))
    whole = tongue.read(_listed([line for _, line in (lines[0], *found)])) if found else ()
    first = tongue.read(lines[0][1])[-1:] if len(whole) == 1 else ()
    begins = any(isinstance(one, Unclear) or one.verb == "bare" for one in first)
    is_one = all(isinstance(one, Phrase) and one.places for one in whole)
    return found if begins and is_one else ()


def _listed(lines: Sequence[str]) -> str:
    """Lines with a place each, behind one that ends with a place too, or with a sign or a word that wants one."""
    first, *rest = (line.rstrip(" ,;.") for line in lines)
    places = ", ".join(rest)
    return f"{first} {places}" if first.endswith((":", " to", " R")) else f"{first}, {places}"
