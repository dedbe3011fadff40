"""A whole game as one JSON value: the public record, or everything. Written by `judge export`, read by `judge import`.

While a game goes on the public record holds what everybody was told, the hashes of sealed orders, and of each step
the link and the digests its dice came from, so that a stranger can recompute every open draw. When it is over it
holds everything. docs/export.schema.json is the schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge import __version__
from judge.adjudicator.codec import plain
from judge.adjudicator.dice import CHAIN_LENGTH, CHAINS_OF_A_REEL, orders_digest, words_digest
from judge.campaign import chance
from judge.campaign.live import Live, NotNow, events_of, line_of, load_game
from judge.campaign.reports import notices_of
from judge.campaign.seating import players_by_seat
from judge.store import Connection, games, notices
from judge.store import steps as stored_steps

FORMAT = "judge-game"
VERSION = 1


class NoRecord(ValueError):
    """A file that is no record of a game, or not enough of one; the sentence says what is missing."""


def record_of(connection: Connection, name: str, full: bool = False) -> dict[str, Any]:
    """The record of a game. `full`: with every secret, whether it is over or not."""
    live = load_game(connection, name)
    over = live.row["status"] == "over"
    whole = full or over
    reels = chance.pairs(connection, live.id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "judge": __version__,
        "full": whole,
        "game": {
            "name": live.name,
            "kind": live.row["game"],
            "map": live.row["map_name"],
            "map_text": live.row["map_text"],
            "options": json.loads(live.row["options"]),
            "settings": json.loads(live.row["settings"]),
            "seats": json.loads(live.row["seats"]),
            "words": live.words,
            "status": live.row["status"],
            "outcome": json.loads(live.row["outcome"]) if live.row["outcome"] else None,
            "created_at": live.row["created_at"],
        },
        "players": {str(seat): name for seat, name in players_by_seat(connection, live.id).items()},
        "dice": [_reel(pair, whole) for pair in reels],
        "steps": [_step(connection, live, step, reels, whole) for step in line_of(connection, live)],
        "statements": notices.statements_of(connection, live.id) if whole else {},
        "audit": _audit(connection, live, whole) if full or live.settings.audit == "public" else [],
    }


def _reel(pair: chance.Pair, whole: bool) -> dict[str, Any]:
    opened, sealed = pair.commitments
    found: dict[str, Any] = {
        "number": pair.number,
        "length": CHAIN_LENGTH,
        "chains": CHAINS_OF_A_REEL,
        "open_commitment": opened,
        "sealed_commitment": sealed,
    }
    if whole:
        found |= {"open_secret": pair.open.secret.hex(), "sealed_secret": pair.sealed.secret.hex()}
    return found


def _step(
    connection: Connection, live: Live, step: Mapping[str, Any], reels: Sequence[chance.Pair], whole: bool
) -> dict[str, Any]:
    orders = json.loads(step["orders"])
    texts = {seat: one["text"] for seat, one in orders.items()}
    events = events_of(live.game, step)
    found: dict[str, Any] = {
        "number": step["number"],
        "kind": step["kind"],
        "window": step["window_key"],
        "title": step["window_title"],
        "made_at": step["made_at"],
        "judge": step["judge_version"],
        "reason": step["reason"],
        # A hash of a hand of cards, or of a purse, can be guessed at until it fits.
        "state_hash": step["state_hash"] if whole else None,
        "orders": {
            seat: one if whole else {"hash": one["hash"], "filled": one["filled"]} for seat, one in orders.items()
        },
        "events": [plain(event) for event in events if whole or event.told is None],
        "draws": [draw for draw in json.loads(step["draws"]) if whole or not draw["sealed"]],
        "notices": [
            {"text": row["text"], "told": json.loads(row["told"]) if row["told"] else None}
            for row in notices_of(connection, live, step)
            if whole or row["told"] is None
        ],
    }
    if step["link"]:
        pair, link = reels[int(step["chain"])], int(step["link"])
        found["dice"] = {
            "reel": pair.number,
            "link": link,
            "open": pair.open.link(link).hex(),
            "words": words_digest(live.words).hex(),
            "orders": orders_digest(texts).hex(),
        }
        chain, place = pair.open.place(link)
        if chain > 0:
            found["dice"]["chain_commitment"] = pair.open.chain(chain).commitment.hex()
        if place == pair.open.length and chain + 1 < pair.open.chains:
            found["dice"] |= {
                "next": pair.open.chain(chain + 1).commitment.hex(),
                "salt": pair.open.salt(chain).hex(),
            }
        if whole:
            found["dice"]["sealed"] = pair.sealed.link(link).hex()
    if whole:
        found["state"] = json.loads(step["state"])
    return found


OPENED_LATER = ("hash", "receipt", "changes", "text")
"""Of an act: what would tell of orders, hands and words that are not for everybody while the game goes on."""


def _audit(connection: Connection, live: Live, whole: bool) -> list[dict[str, Any]]:
    return [
        {
            **{key: row[key] for key in ("step", "actor", "act", "at")},
            "detail": {
                key: value for key, value in json.loads(row["detail"]).items() if whole or key not in OPENED_LATER
            },
        }
        for row in notices.acts(connection, live.id)
    ]


def read_record(text: str) -> dict[str, Any]:
    """A record from its JSON text; a sentence for everything that is none."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NoRecord(f"this is not JSON: {error}") from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise NoRecord('this is no record of a game: "format" should be "judge-game"')
    if value.get("version") != VERSION:
        raise NoRecord(f"this record has version {value.get('version')}, this Judge reads version {VERSION}")
    missing = [key for key in ("game", "dice", "steps") if key not in value]
    if missing:
        raise NoRecord(f"this record lacks {', '.join(missing)}")
    return value


