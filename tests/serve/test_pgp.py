"""Letters signed with PGP, and letters encrypted to the judge: what they may do, what is done with a bad one."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.utils import format_datetime

import pysequoia
import pytest

from judge.cli.main import run
from judge.mail.headers import heading, message_of
from judge.mail.pgp import NoPgp, Seals, new_own_key, public_half, public_key
from judge.serve.demo import text_of
from judge.serve.seals import keys_of

AMBER = pysequoia.Tsk.generate(user_id="Amber <amber@mail.example>")
EVE = pysequoia.Tsk.generate(user_id="Amber <amber@mail.example>")


@pytest.fixture
def pgp_table(make_table, tmp_path):
    """A table whose judge has a key of its own and checks signatures; Amber's key is registered."""

    def make(**words):
        # Signatures are made now, and letters come today.
        table = make_table(now=datetime.now(UTC).replace(microsecond=0), **words).start()
        new_own_key(tmp_path / "judge-key.asc", "judge@judge.localhost")
        table.judge_key = pysequoia.Cert.from_bytes(public_half(tmp_path / "judge-key.asc").encode())
        table.daemon.opener.seals = Seals(lambda one: keys_of(table.campaign, one), tmp_path / "judge-key.asc")
        table.campaign.register_key("amber@mail.example", str(AMBER.extract_certificate()), table.now)
        return table

    return make


def part(answer, kind="not-read"):
    return next(one for one in answer.facts["parts"] if one["kind"] == kind)


def clear(table, text, key=AMBER, **more):
    """A clear-signed letter."""
    said = pysequoia.sign(key.signer(), text.encode(), mode=pysequoia.SignatureMode.CLEAR).decode()
    return table.mail("amber", said, **more)


def mime(table, text, key=AMBER, **more):
    """A letter signed as mail programs do it."""
    inner = f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    seal = pysequoia.sign(key.signer(), inner.encode(), mode=pysequoia.SignatureMode.DETACHED).decode()
    head = table.mail("amber", "x", **more).partition(b"\n\n")[0].decode()
    kept = [line for line in head.splitlines() if not line.lower().startswith(("content-", "mime-"))]
    return (
        "\r\n".join(kept)
        + '\r\nMIME-Version: 1.0\r\nContent-Type: multipart/signed; micalg=pgp-sha512; boundary="==b"; '
        'protocol="application/pgp-signature"\r\n\r\nThis is an OpenPGP/MIME signed message.\r\n'
        f"--==b\r\n{inner}\r\n--==b\r\nContent-Type: application/pgp-signature\r\n\r\n{seal}\r\n--==b--\r\n"
    ).encode()


def encrypted(table, text, key=None, to=None, head="", **more):
    """A letter encrypted as mail programs do it, signed inside if there is a key. `head`: lines of its own."""
    inner = f"Content-Type: text/plain; charset=utf-8\r\n{head}\r\n{text}\r\n"
    secret = pysequoia.encrypt(
        inner.encode(), recipients=[to or table.judge_key], signer=key.signer() if key else None
    ).decode()
    outer = table.mail("amber", "x", **more).partition(b"\n\n")[0].decode()
    kept = [line for line in outer.splitlines() if not line.lower().startswith(("content-", "mime-"))]
    return (
        "\r\n".join(kept) + '\r\nMIME-Version: 1.0\r\nContent-Type: multipart/encrypted; boundary="==b"; '
        'protocol="application/pgp-encrypted"\r\n\r\n--==b\r\nContent-Type: application/pgp-encrypted\r\n\r\n'
        f"Version: 1\r\n\r\n--==b\r\nContent-Type: application/octet-stream\r\n\r\n{secret}\r\n--==b--\r\n"
    ).encode()


@pytest.mark.parametrize("made", [clear, mime], ids=["clear-signed", "signed-mail"])
@pytest.mark.parametrize("auth", ["token", "pgp", "dkim"])
def test_a_signature_that_holds_needs_no_token(pgp_table, made, auth):
    table = pgp_table(settings={"auth": auth})
    assert table.arrive(made(table, "bid 5")).facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 5",)
    refused = table.write("amber", "bid 6", proven=False)
    assert part(refused)["code"] in ("token-missing", "not-signed", "not-vouched-for")
    assert table.orders("amber") == ("bid 5",)


@pytest.mark.parametrize("made", [clear, mime], ids=["clear-signed", "signed-mail"])
def test_a_letter_with_a_broken_signature_is_not_acted_on_and_the_gm_is_told(pgp_table, made):
    table = pgp_table()
    for raw in (made(table, "bid 5").replace(b"bid 5", b"bid 9"), made(table, "bid 9", EVE)):
        assert part(table.arrive(raw))["code"] == "bad-signature"
    assert table.orders("amber") == ()
    assert [row.facts["subject"] for row in table.out("gm")] == ["A letter with a broken signature"]


