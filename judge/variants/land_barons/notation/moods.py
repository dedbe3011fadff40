"""Words that order nothing: denials, wishes, memories, questions, and the words of others."""

from __future__ import annotations

from judge.grammar.memory import of_lines
from judge.grammar.text import folded

_UNORDERED = (
    "not", "never", "dont", "wont", "doesnt", "cant", "cannot", "shouldnt", "wouldnt", "maybe", "perhaps", "might",
    "would have", "could have", "should have", "if i were", "if i had", "if i was", "thinking of", "thinking about",
    "consider", "considering", "tempted", "wondering", "next time", "next turn", "next year", "last turn", "last time",
    "last round", "yesterday", "surely", "probably", "went", "paid", "told me", "told us", "wrote", "says", "said",
    "trying", "myself", "hope", "wish i", "in case", "i think", "i guess", "i suppose", "had i", "saving",
)  # fmt: skip
_ACCOUNT_BEGINS = ("i have", "ive got", "i got", "we have", "my cash is", "that leaves", "leaves", "leaving", "with")
_COUNTED = ("only", "still", "just", "about", "got", "now", "me", "us", "the", "my")
_ACCOUNT_ENDS = (" left", " left over", " in cash", " in hand", " in the bank", " to spend", " remain")
_ASKED_OF_THE_JUDGE = ("could you", "can you", "would you", "will you", "please", "kindly")
_BINDING = frozenset(
    ("if", "unless", "or", "else", "otherwise", "except", "not", "when", "provided", "instead", "rather", "only")
)


@of_lines
def is_unordered(text: str) -> bool:
    """Whether a text that cannot be read speaks of what is not to be done."""
    said = f" {folded(text)} "
    return any(f" {word} " in said for word in _UNORDERED)


@of_lines
def is_account(text: str) -> bool:
    """Whether a text that cannot be read counts what money there is: `I have 60 in cash`, `so 52 are left`."""
    said = folded(text).removeprefix("so ")
    if said.endswith(_ACCOUNT_ENDS):
        return any(map(str.isdigit, said))
    behind = next((said[len(one) :].split() for one in _ACCOUNT_BEGINS if said.startswith(f"{one} ")), [])
    return next((word for word in behind if word not in _COUNTED), "").isdecimal()


def is_question(text: str) -> bool:
    """Whether a sentence asks, and does not ask the Judge to do something."""
    if not text.rstrip(" )\"'").endswith("?"):
        return False
    said = folded(text)
    return not any(said.startswith(word) for word in _ASKED_OF_THE_JUDGE)


def is_bound(text: str) -> bool:
    """Whether a text belongs to the words before it: an order with such a tail does not count without it."""
    return folded(text).partition(" ")[0] in _BINDING


def is_condition(text: str) -> bool:
    """Whether a text says on what something hangs."""
    return folded(text).partition(" ")[0] in ("if", "unless", "when", "provided", "should", "once")


def is_of_another_time(text: str) -> bool:
    """Whether a line begins with what was ordered once: `Last turn's orders: pay all, Saloon 12`."""
    words = folded(text.partition(":")[0]).split()
    is_past = (
        words[:1] != ["as"]
        and not _PAST.isdisjoint(words)
        and not _PERIODS.isdisjoint(one.removesuffix("s") for one in words)
    )
    return (
        is_past
        and (":" in text or words[-1] in ("were", "was", "are", "wrote", "sent", "ordered", "played"))
        and not _SAID.isdisjoint(words)
    )


_PAST = frozenset("last previous".split())
_PERIODS = frozenset("turn time round year".split())
_SAID = frozenset("orders bids letter order bid raids moves wrote sent ordered played".split())


def is_now(text: str) -> bool:
    """Whether a line heads what counts today: `This time`, `Mine:`, `That was it. This turn:`."""
    said = folded(text.rpartition(". ")[2] if text.endswith(":") else text)
    return said.startswith(("this turn", "this time", "this round", "now", "today", "mine", "my orders now"))


def is_quoted(text: str) -> bool:
    """Whether something is in quotation marks."""
    return '"' in text
