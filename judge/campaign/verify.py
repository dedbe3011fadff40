"""Replaying a record: every step from the orders used, every draw from the published links. The first difference.

Works on what `judge export` writes, so that a game in the store and a file are checked by the same code. A public
record shows links, digests and open draws: those are recomputed. A whole one is played again from the start.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge import __version__
from judge.adjudicator.codec import Codec, digest, plain
from judge.adjudicator.dice import (
    KeyedDice,
    Reel,
    commits_to,
    draw,
    order_of,
    proves,
    sha256,
    step_key,
    words_digest,
)
from judge.adjudicator.protocol import AnyGame, Seat, Table
from judge.campaign import chance
from judge.campaign.fairness import Fairness, Held, Said, another_commitment, changed_beacons, words_left_out
from judge.campaign.live import codec_of, game_on
from judge.report.saying import Saying


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it should be, and at which step."""

    step: int
    said: Saying


@dataclass(frozen=True, slots=True)
class Verified:
    """The parts that were looked at, and the findings."""

    steps: int
    draws: int
    replayed: int
    differences: tuple[Difference, ...]
    drift: tuple[str, ...] = ()
    """Versions of the Judge other than this one that made steps."""


def verify(
    record: Mapping[str, Any], progress: Callable[[int], None] | None = None, held: Held | None = None
) -> Verified:
    """Check a record, step by step. `held`: what the reader holds of it."""
    found: list[Difference] = []
    held = held or Held()
    fair = Fairness(record, held).wrong() if record["version"] > 1 else _held_by_the_first(record, held)
    found += [Difference(*said) for said in fair]
    every = [*record["steps"], *(step for back in record.get("undone") or () for step in back["steps"])]
    beacons = [record["beacon"], *changed_beacons(every)] if record.get("beacon") else []
    if any(one.get("public_key") is None for one in beacons):
        found.append(Difference(0, Saying("checks/beacon-without-key")))
    draws = replayed = 0
    whole = bool(record["full"])
    game = game_on(record["game"]["kind"], record["game"]["map_text"]) if whole else None
    codec = codec_of(game) if game else None
    if whole and record["version"] == 1:
        found += _reels(record)
    state: Any = None
    for count, step in enumerate(record["steps"], 1):
        number = int(step["number"])
        for said in _dice(record, step) if record["version"] == 1 else ():
            found.append(Difference(number, said))
        draws += len(step["draws"])
        if game is not None and codec is not None:
            replayed += 1
            stored = codec.read(game.state_type, step["state"])
            if digest(stored) != step["state_hash"]:
                found.append(Difference(number, Saying("checks/hash-of-another-state")))
            for said in _replay(record, game, codec, step, state, stored):
                found.append(Difference(number, said))
            state = stored
        if progress:
            progress(count)
    drift = sorted({str(step["judge"]) for step in record["steps"]} - {__version__})
    return Verified(len(record["steps"]), draws, replayed, tuple(found), tuple(drift))


