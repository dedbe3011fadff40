"""The options of the game, each with the ruling it belongs to."""

from __future__ import annotations

from judge.adjudicator.protocol import Option, Preset

OPTIONS = (
    Option("tempo", "brisk", "brisk: one letter a turn, goes carried out in order; strict: one window a go",
           ("brisk", "strict"), rulings=("GR-Q14",)),
    Option("turns", 25, "how many turns are played", low=1, high=200, rulings=("GR-21", "GR-Q14")),
    Option("placing", "map", "map: mines and town stand as on the map; players: they are placed by the players",
           ("map", "players"), rulings=("GR-Q10",)),
    Option("cards", "ahead", "ahead: the next Movement card is in the report; go: it is drawn at the go",
           ("ahead", "go"), rulings=("GR-Q15",)),
    Option("weapon_cards", "reshuffle", "reshuffle: ten weapon cards are dealt out before all are shuffled again; "
           "replace: each is put back", ("reshuffle", "replace"), rulings=("GR-Q8",)),
    Option("hands", "dealt", "dealt: cards say how many figures and bags a group has; even: the map does, so that all "
           "have the same chances", ("dealt", "even"), rulings=("GR-Q55",)),
    Option("hard_cover", "none", "long: shots at figures in hard cover use the Long Range pack",
           ("none", "long"), rulings=("GR-Q4",)),
    Option("figures_block", False, "bases of others block the line of sight", rulings=("GR-Q5",)),
    Option("no_fire_into_melee", False, "no shooting at a figure that touches a friend, or from base contact",
           rulings=("GR-Q21",)),
    Option("total_36", False, "36 shots in all (12 for a shotgun): five reloads at the start instead of six",
           rulings=("GR-Q22", "GR-Q48")),
    Option("mounties_buy", False, "Mounties may buy ammunition at the shop too", rulings=("GR-Q24",)),
    Option("mules_fixed", False, "mules stand where they were placed", rulings=("GR-Q25",)),
    Option("mules_killable", False, "mules may be shot", rulings=("GR-Q25",)),
    Option("mule_gold", True, "mules may carry gold, two bags at most", rulings=("GR-Q13",)),
    Option("loot_ammo", False, "the rounds of a dead figure may be taken", rulings=("GR-Q28",)),
    Option("no_shooting_the_unconscious", False, "a knocked-out figure may not be shot", rulings=("GR-Q32",)),
    Option("add_up", False, "a knocked-out figure may be attacked again; the moves add up", rulings=("GR-Q32",)),
    Option("only_own_side", False, "only Mounties may ride", rulings=("GR-Q34",)),
    Option("beasts", "none", "which animals may enter", ("none", "bear", "wolves", "both"), rulings=("GR-Q37",)),
    Option("score", "gold", "what is counted after the last turn", ("gold", "figures", "kills"), rulings=("GR-Q38",)),
    Option("mounties_peace", False, "the Mounties win if after the last turn no other group has more than half its "
           "figures", rulings=("GR-Q38",)),
    Option("escape_scores", False, "gold that left the table counts for its group", rulings=("GR-Q39",)),
    Option("ending", "last-group", "last-group: who is left alone on the table wins at once; gold: then and after the "
           "last turn most gold wins, carried off or in hand", ("last-group", "gold"), rulings=("GR-Q54",)),
    Option("trade", False, "gold may be given to figures of other groups", rulings=("GR-Q40",)),
    Option("hidden", "none", "what of a figure others may not see", ("none", "ammo", "gold", "both"),
           rulings=("GR-Q42",)),
)  # fmt: skip

PRESETS = (
    Preset(
        "quick",
        "ten turns, even hands; gold carried off the table counts",
        {"turns": 10, "escape_scores": True, "hands": "even"},
    ),
    Preset(
        "standard",
        "fifteen turns, even hands; gold carried off the table counts",
        {"turns": 15, "escape_scores": True, "hands": "even"},
    ),
    Preset("seed", "as the rules were written: twenty-five turns; gold counts on the table only"),
)
