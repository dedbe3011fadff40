"""Other readings of the rules against `diplomacy` 1.1.2: where one differs and 2023 does not, a choice is the cause.

A difference that 2023 shows as well is in a class of its own (classes.py). Any other is cut down to the least position
where the reading comes out otherwise than 2023, and that position must hold what one of the reading's own choices is
about. So a change of rules that reaches further than its sentence in docs/rulings is found.
"""

import random
import re

from bench.positions import phases
from judge.batch import batch
from tests.adjudicator.diplomacy.readings import READINGS, own_choices

from .classes import Least
from .differences import SOURCES, Theirs, adjusting, holding, items, size, without

SPLIT = re.compile(r"\b(BUL|SPA|STP)\b(?!/)")


def coastless(board, seed, count):
    """Winters in which a fleet's coast is now and then left out."""
    chance = random.Random(seed)
    for line in adjusting(board, seed, count):
        yield {
            **line,
            "orders": {
                power: [text[:5] + text[8:] if text[5:6] == "/" and chance.random() < 0.5 else text for text in texts]
                for power, texts in line["orders"].items()
            },
        }


def seafaring(board, seed, count):
    """Movement with most armies carried, by ways of several fleets."""
    for number, phase in enumerate(phases(board, seed, count, seafaring=True)):
        yield {**phase.line(board, number), "retreats": {}}


def wayward(board, seed, count):
    """Movement in which coasts are left out, mistaken, or given to armies."""
    chance = random.Random(seed)
    for line in SOURCES["mid-game movement"](board, seed, count):
        yield {
            **line,
            "orders": {
                power: [_wayward(chance, text) if chance.random() < 0.4 else text for text in texts]
                for power, texts in line["orders"].items()
            },
        }


def _wayward(chance, text):
    if "/" in text and chance.random() < 0.5:
        return re.sub(r"/[NES]C", "", text, count=1)
    if "/" in text:
        return text.replace("/NC", "/XX").replace("/SC", "/NC").replace("/XX", "/SC")
    return SPLIT.sub(lambda found: f"{found[1]}/{'SC' if found[1] == 'BUL' else chance.choice(('NC', 'SC'))}", text)


PHASES = {
    **SOURCES,
    "crowded seas": seafaring,
    "movement with wrong coasts": wayward,
    "winters without coasts": coastless,
}


def outcome(line, edition):
    """What becomes of a phase by one reading: units, retreats, words."""
    found = batch(edition).result(line, reasons=False)
    return (
        {(power, unit) for power, units in found["units"].items() for unit in units},
        {(unit, place) for unit, places in found["retreats"].items() for place in places},
        found["results"],
    )


def smallest(line, edition):
    """Units and orders taken away as long as the reading still comes out otherwise than 2023."""
    again = True
    while again:
        again = False
        for change in (without, holding):
            for power, units in list(line["units"].items()):
                for unit in list(units):
                    smaller = change(line, power, unit)
                    if smaller != line and size(smaller) < size(line) and _differs(smaller, edition):
                        line, again = smaller, True
    return line


def _differs(line, edition):
    return outcome(line, edition) != outcome(line, "2023")


class Case(Least):
    """A least position, with what a choice may be about."""

    def attacks_by_sea(self):
        """Armies that fleets were ordered to carry, with their goals and carriers."""
        for unit, goal, _ in self.moves():
            fleets = list(self.carriers(unit, goal))
            if unit[0] == "A" and fleets:
                yield unit, goal[:3], fleets

    def texts(self):
        """Every order."""
        return [text for texts in self.line["orders"].values() for text in texts]


def convoy_routes(case):
    """A convoy of several fleets, one of them driven out or in danger of it."""
    return any(len(fleets) > 1 for _, _, fleets in case.attacks_by_sea())


def paradox(case):
    """An army carried against a support that concerns a fleet of its own convoy; or a paradox in so many words."""
    told = any(reason.get("code") == "paradox" for reason in case.found["reasons"].values())
    return told or any(
        case.order.get(case.at.get(goal, ""), "").endswith(tuple(f" - {fleet[2:5]}" for fleet in fleets))
        for _, goal, fleets in case.attacks_by_sea()
    )


def adjacent_convoy(case):
    """An army that could walk, not told to go by sea, and a fleet ordered to carry it."""
    plain = {unit for unit, _, via in case.moves() if not via}
    return any(unit in plain and near(unit, goal) for unit, goal, _ in case.attacks_by_sea())


