"""Corrections within a sentence: what is taken back is not ordered. Their words are those of land_barons_again.lark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.grammar.beside import is_mere
from judge.grammar.courtesy import is_sure
from judge.grammar.finding import Piece
from judge.grammar.memory import of_lines, once
from judge.grammar.numbers import number, place
from judge.grammar.shape import Marked, Stuck, Tongue
from judge.variants.land_barons.notation.clauses import Clause
from judge.variants.land_barons.notation.markers import ADDING, BEHIND, OF_MANY, is_word, marker, words_of
from judge.variants.land_barons.notation.tidy import says_an_order


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
    marked = _now(marked)
    pieces = marked.pieces
    found = marker(pieces)
    if found is None or (found.kind == "MAYBE" and not found.start):
        return Corrected(marked, was_instead)
    start, end = found.start, found.end
    while end < len(pieces) and pieces[end].sign in (",", ":", "-"):
        end += 1
    head, tail = pieces[:start], pieces[end:]
    while head and head[-1].sign in (",", "-", ":", "and", "but"):
        head = head[:-1]
    if not tail:
        return Corrected(marked, False)
    tail = with_names(head, tail)
    way = _on_another_way(head, tail) or _for_nothing(head, tail) or _in_part(tongue, marked.text, starts, head, tail)
    if way:
        return Corrected(Marked(marked.text, way), True)
    if is_word(tail[0].sign, "JUST") and _many(tail) and _many(head) > 1:
        # `9 each on Saloon and Bank, sorry, only the Bank`: see narrowing.py
        return Corrected(marked, False)
    is_alone = not head or not isinstance(tongue.readings(Marked(marked.text, tail), starts), Stuck)
    if is_alone:
        if _pays_anew(head, tail):
            return Corrected(marked, False)
        return Corrected(marked, False) if found.kind == "MAYBE" else Corrected(Marked(marked.text, tail), True)
    fixed = _with(head, tail) or _of_the_same(tongue, marked.text, starts, head, tail)
    return Corrected(Marked(marked.text, fixed), True) if fixed else Corrected(marked, False)


@once
def corrects(clause: Clause) -> bool:
    """Whether an unread clause has words of correction in it: it is no aside."""
    pieces = clause.marked.pieces if clause.marked is not None else ()
    return marker(pieces) is not None or bool(of_many(pieces))


def of_many(pieces: Sequence[Piece]) -> str:
    """RECKONS where words speak of sums said before (`double the last`, `two less each`), DROPS where they take back
    orders (`drop both`), SWAPS where they change places; or ""."""
    return _of_many(" ".join([one.sign for one in pieces]))


@of_lines
def _of_many(text: str) -> str:
    offset = 0
    for sign in text.split(" ") if text else ():
        found = next((kind for kind in OF_MANY if words_of(kind).match(text, offset)), "")
        if found:
            return found
        offset += len(sign) + 1
    return ""


def turns(marked: Marked) -> str:
    """The kind of words of correction with which a sentence begins, MERE courtesies apart; or ""."""
    found = marker(marked.pieces)
    if found is None or found.start or not marked.pieces:
        return ""
    words = [one.sign for one in marked.pieces[: found.end]]
    if found.kind == "MAYBE" and not any(is_word(word, "LIGHT") for word in words):
        return ""
    text = marked.text[marked.pieces[0].start : marked.pieces[-1].end]
    return "" if is_mere(text) or is_sure(text) else found.kind


def adds(marked: Marked) -> str:
    """ONLY, TOO or AFTER_ALL, where a sentence says so of what it names; or ""."""
    text, offset = " ".join(one.sign for one in marked.pieces), 0
    found = set[str]()
    for one in marked.pieces:
        found |= {kind for kind in ADDING if words_of(kind).match(text, offset)}
        offset += len(one.sign) + 1
    return next((kind for kind in ADDING if kind in found), "")


def goes_on(marked: Marked) -> bool:
    """Whether a sentence begins with words behind which an order goes on: `then on to`, `except`."""
    return bool(marked.pieces) and is_word(marked.pieces[0].sign, "GOING_ON")


def continued(last: Marked, marked: Marked) -> Marked | None:
    """A correction of the sentence before it, together with that one; None: it corrects nothing."""
    found = marker(marked.pieces)
    if found is not None and found.start > 1 and found.end == len(marked.pieces) and found.kind in BEHIND:
        # `Only the second, I mean.`
        before = marked.pieces[: found.start - (marked.pieces[found.start - 1].sign == ",")]
        return Marked(marked.text, (*last.pieces, Piece(",", 0, 0), *marked.pieces[found.start :], *before))
    right = put_right(marked)
    if right is not None:
        was, now = right
        at = [place for place, one in enumerate(last.pieces) if _is_the_same(one, was)]
        return Marked(marked.text, (*last.pieces[: at[0]], now, *last.pieces[at[0] + 1 :])) if len(at) == 1 else None
    if found is None or found.start:
        return None
    comma = Piece(",", marked.pieces[0].start, marked.pieces[0].start)
    return Marked(marked.text, (*last.pieces, comma, *marked.pieces))


def swaps_two(marked: Marked) -> int:
    """Where words begin that let the two orders before them change what they get: `sorry, the other way round`; -1:
    nowhere."""
    signs = [one.sign for one in marked.pieces]
    text, offset = " ".join(signs), 0
    for at, sign in enumerate(signs):
        if words_of("SWAPS_TWO").match(text, offset) and (not at or is_word(signs[at - 1], "CUT")):
            return at
        offset += len(sign) + 1
    return -1


def put_right(marked: Marked) -> tuple[Piece, Piece] | None:
    """`The 12 should be 14`, `for 0606 read 0607`: the figure or place that was said, and the one that is meant."""
    if not is_word(" ".join(one.sign for one in marked.pieces), "PUTS_RIGHT"):
        return None
    was, now = (one for one in marked.pieces if one.sign == "@" or one.sign.isdecimal())
    return (was, now) if was.sign.isdecimal() == now.sign.isdecimal() else None


def _is_the_same(one: Piece, other: Piece) -> bool:
    """Whether two pieces say the same figure or place."""
    if one.name is None or other.name is None:
        return one.name is other.name and one.sign == other.sign
    return one.sign == other.sign and one.name.choices == other.name.choices


def is_of_the_last(last: Marked, marked: Marked) -> bool:
    """Whether a correction says another way from the same place, or that it is for nobody: `Cowboys 0705-0605.
    Correction, 0705-0604.`, `Pay all. Sorry, none.`"""
    found = marker(marked.pieces)
    if found is None or found.start:
        return False
    tail = marked.pieces[found.end :]
    while tail and is_word(tail[0].sign, "CUT"):
        tail = tail[1:]
    way = next((tail[at:] for at, one in enumerate(tail) if one.name is not None), ())
    ahead = [one for at, one in enumerate(last.pieces) if not at or last.pieces[at - 1].sign != "-"]
    return bool(_on_another_way(ahead, way) or _for_nothing(last.pieces, tail))


def _with(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """The first version with one thing in it changed: the last of its kind."""
    said = [one for one in tail if not is_word(one.sign, "BESIDE")]
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


def _many(pieces: Sequence[Piece]) -> int:
    """How many counters or units are named."""
    return sum(one.sign == "#" for one in pieces)


def _in_part(
    tongue: Tongue, text: str, starts: Sequence[str], head: Sequence[Piece], tail: Sequence[Piece]
) -> tuple[Piece, ...]:
    """`Both Regulators to 0507, sorry, only the first`, `pay all, wait, not the Mob`, `0507-0607-0608, sorry, without
    the 0608`, `correction, stop at 0607`: the first version, less of it."""
    said = [one for one in tail if not is_word(one.sign, "OF_PART")]
    if len(said) == 1 and said[0].name is None and is_word(said[0].sign, "WHICH_ONE"):
        many = next(
            (at for at, one in enumerate(head[:-1]) if is_word(one.sign, "MANY_OF") and head[at + 1].sign == "#"), -1
        )
        return (*head[:many], said[0], *head[many + 1 :]) if many >= 0 and _many(head) == 1 else ()
    if len(said) == 1 and said[0].sign == "#" and any(is_word(one.sign, "JUST") for one in tail):
        # `All at 0207 go to 0206, sorry, just the Mob`
        group = next((at for at, one in enumerate(head) if is_word(one.sign, "GROUP")), -1)
        return (*head[:group], said[0], *head[group + 1 :]) if group >= 0 else ()
    if len(said) != 2 or said[1].name is None:
        return ()
    how, what = said[0].sign, said[1]
    if what.sign == "#" and is_word(how, "LESS"):
        more = (replace(said[0], sign="but"), what)
        ways = ((*head[:at], *more, *head[at:]) for at in range(len(head), 0, -1))
        return next((one for one in ways if not isinstance(tongue.readings(Marked(text, one), starts), Stuck)), ())
    places = [at for at, one in enumerate(head) if one.sign == "@" and one.name is not None
              and one.name.choices == what.name.choices]  # type: ignore[union-attr]  # fmt: skip
    if what.sign != "@" or not places or not places[-1]:
        return ()
    if is_word(how, "LESS") and places[-1] == len(head) - 1 and head[-2].sign == "-":
        return tuple(head[:-2])
    return tuple(head[: places[-1] + 1]) if how in ("stop", "to") else ()


def _for_nothing(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """`Bank 7, no, wait, nothing`: nothing for what a sum was said for; `pay all, sorry, nobody`."""
    if len(tail) == 1 and is_word(tail[0].sign, "NOTHING", "NOBODY") and head[:1] and head[0].sign == "pay":
        return (head[0], replace(tail[0], sign="none"))
    ends = [at for at, one in enumerate(head) if number(one.sign) is not None]
    is_nothing = len(tail) == 1 and is_word(tail[0].sign, "NOTHING")
    if not is_nothing or not ends or all(one.sign not in ("#", "order") for one in head):
        return ()
    return (*head[: ends[-1]], *tail, *head[ends[-1] + 1 :])


def with_names(head: Sequence[Piece], tail: Sequence[Piece]) -> tuple[Piece, ...]:
    """`no, keep it: place it at 0409`, `no, pay them too`: with the names that stand before it for such a word behind
    a verb; and of two such orders the last."""
    named = [at for at, one in enumerate(head) if one.sign == "#"]
    if any(_kind_of_one(one) == "0" for one in head):
        # `Gin Mill 12. No, drop it`: the bid, and not the counter
        return tuple(tail)
    ends = [at for at in range(1, len(tail)) if is_word(tail[at].sign, "THEM") and says_an_order(tail[at - 1].sign)]
    is_one = bool(ends) and all(one.sign != "#" for one in tail) and not is_word(tail[ends[-1] - 1].sign, "KEEPS")
    if not named or not is_one or (len(ends) > 1 and not is_word(tail[ends[-1] - 2].sign, "CUT")):
        return tuple(tail)
    start, at = (ends[-1] - 1 if len(ends) > 1 else 0), ends[-1]
    behind = at + 1 + (at + 1 < len(tail) and is_word(tail[at + 1].sign, "MANY_OF"))
    if behind > at + 1 and len(named) != 2:
        return tuple(tail)
    place = tail[at]
    said = (replace(one, start=place.start, end=place.end) for one in head[named[0] : named[-1] + 1])
    return (*tail[start:at], *said, *tail[behind:])


def named_again(last: Marked, marked: Marked) -> Marked:
    """A correction of the sentence before it, with the names of that one for `it` and `them`."""
    found = marker(marked.pieces)
    if found is None or found.start:
        return marked
    tail = with_names(last.pieces, marked.pieces[found.end :])
    # A mere `no` corrects where words speak of what was named.
    led = marked.pieces[: found.end]
    led = (replace(led[0], sign="sorry"),) if [one.sign for one in led] == ["no"] else led
    return Marked(marked.text, (*led, *tail)) if tail != marked.pieces[found.end :] else marked


def scratched(marked: Marked) -> bool:
    """Whether a sentence ends in words that take it back (`Bandidos 20 - scratch that`), and says nothing instead."""
    found = marker(marked.pieces)
    if found is None or not found.start or found.kind != "UNDOING":
        return False
    return not any(one.name is not None or says_an_order(one.sign) for one in marked.pieces[found.end :])


def _pays_anew(head: Sequence[Piece], tail: Sequence[Piece]) -> bool:
    """`pay all but the Mob, sorry, pay the Mob too`: two sentences; what the second adds hangs on the first."""
    first, *signs = [one.sign for one in tail if not is_word(one.sign, "BESIDE")] or [""]
    return bool(head) and head[0].sign == first == "pay" and signs[:1] == ["#"]


def apart(marked: Marked) -> tuple[Marked, Marked] | None:
    """`15 on the Saloon, and forget the Lynch Mob`, `Cowboys to 0607, oops, not the Cowboys, the Gunslinger`: what is
    ordered, and what is taken back behind it."""
    pieces = marked.pieces
    found = marker(pieces)
    if found is not None and _pays_anew(pieces[: found.start], pieces[found.end :]):
        return Marked(marked.text, pieces[: found.start - 1]), Marked(marked.text, pieces[found.start :])
    for at in range(1, len(pieces) - 1):
        if pieces[at - 1].sign not in (",", "and", "-", "but"):
            continue
        start = next(
            (place for place in range(at, len(pieces)) if not is_word(pieces[place].sign, "LEAD")), len(pieces)
        )
        behind = [one for one in pieces[start:] if one.sign not in ("the", "my", "bid", "on")]
        is_one = len(behind) > 1 and behind[1].sign == "#"
        if is_one and (
            is_word(behind[0].sign, "FORGET") or (behind[0].sign == "not" and behind[2:3] and behind[2].sign == ",")
        ):
            return Marked(marked.text, pieces[: at - 1]), Marked(marked.text, pieces[at:])
    return None


def but_another(marked: Marked) -> tuple[str, Marked] | None:
    """`oops, not the Cowboys, the Gunslinger: 0407-0507`: who is not meant, and what is ordered instead."""
    pieces = marked.pieces
    at = next((place for place, one in enumerate(pieces) if not is_word(one.sign, "LEAD")), len(pieces))
    rest = [one for one in pieces[at:] if one.sign not in ("the", "my")] if pieces[at : at + 1] else []
    if len(rest) < 4 or rest[0].sign != "not" or rest[1].name is None or rest[1].sign != "#" or rest[2].sign != ",":
        return None
    return rest[1].name.choices[0], Marked(marked.text, tuple(rest[3:]))


def _of_the_same(
    tongue: Tongue, text: str, starts: Sequence[str], head: Sequence[Piece], tail: Sequence[Piece]
) -> tuple[Piece, ...]:
    """`Regulator at 0607 to 0507 - no wait, that is madness, he stands`: those of the first version, and what they do
    instead; a remark may stand between. `Saloon to 0207, rather to 0409`: another end of the first version."""
    while tail and tail[-1].sign in (",", "-"):
        tail = tail[:-1]
    if not tail:
        return ()
    if len(tail) > 1 and is_word(tail[0].sign, "KEEPS") and is_word(tail[1].sign, "THEM"):
        # `no, sorry, leave him there`
        tail = (tail[1], replace(tail[0], sign="stays"))
    last = next((at for at in range(len(tail) - 1, -1, -1) if tail[at].sign in (",", "-")), -1)
    who, *does = tail[last + 1 :]
    if not is_word(who.sign, "THOSE", "THEM"):
        is_end = (
            last < 0 and who.name is None and number(who.sign) is None and not is_word(who.sign, "BARE_NO", "JOINING")
        )
        last, does = -1, [*tail] if is_end else []
    if not does or any(one.name is not None for one in tail[: last + 1]):
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
    start, end = _span(signs, "INSTEAD")
    if start:
        while end < len(signs) and is_word(signs[end], "BESIDE"):
            end += 1
        return Marked(marked.text, (*pieces[:start], *pieces[_before_now(signs, end + 1) :])), True
    return marked, False


def _now(marked: Marked) -> Marked:
    """`I was going to bid 30 on the Saloon, but I think 18 is enough`: as a bid and its correction."""
    pieces = marked.pieces
    text = " ".join(one.sign for one in pieces)
    was = words_of("WAS_TO").match(text, 0)
    start, end = _span([one.sign for one in pieces], "BUT_NOW") if was is not None else (0, 0)
    if was is None or not start:
        return marked
    turn = (replace(pieces[start], sign=","), replace(pieces[start], sign="sorry"))
    behind = " ".join(one.sign for one in pieces[end + 1 :])
    now = pieces[end : end + 1] if is_word(behind, "IS_ENOUGH") else pieces[end:]
    return Marked(marked.text, (*pieces[len(was[0].split()) : start], *turn, *now))


def _before_now(signs: Sequence[str], start: int) -> int:
    """Where the words end, if there are any, that say when something was said which is not meant: `14 as I wrote
    yesterday`, `the 30 in my last mail`."""
    found = words_of("AS_BEFORE").match(" ".join(signs[start:]), 0)
    end = start + len(found[0].split()) if found is not None else start
    return end if signs[end : end + 1] in ([], [","], ["."], ["and"]) else start


def _span(signs: Sequence[str], kind: str) -> tuple[int, int]:
    """The first words of a kind behind the first word of all: where they begin and end; (0, 0): there are none."""
    text, offset = " ".join(signs), 0
    for start, sign in enumerate(signs):
        found = words_of(kind).match(text, offset) if start else None
        if found is not None:
            return start, start + len(found[0].split())
        offset += len(sign) + 1
    return 0, 0


def _contrast(pieces: Sequence[Piece]) -> slice | None:
    """The pieces that say which sum or space is not meant behind the one that is: `22, not 20`, `0409, not to 0207`."""
    signs = [one.sign for one in pieces]
    start = signs.index("not") if "not" in signs[1:] else 0
    end = next((at for at in range(start + 1, len(signs)) if not is_word(signs[at], "BESIDE")), len(signs))
    stop = _before_now(signs, end + 1)
    if not start or end >= len(signs) or signs[stop : stop + 1] not in ([], [","]):
        return None
    kind = _kind_of_one(pieces[end])
    start -= signs[start - 1] == ","
    near = next((at for at in range(start, 0, -1) if not is_word(signs[at - 1], "TO_ME")), 0)
    before = next((one for one in reversed(pieces[:start]) if _kind_of_one(one)), None)
    said = [one for one in pieces[:start] if one.name is not None or _kind_of_one(one)]
    if kind == "0" and len(said) == 2 and said[0] is before and said[1].sign == "#":
        # `12 on the Gin Mill, not 14`
        near = pieces.index(said[0]) + 1
    is_of_many = any(is_word(sign, "GROUP", "OTHERS") for sign in signs[:start]) or any(
        one.sign == "#" and one.name is not None and one.name.text.lower() == "regulators" for one in pieces[:start]
    )
    if not kind or before is not pieces[near - 1] or _kind_of_one(before) != kind or (kind == "@" and is_of_many):
        return None
    return slice(start, stop)


def _kind_of_one(piece: Piece) -> str:
    """`@` for a space, `0` for a figure; "" for anything else."""
    if piece.name is not None:
        return "@" if piece.sign == "@" else ""
    return "0" if piece.sign.isdecimal() else ""


def _without_afterthought(marked: Marked) -> tuple[Marked, bool]:
    """`no bid on the Bank after all`: what stands behind an order and says that it corrects another."""
    pieces = marked.pieces
    signs = [one.sign for one in pieces]
    start, end = _span(signs, "AFTERTHOUGHT")
    if start and signs[end : end + 1] in ([], [","]):
        return Marked(marked.text, (*pieces[:start], *pieces[end:])), True
    return marked, False


def taken_back(marked: Marked) -> str | int | None:
    """The counter or unit, or the number of the line, that is not to be; None where nothing is taken back."""
    found = marker(marked.pieces)
    is_led = found is not None and found.start == 0 and not is_word(marked.pieces[0].sign, "FORGET")
    pieces = marked.pieces[found.end :] if found is not None and is_led else marked.pieces
    of_bids = any(one.sign == "bid" for one in pieces)
    passed = (",", "the", "my", "bid", "on", "order", "for", "please", "and", "i", "that", "this")
    pieces = tuple(one for one in pieces if one.sign not in passed)
    if len(pieces) == 3 and (pieces[0].sign, pieces[-1].sign) == ("take", "back"):
        pieces = (replace(pieces[0], sign="forget"), pieces[1])
    if len(pieces) < 2 or not is_word(pieces[0].sign, "FORGET"):
        return None
    second = pieces[1]
    is_sure = of_bids or not is_word(pieces[0].sign, "OF_COUNTERS")
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


__all__ = [
    "Corrected",
    "adds",
    "apart",
    "but_another",
    "continued",
    "corrected",
    "corrects",
    "goes_on",
    "is_of_the_last",
    "named_again",
    "of_many",
    "put_right",
    "scratched",
    "swaps_two",
    "taken_back",
    "turns",
]  # fmt: skip
