"""The Diplomacy kernel: movement, retreats and adjustments on any map of its kind.

`orders` and `board` are the values it speaks, `editions` the disputed rules; `movement.Court`, `retreats.retreats` and
`adjustments.adjustments` carry a phase out, `phases.Phase` says which comes next. Below them `kernel` works on whole
numbers alone, compiled where it can be.
"""


def compiled() -> bool:
    """Whether the compiled kernel is the one that runs."""
    from judge.adjudicator.diplomacy.engine import compiled as answer

    return answer()
