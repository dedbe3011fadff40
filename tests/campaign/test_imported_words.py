"""The notices of a game that was imported are words: whoever wrote its record chose them, and no hash covers them."""

import json

import pytest

from judge import report
from judge.campaign.archive import record_of as site_record
from judge.campaign.record import NoRecord, import_record, read_record, record_of
from judge.report.site import write_site
from judge.store import games
from judge.store.base import stamp
from tests.campaign.conftest import START, after, begun

STAMP = stamp(START)


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


@pytest.mark.parametrize(
    ("at", "value", "what"),
    [
        (("game", "outcome"), 3, ""),
        (("game", "outcome"), {"winners": 5, "reason": "agreed"}, "outcome"),
        (("game", "outcome"), {"winners": [[1]], "reason": None}, "outcome"),
        (("statements",), {"amber": 3}, "statements"),
        (("audit",), [{"step": "x", "actor": "gm", "act": "edit", "at": STAMP, "detail": {}}], "audit"),
        (("audit",), [{"step": 1, "actor": "gm", "act": "edit", "at": STAMP, "detail": []}], "audit"),
        (("audit",), [{"step": 1, "actor": "gm", "act": "edit", "at": "yesterday", "detail": {}}], ""),
        (
            ("audit",),
            [{"step": 1, "actor": "gm", "act": "rollback", "at": STAMP, "detail": {"from": 2, "to": 1}}],
            "audit",
        ),
        (
            ("audit",),
            [{"step": 1, "actor": "gm", "act": "press copies", "at": STAMP, "detail": {"to": "all"}}],
            "audit",
        ),
        (("audit",), [{"step": 1, "actor": "gm", "act": "beacon changed", "at": STAMP, "detail": {}}], "audit"),
        (("audit",), [{"step": 1, "actor": "gm", "act": "seat removed", "at": STAMP, "detail": {}}], "audit"),
        (("steps", 0, "judge"), 3, "versions"),
        (("steps", 0, "branch"), "x", "branches"),
        (("steps", 0, "notices"), [{"text": 3, "told": None}], "notices"),
        (("steps", 0, "notices"), [{"text": "x", "told": [3]}], "notices"),
    ],
)
def test_what_no_hash_covers_is_of_its_kind_or_the_record_is_refused(campaign, at, value, what):
    """One such record broke `judge site --all` and `judge doctor` of the whole campaign for good."""
    begun(campaign)
    with campaign.store.begin() as connection:
        record = record_of(connection, "first", full=True)
        part = record
        for key in at[:-1]:
            part = part[key]
        part[at[-1]] = value
        with pytest.raises(NoRecord if what else (TypeError, ValueError), match=what or None):
            import_record(connection, read_record(json.dumps(record)), "again")
        assert not games.is_there(connection, "again")
