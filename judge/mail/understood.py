"""What becomes of the lines that may be orders, once the game has read them: the same by every door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Later, Problem, Seat
from judge.grammar.courtesy import courtesy, free_words, is_name, polite
from judge.grammar.mentions import ORDERING, Mentions
from judge.grammar.mood import mood, offer
from judge.grammar.seats import seat_lexicon
from judge.grammar.text import folded
from judge.mail.fates import Fate
from judge.mail.language import OrderLine
from judge.mail.suggesting import near_command

_NOTHING = Problem("not-understood")
_SAID_SO = {
    "not-ordered": (Fate.NOT_ORDERED, "denied"),
    "taken-back": (Fate.NOT_ORDERED, "corrected"),
    "question": (Fate.QUESTION, "asked"),
    "question-asked": (Fate.QUESTION, "asked"),
}
"""What a game says of a line that it knows to be no order."""
_MEANT = {
    "negated": "denied", "supposed": "doubted", "condition": "doubted", "told": "spoken", "quoted": "spoken",
    "asked": "asked", "question": "asked",
}  # fmt: skip
"""Why it is none, in the words of the letter's grammar."""
_AN_ORDER = ("ambiguous-", "condition-", "on-condition")
"""What is wrong with a line that can only have been meant as an order."""
LONGEST_HEADING = 60
SIGNS_WITHIN = 3
"""So many lines below a farewell somebody's name may stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """One thing a line says: its words, what becomes of them, and the order or the problem that was read.

    `why`: for what is not ordered, how it was meant (`denied`, `asked` …); for a courtesy of unknown words, `unsure`;
    for an order that stood in a mail of ours, `echo`. `offered`: the command that prose seems to be meant for.
    """

    number: int
    text: str
    fate: Fate
    said: Any = None
    why: str = ""
    offered: str = ""
    notes: tuple[Problem, ...] = ()
    """What was overlooked, supplied or guessed in an order."""
    rest: bool = False
    """Whether an order is for all others."""


def understood(
    game: AnyGame,
    state: Any,
    seat: Seat,
    form: str,
    lines: Sequence[OrderLine],
    named: Mentions,
    echoes: Collection[int] = (),
) -> tuple[Understood, ...]:
    """Every line, as one thing or several. `named`: what of the game a text holds; `echoes`: lines once sent by us."""
    found: list[Understood] = []
    asked: list[OrderLine] = []
    for line in lines:
        events = game.answer(state, seat, line.text)
        if events:
            found.append(Understood(number=line.number, text=line.text, fate=Fate.QUESTION, said=events))
        else:
            asked.append(line)
    parts = game.read(state, seat, form, "\n".join(" ".join(line.text.splitlines()) for line in asked))
    alone = Counter(one.number for one in parts)
    # A game that makes nothing of a line says nothing of it: then the line is not understood.
    unread = [(line, line.text, _NOTHING) for number, line in enumerate(asked, 1) if number not in alone]
    for one in parts:
        line = asked[min(one.number, len(asked)) - 1]
        # The letter's own words, not the game's way of writing them.
        text = line.text if alone[one.number] == 1 else one.text
        if isinstance(one.said, Problem):
            unread.append((line, text, one.said))
            continue
        fate = Fate.LATER if isinstance(one.said, Later) else Fate.NOT_ORDERED if line.number in echoes else Fate.ORDER
        why = "echo" if fate is Fate.NOT_ORDERED else ""
        found.append(
            Understood(
                number=line.number, text=text, fate=fate, said=one.said, why=why, notes=one.notes, rest=one.rest
            )
        )  # fmt: skip
    signing = signing_in(lines) if unread else ()
    own = _heading_of(game, state, seat)
    for line, text, problem in unread:
        # What a game read and has nothing to say to is a heading of its own: `Establishments:`.
        if own(line.text) or (problem is _NOTHING and line.text.rstrip().endswith(":")):
            found.append(Understood(number=line.number, text=text, fate=Fate.COURTESY))
            continue
        said = Problem("not-understood", {"text": text}) if problem is _NOTHING else problem
        found.append(_unread(line, text, said, named, line.number in signing))
    return tuple(sorted(found, key=lambda one: one.number))


def _unread(line: OrderLine, text: str, problem: Problem, named: Mentions, signs: bool) -> Understood:
    """A line that is no order: a courtesy, a name below the letter, something not ordered, or not understood."""
    one = Understood(number=line.number, text=text, fate=Fate.REFUSED, said=problem)
    said = polite(text, named(text, free_words(text))) if courtesy(text) is not None else None
    if said is not None and said.sure:
        return replace(one, fate=Fate.COURTESY, said=None)
    if problem.code in _SAID_SO:
        # The game has understood that it is none.
        fate, why = _SAID_SO[problem.code]
        how = _MEANT.get(str(problem.detail.get("why")), why) if fate is Fate.NOT_ORDERED else why
        fate = Fate.QUESTION if how == "asked" else fate
        return replace(one, fate=fate, why=how, offered=offer(line.text) or "")
    if problem.code.startswith(_AN_ORDER):
        return one
    if said is not None:
        return replace(one, fate=Fate.COURTESY, said=None, why="unsure")
    mentions = named(text, free_words(text)) if signs else ()
    if signs and (len(text.split()) == 1 or all(mention.kind == "seat" for mention in mentions)):
        return replace(one, fate=Fate.SIGNATURE, said=None)
    meant, offered = mood(line.text), offer(line.text) or ""
    if meant == "asked":
        return replace(one, fate=Fate.QUESTION, why=meant, offered=offered)
    if meant in ("denied", "doubted", "spoken") or offered:
        return replace(one, fate=Fate.NOT_ORDERED, why=meant, offered=offered)
    return one


def _heading_of(game: AnyGame, state: Any, seat: Seat) -> Callable[[str], bool]:
    """Whether a line is a heading of the writer's own orders: their seat, the open window, the word orders, or some of
    them. One that names another seat or window is none."""
    seats = seat_lexicon(game.seats)
    window = game.window(state)
    title = folded(window.title if window is not None else "").split()
    kind = folded(window.kind if window is not None else "").split()
    codes = _codes(title, kind)
    dated, begins = {*title, *kind, *codes}, {*title[:1], *codes, "orders", "moves"}

    def is_heading(text: str) -> bool:
        words = folded(text).split()
        left = [word for word in words if word not in _OF_HEADINGS and word not in dated and f"{word}s" not in dated]
        # A number alone, or the name of what is asked for (`bid 3`), may be meant as an order.
        is_dated = not begins.isdisjoint(words)
        return seats.matches(" ".join(left)) == (seat,) if left else is_dated

    return lambda text: len(text) <= LONGEST_HEADING and is_heading(text)


_OF_HEADINGS = frozenset(
    "ranch player orders order moves for of the my our are here in from as this phase season".split()
)
"""What else a heading says."""


def _codes(title: Sequence[str], kind: Sequence[str]) -> tuple[str, ...]:
    """How players shorten the title of a window: `S1901`, `S01M`, `S01`, `01`."""
    season = next((word[0] for word in title if word.isalpha()), "")
    year = next((word for word in title if word.isdigit()), "")
    codes = [f"{season}{one}{end}" for one in (year, year[-2:]) for end in ("", *(word[:1] for word in kind)) if one]
    return tuple(codes)


def signing_in(lines: Sequence[OrderLine]) -> set[int]:
    """The lines that may be how their writer signs: a name near a farewell, a lone word at the very end."""
    found: set[int] = set()
    below = SIGNS_WITHIN
    for line in lines:
        said = polite(line.text, ())
        if said is not None and said.kind in ("farewell", "thanks"):
            below = 0
        elif below < SIGNS_WITHIN:
            below += 1
            if is_name(line.text):
                found.add(line.number)
    if len(lines) > 1 and _signs_off(*lines[-2:]):
        found.add(lines[-1].number)
    return found


def _signs_off(before: OrderLine, last: OrderLine) -> bool:
    """A lone word at the very end, apart from what is above it or with a capital: no slip of a command, no verb."""
    word = last.text.strip(" .!,-")
    is_apart = last.number > before.number + 1 or (word[:1].isupper() and not word.isupper())
    return (
        is_apart
        and is_name(word)
        and len(word.split()) == 1
        and word.lower() not in ORDERING
        and not near_command(word)
    )


__all__ = ["Understood", "signing_in", "understood"]
