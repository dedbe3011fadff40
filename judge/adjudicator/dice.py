"""Named dice: chance is asked for by label, and every draw can be recomputed by a stranger.

Two hash chains are made when a game starts. The *open* chain is revealed link by link, the *sealed* one (hidden decks
and draws) only at the end. A chain's link 0 is its commitment and is published; link n proves itself because hashing
it n times gives link 0. Links are used one after another, each once. The key of a step is a hash of its link, of the
words players mixed in, of a salted digest of the orders used and, where a game asks for it, of a public beacon. So
nobody who gives orders can know the dice. docs/dice.md states all of it for strangers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

CHAIN_LENGTH = 1000
"""Links of a chain. The last one commits to the next chain (see `Reel`)."""


def sha256(*parts: bytes) -> bytes:
    """SHA-256 of the parts, each preceded by its length so that no two lists of parts collide."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


@dataclass(frozen=True, slots=True)
class Chain:
    """A hash chain: link i is the SHA-256 of link i+1, the tip is the secret, link 0 is published."""

    tip: bytes
    length: int = CHAIN_LENGTH

    def link(self, number: int) -> bytes:
        """Link `number`, counted from the published commitment (0) to the tip (`length`)."""
        if not 0 <= number <= self.length:
            raise ValueError(f"this chain has links 0 to {self.length}, not {number}")
        return _hashed(self.tip, self.length - number)

    @property
    def commitment(self) -> bytes:
        """Published before the first step."""
        return self.link(0)


CHAINS_OF_A_REEL = 4


@dataclass(frozen=True, slots=True)
class Reel:
    """Chains one after another: the tip of each is made from the commitment of the next, and so commits to it.

    Links are counted through: with chains of 1000 links, link 1001 is the first of the second chain. One secret makes
    them all; the commitment of the first is published before it is used.
    """

    secret: bytes
    length: int = CHAIN_LENGTH
    chains: int = CHAINS_OF_A_REEL

    @property
    def links(self) -> int:
        """How many links there are to use."""
        return self.length * self.chains

    def chain(self, number: int) -> Chain:
        """Chain `number`, from 0."""
        if not 0 <= number < self.chains:
            raise ValueError(f"this reel has chains 0 to {self.chains - 1}, not {number}")
        return _chain_of(self.secret, self.length, self.chains, number)

    def link(self, number: int) -> bytes:
        """Link `number`, from 1."""
        if not 1 <= number <= self.links:
            raise ValueError(f"this reel has links 1 to {self.links}, not {number}")
        chain, place = self.place(number)
        return self.chain(chain).link(place)

    def place(self, number: int) -> tuple[int, int]:
        """Which chain a link is on, and its number there."""
        return (number - 1) // self.length, (number - 1) % self.length + 1

    def salt(self, number: int) -> bytes:
        """The word shown with the tip of chain `number`, so that all can see that it commits to the next."""
        return sha256(self.secret, b"salt", str(number).encode())

    @property
    def commitment(self) -> bytes:
        """The commitment of the first chain, published before the first step."""
        return self.chain(0).commitment


@lru_cache(maxsize=256)
def _chain_of(secret: bytes, length: int, chains: int, number: int) -> Chain:
    if number == chains - 1:
        return Chain(sha256(secret, b"tip"), length)
    after = _chain_of(secret, length, chains, number + 1)
    return Chain(commits_to(sha256(secret, b"salt", str(number).encode()), after.commitment), length)


def later_secret(first: bytes, number: int) -> bytes:
    """The secret of a reel after the first: nobody chooses it when the game has begun."""
    return sha256(first, b"reel", str(number).encode())


def commits_to(salt: bytes, commitment: bytes) -> bytes:
    """The tip of a chain that is followed by a chain with this commitment."""
    return sha256(salt, commitment)


def proves(link: bytes, number: int, commitment: bytes) -> bool:
    """Whether hashing `link` as many times as its number gives the published commitment."""
    return hmac.compare_digest(_hashed(link, number), commitment)


@lru_cache(maxsize=256)
def _hashed(link: bytes, times: int) -> bytes:
    """A link hashed so many times; the same few are asked for again and again."""
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


def words_digest(words: Mapping[str, str]) -> bytes:
    """The words that players mixed in at sign-on, by seat."""
    return sha256(*(f"{seat}={words[seat]}".encode() for seat in sorted(words)))


def salt_of(sealed_link: bytes, seat: str) -> str:
    """Keeps a set of orders from being guessed from its published hash; it opens with the sealed chain."""
    return sha256(sealed_link, b"orders", seat.encode()).hex()


def canonical(lines: Iterable[str]) -> tuple[str, ...]:
    """A set of orders as it was hashed up to the fourth scheme: each line once, in order of the letters."""
    return tuple(sorted(set(lines)))


def sealed_hash(salt: str, seat: str, lines: Iterable[str]) -> str:
    """The hash of a complete set of orders, line by line as it is carried out; published when its window closes."""
    return hashlib.sha256("\n".join((salt, seat, *lines)).encode()).hexdigest()[:32]


def sets_digest(sealed_link: bytes, orders: Mapping[str, Sequence[str]]) -> bytes:
    """The orders used in a step, in whatever order of lines: the part of its key that comes from them.

    The sealed link is its salt, so that nobody can confirm a guess by the dice. Without orders it is known to all.
    """
    sets = ("\n".join((seat, *sorted(orders[seat]))).encode() for seat in sorted(orders))
    return sha256(sealed_link, b"sets", *sets) if orders else sha256()


def orders_digest(hashes: Mapping[str, str]) -> bytes:
    """The orders used in a step, by the published hash of each seat's set; up to the fourth scheme its key has it."""
    return sha256(*(f"{seat}={hashes[seat]}".encode() for seat in sorted(hashes)))


