"""A seat's life: being away, settings of one's own, leaving."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from judge import shelf
from judge.campaign import digest, people, post
from judge.campaign.jobs import put_pages
from judge.campaign.live import NotNow
from judge.campaign.numbers import mail_secret
from judge.campaign.settings import Settings
from judge.grammar.arguments import Day, days, hour
from judge.grammar.lexicon import nearest
from judge.grammar.text import without_controls
from judge.mail import pgp
from judge.mail.proof import Grade
from judge.report.languages import ENGLISH, spoken
from judge.report.saying import Saying
from judge.serve import room
from judge.serve.commands.errand import Errand, SeatErrand
from judge.serve.parts import Language
from judge.serve.secrets import check_no_secret, link_of
from judge.store import people as persons
from judge.store import seats
from judge.store.base import stamp


def resign(errand: SeatErrand) -> None:
    """Empty the seat, so that nobody waits for it; the table is told in the next report, the game master at once."""
    check_leaving(errand)
    people.resign(errand.act, errand.live.name, errand.seat)
    if errand.live.step is None:
        errand.answer.say("place-given-up", game=errand.live.name)
    else:
        errand.answer.say("resigned", seat=errand.seat_name, game=errand.live.name)


def word(errand: SeatErrand) -> None:
    """A word of one's own for the dice, as long as the game has not begun."""
    said = errand.command.rest.strip(" :.,!")
    people.give_word(errand.act, errand.live, errand.seat, said)
    errand.answer.say("word-mixed-in", word=said, game=errand.live.name)


def check_leaving(errand: SeatErrand) -> None:
    """RESIGN names its own game, or none."""
    if errand.command.rest and errand.command.rest.lower() not in (errand.live.name, errand.seat):
        raise NotNow("resign-is-written", game=errand.live.name)


def days_away(errand: SeatErrand) -> list[date]:
    """The first and the last day of an absence."""
    today = errand.act.now.astimezone(errand.live.settings.calendar.zone).date()
    try:
        dates = [_date(one, today) for one in days(errand.command.rest)]
    except ValueError:
        dates = []
    if not dates or dates[-1] < dates[0]:
        raise NotNow("absent-is-written", text=errand.command.rest)
    if (dates[-1] - dates[0]).days > 60:
        raise NotNow("absence-too-long")
    return dates


def _date(day: Day, today: date) -> date:
    """A day of which no year was said is the next one of its name."""
    if day.year:
        return date(day.year, day.month, day.day)
    this_year = date(today.year, day.month, day.day)
    return this_year if this_year >= today else date(today.year + 1, day.month, day.day)


def absent(errand: SeatErrand) -> None:
    """Days on which no deadline falls for this player."""
    dates = days_away(errand)
    moved = people.be_away(errand.act, errand.player_id, dates[0], dates[-1])
    said = errand.live.settings.calendar.said
    errand.answer.say(
        "away",
        first=dates[0],
        last=dates[-1],
        moved=[{"game": name, "deadline": said(due, errand.act.now) if due else ""} for name, due in moved],
    )


def set_(errand: Errand) -> None:
    """A person's own settings: zone, plain text, maps. People without a seat have them too."""
    key, _, value = errand.command.rest.partition(" ")
    key, value = key.lower(), value.strip()
    player = errand.player_id
    settings: dict[str, Any] = json.loads(persons.settings(errand.act.connection, player) or "{}")
    is_bare, before = errand.writer.grade_as_person is Grade.BARE, dict(settings)
    if is_bare and room.is_silent(errand.hand):
        raise NotNow("not-proven")
    if key in ("zone", "timezone"):
        zone = next((one for one in available_timezones() if one.lower() == value.lower()), None)
        if zone is None:
            near = nearest(value, available_timezones())
            raise NotNow("no-such-zone", text=value, near=near)
        settings["zone"] = zone
        said = Saying("answers/zone-set", {"zone": zone})
    elif key in ("text", "map", "reports", "mail"):
        off = _switch(value) in OFF
        if key == "map":
            settings["map"] = not off
            said = Saying("answers/map-set", {"off": off})
        else:
            settings["text"] = _switch(value) in ("", "text", "only", "plain", "on", "yes")
            said = Saying("answers/text-set", {"alone": settings["text"]})
    elif key == "pages":
        if is_bare:
            raise NotNow("name-is-proven")
        settings["pages"] = _switch(value) not in OFF
        said = Saying("answers/pages-set", {"by_name": settings["pages"]})
    elif key == "digest":
        said = _set_digest(errand, settings, value)
    elif key == "link":
        said = _set_link(errand, value)
    elif key == "pgp":
        said = _set_key(errand, settings, value)
    elif key == "language":
        settings["language"], said = _language(value), None
    elif key == "name" and value:
        if is_bare:
            raise NotNow("name-is-proven")
        check_no_secret(errand.act.connection, value, errand.act.config.masters)
        persons.put(errand.act.connection, player, name=without_controls(value)[:60])
        said = Saying("answers/name-set", {"name": without_controls(value)[:60]})
    else:
        raise NotNow("set-is-written")
    persons.put(errand.act.connection, player, settings=json.dumps(settings))
    if key in ("pages", "name"):
        put_pages(errand.act, f"{key}/{player}/{stamp(errand.act.now)}")
    if said is None:
        errand.answer.parts.append(Language("set"))
    else:
        errand.answer.pass_on(said)
    if is_bare and key in _UNDONE_BY:
        errand.answer.say("undone-by", line=_UNDONE_BY[key](before, _table_of(errand)))


