"""Tables with columns that ask for a yes or a no."""

from tests.letters.test_undoing import orders


def test_a_column_that_asks_for_yes_or_no_says_how_each_row_is_done():
    rows = "| unit | to | convoy? |\n|---|---|---|\n| Paris | Burgundy | no |\n| Marseilles | Spain | no |"
    assert orders("diplomacy", rows) == ("A PAR - BUR", "A MAR - SPA")
    rows = "gang | to | herd?\nLzy | Mon | no\nCHM | DMG | yes"
    assert orders("range-war", rows) == orders("range-war", "G(Lzy)-Mon\nGH(CHM)-DMG")


def test_a_no_beside_a_sum_bids_nothing():
    assert orders("land-barons", "| lot | bid? | sum |\n| Saloon | yes | 5 |\n| Bank | no | 4 |") == (
        "bid 5 on Saloon",
    )  # fmt: skip
