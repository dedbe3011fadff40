"""OpenPGP: letters signed with a key that is registered for their sender, and letters encrypted to the judge's own key.

Needs the package of the extra `pgp`. A signature counts only for the bytes it was made over. They are the first part of
a `multipart/signed` mail, the signed lines of a clear-signed one, the whole of an encrypted one. A letter signed with
an unregistered key is an unsigned letter.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message
from email.utils import mktime_tz, parsedate_tz
from pathlib import Path
from typing import Any

from judge import private
from judge.mail import decrypting
from judge.mail.headers import addresses, children_of, heading, message_of, sender_of
from judge.mail.parts import MOST_BYTES
from judge.mail.proof import Seal
from judge.package import install

_SIGNS = re.compile(rb"(?i)multipart/(?:signed|encrypted)|-----BEGIN PGP (?:SIGNED )?MESSAGE-----")
MOST_KEY = 64 * 1024


class NoPgp(Exception):
    """The package is not there, or a key is none; the sentence says which."""


def library() -> Any:
    """The package that knows OpenPGP."""
    try:
        import pysequoia
    except ImportError:
        raise NoPgp(f"PGP needs one package more: {install('pgp')}, or take `pgp: true` out of campaign.yaml") from None
    return pysequoia


@dataclass(frozen=True, slots=True)
class Sealed:
    """A letter out of its envelope. `said`: `pass`, `fail`, or "" (no signature by a known key)."""

    raw: bytes
    said: str = ""
    seal: Seal = field(default_factory=Seal)


class Seals:
    """Checks signatures and decrypts. `keys`: the public keys registered for an address; `own`: the judge's secret
    key."""

    def __init__(self, keys: Callable[[str], Sequence[str]], own: Path | None = None) -> None:
        self._pgp = library()
        self._keys = keys
        self._own = read_own_key(own) if own is not None else ""

    def opened(self, raw: bytes) -> Sealed:
        """The letter these bytes hold, and what its signature says."""
        if len(raw) > MOST_BYTES or not _SIGNS.search(raw):
            return Sealed(raw)
        message = message_of(raw)
        keys = list(self._keys(sender_of(message) or ""))
        found = _encrypted_in(message)
        if found is not None:
            return self._decrypted(raw, found, message.get_content_type() == "multipart/encrypted", keys)
        return self._signed(raw, message, keys)

    def _signed(self, raw: bytes, message: Message, keys: Sequence[str]) -> Sealed:
        certs = [cert for cert in (self._cert(key) for key in keys) if cert is not None]
        if not certs:
            return Sealed(raw)
        if any(isinstance(one, MissingHeaderBodySeparatorDefect) for one in message.defects):
            # A line among the headers that is none: nobody can say where the words begin.
            return Sealed(raw, "fail")
        if message.get_content_type() == "multipart/signed":
            pieces = signed_pieces(raw, message)
            if pieces is None:
                return Sealed(raw, "fail")
            return self._judged(raw, *pieces, certs)
        text = _plain_text(message)
        clear = block_in(text, "SIGNED MESSAGE", "SIGNATURE")
        signature = block_in(clear, "SIGNATURE")
        if not signature:
            return Sealed(raw)
        words = self._tried(lambda: self._pgp.verify(bytes=clear.encode(), store=lambda ids: certs))
        if words is None or not words.valid_sigs:
            return Sealed(raw, "fail")
        said = bytes(words.bytes)
        return Sealed(with_body(raw, as_text(said)), "pass", self._seal(said, signature.encode(), certs))

    def _judged(self, raw: bytes, data: bytes, signature: bytes, certs: Sequence[Any]) -> Sealed:
        done = self._tried(
            lambda: self._pgp.verify(
                bytes=data, store=lambda ids: list(certs), signature=self._pgp.Sig.from_bytes(signature)
            )
        )
        if done is None or not done.valid_sigs:
            return Sealed(raw, "fail")
        return Sealed(with_body(raw, data), "pass", replace(self._seal(data, signature, certs), to=_recipients(data)))

    def _seal(self, data: bytes, signature: bytes, certs: Sequence[Any]) -> Seal:
        """The words and their time of signing: the signature covers both, but not its wrapping."""
        made = self._tried(lambda: self._pgp.Sig.from_bytes(signature).created)
        seconds = int(made.timestamp()) if isinstance(made, datetime) else 0
        bare = _mark(certs, data)
        return Seal(mark=f"{bare} {seconds}", bare=bare, made=seconds)

    def _decrypted(self, raw: bytes, secret: bytes, is_mime: bool, keys: Sequence[str]) -> Sealed:
        if not self._own:
            return Sealed(raw)
        done = decrypting.apart(secret, self._own, keys)
        if done is None:
            return Sealed(raw)
        read = with_body(raw, done.body if is_mime else as_text(done.body))
        if done.signed:
            bare = _mark([cert for cert in map(self._cert, keys) if cert is not None], done.body)
            return Sealed(
                read,
                done.signed,
                Seal(mark=f"{bare} sealed", bare=bare, dated=_date_in(done.body), to=_recipients(done.body)),
            )
        return self._signed(read, message_of(read), keys)

    def _cert(self, key: str) -> Any:
        return self._tried(lambda: self._pgp.Cert.from_bytes(key.encode()))

    @staticmethod
    def _tried(act: Callable[[], Any]) -> Any:
        """The library's answer; None where it refuses. It tells what is wrong by exceptions of any kind."""
        try:
            return act()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # a broken packet can make the library panic, which is no Exception
            return None


