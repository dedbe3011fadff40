"""Every figure's go, once all lines of a letter are read: who the rest are, what is corrected and what withdrawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import dropwhile, pairwise, takewhile

from judge.adjudicator.protocol import Line, Problem
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.check import certain_failure
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Choice, Go, Order, Stand
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.phrases import SHOOTING, choice_of
from judge.variants.gold_rush.remarks import begins_anew, denies, is_asked, is_kind, numbered, put_off, takes_back
from judge.variants.gold_rush.sequels import joined
from judge.variants.gold_rush.signs import headed, number_of
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.talks import Item, Option, Talk, Withdrawn, without_waiting
from judge.variants.gold_rush.tongue import anew, polite, spelled, verbs
from judge.variants.gold_rush.whom import Fault

MOST_CHOICES = 8


def carried_out(names: Names, items: Sequence[Item]) -> Sequence[Line[Order]]:
    """Every figure's go; `all` and the rest are those whom no other line names."""
    plain = _plainly(names, items)
    return _beside_others(names, items) if plain is None else plain


def _beside_others(names: Names, items: Sequence[Item]) -> Sequence[Line[Order]]:
    """The same, where lines may have to do with others."""
    items = _first_of_all(names, _but_for_the_rest(items))
    talks = [item for item in items if isinstance(item, Talk)]
    # `All fire. If M1 is down, T1 reloads instead.`: T1 is one of all.
    named = {code for one in talks if not one.heads.is_rest and not _is_in_place(one) for code in one.heads.codes}
    unread = [item for item in items if isinstance(item, Line) and isinstance(item.said, Problem)]
    named |= {code for item in unread for code in _unread_heads(names, item)}
    denied = {code for item in unread if denies(item.text) for code in _own_in(names, item)}
    found: list[Line[Order]] = []
    withdrawn: dict[int, Go] = {}
    for item in items:
        if isinstance(item, Line):
            found.append(item)
        elif isinstance(item, Withdrawn):
            _withdraw(found, item, withdrawn)
        else:
            said = _spoken(names, item, named | denied if item.heads.spares else named, found)
            if item.corrects:
                _replace(found, said, withdrawn)
            else:
                said = [_beside(names, item, found, line) for line in said]
            found.extend(said)
    unread += [line for line in found if isinstance(line.said, Problem) and line not in unread]
    return [*_without_denied(names, found, unread, _followed(names, items))] if unread else found


def _plainly(names: Names, items: Sequence[Item]) -> list[Line[Order]] | None:
    """The plain case: each talk says what other figures do, one at most is for all or the rest, and the lines that are
    not read say nothing of them; then none has to do with another. What corrects, cannot be done as said, or may go
    along with what all do, may change what others say."""
    talks: list[Talk] = []
    lines: list[Line[Order]] = []
    named: set[str] = set()
    of_all = 0
    for item in items:
        if isinstance(item, Talk):
            heads = item.heads
            if item.corrects or not (heads.is_rest or named.isdisjoint(heads.codes)):
                return None
            if heads.is_rest:
                of_all += 1
            else:
                named.update(heads.codes)
            talks.append(item)
        elif isinstance(item, Line):
            lines.append(item)
        else:
            return None
    if not talks:
        return lines
    if of_all > 1 or (of_all and any(not one.heads.is_rest and _goes_along(one) for one in talks)):
        return None
    if lines and not all(_is_idle(names, line) for line in lines):
        return None
    found: list[Line[Order]] = []
    for item in items if lines else talks:
        if isinstance(item, Line):
            found.append(item)
        elif isinstance(item, Talk):
            for line in _spoken(names, item, named, found):
                if isinstance(line.said, Problem):
                    return None
                found.append(line)
    return found


def _goes_along(talk: Talk) -> bool:
    """Whether what a talk says may be beside what all do."""
    return talk.in_place or _is_on_or_off(talk)


def _is_idle(names: Names, line: Line[Order]) -> bool:
    """Whether a line is not read and says nothing of what others order. Its words alone say that."""
    if not isinstance(line.said, Problem):
        return False
    key = line.text, line.said.code
    known: bool | None = names.idle.get(key)
    return names.idle.keep(key, _says_nothing(names, line)) if known is None else known


def _says_nothing(names: Names, line: Line[Order]) -> bool:
    if denies(line.text) or not _NAMES.isdisjoint(marks.marked(names, "go", line.text).signs):
        return False
    return not (_unread_heads(names, line) or _spoken_of(names, line) or _supposed(names, line))


