"""Nothing that was written is gone under an OK, and nobody's words but the writer's own count."""

from __future__ import annotations

import json
from email.message import EmailMessage

import pytest

from judge.mail.headers import message_of
from judge.serve.demo import text_of
from tests.serve.table import JUDGE, Table


@pytest.fixture
def diplomacy(tmp_path):
    """A game of Diplomacy, the first window open, its reports sent."""
    table = Table(tmp_path / "club", game="diplomacy", seats=7)
    table.start()
    yield table
    table.close()


def part(answer, kind="orders"):
    return next(one for one in answer.facts["parts"] if one["kind"] == kind)


def send_all(table):
    """Everything in the outbox goes out: from now on the Judge knows its own words."""
    rows = table.out()
    with table.campaign.look() as look, table.daemon.postroom.lot(look, rows):
        ready = [table.daemon.postroom.ready(look, row, table.now) for row in rows]
    table.daemon.dispatch._keep_words(ready, rows)


def report_to(table, seat):
    row = next(row for row in table.out("report") if row.recipient == f"{seat}@mail.example")
    return text_of(message_of(table.sent_bytes(row)))


FRANCE = "A PAR - BUR\nA MAR - SPA\nF BRE - MAO\n"


def test_ok_means_that_every_piece_has_an_order(diplomacy):
    assert diplomacy.write("france", FRANCE).facts["verdict"] == "OK"
    diplomacy.write("france", "CLEAR")
    answer = diplomacy.write("france", "A PAR - BUR\nF BRE - MAO\n")
    assert answer.facts["verdict"] == "WARNINGS"
    assert part(answer)["silence"] == ["A MAR H"]


def test_ready_alone_says_that_silence_is_meant(diplomacy):
    assert diplomacy.write("france", "READY").facts["verdict"] == "OK"


def test_what_is_not_understood_is_quoted_with_its_line_number(diplomacy):
    answer = diplomacy.write("france", f"Hi,\n\n{FRANCE}flibbertigibbet in Burgundy\nThanks,\nAnn\n")
    assert answer.facts["verdict"] == "ERRORS"
    ((line, _, number, _, _),) = part(answer)["problems"]
    assert (line, number) == ("flibbertigibbet in Burgundy", 6)
    assert "Line 6, “flibbertigibbet in Burgundy”" in text_of(message_of(diplomacy.sent_bytes(answer)))


def test_what_is_negated_or_asked_is_named_and_not_ordered(diplomacy):
    answer = diplomacy.write("france", f"{FRANCE}I will NOT attack Munich.\nDoes Spain count for me?\n")
    assert answer.facts["verdict"] == "WARNINGS"
    assert [row[0] for row in part(answer)["warnings"]] == ["I will NOT attack Munich.", "Does Spain count for me?"]


# --- suggestions ------------------------------------------------------------------------------------------------------


def with_a_slip(table):
    return table.write("france", "A PAR - BUR\nA MAR - SPA\nREDY\n", number="slip")


def test_a_suggestion_is_taken_by_its_number(diplomacy):
    answer = with_a_slip(diplomacy)
    ((line, _, number, offer, suggestion),) = part(answer)["problems"]
    assert (line, number, offer, suggestion) == ("REDY", 3, 1, "READY")
    again = diplomacy.write("france", "FIX 1")
    assert again.facts["verdict"] == "OK"
    assert not part(again)["problems"]


def test_a_suggestion_is_a_link_in_the_page_and_the_link_takes_it(diplomacy):
    page = diplomacy.written(with_a_slip(diplomacy)).html
    receipt = part(diplomacy.out("receipt")[-1])["receipt"]
    assert 'href="mailto:judge+g1.' in page
    assert f"body=FIX%201%20of%20{receipt}" in page
    assert diplomacy.write("france", f"FIX 1 of {receipt}").facts["verdict"] == "OK"


def test_a_suggestion_holds_for_the_answer_that_made_it(diplomacy):
    receipt = part(with_a_slip(diplomacy))["receipt"]
    diplomacy.write("france", "F BRE - MAO")
    for said in ("FIX 1", f"FIX 1 of {receipt}", "FIX ALL"):
        answer = diplomacy.write("france", said)
        assert "FIX" in part(answer, "refused")["line"]
        assert answer.facts["verdict"] == "ERRORS"


def test_a_reply_to_another_answer_takes_nothing(diplomacy):
    old = diplomacy.write("france", "A PAR - BUR")
    with_a_slip(diplomacy)
    answer = diplomacy.write("france", "FIX 1", In_Reply_To=old.message_id)
    assert "older answer" in part(answer, "refused")["text"]


# --- quotations -------------------------------------------------------------------------------------------------------


def test_a_report_sent_back_whole_without_any_mark_orders_nothing(diplomacy):
    send_all(diplomacy)
    text = report_to(diplomacy, "france")
    answer = diplomacy.write("france", f"A PAR - BUR\n\n{text}")
    assert diplomacy.orders("france") == ("A PAR - BUR",)
    assert part(answer)["problems"] == []


def test_a_form_counts_below_a_polite_line_and_beside_own_orders(diplomacy):
    send_all(diplomacy)
    text = report_to(diplomacy, "france").replace("A MAR ___", "A MAR - SPA").replace("F BRE ___", "Fleet Brest holds")
    answer = diplomacy.write("france", f"Done, see below\nA PAR - BUR\n\n{text}")
    assert diplomacy.orders("france") == ("A PAR - BUR", "A MAR - SPA", "F BRE H")
    assert answer.facts["verdict"] == "OK"


