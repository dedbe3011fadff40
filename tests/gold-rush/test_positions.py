"""The page of positions says what the program reads: every field with its notation, and its example loads."""

from pathlib import Path

from judge import shelf
from judge.grammar.document import load
from judge.report import compose

GAME = shelf.game("gold-rush")
PAGE = (Path(__file__).resolve().parent.parent.parent / "docs/positions/gold-rush.md").read_text(encoding="utf-8")


def test_the_page_has_the_table_that_the_declaration_gives():
    for key, notation, meaning in GAME.position.table():
        assert f"| `{key}` | {notation} | {meaning} |" in PAGE
    keys = [line.split("`")[1] for line in PAGE.partition("## Phases")[0].splitlines() if line.startswith("| `")]
    assert keys == [key for key, _, _ in GAME.position.table()]


def test_the_example_on_the_page_loads_and_is_written_back_the_same():
    example = PAGE.partition("```yaml\n")[2].partition("```")[0]
    state = GAME.read_position(load(example))
    written = GAME.write_position(state)
    assert written["phase"] == "Turn 3"
    assert written["figures"]["T2"] == {
        "at": "34,21.5", "weapon": "shotgun", "loaded": 2, "reloads": 6, "gold": 0, "out": 0,
    }  # fmt: skip
    assert written["cards"] == {"mounties": 6, "traders": 5}
    assert written["horses"] == {"H2": "38,2.5", "H1": "under M1"}


def test_what_others_may_not_see_is_masked_as_plenty():
    document = "phase: Turn 3\noptions: {hidden: both}\nfigures: {T1: '20,20 revolver 1+0', M1: {at: '30,20', gold: 0}}"
    state = GAME.read_position(load(document))
    own, other = GAME.masked(state, "traders").figures
    assert (own.loaded, own.reloads, own.gold) == (1, 0, 0)
    assert (other.loaded, other.reloads, other.gold) == (6, 6, 2)
    open_state = GAME.read_position(load("figures: {T1: '20,20', M1: '30,20 repeater 1+0'}"))
    assert GAME.masked(open_state, "traders") == open_state


def test_standings_count_figures_on_the_table():
    document = "phase: Turn 3\nfigures: {T1: '20,20', T2: '24,20', M1: '30,20', M2: {status: gone}}"
    state = GAME.read_position(load(document))
    assert GAME.standings(GAME.view(state, None)) == {"traders": 2, "mounties": 1}
    assert GAME.measure == "Figures in play"


def test_the_public_composer_shows_no_rounds_and_no_gold_that_are_hidden():
    document = "phase: Turn 3\noptions: {hidden: both}\nfigures: {T1: {at: '20,20', loaded: 3, gold: 2}, M1: '60,20'}"
    state = GAME.read_position(load(document))
    asks = GAME.window(state).asks
    public = compose.subjects(GAME, GAME.view(state, None), "traders", asks["traders"])
    assert [one.of for one in public] == [("T1", "at 20,20, revolver")]
    own = compose.subjects(GAME, GAME.view(state, "traders"), "traders", asks["traders"])
    assert [one.of for one in own] == [("T1", "at 20,20, revolver 3+6, gold 2")]
    assert asks["traders"].lines == ("T1: ___  // at 20,20, revolver 3+6, gold 2",)
