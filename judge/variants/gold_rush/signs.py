"""The signs that a line becomes, and what several of them say together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from judge.adjudicator.plane import Point
from judge.grammar.finding import Name
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.vocabulary import CORRECTIONS, FALLEN, FALLING, FIRING, KILLING, LEFT_OVER


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign or a word of the shape, and the stretch of the line that it stands for."""

    sign: str
    start: int
    end: int
    name: Name | None = None


def with_falls(marks: list[Mark]) -> list[Mark]:
    """`fire at M2, and when M2 is down, at M4`: so a volley goes on by itself, and it says no more than `then`; and so
    it does until M2 is down."""
    marks = _felled(marks)
    for start, mark in enumerate(marks):
        if mark.sign not in _WHEN:
            continue
        spoken = [one.name.choices for one in marks[:start] if one.sign == "&" and one.name is not None]
        end = start + 1
        likely = spoken if marks[start - 1].sign == "&" else spoken[-1:]
        while end < len(marks) and (_is_falling(marks[end]) or _choices(marks[end]) in likely):
            end += 1
        falls = any(one.sign in FALLEN for one in marks[start:end])
        fires = not FIRING.isdisjoint(one.sign for one in marks[:start])
        if falls and fires and spoken:
            if mark.sign in _UNTIL:
                end -= marks[end - 1].sign in (",", "then")
                return with_falls([*marks[:start], *marks[end:]])
            while end < len(marks) and marks[end].sign in LEFT_OVER:
                end += 1
            if end < len(marks) and marks[end].sign in ("at", "into", "&"):
                start -= marks[start - 1].sign == "but"
                return [*marks[:start], Mark("then", mark.start, marks[end - 1].end), *marks[end:]]
            if end == len(marks) or marks[end].sign in (".", ";", "!", ","):
                return _fallen_before(marks, start, end)
    return marks


_UNTIL = ("until", "till", "untill")
_WHEN = ("when", "once", "if", "should", *_UNTIL)


def _felled(marks: list[Mark]) -> list[Mark]:
    """`if he kills D3` as `if D3 is down`."""
    for at, mark in enumerate(marks):
        kills = at + 1 + (len(marks) > at + 1 and marks[at + 1].sign in ("he", "she", "they", "&", "^"))
        if mark.sign in _WHEN and kills + 1 < len(marks) and marks[kills].sign in KILLING:
            whom, behind = marks[kills + 1], kills + 2 + (len(marks) > kills + 2 and marks[kills + 2].sign == "early")
            if whom.sign == "&":
                is_down = [whom, Mark("is", whom.end, whom.end), Mark("down", whom.end, whom.end)]
                return [*marks[: at + 1], *is_down, *marks[behind:]]
    return marks


def _is_falling(mark: Mark) -> bool:
    """A word of `when that one is down`; one is no number there."""
    return mark.sign in FALLING or (mark.name is not None and mark.name.text.lower() == "one")


def _fallen_before(marks: list[Mark], start: int, end: int) -> list[Mark]:
    """`fire at M2, and at M4 once M2 is down`: the second volley comes then, whatever is left of the first."""
    here = start - 1
    while here > 0 and (marks[here].sign == "&" or marks[here].sign in LEFT_OVER):
        here -= 1
    begins = here - 1
    while begins > 0 and marks[begins].sign in LEFT_OVER:
        begins -= 1
    is_volley = here > 1 and marks[here].sign in ("at", "into") and marks[begins].sign in (",", "and", "then", "or")
    if marks[here].sign in ("or", "then") and marks[here + 1].sign == "&":
        # `fire at M2, or M4 if M2 is down`
        is_volley, begins, here = True, here, here + 1
        begins -= marks[begins - 1].sign == ","
    fallen = {_choices(one) for one in marks[start:end]} - {()}
    first = {_choices(one) for one in marks[:begins] if one.sign == "&"}
    if not is_volley or not fallen <= first or not fallen:
        return marks
    return [*marks[:begins], Mark("then", marks[begins].start, marks[here - 1].end), *marks[here:start], *marks[end:]]


