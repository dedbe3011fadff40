"""Orders that a game master enters for a seat: the seat's set, the form, and the result of each line."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.adjudicator.protocol import Seat
from judge.campaign import docket, taking
from judge.campaign.docket import Acknowledgement
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.secrecy import may_look
from judge.report.saying import Saying
from judge.web.gm.acts import is_first
from judge.web.gm.chair import Chair, Form, posted
from judge.web.gm.looks import frame, hidden_at
from judge.web.pages import page


def _seat(request: Request, chair: Chair, override: str | None) -> tuple[Live, Seat]:
    """The game and the seat of this page, if its orders may be seen."""
    name, front = str(request.path_params["name"]), chair.front
    chair.need("orders", name)
    with front.campaign.act(front.now(), chair.master.who) as act:
        live = load_game(act.connection, name)
        seat = seat_of(live.game, str(request.path_params["seat"]))
        may_look(act, name, Saying("looks/orders-of", {"seat": seat}), override, seat)
    return live, seat


def _shown(request: Request, chair: Chair, override: str | None) -> Response:
    """The seat's orders, and the form."""
    live, seat = _seat(request, chair, override)
    return _page(request, chair, live, seat, override)


def _page(
    request: Request, chair: Chair, live: Live, seat: Seat, override: str | None,
    done: Acknowledgement | None = None, more: Sequence[Saying | str] = (),
) -> Response:  # fmt: skip
    window = live.need_window()
    ask = window.asks.get(seat)
    with chair.front.campaign.look() as look:
        orders = docket.entry(look, live, seat).lines if ask is not None else ()
    return page(
        request, "gm-enter.html.j2", **frame(chair), name=live.name, title=window.title, of=seat,
        seat=live.seat_name(seat), asked=ask is not None, orders=orders, done=done, more=more,
        override=override or "", slip=chair.slip(f"do {live.name} orders"),
    )  # fmt: skip


@posted
def enter(request: Request, chair: Chair, form: Form) -> Response:
    """Take the lines of the form, or suggestions for them; the player is told."""
    name, front, override = str(request.path_params["name"]), chair.front, form.get("override") or None
    chair.check(f"do {name} orders", form.get("slip", ""))
    live, seat = _seat(request, chair, override)
    text = form.get("text", "").replace("\r\n", "\n")
    if not (text.strip() or form.get("clear") or form.get("fix")):
        raise NotNow("no-words")
    done: Acknowledgement | None = None
    more: Sequence[Saying | str] = ()
    with front.campaign.act(front.now(), chair.master.who) as act:
        if is_first(act, form["slip"], form):
            if form.get("fix"):
                done, more = taking.fix(act, name, seat, form["fix"])
            else:
                done, more = taking.enter_as_said(act, name, seat, text, bool(form.get("clear")))
    return _page(request, chair, live, seat, override, done, more)


ROUTES = (
    *hidden_at("/gm/{link}/games/{name}/orders/{seat}", _shown),
    Route("/gm/{link}/games/{name}/orders/{seat}/enter", enter, methods=["POST"]),
)
