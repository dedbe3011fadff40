"""Orders that words around them undo, limit or deny: `Strike that.` behind one, `Later:` before it, `all but …` in it.

One pass over the lines as written, and over what could not be read of them; each reason has one rule, in one table,
which orders it holds back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.headings import helps
from judge.grammar.limits import (
    adds,
    goal_in,
    limits,
    mixes,
    says_what_was_meant,
    says_why_not,
    swaps,
    takes_back,
    thinks_again,
)
from judge.grammar.mood import HANGING, mood
from judge.grammar.text import plain, sentences, without_number
from judge.grammar.undoing import (
    Kind,
    Undoing,
    denied_by_name,
    is_bare_correction,
    of_several,
    only_opens,
    undoings,
)
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.limiting import Limiting
from judge.mail.placing import (
    ORDERED,
    SIGNS,
    Names,
    for_many,
    goes_on,
    in_places,
    is_read_in,
    leads_in,
    numbered,
    of_sentence,
    only_says,
    orders_before,
    sentence_of,
    take_away,
    undone_by,
    with_figures,
    withdrawn,
)
from judge.mail.understood import Understood, refused

_UNREAD = (Fate.REFUSED, Fate.NOT_ORDERED)
_NEAR = 2
"""Lines from an order to the words below it that take it back: a blank one may be between them."""


@dataclass(slots=True)
class Undone:
    """All that was read, as far as the pass has gone, and the questions about a text: the orders that it is and nothing
    else, the meanings of each name in it; how an order is written, and what it is about."""

    found: list[Understood]
    limiting: Limiting
    orders_in: OrdersIn
    names: Names
    written: Callable[[Any], str]
    about: Callable[[Any], Hashable]
    given: list[Any] = field(default_factory=list, init=False)
    """The orders that the game read."""
    held: dict[int, Any] = field(default_factory=dict, init=False)
    """The orders that words undid, by their places."""
    for_many: set[tuple[int, str]] = field(default_factory=set, init=False)

    def without(self, lines: Mapping[int, str]) -> tuple[Understood, ...]:
        """All that was read, without the orders that something in the letter undoes. `lines`: as written, by number."""
        self.given = [one.said for one in self.found if one.fate in ORDERED]
        self.for_many = for_many(self.found, self.names)
        for number, line in lines.items():
            for limit in limits(line):
                self._hold(self.limiting.narrowed(self.found, number, plain(line), limit), "")
            text = without_number(plain(line))
            for said in undoings(text):
                places = _UNDONE[said.kind](self, number, said, text)
                if not (places and self._is_put_right(number, said, text)):
                    self._hold(places, said.words)
        for place, one in enumerate(self.found):
            if one.fate is Fate.ORDER:
                if cut_off := self._cut_off(place):
                    self._hold(cut_off, one.text)
                if one.notes:
                    self._hold(self._supplied(place), "")
                if self.for_many:
                    for at in self._covered(place):
                        self.found[at] = withdrawn(self.found[at])
            elif self._leads_to_talk(place):
                self.found[place] = replace(one, fate=Fate.COURTESY, said=None, why="unsure")
            else:
                self._of_no_order(place, one)
        self._replaced()
        return tuple(self.found)

    def _of_no_order(self, place: int, one: Understood) -> None:
        """What such words hold back."""
        if one.fate is not Fate.LATER:
            self._hold(self._taken_back(place, one.text), one.text)
        if (one.fate in _UNREAD and one.why != "corrected") or one.fate is Fate.LATER:
            self._hold(self._denied(place), one.text)
        if one.fate in _UNREAD:
            self._hold(self._excepted(place), one.text)
        self._hold(self._cut_off(place), one.text)

    def _replaced(self) -> None:
        """Of an order that words undo, and in whose place one behind them on its line is in force, nobody is asked."""
        for place, order in self.held.items():
            number = self.found[place].number
            behind = [one for one in self.found[place + 1 :] if one.number == number and one.fate is Fate.ORDER]
            if any(not one.rest and self.about(one.said) == self.about(order) for one in behind):
                self.found[place] = replace(self.found[place], fate=Fate.NOT_ORDERED, said=order, why="corrected")

    def means(self, text: str) -> frozenset[str]:
        """The meanings of the names in a text."""
        return frozenset[str]().union(*self.names(text))

    def _hold(self, places: Iterable[int], words: str) -> None:
        """The orders in these places are not carried out, because of these words."""
        for place in places:
            one = self.found[place]
            undone = Problem("undone", {"text": words.strip(" .,;:()")})
            if one.fate is Fate.ORDER and words:
                self.held[place] = one.said
            self.found[place] = refused(one, undone if words else Problem("not-understood", {"text": one.text}))

    def _above(self, number: int, said: Undoing, line: str) -> list[int]:
        return [at for at, one in enumerate(self.found) if one.number <= number and one.fate in ORDERED]

    def _below(self, number: int, said: Undoing, line: str) -> list[int]:
        below = range(number + 1, number + said.count + 1)
        return [at for at, one in enumerate(self.found) if one.number in below and one.fate in ORDERED]

    def _placed(self, number: int, said: Undoing, line: str) -> list[int]:
        """The orders that a line cancels by their place are gone, and so are the words that say so."""
        meant = in_places(self.found, number, said, line)
        own = [at for at, one in enumerate(self.found) if one.number == number and only_says(one, said.words)]
        for place in (*own, *(at for at in meant if self.found[at].fate in ORDERED)) if meant else ():
            self.found[place] = withdrawn(self.found[place])
        return []

    def _amiss(self, number: int, said: Undoing, line: str) -> list[int]:
        return [at for at in in_places(self.found, number, said, line) if self.found[at].fate in ORDERED]

    def _kinds(self, number: int, said: Undoing, line: str) -> list[int]:
        """`Scrap both supports`: where there are so many, they are gone; otherwise nobody knows which."""
        orders = [at for at, one in enumerate(self.found) if one.number <= number and one.fate in ORDERED]
        gone = [at for at in orders if helps(self.found[at].text)]
        if said.count and len(gone) != said.count:
            return gone
        own = [at for at, one in enumerate(self.found) if one.number == number and only_says(one, said.words)]
        for place in (*own, *gone) if gone else ():
            self.found[place] = withdrawn(self.found[place])
        return []

    def _hanging(self, number: int, said: Undoing, line: str) -> list[int]:
        own = [one for one in self.found if one.number == number]
        notes = (note for one in own for note in one.notes if note.code == "passed-over")
        is_passed = any(said.words in plain(str(note.detail["text"])) for note in notes)
        is_read = not is_passed and all(is_read_in(one, said.words) for one in own)
        return [] if is_read else undone_by(self.found, number, said, False)

    def _behind(self, number: int, said: Undoing, line: str) -> list[int]:
        head = said.before.rpartition(said.words)[0]
        if head and not self.orders_in(head.rstrip(SIGNS)) and not self.means(head):
            if mood(said.words) == "doubted":
                return []  # "A boring opening, I guess."
            # "Hm, too risky, scrap that."
            return undone_by(self.found, number, replace(said, before=said.above), not said.above)
        is_line = said.words.strip(SIGNS) == line.strip(SIGNS)
        return undone_by(self.found, number, said, is_line)

    def _head(self, number: int, said: Undoing, line: str) -> list[int]:
        """The orders of a line that has lost the words before them."""
        mine = [at for at, one in enumerate(self.found) if one.number == number and one.fate is Fate.ORDER]
        for text in said.rest if mine else ():
            bare = self.orders_in(text)
            if bare and all(one in [self.found[at].said for at in mine] for one in bare):
                return [at for at in mine if self.found[at].said in bare]
        return []

    def _taking(self, number: int, said: Undoing, line: str) -> list[int]:
        mine = any(one.number == number and one.fate is Fate.ORDER for one in self.found)
        is_done = not mine and take_away(self.found, number, said.rest[:1], self.orders_in)
        return [] if is_done else self._head(number, said, line)

    def _given(self, number: int, said: Undoing, line: str) -> list[int]:
        """`Scratch the support, it goes to Spain`, where nobody knows what that is: what it names, or any of them."""
        unread = [one for one in self.found if one.number == number and one.fate is Fate.REFUSED]
        if not any(said.words in plain(one.text) or plain(one.text) in said.words for one in unread):
            return []
        before, names = orders_before(self.found, number, said, line), self.means(said.words)
        return [at for at in before if names & self.means(self.found[at].text)] or before

    def _corrects(self, number: int, said: Undoing, line: str) -> list[int]:
        """A game may leave out the word of correction before what it does not understand."""
        inside = [at for at, one in enumerate(self.found) if one.number == number and plain(one.text) in said.words]
        if not inside and (says_why_not(said.words) or self._changes_nothing(number, said)):
            return undone_by(self.found, number, said, False)
        unread = [at for at in inside if self.found[at].fate in _UNREAD]
        read = [at for at in inside if self.found[at].fate in ORDERED]
        if read and of_several(said.words, is_read=True):
            anew = {self.about(self.found[at].said) for at in read}
            before = [at for at, one in enumerate(self.found[: read[0]]) if one.fate is Fate.ORDER]
            return [at for at in before if self.about(self.found[at].said) not in anew]
        if read and not adds(said.words):
            self._replaced_by(read)
        is_none = not unread or bool(read) or self._leads_to_talk(unread[0])
        return [] if is_none else self._taken_back(unread[0], said.words)

    def _changes_nothing(self, number: int, said: Undoing) -> bool:
        """`Come to think of it he stays`, where the order is the same without these words."""
        bare = self.orders_in(said.before.rstrip(SIGNS)) if thinks_again(said.words) and said.before else None
        own = [one.said for one in self.found if one.number == number and one.fate is Fate.ORDER]
        return bool(own) and bare is not None and all(one in bare for one in own)

    def _replaced_by(self, read: Sequence[int]) -> None:
        """`Come to think of it, Picardy stays.`: an earlier order for the same, where a game would keep the first."""
        for at, one in enumerate(self.found[: read[0]]):
            about = self.about(one.said) if one.fate is Fate.ORDER else None
            is_one = about is not None and not (isinstance(about, tuple) and isinstance(about[0], tuple))
            named = self.names(self.written(one.said))[:1] if is_one else ()
            anew = [self.found[place].said for place in read if is_one]
            same = [two for two in anew if self.about(two) == about and self.names(self.written(two))[:1] == named]
            if same and one.said not in same:
                self.found[at] = withdrawn(one)

    def _anew(self, number: int, said: Undoing, line: str) -> list[int]:
        """`Change of plan: …`: all before it, or so many, where not all of it was read."""
        own = [one for one in self.found if one.number == number]
        if all(is_read_in(one, said.words) for one in own):
            return []
        before = orders_before(self.found, number, said, line)
        if said.words.rstrip().endswith(":") and not said.count:
            before = self._planned_anew(number, own, before)
        return before[-said.count :]

    def _planned_anew(self, number: int, own: Sequence[Understood], before: Sequence[int]) -> list[int]:
        """`New plan:` over orders for all that was ordered above it: these take its place. What is left of the others
        is for their writer to say."""
        below = {self.about(one.said) for one in self.found if one.number > number and one.fate is Fate.ORDER}
        anew = [at for at in before if self.about(self.found[at].said) in below]
        for at in anew:
            self.found[at] = withdrawn(self.found[at])
        for at, one in enumerate(self.found):
            if anew and one in own and one.fate in _UNREAD:
                self.found[at] = replace(one, fate=Fate.COURTESY, said=None, why="")
        return [at for at in before if at not in anew]

    def _named(self, number: int, said: Undoing, line: str) -> list[int]:
        """`The 12 should be 14`, `M7 should be at 70,21, I mixed them up`: the orders before that have what is named,
        where no order for the same is in these words."""
        what, instead = said.rest
        if not (numbered(instead) or self.means(instead)):
            return []  # "Munich should be safe."
        inside = [one for one in self.found if one.number == number and plain(one.text) in said.words]
        if not any(one.fate in _UNREAD for one in inside):
            return []
        anew = {self.about(one.said) for one in inside if one.fate in ORDERED}
        names, words = self.means(what), with_figures(what)
        return [
            at
            for at in orders_before(self.found, number, said, line)
            if (one := self.found[at]).fate is Fate.ORDER
            and self.about(one.said) not in anew
            and (not names.isdisjoint(self.means(one.text)) or not words.isdisjoint(with_figures(one.text)))
        ]

    def _is_put_right(self, number: int, said: Undoing, line: str) -> bool:
        """Whether the game carried these words out: what stood before them is no longer ordered as it was written."""
        before, _, behind = line.partition(said.words)
        before = before.rstrip(SIGNS)
        near = [one.text for one in self.found if one.fate in ORDERED and 0 < number - one.number <= _NEAR]
        written = [order for text in ([before] if before else near) for order in self.orders_in(text) or ()]
        own = [one.said for one in self.found if one.number == number and one.fate in ORDERED] if not before else []
        # Of what the game asks about, nothing is put right.
        asked = [plain(one.text) for one in self.found if one.number == number and one.fate is Fate.REFUSED]
        doubted = [order for text in asked for order in self.orders_in(sentences(text)[0].rstrip(SIGNS)) or ()]
        written = [order for order in written if order not in doubted]
        about = {self.about(order) for order in written}
        is_read = bool(own) and all(self.about(order) in about for order in own)
        # "Recruit at 0407. Not there, at 0508."
        is_read |= bool(before) and behind.startswith(",") and bool(behind.strip(SIGNS))
        return (said.says_what_is_to_be or is_read) and any(order not in self.given for order in written)

    def _swaps(self, number: int, said: Undoing, line: str) -> list[int]:
        """`Saloon 5, Bank 4 - vice versa`: the orders that are the same without these words."""
        mine = undone_by(self.found, number, said, False)
        if mixes(said.words) and mine and all(map(self._is_anew, mine)):
            return []  # "D1 should be at 20,12 and D2 at 18,14, I mixed them up"
        bare = self.orders_in(said.rest[0].rstrip(SIGNS))
        if bare is None and self.orders_in(said.before.strip(SIGNS)):
            return []  # "Rio and URG: let them stay": with these words it is an order.
        return mine if bare is None or all(self.found[at].said in bare for at in mine) else []

    def _is_anew(self, place: int) -> bool:
        """Whether an order takes the place of one above it."""
        one = self.found[place]
        gone = (two for two in self.found[:place] if two.fate is Fate.NOT_ORDERED and two.why == "corrected")
        return any(self.names(two.text)[:1] == self.names(self.written(one.said))[:1] for two in gone)

    def _leads_to_talk(self, place: int) -> bool:
        """`Actually` before `it's raining here`: a word of correction alone, before words that name nothing."""
        one, behind = self.found[place], self.found[place + 1 : place + 2]
        if one.fate is not Fate.REFUSED or len(one.text.split()) > 1 or not takes_back(one.text) or not behind:
            return False
        is_told = behind[0].fate is Fate.NOT_ORDERED and behind[0].why == "told" and not of_several(behind[0].text)
        return behind[0].number == one.number and is_told and not self.means(behind[0].text)

    def _taken_back(self, place: int, words: str) -> list[int]:
        """`keep two bullets`, `no, swap them`, `Sorry, the moon`: the orders right before words that begin like a
        correction, and of which nothing was made."""
        one = self.found[place]
        if one.why == "denied" and self._speaks_of_another(place, words):
            return []
        # "Hmm, both on M2 is a waste" only thinks aloud.
        is_told = one.fate is Fate.NOT_ORDERED and one.why in _TOLD and not words.lower().startswith(("hm", "er"))
        # "My mistake, 14": what is as short as a courtesy.
        is_told |= one.why == "unsure" and len(words.split()) <= _AS_A_COURTESY
        is_bare = one.fate is Fate.REFUSED and words == one.text and self._says_only_what(place)
        is_told = is_told and bool(self.means(words) or of_several(words) or says_why_not(words) or numbered(words))
        is_swap = swaps(words) or mixes(words)
        if not (is_swap or ((one.fate is Fate.REFUSED or is_told) and takes_back(words)) or is_bare):
            return []
        is_meant = says_what_was_meant(words) or is_bare
        behind = next((at for at in range(place - 1, -1, -1) if not self._is_between(at, one, is_meant)), 0)
        if is_bare and self.found[behind].number != one.number:
            return []
        if one.number - (self.found[behind] if place else one).number > _NEAR:
            return []
        if not is_swap and not of_several(words) and not goes_on(one, words):
            return of_sentence(self.found, behind, place)
        most = 2 if swaps(words) else _MOST_BACK if is_swap or of_several(words) else 1
        said: set[tuple[int, str]] = set()
        gone: list[int] = []
        for at in range(behind, -1, -1):
            said.add((self.found[at].number, self.found[at].text))
            is_order = self.found[at].fate in ORDERED  # a game may have refused the last one already
            if len(said) > most or not (is_order or (most > 1 and self.found[at].fate is Fate.REFUSED)):
                break
            gone += [at] if is_order else []
        return gone

    def _says_only_what(self, place: int) -> bool:
        """`Too low. 14.`, `What am I saying, Paris.`: whether a part is a name or a number alone, behind words on its
        line that nobody knows: these correct, whatever they are."""
        one, before = self.found[place], self.found[place - 1] if place else None
        goal = goal_in(one.text)
        if (
            len(goal) != 1
            or not (goal[0].isdigit() or self.means(goal[0]))
            or not HANGING.isdisjoint(one.text.lower().split())
        ):
            return False
        head = plain(one.text).rpartition(goal[0])[0]
        lead = head[: max(head.rfind(sign) for sign in ",;:.!") + 1].strip(SIGNS)
        if not lead and before is not None and before.number == one.number and before.fate in _UNREAD:
            ends = plain(one.line).partition(plain(one.text))[0].rstrip().endswith((".", "!"))
            lead = before.text if ends else ""
        return bool(lead) and lead.count(" ") < _AS_A_COURTESY and not numbered(lead) and not self.means(lead)

    def _is_between(self, at: int, one: Understood, is_meant: bool) -> bool:
        """Whether what stands there is no order that words correct: it leads them in, or it is talk, which nobody puts
        right by saying what they should have said."""
        before = self.found[at]
        is_talk = before.number == one.number and (
            (before.fate is Fate.NOT_ORDERED and before.why in _TOLD)
            or (before.fate is Fate.REFUSED and not self.means(before.text) and not numbered(before.text))
        )
        opens = before.number == one.number and before.fate in _UNREAD and only_opens(before.text)
        return opens or leads_in(before, one) or (is_meant and is_talk)

    def _speaks_of_another(self, place: int, words: str) -> bool:
        """`No, not Burgundy`, where another order than the last one names Burgundy."""
        names = self.means(words)
        named = [bool(names & self.means(one.text)) for one in self.found[:place] if one.fate in ORDERED]
        return any(named) and not named[-1]

    def _cut_off(self, place: int) -> list[int]:
        """`Oops. Picardy.`: the order before a word of correction alone, behind which somebody seems to sign by a name
        of the game."""
        one, behind = self.found[place], self.found[place + 1 : place + 2]
        if not behind or behind[0].fate not in (Fate.SIGNATURE, *_UNREAD):
            return []
        # `A PAR - BUR, sorry:` is one as well.
        last = one.text.strip(SIGNS).rpartition(",")[2] if one.fate in ORDERED else one.text
        if not is_bare_correction(last):
            return []
        if behind[0].number > one.number + 1 or not self.means(behind[0].text):
            return []
        if behind[0].fate is Fate.SIGNATURE:
            unclear = Problem("correction-unclear", {"text": behind[0].text})
            self.found[place + 1] = refused(behind[0], unclear)
        if one.fate in ORDERED:
            return [place]
        before = next((at for at in range(place - 1, -1, -1) if not leads_in(self.found[at], one)), -1)
        is_near = before >= 0 and one.number - self.found[before].number <= _NEAR
        return [before] if is_near and self.found[before].fate in ORDERED else []

    def _supplied(self, place: int) -> list[int]:
        """`Retreat: 1. Gascony 2. Paris`, read as Paris: an order whose unit was supplied, beside names unread."""
        one = self.found[place]
        if one.fate is not Fate.ORDER or not any(note.code == "taken-for-unit" for note in one.notes):
            return []
        beside = [two for two in self.found if two.number == one.number and two.fate is Fate.REFUSED]
        return [place] if any(self.means(two.text) for two in beside) else []

    def _excepted(self, place: int) -> list[int]:
        """`Everybody holds, Paris however to Burgundy`: of orders for many the one for whom unread words begin with."""
        unread = self.found[place]
        code = str(getattr(unread.said, "code", "")) if unread.fate is Fate.REFUSED else ""
        first, second = (*unread.text.lower().split()[:2], "", "")[:2]
        is_denied = unread.fate is Fate.NOT_ORDERED and (
            second in ("not", "not:") or (unread.why == "denied" and bool(self.names(first)))
        )
        names = self.names(unread.text)[:1] if is_denied or code.startswith(_NOT_READ) else ()
        if not names:
            return []
        whose = ((at, self.names(self.written(self.found[at].said))[:1]) for at in self._of_many(place))
        return [at for at, piece in whose if any(one & names[0] for one in piece)]

    def _of_many(self, place: int) -> list[int]:
        """The orders before a place that were given to many, and name none of them."""
        return [
            at
            for at, one in enumerate(self.found[:place])
            if one.fate is Fate.ORDER and not one.rest and (one.number, one.text) in self.for_many
        ]

    def _covered(self, place: int) -> list[int]:
        """`All hold. Paris to Burgundy.`: what was ordered for many before an order for one of them that says more."""
        one = self.found[place]
        many = self._of_many(place) if one.fate is Fate.ORDER and not one.rest else []
        if not many or not self.names(one.text):
            return []
        about = self.about(one.said)
        return [at for at in many if self.found[at].said != one.said and self.about(self.found[at].said) == about]

    def _denied(self, place: int) -> list[int]:
        """`Sorry, not Belgium, Paris`: the orders above that speak of what is denied, and that none below replaces."""
        denied = self.found[place]
        words = denied_by_name(denied.text, denied.fate is Fate.LATER)
        words = words or (denied_by_name(sentence_of(denied), True) if denied.why == "denied" else "")
        begins = words.split()[:_SHORT]
        names = self.means(words) if begins and self.limiting.named(" ".join(begins), begins) else frozenset()
        if not names:
            return []
        anew = {self.about(one.said) for one in self.found[place:] if one.fate is Fate.ORDER}
        gone = [
            at
            for at, one in enumerate(self.found[:place])
            if one.fate is Fate.ORDER and self.about(one.said) not in anew and names & self.means(one.text)
            and (one.number == denied.number or f"({denied.text}" not in denied.line)
        ]  # fmt: skip
        # "Scrap Paris" behind a move is no removal that waits.
        return [*gone, place] if gone and denied.fate is Fate.LATER else gone


_UNDONE: Mapping[Kind, Callable[[Undone, int, Undoing, str], list[int]]] = {
    "above": Undone._above,
    "below": Undone._below,
    "placed": Undone._placed,
    "amiss": Undone._amiss,
    "kinds": Undone._kinds,
    "hanging": Undone._hanging,
    "behind": Undone._behind,
    "swaps": Undone._swaps,
    "corrects": Undone._corrects,
    "anew": Undone._anew,
    "head": Undone._head,
    "taking": Undone._taking,
    "given": Undone._given,
    "named": Undone._named,
}
"""Which orders each kind of such words undoes."""

_NOT_READ = ("not-understood", "unknown-")
_MOST_BACK = 40
_TOLD = ("told", "denied", "doubted", "spoken")
_AS_A_COURTESY = 5
_SHORT = 2
"""So many words behind a denial: one of them is of the game, or it may be talk (`No news from Paris`)."""


__all__ = ["Undone"]