_NAMES = frozenset(("^", "&", "%", "~", "@", "#", "instead"))
"""With one of these a line may go on with what is said before it."""


def _but_for_the_rest(items: Sequence[Item]) -> list[Item]:
    """`Nobody moves. D1 reloads, the rest fire at M8`: that all stand says only that they stay where they are."""
    found = [*items]
    for place, still in enumerate(items[:-1]):
        if not isinstance(still, Talk) or not _all_do(still, _STANDING):
            continue
        for behind, rest in enumerate(items[place + 1 :], place + 1):
            of_all = isinstance(rest, Talk) and rest.heads.spares and rest.heads.codes == still.heads.codes
            if isinstance(rest, Talk) and of_all and not rest.corrects and _all_do(rest, _ON_THE_SPOT):
                found[place] = replace(still, options=rest.options)
                found[behind] = replace(rest, heads=replace(rest.heads, spares=False))
                break
    return found


def _first_of_all(names: Names, items: Sequence[Item]) -> list[Item]:
    """`M4 must dismount first. All move towards D1.`: M4 goes along behind that; where it cannot, it is asked of."""
    found = [*items]
    of_all = [one for one in items if isinstance(one, Talk) and one.heads.is_rest and not one.heads.spares]
    if len(of_all) != 1:
        return found
    for place, own in enumerate(items):
        if not isinstance(own, Talk) or not _is_first(names, own):
            continue
        code = own.heads.codes[0]
        is_only = sum(isinstance(one, Talk) and not one.heads.is_rest and code in one.heads.codes for one in items) == 1
        if is_only and code in of_all[0].heads.codes and not _all_do(of_all[0], _STANDING):
            options = [replace(one, acts=[*own.options[0].acts, *one.acts]) for one in of_all[0].options]
            found[place] = replace(own, options=options)
    return found


def _is_first(names: Names, talk: Talk) -> bool:
    """Whether a talk says that somebody gets on or off a horse first."""
    if len(talk.heads.codes) != 1 or talk.heads.is_rest or not _is_on_or_off(talk):
        return False
    said = marks.marked(names, "go", numbered(talk.text)[1]).marks
    for place, one in enumerate(said):
        if one.sign == "^" and one.name is not None and one.name.choices == talk.heads.codes:
            signs = (mark.sign for mark in said[place + 1 :])
            return "first" in takewhile(lambda sign: sign not in _CLOSING, signs)
    return False


def _is_on_or_off(talk: Talk) -> bool:
    """Whether a talk is of getting on or off a horse alone."""
    return [act.data for option in talk.options for act in option.acts] in (["mount"], ["dismount"])


_CLOSING = (".", ";", ",", "!", "^", "then")
_STANDING = frozenset(("stand",))
_ON_THE_SPOT = frozenset((*SHOOTING, "reload"))


def _all_do(talk: Talk, acts: frozenset[str]) -> bool:
    """Whether a talk for all, or for the rest, speaks of such acts alone."""
    if not talk.heads.is_rest:
        return False
    done = {str(act.data) for option in talk.options for act in option.acts}
    return bool(done) and done <= acts


def _only_stands(talk: Talk) -> bool:
    """Whether a talk says no more than that somebody stands."""
    options = talk.options
    if len(options) != 1 or options[0].conditions:
        return False
    acts = options[0].acts
    return len(acts) == 1 and acts[0].data == "stand"


def _beside(names: Names, talk: Talk, found: list[Line[Order]], line: Line[Order]) -> Line[Order]:
    """An order beside an earlier one for the same figure, where one of the two hangs on a condition: both say what they
    say together."""
    behind = line.said
    figure = behind.figure if isinstance(behind, Go) else ""
    places = [place for place, one in enumerate(found) if isinstance(one.said, Go) and one.said.figure == figure]
    if not isinstance(behind, Go) or not places:
        return line
    before = found[places[-1]].said
    assert isinstance(before, Go)
    weapon = names.figures[behind.figure].weapon
    both = joined(
        before, behind, weapon, in_place=talk.in_place, is_apart=all(found[one].number != talk.line for one in places)
    )
    if isinstance(both, Go) and len(both.choices) > MOST_CHOICES:
        both = Problem("too-many-choices", {"most": MOST_CHOICES})
    if isinstance(both, Problem):
        return replace(line, said=replace(both, detail={"text": line.text, **both.detail}), notes=())
    if both is None:
        return line
    for place in places:
        if found[place].said == before:
            found[place] = replace(found[place], said=both)
    return replace(line, said=both)


