"""What a letter proves of its writer: nobody acts for another by writing their address into From."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from judge.campaign.pace import extend
from judge.cli.main import run
from judge.mail.proof import Proof, is_aligned, proof_of
from judge.serve.secrets import master_word
from judge.store import people
from tests.mail.test_guard import mail as mail_with
from tests.serve.table import look, text_of


def said(answer):
    return json.dumps(answer.facts["parts"], ensure_ascii=False)


def word_in(text):
    return text.replace("\u00a0", " ").split("CONFIRM ")[1].split()[0].strip('.,"')


def forged(table, seat, text, **more):
    """A letter that gives a player's address in From, from anywhere."""
    return table.write(seat, text, proven=False, **more)


def state_of(table, seat):
    return next(one.state for one in table.campaign.sittings("g1") if one.seat == seat)


@pytest.mark.parametrize(
    "command", ["RESIGN", "VOTE DRAW", "VOTE CONCEDE blue", "ABSENT from 2027-03-03 to 2027-03-05"]
)
def test_what_cannot_be_undone_takes_a_second_letter(table, command):
    before = table.live().row["deadline"]
    answer = forged(table, "amber", command)
    assert answer.facts["verdict"] == "WARNINGS"
    assert "is not done yet" in said(answer)
    assert answer.recipient == "amber@mail.example"
    assert state_of(table, "amber") == "active"
    assert table.live().row["deadline"] == before


def test_words_to_others_are_not_sent_under_a_name_that_anybody_can_write(table):
    sent = table.count("press")
    for words, more in (
        ("PRESS TO blue\nI attack you.\nEND PRESS", {}),
        ("I attack you.", {"to": "judge+p.g1.blue@judge.localhost"}),
        ("NACHRICHT AN blue\nI attack you.\nENDE NACHRICHT", {}),
    ):
        answer = forged(table, "amber", words, **more)
        assert answer.recipient == "amber@mail.example"
        assert table.count("press") == sent, words
        word = word_in(said(answer))
    assert "Press sent to Blue" in said(forged(table, "amber", f"CONFIRM {word}"))
    (mail,) = table.out("press")
    assert (mail.recipient, mail.facts["text"]) == ("blue@mail.example", "I attack you.")
    # What could not be sent is said at once.
    assert "CONFIRM" not in said(forged(table, "amber", "PRESS TO nobody\nI attack you.\nEND PRESS"))


def test_no_window_closes_early_on_orders_that_anybody_may_have_written(table):
    table.write("amber", "bid 5\nWAIT")
    table.write("blue", "bid 1\nREADY")
    table.write("copper", "bid 1\nREADY")
    for words in ("READY", "bid 9\nREADY", "bid 9"):
        forged(table, "amber", words)
        table.daemon.tick()
        assert table.live().window.key == "round-1-bids", words
    forged(table, "amber", f"CONFIRM {word_in(notices(table)[0].facts['text'])}")
    table.daemon.tick()
    assert table.orders("amber") == ("bid 5",)
    table.write("amber", "READY")
    table.daemon.tick()
    assert table.live().window.key != "round-1-bids"


@pytest.mark.parametrize("words", ["READY", "bid 1\nREADY", "bid 1"])
def test_a_letter_without_proof_ends_no_time_to_answer_of_whoever_has_proven_others(table, words):
    for seat in table.seats:
        table.write(seat, "bid 2\nREADY")
    table.daemon.tick()
    table.pass_time(hours=1)
    second = table.live().window.key
    assert second != "round-1-bids"
    answer = forged(table, "amber", words)
    assert answer.facts["verdict"] == "WARNINGS"
    assert "waits for its deadline" in said(answer)
    for seat in ("blue", "copper"):
        table.write(seat, "bid 1\nREADY")
    table.daemon.tick()
    assert table.live().window.key == second, "it does not close early"
    # Grace is for them, as for somebody of whom nothing came; they are reminded.
    table.pass_time(days=3, hours=1)
    table.daemon.tick()
    assert table.live().window.key == second
    assert any(
        "no proof" in text_of(table, row) for row in table.out("reminder") if row.recipient == "amber@mail.example"
    )
    table.write("amber", "bid 3")
    table.daemon.tick()
    assert table.live().window.key != second


