"""The routes of the door: `Authorization: Bearer TOKEN` opens one seat of one game, and nothing else does."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge import report
from judge.campaign import seating
from judge.campaign.act import Look
from judge.campaign.live import Live, NotNow, events_of, state_of
from judge.report import pictures
from judge.report.media.text import text_of
from judge.serve.postroom import Postroom, answer_of
from judge.store import mails
from judge.web.door import facts, news
from judge.web.door.pulse import Pulse
from judge.web.front import Front, Place, Refused, front_of, seated, spend
from judge.web.letters import hand_in

WAIT, LOOK_AGAIN = 60.0, 5.0
AT_ONCE = 3
"""How many requests of one seat may wait at once."""
_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Caller:
    """Who shows a token: their place at the table, and the game as it stands."""

    place: Place
    live: Live
    token: str
    """Its hash."""


def _caller(look: Look, request: Request) -> Caller:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    row = seating.by_token(look.connection, token) if scheme.lower() == "bearer" else None
    spend(request, f"token {row['id']}" if row is not None else "")
    if row is None:
        raise Refused(401, "no-token")
    place, live = seated(look, row, front_of(request).now(), is_read=True)
    return Caller(place, live, str(row["token_hash"]))


def _asked(answer: Callable[[Look, Request, Caller], Any]) -> Callable[[Request], Response]:
    """A route that looks: its answer as JSON."""

    @wraps(answer)
    def route(request: Request) -> Response:
        with front_of(request).campaign.look() as look:
            try:
                return JSONResponse(answer(look, request, _caller(look, request)))
            except NotNow as error:
                return _not_now(error)

    return route


def _not_now(error: NotNow) -> Response:
    return JSONResponse({"error": "not-now", "says": str(error)}, 409)


@_asked
def table(look: Look, request: Request, caller: Caller) -> dict[str, Any]:
    """How the game stands for the seat."""
    return facts.table(look, caller.live, caller.place.seat)


@_asked
def choices(look: Look, request: Request, caller: Caller) -> dict[str, Any]:
    """Orders that the seat could give."""
    return facts.choices(caller.live, caller.place.seat)


@_asked
def report_of(look: Look, request: Request, caller: Caller) -> dict[str, Any]:
    """The newest report of the seat, or an earlier one."""
    return facts.report(look, caller.live, caller.place.seat, _number(request, "step", None))


def picture(request: Request) -> Response:
    """The map as the seat sees it."""
    with front_of(request).campaign.look() as look:
        caller = _caller(look, request)
        live, seat, step = caller.live, caller.place.seat, caller.live.step
        if step is None:
            raise Refused(404, "not-begun")
        told = report.told_to(events_of(live.game, step), seat)
        drawn = pictures.picture(live.game, live.game.view(state_of(live.game, step), seat), told, step["window_title"])
    if not drawn:
        raise Refused(404, "no-page")
    return Response(drawn, media_type="image/svg+xml")


def _number(request: Request, key: str, usual: int | None) -> int | None:
    given = request.query_params.get(key)
    if given is None:
        return usual
    if not (given.isascii() and given.isdigit() and len(given) <= _NUMBER):
        raise Refused(400, "no-number")
    return int(given)


# --- letters ----------------------------------------------------------------------------------------------------------


async def letter(request: Request) -> Response:
    """A letter in, its answer out."""
    front = front_of(request)
    place = await run_in_threadpool(_place, request)
    text, window, word = _letter(await request.body())
    # The same words under the same id are the same letter; other words are another one.
    known_by = hashlib.sha256(f"{word}\n{window}\n{text}".encode("utf-8", "replace")).hexdigest()
    answered = await hand_in(front, place, text, window, f"api {known_by}")
    if answered.state == "new":
        return JSONResponse({"error": "stored", "says": "It is stored. Its answer will stand in the news."}, 202)
    if answered.state != "done":
        return JSONResponse({"error": answered.state, "says": answered.note}, 422)
    if answered.facts is None:
        return JSONResponse({"answer": None, "text": ""})
    _, blocks = answer_of(answered.facts, front.campaign.config.own_templates)
    return JSONResponse({"answer": facts.answer(answered.facts), "text": text_of(blocks)})


def _place(request: Request) -> Place:
    with front_of(request).campaign.look() as look:
        return _caller(look, request).place


def _letter(body: bytes) -> tuple[str, str, str]:
    """Its text, the window it is for, and its sender's own word for it."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "no-json") from None
    known = {"text", "window", "id"}
    if not isinstance(given, dict) or not given.keys() <= known or not all(isinstance(one, str) for one in given.values()):
        raise Refused(400, "no-letter")
    text, window = given.get("text", ""), given.get("window", "")
    word = given.get("id") or secrets.token_hex(16)
    plain = all(one.isascii() and one.replace("-", "").replace("_", "").replace(".", "").isalnum() for one in
                filter(None, (window, word)))  # fmt: skip
    if not text.strip() or not plain or max(len(window), len(word)) > 64:
        raise Refused(400, "no-letter")
    return text, window, word


# --- news -------------------------------------------------------------------------------------------------------------


async def told(request: Request) -> Response:
    """What the seat was told behind a number; where there is nothing, when there is, or after so many seconds."""
    after = _number(request, "after", 0) or 0
    until = time.monotonic() + min(WAIT, float(_number(request, "wait", 0) or 0))
    caller, waits = await run_in_threadpool(_who, request), _waits(request)
    who = int(caller.place.row["id"])
    if waits.many.get(who, 0) >= AT_ONCE:
        raise Refused(429, "too-many")
    waits.many[who] = waits.many.get(who, 0) + 1
    try:
        while True:
            mark = waits.pulse.mark
            found = await run_in_threadpool(_news, request, after)
            left = until - time.monotonic()
            if found["news"] or left <= 0 or await request.is_disconnected():
                return JSONResponse(found)
            await waits.pulse.beat(mark, min(left, LOOK_AGAIN))
    finally:
        waits.many[who] -= 1
        if not waits.many[who]:
            del waits.many[who]


@dataclass(frozen=True, slots=True)
class Waits:
    """Who waits for news: how many requests of each row at a table, and what wakes them."""

    pulse: Pulse
    many: dict[int, int]


def _waits(request: Request) -> Waits:
    """Those of this application."""
    state = request.app.state
    if not hasattr(state, "waits"):
        front = front_of(request)
        state.waits = Waits(Pulse(lambda: _newest(front)), {})
    return state.waits  # type: ignore[no-any-return]


def _newest(front: Front) -> int:
    with front.campaign.store.read() as connection:
        return mails.newest(connection)


def _who(request: Request) -> Caller:
    with front_of(request).campaign.look() as look:
        return _caller(look, request)


def _news(request: Request, after: int) -> dict[str, Any]:
    """What is there now; the token may have been taken back while somebody waited."""
    front = front_of(request)
    with front.campaign.look() as look:
        row = seating.by_token(look.connection, request.headers["authorization"].partition(" ")[2])
        if row is None:
            raise Refused(401, "no-token")
        place, live = seated(look, row, front.now(), is_read=True)
    reader = news.Reader(live, place.seat, place.address, str(row["token_hash"]))
    return news.told(front.campaign, Postroom(front.campaign, front.account), reader, after, front.now())


ROUTES = (
    Route("/api/table", table),
    Route("/api/choices", choices),
    Route("/api/report", report_of),
    Route("/api/map", picture),
    Route("/api/letters", letter, methods=["POST"]),
    Route("/api/news", told),
)
