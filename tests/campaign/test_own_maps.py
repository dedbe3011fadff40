"""Maps of a campaign's own, which may have come from anybody: everything in one is public with its game."""

import re

import pytest

from judge import shelf
from judge.campaign.founding import Wanted, new_game
from judge.campaign.record import record_of
from judge.cli.main import run
from judge.grammar.document import DocumentError
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


CODES = [
    ("diplomacy", "PAR"), ("diplomacy", "france"), ("diplomacy", "SC"), ("range-war", "Mul"), ("range-war", "lazy-s"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "code"), CODES)
def test_no_code_of_a_map_is_markup(key, code):
    """Codes stand in pictures and pages as they are; names are written there as words."""
    text = shelf.map_text(shelf.GAMES[key].default_map)
    spoilt = re.sub(rf"\b{code}\b", 'X"ONLOAD="Y"><B>', text)
    spoilt = re.sub(r"^( *)(X\"ONLOAD=\"Y\"><B>):", r"\1'\2':", spoilt, flags=re.MULTILINE)
    with pytest.raises(DocumentError, match="a code is letters and digits"):
        shelf.game_on(key, spoilt, "evil.yaml")


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("EDI: [612, 634,", "EDI: [[612], 634,"),
        ("EDI: [612, 634, 20, 536, 640, 545, 668]", "EDI: [612, 634, 20, 536, 640, 545, [668]]"),
        ("EDI: [612, 634,", "EDI: [Edinburgh, 634,"),
        ("EDI: [612, 634,", "QQQ: [1, 2, 3, 4, 5]\n    EDI: [612, 634,"),
        ("STP/NC: [", "STP/NC: [[1], "),
    ],
)
def test_a_picture_of_which_a_number_is_none_is_refused(there, instead):
    text = shelf.map_text("diplomacy")
    assert there in text
    (wrong,) = shelf.game_on("diplomacy", text.replace(there, instead, 1), "evil.yaml").lint()
    assert "picture" in wrong.detail["text"] or "number" in wrong.detail["text"]
