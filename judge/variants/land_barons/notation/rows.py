"""Lists and tables of the lots, one a line: a lot's number or name, and a sum, a dash or nothing behind it. And several
lots with as many sums behind them, which are one each. And a dash in the last column of a table of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from operator import methodcaller

from judge.grammar.finding import Name, Piece
from judge.grammar.memory import of_lines, once
from judge.grammar.numbers import number
from judge.grammar.numbers import place as ordinal
from judge.grammar.shape import Marked, Sentence, Stuck, Tongue
from judge.variants.land_barons.notation.shortened import joined
from judge.variants.land_barons.notation.table import Table, read_as
from judge.variants.land_barons.pay import WAGE

_BETWEEN = frozenset((":", "=", "-", "|", ".", ")", "("))
_BLANK = frozenset((".", "_", ":", "…"))
_SUMS = frozenset(("/", "$", "-", "dollars", "bucks"))
_NOTHING = frozenset(("-", "no", "none", "nothing", "nil", "pass", "x", "n", "a", "/"))
_PASSED = frozenset(("the", "my", "for", "on", "at", "bid", "go", "i", "$", "dollars", "bucks", ":", "=", "-",
                     "respectively"))  # fmt: skip
_AND = frozenset(("and", ","))
_ONES = frozenset(("one", "ones", "lot", "lots", "only", "of", "those", "these"))
_SAME = frozenset(("same", "ditto", "likewise"))
_LAST = frozenset(("last", "latter"))
_FEWEST = 3
"""Words of a list."""
_ORDINALS = frozenset(("first", "second", "third", "1st", "2nd", "3rd", "former", *_LAST))


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of such a list. `lot` 0: its number is not said; `rest`: what stands behind the name."""

    lot: int
    name: str
    choices: tuple[str, ...]
    rest: tuple[Piece, ...]
    kind: str = ""

    @property
    def is_sum(self) -> bool:
        return any(one.sign.isdecimal() for one in self.rest) and all(
            one.sign.isdecimal() or one.sign in _SUMS for one in self.rest
        )

    @property
    def is_nothing(self) -> bool:
        return bool(self.rest) and all(one.sign.lower() in _NOTHING for one in self.rest)


@once
def _row_in(marked: Marked) -> _Row | None:
    """A line as such a row, whatever is up."""
    pieces, lot = [*marked.pieces], 0
    if len(pieces) > 1 and pieces[0].sign.isdecimal():
        lot = int(pieces.pop(0).sign)
        while pieces and pieces[0].sign in _BETWEEN:
            pieces.pop(0)
    name = pieces.pop(0).name if pieces else None
    if name is None or name.sign != "#" or name.guessed:
        return None
    signs = [one.sign for one in pieces[:4]]
    if signs[:2] == ["(", "lot"] and signs[3:] == [")"] and signs[2].isdecimal():
        lot, pieces = int(signs[2]), pieces[4:]
    while len(pieces) > 1 and pieces[0].sign in _BETWEEN:
        pieces.pop(0)
    if pieces and all(one.sign in _BLANK for one in pieces):
        # `Saloon ......`
        pieces = []
    return _Row(lot, name.text, name.choices, tuple(pieces))


def _is_mere_order(tongue: Tongue, line: str) -> bool:
    """Whether a line can be no row that says other words than it seems to: most bids are one with a sum and no
    number."""
    known: bool | None = tongue.memory.get(("mere order", line))
    if known is not None:
        return known
    row = _row_in(joined(tongue, line))
    is_mere = row is None or not (row.is_nothing or not row.rest or (row.lot and row.is_sum))
    tongue.memory.keep(("mere order", line), is_mere)
    return is_mere


_ENDS_IN_A_DASH = methodcaller("endswith", "-")


@of_lines
def _ends_in_pay(line: str) -> bool:
    """Whether a line may stand above a list of payees."""
    return line.strip(" :|")[-3:].lower() == "pay"


