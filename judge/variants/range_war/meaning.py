"""The meaning of a clause in one position: its spaces, gangs and orders (RW-8, RW-Q37, RW-Q46, RW-Q47).

Orders come out as they are said, whatever window is open; `fitted` says what becomes of one in the open window.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.clauses import Word
from judge.variants.range_war import branding, movement, retreats
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.orders import (
    Build,
    Disband,
    Herd,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Site,
    Support,
    Waive,
)  # fmt: skip
from judge.variants.range_war.speech import Deed, Said
from judge.variants.range_war.state import State
from judge.variants.range_war.words import write


class Trouble(Exception):
    """A clause that makes no order, and why. `offer`: orders that may have been meant, the nearest first; `since`:
    where in the line the trouble begins, if before the clause."""

    def __init__(self, code: str, offer: Sequence[Order] = (), since: int | None = None, **facts: object) -> None:
        super().__init__(code)
        self.problem = Problem(code, facts)
        self.offer = offer
        self.since = since


@dataclass
class Meaning:
    """One seat's words in one position. `notes`: what was overlooked or supplied with the clause now read."""

    chart: Chart
    state: State
    seat: Seat
    form: str
    notes: list[Problem] = field(default_factory=list)

    def orders(self, deed: Deed, text: str, before: Order | None) -> tuple[Order, ...]:
        """The orders a clause gives. `before`: the one given last, which it may speak of."""
        if deed.verb == "convoy" or "BY_SEA" in deed.words:
            raise Trouble("no-convoys", text=text)
        orders = self._orders(deed, text, before)
        if deed.helper is not None:
            orders += tuple(self._help(self.at(deed.helper), one, text) for one in orders)
        return orders

    def _orders(self, deed: Deed, text: str, before: Order | None) -> tuple[Order, ...]:
        match deed.verb:
            case "hold":
                return tuple([self._hold(one, deed, text) for one in self.pieces(deed)])
            case "move":
                return tuple([self._move(one, deed, text) for one in self.pieces(deed)])
            case "dest":
                return (self._dest(deed, text),)
            case "drive":
                return self._drive(deed, text)
            case "support":
                return tuple([self._support(one, deed, text, before) for one in self.pieces(deed)])
            case "supported":
                return self._supported(deed, before, text)
            case "retreat":
                return tuple([self._retreat(one, deed, text) for one in self.pieces(deed)])
            case "disband":
                return tuple([self._disband(one, text) for one in self.pieces(deed)])
            case "remove":
                return tuple([self._remove(one) for one in self.pieces(deed)])
            case "build":
                return tuple([order for one in self.pieces(deed) for order in self.builds(one)])
        raise KeyError(deed.verb)

    def pieces(self, deed: Deed) -> Iterator[Said]:
        """The pieces of a clause; a group is the reader's to spell out before."""
        return (one for one in deed.who if isinstance(one, Said))

    # Pieces and places

    def space(self, word: Word | None, near: Collection[str] = (), make: Callable[[str], Order] | None = None) -> str:
        """The one space a name means; of several the only one in reach. `make`: the order it would be part of."""
        if word is None:
            return self.home
        assert word.name is not None
        choices = word.name.choices
        if not choices:
            raise Trouble("unknown-space", text=word.name.text, near=())
        if word.kind == "SEAT":
            return self.chart.homes[Seat(choices[0])]
        if len(choices) == 1 and not word.name.guessed:
            return choices[0]
        within = tuple(one for one in choices if one in near)
        if word.name.guessed or (len(choices) > 1 and len(within) == 1):
            choices = within or choices
            if len(choices) == 1:
                self.notes.append(Problem("read-as", {"text": word.name.text, "at": choices[0]}))
        if len(choices) == 1:
            return choices[0]
        offer = tuple(make(one) for one in within or choices) if make else ()
        raise Trouble(
            "ambiguous-space", offer, text=word.name.text, choices=tuple(map(self.chart.places.name, choices))
        )

    def kind(self, piece: Said) -> str:
        """The kind of piece that was said. An army is taken for a gang; there are no fleets (RW-Q11)."""
        if piece.kind == "F":
            at = self.space(piece.name)
            raise Trouble("no-fleets", (), text=at)
        if piece.kind == "A":
            note = Problem("army-for-gang", {"at": self.space(piece.name)})
            self.notes += [note] if note not in self.notes else []
            return "G"
        return piece.kind

    def at(self, piece: Said) -> str:
        """A gang's space; a herd does nothing by itself (RW-8b, RW-8c)."""
        if self.kind(piece) == "H":
            at = self.space(piece.name)
            raise Trouble("herd-cannot", text=f"H({at})", at=at)
        return self.space(piece.name, self.mine)

    @property
    def home(self) -> str:
        """The seat's own home."""
        return self.chart.homes[self.seat]

    @property
    def has_builds(self) -> bool:
        """Whether this seat has gangs to build in the open window."""
        return self.form == "branding" and self.state.due(self.seat) > 0

    @property
    def removes(self) -> bool:
        """Whether this seat has gangs to take off in the open window."""
        return self.form == "branding" and self.state.due(self.seat) < 0

    @cached_property
    def mine(self) -> tuple[str, ...]:
        """Where the gangs are that this seat orders now."""
        if self.form == "retreats":
            return tuple(one.at for one in self.state.dislodged if one.seat == self.seat)
        return self.state.of(self.seat)

    def near(self, at: str) -> tuple[str, ...]:
        """Where a gang can go."""
        driven = self.state.driven(at) if self.form == "retreats" else None
        return driven.options if driven else self.chart.near[at]

    # Movement

    def _hold(self, piece: Said, deed: Deed, text: str) -> Order:
        if self.kind(piece) == "H":
            return Herd(self.space(piece.name))
        at = self.at(piece)
        if any(self.space(one, (at,)) != at for one in deed.spots):
            raise Trouble("nothing-said", text=text, example=self.example())  # "Coo holds Mes"
        return Hold(at)

    def _move(self, piece: Said, deed: Deed, text: str) -> Order:
        to = deed.to or deed.spots
        if "JUMP" in deed.words and not (to[0] is None or _is_code(piece.name)):
            # Names side by side are an order only where a code says which gang: lzy mon, Lzy Montana.
            raise Trouble("nothing-said", text=text, example=self.example())
        if self.kind(piece) == "H" and deed.verb != "drive":
            at = self.space(piece.name)
            goal = self.space(to[-1], self.chart.near[at])
            raise Trouble("herd-moves-alone", (Move(at, goal, True),), at=at, to=goal)
        at = self.space(piece.name, self.mine) if self.kind(piece) == "H" else self.at(piece)
        herd = deed.herd if deed.herd is not None else piece.kind == "GH"
        return self.step(at, to, deed.by, herd, text)

    def step(self, at: str, to: Sequence[Word | None], by: Word | None, herd: bool, text: str) -> Order:
        """A move of one space (RW-8f), or the retreat that it is when gangs retreat."""

        def made(goal: str) -> Order:
            return self._gone(at, goal, herd)

        if len(to) > 1 or by is not None:
            first = self.space(by if by is not None else to[0], self.near(at), made)
            raise Trouble("one-space-only", (made(first),), text=text)
        return made(self.space(to[0], self.near(at), made))

    def _gone(self, at: str, goal: str, herd: bool) -> Order:
        if self.form != "retreats":
            return Move(at, goal, herd)
        if herd:
            self.notes.append(Problem("herd-never-retreats", {"at": at}))
        return Retreat(at, (goal,))

    def _dest(self, deed: Deed, text: str) -> Order:
        """A destination alone goes the one way that leads there."""
        if "H" in deed.words or not deed.to:
            raise Trouble("nothing-said", text=text, example=self.example())
        goal = self.space(deed.to[-1])
        kind = next((one for one in ("GH", "H", "G") if one in deed.words), "")
        if self.has_builds and goal in self.sites:
            return self.builds(Said(kind or "G", deed.to[-1]))[0]  # "One gang goes to Broken Jaw, one to Fir"
        if "" in deed.words:
            raise Trouble("nothing-said", text=text, example=self.example())  # "the one to Nth, the other to Tom"
        able = [at for at in self.mine if goal in self.near(at)]
        herd = deed.herd is True or "GH" in deed.words
        offer = tuple(self._gone(at, goal, herd) for at in able)
        if len(able) == 1:
            self.notes.append(Problem("way-found", {"at": able[0], "to": goal}))
            return offer[0]
        raise Trouble("which-gang" if able else "nobody-near", offer, text=text, to=goal, gangs=tuple(able))

    def _drive(self, deed: Deed, text: str) -> tuple[Order, ...]:
        if deed.spots:
            at = self.space(deed.spots[0], self.mine)
            return (self.step(at, deed.to, deed.by, True, text),)
        if not deed.who:
            return (self._dest(deed, text),)
        return tuple(self._move(one, replace(deed, herd=True), text) for one in self.pieces(deed))

    def _supported(self, deed: Deed, before: Order | None, text: str) -> tuple[Order, ...]:
        """`…, supported by Coo`; `support it from Coo`."""
        spots = (self.space(one, self.mine) for one in deed.spots)
        return tuple(self._help(at, before, text) for at in (*(self.at(one) for one in self.pieces(deed)), *spots))

    def _support(self, piece: Said, deed: Deed, text: str, before: Order | None) -> Order:
        """A gang is supported, never a herd (RW-Q46); whether a herd goes along does not matter (RW-Q10)."""
        if self.kind(piece) == "H":
            at = self.space(piece.name)
            raise Trouble("herd-cannot", text=text, at=at)
        at = self.at(piece)
        if deed.whom is None and not deed.spots:
            return self._help(at, before, text)
        if deed.whom is None:
            of = self.space(deed.spots[0])
        else:
            of = self._helped(at, deed.whom, text)
        if not deed.to:
            return Support(at, of)
        if len(deed.to) > 1:
            raise Trouble("one-space-only", text=text)
        both = set(self.chart.near[at]) & set(self.chart.near[of])
        return Support(at, of, self.space(deed.to[0], both, lambda goal: Support(at, of, goal)))

    def _helped(self, at: str, piece: Said, text: str) -> str:
        of = self.space(piece.name, self.state.gangs)
        if self.kind(piece) == "H":
            raise Trouble("herd-supported", (Support(at, of),), text=text, of=of)
        owner = self.state.gangs.get(of)
        said = self.owner(piece)
        if said and owner is not None and said != owner:
            self.notes.append(Problem("wrong-owner", {"said": said, "seat": owner, "at": of}))
        return of

    def owner(self, piece: Said) -> str:
        """Whose a piece is said to be, if anybody's."""
        if piece.owner is None or piece.owner.name is None:
            return ""
        found = self.chart.owners.matches(piece.owner.name.text)
        return found[0] if len(found) == 1 else ""

    def _help(self, at: str, before: Order | None, text: str) -> Order:
        """Help for what was ordered just before."""
        if isinstance(before, Move):
            return Support(at, before.at, before.to)
        if isinstance(before, Hold):
            return Support(at, before.at)
        if isinstance(before, Support) and before.at != at:
            return Support(at, before.of, before.to)
        raise Trouble("nothing-said", text=text, example=self.example())

    # Retreats

    def _retreat(self, piece: Said, deed: Deed, text: str) -> Order:
        to = deed.to or deed.spots
        if piece.kind == "H":
            raise Trouble("herd-cannot", text=text, at=self.space(piece.name))
        if not to and len(self.mine) == 1 and piece.name is not None and self.at(piece) != self.mine[0]:
            at, to = self.mine[0], (piece.name,)  # "Retreat to Red Dog Ridge"
        elif not to:
            raise Trouble("nothing-said", text=text, example=self.example())
        else:
            at = self.at(piece)
        if piece.kind == "GH" or deed.herd:
            self.notes.append(Problem("herd-never-retreats", {"at": at}))
        return Retreat(at, (self.space(to[0], self.near(at), lambda goal: Retreat(at, (goal,))),))

    def _disband(self, piece: Said, text: str) -> Order:
        if self.form == "branding":
            return self._remove(piece)
        return Disband(self.at(piece))

    # Branding

    def _remove(self, piece: Said) -> Order:
        if self.kind(piece) == "H":
            raise Trouble("herd-not-removed", at=self.space(piece.name))
        return Remove(self.space(piece.name, self.mine, Remove))

    def builds(self, piece: Said, kind: str = "") -> tuple[Order, ...]:
        """A build; `GH` is two in one space (RW-12d). `kind`: where none is said."""
        said = self.kind(piece) or kind or "G"
        at = self.space(piece.name, self.sites)
        if said == "GH":
            return Build((Site("G", at),)), Build((Site("H", at),))
        return (Build((Site("H" if said == "H" else "G", at),)),)

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """Where this seat may build."""
        ledger = branding.Ledger.of(self.chart, self.state, self.seat)
        return tuple(dict.fromkeys((*ledger.room("G"), *ledger.room("H"))))

    # The open window

    def fitted(self, order: Order, text: str) -> Order | Later:
        """An order for the open window, or kept for a later one."""
        kind = kind_of(order)
        if kind == self.form:
            return order
        if kind == "branding" or (kind == "retreats" and self.form == "movement"):
            return Later(kind, write(order))
        code = "only-retreats-now" if self.form == "retreats" else "only-branding-now"
        raise Trouble(code, text=text, example=self.example())

    def lawful(self, order: Order) -> bool:
        """Whether an order would stand by itself."""
        if kind_of(order) != self.form:
            return False
        if self.form == "movement":
            return isinstance(order, Herd) or self.refusal(order) is None
        if self.form == "retreats":
            return retreats.refusal(self.state, self.seat, order) is None
        return not branding.check(self.chart, self.state, self.seat, (order,)).refused

    def refusal(self, order: Order) -> Problem | None:
        """Why an order of a movement cannot be carried out."""
        return movement.refusal(self.chart, self.state, self.seat, order)

    def problem(self, trouble: Trouble) -> Problem:
        """The problem; the first valid one of the offers is its suggestion."""
        offer = next((write(one) for one in trouble.offer if self.lawful(one)), None)
        facts = trouble.problem.detail
        return Problem(trouble.problem.code, {**facts, "suggestion": offer}) if offer else trouble.problem

    def usual(self) -> dict[str, object]:
        """The words that could be written, where nothing of a line is of the game."""
        return {"at": "", "could": (), "example": self.example()}

    def example(self) -> str:
        """An order this seat could give now."""
        if self.form == "branding":
            if self.state.due(self.seat) < 0:
                return write(Remove(branding.removals(self.chart, self.state, self.seat)[0]))
            sites = branding.Ledger.of(self.chart, self.state, self.seat).sites("G")
            return write(Build((Site("G", sites[0]),)) if sites else Waive())
        at = next(iter(self.mine), "")
        if not at:
            return "G(Lzy)-Mon"
        near = self.near(at)
        if self.form == "retreats":
            return write(Retreat(at, near[:1]) if near else Disband(at))
        return write(Move(at, near[0]))


def _is_code(word: Word | None) -> bool:
    return word is not None and word.name is not None and len(word.name.text) == 3


_KIND_OF = {Retreat: "retreats", Disband: "retreats", Build: "branding", Remove: "branding", Waive: "branding"}


def kind_of(order: Order) -> str:
    """The kind of window an order is for."""
    return _KIND_OF.get(type(order), "movement")
