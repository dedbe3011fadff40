"""The club in the store: marks of reliability, who stands by, vacant seats and their offers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.club_tables import handovers, marks, reputations, standby, vacancies
from judge.store.facts import insert_new
from judge.store.tables import addresses, games, meta, players, receipts, seats, steps

Row = Mapping[str, Any]

_newer = steps.alias("newer")
# A step that was taken back does not count: of each number up to the game's present one, the newest does.
_COUNTS = sa.or_(
    marks.c.step.is_(None),
    sa.and_(
        steps.c.number <= games.c.head,
        ~sa.exists().where(
            _newer.c.game_id == steps.c.game_id,
            _newer.c.number == steps.c.number,
            _newer.c.branch > steps.c.branch,
        ),
    ),
)
_COUNTED = (
    sa.select(games.c.name, games.c.status, marks.c.how, sa.func.count().label("many"))
    .select_from(marks)
    .join(games, games.c.id == marks.c.game_id)
    .outerjoin(steps, steps.c.id == marks.c.step)
    .where(_COUNTS, marks.c.how != "left")
    .group_by(games.c.name, games.c.status, marks.c.how)
)


# --- marks ------------------------------------------------------------------------------------------------------------


def add_marks(connection: sa.Connection, rows: Sequence[Row]) -> None:
    """The marks of a window's players."""
    if rows:
        connection.execute(marks.insert(), [dict(row) for row in rows])


def add_mark_once(connection: sa.Connection, row: Row) -> None:
    """A mark, unless it is there."""
    insert_new(connection, marks, dict(row))


def seats_held(connection: sa.Connection, game_id: int, player: int) -> list[str]:
    """The seats of a game at which a player has marks."""
    mine = (marks.c.game_id == game_id, marks.c.player_id == player)
    return list(connection.execute(sa.select(marks.c.seat).where(*mine).distinct().order_by(marks.c.seat)).scalars())


def seats_known(connection: sa.Connection, player: int) -> dict[int, set[str]]:
    """By running game, the seats that a player holds or sits at, or at which they have marks."""
    running = sa.select(games.c.id).where(games.c.status == "running")
    known: dict[int, set[str]] = {}
    for table in (marks, seats):
        mine = (table.c.player_id == player, table.c.game_id.in_(running))
        for row in connection.execute(sa.select(table.c.game_id, table.c.seat).where(*mine)):
            known.setdefault(int(row.game_id), set()).add(str(row.seat))
    return known


FORMER = "former:"
"""Before a game's number and the hash of an address: the seats that somebody held who was forgotten."""


def drop_former(connection: sa.Connection, game_id: int) -> None:
    """Nothing more is kept of those who held seats of a game and were forgotten."""
    connection.execute(meta.delete().where(meta.c.key.startswith(f"{FORMER}{game_id}:")))


def counted(connection: sa.Connection, player: int) -> list[Row]:
    """How often each mark counts for a player, by game, with the game's status."""
    return [dict(row) for row in connection.execute(_COUNTED.where(marks.c.player_id == player)).mappings()]


def first_letters(connection: sa.Connection, game_id: int, window_key: str) -> dict[str, str]:
    """When the first receipt of each seat for a window was given."""
    query = (
        sa.select(receipts.c.seat, sa.func.min(receipts.c.at).label("first"))
        .where(receipts.c.game_id == game_id, receipts.c.window_key == window_key)
        .group_by(receipts.c.seat)
    )
    return {str(row.seat): str(row.first) for row in connection.execute(query)}


def put_reputation(connection: sa.Connection, player: int, judge: str, counts: str, issued_at: str) -> bool:
    """Keep another judge's word on a player, unless we know a newer one; whether it was kept."""
    key = (reputations.c.player_id == player, reputations.c.judge == judge)
    values = {"player_id": player, "judge": judge, "counts": counts, "issued_at": issued_at}
    if insert_new(connection, reputations, values):
        return True
    changed = reputations.update().where(*key, reputations.c.issued_at < issued_at)
    return connection.execute(changed.values(counts=counts, issued_at=issued_at)).rowcount > 0


