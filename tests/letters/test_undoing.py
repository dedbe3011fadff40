"""An order that words beside it take back, put off or doubt is not carried out, and these words are named."""

import pytest

from judge.grammar.undoing import headed, undone
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
        assert undone(text) == ()
    for text in ("No bids", "No builds", "no. 3 fires", "Never mind, A PAR - BUR", "Forget that, Coo to Com"):
        assert headed(text) == ()


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
