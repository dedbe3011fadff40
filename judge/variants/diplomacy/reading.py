"""Phrases to orders: what a phrase orders in this position (D-10 to D-19).

Which units and places it means is worked out in `naming`; corrections and what one line says of others in `letters`.
Words supplied, guessed or overlooked are noted with the line and told as a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.diplomacy.orders import (
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Movement,
    Order,
    Retreat,
    Routed,
    Support,
    Transform,
    Unit,
)
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.orders import NOWHERE, Named, Phrase, Piece
from judge.grammar.text import folded
from judge.variants.diplomacy.adjustments import due
from judge.variants.diplomacy.naming import Trouble, steps
from judge.variants.diplomacy.wintering import Said, Wintering
from judge.variants.diplomacy.words import write

_ONLY_THERE = ("reverse", "second", "wished", "choices", "chosen", "put", "placed", "same", "alike")
"""Phrases that order something in retreats or in winter only, or beside others."""
MOST_IN_PAIR = 6
"""Words of a row that is a unit and its goal."""
_FIRST, _SECOND = "first", "second"
_AWAY = ("fall", "withdr", "retir", "run", "slip", "sneak", "get", "escape", "flee")
_GIVEN_UP = ("giv", "sacrifice", "let")
_DROPPING = ("drop ", "strike ")
_UNDOING = ("scrap", "delete")
"""Of an order they take it back; in winter they remove a unit."""
_REMOVAL = ("rem", "destroy", "scrap", "delete", "get", "giv", "lose", "sacrifice", "let")


class Reader(Wintering):
    """The phrases of one seat's letter in one position. `kept`: what is said to stay, where units are removed."""

    kept: frozenset[tuple[str, str]] = frozenset()

    def orders(self, phrase: Phrase) -> list[Said]:
        """The orders of a phrase, now or for a later window. Raises Trouble."""
        self.notes += [Problem("word-read-as", {"text": said, "as": word}) for said, word in phrase.slips]
        if phrase.verb == "given":
            phrase = self._given(phrase)
        if phrase.pieces and phrase.pieces[0].many == "it":
            at = self._it(phrase.text)
            if not at:
                raise Trouble(self.unread(phrase.text, "it", ("a place",)))
            phrase = replace(phrase, pieces=(Piece(Named(at, (at,))), *phrase.pieces[1:]))
        verb = "waive" if phrase.verb == "build" and not phrase.pieces else phrase.verb
        if verb in ("put", "placed") and self.form == "adjustments" and due(self.chart, self.state, self.seat) > 0:
            piece = phrase.pieces[0]
            kind = piece.kind or next((word for word in phrase.words if verb == "placed"), "")
            verb, phrase = "build", replace(phrase, verb="build", pieces=(replace(piece, kind=kind),))
        if verb == "choices" and self.form == "retreats":
            is_driven = any(map(self.state.driven, phrase.pieces[0].place.choices))
            verb, phrase = ("retreat", phrase) if is_driven else ("wished", self._all_refuges(phrase))
        if verb in _ONLY_THERE and not (verb == "wished" and self.form == "retreats") and not self._are_pair(phrase):
            raise Trouble(self.unread(phrase.text, "", ()))
        if verb in ("keep", "all_but", "gone") or (verb == "hold" and self.form == "adjustments"):
            verb, phrase = self._of_winter(verb, phrase)
        if verb == "reached" or self._falls_back(phrase):
            verb = "move" if phrase.pieces else "go"
            phrase = replace(phrase, verb=verb, words=())
        built = verb == "build" or self.form == "adjustments"
        owner = phrase.owner or (phrase.pieces[0].owner if built and phrase.pieces else "")
        if owner and owner != self.seat:
            raise Trouble(Problem("another-seats-orders", {"text": phrase.text, "seat": owner}))
        removal = any(word.startswith(_REMOVAL) for word in phrase.words)
        told = phrase.verb != "waive" or phrase.words[0].startswith(("waiv", "no build"))
        if self.form != "adjustments" and not told:
            # "None" alone may be about anything: only in winter it can be no build.
            if phrase.words == ("nothing else",):
                raise Trouble(Problem("not-ordered", {"text": phrase.text}))
            raise Trouble(self.unread(phrase.text, "", ()))
        if removal and self.form != "adjustments" and phrase.words[0].startswith(_GIVEN_UP):
            raise Trouble(self.unread(phrase.text, "", ()))  # "Paris gives up" may say anything
        winter = verb in ("build", "waive", "homes") or (verb == "disband" and removal)
        if verb == "due":
            return self._announced(phrase)
        if self.form == "adjustments":
            return list(self._adjustments(verb, phrase))
        if winter:
            return [Later("adjustments", write(self.state, order)) for order in self._adjustments(verb, phrase)]
        if self.form == "retreats":
            return list(self._retreats(verb, phrase))
        if verb in ("retreat", "disband") or phrase.dislodged:
            return [Later("retreats", write(self.state, order)) for order in self._retreats(verb, phrase, ahead=True)]
        return list(self._movements(verb, phrase))

    def _given(self, phrase: Phrase) -> Phrase:
        """`Norway gives support to Sweden, and Sweden to Norway`: one more support, where a unit of the same seat
        stands; where another's does, it may be a move as well."""
        goal = phrase.places[-1]
        holders = [unit for code in goal.choices if (unit := self.state.unit(code)) is not None]
        if not holders:
            return replace(phrase, verb="move")
        if any(unit.power != self.seat for unit in holders):
            raise Trouble(self.unread(phrase.text, "", ()))
        return replace(phrase, verb="support_hold", pieces=(*phrase.pieces[:1], Piece(goal)), places=())

    @staticmethod
    def _all_refuges(phrase: Phrase) -> Phrase:
        """`Burgundy, else Gascony`: the first is a refuge as well."""
        first = phrase.pieces[0]
        is_place = bool(first.place.choices) and not first.kind and not first.owner
        return replace(phrase, pieces=(), places=(first.place, *phrase.places)) if is_place else phrase

    def _falls_back(self, phrase: Phrase) -> bool:
        """`Bohemia falls back to Vienna` in a letter of moves: it goes there. Only what is driven out retreats."""
        is_move = self.form == "movement" and phrase.verb == "retreat" and not phrase.dislodged
        is_lone = len(phrase.words) == len(phrase.places) == 1
        return is_move and is_lone and phrase.words[0].startswith(_AWAY)

    def _of_winter(self, verb: str, phrase: Phrase) -> tuple[str, Phrase]:
        """In winter `A BEL is safe` keeps it, and `to go: A WAL` removes it; `keep A PAR` holds it otherwise."""
        removes = self.form == "adjustments" and due(self.chart, self.state, self.seat) < 0
        if verb == "hold" and not (removes and phrase.pieces):
            return verb, phrase
        if verb == "keep" and phrase.words and self.form != "adjustments":
            return "hold", replace(phrase, verb="hold", words=())
        if verb == "keep" and self.form == "adjustments" and not removes:
            raise Trouble(Problem("not-ordered", {"text": phrase.text, "why": "kept"}))
        if not removes:
            raise Trouble(self.unread(phrase.text, "", ()))
        if verb == "gone":
            return "disband", replace(phrase, verb="disband", words=("remove",))
        rest = phrase.pieces[-1].many == "rest"
        for piece in self._each(phrase.pieces[-1], self._mine(), None, phrase) if not rest else ():
            at, _ = self._ordered(piece, self.state.unit)
            self.kept |= {("unit", self.chart.province(at))}
        raise Trouble(Problem("not-ordered", {"text": phrase.text, "why": "kept"}))

    def is_undoing(self, phrase: Phrase) -> bool:
        """`Scrap Paris`, `drop Paris` in a letter of moves."""
        if phrase.verb == "go" and phrase.text.lower().startswith(_DROPPING):
            return self.form == "movement"
        return (
            self.form == "movement"
            and phrase.verb == "disband"
            and phrase.words[:1] != ()
            and phrase.words[0].startswith(_UNDOING)
        )

    def left_out(self, phrase: Phrase) -> Phrase:
        """`All but Munich hold`: the order of the rest, which those named are none of. Raises Trouble."""
        first, *others = phrase.pieces
        if first.many not in ("all", "rest") or first.count or self.form != "movement":
            raise Trouble(self.unread(phrase.text, "", ()))
        for other in (one for piece in others for one in self._each(piece, self._mine(), None, phrase)):
            at, unit = self._ordered(other, self.state.unit)
            if unit is None or unit.power != self.seat:
                raise Trouble(Problem("no-unit-there", {"place": at}))
            self.kept |= {("unit", self.chart.province(at))}
        return replace(phrase, verb="hold", pieces=(replace(first, many="rest"),))

    # Movement

    def _movements(self, verb: str, phrase: Phrase) -> Sequence[Order]:
        if verb == "bare" and self._is_goal(phrase):
            verb, phrase = (
                "move",
                replace(
                    phrase,
                    verb="move",
                    pieces=(replace(phrase.pieces[0], place=NOWHERE),),
                    places=(phrase.pieces[0].place,),
                ),
            )
        if verb == "bare":
            raise Trouble(self._nothing_said(phrase))
        if verb == "choices" and self._are_pair(phrase):
            verb, phrase = "move", replace(phrase, verb="move")
        if verb == "listed":
            raise Trouble(Problem("two-goals", {"text": phrase.text, "places": self._names(phrase.places)}))
        if verb in ("follow", "thither", "aimed"):
            phrase = self._on_the_way(verb, phrase)
            verb = phrase.verb
        phrase = self._placed(phrase)
        if verb in ("backed", "ferried"):
            return self._helped_moves(verb, phrase)
        if verb in ("supporting", "carrying"):
            helper = replace(phrase, pieces=(phrase.pieces[0], Piece(many="it")))
            return self._movements("support_hold" if verb == "supporting" else "convoy", helper)
        if verb == "go":
            piece = self._goer(phrase)
            return [self.movement("move", replace(phrase, pieces=(piece,)))]
        first, *others = phrase.pieces
        if verb == "move":
            if first.many == "rest" and first.kind and not first.kind.endswith("s"):
                # "the other fleet goes to Tunis"
                alone = self._each(first, self._mine(), None, phrase)
                phrase = replace(phrase, pieces=(alone[0] if len(alone) == 1 else first, *others))
                first = phrase.pieces[0]
            if first.many:
                raise Trouble(Problem("several-to-one-place", {"text": phrase.text}))
            mover = self._mover(first, phrase)
            return [self.movement(verb, phrase if mover is first else replace(phrase, pieces=(mover, *others)))]
        if first.place.text:
            return [self.movement(verb, phrase)]
        each = self._each(first, self._mine(), lambda unit: self._could_help(unit, verb, phrase))
        said = (
            Phrase(verb, (one, *others), phrase.places, phrase.words, phrase.text, route=phrase.route) for one in each
        )
        return [self.movement(verb, one) for one in said]

    def _is_goal(self, phrase: Phrase) -> bool:
        """`Fleet Mid-Atlantic`, where no unit stands and one fleet alone could go."""
        piece = phrase.pieces[0]
        is_free = len(piece.place.choices) == 1 and self.state.unit(piece.place.choices[0]) is None
        able = [one for one in self._mine() if one.kind == piece.kind[:1].upper() and self._can_reach(one, piece.place)]
        return len(piece.kind) > 1 and is_free and not piece.place.guessed and not piece.owner and len(able) == 1

    def _are_pair(self, phrase: Phrase) -> bool:
        """`Brest,Mid-Atlantic` alone in its row: a unit of the seat and a place where none of it stands."""
        if self.form != "movement" or phrase.verb != "choices" or len(phrase.places) != 1 or phrase.pieces[0].many:
            return False
        here, there = phrase.pieces[0].place.choices, phrase.places[0].choices
        mine, theirs = (self.state.unit(one[0]) if len(one) == 1 else None for one in (here, there))
        is_pair = phrase.text.count(",") == 1 and len(phrase.text.replace(",", " ").split()) <= MOST_IN_PAIR
        is_free = theirs is None or theirs.power != self.seat
        is_mine = mine is not None and mine.power == self.seat
        return is_pair and is_free and is_mine and self.reaches(here[0], there[0]) if len(there) == 1 else False

    def _on_the_way(self, verb: str, phrase: Phrase) -> Phrase:
        """`Holland follows`: into the place that a move has left; `Munich goes there`: to where that went; `Trieste is
        weak: Venice attacks it`: to the place named last that no order is for; `Trieste first: Venice attacks it`."""
        if self.form != "movement":
            raise Trouble(self.unread(phrase.text, "", ("a place",)))
        if verb == "aimed":
            return replace(phrase, verb="move", pieces=(Piece(phrase.places[0]),), places=(phrase.pieces[0].place,))
        left = self.chart.province(self.last.at) if isinstance(self.last, Move) else ""
        to = left if verb == "follow" else self.goal
        is_theirs = not phrase.text.rstrip(" .!").endswith((" there", " in")) and verb == "thither"
        holder = self.state.unit(to) if to else None
        is_own = holder is not None and holder.power == self.seat
        is_own |= isinstance(self.last, Move) and self.chart.province(self.last.to) == to
        if not to or (is_theirs and is_own):
            raise Trouble(self.unread(phrase.text, "", ("a place",)))
        verb = "backed" if len(phrase.pieces) > 1 else "move"
        return replace(phrase, verb=verb, places=(Named(to, (to,)),))

    def movement(self, verb: str, phrase: Phrase) -> Movement:
        """The order of one unit that moves, holds or helps. Raises Trouble."""
        at, unit = self._ordered(phrase.pieces[0], self.state.unit)
        if verb != "move":
            at = self._from(at, unit, None)
        order: Movement
        match verb:
            case "hold":
                order = Hold(at)
            case "change":
                return self._transformed(at, unit, phrase)
            case "move":
                to, routed = self._goal(phrase, unit)
                route = self._binding(phrase) if unit is None or unit.kind == "A" else ()
                if route:
                    return Routed(self._from(at, unit, to), to, True, route)
                order = Move(self._from(at, unit, to), to, routed or "via" in phrase.words or bool(phrase.words))
            case _ if phrase.pieces[1].many == "it":
                return self._help_of_it(verb, at, phrase)
            case "support_hold":
                of, _ = self._helped(phrase.pieces[1], None, unit)
                return Support(at, of)
            case "support_move":
                of, other = self._helped(phrase.pieces[1], phrase.places[-1], unit)
                to, _ = self._goal(phrase, other, unit)
                return Support(at, of, to)
            case _:
                if not phrase.places:
                    raise Trouble(self.unread(phrase.text, "", ("-", "a place")))
                of, other = self._helped(phrase.pieces[1], phrase.places[-1], None)
                to, _ = self._goal(phrase, other)
                return Convoy(at, of, to)
        self.last = order
        return order

    def _transformed(self, at: str, unit: Unit | None, phrase: Phrase) -> Transform:
        """`A BRE becomes F`, `A STP becomes F STP/NC` (D-85)."""
        said = phrase.pieces[1]
        if said.place.text and at.partition("/")[0] not in said.place.choices:
            raise Trouble(self.unread(phrase.text, said.place.text, ()))
        kind: Kind = "F" if said.kind.startswith("f") or (not said.kind and unit and unit.kind == "A") else "A"
        province = self.chart.province(at)
        coasts = self.chart.board.coasts_of[self.chart.board.number[province]] if kind == "F" else ()
        place = f"{province}/{said.place.coast}" if said.place.coast else province
        if coasts and place == province:
            names = tuple(self.chart.board.place_ids[coast] for coast in coasts)
            raise Trouble(Problem("which-coast", {"place": at, "to": province, "coasts": names}))
        return Transform(at, kind, place)

    def _help_of_it(self, verb: str, at: str, phrase: Phrase) -> Movement:
        """`Paris supports it`: the order given last."""
        last = self.last
        if last is None or last.at == at:
            raise Trouble(self.unread(phrase.text, phrase.pieces[1].place.text or "it", ("a place",)))
        to = last.to if isinstance(last, Move) else None
        if verb != "convoy":
            return Support(at, last.at, to)
        if to is None:
            raise Trouble(self.unread(phrase.text, "", ("-", "a place")))
        return Convoy(at, last.at, to)

    def _helped_moves(self, verb: str, phrase: Phrase) -> list[Order]:
        """`Ruhr attacks Burgundy, supported by Munich` is both orders; so is an army and the fleet that carries it."""
        doer, *helpers = phrase.pieces
        moves = bool(phrase.places)
        main = self.movement(
            "move" if moves else "hold",
            replace(phrase, pieces=(self._mover(doer, phrase),), words=("via",) if verb == "ferried" else phrase.words),
        )
        found: list[Order] = [main]
        to = main.to if isinstance(main, Move) else None
        for helper in helpers:
            for piece in self._each(helper, self._mine(), lambda unit: unit.place != main.at):
                at, unit = self._ordered(piece, self.state.unit)
                at = self._from(at, unit, None)
                found.append(Convoy(at, main.at, to) if verb == "ferried" and to else Support(at, main.at, to))
        return found

    def _placed(self, phrase: Phrase) -> Phrase:
        """`the fleet moves from Ankara to the Black Sea`, `my fleet remains in Brest`: the place of the unit is behind
        the verb."""
        if phrase.verb == "hold" and phrase.places:
            piece = phrase.pieces[0]
            if piece.place.choices and piece.place.choices != phrase.places[0].choices:
                raise Trouble(self.unread(phrase.text, phrase.places[0].text, ()))
            return replace(phrase, pieces=(replace(piece, place=phrase.places[0]),), places=())
        if phrase.verb == "hold" and not phrase.pieces:
            raise Trouble(self.unread(phrase.text, phrase.text, ("A or F", "a place")))
        if phrase.verb in ("support_move", "convoy") and len(phrase.places) > 1 and not phrase.pieces[1].place.text:
            helped = replace(phrase.pieces[1], place=phrase.places[0])
            return replace(phrase, pieces=(phrase.pieces[0], helped), places=phrase.places[1:])
        if phrase.verb != "move" or len(phrase.places) < 2:
            return phrase
        if not phrase.pieces:
            return replace(phrase, pieces=(Piece(phrase.places[0]),), places=phrase.places[1:])
        piece = phrase.pieces[0]
        if piece.place.text or piece.many:
            return phrase
        return replace(phrase, pieces=(replace(piece, place=phrase.places[0]),), places=phrase.places[1:])

    def _mover(self, piece: Piece, phrase: Phrase) -> Piece:
        """The unit of a move of which only the kind was said."""
        if piece.many:
            raise Trouble(self.unread(phrase.text, "", ("a place",)))
        if piece.place.text:
            return piece
        if not phrase.places:
            raise Trouble(self.unread(phrase.text, "", ("a place",)))
        goals = phrase.places[-1:]
        return self._one(piece, self._mine(), lambda unit: all(self._can_reach(unit, one) for one in goals), phrase)

    def _goer(self, phrase: Phrase) -> Piece:
        """The one unit that a destination alone can be meant for (D-17)."""
        last = phrase.places[-1]
        if not last.choices:
            raise Trouble(self._unknown(last))
        able = [unit for unit in self._mine() if self._can_reach(unit, last)]
        if len(able) != 1:
            raise Trouble(self._which(phrase, able))
        self.notes.append(Problem("taken-for-unit", {"kind": able[0].kind, "place": able[0].place}))
        return self._piece_of(able[0])

    def _could_help(self, unit: Unit, verb: str, phrase: Phrase) -> bool:
        """Whether a unit of which only the kind was said could give that support or convoy."""
        if verb == "hold" or len(phrase.pieces) < 2:
            return True
        goal = phrase.places[-1] if phrase.places else phrase.pieces[1].place
        if not goal.choices:
            return True
        if verb == "convoy":
            return unit.kind == "F"
        near = {self.chart.province(place) for place in steps(self.chart, unit)}
        return any(code in near for code in goal.choices) and self.chart.province(unit.place) not in goal.choices

    # Retreats

    def _retreats(self, verb: str, phrase: Phrase, *, ahead: bool = False) -> Sequence[Order]:
        """A retreat; `ahead` of its window it is for a unit that stands where it might be driven out."""
        if verb == "bare" and not ahead and self._is_refuge(phrase):
            verb, phrase = "go", replace(phrase, pieces=(), places=(phrase.pieces[0].place,))
        if verb == "bare":
            raise Trouble(self._nothing_said(phrase))
        if verb not in ("retreat", "listed", "move", "go", "disband", "wished"):
            if verb == "hold":
                raise Trouble(Problem("not-in-retreats", {"kind": "hold"}))
            return [] if verb in ("backed", "ferried") else self._movements(verb, phrase)
        units = [one for one in self.state.units if one.power == self.seat] if ahead else self._driven()
        by_place = {self.chart.province(unit.place): unit for unit in units}
        if not phrase.pieces:
            able = [unit for unit in units if verb == "disband" or self._may_retreat(unit, phrase.places[0], ahead)]
            if len(able) != 1 or (verb == "disband" and ahead):
                raise Trouble(self._which(phrase, able))
            self.notes.append(Problem("taken-for-unit", {"kind": able[0].kind, "place": able[0].place}))
            pieces = [self._piece_of(able[0])]
        else:
            phrase = self._placed(phrase)
            fits = (lambda unit: self._may_retreat(unit, phrase.places[-1], ahead)) if phrase.places else None
            pieces = self._each(phrase.pieces[0], units, fits, phrase)
        return [self._retreat(verb, piece, phrase, by_place.get, ahead) for piece in pieces]

    def _retreat(
        self, verb: str, piece: Piece, phrase: Phrase, find: Callable[[str], Unit | None], ahead: bool
    ) -> Order:
        at, unit = self._ordered(piece, find)
        if unit is None:
            at = piece.place.choices[0]
            if ahead:
                other = self.state.unit(at)
                if other is None:
                    raise Trouble(Problem("no-unit-there", {"place": at}))
                facts = {"kind": other.kind, "place": other.place, "seat": other.power}
                raise Trouble(Problem("not-your-unit", facts))
        if verb == "disband":
            return Disband(at)
        said = folded(phrase.text).split()
        if _SECOND in said and _FIRST in said[said.index(_SECOND) :]:
            raise Trouble(self.unread(phrase.text, _SECOND, ()))  # "Paris second, Gascony first"
        places: list[str] = []
        for named in phrase.places:
            if not named.choices:
                raise Trouble(self._unknown(named))
            province = named.choices[0]
            if len(named.choices) > 1:
                driven = self.state.driven(self.chart.province(at))
                options = {self.chart.province(place) for place in driven.options} if driven else set()
                province = self._fitting(named, options.__contains__)
            elif named.guessed:
                self._taken(named, province)
            places.append(self._landing(named, province, unit))
        if not places:
            raise Trouble(self.unread(phrase.text, "", ("a place", "D")))
        # "Retreat the army from Burgundy to Paris."
        own = self.chart.province(at)
        away = [place for place in places if self.chart.province(place) != own]
        return Retreat(at, tuple(dict.fromkeys(away or places)))

    def _is_refuge(self, phrase: Phrase) -> bool:
        """`Picardy`, where only one unit is driven out and could go there."""
        driven = self._driven()
        place = phrase.pieces[0].place
        is_alone = place.text and not phrase.pieces[0].kind and not phrase.pieces[0].owner
        return bool(is_alone) and len(driven) == 1 and self._may_retreat(driven[0], place, False)

    def _may_retreat(self, unit: Unit, named: Named, ahead: bool) -> bool:
        driven = self.state.driven(self.chart.province(unit.place))
        if driven is None or ahead:
            return self._can_reach(unit, named)
        return any(self.chart.province(place) in named.choices for place in driven.options)
