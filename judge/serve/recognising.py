"""The parts of a letter that are its writer's own, by the mails that were sent to them; and the order forms that
count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import BLANK, Problem, Seat
from judge.campaign.act import Act
from judge.campaign.live import Live, NoGame
from judge.grammar.seats import find_seat
from judge.mail.forms import Form, Row, changed, forms_in
from judge.mail.language import OF_A_FORM, Filled, Reading, Section, read, section_of
from judge.mail.letter import Letter
from judge.mail.quotations import Origin, in_doubt
from judge.mail.quotations import recognised as by_content
from judge.mail.quotes import TextLine
from judge.serve.hand import Writer
from judge.serve.opened import Opened
from judge.store.mails import was_sent
from judge.store.people import addresses_of


def recognised(act: Act, opened: Opened, is_typed: bool = False) -> tuple[Opened, frozenset[int]]:
    """The letter with its quotations marked, and the lines that may be either.

    `is_typed`: into a field of a page, where no mail is sent back: then only press is recognised.
    """
    letter = opened.letter
    sent = act.ledger.sent_to(letter.sender or "") if letter.lines else ()
    sent = tuple(one for one in sent if one.is_press) if is_typed else sent
    lines = by_content(letter.lines, sent)
    if lines == letter.lines:
        return opened, frozenset()
    return replace(opened, letter=replace(letter, lines=lines), reading=read(lines)), in_doubt(lines)


def with_forms(act: Act, writer: Writer, opened: Opened, came: Sequence[TextLine]) -> Opened:
    """The letter with its order forms read: those for an open window of the writer's own seat, anywhere in it. `came`:
    its lines before quotations were known by what they say."""
    forms, by_master = forms_in(opened.letter.lines), writer.master is not None
    if not forms:
        return replace(opened, reading=read(opened.letter.lines, (), by_master)) if by_master else opened
    filled, closed, lines = [], [], list(opened.letter.lines)
    for form in forms:
        live = _game_of(act, writer, form)
        window = live.window if live is not None else None
        if live is None:
            continue
        if window is None or window.key != form.key:
            closed.append(form)
            continue
        ask = window.asks.get(_seat_of(live, form) or Seat(""))
        if ask is None:
            continue
        rows = changed(form, ask.lines)
        if came[form.head.numbers[0] - 1].quoted and not _answers_us(act, opened.letter):
            _ask_about(lines, form, rows)
        else:
            filled.append(Filled(form, rows))
    opened = replace(opened, letter=replace(opened.letter, lines=tuple(lines)))
    reading = _joined(read(lines, filled, by_master), lambda section: _is_for(section, writer))
    return replace(opened, reading=_with_closed(reading, closed))


def _answers_us(act: Act, letter: Letter) -> bool:
    """Whether a letter answers a mail that was sent to its writer. Then a form that it quotes is the one printed there:
    no words of others that the Judge sends on hold one."""
    if not letter.replies_to or letter.sender is None:
        return False
    player = act.ledger.known(letter.sender).player_id
    own = addresses_of(act.connection, player) if player is not None else [letter.sender]
    return was_sent(act.connection, letter.replies_to, own)


def _ask_about(lines: list[TextLine], form: Form, rows: Sequence[Row]) -> None:
    """A form in a quotation of somebody else's mail: who filled it in, nobody knows, so its orders are asked about."""
    for number in form.numbers:
        lines[number - 1] = replace(lines[number - 1], quoted=True)
    for row in rows:
        first = row.numbers[0] - 1
        lines[first] = replace(lines[first], text=row.text, quoted=False, origin=str(Origin.ASKED))


def _joined(reading: Reading, is_same: Callable[[Section], bool]) -> Reading:
    """The lines in a form and around it are one set of orders. `is_same`: for the form's own seat."""
    sections: list[Section] = []
    for section in reading.sections:
        is_form = any(line.part == OF_A_FORM for line in section.lines)
        place = next(
            (n for n, one in enumerate(sections) if is_form and one.later is None and _fits(one, section, is_same)),
            None,
        )
        if place is None:
            sections.append(section)
        else:
            before = sections[place]
            sections[place] = replace(before, window=section.window, lines=(*before.lines, *section.lines))
    return replace(reading, sections=tuple(sections))


def _fits(before: Section, form: Section, is_same: Callable[[Section], bool]) -> bool:
    return before.window in (None, form.window) and before.game in (None, form.game) and is_same(before)


def _is_for(section: Section, writer: Writer) -> bool:
    """Whether a section that names no seat can only be for one."""
    seats = {(row["game"], row["seat"]) for row in writer.seats if section.game in (None, row["game"])}
    return section.seat is None and len(seats) <= 1


def _with_closed(reading: Reading, closed: list[Form]) -> Reading:
    """Forms of closed windows that were filled in are told: alone in a letter they are late, beside others a fault."""
    late = [form for form in closed if any(BLANK not in row.text for row in form.rows)]
    if not late:
        return reading
    if any(section.says_something for section in reading.sections):
        faults = tuple((form.head.text, "form-closed") for form in late)
        return replace(reading, faults=(*reading.faults, *faults))
    sections = tuple(_late(form) for form in late)
    return replace(reading, sections=(*reading.sections, *sections))


def _late(form: Form) -> Section:
    return section_of(Filled(form, tuple(row for row in form.rows if BLANK not in row.text)))


def _game_of(act: Act, writer: Writer, form: Form) -> Live | None:
    """The game a form is for, if its seat is the writer's own."""
    try:
        live = act.ledger.game(form.game)
    except NoGame:
        return None
    own = {row["seat"] for row in writer.seats if row["game"] == live.name}
    if writer.by_token is not None and writer.by_token["game"] == live.name:
        own.add(writer.by_token["seat"])
    return live if _seat_of(live, form) in own else None


def _seat_of(live: Live, form: Form) -> Seat | None:
    seat = find_seat(live.game.seats, form.seat)
    return None if isinstance(seat, Problem) else seat


__all__ = ["recognised", "with_forms"]
