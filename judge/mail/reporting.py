"""Lines told apart from the words of others in them: what somebody else wrote, said or wants is nobody's order here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.grammar.courtesy import free_words, is_sure
from judge.grammar.lexicon import Lexicon
from judge.grammar.mentions import Mentions
from judge.grammar.mood import correction
from judge.grammar.numbers import number
from judge.grammar.reported import introduces, may_report, reported_in
from judge.grammar.text import closed_in, opened_in, sentences
from judge.mail.language import OF_A_FORM, OrderLine

MOST_QUOTED = 20
"""Lines that quotation marks may go on for."""
_QUOTES = '"“”„«»'
_NOTHING = "\n"
"""No line has it."""


def told_apart(
    lines: Sequence[OrderLine], named: Mentions, reads: Callable[[str], bool], seats: Lexicon, seat: Seat
) -> list[OrderLine]:
    """The lines, the words of others marked. Below `On Monday Blue wrote:` all lines that name anything are Blue's."""

    def whose(text: str) -> Seat | None:
        found = seats.matches(text)
        return Seat(found[0]) if len(found) == 1 else None

    def names(text: str) -> bool:
        counts = any(number(word.strip(".,;:!?$")) is not None for word in text.split())
        return counts or bool(named(text, free_words(text))) or reads(text)

    found: list[OrderLine] = []
    quotes = False
    lines = _in_quotation_marks(lines)
    for line in lines:
        if line.part == OF_A_FORM or line.when or line.aside:
            found.append(line)
        elif quotes and names(line.text):
            found.append(replace(line, aside="told"))
        elif not may_report(line.text):
            found.append(line)
        elif introduces(line.text, lambda text: whose(text) == seat):
            quotes = not any(one.aside == "told" and one.number == line.number + 1 for one in lines)
            found.append(replace(line, aside="told"))
        else:
            found += _parts(line, names, whose, seat)
    return found


def _in_quotation_marks(lines: Sequence[OrderLine]) -> list[OrderLine]:
    """The lines, what stands between quotation marks that several of them have in common told apart."""
    if all(opened_in(line.text) is None for line in lines):
        return list(lines)
    found: list[OrderLine] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        opens = opened_in(line.text) if not line.aside and line.part != OF_A_FORM else None
        below = lines[place : place + MOST_QUOTED] if opens is not None else ()
        ends = next((at for at, one in enumerate(below) if closed_in(one.text) is not None), None)
        is_own = opens is not None and is_sure(line.text[:opens])  # My orders are "A PAR - BUR, …
        if opens is None or ends is None or is_own or any(one.part != line.part for one in below[: ends + 1]):
            found.append(line)
            continue
        last = below[ends]
        closes = closed_in(last.text) or 0
        found += [*_own(line, line.text[:opens]), *_own(line, line.text[opens:], aside="told")]
        found += [replace(one, aside="told") for one in below[:ends]]
        found += [*_own(last, last.text[:closes], aside="told"), *_own(last, last.text[closes:])]
        place += ends + 1
    return found


def _parts(
    line: OrderLine, names: Callable[[str], bool], whose: Callable[[str], Seat | None], seat: Seat
) -> list[OrderLine]:
    """A line in its own words and those of others, where others' name anything of the game and its own do so too."""
    found: list[OrderLine] = []
    until = ""
    """The sign that ends somebody's words which a sentence has left open."""
    for sentence in sentences(line.text):
        left = sentence
        if until:
            left = _behind(sentence, until)
            found += _own(line, sentence[: len(sentence) - len(left)], aside="told")
            until = "" if left else until
        while left:
            own, told, until = _first_told(left, names, whose, seat)
            found += [*_own(line, own), *_own(line, told, aside="told")]
            left = left[len(own) + len(told) :]
    if not any(one.aside for one in found):
        return [line]
    is_mixed = any(not one.aside and names(one.text) for one in found)
    return found if is_mixed else [replace(line, aside="told")]


def _first_told(
    text: str, names: Callable[[str], bool], whose: Callable[[str], Seat | None], seat: Seat
) -> tuple[str, str, str]:
    """The words of a sentence up to the first of somebody else's, those, and what alone ends them where a full stop
    does not: what is quoted, and what stands behind a colon (`He wrote: hold. All stand.`), goes on."""
    for start, said, end in reported_in(text, whose, seat):
        words = text[said:end]
        is_quoted = any(sign in words for sign in _QUOTES)
        is_open = sum(words.count(sign) for sign in _QUOTES) % 2 == 1
        if is_open:
            opens = min(at for at in map(text[said:].find, _QUOTES) if at >= 0)
            # All behind the sign that opens them, up to the one that closes them.
            closed = _behind(text[said + opens + 1 :], _QUOTES)
            return text[:start], text[start : len(text) - len(closed)], "" if closed else _QUOTES
        if names(words) or correction(text[end:].strip(" ,;-")) is not None:
            is_led = text[:said].endswith(":") or words.lstrip().startswith(":")
            goes_on = is_led and not is_quoted
            return text[:start], text[start:] if goes_on else text[start:end], _NOTHING if goes_on else ""
    return text, "", ""


def _behind(text: str, signs: str) -> str:
    """The text behind the first of these signs."""
    place = min((at for at in map(text.find, signs) if at >= 0), default=len(text))
    return text[place + 1 :]


def _own(line: OrderLine, words: str, aside: str = "") -> list[OrderLine]:
    text = words.strip(" ,;.\"'")
    return [replace(line, text=text, aside=aside)] if any(map(str.isalnum, text)) else []


__all__ = ["told_apart"]
