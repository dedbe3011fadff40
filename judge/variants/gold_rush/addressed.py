"""Whom a line is for: figures in front of a verb, a colon or what else makes them the ones that something is ordered
of (GR-Q1)."""

from __future__ import annotations

from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.pointing import Pointing
from judge.variants.gold_rush.signs import Mark
from judge.variants.gold_rush.tongue import SIGNS, polite_from, polite_to, short_slip_of, slip_of, verbs, words
from judge.variants.gold_rush.vocabulary import (
    CONNECT,
    CORRECTIONS,
    FIRING,
    NUMBERS,
    ONLY,
    ORDINALS,
    RANGE,
    SAME,
    SET_UP_VERBS,
    SHOTS,
    STARTERS,
    TIMES,
    TOWARDS,
    WAYS,
    WHERE,
    own_in_order,
)

WEAPONS = ("revolver", "revolvers", "repeater", "repeaters", "shotgun", "shotguns", "rifle", "rifles")
PROPOSING = ("at", "in", "on", "by", "per", "as", "where", "like", "stand", "stay", "wherever", "anywhere")
PROPOSED = frozenset("spot spots place places form proposed suggested propose suggest says like".split())
LIKE = ("as", "like", "what", "too", "just", "exactly")
CONDITIONS = ("if", "when", "once", "provided", "that", "unless", "and")
_SIDES = ("north", "south", "east", "west")


