"""Whole games: cards and money are conserved, nobody is below zero, nine turns, every card is played."""

import os
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from judge import report, shelf
from judge.adjudicator.codec import digest, dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for
from judge.variants import make
from judge.variants.hell_on_wheels import events as happened
from judge.variants.hell_on_wheels.orders import Bid, Build, Extra, Keep, Play

GAME = shelf.game("hell-on-wheels")
PROOF = bool(os.environ.get("JUDGE_PROOF"))
HOUSE_RULES = (
    {},
    {"tempo": "strict"},
    {"deadlines": 2, "windows": 20},
    {"tempo": "strict", "windows": 20, "last_window": "played", "hidden_money": True},
    {"draws": "one", "foreclose": True, "gifts": True, "movers": "several-towns"},
    {"level_in": "none", "tie": "shared", "last_window": "played"},
    {"level_in": "income", "hidden_money": True},
)


def game_of(number, options, seats=None, game=GAME):
    count = seats or 2 + number % 5
    return play(game, Table(seats_for(game, number, count), complete_options(game, options)), f"whole/{number}")


def written(window):
    """All that a window says, with the rows of its forms."""
    asks = {seat: replace(ask, lines=tuple(ask.lines)) for seat, ask in window.asks.items()} if window else {}
    return dump(plain(window and replace(window, asks=asks)))


def cards_of(state):
    found = Counter((*state.deck, *state.discards))
    for hand in state.hands.values():
        found.update(hand)
    for town in state.towns.values():
        found.update(town.cards if town else ())
    return found


def from_the_bank(event):
    """What an event brings from the bank, or takes to it."""
    match event:
        case happened.HousesEarn():
            return sum(event.earned.values())
        case happened.EntrepreneurGains():
            return event.amount
        case happened.OutlawsRob():
            return -event.amount
        case happened.SupervisorChosen() | happened.ExtraBought() | happened.CardPlaced():
            return -event.paid
        case _:
            return 0


def played_cards(event):
    match event:
        case happened.CardPlaced() | happened.RaidMade() | happened.CardsMoved():
            return [event.card]
        case happened.SupervisorChosen(blackmail=True):
            return ["blackmail"]
        case _:
            name = {
                "VileMen": "vile-men",
                "IndianAttack": "indian-attack",
                "Arson": "arsonist",
                "ConMen": "con-men",
                "OutlawsRob": "outlaws",
                "GamblersWin": "gamblers",
                "EntrepreneurGains": "entrepreneur",
                "HangersOn": "hangers-on",
                "ScoundrelsDraw": "scoundrels",
                "ClaimJumped": "claim-jumpers",
            }.get(type(event).__name__)
            return [name] if name else []


@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_cards_and_money_are_conserved_and_there_are_nine_turns(number):
    box = Counter(GAME.box.deck)
    for seats in (2, 3, 6) if number == 0 else (2 + number % 5,):
        bids, before = 0, None
        for played in game_of(number, HOUSE_RULES[number], seats):
            state = played.state
            assert cards_of(state) == box
            assert min(state.cash.values()) >= 0
            if before is not None:
                gain = sum(state.cash.values()) - sum(before.cash.values())
                assert gain == sum(map(from_the_bank, played.events)), played.events
            bids += sum(isinstance(event, happened.BidsOpened) for event in played.events)
            before = state
        assert bids == 9
        assert GAME.outcome(before) is not None
        assert before.town_deck == ()


def test_every_kind_of_card_is_played():
    """In 500 games at least 20 times each; here, without the proof, at least once in a score of games."""
    games, least = (500, 20) if PROOF else (12, 1)
    counts = Counter()
    for number in range(games):
        for played in game_of(number, {}):
            for event in played.events:
                counts.update(played_cards(event))
    few = {kind: counts[kind] for kind in GAME.box.kinds if counts[kind] < least}
    assert not few


def test_a_game_of_eight_ends_as_well():
    *_, last = game_of(0, {}, 8)
    assert GAME.outcome(last.state) is not None
    assert cards_of(last.state) == Counter(GAME.box.deck)


# Secrets.


def canary_box():
    """A box in which every card has a name, and every card without an effect of its own an id, found nowhere else."""
    document = load(shelf.map_text("hell-on-wheels"))
    cards = {}
    for number, (key, row) in enumerate(document.value["cards"].items()):
        new = f"bird{number:02}x" if row["type"] in "CWMR" else key
        cards[new] = {"name": f"Canary{number:02}x", "type": row["type"], "copies": row["copies"]}
    game = make("hell-on-wheels", replace(document, value={**document.value, "cards": cards}))
    return game, {key: row["name"] for key, row in cards.items()}


