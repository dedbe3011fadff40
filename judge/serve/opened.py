"""Opening a letter: everything that its bytes alone tell. Pure, so that it can be done in another process."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.mail.covered import head_of
from judge.mail.guard import Bounce, bounces_in, reason_to_ignore
from judge.mail.headers import message_of
from judge.mail.language import Reading, read
from judge.mail.letter import Letter, read_letter
from judge.mail.parts import MOST_BYTES
from judge.mail.pgp import key_in
from judge.mail.proof import Proof, proof_of


@dataclass(frozen=True)
class Opened:
    """A letter as read. `ignore`: why it is neither acted upon nor answered."""

    letter: Letter
    reading: Reading
    ignore: str | None
    proof: Proof
    bounces: tuple[Bounce, ...] = ()
    key: str = ""
    """The public key that came with SET PGP."""


def open_letter(raw: bytes, own_address: str, own_server: str) -> Opened:
    """Everything these bytes say."""
    message = message_of(raw if len(raw) <= MOST_BYTES else raw[:65536])
    letter = read_letter(raw, message)
    ignore = reason_to_ignore(message, own_address)
    bounces = bounces_in(message, own_address) if ignore is not None else ()
    reading = read(letter.lines)
    brings_key = any(one.verb == "set" and one.rest.lower().startswith("pgp") for one in reading.commands)
    key = key_in(message) if brings_key else ""
    proof = replace(proof_of(message, own_server, own_address), head=head_of(message, own_address))
    return Opened(letter, reading, ignore, proof, bounces, key)
