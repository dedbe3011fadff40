"""What is meant, said beside what is not: `not 0206 but 0208`, `don't recruit there, recruit here`; and lists of which
each goes with one of another list: `Saloon and Station to 0105 and 0409 respectively`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.grammar.finding import Piece
from judge.grammar.shape import Marked

_DOES = frozenset(("do", "does", "will", "shall", "should", "must"))
_REPORTS = frozenset(("is", "are", "was", "were", "did", "has", "have", "had"))
"""Before a `not` these tell what is so."""
_NOT = frozenset(("not", "don't", "dont", "doesn't", "doesnt", "won't", "wont", "shouldn't", "mustn't"))
_BEFORE_ONE = frozenset(("to", "at", "in", "into", "on", "for", "from", "the", "my", "a", "$"))
_AND = frozenset((",", "and"))
_INSTEAD = frozenset((",", ";", "but", "rather", "instead", "and", "please", "it", "he", "she", "they"))
_STAYING = frozenset("stay stand wait hold remain rest".split())
_PLACING = frozenset(("at", "in", "from"))
_EACH = "respectively"


def meant(marked: Marked) -> Marked:
    """A sentence without what it says is not meant, where the same kind of thing is said instead."""
    signs = [one.sign for one in marked.pieces]
    denials = [at for at, sign in enumerate(signs) if sign in _NOT]
    if len(denials) != 1 or signs[denials[0] - 1] in _REPORTS or "pay" in signs:
        # `don't pay the Mob, pay the Posse`: who else is paid is another question.
        return marked
    (at,) = denials
    found = (one(marked.pieces, at) for one in (_goes, _but, _again, _and_not))
    left = next(filter(None, found), ())
    return Marked(marked.text, left) if left else marked


def _but(pieces: Sequence[Piece], at: int) -> tuple[Piece, ...]:
    """`goes not to 0307 but to 0305`, `do not recruit in the town but in the ranch`: one name on either side."""
    but = next((place for place in range(at, len(pieces)) if pieces[place].sign == "but"), 0)
    behind = next((place for place in range(but + 1, len(pieces)) if pieces[place].sign not in _BEFORE_ONE), 0)
    if not but or not behind or but + 1 == len(pieces):
        return ()
    denied = but - (pieces[but - 1].sign == ",") - 1
    said = [place for place in range(at + 1, denied + 1) if _is_one(pieces[place])]
    if (
        said != [denied]
        or not _are_alike(pieces[denied], pieces[behind])
        or "," in (one.sign for one in pieces[at:denied])
    ):
        return ()
    start = denied
    while start > at + 1 and pieces[start - 1].sign in _BEFORE_ONE:
        start -= 1
    before = at - (pieces[at - 1].sign in _DOES) if at else at
    given = pieces[but + 1 :] if behind > but + 1 else (*pieces[start:denied], *pieces[but + 1 :])
    if before and pieces[before - 1].sign == ":" and given[0].sign in _BEFORE_ONE:
        given = given[1:]
    return (*pieces[:before], *pieces[at + 1 : start], *given)


def _goes(pieces: Sequence[Piece], at: int) -> tuple[Piece, ...]:
    """`The Cowboys do not stay, they go to 0902`: who does not stay goes."""
    end = next((place for place in range(at + 1, len(pieces)) if pieces[place].sign in (",", "but", ":")), len(pieces))
    denied, start = pieces[at + 1 : end], end
    while start < len(pieces) and pieces[start].sign in (*_INSTEAD, ":"):
        start += 1
    if not denied or denied[0].sign not in _STAYING or _named(denied) or start == len(pieces):
        return ()
    who = pieces[: at - (pieces[at - 1].sign in _DOES) if at else at]
    if "they" in (one.sign for one in pieces[end:start]):
        # Of two Cowboys these are both.
        all_of = next((place for place, one in enumerate(who) if one.sign == "#"), len(who))
        who = (*who[:all_of], *(Piece("all", one.start, one.start) for one in who[all_of:][:1]), *who[all_of:])
    return (*who, *pieces[start:])


def _again(pieces: Sequence[Piece], at: int) -> tuple[Piece, ...]:
    """`don't recruit at 0105, recruit at 0409`, `the Saloon does not go to the town, it goes to the ranch`: the same
    verb, with another place."""
    verb = _stem(pieces[at + 1]) if at + 1 < len(pieces) and pieces[at + 1].name is None else ""
    second = next((place for place in range(at + 2, len(pieces)) if verb and _stem(pieces[place]) == verb), 0)
    if not second:
        return ()
    denied, given = _named(pieces[at + 2 : second]), _named(pieces[second + 1 :])
    between = second
    while pieces[between - 1].sign in _INSTEAD:
        between -= 1
    is_one = len(denied) == 1 and pieces[between - 1] is denied[0] and between < second
    if not is_one or len(given) != 1 or not _are_alike(denied[0], given[0]):
        return ()
    before = at - (pieces[at - 1].sign in _DOES) if at else at
    return (*pieces[:before], *pieces[second:])


def _and_not(pieces: Sequence[Piece], at: int) -> tuple[Piece, ...]:
    """`goes to the ranch and not to the town`."""
    denied = next((place for place in range(at + 1, len(pieces)) if pieces[place].sign not in _BEFORE_ONE), 0)
    if denied != len(pieces) - 1 or at < 2 or pieces[at - 1].sign != "and" or pieces[denied].sign not in "@&":
        return ()
    return tuple(pieces[: at - 1]) if _are_alike(pieces[at - 2], pieces[denied]) else ()


def _named(pieces: Sequence[Piece]) -> list[Piece]:
    return [one for one in pieces if _is_one(one)]


def _is_one(piece: Piece) -> bool:
    """A name, or a sum."""
    return piece.name is not None or piece.sign.isdecimal()


def _stem(piece: Piece) -> str:
    return piece.sign.removesuffix("es").removesuffix("s") if piece.name is None and piece.sign.isalpha() else ""


def _are_alike(one: Piece, other: Piece) -> bool:
    """Whether two names are of one kind of thing, a settlement's being a place, or both are sums; and not the same."""
    if one.name is None and other.name is None:
        return one.sign != other.sign and one.sign.isdecimal() and other.sign.isdecimal()
    if one.name is None or other.name is None or one.name.choices == other.name.choices:
        return False
    return one.sign == other.sign or {one.sign, other.sign} == {"@", "&"}


