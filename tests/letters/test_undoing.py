"""An order that words beside it take back, put off or doubt is not carried out, and these words are named."""

import pytest

from judge.adjudicator.protocol import Seat
from judge.grammar.undoing import undoings
from judge.mail.fates import Fate
from tests.letters.corpora import Entry, read_entry

TABLES = {
    "diplomacy": ("opening", "france", "A PAR - BUR", "A MAR - SPA"),
    "range-war": ("summer", "lazy-s", "G(Lzy)-Mon", "G(CHM) H"),
    "land-barons": ("auction", "graham", "bid 5 on Saloon", "bid 4 on Bank"),
    "gold-rush": ("few", "traders", "T1 reloads", "T3 stands"),
    "hell-on-wheels": ("bid", "red", "bid 5K", ""),
}
BEHIND = (
    "Scratch that.", "Strike that.", "Don't do it.", "Actually, no.", "No, sorry.", "Or not.", "But not yet.", "Maybe.",
    "Never mind.", "On second thoughts, no.",
)  # fmt: skip
NOT_SETTLED = (
    "I will confirm later", "I'll still confirm this by Friday", "confirmation follows", "tbc", "to be confirmed",
    "but don't take that as final yet", "not final yet", "still subject to confirmation",
)  # fmt: skip
REMARKS = ("(maybe)", "(I think)", "(tbc)", "(?)", "(not sure)")
STRUCK = (" (no!)", " (that was last year)", " [struck out]", " (to be confirmed tomorrow)", "; cancelled", "; or not",
          " (Forget it. My brother wrote this.)")  # fmt: skip
DRAFTS = ("This is only a test.", "Do not process this yet, please.", "(All of the above is from last season.)",
          "That was for the other game, sorry.")  # fmt: skip
BEFORE = ("Later: ", "Next turn: ", "Not this time: ", "Cancel ", "No ", "Anything but ", "Perhaps later: ")


def told(game, text):
    at, seat = TABLES[game][:2]
    return read_entry(Entry(game, "letters", at, seat, text, {}, "undoing"))


def orders(game, text):
    return told(game, text).orders


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("words", BEHIND)
def test_what_takes_an_order_back_in_a_sentence_of_its_own_is_heard(game, words):
    order = TABLES[game][2]
    for text in (f"{order}. {words}", f"{order}\n{words}"):
        assert orders(game, text) == (), text
        assert told(game, text).verdict != "OK"


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("words", NOT_SETTLED)
def test_an_order_that_is_not_settled_yet_is_asked_about(game, words):
    order = TABLES[game][2]
    for text in (f"{order}, {words}.", f"{order}. {words}", f"{order}\n{words}"):
        assert orders(game, text) == (), text
        assert told(game, text).verdict != "OK"


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("words", REMARKS)
def test_a_doubt_in_brackets_behind_an_order_is_heard(game, words):
    assert orders(game, f"{TABLES[game][2]} {words}") == ()


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
@pytest.mark.parametrize("words", STRUCK)
def test_a_remark_that_takes_an_order_back_is_heard_though_another_sentence_follows(game, words):
    first, other = TABLES[game][2:]
    # Some games refuse the whole line.
    assert orders(game, f"{first}{words}. {other}.") in (orders(game, other), ())
    assert orders(game, f"{first}{words}\n{other}") == orders(game, other)


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("words", DRAFTS)
def test_a_letter_that_says_at_its_end_that_it_does_not_count_orders_nothing(game, words):
    first, other = TABLES[game][2:]
    assert orders(game, f"{first}\n{other}\n{words}") == ()
    assert told(game, f"{first}\n{other}\n{words}").verdict == "ERRORS"


def test_the_line_below_is_ignored_as_its_writer_says():
    assert orders("diplomacy", "Ignore the following line.\nA PAR - BUR\nA MAR - SPA") == ("A MAR - SPA",)


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
@pytest.mark.parametrize("word", ["Cancel", "Forget", "forget about", "Ignore"])
def test_an_order_that_is_named_again_to_be_taken_back_is_gone(game, word):
    first, other = TABLES[game][2:]
    found = told(game, f"{first}\n{other}\n{word} {first}")
    assert found.orders == orders(game, other)
    assert found.verdict != "ERRORS"


