"""Letters that somebody signed and that others send on: a signature is a word to the judge, or none."""

from __future__ import annotations

import pysequoia
import pytest

from tests.serve.test_pgp import AMBER, clear, mime, part, pgp_table  # noqa: F401
from tests.serve.test_proof import said, state_of

FOUND = {
    "dkim": "dkim=pass header.d=mail.example; spf=fail smtp.mailfrom=evil.example",
    "dmarc": "dmarc=pass header.from=mail.example; dkim=pass header.d=mail.example",
    "dmarc alone": "dmarc=pass header.from=mail.example",
    "its own provider": "spf=pass smtp.mailfrom=eve@mail.example; dmarc=pass header.from=mail.example",
}
ALL = "from:to:cc:subject:date:message-id"


def letter(*heads, text="RESIGN", covers=ALL, found="dkim", signature=True, at=1_803_891_600, number=1):
    """A mail of Amber's as it comes to the judge. `heads`: what stands above her own From and Message-ID."""
    lines = [f"Authentication-Results: mx.judge.localhost; {FOUND[found]}"]
    if signature:
        lines += [f"DKIM-Signature: v=1; d=mail.example; s=x; h={covers}; t={at}; bh={len(text)}; b=AAAA"]
    lines += [*heads, "From: amber@mail.example", f"Message-ID: <sent-on-{number}@mail.example>"]
    return "\r\n".join([*lines, "", text, ""]).encode()


TO_EVE = ("To: eve@evil.example", "Subject: as I said")
TO_US = ("To: judge@judge.localhost", "Subject: [club/g1] orders")


@pytest.mark.parametrize("found", FOUND)
def test_a_signed_letter_to_somebody_else_proves_nothing_here(table, found):
    for number, raw in enumerate(
        (
            letter(*TO_EVE, found=found),
            letter("X-Original-To: judge+g1@judge.localhost", *TO_EVE, found=found),
            letter("Subject: x", found=found),
        )
    ):
        answer = table.arrive(raw.replace(b"sent-on-1", b"sent-on-%d" % number))
        assert "RESIGN is not done yet" in said(answer), raw
        assert "as a letter to somebody else" in said(answer), raw
    assert state_of(table, "amber") == "active"


@pytest.mark.parametrize("found", ["dkim", "dmarc", "dmarc alone"])
@pytest.mark.parametrize(
    "heads",
    [
        # Written on top of what she signed: the signature is over the lower ones.
        ("To: judge@judge.localhost", *TO_EVE),
        ("Cc: judge@judge.localhost", "To: eve@evil.example", "Cc: carl@evil.example", "Subject: x"),
        ("Subject: [club/g1] now", *TO_US),
        # To the judge, but for another game.
        ("Delivered-To: judge+g1@judge.localhost", "To: judge@judge.localhost", "Subject: x"),
    ],
)
def test_what_was_written_on_top_of_a_signed_letter_proves_nothing(table, heads, found):
    answer = table.arrive(letter(*heads, found=found))
    assert "RESIGN is not done yet" in said(answer)
    assert "leaves out a line" in said(answer)


@pytest.mark.parametrize(
    "covers", ["from:subject:date", "from:to:date", "to:subject:date", "from:to:subject:cc; h=from", ALL + "; l=0", ""]
)
def test_a_signature_that_leaves_out_what_is_read_is_none(table, covers):
    assert "RESIGN is not done yet" in said(table.arrive(letter(*TO_US, covers=covers)))
    # Her provider's server brought it itself: then it need not be signed.
    found = "its own provider"
    table.arrive(letter(*TO_US, text="RESIGN g1", covers=covers, found=found, number=2))
    assert state_of(table, "amber") == "resigned"


def test_a_letter_signed_to_the_judge_is_proven(table):
    table.arrive(letter(*TO_US))
    assert state_of(table, "amber") == "resigned"


def test_a_second_signature_that_somebody_added_lends_nothing_to_the_first(table):
    more = b"DKIM-Signature: v=1; d=mail.example; h=from:to:to:subject; t=1803891600; bh=x; b=x\r\n"
    for number, place in enumerate((b"From:", b"DKIM-Signature:")):
        raw = letter("To: judge@judge.localhost", *TO_EVE, number=number).replace(place, more + place, 1)
        assert "RESIGN is not done yet" in said(table.arrive(raw.replace(b"bh=x", b"bh=x%d" % number)))


