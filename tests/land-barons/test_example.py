"""The example game is what the Judge plays today, byte for byte, and what it says was checked by hand."""

from pathlib import Path

from examples.land_barons.game import FOLDER, KEPT, files
from judge import shelf
from judge.grammar.document import load


def test_the_example_is_played_again_byte_for_byte():
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()} - set(KEPT)
    made = dict(files())
    assert set(made) == there
    for name, text in made.items():
        assert (FOLDER / name).read_bytes() == text.encode(), name


def test_the_sums_checked_by_hand():
    game = shelf.game("land-barons")
    cash = {
        "03-turn-2-pay-and-bids": (64, 76),
        "05-turn-3-pay-and-bids": (174, 200),
        "07-turn-4-pay-and-bids": (305, 309),
        "09-turn-5-pay-and-bids": (477, 465),
    }
    for folder, (graham, johnson) in cash.items():
        state = game.read_position(load((Path(FOLDER) / folder / "position.yaml").read_text(encoding="utf-8")))
        assert (state.purse("graham"), state.purse("johnson")) == (graham, johnson)
    state = game.read_position(load((Path(FOLDER) / "end.yaml").read_text(encoding="utf-8")))
    assert (state.purse("graham"), state.purse("johnson")) == (445, 374)
    assert (len(state.owned("graham")), state.revenue("graham")) == (17, 310)
    assert (len(state.owned("johnson")), state.revenue("johnson")) == (11, 180)
