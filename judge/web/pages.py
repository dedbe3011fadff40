"""Templates as pages: every word of them stands in templates/web."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from judge.report.words import environment
from judge.web.assets import addresses
from judge.web.front import front_of


def page(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """A page of templates/web, as the campaign may have written it anew."""
    config = front_of(request).campaign.config
    made = environment(config.own_templates).get_template(f"web/{template}")
    words = made.render(
        campaign=config.title, asset=addresses(config.own_templates), root=front_of(request).web.path, **facts
    )
    return HTMLResponse(words, status)
