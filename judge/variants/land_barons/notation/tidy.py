"""Lines made plain before they are cut, and corrections within them: what is taken back is not ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.grammar.finding import Piece
from judge.grammar.memory import of_lines
from judge.grammar.numbers import number, place
from judge.grammar.shape import Marked, Stuck, Tongue
from judge.grammar.text import folded
from judge.variants.land_barons.notation.clauses import Clause

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
_WHY = frozenset(("because", "cause", "cos", "coz", "cuz"))
_IFS = frozenset(("if", "unless", "when", "provided"))
"""Behind these a sign compares; elsewhere `>` is an arrow."""
_HEADING = frozenset(("pay", "pays", "paying", "hire", "recruit", "discard"))
"""Verbs behind which a dash is a colon: it separates them from what they are about."""
_UNDOING = (
    *((word, "that") for word in ("scratch", "forget", "cancel", "strike", "scrap", "belay")),
    ("forget", "it"), ("never", "mind"),
)  # fmt: skip
"""Words of correction that may stand alone behind what they take back."""
_AGAIN = (
    ("sorry", "make", "that"), ("no", "sorry"), ("no", "wait"), ("wait", "no"), ("i", "mean"), ("make", "that"),
    ("make", "it"), ("actually", "make", "it"), ("actually", "make", "that"), ("correction",),
    ("or", "rather"), ("on", "second", "thoughts"), ("on", "second", "thought"), ("no", ":"), ("sorry",), ("actually",),
    *_UNDOING,
)  # fmt: skip
_THOSE = frozenset(("he", "she", "it", "they"))
_AGAIN_BEGINS = frozenset(words[0] for words in _AGAIN)
_INSTEAD = (("instead", "of"), ("rather", "than"), ("in", "place", "of"), ("and", "not"))
_AFTERTHOUGHTS = (("after", "all"), ("instead",), ("on", "second", "thoughts"), ("on", "second", "thought"))
_FORGET = ("forget", "cancel", "drop", "ignore", "scratch", "delete", "remove", "withdraw", "retract", "scrap")
_MAY_BE_OF_COUNTERS = ("drop", "scrap", "remove")
"""Of those the ones that throw a counter away, where no bid is spoken of."""


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
    return " ".join(_with_signs(words)).strip()


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


def is_aside(clause: Clause) -> bool:
    """Whether an unread clause holds nothing of the game: no name, no figure, nothing that calls an order off."""
    pieces = clause.marked.pieces if clause.marked is not None else ()
    words = [one.sign if one.name is None else one.name.text.lower() for one in pieces]
    turning = _ORDERING | _DENYING | _OF_MANY
    return all(one.name is None or one.name.guessed for one in pieces) and not any(
        word in turning or _is_figure(word) for word in words
    )


def _is_figure(word: str) -> bool:
    """`12`, `ten`; one may be anybody, and the first of something is no sum."""
    return word.isdigit() or (word not in ("one", "first", "second", "last") and number(word) is not None)


def reason_in(marked: Marked) -> slice | None:
    """The pieces that give a reason, up to the next comma; None: no reason is given, or nothing comes before it."""
    signs = [one.sign for one in marked.pieces]
    start = next((place for place, sign in enumerate(signs) if place and sign in _WHY), None)
    return (
        None
        if start is None
        else slice(start, next((end for end in range(start, len(signs)) if signs[end] == ","), len(signs)))
    )


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


_AT = frozenset(("at", "in", "from"))


def _is_place(pieces: Sequence[Piece], at: int) -> bool:
    at += at < len(pieces) and pieces[at].sign in _AT
    return at < len(pieces) and pieces[at].sign == "@"


def _is_of_many(piece: Piece) -> bool:
    """Whether several units of a kind are named: `Regulators`, `Regs`."""
    name = piece.name
    said = name.text.lower() if name is not None and piece.sign == "#" else ""
    return said.endswith("s") and name is not None and not any(one.endswith("s") for one in name.choices)


# -- corrections ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrected:
    """A sentence as it is meant. `replaces`: it takes the place of what was said before."""

    marked: Marked
    replaces: bool = False


def corrected(tongue: Tongue, marked: Marked, starts: Sequence[str]) -> Corrected:
    """`12 on Saloon, no wait, 14`, `14 instead of 12`, `sorry, make that Bank`: what was meant in the end."""
    marked, was_instead = _instead(marked)
    marked, was_afterthought = _without_afterthought(marked)
    was_instead = was_instead or was_afterthought
    pieces = marked.pieces
    found = _marker(pieces)
    if found is None:
        return Corrected(marked, was_instead)
    start, end = found
    while end < len(pieces) and pieces[end].sign in (",", ":", "-"):
        end += 1
    head, tail = pieces[:start], pieces[end:]
    while head and head[-1].sign in (",", "-", ":", "and", "but"):
        head = head[:-1]
    if not tail:
        return Corrected(marked, False)
    way = _on_another_way(head, tail) or _for_nothing(head, tail)
    if way:
        return Corrected(Marked(marked.text, way), True)
    if not head or not isinstance(tongue.readings(Marked(marked.text, tail), starts), Stuck):
        return Corrected(Marked(marked.text, tail), True)
    fixed = _with(head, tail) or _of_the_same(tongue, marked.text, starts, head, tail)
    return Corrected(Marked(marked.text, fixed), True) if fixed else Corrected(marked, False)


def continued(last: Marked, marked: Marked) -> Marked | None:
    """A correction of the sentence before it, together with that one; None: it corrects nothing."""
    found = _marker(marked.pieces)
    if found is None or found[0]:
        return None
    comma = Piece(",", marked.pieces[0].start, marked.pieces[0].start)
    return Marked(marked.text, (*last.pieces, comma, *marked.pieces))


def _marker(pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """The places of words of correction."""
    signs = [one.sign for one in pieces]
    if signs[:1] == ["make"] and next((one for one in signs[1:] if one not in ("the", "my")), "") == "#":
        # `make the Saloon 15`
        return 0, 1
    for start, first in enumerate(signs):
        if first == "no" and _is_between_figures(signs, start):
            return start, start + 1
        for words in _AGAIN if first in _AGAIN_BEGINS else ():
            end, matched = start, 0
            while end < len(signs) and matched < len(words):
                if signs[end] == words[matched]:
                    matched += 1
                elif signs[end] != "," or not matched:
                    break
                end += 1
            if matched == len(words) and (
                start == 0 or len(words) > 1 or signs[start - 1] in (",", "-", ":", "and", "but")
            ):
                longer = _marker(pieces[end:]) if end < len(signs) else None
                if longer is not None and all(sign in (",", "-") for sign in signs[end : end + longer[0]]):
                    return start, end + longer[1]
                return start, end
    return None


def _is_between_figures(signs: Sequence[str], at: int) -> bool:
    """`10, no, 12`: a no by itself."""
    around = (*signs[max(0, at - 2) : at], *signs[at + 1 : at + 3])
    return len(around) == 4 and around[1:3] == (",", ",") and all(number(around[one]) is not None for one in (0, 3))


def _with(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """The first version with one thing in it changed: the last of its kind."""
    said = [one for one in tail if one.sign not in ("$", ",", "please", "the")]
    if len(said) != 1:
        return _with_ladder(head, said)
    new = said[0]
    kind = new.sign if new.name is not None else "0" if number(new.sign) is not None else ""
    for at in range(len(head) - 1, -1, -1):
        old = head[at]
        if kind and (old.sign == kind or (kind == "0" and old.name is None and number(old.sign) is not None)):
            return (*head[:at], new, *head[at + 1 :])
    return ()


def _with_ladder(head: Sequence[Piece], said: Sequence[Piece]) -> tuple[Piece, ...]:
    """`Braves 15, make that 16/18`: a ladder for the last sum or ladder."""
    if not said or not all(_is_rung(one) for one in said):
        return ()
    end = next((at for at in range(len(head), 0, -1) if _is_rung(head[at - 1])), 0)
    start = end
    while start and _is_rung(head[start - 1]):
        start -= 1
    return (*head[:start], *said, *head[end:]) if end else ()


def _is_rung(piece: Piece) -> bool:
    return piece.name is None and (piece.sign == "/" or number(piece.sign) is not None)


def _on_another_way(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """`Gunslinger 0507-0606, no: 0507-0607`: the same units from the same place."""
    ways = [one for one in tail if one.name is not None]
    is_way = len(ways) > 1 and all(one.sign in ("@", "-", ",") for one in tail)
    if not is_way or not any(one.sign == "#" for one in head):
        return ()
    starts = [at for at, one in enumerate(head) if one.name is not None and one.name.choices == ways[0].name.choices]  # type: ignore[union-attr]
    return (*head[: starts[-1]], *tail) if starts else ()


def _for_nothing(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """`Bank 7, no, wait, nothing`: nothing for what a sum was said for."""
    ends = [at for at, one in enumerate(head) if number(one.sign) is not None]
    is_nothing = len(tail) == 1 and tail[0].sign in ("nothing", "none", "zero")
    if not is_nothing or not ends or all(one.sign != "#" for one in head):
        return ()
    return (*head[: ends[-1]], *tail, *head[ends[-1] + 1 :])


def scratched(marked: Marked) -> bool:
    """Whether a sentence ends in words that take it back (`Bandidos 20 - scratch that`), and says nothing instead."""
    found = _marker(marked.pieces)
    if found is None or not found[0]:
        return False
    words = tuple(one.sign for one in marked.pieces[found[0] : found[1]] if one.sign != ",")
    behind = marked.pieces[found[1] :]
    is_all = not any(one.name is not None or one.sign in _ORDERING or _is_figure(one.sign) for one in behind)
    return words[-2:] in _UNDOING and is_all


def apart(marked: Marked) -> tuple[Marked, Marked] | None:
    """`15 on the Saloon, and forget the Lynch Mob`, `Cowboys to 0607, oops, not the Cowboys, the Gunslinger`: what is
    ordered, and what is taken back behind it."""
    pieces = marked.pieces
    for at in range(1, len(pieces) - 1):
        if pieces[at - 1].sign not in (",", "and", "-", "but"):
            continue
        start = next((place for place in range(at, len(pieces)) if pieces[place].sign not in _LEADS), len(pieces))
        behind = [one for one in pieces[start:] if one.sign not in ("the", "my", "bid", "on")]
        is_one = len(behind) > 1 and behind[1].sign == "#"
        if is_one and (
            behind[0].sign in _FORGET or (behind[0].sign == "not" and behind[2:3] and behind[2].sign == ",")
        ):
            return Marked(marked.text, pieces[: at - 1]), Marked(marked.text, pieces[at:])
    return None


_LEADS = ("oops", "whoops", "no", "sorry", "oh", ",", "wait")


def but_another(marked: Marked) -> tuple[str, Marked] | None:
    """`oops, not the Cowboys, the Gunslinger: 0407-0507`: who is not meant, and what is ordered instead."""
    pieces = marked.pieces
    at = next((place for place, one in enumerate(pieces) if one.sign not in _LEADS), len(pieces))
    rest = [one for one in pieces[at:] if one.sign not in ("the", "my")] if pieces[at : at + 1] else []
    if len(rest) < 4 or rest[0].sign != "not" or rest[1].name is None or rest[1].sign != "#" or rest[2].sign != ",":
        return None
    return rest[1].name.choices[0], Marked(marked.text, tuple(rest[3:]))


def _of_the_same(
    tongue: Tongue, text: str, starts: Sequence[str], head: Sequence[Piece], tail: Sequence[Piece]
) -> tuple[Piece, ...]:
    """`Regulator at 0607 to 0507 - no wait, that is madness, he stands`: those of the first version, and what they do
    instead; a remark may stand between."""
    while tail and tail[-1].sign in (",", "-"):
        tail = tail[:-1]
    if not tail:
        return ()
    last = next((at for at in range(len(tail) - 1, -1, -1) if tail[at].sign in (",", "-")), -1)
    who, *does = tail[last + 1 :]
    if who.sign not in _THOSE or not does or any(one.name is not None for one in tail[: last + 1]):
        return ()
    for end in range(len(head) - 1, 0, -1):
        fixed = (*head[:end], *does)
        if not isinstance(tongue.readings(Marked(text, fixed), starts), Stuck):
            return fixed
    return ()


def _instead(marked: Marked) -> tuple[Marked, bool]:
    """Without `instead of 12`, `rather than the Saloon`, `22, not 20`."""
    pieces = marked.pieces
    signs = [one.sign for one in pieces]
    contrast = _contrast(pieces)
    if contrast is not None:
        return Marked(marked.text, (*pieces[: contrast.start], *pieces[contrast.stop :])), True
    for words in _INSTEAD[:3]:
        for start in range(1, len(signs) - len(words)):
            if tuple(signs[start : start + len(words)]) == words:
                end = start + len(words)
                while end < len(signs) and signs[end] in ("the", "a", "on", "for", "$", "my"):
                    end += 1
                left = (*pieces[:start], *pieces[end + 1 :])
                return Marked(marked.text, left), True
    return marked, False


def _contrast(pieces: Sequence[Piece]) -> slice | None:
    """The pieces that say which sum or space is not meant behind the one that is: `22, not 20`, `0409, not to 0207`."""
    signs = [one.sign for one in pieces]
    start = signs.index("not") if "not" in signs[1:] else 0
    end = next((at for at in range(start + 1, len(signs)) if signs[at] not in _BEFORE_ONE), len(signs))
    if not start or end >= len(signs) or signs[end + 1 : end + 2] not in ([], [","]):
        return None
    kind = _kind_of_one(pieces[end])
    start -= signs[start - 1] == ","
    near = next((at for at in range(start, 0, -1) if signs[at - 1] not in _TO_ME), 0)
    before = next((one for one in reversed(pieces[:start]) if _kind_of_one(one)), None)
    is_of_many = not _MANY.isdisjoint(signs[:start]) or any(
        one.sign == "#" and one.name is not None and one.name.text.lower() == "regulators" for one in pieces[:start]
    )
    if not kind or before is not pieces[near - 1] or _kind_of_one(before) != kind or (kind == "@" and is_of_many):
        return None
    return slice(start, end + 1)


def _kind_of_one(piece: Piece) -> str:
    """`@` for a space, `0` for a figure; "" for anything else."""
    if piece.name is not None:
        return "@" if piece.sign == "@" else ""
    return "0" if piece.sign.isdecimal() else ""


_TO_ME = frozenset(("to", "me", "us", "dollars", "bucks"))
_BEFORE_ONE = frozenset(("to", "at", "in", "on", "for", "the", "$"))
_MANY = frozenset(("all", "everybody", "everyone", "everything", "both", "units", "rest", "others"))


def _without_afterthought(marked: Marked) -> tuple[Marked, bool]:
    """`no bid on the Bank after all`: what stands behind an order and says that it corrects another."""
    pieces = marked.pieces
    signs = tuple(one.sign for one in pieces)
    for words in _AFTERTHOUGHTS:
        for start in range(1, len(signs) - len(words) + 1):
            end = start + len(words)
            if signs[start:end] == words and signs[end : end + 1] in ((), (",",)):
                return Marked(marked.text, (*pieces[:start], *pieces[end:])), True
    return marked, False


def taken_back(marked: Marked) -> str | int | None:
    """The counter or unit, or the number of the line, that is not to be; None where nothing is taken back."""
    found = _marker(marked.pieces)
    pieces = marked.pieces[found[1] :] if found is not None and found[0] == 0 else marked.pieces
    of_bids = any(one.sign == "bid" for one in pieces)
    passed = (",", "the", "my", "bid", "on", "order", "for", "please", "and")
    pieces = tuple(one for one in pieces if one.sign not in passed)
    if len(pieces) < 2 or pieces[0].sign not in _FORGET:
        return None
    second = pieces[1]
    is_sure = of_bids or pieces[0].sign not in _MAY_BE_OF_COUNTERS
    if second.name is not None and second.name.sign == "#" and len(pieces) == 2 and is_sure:
        return second.name.choices[0]
    signs = [one.sign for one in pieces[1:]]
    if "line" in signs and len(signs) == 2:
        which = next(one for one in signs if one != "line")
        if which.isdecimal():
            return int(which)
        try:
            return place(which)
        except ValueError:
            return None
    return None