class Rows:
    """The lines of a letter, those that are rows written out."""

    def __init__(self, table: Table, lines: Sequence[str]) -> None:
        self.table, form = table, table.form
        self.lines = lines if form in ("pay-and-bids", "bids") else ()
        is_dashed = form == "build-and-raid" and any(map(_ENDS_IN_A_DASH, lines))
        self.is_of_moves = is_dashed and sum(map(_is_of_moves, lines)) > 1
        self.payroll = self._payroll() if any(map(_ends_in_pay, self.lines)) else {}
        self.wishes = self._wishes(lines) if form == "ranches" else []
        self.may_write = bool(self.lines or self.is_of_moves or self.wishes)
        """Whether any line may be one of these."""

    def written(self, raw: str, place: int, line: str) -> str:
        """A line as its reader takes it. `raw`: with the number at its head."""
        if self.wishes and any(place == at for at, _ in self.wishes):
            return f"ranch {', '.join(one for _, one in self.wishes)}"
        if self.is_of_moves and line.endswith("-"):
            # `Lynch Mob | 0404 | -`: nowhere
            return f"{line[:-1]}stands" if _is_of_moves(line) else line
        if not self.lines:
            return line
        if place in self.payroll:
            return self.payroll[place]
        mark = raw.strip().partition(line)[0].strip().strip("().") if raw != line else ""
        if mark.isdecimal() and (line.strip("$ ").isdecimal() or line.lower().rstrip(".") in _NOTHING):
            # `3) 8`, `6. nothing`
            return f"{mark}: {line}" if line.strip("$ ").isdecimal() else f"lot {mark}: no"
        row = None if _is_mere_order(self.table.tongue, line) else self._row(line)
        if row is None:
            return line
        if row.is_nothing or (not row.rest and self._is_blank(row, place)):
            return f"no bid on lot {row.lot}" if row.lot else f"no bid on {row.name}"
        if row.lot and row.is_sum:
            return f"lot {row.lot}: {row.rest[0].sign if len(row.rest) == 1 else self._said(line, row)}"
        return line

    def _payroll(self) -> dict[int, str]:
        """`Pay:`, and below it `Mob | no`, `the others: yes`: one order, on each of these lines."""
        found: dict[int, str] = {}
        for place, line in enumerate(self.lines):
            if not _ends_in_pay(line):
                continue
            head, below = line.replace("|", " "), self.lines[place + 1 :]
            if self._is(head, "not_paying"):
                # `Don't pay:`, and below it `Mob`, `Posse`
                names = [_unlisted(one) for one in takewhile(self._is_of_own, below)]
                found |= dict.fromkeys(range(place, place + len(names) + 1), f"don't pay {', '.join(names)}".strip())
            if not self._is(head, "paying"):
                continue
            rows = [_unlisted(one) for one in takewhile(self._is_of_pay, below)] or [
                one for one in below[:1] if self._is(f"pay {one}", "pay") and not self._names(one)
            ]
            if rows:
                found |= dict.fromkeys(range(place, place + len(rows) + 1), f"pay {', '.join(rows)}")
        return found

    def _is_of_own(self, line: str) -> bool:
        """Whether a line names own units, and says no more."""
        own = {unit.kind for unit in self.table.state.units_of(self.table.seat)}
        names = self._names(_unlisted(line))
        is_own = bool(names) and all(own.intersection(name.choices) for name in names)
        return is_own and self._is(_unlisted(line), "paid_alike")

    def _is_of_pay(self, line: str) -> bool:
        """Whether a line says which of the own units is paid, or is not, and no more."""
        own = {unit.kind for unit in self.table.state.units_of(self.table.seat)}
        row = _unlisted(line)
        are_paid = all(own.intersection(name.choices) for name in self._names(row))
        are_paid &= all(
            one in ("0", str(WAGE)) for one in row.replace("$", " ").split() if one.isdecimal() and len(one) < 4
        )
        return are_paid and self._is(f"pay {row}", "fares")

    def _names(self, line: str) -> list[Name]:
        return [one.name for one in self.table.tongue.marked(line).pieces if one.name is not None and one.sign == "#"]

    def _is(self, line: str, start: str) -> bool:
        tongue = self.table.tongue
        return read_as(tongue.marked(line), tongue, start) is not None

    def _wishes(self, lines: Sequence[str]) -> list[tuple[int, str]]:
        """The lines of a list of wishes, with the space that each names."""
        wishes = [(place, one) for place, line in enumerate(lines) if (one := self._wish(line))]
        return wishes if len(wishes) > 1 else []

    def _wish(self, line: str) -> str:
        """The one space that a line of a list of wishes names, and nothing else."""
        pieces = self.table.marked(line.partition("(")[0]).pieces
        name = pieces[0].name if len(pieces) == 1 else None
        return name.text if name is not None and name.sign == "@" and not name.guessed else ""

    def _said(self, line: str, row: _Row) -> str:
        text = self.table.marked(line).text
        return text[row.rest[0].start : row.rest[-1].end]

    def _row(self, line: str) -> _Row | None:
        """A line as a row: nothing but a lot and what is bid on it."""
        row, lots = _row_in(self.table.marked(line)), self.table.state.lots
        kinds = [kind for kind in row.choices if kind in lots] if row is not None else []
        if row is None or len(kinds) != 1 or (row.lot and lots[row.lot - 1 : row.lot] != (kinds[0],)):
            return None
        return _Row(row.lot, row.name, row.choices, row.rest, kinds[0])

    def _is_blank(self, row: _Row, place: int) -> bool:
        """Whether a lot with nothing behind it stands in a list of the lots, in their order."""
        if row.lot and any((one := self._row(line)) is not None and one.lot and one.is_sum for line in self.lines):
            # `6 Bandidos`, where other lines have the number of a lot before it and a sum behind it
            return True
        above = self._row(self.lines[place - 1]) if place else None
        below = self._row(self.lines[place + 1]) if place + 1 < len(self.lines) else None
        order = [*pairwise(self.table.state.lots)]
        is_below = above is not None and (above.is_sum or above.is_nothing) and (above.kind, row.kind) in order
        return is_below or (
            below is not None and (below.is_sum or below.is_nothing) and (row.kind, below.kind) in order
        )