def block_in(text: str, kind: str, ends: str = "") -> str:
    """The first block of a kind in a text, which may end as one of another kind; "" where there is none. A beginning
    without an end is looked for once, however many there are."""
    begun = re.search(rf"-----BEGIN PGP {kind}-----\r?\n", text)
    mark = f"-----END PGP {ends or kind}-----"
    end = text.find(mark, begun.end()) if begun is not None else -1
    return text[begun.start() : end + len(mark)] if begun is not None and end >= 0 else ""


def _mark(certs: Sequence[Any], words: bytes) -> str:
    """The name of somebody's words. Line ends and the blanks before them are not: a signature over text leaves them
    out."""
    lines = [line.rstrip(b" \t") for line in re.split(rb"\r\n|\r|\n", words)]
    whose = " ".join(sorted(str(cert.fingerprint) for cert in certs))
    return hashlib.sha256(whose.encode() + b"\n" + b"\n".join(lines).strip()).hexdigest()[:48]


def _recipients(entity: bytes) -> tuple[str, ...]:
    """Whom signed words are for, where their own head says it: it is under the signature."""
    return addresses(message_of(entity), "To", "Cc")


def _date_in(entity: bytes) -> int:
    """The date in the head of signed words, in seconds; 0: there is none."""
    found = parsedate_tz(heading(message_of(entity), "Date"))
    try:
        return max(0, mktime_tz(found)) if found is not None else 0
    except (ValueError, OverflowError):
        return 0


def read_own_key(path: Path) -> str:
    """The judge's secret key from its file."""
    try:
        if path.stat().st_mode & 0o077:
            raise NoPgp(f"{path} can be read by others: chmod 600 {path}")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NoPgp(f"{path} holds no secret key: `judge mail key` makes one") from None
    except OSError as error:
        raise NoPgp(f"the judge's key {path} cannot be read: {error.strerror}; `judge mail key` makes one") from None
    if "BEGIN PGP PRIVATE KEY BLOCK" not in text:
        raise NoPgp(f"{path} holds no secret key: `judge mail key` makes one")
    return text


def new_own_key(path: Path, address: str) -> None:
    """Make the judge's key, readable by its owner only."""
    made = library().Tsk.generate(user_id=f"The Judge <{address}>")
    path.touch(mode=0o600, exist_ok=False)
    private.write(path, str(made))


def public_half(path: Path) -> str:
    """The key that players encrypt to."""
    return str(library().Tsk.from_bytes(read_own_key(path).encode()).extract_certificate())


