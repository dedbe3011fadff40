"""Ratings, records and tournaments of finished games: worked out from the store, the same each time."""

import json

import pytest

from judge.campaign import tournaments
from judge.campaign.annals import annals
from judge.campaign.live import NotNow, load_game
from judge.club.ratings import Rating, rated
from judge.club.scoring import SYSTEMS, Seat, by_places, ranks
from judge.grammar.document import DocumentError, load
from judge.store import people
from tests.campaign.conftest import START, after, begun


def told(campaign, kind=""):
    with campaign.look() as look:
        return annals(look, kind)


def ended(campaign, name, winners, now=START, **words):
    begun(campaign, name, now=now, **words)
    campaign.end(name, winners, "agreed", now)


def ratings(found, kind="all"):
    return {row["name"]: row for row in found["ratings"][kind]}


def test_ratings_follow_the_games_in_the_order_in_which_they_ended(campaign):
    ended(campaign, "one", ["amber"])
    ended(campaign, "two", ["amber", "blue"], after(days=1))
    rows = ratings(told(campaign))
    table = rated(rated([Rating()] * 3, [1, 2, 2]), [1, 1, 3])
    for name, rating in zip(("Amber", "Blue", "Copper"), table, strict=True):
        assert rows[name]["mu"] == round(rating.mu, 4), name
        assert rows[name]["rating"] == rating.shown, name
    assert (rows["Amber"]["games"], rows["Amber"]["solo"], rows["Amber"]["draw"]) == (2, 1, 1)
    assert (rows["Copper"]["solo"], rows["Copper"]["draw"]) == (0, 0)
    assert told(campaign) == told(campaign)


def test_seats_tell_how_they_fare_whoever_plays_them(campaign):
    ended(campaign, "one", ["amber"])
    ended(campaign, "two", ["amber"])
    rows = told(campaign)["seats"]["lanterns"]
    assert rows["amber"]["solo"] == rows["amber"]["games"] == 2
    assert rows["amber"]["mean_rank"] == 1


def test_who_is_forgotten_has_no_name_and_the_results_stand_under_a_number(campaign):
    ended(campaign, "one", ["amber"])
    before = ratings(told(campaign))["Amber"]
    campaign.forget("amber@example.org", after(days=1))
    found = told(campaign)
    assert "Amber" not in json.dumps(found)
    rows = ratings(found)
    again = rows[f"player {before['number']}"]
    assert {**again, "name": "Amber", "page": True} == before
    assert [one["ending"] for one in found["games"][0]["seats"] if one["seat"] == "amber"] == ["solo"]


def test_names_that_a_game_hides_stand_nowhere(campaign):
    ended(campaign, "one", ["amber"], settings={"names": "hidden"})
    assert "Amber" not in json.dumps(told(campaign))


def test_who_sat_in_a_game_that_hides_names_cannot_be_counted_out(campaign):
    """With one other game in the club, or with many: what is told of persons is the same with the hidden game as
    without it."""
    ended(campaign, "open", ["amber"])
    before = told(campaign)
    ended(campaign, "masked", ["amber"], after(days=1), settings={"names": "hidden"})
    found = told(campaign)
    for key in ("ratings", "hall", "players"):
        assert found[key] == before[key], key
    assert found["games"][:1] == before["games"]
    assert {(row["player"], row["number"]) for row in found["games"][1]["seats"]} == {("", 0)}
    # The game itself counts, for its seats and how they were opened.
    assert found["seats"]["lanterns"]["amber"]["games"] == 2


def test_who_wants_no_pages_has_none(campaign):
    ended(campaign, "one", ["amber"])
    with campaign.act(START) as act:
        player = people.of_address(act.connection, "amber@example.org")
        people.put(act.connection, player, settings=json.dumps({"pages": False}))
    found = told(campaign)
    assert "Amber" not in json.dumps(found)
    assert sorted(one["name"] for one in found["players"]) == ["Blue", "Copper"]


