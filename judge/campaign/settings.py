"""A game's settings as the GM writes them: deadlines, silence, press, votes. Campaign defaults, then the game's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from judge.campaign.deadlines import Calendar, Rule, RuleError, read_clock, read_days, read_length
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.report.languages import spoken

EARLY = ("complete", "answered", "never")
PRESS = ("none", "public", "private", "grey", "gm-only", "rulebook")
PRESS_KINDS = ("white", "grey", "fake", "neighbours", "postal")
NMR = ("fill", "wait", "fill-after")
AUTH = ("token", "address", "dkim", "pgp", "any")
DRAWS = ("all", "survivors", "no")
NAMES = ("shown", "initials", "hidden")
NARROWING = {
    "names": NAMES,
    "press_opened": ("all", "public"),
    "audit": ("public", "gm"),
    "votes": ("open", "secret"),
}
"""Settings that show what players were told would be hidden: the most open value first. In a game that has begun they
only go on in this row."""
SETTLED = ("gm_plays", "anonymous", "dice", "beacon_notice", "beacon_patience", "beacon_after")
"""Settings that no longer change in a game that has begun."""

RIGHTS_TO_SET = {
    "zone": "clock",
    "deadlines": "clock",
    "holidays": "clock",
    "grace": "clock",
    "early": "clock",
    "cool_off": "clock",
    "idle": "clock",
    "reports": "clock",
    "remind": "clock",
    "nmr": "clock",
    "civil_disorder_after": "seats",
    "vacant": "seats",
    "confirm": "seats",
    "vote_extend": "clock",
    "absence_days": "clock",
    "extensions": "clock",
    "gm_plays": "games",
    "anonymous": "games",
    "names": "games",
    "language": "words",
    "style": "words",
    "maps": "words",
    "audit": "games",
    "press": "words",
    "press_opened": "games",
    "statements": "words",
    "auth": "games",
    "draws": "games",
    "votes": "games",
    "votes_lapse": "games",
    "sign_up": "seats",
    "vacant_after": "seats",
    "least_reliability": "seats",
    "several_seats": "seats",
    "press_copy": "games",
    "press_kinds": "words",
    "dice": "games",
    "beacon_notice": "games",
    "beacon_patience": "games",
    "beacon_after": "games",
    "preview_dice": "games",
    "release": "release",
}
"""The right of a game master that each setting belongs to; `games`, where secrets open or a result changes."""

KEYS = tuple(RIGHTS_TO_SET)
MOST_REMINDERS = 10
"""Settings that came with somebody else's game fill nobody's mailbox."""
MOST_DAYS = 36_500
"""A number of days, windows or times is no larger: a later day has no date."""
SHORTEST = timedelta(minutes=5)
"""Windows that close sooner run a game through, and mail everybody without end."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A game's settings, read."""

    calendar: Calendar
    early: str = "complete"
    nmr: str = "fill"
    nmr_after: int = 0
    civil_disorder_after: int = 0
    vacant: str = "fill"
    confirm: timedelta | None = None
    vote_extend: timedelta | None = timedelta(hours=24)
    absence_days: int = 14
    extensions: int = 3
    gm_plays: bool = False
    anonymous: bool = False
    names: str = "shown"
    language: str = "en"
    style: str = "plain"
    maps: str = "own"
    audit: str = "public"
    press: str = "private"
    auth: str = "any"
    draws: str = "survivors"
    votes: str = "secret"
    votes_lapse: str = "window"
    sign_up: str = "invited"
    several_seats: bool = False
    vacant_after: int = 2
    least_reliability: int = 0
    press_copy: str = "none"
    press_kinds: tuple[str, ...] = ("white",)
    by_hand: bool = False
    press_opened: str = "public"
    statements: int = 14
    dice: str = "own"
    beacon_notice: timedelta = timedelta(minutes=10)
    beacon_patience: timedelta = timedelta(hours=24)
    beacon_after: str = "wait"
    idle: timedelta = timedelta(0)
    reports: str = "each"
    preview_dice: str = "real"

    @property
    def hurries(self) -> bool:
        """Whether windows close, or a game begins, before anybody can read of it. Only the game master of this very
        campaign may want that, for a try."""
        rules = (self.calendar.default, *self.calendar.rules.values())
        spans = [max(one.length, one.minimum) for one in rules if one.at is None]
        return any(span < SHORTEST for span in (*spans, *([self.confirm] if self.confirm is not None else [])))

    @property
    def previews_by_orders(self) -> bool:
        """Whether a preview cannot show what the real dice will do, so that a release is checked by the orders
        alone."""
        return self.preview_dice == "own" or self.dice == "beacon"


