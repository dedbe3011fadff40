"""A seat's first page: the news, the orders in, the composer, READY and WAIT."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from judge.campaign import ahead, docket
from judge.campaign.reports import report_of
from judge.report.compose import Outlet, page_part, syntax_file, syntax_script
from judge.web import assets
from judge.web.archive import has_map
from judge.web.assets import KEPT, folder
from judge.web.frame import Form, Visit, Written, frame, had, is_whole, pages_at, told
from judge.web.front import Refused
from judge.web.pages import page
from judge.web.presses import received

WORDS = {"ready": "READY", "wait": "WAIT", "clear": "CLEAR"}


def show(visit: Visit) -> Response:
    """The whole page; for a page with a script, only the parts that a letter changed."""
    look, live, place = visit.look, visit.live, visit.place
    asked = live.window is not None and place.seat in live.window.asks
    entry = docket.entry(look, live, place.seat) if asked else None
    facts = {
        **frame(visit, "orders"),
        "entry": entry,
        "kept": ahead.kept(look, live, place.seat),
        "silence": [live.game.write(live.state, place.seat, one) for one in entry.checked.filled] if entry else [],
        "mark": mark_of(visit),
        "had": had(look, live, place),
    }
    if visit.request.headers.get("x-part"):
        return page(visit.request, "in.html.j2", **facts)
    made = report_of(look, live, live.head, place.seat, form=False)
    composer = _composer(visit, facts["home"], facts["slip"], entry.lines) if entry else ""
    return page(
        visit.request, "seat.html.j2", **facts, title=made.title, step=live.head, has_map=has_map(live),
        report=told(made.blocks, 2), composer=composer,
    )  # fmt: skip


def _composer(visit: Visit, home: str, slip: str, lines: tuple[str, ...]) -> Markup:
    """The composer over this seat's view, with the orders that are in."""
    live, place, front = visit.live, visit.place, visit.front
    # Of the window's questions, only this seat's own.
    whole = live.need_window()
    window = replace(whole, asks={place.seat: whole.asks[place.seat]})
    typed = visit.typed.get("letter")
    hidden = {"slip": slip, "window": window.key, "had": had(visit.look, live, place), "whole": "yes"}
    own = front.campaign.config.own_templates
    return page_part(
        live.game, live.game.view(live.state, place.seat), window, Outlet(post=home, hidden=hidden),
        sent={place.seat: typed.splitlines() if typed is not None else lines},
        root=f"{home}/parts{folder(own)}", own_templates=own,
    )  # fmt: skip


def write(visit: Visit, form: Form) -> Written:
    """One word, or the whole set: the field holds the orders, and removing a line withdraws it."""
    window = form.get("window", "")
    word = WORDS.get(form.get("say", ""))
    if word is not None:
        return Written(word, window)
    if form.get("fix"):
        return Written(f"FIX {_sign(form['fix'])} of {_sign(form.get('of', ''))}", window)
    text = form.get("letter", "")
    if is_whole(form):
        return Written(f"CLEAR\n{text}", window, form.get("had", ""))
    return Written(text, window)


def _sign(said: str) -> str:
    """A number or a word of a form's own."""
    return "".join(sign for sign in said[:20] if sign.isascii() and sign.isalnum())


def mark_of(visit: Visit) -> str:
    """A mark that changes when there is something new to see: a step, a deadline, press, orders that came by mail."""
    live = visit.live
    seen = (
        live.step["id"] if live.step else 0, live.row["deadline"], live.row["status"], len(received(visit)),
        had(visit.look, live, visit.place),
    )  # fmt: skip
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def mark(visit: Visit) -> Response:
    """The mark alone, for a page that asks whether it is out of date."""
    return JSONResponse({"mark": mark_of(visit)})


def part(visit: Visit) -> Response:
    """A script of the composer, or the tables of the game's grammar."""
    live, own, name = visit.live, visit.front.campaign.config.own_templates, visit.request.path_params["name"]
    if name == syntax_file(live.game):
        script = syntax_script(live.game, live.game.view(live.state, visit.place.seat)).encode("utf-8")
    else:
        script = assets.part(own, name) or b""
    if not script:
        raise Refused(404, "no-page")
    return Response(script, media_type="text/javascript", headers=KEPT)


ROUTES = (
    *pages_at("/seat/{link}", show, write),
    *pages_at("/seat/{link}/mark", mark),
    *pages_at("/seat/{link}/parts/assets/{digest}/{name}", part),
)