OFF = ("no", "off", "false", "without", "never")


_UNDONE_BY: dict[str, Callable[[dict[str, Any], Settings | None], str]] = {
    "zone": lambda had, table: f"SET ZONE {had.get('zone') or (table.calendar.zone.key if table else 'UTC')}",
    "map": lambda had, table: f"SET MAP {'on' if had.get('map', True) else 'off'}",
    "text": lambda had, table: f"SET TEXT {'on' if had.get('text') else 'off'}",
    "digest": lambda had, table: f"SET DIGEST {had.get('digest', 'never')}",
    "language": lambda had, table: f"SET LANGUAGE {had.get('language') or (table.language if table else ENGLISH)}",
}
_UNDONE_BY |= {"timezone": _UNDONE_BY["zone"], "reports": _UNDONE_BY["text"], "mail": _UNDONE_BY["text"]}
"""The line that puts a setting back."""


def _table_of(errand: Errand) -> Settings | None:
    return errand.live.settings if isinstance(errand, SeatErrand) else None


def _switch(value: str) -> str:
    """The word that says on or off; words after it are politeness."""
    return next((word.strip(".,;:!?").lower() for word in value.split()), "")


def _language(value: str) -> str:
    """The language that is asked for: from now on this player is written to in it, and their orders are read in it."""
    code = shelf.language_named(value)
    if code is None or code not in spoken():
        raise NotNow("no-such-language", text=value, languages=list(spoken()))
    return code


def _set_key(errand: Errand, settings: dict[str, Any], value: str) -> Saying:
    """The key that came along signs for this player from now on. Only the token, or the key before it, may say so."""
    if errand.writer.grade_as_person < Grade.TOKEN:
        raise NotNow("key-needs-the-token")
    if _switch(value) in (*OFF, "none"):
        settings.pop("pgp", None)
        return Saying("answers/key-gone")
    try:
        settings["pgp"], print_ = pgp.public_key(errand.writer.key)
    except pgp.NoPgp as error:
        raise NotNow("pgp-is-written", error=error) from None
    return Saying("answers/key-set", {"print": print_})


def _set_link(errand: Errand, value: str) -> Saying:
    """Another link to the seat's page, which goes to its registered address and is told nowhere else."""
    if not isinstance(errand, SeatErrand):
        raise NotNow("needs-a-seat", address=errand.writer.address)
    act, live, seat = errand.act, errand.live, errand.seat
    web = act.config.web
    if web is None:
        raise NotNow("no-pages")
    if value.lower() != "new":
        raise NotNow("set-link-new")
    sitting = next((one for one in act.ledger.sittings(live.id) if one.seat == seat and one.role == "player"), None)
    row = seats.of_number(act.connection, sitting.row) if sitting is not None else None
    if sitting is None or row is None or not row["token_hash"] or not sitting.addresses:
        raise NotNow("nobody-for-a-link")
    errand.hand.take("SET LINK NEW", 1)
    links = int(row["links"]) + 1
    seats.put(act.connection, sitting.row, links=links)
    link = link_of(mail_secret(act.connection), sitting.row, str(row["token_hash"]), links)
    post.put_told(
        act, live, post.To(sitting.addresses[0], seat), f"link/{sitting.row}/{links}", "link",
        {"seat": seat, "page": web.page(link)}, "token",
    )  # fmt: skip
    return Saying("answers/link-set", {})


def _set_digest(errand: Errand, settings: dict[str, Any], value: str) -> Saying:
    """One mail a day at an hour, or each as it comes."""
    at = hour(value)
    if at is None:
        raise NotNow("digest-is-written", text=value)
    if at == "never":
        settings.pop("digest", None)
        digest.release_all(errand.act, errand.player_id)
        return Saying("answers/digest-gone")
    settings["digest"] = f"{at[0]:02}:{at[1]:02}"
    settings["digest_zone"] = settings.get("zone") or (
        errand.live.settings.calendar.zone.key if isinstance(errand, SeatErrand) else "UTC"
    )
    return Saying("answers/digest-set", {"hour": settings["digest"], "zone": settings["digest_zone"]})


__all__ = ["absent", "check_leaving", "days_away", "resign", "set_", "word"]