def others_in(marks: Sequence[Mark], letter: str) -> set[tuple[str, ...]]:
    """The pieces that are spoken of, but for one's own."""
    return {one.name.choices for one in marks if one.sign == "&" and one.name and one.name.choices[0][:1] != letter}


def in_a_row(marks: list[Mark], letter: str, verbs: frozenset[str]) -> list[Mark]:
    """`t6 attack back t7 take gold`: one's own figure by its code before a verb, behind what an order may end with,
    begins the next."""
    found: list[Mark] = []
    for place, mark in enumerate(marks):
        behind = marks[place + 1].sign if place + 1 < len(marks) else ""
        is_own = mark.sign == "&" and mark.name is not None and mark.name.choices[0][:1] == letter
        if is_own and mark.name is not None and behind in verbs and found and found[-1].sign in _ENDING:
            name = Name("^", mark.name.text, mark.name.choices)
            found += [Mark(",", mark.start, mark.start), Mark("^", mark.start, mark.end, name)]
        else:
            found.append(mark)
    return found


def of_himself(marks: list[Mark]) -> list[Mark]:
    """`if M2 comes within 6 of D1, D1 fires` as `if M2 comes within 6, D1 fires`."""
    heads = {_choices(one) for one in marks if one.sign == "^"}
    for at, mark in enumerate(marks):
        behind = at + 1
        while behind < len(marks) and marks[behind].sign in ("~", "inches", "inch"):
            behind += 1
        signs = [one.sign for one in marks[behind : behind + 2]]
        if mark.sign == "within" and signs in (["of", "&"], ["from", "&"], ["to", "&"], ["of", "^"]):
            if heads == {_choices(marks[behind + 1])}:
                return [*marks[:behind], *marks[behind + 2 :]]
    return marks


def left_out(marks: list[Mark], letter: str, everybody: frozenset[str]) -> list[Mark]:
    """`all stand except T1`, `all stand, but not T1` as `all except T1 stand`; `all stand except T1, who fires` as `all
    stand, T1 fires`."""
    found = next((one for at in range(len(marks)) if (one := _excepted(marks, at, letter))), None)
    if found is None:
        return marks
    at, whom, behind = found
    begins = max((place + 1 for place in range(at) if marks[place].sign in _STOPS), default=0)
    begins += next((far for far, one in enumerate(marks[begins:at]) if one.sign in everybody or one.name), 0)
    rest = marks[behind:]
    if at < begins + 2:
        return marks
    if rest and rest[0].sign == ":":
        # `all fire except for D4, he takes cover`
        rest = [replace(rest[0], sign="who"), *rest[1:]]
    if "who" in [one.sign for one in rest[: 1 + (bool(rest) and rest[0].sign == ",")]]:
        joint = Mark(",", marks[at].start, marks[at].end)
        return [*marks[:at], joint, *whom, *_who_do(rest, letter)]
    if marks[begins].sign not in everybody or (rest and rest[0].sign not in _STOPS):
        return marks
    heads = begins + 1 + (marks[begins + 1].sign in ("figures", "men"))
    but = Mark("except", marks[at].start, marks[at].end)
    return [*marks[:heads], but, *whom, *marks[heads:at], *rest]


