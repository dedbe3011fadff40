"""A letter to lines of orders: phrase by phrase, with what one says of others: corrections, `the rest`, counts
(D-10 to D-19)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from judge.adjudicator.diplomacy.orders import Build, Convoy, Move, Movement, Order, Remove, Retreat, Support
from judge.adjudicator.protocol import BLANK, Later, Line, Problem
from judge.grammar.orders import Named, Phrase, Piece, Unclear, is_named
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import folded, lines_of
from judge.variants.diplomacy.adjustments import due
from judge.variants.diplomacy.correcting import Correcting
from judge.variants.diplomacy.entry import Entry, is_among, is_meant, place_of
from judge.variants.diplomacy.helping import Helping
from judge.variants.diplomacy.joining import joined
from judge.variants.diplomacy.naming import Trouble
from judge.variants.diplomacy.preferring import favour, put_in_order
from judge.variants.diplomacy.reversing import ends_at
from judge.variants.diplomacy.titles import headless, is_heading
from judge.variants.diplomacy.words import write
from judge.variants.diplomacy.written import Written, filled_in

_BESIDE = frozenset(
    "please pls the a f an my and then also plus in at of to as well too both two ok so thanks thank you army "
    "fleet".split()
)
"""Words that may be beside units that are listed alone."""
_SAME = ("hold", "support_hold", "support_move", "supporting")
"""What another unit can do as well."""
_MOODS = {"not-ordered": "not-ordered", "asked": "question-asked", "conditional": "on-condition"}


@dataclass
class Letter(Correcting):
    """One seat's letter in one position."""

    _: KW_ONLY
    rest: list[tuple[int, int, Phrase]] = field(default_factory=list)
    """Phrases about all others, each with its place among the entries."""
    offers: tuple[Phrase, ...] = ()
    """The orders that were chosen between."""
    undone: dict[int, list[Hashable]] = field(default_factory=dict)
    """The subjects of the orders that a line takes back, by its number."""

    def lines(self, text: str) -> tuple[Line[Order], ...]:
        """Every order of a letter, line by line; one bad order never spoils the others (D-10)."""
        count, above, owner = 0, (0, ""), self.chart.names[self.seat]
        for number, line, below in joined(self.chart.tongue, lines_of(text), self.form):
            if BLANK in line or line.startswith(";") or is_heading(line, owner):
                continue
            if ":" in line:
                line = headless(line, self.state.title, owner)
            count += 1
            if count > MOST_LINES:
                self._add(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                break
            if len(line) > LONGEST_LINE:
                self._add(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            whole, liked = line, favour(self.chart.tongue, line, self.entries) if self.form == "retreats" else None
            line = liked.before if liked else line
            written = self.chart.written(line)
            if written.unclear:
                self._add(number, line, Problem("unclear-beside", {"text": line, "at": written.unclear, "whole": True}))
                continue
            self._take_all(number, line, written, above)
            above = number, line
            if below:
                self._take_broken(number, line, below)
            if liked:
                put_in_order(liked, self.entries, number, whole)
        Helping(self.reader, self.entries).put_right()
        if self.rest:
            self._the_rest()
        for gone in self.forgotten:
            gone.said = self._given_again(gone) or gone.said
        if self.form == "adjustments":
            self._left_to_go()
            self._counted()
        return tuple([Line(one.number, one.text, one.said, one.notes, one.rest, one.listed) for one in self.entries])

    def _take_all(self, number: int, line: str, written: Written, above: tuple[int, str]) -> None:
        """All that a line says, in the light of the line above it."""
        before = len(self.entries)
        is_lone = len(written.read) == 1 and bool(above[1]) and self._is_elsewhere(written.read[0][0])
        anew = self.chart.tongue.corrected(filled_in(line), above[1]) if is_lone else ()
        for phrase, is_plain in () if anew else written.read:
            self._take(number, phrase, is_plain)
        for phrase in (*anew, *written.beside):
            self._take(number, phrase)
        if anew:
            self._take_above(number, *above)
        if self.form == "adjustments" and not written.is_due:
            self._listed(line, self.entries[before:])
        elif written.is_due and len(self.entries) == before:
            self._add(number, line, Problem("not-ordered", {"text": line}))

    def _listed(self, line: str, found: Sequence[Entry]) -> None:
        """`My best units are A WAR, F SEV`: units beside words that do not remove them are not removed."""
        if not any(one.listed for one in found):
            return
        beside = folded(line).split()
        for piece in (piece for one in found if one.phrase for piece in one.phrase.pieces):
            is_unit = piece.kind or not piece.place.guessed
            said = folded(f"{piece.place.text} {piece.place.coast} {piece.kind}").split() if is_unit else ()
            beside = [word for word in beside if word not in said]
        for one in found if not _BESIDE.issuperset(beside) else ():
            if one.listed and isinstance(one.said, Remove):
                one.said, one.notes = self.reader.unread(line, "", ()), ()

    def _is_elsewhere(self, phrase: Phrase | Unclear) -> bool:
        """Whether a phrase is a name alone, and no unit of the seat stands there."""
        if not isinstance(phrase, Phrase) or phrase.verb != "bare":
            return False
        units = [self.state.unit(code) for code in phrase.pieces[0].place.choices]
        return not any(unit is not None and unit.power == self.seat for unit in units)

    def _take_above(self, number: int, above: int, text: str) -> None:
        """Words of correction on the line above go with what they lead in to."""
        last = self.entries[-1]
        if not isinstance(last.said, Problem) and not any(one.number == above for one in self.entries):
            self.entries.append(replace(last, number=above, text=text))

    def _take_broken(self, number: int, line: str, below: Sequence[tuple[int, str]]) -> None:
        """Words that began the line above begin the second line of a broken sentence too."""
        mine = [one for one in self.entries if one.number == number]
        for other, text in below:
            first = len(line) - len(text)
            for one in mine:
                if line.find(one.text) >= first:
                    one.number = other
            if mine and not any(one.number == other for one in mine):
                self.entries.append(Entry(other, text, mine[-1].said, phrase=mine[-1].phrase))

    def _take(self, number: int, phrase: Phrase | Unclear, is_plain: bool = False) -> None:
        self.reader.notes = []
        if isinstance(phrase, Unclear):
            self._unclear(number, phrase)
            return
        if is_plain and self._is_taken_plainly(number, phrase):
            return
        phrase = self._scrapping(self._picked(number, phrase))
        if phrase.takes_back:
            self._take_back(number, phrase)
            return
        if self._is_put_right(number, phrase):
            return
        if self._goes_on_unread(number, phrase):
            self._add(number, phrase.text, self.reader.unread(phrase.text, "", ()))
            return
        if phrase.verb == "hold_but":
            try:
                phrase = self.reader.left_out(phrase)
            except Trouble as trouble:
                self._add(number, phrase.text, trouble.problem, phrase)
                return
        if self._is_of_the_rest(phrase):
            told = any(not isinstance(one.said, Problem | Later) for one in self.entries)
            self.rest.append((len(self.entries), number, _of_the_rest(phrase) if told else phrase))
            return
        if self.undone:
            phrase = replace(phrase, swaps=True)
        if phrase.corrects and (both := self._both(number, phrase)):
            for one in both:
                self._take(number, one)
            return
        phrase = self._in_full(number, phrase)
        try:
            found = self._orders(phrase)
        except Trouble as trouble:
            problem = trouble.problem
            if problem.code == "nothing-said" and not is_named(phrase):
                problem = self.reader.unread(phrase.text, "", ())
            if phrase.verb == "all_but" and problem.code == "not-ordered":
                others = replace(phrase, verb="disband", pieces=(Piece(many="rest"),), words=("remove",))
                self.rest.append((len(self.entries), number, others))
                return
            self._add(number, phrase.text, problem, phrase)
            if phrase.corrects and problem.code != "not-ordered":
                self._doubt(number, phrase.text, phrase.pieces[0].place.choices if phrase.pieces else ())
            return
        self.reader.speak_of(found)
        for order in found:
            if isinstance(order, Later) and order.kind == "adjustments" and self._leaves(phrase):
                # "Paris to Burgundy. Remove Paris.": the unit or the order?
                self._doubt(number, phrase.text, phrase.pieces[0].place.choices, is_last=False)
                self._add(number, phrase.text, Problem("correction-unclear", {"text": phrase.text}), phrase)
                return
            if isinstance(order, Later):
                self._replace_ahead(number, order, phrase)
            elif phrase.corrects or phrase.swaps or phrase.verb == "second":
                self._replace(number, order, phrase)
            self._add(number, phrase.text, order, phrase)

    def _is_taken_plainly(self, number: int, phrase: Phrase) -> bool:
        """A plain order of a unit that moves, where no order was taken back and the one above it has nothing to do with
        it. It is what all that follows in `_take` comes to, as that asks only for what a plain order has not."""
        is_alone = not self.entries or not self._is_helped_back(phrase, self.entries[-1])
        if self.form != "movement" or self.undone or not is_alone:
            return False
        try:
            order = self.reader.movement(phrase.verb, phrase)
        except Trouble as trouble:
            self._add(number, phrase.text, trouble.problem, phrase)
            return True
        self.reader.speak_of((order,))
        self._add(number, phrase.text, order, phrase)
        return True

    def _is_put_right(self, number: int, phrase: Phrase) -> bool:
        """Whether a phrase changes orders above it, and that is all it says."""
        renames = bool(phrase.instead) and self._rename(number, phrase)
        return renames or (phrase.verb == "reverse" and self._turn_round(number, phrase))

    def _leaves(self, phrase: Phrase) -> bool:
        """Whether the unit that a phrase removes goes elsewhere by the order above."""
        here = phrase.pieces[0].place.choices if phrase.pieces and phrase.verb == "disband" else ()
        return any(isinstance(one.said, Move) and place_of(one.said) in here for one in self.entries)

    def _both(self, number: int, phrase: Phrase) -> list[Phrase]:
        """`Paris to Burgundy, Marseilles holds, no, both hold`: the last two units of its line, or the only two."""
        if not phrase.pieces or phrase.pieces[0].many != "both" or phrase.pieces[0].kind:
            return []
        said = [one for one in self.entries if isinstance(one.said, Movement)]
        beside = [place_of(one.said) for one in said if one.number == number]
        units = list(dict.fromkeys(beside))[-2:] or list(dict.fromkeys(place_of(one.said) for one in said))
        pieces = [Piece(Named(at, (at,))) for at in units] if len(units) == 2 else []
        return [replace(phrase, pieces=(one, *phrase.pieces[1:])) for one in pieces]

    def _orders(self, phrase: Phrase) -> Sequence[Order | Later]:
        """The orders of a phrase, or of what it repeats or adds to. Raises Trouble."""
        last = self.entries[-1] if self.entries else None
        if self.form == "adjustments" and phrase.verb == "bare" and (again := self._said_of(phrase)):
            return [again]
        if phrase.verb == "alike":
            last, phrase = self._like(phrase)
        if last is None or last.phrase is None or isinstance(last.said, Problem | Later):
            return self.reader.orders(phrase)
        if self._is_helped_back(phrase, last):
            phrase = replace(phrase, verb="given")
        if phrase.verb == "same" and last.phrase.verb in _SAME:
            # "Paris holds, and so does Belgium"
            others = last.phrase.pieces[1:]
            each = (replace(last.phrase, pieces=(piece, *others), text=phrase.text) for piece in phrase.pieces)
            return [order for one in each for order in self.reader.orders(one)]
        if phrase.verb == "reverse" and isinstance(last.said, Support) and last.said.to is None:
            # "Sweden supports Norway, and vice versa"
            names = ((self.chart.province(place),) for place in (last.said.of, last.said.at))
            both = tuple(Piece(Named(one[0], one)) for one in names)
            return self.reader.orders(replace(phrase, verb="support_hold", pieces=both))
        if phrase.verb == "second" and isinstance(last.said, Retreat) and phrase.places:
            # "Paris to Burgundy; failing that, Gascony"
            said = Piece(Named(last.said.at, (self.chart.province(last.said.at),)))
            more = self.reader.orders(replace(phrase, verb="retreat", pieces=(said,)))
            places = (*last.said.to, *(place for one in more if isinstance(one, Retreat) for place in one.to))
            return [replace(last.said, to=tuple(dict.fromkeys(places)))]
        return self.reader.orders(phrase)

    def _said_of(self, phrase: Phrase) -> Order | None:
        """`An army in Kiel, an army in Berlin. No, only Kiel.`: the build there, of a place alone."""
        piece = phrase.pieces[0]
        builds = [one.said for one in self.entries if isinstance(one.said, Build) and not piece.kind]
        return next((one for one in builds if place_of(one) in piece.place.choices), None)

    def _like(self, phrase: Phrase) -> tuple[Entry | None, Phrase]:
        """`Sweden ditto Denmark`: the order of the other unit, which is to be that of this one too."""
        other = phrase.pieces[1].place.choices
        said = [
            one for one in self.entries if not isinstance(one.said, Problem | Later) and place_of(one.said) in other
        ]
        return (said[-1] if said else None), replace(phrase, verb="same", pieces=phrase.pieces[:1])

    @staticmethod
    def _is_helped_back(phrase: Phrase, last: Entry) -> bool:
        """`Rumania to Sevastopol` behind `Sevastopol gives support to Rumania`."""
        if phrase.verb != "move" or not isinstance(last.said, Support) or last.said.to is not None:
            return False
        places = [one.choices for one in (*(piece.place for piece in phrase.pieces), *phrase.places)]
        return " to " in phrase.text and places == [(last.said.of.partition("/")[0],), (place_of(last.said),)]

    def _picked(self, number: int, phrase: Phrase) -> Phrase:
        """`Naples wins`, `Burgundy it is`: of the orders that were chosen between, the one it names. `No, army was
        right`: of the order on its line and those that it has replaced."""
        line = [one for one in self.entries if one.number == number and one.phrase and one.phrase.pieces]
        is_of_line = not self.offers and phrase.verb == "chosen" and phrase.corrects
        offers = tuple(one.phrase for one in line if one.phrase) if is_of_line else self.offers
        if phrase.verb not in ("bare", "chosen") or not offers:
            return phrase
        piece = phrase.pieces[0]
        found = [one for one in offers if one.verb != "choices" and is_meant(piece, one)]
        if len(found) != 1:
            return phrase
        for one in line if is_of_line else ():
            if one.said == line[-1].said:
                one.said, one.notes = Problem("taken-back", {"text": one.text}), ()
        self.offers = ()
        return replace(found[0], text=phrase.text)

    def _goes_on_unread(self, number: int, phrase: Phrase) -> bool:
        """`Keep F Nth, F Eng`, `I can go to Paris, Picardy or Gascony`: what is listed behind words not read."""
        last = self.entries[-1] if self.entries else None
        lists = phrase.verb in {"adjustments": ("bare",), "retreats": ("choices", "second")}.get(self.form, ())
        if not lists or last is None or last.number != number or not isinstance(last.said, Problem):
            return False
        if last.phrase is None:
            return last.said.code == "not-understood"
        piece = last.phrase.pieces[0] if last.phrase.pieces else None
        is_nobody = piece is not None and not piece.kind and not piece.place.choices  # "Germany fears A PAR"
        return is_nobody or last.phrase.verb not in ("bare", "build", "disband")

    def _is_of_the_rest(self, phrase: Phrase) -> bool:
        """`The rest hold`; `Bur - Bel, everyone holds`, `All hold. Brest to the Channel.`: but those with an order."""
        if not phrase.pieces or phrase.pieces[0].many not in ("rest", "all"):
            return False
        if phrase.pieces[0].many == "rest":
            return True
        return phrase.verb == "hold" and not (phrase.corrects or phrase.swaps) and not phrase.pieces[0].kind

    def _unclear(self, number: int, phrase: Unclear) -> None:
        self.offers = phrase.offers or self.offers
        if phrase.corrects:
            self._doubt(number, phrase.text, phrase.about, not phrase.mood)
        if phrase.forgets:
            self._forget(number, phrase)
            return
        heading = phrase.text.rstrip(": ")
        named = 0 < len(heading) < 40 and self.chart.tongue.owners.is_spelling(heading)
        owners = self.chart.tongue.owners.matches(heading) if named else ()
        if owners == (self.seat,):
            return
        if len(owners) == 1:
            self._add(number, phrase.text, Problem("another-seats-orders", {"text": phrase.text, "seat": owners[0]}))
        elif phrase.mood:
            self._add(number, phrase.text, Problem(_MOODS[phrase.mood], {"text": phrase.text}))
        else:
            at, could = (phrase.at, phrase.expected) if phrase.named else ("", ())
            self._add(number, phrase.text, self.reader.unread(phrase.text, at, could))

    def _forget(self, number: int, phrase: Unclear) -> None:
        """`Forget the first line`: its orders go, those given anew in their place count. Of one order alone what stands
        behind may say what is to be instead: `change the last one to Picardy`."""
        gone = self._in_place(number, phrase.forgets)
        if not gone:
            self._add(number, phrase.text, self.reader.unread(phrase.text, "", ()))
            return
        for one in gone:
            one.said, one.notes = Problem("taken-back", {"text": one.text}), ()
        self.forgotten += gone
        self._add(number, phrase.text, Problem("taken-back", {"text": phrase.text}))
        self.entries[-1].phrase = gone[0].phrase if len(gone) == 1 else None

    def _take_back(self, number: int, phrase: Phrase) -> None:
        """`Cancel A PAR - BUR`, `forget Paris`: the order that is named goes, and no other. Another order of the same
        unit behind it counts."""
        if phrase.verb == "build" and not phrase.pieces[0].kind:
            phrase = replace(phrase, verb="bare")  # "Build A KIE, A BER. No, Berlin is full."
        named = self._named_by(phrase)
        gone = [one for one in self.entries if not isinstance(one.said, Problem) and is_among(one, phrase, named)]
        if phrase.verb == "bare" and self._is_of_a_kind(phrase):
            gone = self._of_a_kind(phrase)
            for one in gone if len(gone) > 1 else ():
                one.said, one.notes = Problem("correction-unclear", {"text": phrase.text}), ()
            gone = gone if len(gone) == 1 else []
        goals = [one for one in self.entries if isinstance(one.said, Move) and self._goes_to(one.said, phrase)]
        gone = gone or (goals if len(goals) == 1 else [])
        if not gone and any(
            not isinstance(order, Later) and order.subject in self.undone.get(number, ()) for order in named
        ):
            self._take(number, replace(phrase, takes_back=False))
            return
        self.undone.setdefault(number, []).extend(
            one.said.subject for one in gone if not isinstance(one.said, Later | Problem)
        )
        for one in gone:
            if isinstance(one.said, Movement):
                self.reader.speak_of([one.said])  # "forget the fleet in Brest, it stays"
            one.said, one.notes = Problem("taken-back", {"text": one.text}), ()
        code = "taken-back" if gone else "correction-unclear"
        self._add(number, phrase.text, Problem(code, {"text": phrase.text}), phrase)

    def _named_by(self, phrase: Phrase) -> Sequence[Order | Later]:
        """The orders that a phrase writes out."""
        last, about = self.reader.last, self.reader.about
        try:
            return self.reader.orders(phrase) if phrase.verb != "bare" else ()
        except Trouble:
            return ()
        finally:
            self.reader.last, self.reader.about, self.reader.notes = last, about, []

    def _scrapping(self, phrase: Phrase) -> Phrase:
        """`Scrap Paris`, of a unit that has an order above: it is taken back."""
        if not self.reader.is_undoing(phrase) or not any(self._speaks_of(one, phrase) for one in self.entries):
            return phrase
        pieces = phrase.pieces or (Piece(phrase.places[-1]),)
        return replace(phrase, verb="bare", pieces=pieces, places=(), words=(), takes_back=True)

    def _speaks_of(self, one: Entry, phrase: Phrase) -> bool:
        """Whether an order is for the unit that a phrase names, or ends where it says."""
        if self._is_of_a_kind(phrase):
            return one in self._of_a_kind(phrase)
        named = phrase.pieces[0].place if phrase.pieces else phrase.places[-1] if phrase.places else None
        choices = named.choices if named is not None else ()
        return isinstance(one.said, Movement) and not {place_of(one.said), *ends_at(one.said)}.isdisjoint(choices)

    def _goes_to(self, move: Move, phrase: Phrase) -> bool:
        """Whether a place that was named alone is where a move ends."""
        place = phrase.pieces[0].place if phrase.verb == "bare" else None
        return place is not None and self.chart.province(move.to) in place.choices

    def _the_rest(self) -> None:
        """`The rest hold`: every unit of which the letter says nothing."""
        said = [one.said for one in self.entries if not isinstance(one.said, Problem | Later)]
        helped = (("unit", self.chart.province(one.of)) for one in said if isinstance(one, Support | Convoy) and one.to)
        self.reader.spoken_for = frozenset(order.subject for order in said).union(self.reader.kept, helped)
        for place, number, phrase in reversed(self.rest):
            self.reader.notes = []
            later, self.entries = self.entries[place:], self.entries[:place]
            try:
                for order in self._for_the_rest(phrase):
                    self._add(number, phrase.text, order, phrase)
            except Trouble as trouble:
                self._add(number, phrase.text, trouble.problem, phrase)
                if phrase.corrects:
                    self._doubt(number, phrase.text, ())
            self.entries += later

    def _left_to_go(self) -> None:
        """`I lose one. I keep Albania and Silesia.`: where just as many are left as have to go, they go."""
        kept = [one for one in self.entries if isinstance(one.said, Problem) and one.said.detail.get("why") == "kept"]
        if not kept or len(kept) < len(self.entries):
            return
        left = [
            one for one in self.state.of(self.seat) if ("unit", self.chart.province(one.place)) not in self.reader.kept
        ]
        for unit in left if len(left) == -due(self.chart, self.state, self.seat) else ():
            notes = (Problem("taken-for-unit", {"kind": unit.kind, "place": unit.place}),)
            self.entries.append(replace(kept[-1], said=Remove(unit.place), notes=notes))

    def _for_the_rest(self, phrase: Phrase) -> Sequence[Order | Later]:
        """The orders of all others; in winter they are removed if they are as many as have to be."""
        found = self.reader.orders(_of_the_rest(phrase))
        gone = [one.said.subject for one in self.entries if isinstance(one.said, Remove)]
        missing = -due(self.chart, self.state, self.seat) - len(set(gone))
        if self.form == "adjustments" and any(isinstance(one, Remove) for one in found) and len(found) != missing:
            units = tuple(write(self.state, one).split(" ", 1)[1] for one in found if isinstance(one, Remove))
            raise Trouble(Problem("how-many", {"said": max(missing, 0), "units": units}))
        return found

    def _given_again(self, gone: Entry) -> Order | None:
        """The orders of the letter in the place of those it forgot."""
        if gone.phrase is None or not gone.phrase.pieces:
            return None
        named = gone.phrase.pieces[0].place.choices
        for one in self.entries:
            if one is not gone and not isinstance(one.said, Problem | Later) and one.phrase is not None:
                if one.phrase.pieces and one.phrase.pieces[0].place.choices == named:
                    return one.said
        return None

    def _counted(self) -> None:
        """`Build two armies in Paris`: as many as were said, or it is asked."""
        for one in self.entries:
            piece = one.phrase.pieces[0] if one.phrase and one.phrase.pieces else None
            if piece is None or not piece.count or not piece.place.text or not isinstance(one.said, Build):
                continue
            kind = one.said.kind
            built = dict.fromkeys(
                other.said
                for other in self.entries
                if other.number == one.number and isinstance(other.said, Build) and other.said.kind == kind
            )
            if len(built) != piece.count:
                facts = {"said": piece.count, "units": tuple(f"{order.kind} {order.at}" for order in built)}
                one.said, one.notes = Problem("how-many", facts), ()


def _of_the_rest(phrase: Phrase) -> Phrase:
    """`All hold`, of those that have no other order."""
    if phrase.pieces[0].many == "rest":
        return phrase
    return replace(phrase, pieces=(replace(phrase.pieces[0], many="rest"), *phrase.pieces[1:]))
