"""`judge mail list`, `show`, `resend`: what came in, what went out, and how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Complain, say_json, words_of
from judge.cli.opened import json_option, now, on_campaign, override_option
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.command("list", epilog="Example: judge mail list --failed")
@click.option("--game", "name", help="Of one game.")
@click.option("--failed", is_flag=True, help="Letters late, in error, partial or refused; mails that did not go.")
@click.option("--most", default=30, show_default=True, help="How many of each.")
@json_option
@on_campaign
def mail_list(campaign: Campaign, name: str | None, failed: bool, most: int, as_json: bool) -> None:
    """The newest letters and mails, each with the word by which `judge mail show` prints it."""
    from judge.campaign.day import letter_facts
    from judge.store import daybook

    with campaign.store.read() as connection:
        came = [letter_facts(row) for row in daybook.letters(connection, most, name, failed)][::-1]
        went = [_mail(row) for row in daybook.mails(connection, most, name, failed)][::-1]
    if as_json:
        say_json({"letters": came, "mails": went})
        return
    for one in came:
        said = " ".join(filter(None, (str(one["verdict"] or "waits"), *one["codes"])))
        click.echo(f"{one['ref']:10} {_time(one['at'])}  {_place(one):24} {one['from']:30} {said}: {one['subject']}")
    for one in went:
        said = one["state"] + (f" ({one['error']})" if one["error"] else "")
        click.echo(f"{one['ref']:10} {_time(one['at'])}  {_place(one):24} {one['to']:30} {one['kind']}, {said}")
    if not came and not went:
        click.echo("nothing failed" if failed else "no letter came yet, and no mail went", err=True)


def _mail(row: Any) -> dict[str, Any]:
    return {
        "ref": f"out-{row['id']}", "at": row["sent_at"] or row["due_at"], "to": row["recipient"], "kind": row["kind"],
        "state": row["state"], "error": row["error"] or "", "game": row["game"] or "", "seat": "",
        "tries": row["tries"],
    }  # fmt: skip


def _time(at: str) -> str:
    return at[:16].replace("T", " ")


def _place(one: dict[str, Any]) -> str:
    return " ".join(filter(None, (one["game"], one["seat"])))


def _number(reference: str) -> tuple[str, int]:
    """`in-12` or `out-7`."""
    way, _, number = reference.partition("-")
    if way not in ("in", "out") or not number.isdigit():
        raise Complain(f'"{reference}" is no letter or mail: `judge mail list` shows them as in-12 and out-7')
    return way, int(number)


@click.command("show", epilog="Example: judge mail show in-12")
@click.argument("reference")
@json_option
@override_option
@on_campaign
def mail_show(campaign: Campaign, reference: str, as_json: bool, override: str | None) -> None:
    """A letter as it came, and what it was answered; or a mail as it goes out."""
    way, number = _number(reference)
    shown = _letter(campaign, number, override) if way == "in" else _written(campaign, number, override)
    if as_json:
        say_json(shown)
        return
    for title, text in shown.items():
        click.echo(f"{title}:\n{text}\n" if "\n" in text else f"{title}: {text}")


def _letter(campaign: Campaign, number: int, override: str | None) -> dict[str, str]:
    from judge.campaign.day import letter_facts
    from judge.mail.letter import read_letter
    from judge.store import daybook

    with campaign.store.read() as connection:
        row = daybook.letter(connection, number)
    if row is None:
        raise Complain(f"there is no letter in-{number}")
    facts = letter_facts(row)
    _may_look(campaign, row, facts["from"], override)
    shown = {key: str(facts[key]) for key in ("from", "subject", "at", "game", "seat", "verdict") if facts[key]}
    if facts["codes"]:
        shown["why"] = ", ".join(facts["codes"])
    if row["raw"] is None:
        shown["letter"] = "its words are kept no longer"
        return shown
    letter = read_letter(bytes(row["raw"]))
    shown["letter"] = letter.text.strip()
    with campaign.store.read() as connection:
        answers = daybook.answers_to(connection, letter.message_id)
    for one in answers:
        shown[f"answer out-{one['id']}"] = _text(campaign, int(one["id"]))
    return shown


def _written(campaign: Campaign, number: int, override: str | None) -> dict[str, str]:
    from judge.store import daybook

    with campaign.store.read() as connection:
        row = daybook.mail(connection, number)
    if row is None:
        raise Complain(f"there is no mail out-{number}")
    _may_look(campaign, row, row["recipient"], override)
    facts = _mail(row)
    shown = {key: str(facts[key]) for key in ("to", "kind", "at", "game", "state", "error") if facts[key]}
    shown["mail"] = _text(campaign, number)
    return shown


def _may_look(campaign: Campaign, row: Any, address: str, override: str | None) -> None:
    """What a seat wrote, or was told, is hidden from a game master who plays at any table of that person's."""
    from judge.campaign.seating import by_address
    from judge.campaign.secrecy import may_look

    if address == campaign.config.gm:
        return
    with campaign.act(now()) as act:
        own = {str(one["game"]) for one in by_address(act.connection, address)} if address else set()
        for name in sorted(own | ({str(row["game"])} if row["game"] else set())):
            may_look(act, name, Saying("looks/letter-or-mail"), override)


def _text(campaign: Campaign, number: int) -> str:
    """A mail's words. A token is not kept once it was sent, and shown to nobody."""
    from judge.mail.accounts import Account, read_account
    from judge.serve.postroom import Postroom
    from judge.store.mails import outgoing

    config = campaign.config
    account = read_account(config.mail, config.folder) if config.mail.value else Account(f"judge@{config.domain}")
    room = Postroom(campaign, account)
    room.prepare()
    with campaign.look() as look:
        (row,) = outgoing(look.connection, [number])
        if row.kind == "token":
            return "(a token: only its player reads it)"
        if not row.recipient or not row.facts:
            return "(its words are kept no longer)"
        if row.kind == "digest":
            return "(several mails in one)"
        return room.mail_of(look, row, now()).text.strip()


@click.command("resend", epilog="Example: judge mail resend --failed")
@click.argument("references", nargs=-1)
@click.option("--failed", is_flag=True, help="All that were given up.")
@careful
@on_campaign
def mail_resend(campaign: Campaign, references: tuple[str, ...], failed: bool, care: Care) -> None:
    """Send mails again, as the very same messages: whoever has one already has it once."""
    from judge.campaign.resending import resend
    from judge.store import daybook

    numbers = []
    for reference in references:
        way, number = _number(reference)
        if way == "in":
            raise Complain(f"{reference} is a letter that came in: only what the Judge wrote is sent again")
        numbers.append(number)
    if failed:
        with campaign.look() as look:
            numbers += [int(row["id"]) for row in daybook.mails(look.connection, 1000, failed=True)]
    if not numbers:
        raise Complain("say which mail, such as out-7 (`judge mail list`), or --failed" if not failed else
                       "nothing failed: every mail went")  # fmt: skip

    def send_again(act: Act) -> dict[str, str]:
        return {f"out-{number}": words_of(resend(act, number)) for number in dict.fromkeys(numbers)}

    found = carry_out(campaign, care, ("send them again", ""), send_again, "never")
    if found is not None:
        care.say("\n".join(f"{reference}: {said}" for reference, said in found.items()), **found)


__all__ = ["mail_list", "mail_resend", "mail_show"]
