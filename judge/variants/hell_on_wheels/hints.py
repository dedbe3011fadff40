"""The offers of an error: the words that could have come, an example of the player's own, a valid line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.shape import Stuck, Tongue
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.building import PHASE_OF, sites
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.legality import Check
from judge.variants.hell_on_wheels.moments import is_slot, slot_title, span
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import Order
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.terms import Terms
from judge.variants.hell_on_wheels.tongue import SHOWN

MOST_SHOWN = 6
_TOWN, _SEAT, _CARDS = "a town", "a seat", ("a card", "a card for windows")
_SHOWN = (_TOWN, _SEAT, *_CARDS, *dict.fromkeys(SHOWN.values()))
_AIMS = ("on", "in", "at", "to", "into", "onto", "against", "of", "vs")
"""Words behind which a town or a seat is due."""


def is_refused(box: Box, state: State, seat: Seat, orders: Sequence[Order]) -> bool:
    """Whether any of these orders is invalid."""
    return bool(orders) and bool(Check(box, state, seat).checked(orders).refused)


def stopped(terms: Terms, tongue: Tongue, text: str, at: Stuck, form: str) -> Problem:
    """Where reading stopped, as a problem: an unknown name where a name was due, an unknown condition, or neither."""
    before = text[: at.start].lower().split()
    names = tongue.names_in(text)
    could = at.expected
    shown = tuple(one for one in _SHOWN if one in could)[:MOST_SHOWN]
    facts = {"text": text, "at": at.at, "could": shown, "expected": example(terms, form)}
    if any(word in ("if", "unless", "when", "provided") for word in before):
        return Problem("unknown-condition", {**facts, "text": text})
    if form == "bid" and at.at and any(word.startswith("bid") for word in before) and not _has_digit(before):
        return Problem("no-amount", {**facts, "text": at.at})
    if not at.at or not at.at[0].isalpha() or not (names or before):
        return Problem("not-understood", facts)
    if before and before[-1] in _AIMS and (_TOWN in could or _SEAT in could):
        ahead = tongue.names_in(text[: at.start])
        aimed = bool(ahead) and ahead[-1].sign == "&"
        if _TOWN not in could or (aimed and _SEAT in could):
            seats = (terms.seat_name(seat) for seat in terms.state.seats)
            near = tuple(name for name in seats if name.lower().startswith(at.at.lower()))
            return Problem("unknown-seat", {**facts, "text": at.at, "near": near})
        towns = [town.town for place in PLACES if (town := terms.state.towns.get(place)) is not None]
        begun = (terms.box.name(place) for place in (*PLACES, *towns) if place.startswith(at.at.lower()))
        return Problem(
            "unknown-town", {**facts, "text": at.at, "near": tuple(begun) or terms.box.places.near(at.at, 1)}
        )
    if any(card in could for card in _CARDS) and names:
        return Problem("unknown-card", {**facts, "text": at.at, "near": terms.hand_lexicon.near(at.at)})
    return Problem("not-understood", facts)


def _has_digit(words: Sequence[str]) -> bool:
    return any(sign.isdigit() for word in words for sign in word)


def example(terms: Terms, form: str) -> str:
    """An order of the player's own cards that fits the letter, or the plainest one of its form."""
    if form == "bid":
        return f"`bid {min(4, terms.state.cash[terms.own])}K`"
    if form == "extra":
        return "`draw 1 extra`"
    if form == "discard":
        return f"`keep {', '.join(map(terms.box.name, dict.fromkeys(terms.hand[:3])))}`" if terms.hand else "`pass`"
    found = placing(terms, form) if form != "chance" else ""
    return f"`{found or play(terms, form) or 'pass'}`"


def placing(terms: Terms, form: str) -> str:
    """A card of the hand on a town that can take it."""
    for card in terms.hand:
        phase = PHASE_OF.get(terms.box.type(card))
        if phase is None or form not in ("building", phase):
            continue
        places = sites(terms.box, dict(terms.state.towns), card)
        if places:
            return f"{terms.box.name(card)} on {terms.box.name(places[-1])}"
    return ""


def play(terms: Terms, form: str) -> str:
    """A card of the hand that is played on an opponent, in a window of this letter."""
    covered = span(terms.state.turn, terms.state.moment, terms.state.options) if not terms.state.strict else ()
    window = next((f"{slot_title(slot)}: " for slot in covered if is_slot(slot)), "")
    rival = next((seat for seat in terms.state.seats if seat != terms.own), "")
    for card in terms.hand:
        if card in EFFECTS and EFFECTS[card].wants in ("opponent", "nothing"):
            on = f" on {terms.seat_name(rival)}" if EFFECTS[card].wants == "opponent" else ""
            return f"{window}play {terms.box.name(card)}{on}"
    return ""


def guesses(terms: Terms, text: str, problem: Problem) -> Iterator[str]:
    """Lines that may have been meant, the likeliest first: with a name put right, or what was missing put in."""
    detail = problem.detail
    said = str(detail.get("text", ""))
    for key in ("near", "choices"):
        found = detail.get(key)
        if said and isinstance(found, tuple):
            names = [str(name) for name in found if key == "choices" or _is_like(said, str(name))]
            yield from (_instead(text, said, name) for name in names)
    match problem.code:
        case "needs-opponent":
            yield from (f"{text} on {terms.seat_name(seat)}" for seat in terms.state.seats if seat != terms.own)
        case "needs-place":
            card = str(detail["card"])
            places = sites(terms.box, dict(terms.state.towns), card)
            yield from (f"{text} on {terms.box.name(place)}" for place in reversed(places))
        case "needs-target":
            found = detail.get("places")
            places = found if isinstance(found, tuple) else ()
            ahead, _, _ = text.lower().partition("raid")
            yield from (f"{ahead}raid mayhem in {terms.box.name(place)}" for place in places)
        case "which-town" | "two-places":
            found = detail.get("places")
            places = found if isinstance(found, tuple) else ()
            yield from (f"{text} in {terms.box.name(place)}" for place in places)
            yield from (cut for place in places if (cut := _up_to(text, terms.box.name(place))))
        case "bid-over-cash" | "not-whole-k" | "no-amount":
            yield f"bid {terms.state.cash[terms.own]}K" if problem.code == "bid-over-cash" else ""


_SHORT = 3
"""Of so few letters nobody says which name they are a slip of."""


def _is_like(said: str, name: str) -> bool:
    """Whether a word may be a slip of a name near it: `say Present` is no Saloon there."""
    return len(said) > _SHORT or folded(name).startswith(folded(said))


def _instead(text: str, said: str, name: str) -> str:
    place = text.lower().find(said.lower())
    return f"{text[:place]}{name}{text[place + len(said) :]}" if place >= 0 else ""


def _up_to(text: str, name: str) -> str:
    """The line up to the first of two places that it names."""
    place = text.lower().find(name.lower())
    return text[: place + len(name)] if place >= 0 else ""
