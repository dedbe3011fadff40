"""Lines told apart from the words of others in them: what somebody else wrote, said or wants is nobody's order here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat, SeatName
from judge.grammar.courtesy import free_words
from judge.grammar.mentions import Mentions
from judge.grammar.reported import introduces, reported_in
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
        return bool(named(text, free_words(text))) or reads(text)

    found: list[OrderLine] = []
    quotes = False
    for line in lines:
        if line.part == OF_A_FORM or line.when:
            found.append(line)
        elif quotes and names(line.text):
            found.append(replace(line, told=True))
        elif introduces(line.text, lambda text: whose(text) == seat):
            quotes = True
            found.append(replace(line, told=True))
        else:
            found += _parts(line, names, lambda text: whose(text), seat)
    return found


def _parts(
    line: OrderLine, names: Callable[[str], bool], whose: Callable[[str], Seat | None], seat: Seat
) -> Iterator[OrderLine]:
    """A line in its own words and those of others, where others' name anything of the game."""
    rest: list[str] = []
    for sentence in sentences(line.text):
        spans = [(start, end) for start, said, end in reported_in(sentence, whose, seat) if names(sentence[said:end])]
        if not spans:
            rest.append(sentence)
            continue
        yield from _own(line, rest)
        rest, at = [], 0
        for start, end in spans:
            yield from _own(line, [sentence[at:start]])
            yield replace(line, text=sentence[start:end].strip(), told=True)
            at = end
        rest = [sentence[at:]]
    yield from _own(line, rest) if " ".join(rest) != line.text else (line,)


def _own(line: OrderLine, words: Sequence[str]) -> Iterator[OrderLine]:
    text = " ".join(words).strip(" ,;")
    if any(map(str.isalnum, text)):
        yield replace(line, text=text)


__all__ = ["told_apart"]