class Addressed(Pointing):
    """The words of a line, and those among them that say whom it is for."""

    form: str

    def _is_at_start(self, place: int) -> bool:
        """Whether an order may begin here: only polite words since the line, or the last sign that parts, began."""
        if self.form in ("asked", "question", "deal", "lay"):
            return False
        while place > 0:
            before = self._before_polite(place)
            word = self._word(before - 1)
            if before == 0 or word in STARTERS or (word == ":" and self._is_heading()):
                return True
            if before == place:
                is_gun = self.form == "place" and word in WEAPONS
                if word not in CORRECTIONS and word not in ("&", "-", "put", "place") and not is_gun:
                    return False
                before -= 1
            place = before
        return True

    def _is_heading(self) -> bool:
        """Whether there is a colon behind a group, or behind polite words alone."""
        signs = [mark.sign for mark in self.marks if mark.sign in SIGNS]
        return signs in ([], ["%"])

    def _before_polite(self, place: int) -> int:
        """The place before a polite phrase that ends here; the same place when there is none."""
        for said in polite_to(self._word(place - 1)) if place else ():
            if tuple(self.texts[max(0, place - len(said)) : place]) == said:
                return place - len(said)
        return place

    def _behind_polite(self, place: int) -> int:
        """The place behind the polite phrases that begin here."""
        for said in polite_from(self._word(place)):
            if tuple(self.texts[place : place + len(said)]) == said:
                return self._behind_polite(place + len(said))
        return place

    def _heads(self, place: int) -> int:
        """`3`, `3, T4 and 6-7`, before a verb or a colon: figures that the line is for."""
        is_count = self._word(place - 1) == "all" and not any(map(str.isdigit, self._word(place)[1:]))
        is_count |= self._word(place - 1) in ("else", "otherwise") and self._word(place + 1) in WAYS
        if is_count or self._item(place) is None or not self._is_at_start(place):
            return place
        found: list[tuple[int, int, tuple[str, ...]]] = []
        here = place
        while True:
            item = self._item(here)
            if item is None:
                break
            found.append((here, item[1], item[0]))
            here = item[1]
            link = here
            while self._word(link) in (*CONNECT, "&", "figure", "figures"):
                link += 1
            last = self._item(here + 1) if link == here and self._word(here) in RANGE else None
            # `D2 to D4 to take his gold`: D2 goes there.
            link += last is not None and not (self._word(here) == "to" and self._word(last[1]) == "to")
            if link == here:
                break
            here = link
        found = [*found]
        while found and not self._is_said_of(found[-1][1], alone=len(found) == 1):
            found.pop()
        if not found:
            return place
        for number, (first, behind, codes) in enumerate(found):
            if number:
                before = found[number - 1][1]
                self.marks.append(Mark("-" if self._word(before) in RANGE else ",", self.words[before].start, first))
            self._put("^", first, behind, *codes)
        behind = found[-1][1]
        if self._is_called(behind):
            self.marks.append(Mark(":", self.words[behind].start, self.words[behind].end))
            behind += 1
        if self._word(behind) == ":" and self._word(behind + 1) in ("all", "both") and len(found) > 1:
            # `D1, D2 and D3: all fire at M6`
            self.marks.append(Mark(":", self.words[behind].start, self.words[behind].end))
            behind += 2
        if self._word(behind) == "-" and not self._is_joined(behind + 1):
            self.marks.append(Mark(":", self.words[behind].start, self.words[behind].end))
            behind += 1
        return behind

    def _item(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """One of the figures of a list: a number, a code, a name and number."""
        found = self._piece(place) or self._of_own(place)
        if found is not None:
            return found
        word = self._word(place)
        number = int(word) if is_number(word, 2) else NUMBERS.get(word, 0)
        has_decimals = self._word(place + 1) == "." and self._is_joined(place + 1) and self._is_joined(place + 2)
        return None if not number or has_decimals else ((f"{self.names.letter}{number}",), place + 1)

    def _of_own(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """`the second one`, `my first Trader`: figures are counted as they are numbered."""
        behind = place + 1
        while self._word(place) in ORDINALS and self._word(behind) in CONNECT and self._word(behind + 1) in ORDINALS:
            behind += 2
        number = own_in_order(self._word(place), self._word(behind), self.names.state.groups[self.names.seat])
        # `my second and third man`
        return ((f"{self.names.letter}{number}",), place + 2 - (behind > place + 1)) if number else None

    def _is_said_of(self, place: int, *, alone: bool) -> bool:
        """Whether what follows a list of figures makes it one that something is ordered of."""
        if self._word(place) in SAME and self._word(place + 1 + (self._word(place + 1) == ",")) in ONLY:
            return True
        said = place + (self._word(place) == "the")
        if self._word(said) in SAME[1:4] and self.form == "go":
            return True
        is_row = self._word(place) == "as" and self._item(place + 1) is not None and not self._word(place + 2)
        if self.form == "go" and self._word(place) in LIKE and (self._is_coded(place) or is_row):
            # `T5 as T4`, `M1 as they are`
            return True
        first = place
        place = self._behind_polite(place)
        while self._word(place) in ("all", "both", "each"):
            place = self._behind_polite(place + 1)
        word = self._word(place)
        if self.form == "go" and word in ("too", "also") and place > first:
            # `and T3 will too`
            return True
        if word in (":", "=") or self._is_called(place):
            return True
        if self.form == "go" and (self._is_to_do(place) or (word in CONDITIONS[:2] and self._is_coded(place))):
            return True
        if self.form == "place":
            if word == "none" or (self._count(place) and self._word(place + 1) in ("bag", "bags")):
                return True
            if word == "anywhere" or self._word(first) in ("have", "take", "get"):
                return True
            if word in PROPOSING and not PROPOSED.isdisjoint(self.texts[place + 1 : place + 6]):
                return True
            # `one with Trader 2` is a bag.
            is_bag = word in ("with", "to", "on") and self._piece(place + 1) is not None
            goes_on = word in NUMBERS and any(mark.sign in ("carries", "carry", "has") for mark in self.marks)
            return (word in SET_UP_VERBS and not is_bag) or self._is_point(place) or goes_on
        if word in verbs() or (word not in words() and slip_of(word)) or (self.form == "go" and self._may_slip(place)):
            return True
        if word == "-" and not self._is_joined(place + 1):
            return True
        if word in ("is", "are") and self._word(place + 1) in verbs():
            return True
        if self._is_way(place):
            return True
        if self.form == "go" and self._is_shooting_too(place):
            return True
        is_beside = (word, self._word(place + 1)) in (("next", "to"), ("up", "to"))
        return (alone or word in TOWARDS) and bool(self._word(place + 1)) and (word in WHERE or is_beside)

    def _slip_at(self, place: int) -> str:
        """The verb that a word right behind a figure is a slip for, "" when there is none."""
        before = self.marks[-1].sign if self.marks else ""
        return self._may_slip(place) if before in ("^", ":", "and", "then") and self.form == "go" else ""

    def _may_slip(self, place: int) -> str:
        return "shoot" if self._is_shot(place) else short_slip_of(self._word(place))

    def _is_shot(self, place: int) -> bool:
        """`T5 shot 6 at M7`, and nothing behind that tells of what is over."""
        here = place + 1
        while self._count(here) or self._word(here) in ("at", *SHOTS):
            here += 1
        whom = self._piece(here) if self._word(place) == "shot" and self._is_coded(place) else None
        return whom is not None and self._word(whom[1]) in ("", ".", ";", "!")

    def _is_coded(self, place: int) -> bool:
        """Whether the word before is a code."""
        return bool(self._coded(self._word(place - 1)))

    def _is_shooting_too(self, place: int) -> bool:
        """`T1 fires at M1, T3 at M2`, `T3 three at M2`, `T1 has one bullet left`: a volley without its verb."""
        word = self._word(place)
        if word in ("has", "have") and self._count(place + 1) and self._word(place + 2) in SHOTS:
            return True
        if word in ("has", "have") and "shot" in self.texts[place + 1 : place + 4] and self._is_coded(place):
            # `T1 has a shot at M1, just one`
            return True
        if word in SHOTS and self._word(place - 1) in ("his", "her", "the", "both", "all"):
            # `T1 both his shots at M1`
            return True
        said = self._word(place - 1)
        if self._coded(said) and self._count(place) and self._word(place + 1) in ("at", "into", "@"):
            # `D3 6 at M6`
            return True
        if said in NUMBERS or said.isdigit() or FIRING.isdisjoint(mark.sign for mark in self.marks):
            return False
        behind = place + bool(self._count(place))
        return self._word(behind) in ("at", "into") or (behind > place and self._word(behind) in SHOTS)

    def _count(self, place: int) -> bool:
        word = self._word(place)
        return is_number(word, 2) or word in NUMBERS or word in TIMES

    def _is_to_do(self, place: int) -> bool:
        """`I want 3 to shoot`, `2 and 3 to reload`: what somebody is to do, and not where they are to go."""
        return self._word(place) == "to" and self._word(place + 1) in verbs() - {"cover", "contact"}

    def _is_called(self, place: int) -> bool:
        """Whether a comma stands between somebody and what they are told: `Trader 1, please fire four at M1`."""
        told = self._behind_polite(place + 1)
        is_other = self._coded(self._word(place - 1))[:1] not in ("", self.names.letter)
        is_shots = not is_other and self._count(told) and self._word(told + 1) in SHOTS
        is_told = self._word(told) in verbs() or is_shots
        return self.form == "go" and self._word(place) == "," and told > place and is_told

    def _is_way(self, place: int) -> bool:
        """`T1 4" north`, `T1 six shots at M2`: inches behind a code, and which way; or shots."""
        if not any(map(str.isalpha, self._word(place - 1))):
            return False
        if self._word(place) in _SIDES and self._measure(place + 1) is not None and self._is_coded(place):
            # `T1 south 4`
            return True
        if self._word(place) in {*NUMBERS, *TIMES}:
            return self._word(place) in TIMES or self._word(place + 1) in ("shots", "shot", "from", "off", *WAYS)
        if self._word(place).endswith("x") and is_number(self._word(place)[:-1], 2):
            # `D2 1x M8`
            return self._is_coded(place) and (self._word(place + 1) == "at" or self._piece(place + 1) is not None)
        inches = self._measure(place)
        return inches is not None and self._word(inches[1]) in ("shots", "shot", *WAYS)

    def _is_for(self, place: int, behind: int) -> bool:
        """Whether a figure behind a verb is whom the line is for: `move 3 to 27,17`, `fire 6 at M1 with 3`."""
        first = self._before_polite(place) - 1
        before, after = self._word(first), self._word(behind)
        if self.form == "place":
            is_code = any(map(str.isdigit, self._word(behind - 1)))
            return is_code and before in ("to", "on", "with", "for") and after not in ("bag", "bags", "gold")
        if before == "with":
            contact = {"contact", "base", "touch"}
            return self._word(first - 1) not in contact and after in ("", ",", ".", "!", ";", "please")
        is_led = after in WHERE or after in ("onto", "over", "up")
        return is_led and before in ("move", "send", "walk", "run", "ride") and not self._is_compass(behind + 1)

    def _is_compass(self, place: int) -> bool:
        return self._word(place) in ("the", *_SIDES) and self._word(place + 1) in ("", *_SIDES)