@pytest.mark.parametrize(
    "words",
    ["Forget Paris", "Cancel my order for Paris", "Forget the army in Paris", "cancel the move to Burgundy",
     "scratch the Paris move"],
)  # fmt: skip
def test_a_unit_or_its_goal_is_enough_to_take_its_order_back(words):
    assert orders("diplomacy", f"A PAR - BUR\nA MAR H\nF BRE - MAO\n{words}") == ("A MAR H", "F BRE - MAO")


def test_the_words_behind_it_say_what_is_to_be_instead():
    assert orders("diplomacy", "A PAR - BUR\nForget A PAR - BUR, A PAR - PIC") == ("A PAR - PIC",)
    assert orders("diplomacy", "F BRE - MAO\nPS: forget the fleet in Brest, it stays.") == ("F BRE H",)
    assert set(orders("diplomacy", "A PAR - BUR, A MAR - SPA.\nCancel that. All units hold.")) == {
        "A PAR H", "A MAR H", "F BRE H",
    }  # fmt: skip


def test_what_was_never_ordered_cannot_be_taken_back_in_silence():
    found = told("diplomacy", "A PAR - BUR\nForget A MAR - SPA")
    assert (found.orders, found.verdict) == (("A PAR - BUR",), "ERRORS")


@pytest.mark.parametrize("text", ["A PAR - BUR. No, not Paris, the other one.", "A PAR - BUR, or rather the moon"])
def test_a_correction_of_diplomacy_that_was_not_understood_leaves_nothing_guessed(text):
    assert orders("diplomacy", text) == ()


def test_the_herd_that_a_correction_speaks_of_is_not_driven_along():
    assert orders("range-war", "GH(CHM)-DMG, no wait, without it - somebody would steal it there.") == ()


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("words", BEFORE)
def test_an_order_put_off_or_denied_by_the_words_before_it_is_not_in(game, words):
    order = TABLES[game][2]
    assert set(orders(game, order)).isdisjoint(orders(game, words + order))


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
def test_only_the_order_beside_such_words_is_meant(game):
    first, other = TABLES[game][2:]
    assert orders(game, f"{other}\n{first}. Scratch that.") == orders(game, other)


def test_a_winter_without_a_fleet_builds_none():
    entry = Entry("diplomacy", "letters", "winter", "france", "No fleet in Brest. A PAR.", {}, "undoing")
    assert read_entry(entry).orders == ("Build A PAR",)


def test_courtesies_and_orders_that_begin_like_such_words_are_none():
    for text in ("Thanks!", "No, bid 5 on the Saloon", "bid 4. no wait, 5", "T1 stands. Thanks, and sorry"):
        assert {one.kind for one in undoings(text)} <= {"corrects"}
    for text in ("No bids", "No builds", "no. 3 fires", "Never mind, A PAR - BUR", "Forget that, Coo to Com"):
        assert not {"head", "taking"} & {one.kind for one in undoings(text)}


@pytest.mark.parametrize(
    ("game", "text", "left"),
    [
        ("range-war", "Coo flies to the moon\nthe rest hold", ("G(CHM) H", "G(Lzy) H")),
        ("diplomacy", "Paris flies to the moon\nthe rest hold", ("A MAR H", "F BRE H")),
    ],
)
def test_whoever_has_a_line_that_could_not_be_read_is_none_of_the_rest(game, text, left):
    assert set(orders(game, text)) == set(left)


def test_a_correction_alone_on_its_line_corrects_the_line_below():
    assert orders("diplomacy", "A PAR - BUR\n\nOn second thoughts\nA PAR - PIC") == ("A PAR - PIC",)
    assert orders("diplomacy", "A PAR - BUR\nOn second thoughts\nA MAR - SPA") == ()


def test_what_is_not_understood_of_a_correction_leaves_nothing_guessed():
    assert orders("range-war", "G(Lzy)-Mon\nNo, the moon.") == ()


