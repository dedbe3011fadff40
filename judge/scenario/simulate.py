"""Whole games between opponents, in process: for balance, and to see every kind of order at work."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import AnyGame, Event, Seat, Table, Verdict, Window
from judge.variants.opponents import orders_for

MOST_WINDOWS = 5000
SCRIPTED = "easy"
"""The strength that writes letters, which go through the real reader."""


@dataclass(frozen=True)
class Played:
    """One closed window of a simulated game (`window` None: the setup). `letters`: those of scripted players."""

    window: Window | None
    before: Any
    state: Any
    events: tuple[Event, ...]
    letters: dict[Seat, str]


@dataclass
class Share:
    """The games that a seat, or a strength, won: of shared victories its part. `even`: what it would have won of as
    many games if all seats were equal."""

    games: int = 0
    won: Fraction = Fraction(0)
    even: Fraction = Fraction(0)

    @property
    def chance(self) -> float:
        """By how much chance alone moves `of_even`: what two of three equals stay within."""
        return math.sqrt((self.games - self.even) / self.even / self.games) if self.even else 0.0

    @property
    def of_even(self) -> float:
        """How many times an even share; below 1 it lost more than others."""
        return float(self.won / self.even) if self.even else 0.0

    def plain(self) -> dict[str, object]:
        """The share for --json."""
        return {
            "games": self.games,
            "won": round(float(self.won), 3),
            "of_even": round(self.of_even, 3),
            "chance": round(self.chance, 3),
        }


@dataclass(frozen=True, kw_only=True)
class Tally:
    """The result of one game, in plain values: it goes from one process to another, and into a file."""

    seats: list[Seat]
    who: dict[Seat, str]
    """The strength that played each seat; empty where scripted players did."""
    sites: dict[Seat, str]
    winners: list[Seat]
    reason: str | None
    """How it ended; None: it did not."""
    windows: int
    quiet: int
    """Windows in which nobody who was asked held anything that could have been played."""
    asks: int
    forced: int
    orders: dict[str, int]
    """How often orders of a kind came to a result, by the two words."""
    events: dict[str, int]


@dataclass(kw_only=True)
class Summary:
    """The results of many games."""

    games: int = 0
    windows: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    victories: Counter[str] = field(default_factory=Counter)
    by_seat: dict[str, Share] = field(default_factory=dict)
    by_strength: dict[str, Share] = field(default_factory=dict)
    by_site: dict[str, Share] = field(default_factory=dict)
    orders: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0
    asks: int = 0
    """How often a seat was asked."""
    forced: int = 0
    """How often it held nothing that could have been played then."""
    quiet: int = 0
    """Windows in which that was so of all who were asked."""
    players: int = 0
    """Seats of all games together."""

    def add(self, one: Tally) -> None:
        """Count one game more."""
        self.games += 1
        self.players += len(one.seats)
        self.windows[one.windows] += 1
        self.asks += one.asks
        self.forced += one.forced
        self.quiet += one.quiet
        self.orders.update(one.orders)
        self.events.update(one.events)
        self.victories.update(one.winners)
        if one.reason is None:
            self.unfinished += 1
        else:
            self.endings[one.reason] += 1
        own = {seat: seat for seat in one.seats}
        for shares, names in ((self.by_seat, own), (self.by_strength, one.who), (self.by_site, one.sites)):
            _share_out(shares, names, one)

    @property
    def lengths(self) -> tuple[int, int, int]:
        """The windows of the shortest game, of the one in the middle, and of the longest."""
        found = sorted(self.windows.elements()) or [0]
        return found[0], found[len(found) // 2], found[-1]

    def plain(self) -> dict[str, object]:
        """The summary for --json."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "windows": {**dict(zip(("least", "median", "most"), self.lengths, strict=True)), "quiet": self.quiet},
            "asks": {"all": self.asks, "without choice": self.forced, "players": self.players},
            "endings": dict(sorted(self.endings.items())),
            "victories": dict(sorted(self.victories.items())),
            "seats": {seat: share.plain() for seat, share in sorted(self.by_seat.items())},
            "sites": {site: share.plain() for site, share in sorted(self.by_site.items())},
            "players": {name: share.plain() for name, share in sorted(self.by_strength.items())},
            "orders": dict(sorted(self.orders.items())),
            "events": dict(sorted(self.events.items())),
        }


