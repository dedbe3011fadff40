"""The orders that one clause is: what the verbs, names and numbers of it come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.variants.hell_on_wheels import keeping
from judge.variants.hell_on_wheels.acts import ActReader
from judge.variants.hell_on_wheels.building import PHASE_OF
from judge.variants.hell_on_wheels.clauses import TYPE_WORDS, Clause
from judge.variants.hell_on_wheels.ifs import conditions_of, in_place
from judge.variants.hell_on_wheels.moments import CARD_PHASES
from judge.variants.hell_on_wheels.orders import (
    ANY,
    REST,
    Act,
    Bid,
    Build,
    Condition,
    Extra,
    Gift,
    Order,
    Pass,
    Placing,
    Play,
)
from judge.variants.hell_on_wheels.placings import PlacingReader, Planned
from judge.variants.hell_on_wheels.remarks import Before, aims_at_another
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import THERE, NotThere, kids, names, tokens

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.reading import Reader


def subtrees(tree: Tree[Any]) -> Iterator[Tree[Any]]:
    """The branches of a sentence."""
    return (one for one in tree.children if isinstance(one, Tree))


class Ordering:
    """The orders that one clause is, with what it falls back on."""

    def __init__(self, reader: Reader, clause: Clause, last: tuple[Planned, ...]) -> None:
        self.reader = reader
        self.terms = reader.terms
        self.clause = clause
        self.last = last
        self.notes: list[Problem] = []
        self.acts = ActReader(reader.terms, self.notes)
        self.said = self._place_said() if clause.ifs else ""
        self.without = frozenset(map(self.terms.hand_card, clause.without))

    def _place_said(self) -> str:
        """`if mayhem in Past is 2, Saloon there`: the town of the condition."""
        found = (one for tree in self.clause.ifs for one in tree.scan_values(lambda value: isinstance(value, Name)))
        places = {self.terms.place(one) for one in found if one.sign == "@"}
        return places.pop() if len(places) == 1 else ""

    def orders(self) -> tuple[list[Order], tuple[Problem, ...], tuple[Planned, ...]]:
        """The orders, what was overlooked in them, and the cards said last."""
        return _MADE[self.clause.kind](self), tuple(self.notes), self.last

    # --- bids, purchases, gifts, keeping ------------------------------------------------------------------------------

    def _alone(self) -> Tree[Any]:
        """The clause of an order that takes no condition and has no other way."""
        if self.clause.ifs or self.clause.others:
            raise NotThere("no-condition-here", text="")
        if self.clause.slot:
            raise NotThere("not-in-a-window", slot=self.clause.slot)
        return self.clause.tree

    def _bid(self) -> list[Order]:
        slot, self.clause.slot = self.clause.slot, ""
        tree = self._alone()
        blackmail = False
        beside: list[Order] = []
        for with_ in kids(tree, "blackmail"):
            (card,) = names(with_, "&")
            if card.choices == (BLACKMAIL,):
                blackmail = not tokens(with_, "WITHOUT")
            elif tokens(with_, "PLUS"):
                played = self.acts.play(Tree("play", [Tree("card", [card])]))
                beside = [Play(slot or ANY, (played,))]
            else:
                raise NotThere("only-blackmail", card=card.choices[0])
        if slot and not beside:
            raise NotThere("not-in-a-window", slot=slot)
        for it in kids(tree, "for_it"):
            if any(one.choices != ("supervisor",) for one in names(it, "&")):
                raise NotThere("bid-for-what", text=names(it, "&")[0].text)
        if kids(tree, "quants"):
            return [Bid(self.terms.amount(tree), blackmail), *beside]
        if tokens(tree, "NONE", "NO") or blackmail:
            return [Bid(0, blackmail), *beside]
        raise NotThere("no-amount", text="bid")

    def _draw(self) -> list[Order]:
        tree = self._alone()
        for named in kids(tree, "own_seat"):
            if self.terms.whom(named) != self.terms.own:
                raise NotThere("not-your-seat", seat=self.terms.whom(named))
        if tokens(tree, "NONE", "NO"):
            return [Extra(0)]
        if not kids(tree, "quants"):
            raise NotThere("how-many", text="")
        number = self.terms.quantity(kids(tree, "quants")[0]).number
        if number is None:
            raise NotThere("how-many", text="")
        return [Extra(number)]

    def _give(self) -> list[Order]:
        tree = self._alone()
        return [Gift(self.terms.seat(names(tree, "%")[0]), self.terms.amount(tree))]

    def _keep(self) -> list[Order]:
        return [keeping.keep(self.reader, self._alone())]

    def _kept(self) -> list[Order]:
        return [keeping.kept(self.reader, self._alone())]

    def _discard(self) -> list[Order]:
        raise keeping.instead_of_discards(self.reader, self._alone())

    def _rest(self) -> list[Order]:
        self._alone()
        return [Pass(REST)]

    def _nothing(self) -> list[Order]:
        if self.clause.ifs:
            raise NotThere("no-condition-here", text="")
        before = self.clause.instead
        if before is not None and before.kind in ("bid", "draw"):
            # `two extra, no wait, none`
            return [Bid(0) if before.kind == "bid" else Extra(0)]
        named = self.clause.tree.scan_values(lambda value: isinstance(value, Name))
        for said in (*named, *self.clause.headed):
            type_ = said.choices[0]
            if type_ not in TYPE_WORDS:
                # `No Church anywhere`: what is not wanted.
                raise NotThere("not-ordered", text="", why="negated")
            return [Pass(TYPE_WORDS[type_])]
        if tokens(self.clause.tree, "TYPE"):
            # `No raids this time.`: of the cards for towns it says nothing.
            if self.reader.form == "building":
                raise NotThere("not-ordered", text="", why="negated")
            return [Pass(REST)]
        return [Pass(self.clause.slot or self.clause.phase or "all")]

    def _told(self) -> list[Order]:
        """`I keep it`, `he raids Vice`: an order behind `else` alone."""
        raise NotThere("not-ordered", text="", why="told")

    def _swap(self) -> list[Order]:
        """`the other way round, no, Vice on Future`: of an exchange that is corrected nobody knows what is left."""
        raise NotThere("not-understood", text="")

    # --- cards in windows ---------------------------------------------------------------------------------------------

    def _play(self) -> list[Order]:
        acts: list[Act] = [self._act(self.clause)]
        for other in self.clause.others:
            acts.append(self._act(other, acts[-1]))
        return [Play(self.clause.slot or ANY, tuple(acts))]

    def _act(self, clause: Clause, before: Act | None = None) -> Act:
        if clause.kind in ("nothing", "rest", "stays") and before is not None:
            return Act("")
        if clause.kind == "on_seat" and before is not None and before.opponent:
            act = Act(before.card, self.terms.whom(kids(clause.tree, "seat")[0]))
            return replace(act, conditions=self._conditions(clause, him=act.opponent))
        if clause.kind in ("again", "build", "on_place", "on_seat") and before is not None and before.card:
            act = self._where_the_last_is(self.acts.again(before, clause.tree), before)
            him = next((one.owner for one in act.pieces), "")
            return replace(act, conditions=self._conditions(clause, *(one.place for one in act.pieces), him=him))
        if clause.kind not in ("play", "raid", "move"):
            raise NotThere("two-phases", text="")
        if clause.like is not None and self.acts.wants_opponent(clause.tree):
            # `Gamblers on Red before Taxes, and after Taxes the Vile Men`
            clause.tree = Tree("play", [*clause.tree.children, *kids(clause.like.tree, "seat")])
        same = self._as_before(clause)
        if same is not None:
            return same
        act = self.acts.raid(clause.tree) if clause.kind == "raid" else self.acts.play(clause.tree)
        act = self._where_the_last_is(act)
        him = act.opponent or next((one.owner for one in act.pieces), "")
        return replace(act, conditions=self._conditions(clause, *(one.place for one in act.pieces), him=him))

    def _as_before(self, clause: Clause) -> Act | None:
        """`Window 8: Marshall ditto`: the deed of the play before, with another card."""
        last = self.reader.last_of(Play)
        if not clause.too or len(clause.tree.children) != 1 or clause.ifs or not isinstance(last, Play):
            return None
        act, *others = last.acts
        card = self.terms.hand_card(names(kids(clause.tree, "card")[0], "&")[0])
        raids = self.acts.raids(act) and self.reader.box.type(card) == "raid"
        aims = bool(act.opponent) and self.acts.wants_opponent(clause.tree)
        return replace(act, card=card) if not others and not act.conditions and (raids or aims) else None

    def _where_the_last_is(self, act: Act, before: Act | None = None) -> Act:
        """`RR Boss against Blue's Gambling House there`: where the play before it is, or the card before it goes."""
        if all(one.place != THERE for one in act.pieces):
            return act
        last = self.reader.last_of(Play)
        acts = (before,) if before is not None else last.acts if isinstance(last, Play) else ()
        built = self.reader.before().there
        places = [built] if built and before is None else [one.place for done in acts for one in done.pieces]
        if not places or places[-1] in ("", THERE):
            raise NotThere("not-understood", text="")
        there = places[-1]
        return replace(
            act, pieces=tuple(replace(one, place=there if one.place == THERE else one.place) for one in act.pieces)
        )

    def _conditions(self, clause: Clause, *there: str, him: str = "") -> tuple[Condition, ...]:
        if not clause.ifs:
            return ()
        found = tuple(one for tree in clause.ifs for one in conditions_of(self.terms, tree))
        return in_place(found, him, frozenset(there), self.terms.own)

    # --- cards for towns ----------------------------------------------------------------------------------------------

    def _move(self) -> list[Order]:
        """`move Murders to Past with Desperados` plays the card; nothing moves without one."""
        card = kids(self.clause.tree, "card")
        if card:
            return self._play()
        raise NotThere("nobody-moves", text="")

    def _on_seat(self) -> list[Order]:
        """`no wait, Green`: the card said last, on somebody else. `Sorry, Green!` behind anything but a card on
        somebody is no correction."""
        if self.clause.again and not aims_at_another(
            self.reader.found, self.terms.whom(kids(self.clause.tree, "seat")[0])
        ):
            raise NotThere("not-ordered", text="", why="told")
        if self.clause.instead is None or self.clause.others:
            raise NotThere("needs-card", text="")
        first = self._act(self.clause.instead)
        return [Play(self.clause.slot or ANY, (self._act(self.clause, first),))]

    def _build(self) -> list[Order]:
        clause = self.clause
        number = self._bare_number() if clause.kind == "build" and is_bare(clause.tree) else None
        if number is not None:
            return [number]
        if clause.instead is not None and clause.instead.kind in ("play", "raid") and not clause.others:
            # `Indian Attack on Workers, sorry, Miners`
            act = self._act(clause, self._act(clause.instead))
            return [Play(clause.slot or ANY, (act,))]
        if clause.slot:
            cards = list(clause.tree.scan_values(is_card))
            raise NotThere("not-for-windows", card=self.terms.hand_card(cards[0]) if cards else "", slot=clause.slot)
        if clause.instead is not None:
            # The corrected clause's words on the card still hold, where the correction says nothing.
            old = Ordering(self.reader, clause.instead, self.last)
            old.orders()
            self.last = old.last
            if clause.kind == "build" and is_of_all(clause.tree):
                return self._all_of(old.last)
            if len(old.last) > 1 and is_counted(clause.tree):
                # `both Brothels on Past, no, one on Future`: and the other?
                raise NotThere("not-understood", text="")
            clause.ifs = clause.ifs or clause.instead.ifs
        last = self.reader.found[-1].said if self.reader.found else None
        is_if = isinstance(last, Build) and last.choices[0].conditions
        if is_if and any(True for _ in clause.tree.scan_values(is_too)):
            # `Saloon on Past if …, Brothel too`: with the same condition, or without.
            raise NotThere("needs-place", card=self.terms.hand_card(next(clause.tree.scan_values(is_card))))
        if self._sums_up(clause):
            return []
        first = self._planned(clause)
        others = self._choices(first)
        conditions = self._conditions(clause, *(one.place for one in first))
        made: list[Order] = []
        for place, one in enumerate(first):
            choices = (row[place] for row in others)
            placings = (Placing(one.card, one.place, conditions), *(done for done in choices if done is not None))
            phases = {PHASE_OF[self.reader.box.type(placing.card)] for placing in placings}
            if len(phases) > 1:
                raise NotThere("two-phases", text="")
            made.append(Build(phases.pop(), placings))
        self.last = first
        return made

    def _sums_up(self, clause: Clause) -> bool:
        """`Civilized cards on Past, all three`: so many are ordered just before, and no other town is said."""
        if clause.instead or clause.others or clause.here or clause.kind != "build" or not is_all_of_them(clause.tree):
            return False
        thing = kids(kids(clause.tree, "things")[0], "thing")[0]
        number = self.terms.quantity(kids(thing, "quants")[0]).number
        return not kids(thing, "at") and number == len(self.last) > 1

    def _all_of(self, last: Sequence[Planned]) -> list[Order]:
        """`Jail on Past, Vice on Future, no, both on Future`: all that is corrected, in one town."""
        thing = kids(kids(self.clause.tree, "things")[0], "thing")[0]
        number = self.terms.quantity(kids(thing, "quants")[0]).number
        if number not in (None, len(last)) or self.clause.others:
            raise NotThere("two-numbers", text="")
        place = self.terms.wheres(thing)[0].place
        self.last = tuple(replace(one, place=place) for one in last)
        conditions = self._conditions(self.clause, place)
        return [
            Build(PHASE_OF[self.reader.box.type(one.card)], (Placing(one.card, one.place, conditions),))
            for one in self.last
        ]

    def _choices(self, first: tuple[Planned, ...]) -> list[list[Placing | None]]:
        """Where each card goes if it cannot go where it is to, up to a pass."""
        found: list[list[Placing | None]] = []
        for other in self.clause.others:
            if other.kind in ("nothing", "rest", "stays"):
                break
            found.append(self._alternative(other, first))
        return found

    def _bare_number(self) -> Order | None:
        """A number and nothing else: another one for what it corrects, or the one thing in the letter that is one."""
        clause = self.clause
        if clause.instead is not None:
            kind = clause.instead.kind
            if kind == "build" and is_bare(clause.instead.tree):
                # `6, no, 7`
                kind = self.reader.homes.number_alone
            return self._other_number(kind) if kind in ("bid", "draw") else None
        if clause.others:
            return None
        order = self.reader.last_of(Bid, Extra) if clause.again else None
        if order is not None:
            return self._other_number("bid" if isinstance(order, Bid) else "draw", order)
        alone = self.reader.homes.number_alone
        if not alone:
            return None
        meant = self._other_number(alone)
        self.notes.append(Problem("number-alone", {"order": self.reader.writer.order(meant)}))
        return meant

    def _planned(self, clause: Clause) -> tuple[Planned, ...]:
        placings = PlacingReader(
            self.terms,
            Before(self.reader, self.said),
            self.notes,
            early=self.reader.form not in ("building", *CARD_PHASES),
            excepting=self.clause.excepting,
            without=self.without,
        )
        if clause.kind == "on_place":
            moved = placings.elsewhere if clause.instead is None else placings.corrected
            return moved(names(clause.tree, "@")[0], self.last)
        ahead = names(clause.tree, "@")
        here = self.terms.place(ahead[0]) if ahead else clause.here
        if any(self.terms.place(one) != here for one in ahead):
            raise NotThere("two-places", text="", places=tuple(map(self.terms.place, ahead)))
        before = self.last or tuple(Planned(self.terms.hand_card(card), "") for card in clause.headed)
        in_turn = bool(tokens(clause.tree, "RESPECTIVELY"))
        planned = placings.all(next(iter(kids(clause.tree, "things")), None), here, before, in_turn)
        if clause.listed is not None and not self._is_list_of(planned, *clause.listed):
            raise NotThere("two-numbers", text=str(clause.listed[0].text))
        return planned

    def _is_list_of(self, planned: Sequence[Planned], head: Name, number: int | None) -> bool:
        """`Three civilized cards on Past: Church, School, Jail`."""
        type_ = self.terms.hand_card(head)
        return number in (None, len(planned)) and all(
            type_ in (one.card, self.terms.box.type(one.card)) for one in planned
        )

    def _alternative(self, other: Clause, first: tuple[Planned, ...]) -> list[Placing | None]:
        """`both Schools on Future, else on Past`: each of them; as many cards as before, one by one; a single card that
        is named is in the place of the last."""
        if other.kind not in ("build", "on_place"):
            raise NotThere("two-phases", text="")
        # Only one of the choices is made: a card named in two of them is needed once.
        reading = Ordering(self.reader, other, first[-1:])
        if other.kind == "on_place":
            place = self.terms.place(names(other.tree, "@")[0])
            planned = tuple(replace(one, place=place) for one in first)
        elif is_of_all(other.tree):
            thing = kids(kids(other.tree, "things")[0], "thing")[0]
            planned = tuple(replace(one, place=self.terms.wheres(thing)[0].place) for one in first)
        else:
            planned = reading._planned(other)
        if len(planned) not in (1, len(first)):
            raise NotThere("one-choice", text="")
        made = [Placing(one.card, one.place, self._conditions(other, one.place)) for one in planned]
        return [*[None] * (len(first) - len(made)), *made]

    def _other_number(self, kind: str, order: Order | None = None) -> Order:
        """`make that 5K`: another number for the bid or the purchase."""
        (thing,) = kids(kids(self.clause.tree, "things")[0], "thing")
        if kind == "draw":
            number = self.terms.quantity(kids(thing, "quants")[0]).number
            if number is None:
                raise NotThere("how-many", text="")
            return Extra(number)
        blackmail = isinstance(order, Bid) and order.blackmail
        return Bid(self.terms.amount(thing), blackmail)


_MADE: dict[str, Callable[[Ordering], list[Order]]] = {
    "bid": Ordering._bid, "draw": Ordering._draw, "give": Ordering._give, "keep": Ordering._keep,
    "kept": Ordering._kept, "discard": Ordering._discard, "rest": Ordering._rest, "nothing": Ordering._nothing,
    "again": Ordering._told, "stays": Ordering._told, "play": Ordering._play, "raid": Ordering._play,
    "move": Ordering._move, "on_seat": Ordering._on_seat, "swap": Ordering._swap,
    "on_place": Ordering._build, "build": Ordering._build,
}  # fmt: skip
"""The readers of the orders, by the kind of their clause."""


def is_card(value: object) -> bool:
    """A name of a card for towns."""
    return getattr(value, "sign", "") == "#"


def is_too(value: object) -> bool:
    """`too`: the town is that of the card before."""
    return isinstance(value, Token) and value.type == "TOO"


def is_of_all(tree: Tree[Any]) -> bool:
    """`both on Past`: no card, but all of those before, and a town."""
    ats = [at for thing in kids((kids(tree, "things") or [Tree("things", [])])[0], "thing") for at in kids(thing, "at")]
    return is_all_of_them(tree) and len(ats) == 1 and bool(names(ats[0], "@"))


def is_all_of_them(tree: Tree[Any]) -> bool:
    """`all three`, with a town or without: no card, but all of those before."""
    thing = kids((kids(tree, "things") or [Tree("things", [])])[0], "thing")
    quants = [one for part in thing for one in kids(part, "quants")]
    said = [word.type for one in quants for word in one.scan_values(lambda value: isinstance(value, Token))]
    return len(thing) == 1 and not names(thing[0], "#") and said == ["ALL"]


def is_counted(tree: Tree[Any]) -> bool:
    """`one on Future`: a number of the cards before."""
    thing = [one for part in kids(tree, "things") for one in kids(part, "thing")]
    if len(thing) != 1 or names(thing[0], "#") or is_of_all(tree):
        return False
    return any(True for _ in thing[0].find_data("quant"))


def is_bare(tree: Tree[Any]) -> bool:
    """A number and nothing else."""
    (things,) = kids(tree, "things") or (Tree("things", []),)
    thing = kids(things, "thing")
    return len(thing) == 1 and [one.data for one in subtrees(thing[0])] == ["quants"] and not names(thing[0], "#")
