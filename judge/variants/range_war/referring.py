"""Deeds told by another order: as somebody else does, each other, a second choice, the other way round (RW-Q47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Word
from judge.grammar.finding import Name
from judge.variants.range_war.drafts import ONE_GANG, Draft
from judge.variants.range_war.kinds import NAMES
from judge.variants.range_war.meaning import Trouble
from judge.variants.range_war.naming import Naming
from judge.variants.range_war.orders import Build, Disband, Hold, Move, Remove, Retreat, Site, Support
from judge.variants.range_war.speech import Deed, Part, Said, kind_said
from judge.variants.range_war.words import write

_SHARED = ("hold", "support", "disband", "remove", "build")
"""Deeds that one gang can do as another does."""
_HELPING = ("support", "help", "cover", "backing", "aid")
CHOICES = 2
"""Choices that can change places."""


def _is_goal(words: Sequence[Word], at: int) -> bool:
    """Whether somebody is to go to this place: `I wanted Ech to go to Cou`."""
    return at > 0 and words[at - 1].kind == "_TO"


@dataclass
class Referring(Naming):
    """What a clause says by an order before it."""

    def _spoken_of_last(self) -> tuple[str, ...]:
        """The seat's gangs that the words just before name, where these were no order: `Lzy to Mon? No, it stays`."""
        for last in reversed(self.drafts.all):
            if not isinstance(last.said, Problem) or last.line != self.number:
                break
            words = self.meaning.chart.speech.words(last.stretch)
            gangs = [word for at, word in enumerate(words) if word.kind in NAMES and not _is_goal(words, at)]
            named = [one for word in gangs for one in self._spaces_of(word)]
            mine = tuple(dict.fromkeys(one for one in named if one in self.meaning.mine))
            if last.said.code != "not-ordered":
                return mine * CHOICES  # of words that were not understood nobody knows whom they speak of
            if mine:
                return mine
        return ()

    def _spaces_of(self, word: Word) -> tuple[str, ...]:
        """The spaces that a name may be of; `Devil's Hole`, which a seat is called as well, is its home."""
        if word.kind == "SEAT" and word.name is not None and word.name.choices:
            return (self.meaning.space(word),)
        return word.name.choices if word.name else (self.meaning.home,)

    def _answered(self, part: Part, deed: Deed) -> Deed | None:
        """`Coo to Coy? No: Com`, `And Rio? Arr`, `RGM to San? No, hold`, `Com will be hit, so Mon backs it up`: said of
        the only gang that is asked or told about just before."""
        last = self.drafts.all[-1].said if self.drafts.all else None
        if self.waiting or not isinstance(last, Problem):
            return None
        gangs = self._spoken_of_last()
        if len(gangs) != 1:
            return None
        gang = Said("", Word("PLACE", gangs[0], part.start, part.end, Name("@", gangs[0], gangs)))
        if deed.verb == "support":
            is_it = "IT" in deed.words or part.words[-1].text.endswith(" up")
            return replace(deed, whom=gang) if is_it and deed.who and deed.whom is None else None
        goals = [word for word in self.meaning.chart.speech.words(self.drafts.all[-1].stretch) if word.kind == "_TO"]
        if not part.correct and (goals or last.detail.get("why") != "question"):
            return None
        if deed.verb == "hold":
            return None if deed.who else replace(deed, who=(gang,))
        pieces = [one.name for one in self.meaning.pieces(deed) if not one.kind]
        places = [one for one in (*deed.to, *pieces) if one is not None and one.name is not None]
        if len(places) != 1 or self._begins_another(places[0]) or deed.who != deed.who[: len(pieces)]:
            return None
        is_near = not {*self.meaning.near(gangs[0])}.isdisjoint(places[0].name.choices if places[0].name else ())
        return replace(deed, verb="move", who=(gang,), to=(places[0],)) if is_near else None

    def _begins_another(self, place: Word) -> bool:
        """Whether a gang of the seat is named, of which something is said: `Lzy to Mon? No. Coo and Mes hold`."""
        named = place.name.choices if place.name is not None else ()
        return bool(self.behind) and not {*named}.isdisjoint(self.meaning.mine)

    def _likewise(self, part: Part, deed: Deed, text: str) -> Deed:
        """`Com too`, `Com does the same to Mon`: the deed of the order before, done by somebody else."""
        before = self.drafts.before
        verb = before.verb.removesuffix("-list") if before is not None and before is self.drafts.all[-1] else ""
        order = before.order if before is not None else None
        moves = isinstance(order, Move) and bool(deed.to)
        denied = any(word.text.startswith(("nor", "neither")) for word in part.words)
        if (denied and verb != "hold") or not (moves or (verb in _SHARED and not deed.to)):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        return replace(deed, verb="move" if moves else verb, herd=order.herd if isinstance(order, Move) else None)

    def _onto(self, part: Part, deed: Deed, text: str) -> Deed:
        """`Tombstone first: Mes attacks it`: the only space named before on the line that no gang of the seat is in
        or goes to."""
        words = [word for word in self.meaning.chart.speech.words(self.line) if word.end <= part.start]
        gone = {one.said.to for one in self.drafts.all if isinstance(one.said, Move)}
        goals = {word.name.choices: word for word in words if word.name is not None}
        goals = {one: word for one, word in goals.items() if {*one}.isdisjoint({*self.meaning.mine, *gone})}
        if len(goals) != 1:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        return replace(deed, verb="move", to=tuple(goals.values()))

    def _of_one_herd(self, part: Part, deed: Deed, text: str) -> None:
        """`No herd with Coo`, `take the herd along from Coo`: the move of that gang, so."""
        at = self.meaning.space(deed.spots[0], self.meaning.mine)
        moves = [one.said for one in self.drafts.all if isinstance(one.said, Move) and one.said.at == at]
        if not moves:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        self._draft(part, "move", replace(moves[-1], herd=deed.herd is not False), correct=True)

    def _follow(self, deed: Deed, text: str) -> Move:
        """`Coo follows`, `Coo behind it`: into the space that the move just before leaves. `Lzy behind Coo`."""
        who, *ahead = map(self.meaning.at, self.meaning.pieces(deed))
        ahead += [self.meaning.space(one, self.meaning.mine) for one in deed.spots]  # "URG takes Rio's place"
        gone = [one.said for one in self.drafts.all if isinstance(one.said, Move)]
        if ahead:
            said: object = next((one for one in gone if one.at == ahead[0]), None)
        else:
            said = self.drafts.all[-1].said if self.drafts.all else None
        if isinstance(said, Support) and gone and said.of == gone[-1].at:
            said = gone[-1]  # "Mes to Tom. Rio supports. Coo follows."
        if not isinstance(said, Move):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        return Move(who, said.at, deed.herd is True)

    def _as_another(self, deed: Deed, text: str) -> Deed:
        """`Mes same as Coo`: what was ordered of Coo, where two gangs can do it."""
        *who, other = self.meaning.pieces(deed)
        at = self.meaning.at(other)
        orders = [one.order for one in self.drafts.all if isinstance(one.order, ONE_GANG) and one.order.at == at]
        order = orders[-1] if orders else None
        if isinstance(order, Support):
            of = Said("", Word("PLACE", order.of, 0, 0, Name("@", order.of, (order.of,))))
            to = (Word("PLACE", order.to, 0, 0, Name("@", order.to, (order.to,))),) if order.to else ()
            return replace(deed, verb="support", who=tuple(who), whom=of, to=to)
        verb = {Hold: "hold", Disband: "disband", Remove: "remove"}.get(type(order), "")
        if not verb:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        return replace(deed, verb=verb, who=tuple(who))

    def _helps_as_well(self, part: Part, deed: Deed, before: Draft | None) -> Deed:
        """`Dev gives support to Cac, and HiN to Dev`: help as well, for there is no verb of going."""
        if deed.verb != "move" or before is None or before.line != self.number or part.before not in ("AND", "COMMA"):
            return deed
        if not isinstance(before.said, Support):
            return deed
        goes = [word.text for word in part.words if word.kind == "_TO"]
        said = self.line[before.start : before.end].lower()
        goal = deed.to[0].name if len(deed.to) == 1 and deed.to[0] is not None else None
        is_to = goes == ["to"] and any(f" {one} to " in said for one in _HELPING)
        is_left_out = "JUMP" in deed.words and any(f" {one}" in said for one in _HELPING)
        is_there = goal is not None and not self.meaning.state.gangs.keys().isdisjoint(goal.choices)
        if not (is_to or is_left_out) or not is_there:
            return deed
        return replace(deed, verb="support", whom=Said("", deed.to[0]), to=(), words=deed.words - {"JUMP"})

    def _each_other(self, two: Sequence[tuple[Part, Said]], text: str) -> None:
        """`Coo and Mes support each other`."""
        if len(two) != CHOICES:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        gangs = [self.meaning.at(piece) for _, piece in two]
        for (part, _), at, of in zip(two, gangs, gangs[::-1], strict=True):
            self._draft(part, "support", Support(at, of))

    def _choice(self, part: Part, deed: Deed, text: str) -> None:
        """`Chisholm Trail first choice, Red Dog Ridge second`: where the only gang that retreats is to go."""
        before, mine = self.drafts.before, self.meaning.mine
        said = before.said if before is not None else None
        alone = [said.at] if isinstance(said, Retreat) else [*mine]
        named = (*(piece for _, piece in self.waiting), *self.meaning.pieces(deed))
        alone = [self.meaning.at(piece) for piece in named] or alone
        if self.meaning.has_builds and not self.waiting:
            self._build_choice(part, deed, text)
            return
        if self.meaning.form == "movement" and self.line[part.end :].lstrip().startswith(":"):
            return  # "Tombstone first: Mes attacks it"
        if self.meaning.form != "retreats" or len(alone) != 1:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        waiting, self.waiting = self.waiting, []
        at = alone[0]
        part = replace(part, words=(*(word for earlier, _ in waiting for word in earlier.words), *part.words))
        goal = self.meaning.space(deed.spots[0], self.meaning.near(at))
        if before is not None and isinstance(said, Retreat) and said.at == at:
            self._also_to(before, goal, part, deed.number)
        else:
            self._draft(part, "retreat", Retreat(at, (goal,)), goals=((deed.number, goal),))

    def _build_choice(self, part: Part, deed: Deed, text: str) -> None:
        """`First choice a gang at home, second choice a herd there`: of the only build, or the one named last."""
        before = self.drafts.before
        said = before.said if before is not None else None
        is_first = deed.number == 1 and said is None and self.meaning.state.due(self.meaning.seat) == 1
        is_next = isinstance(said, Build) and deed.number == len(said.choices) + 1
        kind = kind_said(deed) or (said.choices[-1].kind if isinstance(said, Build) else "")
        made = self.meaning.builds(Said(kind, deed.spots[0]))
        if not (is_first or is_next) or len(made) != 1 or not isinstance(made[0], Build):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        if not isinstance(said, Build) or before is None:
            self._draft(part, "build", made[0])
            return
        order = Build((*said.choices, *made[0].choices))
        if before.line == self.number:
            before.said, before.end = order, part.end
            return
        self.drafts.all.remove(before)
        self.drafts.forgotten.append(before)
        self._draft(part, "build", order, correct=False)

    def _or_kind(self, part: Part, deed: Deed, text: str) -> None:
        """`Build a gang at home, or a herd`: in the same place."""
        before = self.drafts.before
        said = before.said if before is not None and before.line == self.number else None
        if part.before not in ("OR", "ELSE") or not isinstance(said, Build) or before is None or "GH" in deed.words:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        kind: Literal["G", "H"] = "H" if "H" in deed.words else "G"
        before.said = Build((*said.choices, Site(kind, said.choices[-1].at)))
        before.end = part.end

    def _elsewhere(self, part: Part, deed: Deed, text: str) -> None:
        """`Anywhere but Mon`: all spaces that are left to the only gang that retreats."""
        waiting, self.waiting = self.waiting, []  # "Com: anywhere but Los"
        named = [*(piece for _, piece in waiting), *self.meaning.pieces(deed)]
        who = [self.meaning.at(one) for one in named] or [*self.meaning.mine]
        if self.meaning.form != "retreats" or len(who) != 1:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        near = self.meaning.near(who[0])
        goals = tuple(one for one in near if one != self.meaning.space(deed.spots[0], near))
        if not goals:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        order = Retreat(who[0], goals)
        self.meaning.notes = [Problem("word-read-as", {"text": text, "as": write(order)})]
        self._draft(part, "retreat", order)

    def _turned(self, part: Part, before: Draft | None) -> None:
        """`No, the other way round`: the two choices of a retreat change places, or who moves and helps; of all else
        nobody knows what does."""
        said = before.said if before is not None else None
        if before is not None and isinstance(said, Retreat) and len(said.to) == CHOICES:
            before.said, before.goals, before.end = Retreat(said.at, said.to[::-1]), (), part.end
            return
        text = self.line[part.start : part.end]
        two = self.drafts.all[-CHOICES:]
        moved, helped = (one.said for one in two) if len(two) == CHOICES else (None, None)
        if isinstance(moved, Move) and isinstance(helped, Support) and not moved.herd:
            if (helped.of, helped.to) == (moved.at, moved.to):
                orders: tuple[Move | Support, ...] = (
                    Move(helped.at, moved.to, False),
                    Support(moved.at, helped.at, moved.to),
                )
                for one, order in zip(two, orders, strict=True):
                    one.said, one.notes = order, (Problem("word-read-as", {"text": text, "as": write(order)}),)
                two[-1].end = part.end if two[-1].line == self.number else two[-1].end
                return
        for one in self.drafts.all:
            is_near = one in two or (before is not None and one.line == before.line)
            if isinstance(one.order, ONE_GANG) and is_near:
                one.said = Problem("correction-unclear", {"text": text})
        raise Trouble("nothing-said", text=text, example=self.meaning.example())