@pytest.mark.parametrize("text", ["Greetings from Munich!", "From Munich:", "Regards to Kiel"])
def test_a_greeting_moves_nobody(text):
    entry = Entry("diplomacy", "letters", "opening", "germany", f"{text}\nA BER - KIE", {}, "undoing")
    assert read_entry(entry).orders == ("A BER - KIE",)


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize(
    "words", ["Oops, no.", "Actually don't.", "No wait, not that.", "Sorry, neither.", "Whoops, not."]
)
def test_an_exclamation_that_takes_an_order_back_is_heard(game, words):
    order = TABLES[game][2]
    for sign in (". ", "\n"):
        assert orders(game, f"{order}{sign}{words}") == (), f"{order}{sign}{words}"


def test_a_denial_by_name_below_an_order_holds_it_back():
    assert orders("diplomacy", "A PAR - BUR\nNot to Burgundy after all.") == ()
    assert orders("diplomacy", "A PAR - BUR\nSorry, not Burgundy, Picardy.") == ("A PAR - PIC",)
    assert orders("diplomacy", "A PAR - BUR\nNot a great turn.") == ("A PAR - BUR",)


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
@pytest.mark.parametrize(
    "words", ["Cancel the second.", "Scrap the last one.", "Delete order 2", "Strike the second line."]
)
def test_an_earlier_line_is_taken_back_by_its_place(game, words):
    first, other = TABLES[game][2:]
    found = told(game, f"{first}\n{other}\n{words}")
    assert found.orders == orders(game, first)
    assert found.stretches[2].fate is Fate.NOT_ORDERED


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
@pytest.mark.parametrize("words", ["7. Cancel number 1.", "7) delete no. 1"])
def test_so_it_is_in_a_list_with_numbers(game, words):
    first, other = TABLES[game][2:]
    assert orders(game, f"1. {first}\n2. {other}\n{words}") == orders(game, other)


def test_the_order_in_another_place_of_a_list_stays_where_the_game_asks_of_the_first():
    assert orders("gold-rush", "1. T1 reloads\n2. T3 stands\n3. Cancel number 1.") == ("T3: stand",)


def test_so_is_one_more_behind_it():
    letter = "A PAR - BUR, A MAR - SPA, F BRE - MAO. Cancel the second. The third too."
    assert orders("diplomacy", letter) == orders("diplomacy", "A PAR - BUR")
    assert orders("diplomacy", letter.replace(", A", "\nA").replace(", F", "\nF")) == ("A PAR - BUR",)


@pytest.mark.parametrize("words", ["The second line is wrong: {}", "Correction to 2: {}", "Line 2 should read {}"])
def test_a_line_that_is_wrong_is_replaced_by_what_is_said_instead(words):
    assert set(orders("diplomacy", f"A PAR - BUR\nA MAR - SPA\nF BRE - MAO\n{words.format('A MAR H')}")) == {
        "A PAR - BUR", "F BRE - MAO", "A MAR H",
    }  # fmt: skip
    bids = f"bid 5 on Saloon\nbid 4 on Bank\nbid 3 on Bandidos\n{words.format('6')}"
    assert set(orders("land-barons", bids)) >= {"bid 5 on Saloon", "bid 6 on Bank"}
    assert "bid 4 on Bank" not in orders("land-barons", bids)


def test_a_line_that_is_only_said_to_be_wrong_waits_for_its_writer():
    found = told("diplomacy", "A PAR - BUR\nA MAR - SPA\nThe first line is wrong.")
    assert (found.orders, found.verdict) == (("A MAR - SPA",), "ERRORS")


@pytest.mark.parametrize("words", ["call it 8", "let's say 8", "Hmm, say 8.", "Let's make it 8.", "Make that 8."])
def test_another_sum_below_a_bid_takes_its_place(words):
    for sign in ("\n", ". ", ", ", "... "):
        assert orders("land-barons", f"bid 4 on Bank\nbid 5 on Saloon{sign}{words}") == (
            "bid 4 on Bank", "bid 8 on Saloon",
        )  # fmt: skip
    assert orders("hell-on-wheels", f"bid 5K\n{words}") == ("bid 8K",)


