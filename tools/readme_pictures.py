"""The two pictures of the README, from the example of Range War: a map, and the report that came with it.

python tools/readme_pictures.py            # writes docs/pictures/; the report needs Chromium
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from examples.make import EXAMPLES
from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Seat, Table
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.build import Notes

OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"
STEPS = 5
READER = Seat("lazy-s")


def main() -> int:
    """Play the example up to its fifth step and draw it."""
    example = EXAMPLES["range-war"]
    game = shelf.game(example.key)
    table = Table(example.seats, complete_options(game, example.options))
    before = state = game.setup(table, KeyedDice.of(f"{example.word}/setup")).state
    events: tuple[object, ...] = ()
    for number in range(example.first, example.first + STEPS):
        window = game.window(state)
        assert window is not None
        sent = {
            seat: take(game, state, seat, ask.form, game.letter(state, seat, f"{example.word}/{number}")).orders
            for seat, ask in sorted(window.asks.items())
        }
        made = close(game, state, sent, KeyedDice.of(f"{example.word}/{number}")).step
        before, state, events = state, made.state, made.events
    drawn = pictures.picture(game, game.view(state, None), report.told_to(events, None))
    (OUT / "map.png").write_bytes(pictures.png(drawn))
    notes = Notes(game_name="branding-iron", deadline="Thursday 4 March 2027, 20:30 MST")
    told = report.build(game, before, state, report.told_to(events, READER), READER, notes)
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("no Chromium here: the picture of the report stays as it is", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        page = Path(scratch) / "report.html"
        page.write_text(report.render(told, "html"), encoding="utf-8")
        subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=680,905",
             f"--screenshot={OUT / 'report.png'}", page.as_uri()],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
