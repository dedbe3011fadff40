"""The game master and the clock: extensions, pauses, resuming, settings of a running game. Capped, and on record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.campaign.act import Act
from judge.campaign.beacons import closed_for
from judge.campaign.deadlines import length
from judge.campaign.live import Live, NotNow, line_of, load_game
from judge.campaign.masters import refused
from judge.campaign.settings import KEYS, NARROWING, RIGHTS_TO_SET, SETTLED, Settings, read_settings
from judge.campaign.telling import note, tell, tell_players
from judge.campaign.turns import away, deadline_of
from judge.campaign.wake import set_wake
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.report.saying import Saying, kept
from judge.store import games, notices
from judge.store.base import moment, stamp
from judge.store.mails import withdraw

GIVEN = ("deadline extended", "paused")
"""Acts that count against the cap."""
COPIES = "press copies"
"""The act that changes which press is copied; all players are told at once."""
YEARS = range(2000, 2200)
"""Of deadlines."""
FREE = {"held": None, "hold": None}
"""The row of a game whose clock runs."""


def extend(act: Act, name: str, span: timedelta, reason: str, letter: str = "") -> datetime:
    """Put the deadline off. The same reason for the same window counts once, so a repeated call changes nothing.

    `letter`: what asked for it, which then counts once in the reason's stead.
    """
    live = _open(act, name)
    window, due = live.need_window(), deadline_of(live)
    if due is None:
        raise NotNow("no-deadline", window=window.title, game=live.name)
    before = _given(act, live)
    known = {"window": window.key, **({"letter": letter} if letter else {"reason": reason})}
    if any(known.items() <= one.items() for one in before):
        return due
    _cap(live, before)
    later = due + span
    paused = live.row["hold"] == "pause"
    games.change(act.connection, live.id, deadline=stamp(later), **({} if paused else FREE))
    detail = {"window": window.key, "by": int(span.total_seconds()), "to": stamp(later), "reason": reason}
    note(act, live, "deadline extended", detail | known | _on_line(live))
    if paused:
        # Nobody knows the deadline before the clock runs again.
        tell_players(
            act,
            live,
            f"extended/{stamp(later)}/{live.row['revision']}",
            Saying(
                "mails/more-time",
                {"window": window.title, "span": length(span), "reason": reason.strip()},
            ),
        )
        return later
    said = live.settings.calendar.said(later)
    tell(act, live, Saying("notices/put-off", {"window": window.title, "deadline": said, "reason": reason.strip()}))
    tell_players(
        act,
        live,
        f"extended/{stamp(later)}/{live.row['revision']}",
        Saying("mails/new-deadline", {"deadline": said, "window": window.title, "reason": reason.strip()}),
    )
    set_wake(act, load_game(act.connection, name))
    return later


def check_extending(act: Act, name: str, reason: str) -> None:
    """Refuse, with the reason, where the deadline could not be put off."""
    live = _open(act, name)
    window, before = live.need_window(), _given(act, live)
    if deadline_of(live) is None:
        raise NotNow("no-deadline", window=window.title, game=live.name)
    if not any({"window": window.key, "reason": reason}.items() <= one.items() for one in before):
        _cap(live, before)


def set_deadline(act: Act, name: str, to: datetime, reason: str) -> datetime:
    """A deadline of the game master's own choice; it counts as an extension when it is later."""
    due = deadline_of(load_game(act.connection, name))
    if due is not None and to > due:
        return extend(act, name, to - due, reason)
    live = _open(act, name)
    if to <= act.now:
        raise NotNow("deadline-in-the-past")
    games.change(act.connection, live.id, deadline=stamp(to), paused_at=None, **FREE)
    window = live.need_window()
    note(act, live, "deadline moved up", {"window": window.key, "to": stamp(to), "reason": reason})
    said = live.settings.calendar.said(to)
    tell_players(
        act,
        live,
        f"deadline/{stamp(to)}/{live.row['revision']}",
        Saying("mails/new-deadline", {"deadline": said, "window": window.title, "reason": reason.strip()}),
    )
    set_wake(act, load_game(act.connection, name))
    return to


def time_in(live: Live, text: str) -> datetime:
    """A time as somebody writes it (`2027-03-08 20:30`), in the game's own zone unless it names one."""
    try:
        wanted = datetime.fromisoformat(text.strip())
    except ValueError:
        raise NotNow("time-is-written", text=text) from None
    if wanted.year not in YEARS:
        raise NotNow("time-is-written", text=text)
    if len(text.strip()) <= len("2027-03-08"):
        raise NotNow("deadline-has-an-hour")
    return wanted if wanted.tzinfo is not None else live.settings.calendar.on(wanted.date(), wanted.time())


def pause(act: Act, name: str, reason: str) -> None:
    """Stop the clock. Orders are still taken."""
    live = _running(act, name)
    if live.row["paused_at"]:
        raise NotNow("paused-already", game=live.name)
    _cap(live, _given(act, live))
    why = Saying("held/paused", {"reason": reason.strip().rstrip(".")})
    games.change(act.connection, live.id, held=kept(why), hold="pause", paused_at=stamp(act.now))
    act.ledger.wake(live.id, None)
    withdraw(act.connection, live.id, ("reminder",))
    note(act, live, "paused", {"window": live.need_window().key, "reason": reason} | _on_line(live))
    tell_players(
        act,
        live,
        f"paused/{stamp(act.now)}",
        Saying("mails/game-paused", {"game": live.name, "reason": reason.strip()}),
    )


