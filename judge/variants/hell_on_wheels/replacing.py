"""Orders of a letter that later sentences take back or replace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Problem
from judge.grammar.mood import correction
from judge.variants.hell_on_wheels.found import Found, Said
from judge.variants.hell_on_wheels.orders import ANY, Bid, Build, Extra, Keep, Order, Pass, Play
from judge.variants.hell_on_wheels.remarks import both
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import NotThere

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.reading import Reader


def corrected(reader: Reader, new: Found, must: bool = False) -> None:
    """`no wait, …`: it takes the place of the last order about the same card, or of the same kind. `must`: with orders
    before it and none of them such, nobody knows what it corrects."""
    new.said = _nothing(reader, new.said)
    for place in reversed(range(len(reader.found))):
        old = reader.found[place]
        alike = type(old.said) is type(new.said) and old.cards == new.cards
        if not alike or isinstance(new.said, Problem):
            continue
        if isinstance(new.said, Play) and isinstance(old.said, Play) and new.said.slot == ANY:
            new.said = replace(new.said, slot=old.said.slot)
        if isinstance(new.said, Keep) and isinstance(old.said, Keep) and new.in_front:
            new.said = both(new.said, old.said)
        take_back(reader, place, new.number)
        break
    else:
        # "Vice to Past. No wait, Drunkenness to Past."
        kinds = (Bid, Extra, Build, Play, Keep) if must else (Build,) if isinstance(new.said, Build) else ()
        if kinds and reader.last_of(*kinds) is not None:
            raise NotThere("not-understood", text=new.text)
    reader.found.append(new)


def _nothing(reader: Reader, new: Said) -> Said:
    """`bid 5K. On second thoughts nothing.`: no bid, as no purchase. Of cards, nobody knows which are meant."""
    last = reader.last_of(Bid, Extra, Build, Play)
    if new != Pass("all") or last is None:
        return new
    if not isinstance(last, Bid | Extra):
        raise NotThere("not-understood", text="")
    return Bid(0) if isinstance(last, Bid) else Extra(0)


def instead_of(reader: Reader, before: Sequence[Found], number: int, sentence: str) -> None:
    """`I bid a million. Seriously: bid 3.`: what is corrected by an order need not have been one."""
    last = before[-1] if before else None
    if last is None or last.number != number or not isinstance(last.said, Problem) or correction(sentence) is None:
        return
    if len(reader.found) > len(before) and not isinstance(reader.found[-1].said, Problem):
        gone = Problem("taken-back", {"text": last.text, "line": number})
        reader.found[len(before) - 1] = replace(last, said=gone)


def kept_instead(reader: Reader, order: Order, number: int) -> None:
    """`Brothel on Past. Sorry, the Brothel stays in my hand`: it is not played."""
    for card in order.cards if isinstance(order, Keep) else ():
        built = [place for place, one in enumerate(reader.found) if isinstance(one.said, Build) and card in one.cards]
        if built:
            take_back(reader, built[-1], number)


def forget_line(reader: Reader, number: int, ordinal: int) -> None:
    """`forget the first line`: what it ordered is taken back."""
    lines = reader.lines_with_orders
    place = len(lines) - 1 if ordinal < 0 else ordinal - 1
    if not 0 <= place < len(lines):
        raise NotThere("no-such-line", number=ordinal)
    for at, one in enumerate(reader.found):
        if one.number == lines[place] and not isinstance(one.said, Problem):
            gone = Problem("taken-back", {"text": one.text, "line": number})
            reader.found[at] = replace(one, said=gone, notes=())


def forget_cards(reader: Reader, number: int, text: str, cards: Sequence[str]) -> None:
    """`forget the Irish`: the one order about that card is taken back; of several nobody knows which. Blackmail is
    taken from the bid it goes with."""
    bid = reader.last_of(Bid)
    if tuple(cards) == (BLACKMAIL,) and isinstance(bid, Bid) and bid.blackmail:
        corrected(reader, Found(number, text, replace(bid, blackmail=False)))
        return
    places = [place for place, one in enumerate(reader.found) if not set(one.cards).isdisjoint(cards)]
    problem = Problem("not-understood", {"text": text})
    if len(places) == 1:
        take_back(reader, places[0], number)
        problem = Problem("taken-back", {"text": text, "line": number})
    reader.found.append(Found(number, text, problem))


def take_back(reader: Reader, place: int, by: int) -> None:
    """An order is taken back: the writer is told of one from another line."""
    old = reader.found[place]
    if old.number == by:
        del reader.found[place]
    else:
        reader.found[place] = replace(old, said=Problem("taken-back", {"text": old.text, "line": by}), notes=())
