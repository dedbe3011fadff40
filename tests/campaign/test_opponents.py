"""The program at a seat of a real game: its orders come in like a player's, nobody waits for it, everybody is told."""

import pytest

from judge.campaign.clock import tick
from judge.campaign.live import NotNow
from judge.campaign.opponents import put_at
from judge.campaign.overview import overview
from tests.campaign.conftest import START, after, begun


def let_play(campaign, seat, strength, now, *, instead=False):
    with campaign.act(now) as act:
        put_at(act, "first", seat, strength, instead=instead)


def table_of_two(campaign, strength="keen"):
    """Two players and the program."""
    campaign.new_game("first", "lanterns", START, seats=("amber", "blue", "copper"))
    for seat in ("amber", "blue"):
        campaign.assign("first", seat, f"{seat.title()} <{seat}@example.org>", START)
    let_play(campaign, "copper", strength, START)
    campaign.start("first", START)


@pytest.mark.parametrize("strength", ["idle", "easy", "fair", "keen"])
def test_a_window_closes_as_soon_as_the_people_have_answered(campaign, strength):
    table_of_two(campaign, strength)
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    assert tick(campaign, after(hours=1)) == []
    campaign.enter("first", "blue", "bid 2", after(hours=2))
    assert [one.act for one in tick(campaign, after(hours=2))] == ["closed"]


def test_its_orders_are_in_when_the_window_opens(campaign):
    table_of_two(campaign)
    (line,) = campaign.docket("first")[1]["copper"].lines
    assert line.startswith("bid ")


def test_everybody_is_told_who_is_the_program(campaign):
    table_of_two(campaign)
    assert "Copper is played by the program from now on (keen)." in str(campaign.report("first").blocks)
    with campaign.look() as look:
        seats = overview(look, START, "first")["games"][0]["seats"]
    assert [(one["player"], one["state"]) for one in seats] == [
        ("Amber", "active"), ("Blue", "active"), ("the program (keen)", "opponent"),
    ]  # fmt: skip


def test_it_bridges_a_vacancy_until_somebody_takes_the_seat_over(campaign):
    begun(campaign)
    with pytest.raises(NotNow, match="copper is taken: `judge seat replace first copper --played-by fair`"):
        let_play(campaign, "copper", "fair", after(hours=1))
    let_play(campaign, "copper", "fair", after(hours=1), instead=True)
    for seat in ("amber", "blue"):
        campaign.enter("first", seat, "bid 3", after(hours=2))
    assert [one.act for one in tick(campaign, after(hours=2))] == ["closed"]
    campaign.replace("first", "copper", "Dora <dora@example.org>", after(hours=3))
    for seat in ("amber", "blue"):
        campaign.enter("first", seat, "bid 3", after(hours=4))
    assert tick(campaign, after(hours=4)) == []


def test_an_unknown_strength_is_refused_with_those_there_are(campaign):
    begun(campaign, seats=("amber", "blue"))
    with pytest.raises(NotNow, match="there are idle, easy, fair, keen"):
        let_play(campaign, "copper", "mighty", START)
