"""Position documents: the whole state, hands and decks included (docs/positions/hell-on-wheels.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Outcome, Problem, Seat
from judge.grammar.document import Document
from judge.grammar.fields import Field, Notation, Position, by_seat, ending, house_rules, items, whole
from judge.grammar.lexicon import nearest
from judge.grammar.position import PositionReader, listed
from judge.grammar.seats import find_seat
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.moments import LAST, goes_of, moments, read_title, title
from judge.variants.hell_on_wheels.options import DEFAULTS, OPTIONS
from judge.variants.hell_on_wheels.state import START_CASH, TURNS, Marked, State, Town

TOWN_KEYS = ("town", "cards", "customers", "mayhem")

Path = tuple[str | int, ...]
Towns = dict[str, Town | None]


class Desk(PositionReader):
    """Reads one document: it knows the box, and who sits at this table."""

    def __init__(self, box: Box, document: Document, keys: Sequence[str]) -> None:
        super().__init__(document, box.seats, keys)
        self.box = box
        self.table: tuple[Seat, ...] = ()
        self.table = self._sitting()

    def seat(self, name: object, *path: str | int) -> Seat | None:
        """A seat, one of those at the table where it is known who they are."""
        seat = super().seat(name, *path)
        if seat is not None and self.table and seat not in self.table:
            known = ", ".join(one.name for one in self.box.seats if one.id in self.table)
            self.complain(f'"{name}" does not sit here; there are {known}', *path)
            return None
        return seat

    def _sitting(self) -> tuple[Seat, ...]:
        """Those listed; else all that are named anywhere, and Red and Blue at least."""
        if "seats" in self.value:
            chosen = self.seats("seats")
            for seat, count in Counter(chosen).items():
                if count > 1:
                    self.complain(f"{seat} sits here twice", "seats")
            if len(chosen) < 2:
                self.complain("at least two sit at the table", "seats")
                # Somebody has to sit there for the rest to be looked at.
                chosen = (*chosen, *(one.id for one in self.box.seats if one.id not in chosen))[:2]
            return tuple(dict.fromkeys(chosen))
        named: set[str] = set()
        for key in ("cash", "hands"):
            said = self.value.get(key)
            if isinstance(said, dict):
                named |= {str(find_seat(self.box.seats, str(name))) for name in said}
        if "supervisor" in self.value:
            named.add(str(find_seat(self.box.seats, str(self.value["supervisor"]))))
        towns = self.value.get("towns")
        for town in towns.values() if isinstance(towns, dict) else ():
            for card in listed(town.get("cards")) if isinstance(town, dict) else ():
                named.add(str(find_seat(self.box.seats, card.rpartition(" of ")[2])))
        sitting = [seat.id for seat in self.box.seats if seat.id in named]
        for other in self.box.seats:
            if len(sitting) < 2 and other.id not in sitting:
                sitting.append(other.id)
        return tuple(sitting)

    def cards(self, *path: str | int) -> tuple[str, ...]:
        """A list of cards."""
        found = (self.find(self.box.cards, text, *path) for text in self.items(*path))
        return tuple(card for card in found if card is not None)

    def town_named(self, text: object, *path: str | int) -> str | None:
        """One of the ten towns."""
        found = self.box.places.find(str(text))
        if isinstance(found, Problem) or found in PLACES:
            near = nearest(str(text), [self.box.name(town) for town in self.box.towns])
            self.complain(f'"{text}" is no town{f": did you mean {near}?" if near else ""}', *path)
            return None
        return found

    def towns(self, *path: str | int) -> Towns:
        """The cards in the three positions."""
        towns: Towns = dict.fromkeys(PLACES)
        for place, row in self.mapping(*path).items():
            if place not in PLACES:
                self.complain(f'"{place}" is no position: there are past, present and future', *path, place)
            elif isinstance(row, str):
                town = self.town_named(row, *path, place)
                towns[place] = Town(town) if town else None
            elif row is not None:
                towns[place] = self._town(row, *path, place)
        for name, count in Counter(town.town for town in towns.values() if town).items():
            if count > 1:
                self.complain(f"{self.box.name(name)} lies in two positions", *path)
        return towns

    def _town(self, row: object, *path: str | int) -> Town | None:
        if not isinstance(row, dict) or "town" not in row:
            self.complain("a position is `{town: Laramie, cards: [Saloon of Red], customers: [], mayhem: []}`", *path)
            return None
        self.known(TOWN_KEYS, *path)
        town = self.town_named(row["town"], *path, "town")
        marked = self._marked(*path, "cards")
        rows: dict[str, tuple[str, ...]] = {}
        for key, type_ in (("customers", "customer"), ("mayhem", "mayhem")):
            rows[key] = self.cards(*path, key)
            for card in rows[key]:
                if self.box.type(card) != type_:
                    self.complain(f"{self.box.name(card)} is no {type_} card", *path, key)
        if town is None:
            return None
        return Town(town, marked["establishment"], marked["civilized"], rows["customers"], rows["mayhem"])

    def _marked(self, *path: str | int) -> dict[str, tuple[Marked, ...]]:
        """The cards with an owner, by type."""
        found: dict[str, tuple[Marked, ...]] = {"establishment": (), "civilized": ()}
        for text in self.items(*path):
            name, of, owner = text.rpartition(" of ")
            card = self.find(self.box.cards, name, *path)
            seat = self.seat(owner, *path) if of else None
            if not of:
                self.complain(f'"{text}": write whose it is, as in `Saloon of Red`', *path)
            if card is None or seat is None:
                continue
            type_ = self.box.type(card)
            if type_ in found:
                found[type_] = (*found[type_], Marked(card, seat))
            else:
                self.complain(f'"{text}": only Establishments and Civilized cards have an owner', *path)
        return found

    def moment(self, said: str, options: Mapping[str, Any], over: Outcome | None) -> tuple[int, str, str, int]:
        """The title of the open window as turn, moment, seat named, round."""
        if over is not None:
            return (TURNS, "line", "", 1) if str(TURNS + 1) not in said else (TURNS + 1, LAST, "", 1)
        found = read_title(said, options)
        if found is not None:
            return found
        examples = (
            "Turn 3, bid; Turn 3, window 6, Red; Turn 3, civilized, Red; Turn 3, discards"
            if options["tempo"] == "strict"
            else "Turn 3, bid; Turn 3, extra cards; Turn 3, building"
        )
        self.complain(f'"{said}" is no phase of this game ({options["tempo"]} tempo): write {examples}', "phase")
        return 1, moments(1, options)[0], "", 1

    def all_cards(self, values: Mapping[str, Any]) -> tuple[dict[Seat, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        """Every card lies somewhere: those not named lie under the deck, or where `rest` says."""
        hands = {seat: values["hands"].get(seat, ()) for seat in self.table}
        piles = {"deck": values["deck"], "discards": values["discards"]}
        there = Counter((*piles["deck"], *piles["discards"]))
        for hand in hands.values():
            there.update(hand)
        for town in values["towns"].values():
            there.update(town.cards if town else ())
        for card, count in sorted(there.items()):
            copies = self.box.kinds[card].copies
            if count > copies:
                self.complain(f"{self.box.name(card)} lies in {count} places, but there are only {copies}", "deck")
        missing = tuple(
            kind.id for kind in self.box.kinds.values() for _ in range(max(0, kind.copies - there[kind.id]))
        )
        if values["rest"] in piles:
            piles[values["rest"]] += missing
        elif values["rest"] in hands:
            hands[values["rest"]] += missing
        return hands, piles

    def town_deck(self, said: tuple[str, ...] | None, towns: Towns, turn: int) -> tuple[str, ...]:
        """The towns to come; not said, those that lie nowhere, as many as the turn leaves."""
        lying = {town.town for town in towns.values() if town}
        if said is None:
            return tuple(town for town in self.box.towns if town not in lying)[: max(0, TURNS - turn)]
        for town, count in Counter((*said, *lying)).items():
            if count > 1:
                self.complain(f"{self.box.name(town)} lies in two places", "town deck")
        return said


def made(desk: Desk, values: Mapping[str, Any]) -> State:
    """The state that a document says, what it leaves out completed."""
    over, options, seats = values["over"], values["options"], desk.table
    turn, moment, named, again = desk.moment(values["phase"], options, over)
    hands, piles = desk.all_cards(values)
    supervisor = values["supervisor"]
    if supervisor is None and not (turn == 1 and moment == "bid"):
        supervisor = seats[0]
    state = State(
        turn=turn,
        moment=moment,
        seats=seats,
        supervisor=supervisor,
        cash={seat: values["cash"].get(seat, START_CASH) for seat in seats},
        hands=hands,
        towns=values["towns"],
        deck=piles["deck"],
        discards=piles["discards"],
        town_deck=desk.town_deck(values["town deck"], values["towns"], turn),
        options=options,
        round=again,
        stirred=values["stirred"],
        shuffles=values["shuffles"],
        without_player=frozenset(values["without player"]),
        final_houses=values["final houses"],
        over=over,
    )
    return with_goes(desk, state, named)


def with_goes(desk: Desk, state: State, named: str) -> State:
    """Strict: the seat named in the phase, and those behind it, are still to go."""
    if not state.strict or state.over is not None:
        return state
    goes = goes_of(state, state.moment)
    if named:
        seat = desk.seat(named, "phase")
        if seat in goes:
            goes = goes[goes.index(seat) :]
    if not goes and not desk.wrong:
        desk.complain(f"nobody is asked in {title(state, '')}", "phase")
    return replace(state, goes=goes)


# --- notations --------------------------------------------------------------------------------------------------------


class Notations:
    """How the pieces of one box are written."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.names = {seat.id: seat.name for seat in box.seats}
        self.cards: Notation[tuple[str, ...]] = Notation(
            "a list of cards",
            lambda pen, path: pen.cards(*path) if isinstance(pen, Desk) else (),
            lambda cards: [box.name(card) for card in cards],
        )
        self.seats: Notation[tuple[Seat, ...]] = Notation(
            "a list of seats", lambda pen, path: pen.seats(*path), lambda seats: [self.names[seat] for seat in seats]
        )
        self.table: Notation[tuple[Seat, ...]] = Notation(
            "a list of seats", lambda pen, path: pen.table if isinstance(pen, Desk) else (), self.seats.write
        )
        self.seat: Notation[Seat | None] = Notation(
            "a seat",
            lambda pen, path: pen.seat(pen.document.sub(*path).value, *path),
            lambda seat: self.names[seat] if seat else None,
        )
        over = ending()
        self.over: Notation[Outcome | None] = Notation(
            over.said,
            over.read,
            lambda value: value and {"winners": [self.names[seat] for seat in value.winners], "reason": value.reason},
        )
        self.rest: Notation[str] = Notation("`deck`, `discards` or a seat", self._rest, str)
        self.towns: Notation[Towns] = Notation(
            "`{past: TOWN, present: TOWN, future: TOWN}`",
            lambda pen, path: pen.towns(*path) if isinstance(pen, Desk) else {},
            lambda towns: {place: self._town(town) for place in PLACES if (town := towns.get(place)) is not None},
        )
        self.town_deck = items(
            "a list of towns",
            lambda pen, text, path: pen.town_named(text, *path) if isinstance(pen, Desk) else None,
            box.name,
        )

    def by_name(self, one: Notation[Any]) -> Notation[Mapping[Seat, Any]]:
        """Something for each seat, under its name."""
        written = by_seat(one)
        return Notation(
            written.said,
            written.read,
            lambda value: {self.names[seat]: one.write(mine) for seat, mine in value.items()},
        )

    @staticmethod
    def _rest(pen: PositionReader, path: Path) -> str:
        said = str(pen.document.sub(*path).value)
        return said if said in ("deck", "discards") else pen.seat(said, *path) or "deck"

    def _town(self, town: Town) -> dict[str, object]:
        """A town with its cards in the order in which they were played: it matters which of two alike lies longer."""
        found: dict[str, object] = {"town": self.box.name(town.town)}
        if marked := (*town.houses, *town.civilized):
            found["cards"] = [f"{self.box.name(one.card)} of {self.names[one.owner]}" for one in marked]
        if town.customers:
            found["customers"] = [self.box.name(card) for card in town.customers]
        if town.mayhem:
            found["mayhem"] = [self.box.name(card) for card in town.mayhem]
        return found


