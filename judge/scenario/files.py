"""Scenario files as values: every key known, every mistake named with file, line and key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import AnyGame, Problem, Seat
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat

FILE_KEYS = ("game", "map", "options", "scenarios")
TURN_KEYS = ("orders", "silent", "dice", "refused", "expect")
SCENARIO_KEYS = ("title", "rule", "given", "start", "options", "map", "then", *TURN_KEYS)
EXPECT_KEYS = (
    "verdicts", "position", "not", "next", "asks", "over", "told", "not told", "warned", "reasons",
    "filled", "lint", "fault",
)  # fmt: skip
MAPPED = ("verdicts", "reasons", "warned", "filled", "told", "not told")
"""Expectations by order, or by seat."""

PUBLIC = Seat("public")


@dataclass(frozen=True)
class Turn:
    """One closing of a window: the letters of the seats, the dice, and the expected results."""

    orders: Mapping[Seat, str]
    dice: Mapping[str, list[object]] | None
    refused: Mapping[Seat, Mapping[str, str]]
    expect: Document


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One rule as a GM would write it down. `start`: the seats of a game that begins, instead of a position given."""

    title: str
    rules: tuple[str, ...]
    given: Document
    start: tuple[Seat, ...]
    options: Mapping[str, object]
    turns: tuple[Turn, ...]
    line: int


@dataclass(frozen=True)
class ScenarioFile:
    """A file's game, map and scenarios (still as documents: the game is needed to read them)."""

    game: str
    map: str | None
    options: Mapping[str, object]
    scenarios: tuple[Document, ...]


def read_file(document: Document) -> ScenarioFile:
    """The outer shape of a scenario file."""
    complaints = _unknown_keys(document, FILE_KEYS)
    value = document.value if isinstance(document.value, dict) else {}
    if not isinstance(document.value, dict) or "game" not in value:
        complaints.append(document.complaint("a scenario file begins with `game: GAME`"))
    scenarios = value.get("scenarios")
    if not isinstance(scenarios, list) or not scenarios:
        complaints.append(document.complaint("a list of scenarios is expected here", "scenarios"))
    options = value.get("options") or {}
    if not isinstance(options, dict):
        complaints.append(document.complaint("options are `key: value`", "options"))
    if complaints:
        raise DocumentError(document.name, complaints)
    assert isinstance(scenarios, list)
    return ScenarioFile(
        str(value["game"]),
        str(value["map"]) if "map" in value else None,
        options,
        tuple(document.sub("scenarios", number) for number in range(len(scenarios))),
    )


def read_scenario(document: Document, game: AnyGame, options: Mapping[str, object]) -> Scenario:
    """One scenario of a file."""
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a scenario is a mapping with `title`, `given`, `orders`, `expect`")
    complaints = _unknown_keys(document, SCENARIO_KEYS)
    if not isinstance(value.get("title"), str):
        complaints.append(document.complaint("a scenario needs a title"))
    own = value.get("options") or {}
    if not isinstance(own, dict):
        complaints.append(document.complaint("options are `key: value`", "options"))
    rules = value.get("rule", [])
    turns: list[Turn] = []
    start = _start(document, game, complaints)
    then = value.get("then") or []
    if not isinstance(then, list):
        complaints.append(document.complaint("`then` is a list of {orders, dice, expect}", "then"))
        then = []
    parts = [document, *(document.sub("then", number) for number in range(len(then)))]
    for part in parts:
        if part is not document:
            complaints += _unknown_keys(part, TURN_KEYS)
        turns.append(_turn(part, game, complaints))
    if complaints:
        raise DocumentError(document.name, complaints)
    return Scenario(
        title=value["title"],
        rules=tuple(map(str, rules if isinstance(rules, list) else [rules])),
        given=document.sub("given"),
        start=start,
        options={**options, **own},
        turns=tuple(turns),
        line=document.line(),
    )


def _start(document: Document, game: AnyGame, complaints: list[Complaint]) -> tuple[Seat, ...]:
    """The seats that are dealt in if the scenario begins with the game's own set-up."""
    value = document.value
    if "start" not in value:
        return ()
    for key in ("given", "orders", "refused", "silent"):
        if key in value:
            complaints.append(document.complaint(f"a game that starts has no `{key}` yet: put it under `then`", key))
    names = value["start"] if isinstance(value["start"], list) else [value["start"]]
    found = [_seat(document.sub("start"), game, str(name), complaints, number) for number, name in enumerate(names)]
    return tuple(seat for seat in found if seat is not None)


def _turn(document: Document, game: AnyGame, complaints: list[Complaint]) -> Turn:
    value = document.value if isinstance(document.value, dict) else {}
    orders = {seat: _text(said) for seat, said in _by_seat(document.sub("orders"), game, complaints).items()}
    silent = value.get("silent") or []
    for number, name in enumerate(silent if isinstance(silent, list) else [silent]):
        _seat(document.sub("silent"), game, str(name), complaints, number)
    refused = {
        seat: {str(line): str(code) for line, code in lines.items()} if isinstance(lines, dict) else {}
        for seat, lines in _by_seat(document.sub("refused"), game, complaints).items()
    }
    dice = value.get("dice")
    script: dict[str, list[object]] | None = None
    if dice is not None:
        if not isinstance(dice, dict):
            complaints.append(document.complaint("dice are `label pattern: [results]`", "dice"))
            dice = {}
        script = {str(label): list(said) if isinstance(said, list) else [said] for label, said in dice.items()}
    expect = document.sub("expect")
    if expect.value is not None and not isinstance(expect.value, dict):
        complaints.append(expect.complaint("`expect` is a mapping"))
    elif expect.value:
        complaints += _unknown_keys(expect, EXPECT_KEYS)
        for key in MAPPED:
            if not isinstance(expect.value.get(key) or {}, dict):
                complaints.append(expect.complaint(f"`{key}` is `key: value`", key))
    return Turn(orders, script, refused, expect)


def _text(said: object) -> str:
    """Orders as a text block or as a list of lines."""
    if isinstance(said, list):
        return "\n".join(map(str, said))
    return "" if said is None else str(said)


def _by_seat(document: Document, game: AnyGame, complaints: list[Complaint]) -> dict[Seat, object]:
    """A mapping whose keys name seats."""
    if document.value is None:
        return {}
    if not isinstance(document.value, dict):
        complaints.append(document.complaint("expected a mapping by seat"))
        return {}
    found: dict[Seat, object] = {}
    for name, said in document.value.items():
        seat = _seat(document, game, str(name), complaints, name)
        if seat is not None:
            found[seat] = said
    return found


def _seat(document: Document, game: AnyGame, name: str, complaints: list[Complaint], key: str | int) -> Seat | None:
    seat = find_seat(game.seats, name)
    if isinstance(seat, Problem):
        near = seat.detail.get("near") or seat.detail.get("choices") or [one.id for one in game.seats]
        assert isinstance(near, tuple | list)
        complaints.append(document.complaint(f'"{name}" is no seat of {game.title}; try {", ".join(near)}', key))
        return None
    return seat


def _unknown_keys(document: Document, known: tuple[str, ...]) -> list[Complaint]:
    """Unknown keys, with the nearest known one."""
    if not isinstance(document.value, dict):
        return []
    found = []
    for key in document.value:
        if key not in known:
            near = nearest(str(key), known)
            hint = f'did you mean "{near}"?' if near else f"known are: {', '.join(known)}"
            found.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    return found