def _unlisted(line: str) -> str:
    """A row without its sign at the head, and a colon for the one between its columns."""
    row = line.strip(" |*•").removeprefix("- ").replace("|", ":").replace(" - ", ": ")
    return f"{row[:-1].rstrip(' :-')}: no" if row.endswith("-") else row.rstrip(".,;")


def _is_of_moves(line: str) -> bool:
    """Whether a line is a row of a table of moves: a kind of unit, where it is, and with no dash between where it goes;
    or a dash alone."""
    words = line.split()
    at = next((place for place, word in enumerate(words) if word.isdecimal() and len(word) == 4), 0)
    return (
        at > 0 and words[0][0].isalpha() and len(words) > at + 1 and (words[at + 1 :] == ["-"] or words[at + 1] != "-")
    )


def may_pair(marked: Marked) -> bool:
    """Whether words may be one of the three below: several figures, or one for a first or a last."""
    is_list = any(one.sign in ("#", ":") for one in marked.pieces)
    figures = [one for one in marked.pieces if is_list and number(one.sign)]
    return len(figures) > 1 or (bool(figures) and any(map(_is_ordinal, marked.pieces)))


def paired(table: Table, marked: Marked) -> tuple[Marked, ...]:
    """`The Saloon and the Posse 14 and 12`: each with its sum; `29, 31 and 34 on the Rangers`: a ladder. (): it is
    something else."""
    pieces = [one for one in marked.pieces if one.sign not in _PASSED]
    turns = (at for at, one in enumerate(pieces) if one.sign not in _AND and _is_lot(one) != _is_lot(pieces[0]))
    turn = next(turns, 0)
    first, second = pieces[:turn], pieces[turn:]
    while first and first[-1].sign in _AND:
        first.pop()
    if not first:
        return ()
    lots, sums = (_listed(part) for part in ((first, second) if _is_lot(first[0]) else (second, first)))
    figures = [number(one.sign) or 0 for one in sums if one.name is None]
    if not lots or not all(map(_is_lot, lots)) or len(sums) < 2 or len(figures) != len(sums) or not all(figures):
        return ()
    if len(lots) == 1 and table.state.lots.count(lots[0].name.choices[0]) == len(sums):  # type: ignore[union-attr]
        # `Cowboys 5 and 7`, where two lots are Cowboys
        lots *= len(sums)
    if len(lots) == len(sums):
        return tuple(Marked(marked.text, (lot, sum_)) for lot, sum_ in zip(lots, sums, strict=True))
    is_ladder = len(lots) == 1 and figures == sorted(set(figures)) and any(one.sign == "and" for one in pieces)
    rungs = [one for sum_ in sums for one in (sum_, Piece("/", sum_.end, sum_.end))][:-1]
    return (Marked(marked.text, (lots[0], *rungs)),) if is_ladder else ()


