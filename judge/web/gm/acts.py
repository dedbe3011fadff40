"""A game master's acts: a preview beside the position, a release by its hash, and every other deed."""

from __future__ import annotations

import base64
import hashlib
import os
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from judge.adjudicator.protocol import Seat
from judge.campaign import releasing
from judge.campaign.act import Act
from judge.campaign.beacons import ClosedUntil, settled
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.rehearsing import rehearsed
from judge.campaign.reports import map_of
from judge.campaign.secrecy import may_look
from judge.grammar.document import dump
from judge.report.media.html import html_of
from judge.report.saying import Saying
from judge.store.facts import remember_first
from judge.web.front import Refused
from judge.web.gm.chair import LOOK, Chair, Form, posted
from judge.web.gm.deeds import DEEDS, FIELDS
from judge.web.gm.looks import frame
from judge.web.pages import page


@posted
def preview(request: Request, chair: Chair, form: Form) -> Response:
    """The result of a release now, beside the present position; the look is on record."""
    chair.check(LOOK, form.get("slip", ""))
    name, front = str(request.path_params["name"]), chair.front
    chair.need("look", name)
    with front.campaign.act(front.now(), chair.master.who) as act:
        may_look(act, name, Saying("looks/preview"), form.get("override") or None)
        before = load_game(act.connection, name)
        made = releasing.preview(act, name)
    shown = [
        {"name": "" if seat == "public" else before.seat_name(Seat(seat)),
         "words": Markup(html_of(one.blocks, inline=False, top=3))}
        for seat, one in made.reports.items()
    ]  # fmt: skip
    return page(
        request, "gm-preview.html.j2", **frame(chair), name=before.name, title=made.title, hash=made.hash,
        window=before.need_window().key, sides=[_side(before), _side(made.after)], reports=shown,
        slip=chair.slip(f"do {before.name} release"), may=chair.may("release", before.name),
    )  # fmt: skip


def _side(live: Live) -> dict[str, Any]:
    """The state of a game: its map as everybody sees it, and its position as a document."""
    step = live.step
    if step is None:
        raise NotNow("not-begun", game=live.name)
    drawn = map_of(live, step, None)
    return {
        "title": live.window.title if live.window else "",
        "step": live.head,
        "map": f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}" if drawn else "",
        "position": dump(live.game.write_position(live.state)),
    }


@posted
def release(request: Request, chair: Chair, form: Form) -> Response:
    """Close the window that was previewed, if the result is still the same."""
    name, front = str(request.path_params["name"]), chair.front
    chair.check(f"do {name} release", form.get("slip", ""))
    chair.need("release", name)
    seen, window = form.get("hash", ""), form.get("window", "")
    if len(seen) < 12 or not window:
        raise NotNow("preview-first")
    # Where the dice wait for a round that comes later, the clock goes on when it is there.
    with suppress(ClosedUntil):
        settled(
            front.campaign, name, lambda act: releasing.release(act, name, seen, window), front.now, time.sleep,
            chair.master.who,
        )  # fmt: skip
    return _back(chair, name, "release")


@posted
def deed(request: Request, chair: Chair, form: Form) -> Response:
    """Do what a form says: at once, or after a page that says what it would do and whom it would tell."""
    name, what, front = str(request.path_params["name"]), str(request.path_params["deed"]), chair.front
    if what not in DEEDS:
        raise Refused(404, "no-page")
    one = DEEDS[what]
    chair.check(f"do {name} {what}", form.get("slip", ""))
    chair.need(one.right, name)
    given = {key: form[key] for key in FIELDS if form.get(key)}
    reason = given.get("reason", "").strip()

    def do(act: Act) -> object:
        return one.do(replace(act, reason=reason), name, given)

    with front.campaign.look() as look:
        head = load_game(look.connection, name).head
    about = f"sure {name} {what} {head} {hashlib.sha256(repr(sorted(given.items())).encode()).hexdigest()}"
    if one.asks and not form.get("sure"):
        with front.campaign.act(front.now(), chair.master.who) as act:
            said = rehearsed(act, name, do).said()
        return page(
            request, "gm-ask.html.j2", **frame(chair), name=name, deed=what, given=given, said=said,
            slip=form["slip"], sure=chair.slip(about),
        )  # fmt: skip
    if one.asks:
        chair.check(about, form["sure"])

    def do_once(act: Act) -> None:
        if is_first(act, form["slip"], given):
            do(act)

    with suppress(ClosedUntil):
        settled(front.campaign, name, do_once, front.now, time.sleep, chair.master.who)
    return _back(chair, name, what)


def is_first(act: Act, slip: str, given: Form) -> bool:
    """Whether a form is sent with these words for the first time: sent twice, it is done once."""
    mine = os.urandom(8).hex()
    known_by = hashlib.sha256(repr((slip, sorted(given.items()))).encode()).hexdigest()[:40]
    return remember_first(act.connection, f"form:{known_by}", mine) == mine


def _back(chair: Chair, name: str, done: str) -> Response:
    return RedirectResponse(f"{chair.home}/games/{name}?done={done}", 303)


ROUTES = (
    Route("/gm/{link}/games/{name}/preview", preview, methods=["POST"]),
    Route("/gm/{link}/games/{name}/release", release, methods=["POST"]),
    Route("/gm/{link}/games/{name}/do/{deed}", deed, methods=["POST"]),
)
