"""Who sits where: players, their addresses, seats, tokens, observers, replacements."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign.live import Live, NotNow, seats_taking_part
from judge.store import tables

Entropy = Callable[[int], bytes]
_ADDRESS = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,180}")


class BadAddress(ValueError):
    """What was given is no mail address."""


@dataclass(frozen=True)
class Sitting:
    """A person at a seat. `role`: player, observer or co-gm."""

    seat: Seat
    role: str
    player_id: int
    name: str
    addresses: tuple[str, ...]
    since_step: int
    state: str
    settings: str = "{}"
    """What the player set, as it is stored."""


def plain_address(text: str) -> tuple[str, str]:
    """`Ann <ann@example.org>` as (name, address); the address in lower case."""
    match = re.fullmatch(r"\s*(?:\"?(?P<name>[^\"<]*?)\"?\s*)<(?P<address>[^<>]+)>\s*|\s*(?P<bare>\S+)\s*", text)
    address = (match["address"] or match["bare"] or "").strip().lower() if match else ""
    if not match or not _ADDRESS.fullmatch(address):
        raise BadAddress(f'"{text}" is no mail address: write ann@example.org or Ann <ann@example.org>')
    return (match["name"] or "").strip(), address


def new_token(entropy: Entropy) -> str:
    """A seat's token: 85 random bits in letters and digits that no mail server changes."""
    return base64.b32encode(entropy(11)).decode().lower().rstrip("=")[:17]


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def player_for(connection: sa.Connection, address: str, name: str = "", confirmed: bool = True) -> int:
    """The player with this address; made when there is none."""
    found = connection.execute(
        sa.select(tables.addresses.c.player_id).where(tables.addresses.c.address == address)
    ).scalar()
    if found is not None:
        if name:
            connection.execute(tables.players.update().where(tables.players.c.id == found).values(name=name))
        return int(found)
    made = connection.execute(
        tables.players.insert().values(name=name or address.partition("@")[0], settings="{}")
    ).inserted_primary_key
    assert made is not None
    connection.execute(
        tables.addresses.insert().values(address=address, player_id=made[0], confirmed=confirmed, bounces=0, first=True)
    )
    return int(made[0])


_SITTINGS = (
    sa.select(
        tables.seats.c.id, tables.seats.c.seat, tables.seats.c.role, tables.seats.c.player_id, tables.players.c.name,
        tables.seats.c.since_step, tables.seats.c.state, tables.players.c.settings, tables.addresses.c.address,
    )
    .join(tables.players, tables.players.c.id == tables.seats.c.player_id)
    .outerjoin(tables.addresses, tables.addresses.c.player_id == tables.players.c.id)
    .where(tables.seats.c.game_id == sa.bindparam("of_game"))
    .order_by(
        tables.seats.c.role.desc(), tables.seats.c.seat, tables.seats.c.id, tables.addresses.c.first.desc(),
        tables.addresses.c.address,
    )
)  # fmt: skip


def sittings(connection: sa.Connection, game_id: int) -> list[Sitting]:
    """Everybody at the table, players first."""
    found: dict[int, Sitting] = {}
    for row in connection.execute(_SITTINGS, {"of_game": game_id}):
        known = found.get(row.id)
        own = known.addresses if known else ()
        found[row.id] = Sitting(
            Seat(row.seat),
            row.role,
            int(row.player_id),
            row.name,
            (*own, row.address) if row.address else own,
            int(row.since_step),
            row.state,
            row.settings,
        )
    return list(found.values())


def players_by_seat(connection: sa.Connection, game_id: int) -> dict[Seat, str]:
    """Display names by seat."""
    return {one.seat: one.name for one in sittings(connection, game_id) if one.role == "player"}


def assign(connection: sa.Connection, live: Live, seat: Seat, who: str, entropy: Entropy, role: str = "player") -> str:
    """Give a seat to a person; returns the seat's token, which is nowhere stored in clear."""
    name, address = plain_address(who)
    if role == "player":
        taken = [one for one in sittings(connection, live.id) if one.seat == seat and one.role == "player"]
        if taken:
            raise NotNow(f"{seat} is {taken[0].name}'s: `judge seat replace {live.name} {seat} ADDRESS` takes it over")
        if live.step is not None and seat not in seats_taking_part(live):
            raise NotNow(f"{seat} takes no part in {live.name}")
    player = player_for(connection, address, name)
    token = new_token(entropy)
    connection.execute(
        tables.seats.insert().values(
            game_id=live.id,
            seat=seat,
            role=role,
            player_id=player,
            token_hash=token_hash(token),
            since_step=0,
            missed=0,
            state="active",
        )
    )
    return token