def _is_in_place(talk: Talk) -> bool:
    return talk.in_place and bool(talk.options[-1].conditions)


def _followed(names: Names, items: Sequence[Item]) -> dict[tuple[int, str], Line[Order]]:
    """`T1 fires at M1. Keep two bullets.`: lines that are not read, that name none of one's own and something else,
    right behind an order."""
    found: dict[tuple[int, str], Line[Order]] = {}
    for before, item in pairwise(items):
        if not isinstance(before, Talk) or not isinstance(item, Line) or item.number - before.line > 1:
            continue
        if not isinstance(item.said, Problem) or is_asked(item.text) or put_off(item.text):
            continue
        signs = [mark.sign for mark in marks.marked(names, "go", item.text).marks]
        is_fragment = signs[:1] and (signs[0] in "~&@" or signs[0] == "not" or is_kind(signs[0], "FRAGMENT"))
        is_near = item.number == before.line and item.said.code in ("not-understood", "for-whom")
        if signs[:1] == ["~"] and not {*signs[1:2]} <= _counted():
            continue  # `2 rob D3. 3 f D2.`
        is_anew = bool(signs) and signs[0] in anew() and not {"^", "&", "~", "@"}.isdisjoint(signs)
        is_anew |= signs[1:2] == ["instead"]
        if is_anew or ((is_fragment or is_near) and {"~", "&", "@", "#"} & {*signs} and not _own_in(names, item)):
            found[before.line, before.text] = item
    return found


@cache
def _counted() -> frozenset[str]:
    return frozenset(word for one in ("_SHOTS", "_TIMES", "_INCHES", "_STOP", "_COMMA") for word in spelled(one))


def _without_denied(
    names: Names,
    found: Sequence[Line[Order]],
    unread: Sequence[Line[Order]],
    followed: Mapping[tuple[int, str], Line[Order]],
) -> Iterator[Line[Order]]:
    """Orders, but for those that a line of the same letter denies or takes back, or may say more of: which of the two
    is meant is for its writer to say. `followed`: lines that are not read, by the text of the order before."""
    against = [(item, _denied(names, item)) for item in unread if denies(item.text)]
    against += [(item, code) for item in unread if (code := _spoken_of(names, item) or _supposed(names, item))]
    for line in found:
        about = _named_in(names, line) if against and isinstance(line.said, Go) else frozenset()
        by = next((item for item, codes in against if item.text != line.text and about & codes), None)
        by = by or (followed.get((line.number, line.text)) if isinstance(line.said, Go) else None)
        yield (
            line
            if by is None
            else replace(
                line, said=Problem("taken-back-by", {"text": line.text, "by": by.text, "whole": True}), notes=()
            )
        )


def _spoken_of(names: Names, item: Line[Order]) -> frozenset[str]:
    """Of whom a line says no more than a target, a number or a place, and not what they do: `PS: M6 at D1 rather`,
    `M6 4 shots`. An order for them may be meant to be another."""
    said = marks.marked(names, "go", item.text.removeprefix("PS").lstrip(":. (")).marks
    first, then = (*(mark.sign for mark in said[:2]), "", "")[:2]
    does = not verbs().isdisjoint(mark.sign for mark in said)
    if isinstance(item.said, Problem) and item.said.code == "which-act":
        return frozenset((str(item.said.detail["figure"]),))
    if begins_anew(item.text):
        # `make that 4 for M6`
        coded = (one.name for one in said if one.name is not None and not one.name.text.isdigit())
        return frozenset(code for name in coded for code in name.choices if code in names.own)
    if first == "~" and not does:
        # `5 shots for M6`
        whose = [one.name for before, one in pairwise(said) if before.sign == "for" and one.name is not None]
        return frozenset(code for name in whose for code in name.choices if code in names.own)
    whom, behind = headed(said, names.letter)
    if any(one.sign in anew() for one in [*dropwhile(lambda one: one.sign in _SIGHS, behind)][:1]):
        # `M3: no, he is out of bullets`
        return frozenset(code for one in whom if one.name is not None for code in one.name.choices if code in names.own)
    if first not in ("^", "&") or then not in _TARGETING or (does and then != "no"):
        return frozenset()
    return frozenset(said[0].name.choices if said[0].name is not None else ()) & frozenset(names.own)


