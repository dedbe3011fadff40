"""Whether a value is the record of a game at all: its shape, and steps and reels that follow one another.

Every checker asks this before it looks at the dice, so that a forged record ends in a sentence and in nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.report.saying import Saying

Step = Mapping[str, Any]
LINKS = 4000
MOST_SIDES = 10**6
KINDS = ("setup", "turn", "edit", "end")

BEACON: dict[str, Any] = {"genesis": 0, "period": 0, "else?": "", "notice?": 0}
ACT: dict[str, Any] = {"at": "", "act": "", "step": -1, "from?": 0, "to?": 0, "round?": 0, "beacon?": BEACON}
STEP: dict[str, Any] = {
    "made": 0, "from": 0, "number": 0, "kind": "", "window?": "", "title": "", "made_at": "", "reason?": "",
    "record": 32, "orders": {"*": {"hash": 32, "text?": [""]}}, "events": [{"told?": [""]}], "acts?": [ACT],
    "closes?": "", "told?": {"*": 32},
    "draws": [{"label": "", "kind": "", "sides": 0, "result": [0], "sealed": True}],
    "dice?": {
        "reel": 0, "link": 0, "open": 64, "orders?": 64, "sealed?": 64, "next?": 64, "salt?": 64,
        "beacon?": {
            "closed": 0, "round": 0, "signature?": 1, "previous?": 1, "randomness?": 64, "missing?": True,
        },
    },
}  # fmt: skip
"""0 or -1: a whole number not below it, "": text, 32 or 64: that many hex digits, 1: hex, True: yes or no; "*": any
key; ?: or nothing."""
REEL = {
    "number": 0, "length": 0, "chains": 0, "after": 0, "open_commitment": 64, "sealed_commitment": 64,
    "open_secret?": 64, "sealed_secret?": 64,
}  # fmt: skip
RECORD: dict[str, Any] = {
    "version": 0, "full": True, "game": {"words": {"*": ""}, "seats": [""]}, "words": [{"seat": "", "word": ""}],
    "beacon?": BEACON, "dice": [REEL], "steps": [STEP],
    "acts": [ACT],
    "undone": [{"reel": 0, "at": "", "from": 0, "to": 0, "reason?": "", "steps": [STEP]}],
}  # fmt: skip


def fits(value: object, shape: Any) -> bool:
    """Whether a value has at least this shape."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return False
        if "*" in shape:
            return all(fits(one, shape["*"]) for one in value.values())
        return all(
            (key.endswith("?") and value.get(key[:-1]) is None) or fits(value.get(key.rstrip("?")), one)
            for key, one in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if shape is True or shape == "":
        return isinstance(value, bool if shape is True else str)
    if shape <= 0:
        return isinstance(value, int) and not isinstance(value, bool) and value >= shape
    return isinstance(value, str) and _is_hex(value, shape)


def _is_hex(text: str, digits: int) -> bool:
    long = len(text) == digits if digits > 1 else len(text) % 2 == 0 and len(text) <= 400
    return long and set(text) <= set("0123456789abcdef")


def broken(record: Mapping[str, Any], steps: Sequence[Step]) -> Saying | None:
    """Why a record of the right shape is still none of a game: something in it means nothing."""
    numbers = {0: -1} | {step["made"]: step["number"] for step in steps}
    line, reels = record["steps"], record["dice"]
    after = [reel["after"] for reel in reels]
    drawn = [step["dice"] for step in steps if step.get("dice")]
    named = [
        act.get("beacon") for step in steps for act in step.get("acts") or () if act.get("act") == "beacon changed"
    ]
    beacons = [*named, *([record["beacon"]] if record.get("beacon") else ())]
    secrets = all(reel.get(f"{kind}_secret") is not None for reel in reels for kind in ("open", "sealed"))
    wrong = (
        ("steps-missing", [step["made"] for step in steps] != list(range(1, len(steps) + 1))),
        ("step-follows-none", any(not _follows(step, numbers) for step in steps)),
        ("line-broken", [0, *(step["made"] for step in line)][: len(line)] != [step["from"] for step in line]),
        ("reels-missing", [reel["number"] for reel in reels] != list(range(len(reels))) or after[:1] != [0]
         or after != sorted(after)),
        ("reel-too-long", not _are_alike(reels, drawn)),
        ("reel-unknown", any(not 0 <= one["reel"] < len(reels) or one["link"] < 1 for one in drawn)),
        ("no-such-kind", not _are_of_kinds(steps)),
        ("no-such-draw", any(not _is_draw(one) for step in steps for one in step["draws"])),
        ("label-twice", any(_is_label_twice(step) for step in steps)),
        ("seat-of-none", not _seats_named(record, steps) <= set(record["game"]["seats"])),
        ("orders-not-told", record["version"] > 4 and any(one.get("orders") is None for one in drawn)),
        ("acts-missing", record["version"] > 2 and any(step.get("acts") is None for step in steps)),
        ("no-period", any(not fits(one, BEACON) or one["period"] < 1 or (one.get("notice") or 0) < 0
                          for one in beacons)),
        ("not-whole", record["full"] != secrets),
        ("not-opened", record["full"] and any(_hides(step) for step in steps)),
    )  # fmt: skip
    return next((Saying(f"checks/{code}") for code, is_so in wrong if is_so), None)


def _follows(step: Step, numbers: Mapping[int, int]) -> bool:
    made = int(step["made"])
    return 0 <= step["from"] < made and numbers.get(step["from"], -2) + 1 == int(step["number"])


def _are_alike(reels: Sequence[Mapping[str, Any]], drawn: Sequence[Mapping[str, Any]]) -> bool:
    """Whether every reel is as long as the first, so that nobody chooses a length, and no link lies beyond its end."""
    lengths = {(int(reel["length"]), int(reel["chains"])) for reel in reels}
    if len(lengths) != 1 or min(min(lengths)) < 1:
        return False
    ((length, chains),) = lengths
    return length * chains <= LINKS and all(one["link"] <= length * chains for one in drawn)


def _are_of_kinds(steps: Sequence[Step]) -> bool:
    """Whether a game begins with its setup and nothing else does, and nothing comes after an end."""
    ends = {step["made"] for step in steps if step["kind"] == "end"}
    return all(
        step["kind"] in KINDS and (step["kind"] == "setup") == (step["from"] == 0) and step["from"] not in ends
        for step in steps
    )


def _is_draw(one: Mapping[str, Any]) -> bool:
    if one["kind"] == "roll":
        return bool(1 <= one["sides"] <= MOST_SIDES)
    sides = int(one["sides"])
    return one["kind"] == "shuffle" and 0 <= sides <= MOST_SIDES and sides == len(one["result"])


def _is_label_twice(step: Step) -> bool:
    """Whether two draws of a step are drawn under the same label, those of a shuffle's places among them."""
    drawn: list[str] = []
    for one in step["draws"]:
        places = range(1, min(one["sides"], len(one["result"])))
        is_roll = one["kind"] == "roll"
        drawn += [one["label"]] if is_roll else [f"{one['label']}/", *(f"{one['label']}/{at}" for at in places)]
    return len(set(drawn)) < len(drawn)


def _seats_named(record: Mapping[str, Any], steps: Sequence[Step]) -> set[str]:
    """The seats whose orders and words are mixed into the dice."""
    return {seat for step in steps for seat in step["orders"]} | {
        one["seat"] for one in record["words"] if record["version"] > 3
    }


def _hides(step: Step) -> bool:
    """Whether a step of a game that is over keeps back what its hashes were made of."""
    without_link = bool(step.get("dice")) and step["dice"].get("sealed") is None
    return without_link or any(one.get("text") is None for one in step["orders"].values())
