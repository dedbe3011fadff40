"""A seat's life: being away, settings of one's own, leaving."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from judge import shelf
from judge.campaign import digest, people
from judge.campaign.live import NotNow
from judge.grammar.arguments import Day, days, hour
from judge.grammar.lexicon import nearest
from judge.grammar.text import without_controls
from judge.mail import pgp
from judge.report.languages import spoken
from judge.serve.commands.errand import SeatErrand
from judge.store import people as persons


def resign(errand: SeatErrand) -> None:
    """The seat stands empty and nobody waits for it; the table is told in the next report, the game master at once."""
    check_leaving(errand)
    people.resign(errand.act, errand.live.name, errand.seat)
    if errand.live.step is None:
        errand.answer.say(f"You have given up your place in {errand.live.name}.")
    else:
        errand.answer.say(
            f"You have resigned as {errand.seat_name} from {errand.live.name}. Orders that are in still count."
        )


def word(errand: SeatErrand) -> None:
    """A word of one's own for the dice, as long as the game has not begun."""
    said = errand.command.rest.strip(" :.,!")
    people.give_word(errand.act, errand.live, errand.seat, said)
    errand.answer.say(
        f"Your word {said} is mixed into the dice of {errand.live.name}. The first report lists everybody's words."
    )


def check_leaving(errand: SeatErrand) -> None:
    """RESIGN names its own game, or none."""
    if errand.command.rest and errand.command.rest.lower() not in (errand.live.name, errand.seat):
        raise NotNow(f"RESIGN alone, or RESIGN {errand.live.name}")


def days_away(errand: SeatErrand) -> list[date]:
    """The first and the last day of an absence."""
    today = errand.act.now.astimezone(errand.live.settings.calendar.zone).date()
    try:
        dates = [_date(one, today) for one in days(errand.command.rest)]
    except ValueError:
        dates = []
    if not dates or dates[-1] < dates[0]:
        raise NotNow(f'ABSENT from 2027-08-01 to 2027-08-14, not "{errand.command.rest}"')
    if (dates[-1] - dates[0]).days > 60:
        raise NotNow("an absence of more than 60 days is the game master's business")
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
    lines = [f"Noted: away from {dates[0]} to {dates[-1]}. No deadline of yours falls on those days."]
    said = errand.live.settings.calendar.said
    lines += [f"The deadline of {name} moved to {said(due, errand.act.now)}." for name, due in moved]
    errand.answer.say(" ".join(lines))


def set_(errand: SeatErrand) -> None:
    """A player's own settings: zone, plain text, maps."""
    key, _, value = errand.command.rest.partition(" ")
    key, value = key.lower(), value.strip()
    player = errand.player_id
    settings: dict[str, Any] = json.loads(persons.settings(errand.act.connection, player) or "{}")
    if key in ("zone", "timezone"):
        zone = next((one for one in available_timezones() if one.lower() == value.lower()), None)
        if zone is None:
            near = nearest(value, available_timezones())
            raise NotNow(
                f'there is no time zone "{value}"' + (f': did you mean "{near}"?' if near else ": write Europe/Berlin")
            )
        settings["zone"] = zone
        said = f"Times are given in {zone} as well."
    elif key in ("text", "map", "reports", "mail"):
        off = value.lower() in ("no", "off", "false", "without", "never")
        if key == "map":
            settings["map"] = not off
            said = "Reports come without a picture." if off else "Reports come with the map."
        else:
            settings["text"] = value.lower() in ("", "text", "only", "plain", "on", "yes")
            said = "Reports come as plain text." if settings["text"] else "Reports come as text and page."
    elif key == "pages":
        settings["pages"] = value.lower() not in ("off", "no", "false", "without", "never")
        said = f"Your {'name' if settings['pages'] else 'number alone'} stands on the pages of ratings and tournaments."
    elif key == "digest":
        said = _set_digest(errand, settings, value)
    elif key == "pgp":
        said = _set_key(errand, settings, value)
    elif key == "language":
        said = ""
        _set_language(errand, settings, value)
    elif key == "name" and value:
        persons.put(errand.act.connection, player, name=without_controls(value)[:60])
        said = f"You are called {without_controls(value)[:60]}."
    else:
        raise NotNow(
            "SET ZONE Europe/Berlin, SET MAP OFF, SET MAIL TEXT, SET DIGEST 20:00, SET LANGUAGE de, or SET NAME and "
            "your name"
        )
    persons.put(errand.act.connection, player, settings=json.dumps(settings))
    if said:
        errand.answer.say(said)


def _set_language(errand: SeatErrand, settings: dict[str, Any], value: str) -> None:
    """From now on this player is written to in that language, and their orders are read in it too."""
    code = shelf.language_named(value)
    if code is None or code not in spoken():
        raise NotNow(f'"{value}" is not spoken here: SET LANGUAGE and one of {", ".join(spoken())}')
    settings["language"] = code
    errand.answer.parts.append({"kind": "language", "code": "set"})


def _set_key(errand: SeatErrand, settings: dict[str, Any], value: str) -> str:
    """The key that came along signs for this player from now on. Only the token, or the key before it, may say so."""
    if errand.writer.by_token is None and errand.writer.proof.pgp != "pass":
        raise NotNow(
            "a key is registered with your seat's token: answer a report, or add a line TOKEN followed by your token"
        )
    if value.lower() in ("off", "no", "none", "never"):
        settings.pop("pgp", None)
        return "No PGP key is registered for you any more."
    try:
        settings["pgp"], print_ = pgp.public_key(errand.writer.key)
    except pgp.NoPgp as error:
        raise NotNow(f"SET PGP registers the public key that comes with the letter: {error}") from None
    return f"Your PGP key is registered: {print_}. A letter that you sign with it needs no token."


def _set_digest(errand: SeatErrand, settings: dict[str, Any], value: str) -> str:
    """One mail a day at an hour, or each as it comes."""
    at = hour(value)
    if at is None:
        raise NotNow(f'SET DIGEST 20:00 for one mail a day, or SET DIGEST OFF; "{value}" is neither')
    if at == "never":
        settings.pop("digest", None)
        digest.release_all(errand.act, errand.player_id)
        return "You get each mail as it comes."
    settings["digest"] = f"{at[0]:02}:{at[1]:02}"
    settings["digest_zone"] = settings.get("zone") or errand.live.settings.calendar.zone.key
    return (
        f"Reports, notices and press wait for {settings['digest']} ({settings['digest_zone']}) and come as one mail a "
        "day. What you write is acknowledged at once as ever; reminders and what cannot wait come at once too."
    )


__all__ = ["absent", "check_leaving", "days_away", "resign", "set_", "word"]
