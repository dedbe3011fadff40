"""Press on a page: the press mailed to its reader, their own, and the form for more."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from judge.campaign.live import seats_taking_part
from judge.grammar.text import without_controls
from judge.mail.hearing import lines_of
from judge.mail.language import read
from judge.store import mails, notices
from judge.store.base import moment
from judge.web.frame import Form, Unsent, Visit, Written, frame, pages_at
from judge.web.pages import page


def received(visit: Visit) -> list[dict[str, Any]]:
    """The press that was mailed to the reader, and is due."""
    place, live = visit.place, visit.live
    return mails.press_to(visit.look.connection, live.id, place.address, str(place.seat), visit.front.now())


def show(visit: Visit) -> Response:
    """All press, the newest first, and the form."""
    live, place = visit.live, visit.place
    said = live.settings.calendar.said
    rows = [
        {"at": row["due_at"], "from": row["facts"]["from"], "to": row["facts"]["to"], "text": row["facts"]["text"],
         "reply": row["facts"].get("reply") or "", "own": False}
        for row in received(visit)
    ]  # fmt: skip
    if place.role == "player":
        # A sitter does not see the letters of the seat's player.
        rows += [
            {"at": row["at"], "from": row["signed"], "kind": row["kind"], "text": row["text"], "reply": "", "own": True,
             "to": ", ".join(map(live.seat_name, json.loads(row["told"])))}
            for row in notices.press_by(visit.look.connection, live.id, str(place.seat))
        ]  # fmt: skip
    rows.sort(key=lambda row: str(row["at"]), reverse=True)
    taking = seats_taking_part(live) or tuple(one.id for one in live.game.seats)
    return page(
        visit.request, "press.html.j2", **frame(visit, "press"),
        press=[{**row, "when": said(moment(row["at"]))} for row in rows],
        others=[(one, live.seat_name(one)) for one in taking if one != place.seat],
        mode=live.settings.press, kinds=live.settings.press_kinds,
        to=visit.typed.get("to") or visit.request.query_params.get("to", ""), words=visit.typed.get("words", ""),
    )  # fmt: skip


def write(visit: Visit, form: Form) -> Written:
    """A letter that is press and nothing else."""
    others = [str(one.id) for one in visit.live.game.seats if form.get(f"to-{one.id}")]
    everybody = [name for name in ("all", "neighbours", "gm") if form.get(f"to-{name}")]
    to = everybody + ([] if "all" in everybody else others)
    if not to:
        raise Unsent("nobody")
    kind = form.get("kind", "")
    how = {"grey": "GREY ", "fake": "FAKE ", "postal": "POSTAL ", "grey postal": "GREY POSTAL "}.get(kind, "")
    signed = f" AS {form.get('as', '')}" if kind == "fake" else ""
    return Written(block(form, f"{how}PRESS TO {', '.join(to)}{signed}", "press"))


def block(form: Form, head: str, verb: str) -> str:
    """A letter that is one block with the words of a form; no line of it is read as anything else."""
    words = without_controls(form.get("words", "").replace("\r\n", "\n")).strip("\n").rstrip()
    if not words:
        raise Unsent("no-words")
    text = f"{head}\n{words}\nEND {verb.upper()}\n"
    if not _is_block(text, verb, words):
        raise Unsent("not-words")
    return text


def _is_block(text: str, verb: str, words: str) -> bool:
    found = read(lines_of(text))
    commands = [one for section in found.sections for one in section.commands]
    alone = not found.faults and not any(section.lines for section in found.sections)
    return alone and [one.verb for one in commands] == [verb] and list(commands[0].body) == words.split("\n")


ROUTES = pages_at("/seat/{link}/press", show, write)
