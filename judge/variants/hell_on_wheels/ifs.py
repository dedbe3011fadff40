"""`if` and `unless` as they were written: the conditions they make."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Seat
from judge.grammar.finding import Name
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.cards import HOUSES
from judge.variants.hell_on_wheels.orders import Condition
from judge.variants.hell_on_wheels.terms import NotThere, Terms, kids, names, tokens, whole_k

HE = "he"
"""The seat that the card is played on: known when the rest of the line is."""
THERE = "there"
"""Where the card is played: known when the rest of the line is."""

NEGATED = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "not", "not": "=", "is": "not"}
_SIGNS = {
    "> =": ">=", "≥": ">=", "at least": ">=", "no less than": ">=", "no fewer than": ">=",
    "< =": "<=", "≤": "<=", "at most": "<=", "no more than": "<=",
    "! =": "not", "< >": "not", "is not": "not", "not": "not",
    ">": ">", "more than": ">", "over": ">", "above": ">",
    "<": "<", "less than": "<", "fewer than": "<", "under": "<", "below": "<",
}  # fmt: skip
_TYPES = {"establishment": "establishments", "civilized": "civilized", "customer": "customers"}


def conditions_of(terms: Terms, tree: Tree[Any]) -> tuple[Condition, ...]:
    """All that comes behind one `if`."""
    found = tuple(_condition(terms, test) for test in tree.children if isinstance(test, Tree))
    (word,) = tokens(tree, "IF")
    if word != "unless":
        return found
    if len(found) > 1:
        raise NotThere("unless-one")
    return tuple(replace(one, sign=NEGATED[one.sign]) for one in found)


def _condition(terms: Terms, test: Tree[Any]) -> Condition:
    match test.data:
        case "compared":
            return _measured(terms, test)
        case "is_mayor":
            return Condition("mayor", _is(test), 0, _who(terms, test), _place(terms, test))
        case "is_supervisor":
            if names(test, "&")[0].choices != ("supervisor",):
                raise NotThere("unknown-condition", text=names(test, "&")[0].text)
            return Condition("supervisor", _is(test), 0, _who(terms, test))
        case "has_cash":
            # `if he has 5K`: at least so much.
            sign = _sign(test) if tokens(test, "SIGN") or kids(test, "more") else ">="
            return _money(terms, Condition("cash", sign, _number(test), _who(terms, test)))
        case "has_one":
            return Condition(_fact(terms, names(test, "#")[0]), ">=", 1, _whose(terms, test), _place(terms, test))
        case "has_none":
            whom = _whose(terms, test) if kids(test, "who") else ""
            return Condition(_fact(terms, names(test, "#")[0]), "<", 1, whom, _place(terms, test))
        case "has_cards":
            return Condition("hand", _sign(test), _number(test), _who(terms, test))
    whom = _whose(terms, test) if test.data == "has_houses" else ""
    fact = _fact(terms, names(test, "#")[0])
    # `if there are 3 saloons`: at least so many.
    bare = test.data == "there_are" and not tokens(test, "SIGN") and not kids(test, "more")
    return Condition(fact, ">=" if bare else _sign(test), _number(test), whom, _place(terms, test))


def _place(terms: Terms, tree: Tree[Any]) -> str:
    """The position named; `there`; "" where none is."""
    where = names(tree, "@")
    return terms.place(where[-1]) if where else THERE if tokens(tree, "THERE") else ""


def _is(test: Tree[Any]) -> str:
    return "not" if "not" in tokens(test, "BE")[0].split() else "is"


def _who(terms: Terms, test: Tree[Any]) -> str:
    """Whose money, hand or office: nothing is one's own."""
    seat = _whose(terms, test)
    return "" if seat == terms.own else seat


def _whose(terms: Terms, test: Tree[Any]) -> str:
    (who,) = kids(test, "who")
    return HE if tokens(who, "HE") else terms.whom(who)


def _sign(test: Tree[Any]) -> str:
    more = kids(test, "more")
    if more:
        return ">=" if tokens(more[0], "MORE") else "<="
    said = tokens(test, "SIGN")
    if not said:
        return "="
    words = str(said[0])
    for verb in ("is ", "are "):
        if words.startswith(verb) and words != "is not":
            words = words.removeprefix(verb)
    return _SIGNS.get(words, "=")


def _number(test: Tree[Any]) -> int:
    return whole_k(tokens(test, "SUM")[0])


def _money(terms: Terms, condition: Condition) -> Condition:
    if condition.of and terms.state.options["hidden_money"]:
        raise NotThere("money-is-hidden", seat=condition.of)
    return condition


def _fact(terms: Terms, said: Name) -> str:
    """The count of a card or a type of card: `mayhem` is the level, `mayhem cards` their number."""
    card = terms.table_card(said)
    if card == "mayhem":
        return "cards" if "card" in folded(said.text) else "mayhem"
    if card in HOUSES:
        return card
    if card not in _TYPES:
        raise NotThere("unknown-condition", text=said.text)
    return _TYPES[card]


def _measured(terms: Terms, test: Tree[Any]) -> Condition:
    (measure,) = kids(test, "measure")
    of, place = "", ""
    for whose in kids(measure, "of"):
        if names(whose, "@"):
            place = terms.place(names(whose, "@")[0])
        else:
            of = terms.whom(whose)
    owner = names(measure, "%")
    if owner:
        of = terms.seat(owner[0])
    elif tokens(measure, "MINE"):
        of = terms.own
    place = _place(terms, test) or _place(terms, measure) or place
    own = tokens(measure, "CASH", "HAND")
    if own:
        fact = "cash" if own[0].type == "CASH" else "hand"
        return _money(terms, Condition(fact, _sign(test), _number(test), "" if of == terms.own else of))
    fact = _fact(terms, names(measure, "#")[0])
    return Condition(fact, _sign(test), _number(test), "" if fact in ("mayhem", "cards", "customers") else of, place)


def in_place(conditions: tuple[Condition, ...], him: str, there: frozenset[str], own: Seat) -> tuple[Condition, ...]:
    """`if he has 5K`: whoever the card is played on; `if mayhem is 4 there`: where it is."""
    if any(one.of == HE for one in conditions) and not him:
        raise NotThere("unknown-condition", text="he")
    if any(one.place == THERE for one in conditions) and (len(there) != 1 or "" in there):
        raise NotThere("unknown-condition", text="there")
    whom = "" if him == own else him
    return tuple(
        replace(one, of=whom if one.of == HE else one.of, place=min(there) if one.place == THERE else one.place)
        for one in conditions
    )
