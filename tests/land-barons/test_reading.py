"""Letters as people write them, and letters nobody should have written."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load

GAME = shelf.game("land-barons")
GIVEN = """
seats: [graham, johnson]
settlements: {{0105: "Town, graham", 0407: "Town, graham", 0708: "Town, johnson"}}
units: {{graham: [Baron 0507, Regulator 0507, Regulator 0507, Gunslinger 0507, Cowboys 0607], johnson: [Baron 1202]}}
cash: {{graham: 90, johnson: 90}}
lots: [Saloon, Gunslinger, Bank, Saloon]
won: {{graham: [Saloon, Indian Braves]}}
options: {{gifts: true, draw_by_vote: true, tempo: {tempo}, ranches: placed}}
phase: {phase}
going: [graham, johnson]
"""
PHASES = {
    "pay-and-bids": ("express", "Turn 3, pay and bids"), "build-and-raid": ("express", "Turn 3, build and raid"),
    "pay": ("classic", "Turn 3, pay"), "bids": ("classic", "Turn 3, bids"), "build": ("classic", "Turn 3, build"),
    "order-bid": ("classic", "Turn 3, order bid"), "raid": ("classic", "Turn 3, raid of graham"),
    "ranches": ("express", "Setup, ranches"),
}  # fmt: skip


def state_of(form):
    tempo, phase = PHASES[form]
    return GAME.read_position(load(GIVEN.format(tempo=tempo, phase=f'"{phase}"')))


def canonical(form, text):
    state = state_of(form)
    taken = take(GAME, state, "graham", form, text)
    assert not taken.unread, taken.unread
    return [GAME.write(state, "graham", order) for order in taken.orders]


@pytest.mark.parametrize(
    ("form", "said", "meant"),
    [
        ("pay-and-bids", "PAY ALL", ["pay all"]),
        ("pay-and-bids", "pay everybody but the Cowboys", ["pay all but Cowboys at 0607"]),
        ("pay-and-bids", "don't pay Cowboys at 0607", ["pay all but Cowboys at 0607"]),
        ("pay-and-bids", "pay all except 2 Regulators at 0507", ["pay all but Regulator at 0507, Regulator 2 at 0507"]),
        ("pay-and-bids", "pay only gunslinger and cowboys", ["pay only Gunslinger at 0507, Cowboys at 0607"]),
        ("pay-and-bids", "pay nobody", ["pay none"]),
        ("pay-and-bids", "bid $30 on the Bank", ["bid 30 on Bank"]),
        ("pay-and-bids", "30 for Bank", ["bid 30 on Bank"]),
        ("pay-and-bids", "bid Bank 30", ["bid 30 on Bank"]),
        ("pay-and-bids", "bid Bank: 12 / 15 / 17", ["bid 12/15/17 on Bank"]),
        ("pay-and-bids", "bid 12 then 15 on gunsl", ["bid 12/15 on Gunslinger"]),
        ("pay-and-bids", "bid 5 on lot 4", ["bid 5 on Saloon 2"]),
        ("pay-and-bids", "bid 5 on second Saloon", ["bid 5 on Saloon 2"]),
        ("pay-and-bids", "bid 5 on Saloon; bid 6 on Saloon", ["bid 5 on Saloon 1", "bid 6 on Saloon 2"]),
        ("pay-and-bids", "pass on Bank", ["no bid on Bank"]),
        ("pay-and-bids", "1. pay all\n2) bid 3 on Bank  // cheap", ["pay all", "bid 3 on Bank"]),
        ("pay-and-bids", "give $10 to the Johnson Ranch", ["give 10 to johnson"]),
        ("pay-and-bids", "give Johnson 10", ["give 10 to johnson"]),
        ("build-and-raid", "Saloon \u2192 0407", ["Saloon to 0407"]),
        ("build-and-raid", "Saloon: D7", ["Saloon to 0407"]),
        ("build-and-raid", "put the braves in Cedar Wells", ["place Indian Braves at 0407"]),
        ("build-and-raid", "Saloon discarded", ["discard Saloon"]),
        ("build-and-raid", "hire a Regulator at 0407", ["recruit Regulator at 0407"]),
        ("build-and-raid", "bid 5 on the turn order", ["bid 5 for order"]),
        ("build-and-raid", "order bid: 5", ["bid 5 for order"]),
        ("build-and-raid", "Baron 0507 \u2013 0508", ["Baron 0507-0508"]),
        ("build-and-raid", "Baron to 0508", ["Baron 0507-0508"]),
        ("build-and-raid", "Baron 0507 to 0508 to 0509", ["Baron 0507-0508-0509"]),
        ("build-and-raid", "Baron E7-E8", ["Baron 0507-0508"]),
        ("build-and-raid", "Baron 0507 0508 0509", ["Baron 0507-0508-0509"]),
        ("build-and-raid", "Cowboys - 0708", ["Cowboys 0607-0708"]),
        ("build-and-raid", "Baron & Gunslinger 0507-0508", ["Baron 0507-0508", "Gunslinger 0507-0508"]),
        ("build-and-raid", "2 Regulators 0507-0508", ["Regulator 0507-0508", "Regulator 2 0507-0508"]),
        ("build-and-raid", "both Regulators 0507-0508", ["Regulator 0507-0508", "Regulator 2 0507-0508"]),
        ("build-and-raid", "Regulators at 0507 stand", ["Regulator 0507 stands", "Regulator 2 0507 stands"]),
        (
            "build-and-raid",
            "Regulator 0507-0508\nRegulator 0507-0506",
            ["Regulator 0507-0508", "Regulator 2 0507-0506"],
        ),
        ("build-and-raid", "second Regulator 0507-0506", ["Regulator 2 0507-0506"]),
        ("build-and-raid", "hold Baron", ["Baron 0507 stands"]),
        ("build-and-raid", "all 0607-0708", ["Cowboys 0607-0708"]),
        (
            "build-and-raid",
            "all but 2 Regulators and the Baron 0507-0508",
            ["Gunslinger 0507-0508"],
        ),
        (
            "build-and-raid",
            "Baron 0507-0508 if 0508 enemy shoot is at most 40, otherwise stay",
            ["Baron 0507-0508 if 0508 enemy shoot <= 40 else stand"],
        ),
        (
            "build-and-raid",
            "Baron 0507-0508 unless 0508 is held, else 0507-0406",
            ["Baron 0507-0508 unless 0508 enemy units >= 1 else 0507-0406"],
        ),
        ("build-and-raid", "lose the cheap ones", None),
        ("build-and-raid", "lose cowboys and regs", ["lose Cowboys, Regulator"]),
        ("build-and-raid", "retreat to 0508 then 0608", ["retreat 0508, 0608"]),
        ("build-and-raid", "retreat from 0607 to 0508", ["retreat from 0607 to 0508"]),
        ("raid", "Gunslinger to 0508", ["Gunslinger 0507-0508"]),
        ("ranches", "ranch at 0105, E4 and Cedar Wells", ["ranch 0105, 0504, 0407"]),
    ],
)
def test_spellings(form, said, meant):
    if meant is None:
        lines = GAME.read(state_of(form), "graham", form, said)
        assert all(isinstance(line.said, Problem) for line in lines)
        return
    assert canonical(form, said) == meant


@pytest.mark.parametrize(
    ("form", "said", "code", "sentence"),
    [
        ("build-and-raid", "Pinkertons 0507-0508", "unknown-unit", 'no unit "Pinkertons"'),
        ("build-and-raid", "Baron 0507-1311", "off-board", "12 columns and 10 rows"),
        ("build-and-raid", "Baron to Dodge City", "unknown-space", 'no space "Dodge City"'),
        ("build-and-raid", "Baron 507-508", "unknown-space", "Did you mean 0508?"),
        ("build-and-raid", "Regulator 0607-0708", "no-such-unit", "Yours: Regulator 0507"),
        ("build-and-raid", "Baron 0507-0708", "not-adjacent", "0507-0607-0708"),
        ("build-and-raid", "Baron 0507-0508-0509-0510-0410", "path-too-long", "0410 is number 4"),
        ("build-and-raid", "Saloon to 0708", "not-controlled", "controlled by Johnson"),
        ("build-and-raid", "Bank to 0407", "not-won", "You won Saloon and Indian Braves"),
        ("build-and-raid", "bid 95 for order", "over-cash", "more than the $90"),
        ("build-and-raid", "retreat from 0607 to 0101", "retreat-too-far", "0101 is not next to 0607"),
        ("build-and-raid", "make it so", "not-understood", "Expected: Saloon to"),
        ("pay-and-bids", "bid 5 on Church", "unknown-counter", 'no counter "Church"'),
        ("pay-and-bids", "bid 5 on Cowboys", "no-such-lot", "The lots are Saloon, Gunslinger, Bank and Saloon"),
        ("pay-and-bids", "bid 5/4 on Bank", "ladder-falls", "5/4 does not"),
        ("pay-and-bids", "bid 5", "bid-on-what", "The lots are Saloon, Gunslinger, Bank and Saloon"),
        ("order-bid", "pay all", "wrong-window", "is not asked now"),
        ("build-and-raid", "Baron 0507-0508 else stand", "else-alone", 'needs an "if"'),
        ("build-and-raid", "Baron to 1202", "too-far", "it is 8 spaces"),
        ("build-and-raid", "Baron from 0507 to 0507", "goes-nowhere", "is at Alder Valley (0507) already"),
        ("build-and-raid", "0507-0508", "which-of", "you have Baron, Regulator, Regulator and Gunslinger"),
        ("build-and-raid", "Johnson's Baron 1202-1201", "not-yours", "for your own units"),
        ("build-and-raid", "recruit Gunslinger at 0407", "not-recruited", "won at auction"),
        ("build-and-raid", "recruit 2 Regulators at 0407", "one-regulator", "not 2. Write: recruit Regulator at 0407."),
        ("build-and-raid", "recruit a Regulator", "no-site-said", "Bitter Ford (0105) or Cedar Wells (0407)"),
        ("build-and-raid", "Saloon in town", "which-site", "Bitter Ford (0105) or Cedar Wells (0407)"),
        ("build-and-raid", "Saloon on my farm", "no-such-site", "You have no Farm"),
        ("build-and-raid", "I will NOT attack 0508", "not-ordered", "not taken for an order"),
        ("build-and-raid", "Shall Baron go to 0508?", "question", "is a question"),
        ("build-and-raid", "forget the Saloon", "nothing-to-forget", "nothing above that could be taken back"),
        ("order-bid", "bid E7 for order", "no-sum", "is no sum of Dollars"),
        ("pay-and-bids", "bid 12 on Saloon or Bank", "not-understood", 'from "or" on. There could come a number.'),
        (
            "build-and-raid",
            "Baron",
            "not-understood",
            "Next could come a kind of settlement, a number, a space, stands, at or from",
        ),
    ],
)
def test_complaints_quote_expect_and_suggest(form, said, code, sentence):
    state = state_of(form)
    taken = take(GAME, state, "graham", form, said)
    problems = [line.said for line in taken.unread] + list(GAME.check(state, "graham", taken.orders).refused.values())
    assert [problem.code for problem in problems][:1] == [code]
    assert sentence in report.Words(GAME, state).problem(problems[0])


@pytest.mark.parametrize(
    ("form", "said", "code", "sentence"),
    [
        ("pay-and-bids", "bid 5 on Bankk", "read-as", '"Bankk" was taken for Bank.'),
        ("pay-and-bids", "give 10 to Jonson", "read-as", "was taken for The Johnson Ranch"),
        ("pay-and-bids", "bid 12-15 on Bank", "read-as-ladder", "12/15"),
        ("pay-and-bids", "bid 5 on Bank, which is quite a lot for me", "passed-over", "was passed over"),
        ("build-and-raid", "Baron to 0708", "way-taken", "0507-0607-0708"),
    ],
)
def test_what_was_supplied_or_guessed_is_told(form, said, code, sentence):
    state = state_of(form)
    taken = take(GAME, state, "graham", form, said)
    assert taken.orders
    notes = [note for line in taken.lines for note in line.notes]
    assert [note.code for note in notes] == [code]
    assert sentence in report.Words(GAME, state).problem(notes[0])


def test_where_one_site_takes_a_regulator_it_need_not_be_said():
    given = GIVEN.format(tempo="express", phase='"Turn 3, build and raid"').replace('0105: "Town, graham", ', "")
    state = GAME.read_position(load(given))
    taken = take(GAME, state, "graham", "build-and-raid", "recruit a Regulator")
    assert [GAME.write(state, "graham", order) for order in taken.orders] == ["recruit Regulator at 0407"]
    assert [note.code for note in taken.lines[0].notes] == ["site-taken"]


def test_one_bad_line_spoils_no_other():
    assert len(take(GAME, state_of("raid"), "graham", "raid", "Baron 0507-0508\nnonsense\nCowboys stand").orders) == 2


def test_orders_for_the_second_window_wait_for_it():
    taken = take(GAME, state_of("pay-and-bids"), "graham", "pay-and-bids", "pay all\nBaron 0507-0508\nbid 5 for order")
    assert [one.kind for one in taken.later] == ["build-and-raid", "build-and-raid"]
    assert taken.later[0] == Later("build-and-raid", "Baron 0507-0508")


def test_classic_orders_wait_for_the_window_of_their_decision():
    text = "bid 3 on Bank\nSaloon to 0407\nbid 5 for order\nBaron 0507-0508"
    taken = take(GAME, state_of("pay"), "graham", "pay", text)
    assert [one.kind for one in taken.later] == ["bids", "build", "order-bid", "raid"]


WORDS = """bid pay all but 2 Regulators Baron Gunslinger Saloon 0507 0508 9999 E7 - to at if unless else shoot
enemy <= 40
12/15/17 on for order lot 3 lose retreat from fights stands hold discard recruit give Johnson 0 -1 , ; : ( ) and the
0507-0508-0509 Cedar Wells $5 Bank nobody default empty held units >= 99999999999 then""".split()


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(sorted(PHASES)), st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), max_size=4)
)
def test_junk_never_raises_and_whatever_stands_reads_back(form, lines):
    state = state_of(form)
    taken = take(GAME, state, "graham", form, "\n".join(lines))
    checked = GAME.check(state, "graham", taken.orders)
    words = report.Words(GAME, state)
    for problem in (*(line.said for line in taken.unread), *checked.refused.values(), *checked.warned.values()):
        assert words.problem(problem)
    for order in (*checked.accepted, *checked.filled):
        written = GAME.write(state, "graham", order)
        again = take(GAME, state, "graham", form, written)
        assert again.orders == (order,), (written, again)


@pytest.mark.parametrize(
    ("form", "said", "unsaid"),
    [
        ("pay-and-bids", "pay all\nbid 5 on Bank", []),
        ("pay-and-bids", "pay all\nno bids", []),
        ("pay-and-bids", "bid 5 on Bank", ["pay all"]),
        (
            "pay-and-bids",
            "pay all",
            ["no bid on Saloon 1", "no bid on Gunslinger", "no bid on Bank", "no bid on Saloon 2"],
        ),
        ("build-and-raid", "Saloon to 0407\nplace Braves at 0407\nall stand", []),
        ("build-and-raid", "Saloon to 0407\nplace Braves at 0407\nBaron 0507-0508\nall others stand", []),
        ("build-and-raid", "place Braves at 0407\nall stand", ["Saloon to 0105"]),
        ("raid", "all but Baron stand", ["Baron 0507 stands"]),
        ("order-bid", "lose default", []),
    ],
)
def test_what_a_complete_set_says(form, said, unsaid):
    """LB-Q72."""
    state = state_of(form)
    checked = GAME.check(state, "graham", take(GAME, state, "graham", form, said).orders)
    assert [GAME.write(state, "graham", order) for order in checked.unsaid] == unsaid
