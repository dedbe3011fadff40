"""Letters that no sensible player would send: whatever is ordered, the goes are carried out and nothing breaks."""

import os
import random
from itertools import combinations

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.plane import squared
from judge.adjudicator.protocol import Problem, Table, Verdict
from judge.grammar.options import complete_options
from judge.scenario.simulate import seats_for
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.options import OPTIONS
from judge.variants.gold_rush.packs import BASE

GAME = shelf.game("gold-rush")
GAMES = 120 if os.environ.get("JUDGE_PROOF") else 10
TURNS = 7


class Scribbler:
    """Writes any order the grammar knows, about anybody and anything."""

    def __init__(self, numbers, state, seat):
        self.numbers, self.state, self.seat = numbers, state, seat
        self.own = [figure for figure in state.figures if figure.seat == seat]
        self.codes = [figure.code for figure in state.figures] + [mule.code for mule in state.mules]
        self.codes += [f"H{horse.number}" for horse in state.horses] + [beast.code for beast in state.beasts]
        self.pieces = [piece.code for piece in state.scenery]

    def point(self, near=None):
        if near is None or self.numbers.random() < 0.3:
            x, y = self.numbers.randrange(0, 7300), self.numbers.randrange(0, 4900)
        else:
            x = max(0, near[0] + self.numbers.randrange(-900, 901))
            y = max(0, near[1] + self.numbers.randrange(-900, 901))
        return f"{x // 100}.{x % 100:02},{y // 100}.{y % 100:02}"

    def whom(self):
        nearest = ["", "beast", "mule", "horse", "friend", "dead", "knocked out", "Mountie within 5", "in short range"]
        named = self.numbers.choice(self.codes)
        return self.numbers.choice([named, named, f"nearest {self.numbers.choice(nearest)}".strip()])

    def step(self, at):
        return self.numbers.choice(
            [
                f"move {self.point(at)}", f"move {self.point(at)} - {self.point(at)}", f"move towards {self.point()}",
                f"move towards {self.whom()}", f"move to contact with {self.whom()}", "mount", "dismount",
                f"move to cover {self.numbers.choice(self.pieces)}",
                f"move to cover {self.numbers.choice(self.pieces)} from {self.numbers.choice(self.codes)}",
                f"jump to {self.point(at)}", f"lead U{self.numbers.randrange(1, 4)} to {self.point(at)}",
                f"leave by the {self.numbers.choice(['north', 'east', 'south', 'west'])} edge",
                "move to the shop", "move towards the town", "move towards mine",
            ]
        )  # fmt: skip

    def action(self, at):
        roll = self.numbers.randrange(12)
        if roll < 6:
            steps = [self.step(at) for _ in range(self.numbers.randrange(1, 4))]
            steps += [self.numbers.choice(["attack", f"attack {self.whom()}", "attack back"])] * (roll % 2)
            return ", ".join(steps)
        return [
            f"fire {self.numbers.randrange(1, 3)} at {self.whom()}, then {self.whom()}", "reload", "buy ammo",
            f"take ammo from {self.whom()}", f"take {self.numbers.randrange(1, 3)} gold from {self.whom()}",
            f"give {self.numbers.randrange(1, 3)} gold to {self.whom()}",
        ][roll - 6]  # fmt: skip

    def condition(self):
        states = ["in sight", "in short range", "in range", "within 6", "in contact", "up", "down", "dead"]
        what = self.numbers.choice(states)
        return self.numbers.choice(
            [f"{self.whom()} {what}", f"not {self.whom()} {what}", "attacked", "empty", "not loaded"]
        )

    def line(self, figure):
        choices = []
        for _ in range(self.numbers.randrange(1, 4)):
            start = f"if {self.condition()}: " if self.numbers.random() < 0.3 else ""
            choices.append(start + self.action(figure.at))
        return f"{figure.code}: " + ", else ".join(choices)

    def letter(self):
        own = self.numbers.sample(self.own, len(self.own))
        return "\n".join(self.line(figure) for figure in own)


def any_options(numbers):
    found = {}
    for option in OPTIONS:
        if numbers.random() < 0.4:
            if option.values:
                found[option.key] = numbers.choice(option.values)
            elif isinstance(option.default, bool):
                found[option.key] = numbers.random() < 0.5
    return found


@pytest.mark.daily(2)
@pytest.mark.parametrize("number", range(GAMES))
def test_nothing_breaks_whatever_is_ordered(number):
    numbers = random.Random(number)
    options = complete_options(GAME, any_options(numbers))
    state = GAME.setup(Table(seats_for(GAME, number, 2 + number % 6), options), KeyedDice.of(f"any {number}")).state
    dealt = sum(state.bags.values())
    understood = done = 0
    for turn in range(TURNS * (1 if options["tempo"] == "brisk" else 4)):
        window = GAME.window(state)
        if window is None:
            break
        sent = {}
        for seat, ask in window.asks.items():
            if ask.form == "go":
                letter = Scribbler(numbers, state, seat).letter()
                taken = take(GAME, state, seat, ask.form, letter)
                words = report.Words(GAME, state)
                for line in taken.unread:
                    # The only thing that cannot be said of anybody is a range of one figure.
                    assert isinstance(line.said, Problem)
                    assert line.said.code in ("range-of-a-name", "too-many-shots"), (line.text, line.said)
                    assert words.problem(line.said)
                for order in taken.orders:
                    written = GAME.write(state, seat, order)
                    assert take(GAME, state, seat, "go", written).orders == (order,), written
                sent[seat] = taken.orders
                understood += len(taken.orders)
        closed = close(GAME, state, sent, KeyedDice.of(f"any {number} {turn}"))
        before, state = state, closed.step.state
        done += sum(isinstance(event, Verdict) and event.result == "succeeds" for event in closed.step.events)
        field = Field(state, KeyedDice.of("look"))
        if state.stage in ("go", "over"):
            for (one, a), (other, b) in combinations(field.bases(), 2):
                assert squared(a, b) >= BASE * BASE, (one, other)
            for _, at in field.bases():
                assert field.on_table(at)
                assert not field.ground.is_walled(at)
            carried = sum(one.gold for one in (*state.figures, *state.mules))
            assert carried + sum(state.bags.values()) + state.spent == dealt
        for seat in (None, state.seats[turn % len(state.seats)]):
            assert report.text_of_step(GAME, before, state, closed.step.events, seat)
    assert understood
    assert done
