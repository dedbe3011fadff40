"""Talk beside orders: it is named and spoils nothing; what may be an order, or may change one, is an error as ever."""

import pytest

from tests.letters.test_pieces import FRANCE, GRAHAM, LAZY_S, RED, TRADERS, fates, heard

ORDERED = {
    FRANCE: "A PAR - BUR",
    LAZY_S: "G(Lzy)-Mon",
    GRAHAM: "bid 12 on Bank",
    TRADERS: "1: stand",
    RED: "bid 4K",
}
TABLES = [pytest.param(table, id=table[0]) for table in ORDERED]


def beside(table, line):
    """What becomes of a line below an order."""
    found = heard(table, f"{ORDERED[table]}\n\n{line}")
    assert found.orders
    return found


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "line",
    [
        "PS: if anything isn't clear just call me",
        "My wife thinks I should take up bridge instead of this nonsense.",
        "We had a barbecue on Sunday and my steak was burnt",
        "Say hello to the others from me.",
        "Ouch! That hurt.",
        "I bring the dice.",
        "We got all three!",
        "That should teach you all a lesson.",
        "My new mail address works from Monday",
        "I've been up since 6 am with the baby, have pity on me",
        "We are moving house this weekend so I may be slow to answer.",
    ],
)
def test_talk_beside_orders_is_named_and_no_error(table, line):
    found = beside(table, line)
    assert found.verdict == "WARNINGS", fates(found)
    named = " ".join(text for text, fate in fates(found) if fate in ("not-ordered", "courtesy", "question"))
    assert {word.strip(".,!:") for word in line.split()} <= {word.strip(".,!:") for word in named.split()}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "line",
    [
        "Lovely weather here in Lyons, 24 degrees.",
        "24 degrees and sun here in Brighton, we sit outside.",
        "It is snowing in Tombstone and the coffee is frozen.",
        "We live in Omaha, Nebraska, by the way!",
        "Ten in the morning and 30 degrees already.",
        "(my dog is called Number 3, no joke)",
        "My wife says hello from room 12.",
        "My son says three is lucky.",
    ],
)
def test_where_a_writer_is_and_how_warm_it_is_there_is_talk(table, line):
    assert beside(table, line).verdict == "WARNINGS"


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (FRANCE, "A MAR here in Spain"),
        (FRANCE, "It is sunny, Marseilles to Spain twice"),
        (LAZY_S, "Coogan's Bluff, live in Mes from now"),
        (GRAHAM, "Hot in Tucson, 24 for it"),
        (TRADERS, "T2 trip to 12"),
        (RED, "30 degrees, 5 grand more"),
    ],
)
def test_a_place_or_a_figure_beside_the_weather_is_an_error(table, line):
    assert beside(table, line).verdict == "ERRORS"


def test_the_dog_that_ate_a_modem_spoils_no_letter():
    for table in ORDERED:
        assert beside(table, "sorry for the delay, the dog ate my modem").verdict == "WARNINGS"


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (FRANCE, "My armie in Pariss hodls"),
        (FRANCE, "My boys hold where they are"),
        (FRANCE, "Everybody back home"),
        (FRANCE, "Only if Italy agrees"),
        (FRANCE, "Unless you hear from me by Friday"),
        (FRANCE, "My troops swarm into Germany"),
        (FRANCE, "My cavalry charges into the Germans"),
        (FRANCE, "Ank-xyz for you my friend"),
        (FRANCE, "Swap the first two"),
        (FRANCE, "Do the opposite please"),
        (FRANCE, "Let's invade Germany!"),
        (LAZY_S, "Round up the cattle!"),
        (LAZY_S, "We burn their barn!"),
        (GRAHAM, "I'd love to have it for twenty"),
        (GRAHAM, "I offer my last dollar for it"),
        (GRAHAM, "We burn his mine down!"),
        (TRADERS, "My lads leg it north"),
        (TRADERS, "We all skedaddle!"),
        (RED, "I chuck the lot"),
        (RED, "A few thousand for me please!"),
        (RED, "I bin my whole hand"),
    ],
)
def test_what_may_order_something_is_an_error_however_chatty(table, line):
    assert beside(table, line).verdict == "ERRORS"


def test_an_if_that_is_said_to_the_reader_opens_no_block():
    found = beside(FRANCE, "if I forgot one of them drop me a line\ncheers\nann")
    assert (found.verdict, found.faults) == ("WARNINGS", ())
    assert heard(FRANCE, "if Paris is empty\nA PAR - BUR").orders == ()


def test_talk_alone_is_for_the_game_master():
    assert heard(FRANCE, "My wife thinks I should take up bridge instead of this nonsense.").verdict != "OK"


def test_no_sign_stops_a_letter():
    for sign in ("___", "_", "²", "№ 5", "x\u200by", "\u0301", "½", "♥", "'", '"'):
        assert beside(FRANCE, f"My {sign} dog says hello {sign} to you").orders == ("A PAR - BUR",)


@pytest.mark.parametrize("name", ["Sultan of Ankara", "The Kaiser", "Sergeant Preston", "Graham the Great", "Old Bill"])
@pytest.mark.parametrize("table", TABLES)
def test_a_title_signs_a_letter(table, name):
    found = beside(table, name)
    assert (name, "signature") in fates(found)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (FRANCE, "Old Paris to Burgundy"),
        (FRANCE, "General Retreat"),
        (FRANCE, "Big Attack"),
        (FRANCE, "Admiral 2"),
        (GRAHAM, "Old Baron to 0507"),
        (RED, "Mayor with 5"),
    ],
)
def test_a_title_beside_what_may_be_an_order_signs_nothing(table, line):
    assert beside(table, line).verdict == "ERRORS"


def test_a_name_that_is_a_place_as_well_is_named():
    assert ("Old Tom", "courtesy") in fates(beside(LAZY_S, "Old Tom"))
    assert beside(LAZY_S, "Old Tom").verdict == "WARNINGS"
