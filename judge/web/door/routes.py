"""The routes of the door: `Authorization: Bearer TOKEN` opens one seat of one game, and nothing else does."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge.campaign import seating
from judge.campaign.act import Look
from judge.campaign.live import Live, NotNow
from judge.campaign.reports import map_of
from judge.report.media.text import text_of
from judge.report.saying import Saying, all_worded, worded
from judge.serve.postroom import Postroom
from judge.serve.sheets import answer_of
from judge.store import mails
from judge.web.door import facts, news
from judge.web.door.pulse import Pulse
from judge.web.front import Front, Place, Refused, front_of, seated, spend
from judge.web.letters import Answered, hand_in, letter_of

LONGEST, LOOK_AGAIN = 60.0, 5.0
AT_ONCE = 3
"""How many requests of one seat may wait at once."""
_LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner of a token: their place at the table, and the game."""

    place: Place
    live: Live


def _caller(look: Look, request: Request, *, counted: bool = True) -> Caller:
    """The owner of the token in a request. `counted`: this look counts among the requests of a minute."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    row = seating.by_token(look.connection, token) if scheme.lower() == "bearer" else None
    if counted:
        spend(request, f"token {row['id']}" if row is not None else "")
    if row is None:
        raise Refused(401, "no-token")
    return Caller(*seated(look, row, front_of(request).now(), ended=True))


def _at_once(request: Request, *, counted: bool = True) -> Caller:
    with front_of(request).campaign.look() as look:
        return _caller(look, request, counted=counted)


def _said(error: Refused | NotNow) -> Response:
    """The reason for a refusal, for a program."""
    if isinstance(error, NotNow):
        return JSONResponse({"error": "not-now", "says": str(error)}, 409)
    headers = {"www-authenticate": "Bearer"} if error.status == 401 else None
    return JSONResponse({"error": error.word}, error.status, headers)


def _asked(answer: Callable[[Look, Request, Caller], Response]) -> Callable[[Request], Response]:
    """A route that looks."""

    @wraps(answer)
    def route(request: Request) -> Response:
        with front_of(request).campaign.look() as look:
            try:
                return answer(look, request, _caller(look, request))
            except (Refused, NotNow) as error:
                return _said(error)

    return route


def _waited(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A route that waits for something."""

    @wraps(answer)
    async def route(request: Request) -> Response:
        try:
            return await answer(request)
        except (Refused, NotNow) as error:
            return _said(error)

    return route


@_asked
def table(look: Look, request: Request, caller: Caller) -> Response:
    """The state of the game for the seat."""
    return JSONResponse(all_worded(facts.table(look, caller.live, caller.place.seat), look.config.own_templates))


@_asked
def choices(look: Look, request: Request, caller: Caller) -> Response:
    """Orders that the seat could give."""
    return JSONResponse(facts.choices(caller.live, caller.place.seat))


@_asked
def report_of(look: Look, request: Request, caller: Caller) -> Response:
    """The newest report of the seat, or an earlier one."""
    return JSONResponse(facts.report(look, caller.live, caller.place.seat, _number(request, "step", None)))


@_asked
def picture(look: Look, request: Request, caller: Caller) -> Response:
    """The map as the seat sees it."""
    live, seat, step = caller.live, caller.place.seat, caller.live.step
    if step is None:
        raise Refused(409, "not-begun")
    drawn = map_of(live, step, seat)
    if not drawn:
        raise Refused(404, "no-map")
    return Response(drawn, media_type="image/svg+xml")


def _number(request: Request, key: str, usual: int | None) -> int | None:
    given = request.query_params.get(key)
    if given is None:
        return usual
    if not (given.isascii() and given.isdigit() and len(given) <= _LONGEST_NUMBER):
        raise Refused(400, "no-number")
    return int(given)


# --- letters ----------------------------------------------------------------------------------------------------------


@_waited
async def letter(request: Request) -> Response:
    """Take a letter in and send its answer."""
    front = front_of(request)
    place = (await run_in_threadpool(_at_once, request)).place
    text, window, word = _letter(await request.body())
    # The same words under the same id are the same letter; other words make another letter.
    known_by = hashlib.sha256(f"{word}\n{window}\n{text}".encode("utf-8", "replace")).hexdigest()
    made = await run_in_threadpool(letter_of, front, place, text, window, f"api {known_by}")
    return await hand_in(front, made, _answer)


