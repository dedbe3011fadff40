"""Where `diplomacy` 1.1.2 and the Judge differ: found on generated phases, cut down to the least position that still
shows the difference, and put into a class by what that least position looks like."""

import json
import random
import subprocess
from pathlib import Path

from bench.positions import phases
from judge.batch import batch

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

Line = dict
Item = tuple


class Theirs:
    """The other adjudicator, in its own process."""

    def __init__(self, python):
        self.process = subprocess.Popen(
            [python, str(HERE / "theirs.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )

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


def items(line, theirs) -> set[Item]:
    """Every single thing on which the two differ: units after the phase, places open to retreats."""
    ours = batch().result(line, reasons=False)
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


def stranded(line):
    """Armies told to go by convoy that nobody carries."""
    results = batch().result(line, reasons=False)["results"]
    return {
        text for text, word in results.items() if text.endswith(" VIA") and word.split(",")[0] in ("invalid", "illegal")
    }


def least(line, item, theirs):
    """Take units away, then orders, as long as the difference stays. No convoy is broken on the way: that would be
    another difference."""
    if line["phase"].startswith("W"):
        # Winters are each power's own affair, and every unit counts.
        keep = item[1]
        return {**line, **{key: {keep: line[key].get(keep, [])} for key in ("units", "centers", "orders")}}
    before = stranded(line)
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
    """Retreats out of movement phases, by our own reckoning of where they may go, some to one place, some nowhere."""
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
                text = f"{unit} R {chance.choice(ways)}" if chance.random() < 0.8 else f"{unit} D"
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
            if texts:
                orders[power] = texts
        yield {
            "game": number, "phase": "W1905A", "units": units, "dislodged": {}, "retreats": {}, "centers": held,
            "orders": orders,
        }  # fmt: skip


# The classes. Each is asked about a least position: what must be so for the difference to be of this kind.


class Least:
    """A least position, with what one needs to know about it."""

    def __init__(self, line, item):
        self.line, self.item = line, item
        self.found = batch().result(line)
        self.power = {unit: power for power, units in line["units"].items() for unit in units}
        self.order = {
            unit: text
            for power, texts in line["orders"].items()
            for text in texts
            for unit in line["units"].get(power, ())
            if text.startswith(unit + " ")
        }
        self.at = {unit[2:5]: unit for unit in self.power}

    def word(self, unit):
        return self.found["results"].get(self.order.get(unit, ""), "stands").split(",")[0]

    def moves(self):
        """Unit, goal, and whether it was told to go by convoy."""
        for unit, text in self.order.items():
            rest = text[len(unit) + 1 :].split()
            if rest[0] == "-":
                yield unit, rest[1], rest[-1] == "VIA"

    def helpers(self, unit, goal):
        """Who supports this move."""
        for other, text in self.order.items():
            rest = text[len(other) + 1 :]
            if (
                rest.startswith("S ")
                and rest[4:7] == unit[2:5]
                and " - " in rest
                and rest.split(" - ")[1][:3] == goal[:3]
            ):
                yield other

    def carriers(self, unit, goal):
        """Fleets ordered to carry this move."""
        for other, text in self.order.items():
            rest = text[len(other) + 1 :]
            if rest.startswith("C ") and rest[4:7] == unit[2:5] and rest.split(" - ")[1][:3] == goal[:3]:
                yield other


def open_after_convoy(case):
    """They offer every neighbour to a unit dislodged by a convoyed army, also where units stand or a standoff was."""
    kind, unit, _ = case.item
    if kind != "only theirs: open":
        return False
    return any(
        goal[:3] == unit[2:5] and case.word(mover) == "succeeds" and any(case.carriers(mover, goal))
        for mover, goal, _ in case.moves()
    )


def own_support_by_convoy(case):
    """They let a power's support help to dislodge its own unit when the attack comes by convoy."""
    return any(
        case.word(mover) != "succeeds"
        and any(case.carriers(mover, goal))
        and goal[:3] in case.at
        and any(case.power[helper] == case.power[case.at[goal[:3]]] for helper in case.helpers(mover, goal))
        for mover, goal, _ in case.moves()
    )


def own_support_disrupts(case):
    """They count a power's support of an attack on its own convoying fleet: not enough to dislodge, yet disrupting."""
    return any(
        case.word(mover) != "succeeds"
        and goal[:3] in case.at
        and " C " in case.order.get(case.at[goal[:3]], "")
        and any(case.power[helper] == case.power[case.at[goal[:3]]] for helper in case.helpers(mover, goal))
        for mover, goal, _ in case.moves()
    )


def via_by_land(case):
    """They send an army by land that was told to go by convoy to a neighbour and that nobody carries."""
    return bool(stranded(case.line))


def own_support_for_other_ends(case):
    """They drop a support of an attack on the supporter's own unit altogether; it still helps to defend the attacker
    head to head and to keep others out."""
    return any(
        goal[:3] in case.at
        and not any(case.carriers(mover, goal))
        and any(case.power[helper] == case.power[case.at[goal[:3]]] for helper in case.helpers(mover, goal))
        for mover, goal, _ in case.moves()
    )


def attack_breaks_convoy(case):
    """They break up a convoy that is attacked and not dislodged when it is bound for the unit that supports its fleet:
    a paradox seen where there is none."""
    return any(
        case.word(mover) != "succeeds"
        and goal[:3] in case.at
        and case.word(case.at[goal[:3]]) == "available"
        and any(
            text == f"{unit} S {case.at[goal[:3]]}" and case.order[case.at[goal[:3]]].endswith(f" - {unit[2:5]}")
            for unit, text in case.order.items()
        )
        for mover, goal, _ in case.moves()
    )


def other_kind(case):
    """They void a support that calls the other unit an army where it is a fleet, or the other way round."""
    return any(
        f" S {'A' if unit[0] == 'F' else 'F'} {unit[2:5]}" in text
        for text in case.order.values()
        for unit in case.power
    )


def home_distances(case):
    """Units of a power that does not say which to remove: they measure from home centres, we from owned ones."""
    if not case.line["phase"].startswith("W"):
        return False
    power = case.item[1]
    before = case.line["units"].get(power, [])
    gone = [unit for unit in before if unit not in case.found["units"].get(power, [])]
    ordered = [text for text in case.line["orders"].get(power, []) if text.endswith(" D")]
    return len(gone) > len(ordered)


CLASSES = (
    home_distances,
    open_after_convoy,
    own_support_by_convoy,
    own_support_disrupts,
    own_support_for_other_ends,
    attack_breaks_convoy,
    other_kind,
    via_by_land,
)


def classify(line, item):
    """The class of a least position; None when it is unexplained."""
    case = Least(line, item)
    return next((each.__name__.replace("_", "-") for each in CLASSES if each(case)), None)


SOURCES = {"mid-game movement": ordinary, "movement with oddities": odd, "retreats": retreating, "winters": adjusting}


def survey(board, python, counts, seed):
    """How often each class of difference occurs in each source, and the least position seen of each class."""
    found: dict[str, dict[str, int]] = {}
    least_seen: dict[str, tuple[Line, Item]] = {}
    phases_differing: dict[str, int] = {}
    with Theirs(python) as theirs:
        for source, make in SOURCES.items():
            for line in make(board, seed, counts[source]):
                differing = sorted(items(line, theirs))
                phases_differing[source] = phases_differing.get(source, 0) + bool(differing)
                for item in differing:
                    small = least(line, item, theirs)
                    name = classify(small, item) or "unexplained"
                    found.setdefault(name, {}).setdefault(source, 0)
                    found[name][source] += 1
                    if name not in least_seen or size(small) < size(least_seen[name][0]):
                        least_seen[name] = (small, item)
    return found, least_seen, phases_differing


def size(line):
    """How much there is to a position, for choosing the least; then its text, so that ties do not depend on luck."""
    orders = sorted(text for texts in line["orders"].values() for text in texts)
    return sum(map(len, line["units"].values())), sum(text[-2:] != " H" for text in orders), json.dumps(line["orders"])
