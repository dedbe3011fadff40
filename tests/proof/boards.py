"""Plays twenty games by lot on every board in some folders: python -m tests.proof.boards FOLDER…

Files that `judge map-import` reads are imported first. Prints a line for each board: games, phases, how they ended.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

from judge.adjudicator.protocol import Table
from judge.batch import Diplomacy
from judge.cli.main import judge
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for
from judge.shelf import map_document
from judge.variants.diplomacy.game import Diplomacy as Game

GAMES, YEARS, LARGEST = 20, 10, 300


def imported(file, into):
    """The board as a map of ours, and what was passed over; no map where it cannot be read."""
    out = into / f"{file.parent.name}-{file.stem}.yaml"
    done = CliRunner().invoke(judge, ["map-import", str(file), "--out", str(out), "--no-picture"])
    said = str(done.exception or "") if done.exit_code else done.output
    checked = CliRunner().invoke(judge, ["map-check", str(out)]) if out.exists() else None
    if checked is not None and checked.exit_code:
        said, out = checked.output or str(checked.exception), into / "none"
    return (out if out.exists() else None), said


def played(map_file, seed):
    """Phases and endings of the games on one board."""
    game = Game(map_document(str(map_file)))
    chance = random.Random(seed)
    phases, ends = 0, Counter()
    ids = game.chart.board.ids
    if any(len(code) != 3 for code in ids) or len(ids) > LARGEST or game.chart.value.get("placing"):
        # JSON lines know codes of three letters and no winters of placing, and on the largest boards there are too many
        # lawful convoys to list them in each phase: the game itself, then, and its own players.
        for number in range(GAMES):
            options = complete_options(game, {"last_year": game.chart.first_year + YEARS - 1})
            *steps, last = play(game, Table(seats_for(game, 0, None), options), f"{seed} {number}")
            phases += len(steps) + 1
            ends[last.state.over.reason] += 1
        return phases, dict(ends)
    for _ in range(GAMES):
        game = Diplomacy.start(str(map_file), years=YEARS)
        while not game.is_over:
            asked = game.orders()
            game = game.step({power: [chance.choice(one) for one in own.values()] for power, own in asked.items()})
            phases += 1
        ends["won" if game.phase == "COMPLETED" else "last year"] += 1
    return phases, dict(ends)


def main(folders):
    with tempfile.TemporaryDirectory() as into:
        for folder in folders:
            files = sorted(file for pattern in ("*.map", "variants.xml", "*.json", "diplomacy*.yaml")
                           for file in Path(folder).rglob(pattern))  # fmt: skip
            for file in files:
                board, said = (file, "") if file.suffix == ".yaml" else imported(file, Path(into))
                name = file.parent.name if file.name == "variants.xml" else file.stem
                if board is None:
                    print(f"{name}: not read: {' '.join(said.split())[:200]}", flush=True)
                    continue
                try:
                    phases, ends = played(board, name)
                except Exception as error:
                    print(f"{name}: NOT PLAYED: {error!r}"[:300], flush=True)
                    continue
                print(f"{name}: {GAMES} games, {phases} phases, {ends}; {said.count('passed over')} lines passed over",
                      flush=True)  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