def _excepted(marks: Sequence[Mark], at: int, letter: str) -> tuple[int, list[Mark], int] | None:
    """Where an exception begins, whom it leaves out, and what is behind it: `except T1`, `, but not T1`, `but T1
    not`."""
    signs = [one.sign for one in marks]
    is_denied = signs[at] == "not" and signs[at - 1 : at] in _JOINTS
    is_apart = [signs[at]] in _JOINTS
    if not (signs[at] in _EXCEPT or is_denied or is_apart):
        return None
    behind = at + 1 + (signs[at + 1 : at + 2] == ["for"])
    whom: list[Mark] = []
    while behind < len(marks) and (signs[behind] in (",", "and") or _own(marks[behind], letter).sign == "^"):
        if signs[behind] in (",", "and") and signs[behind + 1 : behind + 2] == ["who"]:
            break
        whom.append(_own(marks[behind], letter))
        behind += 1
    if not whom or whom[-1].sign != "^" or whom[0].sign != "^":
        return None
    if is_apart and signs[at] == "but" and "who" in signs[behind : behind + 2]:
        return at, whom, behind
    if is_apart:
        behind += signs[behind : behind + 1] in (["does"], ["do"])
        if signs[behind : behind + 1] not in (["not"], ["doesn't"], ["don't"]):
            return None
        behind += 1
    elif is_denied and signs[behind : behind + 1] and signs[behind] not in _STOPS:
        return None
    while at and [signs[at - 1]] in _JOINTS:
        at -= 1
    return at, whom, behind


_JOINTS = ([","], ["but"], ["only"], ["and"])


def one_each(marks: list[Mark], letter: str) -> list[Mark]:
    """`T1 and T2 at 20,30 and 22,30`: to each of those named the point that stands in the same place; `one with T1, one
    with T2`, `a bag for T1 and T2`."""
    found: list[Mark] = []
    for place, mark in enumerate(marks):
        joins = mark.sign in (",", "and")
        signs = [one.sign for one in marks[place + 1 : place + 3]]
        if joins and found and found[-1].sign == "^" and signs[:1] == ["~"] and signs[1:] != ["@"]:
            found.append(Mark(";", mark.start, mark.end))
        elif mark.sign == "&" and [one.sign for one in found[-2:-1]] == ["^"] and found[-1].sign in (",", "and"):
            found.append(_own(mark, letter))
        else:
            found.append(mark)
    heads = [one for one in found if one.sign == "^"]
    points = [one for one in found if one.sign == "@"]
    between = [one.sign for one in found if one.sign not in ("^", "@", ",", "and", ":", "at", ".", "the", "spots")]
    listed = [one.sign for one in found if one.sign in ("^", "@")]
    if len(heads) < 2 or len(heads) != len(points) or between or listed != ["^"] * len(heads) + ["@"] * len(points):
        return found
    pairs = zip(heads, points, strict=True)
    return [one for head, at in pairs for one in (head, at, Mark(";", at.end, at.end))][:-1]


def _who_do(marks: list[Mark], letter: str) -> list[Mark]:
    """`, who fires at M1, and T2, who reloads`: what each of those does who were named."""
    found: list[Mark] = []
    for place, mark in enumerate(marks):
        signs = [one.sign for one in marks[place + 1 : place + 3]]
        is_who = mark.sign == "who" or (mark.sign == "," and signs[:1] == ["who"])
        if not is_who:
            found.append(_own(mark, letter) if signs[:1] == ["who"] or signs == [",", "who"] else mark)
    return found


_EXCEPT = ("except", "excepting", "excluding", "bar")
_STOPS = (".", ";", "!")


def corrected_first(marks: Sequence[Mark], letter: str, anew: frozenset[str]) -> list[Mark]:
    """`M3: no, he reloads` and `M3 - no, M3 reloads` as `no, M3: he reloads`; the same where nobody is corrected so."""
    heads, behind = headed(marks, letter)
    said = anew | CORRECTIONS
    end = next((at for at, one in enumerate(behind) if one.sign not in said and (not at or one.sign not in _SIGNS)), 0)
    if not heads or not end or behind[0].sign not in anew:
        return [*marks]
    words = [replace(one, sign=",") if one.sign in _SIGNS else one for one in behind[:end]]
    again, _ = headed(behind[end:], letter)
    whose = [*heads, Mark(":", heads[-1].end, heads[-1].end)]
    is_again = again and {*map(_choices, again)} == {*map(_choices, heads)}
    return [*words, *([] if is_again else whose), *behind[end:]]


_SIGNS = (",", ":", "!", "-")


