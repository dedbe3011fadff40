"""The example game is what the game makes, and a second referee with a ruler of its own agrees with every line of it.

The referee below knows nothing of the program: it reads the report, the cards drawn and the positions as a person
would, measures with floats, looks cards up in packs written out here, and keeps its own account of the table.
"""

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from examples.make import EXAMPLES
from judge.report.blocks import parse
from judge.report.media.text import text_of

FOLDER = EXAMPLES["gold-rush"].folder
ROOT = Path(__file__).resolve().parent.parent.parent
SHORT = ["dead"] * 4 + ["miss"] * 6
LONG = ["dead"] * 2 + ["miss"] * 8
FISTS = [2, 3, 4, 5, 6, 0, 0, 0, 0, 0]
CARDS = [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10]
REACH = {"revolver": (6, 12), "shotgun": (6, 12), "repeater": (18, 32)}
LOAD = {"revolver": 6, "shotgun": 2, "repeater": 6}
TURNS = sorted(path for path in FOLDER.iterdir() if "turn" in path.name)


def where(text):
    x, y = text.split(",")
    return float(x), float(y)


def far(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])


class Referee:
    """One turn's account."""

    def __init__(self, folder):
        self.position = yaml.safe_load((folder / "position.yaml").read_text(encoding="utf-8"))
        self.figures = {code: dict(one) for code, one in self.position["figures"].items()}
        for one in self.figures.values():
            one["at"] = where(one["at"]) if one["at"] else None
        self.mules = {code: dict(one, at=where(one["at"])) for code, one in self.position["mules"].items()}
        self.horses = dict(self.position["horses"])
        self.cards = self.position["cards"]
        self.dice = {}
        for line in (folder / "dice.txt").read_text(encoding="utf-8").splitlines():
            label, result = line.split(": ")
            self.dice[label] = int(result.split()[0])
        self.turn = int(re.search(r"turn-(\d+)", folder.name)[1])
        self.walked = {}
        self.shots = {}
        self.judged = 0

    def seat(self, code):
        return {"T": "traders", "D": "diggers-1", "M": "mounties"}[code[0]]

    def at(self, code):
        if code in self.figures:
            return self.figures[code]["at"]
        return self.mules[code]["at"]

    def contact(self, one, other):
        assert far(self.at(one), self.at(other)) <= 1.05 + 1e-9, (one, other)

    def read(self, line):
        """One sentence of the report."""
        for pattern, judge in self.SENTENCES:
            found = re.fullmatch(pattern, line)
            if found:
                judge(self, *found.groups())
                self.judged += 1
                return
        raise AssertionError(f"the referee does not know: {line}")

    def moves(self, code, how, length, start, end, via, _stop):
        one = self.figures[code]
        points = [where(start), *(map(where, via.split(" and ")) if via else ()), where(end)]
        assert one["at"] == points[0]
        assert (how == "rides") == bool(one.get("horse"))
        legs = sum(math.ceil(round(far(a, b) * 100, 6)) for a, b in pairwise(points))
        assert round(float(length) * 100) == legs
        self.walked[code] = self.walked.get(code, 0) + legs * (1 if how == "rides" else 2)
        assert self.walked[code] <= self.cards[self.seat(code)] * 200
        one["at"] = points[-1]

    def fires(self, code, count, target, distance, band, words):
        one = self.figures[code]
        shown = math.ceil(round(far(one["at"], self.at(target)) * 100, 6))
        assert round(float(distance) * 100) == shown
        short, long = REACH[one["weapon"]]
        assert band == ("short" if shown <= short * 100 else "long")
        assert shown <= long * 100
        pack = SHORT if band == "short" else LONG
        said = words.split(", ")
        assert len(said) == int(count)
        for shot in said:
            number = self.shots[code] = self.shots.get(code, 0) + 1
            label = f"T{self.turn}/fire/{code}/{number}"
            labels = [label] if one["weapon"] != "shotgun" else [f"{label}/{card}" for card in (1, 2, 3)]
            assert shot == "/".join(pack[self.dice.pop(each) - 1] for each in labels)
        assert all("dead" not in shot for shot in said[:-1])
        assert not self.walked.get(code)
        assert self.shots[code] <= LOAD[one["weapon"]]
        one["loaded"] -= len(said)
        assert one["loaded"] >= 0
        self.doomed = target if "dead" in said[-1] else None

    def dies(self, code, _by, horse):
        assert self.doomed == code
        one = self.figures[code]
        assert one.pop("horse", 0) == int(horse or 0)
        one["status"], one["out"] = "dead", 0
        if horse:
            self.horses[f"H{horse}"] = one["at"]

    def attacks(self, code, target, words):
        self.contact(code, target)
        self.blow = FISTS[self.dice.pop(f"T{self.turn}/fist/{code}") - 1]
        assert (self.blow == 0) == words.endswith("carry on")

    def falls(self, code, moves, horse):
        assert self.blow == int(moves) > 0
        one = self.figures[code]
        one["out"] += int(moves)
        assert one.pop("horse", 0) == int(horse or 0)
        if horse:
            self.horses[f"H{horse}"] = one["at"]

    def lies(self, code, left):
        self.figures[code]["out"] -= 1
        assert self.figures[code]["out"] == int(left or 0)

    def reloads(self, code):
        one = self.figures[code]
        assert one["loaded"] < LOAD[one["weapon"]]
        one["loaded"], one["reloads"] = LOAD[one["weapon"]], one["reloads"] - 1
        assert one["reloads"] >= 0

    def takes(self, code, bags, how, source):
        self.contact(code, source)
        other = self.figures.get(source) or self.mules[source]
        if how == "the dead ":
            assert other["status"] == "dead"
        elif how == "the knocked-out ":
            assert other["out"] > 0
        elif how is None:
            assert source[0] == code[0]
        other["gold"] -= int(bags)
        self.figures[code]["gold"] += int(bags)
        assert other["gold"] >= 0
        assert self.figures[code]["gold"] <= 2

    def gives(self, code, bags, to):
        self.contact(code, to)
        other = self.figures.get(to) or self.mules[to]
        self.figures[code]["gold"] -= int(bags)
        other["gold"] += int(bags)
        assert self.figures[code]["gold"] >= 0
        assert other["gold"] <= 2

    def mounts(self, code, number):
        assert far(self.figures[code]["at"], where(self.horses[f"H{number}"])) <= 1.05 + 1e-9
        self.horses[f"H{number}"] = f"under {code}"
        self.figures[code]["horse"] = int(number)

    def dismounts(self, code, number, spot):
        assert self.figures[code].pop("horse") == int(number)
        assert self.figures[code]["at"] == where(spot)
        self.horses[f"H{number}"] = spot

    def leads(self, code, mule, start, end):
        assert self.mules[mule]["at"] == where(start)
        assert far(where(start), where(end)) <= self.cards[self.seat(code)] + 1e-9
        self.mules[mule]["at"] = where(end)
        self.contact(code, mule)

    def jumps(self, code, height, _words):
        assert float(height) <= 8
        self.blow = FISTS[self.dice.pop(f"T{self.turn}/jump/{code}") - 1]

    def box(self, code, mule, loaded, left):
        self.contact(code, mule)
        one = self.figures[code]
        self.mules[mule]["boxes"] -= 1
        assert self.mules[mule]["boxes"] == int(left)
        one["reloads"] += 6
        if loaded:
            one["loaded"], one["reloads"] = LOAD[one["weapon"]], one["reloads"] - 1

    def gone(self, *_):
        pass

    SPOT = r"([\d.]+,[\d.]+)"
    CODE = r"([TDM]\d+)"
    SENTENCES = (
        (
            rf"{CODE} (moves|rides) ([\d.]+) inch(?:es)? from {SPOT} to {SPOT}(?: by way of (.+?))?(, stopped .+)?\.",
            moves,
        ),
        (rf"{CODE} fires (\d+) shots? at {CODE} \(([\d.]+) inch(?:es)?, (short|long) range\): (.+)\.", fires),
        (rf"{CODE} is dead, shot by {CODE}\.(?: Horse H(\d+) is loose\.)?", dies),
        (rf"{CODE} attacks {CODE}: (.+)\.", attacks),
        (rf"{CODE} is knocked out for (\d+) moves\.(?: Horse H(\d+) is loose\.)?", falls),
        (rf"{CODE} lies knocked out(?:, (\d+) moves? more to come| and comes round)\.", lies),
        (rf"{CODE} reloads\.", reloads),
        (rf"{CODE} takes (\d) bags? from (the dead |the knocked-out |mule )?([TDMU]\d+)\.", takes),
        (rf"{CODE} gives (\d) bags? to ([TDMU]\d+)\.", gives),
        (rf"{CODE} mounts horse H(\d+)\.", mounts),
        (rf"{CODE} dismounts; horse H(\d+) stays at {SPOT}\.", dismounts),
        (rf"{CODE} leads mule (U\d) from {SPOT} to {SPOT}\.", leads),
        (rf"{CODE} jumps down ([\d.]+) inch(?:es)?: (.+)\.", jumps),
        (rf"{CODE} takes a box of ammunition from mule (U\d)( and reloads)?; (\d+) box(?:es)? left on it\.", box),
        (r"(.+) have nobody left on the table\.", gone),
        (r"The count .+", gone),
        (r"Everybody stands\.", gone),
    )


