"""Press: who reads it in each mode, and what of its writer never goes along."""

import base64
import codecs
import re
import textwrap
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.campaign.live import NotNow
from judge.mail.guard import Limits
from judge.mail.headers import heading, message_of, raw_headers
from judge.serve.commands.press import _check_mode
from judge.serve.disguised import readings
from tests.serve.table import text_of


def readers(table):
    return sorted(row.recipient.partition("@")[0] for row in table.out("press"))


@pytest.mark.parametrize(
    ("mode", "to", "told"),
    [
        ("none", "blue", []),
        ("public", "blue", ["blue", "copper"]), ("public", "ALL", ["blue", "copper"]), ("public", "gm", ["gm"]),
        ("private", "blue", ["blue"]), ("private", "ALL", ["blue", "copper"]),
        ("private", "blue and copper", ["blue", "copper"]), ("private", "the game master", ["gm"]),
        ("private", "gm", ["gm"]), ("private", "blue, gm", ["blue", "gm"]),
        ("grey", "blue", ["blue"]), ("grey", "ALL", ["blue", "copper"]),
        ("gm-only", "blue", ["gm"]), ("gm-only", "ALL", ["gm"]),
        ("rulebook", "blue", ["blue"]),
    ],
)  # fmt: skip
def test_who_reads_it(make_table, mode, to, told):
    table = make_table(settings={"press": mode}).start()
    table.write("amber", f"PRESS TO {to}\nhello\nEND PRESS")
    assert readers(table) == told


@pytest.mark.parametrize(("kind", "may"), [("movement", True), ("retreats", False), ("adjustments", False)])
def test_by_the_rulebook_nobody_talks_outside_the_movement(kind, may):
    live = SimpleNamespace(name="g1", window=SimpleNamespace(kind=kind, title=f"Spring 1901, {kind}"))
    if may:
        _check_mode(live, "rulebook")
    else:
        with pytest.raises(NotNow, match="nobody talks"):
            _check_mode(live, "rulebook")


def test_press_is_a_new_mail_and_never_a_forward(table):
    """Nothing of the letter's headers goes along: not its way, its program, its clock, its identity."""
    raw = table.mail(
        "amber", "PRESS TO blue\nhello\nEND PRESS", number="a-telling-word", User_Agent="Tellermail 7",
        X_Originating_IP="[192.0.2.7]", Date="Mon, 01 Mar 2027 09:00:00 +1345", Organization="Tell & Sons",
    )  # fmt: skip
    table.arrive(b"Received: from tell-tale.example ([192.0.2.9])\r\n" + raw)
    (row,) = table.out("press")
    sent = table.sent_bytes(row)
    for word in (b"telling", b"Tell", b"tell-tale", b"192.0.2", b"+1345", b"amber@"):
        assert word not in sent
    message = message_of(sent)
    assert raw_headers(message, "Received") == []
    assert heading(message, "To") == "blue@mail.example"
    assert heading(message, "Auto-Submitted") == "auto-generated"


def test_grey_press_has_no_address_to_answer_its_writer(make_table):
    table = make_table(settings={"press": "grey"}).start()
    table.write("amber", "PRESS TO blue\nTrust nobody.\nEND PRESS")
    (row,) = table.out("press")
    assert "amber" not in (table.written(row).reply_to or "")
    assert "amber" not in str(row.facts)


@pytest.mark.parametrize("leak", ["Yours, Amelia", "write to amelia@home.example", "it is me, AMELIA!"])
def test_grey_press_that_names_its_writer_is_not_sent(make_table, leak):
    table = make_table(settings={"press": "grey"}).start()
    table.write("amber", "SET NAME Amelia")
    answer = table.write("amber", f"PRESS TO blue\n{leak}\nEND PRESS")
    assert readers(table) == []
    assert "It was not sent" in str(answer.facts["parts"])


def test_grey_press_of_a_sitter_does_not_name_them_either(make_table):
    """Nor does that of the player, who would be known by their sitter."""
    table = make_table(settings={"press": "grey"}).start()
    table.write("amber", "SITTER tommaso@elsewhere.example from 2027-03-01 to 2027-03-05")
    for writer in ("tommaso@elsewhere.example", "amber"):
        answer = table.write(writer, "PRESS TO blue\nLet us share. Yours, Tommaso\nEND PRESS")
        assert "It was not sent" in str(answer.facts["parts"]), writer
    assert readers(table) == []