def _supposed(names: Names, item: Line[Order]) -> frozenset[str]:
    """For whom a line has another order, if it is as it asks: `He had it already? Then M1 just stands.`"""
    _, asked, behind = item.text.partition("?")
    said = marks.marked(names, "go", behind).marks if asked else []
    if verbs().isdisjoint(mark.sign for mark in said):
        return frozenset()
    named = (one.name for one in said if one.sign in ("^", "&") and one.name is not None)
    return frozenset(code for name in named for code in name.choices if code in names.own)


_SIGHS = ("oh", "ah", "hm", "hmm", "er", "well", ",")
_TARGETING = ("~", "&", "@", "#", "at", "to", "not", "no", "only", "if", "unless", "but")


def _denied(names: Names, item: Line[Order]) -> frozenset[str]:
    """Whose orders a line denies, or takes back: `T1 must not fire`, `cancel T1's shot`, `D2 instead of D1`."""
    said = marks.marked(names, "go", numbered(item.text)[1]).marks
    whole = takes_back(item.text)
    does = not verbs().isdisjoint(mark.sign for mark in said)
    found: set[str] = set()
    for place, mark in enumerate(said):
        if mark.sign not in ("^", "&") or mark.name is None:
            continue
        own = mark.sign == "^" or names.is_own(mark.name)
        behind = [one.sign for one in said[place + 1 : place + 5]]
        at = next((at for at, sign in enumerate(behind) if is_kind(sign, "DENIES")), None)
        does_not = at is not None and all(sign in ".!;" for sign in behind[at + 1 :])
        is_denied = does_not or (at is not None and not verbs().isdisjoint(behind[at + 1 :]))
        # `D1, not D3`
        is_other = not own and "not" in [one.sign for one in said[max(0, place - 2) : place]] and not does
        if whole or (own and is_denied) or is_other:
            found |= {*mark.name.choices}
    return frozenset(found)


def _named_in(names: Names, line: Line[Order]) -> frozenset[str]:
    """The figure that an order is for, and those it names."""
    said = marks.marked(names, "go", numbered(line.text)[1]).marks
    codes = {code for one in said if one.sign == "&" and one.name is not None for code in one.name.choices}
    return frozenset({line.said.figure} if isinstance(line.said, Go) else ()) | codes


def _unread_heads(names: Names, item: Line[Order]) -> tuple[str, ...]:
    """The figures of a line that is not read: they are none of the rest. Where it was not understood at all, nobody
    knows which of those it names it is for."""
    if not isinstance(item.said, Problem) or item.said.code == "not-your-group":
        return ()
    if item.said.code == "not-ordered":
        said = marks.marked(names, "go", numbered(item.text)[1]).marks
        if denies(item.text) and said and said[0].sign in spelled("ALL"):
            # `Everyone rides there but not the two at the shop`
            return names.own
        if denies(item.text) and verbs().isdisjoint(mark.sign for mark in said):
            # `All towards D3. M4 and M2 not.`
            return _own_in(names, item)
        # `1: to the saloon?` is no order, and says that 1 may do something else.
        headed = [one.sign for one in marks.marked(names, "go", numbered(item.text)[1]).marks[:2]] == ["^", ":"]
        return _listed_in(names, item) if headed else ()
    if item.said.code in _UNKNOWN:
        return _listed_in(names, item)
    marked = marks.marked(names, "go", numbered(item.text)[1]).marks
    return tuple(code for one in marked if one.sign == "^" and one.name is not None for code in one.name.choices)


_UNKNOWN = ("not-understood", "for-whom", "unclear-beside")


def _listed_in(names: Names, item: Line[Order]) -> tuple[str, ...]:
    """The figures that a line is for, and those that it begins with: `my men 1, T3 and 4 dance`."""
    found: list[str] = []
    begins = True
    said = marks.marked(names, "go", numbered(item.text)[1]).marks
    for place, one in enumerate(said):
        beside = {near.sign for near in (*said[max(0, place - 1) : place], *said[place + 1 : place + 2])}
        does = any(is_kind(word, "DOES") or word in verbs() for word in beside)
        if one.name is not None and (one.sign == "^" or (one.sign == "&" and begins)):
            found += one.name.choices
        elif one.name is not None and begins and one.name.text.isdigit() and (does or beside & {",", "and", ":"}):
            found.append(f"{names.letter}{number_of(one.name) // INCH}")
        else:
            begins &= one.sign in (",", "and") or (one.sign,) in polite()
    return tuple(code for code in found if code in names.own)


def _own_in(names: Names, item: Line[Order]) -> tuple[str, ...]:
    """One's own figures in a line that denies or takes back something: nobody decides for them."""
    marked = marks.marked(names, "go", numbered(item.text)[1]).marks
    codes = (code for one in marked if one.sign in ("^", "&") and one.name is not None for code in one.name.choices)
    return tuple(code for code in codes if code in names.own)


