"""A seat's valid orders, the refused ones, the warnings, and the orders that silence adds (HW-Q41, HW-Q45, HW-Q46).

Held against what the seat may see; what others hold is never looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from judge.adjudicator.protocol import Checked, Problem, Seat
from judge.variants.hell_on_wheels.building import COST, sites, why_not_there
from judge.variants.hell_on_wheels.cards import FUTURE, Box
from judge.variants.hell_on_wheels.chance import card_of, why_not
from judge.variants.hell_on_wheels.going import Going, as_it_stands
from judge.variants.hell_on_wheels.moments import is_slot, moments
from judge.variants.hell_on_wheels.opportunists import ENTREPRENEUR_GAINS, GAMBLERS_TAKE
from judge.variants.hell_on_wheels.orders import (
    ANY,
    ANY_RAID,
    REST,
    Act,
    Bid,
    Build,
    Extra,
    Gift,
    Keep,
    Order,
    Pass,
    Placing,
    Play,
)
from judge.variants.hell_on_wheels.railroad import EXTRA_COST
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.writing import Writer

# The purposes that a card can never be played for, whatever still happens before its window.
NEVER = ("needs-opponent", "not-on-yourself", "yours-already", "position-empty")


class Check:
    """One look through one seat's orders."""

    def __init__(self, box: Box, state: State, seat: Seat) -> None:
        self.box = box
        self.state = state
        self.seat = seat
        self.hand = state.hands[seat]
        self.writer = Writer(box)
        self.sure: list[tuple[str, Order]] = []
        self.refused: dict[int, Problem] = {}
        self.warned: dict[int, Problem] = {}
        self.spent = 0
        self.given = 0
        self.sites: set[tuple[str, str]] = set()
        self._now: dict[Act, Problem | None] = {}

    @cached_property
    def going(self) -> Going:
        """The table, for plays: only legality is asked of it, and only about what is public."""
        return as_it_stands(self.box, self.state)

    def checked(self, orders: Sequence[Order]) -> Checked[Order]:
        """All valid orders, in the order in which they were given. `nothing else` beside orders has done its work."""
        for index, order in enumerate(orders):
            problem = self.why_not(order)
            if problem is None and isinstance(order, _ONCE) and _said_again(order, orders[index + 1 :]):
                problem = Problem("said-again", {})
            if problem is not None:
                self.refused[index] = problem
                continue
            warning = self.doubt(order)
            if (
                isinstance(order, Pass)
                and order.of == "all"
                and not all(isinstance(one, Pass | Keep) for one in orders)
            ):
                warning = Problem("pass-beside-orders", {})
            if warning is not None:
                self.warned[index] = warning
        valid = [order for index, order in enumerate(orders) if index not in self.refused]
        # What counts once, said twice alike, is one.
        accepted = tuple(
            one
            for index, one in enumerate(valid)
            if not isinstance(one, Pass | Bid | Extra | Keep) or one not in valid[:index]
        )
        others = tuple(order for order in accepted if not isinstance(order, Pass) or order.of != REST)
        return Checked(others or accepted, self.refused, (), self.warned)

    def why_not(self, order: Order) -> Problem | None:
        """Why an order is invalid."""
        match order:
            case Bid(amount, blackmail):
                return self._bid(amount, blackmail)
            case Extra(count):
                most = len(EXTRA_COST)
                fewer = {"count": count, "suggestion": f"draw {most} extra"}
                return Problem("too-many-extra", fewer) if count > most else None
            case Build():
                return self._build(order)
            case Play():
                return self._play(order)
            case Gift(to, amount):
                return self._gift(to, amount)
            case Pass() | Keep():
                return None

    def _window_first(self) -> bool:
        """Whether something may still happen to the cash before the bid is opened."""
        return not self.state.strict and is_slot(moments(self.state.turn, self.state.options)[0])

    def _most(self) -> int | None:
        """All the cash that a seat can have when the palms open (HW-Q49). None: others may give it what is in their
        palms, and a bound would tell how much that is."""
        options, cash = self.state.options, self.state.cash[self.seat]
        if options["gifts"] and options["hidden_money"]:
            return None
        gain = ENTREPRENEUR_GAINS + GAMBLERS_TAKE if self._window_first() else 0
        others = sum(self.state.cash.values()) - cash if options["gifts"] else 0
        return cash + gain + others

    def _bid(self, amount: int, blackmail: bool) -> Problem | None:
        """Whole K, at most what one can have (HW-Q12, HW-Q49); Blackmail must be in hand (HW-Q13)."""
        if blackmail and BLACKMAIL not in self.hand:
            return self._not_in_hand(BLACKMAIL)
        most = self._most()
        if most is not None and amount > most:
            cash = self.state.cash[self.seat]
            return Problem("bid-over-cash", {"amount": amount, "cash": cash, "suggestion": f"bid {cash}K"})
        return None

    def _gift(self, to: Seat, amount: int) -> Problem | None:
        if not self.state.options["gifts"]:
            return Problem("no-gifts", {})
        if to == self.seat:
            return Problem("gift-to-yourself", {})
        if not amount:
            return Problem("gift-of-nothing", {})
        self.given += amount
        if self.given > self.state.cash[self.seat] and not self._window_first():
            return Problem("gift-over-cash", {"amount": amount, "cash": self.state.cash[self.seat]})
        return None

    def _not_in_hand(self, card: str) -> Problem:
        return Problem("not-in-hand", {"card": card, "held": self.hand.count(card), "hand": tuple(self.hand)})

    def _build(self, build: Build) -> Problem | None:
        """The card must be in hand, once for each time it is surely played, and the town able to take it."""
        choices = build.choices
        wrong = next((one for one in choices if one.card not in self.hand), None)
        if wrong is not None:
            return self._not_in_hand(wrong.card)
        problems = [self._why_not_there(one) for one in choices]
        if all(problem is not None for problem in problems):
            return problems[0]
        first = choices[0]
        if len(choices) == 1 and not first.conditions:
            twice = self._planned(first.card, build)
            if twice is not None:
                return twice
            self.sites.add((first.card, first.place))
        cost = COST[build.phase]
        if self.state.strict and self.spent + cost > self.state.cash[self.seat]:
            return Problem("no-cash", {"card": first.card, "cost": cost})
        self.spent += cost
        return None

    def _why_not_there(self, one: Placing) -> Problem | None:
        """Why a town cannot take a card, with one that can."""
        problem = why_not_there(self.box, self.state.towns.get(one.place), one.card, one.place)
        if problem is None and (one.card, one.place) in self.sites and self.box.type(one.card) == "civilized":
            problem = Problem("town-has-one", {"card": one.card, "place": one.place, "town": ""})
        if problem is None:
            return None
        able = sites(self.box, dict(self.state.towns), one.card)
        able = tuple(place for place in able if (one.card, place) not in self.sites)
        if not able:
            return problem
        better = self.writer.placing(replace(one, place=able[-1]))
        return Problem(problem.code, {**problem.detail, "suggestion": better})

    def _planned(self, card: str, order: Order) -> Problem | None:
        """One more sure use of a card; where there is no other of it in hand, a problem that names both lines."""
        raid = self._is_raid(card)
        alike = [one for used, one in self.sure if used == card or (card == ANY_RAID and self._is_raid(used))]
        raids = [one for used, one in self.sure if self._is_raid(used)] if raid else []
        held, raids_held = self.hand.count(card), sum(map(self._is_raid, self.hand)) if raid else 0
        if len(alike) < (raids_held if card == ANY_RAID else held) and (not raid or len(raids) < raids_held):
            self.sure.append((card, order))
            return None
        if not alike and not raids:
            return self._not_in_hand(card)
        first = (alike or raids)[0]
        lines = {"first": self.writer.order(first), "second": self.writer.order(order)}
        return Problem("planned-twice", {"card": card, "held": raids_held if card == ANY_RAID else held, **lines})

    def _is_raid(self, card: str) -> bool:
        return card == ANY_RAID or self.box.type(card) == "raid"

    def _play(self, play: Play) -> Problem | None:
        """The cards must be in hand, each once; in strict tempo there must be a legal target now (HW-Q32)."""
        slot, acts = play.slot, play.acts
        for act in acts:
            if not act.card:
                continue
            card = card_of(self.going, self.seat, act)
            if card is None:
                if act.card == ANY_RAID:
                    return Problem("no-raid-in-hand", {"hand": tuple(self.hand)})
                return self._not_in_hand(act.card)
        if len(acts) > 1 or acts[0].conditions:
            return self._never(acts)
        twice = None if self.state.strict else self._planned(acts[0].card, play)
        if twice is not None:
            return twice
        if self.state.strict and slot in (ANY, self.state.moment):
            problem = self._why_not_now(acts[0])
            return None if self._is_secret(problem) else problem
        return self._never(acts)

    def _why_not_now(self, act: Act) -> Problem | None:
        """Why an act with a card in hand cannot be made as the table lies: of most plays asked for both a refusal and
        a warning."""
        if act not in self._now:
            self._now[act] = why_not(self.going, self.seat, act, act.card)
        return self._now[act]

    def _is_secret(self, problem: Problem | None) -> bool:
        """Whether a refusal would tell what is not to be seen: money in palms (HW-Q8)."""
        return problem is not None and problem.code == "no-money-there" and bool(self.state.options["hidden_money"])

    def _never(self, acts: tuple[Act, ...]) -> Problem | None:
        for act in acts:
            if not act.card:
                continue
            problem = self._why_not_now(replace(act, conditions=()) if act.conditions else act)
            if act.card != ANY_RAID and problem is not None and problem.code in NEVER:
                return problem
            if problem is not None and problem.code == "end-of-the-line" and all(p.place == FUTURE for p in act.pieces):
                return problem
        return None

    def doubt(self, order: Order) -> Problem | None:
        """Valid orders that may not come out as meant."""
        match order:
            case Bid(amount, _) if amount > self.state.cash[self.seat]:
                return Problem("bid-will-be-cut", {"amount": amount, "cash": self.state.cash[self.seat]})
            case Extra(count) if sum(EXTRA_COST[:count]) > self.state.cash[self.seat]:
                return Problem(
                    "extra-over-cash",
                    {"count": count, "cost": sum(EXTRA_COST[:count]), "cash": self.state.cash[self.seat]},
                )
            case Play(slot, acts):
                return self._play_doubt(slot, acts)
            case Keep(cards):
                missing = tuple((Counter(card for card in cards if card in self.box.kinds) - Counter(self.hand)).keys())
                return Problem("keeps-not-held", {"cards": missing}) if missing else None
            case Build(phase, _) if self.spent > self.state.cash[self.seat] and COST[phase]:
                return Problem("builds-over-cash", {"spent": self.spent, "cash": self.state.cash[self.seat]})
            case _:
                return None

    def _play_doubt(self, slot: str, acts: tuple[Act, ...]) -> Problem | None:
        if self.state.strict and slot not in (ANY, self.state.moment):
            return Problem("another-window", {"slot": slot})
        if any(self._raids_own(act) for act in acts):
            return Problem("raids-your-own", {"card": next(act for act in acts if self._raids_own(act)).pieces[0].card})
        if len(acts) > 1 or acts[0].conditions:
            return None
        problem = self._why_not_now(acts[0])
        if problem is None or self._is_secret(problem):
            return None
        return Problem("not-yet", {"code": problem.code, **problem.detail})

    def _raids_own(self, act: Act) -> bool:
        """Whether a raid or a fire would take a house of one's own."""
        burns = act.card == "arsonist" or (bool(act.card) and self._is_raid(act.card))
        return burns and any(piece.owner == self.seat for piece in act.pieces)


