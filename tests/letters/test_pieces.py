"""Lines that say several things at once: sentences, conditions, corrections, remarks, tables, what is struck out."""

import pytest

from judge.campaign.told import told
from judge.mail.letter import read_letter
from tests.letters.corpora import corpus

FRANCE = ("diplomacy", "opening", "france")
LAZY_S = ("range-war", "summer", "lazy-s")
GRAHAM = ("land-barons", "auction", "graham")
TRADERS = ("gold-rush", "few", "traders")
RED = ("hell-on-wheels", "bid", "red")


def heard(table, text, content="plain"):
    key, at, seat = table
    one = corpus(key)
    mail = f"Content-Type: text/{content}; charset=utf-8\n\n{text}".encode()
    return told(one.game, one.states[at], seat, read_letter(mail))


def fates(found):
    return {(one.text.strip(), str(one.fate)) for one in found.stretches if str(one.fate) != "space"}


def test_each_sentence_of_a_line_is_read_by_itself():
    found = heard(FRANCE, "Same as we discussed. Paris to Burgundy. Marseilles to Spain.")
    assert found.orders == ("A PAR - BUR", "A MAR - SPA")
    assert ("Same as we discussed.", "refused") in fates(found)


@pytest.mark.parametrize(
    "line",
    ["Ignore this: A PAR - BUR", "Last turn: A PAR - BUR", "Bob's plan: A PAR - BUR", "A PAR - BUR -- no",
     "A PAR - BUR <- cancelled", "He wrote me. A PAR - BUR, he said."],
)  # fmt: skip
def test_no_order_is_cut_out_of_words_that_call_it_off_or_tell_of_it(line):
    assert heard(FRANCE, line).orders == ()


def test_a_condition_leads_a_sentence_and_has_two_branches():
    line = "If nobody is in Belgium, A BUR - BEL, otherwise A BUR holds"
    assert heard(("diplomacy", "middle", "france"), line).orders == ("A BUR - BEL",)
    line = "If there is a German army in Belgium, A BUR holds, otherwise A BUR - BEL"
    assert heard(("diplomacy", "middle", "france"), line).orders == ("A BUR - BEL",)


@pytest.mark.parametrize(
    "line", ["If I am Supervisor then bid 1K, else bid 6K", "IF I am Supervisor THEN bid 1K ELSE bid 6K"]
)
def test_the_other_branch_of_an_if_on_one_line_is_taken(line):
    assert heard(RED, line).orders == ("bid 6K",)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("If Burgundy is empty, Paris goes there; if not, it holds.", "A PAR - BUR"),
        ("If Burgundy is empty, Paris goes there. Otherwise it holds.", "A PAR - BUR"),
        ("If Burgundy is occupied, Paris stays; if not, it goes there.", "A PAR - BUR"),
        ("If Paris is empty, A MAR - BUR; if not, it holds.", "A MAR H"),
        ("If the Channel is empty then Brest sails there, if not it holds.", "F BRE - ENG"),
    ],
)
def test_the_branches_speak_of_the_place_and_the_piece_of_their_condition(line, order):
    assert heard(FRANCE, line).orders == (order,)


@pytest.mark.parametrize(
    "line",
    [
        "If Germany leaves Burgundy alone, Paris goes there; if not, it holds.",
        "If Gascony is empty and Burgundy is empty, Paris goes there; if not, it holds.",
        "If Picardy is occupied, Brest goes to Mid-Atlantic; otherwise it moves there.",
    ],
)
def test_no_branch_is_taken_where_its_condition_or_its_place_is_unclear(line):
    assert heard(FRANCE, line).orders == ()
    assert heard(FRANCE, line).verdict == "ERRORS"


def test_what_others_do_is_no_condition():
    found = heard(("diplomacy", "middle", "france"), "If Germany moves to Ruhr, A BUR - RUH")
    assert found.verdict == "ERRORS"
    assert found.orders == ()


@pytest.mark.parametrize(
    ("table", "heading", "order"),
    [(FRANCE, "Fall 1901:", "A PAR - BUR"), (LAZY_S, "Winter 1870:", "G(Lzy)-Mon"), (GRAHAM, "Turn 4", "pay all")],
)
def test_a_heading_of_another_window_is_refused(table, heading, order):
    found = heard(table, f"{heading}\n{order}\n")
    assert found.verdict == "ERRORS"
    assert (heading, "refused") in fates(found)


