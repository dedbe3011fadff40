"""A browser asks for a bell or ends it; and the script for its bell."""

from __future__ import annotations

import json

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.report.saying import Saying, worded
from judge.serve.links import link_hash
from judge.store import bells
from judge.store.base import stamp
from judge.web import assets
from judge.web.frame import Form, Visit, about, pages_at
from judge.web.front import Refused, form_of, front_of, place_of
from judge.web.slips import is_ours


def worker(visit: Visit) -> Response:
    """A browser runs this when it is rung: it says that there is news of this game, and opens this page."""
    config, name = visit.front.campaign.config, visit.live.name
    said = {"title": config.title, "body": worded(Saying("titles/news-in", {"game": name}), config.own_templates)}
    # The words go where nothing in them can end a script.
    words = json.dumps(said).replace("<", "\\u003c")
    script = assets.part(config.own_templates, "worker.js") or b""
    return Response(f"const said = {words};\n".encode() + script, media_type="text/javascript")


async def ask(request: Request) -> Response:
    """Ring this browser from now on, or stop."""
    form = await form_of(request)
    return await run_in_threadpool(_asked, request, form)


def _asked(request: Request, form: Form) -> Response:
    front = front_of(request)
    with front.campaign.look() as look:
        place, _ = place_of(look, request)
    if not is_ours(front.secret, about(place), form.get("slip", ""), front.now()):
        raise Refused(403, "no-slip")
    endpoint = form.get("endpoint", "")
    if not front.web.is_service(endpoint):
        raise Refused(400, "no-push")
    with front.campaign.store.begin() as connection:
        if form.get("off"):
            bells.remove(connection, [endpoint])
        else:
            link = link_hash(place.link(front.secret))
            bells.put(connection, endpoint, int(place.row["id"]), link, stamp(front.now()))
    return Response(status_code=204)


ROUTES = (
    *pages_at("/seat/{link}/worker.js", worker),
    Route("/seat/{link}/bell", ask, methods=["POST"]),
)
