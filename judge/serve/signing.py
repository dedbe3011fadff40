"""The ends of letters: a signature is known by its content, anywhere in a letter."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Seat
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.mail.letter import Letter, read_letter
from judge.serve.hand import Hand
from judge.store.letters import newest_words

MOST_LETTERS, MOST_LOOKED_AT = 4, 40
"""Of a writer's letters to a game; of all letters to it, to find those."""
MOST_LINES = 6
"""A longer end is no signature."""


def signature_in(hand: Hand, live: Live, seat: Seat, text: str) -> str | None:
    """The first line of some words with which their writer signs letters; None: they hold none."""
    mine = hand.opened.letter
    letters = [mine, *_earlier(hand, live, mine.sender)]
    signed = {folded(line) for letter in letters for line in _set_apart(letter)}
    last = {folded(line) for one, other in pairwise(letters) for line in _same_end(one, other)}
    for line in filter(None, map(str.strip, text.split("\n"))):
        if folded(line) in signed or (folded(line) in last and not _is_order(live, seat, line)):
            return line
    return None


def _is_order(live: Live, seat: Seat, line: str) -> bool:
    """Two letters may end with the same order, and press may mention orders."""
    ask = live.window.asks.get(seat) if live.window is not None else None
    return ask is not None and not take(live.game, live.state, seat, ask.form, line).unread


def _earlier(hand: Hand, live: Live, sender: str | None) -> list[Letter]:
    """This writer's last letters to this game."""
    found: list[Letter] = []
    for raw in newest_words(hand.act.connection, live.id, MOST_LOOKED_AT):
        # Only letters that may be theirs are read.
        if sender and sender.encode() in raw[:65536].lower():
            letter = read_letter(raw)
            found += [letter] if letter.sender == sender else []
        if len(found) >= MOST_LETTERS:
            break
    return found


def _set_apart(letter: Letter) -> list[str]:
    return [line.text for line in letter.lines if line.apart == "signature" and len(folded(line.text)) > 2]


def _same_end(one: Letter, other: Letter) -> Sequence[str]:
    """The few last lines that two letters share, where they differ above: more than a word each."""
    mine, theirs = _below_press(one), _below_press(other)
    shared = 0
    while shared < min(len(mine), len(theirs)) and folded(mine[-1 - shared]) == folded(theirs[-1 - shared]):
        shared += 1
    if shared > MOST_LINES or shared == min(len(mine), len(theirs)):
        return ()
    return [line for line in mine[len(mine) - shared :] if len(line.split()) > 1]


def _below_press(letter: Letter) -> list[str]:
    """A letter's own lines; of one with press, those below it: the same words to two seats are no signature."""
    lines = [line for line in letter.own if line.strip()]
    if any(folded(line).startswith("press") for line in lines):
        ends = [place for place, line in enumerate(lines) if folded(line).startswith("end")]
        return lines[ends[-1] + 1 :] if ends else []
    return lines
