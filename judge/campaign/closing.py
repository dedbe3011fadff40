"""The closing report: the result, every order ever used, the dice and decks opened, the press, the GM's acts."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Any

from judge import report
from judge.adjudicator.protocol import Outcome, Seat
from judge.campaign import diaries
from judge.campaign.act import Look
from judge.campaign.live import Live, NotNow, events_of, line_of, seats_taking_part, state_of
from judge.campaign.seating import names_told, sittings
from judge.grammar.document import dump
from judge.report import pictures
from judge.report.blocks import parse
from judge.report.build import Report
from judge.report.charted import charted, strength, strength_title
from judge.report.charts import stacked
from judge.report.counted import MOST_COLUMNS, Steps, counted, short_title
from judge.report.media.text import WIDTH
from judge.report.words import Words
from judge.store import Connection, notices
from judge.store.steps import chains_of

UNSIGNED = "somebody"
"""The signature of press without one."""
SHOWN_ACTS = (
    "edit",
    "rollback",
    "rollforward",
    "orders on behalf",
    "preview",
    "looked at hidden things",
    "official note",
    "press of the game master",
    "settings",
    "deadline extended",
    "deadline moved up",
    "paused",
    "resumed",
    "end",
    "seat replaced",
)


def closing_report(look: Look, live: Live, public: bool = True) -> Report:
    """Everything there was. Only of a game that is over, for it opens what was sealed: an anonymous game's players too.

    `public`: for others than the table.
    """
    if live.row["status"] != "over":
        raise NotNow("closing-waits", game=live.name)
    line = line_of(look.connection, live)
    players = names_told(live, sittings(look.connection, live.id), public, look.config.own_templates)
    said = notices.statements_of(look.connection, live.id)
    words = Words(live.game, None, players, look.config.own_templates)
    labels, table = _standings(live, line)
    steps = [_step(step) for step in line]
    marked = words.marked(
        "common/closing.j2",
        title=live.name.replace("-", " ").title(),
        name=live.name,
        outcome=outcome_of(live),
        turns=sum(1 for step in line if step["kind"] == "turn"),
        steps=steps,
        measured=report.measured(live.game),
        labels=labels,
        table=table,
        charts=[one.thinned() for one in counted(live.game, _told_in(live, line))],
        seats=[(seat.id, players.get(seat.id, "")) for seat in live.game.seats if seat.id in seats_taking_part(live)],
        statements=[(seat.id, paragraphs(said[seat.id])) for seat in live.game.seats if seat.id in said],
        diaries=[
            (seat, [{**one, "paragraphs": paragraphs(one["text"])} for one in entries])
            for seat, entries in diaries.opened(look, live)
        ],
        decks=_decks(live, line, steps),
        chains=chains_of(look.connection, live.id),
        press=[_press(live, one) for one in opened_press(look.connection, live)],
        acts=_acts(look.connection, live),
    )
    return Report(live.game.key, live.name, "The whole game", None, parse(marked))


def outcome_of(live: Live) -> Outcome:
    """The outcome of a game that is over, by its rules or by its table."""
    ended = json.loads(live.row["outcome"]) if live.row["outcome"] else {"winners": [], "reason": "ended"}
    return Outcome(tuple(Seat(one) for one in ended["winners"]), str(ended["reason"]))


def chart_of(look: Look, live: Live, until: int | None = None) -> str:
    """The strength of each seat over the game (to a step), drawn as SVG; empty where a game counts nothing."""
    line = [step for step in line_of(look.connection, live) if until is None or step["number"] <= until]
    lines = [report.standings(live.game, state_of(live.game, step)) for step in line]
    if not any(lines):
        return ""
    colours = pictures.colours(live.game, live.game.view(state_of(live.game, line[-1]), None))
    titles = [step["window_title"] for step in line]
    return strength(live.game, lines, titles, look.config.own_templates, colours)


def charts_of(look: Look, live: Live) -> str:
    """All charts of a game, one under the other, as SVG."""
    line = line_of(look.connection, live)
    colours = pictures.colours(live.game, live.game.view(state_of(live.game, line[-1]), None))
    words = Words(live.game, None, {}, look.config.own_templates)
    more = charted(words, counted(live.game, _told_in(live, line)), colours)
    first = chart_of(look, live)
    whole = [(strength_title(live.game, look.config.own_templates), first)] if first else []
    return stacked([*whole, *((one.title, one.svg) for one in more)])


def _told_in(live: Live, line: list[Any]) -> Steps:
    """The input of the charts."""
    return [(short_title(step["window_title"]), state_of(live.game, step), events_of(live.game, step)) for step in line]


def paragraphs(text: str) -> list[str]:
    """A person's words as paragraphs: an empty line is a border, a line end within one is a space."""
    lines = ["\n" if line.isspace() or not line else line for line in text.strip().split("\n")]
    return [" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip()]


def _step(step: Any) -> dict[str, Any]:
    """A step as the template prints it."""
    orders = json.loads(step["orders"])
    return {
        "number": step["number"],
        "title": step["window_title"],
        "orders": [(seat, orders[seat]["text"]) for seat in sorted(orders) if orders[seat]["text"]],
        "draws": json.loads(step["draws"]),
        "chain": step["chain"],
        "link": step["link"],
    }


def _decks(live: Live, line: list[Any], steps: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The whole position, nothing hidden, after every deal or shuffle and at the end, where cards are played at all."""
    shuffled = [place for place, step in enumerate(steps) if any(draw["kind"] == "shuffle" for draw in step["draws"])]
    if not shuffled:
        return []
    shown = dict.fromkeys((shuffled[0], len(line) - 1))
    return [
        (steps[place]["title"], _narrow(dump(live.game.write_position(state_of(live.game, line[place])))))
        for place in shown
    ]


def _narrow(text: str) -> str:
    """Lines of at most 76 columns, so that a mail does not break them."""
    said = []
    for line in text.rstrip("\n").splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        said += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]
    return "\n".join(said)


def _standings(live: Live, line: list[Any]) -> tuple[list[str], list[tuple[Seat, list[int]]]]:
    """The strength of each seat over the game, at no more moments than a table has room for."""
    counted = [
        (short_title(step["window_title"]), report.standings(live.game, state_of(live.game, step)))
        for step in line
        if step["kind"] in ("setup", "turn")
    ]
    # A correction or a vote is no moment of its own, but its result is how the game ended.
    counted[-1] = (counted[-1][0], report.standings(live.game, state_of(live.game, line[-1])))
    # Of several windows of one season only the last is shown.
    last = [one for place, one in enumerate(counted) if place + 1 == len(counted) or counted[place + 1][0] != one[0]]
    every = max(1, -(-len(last) // MOST_COLUMNS))
    chosen = last[::-1][::every][::-1]
    seats = [seat.id for seat in live.game.seats if any(seat.id in one for _, one in chosen)]
    return [label for label, _ in chosen], [(seat, [one.get(seat, 0) for _, one in chosen]) for seat in seats]


def _press(live: Live, row: Mapping[str, Any]) -> dict[str, Any]:
    """A piece of press as the closing report shows it: its recipients, and whether its signature is false. A writer
    without a name stays unnamed."""
    own = live.seat_name(Seat(row["sender"]))
    return {
        **row,
        "paragraphs": paragraphs(row["text"]),
        "to": [] if _is_public(live, row) else [live.seat_name(Seat(one)) for one in json.loads(row["told"])],
        "private": not _is_public(live, row),
        "fake": row["kind"] in ("fake", "postal") and row["signed"] not in (own, UNSIGNED),
    }


def _is_public(live: Live, row: Mapping[str, Any]) -> bool:
    everybody = set(seats_taking_part(live) or (seat.id for seat in live.game.seats))
    told = json.loads(row["told"])
    return told is None or bool(told and set(told) >= everybody - {row["sender"]})


def public_press(connection: Connection, live: Live) -> list[dict[str, Any]]:
    """The press that every seat was sent."""
    return [row for row in notices.press_of(connection, live.id) if _is_public(live, row)]


def opened_press(connection: Connection, live: Live) -> list[dict[str, Any]]:
    """The press a closing report shows: private letters only where the game's settings said so."""
    if live.settings.press_opened == "all":
        return notices.press_of(connection, live.id)
    return public_press(connection, live)


def _acts(connection: Connection, live: Live) -> list[dict[str, Any]]:
    if live.settings.audit != "public":
        return []
    acts = []
    for row in notices.acts(connection, live.id):
        if row["act"] in SHOWN_ACTS:
            detail = json.loads(row["detail"])
            acts.append({**row, "said": _said_of(row["act"], detail)})
    return acts


def _said_of(what: str, detail: dict[str, Any]) -> str:
    """The subject of an act: the settings that were changed, a reason, or a seat."""
    changed = [f"{key} = {value}" for key, value in sorted(detail.items()) if what == "settings" and key != "reason"]
    return ", ".join(changed) or str(detail.get("reason") or detail.get("seat") or "")