def hidden_kinds(game, state, seat):
    """The kinds of which no card lies open, and none is in this seat's hand."""
    seen = Counter(state.discards)
    for town in state.towns.values():
        seen.update(town.cards if town else ())
    if seat is not None:
        seen.update(state.hands[seat])
    return {kind for kind in game.box.kinds if not seen[kind]}


@pytest.mark.parametrize("options", [{}, {"tempo": "strict"}], ids=["brisk", "strict"])
def test_canaries_hands_and_deck_are_in_nobody_elses_report_view_or_events(options):
    game, names = canary_box()
    for steps, played in enumerate(game_of(3, options, 4, game)):
        if options and steps > 150:
            break
        for seat in (None, *played.state.seats):
            told = report.told_to(played.events, seat)
            spoken = dump(plain(told))
            before = hidden_kinds(game, played.before, seat) if played.before else set(game.box.kinds)
            after = hidden_kinds(game, played.state, seat)
            text = report.text_of_step(game, played.before, played.state, played.events, seat)
            view = dump(plain(game.view(played.state, seat)))
            asks = written(game.window(played.state))
            for kind in after:
                assert f'"{kind}"' not in view, (kind, seat)
                assert names[kind] not in asks
                if kind in before and f'"{kind}"' not in spoken:
                    assert names[kind] not in text, (kind, seat)
            for event in told:
                if isinstance(event, SAY_NO_CARDS) and event.told is None:
                    said = dump(plain(event)).replace('"blackmail":', "")
                    assert not [kind for kind in names if f'"{kind}"' in said]


SAY_NO_CARDS = (
    happened.CardsDrawn,
    happened.ExtraBought,
    happened.ConMen,
    happened.ScoundrelsDraw,
    happened.DeckShuffled,
    happened.DeckDry,
    happened.BidsOpened,
    happened.SupervisorChosen,
)


def swapped(state, one, other):
    """The same table with two hidden cards changed for each other: in rivals' hands and in the deck."""
    change = {one: other, other: one}

    def turned(cards):
        return tuple(change.get(card, card) for card in cards)

    return turned


def test_swapping_what_others_hold_changes_nothing_that_a_seat_sees_or_is_asked():
    looked = 0
    for steps, played in enumerate(game_of(5, {}, 4)):
        state = played.state
        if GAME.window(state) is None or steps > 20:
            break
        watcher = state.seats[0]
        hidden = sorted(kind for kind in hidden_kinds(GAME, state, watcher) if GAME.box.kinds[kind].copies == 1)
        held = [card for seat in state.seats[1:] for card in state.hands[seat] if card in hidden]
        buried = [card for card in state.deck if card in hidden]
        for one, other in zip(held, reversed(buried), strict=False):
            turned = swapped(state, one, other)
            twin = replace(
                state,
                deck=turned(state.deck),
                hands={seat: hand if seat == watcher else turned(hand) for seat, hand in state.hands.items()},
            )
            for seat in (None, watcher):
                assert GAME.view(twin, seat) == GAME.view(state, seat)
                one_report = report.text_of_step(GAME, state, state, (), seat)
                assert report.text_of_step(GAME, twin, twin, (), seat) == one_report
            window, same = GAME.window(state), GAME.window(twin)
            assert window == same
            text = (
                GAME.letter(state, watcher, "swap") + f"\nplay {one} on Blue\n{other} on Present\nraid Vise in Pressent"
            )
            form = window.asks[watcher].form
            lines = GAME.read(state, watcher, form, text)
            assert lines == GAME.read(twin, watcher, form, text)
            orders = take(GAME, state, watcher, form, text).orders
            assert GAME.check(state, watcher, orders) == GAME.check(twin, watcher, orders)
            looked += 1
    assert looked > 20


def test_hidden_draws_are_sealed_and_open_ones_are_not():
    state = GAME.read_position(
        load("{phase: 'Turn 3, building', seats: [Red, Blue], hands: {Red: [Con Men], Blue: [Vice, Anarchy, Saloon]}}")
    )
    dice = KeyedDice.of("sealed")
    orders = {"red": take(GAME, state, "red", "building", "window 3: play Con Men on Blue").orders, "blue": ()}
    GAME.resolve(state, orders, dice)
    assert [(draw.label, draw.sealed) for draw in dice.draws] == [
        ("T3/w3/1/red/con-men/1", True),
        ("T3/w3/1/red/con-men/2", True),
    ]
    bids = GAME.read_position(load("{phase: 'Turn 1, bid', seats: [Red, Blue]}"))
    dice = KeyedDice.of("open")
    GAME.resolve(bids, {"red": (Bid(3),), "blue": (Bid(3),)}, dice)
    assert dice.draws
    assert not any(draw.sealed for draw in dice.draws)