def _replace(found: list[Line[Order]], said: Sequence[Line[Order]], withdrawn: dict[int, Go]) -> None:
    """An earlier line about the same says from here on what the later one does."""
    new = {line.said.subject: line.said for line in said if isinstance(line.said, Go)}
    for place, line in enumerate(found):
        old = withdrawn.get(place) or line.said
        if isinstance(old, Go) and old.subject in new:
            found[place] = replace(line, said=new[old.subject], notes=())


def _withdraw(found: list[Line[Order]], item: Withdrawn, withdrawn: dict[int, Go]) -> None:
    """The lines that are to be forgotten are ordered no longer."""
    numbers = sorted({line.number for line in found})
    number = numbers[item.which - 1] if 0 < item.which <= len(numbers) else numbers[-1] if numbers else 0
    for place, line in enumerate(found):
        if line.number == number and isinstance(line.said, Go):
            withdrawn[place] = line.said
            found[place] = replace(line, said=Problem("not-ordered", {"text": line.text}), notes=())


def _spoken(names: Names, talk: Talk, named: set[str], before: Sequence[Line[Order]]) -> list[Line[Order]]:
    """A talk as lines, one for each figure."""
    heads, notes = talk.heads, talk.notes
    is_rest = heads.is_rest
    if len(heads.codes) == 1 and not (is_rest or heads.count or heads.spares):
        # The plain case of one.
        said = _go(names, heads.codes[0], talk, is_shared=False)
        return [Line(talk.line, talk.text, said, () if isinstance(said, Problem) else notes)]
    if heads.spares and not talk.corrects:
        # `All but T1 fire. The rest stand.`
        named = named | {line.said.figure for line in before if isinstance(line.said, Go) and not line.rest}
    codes = [code for code in heads.codes if code not in named] if is_rest else heads.codes
    if heads.count and heads.count != len(codes):
        notes = (*notes, Problem("not-so-many", {"count": heads.count, "choices": tuple(codes)}))
    if not codes:
        is_still = _all_do(talk, _STANDING)
        other = next((line for line in before if isinstance(line.said, Go) and is_still), None)
        nobody = Problem("nobody-left", {"text": talk.text})
        return [Line(talk.line, talk.text, nobody if other is None else other.said, (nobody,) if other else ())]
    goes: list[tuple[str, Go | Problem]]
    if len(codes) > 1 and _only_stands(talk):
        # The plain case of many: all do the same, whoever they are.
        choices = (Choice(Stand()),)
        goes = [(code, Go(code, choices)) for code in codes]
    else:
        goes = [(code, _go(names, code, talk, is_shared=is_rest or len(codes) > 1)) for code in codes]
    if is_rest:
        tried = [(code, certain_failure(names.seen, names.seat, go) if isinstance(go, Go) else go) for code, go in goes]
        cannot = [(code, problem) for code, problem in tried if problem is not None]
        if cannot and len(cannot) < len(goes):
            # An act that some of them cannot do costs the others nothing.
            left_out = {code for code, _ in cannot}
            goes = [(code, go) for code, go in goes if code not in left_out]
            notes = (*notes, Problem("some-cannot", {"choices": tuple(sorted(left_out)), "why": cannot[0][1].code}))
    return [
        Line(talk.line, talk.text, go, () if isinstance(go, Problem) or place else notes, heads.spares)
        for place, (_, go) in enumerate(goes)
    ]


def _go(names: Names, code: str, talk: Talk, *, is_shared: bool) -> Go | Problem:
    figure = names.figures[code]
    if len(talk.options) > MOST_CHOICES:
        return Problem("too-many-choices", {"most": MOST_CHOICES})
    try:
        return Go(code, tuple([_choice(names, figure, option, is_shared=is_shared) for option in talk.options]))
    except Fault as fault:
        problem = fault.problem
        if problem.code in ("not-understood", "nothing-after-attack") and not problem.detail.get("text"):
            problem = replace(problem, detail={**problem.detail, "text": talk.text})
        return problem


def _choice(names: Names, figure: Figure, option: Option, *, is_shared: bool) -> Choice:
    deed = option.only
    if deed is not None:
        return deed.choice(names, figure, is_shared=is_shared)
    return choice_of(names, figure, without_waiting(option.acts), option.conditions, is_shared=is_shared)


__all__ = ["carried_out"]