def test_who_has_never_proven_anything_plays_as_before(table):
    for words in ("bid 1\nREADY", "READY"):
        before = table.live().window.key
        for seat in table.seats:
            assert forged(table, seat, words).facts["verdict"] == "OK", words
        table.daemon.tick()
        assert table.live().window.key != before, words


def test_orders_without_proof_count_at_the_deadline_and_nobody_has_missed_it(table):
    for seat in table.seats:
        table.write(seat, "bid 2\nREADY")
    table.daemon.tick()
    table.pass_time(hours=1)
    second = table.live().window.key
    forged(table, "amber", "bid 1")
    for minutes in (76 * 60, *[10] * 12):
        look(table, minutes=minutes)
    assert table.live().window.key != second
    step = table.live().step
    assert json.loads(step["orders"])["amber"]["text"] == ["bid 1"]
    assert sorted(json.loads(step["missed"])) == ["blue", "copper"]


def test_ready_without_proof_does_not_take_back_the_wait_of_whoever_proves(table):
    table.write("amber", "bid 5\nWAIT")
    forged(table, "amber", "READY")
    table.write("amber", "bid 6")
    for seat in ("blue", "copper"):
        table.write(seat, "bid 1\nREADY")
    table.daemon.tick()
    assert table.live().window.key == "round-1-bids"


def test_nobody_is_renamed_by_a_letter_that_anybody_can_write(table):
    names = table.campaign.sittings("g1")
    assert "others read your name" in said(forged(table, "amber", "SET NAME Somebody Else"))
    assert table.campaign.sittings("g1") == names
    # Beside Blue's token the letter is Blue's.
    forged(table, "amber", f"TOKEN {table.tokens['blue']}\nSEAT blue\nSET NAME Somebody Else")
    now = table.campaign.sittings("g1")
    assert [one for one in now if one.seat != "blue"] == [one for one in names if one.seat != "blue"]
    assert "Your name is now Ann." in said(table.write("amber", "SET NAME Ann"))


def test_who_has_said_nothing_of_waiting_hears_why_their_window_waits(table):
    table.write("amber", "bid 5")
    assert "waits for its deadline" in said(forged(table, "amber", "bid 6"))
    assert "waits for its deadline" not in said(table.write("amber", "bid 7"))


def test_the_word_in_the_answer_does_what_was_asked_for(table):
    word = word_in(said(forged(table, "amber", "RESIGN")))
    assert "You have resigned" in said(forged(table, "amber", f"CONFIRM {word}"))
    assert state_of(table, "amber") == "resigned"
    assert "nothing to confirm" in said(forged(table, "amber", f"CONFIRM {word}"))


def test_a_word_waits_for_a_week(table):
    word = word_in(said(forged(table, "amber", "RESIGN")))
    table.pass_time(days=8)
    forged(table, "amber", f"CONFIRM {word}")
    assert state_of(table, "amber") == "active"


@pytest.mark.parametrize("how", ["the server", "the token", "the reply address"])
def test_a_proven_letter_needs_no_second_one(table, how):
    if how == "the server":
        table.write("amber", "RESIGN")
    elif how == "the token":
        forged(table, "amber", f"TOKEN {table.tokens['amber']}\nRESIGN")
    else:
        report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
        forged(table, "amber", "RESIGN", to=table.written(report).reply_to)
    assert state_of(table, "amber") == "resigned"


def test_an_answer_to_a_notice_is_proven_as_one_to_a_report_is(table):
    with table.campaign.act(table.now) as act:
        extend(act, "g1", timedelta(days=1), "a holiday")
    notice = next(one for one in table.out("notice") if one.recipient == "amber@mail.example")
    mail = table.written(notice)
    answer = forged(table, "elsewhere@other.example", "RESIGN", to=mail.reply_to, subject=f"Re: {mail.subject}")
    assert "You have resigned" in said(answer)
    assert state_of(table, "amber") == "resigned"


def test_the_token_of_another_seat_proves_nothing_for_this_one(table):
    forged(table, "amber", f"TOKEN {table.tokens['blue']}\nSEAT amber\nRESIGN")
    assert state_of(table, "amber") == "active"


def test_nonsense_is_said_to_be_nonsense_at_once(table):
    assert "CONFIRM" not in said(forged(table, "amber", "ABSENT from someday to never"))
    assert "RESIGN alone" in said(forged(table, "amber", "RESIGN g9"))


