"""Style, scripts and the icon, under an address made from their contents: browsers keep them, and never old ones."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge import shelf
from judge.report import compose, pictures
from judge.web.front import Refused, front_of

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
FILES: Mapping[str, str] = {
    "style.css": "site/style.css", "page.css": "web/page.css", "page.js": "web/page.js", "icon.svg": "web/icon.svg",
    "gm.css": "web/gm.css", "worker.js": "web/worker.js",
    **{name: f"site/{name}" for name in compose.SCRIPTS},
}  # fmt: skip
"""For each name in a page, the file on the shelf of templates."""
ICONS = {"icon-192.png": 192, "icon-512.png": 512}
KEPT = {"cache-control": "public, max-age=31536000, immutable"}


@cache
def _contents(own: Path | None, name: str) -> bytes:
    if name in ICONS:
        return pictures.full_colour(_contents(own, "icon.svg").decode("utf-8"), ICONS[name])
    path = own / FILES[name] if own else None
    source = path if path is not None and path.is_file() else shelf.shipped("templates") / FILES[name]
    return source.read_bytes()


@cache
def folder(own: Path | None) -> str:
    """Their folder, below the address of the pages."""
    every = b"\0".join(_contents(own, name) for name in sorted(FILES))
    return f"/assets/{hashlib.sha256(every).hexdigest()[:12]}"


def asset(request: Request) -> Response:
    """A file, kept by browsers for a year."""
    own, name = front_of(request).campaign.config.own_templates, str(request.path_params["name"])
    if folder(own) != f"/assets/{request.path_params['digest']}" or name not in {*FILES, *ICONS}:
        raise Refused(404, "no-page")
    return Response(_contents(own, name), media_type=_KINDS[Path(name).suffix], headers=KEPT)


def part(own: Path | None, name: str) -> bytes | None:
    """A script of the composer, for any page that holds it."""
    return _contents(own, name) if name in FILES else None


ROUTES = (Route("/assets/{digest}/{name}", asset),)