@pytest.mark.parametrize("change", [(b"sent-on-1@", b"other@"), (b"bid 5", b"bid  5"), (b"h=from:to", b"h=from: to")])
def test_signed_words_count_once_in_whatever_head_they_come(table, change):
    raw = letter(*TO_US, text="bid 5", covers="from:to:cc:subject:date")
    table.arrive(raw)
    table.write("amber", "bid 2")
    answer = table.arrive(raw.replace(*change).replace(b"sent-on-1@", b"once-more@"))
    assert part(answer)["code"] == "sent-before"
    assert table.orders("amber") == ("bid 2",)


@pytest.mark.parametrize("before", [b" bh=", b" t=", b" Sat,"])
def test_blanks_that_a_signature_passes_over_hide_no_part_of_it(table, before):
    """Whoever sends it on makes one blank of the head a thousand times as long: under the signature it is the same."""
    heads = ("Date: Sat, 27 Feb 2027 09:00:00 +0000", *TO_US)
    raw = letter(*heads, text="bid 5", covers="from:to:cc:subject:date")
    table.arrive(raw)
    table.write("amber", "bid 2")
    for number, blanks in enumerate((b" " * 2500, b"\r\n" + b" " * 2500, b" \r\n" * 1500 + b" ", b" " * 15_000)):
        again = raw.replace(before, blanks + before, 1).replace(b"sent-on-1@", b"again-%d@" % number)
        answer = table.arrive(again)
        assert part(answer)["code"] == "sent-before", blanks[:5]
        assert table.orders("amber") == ("bid 2",)


@pytest.mark.parametrize(
    "spoilt",
    {
        "under another name": (b"From: amber@mail.", b"From: eve@evil."),
        "as a machine's": (b"From:", b"Auto-Submitted: auto-replied\r\nFrom:"),
        "from nobody": (b"From:", b"Return-Path: <>\r\nFrom:"),
        "from a mail server": (b"From:", b"Return-Path: <MAILER-DAEMON>\r\nFrom:"),
        "over thirty servers": (b"From:", b"Received: from a by b\r\n" * 30 + b"From:"),
        "as a list's": (b"From:", b"List-Id: <x>\r\nFrom:"),
        "marked by a program": (b"From:", b"X-Autoreply: yes\r\nFrom:"),
        "with a subject on top": (b"Subject:", b"Subject: x\r\nSubject:"),
        "to another place": (b"From:", b"Delivered-To: judge+other@judge.localhost\r\nFrom:"),
        "with a signature that fails": (b"dkim=pass", b"dkim=fail"),
        "without its signature": (b"DKIM-Signature:", b"X-Was:"),
    }.items(),
    ids=lambda one: one[0],
)
def test_a_copy_that_comes_before_a_letter_takes_nothing_from_it(table, spoilt):
    """Whoever is in Cc has it sooner than the judge, and sends it on at once, spoilt."""
    raw = letter(*TO_US, text="bid 5\nRESIGN")
    table.arrive(raw.replace(*spoilt[1], 1))
    table.pass_time(minutes=2)
    answer = table.arrive(raw)
    assert answer is not None
    assert table.orders("amber") == ("bid 5",)
    assert state_of(table, "amber") == "resigned"


def test_a_letter_is_one_letter_whatever_servers_write_on_top_of_it(table):
    raw = letter("To: judge+g1@judge.localhost", "Cc: judge@judge.localhost", "Subject: orders", text="bid 5")
    table.arrive(raw)
    again = b"Received: from elsewhere\r\nX-Spam-Score: 2\r\nDelivered-To: judge+g1@judge.localhost\r\n" + raw
    assert table.arrive(again) is None
    assert len(table.letters()) == 1


def test_what_was_signed_more_than_a_week_ago_proves_nothing(table):
    long_ago = int(table.now.timestamp()) - 8 * 24 * 3600
    answer = table.arrive(letter(*TO_US, at=long_ago))
    assert "RESIGN is not done yet" in said(answer)
    assert "more than a week ago" in said(answer)


def test_a_letter_that_comes_over_a_list_is_answered_and_its_orders_count(table):
    answer = table.arrive(letter("To: judges@lists.example", "Subject: [club/g1] orders", text="bid 5"))
    assert table.orders("amber") == ("bid 5",)
    assert answer.recipient == "amber@mail.example"
    assert "as a letter to somebody else" in said(answer)


# --- PGP ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("made", [clear, mime], ids=["clear-signed", "signed-mail"])
def test_signed_words_that_are_for_nobody_prove_nothing_under_a_name_that_anybody_can_write(pgp_table, made):  # noqa: F811
    table = pgp_table()
    answer = table.arrive(made(table, "RESIGN", proven=False))
    assert "RESIGN is not done yet" in said(answer)
    assert "do not say that they are for me" in said(answer)
    table.arrive(made(table, "GAME g1\nRESIGN" if made is clear else "GAME g1\r\nRESIGN", proven=False))
    assert state_of(table, "amber") == "resigned"


