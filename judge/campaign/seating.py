"""Players and seats: addresses, tokens, observers, replacements."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.live import Live, NotNow, seats_taking_part
from judge.report.saying import Saying, Unable, worded
from judge.store import Connection, people, seats

Entropy = Callable[[int], bytes]
_ADDRESS = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,180}")


OPPONENT = "opponent"
"""The role at a seat that the program plays."""


class BadAddress(Unable, ValueError):
    """This is no mail address."""


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """The person at a seat. `role`: player, observer or co-gm; opponent, where the program plays and there is no
    person."""

    seat: Seat
    role: str
    player_id: int
    known_as: str
    """Their name; of an opponent, how strong it plays."""
    addresses: tuple[str, ...]
    since_step: int
    state: str
    settings: str = "{}"
    """The player's settings, as they are stored."""
    row: int = 0
    days: tuple[str, str] = ("", "")
    """Of a sitter: the first and the last day."""

    @property
    def name(self) -> str:
        """Their name, an opponent's in the language that texts are worded in now."""
        return self.named(None)

    def named(self, own: Path | None) -> str:
        """The same; `own`: the game master's templates."""
        if self.role != OPPONENT:
            return self.known_as
        return worded(Saying("mails/program", {"strength": self.known_as}), own)


def plain_address(text: str) -> tuple[str, str]:
    """`Ann <ann@example.org>` as (name, address); the address in lower case."""
    match = re.fullmatch(r"\s*(?:\"?(?P<name>[^\"<]*?)\"?\s*)<(?P<address>[^<>]+)>\s*|\s*(?P<bare>\S+)\s*", text)
    address = (match["address"] or match["bare"] or "").strip().lower() if match else ""
    if not match or not _ADDRESS.fullmatch(address) or len(match["name"] or "") > 60 or not text.strip().isprintable():
        raise BadAddress("no-mail-address", text=text)
    return (match["name"] or "").strip(), address


TOKEN_LENGTH = 17


def new_token(entropy: Entropy) -> str:
    """A seat's token: 85 random bits in letters and digits that no mail server changes. It always has a digit, which
    tells it from a long word where words of ours are taken out of what others are shown."""
    drawn = entropy(11)
    while (word := base64.b32encode(drawn).decode().lower()[:TOKEN_LENGTH]).isalpha():
        drawn = hashlib.sha256(drawn).digest()[:11]
    return word


