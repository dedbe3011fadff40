"""`judge mail read`: a letter line by line, with what becomes of each; nothing is stored, nobody is answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import Complain, not_so, own_templates, read_text, say_json
from judge.cli.opened import campaign_option, complaining, gathered, now, opened, override_option
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.adjudicator.protocol import AnyGame, Seat
    from judge.campaign.told import Told
    from judge.mail.letter import Letter
    from judge.mail.quotations import Index
    from judge.mail.understood import Understood
    from judge.report.words import Words

TAKEN_BACK = {
    "condition": "its condition does not hold",
    "corrected": "another line takes its place",
    "cleared": "a CLEAR below takes it back",
}


@dataclass(frozen=True, slots=True)
class Against:
    """What a letter is read against: a game of a campaign, or a position from a file."""

    name: str | None
    seat: str
    position: str | None
    folder: str | None
    override: str | None


@click.command("read", epilog="Example: judge mail read letter.eml --game spring --seat lazy-s")
@click.argument("file")
@click.option("--game", "name", help="A game of the campaign.")
@click.option("--position", metavar="FILE", help="Or a position from a file; `game: …` in it says of which game.")
@click.option("--seat", required=True, help="Whose letter it is.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@override_option
@campaign_option
@gathered("against", Against)
def mail_read(file: str, against: Against, as_json: bool) -> None:
    """A letter (.eml, or plain text; `-`: standard input) line by line, with what becomes of each line.

    Nothing is stored and nobody is answered. Exit status 1 when a line is not understood.
    """
    from judge.campaign.told import told
    from judge.report.words import Words

    letter = _letter(file)
    with complaining():
        game, state, seat, sent = _against(against, letter)
        words = Words(game, state, own=own_templates())
        done = told(game, state, seat, letter, sent, lambda one: _said(one, words))
    if as_json:
        say_json(_plain(done, letter))
    else:
        click.echo(_shown(done, letter))
    if done.verdict == "ERRORS":
        not_so()


def _letter(file: str) -> Letter:
    """A mail from its file; any other text is a letter's body."""
    from judge.mail.letter import read_letter

    if file.endswith(".eml"):
        try:
            return read_letter(Path(file).read_bytes())
        except OSError as error:
            raise Complain(f"{file}: {error.strerror}") from None
    text = read_text(file)
    return read_letter(b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode())


def _against(against: Against, letter: Letter) -> tuple[AnyGame, Any, Seat, list[Index]]:
    """The game, its state, the seat, and the mails its player was sent."""
    if (against.name is None) == (against.position is None):
        raise Complain("say against what it is read: --game NAME of the campaign, or --position FILE")
    return _campaigns(against, letter) if against.name is not None else _files(against, letter)


def _files(against: Against, letter: Letter) -> tuple[AnyGame, Any, Seat, list[Index]]:
    """Of a position from a file nobody was sent anything: every form for it counts as sent."""
    from judge.campaign.alone import game_of
    from judge.campaign.live import seat_of
    from judge.grammar.document import load
    from judge.mail.forms import forms_in
    from judge.mail.quotations import Index
    from judge.report.build import order_form

    path = str(against.position)
    game, document = game_of(load(read_text(path), path), None, None)
    state = game.read_position(document)
    seat, window = seat_of(game, against.seat), game.window(state)
    names = dict.fromkeys(form.game for form in forms_in(letter.lines))
    forms = [order_form(name, seat, window) for name in names] if window is not None else []
    return game, state, seat, [Index.of(form) for form in forms if form is not None]


def _campaigns(against: Against, letter: Letter) -> tuple[AnyGame, Any, Seat, list[Index]]:
    from judge import report
    from judge.campaign import looking
    from judge.campaign.live import load_game, seat_of
    from judge.campaign.secrecy import may_look
    from judge.mail.quotations import Index

    name = str(against.name)
    with opened(against.folder) as campaign:
        with campaign.look() as look:
            live = load_game(look.connection, name)
            seat = seat_of(live.game, against.seat)
        with campaign.act(now()) as act:
            may_look(act, name, Saying("looks/letter-of", {"seat": seat}), against.override, seat)
        with campaign.look() as look:
            newest = looking.report_again(look, name, seat=seat)
            sent = look.ledger.sent_to(letter.sender) if letter.sender else ()
    return live.game, live.state, seat, [Index.of(report.render(newest, "text")), *sent]


def _said(one: Understood, words: Words) -> str:
    """Why a line is no order, and what could be written instead."""
    from judge.adjudicator.protocol import Problem

    if isinstance(one.said, tuple):
        return " ".join(words.sentence(event) for event in one.said)
    if one.why in TAKEN_BACK:
        return TAKEN_BACK[one.why]
    if one.offered:
        return words.problem(Problem("command-in-prose", {"text": one.offered}))
    if one.why:
        return words.problem(Problem("passed-over" if one.why == "unsure" else f"not-ordered-{one.why}", {}))
    return words.problem(one.said) if isinstance(one.said, Problem) else ""


def _shown(done: Told, letter: Letter) -> str:
    """For people: the lines, then what stands."""
    wide = min(60, max((len(one.text.strip()) for one in done.stretches), default=0))
    rows = []
    for one in done.stretches:
        if one.fate != "space":
            row = f"{one.number:>4}  {one.fate:<11}  {one.text.strip():<{wide}}  {one.said}"
            rows.append(row.rstrip())
    rows += [f'"{text}" does not fit: {code.replace("-", " ")}' for text, code in done.faults]
    rows += ["", done.verdict, *(f"  {line}" for line in done.orders)]
    for kind, texts in done.later.items():
        rows += [f"kept for {kind}:", *(f"  {line}" for line in texts)]
    if done.silent:
        rows += ["not ordered; if nothing more comes:", *(f"  ({line})" for line in done.silent)]
    if letter.unread:
        rows.append(f"attachments not read: {', '.join(letter.unread)}")
    return "\n".join(rows)


def _plain(done: Told, letter: Letter) -> dict[str, Any]:
    """For --json."""
    return {
        "verdict": done.verdict,
        "lines": [{"line": one.number, "text": one.text, "fate": one.fate, "said": one.said} for one in done.stretches],
        "orders": done.orders,
        "later": {kind: list(texts) for kind, texts in done.later.items()},
        "commands": done.commands,
        "faults": [{"text": text, "code": code} for text, code in done.faults],
        "silence": done.silent,
        "unread": letter.unread,
    }