def one_each(tongue: Tongue, marked: Marked) -> tuple[Sentence | None, Marked | None]:
    """`Pay all, bids as follows: 12, none, 7`: a list with a figure and no lot in it, and what stands before it."""
    pieces = marked.pieces
    named = next((at + 1 for at in range(len(pieces) - 1, -1, -1) if pieces[at].name is not None), 0)
    if len(pieces) - named < _FEWEST or not any(number(one.sign) for one in pieces[named:]):
        return None, None
    for start in range(named, len(pieces)):
        is_figure = number(pieces[start].sign) is not None or pieces[start].sign in _NOTHING
        if start and (pieces[start - 1].sign not in _AND or is_figure):
            continue
        read = tongue.readings(Marked(marked.text, pieces[start:]), ("by_lot",))
        if not isinstance(read, Stuck):
            return read[0], Marked(marked.text, pieces[: start - 1]) if start else None
    return None, None


def by_place(table: Table, marked: Marked) -> tuple[Marked, ...]:
    """`Cowboys: 12 on the first, 8 on the second`, where several lots are Cowboys; (): it is something else."""
    pieces = [one for one in marked.pieces if one.sign not in _PASSED | _AND | _ONES]
    lots = [one for one in pieces if _is_lot(one)]
    if len(lots) != 1 or lots[0] is not pieces[0] or len(pieces) % 2 == 0 or len(pieces) < 3:
        return ()
    name = lots[0].name
    kinds = [kind for kind in name.choices if kind in table.state.lots] if name is not None else []
    if len(kinds) != 1 or table.state.lots.count(kinds[0]) < 2:
        return ()
    pairs = [
        sorted(pair, key=lambda one: not _is_ordinal(one)) for pair in zip(pieces[1::2], pieces[2::2], strict=True)
    ]
    for at in range(1, len(pairs)):
        # `17 for the first, same for the second`
        if pairs[at][1].sign in _SAME:
            pairs[at] = [pairs[at][0], pairs[at - 1][1]]
    if not all(_is_ordinal(one) and not _is_ordinal(two) and number(two.sign) for one, two in pairs):
        return ()
    return tuple(Marked(marked.text, (one, lots[0], two)) for one, two in pairs)


def in_turn(table: Table, marked: Marked) -> tuple[Marked, ...]:
    """`For lot 1 and for lot 3: 25 for the first of these, 18 for the second one`: each with its sum; (): it is
    something else."""
    pieces = marked.pieces
    at = next((place for place, one in enumerate(pieces) if one.sign == ":"), 0)
    if not at or isinstance(table.tongue.readings(Marked(marked.text, pieces[:at]), ("in_turn",)), Stuck):
        return ()
    lots = [
        (*pieces[place - 1 : place], one) if one.name is None else (one,)
        for place, one in enumerate(pieces[:at])
        if _is_lot(one) or one.sign.isdecimal()
    ]
    said = [one for one in pieces[at + 1 :] if one.sign not in _PASSED | _AND | _ONES]
    pairs = [sorted(said[place : place + 2], key=lambda one: not _is_ordinal(one)) for place in range(0, len(said), 2)]
    if len(lots) < 2 or not all(len(pair) == 2 and _is_ordinal(pair[0]) and number(pair[1].sign) for pair in pairs):
        return ()
    turns = [_turn(pair[0], len(lots)) for pair in pairs]
    if len({*turns}) != len(pairs) or max(turns, default=-1) >= len(lots):
        return ()
    colon = pieces[at]
    return tuple(Marked(marked.text, (*lots[turn], colon, pair[1])) for turn, pair in zip(turns, pairs, strict=True))


def _turn(piece: Piece, many: int) -> int:
    """Which of so many: `second`, `the latter`."""
    if piece.sign in _LAST:
        return many - 1
    return 0 if piece.sign == "former" else ordinal(piece.sign) - 1


def _is_ordinal(piece: Piece) -> bool:
    return piece.name is None and not piece.sign.isdecimal() and piece.sign in _ORDINALS


def _is_lot(piece: Piece) -> bool:
    return piece.name is not None and piece.name.sign == "#"


def _listed(pieces: Sequence[Piece]) -> list[Piece]:
    """The items of a list with commas or `and` between them; none: it is no such list."""
    items = [one for one in pieces if one.sign not in _AND]
    return items if all(one.sign in _AND or two.sign in _AND for one, two in pairwise(pieces)) else []


__all__ = ["Rows", "by_place", "in_turn", "may_pair", "one_each", "paired"]
