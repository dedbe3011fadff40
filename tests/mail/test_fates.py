"""Every stretch of a letter has one fate, and put together they are the letter again."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.mail.fates import Fate, stretches, together
from judge.mail.language import read
from judge.mail.letter import read_letter

PIECES = st.sampled_from(
    [
        "A PAR - BUR", "STATUS", "PRESS TO france", "END PRESS", "IF BUR IS EMPTY", "ELSE", "ENDIF", "END", "-- ",
        "> A MUN - TYR", "On 3 Mar 2027, Judge wrote:", "Hi,", "Thanks!", "", "  ", "# a note", "PHASE retreats",
        "ORDERS g1 france spring-1901-movement", "A PAR ___", "END ORDERS", "FORECAST", "GAME g1", "\u200b", "DIARY",
        "From: Judge", "Sent: Monday", "To: You", "________________________________", "Sent from my phone", "\x0c",
    ]
)  # fmt: skip


def fates_of(text):
    letter = read_letter(b"From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode())
    return letter, read(letter.lines).fates


@given(st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=25).map("\n".join)))
@example("PRESS TO x\n\nA PAR - BUR\n\n")
@example("\n" * 2100)
def test_the_fates_put_together_are_the_letter(text):
    letter, fates = fates_of(text.encode("utf-8", "replace").decode())
    assert len(fates) == len(letter.lines) == len(letter.text.split("\n")) or not letter.text
    found = stretches(letter.text, fates, {})
    assert together(found) == letter.text
    assert all(isinstance(one.fate, Fate) for one in found)


@pytest.mark.parametrize(
    ("line", "fate"),
    [
        ("STATUS", Fate.COMMAND), ("Could you send me the map please?", Fate.COMMAND), ("I resign.", Fate.COMMAND),
        ("GAME spring", Fate.BLOCK), ("IF BUR IS EMPTY", Fate.BLOCK), ("PHASE retreats", Fate.BLOCK),
        ("> A PAR - BUR", Fate.QUOTATION), ("Sent from my iPhone", Fate.SIGNATURE), ("# by the book", Fate.COMMENT),
        ("", Fate.SPACE), ("A PAR ___", Fate.FORM), ("A PAR - BUR", None), ("I will not resign.", None),
        ("Do not CLEAR anything", None), ("As promised, my orders", None), ("RESIGN? Never!", None),
    ],
)  # fmt: skip
def test_what_a_line_is(line, fate):
    _, fates = fates_of(line + "\nA MUN H\n")
    assert fates[0] is fate


def test_a_line_of_two_orders_is_two_stretches_and_a_line_nobody_read_is_refused():
    text = "F KIE - DEN, A MUN H\nwhatever\n"
    read_as = {1: (("F KIE - DEN", Fate.ORDER, "F KIE - DEN"), ("A MUN H", Fate.REFUSED, "no such army"))}
    found = stretches(text, (None, None, Fate.SPACE), read_as)
    assert [(one.text, one.fate) for one in found] == [
        ("F KIE - DEN, ", Fate.ORDER), ("A MUN H\n", Fate.REFUSED), ("whatever\n", Fate.REFUSED), ("", Fate.SPACE),
    ]  # fmt: skip
    assert together(found) == text


def test_press_is_press_whatever_stands_in_it():
    text = "F LON - ENG\nPRESS TO france\nRESIGN\n\nA PAR - BUR would suit us.\nEND PRESS\nREADY"
    letter, fates = fates_of(text)
    assert fates == (None, Fate.PRESS, Fate.PRESS, Fate.SPACE, Fate.PRESS, Fate.PRESS, Fate.COMMAND)
    (press, ready) = read(letter.lines).commands
    assert press.body == ("RESIGN", "", "A PAR - BUR would suit us.")
    assert ready.verb == "ready"


def test_words_that_change_nothing_are_told():
    said = "HISTORY from 1901 to 1902\nSIGN ON g1 hunter22 and then some\nFAKE BROADCAST\nhi\nEND BROADCAST"
    letter, _ = fates_of(said)
    assert list(read(letter.lines).faults) == [
        ("REPORT from 1901 to 1902", "not-heeded"),
        ("SIGN ON g1 hunter22 and then some", "not-heeded"),
    ]
    # How press goes is for the game to allow: it is carried out or refused, never left out.
    assert read(letter.lines).commands[-1].kinds == ("FAKE",)


def test_a_block_without_an_end_is_told():
    letter, _ = fates_of("PRESS TO france\nhello\nA PAR - BUR")
    assert read(letter.lines).faults == (("PRESS TO france", "block-not-ended"),)


def test_words_to_one_player_are_never_sent_to_another():
    letter, fates = fates_of("PRESS TO france\nhello\nPOSTAL PRESS TO italy\nI hate France\nEND PRESS\nA MUN H")
    reading = read(letter.lines)
    assert reading.commands == ()
    assert reading.faults == (("POSTAL PRESS TO italy", "block-within"), ("PRESS TO france", "block-not-sent"))
    assert fates == (*[Fate.REFUSED] * 5, None)


def test_a_signature_within_press_keeps_it_back_with_all_below():
    letter, fates = fates_of("PRESS TO france\nhello\n-- \nAnn\nEND PRESS\nA MUN H")
    reading = read(letter.lines)
    assert reading.commands == ()
    assert reading.faults == (("END PRESS", "line-within"), ("PRESS TO france", "block-not-sent"))
    assert set(fates) == {Fate.REFUSED}


def test_a_command_in_press_without_an_end_is_not_sent_to_anybody():
    letter, _ = fates_of("PRESS TO france\nhello\nDIARY France believes me")
    reading = read(letter.lines)
    assert reading.commands == ()
    assert [code for _, code in reading.faults] == ["line-within", "block-not-sent"]


def test_what_a_program_signs_with_is_kept_as_a_signature():
    page = '<p>A PAR - BUR</p><div class="gmail_signature">Ann<br>RESIGN</div><p>A MUN H</p>'
    letter = read_letter(b"From: a@b.example\r\nContent-Type: text/html\r\n\r\n" + page.encode())
    assert [(line.text, line.apart) for line in letter.lines if line.text] == [
        ("A PAR - BUR", ""), ("Ann", "signature"), ("RESIGN", "signature"), ("A MUN H", ""),
    ]  # fmt: skip
    assert read(letter.lines).commands == ()


@pytest.mark.parametrize("line", ["draw 2 extra", "if dislodged, A BUR retreats to Picardy", "If I were you I would go",
                                  "order bid 5 for the first", "order Baron to E7-F7"])  # fmt: skip
def test_what_only_looks_like_a_command_is_for_the_game(line):
    _, fates = fates_of(line + "\nA MUN H\n")
    assert fates[0] is None


def test_a_line_behind_a_semicolon_is_a_comment():
    assert fates_of("; my plans\nA PAR H; A MUN H")[1] == (Fate.COMMENT, None)


def test_a_fate_comes_out_of_another_process_as_itself():
    kinds = [Fate.ORDER, Fate.NOT_ORDERED, Fate.SPACE]
    assert all(one is kept for one, kept in zip(pickle.loads(pickle.dumps(kinds)), kinds, strict=True))
    assert [f"{one}" for one in kinds] == ["order", "not-ordered", "space"]
