"""A position document as a state (docs/positions/hell-on-wheels.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Option, Outcome, Problem, Seat
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.moments import LAST, goes_of, moments, read_title, title
from judge.variants.hell_on_wheels.options import DEFAULTS, OPTIONS
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
TOWN_KEYS = ("town", "customers", "mayhem")


def read_position(box: Box, document: Document) -> State:
    """A document as a state; what it leaves out has its natural default. Names every mistake at once."""
    return _Desk(box, document).state()


class _Desk:
    """Reads one document and keeps its mistakes."""

    def __init__(self, box: Box, document: Document) -> None:
        self.box = box
        self.document = document
        self.wrong: list[Complaint] = []
        if document.value is not None and not isinstance(document.value, dict):
            raise document.error("a position is a mapping with `phase`, `cash`, `hands`, `towns` …")
        self.value: Mapping[Any, Any] = document.value or {}

    def complain(self, sentence: str, *path: str | int) -> None:
        """One more mistake."""
        self.wrong.append(self.document.complaint(sentence, *path))

    def state(self) -> State:
        """The whole state, or a DocumentError with all that is wrong."""
        for key in self.value:
            if key not in KEYS:
                near = nearest(str(key), KEYS)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(KEYS)}"
                self.complain(f'"{key}" means nothing here: {hint}', key)
        options = self._options()
        seats = self._seats()
        over = self._over()
        turn, moment, named, again = self._phase(options, over)
        cash = dict.fromkeys(seats, START_CASH)
        cash.update(self._numbers("cash", seats))
        hands: dict[Seat, tuple[str, ...]] = dict.fromkeys(seats, ())
        said = self._mapping("hands")
        for name, cards in said.items():
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
            self._number("shuffles"),
            frozenset(self._seat_list("without player", seats)),
            self._final_houses(seats),
            over,
        )
        state = self._with_goes(state, named)
        if self.wrong:
            raise DocumentError(self.document.name, self.wrong)
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

    def _mapping(self, key: str) -> Mapping[Any, Any]:
        said = self.value.get(key) or {}
        if not isinstance(said, dict):
            self.complain(f"expected `{key}` by seat", key)
            return {}
        return said

    def _seat(self, name: object, seats: tuple[Seat, ...], *path: str | int) -> Seat | None:
        seat = find_seat(self.box.seats, str(name))
        if isinstance(seat, Problem) or (seats and seat not in seats):
            known = ", ".join(one.name for one in self.box.seats if not seats or one.id in seats)
            self.complain(f'"{name}" has no seat here; there are {known}', *path)
            return None
        return seat

    def _seat_list(self, key: str, seats: tuple[Seat, ...]) -> list[Seat]:
        found = (self._seat(name, seats, key) for name in _items(self.value.get(key)))
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
            for card in _items(town.get("cards")) if isinstance(town, dict) else ():
                named.add(str(find_seat(self.box.seats, card.rpartition(" of ")[2])))
        sitting = [seat.id for seat in self.box.seats if seat.id in named]
        for other in self.box.seats:
            if len(sitting) < 2 and other.id not in sitting:
                sitting.append(other.id)
        return tuple(sitting)

    def _number(self, key: str) -> int:
        said = self.value.get(key, 0)
        if isinstance(said, bool) or not isinstance(said, int) or said < 0:
            self.complain("expected a whole number", key)
            return 0
        return said

    def _numbers(self, key: str, seats: tuple[Seat, ...]) -> dict[Seat, int]:
        found: dict[Seat, int] = {}
        for name, number in self._mapping(key).items():
            seat = self._seat(name, seats, key, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                self.complain("expected a whole number of K, 0 or more", key, name)
            elif seat is not None:
                found[seat] = number
        return found

    def _card(self, text: str, *path: str | int) -> str | None:
        found = self.box.cards.find(text)
        if isinstance(found, Problem):
            near = found.detail.get("near") or found.detail.get("choices") or ()
            assert isinstance(near, tuple)
            self.complain(f'"{text}" is no card{": did you mean " + " or ".join(near) + "?" if near else ""}', *path)
            return None
        return found

    def _cards(self, said: object, *path: str | int) -> tuple[str, ...]:
        found = (self._card(text, *path) for text in _items(said))
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
        said = self.value.get("towns") or {}
        if not isinstance(said, dict):
            self.complain("expected `past`, `present` and `future`", "towns")
            return towns
        for place, row in said.items():
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
        for key in row:
            if key not in (*TOWN_KEYS, "cards"):
                self.complain(
                    f'"{key}" means nothing here: known are town, cards, customers, mayhem', "towns", place, key
                )
        town = self._town_named(row["town"], "towns", place, "town")
        houses: list[Marked] = []
        civilized: list[Marked] = []
        for text in _items(row.get("cards")):
            name, of, owner = text.rpartition(" of ")
            card = self._card(name, "towns", place, "cards")
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
        found = [self._town_named(text, "town deck") for text in _items(self.value["town deck"])]
        known = tuple(town for town in found if town is not None)
        for town, count in Counter((*known, *lying)).items():
            if count > 1:
                self.complain(f"{self.box.name(town)} lies in two places", "town deck")
        return known

    def _options(self) -> dict[str, str | int | bool]:
        said = self.value.get("options") or {}
        options = dict(DEFAULTS)
        known: dict[str, Option] = {option.key: option for option in OPTIONS}
        if not isinstance(said, dict):
            self.complain("expected `option: value`", "options")
            return options
        for key, value in said.items():
            option = known.get(str(key))
            if option is None:
                near = nearest(str(key), known)
                self.complain(f'there is no option "{key}"{f": did you mean {near}?" if near else ""}', "options", key)
            elif isinstance(option.default, bool):
                options[str(key)] = str(value).lower() == "true"
            elif isinstance(option.default, int):
                if not str(value).isdigit() or not option.low <= int(str(value)) <= option.high:
                    self.complain(f"{key} goes from {option.low} to {option.high}", "options", key)
                else:
                    options[str(key)] = int(str(value))
            elif str(value) not in option.values:
                self.complain(f"{key} may be {' or '.join(option.values)}", "options", key)
            else:
                options[str(key)] = str(value)
        return options

    def _final_houses(self, seats: tuple[Seat, ...]) -> dict[Seat, int] | None:
        return None if "final houses" not in self.value else self._numbers("final houses", seats)

    def _over(self) -> Outcome | None:
        said = self.value.get("over")
        if said is None:
            return None
        if not isinstance(said, dict) or not said.get("reason"):
            self.complain("expected `{winners: [...], reason: most-money}`", "over")
            return None
        winners = (self._seat(name, (), "over", "winners") for name in _items(said.get("winners")))
        return Outcome(tuple(sorted(seat for seat in winners if seat)), str(said["reason"]))


def _items(said: object) -> list[str]:
    """A list, or a text with commas."""
    if said is None:
        return []
    items = said if isinstance(said, list | tuple) else str(said).split(",")
    return [str(item).strip() for item in items if str(item).strip()]
