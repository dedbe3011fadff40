"""A game's hash chains: made at the start, a link a step, a new pair after a rollback with changed orders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.dice import (
    KeyedDice,
    Reel,
    orders_digest,
    sha256,
    step_key,
    words_digest,
)
from judge.store import Connection, steps

Entropy = Callable[[int], bytes]


@dataclass(frozen=True)
class Pair:
    """An open and a sealed reel of chains, and their number in the game."""

    number: int
    open: Reel
    sealed: Reel

    @property
    def commitments(self) -> tuple[str, str]:
        """What is published before the first use: the open and the sealed commitment."""
        return self.open.commitment.hex(), self.sealed.commitment.hex()


def new_pair(connection: Connection, game_id: int, number: int, entropy: Entropy) -> Pair:
    """Make and store a pair of reels."""
    pair = Pair(number, Reel(entropy(32)), Reel(entropy(32)))
    open_commitment, sealed_commitment = pair.commitments
    steps.add_chains(
        connection,
        {
            "game_id": game_id,
            "number": number,
            "open_tip": pair.open.secret.hex(),
            "sealed_tip": pair.sealed.secret.hex(),
            "open_commitment": open_commitment,
            "sealed_commitment": sealed_commitment,
        },
    )
    return pair


def pairs(connection: Connection, game_id: int) -> list[Pair]:
    """All pairs of a game, oldest first."""
    return [
        Pair(int(row["number"]), Reel(bytes.fromhex(row["open_tip"])), Reel(bytes.fromhex(row["sealed_tip"])))
        for row in steps.chains_of(connection, game_id)
    ]


def salt_of(pair: Pair, link: int, seat: str) -> str:
    """What keeps a set of orders from being guessed from its published hash; it opens with the sealed chain."""
    return sha256(pair.sealed.link(link), b"orders", seat.encode()).hex()


def sealed_hash(salt: str, seat: str, lines: Sequence[str]) -> str:
    """The hash of a set of orders that is published when its window closes."""
    return hashlib.sha256("\n".join((salt, seat, *lines)).encode()).hexdigest()[:32]


def dice_for(pair: Pair, link: int, words: Mapping[str, str], orders: Mapping[str, Sequence[str]]) -> KeyedDice:
    """The dice of one step."""
    mixed, used = words_digest(words), orders_digest(orders)
    open_key = step_key(pair.open.link(link), mixed, used)
    # The sealed chain goes one link for each open one; it is shown only when the game is over.
    sealed_key = step_key(pair.sealed.link(link), mixed, sha256(b"sealed", used))
    return KeyedDice(open_key, sealed_key)


@dataclass(frozen=True)
class Asked:
    """The step that is to be made: its number and window, the hash of the state it is made from, the orders used."""

    number: int
    window_key: str | None
    before_hash: str | None
    orders: Mapping[str, Sequence[str]]


def next_link(connection: Connection, game_id: int, asked: Asked) -> tuple[Pair, int]:
    """The chain and link of the step to be made: those of an earlier run of the same step, else fresh ones.

    The same step: the same number and window, from the same state, with the same orders. Changed orders after a
    rollback draw from the newest chain, whose commitment was published with the rollback.
    """
    known = pairs(connection, game_id)
    hashes = steps.hashes(connection, game_id, asked.number - 1)
    for row in steps.that_drew(connection, game_id, asked.number):
        said = {seat: list(lines["text"]) for seat, lines in json.loads(row["orders"]).items()}
        from_same = asked.before_hash == (hashes.get(int(row["parent"])) if row["parent"] is not None else None)
        if from_same and row["window_key"] == asked.window_key and said == _lists(asked.orders):
            return known[int(row["chain"])], int(row["link"])
    pair = known[-1]
    return pair, steps.last_link(connection, game_id, pair.number) + 1


def _lists(orders: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {str(seat): list(lines) for seat, lines in orders.items()}


def draws_plain(dice: KeyedDice) -> list[dict[str, Any]]:
    """Draws as they are stored."""
    return [
        {
            "label": draw.label,
            "kind": draw.kind,
            "sides": draw.sides,
            "result": list(draw.result),
            "sealed": draw.sealed,
        }
        for draw in dice.draws
    ]
