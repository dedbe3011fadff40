"""What the judge's own domain publishes about its mail: SPF, DKIM and DMARC, as a receiving server looks them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.mail.accounts import Account
from judge.mail.headers import domain
from judge.mail.proof import organisation
from judge.mail.signature import PATIENCE
from judge.mail.tryout import Finding
from judge.package import install

SELECTORS = (
    "default", "mail", "dkim", "google", "selector1", "selector2", "s1", "s2", "k1", "fm1", "protonmail", "key1",
)  # fmt: skip
"""Under what keys are usually published; which one is used stands in a letter, not in the name server."""

Ask = Callable[[str], Sequence[str]]


class NoNameServer(Exception):
    """No name server answered."""


def texts_of(name: str) -> list[str]:
    """The texts published under a name; none where there is no such name. Raises NoNameServer."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.exception.SyntaxError):
        return []
    except dns.exception.DNSException as error:
        raise NoNameServer(str(error)) from None
    return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]


def published(account: Account, ask: Ask = texts_of) -> Iterator[Finding]:
    """What stands there for the domain of the judge's address, and what is missing."""
    own = domain(account.address).lower()
    if not organisation(own) or own.endswith((".localhost", ".invalid", ".local", ".test", ".example")):
        yield Finding("domain", "ok", f"{own} is no domain of the internet: nothing is looked up")
        return
    try:
        yield _spf(own, ask(own))
        yield _dkim(own, account.dkim_selector, ask)
        yield _dmarc(own, ask)
    except ModuleNotFoundError:
        yield Finding("domain", "note", f"what {own} publishes was not looked up: {install('dkim')} does that")
    except NoNameServer as error:
        yield Finding("domain", "note", f"what {own} publishes could not be looked up: {error}")


def _spf(own: str, texts: Sequence[str]) -> Finding:
    found = [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]
    if not found:
        return Finding("spf", "note", f"{own} names no servers that may send for it (SPF): mails may be taken for junk")
    if len(found) > 1:
        return Finding("spf", "bad", f"{own} has {len(found)} SPF records, and receivers then heed none: leave one")
    last = found[0].split()[-1].lower()
    if last in ("+all", "all", "?all"):
        return Finding("spf", "bad", f"the SPF record of {own} ends in {last}: anybody may send in its name")
    return Finding("spf", "ok", f"{own}: {found[0]}")


def _dkim(own: str, selector: str, ask: Ask) -> Finding:
    for name in (selector,) if selector else SELECTORS:
        for text in ask(f"{name}._domainkey.{own}"):
            fields = dict(part.strip().partition("=")[::2] for part in text.split(";"))
            if "p" in fields:
                if not fields["p"].strip():
                    return Finding("dkim", "bad", f"the key {name} of {own} is withdrawn (p= is empty)")
                return Finding("dkim", "ok", f"{own} publishes the key {name}")
    if selector:
        return Finding("dkim", "bad", f"{own} publishes no key under {selector}._domainkey")
    return Finding(
        "dkim", "note",
        f"{own} publishes no key under the usual names (DKIM). The header DKIM-Signature of a mail names its own (s=): "
        "`dkim_selector:` under mail: has that one looked up",
    )  # fmt: skip


def _dmarc(own: str, ask: Ask) -> Finding:
    for name in dict.fromkeys((own, organisation(own))):
        found = [text for text in ask(f"_dmarc.{name}") if text.lower().replace(" ", "").startswith("v=dmarc1")]
        if len(found) > 1:
            return Finding("dmarc", "bad", f"{name} has {len(found)} DMARC records, and receivers then heed none")
        if found:
            return Finding("dmarc", "ok", f"{name}: {found[0]}")
    return Finding(
        "dmarc", "note", f"{own} does not say what becomes of mails that fail (DMARC): big providers ask for it"
    )


__all__ = ["NoNameServer", "published", "texts_of"]
