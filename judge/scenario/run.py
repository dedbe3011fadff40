"""Running scenarios: position, orders, dice, expectations; and a plain account of every difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.adjudicator.dice import KeyedDice, LabelUsedTwice, ScriptedDice, UnscriptedDraw
from judge.adjudicator.driver import Taken, close, take
from judge.adjudicator.protocol import AnyGame, Problem, Seat, Table, Window
from judge.grammar.document import Document, DocumentError
from judge.grammar.options import OptionError, complete_options
from judge.scenario import expect
from judge.scenario.expect import Played
from judge.scenario.files import Scenario, Turn


@dataclass(frozen=True)
class Outcome:
    """The result of one scenario: empty, or a sentence for everything that was not as expected."""

    title: str
    line: int
    rules: tuple[str, ...]
    failures: tuple[str, ...]
    labels: frozenset[str] = frozenset()


def run(game: AnyGame, scenario: Scenario, own_templates: Path | None = None) -> Outcome:
    """Play one scenario and check every expectation, also in a campaign's own words if it has templates."""
    first = scenario.turns[0].expect.value or {}
    failures = list(expect.of_lint(game, first["lint"], own_templates)) if "lint" in first else []
    labels: set[str] = set()
    if "lint" in first and not scenario.given.value and not scenario.start:
        return Outcome(scenario.title, scenario.line, scenario.rules, tuple(failures))
    try:
        state, turns = _beginning(game, scenario, failures, labels, own_templates)
    except (DocumentError, OptionError) as error:
        failures += expect.of_fault(str(error), first.get("fault"))
        return Outcome(scenario.title, scenario.line, scenario.rules, tuple(failures))
    if "fault" in first:
        failures.append(f'given: nothing is wrong with it, expected "{first["fault"]}"')
    later: dict[Seat, list[tuple[str, str]]] = {}
    for number, turn in turns:
        where = f"then {number}: " if number else ""
        window = game.window(state)
        if window is None:
            if turn.orders or number:
                failures.append(f"{where}the game is over: no window is open")
            failures.extend(where + said for said in expect.of_position(game, state, turn))
            break
        dice = _dice(scenario, number)
        not_asked = sorted(set(turn.orders) - set(window.asks))
        failures.extend(f"{where}{seat} sends orders but is not asked in {window.title}" for seat in not_asked)
        try:
            played = _play(game, state, window, turn, later, dice)
        except (UnscriptedDraw, LabelUsedTwice) as error:
            failures.append(f"{where}{error}")
            break
        labels.update(draw.label for draw in dice.draws)
        failures.extend(where + said for said in _undrawn(dice, turn))
        failures.extend(where + said for said in expect.of_turn(game, played, turn, own_templates))
        state = played.closed.step.state
    return Outcome(scenario.title, scenario.line, scenario.rules, tuple(failures), frozenset(labels))


def _beginning(
    game: AnyGame, scenario: Scenario, failures: list[str], labels: set[str], own_templates: Path | None
) -> tuple[Any, Sequence[tuple[int, Turn]]]:
    """The position to play from, with the turns to play: the one given, or the one that the game's set-up deals."""
    numbered = tuple(enumerate(scenario.turns))
    if not scenario.start:
        return game.read_position(_with_options(game, scenario)), numbered
    dice, turn = _dice(scenario, 0), scenario.turns[0]
    try:
        step = game.setup(Table(scenario.start, complete_options(game, scenario.options)), dice)
    except (UnscriptedDraw, LabelUsedTwice) as error:
        raise OptionError(f"start: {error}") from None
    labels.update(draw.label for draw in dice.draws)
    failures += _undrawn(dice, turn)
    failures += expect.of_start(game, step, turn, own_templates)
    return step.state, numbered[1:]


def _dice(scenario: Scenario, number: int) -> KeyedDice | ScriptedDice:
    """The dice as scripted; without a script the title is their key."""
    script = scenario.turns[number].dice
    if script is not None:
        return ScriptedDice(script)
    return KeyedDice.of(scenario.title + (f"/{number}" if number else ""))


def _undrawn(dice: KeyedDice | ScriptedDice, turn: Turn) -> list[str]:
    """Scripted dice that were never drawn; a pattern with signs may be for draws that never come up."""
    script = turn.dice or {}
    left = [
        pattern
        for pattern, left in (dice.unused.items() if isinstance(dice, ScriptedDice) else ())
        if not set("*?[") & set(pattern) or len(left) < len(script[pattern])
    ]
    return [f"scripted and never drawn: {', '.join(left)}"] if left else []


def _with_options(game: AnyGame, scenario: Scenario) -> Document:
    """The given position, with the scenario's options in it as if they were the document's own."""
    given = scenario.given
    if not isinstance(given.value or {}, dict):
        raise given.error("a position is `key: value`")
    value = dict(given.value or {})
    own = value.get("options") or {}
    if not isinstance(own, dict):
        raise given.error("options are `key: value`", "options")
    options = {**scenario.options, **own}
    if options:
        complete_options(game, options)
        value["options"] = options
    return Document(value, given.lines, given.name, given.at)


def _play(
    game: AnyGame,
    state: Any,
    window: Window,
    turn: Turn,
    later: dict[Seat, list[tuple[str, str]]],
    dice: KeyedDice | ScriptedDice,
) -> Played:
    taken: dict[Seat, Taken[Any]] = {}
    for seat in sorted(set(turn.orders) | set(later)):
        ask = window.asks.get(seat)
        if ask is None:
            continue
        # Lines kept for a kind of window wait until one of that kind asks this seat.
        kept = [text for kind, text in later.get(seat, []) if kind == window.kind]
        if seat in later:
            later[seat] = [(kind, text) for kind, text in later[seat] if kind != window.kind]
        text = turn.orders.get(seat, "\n".join(kept))
        taken[seat] = take(game, state, seat, ask.form, text)
        later.setdefault(seat, []).extend((one.kind, one.text) for one in taken[seat].later)
    closed = close(game, state, {seat: one.orders for seat, one in taken.items()}, dice)
    played = Played(state, window, taken, closed)
    for seat, one in taken.items():
        problems = [(line.text, None, line.said) for line in one.unread if isinstance(line.said, Problem)]
        texts = [line.text for line in one.lines if not isinstance(line.said, Problem) and line.said not in one.later]
        checked = closed.checked[seat]
        problems += [(texts[index], one.orders[index], problem) for index, problem in checked.refused.items()]
        played.problems[seat] = problems
    return played
