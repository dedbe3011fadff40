"""`judge mail test`: the account, tested before anybody plays. `judge mail key`: the judge's own PGP key."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from judge import private
from judge.cli.common import Complain, Unreachable, not_so, say_json, words_of
from judge.cli.opened import campaign_option, opened

SIGNS = {"ok": "ok  ", "note": "note", "bad": "BAD ", "gone": "BAD "}


@click.command("test", epilog="Example: judge mail test")
@click.option("--wait", "patience", default=60.0, show_default=True, help="Seconds to wait for the letters.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@campaign_option
def mail_test(folder: str | None, patience: float, as_json: bool) -> None:
    """Try the mail account: log in at both servers, send a letter to itself. Asks for a missing password.

    Exit status 3 when a server does not answer, 1 when something else is wrong.
    """
    from judge.mail.accounts import OWN_PORTS, at_own_office, read_account
    from judge.mail.tryout import tried

    with opened(folder) as campaign:
        if not campaign.config.mail.value:
            raise Complain("campaign.yaml has no `mail:` part: `judge init DIR --mail ADDRESS` writes one")
        account = read_account(campaign.config.mail, campaign.config.folder)
        if account.imap is None and "local" in campaign.config.mail.value:
            # Our own post office runs only while `judge serve --embedded` runs.
            ports = {**OWN_PORTS, **account.local}
            account = at_own_office(account, campaign.config.folder, ports["imap"], ports["smtp"])
        _ask_for_password(account.folder, account.secret.get("password_file", ""))
    found = []
    if not as_json:
        click.echo(f"trying {account.address}; a letter to itself can take a minute ...", err=True)
    for one in tried(account, patience):
        found.append(one)
        if not as_json:
            click.echo(f"{SIGNS[one.state]}  {one.what:8} {words_of(one.said)}")
    if as_json:
        say_json([{"what": one.what, "state": plain_state(one.state), "said": one.said} for one in found])
    gone = next((one for one in found if one.state == "gone"), None)
    if gone is not None:
        raise Unreachable(words_of(gone.said))
    if any(one.state == "bad" for one in found):
        not_so()
    click.echo("next: judge new NAME --game GAME, judge start NAME, then judge serve", err=True)


def plain_state(state: str) -> str:
    """A server that is not there is as bad as one that refuses."""
    return "bad" if state == "gone" else state


@click.command("key", epilog="Example: judge mail key > judge.asc")
@campaign_option
def mail_key(folder: str | None) -> None:
    """Print the public half of the judge's own PGP key, for players to encrypt to. Makes the key if there is none."""
    from judge.mail.accounts import read_account
    from judge.mail.pgp import NoPgp, new_own_key, public_half

    with opened(folder) as campaign:
        account = read_account(campaign.config.mail, campaign.config.folder)
    path = account.pgp_key or account.folder / "judge-key.asc"
    try:
        if not path.exists():
            new_own_key(path, account.address)
            click.echo(f"made {path}; it is in no backup: keep a copy where nobody else can read it", err=True)
        click.echo(public_half(path).rstrip())
    except NoPgp as error:
        raise Complain(words_of(error)) from None
    if not account.pgp or account.pgp_key is None:
        click.echo(f"write into campaign.yaml, under mail:  pgp: true  and  pgp_key: {path.name}", err=True)


def _ask_for_password(folder: Path, name: str) -> None:
    """Ask for a missing password and write it into a file that only its owner can read."""
    path = folder / name
    if not name or path.exists() or not sys.stdin.isatty():
        return
    word = click.prompt(f"password for the mailbox (kept in {path})", hide_input=True, err=True)
    private.write(path, f"{word.strip()}\n")
