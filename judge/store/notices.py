"""Things told and things on record: notices of steps, the audit, press, closing statements, votes, posts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.tables import audit, diaries, notices, posts, press, statements, votes
from judge.store.tables import extend_votes as votes_to_extend

Rows = list[dict[str, Any]]


def _of_game(connection: sa.Connection, table: sa.Table, game_id: int | None) -> Rows:
    rows = connection.execute(sa.select(table).where(table.c.game_id == game_id).order_by(table.c.id)).mappings()
    return [dict(row) for row in rows]


# --- notices of steps -------------------------------------------------------------------------------------------------


def tell(connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add notices to the reports of steps."""
    connection.execute(notices.insert(), rows)


def of_step(connection: sa.Connection, game_id: int, number: int, branch: int) -> Rows:
    """The notices of a step, on its own line of play."""
    rows = connection.execute(
        sa.select(notices)
        .where(
            notices.c.game_id == game_id,
            notices.c.step == number,
            sa.or_(notices.c.branch.is_(None), notices.c.branch == branch),
        )
        .order_by(notices.c.id)
    ).mappings()
    return [dict(row) for row in rows]


def settle(connection: sa.Connection, game_id: int, number: int, branch: int) -> None:
    """Leave the notices meant for a step that is now made with it."""
    connection.execute(
        notices.update()
        .where(notices.c.game_id == game_id, notices.c.step == number, notices.c.branch.is_(None))
        .values(branch=branch)
    )


def bring_forward(connection: sa.Connection, game_id: int, waiting: int, number: int, branch: int | None) -> None:
    """Move the notices that wait for a step that is not made to this one, whose report goes out now."""
    connection.execute(
        notices.update()
        .where(notices.c.game_id == game_id, notices.c.step == waiting, notices.c.branch.is_(None))
        .values(step=number, branch=branch)
    )


def newest(connection: sa.Connection) -> int:
    """The number of the newest notice."""
    return int(connection.execute(sa.select(sa.func.max(notices.c.id))).scalar() or 0)


def told_since(connection: sa.Connection, number: int) -> list[str]:
    """The notices after this one, as stored, whether of a step made already or of the next."""
    query = sa.select(notices.c.said, notices.c.text).where(notices.c.id > number).order_by(notices.c.id)
    return [str(row.said or row.text) for row in connection.execute(query)]


# --- the audit --------------------------------------------------------------------------------------------------------


