"""Known facts about persons: their addresses, their seats, their results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import missed
from judge.campaign.act import Look
from judge.campaign.live import NotNow, load_game
from judge.campaign.seating import is_masked, plain_address
from judge.campaign.unnamed import HIDDEN
from judge.report.saying import Saying, worded
from judge.store import chats, people, seats

TOO_MANY = 12
"""So much came back from an address, and nothing more goes there. A return for good weighs four: the third ends it."""


def everybody(look: Look) -> list[dict[str, Any]]:
    """Every person with an address, by name, as plain values."""
    found: dict[int, dict[str, Any]] = {}
    for row in people.with_addresses(look.connection):
        one = found.setdefault(int(row["id"]), {"name": str(row["name"]), "addresses": [], "seats": []})
        one["addresses"].append(_address(row))
    for number, seat in _seats(look):
        if number in found:
            found[number]["seats"].append(seat)
    return sorted(found.values(), key=lambda one: (one["name"].lower(), one["addresses"][0]["address"]))


def number_of(look: Look, who: str) -> int:
    """The number of the person with this address."""
    _, address = plain_address(who)
    number = people.of_address(look.connection, address)
    if number is None:
        raise NotNow("no-such-address", address=address)
    return int(number)


def person(look: Look, who: str) -> dict[str, Any]:
    """All that is known of the person with this address."""
    number = number_of(look, who)
    rows = [row for row in people.with_addresses(look.connection) if int(row["id"]) == number]
    settings = json.loads(people.settings(look.connection, number) or "{}")
    if "pgp" in settings:
        settings["pgp"] = Saying("status/key-registered")
    return {
        "name": str(rows[0]["name"]),
        "addresses": [_address(row) for row in rows],
        "accounts": _accounts(look, [str(row["address"]) for row in rows]),
        "seats": [seat for sitter, seat in _seats(look) if sitter == number],
        "absences": [list(days) for days in people.absences_of(look.connection, number)],
        "settings": settings,
    }


def _accounts(look: Look, addresses: list[str]) -> list[dict[str, str]]:
    found = chats.of_addresses(look.connection, addresses)
    return [{"chat": str(one["chat"]), "account": str(one["account"]), "since": str(one["at"])} for one in found]


def _address(row: Any) -> dict[str, Any]:
    bounces = int(row["bounces"] or 0)
    return {"address": str(row["address"]), "bounces": bounces, "gone": bounces >= TOO_MANY}


def _seats(look: Look) -> list[tuple[int, dict[str, Any]]]:
    """The player of each seat, and how many windows in a row they have `missed`; of an anonymous game, that they are at
    its table."""
    known: dict[str, Mapping[Seat, int] | None] = {}
    found = []
    for row in seats.of_everybody(look.connection):
        game, said = str(row["game"]), {key: row[key] for key in ("game", "status", "seat", "role", "state")}
        if game not in known:
            live = load_game(look.connection, game)
            known[game] = None if is_masked(live) else missed.counts(look, live)
        counted = known[game]
        if counted is None:
            found.append((int(row["player_id"]), {**said, "seat": worded(HIDDEN), "state": "", "missed": 0}))
        else:
            found.append((int(row["player_id"]), {**said, "missed": counted.get(Seat(str(row["seat"])), 0)}))
    return found


__all__ = ["everybody", "number_of", "person"]