def step_key(link: bytes, words: bytes, orders: bytes, beacon: bytes = b"") -> bytes:
    """The key of one step: nobody can know it before link, orders and the beacon's round are all fixed."""
    return sha256(link, words, orders, beacon) if beacon else sha256(link, words, orders)


def draw(key: bytes, label: str, sides: int) -> int:
    """A number from 0 to sides-1: the first eight bytes of HMAC-SHA256(key, label#n), n = 0, 1 … until it is fair."""
    limit = 2**64 - 2**64 % sides
    number = 0
    while True:
        mac = hmac.digest(key, f"{label}#{number}".encode(), "sha256")
        value = int.from_bytes(mac[:8], "big")
        if value < limit:
            return value % sides
        number += 1


def order_of(key: bytes, label: str, count: int) -> tuple[int, ...]:
    """A shuffle of 0…count-1: from the last place down, swap with draw(label/i, i+1)."""
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = draw(key, f"{label}/{place}", place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as it is stored and verified. `sides` is the number of items for a shuffle."""

    label: str
    kind: str
    sides: int
    result: tuple[int, ...]
    sealed: bool


class LabelUsedTwice(ValueError):
    """A label drew twice in one step: the second draw would have repeated the first."""


class Labels:
    """The labels of one step, each for one draw. A shuffle draws under `label/1`, `label/2` …, so none of those may be
    the label of a roll, nor be drawn by another shuffle."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._drawn: dict[str, str] = {}

    def claim(self, label: str, items: int | None = None) -> None:
        """A label for a roll, or for a shuffle of so many items."""
        if label in self._asked:
            raise LabelUsedTwice(f"the dice label {label!r} was used twice in one step")
        drawn = [label] if items is None else [f"{label}/{place}" for place in range(1, items)]
        for one in drawn:
            if one in self._drawn:
                raise LabelUsedTwice(
                    f"the dice label {one!r} was drawn twice in one step: by {self._drawn[one]!r} and by {label!r}; "
                    "a shuffle draws under its own label with /1, /2 … behind it"
                )
        self._asked.add(label)
        self._drawn.update(dict.fromkeys(drawn, label))


class KeyedDice:
    """Dice from step keys. `draws` is the record, in the order in which they were asked for."""

    def __init__(self, key: bytes, sealed_key: bytes | None = None) -> None:
        self._key = key
        self._sealed_key = sealed_key if sealed_key is not None else sha256(key, b"sealed")
        self._labels = Labels()
        self.draws: list[Draw] = []

    @classmethod
    def of(cls, word: str) -> KeyedDice:
        """Dice from a word anybody may know: scenarios, forecasts, what-ifs."""
        return cls(sha256(word.encode()))

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """A number from 1 to `sides`."""
        self._labels.claim(label)
        result = draw(self._sealed_key if sealed else self._key, label, sides) + 1
        self.draws.append(Draw(label, "roll", sides, (result,), sealed))
        return result

    def shuffle(self, label: str, items: Sequence[T], *, sealed: bool = True) -> tuple[T, ...]:
        """The items in a random order; the record holds places, not items."""
        self._labels.claim(label, len(items))
        order = order_of(self._sealed_key if sealed else self._key, label, len(items))
        self.draws.append(Draw(label, "shuffle", len(items), order, sealed))
        return tuple(items[place] for place in order)


class UnscriptedDraw(Exception):
    """A scenario that scripts its dice met a draw it did not script."""


class ScriptedDice:
    """Dice as a scenario file writes them: label pattern -> results in order. A draw not scripted is an error."""

    def __init__(self, script: Mapping[str, Sequence[object]]) -> None:
        self._left = {pattern: list(results) for pattern, results in script.items()}
        self._labels = Labels()
        self.draws: list[Draw] = []

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """The next result of the first pattern that matches and has results left."""
        self._labels.claim(label)
        for pattern, results in self._left.items():
            if results and fnmatchcase(label, pattern):
                result = results.pop(0)
                if not isinstance(result, int) or not 1 <= result <= sides:
                    raise UnscriptedDraw(f"{label} wants a number from 1 to {sides}, the script has {result!r}")
                self.draws.append(Draw(label, "roll", sides, (result,), sealed))
                return result
        raise UnscriptedDraw(f"the draw {label} (1 to {sides}) is not scripted")

    def shuffle(self, label: str, items: Sequence[T], *, sealed: bool = True) -> tuple[T, ...]:
        """The whole order as scripted, named by the items' text; items not named keep their order behind it."""
        self._labels.claim(label, len(items))
        for pattern, results in self._left.items():
            if results and fnmatchcase(label, pattern):
                places = _places(label, results, items)
                results.clear()
                self.draws.append(Draw(label, "shuffle", len(items), places, sealed))
                return tuple(items[place] for place in places)
        raise UnscriptedDraw(f"the shuffle {label} of {len(items)} is not scripted")

    @property
    def unused(self) -> dict[str, list[object]]:
        """The scripted numbers that were never drawn."""
        return {pattern: results for pattern, results in self._left.items() if results}


def _places(label: str, wanted: Sequence[object], items: Sequence[object]) -> tuple[int, ...]:
    """The scripted items' places, each used once; the rest follow as they stood."""
    left = list(range(len(items)))
    places: list[int] = []
    for want in wanted:
        for place in left:
            if str(items[place]).casefold() == str(want).casefold():
                places.append(place)
                left.remove(place)
                break
        else:
            raise UnscriptedDraw(f"the shuffle {label} has no (further) {want!r}")
    return tuple(places + left)