def sentences(folder):
    """The bullets under "What happened", each on one line."""
    text = (folder / "report.txt").read_text(encoding="utf-8")
    part = text.split("What happened\n-------------\n")[1].split("\nThe groups\n")[0]
    joined = re.sub(r"\n  +", " ", part).replace("*", "")
    return [line[2:] for line in joined.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize("folder", TURNS, ids=lambda folder: folder.name)
def test_a_second_referee_agrees_with_every_line(folder):
    referee = Referee(folder)
    for line in sentences(folder):
        referee.read(line)
    if folder == TURNS[-1]:
        after = yaml.safe_load((FOLDER / "end.yaml").read_text(encoding="utf-8"))
    else:
        after = yaml.safe_load((TURNS[TURNS.index(folder) + 1] / "position.yaml").read_text(encoding="utf-8"))
        for label in [label for label in referee.dice if "/card/" in label]:
            seat = label.rpartition("/")[2]
            assert after["cards"][seat] == CARDS[referee.dice.pop(label) - 1]
    assert not referee.dice, "cards drawn that the report does not tell of"
    for code, one in referee.figures.items():
        now = after["figures"][code]
        assert (where(now["at"]) if now["at"] else None) == one["at"], code
        for key in ("loaded", "reloads", "gold", "out"):
            assert now[key] == one[key], (code, key)
        assert now.get("status", "up") == one.get("status", "up"), code
        assert now.get("horse", 0) == one.get("horse", 0), code
    for code, one in referee.mules.items():
        assert (where(after["mules"][code]["at"]), after["mules"][code]["boxes"], after["mules"][code]["gold"]) == (
            one["at"], one["boxes"], one["gold"],
        )  # fmt: skip
    assert referee.judged or not sentences(folder)


def test_the_examples_own_page_is_marked_text():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert text_of(parse(page))
    assert ROOT.is_dir()
