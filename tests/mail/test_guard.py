"""Each reason not to act on a mail or not to answer it, by itself: a mail it finds, and one that is nearly so."""

import pytest

from judge.mail.guard import (
    IGNORED,
    Limits,
    answers_enough,
    bounced_number,
    bounces_in,
    is_flood,
    reason_to_ignore,
    verp_word,
)
from judge.mail.headers import message_of
from judge.mail.proof import Proof, proof_of

OWN = "judge@judge.example"
PLAIN = {"From": "ann@mail.example", "To": OWN, "Subject": "my orders", "Message-ID": "<1@mail.example>"}


def mail(received=1, **headers):
    lines = {**PLAIN, **{key.replace("_", "-"): value for key, value in headers.items()}}
    head = "Received: from a by b\r\n" * received + "".join(f"{key}: {value}\r\n" for key, value in lines.items())
    return message_of(f"{head}\r\nA PAR - BUR\r\n".encode())


FOUND = {
    "delivery-report": mail(Content_Type="multipart/report; boundary=b"),
    "our-own": mail(X_Loop="judge"),
    "automatic": mail(Auto_Submitted="auto-replied"),
    "null-sender": mail(Return_Path="<>"),
    "bulk": mail(Precedence="junk"),
    "list-mail": mail(List_Id="<players.example>"),
    "answers-suppressed": mail(X_Auto_Response_Suppress="OOF, DR"),
    "role-sender": mail(From="postmaster@mail.example"),
    "automatic-subject": mail(Subject="Automatic reply: your report"),
    "too-many-hops": mail(received=26),
    "calendar": mail(Content_Type="text/calendar", Subject="Accepted: game night"),
    "no-sender": mail(From="ann@mail.example, bob@mail.example"),
}
NEARLY = {
    "delivery-report": mail(Content_Type="multipart/mixed; boundary=b"),
    "our-own": mail(From="judge@mail.example"),
    "automatic": mail(Auto_Submitted="no"),
    "null-sender": mail(Return_Path="<ann@mail.example>"),
    "bulk": mail(Precedence="first-class"),
    "list-mail": mail(List_Archive="<https://mail.example>"),
    "answers-suppressed": mail(X_Auto_Response_Suppress="DR, RN"),
    "role-sender": mail(From="rooter@mail.example"),
    "automatic-subject": mail(Subject="Re: Report 3 (I was out of town)"),
    "too-many-hops": mail(received=25),
    "calendar": mail(Content_Type="text/calendar", Subject="my orders"),
    "no-sender": mail(From='"bob@mail.example" <ann@mail.example>'),
}


def test_every_reason_has_its_pair_of_mails():
    assert [code for code, _ in IGNORED] == list(FOUND) == list(NEARLY)


@pytest.mark.parametrize("code", FOUND)
def test_a_reason_finds_its_mail_and_no_other_does(code):
    assert [one for one, finds in IGNORED if finds(FOUND[code], OWN)] == [code]
    assert reason_to_ignore(FOUND[code], OWN) == code


@pytest.mark.parametrize("code", NEARLY)
def test_a_mail_that_is_nearly_so_is_a_letter(code):
    assert reason_to_ignore(NEARLY[code], OWN) is None


@pytest.mark.parametrize("sender", [OWN, "Judge+G1@Judge.Example", "judge+b.1.aaaaaaaaaaaaaaaa@judge.example"])
def test_the_judges_own_addresses_are_its_own(sender):
    assert reason_to_ignore(mail(From=sender), OWN) == "our-own"


def test_a_mail_with_the_identity_of_another_judges_answer_is_one():
    assert reason_to_ignore(mail(Message_ID="<abc.receipt@judge.elsewhere.example>"), OWN) == "our-own"


def test_a_flood_begins_after_the_last_letter_that_is_read():
    assert [is_flood(count, Limits(letters_per_hour=60)) for count in (59, 60, 61)] == [False, False, True]


def test_answers_have_an_end_sooner_for_strangers():
    limits = Limits()
    assert [answers_enough(count, count, True, limits) for count in (29, 30)] == ["", "30 an hour"]
    assert [answers_enough(count, count, False, limits) for count in (2, 3)] == ["", "3 an hour"]
    assert answers_enough(0, 120, True, limits) == "120 a day"
    assert answers_enough(0, 10, False, limits) == "10 a day"


def test_only_an_address_with_our_seal_says_which_mail_bounced():
    good = verp_word(b"secret", 7)
    assert bounced_number(b"secret", good) == 7
    seal = good.rpartition(".")[2]
    forged = [f"b.7.{seal}", f"b.8.{seal}", "b.7." + "0" * 16, verp_word(b"guess", 7), "b.7", good + "0"]
    assert [bounced_number(b"secret", one) for one in forged] == [None] * 6


def test_a_return_path_does_not_tell_how_many_mails_there_were():
    told = [int(verp_word(b"secret", number).split(".")[1]) for number in range(1, 50)]
    assert not set(told) & set(range(1000))
    assert sorted(told) != told


def test_a_final_failure_weighs_four_delays():
    report = (
        "From: mailer-daemon@x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
        "Final-Recipient: rfc822; {}@mail.example\r\nAction: {}\r\nStatus: {}\r\n\r\n"
    )
    cases = (("ann", "failed", "5.1.1", 4), ("bob", "delayed", "4.4.1", 1), ("eve", "failed", "4.2.2", 1))
    for who, action, status, weight in cases:
        (found,) = bounces_in(message_of(report.format(who, action, status).encode()), "judge@judge.example")
        assert (found.recipient, found.weight) == (f"{who}@mail.example", weight)


@pytest.mark.parametrize(
    ("proof", "for_it", "against"),
    [
        (Proof(), False, False),
        (Proof(dmarc="pass"), True, False),
        (Proof(dmarc="fail"), False, True),
        (Proof(dkim="pass", dkim_domains=("mail.example",)), True, False),
        (Proof(dkim="pass", dkim_domains=("elsewhere.example",)), False, False),
        (Proof(dkim="pass", dkim_domains=("mail.example",), dmarc="fail"), False, True),
        (Proof(spf="pass", spf_domain="mail.example"), True, False),
        (Proof(spf="fail"), False, True),
        (Proof(spf="fail", dkim="pass"), False, False),
        (Proof(auth="ann@mail.example"), True, False),
        (Proof(auth="ann"), False, False),
        (Proof(pgp="pass", dmarc="fail"), True, False),
    ],
)  # fmt: skip
def test_what_speaks_for_an_address_and_what_against(proof, for_it, against):
    assert (proof.vouches_for("ann@mail.example"), proof.speaks_against("ann@mail.example")) == (for_it, against)


def test_a_header_without_a_servers_name_is_nobodys_finding():
    """As some large providers write it: no name in front."""
    bare = mail(Authentication_Results="spf=pass smtp.mailfrom=mail.example; dkim=pass")
    assert proof_of(bare, "mx.judge.example") == Proof()
