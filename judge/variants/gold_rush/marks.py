"""A line as signs: names of figures, places, points and numbers become one sign each, the other words stay.

    3 and T4: fire six at Mountie 2       ^ , ^ : fire ~ at &

A number is a figure of one's own where a line begins with it and a verb or a colon follows, else a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from judge.grammar.finding import Name
from judge.grammar.text import folded
from judge.variants.gold_rush.addressed import CONDITIONS, WEAPONS, Addressed
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.signs import (
    Mark,
    condition_apart,
    in_a_row,
    left_out,
    of_himself,
    one_each,
    others_in,
    with_falls,
)
from judge.variants.gold_rush.tongue import SIGNS, slip_of, spelled, verbs, words
from judge.variants.gold_rush.vocabulary import (
    BOTH_OF,
    CHOICES,
    CORRECTIONS,
    DIGGERS,
    FALLEN,
    FALLING,
    FIRING,
    GROUPS,
    NUMBERS,
    ORDINALS,
    RANGE,
    SHOTS,
    SLIPS,
    SPECIAL,
    STARTERS,
    TIMES,
    TOWARDS,
    UNCLEAR,
    UNKNOWN,
    WAYS,
    Word,
    words_of,
)

CALLED = ("dead", "body", "corpse", "friend", "pal", "comrade", "buddy", "colleague", "enemy", "foe")
NEAREST = ("nearest", "closest", "any", "is", "are", "not", "was")
ANYBODY = ("nearest", "closest", "somebody", "someone", "anybody", "anyone", "enemy")
OF_HIM = ("he", "she", "it", "he's", "she's", "it's", "one")
STATES = FALLEN | frozenset("up alive standing conscious unconscious knocked sight view visible short range".split())
_OTHERS = (["others"], ["rest"], ["all"], ["everybody"], ["everyone"])
_BECOMES = frozenset("is are has still already gone goes gets comes come moves appears in into at by".split())
BESIDE_HIM = ("follows", "follow", "joins", "join", "accompanies", "covers", "cover", "helps", "help", "with")
EXCEPTING = ("except", "but", "apart", "save")
CARRYING = ("carries", "carry", "has", "takes", "take", "gets", "get")
GREETING = ("hi", "hello", "hey", "dear", "morning", "evening", "hiya", "thanks")
GREETED = ("all", "everybody", "everyone", "both")
BODIES = ("corpse", "body", "remains", "fire", "view", "eyes", "bullets")
_folded = lru_cache(20_000)(folded)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line as signs. `guessed`: words taken for others; `shape`: the line as the grammar reads it."""

    text: str
    words: tuple[Word, ...]
    marks: Sequence[Mark]
    guessed: Sequence[tuple[str, str]]
    is_unclear: bool
    shape: str

    @cached_property
    def signs(self) -> frozenset[str]:
        """All signs and words in it."""
        return frozenset(mark.sign for mark in self.marks)

    @cached_property
    def counts(self) -> bool:
        """Whether it says how many, and not how many inches."""
        signs = [mark.sign for mark in self.marks]
        return any(sign == "~" and after not in WAYS for sign, after in pairwise([*signs, ""]))

    @cached_property
    def leaves_condition_apart(self) -> bool:
        """Whether it does not say which of its orders hang on its condition."""
        return condition_apart(self.marks)

    @property
    def found(self) -> Iterator[Name]:
        """The names, in the order they were written."""
        return (mark.name for mark in self.marks if mark.name is not None)

    def at(self, place: int) -> Mark | None:
        """The mark at a place of the shape; None: the line ended there."""
        here = 0
        for mark in self.marks:
            if place < here + len(mark.sign):
                return mark
            here += len(mark.sign) + 1
        return None


def marked(names: Names, form: str, text: str) -> Line:
    """A line as signs, by the rule it is read by. Remembered: of one line several ask."""
    known: Line | None = names.lines.get((form, text))
    return names.lines.keep((form, text), _Marking(names, form, text).line()) if known is None else known


