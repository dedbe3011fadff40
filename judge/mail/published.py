"""The records that the judge's own domain publishes about its mail: SPF, DKIM and DMARC, as a receiving server looks
them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.mail.accounts import Account
from judge.mail.headers import domain
from judge.mail.proof import organisation
from judge.mail.signature import PATIENCE
from judge.mail.tryout import Finding
from judge.package import install
from judge.report.saying import Saying

SELECTORS = (
    "default", "mail", "dkim", "google", "selector1", "selector2", "s1", "s2", "k1", "fm1", "protonmail", "key1",
)  # fmt: skip
"""Under what keys are usually published; a letter says which one is used, the name server does not."""

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
    """The records of the domain of the judge's address, and the missing ones."""
    own = domain(account.address).lower()
    if not organisation(own) or own.endswith((".localhost", ".invalid", ".local", ".test", ".example")):
        yield Finding("domain", "ok", Saying("trying/no-domain", {"domain": own}))
        return
    try:
        yield _spf(own, ask(own))
        yield _dkim(own, account.dkim_selector, ask)
        yield _dmarc(own, ask)
    except ModuleNotFoundError:
        yield Finding("domain", "note", Saying("trying/not-looked-up", {"domain": own, "package": install("dkim")}))
    except NoNameServer as error:
        yield Finding("domain", "note", Saying("trying/not-answered", {"domain": own, "error": error}))


def _spf(own: str, texts: Sequence[str]) -> Finding:
    found = [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]
    if not found:
        return Finding("spf", "note", Saying("trying/no-spf", {"domain": own}))
    if len(found) > 1:
        return Finding("spf", "bad", Saying("trying/several-spf", {"domain": own, "many": len(found)}))
    last = found[0].split()[-1].lower()
    if last in ("+all", "all", "?all"):
        return Finding("spf", "bad", Saying("trying/open-spf", {"domain": own, "last": last}))
    return Finding("spf", "ok", Saying("trying/found", {"domain": own, "text": found[0]}))


def _dkim(own: str, selector: str, ask: Ask) -> Finding:
    for name in (selector,) if selector else SELECTORS:
        for text in ask(f"{name}._domainkey.{own}"):
            fields = dict(part.strip().partition("=")[::2] for part in text.split(";"))
            if "p" in fields:
                if not fields["p"].strip():
                    return Finding("dkim", "bad", Saying("trying/dkim-withdrawn", {"name": name, "domain": own}))
                return Finding("dkim", "ok", Saying("trying/dkim", {"domain": own, "name": name}))
    if selector:
        return Finding("dkim", "bad", Saying("trying/dkim-not-under", {"domain": own, "selector": selector}))
    return Finding(
        "dkim", "note",
        Saying("trying/dkim-none", {"domain": own}),
    )  # fmt: skip


def _dmarc(own: str, ask: Ask) -> Finding:
    for name in dict.fromkeys((own, organisation(own))):
        found = [text for text in ask(f"_dmarc.{name}") if text.lower().replace(" ", "").startswith("v=dmarc1")]
        if len(found) > 1:
            return Finding("dmarc", "bad", Saying("trying/several-dmarc", {"name": name, "many": len(found)}))
        if found:
            return Finding("dmarc", "ok", Saying("trying/found", {"domain": name, "text": found[0]}))
    return Finding("dmarc", "note", Saying("trying/dmarc-none", {"domain": own}))


__all__ = ["NoNameServer", "published", "texts_of"]
