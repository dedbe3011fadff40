"""The person at a game master's pages, and the messages when something is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import wraps

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from judge.campaign.deadlines import RuleError
from judge.campaign.live import NoGame, NotNow
from judge.campaign.masters import GameMaster
from judge.campaign.releasing import OrdersChanged
from judge.campaign.seating import BadAddress
from judge.campaign.secrecy import Hidden
from judge.grammar.document import DocumentError
from judge.grammar.options import OptionError
from judge.report.saying import Saying, said_of, worded
from judge.serve.desk_links import master_by_link
from judge.serve.mailbook import Looking
from judge.web.front import Front, Refused, form_of, front_of, spend
from judge.web.pages import page
from judge.web.slips import is_ours, slip

REFUSALS = (NotNow, NoGame, BadAddress, RuleError, DocumentError, OptionError, OrdersChanged)
LOOK = "look"
"""The subject of slips in forms that change nothing."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A game master at their pages."""

    front: Front
    master: GameMaster
    link: str

    @property
    def home(self) -> str:
        """The address of their first page."""
        return f"{self.front.web.path}/gm/{self.link}"

    def need(self, right: str, name: str | None = None) -> None:
        """Refuse an act that campaign.yaml gives them no right to."""
        why = self.master.refused(right, name)
        if why:
            raise NotNow("because", why=why)

    def may(self, right: str, name: str | None = None) -> bool:
        """Whether campaign.yaml gives it to them."""
        return not self.master.refused(right, name)

    def looking(self, override: str | None = None) -> Looking:
        """A look of theirs, now."""
        return Looking(self.front.campaign, self.master, self.front.now(), override)

    def slip(self, about: str) -> str:
        """The slip for a form of theirs."""
        return slip(self.front.secret, f"gm {self.master.address} {about}", self.front.now())

    def check(self, about: str, given: str) -> None:
        """Refuse a form that did not come from their own page."""
        if not is_ours(self.front.secret, f"gm {self.master.address} {about}", given, self.front.now()):
            raise Refused(403, "no-slip")


def chair_of(request: Request) -> Chair:
    """The game master whose link a request carries."""
    front, link = front_of(request), str(request.path_params["link"])
    with front.campaign.store.read() as connection:
        master = master_by_link(connection, link, front.campaign.config.masters)
    spend(request, f"gm {master.address}" if master is not None else "")
    if master is None:
        raise Refused(404, "no-link")
    return Chair(front, master, link)


Form = Mapping[str, str]


def looked(answer: Callable[[Request, Chair], Response]) -> Callable[[Request], Response]:
    """A route that only looks."""

    @wraps(answer)
    def route(request: Request) -> Response:
        return _answered(request, {}, lambda chair: answer(request, chair))

    return route


def posted(answer: Callable[[Request, Chair, Form], Response]) -> Callable[[Request], Awaitable[Response]]:
    """A route for a form."""

    @wraps(answer)
    async def route(request: Request) -> Response:
        form = await form_of(request)
        return await run_in_threadpool(_answered, request, form, lambda chair: answer(request, chair, form))

    return route


def _answered(request: Request, form: Form, answer: Callable[[Chair], Response]) -> Response:
    """A refusal becomes a page with the reason."""
    chair = chair_of(request)
    try:
        return answer(chair)
    except Hidden as error:
        # To see hidden things, they may ask again with a reason that every player reads.
        why = worded(Saying("refusals/hidden-on-a-page", error.said.facts), chair.front.campaign.config.own_templates)
        return page(
            request, "gm-hidden.html.j2", 403, home=chair.home, why=why, path=request.url.path, slip=chair.slip(LOOK),
            given=dict(form),
        )  # fmt: skip
    except REFUSALS as error:
        return page(
            request,
            "gm-refused.html.j2",
            409,
            home=chair.home,
            why=worded(said_of(error), chair.front.campaign.config.own_templates),
        )


__all__ = ["LOOK", "Chair", "Form", "looked", "posted"]