def test_a_no_to_somebody_below_their_order_holds_it_back():
    assert orders("diplomacy", "A PAR - BUR\nA MAR - SPA\nNo Paris this time, sorry.") == ("A MAR - SPA",)
    assert orders("land-barons", "bid 5 on Saloon\nbid 4 on Bank\nNo Saloon this time, sorry.") == ("bid 4 on Bank",)
    assert orders("diplomacy", "A PAR - BUR\nA MAR - SPA\nNo news from Paris today.") == ("A PAR - BUR", "A MAR - SPA")


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3]])
@pytest.mark.parametrize(
    "words", ["Sorry, the other way round", "On second thoughts scrap both.", "Swap them.", "No, the first was right."]
)
def test_words_about_the_orders_before_them_leave_none_of_these_in_force(game, words):
    first, other = TABLES[game][2:]
    left = orders(game, f"{first}\n{other}\n{words}")
    if "first" in words:
        assert left == orders(game, first)
    else:
        assert not {*left} & {*orders(game, first), *orders(game, other)}, words


def test_halving_all_bids_leaves_none_as_it_was():
    for words in ("On second thoughts halve all of those.", "On reflection halve those.", "Two less each."):
        assert orders("land-barons", f"bid 6 on Saloon\nbid 4 on Bank\n{words}") == ()


def test_both_supports_are_taken_back_where_there_are_two():
    held = "A MAR H\nA PAR S A MAR\nF BRE S A PAR"
    assert orders("diplomacy", f"{held}\nScrap both supports") == ("A MAR H",)
    assert orders("diplomacy", f"{held}\nScrap the support") == ("A MAR H",)
    assert told("diplomacy", f"{held}\nScrap the support").verdict == "ERRORS"


@pytest.mark.parametrize(
    "words",
    ["Sorry, too dear.", "Sorry, wrong one.", "Oops, that's last turn's.", "Sorry, the brewery.",
     "Oops, swap the lots.",
     "Plus 2 for luck.", "Actually nobody bids this turn."],
)  # fmt: skip
def test_a_correction_that_was_not_understood_leaves_the_order_before_it_out(words):
    for sign in (". ", "\n"):
        assert orders("land-barons", f"bid 5 on Saloon{sign}{words}") == (), words


@pytest.mark.parametrize("words", ["Sorry, I'm late.", "Sorry, I have to go.", "Sorry, it is late here."])
def test_an_apology_for_something_else_leaves_it_in(words):
    assert orders("land-barons", f"bid 5 on Saloon. {words}") == ("bid 5 on Saloon",)


@pytest.mark.parametrize("words", ["better 7", "hmm, better 7", "er, 7", "Or rather 7"])
def test_a_better_sum_takes_the_place_of_the_first(words):
    for sign in (". ", ", ", " - "):
        assert orders("land-barons", f"bid 5 on Saloon{sign}{words}") == ("bid 7 on Saloon",), sign


@pytest.mark.parametrize(
    "words", [" - vice versa, sorry.", ", sorry, the other way round.", " - no, the other way round"]
)
def test_two_sums_that_are_to_change_places_do(words):
    found = orders("land-barons", f"5 on Saloon, 4 on Bank{words}")
    assert sorted(found) == ["bid 4 on Saloon", "bid 5 on Bank"]


def test_only_the_first_of_two_is_no_order_for_both():
    assert orders("diplomacy", "A PAR - BUR, A MAR - SPA. Sorry, just the first.") == ()


@pytest.mark.parametrize("words", ["No wait.", "Wait!", "Oops", "Sorry."])
def test_a_place_below_a_word_of_correction_is_nobodys_name(words):
    found = told("diplomacy", f"A MAR - SPA\nA PAR - BUR\n{words}\nPicardy")
    assert "A PAR - BUR" not in found.orders
    assert found.verdict != "OK"
    assert "A MAR - SPA" in found.orders


