"""Pages and order sheets on paper."""

import re

import pytest

from judge.cli.main import run
from judge.report import printed

pytest.importorskip("typst")


@pytest.fixture
def sources(monkeypatch):
    """The source of each PDF that is made, with its words; no PDF is set."""
    made = []

    def keep(source, drawn=None):
        made.append((" ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', source)), source, drawn or {}))
        return b"%PDF"

    monkeypatch.setattr(printed, "pdf", keep)
    return made


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(tmp_path / "club")]) == 0
    monkeypatch.chdir(tmp_path / "club")
    return tmp_path / "club"


def begun(name, game, *more):
    assert run(["new", name, "--game", game, *more]) == 0
    assert run(["start", name]) == 0


def test_the_pages_of_a_game_are_printed_on_the_paper_asked_for(tmp_path):
    sizes = {"a4": (595, 842), "letter": (612, 792)}
    for paper, (wide, high) in sizes.items():
        assert run(["docs", "print", "range-war", "--out", str(tmp_path / paper), "--paper", paper]) == 0
        names = sorted(one.name for one in (tmp_path / paper).iterdir())
        assert names == ["letters.pdf", "range-war-rulings.pdf", "range-war.pdf"]
        made = (tmp_path / paper / "range-war.pdf").read_bytes()
        box = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", made)
        assert (round(float(box[1])), round(float(box[2]))) == (wide, high)


def test_a_printed_page_has_its_words_and_no_addresses_of_links(sources, tmp_path):
    assert run(["docs", "print", "gold-rush", "--out", str(tmp_path)]) == 0
    page, letters, rulings = sources
    assert "3: move to contact with M2, attack" in page[0]
    assert "SET ZONE" in letters[0]
    assert "GR-Q53" in rulings[0]
    assert not [one for one, _, _ in sources if "](" in one]


def test_pages_for_players_are_printed_in_their_language(sources, tmp_path, capsys):
    assert run(["docs", "print", "gold-rush", "--out", str(tmp_path), "--language", "de"]) == 0
    page, letters, _ = sources
    assert "gehe in Kontakt mit M2" in page[0]
    assert "ZEITZONE" in letters[0]
    assert run(["docs", "print", "gold-rush", "--out", str(tmp_path), "--language", "fr"]) == 2
    assert 'not there in "fr", but in en, de' in capsys.readouterr().err


def test_pages_of_no_game_are_refused(tmp_path, capsys):
    assert run(["docs", "print", "rangewar", "--out", str(tmp_path)]) == 2
    assert 'did you mean "range-war"' in capsys.readouterr().err
    assert run(["docs", "print", "--out", str(tmp_path)]) == 2
    assert "gold-rush|hell-on-wheels" in capsys.readouterr().err


def test_a_sheet_has_the_map_and_a_line_to_write_on_for_each_piece(club, sources):
    begun("spring", "range-war")
    assert run(["sheet", "spring", "lazy-s", "--out", "sheets"]) == 0
    (sheet,) = sources
    words, source, drawn = sheet
    for wanted in ("Lazy S", "Summer 1870, movement", "G(Lzy)", "G(Coo)", "G(CHM)"):
        assert wanted in words
    assert source.count("#blank") == 3 + 3
    assert "<svg" in drawn["map"]
    assert [one.name for one in (club / "sheets").iterdir()] == ["lazy-s.pdf"]
    assert not (club / "sheets" / "lazy-s.pdf").stat().st_mode & 0o077


def test_a_sheet_is_in_its_game_s_language(club, sources):
    begun("spring", "range-war", "--set", "language=de")
    assert run(["sheet", "spring", "lazy-s", "--out", "sheets"]) == 0
    ((words, source, _),) = sources
    for wanted in ("Befehlsblatt", "Sommer 1870, Züge", "Weitere Befehle und Bedingungen:"):
        assert wanted in words + source
    assert "Orders of" not in source


def test_every_seat_that_is_asked_gets_a_sheet_and_no_other(club, sources, capsys):
    begun("spring", "range-war")
    assert run(["sheet", "spring", "--out", "sheets", "--paper", "letter"]) == 0
    assert len(list((club / "sheets").iterdir())) == 8
    assert run(["release", "spring"]) == 0
    assert run(["release", "spring"]) == 0
    capsys.readouterr()
    assert run(["orders", "show", "spring"]) == 0
    assert run(["sheet", "spring", "nobody", "--out", "sheets"]) == 2
    assert 'no seat "nobody"' in capsys.readouterr().err


def test_a_game_master_who_plays_prints_no_sheet_of_another_seat(club, sources, capsys):
    begun("spring", "range-war", "--set", "gm_plays=true")
    assert run(["sheet", "spring", "lazy-s", "--out", "sheets"]) == 2
    assert "hidden until release" in capsys.readouterr().err
    assert not sources
    assert run(["sheet", "spring", "lazy-s", "--out", "sheets", "--override", "asked by telephone"]) == 0
    assert len(sources) == 1