_NUMBERS = ("civil_disorder_after", "absence_days", "extensions", "statements", "vacant_after", "least_reliability")
_SWITCHES = ("gm_plays", "anonymous", "several_seats")


def as_setting(value: object) -> object:
    """A setting written after a `=`: numbers and true/false by their look. A file says which it is."""
    if not isinstance(value, str):
        return value
    text = value
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text


def read_settings(document: Document, kinds: tuple[str, ...] = ()) -> Settings:
    """Settings from a mapping; every mistake is named with its line."""
    value = document.value if document.value is not None else {}
    if not isinstance(value, dict):
        raise document.error("settings are `key: value`")
    complaints: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    one_of = {
        "early": EARLY,
        "press": PRESS,
        "press_opened": NARROWING["press_opened"],
        "press_copy": ("none", "public", "all"),
        "auth": AUTH,
        "draws": DRAWS,
        "audit": NARROWING["audit"],
        "names": NAMES,
        "style": ("plain", "gazette"),
        "maps": ("own", "shared"),
        "language": spoken(),
        "vacant": ("fill", "wait"),
        "votes": NARROWING["votes"],
        "votes_lapse": ("window", "never"),
        "sign_up": ("open", "invited"),
        "release": ("by-clock", "by-hand"),
        "dice": ("own", "beacon"),
        "reports": ("each", "asked"),
        "beacon_after": ("wait", "chain"),
        "preview_dice": ("real", "own"),
    }
    for key, choices in one_of.items():
        if key in value and value[key] not in choices:
            complaints.append(document.complaint(f"{key} is one of {', '.join(choices)}, not {value[key]}", key))
    nmr, _, after = str(value.get("nmr", "fill")).replace("fill-after-", "fill-after ").partition(" ")
    if nmr not in NMR or (nmr == "fill-after" and not (after.isdecimal() and len(after) < 5)):
        complaints.append(document.complaint(f"nmr is fill, wait or fill-after N, not {value.get('nmr')}", "nmr"))
    _check_simple(document, value, complaints)
    kinds_of_press = _press_kinds(document, value, complaints)
    spans = _spans(document, value, complaints)
    calendar = _calendar(document, value, kinds, complaints)
    if complaints or calendar is None:
        raise DocumentError(document.name, complaints)
    as_said = ("early", "civil_disorder_after", "vacant", "absence_days", "extensions", "gm_plays", "anonymous",
               "names", "language", "style", "maps", "audit", "press", "auth", "draws", "votes", "votes_lapse",
               "sign_up", "press_opened", "statements", "dice", "beacon_after", "preview_dice", "several_seats",
               "press_copy", "reports", "vacant_after", "least_reliability")  # fmt: skip
    return Settings(
        calendar=calendar,
        nmr=nmr,
        nmr_after=int(after or 0),
        **spans,
        by_hand=value.get("release") == "by-hand",
        press_kinds=kinds_of_press,
        **{key: value[key] for key in as_said if key in value},
    )


def _check_simple(document: Document, value: Mapping[str, Any], complaints: list[Complaint]) -> None:
    """Whole numbers, and what is true or false."""
    for key in _NUMBERS:
        if not isinstance(value.get(key, 0), int) or not 0 <= value.get(key, 0) <= MOST_DAYS:
            complaints.append(document.complaint(f"{key} is a whole number from 0 to {MOST_DAYS}", key))
    for key in _SWITCHES:
        if not isinstance(value.get(key, False), bool):
            complaints.append(document.complaint(f"{key} is true or false", key))


def _press_kinds(document: Document, value: Mapping[str, Any], complaints: list[Complaint]) -> tuple[str, ...]:
    found = tuple(str(one) for one in _list(value.get("press_kinds", "white")))
    for one in found:
        if one not in PRESS_KINDS:
            said = f"press_kinds are of {', '.join(PRESS_KINDS)}, not {one}"
            complaints.append(document.complaint(said, "press_kinds"))
    return found


