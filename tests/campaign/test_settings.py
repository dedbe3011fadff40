"""Settings: each is on the page, with its values; every mistake is quoted."""

import re
from pathlib import Path

import pytest

from judge.campaign.campaign import Campaign
from judge.campaign.founding import told_apart
from judge.campaign.settings import KEYS, NARROWING, RIGHTS_TO_SET, SETTLED, read_settings
from judge.grammar.document import Document, DocumentError, load

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text()


def test_the_page_lists_every_setting_and_no_other():
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(KEYS)


def test_the_page_says_whose_right_each_setting_is():
    listed = re.findall(r"^- (\w+): (.*)$", PAGE.partition("## Whose right")[2], re.MULTILINE)
    assert {key: right for right, keys in listed for key in re.findall(r"`(\w+)`", keys)} == RIGHTS_TO_SET


@pytest.mark.parametrize(
    "key", ["nmr", "press", "auth", "draws", "votes", "votes_lapse", "sign_up", "release", "audit", "vacant"]
)
def test_every_value_on_the_page_is_taken(key):
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{key}`"))
    for value in re.findall(r"`([^`]+)`", row.split("|")[2]):
        read_settings(Document({key: value.replace("N", "2")}, name="x"))


def test_the_default_on_the_page_is_the_default():
    plain = read_settings(Document({}, name="x"))
    for key in ("press", "auth", "draws", "votes", "votes_lapse", "sign_up", "audit", "vacant", "nmr"):
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{key}`"))
        assert getattr(plain, key) == re.findall(r"`([^`]+)`", row.split("|")[2])[0], key


@pytest.mark.parametrize(
    ("written", "rule", "setting"), [("2", "2", None), ("1d", None, "1d"), ("3d at 20:30", None, "3d at 20:30")]
)
def test_a_length_for_deadlines_is_the_tables_where_a_rule_counts_them(tmp_path, written, rule, setting):
    """Hell on Wheels has two or three deadlines a turn; how long each is, every table says."""
    config = Campaign.create(tmp_path, "club")
    options, settings = told_apart(config, "hell-on-wheels", None, {"deadlines": written})
    assert (options.get("deadlines"), settings.value.get("deadlines")) == (rule, setting)


def test_every_mistake_at_once():
    document = load(
        "nmr: maybe\ngrace: soon\nzone: Nowhere/At-All\ndeadlines: {movment: 3d, all: 25 hours at noon}\n", "c"
    )
    with pytest.raises(DocumentError) as caught:
        read_settings(document, ("movement", "retreats"))
    said = str(caught.value)
    for part in (
        "line 1, nmr:",
        "line 2, grace:",
        "line 3, zone:",
        'did you mean "movement"?',
        '"noon" is no time of day',
    ):
        assert part in said, part


# Why a change of these in the middle of a game opens nothing that was hidden when it was written.
OPENS_NOTHING = {
    "it moves a deadline or a reminder, by what everybody can see": (
        "zone deadlines holidays grace early cool_off idle remind nmr vacant vote_extend absence_days extensions"
        " release confirm reports"
    ),
    "it says who may sit where": (
        "civil_disorder_after vacant_after sign_up least_reliability several_seats statements"
    ),
    "it changes words and pictures, not what they tell": "language style maps",
    "it holds for letters to come, and copies of press are told in a mail at once": "press press_kinds press_copy",
    "it says what a letter or a vote needs to count": "auth draws votes_lapse",
    "each look ahead at the real dice is told in the next report": "preview_dice",
}


def test_each_setting_is_settled_or_narrows_or_opens_nothing():
    """A new setting is put into one of the three lists by whoever makes it."""
    opens_nothing = [key for keys in OPENS_NOTHING.values() for key in keys.split()]
    assert sorted([*opens_nothing, *NARROWING, *SETTLED]) == sorted(KEYS)


def test_nobody_is_reminded_every_second():
    """By the settings of a game that came from somebody else."""
    every = [f"{number}m" for number in range(1, 500)]
    with pytest.raises(DocumentError, match="remind has at most 10 times"):
        read_settings(Document({"remind": every}, name="settings"), ())
    assert len(read_settings(Document({"remind": every[:10]}, name="settings"), ()).calendar.reminders) == 10


@pytest.mark.parametrize(
    "deadlines", ["1s", "0s", "4m", {"all": "3d", "bids": "1s"}, {"length": "2s", "minimum": "3s"}, "1s on mon-fri"]
)
def test_a_game_that_runs_through_by_itself_is_known(deadlines):
    """`{length: …}` for all windows is written as `{all: …}`."""
    given = {"all": deadlines} if isinstance(deadlines, dict) and "length" in deadlines else deadlines
    assert read_settings(Document({"deadlines": given}, name="settings"), ()).hurries, deadlines


@pytest.mark.parametrize("deadlines", ["3d", "5m", "0h at 20:30", "1s minimum 2h", {"all": "3d", "bids": "10m"}])
def test_a_game_that_leaves_time_to_read_does_not_hurry(deadlines):
    assert not read_settings(Document({"deadlines": deadlines}, name="settings"), ()).hurries, deadlines


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("absence_days", 10**12), ("statements", 10**12), ("extensions", -1), ("vacant_after", 2**52),
        ("nmr", "fill-after " + "9" * 5000), ("deadlines", "9" * 12 + "w"), ("grace", "99999999w"), ("idle", "x"),
        ("confirm", "9" * 5000 + "d"), ("beacon_patience", "200000w"),
    ],
)  # fmt: skip
def test_no_time_is_longer_than_there_are_dates(key, value):
    with pytest.raises(DocumentError):
        read_settings(Document({key: value}, name="settings"), ())