def _share_out(shares: dict[str, Share], names: Mapping[Seat, str], one: Tally) -> None:
    """Note for each seat, strength or site what it won, and what an even share would have been."""
    for name in sorted(set(names.values())):
        shares.setdefault(name, Share()).games += 1
    for seat, name in names.items():
        if one.winners:
            shares[name].even += Fraction(1, len(one.seats))
            shares[name].won += Fraction(seat in one.winners, len(one.winners))


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


def usual_seats(game: AnyGame) -> tuple[int, ...]:
    """The numbers of seats that people play a game with, in turn; where a game does not say, as many as can play."""
    low, high = game.seat_range
    return tuple(count for count in game.usual_seats if low <= count <= high) or (high,)


def seated(seats: Sequence[Seat], strengths: Sequence[str], number: int) -> dict[Seat, str]:
    """The strength at each seat in game `number` of a run. They go round the table, one seat further each game."""
    return {seat: strengths[(place + number) % len(strengths)] for place, seat in enumerate(seats)}


def play(game: AnyGame, table: Table, word: str, who: Mapping[Seat, str] | None = None) -> Iterator[Played]:
    """One game from setup to its end. `who`: the strength that plays each seat; scripted players where none is named,
    whose letters go through the real reader and check."""
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
            strength = (who or {}).get(seat, SCRIPTED)
            if strength != SCRIPTED:
                sent[seat] = orders_for(game, state, seat, strength, f"{word}/{number}")
                continue
            letters[seat] = kept.get(seat, {}).pop(window.kind, "") or game.letter(state, seat, f"{word}/{number}")
            taken = take(game, state, seat, window.asks[seat].form, letters[seat])
            sent[seat] = taken.orders
            for later in taken.later:
                earlier = kept.setdefault(seat, {}).get(later.kind, "")
                kept[seat][later.kind] = f"{earlier}\n{later.text}".strip()
        closed = close(game, state, sent, KeyedDice.of(f"{word}/{number}"))
        yield Played(window, state, closed.step.state, closed.step.events, letters)
        state = closed.step.state


def tally(game: AnyGame, table: Table, word: str, who: Mapping[Seat, str] | None = None) -> Tally:
    """One game, played to its end and counted."""
    sites: dict[Seat, str] = {}
    windows = quiet = asks = forced = 0
    orders: Counter[str] = Counter()
    events: Counter[str] = Counter()
    state: Any = None
    for played in play(game, table, word, who):
        if played.window is None:
            sites = {seat: site for seat in table.seats if (site := game.site(played.state, seat))}
        else:
            windows += 1
            nothing = sum(game.may_choose(played.before, seat) is False for seat in played.window.asks)
            asks += len(played.window.asks)
            forced += nothing
            quiet += nothing == len(played.window.asks)
        for event in played.events:
            if isinstance(event, Verdict):
                orders[f"{type(event.order).__name__} {event.result}"] += 1
            else:
                events[event.code] += 1
        state = played.state
    outcome = game.outcome(state)
    return Tally(
        seats=list(table.seats),
        who=dict(who or {}),
        sites=sites,
        winners=list(outcome.winners) if outcome else [],
        reason=outcome.reason if outcome else None,
        windows=windows,
        quiet=quiet,
        asks=asks,
        forced=forced,
        orders=dict(orders),
        events=dict(events),
    )


def ranged(text: str | None) -> tuple[int, ...] | None:
    """`2..4` as (2, 3, 4), `5` as (5,)."""
    if text is None:
        return None
    low, _, high = text.partition("..")
    first, last = int(low), int(high or low)
    if last < first:
        raise ValueError(f'"{text}" runs backwards')
    return tuple(range(first, last + 1))
