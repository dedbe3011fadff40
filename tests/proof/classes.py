"""The classes of differences. Each is asked about a least position and one difference there: what must be so for it to
be of this kind. The classes of words are read off the order itself, where units and retreats agree."""

from judge.batch import batch

from .words import KINDS, TEXT, our_word


def walks(unit, goal):
    """Nobody need carry it: alone on the board, it gets there."""
    alone = {"phase": "S1905M", "units": {"ENGLAND": [unit]}, "orders": {"ENGLAND": [f"{unit} - {goal}"]}}
    return batch().result(alone)["units"]["ENGLAND"] == [f"{unit[0]} {goal}"]


def stranded(line):
    """Armies told to go by convoy that nobody carries."""
    results = batch().result(line, reasons=False)["results"]
    return {
        text for text, word in results.items() if text.endswith(" VIA") and word.split(",")[0] in ("invalid", "illegal")
    }


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

    @property
    def stranded(self):
        """Armies told to go by convoy that nobody carries."""
        return stranded(self.line)

    @property
    def unmoved(self):
        """A fleet of a convoy, or a supporter, that stands where it stood by both accounts."""
        return ", dislodged" not in self.item[3] + self.item[4]

    def said(self):
        """The order a word is about: unit, kind, our word, theirs, and the text behind the unit. What both say of a
        dislodgement is left out."""
        _, _, text, mine, yours = self.item
        match = TEXT.match(text)
        driven_out = ", dislodged"
        if mine.endswith(driven_out) and yours.endswith(driven_out):
            mine, yours = mine.removesuffix(driven_out), yours.removesuffix(driven_out)
        return match[1], KINDS[match[2]], mine, yours, text[len(match[1]) + 3 :]

    def common(self, unit):
        """The common word for what became of a unit's order, as we see it."""
        text = self.order.get(unit, "")
        match = TEXT.match(text)
        if match is None:
            return ""
        code = self.found["reasons"].get(text, {}).get("code", "")
        return our_word(KINDS[match[2]], self.found["results"][text], code).split(",")[0]

    def word(self, unit):
        return self.found["results"].get(self.order.get(unit, ""), "stands").split(",")[0]

    def moves(self):
        """Unit, goal, and whether it was told to go by convoy."""
        for unit, text in self.order.items():
            rest = text[len(unit) + 1 :].split()
            if rest[0] == "-":
                yield unit, rest[1], rest[-1] == "VIA"

    def holding(self, unit):
        """The same with one unit told to hold."""
        orders = {
            power: [f"{unit} H" if text == self.order[unit] else text for text in texts]
            for power, texts in self.line["orders"].items()
        }
        return Least({**self.line, "orders": orders}, self.item)

    def by_sea(self, unit):
        """Told to go by convoy, or bound for where no army walks, or carried by its own power (DATC 4.A.3)."""
        _, goal, via = next((each for each in self.moves() if each[0] == unit), (unit, "", False))
        own = any(self.power[fleet] == self.power[unit] for fleet in self.carriers(unit, goal))
        return via or own or not walks(unit, goal)

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
    if case.item[0] != "only theirs: open":
        return False
    unit = case.item[1]
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
    return bool(case.stranded)


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


def waive_counts(case):
    """They overlook a waived build when more is ordered than may be built."""
    texts = case.line["orders"].get(case.item[1], [])
    due = len(case.line["centers"].get(case.item[1], [])) - len(case.line["units"].get(case.item[1], []))
    return case.line["phase"].startswith("W") and "WAIVE" in texts and len(texts) > due > 0


# Classes of words alone: what an order is called, where both mean the same to happen.


def own_support_said_void(case):
    """They call a support void that was not allowed to help against a unit of its own power; the order stands."""
    supporter, kind, mine, yours, rest = case.said()
    goal = rest.split(" - ")[1][:3] if kind == "support" and " - " in rest else ""
    return (
        mine in ("works", "cut")
        and yours == "void"
        and goal in case.at
        and case.power[case.at[goal]] == case.power[supporter]
    )


def support_of_failed_convoy(case):
    """They call a support void when the move it helps has no convoy; the support was given all the same."""
    _, kind, mine, yours, rest = case.said()
    return (
        kind == "support"
        and mine in ("works", "cut")
        and yours in ("void", "no convoy")
        and case.common(case.at.get(rest[2:5], "")) == "no convoy"
    )


def fleet_of_failed_convoy(case):
    """They tell every fleet of a convoy that it failed; ours that were not driven out were available."""
    _, kind, mine, yours, rest = case.said()
    return (
        kind == "convoy"
        and mine == "works"
        and yours in ("no convoy", "void")
        and case.common(case.at.get(rest[2:5], "")) == "no convoy"
    )


def carrier_support_spared(case):
    """They spare a support for or against a fleet that convoys the very army that cuts it."""
    supporter, kind, mine, yours, rest = case.said()
    fleet = case.at.get(rest[-3:] if "/" not in rest[-3:] else rest[-6:-3], "")
    return (
        kind == "support"
        and mine == "cut"
        and yours == "works"
        and any(goal[:3] == supporter[2:5] and fleet in case.carriers(mover, goal) for mover, goal, _ in case.moves())
    )


def army_walks(case):
    """They void a convoy offered to an army that goes on foot; ours was there to be used."""
    _, kind, mine, yours, rest = case.said()
    army = case.at.get(rest[2:5], "")
    return (
        kind == "convoy"
        and mine in ("works", "disrupted")
        and yours in ("void", "refused")
        and any(mover == army and not via and case.power[mover] != case.item[1] for mover, _, via in case.moves())
        and not case.by_sea(army)
    )


def roundabout_fleet(case):
    """They leave out a fleet that a shorter route does without, though it is part of a longer one."""
    fleet, kind, mine, yours, rest = case.said()
    army = case.at.get(rest[2:5], "")
    return (
        kind == "convoy"
        and mine in ("works", "disrupted")
        and yours in ("void", "refused")
        and case.by_sea(army)
        and case.holding(fleet).common(army) == case.common(army) != "no convoy"
    )


def refused_or_void(case):
    """An order that helps nobody: one refuses it, the other calls it void, and the unit stays as it is."""
    _, kind, mine, yours, _ = case.said()
    return kind in ("support", "convoy") and {mine, yours} == {"refused", "void"} and case.unmoved


WORDS = (
    own_support_said_void,
    support_of_failed_convoy,
    fleet_of_failed_convoy,
    carrier_support_spared,
    army_walks,
    roundabout_fleet,
    refused_or_void,
)
PLACES = (
    waive_counts,
    home_distances,
    open_after_convoy,
    own_support_by_convoy,
    own_support_disrupts,
    own_support_for_other_ends,
    attack_breaks_convoy,
    other_kind,
    via_by_land,
)
CLASSES = (*WORDS, *PLACES)


def said_class(line, item):
    """The class of a word, when it can be read off the order and what it is about."""
    case = Least(line, item)
    return next((title(each) for each in WORDS if each(case)), None) if item[0] == "word" else None


def classify(line, item):
    """The class of a least position; None when it is unexplained."""
    case = Least(line, item)
    return said_class(line, item) or next((title(each) for each in PLACES if each(case)), None)


def title(each):
    """A class as it is called in docs/differences.md."""
    return each.__name__.replace("_", "-")
