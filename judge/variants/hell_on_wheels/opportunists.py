"""The thirteen Opportunist cards, each with what forbids it and what it does (HW-62, HW-Q32 to HW-Q40, HW-Q46).

Blackmail, the thirteenth, is laid on a bid and never played in a window: see supervisor.py (HW-Q13).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.cards import FUTURE, PAST, PRESENT
from judge.variants.hell_on_wheels.events import (
    Arson,
    CardsMoved,
    CardsStolen,
    ClaimJumped,
    ConMen,
    EntrepreneurGains,
    GamblersWin,
    HangersOn,
    IndianAttack,
    OutlawsRob,
    ScoundrelsDraw,
    VileMen,
)
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.moments import slot_code
from judge.variants.hell_on_wheels.orders import Act
from judge.variants.hell_on_wheels.state import Marked
from judge.variants.hell_on_wheels.targets import Found, find, with_card, without

RANDOM_CARDS = 2
OUTLAWS_TAKE, GAMBLERS_TAKE, ENTREPRENEUR_GAINS = 5, 3, 5
SCOUNDRELS_DRAW = 3
MOST_MOVED, MOST_FOLLOWERS = 3, 2
FORWARD = {PAST: PRESENT, PRESENT: FUTURE}
"""Forward is toward the end of the line (HW-Q35)."""


def _opponent(act: Act, seat: Seat) -> Seat | Problem:
    if not act.opponent:
        return Problem("needs-opponent", {"card": act.card})
    if act.opponent == seat:
        return Problem("not-on-yourself", {"card": act.card})
    return Seat(act.opponent)


def _others_first(going: Going, seat: Seat) -> tuple[Seat, ...]:
    return (*(one for one in going.in_order() if one != seat), seat)


def _random_cards(going: Going, seat: Seat, opponent: Seat, card: str) -> list[str]:
    """Two cards of a hand by chance, fewer if it holds fewer; the draws are sealed (HW-Q33)."""
    taken = []
    for number in range(1, min(RANDOM_CARDS, len(going.hands[opponent])) + 1):
        label = going.label(slot_code(going.moment), going.round, seat, card, number)
        place = going.dice.roll(label, len(going.hands[opponent]), sealed=True) - 1
        taken.append(going.hands[opponent].pop(place))
    return taken


def why_no_hand(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Vile Men and Con Men need a named opponent with a card in hand (HW-Q33)."""
    opponent = _opponent(act, seat)
    if isinstance(opponent, Problem):
        return opponent
    return None if going.hands[opponent] else Problem("empty-hand", {"card": act.card, "seat": opponent})


def vile_men(going: Going, seat: Seat, act: Act) -> None:
    """Vile Men: the opponent discards two random cards, for all to see (HW-Q33, HW-Q47)."""
    opponent = Seat(act.opponent)
    cards = _random_cards(going, seat, opponent, "vile-men")
    going.discards.extend(cards)
    going.say(VileMen(seat=seat, opponent=opponent, cards=tuple(cards), slot=going.moment))


def con_men(going: Going, seat: Seat, act: Act) -> None:
    """Con Men: two random cards of the opponent's hand come into the player's; only the two know which (HW-Q47)."""
    opponent = Seat(act.opponent)
    cards = _random_cards(going, seat, opponent, "con-men")
    going.hands[seat].extend(cards)
    going.say(ConMen(seat=seat, opponent=opponent, count=len(cards), slot=going.moment))
    going.say(CardsStolen(seat=seat, opponent=opponent, cards=tuple(cards), told=frozenset({seat, opponent})))


def _target(going: Going, seat: Seat, act: Act, types: tuple[str, ...]) -> Found | Problem:
    found = find(going.box, going.towns, act.pieces[0], types, _others_first(going, seat)) if act.pieces else None
    return found if found is not None else Problem("no-target", {"card": act.pieces[0].card if act.pieces else ""})


