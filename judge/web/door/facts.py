"""A seat's knowledge as plain values for programs: the table, the orders it could give, its reports, its answers.

Pure except for the reads of a look. Everything here is made from the seat's view, or was mailed to the seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.codec import plain
from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, closing, docket, due, looking
from judge.campaign.act import Look
from judge.campaign.live import Live, NotNow
from judge.report import compose
from judge.report.build import order_form
from judge.report.media.facts import facts_of
from judge.report.media.text import text_of
from judge.report.saying import worded
from judge.store.base import stamp

VERSION = 1


def table(look: Look, live: Live, seat: Seat) -> dict[str, Any]:
    """The game for a seat: its view, the question to it, its orders."""
    return {
        "format": "judge-table",
        "version": VERSION,
        "campaign": look.config.name,
        "game": live.row["game"],
        "game_name": live.name,
        "seat": seat,
        "seat_name": live.seat_name(seat),
        "status": live.row["status"],
        "step": live.head if live.step is not None else None,
        "window": _window(look, live, seat),
        "orders": _orders(look, live, seat),
        "view": plain(live.game.view(live.state, seat)) if live.step is not None else None,
    }


def _window(look: Look, live: Live, seat: Seat) -> dict[str, Any] | None:
    """The open window, and its question to the seat."""
    window = live.window
    if window is None:
        return None
    at, ask = due.stated(live), window.asks.get(seat)
    return {
        "key": window.key,
        "title": window.title,
        "kind": window.kind,
        "deadline": stamp(at) if at else None,
        "held": bool(live.row["held"]),
        "asked": ask is not None,
        "form": order_form(live.name, seat, window),
    }


def _orders(look: Look, live: Live, seat: Seat) -> dict[str, Any] | None:
    """The seat's orders for the open window; None if it is not asked."""
    if live.window is None or seat not in live.window.asks:
        return None
    entry = docket.entry(look, live, seat)
    return {
        "lines": list(entry.lines),
        "silence": [live.game.write(live.state, seat, order) for order in entry.checked.filled],
        "answered": entry.answered,
        "complete": entry.complete,
        "waiting": entry.wait,
        "faults": [{"line": line, "says": why} for line, why in entry.faulty],
        "kept": _kept(ahead.kept(look, live, seat)),
    }


def choices(live: Live, seat: Seat) -> dict[str, Any]:
    """The orders that a seat could give, as far as the game can list them, made from the seat's own view."""
    window = live.need_window()
    ask = window.asks.get(seat)
    if ask is None:
        raise NotNow("seat-not-asked", seat=live.seat_name(seat), window=window.title, game=live.name)
    found = compose.seat_facts(live.game, live.game.view(live.state, seat), seat, ask)
    return {"window": window.key, **{key: found[key] for key in ("subjects", "purse", "conditions") if key in found}}


def report(look: Look, live: Live, seat: Seat, step: int | None = None) -> dict[str, Any]:
    """A report as this seat reads it, in the form of docs/report.schema.json."""
    return facts_of(looking.report_again(look, live.name, step, seat))


def closing_words(look: Look, live: Live) -> str:
    """The closing report as the table reads it."""
    return text_of(closing.closing_report(look, live, public=False).blocks)


def answer(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a letter: its verdict, each set as it is now understood, and everything that was not carried
    out."""
    parts: Sequence[Mapping[str, Any]] = facts["parts"]
    return {
        "verdict": facts["verdict"],
        "window": facts.get("key") or None,
        "number": str(facts.get("answer") or ""),
        "sets": [_set(one) for one in parts if one["kind"] == "orders"],
        "later": [
            {
                "for": one["window"],
                "lines": list(one["lines"]),
                "problems": _remarks(one["problems"]),
                "doubts": _remarks(one["doubts"]),
            }
            for one in parts
            if one["kind"] == "later"
        ],
        "not_done": [_not_done(one) for one in parts if one["kind"] in ("not-read", "refused", "fault", "unread")],
    }


def _set(part: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "seat": part["of"],
        "window": part["window"],
        "orders": list(part["orders"]),
        "silence": list(part["silence"]),
        "complete": not part["unsaid"],
        "waiting": part["waiting"],
        "problems": _remarks(part["problems"]),
        "warnings": _remarks(part["warnings"]),
        "conditions": list(part["conditions"]),
        "kept": _kept(part["kept"]),
        "deadline": worded(part["deadline"]),
        "receipt": part["receipt"],
        "hash": part["hash"],
    }


def _remarks(rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    return [
        {"line": line, "says": said, "number": number, "fix": fix, "suggestion": suggestion}
        for line, said, number, fix, suggestion in rows
    ]


def _kept(rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    return [{"for": window, "text": text} for window, text in rows]


def _not_done(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a letter that was not carried out, or not read."""
    return {
        "line": str(part.get("line") or part.get("name") or ""),
        "code": str(part.get("code") or part["kind"]),
        "says": part.get("text") or "",
    }


__all__ = ["VERSION", "answer", "choices", "closing_words", "report", "table"]