def import_record(connection: Connection, record: Mapping[str, Any], name: str | None = None) -> str:
    """A game from its whole record, into this store; its seats are empty and its clock is held."""
    if not record.get("full"):
        raise NoRecord("this is the public record of a game that was still going on: only a whole one can be imported")
    called = (name or record["game"]["name"]).lower()
    if games.is_there(connection, called):
        raise NotNow(f'there is a game "{called}" already: --name gives it another name')
    steps = record["steps"]
    game_id = _import_game(connection, record, called)
    for reel in record["dice"]:
        stored_steps.add_chains(
            connection,
            {
                "game_id": game_id,
                "number": reel["number"],
                "open_tip": reel["open_secret"],
                "sealed_tip": reel["sealed_secret"],
                "open_commitment": reel["open_commitment"],
                "sealed_commitment": reel["sealed_commitment"],
            },
        )
    parent = None
    for step in steps:
        parent = _import_step(connection, game_id, step, parent)
    for seat, text in record.get("statements", {}).items():
        notices.add_statement(connection, game_id, seat, text, steps[-1]["made_at"])
    for one in record.get("audit", ()):
        given = {key: one[key] for key in ("step", "actor", "act", "at")}
        notices.note(connection, {"game_id": game_id, **given, "detail": _text(one["detail"])})
    window = load_game(connection, called).window
    if window is not None:
        games.put(
            connection, game_id, window_key=window.key, window_kind=window.kind, opened_at=steps[-1]["made_at"]
        )  # fmt: skip
    return called


def _import_game(connection: Connection, record: Mapping[str, Any], called: str) -> int:
    about, steps = record["game"], record["steps"]
    return games.add(
        connection,
        {
            "name": called,
            "game": about["kind"],
            "map_name": about["map"],
            "map_text": about["map_text"],
            "options": _text(about["options"]),
            "settings": _text(about["settings"]),
            "seats": _text(about["seats"]),
            "status": about["status"],
            "outcome": _text(about["outcome"]) if about["outcome"] else None,
            "head": steps[-1]["number"] if steps else -1,
            "branch": 0,
            "revision": 0,
            "words": _text(about["words"]),
            "created_at": about["created_at"],
            "held": "imported: `judge deadline NAME --resume` starts the clock"
            if about["status"] == "running"
            else None,
        },
    )


def _import_step(connection: Connection, game_id: int, step: Mapping[str, Any], parent: int | None) -> int:
    dice = step.get("dice")
    made = stored_steps.add(
        connection,
        {
            "game_id": game_id,
            "branch": 0,
            "number": step["number"],
            "kind": step["kind"],
            "window_key": step["window"],
            "window_title": step["title"],
            "state": json.dumps(step["state"], sort_keys=True, ensure_ascii=False, separators=(",", ":")),
            "state_hash": step["state_hash"],
            "orders": _text(step["orders"]),
            "events": json.dumps(step["events"], ensure_ascii=False),
            "draws": json.dumps(step["draws"]),
            "chain": dice["reel"] if dice else 0,
            "link": dice["link"] if dice else None,
            "reason": step["reason"],
            "judge_version": step["judge"],
            "made_at": step["made_at"],
            "parent": parent,
        },
    )
    for notice in step["notices"]:
        told = json.dumps(notice["told"]) if notice["told"] is not None else None
        given = {"game_id": game_id, "step": step["number"], "branch": 0, "told": told}
        notices.tell(connection, [{**given, "text": notice["text"], "at": step["made_at"]}])
    return made


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
