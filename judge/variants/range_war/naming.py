"""Pieces named without a verb: they go on with the clause before them, or wait for the next one (RW-Q47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Stuck
from judge.variants.range_war.complaints import helped
from judge.variants.range_war.drafts import CODE, Draft, raise_two
from judge.variants.range_war.findings import Findings
from judge.variants.range_war.kinds import ENDING, KINDS, LISTED
from judge.variants.range_war.meaning import Trouble
from judge.variants.range_war.orders import Build, Disband, Herd, Hold, Move, Order, Remove, Retreat, Waive
from judge.variants.range_war.speech import Deed, Group, Part, Said, heard
from judge.variants.range_war.wording import settled


@dataclass
class Naming(Findings):
    """The pieces of one line that have no verb of their own."""

    waiting: list[tuple[Part, Said]] = field(default_factory=list)
    """Pieces of which nothing is said yet."""
    behind: Sequence[Part] = ()
    """The clauses of the sentence that come next."""

    def _bare(self, part: Part, deed: Deed) -> None:
        """Pieces without a verb go on with the clause before them, or wait for the next one."""
        before = self.drafts.before
        for one in deed.who:
            if isinstance(one, Group):
                if self.meaning.has_builds and self.line[part.end :].lstrip().startswith(":"):
                    self._draft(part, "build", None, number=one.count, kind="G")  # "Two gangs: Lazy S and Coo"
                    continue
                if self.meaning.form == "branding" and one.count == len(self.meaning.mine):
                    said = Problem("not-ordered", {"text": self.line[part.start : part.end], "why": "told"})
                    self._problem(said, part.start, part.end)  # "7 centres, 4 gangs"
                    continue
                raise Trouble("nothing-said", text=self.line[part.start : part.end], example=self.meaning.example())
            is_new = part.correct and before is not None and not self._lists_on(part, before)
            if is_new and before is not None and not self._begins_a_list(part, one):
                self._corrected(part, before, one)
            elif self._flees(part, before, one):
                continue
            elif (
                self.waiting
                or before is None
                or before.line != self.number
                or part.before not in LISTED
                or not self._goes_on(part, before, one)
            ):
                self.waiting.append((part, one))

    def _begins_a_list(self, part: Part, piece: Said) -> bool:
        """`Coo to Com, sorry. Lzy and CHM stay`: gangs of which something is said together, and no other goal."""
        starts = part.before in ENDING or not part.anew
        if not starts or {*_named(piece)}.isdisjoint(self.meaning.mine) or not self.behind:
            return False
        deeds = [heard(self.meaning.chart, one) for one in self.behind]
        last = deeds[-1]
        return isinstance(last, Deed) and bool(last.who) and last.verb in ("hold", "move", "support", "drive", "remove")

    def _goes_on(self, part: Part, before: Draft, piece: Said) -> bool:
        """A list of builds, removals, or places to retreat to; two goals of one gang are neither."""
        second = part.before in _CHOOSING
        said = before.said
        if isinstance(said, Hold) and before.verb == "hold-list" and not second:
            self._draft(part, "hold-list", Hold(self.meaning.at(piece)))
            return True
        if before.kept:
            before.kept = (*before.kept, self.meaning.at(piece))
            before.end = part.end
            return True
        if before.verb == "build":
            kind = said.choices[-1].kind if second and isinstance(said, Build) else ""
            made = self.meaning.builds(piece, before.kind or kind)
            if not second or not isinstance(said, Build):
                for order in made:
                    self._draft(part, "build", order)
            elif len(made) > 1 or self._is_pair(before):
                self.drafts.all = [one for one in self.drafts.all if one is not before and one.end != before.end]
                raise Trouble("two-in-a-choice", since=before.start, text=self.line[before.start : part.end])
            else:
                before.said = Build(tuple(dict.fromkeys((*said.choices, *made[0].choices))))  # type: ignore[union-attr]
                before.end = part.end
            return True
        if isinstance(said, Remove | Disband) and before.verb in ("remove", "disband"):
            deed = Deed(verb=before.verb, who=(piece,))
            orders = self.meaning.orders(deed, self.line[part.start : part.end], None)
            if second:
                raise_two(self.drafts, before, part, (said, *orders))
            for order in orders:
                self._draft(part, before.verb, order)
            return True
        if isinstance(said, Retreat) and not piece.kind:
            place = self.meaning.space(piece.name, self.meaning.near(said.at))
            name = piece.name.name.text if piece.name is not None and piece.name.name is not None else ""
            is_seat = len(name) > CODE and bool(self.meaning.chart.owners.matches(name))
            if is_seat and place not in self.meaning.near(said.at):
                return False  # "Well fought, Lonesome Pine!"
            before.or_to(place, part.end)
            return True
        if isinstance(said, Move) and not piece.kind and second:
            goal = self.meaning.space(piece.name, self.meaning.near(said.at))
            raise_two(self.drafts, before, part, (said, replace(said, to=goal)))
        return False

    def _lists_on(self, part: Part, before: Draft) -> bool:
        """`Los, no, Mon, then Los`: a list goes on behind its first place, which corrects what was said before."""
        if part.before in ("OR", "ELSE"):
            return True
        return not part.anew and part.before in LISTED and isinstance(before.said, Retreat | Build | Remove)

    def _flees(self, part: Part, before: Draft | None, piece: Said) -> bool:
        """`Lost Mesa, otherwise Montana Valley`: places alone are where the only gang that retreats may go, and so are
        those on the lines below with the numbers of a list."""
        if self.meaning.form != "retreats" or len(self.meaning.mine) != 1 or not self._is_a_list(part):
            return False
        at = self.meaning.mine[0]
        goal = next((one for one in _named(piece) if one in self.meaning.near(at)), None)
        goes_on = self.number in self.drafts.numbered or part.before == "SEMI"
        is_second = before is not None and isinstance(before.said, Retreat) and goes_on
        is_of_another = any(at not in _named(one) for _, one in self.waiting)
        is_told = before is not None and before.line == self.number and part.before != "SEMI"
        if goal is None or is_of_another or is_told:
            return False
        words = (*(word for earlier, _ in self.waiting for word in earlier.words), *part.words)
        self.waiting = []
        part = replace(part, words=words)
        if before is not None and is_second:
            self._also_to(before, goal, part)
        else:
            self._draft(part, "retreat", Retreat(at, (goal,)), listed=not part.has(_SETTLED))
        return True

    def _also_to(self, before: Draft, goal: str, part: Part, rank: int = 0) -> None:
        """One more choice of a retreat, on its line or on one below: then both lines say all of it."""
        before.or_to(goal, part.end if before.line == self.number else before.end, rank)
        if before.line != self.number:
            self._draft(part, "retreat", before.order, goals=before.goals, listed=True)
            for one in self.drafts.all:
                one.said = before.said if isinstance(one.said, Retreat) else one.said

    def _is_pair(self, draft: Draft) -> bool:
        """Whether a build is one of a gang and a herd built in one space at once."""
        return sum(one.line == draft.line and one.start == draft.start for one in self.drafts.all) > 1

    def _corrected(self, part: Part, before: Draft, piece: Said) -> None:
        """`sorry, make that DMG`: the last order with another place."""
        said = before.said
        if isinstance(said, Move | Retreat):
            goal = self.meaning.space(piece.name, self.meaning.near(said.at))
            is_gang = goal in self.meaning.mine or isinstance(said, Retreat)
            if is_gang and goal not in self.meaning.near(said.at):
                # "the gang on the river stays, and Montana too", "sorry Mule Ridge": no goal
                raise Trouble("nothing-said", text=self.line[part.start : part.end], example=self.meaning.example())
            order: Order = replace(said, to=goal) if isinstance(said, Move) else Retreat(said.at, (goal,))
        elif isinstance(said, Build):
            order = self.meaning.builds(piece, said.choices[0].kind)[0]
        elif isinstance(said, Remove):
            order = Remove(self.meaning.space(piece.name, self.meaning.mine))
        else:
            raise Trouble("nothing-said", text=self.line[part.start : part.end], example=self.meaning.example())
        self._draft(part, before.verb, order, correct=False)
        self.drafts.put_in_place(before, self.drafts.all[-1])

    def _flush(self) -> None:
        """At the end of a sentence: herds are listed, in Spring a piece is a build or a removal, all else says too
        little."""
        waiting, self.waiting = self.waiting, []
        if not waiting:
            return
        form, before = self.meaning.form, self.drafts.before
        if before is not None and before.group and before.verb == "hold" and waiting[0][0].before == "BUT":
            try:
                self._excepted(before, waiting)
            except Trouble as trouble:
                # "All stay but the gang at the Lazy S (Mon)": nobody knows who stays.
                before.group, before.said = None, self.meaning.problem(trouble)
                before.end = waiting[-1][0].end if before.line == self.number else before.end
            return
        herds = all(piece.kind == "H" for _, piece in waiting) and form != "branding"
        is_spoken = waiting[0][1].spoken or "_IN" in [word.kind for word in waiting[0][0].words]
        listed = form == "branding" and (is_spoken or self._are_all_due(waiting))
        for part, piece in waiting:
            text = self.line[part.start : part.end]
            wish = self.line[: part.start].rpartition(".")[2].lower()
            try:
                if len(waiting) == 1 and "want" in wish and not piece.kind and self._is_not_mine(piece):
                    self._problem(Problem("not-ordered", {"text": text, "why": "supposed"}), part.start, part.end)
                elif herds:
                    self._draft(part, "bare", Herd(self.meaning.space(piece.name)))
                elif listed and before is not None and part.before in _CHOOSING and part is not waiting[0][0]:
                    self._goes_on(part, before, piece)  # "A gang in RRR or else in Fir"
                elif listed:
                    self._of_spring(part, piece)
                    before = self.drafts.all[-1]
                elif before is not None and before.line == self.number and isinstance(before.said, Move):
                    if before in self.drafts.all:
                        self.drafts.all.remove(before)
                    text, since, before = self.line[before.start : part.end], before.start, None
                    raise Trouble("move-or-retreat", (), since, text=text)
                elif self._is_spoken_to(piece):
                    self._problem(Problem("not-ordered", {"text": text, "why": "told"}), part.start, part.end)
                elif not piece.kind:
                    ends = Stuck(len(part.words), frozenset({"_TO", "HOLD", "_SUPPORT"}))
                    facts = {"text": text, **helped(self.meaning, self.line, part, ends)}
                    self._problem(Problem("not-understood", facts), part.start, part.end)
                else:
                    raise Trouble("nothing-said", text=text, example=self.meaning.example())
            except Trouble as trouble:
                since = part.start if trouble.since is None else trouble.since
                self._problem(self.meaning.problem(trouble), since, part.end)

    def _excepted(self, all_of: Draft, waiting: Sequence[tuple[Part, Said]]) -> None:
        """`All hold except Mes`: it has an order elsewhere in the letter."""
        gangs = tuple(self.meaning.at(piece) for _, piece in waiting)
        all_of.group = Group("rest", all_of.group.count if all_of.group else 0)
        all_of.kept, all_of.end = (*all_of.kept, *gangs), waiting[-1][0].end

    def _is_a_list(self, part: Part) -> bool:
        """Whether the line is places alone; a sentence that tells of a place orders nothing there, but `so Mon it is`
        does."""
        if part.has(_SETTLED):
            return True
        kinds = [word.kind for word in settled(self.meaning.chart.speech.words(self.line))]
        return kinds[:1] != ["AND"] and kinds[-1:] != ["COLON"] and _OF_A_LIST.issuperset(kinds)

    def _are_all_due(self, waiting: Sequence[tuple[Part, Said]]) -> bool:
        """`Red River, Broken Jaw`, in Spring: names alone are built in, or removed, where each can be and no more are
        named in all than are due."""
        due = self.meaning.state.due(self.meaning.seat)
        told = [one for one in self.drafts.all if isinstance(one.said, Build | Remove | Waive)]
        more = sum(part.before in _CHOOSING for part, _ in waiting[1:])
        if len(told) + len(waiting) - more > abs(due) or not self._is_a_list(waiting[0][0]):
            return False
        if due < 0:
            return not more and all(len(_named(one)) == 1 and _named(one)[0] in self.meaning.mine for _, one in waiting)
        places = [one.name.name.choices for _, one in waiting if one.name is not None and one.name.name is not None]
        return all(len(one) == 1 and one[0] in self.meaning.sites for one in places)

    def _is_not_mine(self, piece: Said) -> bool:
        name = piece.name.name if piece.name is not None else None
        return name is not None and bool(self.meaning.mine) and {*name.choices}.isdisjoint(self.meaning.mine)

    def _is_spoken_to(self, piece: Said) -> bool:
        """`Well played, Lonesome Pine`: another player's name, where no gang of the seat's own is or may be built."""
        name = piece.name.name if piece.name is not None and not piece.kind else None
        owners = self.meaning.chart.owners.matches(name.text) if name is not None and len(name.text) > CODE else ()
        mine = {*self.meaning.mine, *(self.meaning.sites if self.meaning.has_builds else ())}
        is_mine = name is None or not mine.isdisjoint(name.choices)
        return bool(owners) and self.meaning.seat not in owners and not is_mine

    def _of_spring(self, part: Part, piece: Said) -> None:
        """A piece alone, in Spring."""
        if self.meaning.state.due(self.meaning.seat) > 0:
            for order in self.meaning.builds(piece):
                self._draft(part, "build", order, listed=not piece.spoken)
        else:
            for order in self.meaning.orders(Deed(verb="remove", who=(piece,)), "", None):
                self._draft(part, "remove", order, listed=True)


_CHOOSING = ("OR", "SLASH", "ELSE")
_SETTLED = frozenset({"IT_IS"})
_OF_A_LIST = (
    LISTED | KINDS | {"PLACE", "HOME", "NUMBER", "LPAR", "RPAR", "CHOICE", "CORRECT", "DISBAND", "AROUND", "STOP"}
)
"""Words of a line of places alone."""


def _named(piece: Said) -> tuple[str, ...]:
    """The spaces that a piece without a kind may be in."""
    name = piece.name.name if piece.name is not None and not piece.kind else None
    return name.choices if name is not None else ()