_ONCE = (Bid, Extra, Keep)
"""Orders of which a letter has one."""


def _said_again(order: Order, behind: Sequence[Order]) -> bool:
    """Of two such orders in one letter the last counts, where they differ."""
    return any(type(other) is type(order) and other != order for other in behind)


def unsaid(box: Box, state: State, seat: Seat, sent: Sequence[Order], filled: Sequence[Order]) -> tuple[Order, ...]:
    """The orders of silence that a player usually says: the bid, the purchase; in the building letter, until they pass,
    say what they keep, or have named every card in hand."""
    # Whether a set is complete: HW-Q50.
    if any(isinstance(order, Pass) and order.of in ("all", REST) for order in sent):
        return ()
    if not any(isinstance(order, Keep) for order in filled) or any(isinstance(order, Bid | Extra) for order in filled):
        return tuple(filled)
    left = Counter(state.hands[seat])
    left.subtract(order.choices[0].card for order in sent if isinstance(order, Build))
    acts = [order.acts[0].card for order in sent if isinstance(order, Play)]
    left.subtract(card for card in acts if card != ANY_RAID)
    raids = sum(max(0, count) for card, count in left.items() if box.type(card) == "raid")
    silent = sum(max(0, count) for count in left.values()) - min(raids, acts.count(ANY_RAID))
    return tuple(filled) if silent else ()
