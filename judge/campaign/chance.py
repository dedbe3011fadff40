"""A game's hash chains: made at the start, a link a step, a new pair after a rollback with changed orders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator import dice
from judge.adjudicator.dice import KeyedDice, Reel, orders_digest, sha256, step_key, words_digest
from judge.store import Connection, steps

Entropy = Callable[[int], bytes]
SCHEME = 4
"""How the dice of new games are drawn; a game keeps the scheme it began with."""


@dataclass(frozen=True)
class Pair:
    """An open and a sealed reel of chains, their number in the game, and how many steps were made before them."""

    number: int
    open: Reel
    sealed: Reel
    after: int = 0

    @property
    def commitments(self) -> tuple[str, str]:
        """What is published before the first use: the open and the sealed commitment."""
        return self.open.commitment.hex(), self.sealed.commitment.hex()


def new_pair(connection: Connection, game_id: int, number: int, entropy: Entropy) -> Pair:
    """Make and store a pair of reels. Those after the first are made from its secrets: nobody chooses them later."""
    first = pairs(connection, game_id)[:1]
    opened, sealed = (
        [dice.later_secret(one.secret, number) for one in (first[0].open, first[0].sealed)]
        if first
        else [entropy(32), entropy(32)]
    )
    pair = Pair(number, Reel(opened), Reel(sealed), steps.how_many(connection, game_id))
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
            "after_steps": pair.after,
        },
    )
    return pair


def pairs(connection: Connection, game_id: int) -> list[Pair]:
    """All pairs of a game, oldest first."""
    return [
        Pair(
            int(row["number"]),
            Reel(bytes.fromhex(row["open_tip"])),
            Reel(bytes.fromhex(row["sealed_tip"])),
            int(row["after_steps"]),
        )
        for row in steps.chains_of(connection, game_id)
    ]


def published(pair: Pair) -> dict[str, Any]:
    """What everybody is told of a pair of reels before its first use."""
    opened, sealed = pair.commitments
    return {
        "number": pair.number, "length": pair.open.length, "chains": pair.open.chains, "after": pair.after,
        "open_commitment": opened, "sealed_commitment": sealed,
    }  # fmt: skip


def promised(connection: Connection, game_id: int) -> tuple[str, str]:
    """The first commitments, open and sealed: what whoever gives a word is to have before."""
    row = steps.chains_of(connection, game_id)[0]
    return row["open_commitment"], row["sealed_commitment"]


def hash_of(pair: Pair, link: int, seat: str, lines: Sequence[str]) -> str:
    """The hash of a seat's complete set that is published when its window closes; its salt opens with the dice."""
    return dice.sealed_hash(dice.salt_of(pair.sealed.link(link), seat), seat, lines)


def digest_of(pair: Pair, link: int, orders: Mapping[str, Sequence[str]], scheme: int) -> bytes:
    """What the orders of a step add to its key: their salted hashes; by the first scheme, their text."""
    if scheme == 1:
        return sha256(*("\n".join((seat, *orders[seat])).encode() for seat in sorted(orders)))
    return orders_digest({seat: hash_of(pair, link, seat, lines) for seat, lines in orders.items()})


@dataclass(frozen=True, slots=True)
class Drawn:
    """Where the dice of a step come from: its link, the complete sets in canonical text, the game's scheme."""

    pair: Pair
    link: int
    texts: Mapping[str, Sequence[str]]
    scheme: int = SCHEME

    def hash_of(self, seat: str, sent: Sequence[str]) -> str:
        """What is published of a seat's set: of all of it, by the first scheme of what was sent."""
        if self.scheme == 1:
            return first_hash(self.pair, self.link, seat, sent)
        return hash_of(self.pair, self.link, seat, self.texts[seat])


def dice_for(drawn: Drawn, words: Mapping[str, str], beat: bytes = b"") -> KeyedDice:
    """The dice of one step. `beat`: the randomness of the beacon's round, where the game mixes one in."""
    mixed, used = words_digest(words), digest_of(drawn.pair, drawn.link, drawn.texts, drawn.scheme)
    open_key = step_key(drawn.pair.open.link(drawn.link), mixed, used, beat)
    # The sealed chain goes one link for each open one; it is shown only when the game is over.
    sealed_key = step_key(drawn.pair.sealed.link(drawn.link), mixed, sha256(b"sealed", used), beat)
    return KeyedDice(open_key, sealed_key)


def shown(pair: Pair, link: int) -> dict[str, Any]:
    """What everybody may know of a link once it was used; with the tip of a chain, what it commits to."""
    found: dict[str, Any] = {"reel": pair.number, "link": link, "open": pair.open.link(link).hex()}
    chain, place = pair.open.place(link)
    if place == pair.open.length and chain + 1 < pair.open.chains:
        found |= {"next": pair.open.chain(chain + 1).commitment.hex(), "salt": pair.open.salt(chain).hex()}
    return found


def first_hash(pair: Pair, link: int, seat: str, lines: Sequence[str]) -> str:
    """The hash of a set that was sent, as the first scheme published it."""
    salt = dice.salt_of(pair.sealed.link(link), seat)
    return hashlib.sha256("\n".join((salt, seat, *lines)).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Asked:
    """The step that is to be made: its number and window, the hash of the state it is made from, the orders used."""

    number: int
    window_key: str | None
    before_hash: str | None
    orders: Mapping[str, Sequence[str]]


def next_link(connection: Connection, game_id: int, made: Mapping[str, Any] | None) -> tuple[Pair, int]:
    """The chain and link of the step to be made: those of an earlier run of the same step, else fresh ones.

    Changed orders after a rollback draw from the newest chain, whose commitment was published with the rollback.
    """
    known = pairs(connection, game_id)
    if made is not None:
        return known[int(made["chain"])], int(made["link"])
    return known[-1], steps.last_link(connection, game_id, known[-1].number) + 1


def made_before(connection: Connection, game_id: int, asked: Asked) -> Mapping[str, Any] | None:
    """An earlier run of the same step: the same number and window, from the same state, with the same orders."""
    hashes = steps.hashes(connection, game_id, asked.number - 1)
    for row in steps.that_drew(connection, game_id, asked.number):
        said = _lists({seat: lines["text"] for seat, lines in json.loads(row["orders"]).items()})
        from_same = asked.before_hash == (hashes.get(int(row["parent"])) if row["parent"] is not None else None)
        if from_same and row["window_key"] == asked.window_key and said == _lists(asked.orders):
            return row
    return None


def _lists(orders: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Sets of orders as they are compared: in whatever order of lines they were said."""
    return {str(seat): list(dice.canonical(lines)) for seat, lines in orders.items()}


def draws_plain(drawn: KeyedDice) -> list[dict[str, Any]]:
    """Draws as they are stored."""
    return [
        {
            "label": draw.label,
            "kind": draw.kind,
            "sides": draw.sides,
            "result": list(draw.result),
            "sealed": draw.sealed,
        }
        for draw in drawn.draws
    ]
