"""Secrets planted everywhere appear in nobody else's mail, in no log and in no error."""

from __future__ import annotations

import logging
import re
from email.message import Message

import pytest

from judge.mail.headers import message_of
from judge.serve.log import Human, Redact
from judge.serve.postroom import Postroom


def words_of(message: Message) -> str:
    """Headers and every part, decoded."""
    said = [f"{key}: {value}" for key, value in message.items()]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and part.get_content_maintype() == "text":
            said.append(payload.decode("utf-8", "replace"))
    return "\n".join(said)


def test_no_secret_reaches_another_seat(make_table, caplog):
    caplog.set_level(logging.DEBUG)
    table = make_table(options={"coins": 99}).start()
    seats = table.seats
    # Orders are secret until they are carried out: each seat's number is nobody else's.
    bids = {"amber": 71, "blue": 53, "copper": 37}
    diaries = {seat: f"canary-{seat}-{number}" for seat, number in bids.items()}
    for seat in seats:
        table.write(seat, f"bid {bids[seat]}\n{diaries[seat]}\nWAIT\n")
        table.write(seat, f"STANDING bids: bid {bids[seat] + 1}\n")
        table.write(seat, f"SEAT {seats[(seats.index(seat) + 1) % 3]}\nbid 1\n")
        table.write("eve@elsewhere.example", f"bid 3\n{seat}\n")
    table.write("amber", "PRESS TO blue\npress-canary\nEND PRESS")
    mails: dict[str, list[str]] = {}
    for row in table.out():
        raw = table.sent_bytes(row)
        mails.setdefault(row.recipient, []).append(words_of(message_of(raw)))
    addresses = {f"{seat}@mail.example": seat for seat in seats}
    for recipient, texts in mails.items():
        reader = addresses.get(recipient)
        everything = "\n".join(texts)
        for seat in seats:
            if seat == reader:
                continue
            assert f"bid {bids[seat]}" not in everything, (recipient, seat)
            assert diaries[seat] not in everything, (recipient, seat)
            assert table.tokens[seat] not in everything, (recipient, seat)
            if reader is not None:
                assert f"{seat}@mail.example" not in everything, (recipient, seat)
        if reader != "blue":
            assert "press-canary" not in everything
    own = re.compile(r"judge\+g1\.([a-z2-7]{18})@")
    replies = {recipient: set(own.findall("\n".join(texts))) for recipient, texts in mails.items()}
    known = [recipient for recipient in replies if recipient in addresses]
    for one in known:
        assert len(replies[one]) == 1
        for other in replies:
            assert other == one or not replies[one] & replies[other]
    logged = caplog.text
    for seat in seats:
        assert table.tokens[seat] not in logged
        assert diaries[seat] not in logged


# Which database holds the letters says little about who gets which: all five games on the second one are for
# `make proof`; the other tests here run on both everywhere.
BOTH = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.server, pytest.mark.proof])]


@pytest.mark.parametrize("database", BOTH, indirect=True)
@pytest.mark.parametrize("game", ["diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels"])
def test_no_game_tells_what_a_seat_keeps_to_itself(make_table, caplog, monkeypatch, game):
    """Three windows by mail: before each is judged, nobody learns a word of what another wrote, and never a token.

    The pictures are left out of the mails: nobody looks at them here.
    """
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(Postroom, "_map", lambda *_: (b"", ""))
    table = make_table(game=game, seats=99, settings={"deadlines": "900d"}).start()
    planted = {seat: f"canary-{number}-of-{seat}" for number, seat in enumerate(table.seats)}
    seen: dict[str, list[str]] = {}
    read: set[int] = set()

    def new_mails():
        found: dict[str, list[str]] = {}
        for row in table.out():
            if row.id in read:
                continue
            read.add(row.id)
            raw = table.sent_bytes(row)
            assert raw is not None
            found.setdefault(row.recipient, []).append(words_of(message_of(raw)))
        for recipient, texts in found.items():
            seen.setdefault(recipient, []).extend(texts)
        return found

    new_mails()
    compared = 0
    for _ in range(3):
        # What comes as a window opens may have been meant for the one before.
        table.pass_time(minutes=11)
        live = table.live()
        if live.window is None:
            break
        asked = sorted(live.window.asks)
        for seat in asked:
            text = live.game.letter(live.state, seat, f"copy of {seat}")
            table.write(seat, f"{text}\n{planted[seat]} is no order\nWAIT\n")
            table.write("eve@elsewhere.example", f"SEAT {seat}\n{text}\n{planted[seat]}\n")
        # Examples of how to write orders stand in answers to what was no order.
        examples = " ".join(example for form in live.game.forms.values() for example in form)
        lines = {
            seat: {line for line in table.orders(seat) if len(line) > 3 and line not in examples} for seat in asked
        }
        for recipient, texts in new_mails().items():
            # An example in an answer is made up, whoever's order it happens to be.
            everything = re.sub(r"`[^`]*`|Expected: .*", "", "\n".join(texts))
            for seat in asked:
                # What Eve made up herself comes back to her.
                if recipient in (f"{seat}@mail.example", "eve@elsewhere.example"):
                    continue
                assert planted[seat] not in everything, (recipient, seat)
                own = lines.get(recipient.partition("@")[0], set())
                for line in lines[seat] - own:
                    compared += 1
                    assert line not in everything, (recipient, seat, line)
        for seat in asked:
            table.write(seat, "READY\n")
        table.daemon.tick()
        new_mails()
    assert compared or len(asked) < 2
    for recipient, texts in seen.items():
        everything = "\n".join(texts)
        for seat in table.seats:
            if recipient == f"{seat}@mail.example":
                continue
            assert table.tokens[seat] not in everything, (recipient, seat)
            assert f"{seat}@mail.example" not in everything or recipient == "gm@example.org", (recipient, seat)
            if recipient != "eve@elsewhere.example":
                assert planted[seat] not in everything, (recipient, seat)
    for seat in table.seats:
        assert table.tokens[seat] not in caplog.text
        assert planted[seat] not in caplog.text


def test_a_fault_of_ours_repeats_no_secret(make_table, caplog, monkeypatch):
    """A letter that breaks its reader, whose error quotes it: neither the log nor the game master gets its words."""
    caplog.set_level(logging.DEBUG)
    caplog.handler.setFormatter(Human(Redact()))
    table = make_table().start()
    token = table.tokens["amber"]

    def broken(*anything):
        raise RuntimeError(f"cannot read canary-{token}")

    monkeypatch.setattr(table.daemon.desk, "_read", broken)
    table.write("amber", f"TOKEN {token}\nbid 3\n")
    for _ in range(3):
        table.daemon.read_all()
    assert [row["state"] for row in table.letters()] == ["bad"]
    mails = [
        words_of(message_of(table.sent_bytes(row))) for row in table.out() if row.recipient != "amber@mail.example"
    ]
    assert any("could not be read" in mail for mail in mails)
    assert not [mail for mail in mails if token in mail]
    assert "RuntimeError" in caplog.text
    assert token not in caplog.text