def test_the_hall_of_fame_names_who_won_alone_most_often_first(campaign):
    for number, winners in enumerate((["blue"], ["amber", "copper"], ["blue"], ["copper"])):
        ended(campaign, f"game-{number}", winners, after(days=number))
    rows = told(campaign)["hall"]["lanterns"]
    assert [(row["name"], row["solo"], row["draw"]) for row in rows] == [
        ("Blue", 2, 0),
        ("Copper", 1, 1),
        ("Amber", 0, 1),
    ]


def test_openings_are_counted_with_how_their_seats_fared(campaign):
    for number, (bid, winner) in enumerate((("bid 1", "amber"), ("bid 1", "blue"), ("bid 2", "amber"))):
        name = f"game-{number}"
        begun(campaign, name)
        campaign.enter(name, "amber", bid, START)
        campaign.release(name, START)
        campaign.end(name, [winner], "agreed", START)
    rows = told(campaign)["openings"]["lanterns"]["amber"]["common"]
    assert [(row["games"], row["solo"], row["mean_rank"] > 1) for row in rows] == [(2, 1, True), (1, 1, False)]
    assert "1" in rows[0]["orders"][0]


def test_a_players_page_tells_their_games_and_the_rating_after_each(campaign):
    ended(campaign, "one", ["amber"])
    ended(campaign, "two", ["blue"], after(days=1))
    found = told(campaign)
    amber = next(one for one in found["players"] if one["name"] == "Amber")
    assert [(one["game"], one["ending"]) for one in amber["games"]] == [("one", "solo"), ("two", "eliminated")]
    assert amber["games"][-1]["rating"] == ratings(found)["Amber"]["rating"] < amber["games"][0]["rating"]


# --- scoring ----------------------------------------------------------------------------------------------------------

DRAWN = {"a": Seat(10, drew=True), "b": Seat(8, drew=True), "c": Seat(6), "d": Seat(0)}
SOLO = {"a": Seat(18, won=True), "b": Seat(10), "c": Seat(6), "d": Seat(0)}


@pytest.mark.parametrize(
    ("system", "drawn"),
    [
        # 100, 64 and 36 of 200.
        ("sum-of-squares", {"a": 50_000, "b": 32_000, "c": 18_000, "d": 0}),
        ("draw-based", {"a": 50_000, "b": 50_000, "c": 0, "d": 0}),
        # 1 for playing, 1 a centre, 38, 14 and 7.
        ("c-diplo", {"a": 49_000, "b": 23_000, "c": 14_000, "d": 1_000}),
        ("top-heavy", {"a": 50_000, "b": 25_000, "c": 13_000, "d": 7_000}),
    ],
)
def test_a_board_is_scored_by_its_systems_name(system, drawn):
    assert SYSTEMS[system](DRAWN) == drawn
    assert SYSTEMS[system](SOLO)["a"] == max(SYSTEMS[system](SOLO).values())


def test_a_draw_of_people_who_own_nothing_is_shared_by_them():
    nothing = {"a": Seat(0, drew=True), "b": Seat(0, drew=True), "c": Seat(0)}
    assert SYSTEMS["sum-of-squares"](nothing) == {"a": 50_000, "b": 50_000, "c": 0}


def test_places_that_are_shared_share_their_points():
    level = {"a": Seat(5), "b": Seat(5), "c": Seat(2)}
    assert by_places((40_000, 20_000, 10_000))(level) == {"a": 30_000, "b": 30_000, "c": 10_000}
    assert ranks(DRAWN) == {"a": 1, "b": 1, "c": 3, "d": 4}


# --- tournaments ------------------------------------------------------------------------------------------------------


def made(campaign, people, **more):
    names = [f"p{number:02}" for number in range(people)]
    plan = {"name": "cup", "game": "lanterns", "rounds": 3, "scoring": "draw-based",
            "entrants": [f"{name} <{name}@example.org>" for name in names], **more}  # fmt: skip
    with campaign.act(START) as act:
        tournaments.begin(act, tournaments.read_plan(load(json.dumps(plan), "cup.yaml")))


