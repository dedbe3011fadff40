"""A game's public record for the site, and what was posted where."""

from __future__ import annotations

import sqlalchemy as sa

from judge import report
from judge.campaign import closing, reports
from judge.campaign.config import Config
from judge.campaign.live import Live, NotNow, events_of, line_of, load_game, state_of
from judge.campaign.seating import players_by_seat
from judge.campaign.turns import deadline_of
from judge.forum import Posted, Target
from judge.forum.publish import publish, requests
from judge.report.site import Phase, Record
from judge.store import Store, tables


def record_of(connection: sa.Connection, config: Config, name: str) -> Record:
    """Everything that everybody may see of a game, phase by phase."""
    live = load_game(connection, name)
    if live.step is None:
        raise NotNow(f"{live.name} has not begun: there is nothing to show")
    game = live.game
    before = None
    phases = []
    for step in line_of(connection, live):
        state = state_of(game, step)
        told = report.told_to(events_of(game, step), None)
        when = live.settings.calendar.zone
        made = reports.moment_of(step).astimezone(when).isoformat(timespec="seconds")
        notes = reports.notes_for(connection, config, live, int(step["number"]), None, step, False)
        phases.append(
            Phase(int(step["number"]), before, state, told, when=made, title=step["window_title"], notes=notes)
        )
        before = state
    due = deadline_of(live)
    mail = config.mail.value if isinstance(config.mail.value, dict) else {}
    over = live.row["status"] == "over"
    return Record(
        live.name,
        live.name.replace("-", " ").title(),
        game,
        phases,
        players=players_by_seat(connection, live.id),
        deadline=live.settings.calendar.said(due) if due else "",
        campaign=config.name,
        judge_address=str(mail.get("address", "")),
        press=tuple((row["signed"], row["text"]) for row in closing.public_press(connection, live)),
        ended=closing.outcome_of(live) if over else None,
        closing=closing.closing_report(connection, config, live).blocks if over else (),
    )


CLOSING = -1
"""Where a step's number would stand: the closing report of a game."""


def post_report(
    store: Store, config: Config, target: Target, name: str, number: int | None, dry_run: bool
) -> list[dict[str, object]]:
    """Post (or edit) the public report of a step, or the CLOSING one; each part is on record as soon as it stands."""
    with store.read() as connection:
        live = load_game(connection, name)
        if live.step is None:
            raise NotNow(f"{live.name} has not begun: there is nothing to post")
        step = live.head if number is None else number
        if step == CLOSING:
            made = closing.closing_report(connection, config, live)
        else:
            made = reports.report_of(connection, config, live, step, None)
        known = _known(connection, live, step, target)
    key = f"{config.name}-{live.name}-{live.row['branch']}-{'closing' if step == CLOSING else step}"
    if dry_run:
        return [
            {"part": part, "text": text, "request": request.shown() if request else None}
            for part, text, _, request in requests(target, key, made.blocks, known)
        ]
    done: list[dict[str, object]] = []
    for posted in publish(target, key, made.blocks, known):
        with store.begin() as connection:
            _remember(connection, live, step, target, posted)
        done.append({"part": posted.part, "remote": posted.remote, "edited": posted.edited})
    return done


def _known(connection: sa.Connection, live: Live, step: int, target: Target) -> dict[int, tuple[str, str]]:
    rows = connection.execute(
        sa.select(tables.posts).where(
            tables.posts.c.game_id == live.id, tables.posts.c.step == step, tables.posts.c.target == target.name
        )
    ).mappings()
    return {int(row["part"]): (row["remote"], row["digest"]) for row in rows}


def _remember(connection: sa.Connection, live: Live, step: int, target: Target, posted: Posted) -> None:
    where = (
        tables.posts.c.game_id == live.id,
        tables.posts.c.step == step,
        tables.posts.c.target == target.name,
        tables.posts.c.part == posted.part,
    )
    values = {"remote": posted.remote, "digest": posted.digest}
    if connection.execute(tables.posts.update().where(*where).values(**values)).rowcount == 0:
        connection.execute(
            tables.posts.insert().values(game_id=live.id, step=step, target=target.name, part=posted.part, **values)
        )
