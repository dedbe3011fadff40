"""Templates as pages: every word of them is in templates/web."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from judge.report.words import environment
from judge.web.assets import folder
from judge.web.front import front_of


def page(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """A page of templates/web, or of the campaign's own version."""
    front = front_of(request)
    config = front.campaign.config
    made = environment(config.own_templates).get_template(f"web/{template}")
    words = made.render(campaign=config.title, assets=f"{front.web.path}{folder(config.own_templates)}", **facts)
    return HTMLResponse(words, status)
