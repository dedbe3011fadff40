"""The clauses of a sentence put together: whose a window and a condition are, and what corrects what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from lark import Token, Tree

from judge.grammar.finding import Name
from judge.grammar.numbers import number as number_of
from judge.grammar.numbers import place as place_of
from judge.variants.hell_on_wheels import timing
from judge.variants.hell_on_wheels.amending import cards_in, earlier, is_tree, left_out, put_right, take_back
from judge.variants.hell_on_wheels.moments import CARD_PHASES, PHASES
from judge.variants.hell_on_wheels.terms import NotThere, Terms, kids, names, tokens
from judge.variants.hell_on_wheels.times import phase_number
from judge.variants.hell_on_wheels.timing import PLAYED

_ADDS = frozenset("and plus".split())
TYPE_WORDS = {"civilized": "civilized", "establishment": "establishment", "customer": "customer", "mayhem": "customer"}
"""The phase in which cards of a type are played, for headings."""


UNSAID = {"TALE": "told", "KEEPS_NONE": "told", "QUOTED": "quoted", "ASKED": "asked"}
"""Sentences that order nothing, and why."""


@dataclass(slots=True)
class Clause:
    """One order of a sentence as it is put together. `headed`: the card of its heading. `others`: what is done where it
    cannot be. `instead`: what it corrects, in the same sentence. `again`: it corrects what an earlier sentence said."""

    tree: Tree[Any]
    slot: str = ""
    here: str = ""
    phase: str = ""
    ifs: list[Tree[Any]] = field(default_factory=list)
    _: KW_ONLY
    others: list[Clause] = field(default_factory=list)
    headed: tuple[Name, ...] = ()
    listed: tuple[Name, int | None] | None = None
    """The type that a heading with a town names, and how many of it."""
    instead: Clause | None = None
    like: Clause | None = None
    """The play before it, whose opponent may be its own."""
    again: bool = False
    without: tuple[Name, ...] = ()
    """Cards that its group does not include."""
    too: bool = False
    """It is a card that does what the one before it does."""
    excepting: bool = False
    """What goes elsewhere is said behind it."""

    @property
    def kind(self) -> str:
        """The order itself."""
        return self.tree.data


@dataclass(slots=True)
class Sentence:
    """The clauses of a sentence. `unsaid`: why it orders nothing. `corrects`: it begins with a correction of the words
    before it; `forgets`: the number of a line that it takes back; `forgotten`: the cards that it takes back."""

    clauses: list[Clause] = field(default_factory=list)
    _: KW_ONLY
    unsaid: str = ""
    is_whole: bool = False
    """It takes back what it said itself: no piece of it is an order."""
    corrects: bool = False
    swaps: bool = False
    """`… instead`: what was said of the same card before is not meant any more."""
    forgets: int = 0
    forgotten: tuple[str, ...] = ()


class Joiner:
    """Puts the clauses of one sentence together. `before_it`: the window of the play before the sentence."""

    def __init__(self, terms: Terms, before_it: Callable[[], str]) -> None:
        self.terms = terms
        self.before_it = before_it
        self.said = Sentence()
        self.slot = ""
        self.carried = ""
        self.others: list[str] = []
        """The windows that are named beside it."""
        self.here = ""
        self.phase = ""
        self.headed: tuple[Name, ...] = ()
        self.keeps = False
        """It is the heading of a list of what is kept."""
        self.is_placed = True
        """Whether something is said of the card of a heading."""
        self.listed: tuple[Name, int | None] | None = None
        self.before: list[Tree[Any]] = []
        self.joined: Clause | None = None
        self.mode = self.fixed = ""
        self.negated = False
        self.left_out: Name | None = None
        """A card that is not to be where something else goes."""

    def joined_up(self, tree: Tree[Any]) -> Sentence:
        """The sentence that a tree is."""
        for number, child in enumerate(tree.children):
            if isinstance(child, Token):
                if child.type in UNSAID:
                    self.said.unsaid = UNSAID[child.type]
                    return self.said
                self.negated = True
            elif child.data in _BETWEEN:
                _BETWEEN[child.data](self, child, tree.children[number + 1 :])
            elif self.negated:
                for last in self.said.clauses[-1:] if self.mode == "FIXED" and child.data in ("build", "play") else ():
                    if not cards_in(last.tree).isdisjoint(cards_in(child)):
                        left_out(self, last, cards_in(child))
                self.said.unsaid = "negated"
            else:
                self._order(child)
        self._end()
        if self.said.clauses:
            self._all_placed()
        for clause in self.said.clauses if self.said.corrects else ():
            clause.again = True
        return self.said

    # --- what stands between ------------------------------------------------------------------------------------------

    def _sep(self, tree: Tree[Any], behind: list[Any]) -> None:
        if not tree.children:
            # `Everything to Present, except the Saloon, which goes to Past`
            self.joined = None
            for clause in self.said.clauses[-1:]:
                clause.excepting = True
            return
        (word,) = tokens(tree, "JOIN", "NUMBERED", "STOP", "ELSE", "ELSE_NONE", "ELSE_GONE", "FIXED", "INSTEAD")
        if word.type == "INSTEAD":
            self.said.swaps = True
            return
        self.joined = None
        if word.type == "JOIN" and self.mode == "FIXED" and not _ADDS.isdisjoint(word.split()):
            # `Vice on Past, sorry, and Scots on Future`
            self.mode = ""
        if word.type == "STOP":
            self._end()
            self.negated = False
            self.carried = self.here = ""
        elif word.type in ("ELSE", "ELSE_NONE", "ELSE_GONE", "FIXED"):
            self.negated = False
            self.mode = word.type.removesuffix("_NONE").removesuffix("_GONE")
            if word.type == "ELSE_GONE":
                aims = {card for one in self.said.clauses[-1:] for card in cards_in(one.tree)}
                if cards_in(tree).isdisjoint(aims):
                    raise NotThere("else-of-what")
            self.fixed = str(word)
            if word.type == "FIXED" and not self.said.clauses:
                self.said.corrects = True
                self.mode = ""

    def _head(self, tree: Tree[Any], behind: list[Any]) -> None:
        self.joined = None
        if tokens(tree, "KEEP_HEAD"):
            self.keeps = True
            return
        for word in tokens(tree, "HEADED_PHASE"):
            phase = PHASES[phase_number(self.terms, Tree("phase", [word])) - 1]
            if phase not in CARD_PHASES:
                raise NotThere("not-understood", text=str(word))
        if names(tree, "%"):
            seat = self.terms.seat(names(tree, "%")[0])
            if seat != self.terms.own:
                raise NotThere("not-your-seat", seat=seat)
        elif names(tree, "@"):
            self.here = self.terms.place(names(tree, "@")[0])
            if names(tree, "#"):
                self.listed = names(tree, "#")[0], self._listed_number(tree)
        elif names(tree, "#"):
            (card,) = names(tree, "#")[0].choices[:1]
            if card not in TYPE_WORDS:
                # `Saloons: one on Past, one on Present`
                self._all_placed()
                self.headed, self.is_placed = (names(tree, "#")[0],), False
                return
            self.phase = TYPE_WORDS[card]
            # `Customers and Mayhem:` is one heading.
            if self.said.clauses and self.said.clauses[-1].kind == "build" and not behind_has_place(self.said.clauses):
                self.said.clauses.pop()

    def _listed_number(self, heading: Tree[Any]) -> int | None:
        """How many cards are to be listed: `three houses on Past:`, `all my houses on Past:`."""
        word = next((str(one).removesuffix(" of").split()[-1] for one in tokens(heading, "LISTED")), "")
        if word != "all":
            return number_of(word) if word else None
        type_ = self.terms.hand_card(names(heading, "#")[0])
        return sum(type_ in (card, self.terms.box.type(card)) for card in self.terms.hand)

    def _condition(self, tree: Tree[Any], behind: list[Any]) -> None:
        last = self.said.clauses[-1] if self.said.clauses else None
        if last is None or (self.joined is None and timing.leads(behind)):
            self.before.append(tree)
        else:
            (last.others[-1] if last.others else last).ifs.append(tree)

    def _dropped(self, tree: Tree[Any], behind: list[Any]) -> None:
        """`rather than Present`, `two, not three`: what is not meant."""
        for clause in self.said.clauses[-1:]:
            clause.without = tuple(
                one for one in tree.scan_values(lambda value: isinstance(value, Name)) if one.sign == "#"
            )
            if not cards_in(tree).isdisjoint(cards_in(clause.tree)):
                left_out(self, clause, cards_in(tree))

    def _added(self, tree: Tree[Any], behind: list[Any]) -> None:
        """`Scots on Future, hold on, Vice on Past as well`: nothing is corrected."""
        for last in self.said.clauses[-1:]:
            if last.instead is not None and cards_in(last.instead.tree).isdisjoint(cards_in(last.tree)):
                self.said.clauses[-1:] = [last.instead, last]
                last.instead = None

    def _forget(self, tree: Tree[Any], behind: list[Any]) -> None:
        for ordinal in tokens(tree, "ORDINAL"):
            self.said.forgets = place_of(str(ordinal))
        for line in tokens(tree, "LINE_NUMBER"):
            self.said.forgets = int(line.split()[-1])
        for name in tree.children:
            if isinstance(name, Name):
                self.left_out = name
                clause = next((one for one in reversed(self.said.clauses) if name.text in cards_in(one.tree)), None)
                if clause is None:
                    self.said.forgotten = name.choices
                else:
                    self.mode = "FIXED"
                    left_out(self, clause, {name.text})

    def _put(self, tree: Tree[Any], behind: list[Any]) -> None:
        """`leave the Irish out of that, put them in Omaha`."""
        if self.left_out is None:
            raise NotThere("not-understood", text="")
        self.said.swaps, self.said.forgotten = bool(self.said.forgotten), ()
        at = Tree("at", list(tree.children))
        self._order(Tree("build", [Tree("things", [Tree("thing", [self.left_out, at])])]))
        self.left_out = None

    # --- orders -------------------------------------------------------------------------------------------------------

    def _all_placed(self) -> None:
        """`Saloon: Corinne, Brothel: also, nothing else`: a card with a heading of its own goes somewhere."""
        if not self.is_placed:
            raise NotThere("needs-place", card=self.terms.hand_card(self.headed[0]))

    def _order(self, tree: Tree[Any]) -> None:
        if not self.is_placed and tree.data in ("build", "on_place", *PLAYED):
            named = {one.text for one in tree.scan_values(lambda value: getattr(value, "sign", "") == "#")}
            self.is_placed = not named or self.headed[0].text in named
        slot, tree = timing.own_window(self.terms, tree)
        if tree.data == "rest" and self.slot:
            # `After the bids I play nothing`
            tree = Tree("nothing", [])
        if tree.data == "move" and not (kids(tree, "card") or self.said.clauses) and self._in_hand(tree):
            # `Move that Brothel to Present.`: it was to go elsewhere.
            tree, self.said.swaps = Tree("build", kids(tree, "things")), True
        if tree.data == "stays" and self.mode == "" and (self.said.is_whole or self._excepts()):
            # `Scots on Past - no, don't, keep them`, `all mayhem on Past but Vice, keep that`: it is said already.
            return
        clause = Clause(tree, slot or self.slot, self.here, self.phase, self.before, headed=self.headed)
        clause.listed, self.listed = self.listed, None
        self.before = []
        last = self.said.clauses[-1] if self.said.clauses else None
        if last is not None and (self._goes_with(last, clause) or self._put_right(last, clause)):
            return
        self._add(last, clause)
        others, self.others = self.others, []
        if others and clause.kind in PLAYED:
            if clause.kind != "nothing":
                raise NotThere("not-understood", text="")
            self.said.clauses += [replace(clause, slot=one) for one in others]
        self.mode, self.slot = "", ""
        self.joined = clause

    def _excepts(self) -> bool:
        """Whether the clause before says which cards are in no group."""
        return any(True for one in self.said.clauses[-1:] for _ in one.tree.find_data("but"))

    def _goes_with(self, last: Clause, clause: Clause) -> bool:
        """Whether a clause is a part of the one before it, or says nothing beside it."""
        # `use Vigilantes in window 6 to raid Vice`: the card and its deed are one.
        if self.mode == "" and self._completes(last, clause):
            last.tree = Tree("raid", [*clause.tree.children, *last.tree.children])
            last.slot = last.slot or clause.slot
            self.joined, self.slot = last, ""
            return True
        if clause.kind == "kept" and last.kind in ("play", "move") and not self._in_hand(clause.tree):
            # `Desperados move Murders to Future, Drinking stays`
            return True
        if clause.kind == last.kind == "play" and self.mode == "" and len(clause.tree.children) == 1:
            clause.like = last
        return False

    def _put_right(self, last: Clause, clause: Clause) -> bool:
        """Whether a clause behind a word of correction put right what was said before it. Not all is right by that:
        some corrects nothing."""
        if self.mode != "FIXED":
            return False
        if last.kind in ("keep", "kept") and _is_lone_card(clause.tree):
            # `keep Supervisor, no, Desperados`
            name = next(clause.tree.scan_values(lambda value: isinstance(value, Name)))
            if name.text in cards_in(last.tree):
                raise NotThere("not-understood", text="")
            last.tree = Tree("keep", [*last.tree.children[:-1], Tree("item", [name])])
            self.mode, self.joined = "", last
            return True
        if clause.kind == "stays" and last.kind not in ("keep", "kept"):
            take_back(self, last, clause)
            return True
        named_before = earlier(self, clause)
        if named_before is not None:
            put_right(self, named_before, clause)
            self.mode, self.slot, self.joined = "", "", clause
            return True
        if not self._corrects(last, clause):
            clause.again = clause.kind in ("keep", "kept")
            self.mode = ""
        return False

    def _add(self, last: Clause | None, clause: Clause) -> None:
        """A clause as another order, another choice, or in place of the one before it."""
        if self.mode == "ELSE":
            if last is None:
                raise NotThere("else-of-what")
            last.others.append(clause)
        elif self.mode == "" and last is not None and clause.kind == "on_place" and last.ifs:
            # `both on Present unless mayhem there is 4 or more: then on Past`
            if not any(word.startswith("unless") for word in tokens(last.ifs[-1], "IF")):
                raise NotThere("not-understood", text="")
            last.others.append(clause)
        elif clause.kind == "swap":
            # `Scots on Past, Vice on Present - no, the other way round`
            self.said.clauses.append(clause)
        elif self.mode == "FIXED" and last is not None and clause.kind == "on_seat" and self._is_spared(last):
            pass  # `Ungovernable on Past, sorry Blue`
        elif self.mode == "FIXED" and last is not None:
            put_right(self, last, clause)
        else:
            if not clause.slot and clause.kind in PLAYED:
                clause.slot = self.carried
            self.said.clauses.append(clause)

    def _is_spared(self, last: Clause) -> bool:
        """Whether a seat behind a word of correction is no aim of the order before: nobody's card is its target."""
        if last.kind not in PLAYED:
            return True
        aims = {
            name.choices[0]
            for name in last.tree.scan_values(lambda value: isinstance(value, Name) and value.sign == "#")
        }
        owned = {one for one in aims if self.terms.box.type(one) in ("establishment", "civilized")}
        return "sorry" in self.fixed and bool(aims) and not owned

    def _corrects(self, last: Clause, clause: Clause) -> bool:
        """Whether the order behind a word of correction is in the place of the one before. `Vice on Past actually,
        Scots on Future`: the word is that of the order before; whether `sorry` is, nobody knows."""
        if clause.kind in ("rest", "keep", "kept", "stays") or (clause.kind == "nothing" and clause.slot):
            return clause.kind == last.kind
        if self.fixed[:1] in ",-" or clause.kind in ("on_place", "on_seat", "nothing"):
            return True
        before, cards = cards_in(last.tree), cards_in(clause.tree)
        if not cards or not before.isdisjoint(cards) or clause.kind in ("bid", "draw"):
            return True
        if any(True for _ in clause.tree.scan_values(lambda value: isinstance(value, Token) and value.type == "TOO")):
            return False
        if not self.fixed.startswith("actually"):
            raise NotThere("not-understood", text="")
        return False

    def _in_hand(self, tree: Tree[Any]) -> bool:
        """Whether any of the cards of a list is in the hand."""
        said = tree.scan_values(lambda value: isinstance(value, Name) and value.sign in "#&")
        return any(choice in self.terms.hand for name in said for choice in name.choices)

    def _completes(self, last: Clause, clause: Clause) -> bool:
        """Whether a raid says what the card named just before it is used for."""
        if last.kind != "play" or clause.kind != "raid" or last.others or last.ifs:
            return False
        bare = len(last.tree.children) == 1 and not any(is_tree(one, "card") for one in clause.tree.children)
        return bare and self.joined is last

    def _end(self) -> None:
        """Where a sentence ends, what waited for an order behind it belongs to the one before."""
        if self.before and self.said.clauses:
            self.said.clauses[-1].ifs += self.before
        elif self.before:
            raise NotThere("if-without-order")
        if self.slot and self.said.clauses:
            timing.trailing(self, self.slot)
        elif self.slot:
            raise NotThere("window-without-card", slot=self.slot)
        if self.mode == "ELSE":
            raise NotThere("else-of-what")
        self.before, self.slot, self.mode = [], "", ""


_BETWEEN: dict[str, Callable[[Joiner, Tree[Any], list[Any]], None]] = {
    "sep": Joiner._sep, "window": timing.window, "head": Joiner._head, "condition": Joiner._condition,
    "dropped": Joiner._dropped, "forget": Joiner._forget, "put": Joiner._put, "added": Joiner._added,
}  # fmt: skip
"""The readers of what stands between orders, by its branch."""


def _is_lone_card(tree: Tree[Any]) -> bool:
    """A card, and nothing said of it."""
    parts = [one for one in tree.iter_subtrees() if one.data not in ("play", "build", "things", "thing", "card")]
    return tree.data in ("play", "build") and not parts and len(cards_in(tree)) == 1


def behind_has_place(clauses: list[Clause]) -> bool:
    """Whether the last clause says where something goes."""
    return any(True for _ in clauses[-1].tree.find_pred(lambda one: one.data in ("at", "from")))
