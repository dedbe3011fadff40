"""A table that wants a paper: `style: gazette`."""

from judge import report
from judge.adjudicator.protocol import Seat
from judge.campaign.live import load_game
from judge.campaign.reports import report_of
from judge.grammar.document import Document
from tests.campaign.conftest import START, begun

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def reports_of(campaign, name, seats):
    """The reports of the step a game stands at, for these seats."""
    with campaign.look() as look:
        live = load_game(look.connection, name)
        return [report.render(report_of(look, live, live.head, seat)) for seat in seats]


def test_everybody_reads_the_paper_where_the_table_wants_one(campaign):
    for name, style in (("west", "gazette"), ("east", "plain")):
        settings = Document({"style": style}, name="settings")
        campaign.new_game(name, "diplomacy", START, seats=POWERS, settings=settings)
        for seat in POWERS:
            campaign.assign(name, seat, f"{seat.title()} <{seat}@example.org>", START)
        campaign.start(name, START)
    for text in reports_of(campaign, "west", (None, Seat("france"))):
        assert "The Continental Courier" in text
        assert "No. 0" in text
    assert not any("Courier" in text for text in reports_of(campaign, "east", (None, Seat("france"))))


def test_a_game_without_a_paper_tells_its_news_plainly(campaign):
    begun(campaign, settings={"style": "gazette"})
    assert "The game begins" in reports_of(campaign, "first", (None,))[0]
