"""Counts the differences from `diplomacy` 1.1.2 and writes docs/differences.md.

python -m tests.proof.page             # the whole count, some minutes
"""

from __future__ import annotations

from pathlib import Path

from bench.rival_venv import rival_python
from judge.adjudicator.diplomacy.board import Board
from judge.batch import batch
from judge.shelf import map_document
from tests.proof.differences import Theirs, survey
from tests.proof.test_differences import SEED, WHOLE
from tests.proof.words import spoken

ROOT = Path(__file__).resolve().parents[2]

DECIDES = {
    "own-support-said-void": (
        "Only the word differs: a support of an attack on a unit of the supporter's own power is called void, where it "
        "was not allowed to help to dislodge. DATC calls it given (6.D.10, 6.D.12, 6.D.13): it is a lawful order that "
        "matches, and it counts for all but that dislodgement."
    ),
    "support-of-failed-convoy": (
        "Only the word differs: a support of a move that has no convoy is called void. It matches the move and "
        "nobody cut it, so it was given (6.F.17, 6.F.18); the move fails by itself."
    ),
    "fleet-of-failed-convoy": (
        "Only the word differs: when a convoy fails, all its fleets are told so. DATC tells it to the fleet that was "
        "dislodged, and calls the others available (6.C.5, 6.F.20)."
    ),
    "carrier-support-spared": (
        "A convoyed army does not cut a support for or against the fleet that carries it. That is an old way round "
        "the paradoxes; under the rule DATC 3.2 prefers (4.A.2) the attack cuts as any other, and only a paradox "
        "stops a convoy (6.F.20, and 6.F.21 where the supporter is dislodged)."
    ),
    "army-walks": (
        "A fleet of another power that offers to carry an army which goes on foot is told that its order is void or "
        "refused. It fits the move and does no harm (4.A.3, case 6.G.2: available)."
    ),
    "roundabout-fleet": (
        "A fleet that a shorter route does without is left out, and its order is refused or void. A longer route is a "
        "route too: the convoy fails only when none is left (4.A.1), so the fleet was available."
    ),
    "refused-or-void": (
        "Only the word differs: an order that helps nobody is refused by one and void for the other. The unit holds "
        "either way."
    ),
    "open-after-convoy": (
        "A unit dislodged by a convoyed army is offered every neighbouring province, also those where units stand or "
        "where a standoff was. The rule that opens the attacker's own province after a convoy (DATC 4.A.5, cases "
        "6.H.11 and 6.H.12) opens nothing else: occupied and contested provinces stay closed (6.H.5, 6.H.6). A unit "
        "with no other place to go is destroyed by our reckoning and waits for a retreat by theirs."
    ),
    "own-support-by-convoy": (
        "A support counts towards dislodging a unit of the supporter's own power when the attack comes by convoy. It "
        "must not: 6.D.12 and 6.E.3 say so of every attack, and 6.D.16 lets a power's convoy, never its support, help "
        "against its own unit."
    ),
    "own-support-disrupts": (
        "A convoy is broken up by an attack that does not dislodge the fleet, because a support by the fleet's own "
        "power is counted against it. A convoy fails only when its fleet is dislodged (6.F.4, 6.F.5), and that support "
        "cannot help to dislodge it (6.D.12)."
    ),
    "own-support-for-other-ends": (
        "A support of an attack on a unit of the supporter's own power is dropped altogether. It must not help to "
        "dislodge that unit, but it counts for all else: it defends the attacker against a unit that comes "
        "against it head to "
        "head, and keeps others out (6.E.12)."
    ),
    "attack-breaks-convoy": (
        "A convoy bound for the unit that supports its own fleet is broken up by an attack on the fleet that could not "
        "dislodge it with or without that support. There is one consistent outcome, so there is no paradox "
        "(4.A.2), and "
        "a fleet that is attacked but not dislodged carries (6.F.4)."
    ),
    "via-by-land": (
        "An army told to go by convoy to a neighbouring province, with nobody to carry it, walks. DATC 3.2 prefers "
        "that it stays (4.A.3, case 6.G.8). `judge batch --edition 1971` lets it walk."
    ),
    "other-kind": (
        "A support that calls a fleet an army, or the other way round, is void. The province names the unit well "
        "enough, and DATC 3.2 prefers to overlook the slip (4.C.1)."
    ),
    "waive-counts": (
        "Of more builds ordered than are due the first lawful ones count (4.D.4), and a build that is waived in so "
        "many words (4.D.7) is one of them; they overlook it and build the next."
    ),
    "home-distances": (
        "A power that does not say which units to remove loses those farthest from its home centres, fleets counting "
        "steps by water alone, ties by the three-letter code. DATC 3.2 (4.D.8, cases 6.J.3 to 6.J.12) measures from "
        "the nearest owned centre over every province, and breaks ties by the name. With the removals spelled out no "
        "winter differs."
    ),
}


