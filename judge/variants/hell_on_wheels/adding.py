"""What sentences say of other orders: with which card a bid or a raid is, which cards are in no group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Problem
from judge.grammar.mood import mood
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.clauses import Clause
from judge.variants.hell_on_wheels.orders import ANY_RAID, Bid, Build, Play
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import NotThere, kids, names

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.found import Found
    from judge.variants.hell_on_wheels.reading import Reader


def added(reader: Reader, number: int, clause: Clause) -> tuple[Found, Bid | Play] | None:
    """`Bid 3. And use Blackmail with it.`, `Raid Vice in Present. Use Marshall.`: the order before, and as it is with
    the card."""
    if clause.kind != "play" or len(clause.tree.children) > 1 or clause.ifs or clause.others:
        return None
    (card,) = (name for one in kids(clause.tree, "card") for name in names(one, "&"))
    if card.choices == (BLACKMAIL,) and not clause.slot:
        return next(
            ((one, replace(one.said, blackmail=True)) for one in reversed(reader.found) if isinstance(one.said, Bid)),
            None,
        )
    last = reader.found[-1] if reader.found else None
    if last is None or last.number != number or isinstance(last.said, Problem) or not isinstance(last.said, Play):
        return None
    if clause.slot not in ("", last.said.slot):
        return None
    meant = reader.terms.hand_card(card)
    if reader.box.type(meant) != "raid" or any(act.card != ANY_RAID for act in last.said.acts):
        return None
    return last, replace(last.said, acts=tuple(replace(act, card=meant) for act in last.said.acts))


def swap(reader: Reader, number: int, text: str) -> None:
    """`Scots on Past, Vice on Present. No, the other way round.`: of the last line with orders, or of the last two
    lines with one each, all that was for one town is for the other. Of anything else nobody knows how it is meant."""
    places = [place for place, one in enumerate(reader.found) if not isinstance(one.said, Problem)]
    lines = [reader.found[place].number for place in places]
    last = [place for place in places if lines and reader.found[place].number == lines[-1]]
    if len(last) == 1 and len(lines) > 1 and lines.count(lines[-2]) == 1:
        last = places[-2:]
    builds = [said for place in last if isinstance(said := reader.found[place].said, Build)]
    towns = list(dict.fromkeys(one.choices[0].place for one in builds))
    plain = len(builds) == len(last) and all(len(one.choices) == 1 and not one.choices[0].conditions for one in builds)
    if len(towns) != 2 or not plain:
        raise NotThere("not-understood", text=text)
    for place, one in zip(last, builds, strict=True):
        (first,) = one.choices
        other = replace(one, choices=(replace(first, place=towns[towns[0] == first.place]),))
        found = reader.found[place]
        if found.number == number:
            reader.found[place] = replace(found, said=other)
        else:
            reader.found[place] = replace(found, said=Problem("taken-back", {"text": found.text, "line": number}))
            reader.found.append(replace(found, number=number, text=text, said=other))


def spare(reader: Reader) -> None:
    """A raid that names no card takes the first that the letter does not say is kept, if there is another."""
    if not reader.spared:
        return
    raids = [card for card in reader.terms.hand if reader.box.type(card) == "raid"]
    plays = [one.said for one in reader.found if isinstance(one.said, Play)]
    used = {act.card for play in plays for act in play.acts}
    left = [card for card in raids if card not in reader.spared and card not in used]
    if not left or not any(card in reader.spared for card in raids):
        return
    for place, one in enumerate(reader.found):
        if left and isinstance(one.said, Play) and any(act.card == ANY_RAID for act in one.said.acts):
            card = left.pop(0)
            acts = tuple(replace(act, card=card) if act.card == ANY_RAID else act for act in one.said.acts)
            reader.found[place] = replace(one, said=replace(one.said, acts=acts))


_PLAYING = frozenset("play build use put place lay".split())


def denied(reader: Reader, sentence: str) -> Counter[str]:
    """`Scots not.`, `Scots perhaps on Past`: the cards of which a sentence says that they are not played at all, or
    leaves it in doubt."""
    said, words, what = reader.tongue.names_in(sentence), folded(sentence).split(), mood(sentence)
    is_bare = words[:1] in (["no"], ["not"]) or words[-1:] in (["not"], ["neither"]) or not _PLAYING.isdisjoint(words)
    if what != "doubted" and not (what == "denied" and is_bare and all(one.sign in "#&" for one in said)):
        return Counter()
    cards = (choice for one in said if one.sign in "#&" for choice in one.choices)
    return Counter({card: reader.terms.hand.count(card) for card in cards if card in reader.terms.hand})


def settle_groups(reader: Reader) -> None:
    """`All mayhem on Past. Anarchy on Present. Keep Vice.`: what is said of a card by its name is not said of its
    group, and what is said of its group is not said of everything."""
    if not any(one.of_a_group for one in reader.found):
        return
    builds = [one for one in reader.found if isinstance(one.said, Build)]
    dropped: list[Found] = []
    for rank in (1, 2):
        said = (
            Counter(_card(one) for one in builds if one.of_a_group < rank and not _is_in(one, dropped)) + reader.spared
        )
        groups = [one for one in builds if one.of_a_group == rank]
        for line in dict.fromkeys((one.number, one.text) for one in groups):
            left = Counter(reader.terms.hand)
            left.subtract(said)
            for one in groups:
                if (one.number, one.text) == line:
                    left[_card(one)] -= 1
                    dropped += [one] if left[_card(one)] < 0 else []
    reader.found = [one for one in reader.found if not _is_in(one, dropped)]


def _card(one: Found) -> str:
    return one.said.choices[0].card if isinstance(one.said, Build) else ""


def _is_in(one: Found, found: Sequence[Found]) -> bool:
    return any(one is other for other in found)
