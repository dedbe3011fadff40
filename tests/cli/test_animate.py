"""`judge map --animate` and `--goes`: a whole game, and a step go by go, as one moving picture; the page of a paper."""

import re
from io import BytesIO

import pytest
from PIL import Image

from judge import shelf
from judge.adjudicator.protocol import Table
from judge.cli.main import run
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.animation import animated, go_by_go
from judge.scenario.simulate import play, seats_for


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A campaign with a game a window old, made by the commands themselves."""
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(tmp_path / "club"), "--gm", "gm@example.org", "--mail", "club.judge@gmail.com"]) == 0
    monkeypatch.chdir(tmp_path / "club")
    assert run(["new", "spring", "--game", "range-war"]) == 0
    assert run(["start", "spring"]) == 0
    assert run(["release", "spring"]) == 0
    return tmp_path


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_a_game_is_one_moving_picture_with_a_map_a_step(club, ending):
    assert run(["map", "spring", "--animate", str(club / f"spring.{ending}")]) == 0
    with Image.open(club / f"spring.{ending}") as moving:
        assert (moving.n_frames, moving.width) == (2, 800)
    assert run(["map", "spring", "--step", "0", "--animate", str(club / f"shorter.{ending}")]) == 0
    with Image.open(club / f"shorter.{ending}") as moving:
        assert moving.n_frames == 1


def test_each_seat_keeps_its_colour_in_every_frame():
    game = shelf.game("range-war")
    table = Table(seats_for(game, 0, 8), complete_options(game, {}))
    steps = [one for one, _ in zip(play(game, table, "colours"), range(4), strict=False)]
    maps = [pictures.picture(game, game.view(one.state, None), one.events) for one in steps]
    with Image.open(BytesIO(animated(maps, "gif"))) as moving:
        for place, svg in enumerate(maps):
            moving.seek(place)
            with Image.open(BytesIO(pictures.full_colour(svg, moving.width))) as drawn:
                pixels = {colour: count for count, colour in drawn.convert("RGB").getcolors(1 << 20)}
            shown = {colour for _, colour in moving.convert("RGB").getcolors(1 << 20)}
            assert {colour for colour, count in pixels.items() if count > 1500} <= shown


def test_any_other_file_is_refused_by_name(club, capsys):
    assert run(["map", "spring", "--animate", "spring.mp4"]) != 0
    assert "a moving map is a .webp or .gif file, not spring.mp4" in capsys.readouterr().err
    assert run(["map", "spring", "--animate", "spring.gif", "--out", "spring.png"]) != 0
    assert "one file at a time" in capsys.readouterr().err


def test_a_step_is_shown_go_by_go_a_frame_a_go(club):
    game = shelf.game("gold-rush")
    played = next(
        one
        for one in play(game, Table(seats_for(game, 0, 4), complete_options(game, {})), "goes")
        if sum(event.code == "fired" for event in one.events) > 2
    )
    whole = pictures.picture(game, game.view(played.state, None), played.events)
    acted = {int(number) for number in re.findall(r'data-go="(\d+)"', whole)}
    frames = go_by_go(whole)
    assert len(frames) == len(acted) + 1
    assert frames[-1] == whole
    for now, frame in zip(sorted(acted), frames, strict=False):
        hidden = {int(go) for go in re.findall(r'data-go="(\d+)" display="none"', frame)}
        faint = {int(go) for go in re.findall(r'data-go="(\d+)" opacity', frame)}
        assert hidden == {go for go in acted if go > now}
        assert faint == {go for go in acted if go < now}
    # Where all happens at once there is one frame.
    assert run(["map", "spring", "--goes", str(club / "goes.webp")]) == 0
    with Image.open(club / "goes.webp") as moving:
        assert moving.n_frames == 1


def test_the_page_of_a_paper_is_a_picture_of_its_own(club, capsys):
    assert run(["new", "west", "--game", "range-war", "--set", "style=gazette"]) == 0
    assert run(["start", "west"]) == 0
    assert run(["report", "west", "--format", "png", "--out", "page.png"]) == 0
    with Image.open("page.png") as page:
        assert page.width == 1011
    assert run(["report", "west", "--format", "png"]) != 0
    assert "give it --out FILE.png alone" in capsys.readouterr().err
    assert run(["report", "spring", "--format", "png", "--out", "none.png"]) != 0
    assert "spring has no paper" in capsys.readouterr().err
