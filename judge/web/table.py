"""The rest of a seat's life: votes, absences, a sitter, settings, a diary, and any other letter."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from starlette.responses import Response

from judge.campaign import diaries
from judge.campaign.live import NotNow, seats_taking_part
from judge.grammar.text import without_controls
from judge.report.saying import worded
from judge.store import notices, people
from judge.web.frame import Form, Unsent, Visit, Written, frame, pages_at
from judge.web.pages import page
from judge.web.presses import block


def show(visit: Visit) -> Response:
    """Votes, absences, settings and diary so far, and a form for each."""
    live, place, connection = visit.live, visit.place, visit.look.connection
    own = place.role == "player"
    return page(
        visit.request, "table.html.j2", **frame(visit, "table"),
        draws=live.settings.draws, extends=live.settings.vote_extend is not None,
        vote=(notices.vote_of(connection, live.id, str(place.seat)) or "") if own else "",
        others=[(one, live.seat_name(one)) for one in seats_taking_part(live) if one != place.seat],
        absences=people.absences_of(connection, place.player) if own else [],
        settings=json.loads(people.settings(connection, place.player) or "{}") if own else {},
        diary=_entries(visit) if own else [],
        typed=visit.typed,
    )  # fmt: skip


def _entries(visit: Visit) -> list[tuple[str, str]]:
    """A player's diary."""
    try:
        own = visit.look.config.own_templates
        found = diaries.read(visit.look, visit.live, visit.place.seat, visit.place.player)
        return [(worded(when, own), text) for when, text in found]
    except NotNow:
        return []


def write(visit: Visit, form: Form) -> Written:
    """The letter from one of the forms."""
    writer = WRITERS.get(form.get("what", ""))
    if writer is None:
        raise Unsent("nothing")
    return Written(writer(form))


def _field(form: Form, name: str) -> str:
    """The words in a field of one line."""
    return " ".join(without_controls(form.get(name, "")).split())


def _need(form: Form, *names: str) -> list[str]:
    found = [_field(form, name) for name in names]
    if not all(found):
        raise Unsent("nothing")
    return found


def _vote(form: Form) -> str:
    said = {"draw": "DRAW", "extend": "EXTEND", "no": "NO"}.get(form.get("vote", ""))
    if said is not None:
        return f"VOTE {said}"
    return f"VOTE CONCEDE {_need(form, 'to')[0]}"


def _absent(form: Form) -> str:
    first, last = _need(form, "first", "last")
    return f"ABSENT from {first} to {last}"


def _sitter(form: Form) -> str:
    if form.get("off"):
        return "SITTER OFF"
    address, first, last = _need(form, "address", "first", "last")
    return f"SITTER {address} from {first} to {last}"


def _set(form: Form) -> str:
    """Each setting that was filled in or switched, on a line of its own."""
    lines = [f"SET {key.upper()} {_field(form, key)}" for key in ("zone", "digest", "name") if _field(form, key)]
    if form.get("mail") in ("text", "page"):
        lines.append("SET MAIL TEXT" if form["mail"] == "text" else "SET MAIL OFF")
    if not lines:
        raise Unsent("nothing")
    return "\n".join(lines)


def _resign(form: Form) -> str:
    if not form.get("sure"):
        raise Unsent("not-sure")
    return "RESIGN"


def _diary(form: Form) -> str:
    return block(form, "DIARY", "diary")


def _letter(form: Form) -> str:
    if not form.get("letter", "").strip():
        raise Unsent("no-words")
    return form["letter"]


WRITERS: Mapping[str, Callable[[Form], str]] = {
    "vote": _vote, "absent": _absent, "sitter": _sitter, "set": _set, "resign": _resign, "diary": _diary,
    "letter": _letter, "link": lambda form: "SET LINK NEW",
}  # fmt: skip

ROUTES = pages_at("/seat/{link}/table", show, write)
