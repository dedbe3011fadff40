"""Mails for the outbox: one recipient each, a Message-ID that a repeat would share, acknowledgements first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.campaign import patience
from judge.campaign.act import Act
from judge.campaign.live import Live
from judge.campaign.seating import Sitting
from judge.store.base import stamp

PRIORITY = {"receipt": 0, "token": 1, "notice": 2, "reminder": 2, "report": 3, "press": 3, "digest": 3, "closing": 4,
            "gm": 4}  # fmt: skip


@dataclass(frozen=True, slots=True)
class To:
    """Whom a mail is for: an address, and the seat it is read at ("": none)."""

    address: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of mail. `number`: what tells it from others of its kind; `facts`: what it says, written when it goes.

    `step`: which one it is about, where that is not the one the game stands at.
    """

    kind: str
    to: To
    number: int | str
    facts: Mapping[str, Any]
    step: int | None = None
    in_reply_to: str | None = None


def message_id(act: Act, live: Live | None, piece: Piece) -> str:
    """A function of what the message is, so that sending it twice is the same message."""
    step = (live.head if live else 0) if piece.step is None else piece.step
    what = (
        act.config.name, live.name if live else "", step, int(live.row["branch"]) if live else 0, piece.to.seat,
        piece.kind, f"{piece.number}/{piece.to.address}",
    )  # fmt: skip
    known_by = hashlib.sha256("\n".join(map(str, what)).encode()).hexdigest()[:24]
    return f"<{known_by}.{piece.kind}@{act.config.domain}>"


def put(act: Act, live: Live | None, piece: Piece) -> None:
    """Put a mail into the outbox, with what else the act writes; the very same one is there only once."""
    later = patience.waits_until(act, piece.to.address, piece.kind, live.id if live else None)
    act.ledger.put_mail(
        {
            "message_id": message_id(act, live, piece),
            "game_id": live.id if live else None,
            "recipient": piece.to.address,
            "kind": piece.kind,
            "priority": PRIORITY[piece.kind],
            "facts": json.dumps(piece.facts, ensure_ascii=False, sort_keys=True),
            "in_reply_to": piece.in_reply_to,
            "state": "held" if later else "queued",
            "tries": 0,
            "due_at": stamp(later or act.now),
        }
    )


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


def put_reports(act: Act, live: Live, rerun: bool = False) -> None:
    """The reports of the step the game stands at, one for each person at the table, and one for the GM."""
    for one in readers(act, live):
        put_report(act, live, one.seat, one.role, one.addresses[0], rerun)
    if act.config.gm:
        _put_report(act, live, To(act.config.gm, "*gm"), "*public", rerun)
    if live.row["status"] == "over":
        put_closing(act, live)


def put_report(act: Act, live: Live, seat: str, role: str, address: str, rerun: bool = False) -> None:
    """The report of the step the game stands at, for one person at the table."""
    reads = seat if role in ("player", "sitter") else ("*gm" if role == "co-gm" else "*public")
    _put_report(act, live, To(address, f"{role}:{seat}"), reads, rerun)


def _put_report(act: Act, live: Live, to: To, reads: str, rerun: bool) -> None:
    facts = {"game": live.name, "step": live.head, "seat": reads, "rerun": rerun}
    put(act, live, Piece("report", to, 1 if rerun else 0, facts))


def put_closing(act: Act, live: Live) -> None:
    """The closing report of a game that has just ended, to everybody who read its reports, once."""
    for one in readers(act, live):
        said = {"game": live.name, "seat": one.seat}
        put(act, live, Piece("closing", To(one.addresses[0], _place(one)), 0, said))
    if act.config.gm:
        put(act, live, Piece("closing", To(act.config.gm, "*gm"), 0, {"game": live.name, "seat": "*gm"}))


def put_notice(
    act: Act, live: Live | None, to: To, number: int | str, subject: str, text: str, kind: str = "notice"
) -> None:
    """A notice in words: to a player or to the GM."""
    facts = {"game": live.name if live else "", "subject": subject, "text": text}
    put(act, live, Piece(kind, to, number, facts))
