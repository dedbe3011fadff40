"""What somebody else wrote, said or wants is nobody's order, and the answer names it; what its writer adds counts."""

import pytest

from tests.letters.test_pieces import FRANCE, GRAHAM, LAZY_S, RED, TRADERS, fates, heard

TABLES = {
    FRANCE: ("A PAR - BUR", "A MAR - SPA", "Germany"),
    LAZY_S: ("G(Lzy)-Mon", "G(Coo)-Com", "Red River"),
    GRAHAM: ("bid 12 on Bank", "bid 5 on Cowboys", "Johnson"),
    TRADERS: ("1: stand", "T2: stand", "the Mounties"),
    RED: ("Bid 4K", "bid 9K", "Blue"),
}
EACH = [pytest.param(table, id=table[0]) for table in TABLES]


def written_by_both(table, letter):
    """A letter with an order of its writer and one that is somebody else's idea; what was read, and only the first."""
    own, others, friend = TABLES[table]
    found = heard(table, letter.format(own=own, others=others, friend=friend))
    alone = heard(table, own)
    assert found.orders == alone.orders, fates(found)
    assert found.verdict == "WARNINGS", fates(found)
    return found


@pytest.mark.parametrize("table", EACH)
@pytest.mark.parametrize(
    "letter",
    [
        "{friend} wants {others}.\n{own}",
        "{friend} told me {others}.\n{own}",
        "My friend says {others}.\n{own}",
        "{own}\n{friend} suggested to me: {others}",
        "{own}\n\nOn Monday {friend} wrote:\n{others}",
        "{own}\n\n{friend} wrote:\n{others}\nCheers, Ann",
    ],
)
def test_somebody_elses_words_order_nothing_and_are_named(table, letter):
    written_by_both(table, letter)


@pytest.mark.parametrize(
    "letter",
    [
        "Paris wants to go to Burgundy",
        "Germany wants Belgium, so A PAR - BUR",
        "My orders, as Germany said:\nA PAR - BUR",
    ],
)
def test_what_its_writer_wants_counts(letter):
    assert heard(FRANCE, letter).orders == heard(FRANCE, "A PAR - BUR").orders, fates(heard(FRANCE, letter))


def test_what_tells_something_is_named_beside_an_order_for_all():
    found = heard(FRANCE, "All hold. Marseilles can have a look at Spain.")
    assert found.verdict == "WARNINGS", fates(found)


@pytest.mark.parametrize("table", EACH)
@pytest.mark.parametrize(
    "letter",
    [
        '{own}\n{friend} wrote me "{others}. {others}. {others}."',
        "{own}\n{friend} wrote me “hello. {others}. {others}”",
        "{own}\n{friend} wrote: {others}. {others}. {others}.",
        '{friend} wrote me "{others}. {others}." {own}',
    ],
)
def test_somebody_elses_words_end_with_their_quotation_mark_or_their_line(table, letter):
    written_by_both(table, letter)
