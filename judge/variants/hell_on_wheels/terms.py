"""The small parts of a line: money, places, seats, windows, conditions, cards on the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.lexicon import Lexicon
from judge.grammar.seats import seat_lexicon
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.moments import PHASES, slot_of
from judge.variants.hell_on_wheels.orders import Condition, Piece
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.targets import all_cards

PHASE_WORDS = {
    "supervisor": ("supervisor", "bid", "bids", "bidding", "supervisor bid"),
    "railroad": ("railroad", "draw", "drawing", "extra cards", "draws"),
    "civilized": ("civilized", "civilised"),
    "taxes": ("taxes", "tax"),
    "establishment": ("establishment", "establishments", "building"),
    "customer": ("customer", "customers", "mayhem", "customer mayhem", "customers and mayhem"),
    "past": ("past", "past town", "past income", "income of past"),
    "present": ("present", "present town", "present income", "income of present"),
    "future": ("future", "future town", "future income", "income of future"),
    "line": ("end of the line", "line", "end", "end of line", "discard", "discards"),
}
_PHASE_OF = {word: phase for phase, words in PHASE_WORDS.items() for word in words}
_LONGEST_FIRST = sorted(_PHASE_OF, key=len, reverse=True)
_PHASE = rf"(?:the\s+)?(?:(?:phase\s+(?:10|[1-9]))|(?:{'|'.join(_LONGEST_FIRST)})(?:\s+phase)?)"
WINDOW = re.compile(rf"(?:in\s+|during\s+)?(?:window\s*|w)(10|[1-9])|(before|after)\s+({_PHASE})", re.IGNORECASE)
BEFORE_COLON = re.compile(rf"\s*(?P<window>{WINDOW.pattern})\s*:\s*(?P<rest>.*)", re.IGNORECASE)
AT_THE_END = re.compile(rf"(?P<rest>.*?),?\s+(?P<window>{WINDOW.pattern})\s*", re.IGNORECASE)

MONEY = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d+))?\s*(k?)\s*\$?", re.IGNORECASE)
_SIGN = (
    (r">=|≥|at least|no less than|-", ">="),
    (r"<=|≤|at most|no more than", "<="),
    (r">|more than|over|above", ">"),
    (r"<|less than|fewer than|under|below", "<"),
    (r"!=|<>|is not|not", "not"),
    (r"==?|is exactly|exactly|equals|is|are", "="),
)
_SIGNED = "|".join(pattern for pattern, _ in _SIGN)
_COMPARED = re.compile(
    rf"(?P<what>.+?)\s*(?:(?:is|are)\s+)??(?P<sign>{_SIGNED})\s*(?P<number>\$?[\d,]+\s*k?)"
    r"(?P<more>\s*\+|\s*or more|\s*or less)?(?:\s*cards?)?(?:\s+(?:in|at|on)\s+(?P<place>.+))?",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?P<what>.+?)\s+(?P<number>\$?[\d,]+\s*k?)\s*(?P<more>\+|or more|or less)", re.IGNORECASE)
_IS = re.compile(
    r"(?P<who>.+?)\s*(?:'m|\s(?:is|am|are))\s+(?P<no>not\s+)?(?:the\s+|a\s+)?(?P<what>mayor|supervisor)"
    r"(?:\s+(?:of|in|at)\s+(?P<place>.+))?",
    re.IGNORECASE,
)
_NO = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "not", "not": "=", "is": "not"}
_FACTS = {
    "mayhem": "mayhem",
    "mayhem level": "mayhem",
    "level": "mayhem",
    "level of mayhem": "mayhem",
    "mayhem cards": "cards",
    "customers": "customers",
    "customer": "customers",
    "customer cards": "customers",
    "establishments": "establishments",
    "establishment": "establishments",
    "houses": "establishments",
    "saloons": "saloon",
    "saloon": "saloon",
    "gambling houses": "gambling-house",
    "gambling house": "gambling-house",
    "brothels": "brothel",
    "brothel": "brothel",
    "civilized": "civilized",
    "civilized cards": "civilized",
    "cash": "cash",
    "money": "cash",
    "hand": "hand",
    "hand size": "hand",
}
MINE = ("i", "my", "me", "mine", "own", "my own", "myself", "self")
_TOGETHER = re.compile(r"\b(rough|law)\s*(?:&|and)\s*(tumble|order)\b", re.IGNORECASE)
_COUNT = re.compile(r"(?:up to\s+)?(\d{1,2})\s*x?\s+(.+)", re.IGNORECASE)


def money(text: str) -> int | Problem:
    """An amount in whole K: `4`, `4K`, `$4000`, `4,000` (HW-5)."""
    found = MONEY.fullmatch(text.strip())
    if not found:
        return Problem("no-amount", {"text": text.strip()})
    number = int(found[1].replace(",", ""))
    if found[3]:
        whole = not (found[2] or "").strip("0")
    else:
        whole = not (found[2] or "").strip("0") and (number < 1000 or number % 1000 == 0)
        number = number // 1000 if number >= 1000 else number
    return number if whole and number <= 100_000 else Problem("not-whole-k", {"text": text.strip()})


def pieces_of(text: str) -> list[str]:
    """A list: commas, `and`, `&`, `+`; but Rough & Tumble and Law & Order are one."""
    text = _TOGETHER.sub(r"\1 \2", text)
    return [part.strip() for part in re.split(r"\s*(?:,|\band\b|&|\+)\s*", text) if part.strip()]


def counted(text: str) -> list[str]:
    """`2 Saloons` is twice a Saloon."""
    found = _COUNT.fullmatch(text)
    if not found:
        return [text]
    return [found[2]] * max(1, min(int(found[1]), 20))


class Terms:
    """Reads parts of lines against the table as everybody sees it, for one seat."""

    def __init__(self, box: Box, state: State, seat: Seat) -> None:
        self.box = box
        self.state = state
        self.seat = seat
        self.seats = seat_lexicon([one for one in box.seats if one.id in state.seats])

    def seat_named(self, text: str) -> Seat | Problem:
        """A seat, or oneself."""
        said = folded(text)
        if said in MINE:
            return self.seat
        found = self.seats.find(text)
        return found if isinstance(found, Problem) else Seat(found)

    def place(self, text: str) -> str | Problem:
        """A position, by its name or by the name of the town that lies there."""
        said = re.sub(r"^the\s+", "", text.strip(), flags=re.IGNORECASE)
        found = self.box.places.find(said)
        if isinstance(found, Problem) or found in PLACES:
            return found
        for place in PLACES:
            town = self.state.towns.get(place)
            if town is not None and town.town == found:
                return place
        here = [town.town for place in PLACES if (town := self.state.towns.get(place)) is not None]
        return Problem("town-not-here", {"town": found, "here": tuple(here)})

    def window(self, text: str) -> str | None:
        """`window 6`, `before Taxes`, `after phase 4` as a slot."""
        found = WINDOW.fullmatch(text.strip())
        if not found:
            return None
        if found[1]:
            return f"after-{found[1]}"
        return slot_of(found[2].lower() == "before", phase_number(found[3]), self.state.options)

    @cached_property
    def hand_lexicon(self) -> Lexicon:
        """The names of the seat's own cards: nothing else is ever suggested for a card in hand."""
        return Lexicon("card", {card: self.box.cards.words[card] for card in self.state.hands[self.seat]})

    def hand_card(self, text: str) -> str | Problem:
        """A kind of card by its name; when there is none like it, the nearest of the seat's own cards."""
        said = re.sub(r"^(?:an?|the|my)\s+", "", text.strip(), flags=re.IGNORECASE)
        own = self.hand_lexicon.matches(said)
        exact = self.box.cards_meant(said)
        if len(own) == 1 and (len(exact) != 1 or own == exact):
            return own[0]
        if len(exact) == 1:
            return exact[0]
        if len(own) > 1:
            return Problem("ambiguous-card", {"text": said, "choices": tuple(map(self.box.name, own))})
        return Problem("unknown-card", {"text": said, "near": self.hand_lexicon.near(said)})

    def table_card(self, text: str) -> str | Problem:
        """A kind or type of card on the table; the nearest of those that lie there when there is none like it."""
        said = re.sub(r"^(?:an?|the|any|one)\s+", "", text.strip(), flags=re.IGNORECASE)
        found = self.box.wares_meant(said)
        if len(found) == 1:
            return found[0]
        lying = {one.card for one in all_cards(dict(self.state.towns))}
        there = [card for card in found if card in lying]
        if len(there) == 1:
            return there[0]
        if found:
            return Problem("ambiguous-card", {"text": said, "choices": tuple(map(self.box.name, found))})
        near = Lexicon("card", {card: self.box.cards.words[card] for card in sorted(lying)}).near(said)
        return Problem("unknown-card", {"text": said, "near": near})

    def pieces(self, text: str, origin: str = "") -> tuple[Piece, ...] | Problem:
        """Cards on the table: `Saloon of Ann in Present, 2 mayhem`; one without a place has that of the one behind."""
        found: list[Piece] = []
        for part in reversed(pieces_of(text)):
            for one in counted(part):
                piece = self._piece(one)
                if isinstance(piece, Problem):
                    return piece
                if not piece.place and not piece.owner and found:
                    piece = replace(piece, owner=self._owner_for(piece, found[-1]), place=found[-1].place)
                elif not piece.place and found:
                    piece = replace(piece, place=found[-1].place)
                if origin and not piece.place:
                    piece = replace(piece, place=origin)
                found.append(piece)
        return tuple(reversed(found))

    def _owner_for(self, piece: Piece, behind: Piece) -> str:
        return behind.owner if self.box.type(piece.card) in ("establishment", "civilized") else ""

    def _piece(self, text: str) -> Piece | Problem:
        place = owner = ""
        found = re.fullmatch(r"(.+?)\s+(?:in|at|on|from)\s+(.+)", text, re.IGNORECASE)
        if found:
            where = self.place(found[2])
            if isinstance(where, Problem):
                return where
            text, place = found[1], where
        owned = re.fullmatch(r"(.+?)\s+(?:of|by|owned by)\s+(.+)", text, re.IGNORECASE)
        owns = re.fullmatch(r"(.+?)'s?\s+(.+)|(my)\s+(.+)", text, re.IGNORECASE)
        if owned and not self.box.wares_meant(text):
            whose, text = owned[2], owned[1]
        elif owns:
            whose, text = owns[1] or owns[3], owns[2] or owns[4]
        else:
            whose = ""
        if whose:
            seat = self.seat_named(whose)
            if isinstance(seat, Problem):
                return seat
            owner = seat
        card = self.table_card(text)
        return card if isinstance(card, Problem) else Piece(card, owner, place)

    def conditions(self, text: str, *, unless: bool = False) -> tuple[Condition, ...] | Problem:
        """`mayhem >= 4 and cash of Ann >= 5K`."""
        found = []
        parts = re.split(r"\s+and\s+(?:if\s+)?", text.strip(), flags=re.IGNORECASE)
        if unless and len(parts) > 1:
            return Problem("unless-one", {"text": text.strip()})
        for part in parts:
            condition = self._condition(part.strip(" ,."))
            if isinstance(condition, Problem):
                return condition
            found.append(replace(condition, sign=_NO[condition.sign]) if unless else condition)
        return tuple(found)

    def _condition(self, text: str) -> Condition | Problem:
        found = _IS.fullmatch(text)
        if found:
            who = self.seat_named(found["who"])
            if isinstance(who, Problem):
                return who
            place = self.place(found["place"]) if found["place"] and found["what"].lower() == "mayor" else ""
            if isinstance(place, Problem):
                return place
            of = "" if who == self.seat else who
            return Condition(found["what"].lower(), "not" if found["no"] else "is", 0, of, place)
        match = _COMPARED.fullmatch(text)
        sign = ""
        if match:
            sign = next(name for pattern, name in _SIGN if re.fullmatch(pattern, match["sign"], re.IGNORECASE))
        else:
            match = _COUNTED.fullmatch(text)
        if match is None:
            return Problem("unknown-condition", {"text": text})
        if match["more"]:
            sign = "<=" if "less" in match["more"].lower() else ">="
        number = money(match["number"])
        if isinstance(number, Problem):
            return number
        place = match.groupdict().get("place") or ""
        return self._fact(match["what"].strip(), sign, number, place, text)

    def _fact(self, what: str, sign: str, number: int, place: str, text: str) -> Condition | Problem:
        of = ""
        if not place:
            located = re.fullmatch(r"(.+?)\s+(?:in|at|on)\s+(.+)", what, re.IGNORECASE)
            if located:
                what, place = located[1], located[2]
        has = re.fullmatch(r"(.+?)\s+(?:has|have)", what, re.IGNORECASE)
        if has:
            what = f"{'hand' if text.lower().endswith(('card', 'cards')) else 'cash'} of {has[1]}"
        owned = re.fullmatch(r"(.+?)\s+of\s+(.+)", what, re.IGNORECASE)
        owns = re.fullmatch(r"(.+?)'s?\s+(.+)|(my)\s+(.+)", what, re.IGNORECASE)
        if owned and folded(what) not in _FACTS:
            what, of = owned[1], owned[2]
        elif owns:
            of, what = owns[1] or owns[3], owns[2] or owns[4]
        fact = _FACTS.get(re.sub(r"^(?:the|number of)\s+", "", folded(what)))
        if fact is None:
            return Problem("unknown-condition", {"text": text})
        seat: Seat | Problem | str = self.seat_named(of) if of else ""
        if isinstance(seat, Problem):
            # `mayhem of Present`: a place after `of`.
            where = self.place(of)
            if isinstance(where, Problem) or place:
                return seat
            seat, place = "", of
        if fact in ("cash", "hand"):
            of = "" if seat in ("", self.seat) else str(seat)
            if fact == "cash" and of and self.state.options["hidden_money"]:
                return Problem("money-is-hidden", {"seat": of})
            return Condition(fact, sign, number, of)
        where = self.place(place) if place else ""
        if isinstance(where, Problem):
            return where
        if fact in ("mayhem", "cards", "customers"):
            seat = ""
        return Condition(fact, sign, number, str(seat), where)


def phase_number(text: str) -> int:
    """A phase by its name or number, from 1."""
    said = re.sub(r"^the ", "", folded(text))
    numbered = re.fullmatch(r"phase (\d+)", said)
    if numbered:
        return int(numbered[1])
    said = said.removesuffix(" phase")
    return PHASES.index(_PHASE_OF[said]) + 1


def first_words(meant: Callable[[str], tuple[str, ...]], text: str, most: int = 4) -> tuple[str, str] | None:
    """The longest beginning of a text that is one thing's name, and the rest of the text."""
    words = text.split()
    for count in range(min(most, len(words)), 0, -1):
        start = " ".join(words[:count]).rstrip(":,")
        found = meant(start)
        if len(found) == 1:
            return found[0], " ".join(words[count:])
    return None
