"""Letters: one of each game's corpus read, against the same letters read by an earlier commit in the same run.

Both read from the bytes of a mail to its orders, warm, the median of a corpus; the earlier commit is taken out of git.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.row import Row

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "237974b"
"""The last commit that read letters by patterns."""
GAMES = ("diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels")
ROUNDS = 3
TURNS = 4
"""How often the two read in turn: on a busy machine only what ran side by side can be compared."""
GARBAGE = 2_000

READER = """
import json, random, statistics, sys, time
from judge import shelf
from judge.adjudicator.driver import take
from judge.grammar.document import load
from judge.mail.language import read
from judge.mail.letter import read_letter

try:
    from judge.campaign.told import told
except ImportError:
    told = None

job = json.loads(sys.stdin.read())
found = {}
for key, text in job["corpora"].items():
    game, document = shelf.game(key), load(text, key)
    states = {}
    for name in document.value["positions"]:
        try:
            states[name] = game.read_position(document.sub("positions", name))
        except Exception:
            continue

    def hear(state, seat, raw):
        letter = read_letter(raw)
        if told is not None:
            return told(game, state, seat, letter)
        window = game.window(state)
        lines = [line for section in read(letter.lines).sections for line in section.lines]
        taken = take(game, state, seat, window.asks[seat].form, "\\n".join(line.text for line in lines))
        return game.check(state, seat, taken.orders)

    def timed(state, seat, raw):
        least = 9.0
        for _ in range(job["rounds"]):
            began = time.process_time()
            hear(state, seat, raw)
            least = min(least, time.process_time() - began)
        return least

    head = "From: a@example.org\\nContent-Type: text/plain; charset=utf-8\\n\\n"
    times = {}
    for one in document.value["letters"]:
        state, seat = states.get(one["at"]), one["seat"]
        if state is None or one.get("eml") or seat not in game.window(state).asks:
            continue
        try:
            times[one["title"]] = timed(state, seat, (head + one["text"]).encode())
        except Exception:
            continue
    name = next(iter(states))
    seat = next(iter(game.window(states[name]).asks))
    said = [word for one in document.value["lines"] for word in one["text"].split()]
    chance = random.Random(1871)
    made = lambda: "".join(chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in range(chance.randint(1, 4)))
    words = lambda: (chance.choice(said) if chance.random() < 0.4 else made() for _ in range(chance.randint(3, 12)))
    rubbish = "\\n".join(" ".join(words()) for _ in range(job["garbage"]))
    began = time.process_time()
    hear(states[name], seat, (head + rubbish).encode())
    found[key] = [times, time.process_time() - began]
print(json.dumps(found))
"""


def _measured(tree: Path, corpora: dict[str, str]) -> dict[str, tuple[dict[str, float], float]]:
    """Seconds of each letter, and of a letter of garbage, by the code in this folder."""
    job = json.dumps({"corpora": corpora, "rounds": ROUNDS, "garbage": GARBAGE})
    done = subprocess.run(
        [sys.executable, "-c", READER], input=job, capture_output=True, text=True, check=True, cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )  # fmt: skip
    return {key: (times, garbage) for key, (times, garbage) in json.loads(done.stdout).items()}


def _least(turns: list[dict[str, tuple[dict[str, float], float]]]) -> dict[str, tuple[dict[str, float], float]]:
    """The least time of each over some turns."""
    return {
        key: (
            {title: min(turn[key][0][title] for turn in turns) for title in turns[0][key][0]},
            min(turn[key][1] for turn in turns),
        )
        for key in turns[0]
    }


def lines() -> list[Row]:
    """A row a game: the median of its letters, and 2,000 lines of words at random, many of them the game's."""
    import statistics

    corpora = {key: (ROOT / "tests" / "letters" / f"{key}.yaml").read_text(encoding="utf-8") for key in GAMES}
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
        if packed.returncode:
            print(f"bench: git has no commit {BEFORE} here: letters are not compared", file=sys.stderr)
            return []
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        turns = [(_measured(ROOT, corpora), _measured(Path(folder), corpora)) for _ in range(TURNS)]
    ours, theirs = (_least([turn[side] for turn in turns]) for side in (0, 1))
    found = []
    for key in GAMES:
        both = sorted(set(ours[key][0]) & set(theirs[key][0]))
        now, then = (statistics.median(one[key][0][title] for title in both) for one in (ours, theirs))
        found.append(Row(f"{key}: a letter read, of {len(both)}", "long", now / then, f"at {BEFORE}", 1000 * now, "ms"))
        found.append(
            Row(f"{key}: {GARBAGE:,} lines of garbage", "long", ours[key][1], "one second", 1000 * ours[key][1], "ms")
        )
    return found
