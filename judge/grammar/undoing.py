"""Words outside of an order that undo it: behind it, alone in a sentence, at the head of its own, or by its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Literal

from lark import Token

from judge.grammar.limits import should_be, takes_back
from judge.grammar.numbers import number
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain, sentences

LONGEST = 400
MOST_CUTS = 12
MOST_COMMAS = 2
MOST_NAMED = 2
"""Words that name what somebody does not want."""
SHORTEST_AT_THE_END = 4
_SHAPES = Shapes("undoing.lark", lexer="basic")
_SEVERAL = Shapes("several.lark", lexer="basic")
_UNDOING = frozenset(("ALONE", "TENTATIVE", "DENIED", "FORMER", "SWAPS", "LET", "FIRST"))
_OPENING = frozenset(("JOINING", "SIGN"))
_BARE = _OPENING | {"ALONE"}
_MERE = _OPENING | {"WORD"}
"""The kinds of words that undo nothing."""
_MERE_WORD = Token("WORD", "")
_OPEN = ("no", "do", "leave")
_CUTS = (",", ":", ";", "-")
_SIGNS = " .,;:!?()-"
_OF_TWO = ("the latter", "the former")
_STRONG = ("ignore", "disregard", "forget", "scrap", "scratch", "strike", "cancel", "undo")

Kind = Literal[
    "above",
    "below",
    "placed",
    "amiss",
    "kinds",
    "hanging",
    "behind",
    "swaps",
    "corrects",
    "anew",
    "head",
    "taking",
    "given",
    "named",
]
"""All lines `above` such words are undone, some `below` them, those `placed` as they say or `amiss` there, supports or
convoys (`kinds`); what stands right before them because of what it is `hanging` on, of what is said `behind` it, of
what `swaps` it with another, or of what `corrects` it and says what is to be instead; what they say `anew`; what
stands behind them, at its `head`, which may be an order of another line (`taking`); what was `given` before, by the
name they have for it; what is `named` as what should be otherwise."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """The `words` of a line that undo something. `before`: the stretch before them, "" where the line begins with them;
    `rest`: what stands behind them, all of it and as far as each sign in it; `count`: how many lines below, or of a
    kind (0: all); `places`: of the earlier lines that are meant (-1 the last); `above`: the stretch before
    their own, where that is `before`."""

    kind: Kind
    words: str
    before: str = ""
    rest: tuple[str, ...] = ()
    count: int = 0
    places: tuple[int, ...] = ()
    _: KW_ONLY
    above: str = ""

    @property
    def of_several(self) -> bool:
        """Whether they speak of more than one order: `halve all of those`."""
        return self.kind == "behind" and of_several(self.words)

    @property
    def says_what_is_to_be(self) -> bool:
        """Whether they say what is to be instead, which a game may have read: `Sorry, just the first`, `vice versa`."""
        if self.kind == "behind":
            return not _INSTEAD.isdisjoint(_SHAPES.kinds(self.words))
        return self.kind in ("swaps", "corrects")


_INSTEAD = frozenset(("FORMER", "SWAPS"))


def of_several(words: str, is_read: bool = False) -> bool:
    """Whether words of correction speak of more than one order: `halve all of those`, `No, they stay`. `is_read`: they
    order something by themselves."""
    kinds = _SEVERAL.kinds(words)
    return ("SEVERAL" in kinds or ("THEM" in kinds and not is_read)) and "OTHERS" not in kinds


@lru_cache(maxsize=4096)
def undoings(line: str) -> tuple[Undoing, ...]:
    """The words of a line that undo something. Sentences are stretches, what stands behind a semicolon, a remark in
    brackets; such words may stand at a stretch's end behind a comma or a dash: `bid 4 - scratch that`."""
    found: list[Undoing] = []
    before = ""
    for text, is_remark in _stretches(plain(line)[:LONGEST]):
        found += _of_a_stretch(text, is_remark, before, found[-1:])
        if not is_remark:
            before = text
    return tuple(found)


def undoes_a_line(text: str) -> bool:
    """Whether a text says of an earlier line, by its place, that it does not count: `Second line is wrong`."""
    return any(one.kind in ("placed", "amiss") for one in undoings(text))


def only_undoes_a_line(text: str) -> bool:
    """Whether a text says by its place which line does not count, and nothing else: `Forget the second line.`"""
    bare = plain(text).strip(_SIGNS)
    return any(one.kind == "placed" and one.words.strip(_SIGNS) == bare for one in undoings(text))


def undoes_before(text: str) -> bool:
    """Whether a text begins with a sentence that undoes what stands before it: `halve all of those`."""
    return any(one.kind == "behind" and not one.before for one in undoings(text))


