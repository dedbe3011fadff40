"""A scenario's expectations against the events: a sentence for each difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge import report
from judge.adjudicator.driver import Closed, Taken
from judge.adjudicator.protocol import AnyGame, Problem, Seat, Step, Verdict, Window
from judge.grammar.seats import find_seat
from judge.grammar.text import folded, plain
from judge.scenario.files import PUBLIC, Turn
from judge.scenario.match import differences


@dataclass
class Played:
    """One closed window of a scenario, with everything that expectations are checked against."""

    before: Any
    window: Window
    taken: Mapping[Seat, Taken[Any]]
    closed: Closed[Any, Any]
    problems: dict[Seat, list[tuple[str, Any, Problem]]] = field(default_factory=dict)


def of_turn(game: AnyGame, played: Played, turn: Turn, own: Path | None = None) -> Iterator[str]:
    """Every expectation of one turn against the events."""
    expect = turn.expect.value or {}
    excused: set[tuple[Seat, str]] = set()
    yield from _verdicts(game, played, expect.get("verdicts") or {}, excused)
    yield from _reasons(game, played, expect.get("reasons") or {})
    yield from _sentences(game, played, own)
    yield from _refusals(played, turn, excused)
    yield from _warnings(game, played, expect.get("warned") or {})
    yield from _filled(game, played, expect.get("filled") or {})
    state = played.closed.step.state
    yield from _position(game, state, expect)
    yield from _next(game, state, expect)
    yield from _told(game, played.before, played.closed.step, expect, own)


def of_start(game: AnyGame, step: Step[Any], turn: Turn, own: Path | None = None) -> Iterator[str]:
    """The result of a game's set-up, and the report of it."""
    expect = turn.expect.value or {}
    yield from _position(game, step.state, expect)
    yield from _next(game, step.state, expect)
    yield from _told(game, None, step, expect, own)


def of_lint(game: AnyGame, expected: object, own: Path | None = None) -> Iterator[str]:
    """`lint: [codes]`: exactly what is wrong with the map; an empty list for nothing."""
    wanted = {str(code) for code in (expected if isinstance(expected, list) else [expected])}
    found = {problem.code: problem for problem in game.lint()}
    words = report.Words(game, None, None, own)
    for code in sorted(wanted - set(found)):
        yield f"the map was expected to be faulted for {code}; found: {', '.join(sorted(found)) or 'nothing'}"
    for code in sorted(set(found) - wanted):
        yield f"the map is faulted for {code}, which is not expected: {words.problem(found[code])}"


def of_fault(said: str, expected: object) -> Iterator[str]:
    """`fault: words`: the position given must be refused, with these words."""
    if expected is None:
        yield f"given: {said}"
    elif _squeezed(str(expected)) not in _squeezed(said):
        yield f'given: expected to be refused with "{expected}", found: {said}'


def of_position(game: AnyGame, state: Any, turn: Turn) -> Iterator[str]:
    """A scenario of a finished game can still check its position."""
    yield from _position(game, state, turn.expect.value or {})
    yield from _next(game, state, turn.expect.value or {})


def _same(game: AnyGame) -> Any:
    """Keys are the same by their letters, or as two names of one seat."""

    def same(one: str, other: str) -> bool:
        if folded(one) == folded(other):
            return True
        seat = find_seat(game.seats, one)
        return not isinstance(seat, Problem) and seat == find_seat(game.seats, other)

    return same


def _verdicts(
    game: AnyGame, played: Played, expected: Mapping[str, object], excused: set[tuple[Seat, str]]
) -> Iterator[str]:
    """`order: result` against the verdict events (and refused orders, which are illegal)."""
    verdicts = [event for event in played.closed.step.events if isinstance(event, Verdict)]
    for key, want in expected.items():
        wants = str(want)
        found: list[str] = []
        for seat, order, text in _meant(game, played, str(key)):
            for verdict in verdicts:
                if verdict.seat == seat and verdict.order == order:
                    found.append(verdict.said)
            for line, refused, problem in played.problems.get(seat, []):
                if (refused is not None and refused == order) or _alike(line, text):
                    excused.add((seat, line))
                    if not any(v.seat == seat and v.order == order for v in verdicts):
                        kind = "illegal" if refused is not None else "not understood"
                        found.append(f"{kind}, {problem.code}")
        if not any(said == wants or said.startswith(wants) for said in found):
            if not found:
                near = sorted({_written(game, played, verdict) for verdict in verdicts})
                found = [f"no such order; orders judged: {'; '.join(near) or 'none'}"]
            yield f'"{key}": expected "{wants}", found "{"; ".join(found)}"'


