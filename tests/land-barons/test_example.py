"""What the example game says was checked by hand."""

from pathlib import Path

from examples.make import EXAMPLES
from judge import shelf
from judge.grammar.document import load

FOLDER = EXAMPLES["land-barons"].folder


def test_the_sums_checked_by_hand():
    game = shelf.game("land-barons")
    cash = {
        "03-turn-2-pay-and-bids": (64, 76),
        "05-turn-3-pay-and-bids": (174, 200),
        "07-turn-4-pay-and-bids": (315, 309),
        "09-turn-5-pay-and-bids": (517, 475),
        "11-turn-6-pay-and-bids": (775, 622),
    }
    for folder, (graham, johnson) in cash.items():
        state = game.read_position(load((Path(FOLDER) / folder / "position.yaml").read_text(encoding="utf-8")))
        assert (state.purse("graham"), state.purse("johnson")) == (graham, johnson)
    state = game.read_position(load((Path(FOLDER) / "end.yaml").read_text(encoding="utf-8")))
    assert (state.purse("graham"), state.purse("johnson")) == (736, 0)
    assert (len(state.owned("graham")), state.revenue("graham")) == (15, 280)
    assert (len(state.owned("johnson")), state.units_of("johnson")) == (0, ())
