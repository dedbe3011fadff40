"""Exports of all five games with one thing changed at random: all checkers say the same, and no change goes through."""

import copy
import json
import random
import subprocess
import sys
from contextlib import suppress

import pytest

from judge.campaign.fairness import Fairness
from judge.campaign.record import NoRecord, read_record
from judge.campaign.verify import verify
from judge.cli.records import UNREADABLE
from tests.adjudicator.honest_record import honest
from tests.adjudicator.test_forgeries import NODE, SCRIPT, rehashed
from tests.campaign.test_fair_games import records  # noqa: F401
from tests.daily import PROOF

SEED, MANY = 19, 400 if PROOF else 80
NOT_COVERED = {
    "judge", "players", "statements", "audit", "game", "steps/judge", "steps/branch", "steps/state_hash",
    "steps/notices", "steps/orders/*/filled",
}  # fmt: skip
"""What docs/dice.md says no hash covers; of `game` the words are."""
ODD = (
    None, True, False, 0, 1, -1, 2**53, 10**400, 1.5, 1.0, "", "x", "ab" * 32, "ab" * 16, [], {}, [[]], [None],
    {"a": 1}, "\ud800", "\x1b[2J", "\u202e", {"__proto__": 1}, "10", [0],
)  # fmt: skip
IN_NODE = f"""{SCRIPT}
const lines = require("fs").readFileSync(0, "utf8").split("\\n");
// As on the page: whatever cannot be read is said to be no record.
const refused = (one) => {{
  try {{ return check(read(one))[0].length > 0; }} catch (error) {{ return error instanceof SyntaxError; }}
}};
console.log(JSON.stringify(lines.map(refused)));
"""
IN_PYTHON = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("check_dice", "tools/check_dice.py")
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)
print(json.dumps([bool(tool.check(json.loads(line))[0]) for line in sys.stdin]))
"""


def places(value, at=()):
    yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*at, key))


def kind_of(at):
    """steps/orders/lazy-s/hash and undone/steps/orders/green/hash alike: steps/orders/*/hash."""
    names = [str(one) for one in at if not isinstance(one, int)]
    names = names[1:] if names[:2] == ["undone", "steps"] else names
    return "/".join(["steps", "orders", "*", *names[3:]] if names[:2] == ["steps", "orders"] else names)


def is_covered(kind):
    if kind.startswith("game/"):
        return kind.startswith("game/words")
    return not any(kind == one or kind.startswith(f"{one}/") for one in NOT_COVERED)


def nearly(draw, value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw.choice([-1, 1, 2, 7])
    if isinstance(value, str) and value:
        at = draw.randrange(len(value))
        return value[:at] + ("0" if value[at] != "0" else "1") + value[at + 1 :]
    if isinstance(value, list) and value:
        at = draw.randrange(len(value))
        return draw.choice([value[:at] + value[at + 1 :], [*value, value[at]], [*value[at:], *value[:at]]])
    return draw.choice(ODD)


def changed(draw, record, by_kind):
    """A copy with one thing changed, and what it was."""
    kind = draw.choice(sorted(by_kind))
    game = copy.deepcopy(record)
    *way, last = draw.choice(by_kind[kind])
    inner = game
    for key in way:
        inner = inner[key]
    before = inner[last]
    how = draw.choice(["odd", "near", "near", "gone"])
    if how == "gone":
        del inner[last]
    else:
        inner[last] = draw.choice(ODD) if how == "odd" else nearly(draw, before)
    # Nothing said and said to be nothing are the same.
    same = (before is None or before is False) and inner.get(last) is before if isinstance(inner, dict) else False
    untold = before is None and isinstance(inner, dict) and last not in inner
    # A record cut off at its end is that of an earlier day: who holds a later report sees it.
    earlier = game.get("steps") and game["steps"] == record["steps"][:-1]
    return None if game == record or same or untold or earlier else (kind, game)


def told_to_all(game):
    """Without what seats were told alone, which no public record holds."""
    for step in [*game["steps"], *(step for back in game["undone"] for step in back["steps"])]:
        step["events"] = [event for event in step["events"] if event["told"] is None]
    return game


def unfair(record):
    return list(Fairness(record).wrong())


def refused(text, differences=lambda record: verify(record).differences):
    try:
        return bool(differences(read_record(text)))
    except (NoRecord, *UNREADABLE):
        return True


def by_strangers(texts):
    """Which records the page and the short program refuse."""
    said, text = [], "\n".join(texts)
    for program in ([NODE, "-e", IN_NODE], [sys.executable, "-I", "-c", IN_PYTHON]):
        done = subprocess.run(program, input=text, capture_output=True, text=True, timeout=120, check=True)
        said.append(json.loads(done.stdout))
    return said


@pytest.mark.skipif(NODE is None, reason="no node on this machine")
@pytest.mark.parametrize("beacon", [False, True])
def test_all_checkers_say_the_same_of_a_change_to_which_every_hash_was_made_to_fit(beacon):
    """So does somebody who invents a record: then only what a record may be at all stands in the way."""
    draw, game, tried = random.Random(SEED), told_to_all(honest(beacon)), []
    by_kind = {}
    for at in filter(None, places(game)):
        by_kind.setdefault(kind_of(at), []).append(at)
    while len(tried) < MANY // 2:
        if one := changed(draw, game, by_kind):
            with suppress(*UNREADABLE):
                rehashed(one[1])
            tried.append((one[0], json.dumps(one[1])))
    page, program = by_strangers(text for _, text in tried)
    for (kind, text), *told in zip(tried, page, program, strict=True):
        assert told[0] == told[1], f"{kind}: {told}"
        # Strangers check no game of an earlier scheme.
        assert refused(text, unfair) == told[0] or (kind == "version" and told[0]), f"{kind}: {told}"


@pytest.mark.skipif(NODE is None, reason="no node on this machine")
def test_all_checkers_say_the_same_of_a_changed_record_and_refuse_it(records):  # noqa: F811
    draw = random.Random(SEED)
    games = [*records.values(), told_to_all(honest(beacon=True))]
    kinds = []
    for game in games:
        kinds.append({})
        for at in places(game):
            if at and at != ("game", "map_text"):
                kinds[-1].setdefault(kind_of(at), []).append(at)
    tried = []
    while len(tried) < MANY:
        which = draw.randrange(len(games))
        one = changed(draw, games[which], kinds[which])
        if one:
            tried.append((one[0], json.dumps(one[1])))
    said = by_strangers(text for _, text in tried)
    for number, (kind, changed_text) in enumerate(tried):
        told = [said[0][number], said[1][number], refused(changed_text)]
        about = f"seed {SEED}, change {number}, at {kind}: {told}"
        # A game that is over is played again by `judge verify` alone, which so finds more.
        assert told[0] == told[1], about
        assert told[2] or not told[0], about
        if is_covered(kind):
            assert told == [True] * 3, about
