"""The pages for players and GMs say what is so: every order on them is understood, every example reads back."""

import re
from pathlib import Path

import pytest

from judge import shelf
from judge.adjudicator.protocol import Later, Problem, Seat, Table
from judge.grammar.document import dump, load

ROOT = Path(__file__).resolve().parents[2]
GAME = shelf.game("range-war")
PAGE = (ROOT / "docs" / "players" / "range-war.md").read_text(encoding="utf-8")
START = GAME.setup(Table(tuple(seat.id for seat in GAME.seats), {}), None).state
FORMS = {"Summer and Winter": "movement", "Retreats": "retreats", "Branding, in Spring": "branding"}


def rows():
    form = None
    for line in PAGE.splitlines():
        if line.startswith("## "):
            form = FORMS.get(line[3:])
        found = re.match(r"\| `([^`]+)` \|", line)
        if found and form:
            yield form, found[1]


def test_the_page_has_orders_of_every_kind():
    assert {form for form, _ in rows()} == set(FORMS.values())
    assert len(list(rows())) >= 18


@pytest.mark.parametrize(("form", "order"), list(rows()))
def test_every_order_on_the_players_page_is_understood(form, order):
    lines = GAME.read(START, Seat("lazy-s"), form, order)
    assert lines
    assert not [line for line in lines if isinstance(line.said, Problem | Later)]
    if form == "movement":
        checked = GAME.check(START, Seat("lazy-s"), [line.said for line in lines])
        assert not checked.refused
        # A support written alone is warned of: the gang it helps is not ordered to go there.
        assert {problem.code for problem in checked.warned.values()} <= {"helped-stays"}


@pytest.mark.parametrize("order", ["G(Coo) retreats Mes", "Build G(Lzy)", "Remove G(CHM)"])
def test_what_is_sent_in_advance_is_kept(order):
    (line,) = GAME.read(START, Seat("lazy-s"), "movement", order)
    assert isinstance(line.said, Later)


def test_the_example_position_reads_back():
    text = (ROOT / "docs" / "positions" / "range-war.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    state = GAME.read_position(load(example))
    again = GAME.read_position(load(dump(GAME.write_position(state))))
    assert again == state
    assert state.title == "Winter 1871, retreats"
    assert state.gangs["San"] == "rancho-grande"
    assert state.herds["Com"].late == "south-fork"
    assert state.herds["Com"].seat is None
    assert [one.options for one in state.dislodged] == [("DMG", "Los")]
    assert state.captured == {Seat("lone-star"): ("Sou",)}
    assert state.options["herd_entry"] == "before"


def test_the_table_of_positions_is_the_one_they_are_read_by():
    text = (ROOT / "docs" / "positions" / "range-war.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{key}` | {notation} | {about} |" for key, notation, about in GAME.position.table()]


def test_every_option_is_in_the_rulings():
    text = (ROOT / "docs" / "rulings" / "range-war.md").read_text(encoding="utf-8")
    for option in GAME.options:
        assert f"| `{option.key}` |" in text
        for ruling in option.rulings:
            assert f"**{ruling}**" in text
        for value in option.values:
            assert f"`{value}`" in text


def test_the_order_form_has_a_line_for_every_build_that_can_be_placed():
    state = GAME.read_position(
        load(
            "phase: Spring 1871, branding\n"
            "units: {Lazy S: G(Tom), South Fork: [G(Sou), G(Kan)]}\n"
            "herds: {Lazy S: [Tom, Coo]}\n"
            "centres: {Lazy S: [Lzy, Tom], South Fork: Sou}\n"
        )
    )
    asks = GAME.window(state).asks
    # Four centres, one gang, so three builds; room at home and beside the herd in Coogan's Bluff only.
    assert asks["lazy-s"].lines == ("Build ___", "Build ___")
    assert asks["south-fork"].lines == ("Remove G(___)",)
