"""What becomes of the lines that may be orders, once the game has read them: the same by every door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.protocol import AnyGame, Later, Problem, Seat
from judge.grammar.courtesy import is_name, polite
from judge.grammar.mentions import Mention
from judge.grammar.mood import mood, offer
from judge.mail.fates import Fate
from judge.mail.language import OrderLine

Mentions = Callable[[str], Sequence[Mention]]


@dataclass(frozen=True, slots=True)
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
    questions = {line.number: events for line in lines if (events := game.answer(state, seat, line.text))}
    asked = [line for line in lines if line.number not in questions]
    found = [
        Understood(line.number, line.text, Fate.QUESTION, questions[line.number])
        for line in lines
        if line.number in questions
    ]
    parts = game.read(state, seat, form, "\n".join(line.text for line in asked))
    alone = Counter(one.number for one in parts)
    for one in parts:
        line = asked[one.number - 1]
        # The letter's own words, not the game's way of writing them.
        text = line.text if alone[one.number] == 1 else one.text
        if isinstance(one.said, Problem):
            found.append(_unread(line, text, one.said, named))
        elif isinstance(one.said, Later):
            found.append(Understood(line.number, text, Fate.LATER, one.said))
        elif line.number in echoes:
            found.append(Understood(line.number, text, Fate.NOT_ORDERED, one.said, "echo"))
        else:
            found.append(Understood(line.number, text, Fate.ORDER, one.said))
    heard = {one.number for one in found}
    # A game that makes nothing of a line says nothing of it: then the line is not understood.
    silent = [line for line in asked if line.number not in heard]
    found += [_unread(line, line.text, Problem("not-understood", {"text": line.text}), named) for line in silent]
    return tuple(sorted(found, key=lambda one: one.number))


def _unread(line: OrderLine, text: str, problem: Problem, named: Mentions) -> Understood:
    """A line that is no order: a courtesy, a name below the letter, something not ordered, or not understood."""
    mentions = named(line.text)
    courtesy = polite(line.text, mentions)
    if courtesy is not None:
        return Understood(line.number, text, Fate.COURTESY, None, "" if courtesy.sure else "unsure")
    if line.soft and is_name(line.text) and all(one.kind == "seat" for one in mentions):
        return Understood(line.number, text, Fate.SIGNATURE)
    meant, offered = mood(line.text), offer(line.text) or ""
    if meant == "asked":
        return Understood(line.number, text, Fate.QUESTION, problem, meant, offered)
    if meant in ("denied", "doubted", "spoken") or offered:
        return Understood(line.number, text, Fate.NOT_ORDERED, problem, meant, offered)
    return Understood(line.number, text, Fate.REFUSED, problem)


__all__ = ["Mentions", "Understood", "understood"]