@dataclass
class _Marking(Addressed):
    """One line on its way to signs."""

    names: Names
    form: str
    text: str
    marks: list[Mark] = field(default_factory=list)
    guessed: list[tuple[str, str]] = field(default_factory=list)
    is_unclear: bool = False

    def line(self) -> Line:
        """All of it marked."""
        self.words, self.pieces = words_of(self.text), {}
        # Before the first word and behind the last there is nothing, as far as anybody looks.
        self.texts = [*(word.text for word in self.words), *[""] * 8]
        place = 0
        while place < len(self.words):
            place = self._mark(place)
        marks = in_a_row(with_falls(self.marks), self.names.letter, verbs())
        marks = left_out(of_himself(marks), self.names.letter, frozenset(spelled("ALL")))
        if self.form == "place":
            marks = one_each(marks, self.names.letter)
        return Line(
            text=self.text,
            words=self.words,
            marks=marks,
            guessed=self.guessed,
            is_unclear=self.is_unclear,
            shape=" ".join(mark.sign for mark in marks),
        )

    # --- one mark after another ---------------------------------------------------------------------------------------

    def _mark(self, place: int) -> int:
        word = self.texts[place]
        if word in words() and word not in SPECIAL and word not in self.names.first_words and word not in NUMBERS:
            return self._plain(place)
        for reader in (self._heads, self._point, self._named, self._place, self._number):
            behind = reader(place)
            if behind > place:
                return behind
        return self._plain(place)

    def _beside(self, place: int) -> int:
        """A word that says no more than what stands beside it, or that as another; the same place: it is none."""
        word = self._word(place)
        if word in ("he", "she") and self.form == "go" and (whom := self._left_out()):
            return self._put("^", place, place + 1, *whom)
        if self.form == "go" and [mark.sign for mark in self.marks[-1:]] == ["^"] and self._is_to_do(place):
            return place + 1
        if word in GREETED and self._word(place - 1) in GREETING and self._word(place + 1) in (",", "!", ":", "-"):
            # `Hi all, M6 fires`
            return place + 1
        if self.form == "place" and word == "other" and self._count(place + 1) and self._counts_bags(place + 2):
            # `the other two one`
            return self._put("others", place, place + 2)
        is_counted = word == "other" and self._count(place + 1) and self._word(place + 2) in ("at", "into")
        if is_counted and self.form == "go" and "~" in (one.sign for one in self.marks):
            # `2 at D3 and the other one at D1`
            return place + 1
        if self.form == "place" and self._is_of_him_too(place):
            # `at 34,15 and he also gets a bag`, `the other two`
            return place + 1
        if self.form == "place" and word in ("take", "takes", "get", "gets") and self._counts_bags(place + 1):
            return self._put("carries", place, place + 1)
        if self.form == "place" and word in WEAPONS:
            # `the revolver T3`
            return place + 1
        if word == "each" and self._word(place + 1) == "of" and self._item(place + 2) is not None:
            if self._word(place - 1) in ("at", "into"):
                # `fire 3 at each of D3 and D1` as `fire 3 each at D3 and D1`
                at = self.marks.pop()
                self._put("each", place, place + 1)
                self.marks.append(at)
            return place + 2
        if SLIPS.get(word, word) in CALLED and self.texts[place - 1] not in NEAREST:
            # `the dead D2`, `our friend D2` is D2.
            behind = place + 1
            while self._word(behind) in (*CALLED, "of"):
                behind += 1
            if self._piece(behind) is not None:
                return behind
        return place

    def _plain(self, place: int) -> int:
        """A word of no name: as it is, or as the verb that it is a slip of."""
        beside = self._beside(place)
        if beside > place:
            return beside
        word = self._word(place)
        if (word, self._word(place + 1)) in (("apart", "from"), ("other", "than"), ("except", "for")):
            return self._put("except", place, place + 2)
        if word == "-" and [one.sign for one in self.marks[-1:]] in _OTHERS and not self._is_joined(place + 1):
            # `the others - nothing`
            return self._put(":", place, place + 1)
        if word == "before" and (behind := self._behind_go(place + 1)) and "if" in (one.sign for one in self.marks):
            return behind
        if word == "than" and self._word(place - 1) in (",", ";", "and"):
            self.guessed.append((word, "then"))
            return self._put("then", place, place + 1)
        if word == "-" and self._word(place + 1) in {*CORRECTIONS, *EXCEPTING}:
            return self._put(",", place, place + 1)
        if word == "form" and self.form == "place":
            return self._put(word, place, place + 1)
        if word == "in" and self._word(place + 1) == "." and self._word(place + 2) in WAYS:
            # `6 in. W`
            return self._put("inches", place, place + 2)
        if word == "in" and self._is_of_inches(place):
            return self._put("inches", place, place + 1)
        other = place + 1 + (self._word(place + 1) == "-")
        if word in ("north", "south") and self._word(other) in ("east", "west"):
            return self._put(word + self._word(other), place, other + 1)
        if word in ("back", "again") and self._word(place - 1) in ("and", "then", "again"):
            # `3 west and back`, `and back to 36,20`
            is_last = self._word(place + 1) in ("", "again", *",.;!?")
            return self._put(UNKNOWN if is_last else word, place, place + 1)
        if word in SIGNS:
            return self._put({"&": "and", "@": "at"}.get(word, UNKNOWN), place, place + 1)
        is_else = word == "him" and self._word(place - 2) in ("can't", "cannot", "not")
        is_friend = self._word(place - 1) in BESIDE_HIM
        is_aim = self._word(place - 1) in TOWARDS or not FIRING.isdisjoint(mark.sign for mark in self.marks)
        if word == "him" and not is_else and not is_friend and is_aim:
            whom = self._whom()
            if whom and whom[0] != UNKNOWN:
                return self._put(whom[0], place, place + 1, *whom[1:])
        if word in OF_HIM and self._word(place - 1) in CONDITIONS and self._is_of_him(place):
            # `fire at M2. If he is down, …`
            whom = self._whom()
            if whom:
                behind = self._put(whom[0], place, place + 1, *whom[1:])
                # `at the nearest Mountie if one is in range`
                kinds = (one for before, one in pairwise(self.marks) if before.sign in ANYBODY and one.sign == "%")
                kind = next(kinds, None) if word == "one" else None
                self.marks += [replace(kind, start=self.words[place].end, end=self.words[place].end)] if kind else []
                return behind
        if word == "last" and self._word(place + 1) in SHOTS:
            # `his last bullet`
            return self._put("~", place, place + 1, str(INCH))
        if word not in words() or self._is_shot(place):
            meant = slip_of(word) or self._slip_at(place)
            if meant:
                self.guessed.append((word, meant))
                return self._put(meant, place, place + 1)
        return self._put(word, place, place + 1)

    def _left_out(self) -> tuple[str, ...]:
        """`The others except M4 ride north; he stays`: he is the one who is left out, behind the end of what is said of
        the others."""
        closed = bool(self.marks) and self.marks[-1].sign in (".", ";", "!", ",", "and", "while", "but")
        out = [one.name for before, one in pairwise(self.marks) if before.sign in EXCEPTING and one.sign in ("^", "&")]
        done = any(one.sign in verbs() for one in self.marks)
        return out[0].choices if closed and done and len(out) == 1 and out[0] is not None else ()

    def _is_of_him_too(self, place: int) -> bool:
        """Whether a word between a point and what is carried there, or before how much that is, says no more."""
        word = self._word(place)
        if word in ("other", "remaining", "last"):
            return self._count(place + 1)
        if word not in (",", "and", ";") or [one.sign for one in self.marks[-1:]] != ["@"]:
            return False
        behind = self._behind_polite(place + 1)
        return self._word(behind + (self._word(behind) == "and")) in CARRYING

    def _counts_bags(self, place: int) -> bool:
        return self._count(place) or self._word(place) in ("a", "all", "no", "nothing", "none", "gold", "the", "both")

    def _behind_go(self, place: int) -> int:
        """The place behind whose go it is: `before D1's go`, `before his turn`; conditions are asked then; 0: none."""
        item = self._item(place)
        behind = item[1] if item is not None else place + 1 if self._word(place) in ("his", "her", "their") else 0
        is_go = self._word(behind) in ("go", "turn") if behind else False
        return behind + is_go if is_go or (item is not None and self._word(behind) == ",") else 0

    def _whom(self) -> tuple[str, ...]:
        """Whom `him` means, as a sign: the only one spoken of but one's own; of several nobody knows which."""
        spoken = others_in(self.marks, self.names.letter)
        if len(spoken) == 1:
            return ("&", *spoken.pop())
        if spoken:
            return (UNKNOWN,)
        return ("nearest",) if any(mark.sign in ANYBODY for mark in self.marks) else ()

    def _is_of_him(self, place: int) -> bool:
        """`he's down`, `he is still in range`: whether a condition asks of him what is asked of whoever is shot at."""
        behind = place + 1
        while self._word(behind) in _BECOMES:
            behind += 1
        return self._word(behind) in STATES

    def _is_of_inches(self, place: int) -> bool:
        """`4 in west`, `west 4 in`: behind a number, before a way or at the end of what is said."""
        after = self._word(place + 1)
        return bool(self.marks) and self.marks[-1].sign == "~" and (after in WAYS or after in STARTERS or not after)

    def _number(self, place: int) -> int:
        """A number in digits or words; `x3`, `twice`."""
        word = self._word(place)
        if word in CHOICES and self._word(place + 1) in ("choice", "option", "preference", "best"):
            sign = "else" if self.form == "go" else "or"
            return self._put(sign, place, place + 2 + (self._word(place + 2) in (":", "=", "is")))
        if self.form == "lay":
            return place
        if word == "-" and self._is_joined(place + 1) and not self._is_joined(place):
            if self._measure(place + 1) is not None:
                return self._put(UNCLEAR, place, place + 2)
        measure = self._measure(place)
        if measure is not None:
            return self._put("~", place, measure[1], str(measure[0]))
        if word == "x" and is_number(self._word(place + 1), 2):
            # `at T4 x 3`
            return self._times(place, place + 2, int(self._word(place + 1)))
        times = word[1:] if word.startswith("x") else word[:-1] if word.endswith("x") else ""
        is_when = word == "once" and (self._word(place + 1) in FALLING or self._piece(place + 1) is not None)
        if is_number(times, 2) or (word in TIMES and not is_when):
            return self._times(place, place + 1, TIMES.get(word) or int(times))
        is_all_fired = word == "both" and self._word(place + 1) in ("at", "into")
        if is_all_fired and self.marks and self.marks[-1].sign in FIRING:
            return self._put("~", place, place + 1, str(2 * INCH))
        owned = self._word(place + 1) in ("his", "her", "its", "their", "the")
        is_two = self._word(place + 2) in ("them", "us", "my")
        is_shots = self._word(place + 1) in ("at", "into") and self._word(place - 1) in FIRING
        if word == "both" and not is_two and (is_shots or self._word(place + 1 + owned) in BOTH_OF):
            return self._put("~", place, place + 1, str(2 * INCH))
        is_line = self._word(place + 1) in ("line", "order") or {"forget", "ignore", "scratch"} & {*self.texts[:place]}
        said = NUMBERS.get(word) or (ORDINALS.get(word) if is_line else 0)
        if said and not (word == "one" and self._word(place - 1) in ("nearest", "closest", "any", *CONDITIONS)):
            return self._put("~", place, place + 1, str(said * INCH))
        return place

    def _times(self, place: int, behind: int, times: int) -> int:
        end = self.words[self._put("~", place, behind, str(times * INCH)) - 1].end
        self.marks.append(Mark("times", end, end))
        return behind

    # --- figures, animals, groups, places -----------------------------------------------------------------------------

    def _named(self, place: int) -> int:
        """A piece, or a group: `M2`, `the bear`, `Mountie`, `Digger of group 2`."""
        item = self._item(place)
        if item is not None and self.form in ("go", "place") and self._is_for(place, item[1]):
            last = self._item(item[1] + 1) if self.form == "place" and self._word(item[1]) in RANGE else None
            self._put("^", place, item[1], *item[0])
            if last is not None:
                # `one each for M1 to M5`
                self._put("-", item[1], item[1] + 1)
                self._put("^", item[1] + 1, last[1], *last[0])
            return last[1] if last is not None else item[1]
        found = self._piece(place)
        if found is not None:
            # `T1's corpse` is T1.
            is_body = self._word(found[1] - 1).endswith("'s") and self._word(found[1]) in BODIES
            return self._put("&", place, found[1] + is_body, *found[0])
        word = self._word(place)
        behind = place + 1
        if word in ("gold", "native") and self._word(behind) in (*DIGGERS, "indian", "indians"):
            word, behind = self._word(behind), behind + 1
        if word in DIGGERS:
            return self._group_of_diggers(place, behind)
        return self._put("%", place, behind, GROUPS[word]) if word in GROUPS else place

    def _group_of_diggers(self, place: int, behind: int) -> int:
        if self._word(behind) == "of":
            behind += 1 + (self._word(behind + 1) in ("group", *DIGGERS))
        if self._word(behind) == "-":
            behind += 1
        if self._word(behind) in ("1", "2", "3", "4"):
            return self._put("%", place, behind + 1, f"diggers-{self._word(behind)}")
        others = [
            group
            for seat, group in sorted(self.names.state.groups.items())
            if group.startswith("diggers") and seat != self.names.seat
        ]
        return self._put("%", place, place + 1, others[0] if len(others) == 1 else "diggers")

    def _place(self, place: int) -> int:
        """A place by its name; two that are called so are an ambiguous name."""
        if self.form in ("deal", "lay"):
            return place
        longest = self.names.first_words.get(_folded(self._word(place)), 0)
        for count in range(min(longest + 1, len(self.words) - place) if longest else 0, 0, -1):
            # A hyphen within a name is passed over: `mine of diggers-1`.
            parts = [self._word(one) for one in range(place, place + count)]
            said = tuple(_folded(part) for part in parts if part != "-" or part == parts[-1])
            known = self.names.places.get(said)
            coded = self.names.places.get((self._word(place + count),), ())
            if known is not None and len(coded) == 1 and coded[0] in known:
                # `the rock R2`
                return self._put("#", place, place + count + 1, *coded)
            if known is not None:
                return self._put("#", place, place + count, *known)
        word = self._word(place)
        if len(word) in (2, 3) and word[0].isalpha() and is_number(word[1:], 2) and not word.startswith("x"):
            return self._put("#", place, place + 1)
        if len(word) > 4 and word.isalpha() and word not in words() and not slip_of(word):
            keys = self.names.slip_of_place(word)
            if keys:
                self.guessed.append((word, keys[0]))
                return self._put("#", place, place + 1, *keys)
        return place
