"""The orders of a letter in the making: what corrects an earlier one, and groups that are spelled out at the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Word
from judge.grammar.finding import Name
from judge.variants.range_war.meaning import Meaning, Trouble, kind_of
from judge.variants.range_war.orders import (
    Build,
    Disband,
    Herd,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.variants.range_war.speech import Deed, Group, Part, Said
from judge.variants.range_war.words import write

_UNSAID = ("not-ordered", "question", "taken-back")
"""Codes of words that were understood and order nothing."""
_TOLD = ("told", "quoted", "supposed", "negated")
"""Of these nobody knows whether they told of an order: `Mes and Com drive to Tom - no, only Mes does`."""
_OF_MANY = ("hold", "disband", "remove", "all_but", "build", "waive")
"""Verbs that any number of gangs may share."""
_WHO_GOES = "which-gang"
CODE = 3
"""Letters of the code of a space."""
ONE_GANG = (Move, Hold, Support, Retreat, Disband, Remove)


@dataclass(kw_only=True, eq=False, slots=True)
class Draft:
    """One order of a letter in the making, or the problem in its place."""

    line: int
    text: str
    start: int
    end: int
    verb: str
    said: Order | Problem | None = None
    notes: tuple[Problem, ...] = ()
    correct: bool = False
    group: Group | None = None
    """Gangs that are told only when the whole letter is read: the rest."""
    deed: Deed | None = None
    """The deed of such a group, and the order that stood before it."""
    about: Order | None = None
    number: int = 0
    kind: str = ""
    """The kind of piece, and how many, that a verb is said of before they are named."""
    kept: tuple[str, ...] = ()
    """Gangs that a group leaves out."""
    rest: bool = False
    """Whether it was said of all others: then an order that is in already stays."""
    listed: bool = False
    """Whether it is a mere name, of a gang where gangs are removed."""
    herds: bool | None = None
    """Whether the moves below this heading drive their herds."""
    is_open: bool = False
    """Whether a group leaves out those who are ordered below it."""
    goals: tuple[tuple[int, str], ...] = ()
    """Where a gang is to retreat, as it was said, each with its rank among the choices, or 0."""

    @property
    def order(self) -> Order | None:
        """The order, if it is one by now."""
        return None if isinstance(self.said, Problem) else self.said

    @property
    def stretch(self) -> str:
        """The words of the line it was read from."""
        return self.text[self.start : self.end].strip(" ,;")

    @property
    def hangs(self) -> bool:
        """Whether it hangs on the rest of the letter: each of the readers that know all of it begins with such ones."""
        said = self.said
        if said is None or self.group is not None or self.listed or self.kept or self.goals:
            return True
        if isinstance(said, Support):
            return said.to is None
        if isinstance(said, Problem):
            return said.code == _WHO_GOES
        return isinstance(said, Herd) and self.verb == "hold"

    def or_to(self, goal: str, end: int, rank: int = 0) -> None:
        """One more choice of a retreat. What has no rank takes the best that none has."""
        assert isinstance(self.said, Retreat)
        self.goals = (*(self.goals or tuple((0, one) for one in self.said.to)), (rank, goal))
        free = (number for number in count(1) if number not in [rank for rank, _ in self.goals])
        ranked = sorted(((rank or next(free)), place, one) for place, (rank, one) in enumerate(self.goals))
        self.said = Retreat(self.said.at, tuple(dict.fromkeys(one for *_, one in ranked)))
        self.end = end


@dataclass
class Drafts:
    """All the drafts of one letter, in its order."""

    meaning: Meaning
    all: list[Draft] = field(default_factory=list)

    replaced: list[tuple[Draft, Draft]] = field(default_factory=list)
    """Orders that were corrected, each with the one that took its place."""
    forgotten: list[Draft] = field(default_factory=list)
    numbered: frozenset[int] = frozenset()
    """The lines that go on with a list by their number: `2) Lost Mesa`."""
    heading: str = ""
    """The heading that was read last."""

    def add(self, draft: Draft) -> None:
        """One more order; one that corrects takes the place of what it speaks of."""
        if draft.correct and draft.order is not None:
            about = key_of(draft.order)
            same = [one for one in self.all if one.order is not None and key_of(one.order) == about]
            for one in same[-1:] if isinstance(draft.said, Build | Waive) else same:
                self.put_in_place(one, draft)
        self.all.append(draft)

    def put_in_place(self, old: Draft, new: Draft) -> None:
        """One order for another."""
        self.all.remove(old)
        self.replaced.append((old, new))

    def take_back_all(self) -> None:
        """What gangs were ordered so far is taken back."""
        gone = [one for one in self.all if isinstance(one.order, ONE_GANG)]
        self.all = [one for one in self.all if one not in gone]
        self.forgotten += gone

    def leave_open(self, line: int) -> None:
        """`All stand, except:`: those on the lines below."""
        for one in self.all:
            if one.line == line and one.group is not None and one.group.which == "all" and one.verb == "hold":
                one.group, one.end, one.is_open = Group("rest", one.group.count), len(one.text), True

    def lines_taken_back(self) -> Iterator[tuple[Draft, Order | Problem]]:
        """The finding on lines of which nothing is left: the order that counts now, or that none does."""
        if not (self.replaced or self.forgotten):
            return
        there = {one.line for one in self.all if one.said is not None}
        for old, new in self.replaced:
            while (after := next((one for before, one in self.replaced if before is new), None)) is not None:
                new = after
            if old.line not in there and new in self.all and new.said is not None:
                there.add(old.line)
                yield old, new.said
        for old in self.forgotten:
            if old.line not in there:
                there.add(old.line)
                yield old, Problem("taken-back", {"text": old.stretch})

    def trouble(self, line: int, text: str, problem: Problem, start: int = 0, end: int | None = None) -> None:
        """A stretch of a line that makes no order, and why."""
        end = len(text) if end is None else end
        self.add(Draft(line=line, text=text, start=start, end=end, verb="", said=problem))

    def drop(self, line: int) -> None:
        """Take out the orders of a line."""
        self.all = [one for one in self.all if one.line != line]

    def drop_inventory(self, line: int) -> bool:
        """Herds listed on a line among words that order nothing are dropped; whether there were any."""
        if not self.all or not isinstance(self.all[-1].said, (Problem, Herd)):
            return False
        here = list(takewhile(lambda one: one.line == line, reversed(self.all)))
        wrong = [one for one in here if isinstance(one.said, Problem)]
        if not wrong or len(wrong) == len(here) or not all(one in wrong or isinstance(one.said, Herd) for one in here):
            return False
        self.all = [one for one in self.all if one.line != line]
        return True

    def stand(self, gangs: Sequence[str], text: str) -> None:
        """`CHM as I said`: something must have been said of it."""
        told = {one.order.at for one in self.all if isinstance(one.order, ONE_GANG)}
        if not told.issuperset(gangs) or not self.all:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())

    def forget(self, by: Draft, number: int) -> None:
        """The orders of one line of the letter are taken back, by its number among those with orders, or the last."""
        lines = list(dict.fromkeys(one.line for one in self.all if one.order is not None or one.group))
        self.forgotten.append(by)
        if lines and abs(number) <= len(lines):
            gone = lines[number - 1 if number > 0 else -1]
            self.forgotten += [one for one in self.all if one.line == gone]
            self.all = [one for one in self.all if one.line != gone]

    @property
    def before(self) -> Draft | None:
        """The last order of the letter so far."""
        for one in reversed(self.all):
            if one.order is not None or one.verb == "build" or one.kept or one.group:
                return one
        return None

    def tell_the_rest(self) -> None:
        """Groups are spelled out when everything else is known. Of most letters no order hangs on another."""
        if not any(one.hangs for one in self.all):
            return
        self._without_lone_words()
        self._below_headings()
        self._all_along()
        self._with_moves()
        self._without_kept()
        self._told_twice()
        self._first_choices()
        for place, draft in [*enumerate(self.all)][::-1]:
            if draft.group is not None:
                self.all[place : place + 1] = self._spelled(draft, draft.group)
            elif draft.verb == "build" and draft.said is None:
                self._count_builds(draft)

    def _spelled(self, draft: Draft, group: Group) -> Iterator[Draft]:
        if draft.verb == "waive":
            wrong = next((one.stretch for one in self.all if self._may_build(one)), "")
            if wrong:
                yield replace(draft, said=Problem("unclear-beside", {"text": draft.stretch, "at": wrong}), group=None)
                return
            made = sum(one.said.number if isinstance(one.said, Waive) else 1 for one in self._builds())
            yield replace(draft, said=Waive(max(1, self.meaning.state.due(self.meaning.seat) - made)), group=None)
            return
        left = [at for at in draft.kept if not any(getattr(one.order, "at", "") == at for one in self.all)]
        is_open = draft.is_open and not any(one.line > draft.line and one.order is not None for one in self.all)
        if draft.verb == "hold" and (left or is_open):
            # "All hold except Mes", and nothing else of Mes
            said = Problem("nothing-said", {"text": draft.stretch, "example": self.meaning.example()})
            yield replace(draft, said=said, group=None)
            return
        mine = tuple(at for at in self.meaning.mine if at not in draft.kept)
        if group.which == "rest":
            told = [one for one in self.all if one.order is not None and kind_of(one.order) == self.meaning.form]
            named = {
                one.order.at
                for one in told
                if isinstance(one.order, Move | Hold | Support | Retreat | Disband | Remove)
            }
            named |= {at for one in self.all if one.verb == "keep" for at in one.kept}
            named |= {at for one in self.all if isinstance(one.said, Problem) for at in self._spoken_of(one, one.said)}
            mine = tuple(at for at in mine if at not in named)
            if not mine and told:
                yield replace(draft, said=told[0].said, group=None)
                return
        if not mine or (group.count and group.count != len(mine)):
            facts = {"text": draft.stretch, "said": group.count, "gangs": mine}
            yield replace(draft, said=Problem("count-differs", facts), group=None)
            return
        if draft.deed is not None and (draft.deed.spots or draft.verb not in _OF_MANY):
            yield from self._done_by(draft, draft.deed, mine)
            return
        make: Callable[[str], Order] = Hold
        if draft.verb in ("disband", "remove", "all_but"):
            make = Disband if self.meaning.form != "branding" and draft.verb == "disband" else Remove
        yield from (replace(draft, said=make(at), group=None, rest=group.which == "rest") for at in mine)

    def _done_by(self, draft: Draft, deed: Deed, mine: Sequence[str]) -> Iterator[Draft]:
        """`The other one goes to Cripple Creek`, `both support it`, `the other holds Culpepper`."""
        done = replace(draft, group=None, deed=None)
        if deed.verb not in ("support", "supported") and len(mine) > 1:
            facts = {"text": draft.stretch, "said": 1, "gangs": tuple(mine)}
            yield replace(done, said=Problem("count-differs", facts))
            return
        for at in mine:
            here = Said("", Word("PLACE", at, draft.start, draft.end, Name("@", at, (at,))))
            try:
                for order in self.meaning.orders(replace(deed, who=(here,)), draft.stretch, draft.about):
                    yield replace(done, said=order)
            except Trouble as trouble:
                yield replace(done, said=self.meaning.problem(trouble))

    def _without_lone_words(self) -> None:
        """`Tom` alone in a letter is a name before it is Tombstone, and one place among words that order nothing is the
        end of a broken line."""
        listed = [one for one in self.all if one.listed]
        if len(listed) != 1:
            return
        others = [one for one in self.all if one is not listed[0]]
        if any(one.order is not None or one.group for one in others):
            return
        if others or (listed[0].stretch.isalpha() and len(listed[0].stretch) == CODE):
            listed[0].said = Problem("not-understood", {"text": listed[0].stretch, **self.meaning.usual()})

    def _below_headings(self) -> None:
        """`With herds:`, `Without:`: so are the moves behind it on its line, or else all below it, up to the next."""
        heads = [one for one in self.all if one.herds is not None]
        ends = [self.all.index(one) for one in heads[1:]] + [len(self.all)]
        for head, end in [*zip(heads, ends, strict=False)][::-1]:
            behind = self.all[self.all.index(head) + 1 : end]
            moves = [one for one in behind if isinstance(one.said, Move)]
            here = [one for one in moves if one.line == head.line]
            for one in (one for one in here if "." in head.text[: one.start]):
                one.said = Problem("unclear-beside", {"text": one.stretch, "at": head.text.partition(":")[0]})
            for one in here or moves:
                kinds = {word.kind for word in self.meaning.chart.speech.words(one.stretch)}
                if isinstance(one.said, Move) and kinds.isdisjoint(("WITH", "WITHOUT", "DRIVE", "GH")):
                    one.said = replace(one.said, herd=head.herds is True)
                    one.notes = (*one.notes, Problem("word-read-as", {"text": one.stretch, "as": write(one.said)}))
                head.said = one.said
            if head.said is None:
                head.said = Problem("nothing-said", {"text": head.stretch, "example": self.meaning.example()})
            elif any(one.line == head.line for one in moves):
                self.all.remove(head)

    def _all_along(self) -> None:
        """`Everybody takes their cattle along: CHM to URG, Coo to Com`: the moves behind it on its line, or all. That
        at Coo in `the herd at Coo stays` is not driven."""
        herds = self.meaning.state.herds
        kept = [one.said.at for one in self.all if isinstance(one.said, Herd) and one.verb == "hold"]
        for one in self.all:
            if isinstance(one.said, Move) and one.said.at in kept:
                one.said = replace(one.said, herd=False)
        for draft in [one for one in self.all if one.verb == "along"]:
            place = self.all.index(draft)
            behind = [one for one in self.all[place:] if one.line == draft.line and isinstance(one.said, Move)]
            moves = behind or [one for one in self.all if isinstance(one.said, Move)]
            for one in moves:
                one.said = replace(one.said, herd=one.said.at in herds) if isinstance(one.said, Move) else one.said
            if behind:
                self.all.remove(draft)
                behind[0].start = min(draft.start, behind[0].start)
            elif moves:
                draft.said = moves[-1].said
            else:
                draft.said = Problem("nothing-said", {"text": draft.stretch, "example": self.meaning.example()})

    def _with_moves(self) -> None:
        """`Echo Canyon goes to the mine. Eagle Peak supports Echo Canyon`: on its way, as it does not stay; help that
        cannot reach so far is refused."""
        if not any(isinstance(one.said, Support) and one.said.to is None for one in self.all):
            return
        moves = {one.said.at: one.said.to for one in self.all if isinstance(one.said, Move)}
        unclear = {
            at: one for one in self.all if isinstance(one.said, Problem) for at in self._spoken_of(one, one.said)
        }
        ordered = {one.order.at for one in self.all if isinstance(one.order, Move | Hold | Support)}
        for draft in self.all:
            said = draft.said
            if not isinstance(said, Support) or said.to is not None:
                continue
            if said.of in unclear and said.of not in ordered:
                draft.said = Problem("unclear-beside", {"text": draft.stretch, "at": unclear[said.of].stretch})
            if said.of not in moves:
                continue
            if draft.stretch.lower().startswith("g("):
                continue  # in the notation of the rules it is what it says, and that it does nothing is said as well
            order = replace(said, to=moves[said.of])
            if self.meaning.lawful(order):
                note = Problem("word-read-as", {"text": draft.stretch, "as": write(order)})
                draft.said, draft.notes = order, (*draft.notes, note)
            elif self.meaning.form == "movement":
                draft.said, draft.notes = self.meaning.refusal(order) or said, ()

    def _told_twice(self) -> None:
        """`We are going to Tombstone, boys. Mes drives its herd there`: the goal, said before it is ordered."""
        asked = [one for one in self.all if isinstance(one.said, Problem) and one.said.code == _WHO_GOES]
        goals = {one.said.to for one in self.all if isinstance(one.said, Move)} if asked else set()
        for draft in asked:
            if isinstance(draft.said, Problem) and draft.said.detail["to"] in goals:
                draft.said = Problem("not-ordered", {"text": draft.stretch, "why": "told"})

    def _first_choices(self) -> None:
        """A second choice alone is none: the first was not understood."""
        for draft in self.all:
            if draft.goals and isinstance(draft.said, Retreat) and min(rank for rank, _ in draft.goals) > 1:
                at = next((one.stretch for one in self.all if isinstance(one.said, Problem)), draft.stretch)
                draft.said = Problem("unclear-beside", {"text": draft.stretch, "at": at})

    def _without_kept(self) -> None:
        """`I keep Arr, Ran and Sie`, in Spring, where just as many must go as are not named: those."""
        kept = [one for one in self.all if one.kept and one.verb == "keep"]
        if not kept:
            return
        due = -self.meaning.state.due(self.meaning.seat) if self.meaning.form == "branding" else 0
        named = {at for one in kept for at in one.kept}
        gone = [at for at in self.meaning.mine if at not in named]
        if due == len(gone) and not any(one.order is not None or one.group for one in self.all):
            place = self.all.index(kept[-1])
            notes = [Problem("word-read-as", {"text": kept[-1].stretch, "as": write(Remove(at))}) for at in gone]
            told = zip(gone, notes, strict=True)
            made = [replace(kept[-1], said=Remove(at), kept=(), notes=(note,)) for at, note in told]
            self.all[place : place + 1] = made

    def _spoken_of(self, draft: Draft, problem: Problem) -> set[str]:
        """The seat's gangs that words name which were not understood: what these are to do is not known, unless it is
        to stay."""
        words = self.meaning.chart.speech.words(draft.stretch)
        kinds = [word.kind for word in words]
        goes = "_TO" in kinds or [kind for kind in kinds if kind in ("PLACE", "NEG")] == ["PLACE", "NEG", "PLACE"]
        is_told = problem.code in _UNSAID and not (problem.detail.get("why") in _TOLD and goes)
        if kinds[:1] in (["IF"], ["UNLESS"]):
            # The condition asks of a space; who is to do something stands behind it.
            then = next((at for at, kind in enumerate(kinds) if kind in ("COMMA", "THEN")), len(kinds))
            words, kinds = words[then:], kinds[then:]
        if is_told or "HOLD" in kinds:
            return set()
        choices = {at for word in words if word.name is not None for at in word.name.choices}
        choices |= {self.meaning.home for word in words if word.kind == "HOME"}
        return choices & {*self.meaning.mine}

    def _may_build(self, draft: Draft) -> bool:
        """Whether words that were not understood may be of a build: then nobody knows how many are left."""
        if not isinstance(draft.said, Problem) or draft.said.code in _UNSAID:
            return False
        chart = self.meaning.chart
        if chart.owners.matches(draft.stretch.strip(" :")) == (self.meaning.seat,):
            return False  # a heading
        words = chart.speech.words(draft.stretch)
        named = {choice for word in words if word.name is not None for choice in word.name.choices}
        return not named.isdisjoint(self.meaning.sites) or any(word.kind == "HOME" for word in words)

    def _count_builds(self, opening: Draft) -> None:
        """`Build two gangs: Dev and HiN`: as many as are said."""
        made = [one for one in self.all if one.line == opening.line and isinstance(one.said, Build)]
        spared = [one.said for one in self.all if one.line == opening.line and isinstance(one.said, Waive)]
        number = opening.number - sum(one.number for one in spared)  # "3 builds: Bro, RRR, and the last one I waive"
        if not made or (opening.number and number != len(made)):
            facts = {"text": opening.text, "said": opening.number or 1, "there": len(made)}
            self.all = [one for one in self.all if one not in made]
            place = self.all.index(opening)
            self.all[place] = replace(opening, end=len(opening.text), said=Problem("builds-differ", facts))

    def _builds(self) -> Iterator[Draft]:
        return (one for one in self.all if isinstance(one.said, Build | Waive) and not one.group)


def key_of(order: Order) -> Hashable:
    """An order's subject, and its window."""
    return kind_of(order), order.subject


def raise_two(drafts: Drafts, before: Draft, part: Part, orders: Sequence[Order]) -> None:
    """Two orders where one can be meant: neither is guessed, and the first is offered."""
    drafts.all.remove(before)
    text = before.text[before.start : part.end]
    raise Trouble("two-meanings", tuple(orders), before.start, text=text, choices=tuple(map(write, orders)))