def test_stop_below_an_order_with_a_place_below_it_is_no_command():
    found = told("diplomacy", "A PAR - BUR\nStop!\nPicardy")
    assert (found.commands, "A PAR - BUR" in found.orders) == ((), False)


def test_wait_alone_is_still_a_command():
    found = told("diplomacy", "A PAR - BUR\nWAIT")
    assert found.commands == ("WAIT",)


@pytest.mark.parametrize("words", ["Paris however to the moon", "Paris of course to the seaside"])
def test_whoever_unread_words_behind_everybody_begin_with_is_none_of_them(words):
    for sign in (", ", ". ", "\n"):
        assert set(orders("diplomacy", f"Everybody holds{sign}{words}")) == {"A MAR H", "F BRE H"}, sign


@pytest.mark.parametrize(
    ("head", "other"),
    [("For the dogs", "For the cats"), ("For the goats", "For the sheep"), ("With my left hand", "With my right hand")],
)
def test_of_what_two_headings_say_of_one_unit_neither_is_guessed(head, other):
    found = told("diplomacy", f"{head}:\nA PAR - PIC\nA MAR - SPA\n{other}:\nA PAR - BUR\nF BRE - MAO")
    assert set(found.orders) == {"A MAR - SPA", "F BRE - MAO"}
    assert found.verdict == "ERRORS"


@pytest.mark.parametrize("words", ["actually, no, let it be", "sorry, let it be", "oh no, let it stay"])
def test_who_is_to_be_let_be_does_not_go(words):
    for sign in (", ", ". ", "\n"):
        assert "G(Lzy)-Mon" not in orders("range-war", f"Lzy goes to Mon{sign}{words}")


@pytest.mark.parametrize("word", ["Scrap", "Delete"])
def test_a_unit_scrapped_behind_its_move_is_not_kept_for_removal(word):
    found = told("diplomacy", f"F BRE - MAO\nA PAR - BUR\n{word} Paris.")
    assert (found.orders, found.later) == (("F BRE - MAO",), {})


def test_a_second_plan_that_is_chosen_leaves_the_first_out():
    for words in ("We go with B.", "Plan B counts.", "I'll take plan B."):
        letter = f"Plan A: PAR-PIC, MAR-BUR\nPlan B: PAR-BUR, MAR-SPA\n{words}"
        assert not {"A PAR - PIC", "A MAR - BUR"} & {*orders("diplomacy", letter)}, words


def test_empty_boxes_of_a_list_are_not_meant():
    assert orders("diplomacy", "- [ ] A PAR - PIC\n- [x] A PAR - BUR") == ("A PAR - BUR",)


def test_a_row_of_a_form_with_its_answer_behind_the_blank_is_an_order():
    assert orders("diplomacy", "A PAR ___ to Burgundy please") == ("A PAR - BUR",)


def test_heads_of_columns_between_commas_are_no_command():
    assert told("diplomacy", "Name, from, to\nA PAR - BUR").commands == ()


def test_an_order_for_one_behind_an_order_for_all_counts():
    for words in ("Paris to Burgundy though.", "A PAR - BUR"):
        assert set(orders("diplomacy", f"Everybody holds. {words}")) == {"A MAR H", "F BRE H", "A PAR - BUR"}
    bids = orders("land-barons", "bid 5 on all lots\nbid 8 on Saloon")
    assert "bid 8 on Saloon" in bids
    assert "bid 5 on Saloon" not in bids


def test_a_correction_at_the_end_of_an_order_is_not_passed_over():
    assert orders("diplomacy", "F BRE - MAO\nA PAR - BUR, sorry:\nPicardy") == ("F BRE - MAO", "A PAR - PIC")


def test_a_remark_denies_nothing_of_other_lines():
    assert "A PAR - BUR" in orders("diplomacy", "A PAR - BUR\nA MAR - SPA (not to Burgundy, as in my draft)")