# The two tempos.


def turn_in_strict(state, lists, word):
    """A turn in strict tempo from the orders of a brisk one: each go gets what is left of the seat's list."""
    dice = KeyedDice.of(word)
    state = GAME.read_position(load(dump_of(replace(state, options={**state.options, "tempo": "strict"}))))
    events = []
    first = True
    while True:
        window = GAME.window(state)
        if window is None or (window.kind == "chance" and state.moment == "after-10" and not first):
            return state, events
        first = first and state.moment == "after-10"
        wanted = {"bid": Bid, "extra": Extra, "discard": Keep, "chance": Play}.get(window.kind, Build)
        orders = {}
        for seat in window.asks:
            orders[seat] = tuple(order for order in lists[seat] if isinstance(order, wanted))
        step = GAME.resolve(state, orders, dice)
        for event in step.events:
            if isinstance(event, Verdict) and isinstance(event.order, Play) and event.result == "played":
                lists[event.seat].remove(event.order)
        events += step.events
        state = step.state
        if state.moment == "after-10" and not first and state.round == 1 and state.goes == state.in_order():
            return state, events


def dump_of(state):
    from judge.grammar.document import dump as dump_document

    moved = GAME.write_position(replace(state, goes=()))
    turn = state.turn
    options = {**moved.get("options", {}), "tempo": "strict"}
    first = next(seat.name for seat in GAME.seats if seat.id == state.in_order()[0])
    phase = f"Turn {turn - 1}, window 10, {first}" if turn > 1 else "Turn 1, bid"
    return dump_document({**moved, "phase": phase, "options": options})


def public_facts(events):
    """What happened, without each order's verdict and the private words, which come at other times."""
    return [event for event in events if not isinstance(event, Verdict)]


def test_brisk_and_strict_give_the_same_turn_for_the_same_choices():
    """The same lists, the same dice: the same cards, money and towns, the same events in the same order."""
    compared = 0
    for number in range(30 if PROOF else 3):
        start, lists, events, dice, word = None, {}, [], None, ""
        for played in game_of(number, {}):
            if played.window is None:
                continue
            if played.window.kind == "bid":
                start, lists, events = played.before, {}, []
                word = f"tempo/{number}/{start.turn}"
                dice = KeyedDice.of(word)
                now = start
            if start is None or start.turn == 9:
                continue
            orders = {}
            for seat, text in played.letters.items():
                form = GAME.window(now).asks[seat].form
                checked = GAME.check(now, seat, take(GAME, now, seat, form, GAME.letter(now, seat, text[:9])).orders)
                orders[seat] = checked.accepted + checked.filled
                lists.setdefault(seat, []).extend(tied(orders[seat], played.window.kind))
            orders = {seat: tied(sent, played.window.kind) for seat, sent in orders.items()}
            step = GAME.resolve(now, orders, dice)
            events += step.events
            now = step.state
            if played.window.kind == "building":
                other, others = turn_in_strict(start, {seat: list(sent) for seat, sent in lists.items()}, word)
                alike = replace(other, options=start.options, goes=())
                assert dump(alike) == dump(now)
                assert public_facts(others) == public_facts(events)
                compared += 1
    assert compared >= 20


def tied(orders, kind):
    """Every entry names its window: in strict tempo there are no windows of a letter."""
    named = {"bid": "after-1", "extra": "after-2", "building": "after-6"}[kind]
    return tuple(
        replace(order, slot=named) if isinstance(order, Play) and order.slot == "any" else order for order in orders
    )


def test_a_step_never_touches_the_state_it_began_with():
    for one, other in pairwise(game_of(1, {}, 3)):
        assert digest(one.state) == digest(other.before)


def test_money_in_palms_is_in_nobody_elses_view_report_or_ask():
    state = GAME.read_position(
        load(
            "{phase: 'Turn 3, bid', seats: [Red, Blue], cash: {Red: 7177, Blue: 8288}, options: {hidden_money: true},"
            " hands: {Red: [Outlaws, Gamblers]}}"
        )
    )
    for seat, others in ((None, ("7177", "8288")), ("red", ("8288",)), ("blue", ("7177",))):
        said = dump(plain(GAME.view(state, seat))) + report.text_of_step(GAME, state, state, (), seat)
        said += written(GAME.window(state))
        assert not [sum_ for sum_ in others if sum_ in said]
    empty = replace(state, cash={**state.cash, "blue": 0})
    orders = take(GAME, state, "red", "bid", "window 10: play Outlaws on Blue").orders
    assert GAME.check(state, "red", orders) == GAME.check(empty, "red", orders)