def text(said: str) -> Notation[str]:
    """Any text."""
    return Notation(said, lambda pen, path: str(pen.document.sub(*path).value), str)


def flag() -> Notation[bool]:
    """`true` or `false`."""

    def read(pen: PositionReader, path: Path) -> bool:
        value = pen.document.sub(*path).value
        if not isinstance(value, bool):
            pen.complain(f'`true` or `false` is expected, not "{value}"', *path)
        return value is True

    return Notation("`true` or `false`", read, bool)


# --- the fields -------------------------------------------------------------------------------------------------------


def phase_of(names: Mapping[Seat, str]) -> Callable[[State], str]:
    """The title of the open window."""

    def of(state: State) -> str:
        if state.over is not None:
            return f"Turn {state.turn}, over"
        return title(state, names[state.goes[0]] if state.goes else "")

    return of


def table_fields(notations: Notations) -> tuple[Field[State, Any], ...]:
    """The seats, in order, and their hands."""
    return (
        Field(
            key="phase", about="the title of the open window; left out, `Turn 1, bid`", notation=text("`Turn 3, bid`"),
            default="Turn 1, bid", of=phase_of(notations.names), always=True,
        ),
        Field(
            key="seats", about="who sits at the table, clockwise; left out, all that are named anywhere, at least two",
            notation=notations.table, default=(), of=lambda state: state.seats, always=True,
        ),
        Field(
            key="supervisor", about="who has the token; left out, the first seat, nobody before the first bid",
            notation=notations.seat, default=None, of=lambda state: state.supervisor,
        ),
        Field(
            key="cash", about="money by seat; left out, 20 each", notation=notations.by_name(whole()), default={},
            of=lambda state: {seat: state.cash[seat] for seat in state.seats}, always=True,
        ),
        Field(
            key="hands", about="cards by seat, in the order in which they came; left out, none",
            notation=notations.by_name(notations.cards), default={},
            of=lambda state: {seat: state.hands[seat] for seat in state.seats}, always=True,
        ),
        Field(
            key="towns",
            about="each a town's name, or `town`, `cards`, `customers`, `mayhem`; cards with an owner as "
            "`Saloon of Red`, those that have lain longest first; left out, an empty position",
            notation=notations.towns, default=dict.fromkeys(PLACES), of=lambda state: dict(state.towns), always=True,
        ),
    )  # fmt: skip


