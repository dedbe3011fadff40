"""A marked line in clauses: words in brackets or quotation marks, corrections, denials, questions and conditions. The
rest of a clause is an order in the words of its grammar, to be cut and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.grammar.corrections import ENDS, Clause, Corrections, Mood, trimmed
from judge.grammar.cutting import RETREATING, VERBS
from judge.grammar.marking import Mark

_OPEN = {"(": ")", "[": "]"}
_SIGNS = frozenset('.;!?()[]"*/|>')
_ASIDES = (
    "REQUEST", "NOT", "BUT", "REPORT", "CORRECT", "INSTEAD", "SWAP", "FORGET", "TAKES_BACK", "IF", "IF_DISLODGED",
    "EXCEPT", "BETWEEN", "UNHELPED", "EACH_HIS",
)  # fmt: skip


_PARTING = (*_ASIDES, "RENAMES", "TAKES_OUT", "STRUCK", "TAKEN")
"""Words of corrections, denials, questions and conditions."""


@dataclass(frozen=True, slots=True)
class Clauses(Corrections):
    """Tells clauses apart in lines that one marker has marked."""

    def of(self, marks: list[Mark]) -> Iterator[Clause]:
        """The clauses of a line, in the order they were written."""
        marks = self._unnumbered(marks)
        if not any(mark.sign in _SIGNS or self.is_(mark, *_ASIDES) for mark in marks):
            yield Clause(marks, held=tuple(marks))
            return
        marks = self._unquoted(self._unlisted(marks))
        quoting = any(mark.sign == '"' for mark in marks)
        if quoting:
            yield Clause([mark for mark in marks if mark.sign != '"'], "not-ordered", held=tuple(marks))
            return
        marks = self._excepted(self._unbracketed(marks))
        remark = corrects = wavers = False
        pending: list[Mark] = []
        named: list[tuple[str, ...]] = []
        for sentence, end, is_reason in self._with_reasons(list(self._sentences(marks))):
            if is_reason:
                yield Clause(sentence, "not-ordered", held=tuple(sentence))
                wavers = True
                continue
            if sentence and all(self._begins_anew(mark) for mark in sentence):
                corrects = True
                continue
            if sentence and all(self.is_(mark, "CORRECT") or mark.sign == "," for mark in sentence):
                wavers = True
                continue
            for clause in self._read(sentence, end, remark, named) if sentence else ():
                if [mark.sign for mark in clause.marks] == ["@"] and (wavers or pending):
                    clause = self._put_right(clause, pending)
                elif wavers and self.is_bare(clause.marks):
                    clause = replace(clause, corrects=True)  # "Portugal to Spain. Sorry. Stays."
                if clause.corrects and len(clause.marks) == 1 and self.is_(clause.marks[0], "_HOLD"):
                    clause = replace(clause, marks=[replace(clause.marks[0], sign="hold")])  # "(actually H)"
                yield replace(clause, corrects=clause.corrects or corrects)
                wavers = False
            pending = self.pending(sentence) if sentence else pending
            named += [mark.named.choices for mark in sentence if mark.named is not None]
            remark = end == ";"
            if sentence:
                # "Correction: Gascony to Burgundy; Paris holds."
                corrects = end == ";" and (corrects or self.is_(sentence[0], "CORRECT"))

    def _unnumbered(self, marks: list[Mark]) -> list[Mark]:
        """`1 Sev-Mos`, `2 A Par-Bur`: the number of a list, without a sign behind it."""
        if len(marks) < 4 or not marks[0].sign.isdigit():
            return marks
        at = 2 if self.is_(marks[1], "KIND") and len(marks[1].sign) == 1 else 1
        is_order = marks[at].sign == "@" and self.is_(marks[at + 1], *VERBS) and not marks[at + 1].sign.isdigit()
        return marks[1:] if is_order else marks

    def _unlisted(self, marks: list[Mark]) -> list[Mark]:
        """Numbers and letters of a list part its orders: `1. A Par-Bur 2) F Bre H`, `a) A Par-Bur`. Where places alone
        are listed, they are one order's choices: `Par retreats to: 1) Bur 2) Gas`."""
        found: list[Mark] = []
        is_choosing = False
        for number, mark in enumerate(marks):
            if mark.sign in ".)" and found and number + 1 < len(marks):
                last = found[-1]
                lone = len(found) == 1 or found[-2].sign in ";,.("
                numbered = last.sign.isdigit() and (
                    lone or not self.is_(found[-2], "WAIVE", "_BUILD") or mark.sign == ")"
                )
                lettered = mark.sign == ")" and len(last.sign) == 1 and last.sign.isalpha()
                chosen = self._is_choice(marks, number + 1, is_choosing)
                if numbered or (lettered and (len(found) == 1 or chosen)):
                    is_choosing = chosen
                    found.pop()
                    if found and found[-1].sign == "(":
                        found.pop()
                    if found and not (
                        chosen and (found[-1].sign in ":," or self.is_(found[-1], "_TO", "_OR", *RETREATING))
                    ):
                        found.append(replace(mark, sign="," if chosen else ";"))
                    continue
            found.append(mark)
        return found

    def _is_choice(self, marks: list[Mark], number: int, is_behind: bool) -> bool:
        """Whether a place alone stands here, up to the next number or letter of a list or to the end. `is_behind`:
        behind another; then its sentence may end there."""
        behind = [mark.sign for mark in marks[number + 1 : number + 4] if mark.sign not in ",;"]
        ends = behind in ([], ["."]) or (is_behind and behind[0] == ".")
        return marks[number].sign == "@" and (ends or behind[1:2] in ([")"], ["."]))

    @staticmethod
    def _unquoted(marks: list[Mark]) -> list[Mark]:
        """Quotation marks round the whole line, or round one word, say nothing."""
        quotes = [number for number, mark in enumerate(marks) if mark.sign == '"']
        if len(quotes) == 2 and quotes == [0, len(marks) - 1]:
            return marks[1:-1]
        if len(quotes) % 2 or all(after - before == 2 for before, after in zip(quotes[::2], quotes[1::2], strict=True)):
            return [mark for mark in marks if mark.sign != '"']
        return marks

    def _unbracketed(self, marks: list[Mark]) -> list[Mark]:
        """Words without their brackets: a result or a remark is left out, a whole order counts by itself."""
        found: list[Mark] = []
        number = 0
        while number < len(marks):
            mark = marks[number]
            close = self._close(marks, number) if mark.sign in _OPEN else 0
            if not close:
                found.append(mark)
                number += 1
                continue
            inside = marks[number + 1 : close]
            number = close + 1
            if inside and (
                all(self.is_(one, "NOT") for one in inside) or all(self.is_(one, "_THE_SAME") for one in inside)
            ):
                found += inside  # "A PAR - BUR (don't)", "A BEL (ditto)"
                continue
            if not inside or inside[0].sign == "*" or self._is_remark(inside):
                continue
            if len(inside) == 1 and inside[0].named is not None:
                found += [mark, *inside, marks[close]]
            elif self.is_(inside[0], "_OR", "IF") and not self._foresees(inside):
                found += inside
            elif self.is_(inside[0], "_BACKED", "_FERRIED"):
                found += [*inside, replace(marks[close], sign="!")]
            else:
                found += [replace(mark, sign=";"), *inside, replace(marks[close], sign=";")]
        return found

    def _excepted(self, marks: list[Mark]) -> list[Mark]:
        """`All hold except Trieste, which moves to Albania`: Trieste moves, the rest hold. An exception without an
        order of its own is left as it is: nobody knows what it does."""
        place = next((number for number, mark in enumerate(marks) if self.is_(mark, "EXCEPT", "BUT")), 0)
        before, after = marks[:place], marks[place + 1 :]
        after = after[1:] if after and after[0].sign == "not" else after  # "but not Munich, which goes to Burgundy"
        if not place or not any(self.is_(mark, "ALL", "REST") for mark in before):
            return marks
        if not any(self.is_(mark, *VERBS) for mark in before):
            return marks  # "all but Munich hold"
        end = next((number for number, mark in enumerate(after) if mark.sign in ENDS), len(after))
        said = [mark for mark in after[:end] if mark.sign != ","]
        if [mark.sign for mark in after[:end]] in (["@", "@"], ["@", "(", "@", ")"]):
            # "All hold but Burgundy (Paris)", "save Holland: Belgium"
            said = [mark for mark in said if mark.sign == "@"]
        elif said and all(map(self._is_of_a_unit, said)):
            return [*before, marks[place], *after]  # "but not Munich"
        elif not any(self.is_(mark, *VERBS) for mark in said):
            return marks
        many = next(number for number, mark in enumerate(before) if self.is_(mark, "ALL", "REST"))
        said_so = any(self.is_(mark, "REST") for mark in before[max(0, many - 1) : many + 2])
        rest = [replace(mark, sign="rest") if self.is_(mark, "ALL") and not said_so else mark for mark in before]
        return [*rest, replace(marks[place], sign=";"), *said, *after[end:]]

    @staticmethod
    def _close(marks: list[Mark], number: int) -> int:
        """Where the bracket that opens here is closed; 0 when it is not."""
        depth = 0
        for place in range(number, len(marks)):
            if marks[place].sign in _OPEN:
                depth += 1
            elif marks[place].sign in _OPEN.values():
                depth -= 1
                if not depth:
                    return place
        return 0

    def _is_remark(self, inside: list[Mark]) -> bool:
        """Nothing of the game is named, and nothing that could change an order is said."""
        if any(mark.owner or (mark.named is not None and mark.named.choices) for mark in inside):
            return False
        return not any(
            self.is_(mark, "_HOLD", "_SUPPORT", "DISBAND", "WAIVE", "VIA", "_OR", "IF", "NOT", "CORRECT", "REST", "ALL")
            for mark in inside
            if mark.sign not in ",.:;"
        )

    def _sentences(self, marks: list[Mark]) -> Iterator[tuple[list[Mark], str]]:
        """The parts between full stops, semicolons and other ends, each with the sign at its end."""
        part: list[Mark] = []
        goes = any(mark.sign == ">" for mark in marks) and not any(self.is_(mark, *RETREATING) for mark in marks)
        for mark in marks:
            if mark.sign == ">" and goes:
                mark = replace(mark, sign="-")
            if mark.sign == "." and part and self._is_short(part[-1]):
                continue
            if mark.sign in ENDS:
                yield part, mark.sign
                part = []
            elif mark.sign in (",", "/", "|"):
                if not part or part[-1].sign != ",":
                    part.append(replace(mark, sign=","))
            elif mark.sign not in "*" or not mark.sign:
                part.append(mark)
        yield part, ""

    def _is_short(self, mark: Mark) -> bool:
        """A word cut short, before a full stop: `A. Par`, `A Mar sup. A Par - Bur`. No order ends with it."""
        if len(mark.sign) == 1 and mark.sign not in "@%h,":
            return not self.is_(mark, "DISBAND", "_BUILD")
        return self.is_(mark, "SHORT")

    def _read(
        self, sentence: list[Mark], end: str, remark: bool, named: Sequence[tuple[str, ...]] = ()
    ) -> Iterator[Clause]:
        """The clauses of one sentence. `named`: the places that were named before it."""
        between = next((number for number, mark in enumerate(sentence) if self.is_(mark, "BETWEEN")), None)
        if between is not None and end != "?":
            stop = next((at for at in range(between, len(sentence)) if self.is_(sentence[at], "BUT")), len(sentence))
            told = sentence[:stop]
            yield Clause(told, "not-ordered", offers=tuple(sentence[between + 1 : stop]), held=tuple(told))
            sentence = sentence[stop + 1 :]
            if not sentence:
                return
        held = tuple(sentence)
        if self._is_plain(sentence, end):
            if part := trimmed(sentence):
                yield Clause(part, remark=remark, held=held)
            return
        if (renamed := self._renamed(sentence)) is not None:
            yield Clause(
                renamed[:1], corrects=True, instead=renamed[1].named.choices if renamed[1].named else (), held=held
            )
            return
        each = next((at for at, mark in enumerate(sentence) if self.is_(mark, "EACH_HIS")), 0)
        if each and end != "?":
            yield from self._each_his(sentence[:each], sentence[each])
            yield from self._read(trimmed(sentence[each + 1 :]), end, remark, named) if sentence[each + 1 :] else ()
            return
        objects = self.is_(sentence[0], "BUT", "EXCEPT") and any(self.is_(mark, *VERBS) for mark in sentence)
        if objects:
            sentence = sentence[1:]  # "Except that Paris holds.", "But Paris holds."
        swaps = objects or any(self.is_(mark, "INSTEAD", "SWAP") for mark in sentence)
        # A question mark behind `A PAR -` replaces a place.
        asking = end == "?" and not any(self.is_(mark, "REQUEST") for mark in sentence) and sentence[-1].sign != "-"
        marks = self._chosen([mark for mark in sentence if not self.is_(mark, "REQUEST", "SWAP")])
        marks = self._preferred(marks, named)
        dislodged = any(self.is_(mark, "IF_DISLODGED") for mark in marks)
        marks = [mark for mark in marks if not self.is_(mark, "IF_DISLODGED")]
        if asking:
            yield Clause(marks, "asked", held=held)
        elif any(self.is_(mark, "IF") for mark in marks):
            yield Clause(marks, "not-ordered" if self._foresees(marks) else "conditional", held=held)
        elif (back := self._takes_back(marks)) is not None:
            if trimmed(marks[:back]):
                yield Clause(trimmed(marks[:back]), remark=remark, held=tuple(marks[:back]))
            yield Clause(self._named(marks[back + 1 :]), takes_back=True, held=tuple(marks[back:]))
        elif len(marks) > 1 and self.is_(marks[-1], "STRUCK"):
            yield Clause(marks[:-1], "not-ordered", held=held)  # "A PAR - BUR, no", "A PAR - BUR (crossed out)"
        else:
            left_out = self._left_out(marks)
            if left_out:
                yield Clause(marks[left_out:], "not-ordered", held=tuple(marks[left_out:]))
                marks = marks[:left_out]
            forgets = next((self._forgotten(mark) for mark in marks if self.is_(mark, "FORGET")), 0)
            marks = [mark for mark in marks if not self.is_(mark, "FORGET")]
            like = Clause([], swaps=swaps, remark=remark, dislodged=dislodged, forgets=forgets, held=held)
            yield from self._in_parts(marks, like)

    def _is_plain(self, sentence: list[Mark], end: str) -> bool:
        """Whether a sentence has no word by which what follows in `_read` parts it, changes it or denies it: it is one
        clause as it stands."""
        return end != "?" and not any(self.is_(mark, *_PARTING) for mark in sentence)

    def _in_parts(self, marks: list[Mark], like: Clause) -> Iterator[Clause]:
        """What a sentence says first, and what corrects it. `like`: what is the same of them all."""
        for number, (part, by) in enumerate(self._corrections(marks)):
            if number and len(part) > 1 and part[0].sign == "@" and self.is_(part[1], "TAKEN"):
                # "Berlin and Kiel; no, Berlin is occupied"
                yield Clause(part[:1], takes_back=True, held=like.held)
                part = trimmed(part[2:])
            if part or (not number and like.forgets):
                yield replace(
                    like,
                    marks=part,
                    corrects=number > 0,
                    forgets=like.forgets if not number else 0,
                    adds=any(mark.adds for mark in by),
                    sighs=bool(by) and all(mark.sign in ",-:" or self.is_(mark, "SIGHS") for mark in by),
                )

    def _left_out(self, marks: list[Mark]) -> int:
        """Where `but not Kiel` begins, behind an order for others; 0 where it does not end the sentence, or where what
        stands before it may be for Kiel as well."""
        place = next((at for at in range(2, len(marks) - 1) if self._is_left_out(marks[at:])), 0)
        may_be_for = any(self.is_(one, "ALL", "BOTH", "REST", "_HOLD", "NOT") for one in marks[:place])
        return place if not may_be_for else 0

    def _is_left_out(self, marks: list[Mark]) -> bool:
        """`but not Kiel`, `, never Picardy`, `- but never to Picardy`."""
        rest = marks[1:] if marks[0].sign in ",-" else marks
        says_but = bool(rest) and self.is_(rest[0], "BUT")
        rest = rest[1:] if says_but else rest
        denies = bool(rest) and (rest[0].sign == "never" or (says_but and rest[0].sign == "not"))
        names = rest[2:] if denies and rest[1:] and self.is_(rest[1], "_TO") else rest[1:]
        is_name = all(self.is_(one, "KIND", "_IN") or (one.named and one.named.choices) for one in names)
        return len(rest) < len(marks) and denies and bool(names) and is_name

    def _each_his(self, said: list[Mark], word: Mark) -> Iterator[Clause]:
        """`Paris and Marseilles to Burgundy and Spain respectively`: as many units as goals, one verb between. Behind
        refuges the word says nothing."""
        held = (*said, word)
        verb = next((at for at in range(len(said) - 1, -1, -1) if self.is_(said[at], *VERBS)), 0)
        names = [at for at, mark in enumerate(said) if mark.sign == "@"]
        if word.sign != "respectively" or any(self.is_(mark, *RETREATING) for mark in said):
            yield Clause(trimmed(said), held=held)
            return
        goals = [at for at in names if at > verb]
        units = [at for at in names if at < verb][-len(goals) :]
        first = units[0] if units else 0
        others = [mark for at, mark in enumerate(said[first:], first) if at not in (*units, verb, *goals)]
        is_each = all(self.is_(mark, "KIND", "_IN") or mark.sign in ",&" for mark in others)
        if not goals or len(units) != len(goals) or not is_each or not self.is_(said[verb], "_TO"):
            yield Clause(list(held), held=held)
            return
        if trimmed(said[:first]):
            yield Clause(trimmed(said[:first]), held=held)
        for unit, goal in zip(units, goals, strict=True):
            yield Clause([said[unit], said[verb], said[goal]], held=held)

    def _foresees(self, marks: list[Mark]) -> bool:
        """`If Tunis goes there we bounce`: what comes of an order, not on what it hangs."""
        return self.is_(marks[0], "IF") and any(self.is_(mark, "COMES_OF_IT") for mark in marks)

    def _preferred(self, marks: list[Mark], named: Sequence[tuple[str, ...]]) -> list[Mark]:
        """`to Bohemia, or to Tyrolia if Bohemia is taken`, `if that is not free, Tyrolia`: a second choice is for that
        case alone, said or not. `named`: the places that were named before."""
        found: list[Mark] = []
        for number, mark in enumerate(marks):
            found.append(mark)
            if not self.is_(mark, "TAKEN"):
                continue
            start = next((at for at in (-2, -3) if len(found) >= -at and self.is_(found[at], "IF")), 0)
            about = found[-2].named if start == -3 else None
            before = [*named, *(one.named.choices for one in found[:start] if one.named is not None)]
            if not start or (start == -3 and (about is None or about.choices not in before[1:])):
                continue
            leads = all(one.sign == "," for one in found[:start]) and number + 1 < len(marks)
            found[start:] = [replace(mark, sign="else")] if leads else []
            if not leads and [one.sign for one in found] == ["@"] and named:
                found.insert(0, replace(mark, sign="else"))  # "Armenia; Ukraine if Armenia is closed"
        return found

    def _chosen(self, marks: list[Mark]) -> list[Mark]:
        """`Pic instead of Bur`, `not to Bur but to Pic`: what was not chosen is left out."""
        found: list[Mark] = []
        number = 0
        buts = [place for place, mark in enumerate(marks) if self.is_(mark, "BUT")]
        while number < len(marks):
            mark = marks[number]
            but = next((place for place in buts if place >= number), 0)
            if but and self.is_(mark, "NOT") and self._is_of_two(marks[number + 1 : but], marks[but + 1 :]):
                number = but + 1
            elif self._is_goal_denied(marks, number, found):
                number = len(marks)
            elif self.is_(mark, "UNHELPED"):
                number += 1
                end = next((at for at in range(number, len(marks)) if not self._is_of_a_unit(marks[at])), len(marks))
                does = next((one for one in marks[end:] if one.sign != ","), None)
                if does is not None and end > number and self.is_(does, *VERBS):
                    found.append(replace(mark, sign=","))  # "without the support of Ruhr, which goes to Burgundy"
                else:
                    number = end
            elif self.is_(mark, "INSTEAD"):
                number += 1
                while number < len(marks) and marks[number].sign not in ",:":
                    number += 1
            else:
                found.append(mark)
                number += 1
        return found

    def _is_of_two(self, denied: Sequence[Mark], chosen: Sequence[Mark]) -> bool:
        """Whether a `not` and a `but` stand before two of the same: units, kinds or goals."""
        names = all(self._is_of_a_unit(mark) or self.is_(mark, "_TO") or mark.sign == "," for mark in denied)
        return 0 < len(denied) < 5 and names and bool(chosen) and self._names_as(chosen[0], denied[0])

    def _names_as(self, mark: Mark, other: Mark) -> bool:
        """Whether a mark begins to name what another does."""
        return self._is_of_a_unit(mark) or (self.is_(mark, "_TO", "_HOLD") and not self.is_(other, "KIND"))

    def _is_of_a_unit(self, mark: Mark) -> bool:
        return self.is_(mark, "KIND", "_IN") or mark.sign in ("@", "%")

    def _is_goal_denied(self, marks: list[Mark], number: int, before: list[Mark]) -> bool:
        """`Venice goes to Tyrolia, not Trieste`: behind a move, at the end, where it does not go; behind a unit that is
        removed or built, which is not."""
        if marks[number].sign != "not":
            return False
        rest = marks[number + 1 :]
        before = before[:-1] if before and before[-1].sign == "," else before
        is_put = bool(before) and self.is_(before[0], "REMOVE", "DISBAND", "_BUILD", "KEEP", "NUMBER")
        if is_put:
            # "remove the fleet, not the army"
            names = (self.is_(one, "KIND", "_IN") or (one.named is not None and one.named.choices) for one in rest)
            return len(before) > 1 and 0 < len(rest) < 4 and all(names)
        rest = rest[1:] if rest and self.is_(rest[0], "_TO") else rest
        goes = len(before) > 1 and before[-1].sign == "@" and self.is_(before[-2], "_TO")
        is_place = len(rest) == 1 and rest[0].named is not None and bool(rest[0].named.choices)
        return goes and is_place


__all__ = ["Clause", "Clauses", "Mood"]
