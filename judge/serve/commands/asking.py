"""The looks of a seat: the state of its game, a report again, the players, the result of tried orders."""

from __future__ import annotations

from judge.campaign import due, looking, seating
from judge.campaign.act import Act
from judge.campaign.closes import closes
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NotNow
from judge.campaign.people import places_told
from judge.campaign.remarks import Telling
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.wake import waiting_for
from judge.grammar.options import house_rules
from judge.mail.hearing import Ear, lines_of
from judge.mail.language import read
from judge.report import render
from judge.report.saying import Saying
from judge.report.words import Words
from judge.serve import room
from judge.serve.commands.errand import SeatErrand
from judge.serve.parts import Closing, Fault, Listed, Refused, ReportAgain, Verbatim

MOST_FORECASTS = 3
"""How many one letter brings: each takes time while other letters wait."""


def status(errand: SeatErrand) -> None:
    """The window, its deadline, who is missing: what everybody may know."""
    live, answer = errand.live, errand.answer
    if live.step is None:
        most = live.game.seat_range[1]
        taken = most - places_told(errand.act, live)
        answer.say("forming", game=live.name, rules=live.game.title, taken=taken, most=most)
        return
    if live.window is None:
        answer.say("over", game=live.name, rules=live.game.title)
        return
    stated = due.said(live, errand.act.now)
    lines = [
        Saying("status/window", {"rules": live.game.title, "window": live.window.title}),
        Saying("status/deadline", {"deadline": stated}) if stated else Saying("status/clock-stands"),
        *_missing(errand),
    ]
    lines += [
        Saying("status/house-rule", {"key": key, "value": value, "about": about})
        for key, value, about in house_rules(live.game, live.options)
    ]
    answer.show(live.name, lines)
    answer.parts.append(Closing(closes(errand.act, live, errand.act.now, errand.seat)))


def _missing(errand: SeatErrand) -> list[Saying]:
    """The seats that are waited for. In an anonymous game somebody who asks often would learn from them when a seat's
    player writes."""
    if seating.is_masked(errand.live):
        return []
    missing = [errand.live.seat_name(one) for one in waiting_for(errand.act, errand.live).missing]
    return [Saying("status/waiting-for", {"seats": missing})]


def report(errand: SeatErrand) -> None:
    """Any report again, as it is for this seat: a new player may read the reports sent to the one before."""
    live = errand.live
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    said = errand.command.rest
    # More digits than any report has are none's number.
    number = int(said[:9]) if said.isascii() and said.isdigit() else live.head
    if not 0 <= number <= live.head:
        raise NotNow("no-such-report", game=live.name, step=live.head)
    room.add_report(errand.hand, ReportAgain(live.name, number, errand.seat))
    errand.answer.say("report-comes", number=number, game=live.name)


def players(errand: SeatErrand) -> None:
    """The players of the seats, by display name; never an address. In an anonymous game, only which seats have one; and
    as much to somebody without a seat as the game tells everybody."""
    is_public = all(one.id != errand.seat for one in errand.live.game.seats)
    errand.answer.show(errand.live.name, people_told(errand.act, errand.live, is_public))


def people_told(act: Act, live: Live, public: bool = False) -> list[Saying]:
    """The seats of a game and their players, as the table is told of them, or (`public`) everybody."""
    sat = act.ledger.sittings(live.id)
    taken, names = seating.known_names(sat), seating.names_told(live, sat, public, act.config.own_templates)
    lines = [
        Saying("status/player", {"seat": one.name, "name": names.get(one.id, ""), "taken": one.id in taken})
        for one in live.game.seats
    ]
    waiting = sum(one.role == APPLICANT for one in sat)
    if waiting or live.step is None:
        waiting = live.game.seat_range[1] - places_told(act, live) - sum(one.role == "player" for one in sat)
    if waiting:
        lines.append(Saying("status/without-a-seat-yet", {"people": waiting}))
    return lines


def forecast(errand: SeatErrand) -> None:
    """The result of orders if everybody else said nothing; with separate dice, and nothing is stored."""
    window = errand.live.need_window()
    ask = window.asks.get(errand.seat)
    if ask is None:
        raise NotNow("you-are-not-asked", window=window.title)
    errand.hand.take("FORECAST", MOST_FORECASTS)
    live, seat, answer = errand.live, errand.seat, errand.answer
    # The same as in a letter: conditions decide, questions are answered, what is not understood is told.
    reading = read(lines_of("\n".join(errand.command.body)))
    ear = Ear(live.game, live.state, seat, ask.form, books_for(errand.act, live, seat))
    heard = ear.hear(reading.lines)
    told = Telling(ear, Words(live.game, live.state, own=errand.act.config.own_templates), heard)
    remarks = [*told.problems(), *told.warnings()]
    if remarks or reading.faults:
        answer.worsen("WARNINGS")
    answer.parts += [Listed(asked, said) for asked, said in told.answers()]
    answer.parts += [Refused(one.line, one.sentence) for one in remarks]
    answer.parts += [Fault(line, code) for line, code in reading.faults]
    if told.conditions():
        answer.show(Saying("answers/your-conditions"), told.conditions())
    if not heard.orders and reading.lines:
        return
    made = looking.forecast(
        errand.act, live, {seat: heard.orders}, seat, Saying("answers/forecast", {"window": window.title})
    )
    errand.answer.parts.append(Verbatim(render(made)))


__all__ = ["forecast", "people_told", "players", "report", "status"]