def _reasons(game: AnyGame, played: Played, expected: Mapping[str, object]) -> Iterator[str]:
    """`reasons: {order: code}`: why an order did not simply succeed, by the code its verdict carries."""
    verdicts = [event for event in played.closed.step.events if isinstance(event, Verdict)]
    for key, want in expected.items():
        codes = [
            verdict.reason.code if verdict.reason else "no reason"
            for seat, order, _ in _meant(game, played, str(key))
            for verdict in verdicts
            if verdict.seat == seat and verdict.order == order
        ]
        if str(want) not in codes:
            yield f'"{key}": expected the reason {want}, found {", ".join(codes) or "no such order"}'


def _sentences(game: AnyGame, played: Played, own: Path | None) -> Iterator[str]:
    """Every refusal, warning and reason can be worded: its template knows the code and its facts."""
    met = [problem for there in played.problems.values() for _, _, problem in there]
    met += [problem for checked in played.closed.checked.values() for problem in checked.warned.values()]
    met += [note for taken in played.taken.values() for line in taken.lines for note in line.notes]
    met += [
        event.reason for event in played.closed.step.events if isinstance(event, Verdict) and event.reason is not None
    ]
    words = report.Words(game, played.before, None, own)
    for problem in met:
        try:
            if not words.problem(problem):
                yield f"{problem.code} {dict(problem.detail)} has no words"
        except report.TemplateTrouble as error:
            yield f"{problem.code} {dict(problem.detail)} cannot be said: {error}"


def _written(game: AnyGame, played: Played, verdict: Verdict) -> str:
    return f"{game.write(played.before, verdict.seat, verdict.order)} ({verdict.said})"


def _meant(game: AnyGame, played: Played, key: str) -> Iterator[tuple[Seat, object, str]]:
    """The seats whose order an expected verdict may mean: `SEAT: order`, or any asked seat that can say it."""
    text, seats = key, sorted(played.window.asks)
    if ":" in key:
        name, rest = key.split(":", 1)
        seat = find_seat(game.seats, name)
        if not isinstance(seat, Problem):
            text, seats = rest.strip(), [seat]
    for seat in seats:
        ask = played.window.asks.get(seat)
        if ask is None:
            continue
        lines = game.read(played.before, seat, ask.form, text)
        for line in lines:
            yield seat, None if isinstance(line.said, Problem) else line.said, text
        if not lines:
            yield seat, None, text


def _alike(one: str, other: str) -> bool:
    return plain(one).casefold() == plain(other).casefold()


def _refusals(played: Played, turn: Turn, excused: set[tuple[Seat, str]]) -> Iterator[str]:
    """Lines that must be refused were, with their code; and no other line was."""
    for seat, lines in turn.refused.items():
        there = played.problems.get(seat, [])
        for line, code in lines.items():
            codes = [problem.code for text, _, problem in there if _alike(text, line)]
            excused.update((seat, text) for text, _, _ in there if _alike(text, line))
            if not codes:
                yield f'{seat}: "{line}" was not refused (expected {code})'
            elif code not in codes:
                yield f'{seat}: "{line}" was refused as {", ".join(codes)}, expected {code}'
    for seat, there in played.problems.items():
        for text, _, problem in there:
            if (seat, text) not in excused:
                yield f'{seat}: "{text}" was refused as {problem.code} {dict(problem.detail)}, which is not expected'


def _warnings(game: AnyGame, played: Played, expected: Mapping[str, object]) -> Iterator[str]:
    """`warned: {SEAT: {line: code}}`: lines that count, but with a warning."""
    for name, lines in expected.items():
        seat = find_seat(game.seats, str(name))
        if isinstance(seat, Problem) or not isinstance(lines, Mapping):
            yield f'warned: "{name}" must be a seat with `line: code`'
            continue
        one = played.taken.get(seat)
        texts = [line.text for line in one.lines if line.said in one.orders] if one else []
        noted = [(line.text, note.code) for line in one.lines for note in line.notes] if one else []
        checked = played.closed.checked.get(seat)
        warned = {index: problem.code for index, problem in checked.warned.items()} if checked else {}
        for line, code in lines.items():
            codes = [said for index, said in warned.items() if index < len(texts) and _alike(texts[index], str(line))]
            codes += [said for text, said in noted if _alike(text, str(line))]
            if str(code) not in codes:
                yield f'{seat}: "{line}" was expected to be warned of with {code}, found {codes or "no warning"}'


