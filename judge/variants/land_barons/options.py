"""The house rules a game may be played by, each with the rulings it belongs to."""

from __future__ import annotations

from judge.adjudicator.protocol import Option, Preset

OPTIONS: tuple[Option, ...] = (
    Option(
        "tempo",
        "brisk",
        "brisk (= express): two deadlines a turn; strict (= classic): a window for every decision",
        values=("brisk", "strict", "express", "classic"),
        rulings=("LB-Q12", "LB-Q59"),
    ),
    Option(
        "regulators_at_ranch",
        False,
        "Regulators may also be recruited at the own ranch while it is controlled: a kinder start",
        rulings=("LB-Q28",),
    ),
    Option("majority", 0, "controlling this many settlements wins (0: all of them are needed)", high=30,
           rulings=("LB-Q53",)),
    Option("turn_limit", 0, "after this turn the greatest revenue wins, then cash (0: no limit)", high=900,
           rulings=("LB-Q53",)),
    Option("ranches_needed", True, "victory needs the ranches as well as the other settlements", rulings=("LB-Q11",)),
    Option(
        "spots",
        "map",
        "settlement spaces as the map has them, or 30 drawn by chance when the game begins",
        values=("map", "random"),
        rulings=("LB-Q3", "LB-Q5"),
    ),
    Option("settlement_spacing", 0, "spaces left free between settlements drawn by chance", high=2,
           rulings=("LB-Q5",)),
    Option(
        "ranches",
        "dealt",
        "dealt: ranches as far apart as can be, dealt by chance; placed: the players place them in turn",
        values=("dealt", "placed"),
        rulings=("LB-Q6",),
    ),
    Option("ranch_distance", 5, "how far apart ranches must be when the players place them", low=1, high=20,
           rulings=("LB-Q6",)),
    Option("show_unused", False, "the settlement counters left over are known from the start", rulings=("LB-Q7",)),
    Option("scouting", False, "settlements lie face down until first entered", rulings=("LB-Q8",)),
    Option("start_cash", 0, "Dollars each player starts with", high=1000, rulings=("LB-Q9",)),
    Option("hidden_cash", False, "cash is shown to its owner only", rulings=("LB-Q13",)),
    Option("gifts", False, "players may give each other Dollars", rulings=("LB-Q14",)),
    Option("cover_all", False, "the sum of a player's bids may not exceed his cash", rulings=("LB-Q20",)),
    Option(
        "rebid",
        "ladder",
        "ties: next rungs of a ladder, carried to the next turn, or an extra round among the tied",
        values=("ladder", "carry", "now"),
        rulings=("LB-Q22",),
    ),
    Option("unsold_limit", 0, "so many unsold lots are kept, the oldest discarded (0: all are)", high=78,
           rulings=("LB-Q23",)),
    Option("office_until_sold", False, "an office is held until the new counter is bought", rulings=("LB-Q25",)),
    Option("no_reshuffle", False, "an empty recruit pile stays empty", rulings=("LB-Q26",)),
    Option(
        "cowboys_at",
        "own-ranch",
        "Cowboys go to the own ranch, to any controlled ranch, or also to Towns and Trading Posts",
        values=("own-ranch", "any-ranch", "anywhere"),
        rulings=("LB-Q31",),
    ),
    Option("hold_improvements", False, "an improvement without a place is kept for a later turn",
           rulings=("LB-Q32",)),
    Option("mine_max", 0, "improvements a mine takes (0: no limit)", high=2, rulings=("LB-Q34",)),
    Option(
        "order_bid",
        "winner_pays",
        "who pays the bid for the order of raids",
        values=("winner_pays", "all_pay", "none_pay"),
        rulings=("LB-Q36",),
    ),
    Option("winner_chooses_seat", False, "the highest bid for the order chooses its place in it",
           rulings=("LB-Q36",)),
    Option(
        "stacking",
        "back",
        "a unit that may not stack goes back along its path, or its whole move is void",
        values=("back", "void"),
        rulings=("LB-Q42",),
    ),
    Option("recount", False, "the Fight Advantage is found again after each loss", rulings=("LB-Q44",)),
    Option(
        "trapped",
        "stays",
        "a side that cannot retreat stays and rolls on, or is eliminated",
        values=("stays", "eliminated"),
        rulings=("LB-Q47",),
    ),
    Option("spoils", False, "whoever kills a Baron takes his money and his markers", rulings=("LB-Q51",)),
    Option("draw_by_vote", False, "the game is drawn when all who live agree in the same window", rulings=("LB-Q56",)),
    Option(
        "discard_office",
        "in_play",
        "a drawn office discards the one in play, or those in the pile too",
        values=("in_play", "pile_too"),
        rulings=("LB-Q57",),
    ),
)  # fmt: skip

EVEN = "land-barons-even"
"""The board on which the places of ranches are alike, as far as play shows."""

PRESETS = (
    Preset("quick", "fifteen settlements win; after eight turns the greatest revenue; on the even board",
           {"majority": 15, "turn_limit": 8, "regulators_at_ranch": True}, EVEN),
    Preset("standard", "twenty settlements win; after twelve turns the greatest revenue; on the even board",
           {"majority": 20, "turn_limit": 12}, EVEN),
    Preset("seed", "as the rules were written: all settlements, on thirty random spots, however long it takes",
           {"spots": "random"}),
)  # fmt: skip
