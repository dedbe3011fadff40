"""The contents of one line: clauses put together, prose told apart from orders, and where reading stopped (RW-Q47)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Stuck, Word
from judge.grammar.finding import Name
from judge.variants.range_war.along import herded, take_along
from judge.variants.range_war.complaints import helped
from judge.variants.range_war.drafts import ONE_GANG, Draft, raise_two
from judge.variants.range_war.kinds import KINDS, LISTED, NAMES
from judge.variants.range_war.lines import AGAIN, Saying
from judge.variants.range_war.meaning import Trouble
from judge.variants.range_war.orders import Build, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.variants.range_war.referring import CHOICES
from judge.variants.range_war.speech import (
    DEEDS,
    Deed,
    Group,
    Part,
    Said,
    cut_in_two,
    heard,
    kind_said,
)
from judge.variants.range_war.telling import UNCLEAR, Telling
from judge.variants.range_war.undoing import doubt, in_its_stead, taken_back
from judge.variants.range_war.words import write

_GOING_ON = LISTED | {"CORRECT"}
_OF_SPRING, _MUST_BE = frozenset({"_GOES", "ONE_GOES"}), frozenset({"_MUST_BE"})
_THEY = ("they", "let them", "leave them", "keep them")
LONE = 2
"""Words of a line that says `Please disband` of the only gang there is; a longer one may tell of something."""


def _stays(part: Part) -> bool:
    return any(word.kind == "HOLD" and word.text.startswith(("stay", "remain")) for word in part.words)


@dataclass
class Sayings(Telling):
    """The contents of one line, clause by clause."""

    def read(self, said: Saying, whole: bool = True) -> None:
        """All sentences of the line, or of a part of it. What is all prose gets one finding."""
        for start, end in said.comments:
            self._comment(start, end)
        sentences = said.sentences
        if said.may_part:
            sentences = tuple(part for one in sentences for part in self._reasons_apart(one))
        if not sentences:
            return
        whys = [self._why_not(one) for one in sentences]
        if AGAIN in whys:
            denial = sentences[whys.index(AGAIN)].parts[-1]
            facts = {"text": self.line, "at": self.line[denial.start : denial.end], "whole": True}
            self._problem(Problem("unclear-beside", facts), 0, len(self.line))
            return
        if None not in whys:
            told = next((one for one in whys if one and one != UNCLEAR), "")
            code = "not-ordered" if told else "not-understood"
            facts = {"why": told} if told else helped(self.meaning, self.line, sentences[0].parts[0], None)
            start, end = (0, len(self.line)) if whole else (said.words[0].start, said.words[-1].end)
            self._problem(Problem(code, {"text": self.line[start:end], **facts}), start, end)
            return
        told_anew: list[tuple[tuple[Part, ...], Draft | None, bool]] = []
        for at, (sentence, why) in enumerate(zip(sentences, whys, strict=True)):
            parts = sentence.parts
            if why == UNCLEAR:
                self._stuck_whole(parts)
                continue
            turned = why is not None and sentence.turns
            if turned:
                is_apart = not parts[0].anew or (at > 0 and whys[at - 1] == "question")
                told_anew.append((parts, self.drafts.before, is_apart))
            if why:
                start, end = parts[0].start, parts[-1].end
                self._problem(Problem("not-ordered", {"text": self.line[start:end], "why": why}), start, end)
                continue
            if turned and parts[0].anew:
                self._stuck_whole(parts)
                continue
            if why is not None:
                self._passed_over(parts[0], parts[-1])
                continue
            for place, part in enumerate(parts):
                self.behind = parts[place + 1 :]
                self._part(part)
            self._flush()
            if correcting := [one for one in parts if one.correct]:
                doubt(self.drafts, correcting, self.number)
        for parts, before, is_apart in told_anew:
            if before in self.drafts.all:  # nothing came in its place
                doubt(self.drafts, parts, self.number, is_told=True, is_apart=is_apart)
        self._no_inventory()

    def _kept(self, part: Part, deed: Deed) -> None:
        """`I take away Buf and Wol; LSR and Chi I keep`: nothing is ordered of these."""
        waiting, self.waiting = self.waiting, []
        start = min((earlier.start for earlier, _ in waiting), default=part.start)
        kept = (*(piece for _, piece in waiting), *self.meaning.pieces(deed))
        said = Problem("not-ordered", {"text": self.line[start : part.end], "why": "kept"})
        self._draft(replace(part, words=(replace(part.words[0], start=start), *part.words[1:])), "keep", None)
        self.drafts.all[-1].said, self.drafts.all[-1].kept = said, tuple(map(self.meaning.at, kept))

    def _no_inventory(self) -> None:
        """Herds listed among words that order nothing are no orders: a report names them so."""
        if self.drafts.drop_inventory(self.number):
            self._problem(Problem("not-understood", {"text": self.line, **self.meaning.usual()}), 0, len(self.line))

    # Clauses

    def _part(self, part: Part) -> None:
        if "WHEN" in part.kinds:
            part = self._in_season(part, next(word for word in part.words if word.kind == "WHEN"))
        if not part.words or taken_back(self.meaning, self.drafts, part, (self.number, self.line)):
            return
        deed = heard(self.meaning.chart, part)
        if isinstance(deed, Stuck):
            cut = cut_in_two(self.meaning.chart, part, deed)
            if cut is None:
                self._stuck(part, deed)
            for one in cut or ():
                self._part(one)
            return
        if deed.verb == "keep" and self.meaning.form != "branding":
            deed = replace(deed, verb="hold")
        if deed.verb == "hold" and self.meaning.removes and _stays(part):
            deed = replace(deed, verb="keep")  # "San Juanito has to go, the others stay"
        self.meaning.notes = [
            Problem("word-read-as", {"text": self.line[word.start : word.end], "as": word.text})
            for word in part.words
            if word.guessed
        ]
        begun = min(earlier.start for earlier, _ in self.waiting) if self.waiting else part.start
        try:
            self._deed(part, deed)
        except Trouble as trouble:
            since = trouble.since if trouble.since is not None else part.start if self.waiting else begun
            self._problem(self.meaning.problem(trouble), since, part.end)

    def _in_season(self, part: Part, when: Word) -> Part:
        """A clause without the season it names, or nothing of it where that is not the open one."""
        rest = tuple(word for word in part.words if word is not when)
        season, spring = self.meaning.state.season, any(word.kind in ("_BUILD", "_REMOVE", "_WAIVE") for word in rest)
        if when.text.split()[-1] == season or (when.text.split()[-1] == "spring" and spring):
            return replace(part, words=rest)
        if part.has(NAMES | KINDS | DEEDS):
            text = self.line[part.start : part.end]
            self._problem(Problem("another-season", {"text": text, "season": when.text}), part.start, part.end)
        return replace(part, words=())

    def _deed(self, part: Part, deed: Deed) -> None:
        before = self.drafts.before
        text = self.line[part.start : part.end]
        if self._is_none(part, deed, text):
            return
        if deed.verb in ("bare", "dest", "hold", "support") and (answer := self._answered(part, deed)) is not None:
            self._ordered(part, answer, None, text)
            return
        if deed.verb == "forget":
            by = Draft(line=self.number, text=self.line, start=part.start, end=part.end, verb="forget")
            self.drafts.forget(by, deed.number or -1)
        elif deed.verb == "it_does":
            self._it_does(part, deed, before, text)
        elif deed.verb == "keep" and self.meaning.form == "branding":
            self._kept(part, deed)
        elif deed.verb == "same":
            self.drafts.stand(tuple(map(self.meaning.at, self.meaning.pieces(deed))), text)
        elif deed.verb == "bare":
            self._bare(part, deed)
        elif deed.verb == "like":
            self._ordered(part, self._likewise(part, deed, text), before, text)
        elif deed.verb == "herd_at":
            self._of_one_herd(part, deed, text)
        elif deed.verb == "along":
            self._draft(part, "along", None)
        elif deed.verb == "onto":
            self._ordered(part, self._onto(part, deed, text), before, text)
        elif deed.verb == "follow":
            self._draft(part, "move", self._follow(deed, text), correct=part.correct)
        elif deed.verb == "as_another":
            self._ordered(part, self._as_another(deed, text), before, text)
        elif deed.verb == "choice":
            self._choice(part, deed, text)
        elif deed.verb == "only":
            self._or_kind(part, deed, text)
        elif deed.verb == "elsewhere":
            self._elsewhere(part, deed, text)
        elif deed.verb == "herded":
            self._draft(part, "move", herded(self.drafts, deed, text), correct=True)
        elif deed.verb == "without" and self.meaning.form == "branding":
            said = Problem("not-ordered", {"text": text, "why": "negated"})  # "but no herd this year"
            self._problem(said, part.start, part.end)
        elif deed.verb in ("with_herd", "without") or (deed.verb == "drive" and not (deed.to or deed.who)):
            take_along(self.drafts, part, (self.number, self.line), deed)
        elif deed.verb == "around":
            self._turned(part, before)
        elif deed.verb in ("waive", "all_but"):
            self._rest_of_spring(part, deed)
        elif deed.verb == "build" and not deed.who:
            self._draft(part, "build", None, number=deed.number, kind=kind_said(deed))
        elif self._is_addressed(part, deed) or self._is_known_to_stay(part, deed):
            self._problem(Problem("not-ordered", {"text": text, "why": "told"}), part.start, part.end)
        elif deed.verb == "hold" and not (deed.who or self.waiting):
            self._holds(part, before, text)
        elif deed.verb == "remove" and (gang := self._may_be_cancelled(deed)):
            raise Trouble("two-meanings", text=text, choices=(f"Forget {gang}", write(Remove(gang))))
        elif deed.verb != "disband" or not self._disbanded(part, deed, before, text):
            self._ordered(part, deed, before, text)

    def _is_none(self, part: Part, deed: Deed, text: str) -> bool:
        """Whether a clause orders nothing. `One of my gangs has to go` says something in Spring alone."""
        of_spring = part.has(_OF_SPRING) and self.meaning.form != "branding"
        if of_spring or (part.has(_MUST_BE) and not self.meaning.removes):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        self.drafts.heading = text.lower() if deed.verb == "heading" else self.drafts.heading
        return deed.verb in ("heading", "none")

    def _disbanded(self, part: Part, deed: Deed, before: Draft | None, text: str) -> bool:
        """Whether `or disband`, `it disbands`, `disband` is of the gang that retreats; then it is done."""
        here = before.said if before is not None else None
        if before is not None and isinstance(here, Retreat) and part.is_last:
            before.end = part.end  # "and if it cannot it disbands": so it does, said or not
        elif {"IT", "G"} & deed.words and len(self.meaning.mine) == 1:
            self._draft(part, "disband", Disband(self.meaning.mine[0]))
        elif deed.who or self.waiting:
            return False
        elif before and isinstance(here, Retreat) and part.before in LISTED:
            before.end = part.end
        elif self._is_lone(part) and len(self.meaning.mine) == 1:
            self._draft(part, "disband", Disband(self.meaning.mine[0]))
        else:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        return True

    def _both_stand(self, part: Part, text: str) -> None:
        """`Lzy to Mon, Coo to Com, no, both hold`: the two of the sentence."""
        since = max(self.line.rfind(sign, 0, part.start) for sign in ".;")
        here = [one for one in self.drafts.all if one.line == self.number and one.start > since]
        two = [one.order.at for one in here if isinstance(one.order, ONE_GANG)]
        if len(two) != CHOICES:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        for at in two:
            self._draft(part, "hold", Hold(at), correct=True)

    def _holds(self, part: Part, before: Draft | None, text: str) -> None:
        """`Cac supports Box, which holds`; `it stays, sits tight`."""
        said = before.said if before is not None and before.line == self.number else None
        if part.correct and isinstance(said, Move | Support) and self.meaning.form == "movement":
            self._draft(part, "hold", Hold(said.at))  # "Coo to Mon. No, they would be cross. Stay."
        elif isinstance(said, Support) and said.to is None and said.of in self.meaning.mine:
            self._draft(part, "hold", Hold(said.of))
        elif before is not None and before.line == self.number and before.verb == "hold":
            before.end = part.end
        else:
            raise Trouble("nothing-said", text=text, example=self.meaning.example())

    def _is_lone(self, part: Part) -> bool:
        """`Disband`, and nothing else, in the window for it; our reports break lines before `breaks up`."""
        says_so = self.line.lower().startswith(("disband", "please disband", "just disband"))
        return self.meaning.form == "retreats" and not part.before and says_so and len(self.line.split()) <= LONE

    def _it_does(self, part: Part, deed: Deed, before: Draft | None, text: str) -> None:
        """`No, it should just stand`: the gang ordered last; before any is, the only one there is to order."""
        if "LEFT" in deed.words and self.meaning.form != "movement":
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        order = before.order if before is not None else None
        mine = self.meaning.mine
        spoken = self._spoken_of_last()
        if spoken and not self.waiting:
            mine, order, before = spoken, None, None
        if len(self.waiting) == 1:
            earlier, piece = self.waiting.pop()  # "As for High Sierra, it goes to Arroyo Seco"
            part = replace(part, words=(*earlier.words, *part.words))
            self._ordered(part, replace(deed, verb="move" if deed.to else "hold", who=(piece,)), before, text)
            return
        if "LEFT" in deed.words and deed.spots:
            gang = Said("", deed.spots[0])  # "Let them stay at Coo then"
            self._ordered(part, replace(deed, verb="hold", who=(gang,), spots=()), before, text)
            return
        if self.waiting and not deed.to and part.words[0].text.startswith(_THEY):
            self._ordered(part, replace(deed, verb="hold", who=()), before, text)  # "Arroyo, Ran: no change, they stay"
            return
        at = order.at if isinstance(order, Move | Hold | Support | Retreat) else mine[0] if len(mine) == 1 else ""
        if not at or (before is not None and order is None):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        gang = Said("", Word("PLACE", at, part.start, part.end, Name("@", at, (at,))))
        self._ordered(part, replace(deed, verb="move" if deed.to else "hold", who=(gang,)), before, text)

    def _ordered(self, part: Part, deed: Deed, before: Draft | None, text: str) -> None:
        """A clause with a verb: it is said of the pieces that wait for one as well."""
        helps = deed.verb == "support" and deed.whom is None
        here = self._about(deed, before)
        if helps and self._speaks_of_another(deed, before):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        if helps and not (deed.who or self.waiting):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        if part.before in ("OR", "SLASH", "ELSE") and isinstance(here, Move | Hold) and before is not None:
            orders = self.meaning.orders(deed, text, here)
            # Between orders of different gangs a slash parts them.
            if part.before != "SLASH" or any(one.subject == here.subject for one in orders):
                raise_two(self.drafts, before, part, (here, *orders))
        if deed.verb == "dest" and isinstance(here, Move | Retreat) and before is not None and part.before in _GOING_ON:
            self._second_goal(part, deed, before, here)
            return
        waiting, self.waiting = self.waiting, []
        if deed.who and waiting:
            self._one_of(waiting, part)
        if "EACH_OTHER" in deed.words:
            self._each_other([*waiting, (part, next(self.meaning.pieces(deed)))], text)
            return
        if part.before == "COMMA" and any(isinstance(one, Group) and one.which == "rest" for one in deed.who):
            # "Coo behind, rest stand": whoever was named before is none of the rest.
            self.waiting, waiting = waiting, []
            self._flush()
        deed = self._helps_as_well(part, deed, before)
        is_but = (part.before == "BUT" and deed.who) or any(earlier.before == "BUT" for earlier, _ in waiting)
        is_but = is_but or (part.anew and before is not None and before.line == self.number)
        if len(waiting) == 1 and part.before == "COMMA" and deed.verb in ("dest", "drive") and deed.to and not deed.who:
            # "High Sierra, to Arroyo Seco"
            (earlier, piece), waiting = waiting[0], []
            deed = replace(deed, verb="move", who=(piece,))
            part = replace(part, words=(*earlier.words, *part.words))
        if waiting and part.before == "COLON" and deed.who and not waiting[-1][1].kind:
            above, named = waiting.pop()
            if not deed.to or named.name is None or deed.to[-1] is None or named.name.name != deed.to[-1].name:
                self._headed(above, text)  # but "Rio Grande: URG goes in"
        self._of_groups(part, deed, here, text)
        if is_but and before is not None and before.group and before.group.which == "all":
            before.group = Group("rest", before.group.count)
        if deed.verb == "build" and waiting:
            self.waiting, waiting = waiting, []
            self._flush()
        for earlier, piece in waiting:
            for order in self.meaning.orders(replace(deed, who=(piece,)), text, here):
                self._draft(earlier, deed.verb, order)
        correct = (part.correct and "TOO" not in deed.words) or "INSTEAD" in deed.words
        orders = self.meaning.orders(deed, text, here)
        if part.anew and before is not None and before is self.drafts.all[-1]:
            in_its_stead(before, self.drafts, orders, self.line[before.end :] if before.line == self.number else "")
        for order in orders:
            if before is not None and part.before == "COLON" and here == order:
                continue
            first = deed.verb == "hold" and part.words[0].kind in ("HOLD", "SO_DOES")
            self._draft(part, "hold-list" if first else deed.verb, order, correct=correct)

    def _of_groups(self, part: Part, deed: Deed, here: Order | None, text: str) -> None:
        """A deed of all, or of the rest."""
        for group in (one for one in deed.who if isinstance(one, Group)):
            is_both = part.correct and deed.verb == "hold" and part.has(frozenset({"BOTH"}))
            if is_both and len(self.meaning.mine) > group.count:
                self._both_stand(part, text)
                continue
            leaves_out = any(one.before == "BUT" for one in self.behind)
            if part.anew and deed.verb == "hold" and group == Group("all") and not leaves_out:
                self.drafts.take_back_all()  # "Sorry, all gangs hold"
            self._draft(part, deed.verb, None, group=group, deed=deed, about=here)

    def _about(self, deed: Deed, before: Draft | None) -> Order | None:
        """The order that a clause may speak of."""
        helps = deed.verb == "support" and deed.whom is None
        if helps and before is not None and before.group and not {"IT", "THAT"}.isdisjoint(deed.words):
            # "The others stay, except Mon, which supports it"
            about = next((one for one in reversed(self.drafts.all) if one.order is not None), None)
        else:
            about = before if helps or (before is not None and before.line == self.number) else None
        is_far = about is not None and about.line != self.number and not {"IT", "THAT"} & deed.words
        return None if about is None or (is_far and about is not self.drafts.all[-1]) else about.order

    def _second_goal(self, part: Part, deed: Deed, before: Draft, here: Move | Retreat) -> None:
        """One more choice of a retreat, or another goal where words take the first back; else two of one gang."""
        if part.before not in ("OR", "ELSE") or not isinstance(here, Retreat):
            if part.correct and not self._lists_on(part, before):
                self._corrected(part, before, Said("", deed.to[-1]))
                return
            if not (isinstance(here, Retreat) and part.correct):
                self.drafts.all.remove(before)
                raise Trouble("one-space-only", (here,), before.start, text=self.line[before.start : part.end])
        before.or_to(self.meaning.space(deed.to[0], self.meaning.near(here.at)), part.end)

    def _speaks_of_another(self, deed: Deed, before: Draft | None) -> bool:
        """Whether help is for something else than the order before it: the clause between them was not understood, or
        it helps itself. `Eagle Peak + Echo Canyon -> Mine: Eagle moves, Echo supports`: then who helps does not go."""
        last = self.drafts.all[-1] if self.drafts.all else None
        if last is None or last.line != self.number or before is None:
            return False
        helpers = [self.meaning.at(one) for one in self.meaning.pieces(deed)]
        gone = [one for one in self.drafts.all if one.line == self.number and isinstance(one.said, Move)]
        gone = [one for one in gone if isinstance(one.said, Move) and one.said.at in helpers]
        for one in gone:
            one.said = Problem("unclear-beside", {"text": one.stretch, "at": self.line[one.end :].strip(" ,;:.")})
        return bool(gone) or (isinstance(last.said, Problem) and last.said.code != "not-ordered" and not last.group)

    def _headed(self, part: Part, text: str) -> None:
        """`Summer 1870, Lazy S: G(Lzy)-Mon`: a name with a colon before an order is the seat's own, or an error."""
        name = self.line[part.start : part.end]
        if self.meaning.chart.owners.matches(name) != (self.meaning.seat,):
            facts = {"at": "", "could": (), "example": self.meaning.example()}
            raise Trouble("not-understood", (), part.start, text=f"{name}: {text}", **facts)

    def _rest_of_spring(self, part: Part, deed: Deed) -> None:
        """`Waive 2`, `waive the rest`, `no builds`; `remove all but LSR and Chi`."""
        if deed.verb == "all_but":
            kept = tuple(self.meaning.at(one) for one in self.meaning.pieces(deed))
            self._draft(part, "all_but", None, group=Group("all"), kept=kept)
            return
        text = self.line[part.start : part.end]
        if self.meaning.removes and text.lower().startswith(("keep", "i keep", "we keep")):
            self._problem(Problem("not-ordered", {"text": text, "why": "kept"}), part.start, part.end)
            return
        if self.meaning.form != "branding" and not text.lower().startswith(("waiv", "no ", "i waiv")):
            raise Trouble("nothing-said", text=text, example=self.meaning.example())
        if "NO_BUILD" in deed.words:
            self._unbuilt(part, text)
        none = part.has(frozenset({"_NO_BUILDS", "NO_BUILD"}))
        every = none or "REST" in deed.words or ("ALL" in deed.words and not deed.number)
        if every and self.meaning.form == "branding":
            self._draft(part, "waive", None, group=Group("rest"))
        else:
            self._draft(part, "waive", Waive(1 if "ORDINAL" in deed.words else max(1, deed.number)))

    def _unbuilt(self, part: Part, text: str) -> None:
        """`No builds after all`: what was built above is taken back; without a word of correction it is asked."""
        made = [one for one in self.drafts.all if isinstance(one.said, Build)]
        if made and not part.correct:
            for one in made:
                one.said = Problem("correction-unclear", {"text": text})
            raise Trouble("correction-unclear", text=text)
        self.drafts.all = [one for one in self.drafts.all if one not in made]
        self.drafts.forgotten += made
