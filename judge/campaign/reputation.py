"""A record of somebody's reliability, signed with this judge's key, that a player carries to another judge.

It is bound to the player's address by its hash: only somebody who writes from there can hand it in, and it tells nobody
the address. The signature covers its lines exactly, up to the signature.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from judge.campaign.act import Act
from judge.campaign.live import NotNow
from judge.campaign.reliability import Counts, counts_of
from judge.package import install
from judge.store import club
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember_first

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY = "reputation key"
FIELDS = ("met", "late", "missed", "given_up")


@dataclass(frozen=True, kw_only=True)
class Record:
    """A judge's statement about the person with an address."""

    judge: str
    address_hash: str
    counts: Counts
    issued_at: str

    def lines(self) -> list[str]:
        """The signed lines."""
        return [
            f"judge {self.judge}", f"player {self.address_hash}", f"issued {self.issued_at}",
            *(f"{key.replace('_', '-')} {asdict(self.counts)[key]}" for key in FIELDS),
        ]  # fmt: skip


def hash_of(address: str) -> str:
    """The hash by which a record names its player."""
    return hashlib.sha256(address.strip().lower().encode()).hexdigest()[:40]


def own_key(act: Act) -> str:
    """The public half of the key this judge signs with, which is made when it is first asked for."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _own(act).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signed(act: Act, player: int, address: str) -> list[str]:
    """The record of a player, as lines, the signature last."""
    issued = stamp(act.now.replace(microsecond=0))
    record = Record(
        judge=act.config.name, address_hash=hash_of(address), counts=counts_of(act, player), issued_at=issued
    )
    signature = _own(act).sign("\n".join(record.lines()).encode()).hex()
    return [*record.lines(), *(f"signature {signature[at : at + 64]}" for at in (0, 64))]


def _own(act: Act) -> Ed25519PrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ModuleNotFoundError:
        raise NotNow("records-need-a-package-to-sign", package=install("records")) from None
    seed = recall(act.connection, KEY) or remember_first(act.connection, KEY, act.campaign.entropy(32).hex())
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))


def read_record(lines: Sequence[str], keys: dict[str, str]) -> Record:
    """A record whose signature holds by the key of its judge; else a sentence that says what is wrong."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError:
        raise NotNow("records-need-a-package", package=install("records")) from None
    pairs = [line.strip().partition(" ") for line in lines if line.strip()]
    found = {key.lower(): said.strip() for key, _, said in pairs if key.lower() != "signature"}
    signature = "".join(said.strip() for key, _, said in pairs if key.lower() == "signature")
    try:
        record = Record(
            judge=found["judge"], address_hash=found["player"], issued_at=stamp(moment(found["issued"])),
            counts=Counts(**{key: _figure(found[key.replace("_", "-")]) for key in FIELDS}),
        )  # fmt: skip
        given = bytes.fromhex(signature)
    except (KeyError, ValueError):
        raise NotNow("record-not-as-it-came") from None
    if record.judge not in keys:
        raise NotNow("record-judge-unknown", judge=record.judge)
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[record.judge])).verify(
            given, "\n".join(record.lines()).encode()
        )
    except InvalidSignature:
        raise NotNow("record-not-as-signed", judge=record.judge) from None
    return record


def _figure(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(text)
    return int(text)


def take_record(act: Act, player: int, addresses: Sequence[str], lines: Sequence[str]) -> Record:
    """A player hands a record in: it counts from now on, in place of an older one of the same judge."""
    record = read_record(lines, dict(act.config.club.trust))
    if record.address_hash not in [hash_of(one) for one in addresses]:
        raise NotNow("record-of-another-address")
    if record.judge == act.config.name:
        raise NotNow("record-of-this-judge")
    if moment(record.issued_at) > act.now:
        raise NotNow("record-of-the-future")
    counts = json.dumps(asdict(record.counts))
    if not club.put_reputation(act.connection, player, record.judge, counts, record.issued_at):
        raise NotNow("record-is-old", judge=record.judge)
    return record


__all__ = ["Record", "own_key", "read_record", "signed", "take_record"]
