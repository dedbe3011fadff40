"""What became of each order, in words that both adjudicators' answers can be put into.

| word | our words | theirs |
|---|---|---|
| `works` | succeeds, stands, given, available | nothing is said |
| `bounce` | a move or retreat `fails` | `bounce` |
| `no convoy` | a move is `invalid`, or `fails` with its convoy | `no convoy` |
| `cut` | cut | `cut` |
| `void` | a support or convoy is `invalid` | `void` |
| `disrupted` | disrupted | `disrupted`; a convoying fleet is `dislodged` |
| `refused` | illegal | the order is not among those they keep; `void` in winter and of a retreat |

A unit that is driven out has `, dislodged` behind its word.
"""

import re
from collections import Counter

OURS = {
    "succeeds": "works", "stands": "works", "given": "works", "available": "works", "dislodged": "works",
    "destroyed": "works", "fails": "bounce", "cut": "cut", "disrupted": "disrupted", "illegal": "refused",
}  # fmt: skip
KINDS = {"-": "move", "R": "retreat", "S": "support", "C": "convoy", "H": "hold", "D": "disband", "B": "build"}
TEXT = re.compile(r"([AF] [A-Z]{3}(?:/[NSEW]C)?) ([-RSCHDB])")
WITHOUT_CONVOY = ("convoy-disrupted", "paradox", "no-convoy")


def spoken(line, ours, other):
    """Every order whose word differs: power, order, our word, theirs."""
    crowd = Counter(match[1] for texts in line["orders"].values() for text in texts if (match := TEXT.match(text)))
    movement, winter = line["phase"].endswith("M"), line["phase"].endswith("A")
    for power, texts in line["orders"].items():
        there = line["units" if movement or winter else "dislodged"].get(power, [])
        kept = {match[1] for text in other["orders"].get(power, ()) if (match := TEXT.match(text))}
        for text in texts:
            match = TEXT.match(text)
            # Of units that are not there, and of waived builds, they say nothing at all; of two orders that begin
            # alike it cannot be told which they mean.
            if match is None or not (winter or match[1] in there) or match[1] not in other["results"]:
                continue
            if crowd[match[1]] > 1:
                continue
            kind = KINDS[match[2]]
            mine = our_word(kind, ours["results"][text], ours["reasons"].get(text, {}).get("code", ""))
            yours = their_word(kind, other["results"][match[1]], match[1] in kept, movement)
            if mine != yours:
                yield power, text, mine, yours


def our_word(kind, said, code):
    """The common word for an answer of ours."""
    word, _, detail = said.partition(", ")
    if word == "invalid":
        plain = "no convoy" if kind == "move" else "void"
    elif kind == "move" and word == "fails" and code in WITHOUT_CONVOY:
        plain = "no convoy"
    else:
        plain = OURS[word]
    driven_out = kind != "retreat" and (detail or word) in ("dislodged", "destroyed")
    return f"{plain}, dislodged" if driven_out else plain


def their_word(kind, said, kept, movement):
    """The common word for an answer of theirs."""
    driven_out = ", dislodged" if "dislodged" in said else ""
    if not movement:
        return "refused" if "void" in said else "bounce" if "bounce" in said else "works"
    if not kept and kind != "hold":
        return "refused" + driven_out
    if kind == "convoy" and driven_out and not {"void", "no convoy"} & set(said):
        return "disrupted" + driven_out
    plain = next((word for word in ("void", "no convoy", "cut", "disrupted", "bounce") if word in said), "works")
    return plain + driven_out
