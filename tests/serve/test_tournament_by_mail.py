"""A tournament by mail: what it is, entering and leaving it, a bye that is told."""

import json

import pytest

from judge.campaign import tournaments
from judge.campaign.live import NotNow
from judge.grammar.document import load
from tests.serve.table import text_of
from tests.serve.test_club_door import ask, word_in


def cup(table, **more):
    plan = {"name": "cup", "game": "lanterns", "rounds": 2, "scoring": "draw-based", "sign_up": "open", **more}
    with table.campaign.act(table.now) as act:
        tournaments.begin(act, tournaments.read_plan(load(json.dumps(plan), "cup.yaml")))


def enter(table, address, words="JOIN cup"):
    said = ask(table, address, words)
    assert "to play in the tournament cup" in said, said
    return ask(table, address, f"CONFIRM {word_in(said)}")


def entered(table):
    with table.campaign.look() as look:
        return [one["number"] for one in tournaments.standings(look, "cup")["standings"]]


def test_whoever_confirms_plays_in_the_next_round(table):
    cup(table)
    said = ask(table, "ann@new.example", "Hello,\n\nGAMES please")
    assert "a tournament of Lanterns, 0 of 2 rounds drawn, 0 players, scored by draw-based. JOIN cup enters you" in said
    assert entered(table) == []
    assert "You play in the tournament cup" in enter(table, "ann@new.example", "Please, JOIN cup!\n\nThanks\nAnn")
    assert len(entered(table)) == 1
    assert any("ann@new.example plays in cup" in row.facts["text"] for row in table.out("gm") if "text" in row.facts)
    assert "plays in cup already" in ask(table, "ann@new.example", "JOIN cup")
    # Whoever asks, with a seat in a game or without one.
    for writer in ("ann@new.example", "amber"):
        said = ask(table, writer, "STATUS cup")
        assert "Lanterns: 0 of 2 rounds drawn, scored by draw-based" in said, writer
        assert "change nothing" not in said, writer


def test_a_tournament_has_a_word_a_list_and_a_least_reliability_as_games_have(make_table):
    table = make_table(more="club: {join_words: {cup: sagebrush}, deny: [bad.example]}\n")
    cup(table, least_reliability=80)
    assert "for those who know its word: JOIN cup WORD" in ask(table, "ann@new.example", "JOIN cup")
    assert "takes no sign-ups" in ask(table, "ann@bad.example", "JOIN cup WORD sagebrush")
    assert "reliability of at least 80 percent" in ask(table, "ann@new.example", "GAMES")
    assert "You play in" in enter(table, "ann@new.example", "JOIN cup WORD sagebrush")


def test_a_tournament_by_invitation_is_entered_by_its_game_master(table):
    cup(table, sign_up="invited")
    assert "by invitation" in ask(table, "ann@new.example", "JOIN cup")


def test_seats_cannot_be_wished_for_in_a_tournament(table):
    cup(table)
    assert 'leave out "amber"' in ask(table, "ann@new.example", "JOIN cup amber")


def test_who_resigns_from_a_tournament_plays_in_no_further_round(table):
    cup(table)
    enter(table, "ann@new.example")
    assert "no further round of cup" in ask(table, "ann@new.example", "Sorry!\nRESIGN cup")
    assert entered(table) == []
    # Nothing else was given up, and a letter that anybody may have sent asks first.
    enter(table, "amber@mail.example")
    said = ask(table, "amber@mail.example", "RESIGN cup", proven=False)
    assert "to leave the tournament cup" in said
    assert len(entered(table)) == 1
    assert "no further round" in ask(table, "amber@mail.example", f"CONFIRM {word_in(said)}")
    assert "amber@mail.example" in {one.addresses[0] for one in table.campaign.sittings("g1")}


def test_whoever_has_a_bye_is_told_so(table):
    cup(table)
    seats = table.live().game.seat_range[1]
    for number in range(seats + 1):
        enter(table, f"p{number}@new.example")
    with table.campaign.act(table.now) as act:
        _, boards, byes = tournaments.next_round(act, "cup")
    assert (len(boards), len(byes)) == (1, 1)
    welcome = next(row for row in table.out("token") if row.recipient.endswith("@new.example"))
    assert "Round 1, bids is open now" in text_of(table, welcome)
    assert "has not begun" not in text_of(table, welcome)
    told = [table.written(row) for row in table.out("notice") if row.facts.get("told") == "bye"]
    assert len(told) == 1
    assert "a bye in round 1" in told[0].subject
    assert "Round 1 of 2 of the tournament cup is drawn" in told[0].text


def test_one_name_is_one_thing(table):
    cup(table)
    with pytest.raises(NotNow, match='there is a tournament "cup" already'):
        table.campaign.new_game("cup", "lanterns", table.now)


def test_where_no_names_are_told_the_order_of_a_tournament_tells_none(table):
    """Whoever saw people enter one after the other would know them by their places in the list."""
    cup(table, set={"names": "hidden"})
    for number in range(8):
        enter(table, f"p{number}@new.example")
    with table.campaign.look() as look:
        shown = [one["name"] for one in tournaments.standings(look, "cup")["standings"]]
    assert len(set(shown)) == 8
    assert shown == sorted(shown)


def test_nobody_draws_the_round_of_an_anonymous_tournament_again(table):
    """From what is on record, to hear who sits where: also a game master who plays in it."""
    for number, anonymous in enumerate((False, True)):
        with table.campaign.act(table.now) as act:
            plan = {"name": f"cup{number}", "game": "lanterns", "rounds": 1, "set": {"anonymous": anonymous}}
            people = [f"p{one}@new.example" for one in range(table.live().game.seat_range[1])]
            tournaments.begin(act, tournaments.read_plan(load(json.dumps({**plan, "entrants": people}), "cup.yaml")))
            tournaments.next_round(act, plan["name"])
    drawn = [one["detail"] for one in table.campaign.audit(None) if one["act"] == "round drawn"]
    assert ["seed" in one for one in drawn] == [True, False]