def notices(table):
    return [row for row in table.out("token") if "without proof" in row.facts.get("subject", "")]


def test_orders_that_were_proven_are_not_replaced_behind_their_players_back(table):
    table.write("amber", "bid 5")
    forged(table, "amber", "bid 9")
    (notice,) = notices(table)
    assert notice.recipient == "amber@mail.example"
    assert "| bid 5" in notice.facts["text"]
    assert "| bid 9" in notice.facts["text"]
    # Once, however many there are; and a word puts them back.
    forged(table, "amber", "bid 8")
    assert len(notices(table)) == 1
    back = forged(table, "amber", f"CONFIRM {word_in(notice.facts['text'])}")
    assert table.orders("amber") == ("bid 5",)
    assert "bid 5" in said(back)
    # Put back by a word is proven: the next forged letter is told of again.
    forged(table, "amber", "CLEAR")
    assert len(notices(table)) == 2


@pytest.mark.parametrize("words", ["WAIT", "bid 5\nWAIT", "CLEAR"])
@pytest.mark.parametrize("before", ["bid 5\nREADY", "bid 5", "READY"])
def test_ready_that_was_proven_is_not_taken_back_behind_its_players_back(table, before, words):
    """Then the window would wait for its deadline, and only the answer to the forged letter would tell of it."""
    table.write("amber", before)
    was = table.orders("amber")
    forged(table, "amber", words)
    (notice,) = notices(table)
    assert notice.recipient == "amber@mail.example"
    assert ("| READY" in notice.facts["text"]) == ("READY" in before)
    assert ("| WAIT" in notice.facts["text"]) == ("WAIT" in words)
    forged(table, "amber", "WAIT")
    assert len(notices(table)) == 1
    table.write("amber", f"CONFIRM {word_in(notice.facts['text'])}")
    assert table.orders("amber") == was
    for seat in ("blue", "copper"):
        table.write(seat, "bid 1\nREADY")
    table.daemon.tick()
    assert table.live().window.key != "round-1-bids", "it closes early again"


def test_a_wait_that_was_proven_is_there_again_with_the_orders(table):
    table.write("amber", "bid 5\nWAIT")
    forged(table, "amber", "bid 9\nREADY")
    (notice,) = notices(table)
    table.write("amber", f"CONFIRM {word_in(notice.facts['text'])}")
    for seat in ("blue", "copper"):
        table.write(seat, "bid 1\nREADY")
    table.daemon.tick()
    assert table.live().window.key == "round-1-bids"
    assert table.orders("amber") == ("bid 5",)


def test_proven_orders_are_replaced_by_proven_ones_without_a_word(table):
    table.write("amber", "bid 5")
    table.write("amber", "bid 6")
    forged(table, "blue", "bid 1")
    forged(table, "blue", "bid 2")
    assert notices(table) == []


def test_that_notice_does_not_wait_for_the_players_hour(table):
    table.write("amber", "SET DIGEST 20:00\nbid 5")
    forged(table, "amber", "bid 9")
    (row,) = [row for row in table.rows("token") if "unproven" in row["facts"]]
    assert row["state"] == "queued"


def test_orders_before_cannot_be_put_back_into_another_window(table):
    table.write("amber", "bid 5")
    forged(table, "amber", "bid 9")
    (notice,) = notices(table)
    table.pass_time(days=4)
    table.daemon.tick()
    assert "is closed" in said(forged(table, "amber", f"CONFIRM {word_in(notice.facts['text'])}"))


# --- whose domain it is -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "aligned"),
    [
        ("example.org", "mail.example.org", True),
        ("mail.example.org", "example.org", True),
        ("a.example.co.uk", "b.example.co.uk", True),
        ("example.co.uk", "co.uk", False),
        ("example.co.uk", "other.co.uk", False),
        ("ann.github.io", "github.io", False),
        ("ann.github.io", "eve.github.io", False),
        ("notexample.org", "example.org", False),
        ("example.org", "", False),
        ("localhost", "localhost", True),
    ],
)  # fmt: skip
def test_a_domain_vouches_for_its_own_organisation_alone(own, other, aligned):
    assert is_aligned(own, other) is aligned
    assert Proof(dkim="pass", dkim_domains=(other,)).vouches_for(f"ann@{own}") is aligned


