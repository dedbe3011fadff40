"""Hell on Wheels on the composer: bids and purchases for all, the cards of a hand for the seat that holds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Amount, Asked, Choice, Conditions, Several, Sheet, Speech, Subject, from_line
from judge.variants.hell_on_wheels.building import COST, PHASE_OF
from judge.variants.hell_on_wheels.cards import PLACES
from judge.variants.hell_on_wheels.opportunists import EFFECTS, MOST_FOLLOWERS, MOST_MOVED
from judge.variants.hell_on_wheels.orders import ANY, REST, Act, Build, Pass, Piece, Placing, Play
from judge.variants.hell_on_wheels.picture import town_at
from judge.variants.hell_on_wheels.railroad import EXTRA_COST
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.targets import Found

BEYOND_CASH = 8
"""Cards that may still come before the palms open (HW-Q49)."""
MOST_CHOICES = 60
"""Choices of one card: cards that move several may have very many."""


def sheet(game: Any, view: Any) -> Sheet:
    """The three positions of the line."""
    return Sheet(spots={place: town_at(number) for number, place in enumerate(PLACES)}, names=dict(game.names))


def speech(game: Any, view: Any) -> Speech:
    """Towns, cards, players."""
    return Speech.of("hell_on_wheels.lark", ("start",), game.tongue.signs)


def purse(game: Any, view: Any, seat: Seat) -> int | None:
    """A seat's own money."""
    cash: int | None = view.cash if view.seat == seat else None
    return cash


def conditions(game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
    """The conditions that a card may have."""
    return Conditions(
        "{order} if {if}",
        "{order} if {if}; else {other}",
        (
            Asked("mayhem-at-least", "mayhem in {place} >= {number}"),
            Asked("mayhem-less", "mayhem in {place} < {number}"),
            Asked("cash-at-least", "cash of {seat} >= {number}K"),
            Asked("is-mayor", "{seat} is Mayor of {place}"),
            Asked("i-am-supervisor", "I am Supervisor"),
        ),
        {
            "place": tuple((game.names[place], game.names[place]) for place in PLACES),
            "seat": tuple((game.writer.seat(one), game.writer.seat(one)) for one in view.seats),
        },
    )


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for the bid and the purchase, one for each card in hand that this letter may play, what to keep."""
    own = view.seat == seat and bool(view.hand)
    windows = tuple(line.partition(": ")[0] for line in ask.lines if line.startswith(("window ", "before ")))
    phases = {line.partition(": ")[0] for line in ask.lines}
    found: list[Subject] = []
    for number, line in enumerate(ask.lines):
        if line.startswith("bid "):
            found.append(_bid(game, view, seat))
        elif line.startswith("draw "):
            prices = tuple(sum(EXTRA_COST[:count]) for count in range(len(EXTRA_COST) + 1))
            extra = Amount("draw {n} extra", len(EXTRA_COST), prices=prices, none="draw none")
            found.append(Subject("extra", "extra", (), amount=extra, heads=("draw",), conditions=False))
        elif line.startswith("keep ") and own:
            found.append(_keep(game, view))
        elif not own or not (line.startswith("window ") or line.partition(": ")[0] in COST):
            found.append(from_line(number, line))
    if own:
        found[:0] = _cards(game, view, windows, phases)
    rest = Pass("all" if ask.form in ("chance", *COST) else REST)
    found.append(Subject("rest", "rest", (), (Choice("pass", game.writer.order(rest)),), conditions=False))
    return found


def _bid(game: Any, view: Any, seat: Seat) -> Subject:
    """Chips in the palm; whoever holds Blackmail may lay it on."""
    held = any(card.card == BLACKMAIL for card in view.hand) and view.seat == seat
    cash = purse(game, view, seat)
    most = cash + BEYOND_CASH if cash is not None else 99
    bid = Amount("bid {n}K", most, none="no bid", extra="bid {n}K with Blackmail" if held else "")
    return Subject("bid", "bid", (), amount=bid, heads=("bid",), conditions=False)


def _keep(game: Any, view: Any) -> Subject:
    """The hand, the best first."""
    items = tuple((game.names[one.card], game.names[one.card]) for one in view.hand)
    return Subject("keep", "keep", (), several=Several("keep {list}", items, none="keep as usual"), heads=("keep",),
                   conditions=False)  # fmt: skip


def _cards(game: Any, view: Any, windows: tuple[str, ...], phases: set[str]) -> Iterator[Subject]:
    """A subject for each card of the hand that may be played in this letter."""
    for number, one in enumerate(view.hand):
        phase = PHASE_OF.get(one.type)
        if phase in phases:
            choices = tuple(
                Choice("build", game.writer.order(Build(phase, (Placing(one.card, place),))), (place,), COST[phase])
                for place in one.places
            )
            when: tuple[str, ...] = ()
        elif phase is None and one.card != BLACKMAIL and windows:
            choices, when = tuple(_plays(game, view, one))[:MOST_CHOICES], windows
        else:
            continue
        yield Subject(f"card-{number}", "card", (one.card,), choices, when=when)


def _plays(game: Any, view: Any, one: Any) -> Iterator[Choice]:
    """All that a Raid or Opportunist card may be aimed at, as the table lies."""

    def choice(verb: str, act: Act, at: str = "", **facts: str) -> Choice:
        return Choice(verb, game.writer.order(Play(ANY, (act,))), (at,) if at else (), facts=facts)

    wants = "piece" if one.does == "raid" else EFFECTS[one.card].wants if one.card in EFFECTS else "nothing"
    if wants == "opponent":
        for seat in view.seats:
            if seat != view.seat:
                yield choice("on-seat", Act(one.card, opponent=seat), seat=game.writer.seat(seat))
    elif wants == "nothing":
        yield choice("play", Act(one.card))
    elif wants == "move":
        yield from _moved(game, view, one, choice)
    elif wants == "pieces":
        for count in range(MOST_FOLLOWERS, 0, -1):
            for some in _distinct(one.targets, count):
                yield choice("on-cards", Act(one.card, pieces=_pieces(some)), some[0].place, cards=_called(game, some))
    else:
        for some in _distinct(one.targets, 1):
            yield choice("on-card", Act(one.card, pieces=_pieces(some)), some[0].place, cards=_called(game, some))


def _moved(game: Any, view: Any, one: Any, choice: Any) -> Iterator[Choice]:
    """Cards of one town to another, the most first."""
    towns = [town.place for town in view.towns]
    for count in range(MOST_MOVED, 0, -1):
        for some in _distinct(one.targets, count):
            if len({each.place for each in some}) > 1:
                continue
            for place in towns:
                if place != some[0].place:
                    act = Act(one.card, pieces=_pieces(some), to=place)
                    yield choice("move-cards", act, place, cards=_called(game, some), place=game.names[some[0].place])


def _distinct(targets: Sequence[Found], count: int) -> Iterator[tuple[Found, ...]]:
    """So many of the targets; of alike ones it is all the same which."""
    seen = set()
    for some in combinations(targets, count):
        kinds = tuple((one.place, one.card, one.owner) for one in some)
        if kinds not in seen:
            seen.add(kinds)
            yield some


def _pieces(some: Sequence[Found]) -> tuple[Piece, ...]:
    return tuple(Piece(one.card, one.owner or "", one.place) for one in some)


def _called(game: Any, some: Sequence[Found]) -> str:
    return ", ".join(game.writer.piece(piece) for piece in _pieces(some))