def why_no_attack(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Indian Attack needs a Customer card (HW-Q32)."""
    found = _target(going, seat, act, ("customer",))
    return found if isinstance(found, Problem) else None


def indian_attack(going: Going, seat: Seat, act: Act) -> None:
    """Indian Attack: the Customer card is discarded."""
    found = _target(going, seat, act, ("customer",))
    assert isinstance(found, Found)
    going.towns = without(going.towns, [found])
    going.discards.append(found.card)
    going.say(IndianAttack(seat=seat, target=found.card, place=found.place, slot=going.moment))


BURNT = ("establishment", "civilized")


def why_no_arson(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Arsonist needs an Establishment or Civilized card, and no Mayhem (HW-Q32, HW-Q37)."""
    found = _target(going, seat, act, BURNT)
    return found if isinstance(found, Problem) else None


def arsonist(going: Going, seat: Seat, act: Act) -> None:
    """Arsonist: the Establishment or Civilized card is discarded, the marker goes back."""
    found = _target(going, seat, act, BURNT)
    assert isinstance(found, Found)
    assert found.owner is not None
    going.towns = without(going.towns, [found])
    going.discards.append(found.card)
    going.say(Arson(seat=seat, target=found.card, owner=found.owner, place=found.place, slot=going.moment))


MOVED = {"desperados": "mayhem", "ladies-of-the-evening": "customer"}


def _movers(going: Going, seat: Seat, act: Act) -> tuple[Found, ...] | Problem:
    """Up to three cards of one type, by house rule from several towns, to one other town (HW-Q34)."""
    if going.towns.get(act.to) is None:
        return Problem("position-empty", {"place": act.to})
    found: list[Found] = []
    for piece in act.pieces[:MOST_MOVED]:
        one = find(going.box, going.towns, piece, (MOVED[act.card],), (), found)
        if one is None or one.place == act.to:
            continue
        if going.options["movers"] == "one-town" and found and one.place != found[0].place:
            continue
        found.append(one)
    return tuple(found) if found else Problem("no-target", {"card": act.pieces[0].card if act.pieces else ""})


def why_no_move(going: Going, seat: Seat, act: Act) -> Problem | None:
    """At least one of the cards must be there, and a town to take it to."""
    found = _movers(going, seat, act)
    return found if isinstance(found, Problem) else None


def _move(going: Going, seat: Seat, act: Act, row: str) -> None:
    found = _movers(going, seat, act)
    assert not isinstance(found, Problem)
    towns = without(going.towns, found)
    for one in found:
        towns = with_card(towns, act.to, row, one.card)
    going.towns = towns
    going.say(
        CardsMoved(
            seat=seat,
            card=act.card,
            moved=tuple((one.card, one.place) for one in found),
            place=act.to,
            slot=going.moment,
        )
    )


def desperados(going: Going, seat: Seat, act: Act) -> None:
    """Desperados: up to three Mayhem cards go to another town."""
    _move(going, seat, act, "mayhem")


def ladies_of_the_evening(going: Going, seat: Seat, act: Act) -> None:
    """Ladies of the Evening: up to three Customer cards go to another town."""
    _move(going, seat, act, "customers")


def why_no_money(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Outlaws and Gamblers need a named opponent with money (HW-Q38, HW-Q46)."""
    opponent = _opponent(act, seat)
    if isinstance(opponent, Problem):
        return opponent
    return None if going.cash[opponent] else Problem("no-money-there", {"card": act.card, "seat": opponent})


def outlaws(going: Going, seat: Seat, act: Act) -> None:
    """Outlaws: the opponent loses 5K, or what there is, to the bank (HW-Q14, HW-Q38)."""
    amount = going.pay(Seat(act.opponent), OUTLAWS_TAKE)
    going.say(OutlawsRob(seat=seat, opponent=Seat(act.opponent), amount=amount, slot=going.moment))


def gamblers(going: Going, seat: Seat, act: Act) -> None:
    """Gamblers: 3K of the opponent's, or what there is, is the player's (HW-Q14)."""
    amount = going.pay(Seat(act.opponent), GAMBLERS_TAKE)
    going.cash[seat] += amount
    going.say(GamblersWin(seat=seat, opponent=Seat(act.opponent), amount=amount, slot=going.moment))


def nothing_forbids(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Entrepreneur and Scoundrels can always be played."""
    return None


def entrepreneur(going: Going, seat: Seat, act: Act) -> None:
    """Entrepreneur: 5K from the bank (HW-Q16)."""
    going.cash[seat] += ENTREPRENEUR_GAINS
    going.say(EntrepreneurGains(seat=seat, amount=ENTREPRENEUR_GAINS, slot=going.moment))


def _followers(going: Going, seat: Seat, act: Act) -> tuple[Found, ...] | Problem:
    """Up to two Establishments of any owners, each with a town ahead of it (HW-Q35)."""
    found: list[Found] = []
    problem: Problem | None = None
    for piece in act.pieces[:MOST_FOLLOWERS]:
        one = find(going.box, going.towns, piece, ("establishment",), _others_first(going, seat), found)
        if one is None:
            problem = problem or Problem("no-target", {"card": piece.card})
        elif one.place == FUTURE:
            problem = problem or Problem("end-of-the-line", {"card": one.card})
        elif going.towns[FORWARD[one.place]] is None:
            problem = problem or Problem("position-empty", {"place": FORWARD[one.place]})
        else:
            found.append(one)
    return tuple(found) if found else (problem or Problem("no-target", {"card": ""}))


def why_no_followers(going: Going, seat: Seat, act: Act) -> Problem | None:
    """At least one of the Establishments must be able to go forward."""
    found = _followers(going, seat, act)
    return found if isinstance(found, Problem) else None


def hangers_on(going: Going, seat: Seat, act: Act) -> None:
    """Hangers On: up to two Establishments go forward one town; owner and marker stay (HW-Q35)."""
    found = _followers(going, seat, act)
    assert not isinstance(found, Problem)
    towns = without(going.towns, found)
    for one in found:
        assert one.owner is not None
        towns = with_card(towns, FORWARD[one.place], "houses", Marked(one.card, one.owner))
    going.towns = towns
    moved = tuple((one.card, one.owner, one.place, FORWARD[one.place]) for one in found if one.owner is not None)
    going.say(HangersOn(seat=seat, moved=moved, slot=going.moment))


def scoundrels(going: Going, seat: Seat, act: Act) -> None:
    """Scoundrels: three more cards now, even above three in hand (HW-Q29, HW-Q39)."""
    drawn = going.draw_cards(seat, SCOUNDRELS_DRAW)
    going.say(ScoundrelsDraw(seat=seat, count=len(drawn), slot=going.moment))


def _claim(going: Going, seat: Seat, act: Act) -> Found | Problem:
    piece = act.pieces[0] if act.pieces else None
    if piece is None:
        return Problem("no-target", {"card": ""})
    if piece.owner == seat:
        return Problem("yours-already", {"card": piece.card})
    found = find(going.box, going.towns, piece, ("establishment",), _others_first(going, seat))
    if found is None:
        return Problem("no-target", {"card": piece.card})
    return Problem("yours-already", {"card": found.card}) if found.owner == seat else found


def why_no_claim(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Claim Jumpers needs an opponent's Establishment; Civilized cards cannot be jumped (HW-Q36)."""
    found = _claim(going, seat, act)
    return found if isinstance(found, Problem) else None


def claim_jumpers(going: Going, seat: Seat, act: Act) -> None:
    """Claim Jumpers: the marker on an opponent's Establishment is the player's from now on (HW-Q36)."""
    found = _claim(going, seat, act)
    assert isinstance(found, Found)
    assert found.owner is not None
    town = going.towns[found.place]
    assert town is not None
    houses = list(town.houses)
    houses[found.number] = Marked(found.card, seat)
    going.towns = {**going.towns, found.place: replace(town, houses=tuple(houses))}
    going.say(ClaimJumped(seat=seat, opponent=found.owner, target=found.card, place=found.place, slot=going.moment))


@dataclass(frozen=True, slots=True)
class Effect:
    """The bars to a card, and its effects. `wants`: how its targets are written."""

    wants: str
    why_not: Callable[[Going, Seat, Act], Problem | None]
    carry_out: Callable[[Going, Seat, Act], None]
    types: tuple[str, ...] = ()


EFFECTS: dict[str, Effect] = {
    "vile-men": Effect("opponent", why_no_hand, vile_men),
    "indian-attack": Effect("piece", why_no_attack, indian_attack, ("customer",)),
    "arsonist": Effect("piece", why_no_arson, arsonist, BURNT),
    "con-men": Effect("opponent", why_no_hand, con_men),
    "desperados": Effect("move", why_no_move, desperados, ("mayhem",)),
    "outlaws": Effect("opponent", why_no_money, outlaws),
    "ladies-of-the-evening": Effect("move", why_no_move, ladies_of_the_evening, ("customer",)),
    "gamblers": Effect("opponent", why_no_money, gamblers),
    "entrepreneur": Effect("nothing", nothing_forbids, entrepreneur),
    "hangers-on": Effect("pieces", why_no_followers, hangers_on, ("establishment",)),
    "scoundrels": Effect("nothing", nothing_forbids, scoundrels),
    "claim-jumpers": Effect("piece", why_no_claim, claim_jumpers, ("establishment",)),
}
