"""What players do about their seats: sign up, resign, be away, be forgotten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.campaign import Campaign
from judge.campaign.drawing import APPLICANT
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.turns import away, deadline_of
from judge.campaign.wake import set_wake
from judge.store import tables
from judge.store.base import stamp


def check_open(connection: sa.Connection, live: Live) -> None:
    """Refuse, with the reason, where nobody can sign up: not open, begun, or full."""
    if live.step is not None or live.row["status"] != "forming":
        raise NotNow(f"{live.name} has begun: ask the game master for a seat that has come free")
    if live.settings.sign_up != "open":
        raise NotNow(f"{live.name} is by invitation: the game master seats its players")
    if places_left(connection, live) <= 0:
        raise NotNow(f"{live.name} is full")


def places_left(connection: sa.Connection, live: Live) -> int:
    """How many more can sit at this table."""
    taken = [one for one in seating.sittings(connection, live.id) if one.role in ("player", APPLICANT)]
    return int(live.game.seat_range[1]) - len(taken)


def join(
    campaign: Campaign,
    name: str,
    who: str,
    now: datetime,
    preferences: Sequence[str] = (),
    word: str = "",
    within: sa.Connection | None = None,
) -> str:
    """Sign up for a game that is forming, with the seats one would like, best first. Returns what was done."""
    with campaign.transaction(within) as connection:
        live = load_game(connection, name, lock=True)
        display, address = seating.plain_address(who)
        if any(address in one.addresses for one in seating.sittings(connection, live.id)):
            raise NotNow(f"{address} is at the table of {live.name} already")
        check_open(connection, live)
        wanted = [campaign.seat_of(live.game, one) for one in preferences]
        player = seating.player_for(connection, address, display)
        connection.execute(
            tables.seats.insert().values(
                game_id=live.id, seat=f"*{player}", role=APPLICANT, player_id=player, token_hash=None, since_step=0,
                missed=0, state="active", preferences=json.dumps(wanted),
            )
        )  # fmt: skip
        if word:
            words = {**live.words, f"*{player}": word[:200]}
            connection.execute(
                tables.games.update().where(tables.games.c.id == live.id).values(words=json.dumps(words))
            )
        campaign.note_act(connection, live, "player", "signed up", {"wants": wanted}, now)
        free = places_left(connection, live)
    return f"you are signed up for {name}; {free} more can"


def withdraw(campaign: Campaign, connection: sa.Connection, live: Live, seat: Seat, now: datetime) -> None:
    """Who has signed up and no seat yet gives the place, and a word for the dice, back."""
    words = {one: said for one, said in live.words.items() if one != seat}
    connection.execute(
        tables.seats.delete().where(
            tables.seats.c.game_id == live.id, tables.seats.c.seat == seat, tables.seats.c.role == APPLICANT
        )
    )
    connection.execute(tables.games.update().where(tables.games.c.id == live.id).values(words=json.dumps(words)))
    campaign.note_act(connection, live, "player", "withdrew", {}, now)


def resign(campaign: Campaign, name: str, seat: str, now: datetime, within: sa.Connection | None = None) -> None:
    """A player gives the seat up: it stands, but nobody waits for it; the game master looks for a replacement."""
    with campaign.transaction(within) as connection:
        live = load_game(connection, name, lock=True)
        if seat.startswith("*"):
            withdraw(campaign, connection, live, Seat(seat), now)
            return
        chosen = campaign.seat_of(live.game, seat)
        changed = connection.execute(
            tables.seats.update()
            .where(
                tables.seats.c.game_id == live.id,
                tables.seats.c.seat == chosen,
                tables.seats.c.role == "player",
                tables.seats.c.state != "resigned",
            )
            .values(state="resigned")
        )
        if changed.rowcount == 0:
            raise NotNow(f"nobody sits at {chosen} of {live.name}")
        campaign.note_act(connection, live, chosen, "resigned", {}, now)
        campaign.tell_next(connection, live, f"{campaign.seat_name(live, chosen)} has resigned.", now)
        campaign.tell_gm(
            connection, live, f"resigned/{chosen}/{stamp(now)}", f"{live.name}: {chosen} has resigned",
            f"`judge seat replace {live.name} {chosen} ADDRESS` seats somebody else.", now,
        )  # fmt: skip
        if live.window is not None:
            set_wake(connection, load_game(connection, name), now)


def be_away(
    campaign: Campaign, player_id: int, first: date, last: date, now: datetime, within: sa.Connection | None = None
) -> list[tuple[str, datetime]]:
    """Days on which a player cannot send orders: deadlines that fall on them move. Returns the new ones, by game."""
    if last < first:
        raise NotNow(f"an absence runs from its first day to its last: {first} comes after {last}")
    if last < now.date():
        raise NotNow(f"{last} is past")
    moved: list[tuple[str, datetime]] = []
    with campaign.transaction(within) as connection:
        connection.execute(
            tables.absences.insert().values(player_id=player_id, first_day=first.isoformat(), last_day=last.isoformat())
        )
        names = connection.execute(
            sa.select(tables.games.c.name)
            .join(tables.seats, tables.seats.c.game_id == tables.games.c.id)
            .where(tables.seats.c.player_id == player_id, tables.games.c.status == "running")
            .distinct()
            .order_by(tables.games.c.name)
        ).scalars()
        for name in list(names):
            live = load_game(connection, name, lock=True)
            campaign.note_act(
                connection, live, "player", "absent", {"first": first.isoformat(), "last": last.isoformat()}, now
            )
            due = deadline_of(live)
            if due is None or live.window is None:
                continue
            zone = live.settings.calendar.zone
            days = away(connection, live, live.window)
            if not any(begin <= due.astimezone(zone).date() <= end for begin, end in days):
                continue
            later = live.settings.calendar.passing_over(live.window.kind, due, days)
            connection.execute(
                tables.games.update()
                .where(tables.games.c.id == live.id)
                .values(deadline=stamp(later), revision=tables.games.c.revision + 1)
            )
            campaign.tell_next(
                connection, live,
                f"The deadline of {live.window.title} moved to {live.settings.calendar.said(later)}: a player is away.",
                now,
            )  # fmt: skip
            set_wake(connection, load_game(connection, name), now)
            moved.append((name, later))
    return moved


def add_address(campaign: Campaign, known: str, new: str, now: datetime) -> None:
    """A further address of a player: letters from it count, mail still goes to the first."""
    _, old = seating.plain_address(known)
    _, address = seating.plain_address(new)
    with campaign.store.begin() as connection:
        found = connection.execute(
            sa.select(tables.addresses.c.player_id).where(tables.addresses.c.address == old)
        ).scalar()
        if found is None:
            raise NotNow(f"nobody here has the address {old}")
        if connection.execute(
            sa.select(tables.addresses.c.player_id).where(tables.addresses.c.address == address)
        ).scalar():
            raise NotNow(f"{address} belongs to a player already")
        connection.execute(
            tables.addresses.insert().values(address=address, player_id=found, confirmed=True, bounces=0, first=False)
        )
        campaign.note_campaign("gm", "address added", {"player": int(found)}, now, connection)


def register_key(campaign: Campaign, who: str, key: str | None, now: datetime) -> None:
    """The PGP key a player signs with; None: none any more."""
    _, address = seating.plain_address(who)
    with campaign.store.begin() as connection:
        player = connection.execute(
            sa.select(tables.addresses.c.player_id).where(tables.addresses.c.address == address)
        ).scalar()
        if player is None:
            raise NotNow(f"nobody here has the address {address}")
        kept = connection.execute(sa.select(tables.players.c.settings).where(tables.players.c.id == player)).scalar()
        settings = json.loads(kept or "{}")
        settings.pop("pgp", None)
        if key is not None:
            settings["pgp"] = key
        connection.execute(
            tables.players.update().where(tables.players.c.id == player).values(settings=json.dumps(settings))
        )
        act = "key registered" if key else "key removed"
        campaign.note_campaign("gm", act, {"player": int(player)}, now, connection)


def forget(campaign: Campaign, who: str, now: datetime) -> dict[str, int]:
    """Erase a person: addresses, name and raw mail go, hashes stay. Their seats stand empty."""
    _, address = seating.plain_address(who)
    with campaign.store.begin() as connection:
        player = connection.execute(
            sa.select(tables.addresses.c.player_id).where(tables.addresses.c.address == address)
        ).scalar()
        if player is None:
            raise NotNow(f"nobody here has the address {address}")
        own = [
            str(one)
            for one in connection.execute(
                sa.select(tables.addresses.c.address).where(tables.addresses.c.player_id == player)
            ).scalars()
        ]
        mails = 0
        for row in connection.execute(sa.select(tables.inbox.c.id, tables.inbox.c.raw)).all():
            head = bytes(row.raw or b"").partition(b"\n\n")[0].replace(b"\r", b"").lower()
            if any(one.encode() in head for one in own):
                connection.execute(
                    tables.inbox.update().where(tables.inbox.c.id == row.id).values(raw=None, message_id="", note="")
                )
                mails += 1
        sent = connection.execute(
            tables.outbox.update()
            .where(tables.outbox.c.recipient.in_(own))
            .values(recipient="", facts="{}", in_reply_to=None, error=None)
        ).rowcount
        connection.execute(
            tables.outbox.update()
            .where(tables.outbox.c.recipient == "", tables.outbox.c.state.in_(("queued", "held")))
            .values(state="withdrawn")
        )
        connection.execute(tables.addresses.delete().where(tables.addresses.c.player_id == player))
        connection.execute(tables.absences.delete().where(tables.absences.c.player_id == player))
        connection.execute(tables.tallies.delete().where(tables.tallies.c.address.in_(own)))
        for row in connection.execute(
            sa.select(tables.seats.c.game_id, tables.seats.c.seat).where(
                tables.seats.c.player_id == player, tables.seats.c.role == "player"
            )
        ).all():
            connection.execute(
                tables.statements.delete().where(
                    tables.statements.c.game_id == row.game_id, tables.statements.c.seat == row.seat
                )
            )
        seats = connection.execute(tables.seats.delete().where(tables.seats.c.player_id == player)).rowcount
        connection.execute(
            tables.players.update().where(tables.players.c.id == player).values(name="a former player", settings="{}")
        )
        campaign.note_campaign("gm", "player forgotten", {"player": int(player)}, now, connection)
    return {"addresses": len(own), "letters": mails, "mails": sent, "seats": seats}