def found(results):
    return proof_of(mail_with(Authentication_Results=f"mx.judge.example; {results}"), "mx.judge.example")


def test_a_finding_on_dmarc_counts_for_the_domain_it_names():
    assert found("dmarc=pass header.from=mail.example").vouches_for("ann@mail.example")
    assert not found("dmarc=pass header.from=evil.example").vouches_for("ann@mail.example")


@pytest.mark.parametrize("login", ["amber", "AMBER", "amber@judge.localhost", "mail.example"])
def test_a_login_at_the_judges_server_is_nobody_elsewhere(table, login):
    found = f"mx.judge.localhost; auth=pass smtp.auth={login}"
    assert "is not done yet" in said(forged(table, "amber", "RESIGN", Authentication_Results=found))
    assert state_of(table, "amber") == "active"


def test_a_login_speaks_for_its_own_address():
    own = mail_with(Authentication_Results="mx.judge.example; auth=pass smtp.auth=Ann")
    proof = proof_of(own, "mx.judge.example", "judge@judge.example")
    assert proof.vouches_for("ann@judge.example")
    assert not proof.vouches_for("ann@mail.example")
    assert found("auth=pass smtp.auth=ann@mail.example").vouches_for("ann@mail.example")
    assert not found("auth=pass smtp.auth=ann").vouches_for("ann@mail.example")


@pytest.mark.parametrize(
    ("results", "against"),
    [
        ("dmarc=fail (p=REJECT sp=REJECT dis=NONE) header.from=mail.example", True),
        ("dmarc=fail header.from=mail.example", True),
        ("dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=mail.example", False),
        ("dmarc=fail policy.p=none header.from=mail.example", False),
        ("dmarc=fail (p=REJECT) header.from=mail.example; arc=pass (i=1)", False),
    ],
)  # fmt: skip
def test_a_failure_by_which_the_domain_sets_no_store_leaves_the_matter_open(results, against):
    proof = found(results)
    assert (proof.speaks_against("ann@mail.example"), proof.vouches_for("ann@mail.example")) == (against, False)


# --- what the game master is told ---------------------------------------------------------------------------------


def test_init_and_doctor_say_what_the_account_can_prove(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(tmp_path / "club"), "--mail", "club.judge@gmail.com"]) == 0
    assert "An address in From is proven by the findings of mx.google.com" in capsys.readouterr().err
    assert run(["init", str(tmp_path / "other"), "--mail", "judge@posteo.de"]) == 0
    words = "n address in From proves nothing here, for anybody can write it"
    assert words in capsys.readouterr().err
    (tmp_path / "other" / "mail-password").touch(mode=0o600)
    monkeypatch.setattr("judge.mail.tryout.reached", lambda account: ())
    run(["doctor", "--campaign", str(tmp_path / "other")])
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("listen", "told"), [("127.0.0.1:2424", True), ("/run/judge/door", False)], ids=["port", "socket"]
)
def test_doctor_says_who_can_hand_in_letters_with_findings_of_their_own(tmp_path, capsys, monkeypatch, listen, told):
    """Everybody on the machine can connect to a port; a socket is its owner's and its group's."""
    assert run(["init", str(tmp_path / "club")]) == 0
    with (tmp_path / "club" / "campaign.yaml").open("a") as file:
        file.write(f"mail: {{address: judge@example.org, server: mx.example.org, lmtp_listen: '{listen}'}}\n")
    monkeypatch.setattr("judge.mail.tryout.reached", lambda account: ())
    monkeypatch.setattr("judge.mail.published.published", lambda account: ())
    capsys.readouterr()
    run(["doctor", "--campaign", str(tmp_path / "club")])
    assert (f"whoever can connect to {listen}" in " ".join(capsys.readouterr().out.split())) is told


