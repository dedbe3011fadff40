"""The application: all routes, the guard around them, and the pages for refusals.

A route is a line in the ROUTES of its module. Handlers that only look are plain functions and run in threads; those
that hand in a letter are coroutines.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount

from judge.web import archive, assets, bells, installing, presses, seat, table
from judge.web.door import routes as door
from judge.web.front import Front, Refused
from judge.web.gm import acts, entering, looks
from judge.web.guard import MOST_BYTES, Guard, wants_page
from judge.web.pages import page

PARTS = (assets, seat, presses, archive, table, installing, bells, door, looks, acts, entering)
ROUTES = tuple(route for part in PARTS for route in part.ROUTES)


THREADS = 4
"""How many pages are made at one time. They share one processor; more threads would only wait for it, in turn with the
thread that reads letters, at each question to the store."""


def application(front: Front, while_open: AbstractContextManager[object] | None = None) -> Starlette:
    """The pages of a campaign, for any ASGI server; under the path of its address, if that has one."""
    path = front.web.path

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        with while_open or nullcontext():
            yield

    app = Starlette(
        routes=[Mount(path, routes=ROUTES)] if path else ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, base_url=front.web.base_url),
            Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES),
        ],
        exception_handlers={Refused: _refused, HTTPException: _unknown},
    )
    app.state.front = front
    return app


def _refused(request: Request, error: Any) -> Response:
    if not wants_page(request.headers.get("accept", ""), request.url.path):
        return JSONResponse({"error": error.word}, error.status)
    return page(request, "refused.html.j2", status=error.status, word=error.word)


def _unknown(request: Request, error: Any) -> Response:
    """The answer to unknown addresses and to bodies that are no form."""
    words = {404: "no-page", 405: "no-page", 413: "too-long"}
    return _refused(request, Refused(error.status_code, words.get(error.status_code, "not-understood")))
