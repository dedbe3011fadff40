"""A seat's page as an app on a telephone's first screen."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from judge.campaign import due
from judge.web.assets import ICONS, folder
from judge.web.frame import Visit, home_of, pages_at


def manifest(visit: Visit) -> Response:
    """The facts for a telephone: the name, the icon, the first page, the deadline."""
    live, front = visit.live, visit.front
    config, home = front.campaign.config, home_of(visit)
    window, deadline = live.window, due.said(live)
    said = f"{window.title}: {deadline}" if window is not None and deadline else live.game.title
    icons = f"{front.web.path}{folder(config.own_templates)}"
    return JSONResponse(
        {
            "id": home, "start_url": home, "scope": home, "display": "standalone",
            "name": f"{live.name}: {live.seat_name(visit.place.seat)}", "short_name": live.name, "description": said,
            "background_color": "#fbf7ee", "theme_color": "#7a3b12",
            "icons": [
                {"src": f"{icons}/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
                for name, size in ICONS.items()
            ],
        },
        media_type="application/manifest+json",
    )  # fmt: skip


ROUTES = pages_at("/seat/{link}/manifest.webmanifest", manifest)
