"""Secrets planted everywhere appear in nobody else's mail, in no log and in no error."""

from __future__ import annotations

import logging
import re
from email.message import Message

from judge.mail.headers import message_of
from tests.serve.table import Table


def words_of(message: Message) -> str:
    """Headers and every part, decoded."""
    said = [f"{key}: {value}" for key, value in message.items()]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and part.get_content_maintype() == "text":
            said.append(payload.decode("utf-8", "replace"))
    return "\n".join(said)


def test_no_secret_reaches_another_seat(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    table = Table(tmp_path / "club", options={"coins": 99}).start()
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
