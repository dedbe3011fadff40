"""DKIM signatures are checked here where the receiving server says nothing of them; the name server is a mapping."""

import base64
from types import SimpleNamespace

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from judge.mail.proof import Proof
from judge.mail.signature import Signatures

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
SECRET = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
)
PUBLIC = base64.b64encode(
    KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
)
LETTER = (
    b"From: Ann <ann@example.org>\r\nTo: judge@example.net\r\nSubject: orders {spring-1901-movement}\r\n"
    b"Message-ID: <1@example.org>\r\n\r\nA PAR - BUR\r\n"
)


def signed(letter=LETTER, domain=b"example.org", **more):
    return dkim.sign(letter, b"post", domain, SECRET, include_headers=[b"from", b"to", b"subject"], **more) + letter


class Names:
    """A name server that counts how often it is asked."""

    def __init__(self, **records):
        self.records = {
            f"post._domainkey.{domain.replace('_', '.')}.".encode(): said for domain, said in records.items()
        }
        self.asked = 0

    def __call__(self, name):
        self.asked += 1
        said = self.records.get(name)
        if said is TimeoutError:
            raise TimeoutError
        return said


PUBLISHED = b"v=DKIM1; k=rsa; p=" + PUBLIC


def test_a_signature_that_holds_vouches_for_its_own_domain_alone():
    signatures = Signatures(Names(example_org=PUBLISHED, example_com=PUBLISHED))
    proof = signatures.added_to(Proof(), signed())
    assert (proof.dkim, proof.dkim_domains) == ("pass", ("example.org",))
    assert proof.vouches_for("ann@example.org")
    assert not proof.vouches_for("ann@example.com")
    other = signatures.added_to(Proof(), signed(domain=b"example.com"))
    assert other.dkim == "pass"
    assert not other.vouches_for("ann@example.org")


@pytest.mark.parametrize(
    ("change", "into"),
    [
        (b"A PAR - BUR", b"A PAR - GAS"),
        (b"From: Ann <ann@example.org>", b"From: Ann <eve@example.org>"),
        (b"A PAR - BUR\r\n", b"A PAR - BUR\r\nA MAR - SPA\r\n"),
        (b"From: Ann <ann@example.org>\r\n", b"From: Eve <eve@example.org>\r\nFrom: Ann <ann@example.org>\r\n"),
    ],
)
def test_a_letter_changed_on_the_way_fails(change, into):
    raw = signed()
    assert change in raw
    assert Signatures(Names(example_org=PUBLISHED)).checked(raw.replace(change, into)) == ("fail", ())


def test_a_signature_over_part_of_the_body_is_none():
    raw = signed(length=True)
    assert b" l=" in raw.partition(b"From:")[0]
    assert Signatures(Names(example_org=PUBLISHED)).checked(raw + b"A MAR - SPA\r\n") == ("fail", ())


def test_no_signature_no_key_and_a_name_server_that_does_not_answer_are_three_things():
    assert Signatures(Names()).checked(LETTER) == ("none", ())
    assert Signatures(Names()).checked(signed()) == ("fail", ())
    assert Signatures(Names(example_org=TimeoutError)).checked(signed()) == ("", ())


def test_what_the_own_server_said_is_not_asked_again():
    names = Names(example_org=PUBLISHED)
    said = Proof(dkim="fail")
    assert Signatures(names).added_to(said, signed()) is said
    assert names.asked == 0


def test_a_key_is_asked_for_once_an_hour():
    now = [0.0]
    names = Names(example_org=PUBLISHED)
    signatures = Signatures(names, clock=lambda: now[0])
    for _ in range(3):
        assert signatures.checked(signed())[0] == "pass"
    assert names.asked == 1
    now[0] = 3601
    signatures.checked(signed())
    assert names.asked == 2


@pytest.mark.parametrize(
    "junk", [b"", b"=;;;", b"v=1; a=rsa-sha256; d=; s=; b=; bh=", b"v=1; h=to", b"\xff\xfe; l=", b"x" * 5000]
)
def test_a_broken_signature_is_a_failed_one(junk):
    raw = b"DKIM-Signature: " + junk + b"\r\n" + LETTER
    assert Signatures(Names(example_org=PUBLISHED)).checked(raw)[0] in ("fail", "none")


def test_twenty_signatures_cost_five_questions():
    names = Names()
    raw = LETTER
    for number in range(20):
        raw = dkim.sign(LETTER, f"s{number}".encode(), b"example.org", SECRET) + raw
    assert Signatures(names).checked(raw) == ("fail", ())
    assert names.asked <= 5


class Heard(str):
    """One finding, as the signer of seals wants it."""

    method = "dkim"


