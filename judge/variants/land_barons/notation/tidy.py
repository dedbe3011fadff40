"""Lines made plain before they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.grammar.finding import Piece
from judge.grammar.memory import of_lines, once
from judge.grammar.numbers import number
from judge.grammar.shape import Marked, Tongue
from judge.grammar.text import folded
from judge.variants.land_barons.notation.clauses import Clause
from judge.variants.land_barons.notation.moods import is_why, is_word

RESULTS = (
    "paid", "wins", "outbid", "tied", "void", "placed", "discarded", "held", "recruited", "goes", "moves", "stands",
    "stops", "turned back", "otherwise", "lost", "displaced", "noted", "given", "gone",
)  # fmt: skip
"""With these begin the remarks of a report behind its orders."""
_ORDERING = frozenset(
    "pay pays bid bids bidding offer offers order recruit recruits hire buy place put deploy build discard drop throw "
    "keep hold holds stand stands stay stays move moves attack attacks raid raids go goes retreat retreats fight "
    "fights lose give send draw ranch if unless not back return returns home percent half wait correction".split()
)
"""With one of these in it a text beside an order is more than an aside."""
_OF_MANY = frozenset("both each half two three four".split())
_DENYING = frozenset("no nope nah not never cancel cancelled canceled scrap forget withdrawn void".split())
_TURNING = frozenset("better second instead rather only except save but too also same likewise perhaps maybe".split())
_IFS = frozenset(("if", "unless", "when", "provided"))
"""Behind these a sign compares; elsewhere `>` is an arrow."""
_HEADING = frozenset(("pay", "pays", "paying", "hire", "recruit", "discard"))
"""Verbs behind which a dash is a colon: it separates them from what they are about."""


def in_a_row(raw: str, line: str) -> str:
    """A numbered list on one line, `1. Bank 12  2. Saloon 5`, with a semicolon for each number; any other line as it
    is. `raw`: with the number at its head."""
    begins = raw.lstrip(" (").startswith(("1.", "1)")) and not line.lstrip(" (").startswith(("1.", "1)"))
    if not begins:
        return line
    words = line.split(" ")
    heads = [at for at in range(1, len(words) - 1) if _is_listed(words, at)]
    if not heads or [int(words[at].strip("(.)")) for at in heads] != [*range(2, len(heads) + 2)]:
        return line
    ends = [0, *(at + 1 for at in heads), len(words) + 1]
    parts = [" ".join(words[start : end - 1]) for start, end in pairwise(ends)]
    return "; ".join([*(part.rstrip(",;.") for part in parts[:-1]), parts[-1]])


def _is_listed(words: list[str], at: int) -> bool:
    """Whether a word is an item's number, behind one item and before another."""
    word, before = words[at], words[at - 1].rstrip(",;.")
    figures = word.removeprefix("(")[:-1]
    is_number = word.endswith((".", ")")) and len(figures) <= _MOST_FIGURES and figures.isdecimal()
    return is_number and (before[-1:].isalnum() or before.endswith(")")) and words[at + 1][:1].isalpha()


_MOST_FIGURES = 2


@of_lines
def bare(line: str) -> str:
    """A line without rows of dots, and signs for words."""
    for old, new in (
        (" @ ", " at "),
        (" & ", " and "),
        ("w/ ", "with "),
        ("#", " "),
        ("%", " percent "),
        ("'s bid", " bid"),
    ):
        line = line.replace(old, new)
    while "!!" in line:
        line = line.replace("!!", "!")
    if ">" in line and _IFS.isdisjoint(folded(line).split()):
        # `Saloon >12` says more than a sum.
        line = "".join(" - " if sign == ">" and not _is_more(line, at) else sign for at, sign in enumerate(line))
    words = [f"{word.rstrip('.')}," if word.endswith("...") and word.strip(".") else word for word in line.split(" ")]
    words = [" : " if len(word) > 1 and not word.strip(".") else word for word in words]
    return _without_heading(" ".join(_with_signs(words)).strip())


