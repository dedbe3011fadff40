"""What the words of a line say by themselves, whoever writes it and wherever: found out when it is asked, and then
remembered."""

from __future__ import annotations

from functools import cached_property

from judge.grammar.memory import of_lines
from judge.variants.gold_rush.brackets import opened
from judge.variants.gold_rush.later import WORDS, later_in
from judge.variants.gold_rush.precedence import KINDS
from judge.variants.gold_rush.remarks import numbered, put_off, with_shots
from judge.variants.gold_rush.rows import LONGEST_HEADING


class Said:
    """A line by its words."""

    def __init__(self, raw: str) -> None:
        self.raw = raw

    @cached_property
    def counted(self) -> str:
        """Its number in a list."""
        return numbered(self.raw)[0]

    @cached_property
    def bare(self) -> str:
        """All behind that."""
        return numbered(self.raw)[1]

    @cached_property
    def closed(self) -> str:
        """The same with its shots out of brackets."""
        return with_shots(self.bare)

    @cached_property
    def _opened(self) -> tuple[str, tuple[str, ...]]:
        return opened(self.closed)

    @cached_property
    def text(self) -> str:
        """The same without the remarks in its brackets."""
        return self._opened[0]

    @cached_property
    def passed(self) -> tuple[str, ...]:
        """These remarks."""
        return self._opened[1]

    @cached_property
    def may_head(self) -> bool:
        """Whether it may be the name of a group, and no more."""
        return len(self.raw) <= LONGEST_HEADING and not any(map(str.isdigit, self.raw.rstrip(": 1234")))

    @cached_property
    def later(self) -> str:
        """The first words by which something is for another turn."""
        return later_in(self.raw)

    @cached_property
    def put_off(self) -> str:
        """The words with which a sentence begins that is for another turn."""
        return put_off(self.text)

    @cached_property
    def is_of_turns(self) -> bool:
        """Whether it has words that say whose go is before whose."""
        return WORDS.may_say(self.raw, *KINDS) and any(one.type in KINDS for one in WORDS.tokens(self.raw))

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is no more than a sentence of a go: nothing for another turn, nothing in brackets, and nothing of
        who is first."""
        return not (self.is_of_turns or self.later or self.passed or self.put_off)


said_of = of_lines(Said)

__all__ = ["Said", "said_of"]
