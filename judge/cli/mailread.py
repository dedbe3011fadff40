"""`judge mail read`: a letter line by line, with what becomes of each; nothing is stored, nobody is answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import Complain, not_so, own_templates, read_text, say_json
from judge.cli.opened import campaign_option, complaining, gathered, now, opened, override_option

if TYPE_CHECKING:
    from judge.adjudicator.protocol import AnyGame, Seat
    from judge.mail.letter import Letter
    from judge.mail.quotations import Index
    from judge.mail.told import Told
    from judge.mail.understood import Understood
    from judge.report.words import Words

WHY = {
    "denied": "not ordered: it says what is not to be",
    "doubted": "not ordered: it says what may be",
    "asked": "a question for the game master",
    "spoken": "not ordered: it stands in quotation marks",
    "echo": "not ordered: it stood in a mail the Judge sent",
    "condition": "its condition does not hold",
    "corrected": "another line takes its place",
    "cleared": "a CLEAR below takes it back",
    "unsure": "passed over as small talk",
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
    from judge.mail.told import told
    from judge.report.words import Words

    letter = _letter(file)
    with complaining():
        game, state, seat, texts = _against(against)
        words = Words(game, state, own=own_templates())
        done = told(game, state, seat, letter, _sent(game, state, seat, letter, texts), lambda one: _said(one, words))
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


def _against(against: Against) -> tuple[AnyGame, Any, Seat, list[str]]:
    """The game, its state, the seat, and the texts its player was sent."""
    if (against.name is None) == (against.position is None):
        raise Complain("say against what it is read: --game NAME of the campaign, or --position FILE")
    return _campaigns(against) if against.name is not None else _files(against)


def _files(against: Against) -> tuple[AnyGame, Any, Seat, list[str]]:
    from judge.campaign.alone import game_of
    from judge.campaign.live import seat_of
    from judge.grammar.document import load

    path = str(against.position)
    game, document = game_of(load(read_text(path), path), None, None)
    state = game.read_position(document)
    return game, state, seat_of(game, against.seat), []


def _campaigns(against: Against) -> tuple[AnyGame, Any, Seat, list[str]]:
    from judge import report
    from judge.campaign import looking
    from judge.campaign.live import load_game, seat_of
    from judge.campaign.secrecy import may_look

    name = str(against.name)
    with opened(against.folder) as campaign:
        with campaign.look() as look:
            live = load_game(look.connection, name)
            seat = seat_of(live.game, against.seat)
        with campaign.act(now()) as act:
            may_look(act, name, f"a letter of {seat}", against.override, seat)
        with campaign.look() as look:
            newest = looking.report_again(look, name, seat=seat)
    return live.game, live.state, seat, [report.render(newest, "text")]


def _sent(game: AnyGame, state: Any, seat: Seat, letter: Letter, texts: list[str]) -> list[Index]:
    """What its writer was sent. Of a position from a file nobody was sent anything: a form counts as sent."""
    from judge.mail.forms import forms_in
    from judge.mail.quotations import Index
    from judge.report.build import order_form

    window = game.window(state)
    if not texts and window is not None and seat in window.asks:
        names = dict.fromkeys(form.game for form in forms_in(letter.lines))
        texts = [order_form(name, seat, window) or "" for name in names]
    return [Index.of(text) for text in texts]


def _said(one: Understood, words: Words) -> str:
    """Why a line is no order, and what could be written instead."""
    from judge.adjudicator.protocol import Problem

    if isinstance(one.said, tuple):
        return " ".join(words.sentence(event) for event in one.said)
    if one.offered:
        return f"not done: the command for it is {one.offered}"
    if one.why:
        return WHY.get(one.why, one.why)
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