def drawn_round(campaign, now):
    with campaign.act(now) as act:
        return tournaments.next_round(act, "cup")


def table(campaign):
    with campaign.look() as look:
        return tournaments.standings(look, "cup")


def test_three_rounds_are_drawn_played_and_counted(campaign):
    made(campaign, 13)
    for number in (1, 2, 3):
        now = after(days=10 * number)
        round_number, games, byes = drawn_round(campaign, now)
        assert round_number == number
        seats = [one for game in games for one in campaign.sittings(game)]
        size = len(seats) // len(games)
        assert len(games) == 13 // size
        assert len(byes) == 13 % size
        assert len({one.player_id for one in seats}) == len(seats)
        with campaign.look() as look:
            rows = [load_game(look.connection, game).row for game in games]
        assert len({row["deadline"] for row in rows}) == 1, "all boards of a round have one deadline"
        with pytest.raises(NotNow, match=f"round {number} goes on" if number < 3 else "has 3 rounds"):
            drawn_round(campaign, now)
        for game in games:
            campaign.end(game, ["amber"], "agreed", now)
    found = table(campaign)
    winners = [one for one in found["boards"] if one["seat"] == "amber"]
    for one in found["standings"]:
        won = sum(row["number"] == one["number"] for row in winners)
        assert sum(points == 100_000 for points in one["by_round"].values()) >= won
    # Nobody sits at a seat twice where there are enough of them.
    sat = [(one["number"], one["seat"]) for one in found["boards"] if one["game"]]
    assert len(sat) == len(set(sat))
    assert [one["place"] for one in found["standings"]] == sorted(one["place"] for one in found["standings"])


def test_nobody_is_told_who_sits_at_an_anonymous_board_that_goes_on(campaign):
    # A file's true is no word.
    made(campaign, 6, rounds=1, set={"anonymous": True})
    _, games, _ = drawn_round(campaign, START)
    assert {one["game"] for one in table(campaign)["boards"]} == {None}
    campaign.end(games[0], ["amber"], "agreed", START)
    assert {one["game"] for one in table(campaign)["boards"]} == {None, games[0]}


def test_a_tournament_whose_boards_hide_names_tells_none(campaign):
    made(campaign, 6, rounds=1, set={"names": "hidden"})
    for _ in range(2):
        found = table(campaign)
        assert "p00" not in json.dumps(found)
        assert all(one["number"] == 0 for one in (*found["boards"], *found["standings"]))
        signs = {one["name"] for one in found["standings"]}
        assert len(signs) == 6
        assert not signs & {f"player {number}" for number in range(100)}, "no number of a page of a person's"
        if not found["drawn"]:
            drawn_round(campaign, START)


def test_whoever_leaves_their_board_scores_nothing_for_it(campaign):
    made(campaign, 6, rounds=1)
    _, games, _ = drawn_round(campaign, START)
    campaign.replace(games[0], "amber", "new@example.org", START)
    for game in games:
        campaign.end(game, ["amber"], "agreed", START)
    gone = next(
        one["number"] for one in table(campaign)["boards"] if one["game"] == games[0] and one["seat"] == "amber"
    )
    assert next(one["points"] for one in table(campaign)["standings"] if one["number"] == gone) == 0


def test_boards_can_be_smaller_where_their_game_allows_it(campaign):
    made(campaign, 7, seats=3)
    _, boards, byes = drawn_round(campaign, START)
    assert [len(campaign.sittings(board)) for board in boards] == [3, 3]
    assert len(byes) == 1
    with pytest.raises(NotNow, match="has 2 to 4 seats, not 9"), campaign.act(START) as act:
        tournaments.begin(act, tournaments.read_plan(load("name: big\ngame: lanterns\nseats: 9", "big.yaml")))


def test_a_file_with_a_mistake_is_refused_with_its_line(campaign):
    with pytest.raises(DocumentError, match=r"cup.yaml.*scoring is one of"):
        tournaments.read_plan(load("name: cup\ngame: lanterns\nscoring: luck\n", "cup.yaml"))