def test_all_hold_behind_a_word_of_correction_takes_back_all_above():
    letter = "A PAR - BUR\nA MAR - SPA\nF BRE - MAO\nOops, all hold."
    assert not {"A PAR - BUR", "A MAR - SPA", "F BRE - MAO"} & {*orders("diplomacy", letter)}
    assert "A PAR - BUR" in orders("diplomacy", "A PAR - BUR\nSorry, all the others hold.")


def test_nobody_takes_back_all_above():
    for words in ("Actually nobody moves this turn.", "On reflection neither moves."):
        assert not {"A PAR - BUR", "A MAR - SPA"} & {*orders("diplomacy", f"A PAR - BUR\nA MAR - SPA\n{words}")}


@pytest.mark.parametrize(
    ("game", "both"),
    [
        ("land-barons", "9 each on Saloon and Bank"),
        ("land-barons", "Saloon 9 and Bank 9"),
        ("diplomacy", "A PAR - BUR and A MAR - SPA"),
        ("gold-rush", "T1 and T3 reload"),
    ],
)
@pytest.mark.parametrize("words", ["No, only the {}.", "Sorry, the moon."])
def test_a_correction_that_was_not_read_is_of_the_whole_sentence_before_it(game, both, words):
    second = {"land-barons": "Bank", "diplomacy": "Marseilles one", "gold-rush": "T3"}[game]
    # A game may read that only the second is meant, and say so of the first.
    left = tuple(one for one in orders(game, f"{both}. {words.format(second)}") if not one.startswith("no bid"))
    assert left in ((), orders(game, both)[1:]), left


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3] and game != "range-war"])
@pytest.mark.parametrize(
    "words",
    ["Change of plan: both to the moon.", "New plan: both to the moon.", "New idea: the moon.",
     "Other plan: they go to the seaside.", "I've changed my mind: the moon.",
     "The latter goes to the moon after all."],
)  # fmt: skip
def test_another_plan_that_was_not_read_leaves_nothing_of_the_first(game, words):
    first, other = TABLES[game][2:]
    for sign in (". ", "\n"):
        assert orders(game, f"{first}{sign}{other}{sign}{words}") == (), sign


def test_what_is_better_for_both_leaves_neither_as_it_was():
    assert orders("land-barons", "bid 5 on Saloon, bid 4 on Bank. Wait, 7 is better for both.") == ()


def test_just_one_of_two_leaves_that_one():
    assert orders("land-barons", "Saloon 9 and Bank 9. Just the Bank, actually.") == (
        "no bid on Saloon",
        "bid 9 on Bank",
    )


def test_another_plan_that_says_orders_leaves_them_in():
    letter = "A PAR - BUR. A MAR - SPA. New plan: A MAR H. A PAR H."
    assert set(orders("diplomacy", letter)) == {"A MAR H", "A PAR H"}


@pytest.mark.parametrize("game", [game for game in TABLES if TABLES[game][3] and game != "range-war"])
@pytest.mark.parametrize(
    "words", ["Hm, too risky, scrap that.", "Hmm, dangerous, forget that.", "Well, rubbish, strike it."]
)
def test_a_doubt_before_the_words_that_take_an_order_back_does_not_hide_them(game, words):
    first, other = TABLES[game][2:]
    for sign in (". ", "\n"):
        left = orders(game, f"{first}{sign}{other}{sign}{words}")
        # Some games ask about both.
        assert left in (orders(game, first), ()), sign


@pytest.mark.parametrize(
    "words", ["Ignore the line above.", "Please disregard the order above", "Forget the bid before."]
)
def test_the_line_above_is_taken_back(words):
    assert orders("diplomacy", f"A PAR - BUR\nA MAR - SPA\n{words}") == ("A PAR - BUR",)
    assert orders("land-barons", f"bid 5 on Saloon\nbid 4 on Bank\n{words}") == ("bid 5 on Saloon",)


@pytest.mark.parametrize(
    "words", ["No wait, all hold.", "Actually everything holds.", "Oops, all units hold.", "Correction: all hold."]
)
def test_what_corrects_all_takes_back_each_line_above(words):
    found = told("diplomacy", f"A PAR - BUR\nA MAR - SPA\n{words}")
    assert found.verdict == "OK"
    assert set(found.orders) == {"A PAR H", "A MAR H", "F BRE H"}