def headed(marks: Sequence[Mark], letter: str) -> tuple[list[Mark], Sequence[Mark]]:
    """One's own that a line names in front, `M3` or `M1 and M3`, and all behind them and the sign that parts them."""
    heads = [_own(one, letter) for one in takewhile(lambda one: one.sign in ("^", "&", ",", "and", "-"), marks)]
    while heads and heads[-1].sign != "^":
        heads.pop()
    behind = marks[len(heads) :]
    is_plain = heads and heads[0].sign == "^" and "&" not in [one.sign for one in heads]
    return (heads, behind[[one.sign for one in behind[:1]] in _PARTING :]) if is_plain else ([], marks)


_PARTING = ([":"], [","], ["-"])


def condition_apart(marks: Sequence[Mark]) -> bool:
    """`If M1 is in sight, 2 fires and 3 reloads`, `2 fires and 3 reloads if M1 is in sight`: whether both hang on the
    condition is not said."""
    signs = [mark.sign for mark in marks]
    stop = next((at for at, sign in enumerate(signs[:-1]) if sign in (".", "!", ";")), len(signs))
    signs = signs[:stop]
    heads = [at for at, sign in enumerate(signs) if sign == "^" and (at < 2 or signs[at - 2 : at] not in _LISTED)]
    whens = [at for at, sign in enumerate(signs) if sign in _WHENS]
    if len(heads) < 2 or len(whens) != 1:
        return False
    if whens[0] < heads[0]:
        return signs[heads[1] - 1] in ("and", ",") and not {"else", "otherwise"} & {*signs[heads[0] : heads[1]]}
    last = max(at for at in heads if at < whens[0])
    is_behind = any(sign not in (":", ",", "^", "-", "both", "all") for sign in signs[last : whens[0]])
    return last != heads[0] and is_behind and signs[last - 1] == "and"


_WHENS = ("if", "when", "once", "as")
_LISTED = (["^", ","], ["^", "-"])
_ENDING = frozenset(
    "& @ # back reload reloads stand stands stays wait waits ammo gold north south east west "
    "down dead sight range contact".split()
)


def turned(marks: Sequence[Mark], letter: str, verbs: frozenset[str]) -> Iterator[list[Mark]]:
    """A line with its parts in other places, in the place where the grammar has them: `M2 is shot at by 3`, `the target
    of 3 is M2`, `36,24 is where 2 goes`, `two shots from 3 at M2`, `a reload for 2`, `if M2 is in sight 3 fires`."""
    said = [mark for mark in marks if mark.sign not in _BESIDE]
    while said and said[-1].sign in (".", "!", ","):
        said.pop()
    signs = tuple(mark.sign for mark in said)
    for pattern, made in _TURNS:
        if len(pattern) == len(signs) and all(_fits(want, sign) for want, sign in zip(pattern, signs, strict=True)):
            yield [_placed(one, said, letter) for one in made]
    if signs[:1] in (("if",), ("when",), ("once",), ("as",)):
        yield from _of_their_own(marks, letter, verbs)
        for place in range(1, len(marks) - 1):
            if marks[place].sign in ("~", "^", "&") and marks[place + 1].sign in verbs:
                own = _own(marks[place], letter)
                if own.sign == "^":
                    yield [own, *marks[:place], *marks[place + 1 :]]
        own = _own(marks[1], letter) if len(marks) > 3 else marks[0]
        if own.sign == "^":
            # `if 2 was attacked, he fires`: what is asked of 2 is asked of whoever does it.
            yield [own, marks[0], *marks[2:]]


def _of_their_own(marks: Sequence[Mark], letter: str, verbs: frozenset[str]) -> Iterator[list[Mark]]:
    """`if M2 is in range of 3, he fires`: 3 fires, if it is so for 3."""
    for place in range(1, len(marks) - 3):
        own, behind = _own(marks[place], letter), [one for one in marks[place + 1 : place + 4] if one.sign != ","]
        is_own = own.sign in ("^", "&") and _choices(own)[0][:1] == letter
        tells = [one.sign for one in behind[:2]]
        if is_own and marks[place - 1].sign in ("of", "to", "from") and tells[:1] in (["he"], ["she"], ["they"]):
            if tells[1:] and tells[1] in verbs and own.name is not None:
                head = Mark("^", own.start, own.end, Name("^", own.name.text, own.name.choices))
                yield [head, *marks[: place - 1], Mark(",", own.end, own.end), *behind, *marks[place + 4 :]]