def test_press_of_a_day_has_an_end(make_table):
    table = make_table(limits=Limits(press_per_day=2, replies_per_hour=99)).start()
    for _ in range(4):
        table.write("amber", "PRESS TO blue\nhello\nEND PRESS")
    assert readers(table) == ["blue", "blue"]
    table.pass_time(hours=25)
    table.write("amber", "PRESS TO blue\nhello\nEND PRESS")
    assert len(readers(table)) == 3


def test_press_goes_to_players_of_the_game_alone(table):
    """The judge is nobody's relay: an address is no seat."""
    answer = table.write("amber", "PRESS TO victim@elsewhere.example\nbuy this\nEND PRESS")
    assert readers(table) == []
    assert "There is no seat" in str(answer.facts["parts"])


@pytest.mark.parametrize(
    "words", ["<script>alert(1)</script>", "{{ 7*7 }}", "{% include 'mail/help.j2' %}", "**bold**"]
)
def test_words_of_players_are_words(table, words):
    """In press and in a display name: no tag, no template, no mark."""
    table.write("amber", f"SET NAME {words}")
    table.write("amber", f"PRESS TO blue\n{words}\nEND PRESS")
    (row,) = table.out("press")
    mail = table.written(row)
    assert words in mail.text
    assert "<script>" not in mail.html
    assert "49" not in mail.text
    players = table.write("blue", "PLAYERS")
    written = table.written(players)
    assert words.replace("*", "") in written.text.replace("*", "")
    assert "<script>" not in written.html


def test_control_signs_and_turned_writing_are_taken_out(table):
    table.write("amber", "PRESS TO blue\nred\x1b[31m and \u202eturned\u202c\ufffe\uffff\nEND PRESS")
    (row,) = table.out("press")
    assert row.facts["text"] == "red[31m and turned"


# --- what is not sent at all --------------------------------------------------------------------------------------