def test_a_correction_of_one_that_speaks_of_them_in_its_reason_leaves_the_others():
    letter = "bid 5 on Saloon\nbid 4 on Bank\n\nOh, actually Bank 6 too, I'll need them."
    assert "bid 5 on Saloon" in orders("land-barons", letter)


@pytest.mark.parametrize(
    "words",
    [
        "I mixed them up.", "I mixed up the targets.", "Oh no, the other way round.", "Ah, wrong way round.",
        "Those are the wrong way round.", "Drat, got those two backwards.", "Sorry, I muddled the two up.",
    ],
)  # fmt: skip
def test_two_orders_that_were_mixed_up_are_both_asked_back(words):
    for game, (first, other) in {
        "diplomacy": ("A PAR - BUR", "A MAR - SPA"),
        "range-war": ("G(Lzy)-Mon", "G(CHM) H"),
        "gold-rush": ("T1 fires at M2", "T3 fires at M2"),
    }.items():
        for text in (f"{first}\n{other}\n{words}", f"{first}. {other}. {words}"):
            assert orders(game, text) == (), (game, text)
            assert told(game, text).verdict == "ERRORS"


@pytest.mark.parametrize("words", ["I mixed them up.", "Oh no, the other way round.", "Drat, got those two backwards."])
def test_the_sums_of_two_bids_that_were_mixed_up_change_places_or_are_asked_about(words):
    for text in (f"bid 5 on Saloon\nbid 4 on Bank\n{words}", f"bid 5 on Saloon. bid 4 on Bank. {words}"):
        assert orders("land-barons", text) in ((), ("bid 4 on Saloon", "bid 5 on Bank"))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("bid 5 on Saloon\nbid 4 on Bank\nThe 5 should be 7.", "bid 4 on Bank\nbid 7 on Saloon"),
        ("bid 5 on Saloon. bid 4 on Bank. The 4 ought to be 6.", "bid 5 on Saloon. bid 6 on Bank."),
        ("bid 5 on Saloon. bid 4 on Bank. I got the Saloon wrong.", "bid 4 on Bank"),
        ("bid 4 on Bank\nbid 5 on Saloon. Too low. 14.", "bid 4 on Bank"),
        ("bid 4 on Bank\nbid 5 on Saloon. Graham bids 4, I guess. I should have said 7.", "bid 4 on Bank"),
    ],
)
def test_the_order_that_a_correction_speaks_of_is_put_right_or_waits_and_no_other(text, left):
    assert sorted(orders("land-barons", text)) == sorted(orders("land-barons", left))


@pytest.mark.parametrize(
    "words",
    [
        "should have been Picardy", "it ought to be Picardy", "I should have written Picardy.", "Typo: Picardy.",
        "Slip of the pen, Picardy.", "Come to think of it, Paris to Picardy.", "That was meant to be Picardy.",
    ],
)  # fmt: skip
def test_what_should_have_been_written_is_read(words):
    assert orders("diplomacy", f"A PAR - BUR. {words}") == orders("diplomacy", "A PAR - PIC")


@pytest.mark.parametrize(
    "words",
    [
        "What am I saying, Picardy.", "My fault, Picardy.", "Bother. Picardy.",
        "I misread the map, Picardy.", "Paris was a mistake.", "Not there, to Picardy.",
        "I typed Burgundy but meant Picardy.", "Paris should be to Picardy, I confused them.",
    ],
)  # fmt: skip
def test_no_order_is_in_force_beside_words_that_correct_it(words):
    found = orders("diplomacy", f"A PAR - BUR. {words}")
    assert found in ((), orders("diplomacy", "A PAR - PIC")), found


def test_the_first_one_is_scratched_and_what_stands_behind_it_asked_or_read():
    found = orders("diplomacy", "A PAR - BUR. A MAR - SPA. Scratch the first one, A PAR - PIC.")
    assert orders("diplomacy", "A PAR - BUR")[0] not in found
    assert orders("diplomacy", "A MAR - SPA")[0] in found


