"""Games taken back and played otherwise: nobody knows the dice to come, and every checker goes the same way."""

import pytest

from judge.adjudicator.dice import later_secret
from judge.campaign import correcting
from judge.campaign.founding import mix_in
from judge.campaign.live import NotNow, load_game
from judge.campaign.record import record_of
from judge.campaign.verify import verify
from judge.grammar.document import dump, load
from tests.adjudicator.test_forgeries import in_javascript, in_python, in_the_judge
from tests.campaign.conftest import START, after, begun
from tests.campaign.test_history import TIED, finished, play, text


def recorded(campaign):
    with campaign.look() as look:
        return record_of(look.connection, "first")


def all_agree(record):
    assert verify(record).differences == ()
    for check in (in_python, in_javascript, in_the_judge):
        assert check(record)[0] == []


def test_a_game_that_was_over_goes_on_with_secrets_that_nobody_knows(campaign):
    finished(campaign)
    known = recorded(campaign)
    assert known["full"]
    campaign.roll_back("first", 1, after(hours=9))
    assert "so these chains have new secrets" in text(campaign).replace("| ", "")
    going = recorded(campaign)
    assert not going["full"]
    all_agree(going)
    # A second rollback, while the game goes on, makes its reel from the new secrets.
    play(campaign, {"amber": 4, "blue": 4, "copper": 4}, hour=10)
    campaign.roll_back("first", 1, after(hours=11))
    for hour in (12, 13):
        play(campaign, {"amber": 5, "blue": 5, "copper": 5}, hour=hour)
    over = recorded(campaign)
    assert over["full"]
    all_agree(over)
    for kind in ("open_secret", "sealed_secret"):
        first, anew, second = (bytes.fromhex(one[kind]) for one in over["dice"])
        assert first.hex() == known["dice"][0][kind]
        assert anew != later_secret(first, 1)
        assert second == later_secret(anew, 2)


def test_a_correction_makes_no_game_that_was_over_go_on(campaign):
    """Everybody knows its secrets; a rollback makes new ones."""
    begun(campaign, options={"rounds": 9, "coins": 40})
    play(campaign, TIED)
    campaign.end("first", ["amber"], "agreed", after(hours=3))
    document = campaign.position("first")
    other = load(dump({**document, "coins": {**document["coins"], "amber": 9}}))
    with pytest.raises(NotNow, match="over"):
        campaign.edit("first", other, "a typo", after(hours=4))
    assert recorded(campaign)["full"]
    campaign.roll_back("first", 1, after(hours=5))
    campaign.edit("first", other, "a typo", after(hours=6))
    play(campaign, {"amber": 4, "blue": 4, "copper": 4}, hour=7)
    assert recorded(campaign)["steps"][-1]["dice"]["reel"] == 1
    all_agree(recorded(campaign))


def test_a_game_taken_back_twice_and_forward_again_is_as_every_checker_follows_it(campaign):
    begun(campaign, options={"rounds": 9, "coins": 40})
    for hour in range(1, 5):
        play(campaign, TIED, hour=hour)
    for hour, to in ((5, 3), (6, 1)):
        campaign.roll_back("first", to, after(hours=hour))
        all_agree(recorded(campaign))
    campaign.roll_forward("first", after(hours=7), 3)
    all_agree(recorded(campaign))
    play(campaign, {"amber": 4, "blue": 4, "copper": 4}, hour=8)
    all_agree(recorded(campaign))


def test_a_step_made_again_after_other_orders_that_led_to_the_same_position_has_dice_of_its_own(campaign):
    """Bids that won nothing leave no trace in the position; the dice after them are others all the same."""
    begun(campaign, options={"rounds": 9, "coins": 40})
    play(campaign, {"amber": 3, "blue": 1, "copper": 1}, hour=1)
    play(campaign, TIED, hour=2)
    before = recorded(campaign)["steps"]
    campaign.roll_back("first", 0, after(hours=3))
    play(campaign, {"amber": 3, "blue": 2, "copper": 2}, hour=4)
    play(campaign, TIED, hour=5)
    record = recorded(campaign)
    assert record["steps"][1]["state_hash"] == before[1]["state_hash"]
    assert [one["dice"]["reel"] for one in (before[2], record["steps"][2])] == [0, 1]
    all_agree(record)


def test_after_a_rollback_the_same_lines_have_the_same_dice_and_in_another_order_other_dice(campaign):
    """Whoever has seen the dice could put what they do in another order."""
    campaign.new_game("dip", "diplomacy", START)
    campaign.start("dip", START)

    def played(*lines):
        campaign.enter("dip", "france", "\n".join(lines), after(hours=1), clear=True)
        campaign.release("dip", after(hours=1))
        with campaign.look() as look:
            record = record_of(look.connection, "dip")
        campaign.roll_back("dip", 0, after(hours=1))
        all_agree(record)
        return record["steps"][1]["dice"]

    lines = ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    first, again, other = played(*lines), played(*lines), played(*lines[::-1])
    assert (first["reel"], first["link"]) == (again["reel"], again["link"]) == (0, 2)
    assert (other["reel"], other["link"]) == (2, 1)


def test_a_rollback_whose_mails_are_dropped_is_told_in_the_next_report(campaign):
    """Otherwise the game master could roll anew in silence: nobody would have a mail of it."""
    begun(campaign, options={"rounds": 9, "coins": 40})
    play(campaign, TIED, hour=1)
    with campaign.act(after(hours=2)) as act:
        correcting.roll_back(act, "first", 0, keep=True)
    play(campaign, {"amber": 4, "blue": 4, "copper": 4}, hour=3)
    with campaign.act(after(hours=4)) as act:
        correcting.let_go(act, "first", drop=True)
    play(campaign, TIED, hour=5)
    said = " ".join(text(campaign).replace("| ", "").split())
    assert "took the game back from step 1 to step 0" in said
    assert recorded(campaign)["dice"][1]["open_commitment"] in said
    all_agree(recorded(campaign))


def test_a_word_of_a_seat_that_nobody_plays_is_mixed_into_nothing(campaign):
    """Whoever knows all other words could choose the deal with it."""
    campaign.new_game("first", "lanterns", START)
    for seat in ("amber", "blue"):
        campaign.assign("first", seat, f"{seat}@example.org", START)
    for seat in ("amber", "copper"):
        with campaign.act(START) as act:
            mix_in(act, "first", seat, "tumble\x1b[2J\nweed")
    campaign.start("first", START)
    record = recorded(campaign)
    with campaign.look() as look:
        assert "copper" not in load_game(look.connection, "first").words
    assert [one["seat"] for one in record["words"]] == ["amber"]
    assert record["words"][0]["word"].isprintable()
    all_agree(record)
