"""Named dice: fair, labelled, recomputable, and bound to a commitment."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.adjudicator.dice import (
    Chain,
    KeyedDice,
    LabelUsedTwice,
    ScriptedDice,
    UnscriptedDraw,
    orders_digest,
    proves,
    sha256,
    step_key,
    words_digest,
)


def test_a_roll_is_the_hmac_a_stranger_can_compute():
    key = hashlib.sha256(b"any key").digest()
    first = int.from_bytes(hmac.new(key, b"T3/fight/0412/1#0", "sha256").digest()[:8], "big")
    assert KeyedDice(key).roll("T3/fight/0412/1") == first % 6 + 1


def test_one_label_draws_once_in_a_step():
    dice = KeyedDice.of("once")
    dice.roll("a")
    with pytest.raises(LabelUsedTwice, match="'a'"):
        dice.roll("a")
    with pytest.raises(LabelUsedTwice):
        dice.shuffle("a", "xyz")


@pytest.mark.parametrize("make", [lambda: KeyedDice.of("deck"), lambda: ScriptedDice({"*": [1, 2, 3]})])
def test_what_a_shuffle_draws_under_is_nobody_elses_label(make):
    """A shuffle of four draws under deck/1, deck/2 and deck/3: a roll of that label would be the same number."""
    dice = make()
    dice.shuffle("deck", (1, 2, 3, 4))
    with pytest.raises(LabelUsedTwice, match=r"'deck/3'.* by 'deck' and by 'deck/3'"):
        dice.roll("deck/3", 4)
    dice = make()
    dice.roll("deck/1", 2)
    with pytest.raises(LabelUsedTwice, match="'deck/1'"):
        dice.shuffle("deck", (1, 2))
    dice = KeyedDice.of("apart")
    dice.shuffle("deck", (1, 2, 3, 4))
    dice.roll("deck/4")
    dice.shuffle("deck/2", (1, 2))


def test_adding_a_draw_moves_no_other():
    one, other = KeyedDice.of("key"), KeyedDice.of("key")
    other.roll("first")
    assert [one.roll(f"r{n}") for n in range(50)] == [other.roll(f"r{n}") for n in range(50)]


def test_sealed_draws_come_from_the_sealed_key():
    one, other = KeyedDice(b"a" * 32, b"b" * 32), KeyedDice(b"c" * 32, b"b" * 32)
    assert one.shuffle("deck", range(52)) == other.shuffle("deck", range(52))
    assert [one.roll(f"r{n}", 1000) for n in range(4)] != [other.roll(f"r{n}", 1000) for n in range(4)]


@given(st.text(max_size=20), st.integers(0, 60))
def test_a_shuffle_keeps_every_item(label, count):
    assert sorted(KeyedDice.of("shuffle").shuffle(label, range(count))) == list(range(count))


def test_dice_are_fair_enough():
    """60,000 throws: each face within five standard deviations of 10,000 (91 each)."""
    dice = KeyedDice.of("fair")
    counts = Counter(dice.roll(f"throw/{n}") for n in range(60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 460 for count in counts.values())


def test_a_chain_proves_its_links():
    chain = Chain(b"x" * 32, 20)
    link = chain.link(1)
    assert hashlib.sha256(link).digest() == chain.commitment
    assert all(proves(chain.link(n), n, chain.commitment) for n in range(21))
    assert not proves(chain.link(3), 4, chain.commitment)
    assert not proves(b"y" * 32, 3, chain.commitment)
    with pytest.raises(ValueError, match="0 to 20"):
        chain.link(21)


def test_a_step_key_hangs_on_words_and_orders():
    link = Chain(b"x" * 32, 5).link(1)
    words, orders = words_digest({"red": "rose"}), orders_digest({"red": ["bid 4K"]})
    key = step_key(link, words, orders)
    assert key == sha256(link, words, orders)
    assert key != step_key(link, words_digest({"red": "lily"}), orders)
    assert key != step_key(link, words, orders_digest({"red": ["bid 5K"]}))
    assert orders_digest({"a": ["x"], "b": ["y"]}) == orders_digest({"b": ["y"], "a": ["x"]})
    assert orders_digest({"a": ["x", "y"]}) != orders_digest({"a": ["xy"]})


def test_scripted_dice_give_what_is_written_and_nothing_else():
    dice = ScriptedDice({"T3/fight/0412/*": [3, 6]})
    assert [dice.roll("T3/fight/0412/1"), dice.roll("T3/fight/0412/2")] == [3, 6]
    with pytest.raises(UnscriptedDraw):
        dice.roll("T3/fight/0412/3")
    with pytest.raises(UnscriptedDraw, match="1 to 6"):
        ScriptedDice({"a": [7]}).roll("a")


def test_a_scripted_shuffle_names_the_order():
    dice = ScriptedDice({"deck": ["c", "a"]})
    assert dice.shuffle("deck", "abcd") == ("c", "a", "b", "d")
    with pytest.raises(UnscriptedDraw, match="'z'"):
        ScriptedDice({"deck": ["z"]}).shuffle("deck", "abc")