@pytest.mark.parametrize("auth", ["token", "dkim", "any"])
def test_a_token_of_ones_own_opens_no_other_seat_by_its_address(make_table, auth):
    """Blue writes Amber's address into From, names Amber's seat, and gives their own token."""
    table = make_table(settings={"auth": auth}).start()
    table.write("amber", f"TOKEN {table.tokens['amber']}\nbid 5")
    with_own = f"TOKEN {table.tokens['blue']}\nSEAT amber\nbid 9"
    failed = b"Authentication-Results: mx.judge.localhost; dmarc=fail header.from=mail.example\r\n"
    table.arrive(failed + table.mail("amber", with_own, proven=False))
    assert table.orders("amber") == ("bid 5",)
    if auth != "any":
        forged(table, "amber", with_own)
        assert table.orders("amber") == ("bid 5",)
    # Their own seat stays open to them, and so does Amber's to Amber's token.
    forged(table, "amber", f"TOKEN {table.tokens['blue']}\nSEAT blue\nbid 2")
    forged(table, "blue", f"TOKEN {table.tokens['amber']}\nSEAT amber\nbid 6")
    assert (table.orders("blue"), table.orders("amber")) == (("bid 2",), ("bid 6",))


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("amber", "GAME g1\nSEAT amber\nORDERS\nDIARY READ\nREPORT\nRESIGN"),
        ("gm@example.org", "GAME g1\nSEAT gm\nORDERS g1\nPLAYERS g1\nREPLACE g1 amber BY Eve <eve@evil.example>"),
        ("amber", "REPUTATION"),
    ],
)
def test_nothing_of_anothers_is_told_beside_a_token_of_ones_own(table, address, asked):
    """Blue's own token, somebody else's address in From, and two sections: the answer goes to Blue."""
    table.write("amber", "bid 5\nDIARY\nthe plan against Blue\nEND DIARY")
    before = len(table.out())
    forged(table, address, f"TOKEN {table.tokens['blue']}\n{asked}\n\nGAME g1\nSEAT blue\nSTATUS")
    mails = table.out()[before:]
    assert {one.recipient for one in mails} == {"blue@mail.example"}
    told = "\n".join(table.written(one).text for one in mails)
    for secret in ("bid 5", "the plan", "amber@mail.example", "CONFIRM", "eve@evil.example"):
        assert secret not in told, secret
    assert state_of(table, "amber") == "active"


@pytest.mark.parametrize("address", ["amber", "gm@example.org"])
@pytest.mark.parametrize("with_token", [False, True])
def test_a_helpers_word_says_who_wrote_whatever_stands_in_from(make_table, address, with_token):
    """A helper writes to their own reply address, under somebody else's: a player's, or the game master's."""
    table = make_table(more="game_masters:\n  bob@example.org: {may: [look]}\n").start()
    table.write("amber", "bid 5\nDIARY\nthe plan against Blue\nEND DIARY")
    with table.campaign.store.read() as connection:
        word = master_word(connection, "bob@example.org")
    token = f"TOKEN {table.tokens['blue']}\n" if with_token else ""
    asked = f"{token}SEAT amber\nORDERS\nDIARY READ\nRESIGN\nbid 9\n\nGAME g1\nSEAT gm\nUNSEAT g1 copper"
    before = len(table.out())
    forged(table, address, asked, to=f"judge+{word}@judge.localhost")
    # Whose address it gives hears that nothing was done.
    from_ = address if "@" in address else f"{address}@mail.example"
    assert {one.recipient for one in table.out()[before:]} <= {"bob@example.org", "blue@mail.example", from_}
    told = "\n".join(table.written(one).text for one in table.out()[before:])
    for secret in ("bid 5", "the plan", "CONFIRM"):
        assert secret not in told, secret
    assert (table.orders("amber"), state_of(table, "amber")) == (("bid 5",), "active")
    assert state_of(table, "copper") == "active"


def test_a_game_masters_reply_address_that_others_have_read_is_ended_by_a_new_one(table):
    """The game master answers a mail with Amber in Cc; afterwards Amber writes to the same address."""
    read_by_amber = table.written(table.write("gm@example.org", "STATUS", subject="x")).reply_to
    forged(table, "gm@example.org", "PAUSE g1: one", to=read_by_amber)
    assert str(table.live().held) == "paused: one"
    forged(table, "gm@example.org", "RESUME g1", to=read_by_amber)
    own = table.written(table.write("gm@example.org", "LINK NEW", subject="x")).reply_to
    assert own != read_by_amber
    assert "CONFIRM" in said(forged(table, "gm@example.org", "PAUSE g1: two", to=read_by_amber))
    assert not table.live().held
    forged(table, "gm@example.org", "PAUSE g1: three", to=own)
    assert str(table.live().held) == "paused: three"


