"""Mails for the outbox: one recipient each, a Message-ID that a repeat would share, acknowledgements first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime
from typing import Any

from judge.campaign import patience
from judge.campaign.act import Act
from judge.campaign.live import Live
from judge.campaign.numbers import secret_of
from judge.campaign.seating import Sitting
from judge.report.saying import Saying, as_json
from judge.store import chats, club, mails
from judge.store.base import stamp

PRIORITY = {"receipt": 0, "token": 1, "talk": 1, "notice": 2, "reminder": 2, "report": 3, "press": 3, "digest": 3,
            "closing": 4, "gm": 4, "day": 4}  # fmt: skip


@dataclass(frozen=True, slots=True)
class To:
    """Whom a mail is for: an address, and the seat it is read at ("": none)."""

    address: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of mail. `number`: tells it from others of its kind; `facts`: its content, worded when it goes.

    `step`: the step it is about, if that is not the game's present one.
    """

    kind: str
    to: To
    number: int | str
    facts: Mapping[str, Any]
    _: KW_ONLY
    step: int | None = None
    in_reply_to: str | None = None
    is_kept: bool = False
    """It waits until the game master lets it go."""
    is_shown: bool = False
    """It is shown on a page, and not mailed."""
    waits: datetime | None = None
    """Until when it waits for others of its reader's to go with it."""
    chat: str = ""
    """The chat in which it is said to the account that its facts name, and not sent by mail."""


def message_id(act: Act, live: Live | None, piece: Piece) -> str:
    """A function of the message's content, so that sending it twice is the same message. Nobody guesses from it what it
    was made of, such as how many letters others have written: the campaign's secret is part of it."""
    step = (live.head if live else 0) if piece.step is None else piece.step
    what = (
        act.config.name, live.name if live else "", step, int(live.row["branch"]) if live else 0, piece.to.seat,
        piece.kind, f"{piece.number}/{piece.to.address}{secret_of(act).hex()}",
    )  # fmt: skip
    known_by = hashlib.sha256("\n".join(map(str, what)).encode()).hexdigest()[:24]
    return f"<{known_by}.{piece.kind}@{act.config.domain}>"


def put(act: Act, live: Live | None, piece: Piece) -> None:
    """Put a mail into the outbox, with what else the act writes; the very same one is there only once."""
    later = patience.waits_until(act, piece.to.address, piece.kind, live.id if live else None) or piece.waits
    act.ledger.put_mail(
        {
            "message_id": message_id(act, live, piece),
            "game_id": live.id if live else None,
            "recipient": piece.to.address,
            "kind": piece.kind,
            "priority": PRIORITY[piece.kind],
            "facts": json.dumps(piece.facts, default=as_json, ensure_ascii=False, sort_keys=True),
            "in_reply_to": piece.in_reply_to,
            "state": SHOWN if piece.is_shown else KEPT if piece.is_kept else "held" if later else "queued",
            "tries": 0,
            "due_at": stamp(later or _leaves_at(act, live, piece)),
            "chat": piece.chat or None,
        }
    )
    if piece.kind == "reminder" and not piece.chat:
        _remind_in_chats(act, live, piece)


def _remind_in_chats(act: Act, live: Live | None, piece: Piece) -> None:
    """Also send a reminder wherever its reader has connected an account."""
    address = piece.to.address
    for one in act.ledger.once(("accounts", address), lambda: chats.of_addresses(act.connection, (address,))):
        number = f"{piece.number}/{one['chat']}/{one['account']}"
        facts = {**piece.facts, "account": one["account"], "only_said": True}
        put(act, live, replace(piece, number=number, facts=facts, chat=one["chat"]))


def _leaves_at(act: Act, live: Live | None, piece: Piece) -> datetime:
    """When a mail goes that need not wait for its reader's hour. In an anonymous game press goes with the full hour,
    and so does what the whole table hears because somebody at it wrote."""
    by_player = piece.kind == "press" or (piece.kind == "notice" and act.who == "letter")
    return patience.told_at(live, act.now) if by_player and live is not None else act.now


def everybody(act: Act, live: Live) -> Iterator[To]:
    """Everybody at the table who has an address."""
    return (To(one.addresses[0], _place(one)) for one in readers(act, live))


def readers(act: Act, live: Live) -> Iterator[Sitting]:
    """Everybody at the table who has an address; a sitter on their days."""
    today = act.now.astimezone(live.settings.calendar.zone).date().isoformat()
    for one in act.ledger.sittings(live.id):
        if one.addresses and (not one.days[0] or one.days[0] <= today <= one.days[1]):
            yield one


def _place(one: Sitting) -> str:
    return f"{one.role}:{one.seat}"


@dataclass(frozen=True, slots=True)
class Again:
    """A mark of reports on steps that were made before. `keep`: they wait until the game master lets them go."""

    keep: bool = False


KEPT, SHOWN = "kept", "shown"
"""The states of mails that the game master keeps back, and of answers that only a page shows."""


