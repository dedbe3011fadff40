"""The contents of a letter: orders, commands, press, order forms, orders for later phases, conditions.

Commands have lines of their own, as `letter.lark` knows them. Everything else is an order line; this module does not
know its game, nor whether the game understands it. A conditional order is an order with its conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.value import named_value, value
from judge.grammar.columns import names_columns
from judge.grammar.letter import Requested, Said, requested
from judge.grammar.text import in_lettered_list, plain, without_number
from judge.mail.amid import apart
from judge.mail.fates import Fate
from judge.mail.forms import Form, Row
from judge.mail.order_line import OF_A_FORM, Command, Condition, OrderLine, condition_of
from judge.mail.quotes import TextLine, in_cells
from judge.mail.saying import (
    OF_THE_PIECE,
    VERBS,
    goes_on,
    is_mere_if,
    is_no_heading,
    is_taken_back,
    only_halts,
    said,
    worded,
    written_in,
)  # fmt: skip
from judge.mail.tables import has_cells, in_columns, with_reasons

MOST_COMMANDS = 60
DEEPEST_IF = 4
HARMLESS = ("form-closed", "not-heeded")
"""Faults that leave what the rest of a letter says as it is."""


@named_value
class Section:
    """A part of a letter for one seat of one game (None: as the envelope says)."""

    game: str | None = None
    seat: str | None = None
    token: str | None = None
    window: str | None = None
    later: str | None = None
    lines: tuple[OrderLine, ...] = ()
    commands: tuple[Command, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether there is anything to act upon."""
        return bool(self.lines or self.commands)


@value
class Reading:
    """A letter as read: its sections, what is wrong with its structure, and whether it said anything at all."""

    sections: tuple[Section, ...]
    faults: tuple[tuple[str, str], ...] = ()
    """(the line, a code) for a line without sense in the structure: an ENDIF without IF."""
    ended: bool = False
    fates: tuple[Fate | None, ...] = ()
    """Each line's; None: what becomes of it is for the game, or for courtesy, to say."""
    token: str | None = None
    """The token of a line TOKEN with nothing below it."""

    @property
    def commands(self) -> tuple[Command, ...]:
        """Every command of every section."""
        return tuple(command for section in self.sections for command in section.commands)

    @property
    def lines(self) -> tuple[OrderLine, ...]:
        """Every order line of every section."""
        return tuple(line for section in self.sections for line in section.lines)


REQUEST = "request"
"""The verb of a line that only a game master says: behind it comes the whole line."""


def command_of(line: str, number: int) -> Command | None:
    """The command this line is, or None."""
    read = said(line)
    if read is None or read.what not in VERBS:
        return None
    return Command(number, read.what, read.rest, unheeded=read.unheeded)


_APART = {
    "space": Fate.SPACE,
    "signature": Fate.SIGNATURE,
    "armour": Fate.SIGNATURE,
    "unread": Fate.REFUSED,
}


