"""Tables with columns that ask for a yes or a no."""

import pytest

from tests.letters.test_undoing import orders, told


def test_a_column_that_asks_for_yes_or_no_says_how_each_row_is_done():
    rows = "| unit | to | convoy? |\n|---|---|---|\n| Paris | Burgundy | no |\n| Marseilles | Spain | no |"
    assert orders("diplomacy", rows) == ("A PAR - BUR", "A MAR - SPA")
    rows = "gang | to | herd?\nLzy | Mon | no\nCHM | DMG | yes"
    assert orders("range-war", rows) == orders("range-war", "G(Lzy)-Mon\nGH(CHM)-DMG")


def test_a_no_beside_a_sum_bids_nothing():
    assert orders("land-barons", "| lot | bid? | sum |\n| Saloon | yes | 5 |\n| Bank | no | 4 |") == (
        "bid 5 on Saloon",
    )  # fmt: skip


def test_a_table_may_leave_the_head_over_its_pieces_empty():
    rows = "| | order |\n|---|---|\n| Paris | Burgundy |\n| Marseilles | Spain |"
    assert orders("diplomacy", rows) == ("A PAR - BUR", "A MAR - SPA")
    assert orders("land-barons", "| | bid |\n|---|---|\n| Saloon | 5 |") == ("bid 5 on Saloon",)


def test_the_heads_of_columns_are_nobodys_orders():
    for head in ("| unit | does | to |", "| man | verb | goal |", "| piece | goes | whither |"):
        found = told("diplomacy", f"{head}\n|---|---|---|\n| Paris | move | Burgundy |\n| Brest | hold | |\nMAR - SPA")
        assert (found.verdict, found.orders) == ("OK", ("A PAR - BUR", "F BRE H", "A MAR - SPA")), head


@pytest.mark.parametrize("why", ["not to be late", "not to leave it to England", "no target", "because he can't"])
def test_a_reason_in_its_column_leaves_its_order_as_it_is(why):
    rows = f"| unit | order | why |\n|---|---|---|\n| Paris | - BUR | {why} |"
    assert orders("diplomacy", rows) == ("A PAR - BUR",)


@pytest.mark.parametrize("why", ["not really", "no longer", "only if he holds", "cancelled", "he should not move"])
def test_a_doubt_in_the_column_of_reasons_is_heard(why):
    rows = f"| unit | order | why |\n|---|---|---|\n| Paris | - BUR | {why} |"
    assert orders("diplomacy", rows) == ()


def test_a_table_of_shots_says_how_many_at_whom():
    rows = "Figure   Target   Shots\n1        M2       2\n3        same     1\n2        -        -"
    assert orders("gold-rush", rows) == ("T1: fire 2 at M2", "T3: fire 1 at M2", "T2: stand")
    rows = "| Who | Shots | At |\n|---|---|---|\n| 1 | 2 | M2 |\n| 3 | ditto | M1 |"
    assert orders("gold-rush", rows) == ("T1: fire 2 at M2", "T3: fire 2 at M1")


def test_a_target_by_its_code_is_nobody_to_walk_to():
    assert orders("gold-rush", "Figure   Target\nT1       M2\nT3       M2") == ()
    assert orders("diplomacy", "Unit   Target\nParis  Burgundy") == ("A PAR - BUR",)
