"""The writer of a mail, as far as proven: the findings of the receiving server, and their worth.

Alignment is DMARC's (RFC 7489): the domain that signed or sent belongs to the same organisation as the address in From.
The public suffix list says under which domains anybody can register a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from email.message import Message
from enum import IntEnum
from functools import cache

from judge.mail.headers import domain, whole_headers


class Grade(IntEnum):
    """The degrees of proof of a letter's writer, from none on."""

    BARE = 0
    """An address in From, which anybody can write there."""
    VOUCHED = 1
    """The address, vouched for by DKIM, SPF or DMARC."""
    ACCOUNT = 2
    """An account on a chat that its address has connected."""
    TOKEN = 3
    """The seat's token, or the word in the reply address of its reports."""
    SIGNED = 4
    """The player's PGP key."""

    @property
    def said(self) -> str:
        """How the source of orders says it; nothing for a bare address."""
        return _SAID[self]


MOST_NESTED = 5
_METHODS = ("spf", "dkim", "dmarc", "arc", "auth")
_SAID = {
    Grade.BARE: "",
    Grade.VOUCHED: "vouched for by its mail server",
    Grade.ACCOUNT: "said by a connected account",
    Grade.TOKEN: "proven by token",
    Grade.SIGNED: "signed with PGP",
}


PROVEN_SOURCES = tuple(f"letter %, {said}" for said in _SAID.values() if said)
"""The sources of letters that proved something of their writers, `%` being any words."""


def grade_of_source(source: str) -> Grade:
    """The proof of the letter that a source tells of; the game master's own entries are beyond doubt."""
    if not source.startswith("letter"):
        return Grade.SIGNED
    return max((grade for grade, said in _SAID.items() if said and source.endswith(said)), default=Grade.BARE)


def without_proof(source: str) -> str:
    """The source without what its letter proved, which says nothing of whoever has the seat next."""
    said = grade_of_source(source).said
    return source.removesuffix(f", {said}") if source.startswith("letter") and said else source


@cache
def _organisation_of() -> Callable[[str], str | None]:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList().privatesuffix


@cache
def organisation(name: str) -> str:
    """The domain somebody registered, of this one; empty for one under which anybody can (`co.uk`, `github.io`)."""
    return _organisation_of()(name.lower().rstrip(".")) or ""


