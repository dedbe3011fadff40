"""What a mail domain publishes, asked of a name server on this machine."""

import socket
import threading

import pytest

from judge.grammar.document import Document
from judge.mail.accounts import read_account
from judge.mail.published import published

pytest.importorskip("dns")
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset


@pytest.fixture
def names(monkeypatch):
    """A name server on loopback that knows what is put into this mapping, and nothing else."""
    known: dict[str, list[str]] = {}
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))

    def answer():
        while True:
            try:
                asked, sender = server.recvfrom(4096)
            except OSError:
                return
            if not asked:
                return
            query = dns.message.from_wire(asked)
            reply = dns.message.make_response(query)
            name = query.question[0].name
            texts = known.get(str(name).rstrip(".").lower(), [])
            if texts:
                quoted = [" ".join(f'"{text[at : at + 200]}"' for at in range(0, len(text), 200)) for text in texts]
                reply.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", *quoted))
            else:
                reply.set_rcode(dns.rcode.NXDOMAIN)
            server.sendto(reply.to_wire(), sender)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], server.getsockname()[1]
    monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
    yield known
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
        last.sendto(b"", server.getsockname())
    thread.join(5)
    server.close()


def found(tmp_path, **more):
    account = read_account(Document({"address": "judge@club-of-ours.org", **more}), tmp_path)
    return {one.what: (one.state, str(one.said)) for one in published(account)}


def test_a_domain_in_order(names, tmp_path):
    names["club-of-ours.org"] = ["some-site-verification=1", "v=spf1 include:_spf.example.org -all"]
    names["mail._domainkey.club-of-ours.org"] = [f"v=DKIM1; k=rsa; p={'A' * 390}"]
    names["_dmarc.club-of-ours.org"] = ["v=DMARC1; p=quarantine"]
    said = found(tmp_path)
    assert {what: state for what, (state, _) in said.items()} == {"spf": "ok", "dkim": "ok", "dmarc": "ok"}
    assert "the key mail" in said["dkim"][1]
    assert "p=quarantine" in said["dmarc"][1]


def test_a_domain_that_publishes_nothing_is_told_what_to_publish(names, tmp_path):
    said = found(tmp_path)
    assert {what: state for what, (state, _) in said.items()} == {"spf": "note", "dkim": "note", "dmarc": "note"}
    assert "dkim_selector" in said["dkim"][1]


@pytest.mark.parametrize(
    ("name", "texts", "what", "word"),
    [
        ("club-of-ours.org", ["v=spf1 +all"], "spf", "anybody may send"),
        ("club-of-ours.org", ["v=spf1 -all", "v=spf1 mx -all"], "spf", "2 SPF records"),
        ("june._domainkey.club-of-ours.org", ["v=DKIM1; p="], "dkim", "withdrawn"),
        ("nothing.example", ["x"], "dkim", "no key under june"),
        ("_dmarc.club-of-ours.org", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "dmarc", "2 DMARC records"),
    ],
)
def test_what_is_wrong_is_bad(names, tmp_path, name, texts, what, word):
    names[name] = texts
    state, said = found(tmp_path, dkim_selector="june")[what]
    assert (state, word in said) == ("bad", True)


def test_no_name_server_and_no_domain_are_no_faults(monkeypatch, tmp_path):
    resolver = dns.resolver.Resolver(configure=False)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as closed:
        closed.bind(("127.0.0.1", 0))
        resolver.nameservers, resolver.port = ["127.0.0.1"], closed.getsockname()[1]
    resolver.lifetime = 0.2
    monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
    monkeypatch.setattr("judge.mail.published.PATIENCE", 0.2)
    assert [state for state, _ in found(tmp_path).values()] == ["note"]
    assert found(tmp_path, address="judge@judge.localhost")["domain"][0] == "ok"
