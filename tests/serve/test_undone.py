"""What a letter that proves nothing may do: what can be put back is done, with the way back; the rest asks first."""

from __future__ import annotations

import json

import pytest

from judge.mail.guard import Limits
from judge.store import club, docket, people, seats
from tests.serve.test_proof import forged, said, state_of, word_in


def settings_of(table, address="amber@mail.example"):
    with table.campaign.store.read() as connection:
        return json.loads(people.settings(connection, people.of_address(connection, address)) or "{}")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("SET DIGEST 20:00", "digest"),
        ("SET LANGUAGE de", "language"),
        ("SET ZONE Asia/Tokyo", "zone"),
        ("SET MAP off", "map"),
        ("SET TEXT", "text"),
    ],
)
@pytest.mark.parametrize("before", [None, "now"])
def test_a_setting_by_a_letter_without_proof_says_what_puts_it_back(table, line, key, before):
    if before:
        table.write(
            "amber", {"SET DIGEST 20:00": "SET DIGEST 08:00", "SET LANGUAGE de": "SET LANGUAGE fr"}.get(line, line)
        )
    had = settings_of(table)
    answer = forged(table, "amber", line)
    assert answer.recipient == "amber@mail.example"
    back = next(part["text"] for part in answer.facts["parts"] if "SET " in str(part.get("text")))
    undo = "SET" + back.split("SET", 1)[1].split(" puts")[0].split(" macht")[0].split(" remet")[0]
    table.write("amber", undo)
    off = {"digest": None, "language": "en", "zone": "UTC", "map": True, "text": False}[key]
    assert settings_of(table).get(key) == had.get(key, off)
    assert "puts it back" not in said(table.write("amber", line))


def kept(table):
    with table.campaign.store.read() as connection:
        standing = [row.text for row in docket.kept(connection, table.live().id, "amber")]
        return standing, club.standing_by(connection)


@pytest.mark.parametrize(
    "words", ["STANDING bids: bid 9", "DIARY\nI have always hated Blue\nEND DIARY", "STANDBY lanterns"]
)
def test_what_speaks_for_somebody_later_takes_a_second_letter(table, words):
    before = kept(table), said(table.write("amber", "DIARY READ"))
    answer = forged(table, "amber", words)
    assert "is not done yet" in said(answer)
    assert answer.recipient == "amber@mail.example"
    assert (kept(table), said(table.write("amber", "DIARY READ"))) == before
    forged(table, "amber", f"CONFIRM {word_in(said(answer))}")
    assert (kept(table), said(table.write("amber", "DIARY READ"))) != before


@pytest.mark.parametrize("clears", [False, True])
def test_orders_for_a_later_window_by_whoever_has_proven_others_take_a_second_letter(table, clears):
    table.write("amber", "bid 1")
    table.write("amber", "PHASE next bids\nbid 1\nENDPHASE")
    before = kept(table)
    answer = forged(table, "amber", f"PHASE next bids\n{'CLEAR' if clears else 'bid 2'}\nENDPHASE")
    assert answer.facts["verdict"] == "WARNINGS"
    assert "is not kept yet" in said(answer)
    assert kept(table) == before
    forged(table, "amber", f"CONFIRM {word_in(said(answer))}")
    assert kept(table) != before


def test_a_word_is_taken_from_nobody_but_the_seat_that_it_was_mailed_to(table):
    word = word_in(said(forged(table, "amber", "RESIGN")))
    for letter in (
        table.write("blue", f"CONFIRM {word}"),
        table.write("eve@elsewhere.example", f"CONFIRM {word}"),
        table.write("blue", f"TOKEN {table.tokens['blue']}\nCONFIRM {word}"),
    ):
        assert "mailed to another address" in said(letter)
        assert state_of(table, "amber") == "active"
    table.write("amber@new.example", f"TOKEN {table.tokens['amber']}\nCONFIRM {word}")
    assert state_of(table, "amber") != "active"


def test_public_pages_name_nobody_on_the_word_of_a_letter_without_proof(table):
    table.write("amber", "SET PAGES off")
    forged(table, "amber", "SET PAGES on")
    assert settings_of(table)["pages"] is False


def test_what_nobody_would_hear_of_is_not_done(make_table):
    table = make_table(limits=Limits(replies_per_hour=3)).start()
    for number in range(3):
        forged(table, "amber", f"bid {number + 1}")
    assert forged(table, "amber", "SET DIGEST 20:00") is None
    assert "digest" not in settings_of(table)


WEB = "web:\n  base_url: https://judge.example.org\n"


def test_no_link_ends_on_the_word_of_a_letter_without_proof(make_table):
    table = make_table(more=WEB).start()
    links = links_of(table)
    answer = forged(table, "amber", "SET LINK NEW")
    assert "is not done yet" in said(answer)
    assert answer.recipient == "amber@mail.example"
    assert links_of(table) == links
    forged(table, "amber", f"CONFIRM {word_in(said(answer))}")
    assert links_of(table) == links + 1


def test_a_letter_makes_one_new_link(make_table):
    table = make_table(more=WEB).start()
    links, sent = links_of(table), table.count("token")
    answer = table.write("amber", "SET LINK NEW\n" * 20)
    assert table.written(answer).text.count("was not carried out") == 19
    assert (links_of(table), table.count("token")) == (links + 1, sent + 1)


def links_of(table):
    with table.campaign.store.read() as connection:
        row = next(one.row for one in table.campaign.sittings("g1") if one.seat == "amber")
        return seats.of_number(connection, row)["links"]