def _filled(game: AnyGame, played: Played, expected: Mapping[str, object]) -> Iterator[str]:
    """`filled: {SEAT: [orders]}`: exactly what silence adds to a seat's set."""
    for name, wanted in expected.items():
        seat = find_seat(game.seats, str(name))
        if isinstance(seat, Problem) or seat not in played.closed.checked:
            yield f'filled: "{name}" is no seat that was asked'
            continue
        texts = sorted(game.write(played.before, seat, order) for order in played.closed.checked[seat].filled)
        if texts != sorted(map(str, wanted if isinstance(wanted, list) else [wanted])):
            yield f"silence of {seat} came to {texts or 'nothing'}, expected {wanted}"


def _position(game: AnyGame, state: Any, expect: Mapping[str, Any]) -> Iterator[str]:
    if "position" in expect or "not" in expect:
        actual = game.write_position(state)
        same = _same(game)
        yield from differences(expect.get("position") or {}, actual, same)
        unwanted = expect.get("not")
        if unwanted and not list(differences(unwanted, actual, same)):
            yield f"the position matches what it must not: {unwanted}"


def _next(game: AnyGame, state: Any, expect: Mapping[str, Any]) -> Iterator[str]:
    window = game.window(state)
    if "next" in expect:
        title = window.title if window else "nothing: the game is over"
        if not title.startswith(str(expect["next"])):
            yield f'the next window is "{title}", expected "{expect["next"]}"'
    if "asks" in expect:
        asked = set(window.asks) if window else set()
        names = expect["asks"] if isinstance(expect["asks"], list) else [expect["asks"]]
        wanted = {find_seat(game.seats, str(name)) for name in names if name is not None}
        if {str(seat) for seat in wanted} != {str(seat) for seat in asked}:
            yield f"asked are {', '.join(sorted(asked)) or 'none'}, expected {', '.join(map(str, names)) or 'none'}"
    if "over" in expect:
        outcome = game.outcome(state)
        said = None if outcome is None else f"{', '.join(outcome.winners) or 'nobody'}: {outcome.reason}"
        wanted_end = expect["over"]
        if said is None or wanted_end is None:
            if said != wanted_end:
                yield f"the game is {'over: ' + said if said else 'not over'}, expected {wanted_end or 'not over'}"
        elif not _same_end(game, str(wanted_end), said):
            yield f'the game is over: "{said}", expected "{wanted_end}"'


def _same_end(game: AnyGame, wanted: str, said: str) -> bool:
    """`SEAT, SEAT: reason`, seats by any of their names."""
    names, _, reason = wanted.rpartition(":")
    have, _, code = said.rpartition(":")
    seats = {str(find_seat(game.seats, name.strip())) for name in names.split(",") if name.strip() != "nobody"}
    there = {name.strip() for name in have.split(",") if name.strip() != "nobody"}
    return seats == there and reason.strip() == code.strip()


def _told(game: AnyGame, before: Any, step: Step[Any], expect: Mapping[str, Any], own: Path | None) -> Iterator[str]:
    """Words that must, or must not, be in a seat's report of this step (`public`: the public one)."""
    for key, must in (("told", True), ("not told", False)):
        for name, words in (expect.get(key) or {}).items():
            seat = PUBLIC if str(name) == PUBLIC else find_seat(game.seats, str(name))
            if isinstance(seat, Problem):
                yield f'{key}: "{name}" is no seat'
                continue
            audience = None if seat == PUBLIC else seat
            text = report.text_of_step(game, before, step.state, step.events, audience, own)
            heard = _squeezed(text)
            for word in words if isinstance(words, list) else [words]:
                if (_squeezed(str(word)) in heard) is not must:
                    yield f'{seat} was {"not " if must else ""}told "{word}"; the report: {text}'


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()
