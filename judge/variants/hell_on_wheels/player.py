"""A scripted player: builds where it pays, taxes and robs its rivals, raids when the town is wild enough.

It knows its own view and a word that varies the play; the same word gives the same letter.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import EXISTING, FUTURE, KEPT_FIRST, PAST, PLACES, PRESENT, Box
from judge.variants.hell_on_wheels.moments import is_slot, slot_title, span
from judge.variants.hell_on_wheels.reckoning import Laid, Reckoning
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.targets import Found
from judge.variants.hell_on_wheels.view import HandCard, Seen, SeenTown


@dataclass(frozen=True, slots=True)
class Style:
    """How a letter is written where it is not left to whim. `bid`: the worth of the token, in K; `extra`: how many
    cards are bought when they can be paid for twice over; `eager`: no Opportunist is kept for another day; `reckons`:
    cards of these types go where they pay most, and stay in hand where that is `least` or less, in tenths of a K."""

    bid: int
    extra: int
    eager: bool
    reckons: tuple[str, ...] = ()
    least: int = 0


def letter(box: Box, view: Seen, word: str, style: Style | None = None) -> str:
    """The letter for the open window."""
    return _Player(box, view, word, style).letter()


class _Player:
    def __init__(self, box: Box, view: Seen, word: str, style: Style | None = None) -> None:
        assert view.seat is not None
        self.style = style
        self.laid: list[Laid] = []
        self.box = box
        self.view = view
        self.me: Seat = view.seat
        self.word = f"{word}/{view.seat}/{view.turn}/{view.moment}"
        self.names = {seat.id: seat.name for seat in box.seats}
        self.cash = view.cash or 0
        self.rivals = tuple(seat for seat in view.order if seat != self.me)

    def pick(self, what: str, sides: int) -> int:
        """A number from 0 to sides-1 that the word decides."""
        return hashlib.sha256(f"{self.word}/{what}".encode()).digest()[0] % sides

    def letter(self) -> str:
        """By the form that is open."""
        form = self.view.form
        strict = self.view.options["tempo"] == "strict"
        if form == "bid":
            return "\n".join(self.bid(strict))
        if form == "extra":
            return "\n".join((self.extra(), *(() if strict else self.plays())))
        if form == "discard":
            return self.keep()
        if form == "chance":
            return (self.plays(now=True) or ["pass"])[0]
        if strict:
            return "\n".join(self.builds(form)) or "pass"
        lines = [line for phase in ("civilized", "establishment", "customer") for line in self.builds(phase)]
        return "\n".join((*lines, *self.plays(), self.keep()))

    def bid(self, strict: bool) -> list[str]:
        """A few K, more with Civilized cards to lay first or ties to break; sometimes the purchase is sent ahead."""
        amount = min(self.cash, self.style.bid if self.style else self.pick("bid", 5))
        blackmail = any(card.card == BLACKMAIL for card in self.view.hand)
        lines = [f"bid {amount}K{' with Blackmail' if blackmail else ''}"]
        if not strict:
            lines += self.plays()
            if self.view.options["deadlines"] == 2 or self.pick("ahead", 4) == 0:
                lines.append(self.extra())
        return lines

    def extra(self) -> str:
        """As many as leave enough to build with."""
        if self.style:
            wanted = (number for number in range(self.style.extra, 0, -1) if self.cash >= 2 * number * (number + 1))
            return f"draw {next(wanted, 0)} extra"
        count = 3 if self.cash >= 60 else 2 if self.cash >= 25 else 1 if self.cash >= 10 else 0
        return f"draw {max(0, count - self.pick('extra', 2))} extra"

    def keep(self) -> str:
        """Establishments and cards for windows; the list is the usual one, said by type."""
        return f"keep {', '.join(KEPT_FIRST)}" if self.pick("keep", 2) else "keep as usual"

    def mine(self, town: SeenTown) -> int:
        """My houses in a town."""
        return sum(one.owner == self.me for one in town.houses)

    def theirs(self, town: SeenTown) -> int:
        """The others' houses in a town."""
        return len(town.houses) - self.mine(town)

    def builds(self, phase: str) -> list[str]:
        """Every card of the phase that has a place, while the money lasts."""
        lines: list[str] = []
        budget = self.cash if phase == "customer" else max(0, self.cash - (2 if phase == "civilized" else 0))
        used: set[tuple[str, str]] = set()
        for number, card in enumerate(self.view.hand):
            if {"mayhem": "customer"}.get(card.type, card.type) != phase:
                continue
            if phase != "customer" and len(lines) >= budget:
                break
            place = self.where(card, number, used)
            if place is None:
                continue
            used.add((card.card, place))
            self.laid.append(Laid(card.card, place))
            lines.append(f"{self.box.name(card.card)} on {self.box.name(place)}")
        return lines

    def where(self, card: HandCard, number: int, used: set[tuple[str, str]]) -> str | None:
        """The best town for a card."""
        open_ = [
            town
            for town in self.view.towns
            if town.place in card.places and not (card.type == "civilized" and (card.card, town.place) in used)
        ]
        if not open_:
            return None
        if self.style and card.type in self.style.reckons:
            sums = Reckoning(self.view, self.me, self.laid)
            best = max(open_, key=lambda town: (sums.worth(card, town), PLACES.index(town.place)))
            return best.place if sums.worth(card, best) > self.style.least else None
        return max(open_, key=lambda town: (self.worth(card, town, number), PLACES.index(town.place))).place

    def worth(self, card: HandCard, town: SeenTown, number: int) -> int:
        """How good a town is for a card, with a little whim."""
        whim = self.pick(f"{card.card}/{town.place}/{number}", 5)
        if card.type == "civilized":
            ours = sum(one.owner == self.me for one in town.civilized)
            return 3 * self.theirs(town) + ours + whim + (2 if town.kind == EXISTING else 0)
        if card.type == "establishment":
            alike = sum(one.card == card.card for one in town.houses) + 1
            turns = {PAST: 1, PRESENT: 2, FUTURE: 3}[town.place]
            base = 20 if town.place == PRESENT else 10
            danger = 10 if town.raid_level >= self.view.raid_needs else 0
            return turns * (base + 5 * len(town.customers) + 5 * town.level) // alike - danger + whim
        return 6 * self.mine(town) - 2 * self.theirs(town) + whim

    def plays(self, now: bool = False) -> list[str]:
        """A line for each Raid and Opportunist card that has something to do, in a window of this letter."""
        windows = [""]
        if not now:
            covered = span(self.view.turn, self.view.moment, self.view.options)
            windows = [f"{slot_title(slot)}: " for slot in covered if is_slot(slot)]
        lines = []
        for card in self.view.hand:
            text = self.play(card)
            if text is None or not windows:
                continue
            if now and " if " in text:
                continue
            # Some are left for another day, so that hands differ.
            if not (self.style and self.style.eager) and self.pick(f"hold/{card.card}", 5) == 0:
                continue
            lines.append(windows[self.pick(f"window/{card.card}", len(windows))] + text)
        return lines

    def play(self, card: HandCard) -> str | None:
        """The line that plays a card, without its window."""
        name = self.box.name(card.card)
        if card.type == "raid":
            return self.raid(card, name)
        if card.type != "opportunist" or card.card == BLACKMAIL:
            return None
        if card.does in ("entrepreneur", "scoundrels"):
            return f"play {name}"
        if card.does in ("vile-men", "con-men"):
            full = max(self.rivals, key=lambda seat: self.standing(seat)[1])
            return f"play {name} on {self.names[full]}" if self.standing(full)[1] else None
        if card.does in ("outlaws", "gamblers"):
            rich = max(self.rivals, key=lambda seat: self.standing(seat)[0])
            return f"play {name} on {self.names[rich]}" if self.standing(rich)[0] else None
        if card.does in ("desperados", "ladies-of-the-evening"):
            return self.move(card, name)
        if card.does == "hangers-on":
            return self.follow(card, name)
        target = self.worst(card)
        return f"play {name} on {self.said(target)}" if target else None

    def standing(self, seat: Seat) -> tuple[int, int]:
        """Money and hand of a rival; money in a palm counts as some."""
        one = next(one for one in self.view.standings if one.seat == seat)
        return (one.cash if one.cash is not None else 1), one.hand

    def said(self, target: Found) -> str:
        """A target as it is written."""
        owner = f" of {self.names[target.owner]}" if target.owner else ""
        return f"{self.box.name(target.card)}{owner} in {self.box.name(target.place)}"

    def harm(self, target: Found) -> int:
        """How much more the loss of a card hurts the rivals than me."""
        town = self.view.town(target.place)
        assert town is not None
        if target.owner is not None:
            return -100 if target.owner == self.me else 10 + (self.box.type(target.card) == "establishment") * 5
        return self.theirs(town) - 2 * self.mine(town)

    def worst(self, card: HandCard) -> Found | None:
        """The target whose loss hurts the rivals most; none if all hurt me."""
        if not card.targets:
            return None
        target = max(card.targets, key=lambda one: (self.harm(one), one.place, one.card))
        return target if self.harm(target) >= 0 else None

    def raid(self, card: HandCard, name: str) -> str | None:
        """A rival's house when the town is wild enough, or would be; else Mayhem where the rivals earn."""
        houses = [one for one in card.targets if one.owner is not None and one.owner != self.me]
        if houses:
            return f"raid {self.said(houses[self.pick(name, len(houses))])} with {name}"
        if self.pick(f"wait/{name}", 2):
            for town in self.view.towns:
                for mark in town.houses:
                    if mark.owner != self.me and town.raid_level >= self.view.raid_needs - 2:
                        target = (
                            f"{self.box.name(mark.card)} of {self.names[mark.owner]} in {self.box.name(town.place)}"
                        )
                        return f"raid {target} with {name} if mayhem >= {self.view.raid_needs}; else pass"
        target_found = self.worst(card)
        return f"raid {self.said(target_found)} with {name}" if target_found else None

    def move(self, card: HandCard, name: str) -> str | None:
        """Cards from where the rivals earn to where I do."""
        towns = sorted(self.view.towns, key=lambda town: (self.mine(town) - self.theirs(town), town.place))
        for origin in towns:
            there = [one for one in card.targets if one.place == origin.place]
            best = towns[-1]
            if there and best.place != origin.place:
                cards = ", ".join(self.box.name(one.card) for one in there[:3])
                return f"play {name}, move {cards} from {self.box.name(origin.place)} to {self.box.name(best.place)}"
        return None

    def follow(self, card: HandCard, name: str) -> str | None:
        """My houses go on along the line."""
        places = {town.place for town in self.view.towns}
        ahead = {PAST: PRESENT, PRESENT: FUTURE}
        own = [one for one in card.targets if one.owner == self.me and ahead.get(one.place) in places]
        return f"play {name} on {', '.join(self.said(one) for one in own[:2])}" if own else None