# -- each with its own ------------------------------------------------------------------------------------------------


def respectively(marked: Marked) -> tuple[Marked, ...]:
    """`Regulators at 0105 and 0204 to 0104 and 0203 respectively`: each by itself; (): it is something else."""
    signs = [one.sign for one in marked.pieces]
    if _EACH not in signs:
        return ()
    at = signs.index(_EACH) + 1
    if signs[at : at + 1] in ([","], ["and"]):
        # `…, respectively, and 4 for the order`
        each = respectively(Marked(marked.text, marked.pieces[:at]))
        return (*each, Marked(marked.text, marked.pieces[at + 1 :])) if each else ()
    pieces = [one for one in marked.pieces if one.sign != _EACH]
    while pieces and pieces[-1].sign == ",":
        pieces.pop()
    units = [at for at, one in enumerate(pieces) if one.sign == "#"]
    if not units:
        return ()
    is_of_places = len(units) == 1
    end = units[-1] + 1
    is_placed = pieces[end:] and pieces[end].sign in _PLACING and any(one.sign == "@" for one in pieces[: units[-1]])
    if is_of_places or is_placed:
        # `Regulators at 0105 and 0204`: up to the last of these places
        end = next((at + 1 for at in range(end, len(pieces)) if pieces[at].sign == "@"), end)
        while is_of_places and end + 1 < len(pieces) and pieces[end].sign in _AND and pieces[end + 1].sign == "@":
            end += 2
    turn = next((at for at in range(end, len(pieces)) if pieces[at].sign in "@&" or _is_one(pieces[at])), len(pieces))
    whole, between, goals = pieces[units[0] : end], pieces[end:turn], _items(pieces[turn:])
    heads = _items(whole)
    if is_of_places and heads:
        at = next((at for at, one in enumerate(whole) if one.sign == "@"), 0)
        heads = [heads[0], *([*whole[:at], *one] for one in heads[1:])]
    if len(heads) < 2 or len(heads) != len(goals):
        return ()
    before = pieces[: units[0]]
    return tuple(
        Marked(marked.text, (*before, *head, *between, *goal)) for head, goal in zip(heads, goals, strict=True)
    )


def _items(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The items of a list with commas or `and` between them."""
    found: list[list[Piece]] = [[]]
    for one in pieces:
        if one.sign in _AND:
            found.append([])
        elif one.sign not in ("the", "my"):
            found[-1].append(one)
    return [one for one in found if one]


__all__ = ["meant", "respectively"]