def pile_fields(notations: Notations) -> tuple[Field[State, Any], ...]:
    """Cards and towns that lie on piles."""
    return (
        Field(
            key="deck", about="top card first", notation=notations.cards, default=(), of=lambda state: state.deck,
            always=True,
        ),
        Field(
            key="discards", about="first discarded first", notation=notations.cards, default=(),
            of=lambda state: state.discards, always=True,
        ),
        Field(
            key="rest", about="where all cards lie that are named nowhere; left out, under the deck",
            notation=notations.rest, default="deck", of=lambda state: "deck",
        ),
        Field(
            key="town deck",
            about="towns to come, the next one first; left out, those that lie nowhere, as many as the turn leaves",
            notation=notations.town_deck, default=None, of=lambda state: state.town_deck, always=True,
        ),
    )  # fmt: skip


def other_fields(notations: Notations) -> tuple[Field[State, Any], ...]:
    """The keys that a table seldom needs."""
    return (
        Field(
            key="stirred", about="strict: a card was played in this round of the window", notation=flag(),
            default=False, of=lambda state: state.stirred,
        ),
        Field(
            key="shuffles", about="how often the discards were shuffled; part of the dice labels", notation=whole(),
            default=0, of=lambda state: state.shuffles,
        ),
        Field(
            key="without player", about="seats whose player left and was not replaced (HW-Q42)",
            notation=notations.seats, default=(),
            of=lambda state: tuple(seat for seat in state.seats if seat in state.without_player),
        ),
        Field(
            key="final houses",
            about="Establishments as the last phase 10 began, while window 10 of turn 9 is open (HW-Q48)",
            notation=notations.by_name(whole()), default=None,
            of=lambda state: state.final_houses
            and {seat: state.final_houses.get(seat, 0) for seat in state.seats},
        ),
        Field(
            key="options", about="house rules", notation=house_rules(OPTIONS), default=DEFAULTS,
            of=lambda state: state.options,
        ),
        Field(
            key="over", about="how the game ended; the phase is then `Turn 9, over`", notation=notations.over,
            default=None, of=lambda state: state.over,
        ),
    )  # fmt: skip


def position_of(box: Box) -> Position[State]:
    """The position document of a game with this box."""
    notations = Notations(box)
    return Position(
        (*table_fields(notations), *pile_fields(notations), *other_fields(notations)),
        lambda document, keys: Desk(box, document, keys),
        made,
    )
