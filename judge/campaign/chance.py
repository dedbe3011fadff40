"""A game's hash chains: made at the start, a link a step, a new pair after a rollback with changed orders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator import dice
from judge.adjudicator.dice import KeyedDice, Reel, orders_digest, sha256, step_key, words_digest
from judge.grammar.text import without_controls
from judge.store import Connection, steps

Entropy = Callable[[int], bytes]
SCHEME = 5
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
        """The open and the sealed commitment, published before the first use."""
        return self.open.commitment.hex(), self.sealed.commitment.hex()


def new_pair(connection: Connection, game_id: int, number: int, entropy: Entropy, anew: bool = False) -> Pair:
    """Make and store a pair of reels. Those after the first are made from its secrets: nobody chooses them later.

    `anew`: these secrets are open, since the game was over, and everybody could make the reels to come from them.
    """
    known = pairs(connection, game_id)
    opened, sealed = (
        [dice.later_secret(one.secret, number) for one in _base(known)]
        if known and not anew
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


def _base(known: Sequence[Pair]) -> tuple[Reel, Reel]:
    """The reels whose secrets later ones are made from: the first, or those that were made anew."""
    base = known[0]
    for one in known[1:]:
        if one.open.secret != dice.later_secret(base.open.secret, one.number):
            base = one
    return base.open, base.sealed


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
    """The facts that everybody is told of a pair of reels before its first use."""
    opened, sealed = pair.commitments
    return {
        "number": pair.number, "length": pair.open.length, "chains": pair.open.chains, "after": pair.after,
        "open_commitment": opened, "sealed_commitment": sealed,
    }  # fmt: skip


def promised(connection: Connection, game_id: int, scheme: int = SCHEME) -> tuple[str, str]:
    """The first commitments, open and sealed: what whoever gives a word is to have before.

    As people are told them, with the scheme in front: nobody can give the game out as one of an older scheme, which
    promises less.
    """
    row = steps.chains_of(connection, game_id)[0]
    first = f"{scheme}:" if scheme > 3 else ""
    return first + row["open_commitment"], first + row["sealed_commitment"]


def word_of(text: str) -> str:
    """A word as it is mixed in: on one line, so that it can be nothing else in a report."""
    return " ".join(without_controls(text).split())[:200]


def hash_of(pair: Pair, link: int, seat: str, lines: Sequence[str], scheme: int) -> str:
    """The hash of a seat's complete set that is published when its window closes; its salt opens with the dice."""
    said = lines if scheme > 4 else dice.canonical(lines)
    return dice.sealed_hash(dice.salt_of(pair.sealed.link(link), seat), seat, said)


def digest_of(pair: Pair, link: int, orders: Mapping[str, Sequence[str]], scheme: int) -> bytes:
    """The part of a step's key that comes from its orders, which is the same in whatever order their lines are.

    Earlier schemes took their salted hashes; the first one their text.
    """
    if scheme == 1:
        return sha256(*("\n".join((seat, *orders[seat])).encode() for seat in sorted(orders)))
    if scheme < 5:
        return orders_digest({seat: hash_of(pair, link, seat, lines, scheme) for seat, lines in orders.items()})
    return dice.sets_digest(pair.sealed.link(link), orders)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Where the dice of a step come from: its link, the complete sets in canonical text, the game's scheme."""

    pair: Pair
    link: int
    texts: Mapping[str, Sequence[str]]
    scheme: int = SCHEME

    def hash_of(self, seat: str, sent: Sequence[str]) -> str:
        """The published hash of a seat's set: of all of it, by the first scheme of what was sent."""
        if self.scheme == 1:
            return first_hash(self.pair, self.link, seat, sent)
        return hash_of(self.pair, self.link, seat, self.texts[seat], self.scheme)

    @property
    def digest(self) -> bytes:
        """The part of the key that comes from the orders."""
        return digest_of(self.pair, self.link, self.texts, self.scheme)


def dice_for(drawn: Drawn, words: Mapping[str, str], beat: bytes = b"") -> KeyedDice:
    """The dice of one step. `beat`: the randomness of the beacon's round, where the game mixes one in."""
    mixed, used = words_digest(words), drawn.digest
    open_key = step_key(drawn.pair.open.link(drawn.link), mixed, used, beat)
    # The sealed chain goes one link for each open one; it is shown only when the game is over.
    sealed_key = step_key(drawn.pair.sealed.link(drawn.link), mixed, sha256(b"sealed", used), beat)
    return KeyedDice(open_key, sealed_key)


def shown(drawn: Drawn) -> dict[str, Any]:
    """The facts of a used link that everybody may know; with the tip of a chain, its commitment."""
    pair, link = drawn.pair, drawn.link
    found: dict[str, Any] = {"reel": pair.number, "link": link, "open": pair.open.link(link).hex()}
    if drawn.scheme in (1, 5):
        # By the others it follows from the hashes.
        found["orders"] = drawn.digest.hex()
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
    """The step that is to be made: its number and window, the step it is made from, the orders used."""

    number: int
    window_key: str | None
    before: Mapping[str, Any] | None
    orders: Mapping[str, Sequence[str]]
    scheme: int


def next_link(connection: Connection, game_id: int, made: Mapping[str, Any] | None) -> tuple[Pair, int]:
    """The chain and link of the step to be made: those of an earlier run of the same step, else fresh ones.

    Changed orders after a rollback draw from the newest chain, whose commitment was published with the rollback.
    """
    known = pairs(connection, game_id)
    if made is not None:
        return known[int(made["chain"])], int(made["link"])
    return known[-1], steps.last_link(connection, game_id, known[-1].number) + 1


def made_before(connection: Connection, game_id: int, asked: Asked) -> Mapping[str, Any] | None:
    """An earlier run of the same step: after the same steps, with the same orders."""
    for row in steps.that_drew(connection, game_id, asked.number):
        is_same = row["window_key"] == asked.window_key and _said(row, asked.scheme) == _lists(
            asked.orders, asked.scheme
        )
        if is_same and _same_way(connection, row["parent"], asked.before, asked.scheme):
            return row
    return None


def _same_way(connection: Connection, number: int | None, before: Mapping[str, Any] | None, scheme: int) -> bool:
    """Whether the steps up to two rows are the same, or were made again with the same orders.

    The position alone does not tell: other orders may lead to it as well, and every checker goes by the orders.
    """
    one = steps.by_row(connection, number) if number is not None else None
    while one is not None and before is not None and one["id"] != before["id"]:
        links = [(row["chain"], row["link"]) for row in (one, before)]
        if one["link"] is None or links[0] != links[1] or _said(one, scheme) != _said(before, scheme):
            return False
        one, before = (steps.by_row(connection, row["parent"]) if row["parent"] else None for row in (one, before))
    return one is before or (one is not None and before is not None)


def _said(row: Mapping[str, Any], scheme: int) -> dict[str, list[str]]:
    """The orders of a step."""
    return _lists({seat: lines["text"] for seat, lines in json.loads(row["orders"]).items()}, scheme)


def _lists(orders: Mapping[str, Sequence[str]], scheme: int) -> dict[str, list[str]]:
    """Sets of orders as they are compared: line by line, since what comes first may matter to somebody who knows the
    dice; by earlier schemes in whatever order of lines."""
    return {str(seat): list(lines if scheme > 4 else dice.canonical(lines)) for seat, lines in orders.items()}


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