def test_what_is_ordered_as_well_takes_nothing_back():
    both = "A PAR - BUR\nActually, A MAR - SPA as well"
    assert orders("diplomacy", both) == orders("diplomacy", "A PAR - BUR\nA MAR - SPA")


@pytest.mark.parametrize("words", ["That should be all.", "Munich should be safe.", "That should do it, thanks!"])
def test_talk_of_what_should_be_takes_no_order_back(words):
    assert orders("diplomacy", f"A PAR - BUR. {words}") == orders("diplomacy", "A PAR - BUR")


@pytest.mark.parametrize("game", TABLES)
def test_a_new_plan_takes_the_place_of_the_old_and_nobody_is_asked(game):
    first, new = {
        "diplomacy": ("A PAR - BUR", "A PAR - PIC"),
        "range-war": ("G(Lzy)-Mon", "G(Lzy) H"),
        "land-barons": ("bid 5 on Saloon", "bid 7 on Saloon"),
        "gold-rush": ("T1 fires at M2", "T1 stands"),
        "hell-on-wheels": ("bid 5K", "bid 6K"),
    }[game]
    found = told(game, f"{first}\nNew plan:\n{new}")
    assert found.orders == orders(game, new)
    assert found.verdict != "ERRORS"


def test_what_the_new_plan_leaves_out_is_asked_back():
    found = told("diplomacy", "A PAR - BUR\nA MAR - SPA\nNew plan:\nA PAR - PIC")
    assert found.orders == orders("diplomacy", "A PAR - PIC")
    assert found.verdict == "ERRORS"


def test_so_that_it_is_corrects():
    assert orders("land-barons", "bid 5 on Saloon. So 7 it is.") in ((), orders("land-barons", "bid 7 on Saloon"))


@pytest.mark.parametrize(
    "words",
    [
        "Regulator 0507-0606, same condition", "Regulator 0507-0606 on the same condition.",
        "Regulator 0507-0606. He only goes if my neighbour agrees.",
        "Regulator 0507-0606. They only move if nobody minds, otherwise they stay put.",
    ],
)  # fmt: skip
def test_an_order_whose_condition_is_that_of_another_or_stands_behind_it_is_not_in_without_it(words):
    told = read_entry(Entry("land-barons", "letters", "raid", Seat("graham"), words, {}, "hanging"))
    assert told.orders == ()


def test_a_heading_of_pay_and_bids_pays_nobody():
    assert orders("land-barons", "Pay and bids:\npay none\nbid 5 on Saloon") == ("pay none", "bid 5 on Saloon")


def test_a_unit_driven_out_does_not_stay():
    for words in ("Please retreat the army from Burgundy to Paris.", "A BUR R BUR, PAR"):
        told = read_entry(Entry("diplomacy", "letters", "retreat", Seat("france"), words, {}, "hanging"))
        assert told.orders == ("A BUR R PAR",)


def test_a_second_choice_is_not_in_without_the_first():
    text = "Retreat: 1. Gascony 2. Paris"
    told = read_entry(Entry("diplomacy", "letters", "retreat", Seat("france"), text, {}, "hanging"))
    assert told.orders == ()


@pytest.mark.parametrize("words", ["No wait,", "Actually", "Or rather", "Sorry,"])
def test_another_card_behind_words_of_correction_does_not_stand_beside_the_first(words):
    text = f"Brothel on Future. {words} Saloon on Future."
    told = read_entry(Entry("hell-on-wheels", "letters", "build", Seat("red"), text, {}, "corrected"))
    assert told.orders in (("Saloon on Future",), ())


@pytest.mark.parametrize("words", ["No wait,", "Or rather"])
def test_another_gang_behind_words_of_correction_holds_back_the_first(words):
    assert "G(Lzy)-Mon" not in orders("range-war", f"Lzy to Mon. {words} CHM stands.")


def test_a_list_of_sums_with_one_that_is_none_bids_nothing():
    assert orders("land-barons", "bids in order of the lots: one-ten, 5, 7") == ()
