"""Reports of stored steps, for any seat, at any time, whether to send or to show again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge import report
from judge.adjudicator.protocol import Event, Outcome, Seat
from judge.campaign import chance, chronicling, due
from judge.campaign.act import Look
from judge.campaign.closing import public_press
from judge.campaign.live import Live, NotNow, events_of, state_of, step_at
from judge.campaign.seating import names_told
from judge.grammar.options import house_rules
from judge.report import pictures
from judge.report.build import Notes, Report
from judge.report.gazette import Edition
from judge.report.saying import Saying, of_kept, worded
from judge.store import Connection, notices
from judge.store.base import moment


def report_of(look: Look, live: Live, number: int, seat: Seat | None, form: bool = True, page: str = "") -> Report:
    """The report of a step on the line the game is on. `page`: the address of its reader's."""
    step = step_at(look.connection, live.id, number)
    if step is None or number > live.head:
        raise NotNow("no-such-step", game=live.name, step=live.head, number=number)
    before = step_at(look.connection, live.id, number - 1) if number > 0 else None
    state_before = state_of(live.game, before) if before is not None else None
    return report.build(
        live.game,
        state_before,
        state_of(live.game, step),
        events_of(live.game, step),
        seat,
        replace(notes_for(look, live, step, seat, form and number == live.head), page=page),
        title=step["window_title"],
    )


def seen(live: Live, step: Mapping[str, Any], seat: Seat | None) -> tuple[Any, tuple[Event, ...]]:
    """An audience's view after a step, and the events it was told."""
    return live.game.view(state_of(live.game, step), seat), report.told_to(events_of(live.game, step), seat)


def map_of(live: Live, step: Mapping[str, Any], seat: Seat | None) -> str:
    """The map after a step as an audience sees it, as SVG; empty for a game that has none."""
    view, told = seen(live, step, seat)
    return pictures.picture(live.game, view, told, step["window_title"])


def moment_of(step: Mapping[str, Any]) -> datetime:
    """When a step was made."""
    return moment(step["made_at"])


def notes_for(look: Look, live: Live, step: Mapping[str, Any], seat: Seat | None, form: bool) -> Notes:
    """The campaign's part of a report: names, the deadline, notices told to this audience, the dice's link and
    commitments."""
    at = due.stated(live) if int(step["number"]) == live.head else None
    rows = notices_of(look.connection, live, step)
    return Notes(
        game_name=live.name,
        campaign=look.config.name,
        players=names_told(live, look.ledger.sittings(live.id), seat is None, look.config.own_templates),
        deadline=live.settings.calendar.said(at) if at else "",
        notices=tuple(
            worded(said_in(row), look.config.own_templates)
            for row in rows
            if row["told"] is None or (seat is not None and seat in json.loads(row["told"]))
        ),
        dice=tuple(
            worded(one, look.config.own_templates)
            for one in (*_dice(look.connection, live, step), *_recorded(look.connection, live, step, seat))
        ),
        house_rules=house_rules(live.game, live.options) if int(step["number"]) == 0 else (),
        form=form,
        own_templates=look.config.own_templates,
        outcome=_agreed(live, step),
        edition=_edition(look.connection, live, step) if live.settings.style == "gazette" else None,
    )


def _edition(connection: Connection, live: Live, step: Mapping[str, Any]) -> Edition:
    """The issue of the game's paper for a step: the word of its wording, and the press to all since."""
    number = int(step["number"])
    pairs = chance.pairs(connection, live.id)
    letters = [row for row in public_press(connection, live) if int(row["step"]) == number - 1]
    return Edition(
        number, pairs[0].commitments[0] if pairs else live.name, tuple((row["signed"], row["text"]) for row in letters)
    )


def _agreed(live: Live, step: Mapping[str, Any]) -> Outcome | None:
    """The outcome of a game that its table ended, in the report of that last step."""
    if step["kind"] != "end" or not live.row["outcome"]:
        return None
    said = json.loads(live.row["outcome"])
    return Outcome(tuple(Seat(seat) for seat in said["winners"]), said["reason"])


def notices_of(connection: Connection, live: Live, step: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The notices told with a step, on its own line of play."""
    return notices.of_step(connection, live.id, int(step["number"]), int(step["branch"]))


def said_in(notice: Mapping[str, Any]) -> Saying | str:
    """The words of a notice; those of older versions and of imported games are words and nothing else, whatever they
    look like."""
    return of_kept(notice["said"]) if notice["said"] else str(notice["text"])


def _recorded(connection: Connection, live: Live, step: Mapping[str, Any], seat: Seat | None) -> tuple[Saying, ...]:
    """The hash of the record so far, and of everything that only this seat was told, so that reports can be checked.

    The last report of a game adds the hash of what was done after its last step.
    """
    if not step["record"]:
        return ()
    place = json.loads(step["record"])
    own = place["told"].get(seat, "")
    said = {"made": place["made"], "public": place["public"], "own": own, "closes": place.get("closes") or ""}
    is_last = live.row["status"] == "over" and int(step["number"]) == live.head
    end = chronicling.closed(connection, live) if is_last else ""
    return (Saying("dice/record", said), *([Saying("dice/closed", {"hash": end})] if end else []))


def _looks(connection: Connection, live: Live, step: Mapping[str, Any]) -> int:
    """The number of times the real dice of a step were seen before its release."""
    before = int(step["number"]) - 1
    acts = [row for row in notices.acts(connection, live.id) if row["act"] == "preview" and row["step"] == before]
    return sum(not json.loads(row["detail"]).get("own") and row["at"] <= step["made_at"] for row in acts)


def _dice(connection: Connection, live: Live, step: Mapping[str, Any]) -> tuple[Saying, ...]:
    """The commitments with the first report; afterwards the link of each step that drew, so that all can check it."""
    pairs = chance.pairs(connection, live.id)
    lines: list[Saying] = []
    if int(step["number"]) == 0 and pairs:
        opened, sealed = chance.promised(connection, live.id, live.scheme)
        lines += [Saying("dice/open", {"commitment": opened}), Saying("dice/sealed", {"commitment": sealed})]
        lines += [Saying("dice/word", {"seat": seat, "word": word}) for seat, word in sorted(live.words.items())]
    if step["link"]:
        pair, link = pairs[int(step["chain"])], int(step["link"])
        lines.append(Saying("dice/link", {"reel": pair.number, "link": link, "hex": pair.open.link(link).hex()}))
        chain, place = pair.open.place(link)
        if place == pair.open.length and chain + 1 < pair.open.chains:
            after = pair.open.chain(chain + 1).commitment.hex()
            lines.append(Saying("dice/next-chain", {"commitment": after, "salt": pair.open.salt(chain).hex()}))
    if looks := _looks(connection, live, step):
        lines.append(Saying("dice/looked-at", {"times": looks}))
    beat = json.loads(step["record"] or "{}").get("beacon")
    if beat and beat.get("missing"):
        lines.append(Saying("dice/without-beacon", {"round": beat["round"]}))
    elif beat:
        lines.append(Saying("dice/beacon", {one: beat[one] for one in ("round", "randomness", "signature")}))
    for seat, said in sorted(json.loads(step["orders"]).items()):
        if said.get("hash"):
            lines.append(Saying("dice/sealed-orders", {"seat": seat, "hash": said["hash"]}))
    if live.row["status"] == "over" and int(step["number"]) == live.head:
        lines += [
            Saying("dice/opens-with", {"reel": pair.number, "secret": pair.sealed.secret.hex()}) for pair in pairs
        ]
    return tuple(lines)