def public_key(text: str) -> tuple[str, str]:
    """A public key in the form that is stored, and its fingerprint; NoPgp when it is none."""
    if "PRIVATE KEY BLOCK" in text:
        raise NoPgp("that is a secret key, which nobody else should ever see: send the public one (gpg --export)")
    found = block_in(text.replace("\r\n", "\n"), "PUBLIC KEY BLOCK")
    if not 0 < len(found) <= MOST_KEY:
        raise NoPgp("there is no public key in it: a block that begins with -----BEGIN PGP PUBLIC KEY BLOCK-----")
    cert = Seals._tried(lambda: library().Cert.from_bytes(found.encode()))
    if cert is None:
        raise NoPgp("the public key in it is damaged: export it again (gpg --armor --export ADDRESS)")
    return str(cert), str(cert.fingerprint).upper()


def key_in(message: Message) -> str:
    """The public key that lies in a letter, in its text or beside it; "" when there is none."""
    for part in list(message.walk())[:20]:
        if part.is_multipart():
            continue
        payload = part.get_payload(decode=True)
        text = payload.decode("ascii", "replace") if isinstance(payload, bytes) else ""
        found = block_in(text.replace("\r\n", "\n"), "PUBLIC KEY BLOCK")
        if 0 < len(found) <= MOST_KEY:
            return found
    return ""


def signed_pieces(raw: bytes, message: Message) -> tuple[bytes, bytes] | None:
    """The signed bytes, with the line ends of mail, and the signature."""
    boundary = message.get_boundary()
    if not boundary or len(boundary) > 100:
        return None
    line = rb"(?:^|\r?\n)--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(?:--)?[ \t]*(?=\r?\n|$)"
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)
    pieces = re.split(line, b"\n" + body[1]) if len(body) == 2 else []
    children = children_of(message)
    if len(pieces) < 3 or len(children) != 2 or children[1].get_content_type() != "application/pgp-signature":
        return None
    data = re.sub(rb"^\r?\n", b"", pieces[1], count=1)
    signature = children[1].get_payload(decode=True)
    return re.sub(rb"\r?\n", b"\r\n", data), signature if isinstance(signature, bytes) else b""


def with_body(raw: bytes, entity: bytes) -> bytes:
    """The letter with its outer headers, and this entity instead of its body."""
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    kept = re.sub(rb"(?im)^(?:content-[a-z-]+|mime-version):[^\n]*(?:\n[ \t][^\n]*)*\n?", b"", head + b"\n")
    # Headers that come out of an envelope say what the body is; writer and recipient are outside.
    inner, _, body = entity.replace(b"\r\n", b"\n").partition(b"\n\n")
    own = re.findall(rb"(?im)^content-(?:type|transfer-encoding):[^\n]*(?:\n[ \t][^\n]*)*", inner)
    return kept.rstrip(b"\r\n") + b"\nMIME-Version: 1.0\n" + b"\n".join(own) + b"\n\n" + body


def as_text(words: bytes) -> bytes:
    """Plain text as an entity."""
    return b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + words


def _plain_text(message: Message) -> str:
    """The first text of a letter, decoded."""
    for part in list(message.walk())[:20]:
        if part.get_content_type() == "text/plain" and not part.is_multipart():
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                try:
                    return payload.decode("utf-8")
                except UnicodeDecodeError:
                    return payload.decode("cp1252", "replace")
    return ""


def _encrypted_in(message: Message) -> bytes | None:
    """The encrypted message in a letter, or None."""
    if message.get_content_type() == "multipart/encrypted":
        children = children_of(message)
        payload = children[1].get_payload(decode=True) if len(children) == 2 else None
        return payload if isinstance(payload, bytes) else None
    if message.is_multipart():
        return None
    payload = message.get_payload(decode=True)
    found = block_in(payload.decode("latin-1"), "MESSAGE") if isinstance(payload, bytes) else ""
    return found.encode("latin-1") or None


__all__ = ["NoPgp", "Sealed", "Seals", "key_in", "library", "new_own_key", "public_half", "public_key"]
