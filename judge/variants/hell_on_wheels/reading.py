"""A letter's lines as orders, as players write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.adjudicator.protocol import Later, Line, Problem, Seat
from judge.grammar.reader import read_lines
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.acts import NOTHING, RAID, VERB, ActReader, conditions_of, cut_if
from judge.variants.hell_on_wheels.building import PHASE_OF
from judge.variants.hell_on_wheels.cards import GENERIC, PLACES, Box
from judge.variants.hell_on_wheels.moments import home_of, moments, span
from judge.variants.hell_on_wheels.orders import (
    ANY,
    Bid,
    Build,
    Extra,
    Gift,
    Keep,
    Order,
    Pass,
    Placing,
    Play,
)
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.terms import (
    AT_THE_END,
    BEFORE_COLON,
    Terms,
    counted,
    first_words,
    money,
    pieces_of,
)

Said = Order | Problem | Later

_PHASE_PREFIX = re.compile(
    r"\s*(civili[sz]ed|establishments?|customers?(?:\s*(?:and|&|/)\s*mayhem)?|mayhem|builds?|cards?)(?:\s+phase)?\s*:\s*(.*)",
    re.IGNORECASE,
)
_PHASES = {"ci": "civilized", "es": "establishment", "cu": "customer", "ma": "customer"}
_ELSE = re.compile(r"(?:;?\s*\b(?:or\s+)?(?:else|otherwise)\b:?\s*)", re.IGNORECASE)
_BID = re.compile(r"(?:i\s+)?bid\b\s*:?\s*(.*)|(?:supervisor bid)\s*:?\s*(.*)", re.IGNORECASE)
_WITH_BLACKMAIL = re.compile(
    r"\s*[,;]?\s*(?:\+|&|with|and|using|plus)\s*(?:play\s+)?(?:the\s+)?black\s?mail\s*", re.IGNORECASE
)
_EXTRA = re.compile(
    r"(?:draw|buy|take|purchase|extra)\b\s*:?\s*(?P<number>\d{1,3}|no|none|zero|one|two|three|a|an)?\s*"
    r"(?:extra|additional|more)?\s*(?:cards?)?\s*(?:extra)?",
    re.IGNORECASE,
)
_NUMBERS = {"no": 0, "none": 0, "zero": 0, "one": 1, "a": 1, "an": 1, "two": 2, "three": 3}
_KEEP = re.compile(r"(?:keep|hold)\b\s*:?\s*(.*)", re.IGNORECASE)
_AS_USUAL = ("", "as usual", "default", "usual", "as always")
_GIVE = re.compile(r"(?:give|pay|gift)\s+(\$?[\d,.]+\s*k?)\s+(?:to\s+)?(.+)", re.IGNORECASE)
_BUILD_VERB = re.compile(r"(?:build|play|put|place|open|found|add|lay|send|bring)\b\s*:?\s*(.+)", re.IGNORECASE)
_AT = re.compile(r"(.+?)\s+(?:on|at|in|onto|into|to|upon)\s+((?:the\s+)?[^,]+)", re.IGNORECASE)

EXPECTED = {
    "bid": "`bid 4K`, `window 1: play Entrepreneur`",
    "extra": "`draw 2 extra`, `window 2: play Gamblers on SEAT`",
    "building": "`Church on Past`, `window 6: raid Vice in Present`, `keep Saloon, Outlaws`",
    "chance": "`raid Vice in Present`, `play Gamblers on SEAT` or `pass`",
    "civilized": "`Church on Past` or `pass`",
    "establishment": "`Saloon on Present` or `pass`",
    "customer": "`Miners, Vice on Present` or `pass`",
    "discard": "`keep Saloon, Vigilantes, Outlaws`",
}


class Reader:
    """Reads one seat's letters by one form."""

    def __init__(self, box: Box, state: State, seat: Seat, form: str) -> None:
        self.box = box
        self.state = state
        self.form = form
        self.terms = Terms(box, state, seat)
        self.acts = ActReader(self.terms)
        self.strict = state.strict

    def letter(self, text: str) -> tuple[Line[Order], ...]:
        """Every line that says something; one bad line spoils no other."""
        return read_lines(text, self.one, self.parts)

    def parts(self, line: str) -> Iterator[str]:
        """A line's single orders: cut at `;` (but `; else` goes on), each under the window it was written for."""
        prefix = ""
        texts: list[str] = []
        for part in line.split(";"):
            part = part.strip(" .")
            if not part:
                continue
            if texts and _ELSE.match(part):
                texts[-1] += f"; {part}"
                continue
            window = BEFORE_COLON.fullmatch(part)
            if window:
                prefix, part = window["window"].strip() + ": ", window["rest"].strip()
                texts.append(prefix + part)
                continue
            phase = _PHASE_PREFIX.fullmatch(part)
            if phase:
                prefix, part = "", phase[2].strip()
                if folded(part) in NOTHING and phase[1][:2].lower() in _PHASES:
                    texts.append(f"{_PHASES[phase[1][:2].lower()]}: pass")
                elif part:
                    texts.append(part)
                continue
            texts.append(prefix + part)
        for text in texts:
            yield from self.cards_apart(text)

    def cards_apart(self, text: str) -> Iterator[str]:
        """`Miners, Vice on Present` is two orders; a position before the colon holds for all behind it."""
        ahead = re.fullmatch(r"\s*([a-z ]{3,20}?)\s*:\s*(.+)", text, re.IGNORECASE)
        if ahead and not isinstance(self.terms.place(ahead[1]), Problem):
            text = f"{ahead[2]} on {ahead[1]}"
        head, *others = _ELSE.split(text)
        head, condition = cut_if(head.strip(" ;,"))
        if not self._is_build(head):
            yield text
            return
        verb = _BUILD_VERB.fullmatch(head)
        items = [one for part in pieces_of(verb[1] if verb else head) for one in counted(part)]
        if len(items) < 2:
            yield text
            return
        place, single = "", []
        for item in reversed(items):
            where = _AT.fullmatch(item)
            if where:
                place = where[2]
                single.append(item)
            else:
                single.append(f"{item} on {place}" if place else item)
        tail = "".join(f"; else {other.strip(' ;')}" for other in others)
        single.reverse()
        for number, item in enumerate(single):
            yield item + condition + (tail if number == len(single) - 1 else "")

    def _is_build(self, text: str) -> bool:
        """Whether a line plays cards onto a town: not a bid, a draw, a keep-list, a pass, or a card for a window."""
        if BEFORE_COLON.fullmatch(text) or folded(text) in NOTHING or _BID.fullmatch(text) or RAID.fullmatch(text):
            return False
        if _KEEP.fullmatch(text) or _GIVE.fullmatch(text) or (_EXTRA.fullmatch(text) and "build" not in text):
            return False
        if re.match(r"(?:pass|civilized: pass|establishment: pass|customer: pass)\b", text, re.IGNORECASE):
            return False
        verb = VERB.fullmatch(text)
        found = first_words(self.box.cards_meant, verb[1] if verb else text)
        return found is None or self.box.type(found[0]) not in ("raid", "opportunist")

    def one(self, text: str) -> Said:
        """One order."""
        said = folded(text)
        if said in NOTHING:
            return Pass()
        window = BEFORE_COLON.fullmatch(text)
        if window:
            slot = self.terms.window(window["window"])
            assert slot is not None
            return self._for_window(slot, window["rest"].strip(), text)
        passed = re.fullmatch(r"(?:pass\s+(?:in\s+)?(.+)|(.+?)\s*:?\s*pass)", text, re.IGNORECASE)
        if passed and not _ELSE.search(text):
            return self._pass((passed[1] or passed[2]).strip(), text)
        for pattern, read in ((_BID, self._bid), (_KEEP, self._keep), (_GIVE, self._give)):
            found = pattern.fullmatch(text)
            if found:
                return read(found, text)
        extra = _EXTRA.fullmatch(text)
        if extra and (extra["number"] or "extra" in text.lower()):
            return self._extra(extra, text)
        if self._is_build(cut_if(_ELSE.split(text)[0].strip(" ;,"))[0]):
            return self._build(text)
        late = AT_THE_END.fullmatch(cut_if(text)[0])
        if late:
            slot = self.terms.window(late["window"])
            assert slot is not None
            return self._for_window(slot, late["rest"].strip() + cut_if(text)[1], text)
        return self._for_window(ANY, text, text)

    def _bid(self, found: re.Match[str], text: str) -> Said:
        if self.form != "bid":
            return Later("bid", text)
        rest = (found[1] if found[1] is not None else found[2] or "").strip()
        plain = _WITH_BLACKMAIL.sub("", rest)
        blackmail = plain != rest
        if (not plain and blackmail) or folded(plain) in ("nothing", "none", "zero", "no"):
            return Bid(0, blackmail)
        amount = money(plain)
        return amount if isinstance(amount, Problem) else Bid(amount, blackmail)

    def _extra(self, found: re.Match[str], text: str) -> Said:
        own = "bid" if not self.strict and self.state.options["deadlines"] == 2 else "extra"
        if self.form != own:
            return Later(own, text)
        said = (found["number"] or "one").lower()
        return Extra(_NUMBERS[said] if said in _NUMBERS else int(said))

    def _keep(self, found: re.Match[str], text: str) -> Said:
        own = "discard" if self.strict else "building"
        if self.form != own:
            return Later(own, text)
        if folded(found[1]) in _AS_USUAL:
            return Keep(())
        cards = []
        for part in pieces_of(found[1]):
            for one in counted(part):
                card = self._kept_card(one)
                if isinstance(card, Problem):
                    return card
                cards.append(card)
        return Keep(tuple(cards))

    def _kept_card(self, text: str) -> str | Problem:
        said = folded(text)
        for key, words in {**GENERIC, "raid": ("raids", "raid cards"), "opportunist": ("opportunists",)}.items():
            if said in (key, *map(folded, words)):
                return key
        return self.terms.hand_card(text)

    def _give(self, found: re.Match[str], text: str) -> Said:
        if self.form != "bid":
            return Later("bid", text)
        amount = money(found[1])
        if isinstance(amount, Problem):
            return amount
        to = self.terms.seat_named(found[2])
        return to if isinstance(to, Problem) else Gift(to, amount)

    def _pass(self, of: str, text: str) -> Said:
        slot = self.terms.window(of)
        if slot is not None:
            return self._elsewhere(slot, text) or Pass(slot)
        found = re.match(r"civili|establish|customer|mayhem", of, re.IGNORECASE)
        if found:
            phase = _PHASES[of[:2].lower()]
            own = phase if self.strict else "building"
            return Pass(phase) if self.form == own else Later(own, text)
        return Problem("not-understood", {"text": text, "expected": EXPECTED[self.form]})

    def _elsewhere(self, slot: str, text: str) -> Later | Problem | None:
        """What becomes of a line for a window that this letter does not have."""
        if slot == ANY:
            return None
        if self.strict:
            if self.form == "chance":
                return None
            return Problem("later-window", {"text": text})
        if self.form == "chance":
            return None if slot == "after-10" else Problem("no-window-left", {"text": text})
        home = home_of(slot, self.state.options)
        if self.form != home:
            return Later(home, text)
        here = span(self.state.turn, self._moment(), self.state.options)
        return None if slot in here else Later(home, text)

    def _moment(self) -> str:
        """Where the letter's deadline stands (a letter may also be read while another window is open)."""
        course = moments(self.state.turn, self.state.options)
        if self.form == "bid":
            return course[0]
        if self.form == "building":
            return "after-2" if self.state.options["deadlines"] == 2 else "civilized"
        return "extra" if self.state.options["deadlines"] == 3 else "after-2"

    def _for_window(self, slot: str, rest: str, text: str) -> Said:
        """Entries of a window's list: a card with its targets, `else` another."""
        if folded(rest) in NOTHING:
            return self._elsewhere(slot, text) or Pass(slot)
        if slot == ANY and self.strict and self.form != "chance":
            return Problem("later-window", {"text": text})
        other = self._elsewhere(slot, text)
        if other is not None:
            return other
        acts = []
        for part in _ELSE.split(rest):
            act = self.acts.act(part.strip(" ;,"))
            if isinstance(act, Problem):
                return act
            acts.append(act)
        return Play(slot, tuple(acts)) if any(act.card for act in acts) else Pass(slot)

    def _build(self, text: str) -> Said:
        choices: list[Placing] = []
        phases: list[str] = []
        for part in _ELSE.split(text):
            part = part.strip(" ;,")
            if choices and folded(part) in NOTHING:
                break
            placing = self._placing(part)
            if isinstance(placing, Problem):
                return self._elsewhere_too(placing, text)
            choices.append(placing)
            phases.append(PHASE_OF[self.box.type(placing.card)])
        phase = phases[0]
        if any(other != phase for other in phases):
            return Problem("two-phases", {"text": text})
        own = phase if self.strict else "building"
        return Build(phase, tuple(choices)) if self.form == own else Later(own, text)

    def _elsewhere_too(self, problem: Problem, text: str) -> Said:
        """A town that has not come yet is no mistake in a line for a later window of this or the next turn."""
        if problem.code == "town-not-here" and self.form in ("bid", "extra") and not self.strict:
            return Later("building", text)
        return problem

    def _placing(self, text: str) -> Placing | Problem:
        text, condition = cut_if(text)
        verb = _BUILD_VERB.fullmatch(text)
        said = verb[1] if verb else text
        found = _AT.fullmatch(said)
        if not found:
            words = said.rsplit(" ", 1)
            if len(words) == 2 and folded(words[1]) in PLACES:
                name, where = words
            else:
                card = self.terms.hand_card(said)
                if isinstance(card, Problem):
                    if card.code == "unknown-card" and not card.detail["near"]:
                        return Problem("not-understood", {"text": text, "expected": EXPECTED[self.form]})
                    return card
                return Problem("needs-place", {"card": card})
        else:
            name, where = found[1], found[2]
        card = self.terms.hand_card(name)
        if isinstance(card, Problem):
            return card
        if self.box.type(card) not in PHASE_OF:
            return Problem("not-onto-towns", {"card": card})
        place = self.terms.place(where)
        if isinstance(place, Problem):
            return place
        conditions = conditions_of(self.terms, condition)
        if isinstance(conditions, Problem):
            return conditions
        return Placing(card, place, conditions)