def test_words_beside_the_signed_ones_are_not_read(pgp_table):
    table = pgp_table(settings={"auth": "pgp"})
    table.arrive(clear(table, "bid 5").replace(b"-----BEGIN PGP SIGNED", b"bid 9\n-----BEGIN PGP SIGNED"))
    assert table.orders("amber") == ("bid 5",)


def test_a_signed_letter_counts_once(pgp_table):
    """Somebody who kept it sends it again in another envelope, after better orders."""
    table = pgp_table()
    old = clear(table, "bid 5", number="one")
    table.arrive(old)
    table.arrive(clear(table, "bid 2", number="two"))
    answer = table.arrive(old.replace(b"<one@", b"<three@"))
    assert part(answer)["code"] == "sent-before"
    assert table.orders("amber") == ("bid 2",)


WRAPPINGS = {
    "other line ends": lambda table, old: old.replace(b"\n", b"\r\n"),
    "one other line end": lambda table, old: old.replace(b"\nbid 5", b"\r\nbid 5"),
    "blanks behind a line": lambda table, old: old.replace(b"\nbid 5", b"\nbid 5  "),
    "quoted": lambda table, old: quoted(old),
}


def quoted(old):
    """The same letter with line ends that only a decoder sees."""
    head, _, body = old.partition(b"\n\n")
    kept = [line for line in head.split(b"\n") if not line.lower().startswith(b"content-transfer")]
    body = body.replace(b"=", b"=3D").replace(b"GAME g1\nbid 5\n", b"GAME g1=0D=0Abid 5=0A=\n")
    return b"\n".join([*kept, b"Content-Transfer-Encoding: quoted-printable"]) + b"\n\n" + body


@pytest.mark.parametrize("how", WRAPPINGS)
def test_signed_words_count_once_in_whatever_wrapping_they_come(pgp_table, how):
    table = pgp_table(settings={"auth": "pgp"})
    old = clear(table, "GAME g1\nbid 5\n", number="one")
    table.arrive(old)
    table.arrive(clear(table, "bid 2", number="two"))
    answer = table.arrive(WRAPPINGS[how](table, old).replace(b"<one@", b"<three@"))
    assert part(answer)["code"] == "sent-before"
    assert table.orders("amber") == ("bid 2",)


@pytest.mark.parametrize("made", [(mime, encrypted), (encrypted, mime), (encrypted, encrypted)])
def test_words_that_came_with_a_signature_do_not_come_again_encrypted_nor_the_other_way(pgp_table, made):
    """Whoever has a signature can encrypt it to the judge, where nobody sees when it was made."""
    table = pgp_table(settings={"auth": "pgp"})
    first, second = ({"key": AMBER} if one is encrypted else {"number": one.__name__} for one in made)
    assert table.arrive(made[0](table, "GAME g1\r\nbid 5", **first)).facts["verdict"] == "OK"
    table.arrive(clear(table, "bid 2", number="two"))
    assert part(table.arrive(made[1](table, "GAME g1\r\nbid 5", **second)))["code"] == "sent-before"
    assert table.orders("amber") == ("bid 2",)


def test_two_players_may_sign_the_same_words(pgp_table):
    table = pgp_table(settings={"auth": "pgp"})
    table.campaign.register_key("blue@mail.example", str(EVE.extract_certificate()), table.now)
    for key, name in ((AMBER, b"amber"), (EVE, b"blue")):
        raw = encrypted(table, "GAME g1\r\nbid 5", key).replace(b"amber@", name + b"@")
        assert table.arrive(raw).facts["verdict"] == "OK", name


def test_signed_orders_are_not_overruled_by_an_unsigned_letter(pgp_table):
    table = pgp_table()
    table.arrive(clear(table, "bid 5"))
    assert part(table.write("amber", "bid 9"))["code"] == "weaker"
    assert table.orders("amber") == ("bid 5",)
    table.write("amber", f"TOKEN {table.tokens['amber']}\nbid 4")
    assert table.orders("amber") == ("bid 4",)


def test_the_token_of_another_seat_is_no_signature(pgp_table):
    table = pgp_table()
    table.arrive(clear(table, "bid 5"))
    table.write("amber", f"TOKEN {table.tokens['blue']}\nSEAT amber\nbid 9")
    assert table.orders("amber") == ("bid 5",)


def test_who_has_no_key_here_may_sign_as_he_likes(pgp_table):
    """Blue signs every mail, with a key nobody knows: an ordinary letter."""
    table = pgp_table()
    table.arrive(clear(table, "bid 3", EVE).replace(b"From: amber@", b"From: blue@"))
    assert table.orders("blue") == ("bid 3",)