class Findings:
    """Stands for the package authres, which only the writer of seals needs."""

    class AuthenticationResultsHeader:
        @staticmethod
        def parse(text):
            server, _, rest = text.removeprefix("Authentication-Results: ").partition("; ")
            return SimpleNamespace(authserv_id=server, results=[Heard(rest)])


def sealed(by=b"lists.example.com", found=b"dkim=pass header.d=example.org"):
    """A letter of Ann's that a mailing list changed (which broke her signature), and sealed."""
    changed = signed().replace(b"A PAR - BUR", b"A PAR - BUR\r\n-- \r\nthe list's own footer")
    dkim.authres = Findings
    heard = b"Authentication-Results: " + by + b"; " + found + b"\r\n"
    chain = dkim.arc_sign(heard + changed, b"post", by, SECRET, by, include_headers=[b"from", b"to", b"subject"])
    return b"".join(chain) + heard + changed


@pytest.mark.parametrize(
    ("sealers", "letter", "holds"),
    [
        (("lists.example.com",), sealed, True),
        # Nobody named this forwarder: its seal is only its own word.
        ((), sealed, False),
        (("other.example",), sealed, False),
        # Changed after it was sealed, or sealed without having been proven.
        (("lists.example.com",), lambda: sealed().replace(b"A PAR", b"A MAR"), False),
        (("lists.example.com",), lambda: sealed(found=b"dkim=fail header.d=example.org"), False),
    ],
)  # fmt: skip
def test_a_forwarders_seal_counts_where_the_forwarder_is_believed(sealers, letter, holds):
    names = Names(example_org=PUBLISHED, lists_example_com=PUBLISHED)
    proof = Signatures(names, sealers=sealers).added_to(Proof(), letter())
    assert proof.vouches_for("ann@example.org") is holds
    assert not proof.vouches_for("eve@example.com")


@pytest.mark.parametrize(("record", "holds"), [(b"v=DMARC1; p=reject; adkim=s", False), (b"v=DMARC1; p=none", True)])
def test_a_domain_may_ask_for_its_very_own_signature(record, holds):
    names = Names(mail_example_org=PUBLISHED)
    names.records[b"_dmarc.example.org."] = record
    proof = Signatures(names).added_to(Proof(), signed(domain=b"mail.example.org"))
    assert proof.vouches_for("ann@example.org") is holds


def test_a_key_larger_than_anybody_has_is_not_tried():
    """Whoever publishes one chooses how long it takes."""
    signatures = Signatures(Names(example_org=PUBLISHED + b"; n=" + b"x" * 1000))
    assert signatures.added_to(Proof(), signed()).dkim == "fail"


@pytest.mark.parametrize("filling", [b"\r\n " * 1500, b"\r\n !" * 1200, b" A" * 2200])
def test_a_signature_made_to_take_minutes_is_not_tried(filling):
    names = Names(example_org=PUBLISHED)
    letter = signed().replace(b" b=", b" b=" + filling, 1)
    assert Signatures(names).added_to(Proof(), letter).dkim == "fail"
    assert names.asked == 0


def test_seals_made_to_take_minutes_are_not_tried():
    for change in ((b" b=", b" b=" + b"\r\n !" * 1200), (b"ARC-Seal:", b"ARC-Seal: x\r\n" * 11 + b"ARC-Seal:")):
        names = Names(example_org=PUBLISHED, lists_example_com=PUBLISHED)
        letter = sealed().replace(*change)
        Signatures(names, sealers=["lists.example.com"]).added_to(Proof(dkim="fail"), letter)
        assert names.asked == 0


def test_a_body_made_to_take_minutes_is_not_looked_into():
    signatures = Signatures(Names(example_org=PUBLISHED))
    assert signatures.added_to(Proof(), signed(LETTER + b"x" + b" " * 998 + b"x\r\n")).dkim == "pass"
    assert signatures.added_to(Proof(), signed(LETTER + b"x" + b" " * 1000 + b"x\r\n")).dkim == ""


@pytest.mark.parametrize(
    "domains", [[f"{one}.evil.example.com" for one in range(5)], [f"{one}.com" for one in range(5)]]
)
def test_a_name_server_that_never_answers_keeps_nobody_waiting_long(domains):
    now, asked = [1000.0], []

    def ask(name):
        asked.append(name)
        now[0] += 3
        raise TimeoutError

    signatures = Signatures(ask, clock=lambda: now[0])
    letter = LETTER
    for one in domains:
        letter = signed(letter, domain=one.encode())
    for _ in range(10):
        assert signatures.added_to(Proof(), letter).dkim == ""
    assert now[0] - 1000 <= 15
    # After a while it is asked again.
    now[0] += 600
    before = len(asked)
    signatures.added_to(Proof(), letter)
    assert len(asked) > before