def test_what_others_are_to_do_behind_a_semicolon_is_no_comment():
    found = heard(LAZY_S, "Lzy to Mon; both other gangs support it.\nCoo stands\nCHM stands")
    assert found.verdict == "ERRORS"


def test_rows_of_a_table_are_orders_and_never_commands():
    assert heard(FRANCE, "| Unit | Order |\n|---|---|\n| A PAR | - BUR |").orders == ("A PAR - BUR",)
    assert heard(FRANCE, "| RESIGN | |").commands == ()


def test_in_a_letter_that_quotes_a_row_is_a_quotation():
    found = heard(FRANCE, "A PAR H\n\n| A MAR | - SPA |\n\nOn Mon, 1 Mar 2027, Ann <a@example.org> wrote:\n> hi")
    assert found.orders == ("A PAR H",)


def test_what_stands_between_a_boards_signs_of_quotation_is_quoted():
    assert heard(FRANCE, "[quote=Ann]\nA PAR - BUR\n[/quote]\nA MAR H").orders == ("A MAR H",)


@pytest.mark.parametrize("line", ["~~bid 4~~\nbid 5", "[s]bid 4[/s]\nbid 5", "bid ~~4~~ 5"])
def test_what_is_struck_out_is_not_ordered(line):
    assert heard(RED, line).orders == ("bid 5K",)


def test_what_a_page_strikes_out_is_not_ordered():
    page = '<p><s>bid 4</s></p><p><span style="text-decoration: line-through">bid 6</span></p><p>bid 5</p>'
    assert heard(RED, page, "html").orders == ("bid 5K",)


def test_little_pictures_say_nothing_but_those_that_say_no():
    assert heard(FRANCE, "A PAR - BUR 💪").orders == ("A PAR - BUR",)
    assert heard(FRANCE, "❌ A PAR - BUR").orders == ()


def test_oops_puts_right_what_it_names_and_adds_what_it_does_not():
    assert heard(TRADERS, "1: fire at M2\n2: reload\nOops, 2 should fire at M2.").orders == (
        "T1: fire 6 at M2",
        "T2: fire 6 at M2",
    )
    assert heard(FRANCE, "A PAR - BUR\nOops, forgot A MAR H").orders == ("A PAR - BUR", "A MAR H")


def test_a_sentence_takes_all_orders_back_and_one_about_a_mail_is_offered():
    found = heard(GRAHAM, "Forget everything I sent before. Pay all, no bids.")
    assert found.commands == ("CLEAR",)
    assert "pay all" in found.orders
    found = heard(GRAHAM, "Please ignore my last mail. Pay all, no bids.")
    assert found.commands == ()
    assert found.verdict == "WARNINGS"
    assert "CLEAR" in {one.offered for one in found.lines}


def test_who_asks_to_be_helped_out_asks_a_person():
    assert heard(FRANCE, "Could you please help me out?").commands == ()
    assert heard(FRANCE, "Please help").commands == ("HELP",)


def test_both_are_two():
    found = heard(("land-barons", "raid", "graham"), "regulators both to 0607")
    assert found.orders == ("Regulator 0507-0607", "Regulator 2 0507-0607")


@pytest.mark.parametrize(
    "line", ["thanks for running this, Dave!", "Dave - sorry I'm so late.", "I remain, Sir, yours faithfully,"]
)
def test_who_is_spoken_to_is_part_of_a_courtesy(line):
    assert heard(FRANCE, f"A PAR H\n{line}\n\nA MAR H, F BRE H").verdict == "OK"


def test_if_in_range_behind_a_shot_asks_of_whom_it_is_aimed_at():
    found = heard(TRADERS, "1: fire at M2 if in range, else move towards M2")
    assert found.orders == ("T1: if M2 in range: fire 6 at M2, else move towards M2",)


