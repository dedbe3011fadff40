"""Each seat's orders for open windows, its texts sent ahead, and the receipts of letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.notices import left_at
from judge.store.tables import docket, receipts, seats, standing

_ROWS = sa.select(docket).where(
    docket.c.game_id == sa.bindparam("of_game"), docket.c.window_key == sa.bindparam("of_window")
)
_PUT = docket.update().where(
    docket.c.game_id == sa.bindparam("of_game"),
    docket.c.window_key == sa.bindparam("of_window"),
    docket.c.seat == sa.bindparam("of_seat"),
)
_RECEIPT = receipts.insert().returning(receipts.c.id)
_HIGHEST = sa.select(sa.func.max(receipts.c.id))
_SITTER = "sitter:"
_KEPT = (
    sa.select(standing.c.seat, standing.c.kind, standing.c.once, standing.c.text)
    .where(
        standing.c.game_id == sa.bindparam("of_game"),
        standing.c.seat.in_((sa.bindparam("of_seat"), sa.bindparam("of_sitter"))),
    )
    .order_by(standing.c.once.desc(), standing.c.id)
)


def rows(connection: sa.Connection, game_id: int, window_key: str) -> dict[str, Mapping[str, Any]]:
    """Each seat's orders for a window."""
    found = connection.execute(_ROWS, {"of_game": game_id, "of_window": window_key}).mappings()
    return {str(row["seat"]): dict(row) for row in found}


def put(connection: sa.Connection, game_id: int, window_key: str, seat: str, values: Mapping[str, Any]) -> None:
    """Set a seat's orders for a window."""
    where = {"of_game": game_id, "of_window": window_key, "of_seat": seat}
    if connection.execute(_PUT, {**values, **where}).rowcount == 0:
        new = {"game_id": game_id, "window_key": window_key, "seat": seat}
        connection.execute(docket.insert(), {**values, **new})


def forget_other_lines(connection: sa.Connection, game_id: int, window_key: str, state_hash: str) -> None:
    """Forget the orders given for a window of this name on another line of play, before a rollback."""
    connection.execute(
        docket.delete().where(
            docket.c.game_id == game_id,
            docket.c.window_key == window_key,
            docket.c.given_in.is_not(None),
            docket.c.given_in != state_hash,
        )
    )


# --- receipts ---------------------------------------------------------------------------------------------------------


def add_receipt(connection: sa.Connection, values: Mapping[str, Any]) -> int:
    """A new receipt; its number."""
    return int(connection.execute(_RECEIPT, values).scalar_one())


def add_receipts(connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Receipts whose numbers were drawn before."""
    connection.execute(receipts.insert(), rows)


def has_source(connection: sa.Connection, player_id: int, sources: Sequence[str]) -> bool:
    """Whether any receipt at a seat of this player, since they have it, is of one of these sources."""
    of_player = (seats.c.game_id == receipts.c.game_id) & (seats.c.seat == receipts.c.seat)
    among = sa.or_(*(receipts.c.source.like(one) for one in sources))
    plays = (seats.c.player_id == player_id) & (seats.c.role == "player")
    seat = (receipts.c.game_id, receipts.c.seat)
    found = sa.select(*seat, sa.func.max(receipts.c.at).label("at")).join(seats, of_player).where(plays, among)
    rows = connection.execute(found.group_by(*seat)).all()
    return any(str(row.at) > left_at(connection, int(row.game_id), str(row.seat)) for row in rows)


def free_numbers(connection: sa.Connection, count: int, taken: int) -> list[int]:
    """Numbers for receipts that nobody else gets. On a file nobody else writes meanwhile."""
    if connection.dialect.name == "sqlite":
        highest = connection.execute(_HIGHEST).scalar() or 0
        return list(range(int(highest) + taken + 1, int(highest) + taken + 1 + count))
    drawn = connection.execute(
        sa.text("SELECT nextval(pg_get_serial_sequence('receipts', 'id')) FROM generate_series(1, :count)"),
        {"count": count},
    )
    return [int(one) for one in drawn.scalars()]


# --- sent ahead -------------------------------------------------------------------------------------------------------


def of_sitter(seat: str) -> str:
    """The name under which the texts of a seat's sitter are kept."""
    return f"{_SITTER}{seat}"


def seat_of_keeper(keeper: str) -> str:
    """The seat that a kept text is for."""
    return keeper.removeprefix(_SITTER)


def kept(connection: sa.Connection, game_id: int, seat: str) -> Sequence[Any]:
    """All texts that a seat and its sitter have sent ahead: by whom (seat), kind, once, text."""
    return connection.execute(_KEPT, {"of_game": game_id, "of_seat": seat, "of_sitter": of_sitter(seat)}).all()


def all_kept(connection: sa.Connection, game_id: int) -> list[dict[str, Any]]:
    """All seats' texts sent ahead, a seat's texts for one window before its standing ones."""
    order = (standing.c.seat, standing.c.once.desc(), standing.c.id)
    query = sa.select(standing).where(standing.c.game_id == game_id).order_by(*order)
    return [dict(row) for row in connection.execute(query).mappings()]


def take_kept(connection: sa.Connection, game_id: int, seat: str, kind: str, once: bool) -> str | None:
    """Take out what a seat keeps under a kind."""
    where = (
        standing.c.game_id == game_id, standing.c.seat == seat, standing.c.kind == kind, standing.c.once == once
    )  # fmt: skip
    before = connection.execute(sa.select(standing.c.text).where(*where)).scalar()
    connection.execute(standing.delete().where(*where))
    return before


def keep(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """A text of a seat for windows of a kind."""
    connection.execute(standing.insert().values(**values))


def drop_kept(connection: sa.Connection, number: int) -> None:
    """Delete one text."""
    connection.execute(standing.delete().where(standing.c.id == number))


def drop_all_kept(connection: sa.Connection, game_id: int, seat: str) -> None:
    """Delete all that a seat and its sitter sent ahead."""
    both = standing.c.seat.in_((seat, of_sitter(seat)))
    connection.execute(standing.delete().where(standing.c.game_id == game_id, both))


def drop_kept_by(connection: sa.Connection, game_id: int, keeper: str) -> None:
    """Delete all that a seat alone, or its sitter alone, sent ahead."""
    connection.execute(standing.delete().where(standing.c.game_id == game_id, standing.c.seat == keeper))


def drop_kept_of(connection: sa.Connection, game_id: int, seat: str, sent_in: str) -> None:
    """Delete a seat's texts for one window, and its sitter's, sent ahead in a window of this kind."""
    both = standing.c.seat.in_((seat, of_sitter(seat)))
    connection.execute(
        standing.delete().where(standing.c.game_id == game_id, both, standing.c.once, standing.c.sent_in == sent_in)
    )