def test_a_player_registers_a_key_with_the_token_and_changes_it_by_signing(pgp_table):
    table = pgp_table(settings={"auth": "pgp"})
    table.campaign.register_key("amber@mail.example", None, table.now)
    key = str(AMBER.extract_certificate())
    assert part(table.write("amber", f"SET PGP\n\n{key}"))["code"] == "not-signed"
    token = f"TOKEN {table.tokens['amber']}\n"
    assert "needs its" not in str(table.write("amber", f"{token}SET PGP\n\n{key}").facts["parts"])
    table.arrive(clear(table, "bid 5"))
    assert table.orders("amber") == ("bid 5",)
    # A stolen token changes no key once there is one.
    other = str(EVE.extract_certificate())
    assert part(table.write("amber", f"{token}SET PGP\n\n{other}"))["code"] == "not-signed"
    assert table.arrive(clear(table, f"SET PGP\n\n{other}")).facts["verdict"] == "OK"
    table.arrive(clear(table, "bid 6", EVE))
    assert table.orders("amber") == ("bid 6",)


def test_nobody_registers_a_key_for_another_with_a_token_of_their_own(pgp_table):
    """Blue writes Amber's address into From and their own token into the letter."""
    table = pgp_table()
    table.campaign.register_key("amber@mail.example", None, table.now)
    key = str(EVE.extract_certificate())
    answer = table.write("amber", f"TOKEN {table.tokens['blue']}\nSET PGP\n\n{key}", proven=False)
    assert "Your PGP key is registered" in str(answer.facts["parts"])
    assert answer.recipient == "blue@mail.example"
    assert keys_of(table.campaign, "amber@mail.example") == ()
    table.arrive(clear(table, "RESIGN", EVE, proven=False))
    assert next(one.state for one in table.campaign.sittings("g1") if one.seat == "amber") == "active"


@pytest.mark.parametrize("auth", ["any", "pgp"])
@pytest.mark.parametrize(
    ("head", "begin"),
    [
        ("", "hello\r--==b\rContent-Type: text/plain\r\rbid 9\r--==b--\r\n\r\n"),
        ("--==b\r\nContent-Type: text/plain\r\nbid 9\r\n--==b--\r\n", ""),
    ],
)
def test_words_beside_the_signed_part_are_not_signed(pgp_table, auth, head, begin):
    """A mail that Amber once signed for somebody else, with a part around it that only a parser sees."""
    table = pgp_table(settings={"auth": auth})
    table.arrive(clear(table, "bid 5"))
    inner = "Content-Type: text/plain; charset=utf-8\r\n\r\nHappy birthday!\r\n"
    seal = pysequoia.sign(AMBER.signer(), inner.encode(), mode=pysequoia.SignatureMode.DETACHED).decode()
    raw = (
        "From: amber@mail.example\r\nTo: judge@judge.localhost\r\nSubject: [club/g1] orders\r\nMessage-ID: <b@x>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/signed; boundary="==b"; protocol="application/pgp-signature"\r\n'
        f"{head}\r\n{begin}--==b\r\n{inner}\r\n--==b\r\n"
        f"Content-Type: application/pgp-signature\r\n\r\n{seal}\r\n--==b--\r\n"
    )
    table.arrive(raw.encode())
    assert table.orders("amber") == ("bid 5",)


def test_a_line_before_the_signed_ones_is_not_signed(pgp_table):
    table = pgp_table(settings={"auth": "pgp"})
    table.arrive(clear(table, "bid 5"))
    head, _, body = clear(table, "Happy birthday!").partition(b"\n\n")
    table.arrive(head.replace(b"\r", b"") + b"\nbid 9\n\n" + body)
    assert table.orders("amber") == ("bid 5",)


def test_an_encrypted_letter_is_read_and_its_signature_counts(pgp_table):
    table = pgp_table(settings={"auth": "pgp"})
    raw = encrypted(table, "bid 5", AMBER)
    assert b"bid 5" not in raw
    assert table.arrive(raw).facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 5",)
    assert part(table.arrive(raw.replace(b"Message-ID: <", b"Message-ID: <again-")))["code"] == "sent-before"
    for key in (None, EVE):
        assert part(table.arrive(encrypted(table, "bid 9", key)))["code"] == "bad-signature"
    assert table.orders("amber") == ("bid 5",)


