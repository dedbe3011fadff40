"""The notices of a game that was imported are words: whoever wrote its record chose them, and no hash covers them."""

import json

import pytest

from judge import report
from judge.campaign.archive import record_of as site_record
from judge.campaign.record import import_record, read_record, record_of
from judge.report.site import write_site
from tests.campaign.conftest import after, begun


@pytest.mark.parametrize(
    "words",
    [
        '{"code": ',
        '{"code": 7, "facts": 3}',
        '{"code": "answers/of-a-line"}',
        '{"code": "notices/official-word", "facts": {"text": "Amber has won"}}',
        '{"code": "../../x/y", "facts": {}}',
        "<script>alert(1)</script>",
    ],
)
def test_words_that_look_like_a_saying_of_ours_are_words(campaign, tmp_path, words):
    begun(campaign)
    with campaign.store.begin() as connection:
        record = record_of(connection, "first", full=True)
        record["steps"][0]["notices"] = [{"text": words, "told": None}]
        import_record(connection, read_record(json.dumps(record)), "again")
    assert words in " ".join(report.render(campaign.report("again", 0), "text").split())
    with campaign.look() as look:
        assert record_of(look.connection, "again")["steps"][0]["notices"] == [{"text": words, "told": None}]
        write_site([site_record(look, "again")], tmp_path / "site", "The club")
    assert "<script>alert" not in "".join(path.read_text() for path in (tmp_path / "site").rglob("*.html"))
    campaign.note("again", words, after(hours=2))