def test_ones_own_address_in_other_letters_is_nobody_elses(table):
    answer = forged(table, "AMBER@MAIL.EXAMPLE", f"TOKEN {table.tokens['amber']}\nSEAT amber\nbid 4")
    assert answer.facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 4",)


def test_a_line_that_only_a_parser_sees_is_no_header(table):
    """On top of Eve's own mail, which her provider signs, one long header with lone CRs in it."""
    table.write("amber", "bid 5")
    found = b"Authentication-Results: mx.judge.localhost; dkim=pass header.d=mail.example; dmarc=pass "
    found += b"header.from=mail.example\r\n"
    top = b"X-A: b\rFrom: amber@mail.example\rSubject: [club/g1] x\rMessage-ID: <zz@x>\r"
    top += b"To: judge@judge.localhost\r\rbid 2\r\n"
    eve = b"From: eve@mail.example\r\nTo: x@y.example\r\nSubject: s\r\nMessage-ID: <e@x>\r\n\r\nhello\r\n"
    table.arrive(found + top + eve)
    assert table.orders("amber") == ("bid 5",)


@pytest.mark.parametrize(
    "sender",
    [
        "x;dmarc=pass header.from=mail.example;y",
        "x;dkim=pass header.d=mail.example;y",
        "amber@mail.example",
        "x;dmarc=pass",
    ],
)
def test_what_a_sender_writes_in_quotes_is_no_finding(sender):
    found = (
        f'mx.example.org; dkim=none; spf=pass smtp.mailfrom="{sender}"@evil.example; '
        "dmarc=fail (p=REJECT) header.from=mail.example"
    )
    proof = proof_of(mail_with(Authentication_Results=found), "mx.example.org")
    assert not proof.vouches_for("amber@mail.example")
    assert proof.speaks_against("amber@mail.example")


@pytest.mark.parametrize(
    "results",
    [
        "spf=pass smtp.mailfrom=evil.example smtp.mailfrom=mail.example",
        "spf=pass smtp.mailfrom=evil.example; spf=pass smtp.mailfrom=mail.example",
        "spf=none spf=pass smtp.mailfrom=mail.example",
        "spf=pass dkim=fail smtp.mailfrom=mail.example",
        "spf=passing smtp.mailfrom=mail.example",
        "dkim=pass header.d=evil.example header.d=mail.example",
        "dmarc=pass header.from=evil.example header.from=mail.example; dkim=pass header.d=evil.example",
        "dmarc=pass header.from=mail.example; dmarc=none header.from=mail.example",
        "dmarc=pass header.from=mail.example; dmarc=pass header.from=evil.example; spf=none",
        "auth=pass smtp.auth=eve@evil.example smtp.auth=amber@mail.example",
        "auth=pass smtp.auth=eve@evil.example; auth=pass smtp.auth=amber@mail.example",
        "spf=pass (open smtp.mailfrom=mail.example",
        "spf=pass words between smtp.mailfrom=mail.example",
    ],
)
def test_a_finding_that_says_two_things_vouches_for_nobody(results):
    assert not found(results).vouches_for("amber@mail.example")


@pytest.mark.parametrize(
    "results",
    [
        "spf=pass (a comment (in a comment)) smtp.mailfrom=amber@mail.example smtp.helo=mx.mail.example",
        "spf=none smtp.helo=mx.elsewhere.example; spf=pass smtp.mailfrom = mail.example",
        'dkim/1=pass reason="all is well" header.d=mail.example; dkim=fail header.d=list.example',
        "dkim=pass header.d=list.example; dkim=pass header.d=mail.example header.s=a header.b=AbC=",
        "dmarc=pass (p=NONE sp=NONE) action=none header.from=mail.example; compauth=pass",
    ],
)
def test_findings_as_servers_write_them_are_read_by_the_book(results):
    assert found(results).vouches_for("amber@mail.example")


@pytest.mark.parametrize("signatures", [24, 60, 400])
def test_no_finding_is_read_in_part(signatures):
    """Somebody signs so often, with so long names, that what the server found against them is far behind."""
    for more in range(0, 4100, 10):
        results = "; ".join(
            f"dkim=pass header.d=evil.example header.s=s{'x' * more if one == 0 else one} header.b=AbCdEf{one:02d}"
            for one in range(signatures)
        )
        proof = found(
            f"{results}; spf=pass smtp.mailfrom=x@mail.example.evil.example; "
            "dmarc=fail (p=REJECT sp=REJECT) header.from=mail.example"
        )
        assert proof.speaks_against("amber@mail.example"), more
        assert not proof.vouches_for("amber@mail.example"), more


