"""`judge serve`, `judge mail`, `judge demo`: mail in, mail out, and a demonstration of both."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge import private
from judge.cli.common import Complain, Group, Unreachable, not_so, say_json, words_of
from judge.cli.corrections import let_go
from judge.cli.mailbook import mail_list, mail_resend, mail_show
from judge.cli.mailread import mail_read
from judge.cli.mailtest import mail_key, mail_test
from judge.cli.opened import sit_down
from judge.grammar.text import many
from judge.package import install

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign
    from judge.chats import Chat
    from judge.mail.accounts import Account
    from judge.serve.bells import Ringer
    from judge.serve.daemon import Daemon
    from judge.serve.door import Door
    from judge.serve.mailboxes import Mailboxes
    from judge.serve.serving import Serving
    from judge.web.server import Pages


def _campaign(folder: str | None) -> Campaign:
    from judge.campaign.campaign import Campaign
    from judge.campaign.config import NoCampaign, find_folder
    from judge.grammar.document import DocumentError
    from judge.store.base import StoreError, StoreUnreachable

    try:
        campaign = Campaign.open(find_folder(folder, Path.cwd()))
    except StoreUnreachable as error:
        raise Unreachable(words_of(error)) from None
    except (NoCampaign, DocumentError, StoreError) as error:
        raise Complain(words_of(error)) from None
    sit_down(campaign)
    return campaign


def _account(campaign: Campaign) -> Account:
    from judge.grammar.document import DocumentError
    from judge.mail.accounts import read_account
    from judge.mail.pgp import NoPgp, Seals
    from judge.mail.signature import NoDkim, Signatures

    try:
        account = read_account(campaign.config.mail, campaign.config.folder)
        if account.dkim:
            Signatures()
        if account.pgp:
            Seals(lambda address: (), account.pgp_key)
    except (DocumentError, NoDkim, NoPgp) as error:
        raise Complain(words_of(error)) from None
    return account


def _pages(daemon: Daemon) -> Pages | None:
    """The open pages of seats, if this daemon is to serve them."""
    web = daemon.campaign.config.web
    if web is None or web.listen is None:
        return None
    try:
        from judge.web.server import Pages
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "judge":
            raise
        raise Complain(f"web: needs a few packages more: {install('web')}") from None
    try:
        return Pages(daemon, web, web.listen).start()
    except OSError as error:
        where = ":".join(map(str, web.listen))
        raise Complain(f"the pages cannot be served at {where} ({error.strerror or error})") from None


def _door(account: Account, daemon: Daemon) -> Door | None:
    """The open door for letters that a mail server hands in, if campaign.yaml names one."""
    if not account.lmtp_listen:
        return None
    from judge.serve.door import Door

    try:
        return Door(account, daemon).start()
    except OSError as error:
        raise Complain(f"letters cannot come in at {account.lmtp_listen} ({error.strerror or error})") from None


def _ringer(daemon: Daemon) -> Ringer | None:
    """The ringer of browsers, if campaign.yaml wants one."""
    web = daemon.campaign.config.web
    if web is None or not web.push:
        return None
    try:
        from judge.serve.bells import Ringer
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "judge":
            raise
        raise Complain(f"push: needs a package more: {install('push')}") from None
    ringer = Ringer(daemon.campaign, web)
    daemon.dispatch.went = ringer.start()
    return ringer


def _serving(campaign: Campaign) -> Serving:
    from judge.campaign.retention import read_retention
    from judge.grammar.document import DocumentError
    from judge.serve.serving import read_serving

    try:
        read_retention(campaign.config.retention)
        return read_serving(campaign.config.serve)
    except DocumentError as error:
        raise Complain(words_of(error)) from None


def _chats(campaign: Campaign) -> list[Chat]:
    from judge.chats import read_chats
    from judge.grammar.document import DocumentError

    try:
        return list(read_chats(campaign.config.chats, campaign.config.folder).values())
    except DocumentError as error:
        raise Complain(str(error)) from None


_in_campaign = click.option(
    "--campaign", "folder", envvar="JUDGE_CAMPAIGN", metavar="DIR", help="The campaign's folder (default: the nearest)."
)


@click.command(epilog="Example: judge serve --campaign club")
@_in_campaign
@click.option("--embedded", is_flag=True, help="Run a post office as well (SMTP and IMAP).")
@click.option("--once", is_flag=True, help="Fetch, read, adjudicate and send once, then stop.")
@click.option("--metrics", type=click.IntRange(1, 65535), metavar="PORT", help="Figures for Prometheus on this port.")
@click.option("--log", "form", type=click.Choice(["human", "json"]), help="The form of the log.")
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
def serve(folder: str | None, embedded: bool, once: bool, metrics: int | None, form: str | None, verbose: bool) -> None:
    """The daemon: collect letters, acknowledge, adjudicate, mail reports, remind. Stops cleanly on SIGTERM."""
    from judge.mail.fetch import CannotFetch
    from judge.serve.daemon import Daemon, notify, watch
    from judge.serve.log import set_up

    campaign = _campaign(folder)
    serving = _serving(campaign)
    boxes = None
    if embedded:
        boxes, account = _embedded(campaign)
    else:
        account = _account(campaign)
        if account.imap is None and not account.lmtp_listen:
            raise Complain("campaign.yaml names no mailbox (mail: {imap: imaps://user@host}); --embedded needs none")
    daemon = Daemon(campaign, account, spans=serving.spans).listen_to(_chats(campaign))
    if boxes is not None:
        daemon.dispatch.before = boxes.let_in
    set_up(
        form or serving.log, verbose=verbose, campaign=campaign.config.name, daemon=daemon.owner,
        known=(*account.written_secrets(), *(one.chat.secret for one in daemon.chats)), addresses=serving.addresses,
    )  # fmt: skip
    door = pages = ringer = None
    try:
        port = metrics or serving.metrics
        if port and not once:
            try:
                daemon.metrics.serve(port)
            except OSError as error:
                raise Complain(f"port {port} for the figures is taken ({error.strerror or error})") from None
        door = _door(account, daemon)
        if once:
            try:
                count = daemon.once()
            except CannotFetch as error:
                raise Unreachable(words_of(error)) from None
            click.echo(f"{many(count, 'letter')} fetched", err=True)
            return
        stop = threading.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *anything: stop.set())
        daemon.beat = watch(daemon)
        daemon.start()
        ringer, pages = _ringer(daemon), _pages(daemon)
        notify("READY=1")
        click.echo(f"judge: serving {campaign.config.name} as {account.address}", err=True)
        while not stop.wait(1.0):
            pass
        notify("STOPPING=1")
    finally:
        for way in (pages, door, ringer):
            if way is not None:
                way.stop()
        daemon.stop()
        if boxes is not None:
            boxes.office.stop()
        campaign.close()


def _embedded(campaign: Campaign) -> tuple[Mailboxes, Account]:
    """The embedded post office, its users those of the campaign."""
    from judge.grammar.document import Document, DocumentError
    from judge.mail.accounts import OWN_OFFICE, at_own_office, read_account
    from judge.serve.mailboxes import Mailboxes

    folder, said = campaign.config.folder, campaign.config.mail
    value = {"address": OWN_OFFICE, **(said.value if isinstance(said.value, dict) else {})}
    try:
        account = read_account(Document(value, said.lines, said.name, said.at), folder)
    except DocumentError as error:
        raise Complain(words_of(error)) from None
    boxes = Mailboxes(campaign, account)
    try:
        boxes.open()
    except OSError as error:
        raise Complain(
            f"the post office's ports are taken: {error.strerror or error} (mail: {{local: {{imap: …}}}})"
        ) from None
    office = boxes.office
    click.echo(f"judge: post office at 127.0.0.1, IMAP {office.imap_port}, SMTP {office.smtp_port}; passwords in "
               f"{boxes.passwords}", err=True)  # fmt: skip
    return boxes, at_own_office(account, folder, office.imap_port, office.smtp_port)


@click.group(cls=Group, epilog="Example: judge mail test")
def mail() -> None:
    """Mail without the daemon: try the account, letters from files, or once from the mailbox."""


mail.add_command(mail_test)
mail.add_command(mail_key)
for one in (mail_read, mail_list, mail_show, mail_resend, let_go):
    mail.add_command(one)


@mail.command(epilog="Example: judge mail ingest letters/*.eml")
@_in_campaign
@click.option("--json", "as_json", is_flag=True, help="Print the result of each as JSON.")
@click.option("--received", metavar="TIME", help="When they arrived (2027-03-01T18:00:00Z; default: now).")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
def ingest(folder: str | None, as_json: bool, received: str | None, files: tuple[str, ...]) -> None:
    """Take letters from files, as if they had come by mail; the answers wait in the outbox."""
    from datetime import UTC, datetime

    from judge.mail.accounts import Account
    from judge.mail.fetch import RawMail
    from judge.serve.daemon import Daemon
    from judge.store import letters, mails

    at = datetime.now(UTC)
    if received:
        try:
            at = datetime.fromisoformat(received.replace("Z", "+00:00"))
        except ValueError:
            raise Complain(f'"{received}" is no time: write 2027-03-01T18:00:00Z') from None
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
    campaign = _campaign(folder)
    account = _account(campaign) if campaign.config.mail.value else Account(f"judge@{campaign.config.domain}")
    daemon = Daemon(campaign, account, apart=False)
    good = True
    found = []
    try:
        for path in files:
            raw = Path(path).read_bytes()
            number = int.from_bytes(__import__("hashlib").sha256(raw).digest()[:5])
            with campaign.store.read() as connection:
                before = mails.newest(connection)
            daemon.store([RawMail(account.address, "file", 0, number, at, raw)])
            daemon.read_all()
            with campaign.store.read() as connection:
                row = letters.of_file(connection, number)
                answer = mails.answer_since(connection, before, int(row["id"])) if row else None
            state = str(row["state"]) if row else "known already"
            note = str(row["note"] or "") if row else ""
            verdict = note if state == "done" else state
            one: dict[str, Any] = {"file": path, "state": state, "verdict": verdict}
            if state == "done" and answer is not None:
                one["answer"] = answer["parts"]
            found.append(one)
            good = good and state == "done" and note in ("OK", "WARNINGS")
            if not as_json:
                click.echo(f"{path}: {verdict}{'' if state == 'done' else f' ({note})' if note else ''}")
    finally:
        daemon.opener.close()
        campaign.close()
    if as_json:
        say_json(found)
    if not good:
        not_so()


@mail.command(epilog="Example: judge mail fetch")
@_in_campaign
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def fetch(folder: str | None, as_json: bool) -> None:
    """Take the letters in the mailbox, once; answers wait in the outbox until `judge serve` sends them."""
    from judge.mail.fetch import CannotFetch
    from judge.serve.daemon import Daemon

    campaign = _campaign(folder)
    account = _account(campaign)
    daemon = Daemon(campaign, account)
    try:
        if daemon.mailbox is None:
            raise Complain("campaign.yaml names no mailbox: mail: {imap: imaps://user@host}")
        count = daemon.mailbox.collect()
        daemon.read_all()
        if as_json:
            say_json({"letters": count})
        else:
            click.echo(many(count, "letter"))
    except CannotFetch as error:
        raise Unreachable(words_of(error)) from None
    finally:
        if daemon.mailbox is not None:
            daemon.mailbox.close()
        daemon.opener.close()
        daemon.together.stop()
        campaign.close()


@click.command(epilog="Example: judge demo --game diplomacy --turns 6")
@click.option("--game", "key", default="range-war", show_default=True, help="The game played.")
@click.option("--turns", type=click.IntRange(min=1), help="Stop after this many windows (default: play to the end).")
@click.option("--out", type=click.Path(file_okay=False), help="The folder to write to (default: a new one).")
@click.option("--seed", default="demo", show_default=True, help="A word: another word gives another game.")
def demo(key: str, turns: int | None, out: str | None, seed: str) -> None:
    """A whole campaign on this machine: real mail servers, a real daemon, scripted players who write real letters."""
    import tempfile
    from datetime import UTC, datetime

    from judge.campaign.campaign import Campaign
    from judge.campaign.founding import Wanted, new_game
    from judge.campaign.live import NotNow
    from judge.grammar.document import Document
    from judge.office.house import Office  # noqa: F401 - a missing server package is told before anything is made
    from judge.serve.demo import GAME, HOST, JUDGE, Demonstration
    from judge.shelf import NotOnShelf

    folder = (Path(out) if out else Path(tempfile.mkdtemp(prefix="judge-demo-"))).resolve()
    if (folder / "campaign.yaml").exists():
        raise Complain(f"{folder} holds a campaign already: --out names another folder")
    Campaign.create(folder, "demo")
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    private.write(
        folder / "campaign.yaml",
        text.replace("# gm: gm@example.org", f"gm: gm@{HOST}") + f"\nmail:\n  address: {JUDGE}\n",
    )
    campaign = Campaign.open(folder)
    try:
        settings = Document({"deadlines": "1d", "grace": "0h", "cool_off": "0h", "remind": "4h", "nmr": "fill"})
        with campaign.act(datetime.now(UTC)) as act:
            new_game(act, GAME, key, Wanted(settings=settings))
        show = Demonstration(campaign, folder, key, turns=turns, seed=seed, say=lambda line: click.echo(line))
        click.echo(
            f"{show.live().game.title}, played by scripted players who write real mail to a real daemon; a second is a "
            f"minute for them.\nEverything is left in {folder}; Ctrl-C ends it early.\n"
        )
        usual = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, lambda *anything: show.over.set())
        try:
            ended = show.run()
        finally:
            signal.signal(signal.SIGINT, usual)
        click.echo("")
        names: dict[str, str] = {seat.id: seat.name for seat in show.live().game.seats}
        if ended.over:
            who = " and ".join(names.get(seat, seat) for seat in ended.winners) or "nobody"
            click.echo(f"The end: {who} won after {many(ended.windows, 'window')}, in {ended.seconds:.0f} seconds.")
        else:
            click.echo(f"Stopped after {many(ended.windows, 'window')}, in {ended.seconds:.0f} seconds.")
        click.echo(f"Letters written: {ended.letters}; answered: {ended.answers}.")
        click.echo(f"Every mail the players got: {folder / 'mail'}")
        mistaken = sorted((folder / "mail").glob("*/*-errors-*.eml"))
        if mistaken:
            click.echo(f"One of them, the answer to a letter with mistakes: {mistaken[0]}")
        _leave_behind(campaign, folder)
    except (NotOnShelf, NotNow) as error:
        raise Complain(words_of(error)) from None
    finally:
        campaign.close()


def _leave_behind(campaign: Campaign, folder: Path) -> None:
    """Write reports, maps and the site, to look at."""
    from judge import report
    from judge.serve.demo import GAME

    reports, maps = folder / "reports", folder / "maps-drawn"
    private.folder(reports)
    from judge.campaign.archive import record_of
    from judge.campaign.live import line_of, load_game
    from judge.campaign.reports import map_of, report_of
    from judge.report.site import write_site

    with campaign.look() as look:
        live = load_game(look.connection, GAME)
        told = [(step, report_of(look, live, int(step["number"]), None)) for step in line_of(look.connection, live)]
        record = record_of(look, GAME)
    for step, made in told:
        private.write(reports / f"{int(step['number']):03d}.txt", report.render(made))
        svg = map_of(live, step, None)
        if svg:
            private.write(private.folder(maps) / f"{int(step['number']):03d}.svg", svg)
    write_site([record], folder / "site", "The demonstration")
    click.echo(f"The game as a site to look through: {folder / 'site' / 'index.html'}")
    click.echo(f"Every public report: {reports}")
    if maps.is_dir():
        click.echo(f"Every map: {maps}")
    click.echo(f"The campaign, to look into with `judge status --campaign {folder}`: {folder}")
