"""House rules: every gap that a game master may close differently."""

from __future__ import annotations

from judge.adjudicator.protocol import Option, Preset

OPTIONS = (
    Option(
        "tempo",
        "brisk",
        "brisk: three deadlines a turn, lists with conditions; strict: one seat at a time",
        ("brisk", "strict"),
        rulings=("HW-Q5", "HW-Q7", "HW-Q45"),
    ),
    Option(
        "deadlines",
        3,
        "brisk only: deadlines a turn. With 2 the extra cards are ordered with the bid, unseen",
        low=2,
        high=3,
        rulings=("HW-Q6",),
    ),
    Option(
        "windows",
        10,
        "Opportunist windows a turn: 10, or 20 (after one phase and before the next are two)",
        low=10,
        high=20,
        rulings=("HW-Q4",),
    ),
    Option(
        "last_window",
        "skipped",
        "whether window 10 of the last turn is played after the railroad is through",
        ("skipped", "played"),
        rulings=("HW-Q28",),
    ),
    Option(
        "draws",
        "usual",
        "how the hands are dealt each turn: six at a time, or one card at a time around the table; as usual, by sixes "
        "up to six seats and one by one above",
        ("usual", "six", "one"),
        rulings=("HW-Q11", "HW-Q9"),
    ),
    Option(
        "level_in",
        "both",
        "where a town's extra or missing level of Mayhem counts: both raids and income, income only, or none",
        ("both", "income", "none"),
        rulings=("HW-Q18",),
    ),
    Option(
        "movers",
        "one-town",
        "Desperados and Ladies of the Evening take cards from one town, or from several",
        ("one-town", "several-towns"),
        rulings=("HW-Q34",),
    ),
    Option(
        "foreclose",
        False,
        "who cannot pay a tax of 5K in full loses that Establishment to the Mayor",
        high=1,
        rulings=("HW-Q14",),
    ),
    Option("hidden_money", False, "money is held in the palm: nobody sees what others have", rulings=("HW-Q8",)),
    Option("gifts", False, "money may be given to other players with the bid", rulings=("HW-Q43",)),
    Option(
        "tie",
        "establishments",
        "a tie for most money: more Establishments, then shared; or shared at once",
        ("establishments", "shared"),
        rulings=("HW-Q17",),
    ),
)

DEFAULTS: dict[str, str | int | bool] = {option.key: option.default for option in OPTIONS}

PRESETS = (
    Preset("quick", "two deadlines a turn: the extra cards are ordered with the bid", {"deadlines": 2}),
    Preset("standard", "three deadlines a turn; hands are dealt one card at a time", {"draws": "one"}),
    Preset("seed", "as the rules were written"),
)
