"""Makes examples/gold-rush: one whole game between scripted players, every letter, position, card and report of it.

`python -m examples.gold_rush.game` writes it again, byte for byte the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge import report, shelf
from judge.adjudicator.dice import Draw, KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import AnyGame, Seat, Table
from judge.grammar.document import dump
from judge.grammar.options import complete_options
from judge.report.maps.gold_rush import picture, sketch

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / "gold-rush"
WORD = "yukon 12"
SEATS = (Seat("traders"), Seat("diggers-1"), Seat("mounties"))
OPTIONS = {"placing": "players"}
KEPT = ("README.md",)


def make(folder: Path = FOLDER) -> list[Path]:
    """Play the game again and write every file of it; returns what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted(folder.iterdir()):
        if old.name not in KEPT:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    written: list[Path] = []
    for name, text in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


def files() -> Iterator[tuple[str, str]]:
    """Every file's name and text, in the order of play."""
    game = shelf.game("gold-rush")
    dice = KeyedDice.of(f"{WORD}/setup")
    step = game.setup(Table(SEATS, complete_options(game, OPTIONS)), dice)
    yield from _told(game, "00-deal", None, step.state, step.events, dice.draws)
    state: Any = step.state
    number = 0
    while (window := game.window(state)) is not None:
        folder = f"{number + 1:02d}-{window.key}"
        yield f"{folder}/position.yaml", dump(game.write_position(state))
        letters = {seat: game.letter(state, seat, f"{WORD}/{number}") for seat in sorted(window.asks)}
        yield f"{folder}/orders.txt", "\n\n".join(f"{seat}:\n{text}" for seat, text in letters.items()) + "\n"
        sent = {seat: take(game, state, seat, window.asks[seat].form, text).orders for seat, text in letters.items()}
        dice = KeyedDice.of(f"{WORD}/{number}")
        after = close(game, state, sent, dice).step
        yield from _told(game, folder, state, after.state, after.events, dice.draws)
        state = after.state
        number += 1
    yield "end.yaml", dump(game.write_position(state))
    yield "end.svg", picture(game, game.view(state, None), report.told_to(after.events, None))


def _told(
    game: AnyGame, folder: str, before: Any, after: Any, events: tuple[Any, ...], draws: list[Draw]
) -> Iterator[tuple[str, str]]:
    """The public report, each seat's own, the cards and dice, and the table as text."""
    yield f"{folder}/report.txt", report.text_of_step(game, before, after, events, None)
    for seat in SEATS:
        yield f"{folder}/report-{seat}.txt", report.text_of_step(game, before, after, events, seat)
    yield f"{folder}/map.txt", sketch(game, game.view(after, None)) + "\n"
    rolls = [f"{draw.label}: {draw.result[0]} of {draw.sides}" for draw in draws if draw.kind == "roll"]
    shuffles = [f"{draw.label}: {', '.join(map(str, draw.result))}" for draw in draws if draw.kind == "shuffle"]
    yield f"{folder}/dice.txt", "\n".join(rolls + shuffles) + "\n"


if __name__ == "__main__":
    print(f"{len(make())} files in {FOLDER}")
