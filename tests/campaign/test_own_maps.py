"""Maps of a campaign's own, which may have come from anybody: everything in one is public with its game."""

import pytest

from judge import shelf
from judge.campaign.founding import Wanted, new_game
from judge.campaign.record import record_of
from judge.cli.main import run
from tests.campaign.conftest import START, entropy, make_folder
from tests.interop.test_board_formats import FILES, VARIANTS
from tests.master import Master


@pytest.fixture
def club(tmp_path):
    folder = make_folder(tmp_path / "club")
    (folder / "maps").mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("way", ["../campaign", "../campaign.yaml", "{folder}/campaign.yaml", "./../campaign"])
def test_a_map_takes_nothing_from_a_file_that_is_no_map_of_the_shelf(club, way):
    """`uses: ../campaign` would put the game master's address, and whatever else stands there, into public records."""
    evil = f"{shelf.map_text('diplomacy')}\nuses: {way.format(folder=club)}\n"
    (club / "maps" / "evil.yaml").write_text(evil, encoding="utf-8")
    campaign = Master.open(club, entropy())
    with campaign.act(START) as act, pytest.raises(shelf.NotOnShelf, match="no name of a map"):
        new_game(act, "spring", "diplomacy", Wanted("evil"))
    campaign.close()


def test_a_map_of_ones_own_is_completed_by_one_of_the_shelf(club):
    (club / "maps" / "short.yaml").write_text("uses: diplomacy\nsolo: 12\n", encoding="utf-8")
    campaign = Master.open(club, entropy())
    with campaign.act(START) as act:
        new_game(act, "spring", "diplomacy", Wanted("short"))
        assert "PAR" in record_of(act.connection, "spring")["game"]["map_text"]
    campaign.close()


def test_a_map_is_named_and_no_way_leads_to_it(club):
    (club / "secret.yaml").write_text("powers: {hunter2: {}}\n", encoding="utf-8")
    with pytest.raises(shelf.NotOnShelf, match="no name of a map"):
        shelf.map_text("../secret", club / "maps")


def test_what_a_board_of_another_program_names_lies_beside_it(tmp_path, capsys):
    """Whatever way stands in the file."""
    board = tmp_path / "board"
    board.mkdir()
    name = next(iter(FILES))
    (board / "variants.xml").write_text(VARIANTS.replace(name, f"../../{name}"), encoding="utf-8")
    for one, text in FILES.items():
        (board / one).write_text(text, encoding="utf-8")
    assert run(["map-import", str(board / "variants.xml"), "--no-picture"]) == 0
    assert "provinces:" in capsys.readouterr().out
