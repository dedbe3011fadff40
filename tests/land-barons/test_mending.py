"""What FIX offers for a bid that cannot be: a bid that can be paid, beside the others and after the wages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.grammar.document import Document

GAME = shelf.game("land-barons")
LOTS = ["Gunslinger", "Saloon", "Bank"]


def state(cash, units):
    return GAME.read_position(
        Document(
            {
                "phase": "Turn 3, pay and bids", "lots": LOTS, "cash": {"graham": cash},
                "units": {"graham": ["Regulator 0101"] * units} if units else {},
            },
            name="position",
        )
    )  # fmt: skip


def form(position):
    return GAME.window(position).asks["graham"].form


def bids_of(orders):
    return [one for one in orders if type(one).__name__ == "Bid"]


def offered(position, letter):
    """What stands of the letter, and the orders that FIX ALL would put in beside it."""
    read = [line.said for line in GAME.read(position, "graham", form(position), letter)]
    orders = [one for one in read if type(one).__name__ != "Problem"]
    checked = GAME.check(position, "graham", orders)
    problems = [*(one for one in read if type(one).__name__ == "Problem"), *checked.refused.values()]
    texts = [str(one.detail["suggestion"]) for one in problems if one.detail.get("suggestion")]
    return checked.accepted, [
        line.said for text in texts for line in GAME.read(position, "graham", form(position), text)
    ]


def test_a_bid_above_the_purse_is_offered_at_what_is_left():
    position = state(20, 0)
    standing, more = offered(position, "bid 12 on Gunslinger\nbid 30 on Saloon")
    assert [one.rungs for one in bids_of(standing)] == [(12,)]
    assert [one.rungs for one in bids_of(more)] == [(8,)]


def test_where_nothing_is_left_nothing_is_offered():
    standing, more = offered(state(12, 0), "bid 12 on Gunslinger\nbid 30 on Saloon")
    assert len(bids_of(standing)) == 1
    assert bids_of(more) == []


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 40), st.integers(0, 4),
    st.lists(st.tuples(st.sampled_from(["Gunslinger", "Saloon", "Bank", "Bnk", "Gunslingr"]), st.integers(-2, 60)),
             min_size=1, max_size=4),
)  # fmt: skip
def test_no_bid_that_is_offered_can_be_void(cash, units, said):
    position = state(cash, units)
    letter = "\n".join(f"bid {dollars} on {lot}" for lot, dollars in said)
    standing, more = offered(position, letter)
    together = GAME.check(position, "graham", [*standing, *more])
    new = set(range(len(standing), len(standing) + len(more)))
    warned = {number: one.code for number, one in together.warned.items() if number in new}
    assert not {"bid-over-cash", "bids-over-cash"} & set(warned.values()), (letter, more)
