"""What a heading says of the lines below it: that they are not meant, are somebody else's, wait, or count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judge.grammar.joining import joined_by
from judge.grammar.reported import is_somebody
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain, sentences

LONGEST = 90
LONGEST_INLINE = 45
_SHAPES = Shapes("headings.lark", lexer="basic")
_SIGNS = " .,;!?*=_-#~<>"

Below = Literal["", "not", "theirs", "later", "unsure", "own", "weak", "help", "to-others"]
"""What a heading says of what is below it: it is `not` meant, `theirs`, kept for `later`, `unsure`; the writer's `own`;
`weak`: so too, as far as nothing else says otherwise; `help`: supports or convoys; `to-others`: written to them."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, and the words behind it on its line."""

    text: str
    rest: str = ""
    is_short: bool = False
    """No colon ends it."""


@lru_cache(maxsize=4096)
def heading_in(line: str) -> Heading | None:
    """The heading that a line is, or begins with; None: it has none. Most lines have no word of one."""
    text = plain(line).strip()
    if len(text) > 400:
        return None
    head, colon, rest = text.partition(":")
    head = _last_clause(sentences(head)[-1]) if colon and head.strip() else head
    rest = rest.strip(_SIGNS)
    if len(head) > (LONGEST_INLINE if rest else LONGEST) or (colon and not _may_head(head)):
        return None
    if colon:
        return Heading(head.strip(), rest)
    bare = text.strip(_SIGNS + "()[]")
    return Heading(bare, is_short=True) if len(bare) <= LONGEST and _may_head(bare) else None


def _last_clause(head: str) -> str:
    """`Last time I was late, so early today:` heads with what follows from it."""
    before, comma, last = head.rpartition(", ")
    return last if comma and before and joined_by(last) in _LEADING_ON else head


def _may_head(text: str) -> bool:
    return any(kind not in _SAYING_NOTHING for kind, _, _ in _SHAPES.words_of(text))


@lru_cache(maxsize=4096)
def _kinds(text: str) -> tuple[tuple[str, str], ...]:
    return tuple([(kind, said) for kind, _, said in _SHAPES.words_of(f"{text} :") if kind != "SIGN"])


def helps(text: str) -> bool:
    """Whether a line is a support or a convoy by its own words."""
    return "HELP" in _SHAPES.kinds(plain(text)[:400])


def points_below(text: str) -> bool:
    """Whether words point at what is below or behind them: `these two`, `the next line`."""
    return any("POINTS" in _SHAPES.kinds(word) for word in text.split())


def tells_of_the_past(text: str) -> bool:
    """Whether words only tell of what was: `Last time I was late`, not `Last time I did not …`."""
    kinds = {kind for kind, _ in _kinds(text)}
    return "GONE" in kinds and kinds.isdisjoint(("INSTEAD_OF", "NEVER", "WOULD", "EARLIER"))


def unknown_words(text: str) -> str:
    """The words of a heading that say nothing of what is below it: they may name something."""
    return " ".join(word for kind, word in _kinds(text) if kind in _WORDS)


def is_own(text: str) -> bool:
    """Whether a sentence begins with what its writer does: `I myself keep …`, `Instead …`."""
    return next(iter(_kinds(text)), ("", ""))[0] in ("I", "REAL")


def says_of_below(head: Heading, is_other: Callable[[str], bool]) -> Below:
    """What a heading says of what is below it. `is_other`: whether a text names another player."""
    found = _kinds(head.text)
    kinds = [kind for kind, _ in found]
    if head.is_short:
        return _of_a_short(found, is_other)
    if kinds[0] == "HELP" and len(found[0][1]) > 1 and set(kinds) <= {"HELP", "THEIR"}:
        return "help"
    if kinds[0] == "ADDRESSED":
        return "" if head.rest else "to-others"
    if kinds[0] == "FOE":
        return "theirs"
    if "AGAIN" in kinds or (len(found) > 1 and joined_by(found[-1][1]) in _LEADING_ON):
        return ""
    if "INSTEAD_OF" in kinds or "NEVER" in kinds:
        # "It will not: it holds." says of a piece what it does.
        return "" if head.rest and kinds[1:2] == ["DOES"] and is_somebody(found[0][1]) else "not"
    if _is_theirs(found, is_other):
        # Who said what on one line is told apart elsewhere.
        return "theirs" if not head.rest or "THEIR" in kinds else ""
    if "REAL" in kinds and "WOULD" not in kinds:
        return "own"
    if "SECOND" in kinds:
        return "not" if "GONE" in kinds else "unsure"
    if "WOULD" in kinds or "GONE" in kinds:
        return "not"
    if "LATER" in kinds:
        return "later"
    if "EARLIER" in kinds:
        return ""
    return "own" if "MINE" in kinds else "weak" if {"ALONE", "THEIR"} & set(kinds) and len(found) <= 4 else ""


def _is_theirs(found: tuple[tuple[str, str], ...], is_other: Callable[[str], bool]) -> bool:
    """`Russia's proposal`, `what he wants me to do`: not `my answer to Russia's proposal`, `I do what he says`."""
    kinds = [kind for kind, _ in found]
    said = next((at for at, kind in enumerate(kinds) if kind in ("THEIR", "SAYS", "DOES")), None)
    if said is None or "MINE" in kinds or "I" in kinds[:said]:
        return False
    who = [word.lower() for _, word in found[:said]]
    if kinds[said] == "DOES" and who[:1] != ["what"]:
        return False
    behind = [word.lower() for _, word in found[said + 1 : said + 4]] if kinds[said] == "THEIR" else []
    if behind[:1] in (["from"], ["by"], ["of"]):
        who = behind[1:]
    of_theirs = (
        any(word.lower().endswith("'s") for word in who) or kinds[said] == "SAYS" or behind or who[:1] == ["what"]
    )
    spans = (" ".join(who[at:end]) for at in range(len(who)) for end in range(at + 1, len(who) + 1))
    return any(map(is_somebody, who)) or (bool(of_theirs) and any(map(is_other, spans)))


def _of_a_short(found: tuple[tuple[str, str], ...], is_other: Callable[[str], bool]) -> Below:
    """Without a colon only a few words that say nothing else are a heading: `Old version`, `Last turn I wrote`."""
    kinds = [kind for kind, _ in found]
    strange = kinds.count("WORD")
    if "AGAIN" in kinds or strange > 2:
        return ""
    if "NEVER" in kinds:
        is_pointing = any(points_below(word) for _, word in found)
        return "not" if is_pointing or kinds[-1] == "NEVER" else ""
    if strange:
        return ""
    if "REAL" in kinds:
        return "own"
    if "GONE" in kinds and not {"SAYS", "DOES"} & set(kinds):
        return "not"
    return "theirs" if _is_theirs(found, is_other) and "THEIR" in kinds else ""


_LEADING_ON = ("AND", "BUT", "THEN")
_WORDS = ("WORD", "SMALL", "POINTS")
_SAYING_NOTHING = (*_WORDS, "SIGN", "I")

__all__ = [
    "Below",
    "Heading",
    "heading_in",
    "helps",
    "is_own",
    "points_below",
    "says_of_below",
    "tells_of_the_past",
    "unknown_words",
]