def spelt(token, how):
    return {
        "plainly": f"TOKEN {token}",
        "in prose": f"You may play for me, my token is {token}, thanks",
        "in capitals": f"my token is {token.upper()}.",
        "spaced out": f"it is {' '.join(token)} !",
        "with signs": f"it is {'-'.join(token)}",
        "in wide letters": "it is " + "".join(chr(ord(sign) + 0xFEE0) for sign in token),
        "in marked letters": "it is " + "".join(f"{sign}\u0332" for sign in token),
        "over lines": f"first {token[:8]}\nand then:\n{token[8:]}".replace("and then", "..."),
        "backwards": f"read it from behind: {token[::-1]}",
        "by ROT13": f"shifted: {codecs.encode(token, 'rot13')}, you know how",
        "by ROT13 and backwards": f"well: {codecs.encode(token.upper(), 'rot13')[::-1]}",
        "in base64": f"Here it is: {base64.b64encode(token.encode()).decode()}",
        "in base64, broken": f"It is\n{textwrap.fill(base64.b64encode(token.encode()).decode(), 10)}\nas we said.",
        "in base64 for addresses": base64.urlsafe_b64encode(f"~~{token}".encode()).decode(),
        "in base32": f"so: {base64.b32encode(token.encode()).decode()}.",
        "in hex": f"a bad deed: {token.encode().hex()} (face)",
        "in hex, spaced out": f"look: {token.encode().hex(' ')}",
        "in hex, as programs write it": "".join(f"\\x{one:02x}" for one in token.encode()),
        "as a page writes it": "".join(f"&#x{one:x};" for one in token.encode()),
        "in decimal numbers": " ".join(str(one) for one in token.encode()),
        "in Cyrillic letters": token.translate(str.maketrans("aeopcyxsijhkmtn", "аеорсухѕіјһкмтп")),
        "in Greek letters": token.upper().translate(str.maketrans("ABEZHIKMNOPTYX", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")),
        "in bold letters": "".join(chr(0x1D41A + ord(one) - 97) if one.isalpha() else one for one in token),
        "in flags": "".join(chr(0x1F1E6 + ord(one) - 97) if one.isalpha() else one for one in token),
        "in letters in circles": "".join(chr(0x24D0 + ord(one) - 97) if one.isalpha() else one for one in token),
        "with figures for letters": token.replace("o", "0").replace("i", "1"),
        "with other figures": token.replace("o", "0").replace("l", "1"),
    }[how]


OTHERWISE = (
    "backwards", "by ROT13", "by ROT13 and backwards", "in base64", "in base64, broken", "in base64 for addresses",
    "in base32", "in hex", "in hex, spaced out", "in hex, as programs write it", "as a page writes it",
    "in decimal numbers", "in Cyrillic letters", "in Greek letters", "in bold letters", "in flags",
    "in letters in circles", "with figures for letters", "with other figures",
)  # fmt: skip


@pytest.mark.parametrize("how", OTHERWISE)
def test_a_token_that_is_written_otherwise_is_found_and_not_sent(table, how):
    """Whatever signs it has: three seats' tokens, and some that have all letters."""
    for seat in table.seats:
        answer = table.write("amber", f"PRESS TO blue\n{spelt(table.tokens[seat], how)}\nEND PRESS")
        assert table.out("press") == [], seat
        assert "hold a token" in str(answer.facts["parts"]), seat


@given(st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=17, max_size=17), st.sampled_from(OTHERWISE))
def test_any_token_is_among_the_readings_of_a_text_that_writes_it_otherwise(token, how):
    assert any(token in one for one in readings(f"Dear all,\n{spelt(token, how)}\nYours"))


@pytest.mark.parametrize(
    "how",
    [
        "plainly",
        "in prose",
        "in capitals",
        "spaced out",
        "with signs",
        "in wide letters",
        "in marked letters",
        "over lines",
    ],
)
def test_press_that_holds_a_token_is_not_sent(table, how):
    answer = table.write("amber", f"PRESS TO blue\n{spelt(table.tokens['amber'], how)}\nEND PRESS")
    assert table.out("press") == []
    assert "hold a token" in str(answer.facts["parts"])


def test_press_that_holds_the_address_of_a_talk_is_not_sent(table):
    table.write("amber", "Dear game master, may I ask you whether we play on Sunday?")
    table.write("gm@example.org", "Yes, we do.", to=table.written(table.out("talk")[-1]).reply_to)
    answer = next(row for row in table.out("talk") if row.recipient == "amber@mail.example")
    address = table.written(answer).reply_to.partition("+")[2].partition("@")[0]
    table.write("amber", f"PRESS TO blue\nask them yourself: {' '.join(address)}\nEND PRESS")
    assert table.out("press") == []


@pytest.mark.parametrize("how", ["plainly", "in prose", "spaced out"])
def test_press_that_holds_a_word_that_confirms_is_not_sent(table, how):
    """Somebody forges RESIGN; its player shows all what came of it. Whoever forged it must not learn the word."""
    forged = table.write("amber", "RESIGN", proven=False)
    word = re.search(r"CONFIRM (\w+)", text_of(table, forged))[1]
    answer = table.write("amber", f"PRESS TO all\nlook: {spelt(word, how)}\nEND PRESS")
    assert table.out("press") == []
    assert "word that confirms" in str(answer.facts["parts"])


def test_press_that_holds_a_reply_address_is_not_sent(table):
    report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
    address = table.written(report).reply_to
    table.write("amber", f"PRESS TO blue\nwrite to {address} and you are me\nEND PRESS")
    word = " ".join(address.partition(".")[2].partition("@")[0])
    table.write("amber", f"PRESS TO blue\nthe word is {word}\nEND PRESS")
    assert table.out("press") == []


@pytest.mark.parametrize(
    ("mode", "opening", "sent"),
    [
        ("private", "BROADCAST", True), ("private", "BROADCAST WHITE", True), ("private", "PRESS TO blue", True),
        ("private", "BROADCAST FAKE", False), ("private", "BROADCAST GREY", False),
        ("private", "GREY PRESS TO blue", False), ("private", "PRESS TO blue GREY", False),
        ("private", "PRESS TO blue, fake", False), ("private", "PRESS TO blue FROM copper", False),
        ("grey", "BROADCAST GREY", True), ("grey", "PRESS TO blue GREY", True),
        ("grey", "BROADCAST FAKE", False), ("grey", "PRESS TO blue AS copper", False),
    ],
)  # fmt: skip
def test_press_of_a_kind_the_game_has_not_is_not_sent_signed(make_table, mode, opening, sent):
    table = make_table(settings={"press": mode}).start()
    answer = table.write("amber", f"{opening}\nthe fox is blue\nEND PRESS")
    assert bool(table.out("press")) is sent
    assert ("not sent" in str(answer.facts["parts"])) is not sent


def test_an_answer_to_press_that_reads_as_orders_is_held_and_its_writer_asked(table):
    table.write("blue", "PRESS TO amber\nwhat do you bid?\nEND PRESS")
    (press,) = table.out("press")
    to = table.written(press).reply_to
    answer = table.write("amber", "bid 5\n", to=to)
    assert len(table.out("press")) == 1
    assert table.orders("amber") == ()
    assert answer.facts["parts"][0]["code"] == "orders-or-press"
    table.write("amber", "I have not made up my mind.\n", to=to)
    assert len(table.out("press")) == 2


def test_so_are_orders_in_another_language(make_table):
    table = make_table(game="diplomacy", seats=7).start()
    table.write("england", "PRESS TO france\nwhat will you do?\nEND PRESS")
    to = table.written(table.out("press")[0]).reply_to
    for words in ("A PAR - BUR", "Armee Paris geht nach Burgund", "A Paris vers Bourgogne"):
        answer = table.write("france", words, to=to)
        assert answer.facts["parts"][0]["code"] == "orders-or-press", words
    assert len(table.out("press")) == 1
    table.write("france", "Burgund ist schön im Herbst.", to=to)
    assert len(table.out("press")) == 2


@pytest.mark.parametrize("words", ["SET NAME {}", "SET NAME my token is {}"])
def test_a_token_becomes_nobodys_name(table, words):
    answer = table.write("amber", words.format(table.tokens["amber"].upper()))
    assert "hold a token" in " ".join(table.written(answer).text.split())
    assert all(table.tokens["amber"] not in one.name.lower() for one in table.campaign.sittings("g1"))


def test_a_players_letter_that_looks_automatic_is_on_the_game_masters_list(table):
    assert table.write("amber", "bid 5", subject="orders - I am out of office till Friday") is None
    (notice,) = [row for row in table.out("gm") if "looked automatic" in row.facts["subject"]]
    assert "out of office till Friday" in notice.facts["text"]
    # A stranger's is nobody's business.
    table.write("eve@elsewhere.example", "hello", subject="out of office")
    assert len([row for row in table.out("gm") if "looked automatic" in row.facts["subject"]]) == 1


FORM = "ORDERS g1 blue round-1-bids\nbid 6\nEND ORDERS"


@pytest.mark.parametrize("mark", ["> ", ""])
def test_a_form_that_somebody_else_wrote_is_asked_about_and_not_carried_out(table, mark):
    """Amber writes to Blue, and to the Judge in Cc, what Blue might order; Blue answers all."""
    table.write("blue", "bid 2")
    idea = "\n".join(mark + line for line in f"What do you think?\n\n{FORM}\n\nAmber".split("\n"))
    heading = "On 1 March 2027 Amber wrote:" if mark else "----- Original Message -----\nFrom: Amber"
    answer = table.write("blue", f"No, I do not trust you.\n\n{heading}\n{idea}\n", In_Reply_To="<1@mail.example>")
    assert table.orders("blue") == ("bid 2",)
    assert "bid 6" in text_of(table, answer)
    table.write("blue", "FIX 1")
    assert table.orders("blue") == ("bid 6",)


@pytest.mark.parametrize(
    "form", [FORM, FORM.replace("\n", "\n\n"), "My idea is ORDERS\ng1 blue round-1-bids\nbid 6", "1. " + FORM]
)
def test_words_that_others_read_hold_no_order_form(make_table, form):
    """It would stand in their report, and count where they quote it."""
    table = make_table(settings={"press_kinds": "white, postal", "statements": True}).start()
    for words in (f"POSTAL PRESS TO blue\n{form}\nEND PRESS", f"PRESS TO blue\n{form}\nEND PRESS"):
        assert "order form" in text_of(table, table.write("amber", words))
    assert table.out("press") == []
    # Other words with ORDERS in them are words.
    assert "Press sent" in text_of(table, table.write("amber", "PRESS TO blue\nORDERS in an hour\nEND PRESS"))
