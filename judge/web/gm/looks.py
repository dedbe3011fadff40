"""The looks of a game master: their games by what needs a hand, one game, its orders, letters and mails."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.adjudicator.mind import STRENGTHS
from judge.campaign import looking, taking
from judge.campaign.live import Live, load_game, step_at
from judge.campaign.masters import RIGHTS
from judge.campaign.overview import overview
from judge.campaign.reports import map_of, report_of
from judge.campaign.secrecy import may_look
from judge.campaign.settings import RIGHTS_TO_SET
from judge.campaign.turns import deadline_of
from judge.report.saying import Saying
from judge.serve import mailbook
from judge.web.archive import has_map
from judge.web.frame import told
from judge.web.front import Refused
from judge.web.gm.chair import LOOK, Chair, Form, looked, posted
from judge.web.gm.deeds import DEEDS
from judge.web.pages import page

MOST = 50
DONE = ("release", *DEEDS)
_OF_SEATS = ("missing", "seat", "seats", "told", "winners")
"""The details of an act on record that name seats."""


def frame(chair: Chair) -> dict[str, Any]:
    """The facts on every page of theirs: their name, the address of their pages."""
    return {"home": chair.home, "who": chair.master.who, "sees_letters": chair.may("all")}


@looked
def games(request: Request, chair: Chair) -> Response:
    """All their games, those that need a hand first."""
    chair.need("look")
    away = "away" in request.query_params
    with chair.front.campaign.look() as look:
        found = overview(look, chair.front.now(), put_away=away, master=chair.master)
    shown = [_in_names(one) for one in found["games"] if chair.master.is_of(one["name"])]
    notices = found["notices"] if chair.master.sees_campaign else []
    return page(request, "gm-games.html.j2", **frame(chair), games=shown, notices=notices, away=away)


@looked
def game(request: Request, chair: Chair) -> Response:
    """One game: the missing seats, what silence would do, the players, and the possible deeds."""
    name = _named(request, chair)
    front = chair.front
    with front.campaign.look() as look:
        live = load_game(look.connection, name)
        (one,) = overview(look, front.now(), live.name, master=chair.master)["games"]
        acts = looking.audit(look, live.name)[-MOST:][::-1]
    slips = {deed: chair.slip(f"do {live.name} {deed}") for deed in DONE}
    may = {right: chair.may(right, live.name) for right in RIGHTS}
    done = request.query_params.get("done", "")
    return page(
        request, "gm-game.html.j2", **frame(chair), one=_in_names(one), may=may, slips=slips,
        look_slip=chair.slip(LOOK), acts=[_act(row, _names(one)) for row in acts], done=done if done in DONE else "",
        is_paused=bool(live.row["paused_at"]),
        kept=any(need.code == "status/mails-kept" for need in one["needs"]), strengths=list(STRENGTHS),
        due=_in_its_zone(live), begun=live.step is not None, has_map=has_map(live),
    )  # fmt: skip


def _in_its_zone(live: Live) -> str:
    """The deadline in the form of a form's field: `2027-03-08T20:30`."""
    due = deadline_of(live)
    return f"{due.astimezone(live.settings.calendar.zone):%Y-%m-%dT%H:%M}" if due else ""


@looked
def last_report(request: Request, chair: Chair) -> Response:
    """The newest public report of a game."""
    name = _named(request, chair)
    with chair.front.campaign.look() as look:
        live = _begun(load_game(look.connection, name))
        made = report_of(look, live, live.head, None, form=False)
    return page(
        request, "gm-report.html.j2", **frame(chair), name=live.name, title=made.title, has_map=has_map(live),
        report=told(made.blocks, 1),
    )  # fmt: skip


@looked
def last_map(request: Request, chair: Chair) -> Response:
    """The map of the newest step, drawn from what everybody may see."""
    name = _named(request, chair)
    with chair.front.campaign.look() as look:
        live = _begun(load_game(look.connection, name))
        step = step_at(look.connection, live.id, live.head)
    if step is None or not has_map(live):
        raise Refused(404, "no-page")
    return Response(map_of(live, step, None), media_type="image/svg+xml")


def _begun(live: Live) -> Live:
    if live.step is None:
        raise Refused(404, "no-page")
    return live


@looked
def settings(request: Request, chair: Chair) -> Response:
    """Each setting of a table: its meaning, its value, and the form that changes it."""
    name = _named(request, chair)
    with chair.front.campaign.look() as look:
        live = load_game(look.connection, name)
    have = json.loads(live.row["settings"])
    rows = [
        {"key": key, "about": Saying(f"settings/{key}"), "value": _setting(have[key]) if key in have else "",
         "may": chair.may(right, live.name)}
        for key, right in RIGHTS_TO_SET.items()
    ]  # fmt: skip
    return page(
        request, "gm-settings.html.j2", **frame(chair), name=live.name, rows=rows,
        key=request.query_params.get("key", ""), slip=chair.slip(f"do {live.name} set"),
    )  # fmt: skip


