"""Where `diplomacy` 1.1.2 and the Judge differ: found on generated phases, cut down to the least position that still
shows the difference, and put into a class by what that least position looks like."""

import json
import os
import random
import subprocess
from collections import Counter
from pathlib import Path

from bench.positions import phases
from judge.batch import batch

from .classes import classify, said_class, stranded
from .words import spoken

EXAMPLES = 12

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

Line = dict
Item = tuple


class Theirs:
    """The other adjudicator, in its own process."""

    def __init__(self, python):
        self.process = subprocess.Popen(
            [python, str(HERE / "theirs.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            # They go through sets here and there: the same sequence every time.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def result(self, line):
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise RuntimeError("the other adjudicator stopped")
            if text.startswith("{"):
                return json.loads(text)


def items(line, theirs, edition="2023") -> set[Item]:
    """Every single thing on which the two differ: units after the phase, places open to retreats, words for orders."""
    ours = batch(edition).result(line)
    other = theirs.result(line)
    found: set[Item] = set()
    for name, one, two in (("here", ours["units"], other["units"]),):
        mine = {(power, unit) for power, units in one.items() for unit in units}
        yours = {(power, unit) for power, units in two.items() for unit in units}
        found |= {(f"only ours: {name}", *pair) for pair in mine - yours}
        found |= {(f"only theirs: {name}", *pair) for pair in yours - mine}
    open_ours = {(unit, place) for unit, places in ours["retreats"].items() for place in places}
    open_theirs = {(unit, place) for unit, places in other["retreats"].items() for place in places}
    found |= {("only ours: open", *pair) for pair in open_ours - open_theirs}
    found |= {("only theirs: open", *pair) for pair in open_theirs - open_ours}
    found |= {("word", *each) for each in spoken(line, ours, other)}
    return found


def without(line, power, unit):
    """The same phase with one unit and its order gone."""
    units = {p: [u for u in us if (p, u) != (power, unit)] for p, us in line["units"].items()}
    orders = {
        p: [text for text in texts if p != power or not text.startswith(unit + " ")]
        for p, texts in line["orders"].items()
    }
    return {**line, "units": units, "orders": orders}


def holding(line, power, unit):
    """The same phase with one unit ordered to hold."""
    orders = {
        p: [f"{unit} H" if p == power and text.startswith(unit + " ") else text for text in texts]
        for p, texts in line["orders"].items()
    }
    return {**line, "orders": orders}


def least(line, item, theirs):
    """Take units away, then orders, as long as the difference stays. No convoy is broken on the way: that would be
    another difference."""
    if line["phase"].startswith("W"):
        # Winters are each power's own affair, and every unit counts.
        keep = item[1]
        return {**line, **{key: {keep: line[key].get(keep, [])} for key in ("units", "centers", "orders")}}
    before = stranded(line)
    # Many at once as long as that goes, then one by one.
    size_now = sum(map(len, line["units"].values())) // 2
    while size_now > 1:
        everybody = [(power, unit) for power, units in line["units"].items() for unit in units]
        for start in range(0, len(everybody), size_now):
            smaller = line
            for power, unit in everybody[start : start + size_now]:
                smaller = without(smaller, power, unit)
            if stranded(smaller) <= before and item in items(smaller, theirs):
                line = smaller
        size_now //= 2
    again = True
    while again:
        again = False
        for change in (without, holding):
            for power, units in list(line["units"].items()):
                for unit in list(units):
                    if change is holding and f"{unit} H" in line["orders"].get(power, ()):
                        continue
                    smaller = change(line, power, unit)
                    if smaller != line and stranded(smaller) <= before and item in items(smaller, theirs):
                        line = smaller
                        again = True
    return {
        **line,
        "units": {power: units for power, units in line["units"].items() if units},
        "orders": {power: texts for power, texts in line["orders"].items() if texts},
    }


# What to compare on: mid-game movement phases, the same with the oddities of real archives, retreats, adjustments.


def ordinary(board, seed, count):
    for number, phase in enumerate(phases(board, seed, count)):
        yield {**phase.line(board, number), "retreats": {}}


def odd(board, seed, count):
    """Some orders missing, impossible, doubled, without their coast or with another, or by a convoy nobody gives."""
    chance = random.Random(seed)
    for line in ordinary(board, seed, count):
        orders = {}
        for power, texts in line["orders"].items():
            orders[power] = [changed for text in texts for changed in _oddity(board, chance, text)]
        yield {**line, "orders": orders}


def _oddity(board, chance, text):
    if chance.random() < 0.8:
        return [text]
    unit = text[: text.index(" ", 2)]
    kind, place = unit[0], unit[2:]
    anywhere = chance.choice(board.ids)
    near = chance.choice(board.neighbours(kind, place))
    return chance.choice(
        [
            [],
            [f"{unit} - {anywhere}"],
            [f"{unit} - {near[:3]}"],
            [f"{unit} - {near} VIA" if kind == "A" else f"{unit} - {near}"],
            [f"{unit} S A {anywhere}"],
            [f"{unit} S A {anywhere} - {near[:3]}"],
            [f"{unit} C A {anywhere} - {near[:3]}"],
            [text.replace("/NC", "/SC") if " - " in text else text],
        ]
    )


def retreating(board, seed, count):
    """Retreats out of movement phases: some to one place, some where they may not go, some nowhere."""
    chance = random.Random(seed)
    made = 0
    for line in ordinary(board, seed, count * 3):
        out = batch().result(line, reasons=False)
        if not out["dislodged"]:
            continue
        orders = {}
        for power, units in out["dislodged"].items():
            for unit in units:
                ways = out["retreats"][unit]
                to = chance.choice(ways) if chance.random() < 0.9 else chance.choice(board.ids)
                text = f"{unit} R {to}" if chance.random() < 0.8 else f"{unit} D"
                if chance.random() < 0.9:
                    orders.setdefault(power, []).append(text)
        yield {
            "game": made, "phase": "S1905R", "units": out["units"], "dislodged": out["dislodged"],
            "retreats": out["retreats"], "centers": {}, "orders": orders,
        }  # fmt: skip
        made += 1
        if made == count:
            return


def adjusting(board, seed, count):
    """Winters: powers with centres at random round their homes, builds, removals, and some who say nothing."""
    chance = random.Random(seed)
    for number, line in enumerate(ordinary(board, seed, count)):
        centres = [board.ids[at] for at in range(board.province_count) if board.provinces[at].centre]
        chance.shuffle(centres)
        powers = [power.upper() for power in board.powers]
        held = {power: [] for power in powers}
        for centre in centres:
            home = board.provinces[board.number[centre]].home
            held[home.upper() if home and chance.random() < 0.6 else chance.choice(powers)].append(centre)
        units = {power: units[: chance.randint(0, len(units))] for power, units in line["units"].items()}
        orders = {}
        for power in powers:
            mine = units.get(power, [])
            spare = len(held[power]) - len(mine)
            texts = []
            if spare > 0:
                taken = {unit[2:5] for all_ in units.values() for unit in all_}
                homes = [board.ids[home] for home in board.homes[power.lower()]]
                sites = [home for home in homes if home in held[power] and home not in taken]
                for site in sites[:spare]:
                    coasts = board.provinces[board.number[site]].coasts
                    fleet = board.coastal[board.number[site]] and chance.random() < 0.5
                    where = f"{site}/{chance.choice(coasts)}" if fleet and coasts else site
                    texts.append(f"{'F' if fleet else 'A'} {where} B" if chance.random() < 0.8 else "WAIVE")
            elif spare < 0:
                texts = [f"{unit} D" for unit in chance.sample(mine, chance.randint(0, -spare))]
            if chance.random() < 0.1:
                # One more than is due: anywhere, or in a home centre that would do.
                anywhere = [board.ids[home] for home in board.homes[power.lower()]] if "WAIVE" in texts else board.ids
                texts.append(f"A {chance.choice(anywhere)} B")
            if texts:
                orders[power] = texts
        yield {
            "game": number, "phase": "W1905A", "units": units, "dislodged": {}, "retreats": {}, "centers": held,
            "orders": orders,
        }  # fmt: skip


SOURCES = {"mid-game movement": ordinary, "movement with oddities": odd, "retreats": retreating, "winters": adjusting}


def survey(board, python, counts, seed, shown=EXAMPLES):
    """How often each class of difference occurs in each source, and the least position seen of each class,
    of as many as are `shown`."""
    found: dict[str, dict[str, int]] = {}
    examples = Counter()
    least_seen: dict[str, tuple[Line, Item]] = {}
    phases_differing: dict[str, int] = {}
    with Theirs(python) as theirs:
        for source, make in SOURCES.items():
            for line in make(board, seed, counts[source]):
                differing = sorted(items(line, theirs))
                phases_differing[source] = phases_differing.get(source, 0) + bool(differing)
                for item in differing:
                    # Most words are explained where they stand; of each such class a few are cut down to show.
                    name = said_class(line, item)
                    if name:
                        examples[name] += 1
                    small = least(line, item, theirs) if name is None or examples[name] <= shown else None
                    if small is not None:
                        name = classify(small, item) or "unexplained"
                    found.setdefault(name, {}).setdefault(source, 0)
                    found[name][source] += 1
                    if small is None:
                        continue
                    if name not in least_seen or size(small) < size(least_seen[name][0]):
                        least_seen[name] = (small, item)
    return found, least_seen, phases_differing


def size(line):
    """How much there is to a position, for choosing the least; then its text, so that ties do not depend on luck."""
    orders = sorted(text for texts in line["orders"].values() for text in texts)
    return sum(map(len, line["units"].values())), sum(text[-2:] != " H" for text in orders), json.dumps(line["orders"])