def _answer(look: Look, answered: Answered) -> Response:
    """The result of a letter."""
    own = look.config.own_templates
    if answered.state == "new":
        return JSONResponse({"error": "stored", "says": worded(Saying("answers/door-stored", {}), own)}, 202)
    if answered.state != "done":
        return JSONResponse({"error": answered.state, "says": answered.note}, 422)
    if answered.facts is None:
        return JSONResponse({"answer": None, "text": ""})
    _, blocks = answer_of(answered.facts, own)
    return JSONResponse({"answer": all_worded(facts.answer(answered.facts), own), "text": text_of(blocks)})


def _letter(body: bytes) -> tuple[str, str, str]:
    """Its text, its window, and its sender's id for it."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "no-json") from None
    known = {"text", "window", "id"}
    if (
        not isinstance(given, dict)
        or not given.keys() <= known
        or not all(isinstance(one, str) for one in given.values())
    ):
        raise Refused(400, "no-letter")
    text, window = given.get("text", ""), given.get("window", "")
    word = given.get("id") or secrets.token_hex(16)
    plain = all(one.isascii() and one.replace("-", "").replace("_", "").replace(".", "").isalnum() for one in
                filter(None, (window, word)))  # fmt: skip
    if not text.strip() or not plain or max(len(window), len(word)) > 64:
        raise Refused(400, "no-letter")
    return text, window, word


# --- news -------------------------------------------------------------------------------------------------------------


@_waited
async def told(request: Request) -> Response:
    """The news behind a number; if there is none, wait for some, so many seconds at most."""
    after = _number(request, "after", 0) or 0
    until = time.monotonic() + min(LONGEST, float(_number(request, "wait", 0) or 0))
    caller, waits = await run_in_threadpool(_at_once, request), _waits(request)
    found = await run_in_threadpool(_news, request, after)
    if found["news"] or time.monotonic() >= until:
        return JSONResponse(found)
    with waits.one_more(int(caller.place.row["id"])):
        while True:
            mark = waits.pulse.mark
            found = await run_in_threadpool(_news, request, after)
            left = until - time.monotonic()
            if found["news"] or left <= 0 or await request.is_disconnected():
                return JSONResponse(found)
            await waits.pulse.beat(mark, min(left, LOOK_AGAIN))


@dataclass(frozen=True, slots=True)
class Waits:
    """The requests that wait for news: how many for each row at a table, and the pulse that wakes them."""

    pulse: Pulse
    many: dict[int, int]

    @contextmanager
    def one_more(self, who: int) -> Iterator[None]:
        """While it lasts, one more request waits for a row. Refuses more than a few."""
        if self.many.get(who, 0) >= AT_ONCE:
            raise Refused(429, "too-many-wait")
        self.many[who] = self.many.get(who, 0) + 1
        try:
            yield
        finally:
            self.many[who] -= 1
            if not self.many[who]:
                del self.many[who]


def _waits(request: Request) -> Waits:
    """The waiting requests of this application."""
    state, front = request.app.state, front_of(request)
    if not hasattr(state, "waits"):
        state.waits = Waits(Pulse(lambda: _newest(front)), {})
    return cast(Waits, state.waits)


def _newest(front: Front) -> int:
    with front.campaign.store.read() as connection:
        return mails.newest(connection)


def _news(request: Request, after: int) -> dict[str, Any]:
    """The present news; the token may have been taken back during the wait."""
    front, caller = front_of(request), _at_once(request, counted=False)
    place = caller.place
    inbox = news.Inbox(caller.live, place.seat, place.address, str(place.row["token_hash"]))
    return news.told(front.campaign, Postroom(front.campaign, front.account), inbox, after, front.now())


ROUTES = (
    Route("/api/table", table),
    Route("/api/choices", choices),
    Route("/api/report", report_of),
    Route("/api/map", picture),
    Route("/api/letters", letter, methods=["POST"]),
    Route("/api/news", told),
)