def is_aligned(own: str, other: str, strict: bool = False) -> bool:
    """Whether what is proven of another domain holds for the address's own."""
    own, other = own.lower().rstrip("."), other.lower().rstrip(".")
    if not other or own == other or strict:
        return bool(other) and own == other
    return bool(organisation(own)) and organisation(own) == organisation(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The part of a letter's head that its mail server's signature proves, if it holds."""

    is_to_others: bool = False
    """Whether its To and Cc name others alone, and not the judge."""
    others: tuple[str, ...] = ()
    """Whom they name besides the judge: they read in them at which of its addresses it came."""
    is_signed: bool = True
    """Whether the domain of its sender signed it, well or badly."""
    is_covered: bool = True
    """Whether the signature covers all that is read of the head, and says when it was made."""
    marks: tuple[str, ...] = ()
    """The name of the signed words."""
    made: int = 0
    """When they were signed, in seconds; 0: nobody says."""
    is_old: bool = False
    """Whether that is too long ago to be a word to the judge of today."""
    binds_reply: bool = False
    """Whether the signature is over the line that says which mail it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """The words under a PGP signature that holds. `mark`: the name of the signed words, `bare`: the same without their
    time; `made`: when they were signed, in seconds (0: nobody says); `dated`: the date in their own head (0: none);
    `to`: whom they are for, as far as they say.

    Anybody who has a signature can put it into another wrapping. An encrypted one does not tell the time: its words
    count if they came in no wrapping before, and in no other one afterwards.
    """

    mark: str = ""
    bare: str = ""
    made: int = 0
    dated: int = 0
    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The receiving server's findings on the sender: each `pass`, `fail` or "" (it did not say)."""

    spf: str = ""
    dkim: str = ""
    dmarc: str = ""
    arc: str = ""
    dkim_domains: tuple[str, ...] = ()
    spf_domain: str = ""
    dmarc_domain: str = ""
    """The domain the finding on DMARC is about; "" when the server does not say."""
    policy: str = ""
    """The domain's wish where DMARC fails: none, quarantine, reject; "" when nobody said."""
    strict: tuple[str, ...] = ()
    """Of `dkim` and `spf`, those that must hold for the very domain of the address."""
    auth: str = ""
    """The address of the login that sent it; a login alone is somebody at the judge's own domain."""
    pgp: str = ""
    seal: Seal = Seal()
    doubt: str = ""
    """Why its PGP signature, which holds, says nothing here."""
    account: str = ""
    """The account on a chat that said it, which its address has connected."""
    head: Head = Head()

    def vouches_for(self, address: str) -> bool:
        """Whether it vouches for this very address, as that of somebody who wrote to the judge."""
        if self.pgp == "pass" or self.account:
            return True
        head = self.head
        return not head.is_to_others and self._is_from(address, head.is_covered and head.is_signed and not head.is_old)

    def binds_reply(self, address: str) -> bool:
        """Whether nobody on the way can have changed which mail it says that it answers."""
        by_spf = self.spf == "pass" and is_aligned(domain(address).lower(), self.spf_domain, "spf" in self.strict)
        return by_spf or bool(self.account) or (self.head.binds_reply and self.vouches_for(address))

    def doubts(self, address: str) -> str:
        """Why it does not vouch for an address that its server found to be true; "": for no such reason."""
        if self.doubt or self.vouches_for(address) or not self._is_from(address, True):
            return self.doubt
        if self.head.is_to_others:
            return "to-others"
        return "signed-long-ago" if self.head.is_old else "head-unsigned"

    def _is_from(self, address: str, by_signature: bool) -> bool:
        """Whether DMARC, DKIM or SPF say that this address sent it. `by_signature`: whether DKIM counts; where it does
        not, DMARC says no more than SPF."""
        own = domain(address).lower()
        if self.dmarc == "fail":
            return False
        by_spf = self.spf == "pass" and is_aligned(own, self.spf_domain, "spf" in self.strict)
        if self.dmarc == "pass":
            is_ours = not self.dmarc_domain or self.dmarc_domain.lower() == own
            return is_ours and (by_spf or by_signature or not (self.head.is_signed or self.dkim == "pass"))
        if self.dkim == "pass" and by_signature and self._signed_for(own):
            return True
        return by_spf or (bool(self.auth) and self.auth.lower() == address.lower())

    def _signed_for(self, own: str) -> bool:
        return any(is_aligned(own, one, "dkim" in self.strict) for one in self.dkim_domains)

    def speaks_against(self, address: str) -> bool:
        """Whether it says that somebody else wrote under this address. A signature that holds outweighs it.

        A domain that asks for nothing where DMARC fails, and a forwarder whose seal holds, leave the matter open.
        """
        if self.pgp == "pass":
            return False
        if self.dmarc == "fail":
            return self.policy != "none" and self.arc != "pass"
        return self.spf == "fail" and self.dkim in ("", "fail", "none")


AGAINST = Proof(dmarc="fail", policy="reject")
"""The proof of findings so long that nobody honest has them: their sender made them so, to have them read in part."""


def proof_of(message: Message, own_server: str, own_address: str = "") -> Proof:
    """The topmost Authentication-Results of one's own server; every other one may have been written by the sender.

    A login there without a domain has an address at the judge's own domain, and at no other.
    """
    if not own_server:
        return Proof()
    for value in whole_headers(message, "Authentication-Results"):
        if value is None:
            return AGAINST
        name, _, results = value.partition(";")
        words = name.strip().split()
        if not words or words[0].lower() != own_server.lower():
            # Headers are in the order in which servers put them on top: ours comes first or was not written.
            return Proof()
        found = results_in(results)
        if found.auth and "@" not in found.auth:
            return replace(found, auth=f"{found.auth}@{domain(own_address)}" if own_address else "")
        return found
    return Proof()


def _without_quotes(text: str) -> str:
    """Without the text in quotes: a sender chooses those words. A quote that is not closed hides all behind it."""
    return re.sub(r'"(?:[^"\\]|\\.)*(?:"|$)', _quoted, text)


def _quoted(found: re.Match[str]) -> str:
    words = found[0][1:-1]
    is_name = found[0].endswith('"') and re.fullmatch(r"[\w.@+-]+", words) and found.string[found.end() :][:1] != "@"
    return words if is_name else "quoted"


@dataclass(frozen=True, slots=True)
class _Finding:
    """One finding of a server: the method, its result, and what it is about."""

    method: str
    result: str
    about: Mapping[str, str]

    def name(self, *keys: str) -> str:
        """The domain of the first of these that the server named."""
        return next((self.about[key] for key in keys if self.about.get(key)), "").rpartition("@")[2]


def results_in(text: str) -> Proof:
    """The text behind the server's name in a header of findings, read by RFC 8601."""
    text = _without_quotes(text)
    said = next((one for one in text.split(";") if re.search(r"(?i)\bdmarc\s*=", one)), "")
    policy = re.search(r"(?i)[\s(.](?:p|policy)\s*=\s*(none|quarantine|reject)\b", said)
    found = [one for one in map(_finding, _without_comments(text).split(";")) if one is not None]
    passed = [one for one in found if one.result == "pass"]

    def only(method: str, *keys: str) -> str:
        """The name that all passed findings of a method are about; "" where they differ."""
        names = {one.name(*keys) for one in passed if one.method == method}
        return names.pop() if len(names) == 1 else ""

    logins = {one.about.get("smtp.auth", "") for one in passed if one.method == "auth"}
    return Proof(
        spf=_best(found, "spf"), dkim=_best(found, "dkim"), dmarc=_best(found, "dmarc"), arc=_best(found, "arc"),
        dkim_domains=tuple(
            domain("@" + one.name("header.d", "header.i")) for one in passed if one.method == "dkim"
        ),
        spf_domain=only("spf", "smtp.mailfrom"), dmarc_domain=only("dmarc", "header.from"),
        policy=policy[1].lower() if policy else "", auth=logins.pop() if len(logins) == 1 else "",
    )  # fmt: skip


_COMMENT = re.compile(r"\((?![^()]*;\s*(?:spf|dkim|dmarc|arc|auth)\b)[^()]*\)", re.IGNORECASE)


def _without_comments(text: str) -> str:
    """Without comments, also in comments. One that holds another finding is none: two brackets in addresses made it."""
    for _ in range(MOST_NESTED):
        text, before = _COMMENT.sub(" ", text), text
        if text == before:
            break
    return text


def _finding(clause: str) -> _Finding | None:
    """One clause: a method with its result, and each thing it is about once. Where more stands there, it is unclear
    which of it the server found: then it passed nothing."""
    begun = re.match(r"\s*(spf|dkim|dmarc|arc|auth)\s*(?:/\s*\d+\s*)?=\s*([a-z]{1,12})(?=\s|$)", clause, re.I)
    if begun is None:
        return None
    method, result = begun[1].lower(), begun[2].lower()
    about: dict[str, str] = {}
    is_clear = True
    for word in re.sub(r"\s*=\s*", "=", clause[begun.end() :]).split():
        key, sign, value = word.partition("=")
        is_clear = is_clear and bool(sign) and key.lower() not in about and key.lower() not in _METHODS
        about[key.lower()] = value
    # The name with which a server greets is not its sender's address.
    is_greeting = method == "spf" and "smtp.helo" in about and "smtp.mailfrom" not in about
    return _Finding(method, "none" if result == "pass" and (is_greeting or not is_clear) else result, about)


def _best(found: Sequence[_Finding], method: str) -> str:
    """The result of a method: a pass where there is one. Of DMARC there is one finding, so it must be all that is
    said."""
    own = [one for one in found if one.method == method]
    results = {one.result for one in own}
    if "pass" in results and (method != "dmarc" or (results == {"pass"} and len({str(one.about) for one in own}) == 1)):
        return "pass"
    if results & {"fail", "permerror"}:
        return "fail"
    return "none" if "pass" in results else next((one.result for one in own), "")