def resume(act: Act, name: str) -> datetime | None:
    """Start the clock again. After a pause the window has the time that was left, and after a rollback or a rollforward
    the deadline that it had, if that is still to come. After any other hold it has a whole window."""
    live = _running(act, name)
    if not live.row["held"]:
        raise NotNow("not-held", game=live.name)
    window, due = live.need_window(), deadline_of(live)
    hold = live.row["hold"]
    values: dict[str, Any] = {**FREE, "paused_at": None}
    if hold == "pause" and due is not None:
        due += act.now - moment(live.row["paused_at"])
    elif hold != "stood" or due is None or due <= act.now:
        due = live.settings.calendar.deadline(window.kind, act.now, away(act, live, window))
        values["opened_at"] = stamp(act.now)
    games.change(act.connection, live.id, **values, deadline=stamp(due))
    note(act, live, "resumed", {"window": window.key, "to": stamp(due)})
    said = live.settings.calendar.said(due)
    tell_players(
        act,
        live,
        f"resumed/{stamp(act.now)}",
        Saying("mails/clock-runs-again", {"deadline": said, "window": window.title}),
    )
    set_wake(act, load_game(act.connection, name))
    return due


def change_settings(act: Act, name: str, given: Mapping[str, object]) -> dict[str, object]:
    """Settings of a game, from now on; on record, and told in the next report."""
    live = load_game(act.connection, name, lock=True)
    for key in given:
        if key not in KEYS:
            near = nearest(key, KEYS)
            raise NotNow("no-such-setting", key=key, near=near, known=list(KEYS))
        why = refused(act.config.masters, act.who, RIGHTS_TO_SET[key], live.name)
        if why:
            raise NotNow("because", why=why)
    for key in SETTLED:
        if key in given and live.step is not None:
            raise NotNow("settled-before", key=key)
    read_settings(Document(dict(given), name="--set"), live.game.kinds)
    whole = {**json.loads(live.row["settings"]), **given}
    _need_narrower(live, read_settings(Document(whole, name="settings"), live.game.kinds))
    games.change(act.connection, live.id, settings=json.dumps(whole, sort_keys=True))
    note(act, live, "settings", dict(given))
    copies = str(given.get("press_copy", live.settings.press_copy))
    if live.step is not None and copies != live.settings.press_copy:
        note(act, live, COPIES, {"from": live.settings.press_copy, "to": copies})
        tell_players(
            act,
            live,
            f"copies/{live.row['revision']}",
            Saying("mails/press-is-copied", {"game": live.name, "copies": copies}),
        )
    if live.step is not None:
        changed = [f"{key} = {value}" for key, value in _flat(given)]
        tell(act, live, Saying("notices/settings-changed", {"settings": changed}))
        set_wake(act, load_game(act.connection, name))
    return whole


def _flat(given: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Settings one by one, in order: those of a mapping as `deadlines.movement`, as they are given."""
    for key, value in sorted(given.items()):
        if isinstance(value, Mapping):
            yield from ((f"{key}.{kind}", one) for kind, one in sorted(value.items()))
        else:
            yield key, ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _need_narrower(live: Live, wanted: Settings) -> None:
    """In a game that has begun, nothing is opened that its players were told is hidden, not even after its end."""
    for key, row in NARROWING.items() if live.step is not None else ():
        now, then = getattr(live.settings, key), getattr(wanted, key)
        if row.index(then) < row.index(now):
            raise NotNow("only-narrower", key=key, now=now, wanted=then)


def _on_line(live: Live) -> dict[str, Any]:
    """The step in whose window an extension was given: the extension counts as long as that step does."""
    return {"at": live.step["id"] if live.step else None}


def _running(act: Act, name: str) -> Live:
    live = load_game(act.connection, name, lock=True)
    live.need_window()
    return live


def _open(act: Act, name: str) -> Live:
    """A game whose window still takes orders: once all were told the round of its dice, no later deadline is true."""
    live = _running(act, name)
    if closed_for(live) is not None:
        raise NotNow("closed-for-its-dice", window=live.need_window().title, game=live.name)
    return live


def _given(act: Act, live: Live) -> list[dict[str, Any]]:
    """The extensions and pauses there were in the windows that count: those of windows taken back went with them."""
    found = [json.loads(detail) for detail in notices.acts_named(act.connection, live.id, GIVEN)]
    line = {int(step["id"]) for step in line_of(act.connection, live)} if found else set()
    return [one for one in found if one.get("at") is None or one["at"] in line]


def _cap(live: Live, before: list[dict[str, Any]]) -> None:
    most = live.settings.extensions
    if len(before) >= most:
        raise NotNow("extended-too-often", game=live.name, times=len(before), most=most, more=most + 1)
