"""When a window closes: lengths, clock times, weekdays and holidays in the game's own zone; grace, minimum, cool-off.

Everything here is arithmetic on moments that are passed in. Wall-clock hours survive daylight-saving changes: a
deadline at 20:30 is at 20:30 whatever the clocks did. A time that does not exist means the first that does; a time that
comes twice means its first coming.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from judge.report.saying import Saying, Unable

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
_NAMES = {said: seconds for unit, seconds in _UNITS.items() for said in (unit, f"{unit}s", unit[0])}
LONGEST = 100 * 366 * _UNITS["day"]
"""A hundred years: a longer time has no date."""


class RuleError(Unable, ValueError):
    """A deadline rule that cannot be read."""


def read_length(text: str) -> timedelta:
    """`3d`, `72h`, `1d 12h`, `90m`."""
    runs = ["".join(run).strip(" ,") for _, run in groupby(text.lower().strip(), str.isdecimal)]
    numbers, units = runs[::2], runs[1::2]
    known = len(numbers) == len(units) and units and all(map(str.isdecimal, numbers)) and _NAMES.keys() >= set(units)
    # So many digits are no length.
    if not known or max(map(len, numbers)) > 12:
        raise RuleError("no-length", text=text)
    seconds = sum(int(number) * _NAMES[unit] for number, unit in zip(numbers, units, strict=True))
    if seconds > LONGEST:
        raise RuleError("no-length", text=text)
    return timedelta(seconds=seconds)


def read_clock(text: str) -> time:
    """`20:30`."""
    hours, _, minutes = text.strip().partition(":")
    try:
        if len(minutes) != 2 or not (hours + minutes).isdecimal():
            raise ValueError
        return time(int(hours), int(minutes))
    except ValueError:
        raise RuleError("no-time-of-day", text=text) from None


def read_days(text: str) -> frozenset[int]:
    """`mon-fri`, `sun`, `mon, wed, fri`, `daily`."""
    if text.strip().lower() in ("daily", "all", "mon-sun"):
        return frozenset(range(7))
    found: set[int] = set()
    for part in text.lower().replace(",", " ").split():
        first, _, last = part.partition("-")
        ends = [first, last or first]
        if any(end[:3] not in DAYS for end in ends):
            raise RuleError("no-weekday", part=part)
        start, stop = (DAYS.index(end[:3]) for end in ends)
        found.update(day % 7 for day in range(start, stop + 1 if stop >= start else stop + 8))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Rule:
    """How long a kind of window stays open. `at`: the clock time it then closes at, on one of `days`."""

    length: timedelta
    at: time | None = None
    days: frozenset[int] = frozenset(range(7))
    minimum: timedelta = timedelta(0)


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """A game's deadlines: its zone, its holidays, a rule for each kind of window and one for all others."""

    zone: ZoneInfo
    default: Rule
    rules: Mapping[str, Rule] = field(default_factory=dict)
    holidays: frozenset[date] = frozenset()
    grace: timedelta = timedelta(0)
    cool_off: timedelta = timedelta(minutes=30)
    reminders: tuple[timedelta, ...] = ()

    def rule(self, kind: str) -> Rule:
        """The rule for a kind of window."""
        return self.rules.get(kind, self.default)

    def deadline(self, kind: str, opened: datetime, away: Sequence[tuple[date, date]] = ()) -> datetime:
        """When a window opened at this moment is due. Days in `away` (absences that count) are passed over."""
        rule = self.rule(kind)
        earliest = opened + max(rule.length, rule.minimum)
        if rule.at is None:
            local = earliest.astimezone(self.zone)
            if self._open_day(local.date(), rule, away):
                return earliest
            return self._first_after(local.date() + timedelta(days=1), local.time(), rule, away)
        # The clock time on or after the day that the length reaches, but never below the minimum.
        day = (opened.astimezone(self.zone) + rule.length).date()
        least = opened + rule.minimum
        for _ in range(4000):
            if self._open_day(day, rule, away):
                due = self.on(day, rule.at)
                if due >= least and due > opened:
                    return due
            day += timedelta(days=1)
        raise RuleError("no-day-left")

    def passing_over(self, kind: str, due: datetime, away: Sequence[tuple[date, date]]) -> datetime:
        """The same clock time on the first day from `due` on that is open and in nobody's absence."""
        local = due.astimezone(self.zone)
        return self._first_after(local.date(), local.time(), self.rule(kind), away)

    def _first_after(self, day: date, clock: time, rule: Rule, away: Sequence[tuple[date, date]]) -> datetime:
        for _ in range(4000):
            if self._open_day(day, rule, away):
                return self.on(day, clock)
            day += timedelta(days=1)
        raise RuleError("no-day-left")

    def _open_day(self, day: date, rule: Rule, away: Sequence[tuple[date, date]]) -> bool:
        """Whether a window may close on this day."""
        return (
            day.weekday() in rule.days
            and day not in self.holidays
            and not any(first <= day <= last for first, last in away)
        )

    def on(self, day: date, clock: time) -> datetime:
        """A wall-clock time on a day, in UTC. In a gap: the first moment after it; in an overlap: the first of two."""
        naive = datetime.combine(day, clock)
        local = naive.replace(tzinfo=self.zone, fold=0)
        back = local.astimezone(UTC).astimezone(self.zone).replace(tzinfo=None)
        if back == naive:
            return local.astimezone(UTC)
        # The clocks jumped over this time: `fold=0` gives a moment as far behind the gap as the time is inside it.
        low, high = naive - timedelta(hours=3), naive
        start = low.replace(tzinfo=self.zone).astimezone(UTC)
        stop = high.replace(tzinfo=self.zone, fold=0).astimezone(UTC) + timedelta(hours=3)
        before = low.replace(tzinfo=self.zone).utcoffset()
        while stop - start > timedelta(seconds=1):
            middle = start + (stop - start) / 2
            if middle.astimezone(self.zone).utcoffset() == before:
                start = middle
            else:
                stop = middle
        return stop.replace(microsecond=0)

    def closing(self, deadline: datetime) -> datetime:
        """The moment after which nothing more is taken: deadline and grace, up to the minute that is told."""
        return to_the_minute(deadline + self.grace)

    def reminders_due(self, deadline: datetime, opened: datetime) -> tuple[datetime, ...]:
        """When those still missing are reminded, latest first; never before the window was open for an hour."""
        moments = (deadline - ahead for ahead in self.reminders)
        return tuple(sorted((one for one in moments if one > opened + timedelta(hours=1)), reverse=True))

    def hour(self, moment: datetime, now: datetime) -> Saying:
        """`20:30 CET`; with the day, where it is another one."""
        local = to_the_minute(moment).astimezone(self.zone)
        same = local.date() == now.astimezone(self.zone).date()
        return Saying("when/hour", {**self._at(moment), "on_another_day": not same})

    def said(self, moment: datetime, now: datetime | None = None) -> Saying:
        """`Sunday 7 March 2027, 20:30 CET (in 2 days 3 hours)`."""
        left = 0 if now is None else int((moment - now).total_seconds())
        about = {"left": abs(left), "is_counted": now is not None, "is_past": now is not None and moment < now}
        return Saying("when/at", {**self._at(moment), **about})

    def _at(self, moment: datetime) -> dict[str, str]:
        return {"at": to_the_minute(moment).astimezone(UTC).isoformat(), "zone": self.zone.key}


def to_the_minute(moment: datetime) -> datetime:
    """A moment as it is told: the next whole minute, so that nothing happens before it."""
    whole = moment.replace(second=0, microsecond=0)
    return moment if moment == whole else whole + timedelta(minutes=1)


def length(span: timedelta) -> Saying:
    """`2 days 3 hours`."""
    return Saying("when/length", {"seconds": int(span.total_seconds())})
