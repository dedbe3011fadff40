"""`judge mail read`: a letter line by line, with the fate of each; it stores nothing and answers nobody."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import Complain, language_option, not_so, own_templates, read_text, say_json, spoken_language
from judge.cli.opened import campaign_option, complaining, gathered, opened, override_option

if TYPE_CHECKING:
    from judge.campaign.told import Told
    from judge.mail.letter import Letter


@dataclass(frozen=True, slots=True)
class Against:
    """The game to read a letter for: one of a campaign, or a position from a file."""

    name: str | None
    seat: str
    position: str | None
    language: str
    folder: str | None
    override: str | None


@click.command("read", epilog="Example: judge mail read letter.eml --game spring --seat lazy-s")
@click.argument("file")
@click.option("--game", "name", help="A game of the campaign.")
@click.option("--position", metavar="FILE", help="Or a position from a file, which names its game: `game: …`.")
@click.option("--seat", required=True, help="Whose letter it is.")
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@override_option
@campaign_option
@gathered("against", Against)
def mail_read(file: str, against: Against, as_json: bool) -> None:
    """A letter (.eml, or plain text; `-`: standard input) line by line, with how each was read. Stores nothing and
    answers nobody. Exit status 1 when a line is not understood.
    """
    letter = _letter(file)
    with complaining():
        done = _told(against, letter)
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


def _told(against: Against, letter: Letter) -> Told:
    from judge.cli.mailbook import looking
    from judge.serve.mailbook import read_as

    if (against.name is None) == (against.position is None):
        raise Complain("say against what it is read: --game NAME of the campaign, or --position FILE")
    if against.name is None:
        return _in_file(against, letter)
    if against.language != "en":
        raise Complain("with --game the player's own language is read; --language goes with --position")
    with opened(against.folder) as campaign:
        return read_as(looking(campaign, against.override), against.name, against.seat, letter)


def _in_file(against: Against, letter: Letter) -> Told:
    """With a position from a file nobody was sent a mail: every form for it counts as sent."""
    from judge.campaign.alone import game_of
    from judge.campaign.live import seat_of
    from judge.campaign.told import told
    from judge.grammar.document import load
    from judge.mail.forms import forms_in
    from judge.mail.quotations import Index
    from judge.report.build import order_form
    from judge.report.languages import phrasebooks
    from judge.report.words import Words
    from judge.serve.mailbook import said_of

    path = str(against.position)
    game, document = game_of(load(read_text(path), path), None, None)
    state = game.read_position(document)
    seat, window = seat_of(game, against.seat), game.window(state)
    names = dict.fromkeys(form.game for form in forms_in(letter.lines))
    forms = [order_form(name, seat, window) for name in names] if window is not None else []
    sent = [Index.of(form) for form in forms if form is not None]
    words = Words(game, state, own=own_templates())
    books = phrasebooks(spoken_language(against.language))
    return told(game, state, seat, letter, sent, lambda one: said_of(one, words), books)


def _shown(done: Told, letter: Letter) -> str:
    """For people: the lines, then the valid orders."""
    from judge.report.saying import Saying, worded
    from judge.report.words import once

    wide = min(60, max((len(one.text.strip()) for one in done.stretches), default=0))
    rows = []
    for one in done.stretches:
        if one.fate != "space":
            said = once(one.said, one.text, "This")
            row = f"{one.number:>4}  {one.fate:<11}  {one.text.strip():<{wide}}  {said}"
            rows.append(row.rstrip())
    rows += [f'"{text}": {worded(Saying(f"faults/{code}"))}' for text, code in done.faults]
    rows += [f'{number:>4}  "{text.strip()}": {said}' for number, text, said in done.doubts]
    rows += ["", done.verdict, *(f"  {line}" for line in done.orders)]
    for kind, texts in done.later.items():
        rows += [f"kept for {kind}:", *(f"  {line}" for line in texts)]
    if done.silent:
        rows += ["not ordered; if nothing more comes:", *(f"  ({line})" for line in done.silent)]
    if letter.hidden:
        rows.append(f"on a page where nobody sees it, not read: {'; '.join(letter.hidden)}")
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
        "warnings": [{"line": number, "text": text, "said": said} for number, text, said in done.doubts],
        "silence": done.silent,
        "hidden": letter.hidden,
        "unread": letter.unread,
    }