def rolled_anew(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps that were made once more, after a rollback, with other dice than before: when, and why."""
    backs = record.get("undone") or []
    every = [*record["steps"], *(step for back in backs for step in back["steps"])]
    found: list[dict[str, Any]] = []
    drawn: dict[int, set[tuple[int, int]]] = {}
    for step in sorted((one for one in every if one.get("dice")), key=lambda one: int(one.get("made", 0))):
        place = (step["dice"]["reel"], step["dice"]["link"])
        before = drawn.setdefault(step["number"], set())
        if before and place not in before:
            why = [back.get("reason") for back in backs if record["dice"][back["reel"]]["after"] < step["made"]]
            found.append(
                {"at": step["made_at"], "step": step["number"], "act": "re-roll", "reason": why[-1] if why else None}
            )
        before.add(place)
    return found


def _held_by_the_first(record: Mapping[str, Any], held: Held) -> Iterator[Said]:
    """Compare a reader's evidence with a record of the first scheme, whose reports carried no hashes."""
    yield from another_commitment(record, held)
    yield from words_left_out(record["game"]["words"], held)
    for one in held.records:
        yield 0, Saying("checks/no-such-record", {"hash": one})


def _reels(record: Mapping[str, Any]) -> Iterator[Difference]:
    """The opened secrets give the commitments that were published."""
    for one in record["dice"]:
        for kind in ("open", "sealed"):
            reel = Reel(bytes.fromhex(one[f"{kind}_secret"]), one["length"], one["chains"])
            if reel.commitment.hex() != one[f"{kind}_commitment"]:
                yield Difference(0, Saying("checks/secret-of-another", {"reel": one["number"], "kind": kind}))


def _dice(record: Mapping[str, Any], step: Mapping[str, Any]) -> Iterator[Saying]:
    """Links prove themselves; every draw is the one its key gives."""
    dice = step.get("dice")
    if dice is None:
        if step["draws"]:
            yield Saying("checks/no-link")
        return
    reel = next((one for one in record["dice"] if one["number"] == dice["reel"]), None)
    if reel is None:
        yield Saying("checks/reel-never-published", {"reel": dice["reel"]})
        return
    chain, place = (dice["link"] - 1) // reel["length"], (dice["link"] - 1) % reel["length"] + 1
    commitment = bytes.fromhex(reel["open_commitment"])
    if chain:
        commitment = _commitment_after(record, dice["reel"], chain, reel) or commitment
    link = bytes.fromhex(dice["open"])
    if not proves(link, place, commitment):
        yield Saying("checks/link-not-published", {"link": dice["link"], "reel": dice["reel"]})
    if "salt" in dice and commits_to(bytes.fromhex(dice["salt"]), bytes.fromhex(dice["next"])) != link:
        yield Saying("checks/tip-of-chain", {"chain": chain})
    words, orders = bytes.fromhex(dice["words"]), bytes.fromhex(dice["orders"])
    if words != words_digest(record["game"]["words"]):
        yield Saying("checks/words-not-mixed")
    texts = {seat: one["text"] for seat, one in step["orders"].items() if "text" in one}
    if len(texts) == len(step["orders"]) and _first_orders(texts) != orders:
        yield Saying("checks/not-keyed-by-orders")
    keys = {False: step_key(link, words, orders)}
    if "sealed" in dice:
        keys[True] = step_key(bytes.fromhex(dice["sealed"]), words, sha256(b"sealed", orders))
    for one in step["draws"]:
        if one["sealed"] not in keys:
            continue
        key = keys[one["sealed"]]
        expected = (
            [draw(key, one["label"], one["sides"]) + 1]
            if one["kind"] == "roll"
            else list(order_of(key, one["label"], one["sides"]))
        )
        if expected != one["result"]:
            yield Saying("checks/draw-differs", {"label": one["label"], "result": one["result"], "expected": expected})


def _first_orders(texts: Mapping[str, Sequence[str]]) -> bytes:
    """The part of a step's key that its orders gave by the first scheme: their text as it was then."""
    return sha256(*("\n".join((seat, *texts[seat])).encode() for seat in sorted(texts)))


def _commitment_after(record: Mapping[str, Any], reel: int, chain: int, about: Mapping[str, Any]) -> bytes | None:
    """The commitment of a later chain, as the tip of the one before it proved it."""
    for step in record["steps"]:
        dice = step.get("dice") or {}
        if dice.get("reel") == reel and dice.get("link") == chain * about["length"] and "next" in dice:
            return bytes.fromhex(dice["next"])
    return None


def _replay(
    record: Mapping[str, Any], game: AnyGame, codec: Codec, step: Mapping[str, Any], before: Any, stored: Any
) -> Iterator[Saying]:
    """Play the step again from the step before it."""
    if step["kind"] == "end" and digest(before) != step["state_hash"]:
        yield Saying("checks/ends-otherwise", {"difference": _first(plain(before), plain(stored))})
    if step["kind"] not in ("setup", "turn"):
        return
    dice_of = step["dice"]
    reel = next((one for one in record["dice"] if one["number"] == dice_of["reel"]), None)
    if reel is None:
        yield Saying("checks/reel-not-here", {"reel": dice_of["reel"]})
        return
    pair = chance.Pair(
        reel["number"],
        Reel(bytes.fromhex(reel["open_secret"]), reel["length"], reel["chains"]),
        Reel(bytes.fromhex(reel["sealed_secret"]), reel["length"], reel["chains"]),
    )
    texts = {seat: one["text"] for seat, one in step["orders"].items()}
    beat = bytes.fromhex(dice_of.get("beacon", {}).get("randomness", ""))
    source = chance.Drawn(pair, dice_of["link"], texts, record["version"])
    dice: KeyedDice = chance.dice_for(source, record["game"]["words"], beat)
    if step["kind"] == "setup":
        seats = tuple(Seat(seat) for seat in record["game"]["seats"])
        again = game.setup(Table(seats, record["game"]["options"]), dice)
    else:
        window = game.window(before)
        asked = sorted(window.asks) if window and window.key == step["window"] else []
        if asked != sorted(step["orders"]):
            # Each seat that is named is part of the key.
            yield Saying("checks/others-were-asked", {"seats": sorted(step["orders"]), "asked": asked})
            return
        orders = {Seat(seat): _orders(game, codec, one["values"]) for seat, one in step["orders"].items()}
        for seat, said in orders.items():
            written = [game.write(before, seat, order) for order in said]
            if written != texts[seat]:
                yield Saying(
                    "checks/orders-written-otherwise", {"seat": seat, "texts": texts[seat], "written": written}
                )
        again = game.resolve(before, orders, dice)
    if digest(again.state) != step["state_hash"]:
        yield Saying("checks/ends-otherwise", {"difference": _first(plain(stored), plain(again.state))})
    events = [plain(event) for event in again.events]
    if events != step["events"]:
        yield Saying("checks/other-things-happen", {"difference": _first(step["events"], events)})
    drawn = chance.draws_plain(dice)
    if drawn != step["draws"]:
        yield Saying("checks/draws-otherwise", {"difference": _first(step["draws"], drawn)})
    for seat, one in step["orders"].items():
        if record["version"] > 1:
            hashed = chance.hash_of(pair, dice_of["link"], seat, one["text"], record["version"])
        else:
            hashed = chance.first_hash(pair, dice_of["link"], seat, one["sent"])
        if hashed != one["hash"]:
            yield Saying("checks/sealed-orders-differ", {"seat": seat})


def _orders(game: AnyGame, codec: Codec, values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(codec.read(object, value) for value in values)


def _first(one: Any, other: Any, path: str = "") -> str:
    """Where two plain values first differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                return _first(one.get(key), other.get(key), f"{path}/{key}")
    if isinstance(one, list) and isinstance(other, list):
        for place in range(max(len(one), len(other))):
            mine = one[place] if place < len(one) else None
            theirs = other[place] if place < len(other) else None
            if mine != theirs:
                return _first(mine, theirs, f"{path}/{place}")
    mine, theirs = (json.dumps(value, ensure_ascii=False)[:120] for value in (one, other))
    return f"{path or '/'}: {mine}, then {theirs}"
