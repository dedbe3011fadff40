"""Style and scripts: each under an address that its contents make, so that browsers keep it and never keep an old one."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge import shelf
from judge.web.front import Refused, front_of

FILES = {
    "style.css": ("site/style.css", "text/css"),
    "page.css": ("web/page.css", "text/css"),
    "compose.js": ("site/compose.js", "text/javascript"),
    "page.js": ("web/page.js", "text/javascript"),
    "gm.css": ("web/gm.css", "text/css"),
}
"""By the name in a page: the file on the shelf of templates, and what it is."""


@cache
def _contents(own: Path | None, name: str) -> bytes:
    path = own / FILES[name][0] if own else None
    source = path if path is not None and path.is_file() else shelf.shipped("templates") / FILES[name][0]
    return source.read_bytes()


@cache
def addresses(own: Path | None) -> dict[str, str]:
    """Where each file is: `asset["page.css"]` in a template."""
    return {name: f"/assets/{hashlib.sha256(_contents(own, name)).hexdigest()[:12]}/{name}" for name in FILES}


def asset(request: Request) -> Response:
    """A file, kept by browsers for a year."""
    own, name = front_of(request).campaign.config.own_templates, request.path_params["name"]
    if addresses(own).get(name) != f"/assets/{request.path_params['digest']}/{name}":
        raise Refused(404, "no-page")
    kept = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(_contents(own, name), media_type=FILES[name][1], headers=kept)


ROUTES = (Route("/assets/{digest}/{name}", asset),)
