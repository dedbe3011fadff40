"""Letters and mails for a game master to look through: as they came, what became of each line, what was answered.

What a seat wrote, or was told, is hidden from a game master who plays at any table of that person's.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge import report
from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import looking, seating
from judge.campaign.campaign import Campaign
from judge.campaign.day import letter_facts
from judge.campaign.live import NotNow, load_game, seat_of
from judge.campaign.secrecy import may_look
from judge.campaign.told import Told, told
from judge.mail.accounts import Account, read_account
from judge.mail.letter import Letter, read_letter
from judge.mail.quotations import Index
from judge.mail.understood import Understood
from judge.report.words import Words
from judge.serve.postroom import Postroom
from judge.store import daybook
from judge.store.mails import outgoing

TAKEN_BACK = {
    "condition": "its condition does not hold",
    "corrected": "another line takes its place",
    "cleared": "a CLEAR below takes it back",
}


def mail_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A mail as a list shows it."""
    return {
        "ref": f"out-{row['id']}", "at": row["sent_at"] or row["due_at"], "to": row["recipient"], "kind": row["kind"],
        "state": row["state"], "error": row["error"] or "", "game": row["game"] or "", "seat": "",
        "tries": row["tries"],
    }  # fmt: skip


def number_of(reference: str) -> tuple[str, int]:
    """`in-12` or `out-7`."""
    way, _, number = reference.partition("-")
    if way not in ("in", "out") or not number.isascii() or not number.isdigit() or len(number) > 15:
        raise NotNow(f'"{reference}" is no letter or mail: `judge mail list` shows them as in-12 and out-7')
    return way, int(number)


def shown(campaign: Campaign, reference: str, now: datetime, override: str | None = None) -> dict[str, str]:
    """A letter as it came, and what it was answered; or a mail as it goes out."""
    way, number = number_of(reference)
    return _letter(campaign, number, now, override) if way == "in" else _written(campaign, number, now, override)


def _letter(campaign: Campaign, number: int, now: datetime, override: str | None) -> dict[str, str]:
    with campaign.store.read() as connection:
        row = daybook.letter(connection, number)
    if row is None:
        raise NotNow(f"there is no letter in-{number}")
    facts = letter_facts(row)
    _may_look(campaign, row, facts["from"], now, override)
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
        shown[f"answer out-{one['id']}"] = _text(campaign, int(one["id"]), now)
    return shown


def _written(campaign: Campaign, number: int, now: datetime, override: str | None) -> dict[str, str]:
    with campaign.store.read() as connection:
        row = daybook.mail(connection, number)
    if row is None:
        raise NotNow(f"there is no mail out-{number}")
    _may_look(campaign, row, row["recipient"], now, override)
    facts = mail_facts(row)
    shown = {key: str(facts[key]) for key in ("to", "kind", "at", "game", "state", "error") if facts[key]}
    shown["mail"] = _text(campaign, number, now)
    return shown


def _may_look(campaign: Campaign, row: Any, address: str, now: datetime, override: str | None) -> None:
    if address == campaign.config.gm:
        return
    with campaign.act(now) as act:
        own = {str(one["game"]) for one in seating.by_address(act.connection, address)} if address else set()
        for name in sorted(own | ({str(row["game"])} if row["game"] else set())):
            may_look(act, name, "a letter or mail", override)


def _text(campaign: Campaign, number: int, now: datetime) -> str:
    """A mail's words. A token is not kept once it was sent, and shown to nobody."""
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
        return room.mail_of(look, row, now).text.strip()


# --- line by line -----------------------------------------------------------------------------------------------------


def read_as(
    campaign: Campaign, name: str, seat: str, letter: Letter, now: datetime, override: str | None = None
) -> Told:
    """A letter line by line, as the game stands now, as its seat's. Nothing is stored and nobody is answered."""
    with campaign.look() as look:
        live = load_game(look.connection, name)
        whose: Seat = seat_of(live.game, seat)
    with campaign.act(now) as act:
        may_look(act, name, f"a letter of {whose}", override, whose)
    with campaign.look() as look:
        newest = looking.report_again(look, name, seat=whose)
        sent = look.ledger.sent_to(letter.sender) if letter.sender else ()
    words = Words(live.game, live.state, own=campaign.config.own_templates)
    indices = [Index.of(report.render(newest, "text")), *sent]
    return told(live.game, live.state, whose, letter, indices, lambda one: said_of(one, words))


def said_of(one: Understood, words: Words) -> str:
    """Why a line is no order, and what could be written instead."""
    if isinstance(one.said, tuple):
        return " ".join(words.sentence(event) for event in one.said)
    if one.why in TAKEN_BACK:
        return TAKEN_BACK[one.why]
    if one.offered:
        return words.problem(Problem("command-in-prose", {"text": one.offered}))
    if one.why:
        return words.problem(Problem("passed-over" if one.why == "unsure" else f"not-ordered-{one.why}", {}))
    return words.problem(one.said) if isinstance(one.said, Problem) else ""


__all__ = ["mail_facts", "number_of", "read_as", "said_of", "shown"]
