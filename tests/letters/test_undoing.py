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