def _spans(document: Document, value: Mapping[str, Any], complaints: list[Complaint]) -> dict[str, Any]:
    """Lengths of time; None where there is `no` such thing."""
    found: dict[str, Any] = {}
    for key, fallback in (
        ("beacon_notice", "10m"), ("beacon_patience", "24h"), ("confirm", "no"), ("vote_extend", "24h"), ("idle", "0h"),
    ):  # fmt: skip
        said = str(value.get(key, fallback)).lower()
        try:
            found[key] = None if said in ("no", "false") and key in ("confirm", "vote_extend") else read_length(said)
        except RuleError as error:
            complaints.append(document.complaint(str(error), key))
    return found


def _calendar(
    document: Document, value: Mapping[str, Any], kinds: tuple[str, ...], complaints: list[Complaint]
) -> Calendar | None:
    before = len(complaints)
    zone = _zone(document, str(value.get("zone", "UTC")), complaints)
    default = Rule(timedelta(days=3))
    rules: dict[str, Rule] = {}
    deadlines = value.get("deadlines") or {}
    if isinstance(deadlines, str):
        deadlines = {"all": deadlines}
    for kind in deadlines:
        if kinds and kind != "all" and kind not in kinds:
            near = nearest(str(kind), kinds)
            hint = f'did you mean "{near}"?' if near else f"there are {', '.join(kinds)}"
            complaints.append(document.complaint(f'there is no window "{kind}": {hint}', "deadlines", kind))
            continue
        try:
            rule = _rule(deadlines[kind])
        except RuleError as error:
            complaints.append(document.complaint(str(error), "deadlines", kind))
            continue
        if kind == "all":
            default = rule
        else:
            rules[str(kind)] = rule
    holidays = set()
    for number, text in enumerate(_list(value.get("holidays"))):
        try:
            holidays.add(date.fromisoformat(str(text)))
        except ValueError:
            complaints.append(document.complaint(f'"{text}" is no day: write it as 2027-12-25', "holidays", number))
    spans = {}
    for key, fallback in (("grace", "0h"), ("cool_off", "30m")):
        try:
            spans[key] = read_length(str(value.get(key, fallback)))
        except RuleError as error:
            complaints.append(document.complaint(str(error), key))
    reminders = []
    if len(_list(value.get("remind"))) > MOST_REMINDERS:
        complaints.append(document.complaint(f"remind has at most {MOST_REMINDERS} times", "remind"))
    for text in _list(value.get("remind", "24h")):
        try:
            reminders.append(read_length(str(text)))
        except RuleError as error:
            complaints.append(document.complaint(str(error), "remind"))
    if len(complaints) > before or zone is None:
        return None
    return Calendar(
        zone=zone, default=default, rules=rules, holidays=frozenset(holidays), grace=spans["grace"],
        cool_off=spans["cool_off"], reminders=tuple(reminders),
    )  # fmt: skip


def _list(value: object) -> list[object]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    return [part.strip() for part in str(value).split(",") if part.strip()]


def _zone(document: Document, name: str, complaints: list[Complaint]) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        near = nearest(name, available_timezones())
        hint = f': did you mean "{near}"?' if near else ": write it as Europe/Berlin"
        complaints.append(document.complaint(f'there is no time zone "{name}"{hint}', "zone"))
        return None


def _rule(value: object) -> Rule:
    """`3d`, `3d at 20:30 on mon-fri`, or the same as a mapping."""
    if isinstance(value, dict):
        unknown = set(value) - {"length", "at", "days", "minimum"}
        if unknown:
            raise RuleError("deadline-is-written", unknown=sorted(unknown))
        parts = {key: str(part) for key, part in value.items()}
    else:
        text, _, minimum = str(value).partition(" minimum ")
        text, _, days = text.partition(" on ")
        length, _, at = text.partition(" at ")
        parts = {"length": length, "at": at, "days": days, "minimum": minimum}
    return Rule(
        read_length(parts.get("length") or "3d"),
        read_clock(parts["at"]) if parts.get("at") else None,
        read_days(parts["days"]) if parts.get("days") else frozenset(range(7)),
        read_length(parts["minimum"]) if parts.get("minimum") else timedelta(0),
    )
