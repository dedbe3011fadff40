"""Raids and Opportunist cards as they were written: the card and what it is aimed at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.going import level_for_raids
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import ANY_RAID, Act, Piece
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.targets import Found, matching
from judge.variants.hell_on_wheels.terms import TOO, NotThere, Terms, kids, names, tokens

MOST = {"piece": 1, "pieces": 2, "move": 3}
"""How many cards an Opportunist may be aimed at, by how its targets are written."""

RAIDED = ("mayhem", "establishment")


class ActReader:
    """Reads acts for one seat; what it overlooks goes into the notes."""

    def __init__(self, terms: Terms, notes: list[Problem]) -> None:
        self.terms = terms
        self.box = terms.box
        self.notes = notes

    def raid(self, tree: Tree[Any]) -> Act:
        """`raid Vice in Present with Vigilantes`; `burn Red's Church with the Arsonist` is a play."""
        with_ = kids(tree, "card")
        card = self._card(with_[0]) if with_ else ANY_RAID
        if with_ and self.box.type(card) == "opportunist":
            if "raid" in tokens(tree, "RAID"):
                raise NotThere("no-raid-card", card=card)
            return self._opportunist(card, tree)
        if "raid" not in tokens(tree, "RAID") and not with_:
            raise NotThere("with-which-card", text=str(tokens(tree, "RAID")[0]))
        return self._raid(card, tree)

    def play(self, tree: Tree[Any]) -> Act:
        """A card by its name, with its targets."""
        card = self._card(kids(tree, "card")[0])
        if names(tree, "@"):
            raise NotThere("not-onto-towns", card=card)
        if card == BLACKMAIL:
            raise NotThere("blackmail-with-the-bid")
        if self.box.type(card) == "raid":
            return self._raid(card, tree)
        return self._opportunist(card, tree)

    def again(self, before: Act, tree: Tree[Any]) -> Act:
        """The card of the act before, aimed elsewhere: `if it's gone, Anarchy`, `else Blue's`, `else in Past`."""
        if kids(tree, "things"):
            return self._raid(before.card, tree) if self.raids(before) else self._opportunist(before.card, tree)
        if len(before.pieces) != 1 or before.to:
            raise NotThere("two-phases", text="")
        piece = before.pieces[0]
        if names(tree, "@"):
            return replace(before, pieces=(replace(piece, place=self.terms.place(names(tree, "@")[0])),), conditions=())
        if self.box.type(piece.card) not in ("establishment", "civilized"):
            raise NotThere("not-understood", text="")
        return replace(before, pieces=(replace(piece, owner=self.terms.whom(kids(tree, "seat")[0])),), conditions=())

    def raids(self, act: Act) -> bool:
        """Whether an act is a raid."""
        return act.card == ANY_RAID or self.box.type(act.card) == "raid"

    def wants_opponent(self, tree: Tree[Any]) -> bool:
        """Whether a card is played on a seat."""
        card = self._card(kids(tree, "card")[0])
        return card in EFFECTS and EFFECTS[card].wants == "opponent"

    def _card(self, tree: Tree[Any]) -> str:
        (name,) = names(tree, "&")
        card = self.terms.hand_card(name)
        quantity = self.terms.quantity(next(iter(kids(tree, "quants")), None))
        if (quantity.number or 1) > 1 and not quantity.every:
            raise NotThere("not-in-hand", card=card, held=self.terms.hand.count(card), hand=self.terms.hand)
        return card

    # --- targets ------------------------------------------------------------------------------------------------------

    def _raid(self, card: str, tree: Tree[Any]) -> Act:
        ahead = [self.terms.place(name) for name in names(tree, "@")]
        if kids(tree, "seat") or not kids(tree, "things"):
            raise NotThere("needs-target", card=card, places=tuple(ahead))
        pieces, _ = self._pieces(tree)
        pieces = tuple(replace(one, place=one.place or next(iter(ahead), "")) for one in pieces)
        if len(pieces) != 1:
            raise NotThere("one-target", card=card)
        if self.box.type(pieces[0].card) not in RAIDED:
            raise NotThere("not-raided", card=pieces[0].card)
        return Act(card, "", self._placed(card, pieces, RAIDED))

    def _opportunist(self, card: str, tree: Tree[Any]) -> Act:
        wants, types = EFFECTS[card].wants, EFFECTS[card].types
        seats, things = kids(tree, "seat"), kids(tree, "things")
        if wants == "nothing":
            if seats or things:
                raise NotThere("needs-no-target", card=card)
            return Act(card)
        if wants == "opponent":
            if not seats:
                raise NotThere("needs-opponent", card=card, seats=self._opponents())
            return Act(card, self.terms.whom(seats[0]))
        if wants == "move":
            return self._movers(card, types[0], tree)
        if not things:
            raise NotThere("needs-target", card=card)
        pieces, _ = self._pieces(tree)
        self._right(card, pieces)
        return Act(card, "", self._placed(card, pieces, types))

    def _opponents(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.terms.state.seats if seat != self.terms.own)

    def _right(self, card: str, pieces: tuple[Piece, ...]) -> None:
        """Cards of the right type, and not too many."""
        types = EFFECTS[card].types
        wrong = next((piece for piece in pieces if self.box.type(piece.card) not in types), None)
        if wrong is not None:
            raise NotThere("wrong-target", card=card, target=wrong.card, types=types)
        most = MOST[EFFECTS[card].wants]
        if len(pieces) > most:
            raise NotThere("one-target" if most == 1 else "too-many-targets", card=card, most=most)

    def _movers(self, card: str, type_: str, tree: Tree[Any]) -> Act:
        if not kids(tree, "things"):
            raise NotThere("needs-move", card=card, type=type_)
        pieces, to = self._pieces(tree, type_)
        if not to:
            raise NotThere("needs-move", card=card, type=type_)
        self._right(card, pieces)
        if any(piece.place == to for piece in pieces):
            raise NotThere("stays-there", card=card, place=to)
        if self.terms.state.options["movers"] == "one-town" and len({one.place for one in pieces if one.place}) > 1:
            raise NotThere("from-one-town", card=card)
        return Act(card, "", pieces, to)

    def _pieces(self, tree: Tree[Any], type_: str = "") -> tuple[tuple[Piece, ...], str]:
        """The cards on the table, and where the last says that they go. One without a place has that of the one behind;
        of the places of the last the last is where all go, if they go."""
        (things,) = kids(tree, "things")
        found: list[Piece] = []
        to = ""
        for thing in reversed(kids(things, "thing")):
            wheres = tuple(where for where in self.terms.wheres(thing) if where.place != TOO)
            if any(where.among for where in wheres):
                raise NotThere("two-places", text="", places=tuple(where.place for where in wheres))
            if type_ and not found and wheres and not wheres[-1].off:
                *wheres_, last = wheres
                wheres, to = tuple(wheres_), last.place
            if len(wheres) > 1:
                raise NotThere("two-places", text="", places=tuple(where.place for where in wheres))
            place = wheres[0].place if wheres else ""
            piece, count = self._piece(thing, type_)
            if found and not place:
                owned = self.box.type(piece.card) in ("establishment", "civilized") and not piece.owner
                piece = replace(piece, owner=found[-1].owner if owned else piece.owner)
                place = found[-1].place
            found += [replace(piece, place=place)] * count
        return tuple(reversed(found)), to

    def _piece(self, thing: Tree[Any], type_: str) -> tuple[Piece, int]:
        """One card, or several of a type: `2 mayhem`, `all customers`, `up to 3`."""
        quantity = self.terms.quantity(next(iter(kids(thing, "quants")), None), tokens(thing, "TIMES"))
        said = names(thing, "#")
        if not said and not type_:
            raise NotThere("needs-card", text="")
        card = self.terms.table_card(said[0]) if said else type_
        owners = (*kids(thing, "owner"), *kids(thing, "seat"))
        owner: str = self.terms.whom(owners[0]) if owners else self.terms.own if quantity.mine else ""
        most = MOST["move"] if card not in self.box.kinds else self.box.kinds[card].copies
        number = quantity.number
        if number is None:
            number = most if quantity.every else 1
        return Piece(card, owner), max(1, min(number, 20))

    def _placed(self, card: str, pieces: tuple[Piece, ...], types: tuple[str, ...]) -> tuple[Piece, ...]:
        """Where a target lies that was named without its town: where alone it can be meant (HW-Q40)."""
        return tuple(self._meant(card, piece, types) if not piece.place else piece for piece in pieces)

    def _meant(self, card: str, piece: Piece, types: tuple[str, ...]) -> Piece:
        found = matching(self.box, dict(self.terms.state.towns), piece, types)
        order = [seat for seat in self.terms.state.in_order() if seat != self.terms.own]
        first = next((seat for seat in order if any(one.owner == seat for one in found)), None)
        meant = tuple(one for one in found if first is None or one.owner == first)
        if card == ANY_RAID or self.box.type(card) == "raid":
            meant = tuple(one for one in meant if self._wild(one)) or meant
        places = tuple(dict.fromkeys(one.place for one in meant))
        if len(places) > 1:
            raise NotThere("which-town", card=piece.card, owner=piece.owner, places=places)
        if places and any(one.place not in places for one in found):
            self.notes.append(Problem("taken-there", {"card": piece.card, "place": places[0]}))
            return replace(piece, place=places[0])
        return piece

    def _wild(self, one: Found) -> bool:
        """Whether it can be raided as the table lies."""
        town = self.terms.state.towns[one.place]
        if self.box.type(one.card) == "mayhem" or town is None:
            return True
        state = self.terms.state
        return level_for_raids(self.box, town, state.options) > len(state.seats)
