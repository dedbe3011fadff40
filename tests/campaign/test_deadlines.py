"""Deadlines over ten years of zones: the hour stays, masked days are passed over, minimums hold, gaps and overlaps."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.campaign.deadlines import Calendar, Rule, RuleError, read_clock, read_days, read_length

ZONES = (
    "UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/St_Johns", "America/Sao_Paulo",
    "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Chatham", "America/Santiago", "Asia/Tehran",
)  # fmt: skip
zones = st.sampled_from(ZONES).map(ZoneInfo)
moments = st.datetimes(datetime(2024, 1, 1), datetime(2034, 1, 1)).map(lambda one: one.replace(tzinfo=UTC))
clocks = st.times().map(lambda one: one.replace(second=0, microsecond=0))
lengths = st.integers(1, 14 * 24).map(lambda hours: timedelta(hours=hours))
day_masks = st.sets(st.integers(0, 6), min_size=1).map(frozenset)


def exists(zone, naive):
    """Whether a wall clock shows this time at all (it does not in the gap of a spring night)."""
    return naive.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) == naive


@given(zones, moments, lengths, clocks, day_masks)
def test_the_wall_clock_hour_stays_and_masked_days_are_passed_over(zone, opened, length, clock, days):
    rule = Rule(length, clock, days)
    due = Calendar(zone=zone, default=rule).deadline("any", opened)
    local = due.astimezone(zone)
    assert due > opened
    if exists(zone, datetime.combine(local.date(), clock)):
        assert (local.hour, local.minute) == (clock.hour, clock.minute)
        assert local.weekday() in days
    else:
        # The clocks jumped over it: the first moment after the gap, not an hour more or less.
        assert local.replace(tzinfo=None) > datetime.combine(local.date(), clock)
        assert (due - timedelta(minutes=1)).astimezone(zone).utcoffset() < local.utcoffset()


@given(zones, moments, lengths, clocks, day_masks, st.integers(0, 96))
def test_never_below_the_minimum(zone, opened, length, clock, days, hours):
    least = timedelta(hours=hours)
    assert Calendar(zone=zone, default=Rule(length, clock, days, least)).deadline("any", opened) - opened >= least
    assert Calendar(zone=zone, default=Rule(length, None, days, least)).deadline(
        "any", opened
    ) - opened >= least - timedelta(hours=2)


@given(zones, moments, lengths, clocks, st.integers(0, 20), st.integers(0, 20))
def test_holidays_and_absences_are_passed_over(zone, opened, length, clock, holiday, away):
    begin = opened.astimezone(zone).date()
    free = begin + timedelta(days=holiday)
    gone = (begin + timedelta(days=away), begin + timedelta(days=away + 6))
    calendar = Calendar(zone=zone, default=Rule(length, clock), holidays=frozenset({free}))
    local = calendar.deadline("any", opened, [gone]).astimezone(zone)
    if exists(zone, datetime.combine(local.date(), clock)):
        assert local.date() != free
        assert not gone[0] <= local.date() <= gone[1]


@given(zones, moments, lengths)
def test_without_a_clock_time_the_length_is_the_length(zone, opened, length):
    assert Calendar(zone=zone, default=Rule(length)).deadline("any", opened) == opened + length


def test_a_game_at_20_30_in_berlin_stays_at_20_30_for_ten_years():
    calendar = Calendar(zone=ZoneInfo("Europe/Berlin"), default=Rule(timedelta(days=3), time(20, 30)))
    due = datetime(2024, 1, 1, 12, tzinfo=UTC)
    offsets = set()
    for _ in range(1200):
        due = calendar.deadline("any", due)
        local = due.astimezone(calendar.zone)
        assert (local.hour, local.minute) == (20, 30)
        offsets.add(local.utcoffset())
    assert offsets == {timedelta(hours=1), timedelta(hours=2)}
    # Three days and three days: 1200 deadlines are 3600 days, not a day more.
    assert due.date() == date(2024, 1, 1) + timedelta(days=3600)


def test_the_gap_in_spring_and_the_overlap_in_autumn():
    """Berlin, 28 March 2027: 02:00 to 03:00 does not exist. 31 October 2027: 02:30 comes twice."""
    calendar = Calendar(zone=ZoneInfo("Europe/Berlin"), default=Rule(timedelta(days=1), time(2, 30)))
    assert calendar.on(date(2027, 3, 28), time(2, 30)) == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert calendar.on(date(2027, 10, 31), time(2, 30)) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


def test_reminders_never_come_before_the_window_was_open_for_an_hour():
    calendar = Calendar(
        zone=ZoneInfo("UTC"), default=Rule(timedelta(hours=20)), reminders=(timedelta(hours=24), timedelta(hours=6))
    )
    opened = datetime(2027, 3, 1, tzinfo=UTC)
    due = calendar.deadline("any", opened)
    assert calendar.reminders_due(due, opened) == (due - timedelta(hours=6),)


@pytest.mark.parametrize(
    ("text", "span"),
    [("3d", 259_200), ("72h", 259_200), ("1d 12h", 129_600), ("90m", 5400), ("2 weeks", 1_209_600), ("1 day", 86_400)],
)
def test_lengths_as_people_write_them(text, span):
    assert read_length(text).total_seconds() == span


@pytest.mark.parametrize("text", ["", "soon", "3x", "3d later", "d3"])
def test_a_length_that_is_none_is_quoted(text):
    with pytest.raises(RuleError, match="no length of time"):
        read_length(text)


def test_days_and_clocks():
    assert read_days("mon-fri") == frozenset(range(5))
    assert read_days("sat, sun") == {5, 6}
    assert read_days("fri-mon") == {4, 5, 6, 0}
    assert read_clock("20:30") == time(20, 30)
    with pytest.raises(RuleError, match="25:00"):
        read_clock("25:00")