def test_no_address_in_a_finding_is_read_in_part():
    for long in range(1, 300):
        own = f"{'a.' * (long // 2)}{'b' * (long % 2)}mail.example.evil.example"
        for local in ("x", "x" * 64, "x" * 200):
            for results in (f"spf=pass smtp.mailfrom={local}@{own}", f"dkim=pass header.i={local}@{own}"):
                assert not found(results).vouches_for("amber@mail.example"), results


def test_findings_longer_than_anybody_has_speak_against_the_letter(table):
    long = "; ".join(f"dkim=pass header.d=mail.example header.s=s{one:05d}" for one in range(500))
    raw = table.mail("amber", "bid 9\nRESIGN", proven=False)
    answer = table.arrive(f"Authentication-Results: mx.judge.localhost; {long}\n".encode() + raw)
    assert answer.facts["parts"][0]["code"] == "forged"
    assert state_of(table, "amber") == "active"


@pytest.mark.parametrize("comment", ["", "(p=REJECT) "])
def test_brackets_in_addresses_hide_no_finding(comment):
    proof = found(
        f"spf=pass smtp.mailfrom=a(@evil.example; dmarc=fail {comment}header.from=mail.example; "
        "dkim=pass header.d=mail.example header.i=)@evil.example"
    )
    assert proof.speaks_against("amber@mail.example")


def test_the_name_by_which_a_server_greets_vouches_for_nobody():
    """SPF of HELO is about the sending machine (RFC 7208, 2.3)."""
    for results in ("spf=pass smtp.helo=mail.example", "spf=pass (helo) smtp.helo=mail.example; dkim=none"):
        assert not found(results).vouches_for("amber@mail.example")


@pytest.mark.parametrize(
    "head",
    [
        'From: amber@mail.example, "eve e"@evil.example',
        "From: amber@mail.example, eve@[192.0.2.1]",
        "From: eve@exämple.org, amber@mail.example",
        "From: amber@mail.example <eve@evil.example",
        'From: amber@mail.example, (" ) eve@evil.example (")',
        f"From: amber@mail.example,{' ' * 3000}eve@evil.example",
        "From: amber@mail.example\r\nFrom: eve e@evil.example",
        "From: amber@mail.example\r\nFrom: amber@mail.example",
        # A group: servers find no domain in it to ask.
        "From: players: amber@mail.example;",
    ],
)
def test_who_gives_two_addresses_is_nobody(table, head):
    """A server may have checked the one, and we read the other."""
    found = "Authentication-Results: mx.judge.localhost; dmarc=pass; spf=pass smtp.mailfrom=mail.example\r\n"
    raw = f"{found}{head}\r\nTo: judge@judge.localhost\r\nSubject: [club/g1] x\r\nMessage-ID: <two@x>\r\n\r\nbid 5\r\n"
    assert table.arrive(raw.encode()) is None
    assert table.orders("amber") == ()


@pytest.mark.parametrize(
    "sender",
    [
        "Orange, Amber <amber@mail.example>",
        "'amber@mail.example' <amber@mail.example>",
        '"Orange: Amber" <amber@mail.example>',
        "=?utf-8?q?Orange:_Amber?= <amber@mail.example>",
    ],
)
def test_a_name_that_is_badly_written_is_no_second_address(table, sender):
    raw = table.mail("amber", "bid 5").replace(b"From: amber@mail.example", b"From: " + sender.encode())
    table.arrive(raw)
    assert table.orders("amber") == ("bid 5",)


def test_whoever_answers_to_anothers_reply_address_too_writes_as_themselves(table):
    """Amber puts her own reply address into Blue's Cc: Blue's orders are neither hers nor told to her."""
    report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
    reply = table.written(report).reply_to
    answer = table.write("blue", "bid 7", Cc=reply)
    assert answer.recipient == "blue@mail.example"
    assert (table.orders("amber"), table.orders("blue")) == ((), ("bid 7",))
    # From an address that nobody here has, the word says who wrote.
    table.write("amber@home.example", "bid 3", Cc=reply)
    assert table.orders("amber") == ("bid 3",)