def reputations_of(connection: sa.Connection, player: int | None = None) -> list[Row]:
    """The words of other judges on everybody or on one."""
    query = sa.select(reputations).order_by(reputations.c.player_id, reputations.c.judge)
    if player is not None:
        query = query.where(reputations.c.player_id == player)
    return [dict(row) for row in connection.execute(query).mappings()]


# --- who stands by ----------------------------------------------------------------------------------------------------


def stand_by(connection: sa.Connection, player: int, kinds: str, at: str) -> None:
    """Put somebody on the list to take over seats of these games. Saying so again keeps their place."""
    if not insert_new(connection, standby, {"player_id": player, "kinds": kinds, "at": at}):
        connection.execute(standby.update().where(standby.c.player_id == player).values(kinds=kinds))


def stand_down(connection: sa.Connection, player: int) -> bool:
    """Take somebody off the standby list; False when they were not on it."""
    return connection.execute(standby.delete().where(standby.c.player_id == player)).rowcount > 0


def standing_by(connection: sa.Connection) -> list[Row]:
    """Everybody who stands by, with name and first address; first the one who has waited longest for an offer."""
    offered = (
        sa.select(handovers.c.player_id, sa.func.max(handovers.c.at).label("last"))
        .group_by(handovers.c.player_id)
        .subquery()
    )
    query = (
        sa.select(standby, players.c.name, addresses.c.address)
        .join(players, players.c.id == standby.c.player_id)
        .join(addresses, sa.and_(addresses.c.player_id == standby.c.player_id, addresses.c.first.is_(True)))
        .outerjoin(offered, offered.c.player_id == standby.c.player_id)
        .order_by(sa.func.coalesce(offered.c.last, ""), standby.c.at, standby.c.player_id)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


# --- vacant seats -----------------------------------------------------------------------------------------------------


def vacate(connection: sa.Connection, game_id: int, seat: str, why: str, since: str) -> bool:
    """Make a seat vacant; False when it was already."""
    return insert_new(
        connection, vacancies, {"game_id": game_id, "seat": seat, "why": why, "since": since, "told_at": None}
    )


def fill(connection: sa.Connection, game_id: int, seat: str, state: str = "withdrawn") -> bool:
    """Give a seat a player again and end its offer; False when it was not vacant."""
    at = (handovers.c.game_id == game_id, handovers.c.seat == seat, handovers.c.state == "open")
    connection.execute(handovers.update().where(*at).values(state=state))
    gone = connection.execute(vacancies.delete().where(vacancies.c.game_id == game_id, vacancies.c.seat == seat))
    return gone.rowcount > 0


def vacant(connection: sa.Connection, game_id: int | None = None, until: str = "") -> list[Row]:
    """Vacant seats of games that go on, with the games' names, the longest vacant first. `until`: those of which all
    may know by then."""
    query = (
        sa.select(vacancies, games.c.name.label("game"))
        .join(games, games.c.id == vacancies.c.game_id)
        .where(games.c.status == "running")
        .order_by(vacancies.c.since, games.c.name, vacancies.c.seat)
    )
    if game_id is not None:
        query = query.where(vacancies.c.game_id == game_id)
    if until:
        query = query.where(vacancies.c.since <= until)
    return [dict(row) for row in connection.execute(query).mappings()]


def gm_was_told(connection: sa.Connection, game_id: int, seat: str, at: str) -> None:
    """Note that the game master heard that nobody is left for a vacant seat."""
    at_seat = (vacancies.c.game_id == game_id, vacancies.c.seat == seat)
    connection.execute(vacancies.update().where(*at_seat).values(told_at=at))


# --- offers -----------------------------------------------------------------------------------------------------------


def offer(connection: sa.Connection, values: Row, state: str = "open") -> None:
    """Offer a vacant seat to somebody, or (`waits`) note that it is theirs at a later moment."""
    connection.execute(handovers.insert().values(**values, state=state))


def waiting(connection: sa.Connection, until: str) -> list[Row]:
    """The vacant seats that are somebody's by then, whoever came first before the others, with the games' names."""
    query = (
        sa.select(handovers, games.c.name.label("game"))
        .join(games, games.c.id == handovers.c.game_id)
        .where(handovers.c.state == "waits", handovers.c.until <= until)
        .order_by(handovers.c.at, handovers.c.code_hash)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def waits_no_more(connection: sa.Connection, player: int, game_id: int | None = None) -> None:
    """No vacant seat (of a game) waits for this player any more."""
    own = [handovers.c.player_id == player, handovers.c.state == "waits"]
    own += [handovers.c.game_id == game_id] if game_id is not None else []
    connection.execute(handovers.update().where(*own).values(state="withdrawn"))


def offers(connection: sa.Connection, game_id: int, seat: str, since: str) -> list[Row]:
    """The offers of a seat since it became vacant."""
    query = sa.select(handovers).where(
        handovers.c.game_id == game_id, handovers.c.seat == seat, handovers.c.at >= since
    )
    return [dict(row) for row in connection.execute(query.order_by(handovers.c.at, handovers.c.code_hash)).mappings()]


def offer_by_code(connection: sa.Connection, code_hash: str) -> Row | None:
    """The open offer that a word accepts, with its game's name and its reader's address."""
    query = (
        sa.select(handovers, games.c.name.label("game"), addresses.c.address)
        .join(games, games.c.id == handovers.c.game_id)
        .join(addresses, sa.and_(addresses.c.player_id == handovers.c.player_id, addresses.c.first.is_(True)))
        .where(handovers.c.code_hash == code_hash, handovers.c.state == "open")
    )
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)


def open_codes(connection: sa.Connection) -> frozenset[str]:
    """The hashes of the words that take a seat on offer."""
    return frozenset(connection.execute(sa.select(handovers.c.code_hash).where(handovers.c.state == "open")).scalars())


def open_offers_of(connection: sa.Connection, player: int) -> list[Row]:
    """A player's open offers, with the games' names."""
    query = (
        sa.select(handovers, games.c.name.label("game"))
        .join(games, games.c.id == handovers.c.game_id)
        .where(handovers.c.player_id == player, handovers.c.state == "open")
        .order_by(handovers.c.at, handovers.c.code_hash)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def settle_offer(connection: sa.Connection, code_hash: str, state: str) -> None:
    """Note the end of an offer."""
    connection.execute(handovers.update().where(handovers.c.code_hash == code_hash).values(state=state))


# --- who is forgotten -------------------------------------------------------------------------------------------------


def forget(connection: sa.Connection, player: int, own: Sequence[str]) -> None:
    """Delete a person's reliability and requests; their results stay under their number."""
    for address in own:
        asked = (meta.c.key.startswith("join:"), meta.c.value.contains(json.dumps(address), autoescape=True))
        connection.execute(meta.update().where(*asked).values(value="{}"))
    for table in (standby, reputations, marks):
        connection.execute(table.delete().where(table.c.player_id == player))
    waits_no_more(connection, player)
    for row in open_offers_of(connection, player):
        settle_offer(connection, row["code_hash"], "withdrawn")


def seats_given_to(connection: sa.Connection, player: int) -> list[Row]:
    """The running games in which a player has a seat, and which seat."""
    query = (
        sa.select(seats.c.game_id, seats.c.seat, games.c.name.label("game"))
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.player_id == player, seats.c.role == "player", games.c.status == "running")
    )
    return [dict(row) for row in connection.execute(query).mappings()]


# --- finished games ---------------------------------------------------------------------------------------------------


def finished(connection: sa.Connection) -> list[Row]:
    """Every game that is over, in the order in which they ended, with the moment of the last step."""
    ended = sa.select(steps.c.game_id, sa.func.max(steps.c.made_at).label("ended")).group_by(steps.c.game_id).subquery()
    query = (
        sa.select(games.c.name, ended.c.ended)
        .join(ended, ended.c.game_id == games.c.id)
        .where(games.c.status == "over")
        .order_by(ended.c.ended, games.c.name)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def persons(connection: sa.Connection) -> dict[int, Row]:
    """Everybody who was ever known, also those forgotten: name, settings, whether there is an address."""
    query = (
        sa.select(
            players.c.id, players.c.name, players.c.settings, sa.func.count(addresses.c.address).label("reachable")
        )
        .outerjoin(addresses, addresses.c.player_id == players.c.id)
        .group_by(players.c.id, players.c.name, players.c.settings)
    )
    return {int(row["id"]): dict(row) for row in connection.execute(query).mappings()}