def main() -> None:
    """Count, and write the page."""
    board = Board.from_map(map_document("diplomacy").value)
    python = rival_python()
    found, least_seen, differing = survey(board, python, WHOLE, SEED)
    parts = [
        "# Differences from `diplomacy` 1.1.2\n",
        "The `diplomacy` package is the most used Python adjudicator. We run it and ours on the same generated phases, "
        "cut every single difference (a unit in another place, a place open to a retreat, another word for an order) "
        "down to the least position that still shows it, and ask of that position which class it belongs to. Words "
        "that the order itself explains are counted as they stand, and cut down to be shown. This page is written by "
        "`python -m tests.proof.page`; `make proof` repeats the count and fails if anything is unexplained, and a "
        "small count is part of `make check`.\n",
        f"Seed {SEED}.\n",
        "| phases | run | differing |",
        "|---|---:|---:|",
        *(f"| {source} | {WHOLE[source]:,} | {differing.get(source, 0):,} |" for source in WHOLE),
        "\n| class | single differences |",
        "|---|---:|",
        *(f"| {name} | {sum(found.get(name, {}).values()):,} |" for name in DECIDES),
        f"| unexplained | {sum(found.get('unexplained', {}).values()):,} |\n",
        "Each order's word is compared after both have been put into common words: `works`, `bounce`, `no convoy`, "
        "`cut`, `void`, `disrupted`, `refused`, each with `dislodged` where the unit was driven out "
        "(tests/proof/words.py says which is which). "
        "`other-kind` occurs in archives; the generators here make few of it.\n",
    ]
    with Theirs(python) as theirs:
        for name, text in DECIDES.items():
            parts.append(f"## {name}\n\n{text}\n")
            if name not in least_seen:
                continue
            line, _ = least_seen[name]
            ours, other = batch().result(line), theirs.result(line)
            told = dict(sorted(line["orders"].items()))
            parts.append("```text")
            parts += [f"{power:<8} {text}" for power, texts in told.items() for text in texts]
            quiet = [
                f"{power:<8} {unit} (no order)"
                for power, units in sorted(line["units"].items())
                for unit in units
                if not any(text.startswith(unit) for text in told.get(power, ()))
            ]
            parts += quiet
            if line["phase"].startswith("W"):
                parts += [f"{power:<8} owns {' '.join(sorted(c))}" for power, c in sorted(line["centers"].items()) if c]
            for who, result in (("ours", ours), ("theirs", other)):
                units = sorted(f"{unit}" for all_ in result["units"].values() for unit in all_)
                open_ = "; ".join(
                    f"{unit} may retreat to {', '.join(sorted(ways))}" for unit, ways in result["retreats"].items()
                )
                parts.append(f"{who + ':':<8} {', '.join(units)}{' | ' + open_ if open_ else ''}")
            parts += [f"{text}: ours {mine}, theirs {yours}" for _, text, mine, yours in spoken(line, ours, other)]
            parts.append("```\n")
    (ROOT / "docs/differences.md").write_text("\n".join(parts), encoding="utf-8")
    print(found, differing)


if __name__ == "__main__":
    main()