class _Reader:
    """The state of reading: which line, which section, which block, which conditions."""

    def __init__(self, lines: Sequence[TextLine], filled: Sequence[Filled], by_master: bool = False) -> None:
        self.lines = lines
        self.by_master = by_master
        self.fates: list[Fate | None] = [
            _APART[line.apart] if line.apart else Fate.QUOTATION if line.quoted else None for line in lines
        ]
        """Each line's; None: the game or courtesy decides."""
        self.changed = {row.numbers[0] for one in filled for row in one.rows}
        # A form's lines are read there, and nowhere else.
        for number in (number for one in filled for number in one.form.numbers):
            self.fates[number - 1] = Fate.FORM
        is_table = has_cells(lines)
        self.columns = in_columns(lines) if is_table else {}
        self.reasons = with_reasons(lines) if is_table else {}
        self.lettered = in_lettered_list(["-" if line.quoted or line.apart else line.text for line in lines])
        self.sections: list[Section] = []
        self.now = Section()
        self.orders: list[OrderLine] = []
        self.commands: list[Command] = []
        self.when: list[tuple[Condition, ...]] = []
        """A block each: its condition, and before it those that an ELSE IF has left behind."""
        self.faults: list[tuple[str, str]] = []
        self.count = 0
        self.outside = 0
        """How many conditions were open before the PHASE block at hand."""
        self.before_form: tuple[str | None, str | None, str | None] | None = None
        self.ended = False

    def run(self) -> None:
        """Every line in the writer's own words, in order."""
        place = 0
        while place < len(self.lines):
            if self.fates[place] is None:
                place = self._line(place)
                if self.ended:
                    # Nothing below END is read.
                    self.fates[place + 1 :] = [fate or Fate.SIGNATURE for fate in self.fates[place + 1 :]]
                    break
            place += 1
        if self.when:
            self.faults.append(("IF", "if-not-ended"))
        self.turn()
        for number in self.changed:
            self.fates[number - 1] = None

    def _line(self, place: int) -> int:
        """One line, or the block that begins there; the place of the last line that belonged to it."""
        line = self.lines[place]
        if line.origin == "asked":
            self.orders.append(OrderLine(place + 1, line.text, self.conditions, line.part, aside="asked"))
            return place
        if place in self.columns:
            return self._in_column(place)
        if line.text[:1] == "|" and (cells := in_cells(line.text, is_own=True)):
            return self._row(place, cells)
        written = written_in(line.text)
        written = written[2:].lstrip() if place in self.lettered else written
        words = worded(written)
        text, one = words.text, words.said
        if words.says_nothing:
            self.fates[place] = Fate.COMMENT
            return place
        if place and self.fates[place - 1] is None and goes_on(self.lines[place - 1].text, line.text):
            self.order(place + 1, written)
            return place
        request = requested(text) if self.by_master else None
        if request is not None:
            return self._request(place, text, request)
        if words.otherwise and self._goes_on_an_if(place, words.otherwise):
            return place
        if one is None or self._is_of_an_order(place, one) or is_taken_back(one, text):
            if words.behind:
                self.command(Command(place + 1, "clear"))
                self.order(place + 1, words.behind)
            else:
                self._order_or_apart(place, text, written)
            return place
        if one.what in VERBS:
            self.fates[place] = Fate.COMMAND
            self.command(Command(place + 1, one.what, one.rest, unheeded=one.unheeded))
            return place
        self.fates[place] = Fate.BLOCK
        if one.what.startswith("opens_"):
            return self._block(place, one)
        self._structure(place, one)
        return place

    def _order_or_apart(self, place: int, text: str, written: str) -> None:
        """A line that may be an order, as it was written; or a command with courtesies about it."""
        one = apart(text)
        if one is None:
            self.order(place + 1, written)
            return
        self.fates[place] = Fate.COMMAND
        self.command(Command(place + 1, one.what, one.rest))
        if one.unheeded:
            self.faults.append((one.unheeded, "not-heeded"))

    def _row(self, place: int, cells: str) -> int:
        """A row of a table orders, and commands nothing. Our mails set words apart by a bar: in a letter that quotes,
        a row may be of these, whoever wrote them."""
        is_theirs = any(line.quoted or line.origin for line in self.lines)
        is_head = not without_number(cells) or names_columns(cells)
        self.fates[place] = Fate.QUOTATION if is_theirs else Fate.COMMENT if is_head else None
        if self.fates[place] is None:
            self._cells(place, cells)
        return place

    def _in_column(self, place: int) -> int:
        """A row of a table without bars."""
        self.fates[place] = None if self.columns[place] else Fate.COMMENT
        return self._cells(place, self.columns[place]) if self.columns[place] else place

    def _cells(self, place: int, cells: str) -> int:
        cells, why = self.reasons.get(place, (cells, ""))
        self.order(place + 1, cells)
        self.orders += [replace(self.orders[-1], text=why, aside="reason")] if why else []
        return place

    def _is_of_an_order(self, place: int, one: Said) -> bool:
        """Whether a condition, or an ELSE, belongs to one order: `if driven out, …`; a line going on with `else`."""
        if one.what in ("if", "whole_if"):
            is_of_a_piece = one.parts[0].lower().startswith(OF_THE_PIECE)
            is_said = is_no_heading(one.parts[0]) or is_mere_if(self.lines[place:])
            return is_of_a_piece or (one.what == "if" and is_said)
        above = self.orders[-1] if self.orders else None
        if above is None or above.number != place:
            return False
        goes_on_below = above.text.rstrip().endswith(",") and not self.when and not above.when
        return (one.what == "else_then" and goes_on_below) or only_halts(one, self.lines[place : place + 2])

    def _block(self, place: int, opening: Said) -> int:
        """A block's lines up to its end, whatever they say."""
        verb = opening.what.removeprefix("opens_")
        body: list[str] = []
        fate = Fate.PRESS if verb in ("press", "diary", "statement") else Fate.BLOCK
        self.fates[place] = fate
        below, ended = place + 1, False
        while below < len(self.lines) and not ended:
            line = self.lines[below]
            if verb == REQUEST and line.is_own and self._requests_orders(line.text):
                ended = True
                break
            ended = line.is_own and self._ends(opening, line.text)
            if line.is_own or line.apart == "space":
                self.fates[below] = fate if line.is_own else self.fates[below]
                if not ended:
                    body.append(line.text)
            below += 1
        if fate is Fate.PRESS and self._swallows(place, below, ended):
            return below - 1
        if not ended:
            self.faults.append((plain(self.lines[place].text), "block-not-ended"))
        while body and not body[-1]:
            body.pop()
        self.command(Command(place + 1, verb, opening.rest, tuple(body), kinds=opening.kinds))
        return below - 1

    def _swallows(self, place: int, below: int, ended: bool) -> bool:
        """Whether words to others include lines not meant for them: another block's first line; without an END, a
        command, or one below a signature. None of it is sent, and each block not sent is named."""
        found = False
        for line in self.lines[place + 1 : below]:
            if line.quoted or line.apart not in ("", "signature") or (ended and not line.is_own):
                continue
            one = said(without_number(plain(line.text)))
            if one is None:
                continue
            opens = one.what.startswith("opens_")
            if opens or (not ended and (one.what in VERBS or one.what.startswith("ends"))):
                found = True
                self.faults.append((plain(line.text), "block-within" if opens else "line-within"))
        if found:
            self.faults.append((plain(self.lines[place].text), "block-not-sent"))
            for number in range(place, below):
                if self.lines[number].apart != "space" and not self.lines[number].quoted:
                    self.fates[number] = Fate.REFUSED
        return found

    def _ends(self, opening: Said, text: str) -> bool:
        """Whether this line is the end of the block that was opened so."""
        verb = opening.what.removeprefix("opens_")
        one, request = said(plain(text)), requested(plain(text)) if verb == REQUEST else None
        if request is not None:
            return request.what == "ends_note" and not self._requests_orders(opening.rest)
        closing = {f"ends_{verb}"} | ({"ends"} if verb == "forecast" else set())
        if verb == REQUEST and self._requests_orders(opening.rest):
            closing = {"ends", "ends_form"}
        return one is not None and one.what in closing

    def _requests_orders(self, text: str) -> bool:
        request = requested(without_number(plain(text)))
        return request is not None and request.what == "orders"

    def _request(self, place: int, text: str, request: Requested) -> int:
        """A game master's words: a line, orders for a seat, or a note with its words below it."""
        if request.what == "ends_note":
            self.faults.append((plain(self.lines[place].text), "end-without-block"))
            return place
        opens = request.what == "orders" or (request.what == "note" and "why" not in request.parts)
        if opens:
            return self._block(place, Said(f"opens_{REQUEST}", (text,)))
        self.fates[place] = Fate.COMMAND
        self.command(Command(place + 1, REQUEST, text))
        return place

    def _structure(self, place: int, one: Said) -> None:
        """A heading, a condition, a form's frame, the end."""
        match one.what:
            case "blank" | "ends_form" if one.what == "blank" or self.before_form is not None:
                self.fates[place] = Fate.FORM
                if one.what == "ends_form" and self.before_form is not None:
                    game, seat, window = self.before_form
                    self.turn(game=game, seat=seat, window=window)
                    self.before_form = None
            case "form":
                self.fates[place] = Fate.FORM
                self.before_form = (self.now.game, self.now.seat, self.now.window)
                game, seat, window = (part.lower() for part in one.parts)
                self.turn(game=game, seat=seat, window=window)
            case "ends" | "ends_form":
                self.fates[place] = Fate.COMMAND
                self.ended = True
            case "game" | "seat":
                self.turn(**{one.what: one.rest.lower()})
            case "token":
                self.turn(token=one.rest)
            case "sign_on":
                # The older judges write the power's letter before the game's name; both readings are tried later.
                self.turn(game=one.parts[0].lower(), token=one.parts[1] if len(one.parts) > 1 else None)
                self._unheeded(place, one)
            case "phase":
                self.turn(later=one.rest.rstrip(" :"))
            case "ends_phase":
                self.turn(later=None)
            case "ends_press" | "ends_forecast" | "ends_diary" | "ends_record" | "ends_statement":
                self.faults.append((plain(self.lines[place].text), "end-without-block"))
            case _:
                self._condition(place, one)

    def _condition(self, place: int, one: Said) -> None:
        text = plain(self.lines[place].text)
        match one.what:
            case "if" | "whole_if":
                if len(self.when) >= DEEPEST_IF:
                    self.faults.append((text, "if-too-deep"))
                of_line = text if one.what == "whole_if" and not text.startswith("IF ") else ""
                self.when.append((replace(condition_of(one.parts[0]), of_line=of_line),))
                if one.what == "whole_if":
                    for body in one.parts[1:]:
                        self._body(place, body)
                        self.otherwise()
                    self.when.pop()
            case "ends_if":
                if self.when:
                    self.when.pop()
                else:
                    self.faults.append((text, "endif-without-if"))
            case _:
                self._otherwise(place, one, text)

    def _otherwise(self, place: int, one: Said, text: str) -> None:
        """ELSE, ELSE IF, and the words behind them on the same line."""
        again = one.what.startswith("else_if")
        if one.what == "else_then" and self._goes_on_an_if(place, one.parts[-1]):
            return
        if not self.when:
            self.faults.append((text, "else-without-if"))
            if again:
                self.when.append((condition_of(one.parts[0]),))
        else:
            self.otherwise()
            if again:
                self.when.append((*self.when.pop(), condition_of(one.parts[0])))
        if one.what in ("else_then", "else_if_then"):
            self._body(place, one.parts[-1])

    def _goes_on_an_if(self, place: int, text: str) -> bool:
        """`If BUR is empty then A PAR - BUR,` and below it `otherwise A PAR H`: the other branch of that condition."""
        above = self.orders[-1] if self.orders else None
        if not text or self.when or above is None or above.number != place or not above.when:
            return False
        *before, last = above.when
        self.when.append((*before, replace(last, holds=not last.holds)))
        self._body(place, text)
        self.when.pop()
        return True

    def _body(self, place: int, text: str) -> None:
        """An order, or a command, behind THEN or ELSE."""
        one = said(text)
        if one is None:
            self.fates[place] = None
            self.order(place + 1, text)
        elif one.what in VERBS:
            self.command(Command(place + 1, one.what, one.rest, unheeded=one.unheeded))
        else:
            self.faults.append((text, "block-under-an-if"))

    def _unheeded(self, place: int, one: Said) -> None:
        if one.unheeded:
            self.faults.append((plain(self.lines[place].text), "not-heeded"))

    def turn(self, **change: object) -> None:
        """Begin a new section that keeps the values not changed here."""
        if self.orders or self.commands:
            self.sections.append(self._done())
        # A condition of one game means nothing in another; what begins in a PHASE block ends with it.
        depth = 0 if {"game", "seat"} & set(change) else self.outside if change.get("later", "") is None else None
        if depth is not None and len(self.when) > depth:
            self.faults.append(("IF", "if-not-ended"))
            del self.when[depth:]
        if change.get("later"):
            self.outside = len(self.when)
        if change:
            self.now = replace(self.now, **change)  # type: ignore[arg-type]
        self.orders, self.commands = [], []

    def _done(self) -> Section:
        now = self.now
        return Section(
            game=now.game, seat=now.seat, token=now.token, window=now.window, later=now.later,
            lines=tuple(self.orders), commands=tuple(self.commands),
        )  # fmt: skip

    def order(self, number: int, text: str) -> None:
        when = self.conditions if self.when else ()
        self.orders.append(OrderLine(number, text, when, self.lines[number - 1].part))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All that must be so for the lines at hand."""
        return tuple(condition for block in self.when for condition in block)

    def otherwise(self) -> None:
        """The block at hand goes on with what counts when its condition does not hold."""
        *before, last = self.when.pop()
        self.when.append((*before, replace(last, holds=not last.holds)))

    def command(self, command: Command) -> None:
        if self.when:
            # A command is carried out at once, whatever any seat sees: it must not look as if it waited.
            self.faults.append((f"{command.verb.upper()} {command.rest}".strip(), "command-under-an-if"))
            return
        if command.unheeded:
            self.faults.append((f"{command.verb.upper()} {command.unheeded}", "not-heeded"))
        self.count += 1
        if self.count <= MOST_COMMANDS:
            self.commands.append(command)
        elif self.count == MOST_COMMANDS + 1:
            self.faults.append((command.verb, "too-many-commands"))


@value
class Filled:
    """A form that counts, with the rows that were changed since it was sent."""

    form: Form
    rows: tuple[Row, ...]


def read(lines: Sequence[TextLine], filled: Sequence[Filled] = (), by_master: bool = False) -> Reading:
    """A letter's lines as sections. `filled`: the forms in it that count, each a section of its own.

    `by_master`: a game master may have written it.
    """
    reader = _Reader(lines, filled, by_master)
    reader.run()
    sections = (*reader.sections, *(section_of(one) for one in filled if one.rows))
    last = reader.sections[-1].token if reader.sections else None
    below = reader.now.token if reader.now.token != last else None
    return Reading(sections, tuple(reader.faults), reader.ended, tuple(reader.fates), below)


def section_of(filled: Filled) -> Section:
    """The rows of a form, for its seat and window."""
    form = filled.form
    lines = tuple(line for row in filled.rows for line in _lines_of(row))
    return Section(game=form.game, seat=form.seat, window=form.key, lines=lines)


def _lines_of(row: Row) -> tuple[OrderLine, ...]:
    """The orders of a row of a form: one, or those under an IF that is whole in it."""
    one = said(row.text)
    if one is None or one.what != "whole_if" or any(said(body) is not None for body in one.parts[1:]):
        return (OrderLine(row.numbers[0], row.text, part=OF_A_FORM, below=row.below),)
    asked = condition_of(one.parts[0])
    branches = zip(one.parts[1:], (asked, replace(asked, holds=not asked.holds)), strict=False)
    return tuple(OrderLine(row.numbers[0], body, (when,), OF_A_FORM) for body, when in branches)


__all__ = [
    "HARMLESS", "OF_A_FORM", "REQUEST", "VERBS", "Command", "Condition", "Filled", "OrderLine", "Reading", "Section",
    "command_of", "read", "section_of",
]  # fmt: skip
