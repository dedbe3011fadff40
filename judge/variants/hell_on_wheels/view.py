"""A seat's view: table, money, hand sizes and discards are public; hands and the order of the decks are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.hell_on_wheels.building import PHASE_OF, sites
from judge.variants.hell_on_wheels.cards import HOUSES, PLACES, Box
from judge.variants.hell_on_wheels.events import HousesEarn
from judge.variants.hell_on_wheels.going import Going, Options, as_it_stands, level_for_raids, mayhem_level
from judge.variants.hell_on_wheels.income import income_of
from judge.variants.hell_on_wheels.moments import form_of
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.raid import can_be_raided
from judge.variants.hell_on_wheels.state import Marked, State, Town
from judge.variants.hell_on_wheels.targets import Found, all_cards
from judge.variants.hell_on_wheels.taxes import mayor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTown:
    """A position as everybody sees it. `earning`: what it would pay as it lies, one entry a kind of Establishment."""

    place: str
    town: str
    kind: str
    houses: tuple[Marked, ...]
    civilized: tuple[Marked, ...]
    customers: tuple[str, ...]
    mayhem: tuple[str, ...]
    level: int
    raid_level: int
    mayor: Seat | None
    earning: tuple[HousesEarn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One player's line in the table. `cash` None: it is held in the palm (HW-Q8)."""

    seat: Seat
    cash: int | None
    hand: int
    houses: int
    civilized: int
    supervisor: bool
    without_player: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of one's own hand, and what it can do now: `does` as a code with positions or targets. `shares`: what an
    Establishment would earn in each position, if nothing else came there (HW-51)."""

    card: str
    type: str
    does: str
    places: tuple[str, ...] = ()
    targets: tuple[Found, ...] = ()
    shares: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The table as one audience sees it; `seat`: whose report it is, `hand` its own cards."""

    seat: Seat | None
    turn: int
    moment: str
    form: str
    seats: tuple[Seat, ...]
    order: tuple[Seat, ...]
    supervisor: Seat | None
    towns: tuple[SeenTown, ...]
    standings: tuple[Standing, ...]
    deck: int
    discards: tuple[str, ...]
    town_deck: int
    raid_needs: int
    options: Mapping[str, str | int | bool]
    cash: int | None
    hand: tuple[HandCard, ...]
    over: Outcome | None

    def town(self, place: str) -> SeenTown | None:
        """The town in a position."""
        return next((town for town in self.towns if town.place == place), None)


def view(box: Box, state: State, seat: Seat | None) -> Seen:
    """The view of a seat, or of the public."""
    order = state.in_order()
    mine = seat is not None and seat in state.hands
    return Seen(
        seat=seat,
        turn=state.turn,
        moment=state.moment,
        form=form_of(state.turn, state.moment, state.options),
        seats=state.seats,
        order=order,
        supervisor=state.supervisor,
        towns=tuple(
            seen_town(box, place, town, state.options, order)
            for place in PLACES
            if (town := state.towns.get(place)) is not None
        ),
        standings=standings(state, seat),
        deck=len(state.deck),
        discards=state.discards,
        town_deck=len(state.town_deck),
        raid_needs=len(state.seats) + 1,
        options=state.options,
        cash=state.cash[seat] if mine and seat is not None else None,
        hand=hand_of(box, state, seat) if mine and seat is not None else (),
        over=state.over,
    )


def seen_town(box: Box, place: str, town: Town, options: Options, order: Sequence[Seat]) -> SeenTown:
    """A position, and what it would pay as it lies."""
    earning = (income_of(box, town, place, options, house) for house in HOUSES)
    return SeenTown(
        place=place,
        town=town.town,
        kind=box.towns[town.town],
        houses=town.houses,
        civilized=town.civilized,
        customers=town.customers,
        mayhem=town.mayhem,
        level=mayhem_level(box, town),
        raid_level=level_for_raids(box, town, options),
        mayor=mayor_of(town, order),
        earning=tuple(one for one in earning if one is not None),
    )


def standings(state: State, seat: Seat | None) -> tuple[Standing, ...]:
    """A line for each player; money in a palm is seen by its owner alone (HW-Q8)."""
    hidden = bool(state.options["hidden_money"]) and state.over is None
    houses = state.houses()
    return tuple(
        Standing(
            seat=one,
            cash=None if hidden and one != seat else state.cash[one],
            hand=len(state.hands[one]),
            houses=houses[one],
            civilized=sum(mark.owner == one for town in state.towns.values() if town for mark in town.civilized),
            supervisor=one == state.supervisor,
            without_player=one in state.without_player,
        )
        for one in state.seats
    )


def hand_of(box: Box, state: State, seat: Seat) -> tuple[HandCard, ...]:
    """A seat's own cards, and what each can do as the table lies."""
    going = as_it_stands(box, state)
    lying = all_cards(going.towns)
    return tuple(can_do(going, seat, card, lying) for card in state.hands[seat])


def can_do(going: Going, seat: Seat, card: str, lying: tuple[Found, ...]) -> HandCard:
    """The possible plays of one card now."""
    box, type_ = going.box, going.box.type(card)
    if type_ in PHASE_OF:
        places = sites(box, going.towns, card)
        return HandCard(card, type_, "town", places, shares=_shares(going, seat, card, places))
    if type_ == "raid":
        found = tuple(one for one in lying if can_be_raided(going, one))
        return HandCard(card, type_, "raid", (), found)
    if card not in EFFECTS:
        return HandCard(card, type_, card)
    wanted = EFFECTS[card].types
    targets = tuple(
        one for one in lying if box.type(one.card) in wanted and not (card == "claim-jumpers" and one.owner == seat)
    )
    return HandCard(card, type_, card, (), targets)


def _shares(going: Going, seat: Seat, card: str, places: tuple[str, ...]) -> Mapping[str, int]:
    """The earnings of a house in each of these positions as the towns lie; none for other cards."""
    found: dict[str, int] = {}
    for place in places if card in HOUSES else ():
        town = going.towns[place]
        assert town is not None
        grown = replace(town, houses=(*town.houses, Marked(card, seat)))
        earning = income_of(going.box, grown, place, going.options, card)
        if earning is not None:
            found[place] = earning.share
    return found