def replace(connection: sa.Connection, live: Live, seat: Seat, who: str, entropy: Entropy) -> str:
    """Another person takes a seat over: the old token ends, the new player sees this seat's own history only."""
    name, address = plain_address(who)
    player = player_for(connection, address, name)
    token = new_token(entropy)
    connection.execute(
        tables.seats.delete().where(
            tables.seats.c.game_id == live.id, tables.seats.c.seat == seat, tables.seats.c.role == "player"
        )
    )
    connection.execute(
        tables.standing.delete().where(tables.standing.c.game_id == live.id, tables.standing.c.seat == seat)
    )
    connection.execute(
        tables.seats.insert().values(
            game_id=live.id,
            seat=seat,
            role="player",
            player_id=player,
            token_hash=token_hash(token),
            since_step=max(0, live.head),
            missed=0,
            state="active",
        )
    )
    return token


def rotate(connection: sa.Connection, live: Live, seat: Seat, entropy: Entropy) -> str:
    """A new token for a seat; the old one ends."""
    token = new_token(entropy)
    changed = connection.execute(
        tables.seats.update()
        .where(tables.seats.c.game_id == live.id, tables.seats.c.seat == seat, tables.seats.c.role == "player")
        .values(token_hash=token_hash(token))
    )
    if changed.rowcount == 0:
        raise NotNow(f"nobody sits at {seat} of {live.name}")
    return token


def remove(connection: sa.Connection, live: Live, seat: Seat) -> bool:
    """A seat stands empty from now on; its token ends."""
    gone = connection.execute(
        tables.seats.delete().where(
            tables.seats.c.game_id == live.id, tables.seats.c.seat == seat, tables.seats.c.role == "player"
        )
    )
    return gone.rowcount > 0


def by_token(connection: sa.Connection, token: str) -> Mapping[str, Any] | None:
    """The seat (with its game's name) that a token opens."""
    wanted = token_hash(token)
    row = (
        connection.execute(
            sa.select(tables.seats, tables.games.c.name.label("game"))
            .join(tables.games, tables.games.c.id == tables.seats.c.game_id)
            .where(tables.seats.c.token_hash == wanted)
        )
        .mappings()
        .first()
    )
    if row is None or not hmac.compare_digest(row["token_hash"], wanted):
        return None
    return dict(row)


@dataclass(frozen=True, slots=True)
class Known:
    """A confirmed address: whose it is, how often mail to it came back, and all seats of that player."""

    player_id: int | None = None
    bounces: int = 0
    seats: tuple[Mapping[str, Any], ...] = ()


_BY_ADDRESS = (
    sa.select(
        tables.seats,
        tables.games.c.name.label("game"),
        tables.games.c.status,
        tables.addresses.c.address,
        tables.addresses.c.player_id.label("whose"),
        tables.addresses.c.bounces,
    )
    .select_from(tables.addresses)
    .outerjoin(tables.seats, tables.seats.c.player_id == tables.addresses.c.player_id)
    .outerjoin(tables.games, tables.games.c.id == tables.seats.c.game_id)
    .where(tables.addresses.c.confirmed.is_(True))
    .order_by(tables.games.c.name, tables.seats.c.seat)
)
_BY_ADDRESSES = _BY_ADDRESS.where(tables.addresses.c.address.in_(sa.bindparam("wanted", expanding=True)))
_BY_ONE_ADDRESS = _BY_ADDRESS.where(tables.addresses.c.address == sa.bindparam("wanted"))


def by_addresses(connection: sa.Connection, addresses: Collection[str]) -> dict[str, Known]:
    """Who these confirmed addresses belong to, and all their seats with their games' names."""
    found: dict[str, Known] = {}
    wanted = list(addresses)
    query, given = (_BY_ONE_ADDRESS, wanted[0]) if len(wanted) == 1 else (_BY_ADDRESSES, wanted)
    for row in connection.execute(query, {"wanted": given}).mappings():
        known = found.get(row["address"], Known(int(row["whose"]), int(row["bounces"] or 0)))
        seats = (*known.seats, dict(row)) if row["game"] is not None else known.seats
        found[row["address"]] = dataclasses.replace(known, seats=seats)
    return found


def by_address(connection: sa.Connection, address: str) -> list[Mapping[str, Any]]:
    """All seats of the player with this address, with their games' names."""
    wanted = address.strip().lower()
    return list(by_addresses(connection, (wanted,)).get(wanted, Known()).seats)