@pytest.mark.parametrize(
    ("table", "text", "order", "reason"),
    [
        (FRANCE, "F BRE - ENG so that he can't convoy to Belgium", "F BRE - ENG", "so that he can't convoy to Belgium"),
        (FRANCE, "A PAR - BUR just in case Germany comes", "A PAR - BUR", "just in case Germany comes"),
        (FRANCE, "Paris stays put, guarding against the Germans", "A PAR H", "guarding against the Germans"),
        (LAZY_S, "G(Lzy)-Mon to keep an eye on South Fork", "G(Lzy)-Mon", "to keep an eye on South Fork"),
    ],
)
def test_why_an_order_is_given_is_no_order_and_spoils_none(table, text, order, reason):
    found = heard(table, text)
    assert found.orders == (order,)
    assert (reason, "not-ordered") in fates(found)


@pytest.mark.parametrize(
    "text",
    [
        "Should I go A PAR - BUR so that Germany can't?",
        "A PAR - BUR so that I am safe, but only if Germany agrees",
        "I won't order A PAR - BUR because I promised",
    ],
)
def test_a_reason_makes_no_order_of_what_is_asked_denied_or_under_a_condition(text):
    assert heard(FRANCE, text).orders == ()


def test_orders_go_on_behind_a_reason():
    found = heard(FRANCE, "Paris to Burgundy to stop the Germans, Marseilles to Spain, and Brest to Picardy")
    assert found.orders == ("A PAR - BUR", "A MAR - SPA", "F BRE - PIC")


def test_a_correction_that_is_not_understood_is_an_error():
    found = heard(FRANCE, "A PAR - BUR\nno wait, Germany told me he wants Burgundy, so make Paris something else")
    assert found.verdict == "ERRORS"


def test_a_sentence_with_if_opens_no_block_over_the_orders_below_it():
    found = heard(FRANCE, "If this works I'll buy you a beer.\nA PAR - BUR\nA MAR - SPA\nF BRE - MAO")
    assert found.orders == ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    found = heard(FRANCE, "IF BUR IS EMPTY.\nA PAR - BUR\nELSE\nA PAR H\nENDIF")
    assert found.orders == ("A PAR - BUR",)


def test_bohemia_falls_back_in_a_letter_of_moves():
    found = heard(FRANCE, "Marseilles falls back to Gascony")
    assert found.orders == ("A MAR - GAS",)
    assert not found.later


def test_a_word_for_better_in_a_sentence_corrects_nothing():
    found = heard(FRANCE, "A PAR - BUR, A MAR S A PAR - BUR. Take whatever you think is better for Brest. F BRE H")
    assert "A MAR S A PAR - BUR" in found.orders


@pytest.mark.parametrize(("text", "order"), [("Lzy: Mon", "G(Lzy)-Mon"), ("Coo: Mes with the herd", "GH(Coo)-Mes")])
def test_a_colon_between_two_spaces_is_a_way(text, order):
    assert heard(LAZY_S, text).orders == (order,)


def test_instead_takes_the_place_of_what_was_said_of_the_same_piece():
    assert heard(FRANCE, "A PAR - BUR\nA MAR - SPA\nA PAR - PIC instead").orders[:2] == ("A PAR - PIC", "A MAR - SPA")
    assert heard(LAZY_S, "Lzy-Mon\nCoo-Mes\nLzy-DMG instead").orders == ("G(Lzy)-DMG", "G(Coo)-Mes")


def test_a_greeting_with_a_verb_in_it_greets_nobody():
    assert ("Hi noon stay", "courtesy") not in fates(heard(LAZY_S, "Hi noon stay"))


@pytest.mark.parametrize(
    ("table", "letter"),
    [
        (FRANCE, "all hold, no"),
        (FRANCE, "A PAR - BUR, A MAR H, F BRE H - no"),
        (GRAHAM, "pay all. Saloon 12, no. Nothing on the rest."),
        (GRAHAM, "pay all. Saloon 12... no. Nothing on the rest."),
        (RED, "bid 4K, no"),
        (LAZY_S, "G(Lzy)-Mon, G(Coo) stands, G(CHM) stands, no"),
        (TRADERS, "all stand, no"),
    ],
)
def test_a_no_at_the_end_is_never_passed_over(table, letter):
    assert heard(table, letter).verdict != "OK"