def _fits(want: str, sign: str) -> bool:
    return sign == want or sign in _WAYS.get(want, ())


def _own(mark: Mark, letter: str) -> Mark:
    """A bare number, or a code, as the figure of one's own that it is there."""
    name = mark.name
    if mark.sign == "&" and name is not None and name.choices[0][:1] == letter:
        return Mark("^", mark.start, mark.end, Name("^", name.text, name.choices))
    if mark.sign != "~" or name is None or int(name.choices[0]) % INCH:
        return mark
    return Mark("^", mark.start, mark.end, Name("^", name.text, (f"{letter}{int(name.choices[0]) // INCH}",)))


def _placed(one: int | str, said: Sequence[Mark], letter: str) -> Mark:
    """`3`: what stands there; `^3`: that as a figure of one's own; `&3`: as somebody; else a word."""
    if isinstance(one, int):
        return said[one]
    if one[0] == "^":
        return _own(said[int(one[1:])], letter)
    if one[0] == "&":
        mark = said[int(one[1:])]
        return Mark("&", mark.start, mark.end, mark.name and Name("&", mark.name.text, mark.name.choices))
    return Mark(one, said[-1].end, said[-1].end)


_BESIDE = frozenset("the a an my our his her its should shall must will be to i we".split())
_WAYS = {
    "#fig": ("^", "~"),
    "#whom": ("&", "^"),
    "#is": ("is", "are", "gets", "get"),
    "#shot": ("shot", "fired", "shoot"),
    "#hit": ("attacked", "hit", "punched", "struck", "beaten", "fought"),
    "#goes": ("goes", "go", "moves", "move", "walks", "runs", "rides"),
    "#shots": ("shots", "shot", "bullets", "rounds"),
    "#none": ("nothing",),
    "#mine": ("&", "^", "~"),
}
"""The words that may stand in one place of a turned line."""
_TURNS: tuple[tuple[tuple[str, ...], tuple[str | int, ...]], ...] = (
    (("#whom", "#is", "#shot", "at", "by", "#fig"), ("^5", "fire", "at", "&0")),
    (("#whom", "#is", "#shot", "by", "#fig"), ("^4", "fire", "at", "&0")),
    (("#whom", "#is", "target", "of", "#fig"), ("^4", "fire", "at", "&0")),
    (("target", "of", "#fig", "#is", "#whom"), ("^2", "fire", "at", "&4")),
    (("#whom", "#is", "#hit", "by", "#fig"), ("^4", "attack", "&0")),
    (("@", "#is", "where", "#fig", "#goes"), ("^3", "move", "to", 0)),
    (("@", "#goes", "#fig"), ("^2", "move", "to", 0)),
    (("~", "#shots", "from", "#fig", "at", "#whom"), ("^3", "fire", 0, "shots", "at", "&5")),
    (("#whom", "#is", "~", "#shots", "from", "#fig"), ("^5", "fire", 2, "shots", "at", "&0")),
    (("reload", "for", "#fig"), ("^2", "reload")),
    (("reload", "#whom"), ("^1", "reload")),
    (("#none", "for", "#fig"), ("^2", "stand")),
    (("#whom", "for", "#mine"), ("^2", ":", "&0")),
    (("~", "#shots", "for", "#mine"), ("^3", 0, "shots")),
)
"""Lines with their parts in another place: what stands there, and the places of these in an order."""


def _choices(mark: Mark) -> tuple[str, ...]:
    return mark.name.choices if mark.name is not None else ()


def point_of(name: Name) -> Point:
    """The point behind a sign."""
    across, up = name.choices[0].split(",")
    return int(across), int(up)


def number_of(name: Name) -> int:
    """The number behind a sign, in hundredths."""
    return int(name.choices[0])
