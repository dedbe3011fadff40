"""Hostile and broken mail: no exception, no answer to a machine, never longer than a second, never a quoted order."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pysequoia
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.headers import message_of
from judge.mail.language import read
from judge.mail.letter import read_letter
from judge.mail.pgp import Seals
from judge.mail.quotes import TextLine
from judge.serve.opened import open_letter
from judge.serve.opener import Opener
from tests.daily import DAY, PROOF

KEY = str(pysequoia.Tsk.generate(user_id="Amber <amber@mail.example>").extract_certificate())
HERE = Path(__file__).resolve().parent / "letters"
OWN = "judge@judge.example"
# Twenty thousand mutated mails are ten tenths, each with its own seed. `make proof` reads them all; any other run reads
# one, and .ci/run another one each day.
TENTH = 2_000
TENTHS = range(10) if PROOF else [DAY % 10]
# More than any mail may take; the median is far below a millisecond.
LONGEST = 1.0

HOSTILE = {
    "many parts": b"".join(b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" for _ in range(5000)),
    "deep blockquotes": b"<html>" + b"<blockquote>" * 8000 + b"A PAR - BUR",
    "deep divs": b"<html>" + b"<div>" * 30000 + b"A PAR - BUR",
    "a sheet for everything": b"<html><style>"
    + b"".join(b":not(.x%d){color:#0%d0;left:%dpx;filter:none}" % (one, one, one) for one in range(4))
    + b"</style>"
    + b"<p>A PAR" * 7000,
    "a sheet of brackets": b"<html><style>" + b"a{(" * 20000,
    "one long line": b"A PAR - BUR " * 20000,
    "on and spaces": (b"On " + b" " * 60000 + b"wrote:"),
    "on and on": b"On 3 Mar Judge\r\n" * 8000,
    "newlines": b"\r\n" * 100000,
    "quote signs": b">" * 100000,
    "brackets": b"(((((((" * 10000,
    "from lines": b"From: x\r\nSent: y\r\n" * 4000,
    "encoded words": b"=?utf-8?b?QQ==?= " * 5000,
    "at signs": b"<a@" * 30000,
    "dashes": b"- " * 50000,
    "nul": b"\0" * 60000,
    "wide": "　".encode() * 20000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
@pytest.mark.parametrize(
    "kind", ["text/plain", "text/html", "multipart/mixed; boundary=b", "text/plain; format=flowed"]
)
def test_hostile_bodies_take_no_time(name, kind):
    raw = f"From: a@b.example\r\nSubject: x\r\nContent-Type: {kind}\r\n\r\n".encode() + HOSTILE[name]
    began = time.process_time()
    open_letter(raw, OWN, "mx.judge.example")
    assert time.process_time() - began < LONGEST


@pytest.mark.parametrize("name", ["To", "Subject", "From", "References", "Message-ID", "Content-Type",
                                  "Content-Disposition", "Authentication-Results", "Received"])  # fmt: skip
@pytest.mark.parametrize("value", ["<[a@b>", "a@b.example, " * 20000, "=?x?y?z?= " * 4000, "\"" * 5000, "(" * 20000,
                                   "x; charset*=x''y; " * 3000, "=?utf-8?q?=0d=0aBcc:_x@y?="])  # fmt: skip
def test_hostile_headers_take_no_time_and_break_nothing(name, value):
    raw = f"From: a@b.example\r\n{name}: {value}\r\nSubject: y\r\n\r\nA PAR - BUR\r\n".encode()
    began = time.process_time()
    opened = open_letter(raw, OWN, "mx.judge.example")
    assert time.process_time() - began < LONGEST
    assert "\n" not in opened.letter.subject
    assert "\r" not in opened.letter.subject


@pytest.mark.parametrize("begun", ["MESSAGE", "SIGNED MESSAGE", "SIGNATURE", "PUBLIC KEY BLOCK"])
@pytest.mark.parametrize("above", ["", "SIGNED MESSAGE"])
def test_blocks_of_pgp_that_never_end_take_no_time(begun, above):
    """The daemon looks for them itself, in a letter of anybody's."""
    lines = [f"-----BEGIN PGP {one}-----" for one in [*([above] if above else []), *[begun] * 6500]]
    raw = "\r\n".join(["From: amber@mail.example", "", "SET PGP", *lines]).encode()
    began = time.process_time()
    assert Seals(lambda address: [KEY]).opened(raw).said == ""
    assert open_letter(raw, OWN, "").key == ""
    assert time.process_time() - began < LONGEST