def note(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """Add an act; the audit only grows."""
    connection.execute(audit.insert().values(**values))


def newest_act(connection: sa.Connection) -> int:
    """The number of the newest act on record."""
    return int(connection.execute(sa.select(sa.func.max(audit.c.id))).scalar() or 0)


def newest_at(connection: sa.Connection) -> str | None:
    """When the newest act on record was done."""
    return connection.execute(sa.select(sa.func.max(audit.c.at))).scalar()


def acts_since(connection: sa.Connection, number: int) -> list[str]:
    """The names of the acts that came after this one."""
    return list(connection.execute(sa.select(audit.c.act).where(audit.c.id > number).order_by(audit.c.id)).scalars())


def acts(connection: sa.Connection, game_id: int | None, names: Collection[str] = ()) -> Rows:
    """Every act on record, oldest first, or those of these names."""
    query = sa.select(audit).where(audit.c.game_id == game_id).order_by(audit.c.id)
    rows = connection.execute(query.where(audit.c.act.in_(names)) if names else query).mappings()
    return [dict(row) for row in rows]


def detail(connection: sa.Connection, number: int, said: str) -> None:
    """Set another detail for an act: which game it was of, before that game is deleted."""
    connection.execute(audit.update().where(audit.c.id == number).values(detail=said))


def acts_named(connection: sa.Connection, game_id: int, names: Collection[str]) -> list[str]:
    """The details of the acts of these names, as stored."""
    query = sa.select(audit.c.detail).where(audit.c.game_id == game_id, audit.c.act.in_(names))
    return [str(one) for one in connection.execute(query).scalars()]


# --- press ------------------------------------------------------------------------------------------------------------


def press_of(connection: sa.Connection, game_id: int) -> Rows:
    """All press of a game, oldest first."""
    return _of_game(connection, press, game_id)


def add_press(connection: sa.Connection, values: Mapping[str, Any]) -> int:
    """Add press; its number."""
    made = connection.execute(press.insert().values(**values)).inserted_primary_key
    return int(made[0]) if made is not None else 0


def press_by(connection: sa.Connection, game_id: int, sender: str) -> Rows:
    """A seat's press since its player took it over, oldest first. A step is too coarse: in it both may have written."""
    since = left_at(connection, game_id, sender)
    return [row for row in press_of(connection, game_id) if row["sender"] == sender and row["at"] > since]


def left_at(connection: sa.Connection, game_id: int, seat: str) -> str:
    """When somebody left a seat last; "": nobody has."""
    query = sa.select(audit.c.at, audit.c.detail).where(
        audit.c.game_id == game_id, audit.c.act.in_(("seat replaced", "seat removed"))
    )
    return max((str(row.at) for row in connection.execute(query) if json.loads(row.detail)["seat"] == seat), default="")


def press_sent(connection: sa.Connection, game_id: int, sender: str, since: str) -> int:
    """How much press a seat has sent since then."""
    query = (
        sa.select(sa.func.count())
        .select_from(press)
        .where(press.c.game_id == game_id, press.c.sender == sender, press.c.at > since)
    )
    return int(connection.execute(query).scalar_one())


# --- closing statements -----------------------------------------------------------------------------------------------


def statements_of(connection: sa.Connection, game_id: int) -> dict[str, str]:
    """The closing statements of a game, by seat."""
    rows = connection.execute(sa.select(statements).where(statements.c.game_id == game_id))
    return {row.seat: row.text for row in rows}


def drop_statement(connection: sa.Connection, game_id: int, seat: str) -> bool:
    """Delete a seat's closing statement; whether there was one."""
    mine = (statements.c.game_id == game_id, statements.c.seat == seat)
    return connection.execute(statements.delete().where(*mine)).rowcount > 0


def add_statement(connection: sa.Connection, game_id: int, seat: str, text: str, at: str) -> None:
    """Add a seat's closing statement."""
    connection.execute(statements.insert().values(game_id=game_id, seat=seat, text=text, at=at))


# --- diaries ----------------------------------------------------------------------------------------------------------


def diary_of(connection: sa.Connection, game_id: int, seat: str) -> Rows:
    """A seat's diary, oldest first."""
    mine = (diaries.c.game_id == game_id, diaries.c.seat == seat)
    rows = connection.execute(sa.select(diaries).where(*mine).order_by(diaries.c.number)).mappings()
    return [dict(row) for row in rows]


def add_diary(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """A new entry."""
    connection.execute(diaries.insert().values(**values))


def forget_diaries(connection: sa.Connection, player: int) -> None:
    """Delete the words of a person's entries; their places stay."""
    connection.execute(diaries.update().where(diaries.c.player_id == player).values(text=""))


# --- votes ------------------------------------------------------------------------------------------------------------


def drop_vote(connection: sa.Connection, game_id: int, seat: str) -> None:
    """A seat's vote is withdrawn."""
    connection.execute(votes.delete().where(votes.c.game_id == game_id, votes.c.seat == seat))


def vote_of(connection: sa.Connection, game_id: int, seat: str) -> str | None:
    """A seat's vote."""
    query = sa.select(votes.c.proposal).where(votes.c.game_id == game_id, votes.c.seat == seat)
    return connection.execute(query).scalar()


def drop_votes(connection: sa.Connection, game_id: int) -> None:
    """All votes lapse."""
    connection.execute(votes.delete().where(votes.c.game_id == game_id))


def add_vote(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """A seat's vote."""
    connection.execute(votes.insert().values(**values))


def voters_for(connection: sa.Connection, game_id: int, proposal: str) -> set[str]:
    """The seats that want this."""
    query = sa.select(votes.c.seat).where(votes.c.game_id == game_id, votes.c.proposal == proposal)
    return set(connection.execute(query).scalars())


def add_extend_vote(connection: sa.Connection, game_id: int, window_key: str, seat: str, at: str) -> None:
    """A seat votes to put this window off."""
    drop_extend_vote(connection, game_id, window_key, seat)
    connection.execute(votes_to_extend.insert().values(game_id=game_id, window_key=window_key, seat=seat, at=at))


def drop_extend_vote(connection: sa.Connection, game_id: int, window_key: str, seat: str) -> None:
    """A seat takes back its vote to put this window off."""
    table = votes_to_extend.c
    mine = (table.game_id == game_id, table.window_key == window_key, table.seat == seat)
    connection.execute(votes_to_extend.delete().where(*mine))


def extend_votes(connection: sa.Connection, game_id: int, window_key: str) -> set[str]:
    """The seats that voted to put this window off."""
    query = sa.select(votes_to_extend.c.seat).where(
        votes_to_extend.c.game_id == game_id, votes_to_extend.c.window_key == window_key
    )
    return set(connection.execute(query).scalars())


# --- posts on forums --------------------------------------------------------------------------------------------------


def posts_of(connection: sa.Connection, game_id: int, step: int, target: str) -> dict[int, tuple[str, str]]:
    """The posts of a step: by part, its address there and its digest."""
    query = sa.select(posts).where(posts.c.game_id == game_id, posts.c.step == step, posts.c.target == target)
    return {int(row["part"]): (row["remote"], row["digest"]) for row in connection.execute(query).mappings()}


def put_post(connection: sa.Connection, where: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Note the post at one place. `where`: game_id, step, target, part."""
    own = [posts.c[key] == value for key, value in where.items()]
    if connection.execute(posts.update().where(*own).values(**values)).rowcount == 0:
        connection.execute(posts.insert().values(**where, **values))
