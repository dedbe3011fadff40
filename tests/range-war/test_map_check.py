"""`judge map-check` finds what is wrong with a board, and nothing wrong with ours."""

import json
from pathlib import Path

import pytest

from judge import shelf
from judge.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
BOARD = (ROOT / "maps" / "range-war.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["range-war", "range-war-even"])
def test_the_shipped_boards_are_in_order(name, capsys):
    assert run(["map-check", str(ROOT / "maps" / f"{name}.yaml")]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_the_even_board_has_all_that_the_rules_say_of_a_board():
    first, even = shelf.game("range-war").chart, shelf.game("range-war", "range-war-even").chart
    ours = {space for space, sheet in first.spaces.items() if sheet["source"] == "filler"}
    assert set(first.spaces) - ours <= set(even.spaces) <= set(first.spaces)
    assert (even.homes, even.wild, even.fixed) == (first.homes, first.wild, first.fixed)
    assert {even.spaces[space]["side"] for space in even.homes.values()} == {"Texas", "Mexico"}
    for seat, home in even.homes.items():
        assert all(even.distances(home)[space] <= 1 for space in even.start(seat, "gangs")), seat
    gangs = {space: seat for seat in even.homes for space in even.start(seat, "gangs")}
    assert not [(one, other) for one in gangs for other in even.near[one] if gangs.get(other, gangs[one]) != gangs[one]]
    homes = list(even.homes.values())
    assert min(even.distances(one)[other] for one in homes for other in homes if one != other) >= 3
    # Printed orders: G(Coo)-Lzy, G(CCN)-Tom, GH(ISJ)-Rio, G(COS)-CON, G(LPR)-Fir.
    for one, other in (("Coo", "Lzy"), ("CCN", "Tom"), ("ISJ", "Rio"), ("CCS", "CCN"), ("LPR", "Fir")):
        assert other in even.near[one], (one, other)


WRONG = {
    "border-one-way": ("borders: [CHM, Coo, DMG, Mon, URG]", "borders: [CHM, Coo, DMG, Mon]"),
    "border-unknown": ("borders: [CHM, Coo, DMG, Mon, URG]", "borders: [CHM, Coo, DMG, Mon, URG, Xyz]"),
    "border-itself": ("borders: [CHM, Coo, DMG, Mon, URG]", "borders: [CHM, Coo, DMG, Lzy, Mon, URG]"),
    "border-twice": ("borders: [CHM, Coo, DMG, Mon, URG]", "borders: [CHM, Coo, Coo, DMG, Mon, URG]"),
    "name-twice": ("name: 'Tombstone'", "name: 'Broken Jaw'"),
    "name-empty": ("name: 'Tombstone'", "name: ''"),
    "no-centre-there": ("centres: [Lzy]", "centres: [CHM]"),
    "point-missing": ("at: [140, 198]", "at: [140]"),
    "river-no-line": ("name: Rio Grande, line: [[-40, 212], ", "name: Rio Grande, line: [here, "),
    "home-no-centre": ("centre: true\n    at: [140, 198]", "at: [140, 198]"),
    "home-unknown": ("home: Lzy", "home: Zzz"),
    "count-wrong": ("spaces: 54", "spaces: 55"),
    "count-unknown": ("spaces: 54", "rooms: 54"),
    "piece-nowhere": ("wild: [CCS", "wild: [Zzz"),
    "piece-twice": ("wild: [CCS", "wild: [Com"),
    "start-uneven": ("gangs: [Lzy, CHM, Coo]", "gangs: [Lzy, CHM]"),
    "point-outside": ("at: [140, 198]", "at: [900, 700]"),
    "outline-missing": ("outline: [[42.8, 214.5], [62.3, 147], ", "outline: [7, [62.3, 147], "),
    "outline-outside": ("outline: [[42.8, 214.5]", "outline: [[-42.8, 214.5]"),
    "victory-out-of-range": ("victory: 19 ", "victory: 18 "),
    "no-frame": ("frame: {width: 1000", "frame: {breadth: 1000"),
    "sides-touch": ("side: Texas\n    source: rules\n    centre: true\n    at: [140, 198]",
                    "side: Mexico\n    source: rules\n    centre: true\n    at: [140, 198]"),
    "shape": ("kind: ranch", "kind: palace"),
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(WRONG))
def test_each_mistake_is_found(code, tmp_path, capsys):
    right, wrong = WRONG[code]
    assert right in BOARD
    path = tmp_path / "board.yaml"
    path.write_text(BOARD.replace(right, wrong, 1), encoding="utf-8")
    assert run(["map-check", str(path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert code in {one["code"] for one in found["wrong"]}
    assert all(one["sentence"].rstrip().endswith((".", "!")) or code == "shape" for one in found["wrong"])


def test_a_board_without_spaces(tmp_path, capsys):
    path = tmp_path / "board.yaml"
    path.write_text("game: range-war\nseats: {lazy-s: {name: Lazy S}}\nspaces: {}\n", encoding="utf-8")
    assert run(["map-check", str(path), "--json"]) == 1
    assert "no-spaces" in {one["code"] for one in json.loads(capsys.readouterr().out)["wrong"]}


def test_an_island_nobody_reaches(tmp_path, capsys):
    text = BOARD.replace("borders: [Box, Cou, Dev]", "borders: []", 1)
    for code, near in (
        ("Box", "[Cac, Cou, Dev, Ech, HiN, RGM, San]"), ("Cou", "[Box, Cac, Ech, Mul]"), ("Dev", "[Box, Cac, HiN]"),
    ):  # fmt: skip
        assert f"borders: {near}" in text, code
        text = text.replace(f"borders: {near}", f"borders: {near.replace('Cac, ', '')}", 1)
    path = tmp_path / "board.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(["map-check", str(path), "--json"]) == 1
    assert {one["code"] for one in json.loads(capsys.readouterr().out)["wrong"]} == {"out-of-reach"}


@pytest.mark.parametrize(
    "text", ["", "[]", "game: range-war", "game: chess\nseats: {}", "seats: 7\nspaces: {}", "a: b"]
)
def test_files_that_are_no_map_never_raise(text, tmp_path, capsys):
    path = tmp_path / "board.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(["map-check", str(path)]) in (1, 2)
    out = capsys.readouterr()
    assert out.out or out.err
    assert "Traceback" not in out.err
