"""Lines told apart from the words of others in them: what somebody else wrote, said or wants is nobody's order here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat, SeatName
from judge.grammar.courtesy import free_words
from judge.grammar.mentions import Mentions
from judge.grammar.numbers import number
from judge.grammar.reported import introduces, may_report, reported_in
from judge.grammar.seats import seat_lexicon
from judge.grammar.text import sentences
from judge.mail.language import OF_A_FORM, OrderLine


def told_apart(
    lines: Sequence[OrderLine], named: Mentions, reads: Callable[[str], bool], seats: Sequence[SeatName], seat: Seat
) -> list[OrderLine]:
    """The lines, the words of others marked. Below `On Monday Blue wrote:` all lines that name anything are Blue's."""
    lexicon = seat_lexicon(seats)

    def whose(text: str) -> Seat | None:
        found = lexicon.matches(text)
        return Seat(found[0]) if len(found) == 1 else None

    def names(text: str) -> bool:
        counts = any(number(word.strip(".,;:!?$")) is not None for word in text.split())
        return counts or bool(named(text, free_words(text))) or reads(text)

    found: list[OrderLine] = []
    quotes = False
    for line in lines:
        if line.part == OF_A_FORM or line.when:
            found.append(line)
        elif quotes and names(line.text):
            found.append(replace(line, aside="told"))
        elif introduces(line.text, lambda text: whose(text) == seat):
            quotes = True
            found.append(replace(line, aside="told"))
        else:
            found += _parts(line, names, whose, seat) if may_report(line.text) else [line]
    return found


def _parts(
    line: OrderLine, names: Callable[[str], bool], whose: Callable[[str], Seat | None], seat: Seat
) -> list[OrderLine]:
    """A line in its own words and those of others, where others' name anything of the game and its own do so too."""
    found: list[OrderLine] = []
    for sentence in sentences(line.text):
        at = 0
        for start, said, end in reported_in(sentence, whose, seat):
            if names(sentence[said:end]):
                found += [*_own(line, sentence[at:start]), *_own(line, sentence[start:end], aside="told")]
                at = end
        found += _own(line, sentence[at:])
    if not any(one.aside for one in found):
        return [line]
    is_mixed = any(not one.aside and names(one.text) for one in found)
    return found if is_mixed else [replace(line, aside="told")]


def _own(line: OrderLine, words: str, aside: str = "") -> list[OrderLine]:
    text = words.strip(" ,;.\"'")
    return [replace(line, text=text, aside=aside)] if any(map(str.isalnum, text)) else []


__all__ = ["told_apart"]