def via_without_convoy(case):
    """An army told to go by sea to a neighbour."""
    return any(via and near(unit, goal[:3]) for unit, goal, via in case.moves())


def attack_from(case):
    """An army carried against a unit that supports a move."""
    return any(
        " S " in case.order.get(case.at.get(goal, ""), "") and " - " in case.order[case.at[goal]]
        for _, goal, _ in case.attacks_by_sea()
    )


def retreat_to_convoyed_origin(case):
    """A unit driven out by an army that was carried."""
    return any(case.at.get(goal, "") in case.found["retreats"] for _, goal, _ in case.attacks_by_sea())


def dislodged_bounces(case):
    """Two units ordered to each other's places, one of them carried."""
    goals = {unit[2:5]: goal[:3] for unit, goal, _ in case.moves()}
    return any(goals.get(goal) == unit[2:5] for unit, goal, _ in case.attacks_by_sea())


def unknown_coast(case):
    """A fleet ordered to a province with coasts, none said."""
    return any(text[0] == "F" and SPLIT.search(text.split(" - ")[-1]) for text in case.texts() if " - " in text)


sole_coast = unknown_coast


def wrong_coast(case):
    """A fleet's move with a coast."""
    return any(re.match(r"F \S+ - \S+/", text) for text in case.texts())


def support_needs_coast(case):
    """A support of a move to a province with coasts, none said."""
    return any(" S " in text and " - " in text and SPLIT.search(text.split(" - ")[-1]) for text in case.texts())


def own_wrong_coast(case):
    """An order whose unit stands on another coast, or on none."""
    return any(text.split()[1][:3] in case.at and " ".join(text.split()[:2]) not in case.power for text in case.texts())


def support_wrong_source_coast(case):
    """A support of a unit with a coast that is not its own."""
    return any(re.search(r" S [AF] \S+/", text) for text in case.texts())


def army_coast(case):
    """A coast said for the place an army is bound for."""
    return any(re.match(r"A \S+ - \S+/", text) or re.search(r" [SC] A \S+ - \S+/", text) for text in case.texts())


def build_coast(case):
    """A fleet built in a province with coasts, none said."""
    return any(re.match(r"F (BUL|SPA|STP) B", text) for text in case.texts())


def removal_distance(case):
    """A winter in which somebody leaves it open which units go."""
    return case.line["phase"].startswith("W") and any(
        len(case.line["centers"].get(power, [])) < len(units) for power, units in case.line["units"].items()
    )


removal_paths = removal_distance

ABOUT = {
    each: globals()[each] for each in (
        "convoy_routes", "paradox", "adjacent_convoy", "via_without_convoy", "attack_from",
        "retreat_to_convoyed_origin", "dislodged_bounces", "unknown_coast", "sole_coast", "wrong_coast",
        "support_needs_coast", "own_wrong_coast", "support_wrong_source_coast", "army_coast", "build_coast",
        "removal_distance", "removal_paths",
    )
}  # fmt: skip


def near(unit, goal):
    """Whether an army gets there on foot."""
    alone = {"phase": "S1905M", "units": {"ENGLAND": [unit]}, "orders": {"ENGLAND": [f"{unit} - {goal}"]}}
    return batch().result(alone)["units"]["ENGLAND"] != [unit]


def survey(board, python, counts, seed):
    """By reading: phases compared, differences 2023 does not show, differences of 2023 it does not show; and what no
    choice explains."""
    told = {edition.key: {"phases": 0, "changed": 0, "new": 0, "settled": 0} for edition in READINGS[1:]}
    unexplained = []
    with Theirs(python) as theirs:
        for source, make in PHASES.items():
            for line in make(board, seed, counts[source]):
                usual = items(line, theirs)
                before = outcome(line, "2023")
                for edition in READINGS[1:]:
                    told[edition.key]["phases"] += 1
                    if outcome(line, edition) == before:
                        continue
                    told[edition.key]["changed"] += 1
                    found = items(line, theirs, edition)
                    told[edition.key]["new"] += len(found - usual)
                    told[edition.key]["settled"] += len(usual - found)
                    small = smallest(line, edition)
                    if not any(ABOUT[choice](Case(small, ())) for choice in own_choices(edition)):
                        unexplained.append((edition.key, source, small))
    return told, unexplained