def _setting(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _named(request: Request, chair: Chair) -> str:
    """The game of this page, if it is among theirs."""
    name = str(request.path_params["name"])
    chair.need("look", name)
    return name


def _act(row: Any, names: Mapping[str, str]) -> dict[str, Any]:
    """An act on record, as a line; seats by their names."""
    more = {key: _named_in(part, names) for key, part in sorted(row["detail"].items()) if key in _OF_SEATS} | {
        key: part for key, part in sorted(row["detail"].items()) if key not in ("sealed", *_OF_SEATS)
    }
    who = names.get(row["actor"], row["actor"])
    return {"at": row["at"], "actor": who, "act": row["act"], "step": max(0, row["step"]), "more": more}


def _names(one: Mapping[str, Any]) -> dict[str, str]:
    return {seat["seat"]: seat["name"] for seat in one["seats"]}


def _named_in(part: Any, names: Mapping[str, str]) -> Any:
    return [names.get(seat, seat) for seat in part] if isinstance(part, list) else names.get(part, part)


def _in_names(one: Mapping[str, Any]) -> dict[str, Any]:
    """A game of the overview with its seats by name."""
    names = _names(one)
    needs = [
        replace(need, facts={**need.facts, "seats": _named_in(need.facts["seats"], names)})
        if "seats" in need.facts
        else need
        for need in one["needs"]
    ]
    silence = {names.get(seat, seat): orders for seat, orders in one["silence"].items()}
    lists = {key: _named_in(one[key], names) for key in ("in", "missing", "waiting")}
    return {**one, **lists, "silence": silence, "needs": needs}


def _orders(request: Request, chair: Chair, override: str | None) -> Response:
    """Every seat's orders for the open window, and what silence adds."""
    name, front = _named(request, chair), chair.front
    with front.campaign.act(front.now(), chair.master.who) as act:
        may_look(act, name, Saying("looks/all-orders"), override)
    with front.campaign.look() as look:
        live, entries = taking.docket_of(look, name)
        shown = [
            {
                "seat": live.seat_name(seat), "of": seat, "answered": entry.answered, "wait": entry.wait,
                "orders": entry.lines,
                "silence": [live.game.write(live.state, seat, order) for order in entry.checked.filled],
                "faults": entry.faulty,
            }
            for seat, entry in entries.items()
        ]  # fmt: skip
    return page(
        request, "gm-orders.html.j2", **frame(chair), name=live.name, title=live.need_window().title, sets=shown,
        may=chair.may("orders", live.name),
    )  # fmt: skip


@looked
def letters(request: Request, chair: Chair) -> Response:
    """The newest letters and mails, as `judge mail list` prints them."""
    name, failed = request.query_params.get("game", ""), "failed" in request.query_params
    chair.need("all", name or None)
    came, went = mailbook.listed(chair.looking(), MOST, name or None, failed)
    return page(request, "gm-letters.html.j2", **frame(chair), came=came, went=went, name=name, failed=failed)


def _letter(request: Request, chair: Chair, override: str | None) -> Response:
    """A letter as it came, each of its lines with its fate, and its answer; or a mail."""
    chair.need("all")
    reference, looks = str(request.path_params["reference"]), chair.looking(override)
    shown = mailbook.shown(looks, reference)
    way, number = mailbook.number_of(reference)
    told = mailbook.lines_of(looks, number) if way == "in" else None
    return page(
        request, "gm-letter.html.j2", **frame(chair), reference=reference, told=told,
        facts={key: text for key, text in shown.items() if key not in ("letter", "mail") and "out-" not in key},
        words=shown.get("letter", shown.get("mail", "")),
        answers={key.removeprefix("answer "): text for key, text in shown.items() if key.startswith("answer ")},
    )  # fmt: skip


def hidden_at(path: str, show: Callable[[Request, Chair, str | None], Response]) -> tuple[Route, Route]:
    """The routes of a page that may be hidden: to look at it, and to see it anyway for a reason that every player
    reads."""

    @looked
    def look(request: Request, chair: Chair) -> Response:
        return show(request, chair, None)

    @posted
    def all_the_same(request: Request, chair: Chair, form: Form) -> Response:
        chair.check(LOOK, form.get("slip", ""))
        return show(request, chair, form.get("override") or None)

    return Route(path, look, methods=["GET"]), Route(path, all_the_same, methods=["POST"])


ROUTES = (
    Route("/gm/{link}", games, methods=["GET"]),
    Route("/gm/{link}/letters", letters, methods=["GET"]),
    *hidden_at("/gm/{link}/letters/{reference}", _letter),
    Route("/gm/{link}/games/{name}", game, methods=["GET"]),
    Route("/gm/{link}/games/{name}/settings", settings, methods=["GET"]),
    Route("/gm/{link}/games/{name}/report", last_report, methods=["GET"]),
    Route("/gm/{link}/games/{name}/map.svg", last_map, methods=["GET"]),
    *hidden_at("/gm/{link}/games/{name}/orders", _orders),
)
