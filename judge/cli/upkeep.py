"""`judge doctor`, `backup`, `restore`, `store`, `completion`: looking after a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.common import Complain, Group, counted, hint, not_so, say_done, say_json, words_of
from judge.cli.opened import campaign_option, complaining, json_option, now, on_campaign, opened
from judge.grammar.text import many
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign
    from judge.campaign.health import Check

SIGNS = {"ok": "ok  ", "note": "note", "bad": "BAD "}


@click.command(epilog="Example: judge doctor")
@click.option("--quick", is_flag=True, help="Only what waits and what is late; as fast with many games as with few.")
@json_option
@campaign_option
def doctor(folder: str | None, as_json: bool, quick: bool) -> None:
    """Check the campaign for faults before the players find them. Exit status 1 when there is one.

    Logs in at both mail servers, each with ten seconds to answer, and looks up what the mail domain publishes (SPF,
    DKIM, DMARC); --quick asks no server.
    """
    from judge.campaign.health import Check
    from judge.campaign.upkeep import examine
    from judge.serve.serving import read_serving

    with opened(folder) as campaign:
        port = read_serving(campaign.config.serve).metrics
        running = None
        if port:
            from judge.serve.metrics import ask

            running = ask(port)
        found = list(examine(campaign, now(), running, quick))
        if port and running is None:
            found.append(Check("daemon", "note", Saying("health/no-daemon", {"port": port})))
        if not quick and campaign.config.mail.value:
            found += _mail_servers(campaign)
        if not quick:
            found += _chats(campaign)
    if as_json:
        say_json([{"what": one.what, "state": one.state, "said": one.said} for one in found])
    else:
        for one in found:
            click.echo(f"{SIGNS[one.state]}  {one.what:14} {words_of(one.said)}")
    if any(one.state == "bad" for one in found):
        not_so()


def _mail_servers(campaign: Campaign) -> list[Check]:
    """Whether both servers let the Judge in now."""
    from judge.campaign.health import Check
    from judge.grammar.document import DocumentError
    from judge.mail.accounts import is_door_open, read_account, what_it_proves
    from judge.mail.published import published
    from judge.mail.tryout import reached

    try:
        account = read_account(campaign.config.mail, campaign.config.folder)
    except DocumentError as error:
        return [Check("mail", "bad", Saying("health/because", {"why": error}))]
    names = {"mailbox": "mail in", "sending": "mail server"}
    proven, said = what_it_proves(account)
    proof = [Check("proof", "ok" if proven else "note", said)]
    if is_door_open(account):
        proof.append(Check("proof", "note", Saying("trying/open-door", {"listen": account.lmtp_listen})))
    return [
        *proof,
        *(
            Check(names.get(one.what, one.what), "bad" if one.state == "gone" else one.state, one.said)
            for one in (*reached(account), *published(account))
        ),
    ]


def _chats(campaign: Campaign) -> list[Check]:
    """Whether each chat lets the Judge in now, and the Judge's name there."""
    from judge.campaign.health import Check
    from judge.chats import read_chats, service_of
    from judge.forum import Refused, Unreached
    from judge.grammar.document import DocumentError
    from judge.store.games import listed

    try:
        known = read_chats(campaign.config.chats, campaign.config.folder)
    except DocumentError as error:
        return [Check("chats", "bad", Saying("health/chats-unreadable", {"error": error}))]
    found = []
    for name, chat in known.items():
        try:
            who = service_of(chat, lambda seconds: None).whoami()
            state, said = "ok", Saying("health/chat", {"name": name, "kind": chat.kind, "who": who})
        except (Refused, Unreached) as error:
            state, said = "bad", Saying("health/chat-shut", {"name": name, "kind": chat.kind, "error": error})
        with campaign.store.read() as connection:
            games = {game for game, _, _ in listed(connection)}
        found.append(Check("chat", state, said))
        unknown = sorted({game for game in chat.rooms.values() if game} - games)
        if unknown:
            found.append(Check("chat", "bad", Saying("health/chat-rooms", {"name": name, "games": unknown})))
    return found


@click.command(epilog="Example: judge backup club-2027-03-01.tar.gz")
@click.argument("file", metavar="F", type=click.Path(dir_okay=False))
@json_option
@on_campaign
def backup(campaign: Campaign, file: str, as_json: bool) -> None:
    """The whole campaign as one file, while everything is running. It holds secrets: keep it safe."""
    from judge.campaign.upkeep import backup as save

    try:
        rows = save(campaign, Path(file), now())
    except OSError as error:
        raise Complain(f"{file}: {error.strerror}") from None
    if as_json:
        say_json({"file": file, "rows": rows})
        return
    click.echo(
        f"{file}: {many(rows['games'], 'game')}, {many(rows['steps'], 'step')}, {many(sum(rows.values()), 'row')}"
    )