def test_signed_words_for_somebody_else_are_not_for_the_judge_whatever_they_name(pgp_table):  # noqa: F811
    """Mail programs put the head of a mail under the signature as well."""
    table = pgp_table()
    for to, state in (("eve@evil.example", "active"), ("judge@judge.localhost", "resigned")):
        inner = f"Content-Type: text/plain; charset=utf-8\r\nTo: {to}\r\n\r\nGAME g1\r\nRESIGN\r\n"
        seal = pysequoia.sign(AMBER.signer(), inner.encode(), mode=pysequoia.SignatureMode.DETACHED).decode()
        head = (
            f"From: amber@mail.example\r\nTo: judge@judge.localhost\r\nSubject: [club/g1] x\r\nMessage-ID: <{to}>\r\n"
        )
        kind = 'multipart/signed; boundary="==b"; protocol="application/pgp-signature"'
        body = f"--==b\r\n{inner}\r\n--==b\r\nContent-Type: application/pgp-signature\r\n\r\n{seal}\r\n--==b--\r\n"
        table.arrive(f"{head}MIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n{body}".encode())
        assert state_of(table, "amber") == state, to


def test_a_subject_is_not_under_a_pgp_signature(pgp_table):  # noqa: F811
    table = pgp_table()
    table.arrive(clear(table, "GAME g1\nThank you!", proven=False, subject="RESIGN"))
    assert state_of(table, "amber") == "active"


def test_words_signed_with_pgp_long_ago_are_not_said_today(pgp_table):  # noqa: F811
    table = pgp_table(settings={"auth": "pgp"})
    raw = clear(table, "GAME g1\nbid 5", proven=False)
    table.pass_time(days=8)
    assert part(table.arrive(raw))["code"] == "signed-long-ago"


READ_OTHERWISE = {
    "as quoted-printable": "Content-Transfer-Encoding: quoted-printable",
    "as a page": "Content-Type: text/html",
    "in another set of signs": "Content-Type: text/plain; charset=utf-7",
    "as a mail of parts": "Content-Type: multipart/mixed; boundary=odd",
}


@pytest.mark.parametrize("how", READ_OTHERWISE)
def test_words_that_are_to_be_read_by_rules_that_nobody_signed_prove_nothing(table, how):
    """Amber's program says cost=0Abid 9=0A, she writes, and Blue, who is in Cc, has that unpacked."""
    text = "Thank you.\n\n> My program says cost=0ARESIGN=0Ain its log\n> --odd\n> RESIGN\n"
    raw = letter(*TO_US, READ_OTHERWISE[how], text=text.replace("\n", "\r\n"))
    table.arrive(raw)
    assert state_of(table, "amber") == "active"


def test_words_that_a_program_packed_are_proven_though_nobody_signed_how(table):
    for number, (packing, words) in enumerate(
        (("quoted-printable", "J=E2=80=99ai fini =3D bien.=20\r\n\r\nRESIGN\r\n"), ("base64", "UkVTSUdOCg==\r\n"))
    ):
        heads = ("Content-Type: text/plain; charset=utf-8", f"Content-Transfer-Encoding: {packing}")
        answer = table.arrive(letter(*TO_US, *heads, text=words, number=number))
        assert "is not done yet" not in said(answer), packing
    assert state_of(table, "amber") == "resigned"


@pytest.mark.parametrize(
    ("heads", "covers", "text", "counts"),
    [
        ((), "from:to:cc:subject:date:message-id", "FIX 1", False),
        (("In-Reply-To: {}",), "from:to:cc:subject:date:message-id", "FIX 1", False),
        (("In-Reply-To: {}",), ALL + ":in-reply-to", "FIX 1", True),
        ((), ALL, "FIX 1 of {}", True),
    ],
)
def test_a_signed_fix_is_for_no_answer_to_a_letter_that_anybody_can_write(table, heads, covers, text, counts):
    """Caught on its way, it could be made to answer the one that a forged letter brought meanwhile."""
    form = "> ORDERS g1 amber round-1-bids\n> bid 9\n> END ORDERS"
    answer = table.write("amber", f"Look, Carl wrote:\n{form}", proven=False)
    assert "FIX 1" in table.written(answer).text
    heads = tuple(one.format(answer.message_id) for one in heads)
    said = table.arrive(letter(*TO_US, *heads, covers=covers, text=text.format(answer.facts["answer"])))
    assert table.orders("amber") == (("bid 9",) if counts else ()), said.facts["parts"]
