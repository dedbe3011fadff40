"""All past steps as a seat was told them: each report again, each map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from judge.campaign.live import Live, line_of, step_at
from judge.campaign.reports import map_of, report_of
from judge.report import pictures
from judge.web.frame import Visit, frame, pages_at, told
from judge.web.front import Refused
from judge.web.pages import page


def show(visit: Visit) -> Response:
    """The list of all steps."""
    steps = [(int(step["number"]), title_of(step)) for step in line_of(visit.look.connection, visit.live)]
    return page(visit.request, "archive.html.j2", **frame(visit, "archive"), steps=list(reversed(steps)))


def title_of(step: Mapping[str, Any]) -> str:
    """The name of a step in a list; "" for the first."""
    return str(step["window_title"] or "")


def show_step(visit: Visit) -> Response:
    """One report as this seat got it."""
    number, live = _number(visit), visit.live
    made = report_of(visit.look, live, number, visit.place.seat, form=False)
    return page(
        visit.request, "step.html.j2", **frame(visit, "archive"), title=made.title, step=number, last=live.head,
        has_map=has_map(live), report=told(made.blocks, 1),
    )  # fmt: skip


def has_map(live: Live) -> bool:
    """Whether this game draws one."""
    return pictures.drawing(live.game.key) is not None


def show_map(visit: Visit) -> Response:
    """The map of a step, drawn from what this seat may see."""
    number, live, seat = _number(visit), visit.live, visit.place.seat
    step = step_at(visit.look.connection, live.id, number)
    if step is None or not has_map(live):
        raise Refused(404, "no-page")
    return Response(map_of(live, step, seat), media_type="image/svg+xml")


def _number(visit: Visit) -> int:
    said = str(visit.request.path_params["number"])
    if not (said.isascii() and said.isdigit() and len(said) < 7 and int(said) <= visit.live.head):
        raise Refused(404, "no-page")
    return int(said)


ROUTES = (
    *pages_at("/seat/{link}/archive", show),
    *pages_at("/seat/{link}/archive/{number}", show_step),
    *pages_at("/seat/{link}/map/{number}.svg", show_map),
)
