"""A position document as a state (docs/positions/hell-on-wheels.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from judge.adjudicator.protocol import Outcome, Problem, Seat
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.grammar.position import PositionReader, listed
from judge.grammar.seats import find_seat
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.moments import LAST, goes_of, moments, read_title, title
from judge.variants.hell_on_wheels.options import OPTIONS
from judge.variants.hell_on_wheels.state import START_CASH, TURNS, Marked, State, Town

KEYS = (
    "phase",
    "seats",
    "supervisor",
    "cash",
    "hands",
    "towns",
    "deck",
    "discards",
    "town deck",
    "rest",
    "stirred",
    "shuffles",
    "without player",
    "final houses",
    "options",
    "over",
)
TOWN_KEYS = ("town", "cards", "customers", "mayhem")


def read_position(box: Box, document: Document) -> State:
    """A document as a state; what it leaves out has its natural default. Names every mistake at once."""
    return _Desk(box, document).state()


class _Desk(PositionReader):
    """Reads one document and keeps its mistakes."""

    def __init__(self, box: Box, document: Document) -> None:
        super().__init__(document, box.seats, KEYS)
        self.box = box

    def state(self) -> State:
        """The whole state, or a DocumentError with all that is wrong."""
        options = self.options(OPTIONS)
        seats = self._seats()
        over = self.over()
        turn, moment, named, again = self._phase(options, over)
        cash = dict.fromkeys(seats, START_CASH)
        cash.update(self._numbers("cash", seats))
        hands: dict[Seat, tuple[str, ...]] = dict.fromkeys(seats, ())
        for name, cards in self.mapping("hands").items():
            seat = self._seat(name, seats, "hands", name)
            if seat is not None:
                hands[seat] = self._cards(cards, "hands", name)
        towns = self._towns(seats)
        deck, discards = (
            self._cards(self.value.get("deck"), "deck"),
            self._cards(self.value.get("discards"), "discards"),
        )
        deck, discards = self._rest(seats, hands, towns, deck, discards)
        supervisor = self._seat(self.value["supervisor"], seats, "supervisor") if "supervisor" in self.value else None
        if supervisor is None and not (turn == 1 and moment == "bid"):
            supervisor = seats[0]
        state = State(
            turn,
            moment,
            seats,
            supervisor,
            cash,
            hands,
            towns,
            deck,
            discards,
            self._town_deck(towns, turn),
            options,
            (),
            again,
            self.value.get("stirred") is True,
            self.number(self.value.get("shuffles", 0), "shuffles"),
            frozenset(self._seat_list("without player", seats)),
            self._final_houses(seats),
            over,
        )
        state = self._with_goes(state, named)
        self.finish()
        return state

    def _with_goes(self, state: State, named: str) -> State:
        """Strict: the seat named in the phase, and those behind it, are still to go."""
        if not state.strict or state.over is not None:
            return state
        goes = goes_of(state, state.moment)
        if named:
            seat = self._seat(named, state.seats, "phase")
            if seat in goes:
                goes = goes[goes.index(seat) :]
        if not goes and not self.wrong:
            self.complain(f"nobody is asked in {title(state, '')}", "phase")
        return replace(state, goes=goes)

    def _phase(self, options: Mapping[str, str | int | bool], over: Outcome | None) -> tuple[int, str, str, int]:
        said = str(self.value.get("phase", "Turn 1, bid"))
        if over is not None:
            return (TURNS, "line", "", 1) if str(TURNS + 1) not in said else (TURNS + 1, LAST, "", 1)
        found = read_title(said, options)
        if found is None:
            examples = (
                "Turn 3, bid; Turn 3, window 6, Red; Turn 3, civilized, Red; Turn 3, discards"
                if options["tempo"] == "strict"
                else "Turn 3, bid; Turn 3, extra cards; Turn 3, building"
            )
            self.complain(f'"{said}" is no phase of this game ({options["tempo"]} tempo): write {examples}', "phase")
            return 1, moments(1, options)[0], "", 1
        return found

    def _seat(self, name: object, seats: tuple[Seat, ...], *path: str | int) -> Seat | None:
        """A seat, one of those at the table where it is known who they are."""
        seat = self.seat(name, *path)
        if seat is not None and seats and seat not in seats:
            known = ", ".join(one.name for one in self.box.seats if one.id in seats)
            self.complain(f'"{name}" does not sit here; there are {known}', *path)
            return None
        return seat

    def _seat_list(self, key: str, seats: tuple[Seat, ...]) -> list[Seat]:
        found = (self._seat(name, seats, key) for name in self.items(key))
        return [seat for seat in found if seat is not None]

    def _seats(self) -> tuple[Seat, ...]:
        """Those listed; else all that are named anywhere, and Red and Blue at least."""
        if "seats" in self.value:
            chosen = self._seat_list("seats", ())
            for seat, count in Counter(chosen).items():
                if count > 1:
                    self.complain(f"{seat} sits here twice", "seats")
            if len(chosen) < 2:
                self.complain("at least two sit at the table", "seats")
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

    def _numbers(self, key: str, seats: tuple[Seat, ...]) -> dict[Seat, int]:
        found: dict[Seat, int] = {}
        for name, number in self.mapping(key).items():
            seat = self._seat(name, seats, key, name)
            if seat is not None:
                found[seat] = self.number(number, key, name)
        return found

    def _cards(self, said: object, *path: str | int) -> tuple[str, ...]:
        found = (self.find(self.box.cards, text, *path) for text in listed(said))
        return tuple(card for card in found if card is not None)

    def _town_named(self, text: object, *path: str | int) -> str | None:
        found = self.box.places.find(str(text))
        if isinstance(found, Problem) or found in PLACES:
            near = nearest(str(text), [self.box.name(town) for town in self.box.towns])
            self.complain(f'"{text}" is no town{f": did you mean {near}?" if near else ""}', *path)
            return None
        return found

    def _towns(self, seats: tuple[Seat, ...]) -> dict[str, Town | None]:
        towns: dict[str, Town | None] = dict.fromkeys(PLACES)
        for place, row in self.mapping("towns").items():
            if place not in PLACES:
                self.complain(f'"{place}" is no position: there are past, present and future', "towns", place)
            elif isinstance(row, str):
                town = self._town_named(row, "towns", place)
                towns[place] = Town(town) if town else None
            elif row is not None:
                towns[place] = self._town(row, seats, place)
        lying = Counter(town.town for town in towns.values() if town)
        for town, count in lying.items():
            if count > 1:
                self.complain(f"{self.box.name(town)} lies in two positions", "towns")
        return towns

    def _town(self, row: object, seats: tuple[Seat, ...], place: str) -> Town | None:
        if not isinstance(row, dict) or "town" not in row:
            self.complain(
                "a position is `{town: Laramie, cards: [Saloon of Red], customers: [], mayhem: []}`", "towns", place
            )
            return None
        self.known(TOWN_KEYS, "towns", place)
        town = self._town_named(row["town"], "towns", place, "town")
        houses: list[Marked] = []
        civilized: list[Marked] = []
        for text in listed(row.get("cards")):
            name, of, owner = text.rpartition(" of ")
            card = self.find(self.box.cards, name, "towns", place, "cards")
            seat = self._seat(owner, seats, "towns", place, "cards") if of else None
            if not of:
                self.complain(f'"{text}": write whose it is, as in `Saloon of Red`', "towns", place, "cards")
            if card is None or seat is None:
                continue
            type_ = self.box.type(card)
            if type_ == "establishment":
                houses.append(Marked(card, seat))
            elif type_ == "civilized":
                civilized.append(Marked(card, seat))
            else:
                self.complain(
                    f'"{text}": only Establishments and Civilized cards have an owner', "towns", place, "cards"
                )
        rows: dict[str, tuple[str, ...]] = {}
        for key, type_ in (("customers", "customer"), ("mayhem", "mayhem")):
            rows[key] = self._cards(row.get(key), "towns", place, key)
            for card in rows[key]:
                if self.box.type(card) != type_:
                    self.complain(f"{self.box.name(card)} is no {type_} card", "towns", place, key)
        if town is None:
            return None
        return Town(town, tuple(houses), tuple(civilized), rows["customers"], rows["mayhem"])

    def _rest(
        self,
        seats: tuple[Seat, ...],
        hands: dict[Seat, tuple[str, ...]],
        towns: Mapping[str, Town | None],
        deck: tuple[str, ...],
        discards: tuple[str, ...],
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Every card lies somewhere: those not named lie under the deck, or where `rest` says."""
        there = Counter((*deck, *discards))
        for hand in hands.values():
            there.update(hand)
        for town in towns.values():
            there.update(town.cards if town else ())
        for card, count in sorted(there.items()):
            copies = self.box.kinds[card].copies
            if count > copies:
                self.complain(f"{self.box.name(card)} lies in {count} places, but there are only {copies}", "deck")
        missing = tuple(
            kind.id for kind in self.box.kinds.values() for _ in range(max(0, kind.copies - there[kind.id]))
        )
        where = str(self.value.get("rest", "deck"))
        if where == "deck":
            return deck + missing, discards
        if where == "discards":
            return deck, discards + missing
        seat = self._seat(where, seats, "rest")
        if seat is not None:
            hands[seat] = hands[seat] + missing
        return deck, discards

    def _town_deck(self, towns: Mapping[str, Town | None], turn: int) -> tuple[str, ...]:
        """The towns to come; not said, those that lie nowhere, as many as the turn leaves."""
        lying = {town.town for town in towns.values() if town}
        if "town deck" not in self.value:
            left = [town for town in self.box.towns if town not in lying]
            return tuple(left[: max(0, TURNS - turn)])
        found = [self._town_named(text, "town deck") for text in listed(self.value["town deck"])]
        known = tuple(town for town in found if town is not None)
        for town, count in Counter((*known, *lying)).items():
            if count > 1:
                self.complain(f"{self.box.name(town)} lies in two places", "town deck")
        return known

    def _final_houses(self, seats: tuple[Seat, ...]) -> dict[Seat, int] | None:
        return None if "final houses" not in self.value else self._numbers("final houses", seats)
