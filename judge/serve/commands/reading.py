"""What a seat may read: how its game stands, a report again, who sits where, what would come of orders."""

from __future__ import annotations

from judge.campaign import seating
from judge.campaign.live import NotNow
from judge.campaign.people import places_left
from judge.campaign.wake import waiting_for
from judge.serve.commands.errand import SeatErrand
from judge.store.base import moment


def status(errand: SeatErrand) -> None:
    """The window, its deadline, who is missing: what everybody may know."""
    live, answer = errand.live, errand.answer
    if live.step is None:
        most = live.game.seat_range[1]
        taken = most - places_left(errand.connection, live)
        answer.say(f"{live.name} ({live.game.title}) has not begun: {taken} of {most} seats are taken.")
        return
    if live.window is None:
        answer.say(f"{live.name} ({live.game.title}) is over.")
        return
    missing = [errand.campaign.seat_name(live, one) for one in waiting_for(errand.connection, live).missing]
    due = live.row["deadline"]
    lines = [
        f"{live.game.title}, {live.window.title}",
        f"deadline: {live.settings.calendar.said(moment(due), errand.now)}" if due else "no deadline",
        f"waiting for: {', '.join(missing) or 'nobody'}",
    ]
    if live.row["held"]:
        lines.append("the game master holds this window")
    answer.parts.append({"kind": "list", "title": live.name, "lines": lines})


def report(errand: SeatErrand) -> None:
    """Any report again, as it is for this seat: who took the seat over may read what was sent to it before."""
    live = errand.live
    if live.step is None:
        raise NotNow(f"{live.name} has not begun")
    number = int(errand.command.rest) if errand.command.rest.isdigit() else live.head
    if not 0 <= number <= live.head:
        raise NotNow(f"{live.name} has reports 0 to {live.head}")
    errand.answer.say(f"Report {number} of {live.name} comes in a mail of its own.")
    errand.answer.reports.append(
        {"game": live.name, "step": number, "seat": errand.seat, "rerun": False, "again": True}
    )


def players(errand: SeatErrand) -> None:
    """Who sits where, by display name; never an address."""
    names = seating.players_by_seat(errand.connection, errand.live.id)
    lines = [f"{one.name}: {names.get(one.id, 'nobody')}" for one in errand.live.game.seats]
    errand.answer.parts.append({"kind": "list", "title": errand.live.name, "lines": lines})


def forecast(errand: SeatErrand) -> None:
    """What would come of orders if everybody else said nothing; with dice of its own, and nothing is stored."""
    from judge import report as reports
    from judge.adjudicator.dice import KeyedDice
    from judge.adjudicator.driver import close, take

    window = errand.live.need_window()
    ask = window.asks.get(errand.seat)
    if ask is None:
        raise NotNow(f"you are not asked in {window.title}")
    orders = take(errand.live.game, errand.live.state, errand.seat, ask.form, "\n".join(errand.command.body)).orders
    closed = close(
        errand.live.game,
        errand.live.state,
        {errand.seat: orders},
        KeyedDice.of(f"what if: {errand.live.name}/{window.key}"),
    )
    made = reports.build(
        errand.live.game, errand.live.state, closed.step.state, closed.step.events, errand.seat,
        reports.Notes(game_name=errand.live.name, form=False, own_templates=errand.campaign.config.own_templates,
                     notices=("This is a forecast with dice of its own: nothing of it has happened.",)),
        title=f"Forecast: {window.title}",
    )  # fmt: skip
    errand.answer.parts.append({"kind": "verbatim", "text": reports.render(made)})


__all__ = ["forecast", "players", "report", "status"]
