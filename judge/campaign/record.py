"""A whole game as one JSON value: the public record, or everything. Written by `judge export`, read by `judge import`.

While a game goes on the public record holds what everybody was told, the hashes of sealed orders, and of each step
the link and the digests its dice came from. So a stranger can recompute every open draw. When the game is over it
holds everything. docs/export.schema.json is the schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge import __version__
from judge.adjudicator.chronicle import words_told
from judge.adjudicator.codec import plain
from judge.adjudicator.dice import words_digest
from judge.campaign import chance
from judge.campaign.chronicling import acts_of
from judge.campaign.deadlines import length
from judge.campaign.live import Live, NotNow, events_of, game_on, line_of, load_game
from judge.campaign.reports import notices_of, said_in
from judge.campaign.seating import is_masked, known_names, names_told, sittings
from judge.campaign.settings import SHORTEST, read_settings
from judge.grammar.document import Document
from judge.grammar.names import check_game_name
from judge.grammar.options import complete_options
from judge.grammar.text import without_controls
from judge.report.saying import Saying, Unable, kept
from judge.store import Connection, games, notices
from judge.store import steps as stored_steps
from judge.store.base import moment, stamp

FORMAT = "judge-game"
VERSIONS = (1, 2, 3, 4, 5)
"""The version of a record is the scheme its dice were drawn by."""


class NoRecord(Unable, ValueError):
    """A file that is no record of a game, or not enough of one."""


def record_of(connection: Connection, name: str, full: bool = False) -> dict[str, Any]:
    """The record of a game. `full`: with every secret, whether it is over or not."""
    live = load_game(connection, name)
    over = live.row["status"] == "over"
    whole = full or over
    book = _Book(connection, live, whole)
    sat = sittings(connection, live.id)
    # Of people without a seat yet nobody is told the number.
    words = {seat: word for seat, word in live.words.items() if full or not _is_person("", seat)}
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": live.scheme,
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
            "words": words,
            "status": "forming" if live.row["status"] == "confirming" else live.row["status"],
            "outcome": json.loads(live.row["outcome"]) if live.row["outcome"] else None,
            "created_at": live.row["created_at"],
        },
        "players": {str(seat): name for seat, name in (known_names(sat) if full else names_told(live, sat)).items()},
        "dice": [_reel(pair, whole) for pair in book.reels],
        "steps": [book.step(one) for one in line_of(connection, live)],
        "statements": notices.statements_of(connection, live.id) if whole else {},
        "audit": acts_told(connection, live, whole=whole, exact=full, persons=full or _tells_persons(live))
        if full or live.settings.audit == "public"
        else [],
    }
    if live.scheme > 1:
        record["words"] = words_told(words)
        beacons = [json.loads(row["record"]).get("beacon_of") for row in stored_steps.made(connection, live.id)]
        record["beacon"] = next(filter(None, beacons), None)
        record["undone"] = book.undone([step["made"] for step in record["steps"]])
        record["acts"] = acts_of(connection, live)
    return record


def _reel(pair: chance.Pair, whole: bool) -> dict[str, Any]:
    found = chance.published(pair)
    if whole:
        found |= {"open_secret": pair.open.secret.hex(), "sealed_secret": pair.sealed.secret.hex()}
    return found


class _Book:
    """A game's steps on all lines of play, as a record has them."""

    def __init__(self, connection: Connection, live: Live, whole: bool) -> None:
        self.connection, self.live, self.whole = connection, live, whole
        self.reels = chance.pairs(connection, live.id)
        self._made: dict[int, dict[str, Any]] = {}
        if live.scheme > 1:
            self._made = {int(row["id"]): self._chained(row) for row in stored_steps.made(connection, live.id)}

    def step(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A step of the game."""
        return self._made[int(row["id"])] if self._made else self._plain(row)

    def undone(self, line: Sequence[int]) -> list[dict[str, Any]]:
        """The rollbacks: when and why, and the steps that are in no line of play any more."""
        told = {one.get("open"): one for one in rollbacks_of(self.connection, self.live)}
        found, since = [], 0
        for pair in self.reels[1:]:
            act = told.get(pair.commitments[0])
            if act is None:
                continue
            gone = [one for one in self._made.values() if since < one["made"] <= pair.after and one["made"] not in line]
            about = {key: act.get(key) for key in ("from", "to", "at", "reason")}
            found.append({"reel": pair.number, **about, "steps": gone})
            since = pair.after
        return found

    def _chained(self, row: Mapping[str, Any]) -> dict[str, Any]:
        place = json.loads(row["record"])
        told = {"told": place["told"]} if self.whole else {}
        acts = {key: place[key] for key in ("acts", "closes") if key in place}
        about = {"made": place["made"], "from": place["from"], "branch": row["branch"], "record": place["public"]}
        return {**about, **acts, **told, **self._plain(row)}

    def _plain(self, row: Mapping[str, Any]) -> dict[str, Any]:
        live, whole = self.live, self.whole
        orders = json.loads(row["orders"])
        events = events_of(live.game, row)
        found: dict[str, Any] = {
            "number": row["number"],
            "kind": row["kind"],
            "window": row["window_key"],
            "title": row["window_title"],
            "made_at": row["made_at"],
            "judge": row["judge_version"],
            "reason": row["reason"],
            # A hash of a hand of cards, or of a purse, can be guessed at until it fits.
            "state_hash": row["state_hash"] if whole else None,
            "orders": {
                # Not how many of them silence filled in: that tells who said nothing, and of how much.
                seat: one if whole else {"hash": one["hash"]}
                for seat, one in orders.items()
            },
            "events": [plain(event) for event in events if whole or event.told is None],
            "draws": [draw for draw in json.loads(row["draws"]) if whole or not draw["sealed"]],
            "notices": [
                {"text": str(said_in(told)), "told": json.loads(told["told"]) if told["told"] else None}
                for told in notices_of(self.connection, live, row)
                if whole or told["told"] is None
            ],
        }
        if row["link"]:
            texts = {seat: one["text"] for seat, one in orders.items()}
            found["dice"] = self._dice(row, texts)
        if whole:
            found["state"] = json.loads(row["state"])
        return found

    def _dice(self, row: Mapping[str, Any], texts: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        reel, link = int(row["chain"]), int(row["link"])
        beat = json.loads(row["record"] or "{}").get("beacon")
        pair = self.reels[reel]
        found = chance.shown(chance.Drawn(pair, link, texts, self.live.scheme))
        if beat:
            found["beacon"] = beat
        if self.live.scheme == 1:
            found["words"] = words_digest(self.live.words).hex()
            chain, _ = pair.open.place(link)
            if chain > 0:
                found["chain_commitment"] = pair.open.chain(chain).commitment.hex()
        if self.whole:
            found["sealed"] = pair.sealed.link(link).hex()
        return found


def rollbacks_of(connection: Connection, live: Live) -> list[dict[str, Any]]:
    """Every rollback with the commitments that were published with it."""
    rows = [row for row in notices.acts(connection, live.id) if row["act"] == "rollback"]
    return [{**json.loads(row["detail"]), "at": row["at"]} for row in rows]


OPENED_LATER = ("hash", "receipt", "changes", "text")
"""Of an act: what would tell of orders, hands and words that are not for everybody while the game goes on."""


OF_PERSONS = ("sitter named", "sitter refused", "sitter gone", "absent")
"""Acts that would tell in an anonymous game who is at the table: nobody there can sit for a neighbour, and who is away
is away in all their games."""


def acts_told(
    connection: Connection, live: Live, *, whole: bool = False, exact: bool = False, persons: bool = False
) -> list[dict[str, Any]]:
    """Every act on record, oldest first. `whole`: with what opens when the game is over; `exact`: to the second, also
    where players act in an anonymous game; `persons`: with numbers and wishes of people who had no seat yet."""
    by_hour = live.settings.anonymous and not exact
    found = []
    for row in notices.acts(connection, live.id):
        if by_hour and row["act"] in OF_PERSONS:
            continue
        detail = json.loads(row["detail"])
        at = stamp(moment(row["at"]).replace(minute=0, second=0, microsecond=0)) if by_hour else row["at"]
        told = {
            key: value
            for key, value in detail.items()
            if (whole or key not in OPENED_LATER) and (persons or not _is_person(key, value))
        }
        found.append({**{key: row[key] for key in ("step", "actor", "act")}, "at": at, "detail": told})
    return found


def _is_person(key: str, value: object) -> bool:
    """Whether a detail of an act is the number of a person, under which the club's pages name them, or their wishes,
    by which they would be known from their seat."""
    return key in ("player", "wants") or (isinstance(value, str) and value.startswith("*"))


def _tells_persons(live: Live) -> bool:
    """Whether everybody may learn who plays."""
    return live.settings.names == "shown" and not is_masked(live)


def read_record(text: str) -> dict[str, Any]:
    """A record from its JSON text; a sentence for everything that is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoRecord("record-no-json", error=error) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise NoRecord("record-format")
    if value.get("version") not in VERSIONS:
        raise NoRecord("record-version", version=value.get("version"))
    wanted = ("game", "dice", "steps", "full", *(("undone", "words") if value["version"] > 1 else ()))
    missing = [key for key in wanted if key not in value]
    if missing:
        raise NoRecord("record-lacks", missing=list(missing))
    _look_through(value)
    for key in ("dice", "steps", "undone", "words", "acts", "audit"):
        if not isinstance(value.get(key, []), list) or not all(isinstance(one, dict) for one in value.get(key, [])):
            raise NoRecord("record-no-list", key=key)
    if any(not {"at", "step", "act"} <= set(one) or not isinstance(one["at"], str) for one in value.get("acts", [])):
        raise NoRecord("record-no-act")
    return value


DEEPEST, LARGEST = 60, 2**53 - 1
"""No deeper than anything a game is made of; no number that some language counts otherwise."""


def _look_through(record: Mapping[str, Any]) -> None:
    """Nothing in it is deeper, larger or stranger than anything a game is made of."""
    waiting: list[tuple[Any, int]] = [(record, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise NoRecord("record-too-deep")
        if isinstance(value, dict):
            waiting += [(part, depth + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list):
            waiting += [(part, depth + 1) for part in value]
        elif isinstance(value, str):
            # Half a sign is no text that could be written, or hashed.
            if not value.isprintable() and (
                without_controls(value) != value.replace("\r", "") or any("\ud800" <= sign < "\ue000" for sign in value)
            ):
                raise NoRecord("record-bad-text")
        elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
            raise NoRecord("record-bad-number")


def _check_about(record: Mapping[str, Any]) -> None:
    """Check the parts that a replay does not look at and other code relies on."""
    about, steps = record["game"], record["steps"]
    game = game_on(about["kind"], about["map_text"])
    if read_settings(Document(about["settings"], name="settings"), game.kinds).hurries:
        raise NoRecord("record-hurries", least=length(SHORTEST))
    complete_options(game, about["options"])
    known = {seat.id for seat in game.seats}
    wrong = (
        ("status", about["status"] not in ("forming", "running", "paused", "over")),
        ("seats", not set(about["seats"]) <= known),
        ("words", not isinstance(about["words"], dict)),
        ("map", not isinstance(about["map"], str) or len(about["map"]) > MOST_TITLE),
        ("map's shape", game.lint()),
        ("numbers of steps", [step["number"] for step in steps] != list(range(len(steps)))),
        ("titles", any(not step["title"] or len(step["title"]) > MOST_TITLE for step in steps)),
        ("times", not all(map(_is_time, (about["created_at"], *(one["made_at"] for one in steps))))),
    )
    for what, is_wrong in wrong:
        if is_wrong:
            raise NoRecord("record-cannot-be", what=what)


MOST_TITLE = 120
YEARS = range(1971, 2200)


def _check_kept(record: Mapping[str, Any]) -> None:
    """Check the kinds of what is kept and shown as it is: no hash covers it, and no replay looks at it."""
    steps = [*record["steps"], *(step for back in record.get("undone", ()) for step in back["steps"])]
    outcome = record["game"]["outcome"] or {"winners": [], "reason": ""}
    wrong = (
        ("outcome", not (_are_texts(outcome["winners"]) and isinstance(outcome["reason"], str))),
        ("audit", not all(map(_is_act, record.get("audit") or map(_as_audit, record.get("acts", ()))))),
        ("statements", not _are_texts([*(pair for one in record.get("statements", {}).items() for pair in one)])),
        ("versions", not _are_texts([step["judge"] for step in steps])),
        ("branches", any(type(step.get("branch", 0)) is not int for step in steps)),
        ("notices", not all(_is_notice(one) for step in steps for one in step["notices"])),
    )
    for what, is_wrong in wrong:
        if is_wrong:
            raise NoRecord("record-cannot-be", what=what)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_act(one: Mapping[str, Any]) -> bool:
    return (
        type(one["step"]) is int
        and _are_texts([one["actor"], one["act"]])
        and isinstance(one["detail"], dict)
        and all(type(one["detail"].get(key)) is kind for key, kind in READ_AGAIN.get(one["act"], {}).items())
        and _is_time(one["at"])
    )


def _is_time(at: str) -> bool:
    """Whether somebody may have made something then: no further away than any game will ever be."""
    return (then := moment(at)).tzinfo is not None and then.year in YEARS


READ_AGAIN: Mapping[str, Mapping[str, type]] = {
    "rollback": {"from": int, "to": int, "open": str, "sealed": str},
    "press copies": {"from": str, "to": str},
    "beacon changed": {"beacon": dict},
    "seat replaced": {"seat": str},
    "seat removed": {"seat": str},
}
"""Acts that later ones look back at, and what these read of them."""


def _is_notice(one: Mapping[str, Any]) -> bool:
    return isinstance(one["text"], str) and (one["told"] is None or _are_texts(one["told"]))


def import_record(connection: Connection, record: Mapping[str, Any], name: str | None = None) -> str:
    """A game from its whole record, into this store; its seats are empty and its clock is held."""
    if not record.get("full"):
        raise NoRecord("record-still-going")
    _check_about(record)
    _check_kept(record)
    try:
        called = check_game_name(name or record["game"]["name"])
    except ValueError as error:
        raise NoRecord("because", why=error) from None
    if games.is_there(connection, called):
        raise NotNow("game-there-name-another", game=called)
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
                "after_steps": reel.get("after", 0),
            },
        )
    _import_steps(connection, game_id, record)
    for seat, text in record.get("statements", {}).items():
        notices.add_statement(connection, game_id, seat, text, steps[-1]["made_at"])
    for one in record.get("audit") or map(_as_audit, record.get("acts", ())):
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
            "branch": steps[-1].get("branch", 0) if steps else 0,
            "revision": 0,
            "words": _text(about["words"]),
            "dice": record["version"],
            "created_at": about["created_at"],
            "held": kept(Saying("held/imported")) if about["status"] == "running" else None,
        },
    )