def _without_heading(line: str) -> str:
    """What stands behind `Pay and bids:`, which pays nobody, or `In the north:`."""
    head, sign, rest = line.partition(":")
    is_heading = is_word(folded(head), "HEADS") or (rest and is_word(folded(head), "REGION"))
    return rest.strip() if (sign or not rest) and is_heading else line


def _is_more(line: str, at: int) -> bool:
    return line[at - 1 : at] in ("", " ") and line[at + 1 : at + 2].isdigit()


def _with_signs(words: list[str]) -> list[str]:
    """`18 - Saloon` bids on it, `lot 2 $16` on that lot: with the word or the sign that was left out."""
    found = list(words)
    if len(words) > 2 and words[1] == "-" and words[0].lstrip("$").isdecimal() and words[2][:1].isalpha():
        found[1] = "on"
    if len(words) > 2 and words[0].lower() in _HEADING and words[1] in ("-", "--", "–", "—"):
        found[:2] = [words[0], ""]
    for at in range(len(words) - 2):
        if words[at].lower() == "lot" and words[at + 1].isdecimal() and words[at + 2].startswith("$"):
            found[at + 1] += ":"
    return found


def uncommented(line: str, tongue: Tongue) -> str:
    """A line without a comment: what stands behind a semicolon and names nothing of the game."""
    if line.startswith(";"):
        return ""
    head, sign, tail = line.partition(" ;")
    return head if sign and not _says_something(tail, tongue) else line


def _says_something(text: str, tongue: Tongue) -> bool:
    words = folded(text).split()
    is_said = any(map(_is_figure, words)) or not (_ORDERING | _DENYING | _TURNING).isdisjoint(words)
    return (
        is_said
        or any(sign.isdigit() for sign in text)
        or any(one.sign != "%" and not one.guessed for one in tongue.names_in(text))
    )


@once
def is_aside(clause: Clause) -> bool:
    """Whether an unread clause holds nothing of the game: no name, no figure, nothing that calls an order off."""
    pieces = clause.marked.pieces if clause.marked is not None else ()
    words = [one.sign if one.name is None else one.name.text.lower() for one in pieces]
    turning = _ORDERING | _DENYING | _OF_MANY
    return all(one.name is None or one.name.guessed for one in pieces) and not any(
        word in turning or _is_figure(word) for word in words
    )


def says_an_order(word: str) -> bool:
    """Whether a word is a verb of an order, or a figure."""
    return word in _ORDERING or _is_figure(word)


def _is_figure(word: str) -> bool:
    """`12`, `ten`; one may be anybody, and the first of something is no sum."""
    return word.isdigit() or (word not in ("one", "first", "second", "last") and number(word) is not None)


def reason_in(marked: Marked) -> slice | None:
    """The pieces that give a reason, up to the next comma; None: no reason is given, or nothing comes before it."""
    signs = [one.sign for one in marked.pieces]
    start = next((at for at in range(1, len(signs)) if is_why(signs, at) or _guards(signs, at)), None)
    return (
        None
        if start is None
        else slice(start, next((end for end in range(start, len(signs)) if signs[end] == ","), len(signs)))
    )


def _guards(signs: Sequence[str], at: int) -> bool:
    """Whether words behind what somebody does say why: `stays, guards the Rangers`, `to 0606, joins the Baron`."""
    if not is_word(signs[at], "GUARDS") or "#" not in signs[:at] or signs[at - 1] in ("#", "@", "to", "and"):
        return False
    return next((sign for sign in signs[at + 1 :] if sign not in ("the", "my", "our")), "") in ("#", "&")


