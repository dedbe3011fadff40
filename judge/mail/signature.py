"""DKIM and ARC: whether a letter's signatures hold, checked here, for mailboxes whose own server does not say.

Needs the packages of the extra `dkim`. A domain's key is asked for by DNS and remembered for an hour.
"""

from __future__ import annotations

import logging
import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import Message

from judge.mail.headers import domain, message_of, sender_of, whole_headers
from judge.mail.proof import Proof, organisation, results_in
from judge.package import install

# More signatures than any honest letter has; each costs a question to somebody's name server.
MOST_SIGNATURES = 5
REMEMBERED = 3600.0
PATIENCE = 3.0
SLOW, SILENT = 1.0, 600.0
"""Seconds after which a name server that gave no answer is not asked again, and for how long."""
LONGEST_KEY = 1000
"""A larger key than anybody has would take minutes to try."""
LONGEST_SIGNATURE = 4000
MOST_SEALS = 10
"""A longer signature, or more seals than forwarders there are, would take as long."""
_SPACES = re.compile(rb"[ \t]{1000}")
"""So many in a row, and it would take minutes to take them out as signatures demand."""

Ask = Callable[[bytes], bytes | None]


class NoDkim(Exception):
    """The packages that check signatures are not installed."""


def ask_dns(name: bytes) -> bytes | None:
    """A domain's published key; None when there is none. Raises TimeoutError when nobody answered."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name.decode("ascii").rstrip("."), "TXT", lifetime=PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, UnicodeDecodeError, dns.exception.SyntaxError):
        return None
    except dns.exception.DNSException as error:
        raise TimeoutError(str(error)) from None
    for record in answer:
        return b"".join(record.strings)
    return None


class Signatures:
    """Checks signatures. `ask`: where a domain's key comes from. `sealers`: the domains whose ARC seals are
    believed."""

    def __init__(
        self, ask: Ask = ask_dns, clock: Callable[[], float] = time.monotonic, sealers: Sequence[str] = ()
    ) -> None:
        try:
            import dkim
        except ImportError:
            raise NoDkim(
                f"checking DKIM signatures needs two packages more: {install('dkim')}, or take `dkim: true` "
                "out of campaign.yaml"
            ) from None
        self._dkim = dkim
        self._ask, self._clock, self.sealers = ask, clock, frozenset(sealers)
        self._known: dict[bytes, tuple[float, bytes | None]] = {}
        self._silent: dict[str, float] = {}
        """The domains whose name servers gave no answer, each with when that was."""
        self._until = math.inf
        """How long the letter in hand may keep the others waiting."""
        self._log = logging.getLogger("judge.mail.dkim")
        self._log.setLevel(logging.CRITICAL)

    def added_to(self, proof: Proof, raw: bytes) -> Proof:
        """The proof with what the letter's own signatures say, where the receiving server said nothing of them."""
        self._until = self._clock() + 2 * PATIENCE
        own = domain(sender_of(message_of(raw)) or "")
        if not proof.dkim and not proof.dmarc:
            result, domains = self.checked(raw)
            proof = replace(proof, dkim=result, dkim_domains=domains, strict=self._strict(own, domains))
        return proof if "pass" in (proof.dkim, proof.dmarc) else self._sealed(proof, raw)

    def _strict(self, own: str, signed: Sequence[str]) -> tuple[str, ...]:
        """The alignment that the address's domain asks for; looked up only where it makes a difference."""
        if own in signed or not any(organisation(one) == organisation(own) for one in signed):
            return ()
        for name in dict.fromkeys((own, organisation(own))):
            try:
                said = self._key(f"_dmarc.{name}.".encode("ascii", "replace")) or b""
            except TimeoutError:
                # Unsure: believe the less.
                return ("dkim",)
            tags = dict(re.findall(r"(\w+)\s*=\s*(\w+)", said.decode("ascii", "replace").lower()))
            if tags.get("v") == "dmarc1":
                return ("dkim",) if tags.get("adkim") == "s" else ()
        return ()

    def _sealed(self, proof: Proof, raw: bytes) -> Proof:
        """With the findings of a forwarder that broke the signature, sealed the mail, and is believed here."""
        if not self.sealers or _SPACES.search(raw) or not _has_seals(message_of(raw)):
            return proof
        try:
            holds, chain, _ = self._dkim.ARC(raw, logger=self._log, timeout=int(PATIENCE)).verify(dnsfunc=self._key)
        except (TimeoutError, self._dkim.DKIMException, ValueError, IndexError, KeyError):
            return proof
        by = {_text(one["as-domain"]).lower() for one in chain or ()}
        if holds != b"pass" or not by or not by <= self.sealers:
            return proof
        last = max(int(one["instance"]) for one in chain)
        for value in whole_headers(message_of(raw), "ARC-Authentication-Results"):
            number, _, rest = (value or "").partition(";")
            if number.replace(" ", "") == f"i={last}":
                found = results_in(rest.partition(";")[2])
                return replace(found, arc="pass", pgp=proof.pgp, seal=proof.seal, head=proof.head)
        return proof

    def checked(self, raw: bytes) -> tuple[str, tuple[str, ...]]:
        """`pass` with the domains that signed, `fail`, `none`, or "" when a key could not be asked for."""
        signatures = whole_headers(message_of(raw), "DKIM-Signature", LONGEST_SIGNATURE)[:MOST_SIGNATURES]
        if not signatures:
            return "none", ()
        if _SPACES.search(raw):
            return "", ()
        passed: list[str] = []
        unsure = False
        for number, text in enumerate(signatures):
            # A signature over the first so many bytes lets anybody write on below it.
            if text is None or "l" in {part.partition("=")[0].strip() for part in text.split(";")}:
                continue
            try:
                check = self._dkim.DKIM(raw, logger=self._log, timeout=int(PATIENCE))
                if check.verify(idx=number, dnsfunc=self._key):
                    passed.append(bytes(check.domain).decode("ascii", "replace").lower())
            except TimeoutError:
                unsure = True
            except (self._dkim.DKIMException, ValueError, IndexError):
                continue
        if passed:
            return "pass", tuple(dict.fromkeys(passed))
        return ("" if unsure else "fail"), ()

    def _key(self, name: bytes, timeout: int = 0) -> bytes | None:
        now = self._clock()
        known = self._known.get(name)
        if known is not None and now - known[0] < REMEMBERED:
            return known[1]
        host = name.decode("ascii", "replace").strip(".").lower()
        host = organisation(host) or host
        if now > self._until or now - self._silent.get(host, -SILENT) < SILENT:
            raise TimeoutError(host)
        try:
            found = self._ask(name)
        except TimeoutError:
            if self._clock() - now >= SLOW:
                self._silent[host] = now
            raise
        if found is not None and len(found) > LONGEST_KEY:
            found = None
        for kept in (self._known, self._silent):
            if len(kept) > 1000:
                kept.clear()
        self._known[name] = now, found
        return found


def _has_seals(message: Message) -> bool:
    """Whether there are seals on a mail that somebody honest can have put there."""
    seals, signed = (whole_headers(message, name, LONGEST_SIGNATURE) for name in ("ARC-Seal", "ARC-Message-Signature"))
    return 0 < len(seals) <= MOST_SEALS and len(signed) <= MOST_SEALS and None not in (*seals, *signed)


def _text(value: bytes | str) -> str:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else value