def _import_steps(connection: Connection, game_id: int, record: Mapping[str, Any]) -> None:
    """All steps in the order in which they were made, those taken back among them, each from the one before it."""
    undone = [step for back in record.get("undone", ()) for step in back["steps"]]
    rows: dict[int, int | None] = {0: None}
    acts = 0
    for number, step in enumerate(sorted((*record["steps"], *undone), key=lambda one: one.get("made", 0)), 1):
        acts += len(step.get("acts", ()))
        place = _place(step, record.get("beacon"), acts) if "made" in step else None
        rows[number] = _import_step(connection, game_id, step, rows[step.get("from", number - 1)], place)


def _place(step: Mapping[str, Any], beacon: object, acts: int) -> str:
    """The place of a step in the record, as it was kept where it was made."""
    place = {"made": step["made"], "from": step["from"], "public": step["record"], "told": step["told"]}
    if beacon:
        place["beacon_of"] = beacon
    if "beacon" in step.get("dice", {}):
        place["beacon"] = step["dice"]["beacon"]
    place |= {"acts": step["acts"], "acts_told": acts} if "acts" in step else {}
    return json.dumps(place | ({"closes": step["closes"]} if "closes" in step else {}), sort_keys=True)


def _as_audit(act: Mapping[str, Any]) -> dict[str, Any]:
    """An act as it is on record, of a game whose record came without the audit."""
    about = ("at", "step", "actor", "act")
    detail = {key: value for key, value in act.items() if key not in about}
    return {**{key: act[key] for key in about}, "detail": detail}


def _import_step(
    connection: Connection, game_id: int, step: Mapping[str, Any], parent: int | None, place: str | None
) -> int:
    dice = step.get("dice")
    made = stored_steps.add(
        connection,
        {
            "game_id": game_id,
            "branch": step.get("branch", 0),
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
            "record": place,
        },
    )
    for notice in step["notices"]:
        told = json.dumps(notice["told"]) if notice["told"] is not None else None
        given = {"game_id": game_id, "step": step["number"], "branch": step.get("branch", 0), "told": told}
        notices.tell(connection, [{**given, "text": notice["text"], "said": None, "at": step["made_at"]}])
    return made


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
