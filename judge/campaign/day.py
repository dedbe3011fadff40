"""The game master's day in one mail: what was late or in error, who signed up, what came back, which games wait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.campaign import post
from judge.campaign.act import Act, Look
from judge.campaign.confirming import is_asking
from judge.campaign.deadlines import read_clock
from judge.campaign.following import Job
from judge.campaign.live import Live, load_game
from judge.campaign.people import places_left
from judge.campaign.settings import read_settings
from judge.campaign.unnamed import HIDDEN, may_quote, may_time, person, sees_people
from judge.campaign.wake import closing_of, waiting_for
from judge.campaign.withheld import plain_subject
from judge.mail.headers import heading, message_of, sender_of
from judge.report.saying import Saying, of_kept
from judge.store import daybook
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember

KEY = "told of the day"
MOST = 50
WAITS = timedelta(days=14)
"""A letter without an answer for so long is named."""
GIVEN_UP = 12
"""After so many bounces nothing more is sent."""


def tell(act: Act) -> None:
    """Once a day, at its hour, and only when there is something to say."""
    if not act.config.gm or not act.config.digest:
        return
    hour = last_hour(act, act.now)
    known = recall(act.connection, KEY)
    if known is None:
        remember(act.connection, KEY, stamp(act.now))
        return
    if known >= stamp(hour):
        return
    remember(act.connection, KEY, stamp(act.now))
    found = gathered(act, known, act.now)
    if any(found.values()):
        facts = {"game": "", "day": f"{hour.astimezone(act.now.tzinfo):%Y-%m-%d}", **found}
        post.put(act, None, post.Piece("day", post.To(act.config.gm, "*gm"), stamp(hour), facts))


def last_hour(look: Look, now: datetime) -> datetime:
    """The last time that the hour struck, in the campaign's zone."""
    there = now.astimezone(read_settings(look.config.defaults).calendar.zone)
    clock = read_clock(look.config.digest)
    at = there.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    return at if at <= there else (at.replace(tzinfo=None) - timedelta(days=1)).replace(tzinfo=there.tzinfo)


def gathered(look: Look, since: str, now: datetime) -> dict[str, list[Any]]:
    """The events since then that the mail tells."""
    connection = look.connection
    failed = daybook.mails(connection, MOST, failed=True, since=since)
    return {
        "letters": [_letter(look, row) for row in daybook.letters(connection, MOST, wrong=True, since=since)][::-1],
        "unanswered": [
            {
                "ref": f"in-{row['letter']}",
                "from": row["seat"] or person(look, row["game"], row["address"]),
                "game": row["game"] or "",
            }
            for row in daybook.unanswered(connection, stamp(now - WAITS))
        ],
        "joined": [[row["game"], row["many"]] for row in daybook.acts_since(connection, ("signed up",), since)],
        "bounces": _bounces(look, daybook.bouncing(connection)),
        "failed": [
            {
                "ref": f"out-{row['id']}",
                "kind": row["kind"],
                "to": to,
                "error": "" if to == HIDDEN else row["error"] or "",
            }
            for row in failed
            for to in (person(look, row["game"], row["recipient"]),)
        ],
        "jobs": [
            {"game": row["game"] or "", "step": row["step"], "said": Job.kept(row["said"]).name, "error": row["error"]}
            for row in daybook.jobs_failed(connection, since)
        ],
        "games": [[name, why] for name, why in _waiting(look, now)],
    }


def letter_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A letter in a list: its subject and none of its words."""
    message = message_of(bytes(row["raw"])) if row["raw"] else None
    codes = str(row["codes"] or "").split()
    if row["state"] == "bad":
        codes = ["bad"]
    return {
        "ref": f"in-{row['id']}",
        "at": row["received_at"],
        "from": (sender_of(message) if message is not None else "") or "",
        "subject": heading(message, "Subject")[:100] if message is not None else "",
        "game": row["game"] or "",
        "seat": row["seat"] or "",
        "verdict": row["note"] if row["state"] == "done" else row["state"],
        "codes": codes,
    }


def _letter(look: Look, row: Mapping[str, Any]) -> dict[str, Any]:
    facts, master = letter_facts(row), look.config.masters[0]
    may_read = may_quote(look, master, facts["game"], facts["from"])
    facts["subject"] = plain_subject(facts["subject"]) if may_read else HIDDEN
    if not may_time(look, master, facts["game"], facts["from"]):
        facts |= {"at": hour_of(facts["at"]), "seat": ""}
    return facts | {"from": person(look, facts["game"], facts["from"])}


def hour_of(at: str) -> str:
    """The hour in which something was."""
    return stamp(moment(at).replace(minute=0, second=0, microsecond=0))


def _bounces(look: Look, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of a person who may not be named, each game alone in which nobody is: a seat in another would name them."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        who, game = person(look, None, row["address"]), row["game"] or ""
        if who == HIDDEN and (not game or sees_people(look, load_game(look.connection, game), look.config.masters[0])):
            continue
        given_up = int(row["bounces"]) >= GIVEN_UP
        key = (row["address"], game if who == HIDDEN else "")
        one = found.setdefault(key, {"address": who, "given_up": given_up, "seats": []})
        if game:
            one["seats"].append(f"{row['seat']} of {game}")
    return list(found.values())


def _waiting(look: Look, now: datetime) -> list[tuple[str, Saying | str]]:
    """The games that wait for their game master, and why."""
    found: list[tuple[str, Saying | str]] = []
    for row in daybook.standing(look.connection):
        if row["held"]:
            found.append((str(row["name"]), of_kept(row["held"])))
            continue
        live = load_game(look.connection, str(row["name"]))
        why = _why(look, live, now)
        if why:
            found.append((live.name, why))
    return found


def _why(look: Look, live: Live, now: datetime) -> str:
    if live.window is None:
        is_full = live.step is None and not is_asking(live) and places_left(look, live) <= 0
        return "full" if is_full else ""
    closing = closing_of(live)
    if closing is not None and closing < now and waiting_for(look, live).missing:
        return "late"
    return ""


__all__ = ["gathered", "hour_of", "last_hour", "letter_facts", "tell"]