def token_hash(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def is_word(right: str, given: str) -> bool:
    """Whether somebody gave the right word, whatever signs they write; how long it takes tells nothing."""
    return hmac.compare_digest(right.encode(), given.encode("utf-8", "replace"))


def player_for(connection: Connection, address: str, name: str = "") -> int:
    """The player with this address; made when there is none."""
    found = people.of_address(connection, address)
    if found is None:
        return people.add(connection, name or address.partition("@")[0], address)
    if name:
        people.put(connection, found, name=name)
    return int(found)


def sittings(connection: Connection, game_id: int) -> list[Sitting]:
    """Everybody at the table, players first."""
    found: dict[int, Sitting] = {}
    for row in seats.at_table(connection, game_id):
        known = found.get(row.id)
        own = known.addresses if known else ()
        found[row.id] = Sitting(
            seat=Seat(row.seat),
            role=OPPONENT if row.played_by else row.role,
            player_id=int(row.player_id or 0),
            known_as=row.played_by or row.name,
            addresses=(*own, row.address) if row.address else own,
            since_step=int(row.since_step),
            state=OPPONENT if row.played_by else row.state,
            settings=row.settings,
            row=int(row.id),
            days=(row.first_day or "", row.last_day or ""),
        )
    return list(found.values())


def known_names(sat: Iterable[Sitting], own: Path | None = None) -> dict[Seat, str]:
    """Display names by seat, as the game master knows them. All others get theirs from `names_told`."""
    return {one.seat: one.named(own) for one in sat if one.role in ("player", OPPONENT)}


def names_told(live: Live, sat: Iterable[Sitting], public: bool = True, own: Path | None = None) -> dict[Seat, str]:
    """Display names by seat, as far as the table is told of them, or (`public`) everybody. `own`: the game master's
    templates."""
    if is_masked(live):
        return {}
    how = live.settings.names if public else "shown"
    if how == "hidden":
        return {}
    if how == "shown":
        return known_names(sat, own)
    return {one.seat: initials(one.name) for one in sat if one.role == "player"} | known_names(
        (one for one in sat if one.role == OPPONENT), own
    )


def is_masked(live: Live) -> bool:
    """Whether nobody at the table may learn who plays which seat: an anonymous game that is not over."""
    return live.settings.anonymous and live.row["status"] != "over"


def initials(name: str) -> str:
    """`Ann Smith` as `A. S.`"""
    return " ".join(f"{word[0].upper()}." for word in re.findall(r"[^\W\d_]+", name))


def assign(connection: Connection, live: Live, seat: Seat, who: str, entropy: Entropy, role: str = "player") -> str:
    """Give a seat to a person; returns the seat's token, which is nowhere stored in clear."""
    name, address = plain_address(who)
    if role == "player":
        taken = known_names(sittings(connection, live.id)).get(seat)
        if taken:
            name_told = Saying("mails/hidden", {}) if is_masked(live) else taken
            raise NotNow("seat-is-theirs", seat=seat, name=name_told, game=live.name)
        if live.step is not None and seat not in seats_taking_part(live):
            raise NotNow("takes-no-part", seat=live.seat_name(seat), game=live.name)
    player = player_for(connection, address, name)
    if role == "player":
        _check_alone(connection, live, seat, player, address)
        # The applicant has a seat now.
        seats.remove(connection, live.id, f"*{player}", "applicant")
    return _seated(connection, live, {"seat": seat, "role": role}, player, entropy)


def replace(connection: Connection, live: Live, seat: Seat, who: str, entropy: Entropy) -> str:
    """Another person takes a seat over: the old token ends, the new player sees this seat's own history only."""
    name, address = plain_address(who)
    player = player_for(connection, address, name)
    _check_alone(connection, live, seat, player, address)
    seats.remove(connection, live.id, seat)
    where = {"seat": seat, "role": "player", "since_step": max(0, live.head)}
    return _seated(connection, live, where, player, entropy)


def _check_alone(connection: Connection, live: Live, seat: Seat, player: int, address: str) -> None:
    """One person at two seats of a game plays against nobody: refused, unless the game allows it. In an anonymous game
    the refusal is the same at every seat, their own too: it would tell where they sit."""
    sat = sittings(connection, live.id)
    own = [one.seat for one in sat if one.player_id == player and one.role == "player"]
    if live.settings.several_seats or not own:
        return
    if is_masked(live):
        raise NotNow("at-the-table", address=address, game=live.name)
    if own != [seat]:
        other = next(one for one in own if one != seat)
        raise NotNow("one-seat-a-person", address=address, seat=other, game=live.name)


def _seated(connection: Connection, live: Live, where: Mapping[str, Any], player: int, entropy: Entropy) -> str:
    token = new_token(entropy)
    given = {"game_id": live.id, "player_id": player, "token_hash": token_hash(token)}
    seats.add(connection, {**where, **given})
    return token


def by_token(connection: Connection, token: str) -> Mapping[str, Any] | None:
    """The seat (with its game's name) that a token opens."""
    if len(token.strip()) != TOKEN_LENGTH:
        return None
    wanted = token_hash(token)
    row = seats.of_token(connection, wanted)
    if row is None or not is_word(row["token_hash"], wanted):
        return None
    return dict(row)


@dataclass(frozen=True, slots=True)
class Known:
    """A confirmed address: its player, how often mail to it came back, and all seats of that player."""

    player_id: int | None = None
    bounces: int = 0
    seats: tuple[Mapping[str, Any], ...] = ()


def by_addresses(connection: Connection, addresses: Collection[str]) -> dict[str, Known]:
    """The players of these confirmed addresses, and all their seats with their games' names."""
    found: dict[str, Known] = {}
    for row in seats.of_addresses(connection, list(addresses)):
        known = found.get(row["address"], Known(int(row["whose"]), int(row["bounces"] or 0)))
        own = (*known.seats, dict(row)) if row["game"] is not None else known.seats
        found[row["address"]] = dataclasses.replace(known, seats=own)
    return found


def by_address(connection: Connection, address: str) -> list[Mapping[str, Any]]:
    """All seats of the player with this address, with their games' names."""
    wanted = address.strip().lower()
    return list(by_addresses(connection, (wanted,)).get(wanted, Known()).seats)