@click.command(epilog="Example: judge restore club-2027-03-01.tar.gz --into club")
@click.argument("file", metavar="F", type=click.Path(exists=False, dir_okay=False))
@click.option("--into", "directory", metavar="DIR", help="The folder (default: the campaign found here).")
@click.option("--force", is_flag=True, help="Replace a campaign that is there: its store is kept beside the new one.")
@json_option
@campaign_option
def restore(file: str, directory: str | None, force: bool, as_json: bool, folder: str | None) -> None:
    """A campaign from its backup."""
    from judge.campaign.config import find_folder
    from judge.campaign.restoring import held_back, trusted
    from judge.campaign.restoring import restore as bring_back

    with complaining():
        if not Path(file).is_file():
            raise Complain(f"{file}: no such file")
        target = Path(directory) if directory else find_folder(folder, Path.cwd())
        left_out = bring_back(Path(file), target, now(), force)
    for one in left_out:
        click.echo(f"judge: left out: {words_of(one)}; put it back if it is yours", err=True)
    known = trusted(target)
    if known:
        told = "check {} in campaign.yaml: the backup says who is game master and which servers are used"
        click.echo(f"judge: {told.format(', '.join(known))}", err=True)
    if any((target / "templates").rglob("*.j2")):
        told = (
            "look at templates/: they word mails and pages, and can put a picture from elsewhere, or a link, into each"
        )
        click.echo(f"judge: {told}", err=True)
    letters, waiting = held_back(target)
    if letters or waiting:
        told = "waited in the backup and will not go: look at `judge mail list`, then `judge mail let-go --restored`"
        both = f"{many(letters, 'letter')} and {many(waiting, 'mail')}" if letters else many(waiting, "mail")
        click.echo(f"judge: {both} {told}", err=True)
    told = (
        "links, reply addresses, PGP keys and accounts on chats of game masters have ended, since a backup tells them"
    )
    click.echo(f"judge: {told}", err=True)
    facts = {"folder": str(target), "left_out": list(left_out), "held_back": waiting, "letters": letters}
    say_done(as_json, f"the campaign is back in {target}", **facts)


@click.group(
    cls=Group, epilog="Example: judge store copy sqlite:///club/judge.sqlite postgresql+psycopg://localhost/judge"
)
def store() -> None:
    """The store: where everything is kept."""


@store.command("copy", epilog="Example: judge store copy sqlite:///judge.sqlite postgresql+psycopg://localhost/judge")
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="DST")
@json_option
def copy(source: str, target: str, as_json: bool) -> None:
    """Copy a whole store into an empty one, compare the hashes of all tables; then name it in campaign.yaml."""
    from judge.store import open_store
    from judge.store.copy import copy_store

    with complaining():
        out, into = open_store(_url(source)), open_store(_url(target), create=True)
        try:
            with counted("rows") as shown:
                rows = copy_store(out, into, shown)
        finally:
            out.close()
            into.close()
    copied = many(sum(rows.values()), "row")
    say_done(as_json, f"{copied} copied and read back, with the same hash for every table", rows=rows)
    hint(f"set `store: {target}` in campaign.yaml")


@store.command("prune", epilog="Example: judge store prune --dry-run")
@click.option("--dry-run", is_flag=True, help="Only say what would be deleted.")
@json_option
@on_campaign
def prune(campaign: Campaign, dry_run: bool, as_json: bool) -> None:
    """Delete the words of old letters, as `retention:` in campaign.yaml says; hashes stay. The daemon does it daily."""
    from judge.campaign.retention import prune as forget_words
    from judge.campaign.retention import read_retention

    policy = read_retention(campaign.config.retention)
    if policy.raw_mail is None:
        raise Complain("letters are kept for ever: campaign.yaml says no other (retention: {keep_raw_mail: 90 days})")
    done = forget_words(campaign.store, policy, now(), dry_run)
    if as_json:
        say_json({"letters": done.letters, "bytes": done.size, "dry_run": dry_run})
    else:
        click.echo(
            f"the words of {many(done.letters, 'letter')} ({done.size:,} bytes) {'would go' if dry_run else 'are gone'}"
        )


def _url(text: str) -> str:
    """The URL of a store; a path is a SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).resolve()}"


@click.command(epilog='Example: eval "$(judge completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """A script that completes commands, options and files in your shell."""
    from click.shell_completion import get_completion_class

    from judge.cli.main import judge

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(judge, {}, "judge", "_JUDGE_COMPLETE").source())