def test_nested_multiparts_are_not_followed_for_ever():
    raw = b"From: a@b.example\r\n"
    for depth in range(3000):
        raw += f'Content-Type: multipart/mixed; boundary="b{depth}"\r\n\r\n--b{depth}\r\n'.encode()
    began = time.process_time()
    read_letter(raw + b"\r\nA PAR - BUR")
    assert time.process_time() - began < LONGEST


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A letter with a few things wrong with it."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(8):
            case 0:
                data[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[place : place + chance.randrange(40)]
            case 2:
                data[place:place] = data[chance.randrange(len(data) + 1) :][: chance.randrange(200)]
            case 3:
                odd = [b"\r\n", b"\0", b"=?utf-8?b?", b"--0000bound\r\n", b"\xff\xfe", b"> ", b"<div>"]
                data[place:place] = chance.choice(odd)
            case 4:
                line = data.find(b"\n", place)
                if line > 0:
                    del data[place:line]
            case 5:
                data = data.replace(b"quoted-printable", chance.choice([b"base64", b"8bit", b"x-uuencode"]), 1)
            case 6:
                data = data.replace(b"utf-8", chance.choice([b"utf-16", b"utf-7", b"x-none", b"idna", b"rot13"]), 1)
            case 7:
                data = data[:place]
        if not data:
            data = bytearray(b"x")
    return bytes(data)


@pytest.mark.parametrize("tenth", TENTHS)
def test_mutated_letters_harm_nobody(tenth, seed_of):
    chance = random.Random(seed_of(1871 + tenth))
    files = [path.read_bytes() for path in sorted(HERE.glob("*.eml"))]
    longest = 0.0
    for _ in range(TENTH):
        raw = mutated(chance.choice(files), chance)
        began = time.process_time()
        opened = open_letter(raw, OWN, "mx.judge.example")
        longest = max(longest, time.process_time() - began)
        assert len(opened.reading.lines) <= 2000
        for line in opened.letter.lines:
            assert not re.search(r"[\x00-\x08\x0b-\x1f\u202a-\u202e\u200b]", line.text)
    assert longest < LONGEST


@pytest.mark.parametrize("tenth", TENTHS)
def test_mutated_mails_of_machines_are_never_answered(tenth, seed_of):
    """Whatever else is broken in it: as long as one of its headers says a machine wrote it, nobody answers."""
    chance = random.Random(seed_of(1807 + tenth))
    files = [path.read_bytes() for path in sorted(HERE.glob("*.eml"))]
    marks = [b"Auto-Submitted: auto-replied\r\n", b"Precedence: junk\r\n", b"List-Id: <x.example>\r\n",
             b"X-Judge-Loop: judge@x\r\n", b"X-Autoreply: yes\r\n"]  # fmt: skip
    for _ in range(TENTH // 10):
        head, _, body = chance.choice(files).partition(b"\r\n\r\n")
        raw = chance.choice(marks) + head + b"\r\n\r\n" + mutated(body or b"x", chance)
        assert open_letter(raw, OWN, "").ignore is not None


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=80), st.booleans()), max_size=30))
def test_no_quoted_line_is_ever_an_order(lines):
    """Outside an order form, that is: and a form begins with its own line."""
    quoted = [
        TextLine(text.replace("ORDERS", "orders of").replace("orders", "order"), quoted=True) for text, _ in lines
    ]
    assert read(quoted).lines == ()


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes_are_a_letter(raw):
    open_letter(raw, OWN, "mx.example")
    message_of(raw)


def test_the_worker_is_replaced_when_it_dies():
    opener = Opener(OWN, "")
    try:
        good = b"From: a@b.example\r\n\r\nA PAR - BUR\r\n"
        assert opener.open(good).letter.own == ("A PAR - BUR",)
        opener._worker.kill()
        opener._worker.wait()
        assert opener.open(good).letter.own == ("A PAR - BUR",)
    finally:
        opener.close()


def test_what_nobody_waits_for_any_more_is_not_taken_for_another_letter():
    """A lot is left while its worker is at it: what the worker says of it is thrown away, not given to the next."""
    opener = Opener(OWN, "")
    letters = [f"From: a@b.example\r\n\r\nA PAR - {place}\r\n".encode() for place in ("BUR", "PIC", "GAS")]
    try:
        opener.begin(letters).close()
        assert opener.open(b"From: a@b.example\r\n\r\nA MUN H\r\n").letter.own == ("A MUN H",)
        opening = opener.begin(letters)
        assert [one.letter.own for lot in opening for one in lot] == [
            ("A PAR - BUR",),
            ("A PAR - PIC",),
            ("A PAR - GAS",),
        ]
        opening.close()
        assert opener.restarts == 0
    finally:
        opener.close()


def test_a_lot_whose_worker_dies_is_opened_one_by_one(monkeypatch):
    opener = Opener(OWN, "")
    try:
        opening = opener.begin(
            [b"From: a@b.example\r\n\r\nA PAR - BUR\r\n", b"From: a@b.example\r\n\r\nF BRE - MAO\r\n"]
        )
        opener._worker.kill()
        opener._worker.wait()
        assert [one.letter.own for lot in opening for one in lot] == [("A PAR - BUR",), ("F BRE - MAO",)]
    finally:
        opener.close()