def _of_a_stretch(text: str, is_remark: bool, before: str, last: Sequence[Undoing]) -> Iterator[Undoing]:
    kinds = _SHAPES.kinds(text)
    if _OPENING.issuperset(kinds):
        return
    tokens = () if _MERE.issuperset(kinds) else _SHAPES.tokens(text)
    first = next((token for token in tokens if token.type not in _OPENING), _MERE_WORD)
    if first.type == "WHOLE":
        yield Undoing("above", str(first))
    elif first.type == "BELOW":
        yield Undoing("below", str(first), count=next((n for one in first.split() if (n := number(one))), 1))
    elif first.type == "ANEW":
        yield Undoing("anew", text, before, count=2 * first.lower().startswith(_OF_TWO))
        return
    elif first.type == "PLACED" or (first.type == "TOO" and last and last[0].kind == "placed"):
        # "Not the last one though" leaves it open what is to be instead.
        is_open = first.lower().startswith(_OPEN)
        yield Undoing("amiss" if is_open else "placed", str(first), places=places_in(first))
    elif first.type == "AMISS":
        yield Undoing("amiss", str(first), places=places_in(first))
    elif first.type == "KINDS":
        words = first.lower().split()
        yield Undoing("kinds", str(first), count=2 if {"both", "two"} & {*words} else not words[-1].endswith("s"))
    elif first.type == "GIVEN":
        yield Undoing("given", str(first))
    elif first.type == "HANGING":
        yield Undoing("hanging", text, before)
    if _is_alone(text, is_remark):
        is_swap = bool(before) and _swaps(text)
        yield Undoing("swaps" if is_swap else "behind", text, before, (before,) if is_swap else ())
    elif not is_remark and (head := _denying_head(text)):
        yield Undoing("behind", head, before)
    elif not is_remark and (tail := _tail(text)):
        without = text[: text.rfind(tail)].rstrip(_SIGNS).removesuffix(" and")
        yield Undoing("swaps", tail, text, (without,)) if _swaps(tail) else Undoing("behind", tail, text, above=before)
    elif takes_back(text):
        yield Undoing("corrects", text, before)
    alike = next((token for token in tokens if token.type == "ALIKE"), None)
    if alike is not None:
        yield Undoing("hanging", str(alike), text[: alike.start_pos].strip() or before)
    named, instead = should_be(text)
    if named and instead:
        yield Undoing("named", text, before, (named, instead))
    if first.type in ("FIRST", "TAKING") and (rest := _behind_the_head(text, tokens)):
        yield Undoing("taking" if first.type == "TAKING" else "head", str(first), rest=rest)


MIDDLE = 99
"""The place of the middle one, of however many."""
_ABOVE = frozenset(("above", "before"))
_NUMBERED = ("number", "line", "order", "no", "nr")
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def places_in(words: str) -> tuple[int, ...]:
    """The places of lines that words say: `the second and the third`, `line 2`, `the last two`."""
    said = "".join(sign if sign.isalnum() else " " for sign in words.lower()).split()
    found = [_PLACES.index(one) for one in said if one in _PLACES]
    found += [int(one[0]) - 1 for one in said if one[0].isdigit()]
    named = (one for at, one in enumerate(said) if at and said[at - 1] in _NUMBERED and not one[0].isdigit())
    found += [count - 1 for one in named if (count := number(one))]
    counts = [count for one in said[1:] if (count := number(one)) and said[said.index(one) - 1] in ("first", "last")]
    most = counts[0] if counts else 1
    if "middle" in said:
        return (MIDDLE,)
    if "last" in said or (not (found or counts) and not _ABOVE.isdisjoint(said)):
        found = list(range(-most, 0))
    elif counts:
        found = list(range(most))
    return tuple(found)


def _swaps(text: str) -> bool:
    kinds = _SHAPES.kinds(text)
    return "SWAPS" in kinds or "LET" in kinds


def _denying_head(text: str) -> str:
    """`Not him, I mean the Regulator …`, `No he doesn't, he moves …`: the words that deny what stands before; or ""."""
    commas = [place for place, sign in enumerate(text) if sign == ","][:MOST_COMMAS]
    for head in (text[:place] for place in reversed(commas)):
        kinds = _SHAPES.kinds(head)
        alone = (one for one in _SHAPES.tokens(head) if one.type == "ALONE") if "ALONE" in kinds else ()
        denies = "DENIED" in kinds or any(one.lower().startswith("not ") for one in alone)
        if denies and _is_alone(head, False):
            return head
    return ""


