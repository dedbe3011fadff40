"""The cards, towns and seats of a game, from its map document (HW-7, HW-11, HW-13, HW-14, HW-61, HW-62)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.adjudicator.protocol import Problem, Seat, SeatName
from judge.grammar.document import Document, DocumentError
from judge.grammar.lexicon import Lexicon

PAST, PRESENT, FUTURE = "past", "present", "future"
PLACES = (PAST, PRESENT, FUTURE)
"""The three positions along the railroad (HW-12), in the order in which they are taxed and earn."""

HOUSES = ("saloon", "gambling-house", "brothel")
"""Establishments in the order in which they earn (HW-50, HW-52)."""

TYPES = {
    "S": "establishment",
    "G": "establishment",
    "B": "establishment",
    "C": "civilized",
    "W": "customer",
    "M": "mayhem",
    "R": "raid",
    "O": "opportunist",
}
"""The letters of the card list (HW-61) and the type of card for each (HW-13)."""

KEPT_FIRST = ("establishment", "opportunist", "raid", "civilized", "customer", "mayhem")
"""The cards that silence keeps at the hand limit, best first (HW-Q29, HW-Q45)."""

SPONTANEOUS, PLANNED, EXISTING = "spontaneous", "planned", "existing"

# How many cards of each type the deck has (HW-62).
DECK = {"S": 7, "G": 6, "B": 5, "C": 10, "W": 15, "M": 17, "R": 9, "O": 13}

GENERIC = {
    "establishment": ("Establishment", "Establishments", "house", "houses"),
    "civilized": ("Civilized", "civilized card", "civilized cards", "civilised", "civilised cards"),
    "customer": ("Customer", "Customers", "customer card", "customer cards"),
    "mayhem": ("Mayhem", "mayhem card", "mayhem cards"),
}
"""Words for any card of a type: the one that has lain longest is meant."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of card."""

    id: str
    name: str
    letter: str
    copies: int

    @property
    def type(self) -> str:
        """Establishment, civilized, customer, mayhem, raid or opportunist."""
        return TYPES[self.letter]


class Box:
    """All that lies in the box: seats with their colours, towns, kinds of cards."""

    def __init__(self, document: Document) -> None:
        self.seats: tuple[SeatName, ...] = ()
        self.colours: dict[Seat, str] = {}
        self.towns: dict[str, str] = {}
        self.kinds: dict[str, Kind] = {}
        names: dict[str, str] = {
            "past": "Past",
            "present": "Present",
            "future": "Future",
            "spontaneous": "Spontaneous",
            "planned": "Planned",
            "existing": "Existing",
            "raid": "Raid",
            "opportunist": "Opportunist",
            **{key: words[0] for key, words in GENERIC.items()},
            **{f"after-{number}": f"window {number}" for number in range(1, 11)},
            **{f"before-{number}": f"before phase {number}" for number in range(1, 11)},
        }
        cards: dict[str, tuple[str, ...]] = {}
        towns: dict[str, tuple[str, ...]] = {place: (place.capitalize(), f"{place} town") for place in PLACES}
        seats = []
        for key, row in _rows(document, "seats").items():
            seats.append(SeatName(Seat(key), str(row["name"]), _also(row)))
            self.colours[Seat(key)] = str(row.get("colour", "#777777"))
        self.seats = tuple(seats)
        self.seat_names = {str(seat.id): seat.name for seat in seats}
        for key, row in _rows(document, "towns").items():
            self.towns[key] = str(row.get("type"))
            names[key] = str(row["name"])
            towns[key] = (str(row["name"]), *_also(row))
        for key, row in _rows(document, "cards").items():
            letter = str(row.get("type"))
            if letter not in TYPES:
                raise document.error(f'"{letter}" is no type of card: there are {", ".join(TYPES)}', "cards", key)
            copies = row.get("copies")
            if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
                raise document.error("a card has `copies: 1` or more", "cards", key)
            self.kinds[key] = Kind(key, str(row["name"]), letter, copies)
            names[key] = str(row["name"])
            cards[key] = (str(row["name"]), *_also(row))
        self._types = {key: kind.type for key, kind in self.kinds.items()}
        spelled = Counter(short for key, words in cards.items() if (short := _initials(words[0])))
        for key, words in cards.items():
            short = _initials(words[0])
            cards[key] = (*words, short) if spelled[short] == 1 else words
        self.names: Mapping[str, str] = names
        self.cards = Lexicon("card", cards)
        self.wares = Lexicon("card", {**cards, **GENERIC})
        self.places = Lexicon("town", towns)
        # The same words come up in letter after letter, and a lexicon looks through all its names for each.
        self.cards_meant: Callable[[str], tuple[str, ...]] = lru_cache(maxsize=4096)(self.cards.matches)
        self.wares_meant: Callable[[str], tuple[str, ...]] = lru_cache(maxsize=4096)(self.wares.matches)

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card of the RR deck, unshuffled."""
        return tuple(kind.id for kind in self.kinds.values() for _ in range(kind.copies))

    def type(self, card: str) -> str:
        """The type of a card (a word for any card of a type is its own)."""
        return self._types.get(card, card)

    def name(self, key: str) -> str:
        """The name in prose of a card, town or position."""
        return self.names.get(key, key)

    def lint(self) -> tuple[Problem, ...]:
        """Whether this is the deck of HW-62: 62 kinds, 82 cards, ten towns."""
        wrong = []
        counts = Counter[str]()
        for kind in self.kinds.values():
            counts[kind.letter] += kind.copies
        for letter, copies in DECK.items():
            if counts[letter] != copies:
                wrong.append(Problem("map-deck", {"letter": letter, "copies": counts[letter], "expected": copies}))
        types = Counter(self.towns.values())
        for type_, count in ((SPONTANEOUS, 4), (PLANNED, 3), (EXISTING, 3)):
            if types[type_] != count:
                wrong.append(Problem("map-towns", {"type": type_, "count": types[type_], "expected": count}))
        for house in HOUSES:
            if house not in self.kinds:
                wrong.append(Problem("map-house", {"card": house}))
        return tuple(wrong)


def _rows(document: Document, key: str) -> dict[str, dict[str, object]]:
    """A table of the map document; every row needs a name."""
    said = document.sub(key).value
    if not isinstance(said, dict) or not said:
        raise document.error(f"the map needs a table `{key}`", key)
    wrong = [
        document.complaint("expected `{name: …}`", key, one)
        for one, row in said.items()
        if not isinstance(row, dict) or not isinstance(row.get("name"), str)
    ]
    if wrong:
        raise DocumentError(document.name, wrong)
    return {str(one): row for one, row in said.items()}


def _initials(name: str) -> str:
    """`PO` for Post Office; "" for a name that is not two words."""
    words = name.split()
    return "".join(word[0] for word in words).lower() if len(words) == 2 and all(map(str.isalpha, words)) else ""


def _also(row: Mapping[str, object]) -> tuple[str, ...]:
    """Other names that players may write."""
    said = row.get("also")
    return tuple(map(str, said)) if isinstance(said, list) else ()
