"""A seat's own page: its report, its orders, the form that hands a letter in, and the answer to it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.campaign.reports import report_of
from judge.report.media.html import html_of
from judge.serve.postroom import answer_of
from judge.web.front import Place, Refused, front_of, place_of
from judge.web.letters import Answered, hand_in
from judge.web.pages import page
from judge.web.slips import is_ours, slip


def show(request: Request, answered: Answered | None = None, text: str = "") -> Response:
    """The page as it stands, with the answer to a letter that was just handed in."""
    front = front_of(request)
    with front.campaign.look() as look:
        place, live = place_of(look, request)
        if live.step is None:
            raise Refused(409, "not-begun")
        made = report_of(look, live, live.head, place.seat)
    return page(
        request, "seat.html.j2", place=place, title=made.title, name=live.seat_name(place.seat),
        report=Markup(html_of(made.blocks, inline=False)), window=live.window,
        slip=slip(front.secret, about(place), front.now()), answer=_answer(request, answered), text=text,
    )  # fmt: skip


def about(place: Place) -> str:
    """What slips of a seat's forms are for."""
    return f"letter {place.row['id']}"


def _answer(request: Request, answered: Answered | None) -> dict[str, Any] | None:
    if answered is None:
        return None
    if answered.facts is None:
        return {"state": answered.state, "note": answered.note}
    title, blocks = answer_of(answered.facts, front_of(request).campaign.config.own_templates)
    return {"state": "done", "title": title, "words": Markup(html_of(blocks, inline=False, top=3))}


async def send(request: Request) -> Response:
    """Hand in what the form holds."""
    front = front_of(request)
    place = await run_in_threadpool(_place, request)
    form = await request.form(max_files=0, max_fields=20)
    given, text, window = (str(form.get(key) or "") for key in ("slip", "text", "window"))
    if not is_ours(front.secret, about(place), given, front.now()):
        raise Refused(403, "no-slip")
    answered = await hand_in(front, place, text, window, given)
    return await run_in_threadpool(show, request, answered, text)


def _place(request: Request) -> Place:
    with front_of(request).campaign.look() as look:
        return place_of(look, request)[0]


ROUTES = (
    Route("/seat/{link}", show, methods=["GET"]),
    Route("/seat/{link}", send, methods=["POST"]),
)