def test_what_cannot_be_decrypted_is_answered_with_a_sentence(pgp_table):
    table = pgp_table()
    answer = table.arrive(encrypted(table, "bid 5", to=AMBER.extract_certificate()))
    assert part(answer)["code"] == "encrypted"
    text = text_of(message_of(table.sent_bytes(answer)))
    assert "send it again without encryption" in " ".join(text.split())
    assert heading(message_of(table.sent_bytes(answer)), "Subject").startswith("[club] NOT READ")
    assert table.orders("amber") == ()


def test_a_bomb_in_an_encrypted_letter_harms_nobody(pgp_table):
    """A quarter of a megabyte of letter is read out of what unpacks to more; nothing else happens."""
    table = pgp_table()
    table.arrive(encrypted(table, "bid 4\n" + "\n" * 150_000))
    assert table.write("blue", "bid 1").facts["verdict"] == "OK"


def test_junk_in_an_armour_breaks_nothing(pgp_table):
    table = pgp_table()
    head = table.mail("amber", "x").partition(b"\n\n")[0] + b"\n\n"
    for junk in (
        b"-----BEGIN PGP MESSAGE-----\n\nAAAA\n-----END PGP MESSAGE-----\n",
        b"-----BEGIN PGP SIGNED MESSAGE-----\n\nbid 9\n"
        b"-----BEGIN PGP SIGNATURE-----\n\n!!\n-----END PGP SIGNATURE-----\n",
    ):
        table.arrive(head + junk + os.urandom(4).hex().encode())
    assert table.orders("amber") == ()
    assert table.write("blue", "bid 1").facts["verdict"] == "OK"


def test_a_secret_key_is_refused_and_so_is_none():
    with pytest.raises(NoPgp, match="secret key"):
        public_key(str(AMBER))
    with pytest.raises(NoPgp, match="no public key"):
        public_key("hello")
    with pytest.raises(NoPgp, match="damaged"):
        public_key("-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n")


def test_the_fingerprint_is_the_keys_own():
    kept, fingerprint = public_key(str(AMBER.extract_certificate()))
    assert fingerprint == AMBER.extract_certificate().fingerprint.upper()
    assert message_from_bytes(kept.encode()) is not None


def test_keys_at_the_command_line(make_table, tmp_path, capsys):
    """judge player key registers, judge mail key makes the judge's own and prints its public half."""
    table = make_table().start()
    folder = str(table.campaign.config.folder)
    path = tmp_path / "amber.asc"
    path.write_text(str(AMBER.extract_certificate()))
    assert run(["player", "key", "amber@mail.example", str(path), "--campaign", folder]) == 0
    assert AMBER.extract_certificate().fingerprint.upper() in capsys.readouterr().out
    assert keys_of(table.campaign, "amber@mail.example") == (str(AMBER.extract_certificate()),)
    path.write_text(str(AMBER))
    assert run(["player", "key", "amber@mail.example", str(path), "--campaign", folder]) == 2
    assert "secret key" in capsys.readouterr().err
    assert run(["player", "key", "amber@mail.example", "--remove", "--campaign", folder]) == 0
    assert keys_of(table.campaign, "amber@mail.example") == ()
    capsys.readouterr()
    assert run(["mail", "key", "--campaign", folder]) == 0
    made = capsys.readouterr()
    assert pysequoia.Cert.from_bytes(made.out.encode()).fingerprint
    assert "pgp_key: judge-key.asc" in made.err
    assert (table.campaign.config.folder / "judge-key.asc").stat().st_mode & 0o077 == 0
    assert run(["mail", "key", "--campaign", folder]) == 0
    assert capsys.readouterr().out == made.out


def test_an_encrypted_letter_that_nobody_dates_is_no_proof(pgp_table):
    """Amber's letter of long ago, held back on its way, or encrypted anew; no mail server vouches for it."""
    table = pgp_table(settings={"auth": "pgp"})
    words = "GAME g1\r\nbid 5\r\nVOTE DRAW"

    def dated(days):
        return f"Date: {format_datetime(table.now + timedelta(days=days))}\r\n"

    for head, code in (("", "signed-undated"), (dated(-20), "signed-long-ago"), (dated(400), "signed-undated")):
        assert part(table.arrive(encrypted(table, words, AMBER, head=head, proven=False)))["code"] == code
    assert table.orders("amber") == ()
    # A date under the signature, an order form for the open window, or a mail server that vouches for it.
    raw = encrypted(table, "GAME g1\r\nbid 1", AMBER, head=dated(0), proven=False)
    assert table.arrive(raw).facts["verdict"] == "OK"
    form = "ORDERS g1 amber round-1-bids\r\nbid 2\r\nEND ORDERS"
    assert table.arrive(encrypted(table, form, AMBER, proven=False)).facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 2",)
    assert table.arrive(encrypted(table, "GAME g1\r\nbid 3", AMBER)).facts["verdict"] == "OK"
