"""Whole games between scripted players, in process: for demos, for balance, and to see every order kind at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import AnyGame, Event, Outcome, Seat, Table, Verdict, Window

MOST_WINDOWS = 5000


@dataclass(frozen=True)
class Played:
    """One closed window of a simulated game (`window` None: the setup)."""

    window: Window | None
    before: Any
    state: Any
    events: tuple[Event, ...]
    letters: dict[Seat, str]


@dataclass(kw_only=True)
class Summary:
    """What many games came to."""

    games: int = 0
    windows: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    victories: Counter[str] = field(default_factory=Counter)
    orders: Counter[tuple[str, str]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0

    def plain(self) -> dict[str, object]:
        """The summary for --json."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "windows": {"least": min(self.windows, default=0), "most": max(self.windows, default=0)},
            "endings": dict(sorted(self.endings.items())),
            "victories": dict(sorted(self.victories.items())),
            "orders": {f"{kind} {result}": number for (kind, result), number in sorted(self.orders.items())},
            "events": dict(sorted(self.events.items())),
            "refused": dict(sorted(self.refused.items())),
        }


def limits(game: AnyGame) -> dict[str, object]:
    """Options a game is simulated with unless others are set: an end for games that could go on for ever."""
    found: Mapping[str, object] = getattr(game, "trial_options", {})
    return dict(found)


def seats_for(game: AnyGame, number: int, count: int | None) -> tuple[Seat, ...]:
    """The seats of game `number` of a run: `count` of them, turning through the list so that all get to play."""
    low, high = game.seat_range
    count = high if count is None else count
    if not low <= count <= high:
        raise ValueError(f"{game.title} is for {low} to {high} seats, not {count}")
    names = [seat.id for seat in game.seats]
    if count == len(names):
        return tuple(names)
    start = number % len(names)
    chosen = {(names + names)[start + place] for place in range(count)}
    return tuple(name for name in names if name in chosen)


def play(game: AnyGame, table: Table, word: str) -> Iterator[Played]:
    """One game from setup to its end; every scripted letter goes through the real reader and check."""
    step = game.setup(table, KeyedDice.of(f"{word}/setup"))
    yield Played(None, None, step.state, step.events, {})
    state = step.state
    kept: dict[Seat, dict[str, str]] = {}
    for number in range(MOST_WINDOWS):
        window = game.window(state)
        if window is None:
            return
        letters: dict[Seat, str] = {}
        sent: dict[Seat, Sequence[Any]] = {}
        for seat in sorted(window.asks):
            letters[seat] = kept.get(seat, {}).pop(window.kind, "") or game.letter(state, seat, f"{word}/{number}")
            taken = take(game, state, seat, window.asks[seat].form, letters[seat])
            sent[seat] = taken.orders
            for later in taken.later:
                earlier = kept.setdefault(seat, {}).get(later.kind, "")
                kept[seat][later.kind] = f"{earlier}\n{later.text}".strip()
        closed = close(game, state, sent, KeyedDice.of(f"{word}/{number}"))
        yield Played(window, state, closed.step.state, closed.step.events, letters)
        state = closed.step.state


def count_game(game: AnyGame, table: Table, word: str, summary: Summary) -> Outcome | None:
    """Play one game into a summary."""
    windows = 0
    state: Any = None
    for played in play(game, table, word):
        windows += played.window is not None
        state = played.state
        for event in played.events:
            if isinstance(event, Verdict):
                summary.orders[(type(event.order).__name__, event.result)] += 1
            else:
                summary.events[event.code] += 1
    outcome = game.outcome(state)
    summary.games += 1
    summary.windows[windows] += 1
    if outcome is None:
        summary.unfinished += 1
        return None
    summary.endings[outcome.reason] += 1
    for seat in outcome.winners:
        summary.victories[seat] += 1
    return outcome


def ranged(text: str | None) -> tuple[int, ...] | None:
    """`2..4` as (2, 3, 4), `5` as (5,)."""
    if text is None:
        return None
    low, _, high = text.partition("..")
    first, last = int(low), int(high or low)
    if last < first:
        raise ValueError(f'"{text}" runs backwards')
    return tuple(range(first, last + 1))
