"""A public randomness beacon in drand's HTTP form: a round every few seconds, which nobody can know before its time.

Mixed into the key of a step it makes dice that not even the one who keeps the secrets can know while the window is
open. The signature of a round is checked where the extra is installed; its randomness always is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from typing import Any

from judge.forum.wire import Refused, Request, Unreached, send

SCHEMES = {
    "pedersen-bls-chained": "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
    "pedersen-bls-unchained": "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
    "bls-unchained-g1-rfc9380": "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
}
"""How each scheme signs: the default chain signs in G2, quicknet in G1."""


CHAINED = "pedersen-bls-chained"
"""Each round signs the one before it as well."""


class NoRound(Exception):
    """The round could not be had, or is not what the beacon signs; the sentence says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beacon:
    """A beacon as a campaign names it: where it is asked, and the key that its rounds are signed with."""

    urls: tuple[str, ...]
    chain: str
    public_key: str
    period: int
    genesis: int
    scheme: str = "bls-unchained-g1-rfc9380"

    def round_after(self, moment: datetime) -> int:
        """The first round that comes after a moment."""
        return (int(moment.timestamp()) - self.genesis) // self.period + 2

    def comes_at(self, number: int) -> int:
        """When a round comes, in seconds of the epoch."""
        return self.genesis + (number - 1) * self.period


@dataclass(frozen=True, slots=True)
class Beat:
    """A round of the beacon. `previous`: the signature before it, where the scheme chains them."""

    number: int
    signature: str
    previous: str = ""

    @property
    def randomness(self) -> str:
        """The SHA-256 of the signature."""
        return hashlib.sha256(bytes.fromhex(self.signature)).hexdigest()


def fetch(beacon: Beacon, number: int) -> Beat:
    """A round from the first address that has it; checked as far as can be."""
    said: list[str] = []
    for url in beacon.urls:
        try:
            answer = send(Request("GET", f"{url.rstrip('/')}/{beacon.chain}/public/{number}", {}))
            beat = _beat(answer, number)
            if verifies(beacon, beat) is False:
                said.append(f"{url} gave a round {number} that the beacon's key did not sign")
                continue
            return beat
        except (Unreached, Refused, NoRound) as error:
            said.append(str(error))
    raise NoRound("; ".join(said) or "no address of a beacon is set")


def _beat(answer: Mapping[str, Any], number: int) -> Beat:
    signature, previous = answer.get("signature"), answer.get("previous_signature") or ""
    for one in (signature, previous):
        if not isinstance(one, str) or len(one) % 2 or len(one) > 400 or set(one) - set("0123456789abcdef"):
            raise NoRound("the beacon's answer has no signature: is the address that of a drand relay?")
    beat = Beat(number, str(signature), str(previous))
    if answer.get("round") != number:
        raise NoRound(f"the beacon was asked for round {number} and gave {answer.get('round')}")
    if answer.get("randomness") not in (None, beat.randomness):
        raise NoRound(f"the randomness of round {number} is not that of its signature")
    return beat


def can_verify() -> bool:
    """Whether the library for signatures is installed."""
    return find_spec("py_arkworks_bls12381") is not None


def verifies(beacon: Beacon, beat: Beat) -> bool | None:
    """Whether the beacon's key signed this round; None where the library for it is not installed."""
    if not can_verify():
        return None
    from py_arkworks_bls12381 import GT, G1Point, G2Point

    tag = SCHEMES[beacon.scheme].encode()
    chained = bytes.fromhex(beat.previous) if beacon.scheme == CHAINED else b""
    message = hashlib.sha256(chained + beat.number.to_bytes(8, "big")).digest()
    try:
        signature, key = bytes.fromhex(beat.signature), bytes.fromhex(beacon.public_key)
        if beacon.scheme == "bls-unchained-g1-rfc9380":
            left: list[Any] = [G1Point.from_compressed_bytes(signature), -G1Point.hash_to_curve(message, tag)]
            right: list[Any] = [G2Point(), G2Point.from_compressed_bytes(key)]
        else:
            left = [G1Point(), -G1Point.from_compressed_bytes(key)]
            right = [G2Point.from_compressed_bytes(signature), G2Point.hash_to_curve(message, tag)]
        return bool(GT.pairing_check(left, right))
    except ValueError:
        return False
