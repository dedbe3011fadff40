"""Names in reports: seats and spaces by their names, never by their ids; own templates first."""

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Problem, Table
from judge.grammar.options import complete_options
from judge.report.sandbox import TemplateTrouble
from judge.report.words import Words
from judge.scenario.simulate import seats_for
from judge.variants import GAMES


@pytest.mark.parametrize("key", sorted(GAMES))
def test_reports_name_seats_in_prose(key):
    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 4)))
    step = game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("names"))
    words = Words(game, step.state, {seats[0]: "Ann"})
    names = {seat.id: seat.name for seat in game.seats}
    assert words.with_player(seats[0]) == f"{names[seats[0]]} (Ann)"
    assert words.with_player(seats[1]) == words.seat_name(seats[1]) == names[seats[1]]
    assert Words(game, step.state, {seats[0]: names[seats[0]].upper()}).with_player(seats[0]) == names[seats[0]]
    text = report.text_of_step(game, None, step.state, step.events, None)
    for seat in seats:
        if "-" in seat:
            assert seat not in text, f"{seat} stands in the report as an id"


def test_two_games_speak_their_own_words():
    one, other = Words(shelf.game("diplomacy")), Words(shelf.game("range-war"))
    assert [one.name("PAR"), other.name("Lzy"), one.name("PAR")] == ["Paris", "Lazy S", "Paris"]


def test_a_campaigns_own_templates_come_first(tmp_path):
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "problems.j2").write_text("{% macro unknown_seat(p) %}Who is {{ p.text }}?{% endmacro %}")
    problem = Problem("unknown-seat", {"text": "*Bob*", "near": ()})
    game = shelf.game("diplomacy")
    assert Words(game, own=tmp_path).problem(problem) == "Who is *Bob*?"
    assert "There is no seat" in Words(game).problem(problem)


def test_a_template_cannot_reach_out_of_its_sandbox(tmp_path):
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "problems.j2").write_text(
        "{% macro unknown_seat(p) %}{{ ''.__class__.__mro__ }}{% endmacro %}"
    )
    with pytest.raises(TemplateTrouble, match="unsafe"):
        Words(shelf.game("diplomacy"), own=tmp_path).problem(Problem("unknown-seat", {"text": "x", "near": ()}))


def test_an_unknown_name_is_an_error_with_its_file(tmp_path):
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "problems.j2").write_text("{% macro unknown_seat(p) %}{{ p.txet }}{% endmacro %}")
    with pytest.raises(TemplateTrouble, match=r"problems\.j2"):
        Words(shelf.game("diplomacy"), own=tmp_path).problem(Problem("unknown-seat", {"text": "x", "near": ()}))