def spread(marked: Marked) -> Marked:
    """`Regulators 0508 and 0607 stand`, `Regulators 0508-0507 and 0607-0606`: with the unit before each place."""
    pieces = marked.pieces
    at = next((at for at in range(len(pieces) - 2) if _is_of_many(pieces[at]) and _is_place(pieces, at + 1)), None)
    if at is None:
        return marked
    unit, at = pieces[at], at + 1
    found, spots = list(pieces[:at]), 0
    is_dashed = pieces[at + 1].sign == "-"
    while _is_place(pieces, at):
        at += pieces[at].sign in _AT
        start = pieces[at].start
        found += [] if spots == 0 else [replace(unit, start=start, end=start)]
        found += [pieces[at]] if is_dashed else [Piece("at", start, start), pieces[at]]
        at, spots = at + 1, spots + 1
        while is_dashed and at < len(pieces) and (pieces[at].sign == "-" or pieces[at - 1].sign == "-"):
            found.append(pieces[at])
            at += 1
        joined = at
        while joined < len(pieces) and pieces[joined].sign in (",", "and"):
            joined += 1
        goes_on = joined > at and _is_place(pieces, joined)
        goes_on = goes_on and is_dashed == (pieces[joined + 1 : joined + 2] != () and pieces[joined + 1].sign == "-")
        if not goes_on:
            break
        found.append(replace(pieces[joined - 1], sign="and", name=None))
        at = joined
    ends = at >= len(pieces) or pieces[at].sign in (",", "-", "@")
    return marked if spots < 2 or (ends and not is_dashed) else Marked(marked.text, (*found, *pieces[at:]))


def counted(marked: Marked) -> Marked:
    """`Cowboys 0901-0902, both`, `Cowboys 8, both of them`: with the word before the only name."""
    pieces = marked.pieces
    end = next((at for at in range(len(pieces) - 1, 0, -1) if pieces[at].sign not in _OF_THEM), 0)
    named = [at for at, one in enumerate(pieces) if one.sign == "#"]
    if not end or end > len(pieces) - 1 or len(named) != 1 or pieces[end].sign not in ("both", "two"):
        return marked
    at = named[0]
    is_two = pieces[end].sign == "both" or pieces[-1].sign == "them"
    head = pieces[at + 1 : end]
    while head and head[-1].sign in (",", "the", "all"):
        head = head[:-1]
    if not is_two or not head or (at and pieces[at - 1].sign not in ("the", "my", "our", "pay")):
        return marked
    start = pieces[at].start
    return Marked(marked.text, (*pieces[:at], Piece("both", start, start), pieces[at], *head))


def each_of(marked: Marked) -> Marked:
    """`The Mob and the Cowboys all go to 0902`: all of those, however many Cowboys there are."""
    pieces = marked.pieces
    ends = (at for at in range(1, len(pieces) - 1) if is_word(pieces[at].sign, "EACH")
            and pieces[at - 1].sign in ("#", "@") and is_word(pieces[at + 1].sign, "MOVING"))  # fmt: skip
    end = next(ends, 0)
    named = [one for one in pieces[:end] if one.sign == "#"]
    found: list[Piece] = []
    for at, one in enumerate(pieces[:end]):
        before = [piece.sign for piece in pieces[:at] if piece.sign not in ("the", "my", "our")][-1:]
        is_said = any(number(sign) is not None or is_word(sign, "EACH") for sign in before)
        if one.sign == "#" and one.name is not None and one.name.text.lower().endswith("s") and not is_said:
            found.append(
                Piece("both" if pieces[end].sign == "both" and len(named) == 1 else "all", one.start, one.start)
            )
        found.append(one)
    return Marked(marked.text, (*found, *pieces[end + 1 :])) if end else marked


_OF_THEM = frozenset(("of", "them", "the"))
_AT = frozenset(("at", "in", "from"))


def _is_place(pieces: Sequence[Piece], at: int) -> bool:
    at += at < len(pieces) and pieces[at].sign in _AT
    return at < len(pieces) and pieces[at].sign == "@"


def _is_of_many(piece: Piece) -> bool:
    """Whether several units of a kind are named: `Regulators`, `Regs`."""
    name = piece.name
    said = name.text.lower() if name is not None and piece.sign == "#" else ""
    return said.endswith("s") and name is not None and not any(one.endswith("s") for one in name.choices)