def reply_of(table, seat):
    report = next(row for row in table.out("report") if row.recipient == f"{seat}@mail.example")
    return table.written(report).reply_to


@pytest.mark.parametrize(
    "words", ["bid 7\nDIARY\nI hate Amber\nEND DIARY", "GAMES", "PRESS TO copper\nlet us\nEND PRESS"]
)
def test_without_proof_a_letter_to_anothers_reply_address_is_nobodys(table, words):
    """Amber puts her reply address into Blue's Cc, and Blue's mail server vouches for nothing: neither is Blue's letter
    taken for Amber's, nor does Amber read it."""
    table.write("amber", "bid 3")
    before = len(table.out())
    for where in ({"Cc": reply_of(table, "amber")}, {"to": reply_of(table, "amber")}):
        answer = forged(table, "blue", words, **where)
        assert answer.facts["verdict"] == "NOT READ"
        assert "nothing proves which of you wrote it" in text_of(table, answer)
    assert {one.recipient for one in table.out()[before:]} == {"blue@mail.example"}
    assert (table.orders("amber"), table.orders("blue")) == (("bid 3",), ())
    assert "your diary is empty" in text_of(table, table.write("amber", "DIARY READ"))
    # To the Judge alone, beside one's own reply address, or with a token, it counts.
    for number, more in enumerate(({}, {"to": reply_of(table, "blue"), "Cc": reply_of(table, "amber")}), 1):
        assert forged(table, "blue", f"bid {number}", **more).recipient == "blue@mail.example"
        assert (table.orders("amber"), table.orders("blue")) == (("bid 3",), (f"bid {number}",))
    forged(table, "blue", f"TOKEN {table.tokens['blue']}\nbid 5", Cc=reply_of(table, "amber"))
    assert table.orders("blue") == ("bid 5",)


def test_a_letter_to_the_reply_addresses_of_two_people_is_neithers(table):
    """From an address that nobody has, to Amber's reply address with Blue's in Cc, whichever copy comes first."""
    addresses = {"to": reply_of(table, "amber"), "Cc": reply_of(table, "blue")}
    for seat in ("amber", "blue"):
        answer = forged(table, "phone@elsewhere.example", "bid 9", Delivered_To=reply_of(table, seat), **addresses)
        assert answer.recipient == "phone@elsewhere.example"
    assert (table.orders("amber"), table.orders("blue")) == ((), ())


def test_a_return_path_in_cc_makes_no_letter_vanish(table):
    for number, extra in enumerate(("b.1.2", "b.1.aaaaaaaaaaaaaaaa")):
        assert table.write("blue", f"bid {number + 1}", Cc=f"judge+{extra}@judge.localhost") is not None
        assert table.orders("blue") == (f"bid {number + 1}",)


def return_path_of(table, row):
    with table.campaign.act(table.now) as act:
        return table.daemon.postroom.ready(act, table.stored(row), table.now).sender


def bounces_of(table, seat):
    with table.campaign.store.read() as connection:
        return people.bounces(connection, f"{seat}@mail.example")


def test_a_letter_to_a_return_path_alone_is_a_letter(table):
    """A program that answers the address which a mail came from, in place of the one that it asks answers at."""
    where = return_path_of(table, table.out("report")[0])
    for number in range(4):
        assert table.write("amber", f"bid {number}", to=where, subject="Re: orders").facts["game"] == "g1"
        assert table.orders("amber") == (f"bid {number}",)
    assert bounces_of(table, "amber") == 0


@pytest.mark.parametrize(
    "head",
    [
        {"Auto_Submitted": "auto-replied"},
        {"subject": "Automatic reply: your report"},
        {"Return_Path": "<>"},
        {"X_Auto_Response_Suppress": "All"},
    ],
)
def test_an_absence_note_is_no_bounce(table, head):
    """Programs send it to the return path, as they should: three of them end nobody's mails."""
    where = return_path_of(table, next(row for row in table.out("report") if row.recipient == "amber@mail.example"))
    for _ in range(4):
        assert table.write("amber", "I am away until Monday.", to=where, **head) is None
    assert bounces_of(table, "amber") == 0
    table.write("MAILER-DAEMON@mail.example", "No such user here.", to=where)
    assert bounces_of(table, "amber") == 4
