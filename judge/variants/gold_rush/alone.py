"""The plain case of a letter: a line of goes that says the same by itself as beside others."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem
from judge.grammar.reader import LONGEST_LINE
from judge.grammar.text import sentences
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.brackets import unclear_bracket
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.remarks import quotes, unclear_words, without_remarks
from judge.variants.gold_rush.said import Said, said_of
from judge.variants.gold_rush.sentence import Sentence, sentence_of

BARE = frozenset(("not-understood", "for-whom", "not-ordered"))
UNREAD = frozenset(("not-understood", "for-whom", "not-ordered", "not-yours", "unknown-figure"))


def alone(names: Names, raw: str) -> Sentence | None:
    """The sentence of a line, where that is all there is to it."""
    known: Sentence | bool | None = names.alone.get(raw, False)
    if known is not False:
        return known
    made = _read(names, raw)
    return names.alone.keep(raw, made) if len(raw) <= LONGEST_LINE else made


def _read(names: Names, raw: str) -> Sentence | None:
    """The sentence of a line that has none of the words that readers look for who look at more than a sentence, and
    that either is plain or is not read, whichever of its parts is left out."""
    said = said_of(raw)
    if len(raw) > LONGEST_LINE or not said.is_plain or (said.may_head and is_heading(marks.marked(names, "go", raw))):
        return None
    read = sentence_of(names, "go", said.text)
    if isinstance(read.tree, Problem):
        return read if _is_as_a_whole(names, said, read.tree) else None
    return read if read.plain and not _leaves_condition_apart(names, said) else None


def is_heading(line: marks.Line) -> bool:
    """Whether a line names a group and nothing else: `Traders:`."""
    return line.shape in ("%", "% :")


def _is_as_a_whole(names: Names, said: Said, problem: Problem) -> bool:
    """Whether a line that is not read is not read in any of its parts either, as far as these are tried."""
    if problem.code in BARE and without_remarks(said.text)[1]:
        return False
    if problem.code in UNREAD:
        counts = marks.marked(names, "go", said.text).counts
        if unclear_bracket(said.closed) or unclear_words(said.text, counts):
            return False
    elif _leaves_condition_apart(names, said):
        return False
    if problem.detail.get("whole") and len(sentences(said.closed)) > 1:
        return False
    return problem.code != "not-ordered" or len(sentences(said.raw)) == 1 or quotes(said.raw)


def _leaves_condition_apart(names: Names, said: Said) -> bool:
    return marks.marked(names, "go", said.text).leaves_condition_apart


__all__ = ["BARE", "UNREAD", "alone", "is_heading"]
