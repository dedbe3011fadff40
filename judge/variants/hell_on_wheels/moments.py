"""The course of a turn as a plain list of moments: ten phases and the windows between them (HW-21 to HW-24, HW-Q4).

Window k follows phase k. Window 10 belongs to the turn that ends, but is played with the next bid (HW-Q44), so it is
first in the list of the turn that follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.state import HAND_LIMIT, TURNS, State, reverse_order

PHASES = (
    "supervisor",
    "railroad",
    "civilized",
    "taxes",
    "establishment",
    "customer",
    "past",
    "present",
    "future",
    "line",
)
"""The ten phases (HW-21)."""

CARD_PHASES = ("civilized", "establishment", "customer")
"""The phases in which cards are played onto towns."""

BID, DRAW, EXTRA, DISCARD, LAST = "bid", "draw", "extra", "discard", "last"

Options = Mapping[str, str | int | bool]


def slots(options: Options) -> tuple[str, ...]:
    """The windows of a turn: after each phase; with 20 windows also before each."""
    found = []
    for number in range(1, 11):
        if options["windows"] == 20:
            found.append(f"before-{number}")
        found.append(f"after-{number}")
    return tuple(found)


def slot_of(before: bool, phase: int, options: Options) -> str:
    """The window before or after a phase: with ten windows, "before k+1" is window k."""
    if not before:
        return f"after-{phase}"
    if options["windows"] == 20:
        return f"before-{phase}"
    return f"after-{phase - 1 if phase > 1 else 10}"


def is_slot(moment: str) -> bool:
    """Whether a moment is an Opportunist window."""
    return moment.startswith(("after-", "before-"))


def moments(turn: int, options: Options) -> tuple[str, ...]:
    """All moments of a turn in order. Turn 1 has no window before its first phase (HW-Q2)."""
    return _moments(turn, options["windows"] == 20)


@cache
def _moments(turn: int, both: bool) -> tuple[str, ...]:
    """The same; `both`: with a window before each phase as well."""
    found: list[str] = []
    if turn > 1:
        found.append("after-10")
    if turn > TURNS:
        return (*found, LAST)
    for number, phase in enumerate(PHASES, 1):
        if both and not (turn == 1 and number == 1):
            found.append(f"before-{number}")
        if phase == "supervisor":
            found.append(BID)
        elif phase == "railroad":
            found.extend((DRAW, EXTRA))
        elif phase == "line":
            found.extend((phase, DISCARD))
        else:
            found.append(phase)
        if number < 10:
            found.append(f"after-{number}")
    return tuple(found)


def following(turn: int, moment: str, options: Options) -> tuple[int, str]:
    """The next moment, in the next turn after the last one."""
    course = moments(turn, options)
    place = course.index(moment) + 1
    return (turn, course[place]) if place < len(course) else (turn + 1, moments(turn + 1, options)[0])


def span(turn: int, moment: str, options: Options) -> tuple[str, ...]:
    """Brisk: the moments that the letter of the deadline at this moment covers."""
    return _span(turn, moment, options["windows"] == 20, options["deadlines"] == 2)


@cache
def _span(turn: int, moment: str, both: bool, two: bool) -> tuple[str, ...]:
    """The same; `both`: with a window before each phase as well; `two`: of two deadlines a turn."""
    course = _moments(turn, both)
    behind = course[course.index(moment) + 1 :]
    stop = next((place for place, one in enumerate(behind) if one in _stops(course, two)), len(behind))
    return (moment, *behind[:stop])


def _stops(course: tuple[str, ...], two: bool) -> tuple[str, ...]:
    """The moments of a turn before which a deadline comes, brisk (HW-Q6, HW-Q44)."""
    # With twenty windows "before 3" still belongs to the letter that has window 2.
    return (course[0], "after-2") if two else (course[0], EXTRA, "civilized")


def form_of(turn: int, moment: str, options: Options) -> str:
    """The form (and kind) of the window that opens at a moment."""
    if options["tempo"] == "strict":
        return "chance" if is_slot(moment) else moment
    if turn > TURNS:
        return "chance"
    if moment in (EXTRA,):
        return "extra"
    return "bid" if moment == moments(turn, options)[0] else "building"


def home_of(slot: str, options: Options) -> str:
    """Brisk: the form of the letter that has this window."""
    if slot == "after-10" or slot in ("before-1", "after-1"):
        return "bid"
    if options["deadlines"] == 2:
        return "bid" if slot == "before-2" else "building"
    if slot == "before-2":
        return "bid"
    return "extra" if slot in ("after-2", "before-3") else "building"


def slot_title(slot: str) -> str:
    """`window 6`, `before phase 7`."""
    side, _, number = slot.partition("-")
    return f"window {number}" if side == "after" else f"before phase {number}"


def slot_in_words(slot: str) -> str:
    """The same with what happens before or after it: `window 6 (after customer)`, `before past`."""
    side, _, number = slot.partition("-")
    phase = PHASES[int(number) - 1]
    return f"{slot_title(slot)} (after {phase})" if side == "after" else f"before {phase}"


def slot_code(slot: str) -> str:
    """A window in dice labels: `w6`, `b7`."""
    side, _, number = slot.partition("-")
    return f"{'w' if side == 'after' else 'b'}{number}"


def turn_of(turn: int, moment: str) -> int:
    """The turn a moment is counted under: window 10 is that of the turn before (HW-Q44)."""
    return turn - 1 if moment == "after-10" else turn


STRICT_TITLES = {BID: "bid", EXTRA: "extra cards", DISCARD: "discards"}
BRISK_TITLES = {"bid": "bid", "extra": "extra cards", "building": "building", "chance": "window 10"}


def title(state: State, seat_name: str) -> str:
    """The title of the open window; `seat_name`: whose go it is in strict tempo."""
    counted = turn_of(state.turn, state.moment) if state.strict or state.turn > TURNS else state.turn
    if not state.strict:
        return f"Turn {counted}, {BRISK_TITLES[form_of(state.turn, state.moment, state.options)]}"
    what = slot_title(state.moment) if is_slot(state.moment) else STRICT_TITLES.get(state.moment, state.moment)
    if state.moment in (BID, DISCARD):
        return f"Turn {counted}, {what}"
    again = f", round {state.round}" if state.round > 1 else ""
    return f"Turn {counted}, {what}, {seat_name}{again}"


def read_title(text: str, options: Options) -> tuple[int, str, str, int] | None:
    """A title as (turn, moment, seat named, round); None when it is no window of this tempo."""
    parts = [" ".join(part.split()) for part in text.split(",")]
    counted = _numbered("turn", parts[0])
    again = _numbered("round", parts[-1]) if len(parts) > 2 else None
    if counted is None or not 2 <= len(parts) - (again is not None) <= 3:
        return None
    turn, what, seat = counted, parts[1].lower(), parts[2] if len(parts) - (again is not None) == 3 else ""
    moment = _moment(turn, what, options)
    if moment is None:
        return None
    if moment == "after-10":
        turn += options["tempo"] == "strict" or what == "window 10"
    last = TURNS + (1 if moment == "after-10" else 0)
    if not 1 <= turn <= last or moment not in moments(turn, options):
        return None
    return turn, moment, seat, again or 1


def _numbered(word: str, text: str) -> int | None:
    """`Turn 3` as 3, `round 2` as 2."""
    said, _, number = text.partition(" ")
    return int(number) if said.lower() == word and number.isascii() and number.isdigit() and len(number) < 5 else None


def _moment(turn: int, what: str, options: Options) -> str | None:
    if options["tempo"] != "strict":
        if what == "window 10":
            return "after-10" if turn == TURNS else None
        if what == "bid":
            return moments(turn, options)[0]
        if what == "extra cards":
            return EXTRA if options["deadlines"] == 3 else None
        if what == "building":
            return "after-2" if options["deadlines"] == 2 else "civilized"
        return None
    for key, said in STRICT_TITLES.items():
        if what == said:
            return key
    if what in CARD_PHASES:
        return what
    return next((slot for slot in slots(options) if slot_title(slot) == what), None)


def goes_of(state: State, moment: str) -> tuple[Seat, ...]:
    """Strict: who is asked at a moment, in order. Public facts only."""
    if moment in CARD_PHASES:
        return reverse_order(state)
    if moment == DISCARD:
        return tuple(seat for seat in state.in_order() if len(state.hands[seat]) > HAND_LIMIT)
    if moment in (BID, EXTRA) or is_slot(moment):
        return state.in_order()
    return ()