def put_reports(act: Act, live: Live, again: Again | None = None) -> None:
    """The reports of the game's newest step, one for each person at the table, and one for the GM.

    While some of a game are kept back, so are those that follow them again; the first of a new step takes all along.
    """
    act.ledger.write()
    if again is None:
        let_go(act, live)
    elif not again.keep and mails.kept(act.connection, live.id):
        again = Again(keep=True)
    for one in readers(act, live):
        put_report(act, live, one.seat, one.role, one.addresses[0], again)
    if act.config.gm:
        _put_report(act, live, To(act.config.gm, "*gm"), "*public", again)
    if live.row["status"] == "over":
        put_closing(act, live, again is not None and again.keep)


def put_report(
    act: Act, live: Live, seat: str, role: str, address: str, again: Again | None = None, step: int | None = None
) -> None:
    """The report of the game's newest step, or of an earlier one, for one person at the table."""
    reads = _reads(seat, role)
    waits = None
    if live.settings.reports == "asked" and role == "player" and again is None and step is None:
        waits = patience.until_asked(live, seat, act.now)
        if waits is None and mails.hurry(act.connection, live.id, address, stamp(act.now)):
            # Everything since this player was last asked goes with it, as one mail.
            waits = act.now
    _put_report(act, live, To(address, f"{role}:{seat}"), reads, again, step=step, waits=waits)


def _reads(seat: str, role: str) -> str:
    """Whose report somebody at a table reads."""
    return seat if role in ("player", "sitter") else ("*gm" if role == "co-gm" else "*public")


def _put_report(
    act: Act,
    live: Live,
    to: To,
    reads: str,
    again: Again | None,
    *,
    step: int | None = None,
    waits: datetime | None = None,
) -> None:
    rerun, number = again is not None, live.head if step is None else step
    facts = {"game": live.name, "step": number, "seat": reads, "rerun": rerun}
    kept = again is not None and again.keep
    # The game may come to the same step more than once: each time is told.
    known_by = f"again {live.row['revision']}" if rerun else 0
    put(act, live, Piece("report", to, known_by, facts, step=number, is_kept=kept, waits=waits))


def put_told(
    act: Act, live: Live | None, to: To, number: int | str, told: str, facts: Mapping[str, Any], kind: str = "notice"
) -> None:
    """A notice in the words of templates/mail/told.j2. `told`: which of them."""
    put(act, live, Piece(kind, to, number, {**_where(live, to), "told": told, **facts}))


def let_go(act: Act, live: Live) -> int:
    """Send the reports that were kept back, now or with their reader's daily mail; returns how many."""
    rows = mails.kept(act.connection, live.id)
    for row in rows:
        until = patience.waits_until(act, row.recipient, row.kind, live.id)
        mails.send_kept(act.connection, row.id, stamp(until or act.now), is_held=until is not None)
    return len(rows)


def drop_kept(act: Act, live: Live) -> None:
    """Stop keeping mails back."""
    mails.take_out(act.connection, [row.id for row in mails.kept(act.connection, live.id)])


def drop_untrue(act: Act, live: Live, step: int) -> None:
    """The game goes back to a step: reports of those after it, and what was kept back from there on, never go."""
    act.ledger.write()
    gone = [row.id for row in mails.kept(act.connection, live.id) if row.facts.get("step", step) >= step]
    gone += [row.id for row in mails.waiting_reports(act.connection, live.id) if row.facts["step"] > step]
    mails.take_out(act.connection, gone)


def drop_reports(act: Act, live: Live, one: Sitting, stays: str = "") -> None:
    """Somebody has left a seat: its reports that have not gone to them, or are kept back, never go. `stays`: not those
    to this address."""
    act.ledger.write()
    rows = mails.unsent_reports_to(act.connection, live.id, [own for own in one.addresses if own != stays])
    theirs = (one.seat, _reads(one.seat, one.role))
    mails.take_out(act.connection, [row.id for row in rows if row.facts.get("seat") in theirs])


def put_closing(act: Act, live: Live, keep: bool = False) -> None:
    """The closing report of a game that has just ended, to everybody who read its reports, once."""
    club.drop_former(act.connection, live.id)
    for one in readers(act, live):
        facts = {"game": live.name, "seat": one.seat}
        put(act, live, Piece("closing", To(one.addresses[0], _place(one)), 0, facts, is_kept=keep))
    if act.config.gm:
        put(act, live, Piece("closing", To(act.config.gm, "*gm"), 0, {"game": live.name, "seat": "*gm"}, is_kept=keep))


def put_notice(act: Act, live: Live | None, to: To, number: int | str, said: Saying, kind: str = "notice") -> None:
    """A notice to a player or to the GM; its first line is the subject. Its words are in templates/said/mails.j2."""
    put(act, live, Piece(kind, to, number, {**_where(live, to), "notice": said}))


def _where(live: Live | None, to: To) -> dict[str, str]:
    """Of a notice: its game, and the seat of its reader, whose reply address it bears."""
    return {"game": live.name if live else "", "seat": to.seat.rpartition(":")[2]}