@lru_cache(maxsize=4096)
def denied_by_name(text: str, is_taken: bool = False) -> str:
    """The words behind a bare `not`, `no` or word of taking back that begins a sentence, up to a comma: `Sorry, not
    Belgium, Paris`, `No Saloon this time`; or "". `is_taken`: only words of taking back count."""
    words = _SHAPES.words_of(plain(text)[:LONGEST])
    kind, place, first = next((one for one in words if one[0] not in ("JOINING", "SIGN")), ("", 0, ""))
    if is_taken and kind != "TAKING":
        return ""
    end = place + len(first)
    if kind == "UNWANTED":
        # "I don't want England in Belgium" is talk.
        behind = [at + len(said) for one, at, said in words if one not in ("ANY_MORE", "SIGN")]
        return plain(text)[end : behind[-1]] if 0 < len(behind) <= MOST_NAMED else ""
    if first.lower() not in ("not", "no") and kind != "TAKING":
        return _named_before(plain(text)[:LONGEST])
    return plain(text)[end:].partition(",")[0]


def is_bare_correction(text: str) -> bool:
    """Whether a text is words of correction and nothing else: `No wait.`, `Oops`."""
    return takes_back(text) and _BARE.issuperset(_SHAPES.kinds(plain(text)[:LONGEST]))


def only_opens(text: str) -> bool:
    """Whether a text leads in what follows and says nothing: `Ah`, `Well`."""
    kinds = _SHAPES.kinds(plain(text)[:LONGEST])
    return "JOINING" in kinds and _OPENING.issuperset(kinds)


def _named_before(text: str) -> str:
    """`Saloon: out of the question`: the words before a sign behind which nothing but a denial stands; or ""."""
    head, sign, tail = text.partition(":")
    if not sign:
        head, sign, tail = text.partition(" - ")
    is_denied = bool(sign and tail.strip(_SIGNS)) and _is_alone(tail, False)
    return head if is_denied and not _is_alone(head, False) else ""


def _tail(text: str) -> str:
    """The words at the end of a stretch that take back what stands before them, behind a sign; or ""."""
    if _UNDOING.isdisjoint(_SHAPES.kinds(text)):
        return ""
    tokens = _SHAPES.tokens(text)
    first = len(tokens)
    while first and (tokens[first - 1].type in _UNDOING or tokens[first - 1].type in _OPENING):
        first -= 1
    signs = (place for place in range(first, len(tokens)) if tokens[place] in (*_CUTS, "."))
    start = next(signs, len(tokens))
    # A mere "no" may be the order: `Saloon: no`; behind dots it is none: `both disband ... no!`.
    is_undone = start > 0 and any(
        (token.type in _UNDOING and (len(token) > SHORTEST_AT_THE_END or "".join(tokens[at - 2 : at]) == ".."))
        or token.type == "TENTATIVE"
        for at, token in enumerate(tokens[start:], start)
    )
    return text[tokens[start].end_pos or 0 :].strip(_SIGNS) if is_undone else ""


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a text, and whether each is a remark in brackets."""
    # A remark stands apart, `(Mes)` in `G(Mes)` does not.
    rest = f" {text}".replace("[", "(").replace("]", ")")
    while rest:
        head, _, inside = rest.partition(" (")
        for one in sentences(head):
            yield from ((part, False) for part in one.split(";") if part.strip(_SIGNS))
        remark, closed, rest = inside.partition(")")
        if not closed and remark:
            yield from ((one, False) for one in sentences(remark))
        elif remark.strip():
            yield from ((one, True) for one in sentences(remark))


def _is_alone(text: str, is_remark: bool) -> bool:
    """Whether a stretch is nothing but such words; a remark may go on behind them: `(ignore this, it is my
    brother's)`."""
    if text.rstrip().endswith(":"):
        return False  # "Keep:" heads the lines below
    kinds: Sequence[str] = _SHAPES.kinds(text)
    if _UNDOING.isdisjoint(kinds) and "TAKING" not in kinds:
        return False
    tokens = _SHAPES.tokens(text)
    if is_remark and tokens and tokens[0].lower().startswith(_STRONG):
        comma = next((place for place, one in enumerate(tokens) if one in _CUTS), len(tokens))
        tokens = tokens[:comma]
    kinds = [token.type for token in tokens]
    return "WORD" not in kinds and not (_UNDOING.isdisjoint(kinds) and "TAKING" not in kinds)


def _behind_the_head(text: str, tokens: Sequence[Token]) -> tuple[str, ...]:
    """What stands behind the word with which a stretch begins."""
    said = [token for token in tokens if token.type != "JOINING"]
    if said[0].type == "SIGN":
        return ()
    start = said[0].end_pos or 0
    ends = [token.start_pos or 0 for token in said[1:] if token in _CUTS][:MOST_CUTS]
    found = [text[start:end].strip(" ,;:.!-") for end in (len(text), *reversed(ends))]
    return tuple(one for one in found if one)


__all__ = [
    "MIDDLE",
    "Undoing",
    "denied_by_name",
    "is_bare_correction",
    "of_several",
    "only_opens",
    "only_undoes_a_line",
    "places_in",
    "undoes_a_line",
    "undoes_before",
    "undoings",
]