def test_where_form_and_letter_say_different_things_neither_is_guessed(diplomacy):
    text = report_to(diplomacy, "france").replace("A PAR ___", "A PAR - BUR").replace("F BRE ___", "F BRE - MAO")
    answer = diplomacy.write("france", f"A PAR - PIC\n\n{text}")
    assert diplomacy.orders("france") == ("F BRE - MAO",)
    assert {row[0] for row in part(answer)["problems"]} == {"A PAR - PIC", "A PAR - BUR"}


def test_orders_typed_again_from_a_receipt_are_orders(diplomacy):
    said = "A MAR S A PAR - BUR\nA PAR - BUR\nF BRE - MAO\n"
    diplomacy.write("france", said)
    send_all(diplomacy)
    diplomacy.write("france", "CLEAR")
    assert diplomacy.write("france", said).facts["verdict"] == "OK"
    assert len(diplomacy.orders("france")) == 3


def test_a_receipt_sent_back_with_its_bars_orders_nothing(diplomacy):
    answer = diplomacy.write("france", FRANCE)
    text = text_of(message_of(diplomacy.sent_bytes(answer)))
    diplomacy.write("france", "CLEAR")
    diplomacy.write("france", text)
    assert diplomacy.orders("france") == ()


def test_what_another_wrote_as_press_never_orders_anything(diplomacy):
    key = diplomacy.live().window.key
    form = f"ORDERS g1 russia {key}\nF SEV - BLA\nRESIGN\nEND ORDERS\nA WAR - UKR"
    assert "order form" in json.dumps(diplomacy.write("france", f"PRESS TO russia\n{form}\nEND PRESS\n").facts)
    assert diplomacy.out("press") == []
    diplomacy.write("france", f"PRESS TO russia\n{form.partition(chr(10))[2]}\nEND PRESS\n")
    press = diplomacy.out("press")[-1]
    text = text_of(message_of(diplomacy.sent_bytes(press)))
    assert "| F SEV - BLA" in text
    send_all(diplomacy)
    bare = "\n".join(line.removeprefix("| ") for line in text.splitlines())
    for back in (text, bare):
        diplomacy.write("russia", f"Thanks!\n\n{back}")
        assert diplomacy.orders("russia") == ()
        assert diplomacy.live().row["status"] == "running"


# --- other ways in ----------------------------------------------------------------------------------------------------


def test_an_attachment_with_orders_is_read_and_any_other_is_named(diplomacy):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "france@mail.example", JUDGE, "[club/g1] orders"
    mail["Message-ID"] = "<attached@mail.example>"
    mail.set_content("Hi, my orders are attached.\n")
    mail.add_attachment(FRANCE, filename="orders.txt")
    mail.add_attachment("Remember the milk\n", filename="notes.txt")
    mail.add_attachment(b"\x89PNG", maintype="application", subtype="pdf", filename="plan.pdf")
    answer = diplomacy.arrive(mail.as_bytes())
    assert diplomacy.orders("france") == ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    assert answer.facts["verdict"] == "WARNINGS"
    assert "notes.txt" in json.dumps(part(answer)["warnings"])
    assert part(answer, "unread")["name"] == "plan.pdf"


@pytest.mark.parametrize("text", [f"Hi judge,\n{FRANCE}Thanks!\nAnn", f"{FRANCE}\nnonsense it is\n", "A PAR - XYZ\n"])
def test_the_same_text_is_answered_alike_by_mail_and_from_the_game_masters_hand(diplomacy, text):
    by_mail = part(diplomacy.write("france", text))
    diplomacy.write("france", "CLEAR")
    done, _ = diplomacy.campaign.enter_as_said("g1", "france", text, diplomacy.now)
    assert list(done.orders) == by_mail["orders"]
    assert [[one.line, one.sentence, one.number] for one in done.problems] == [row[:3] for row in by_mail["problems"]]


def test_a_correction_takes_the_place_of_what_it_corrects(diplomacy):
    answer = diplomacy.write("france", f"{FRANCE}Sorry, make that A PAR - PIC\n")
    assert (answer.facts["verdict"], part(answer)["orders"]) == ("OK", ["A MAR - SPA", "F BRE - MAO", "A PAR - PIC"])
    diplomacy.write("france", "CLEAR")
    diplomacy.write("france", "A PAR - BUR\nA MAR - SPA\nForget the first line. A PAR - PIC.\n")
    assert diplomacy.orders("france") == ("A MAR - SPA", "A PAR - PIC")


def test_clear_takes_back_what_stands_above_it(diplomacy):
    diplomacy.write("france", "A PAR - BUR\nCLEAR\nA MAR - SPA\n")
    assert diplomacy.orders("france") == ("A MAR - SPA",)


def test_nonsense_for_a_later_window_is_told_at_once_and_not_kept(diplomacy):
    answer = diplomacy.write("france", f"{FRANCE}PHASE adjustments\nBuild A PAR\nflibbertigibbet\n")
    assert answer.facts["verdict"] == "ERRORS"
    later = part(answer, "later")
    assert later["lines"] == ["Build A PAR"]
    assert [row[0] for row in later["problems"]] == ["flibbertigibbet"]
    assert "flibbertigibbet" not in json.dumps(part(diplomacy.write("france", "ORDERS"))["kept"])


def test_to_draw_a_card_is_no_vote_for_a_draw(diplomacy):
    for said in ("draw 2 extra", "draw", "Draw 1"):
        answer = diplomacy.write("france", said)
        assert not any("VOTE" in json.dumps(one) for one in answer.facts["parts"])
    assert diplomacy.live().window is not None
