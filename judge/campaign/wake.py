"""When the clock next looks at a game: the missing seats, whether a window is ready, reminders, deadline, grace."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from judge.adjudicator.protocol import Seat
from judge.campaign import idle
from judge.campaign.act import Act, Look
from judge.campaign.beacons import closed_for
from judge.campaign.deadlines import to_the_minute
from judge.campaign.docket import Entry, entries
from judge.campaign.live import Live
from judge.campaign.patience import full_hour
from judge.campaign.seating import is_masked
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember


@dataclass(frozen=True)
class Waiting:
    """The open window's answers so far. `missing`: the seats it stays open for, whose sets are not all that they
    should be; `silent`: those of them that sent nothing valid."""

    by_seat: Mapping[Seat, Entry]
    missing: tuple[Seat, ...]
    silent: tuple[Seat, ...]
    holding: tuple[Seat, ...]
    """Seats that said WAIT: the window then stays open until its deadline."""
    ready_at: datetime | None
    """When the window may close early: everybody is in, and the cool-off is over."""

    @property
    def late(self) -> tuple[Seat, ...]:
        """The seats that a game waits for beyond its deadline: the silent, and those in error."""
        return tuple(seat for seat in self.missing if seat in self.silent or self.by_seat[seat].faults)


def waiting_for(look: Look, live: Live) -> Waiting:
    """The seats that are waited for. One that is empty, resigned or in civil disorder is not, unless `vacant: wait`.

    A table without players is played by hand: then the window waits for every seat it asks. Once all players have gone
    it waits for nobody, and each window runs to its deadline.
    """
    window = live.need_window()
    by_seat = entries(look, live)
    states = look.ledger.states(live.id)
    asked = [seat for seat, ask in sorted(window.asks.items()) if ask.waits]
    if not states or live.settings.vacant == "wait":
        waited = tuple(asked)
    else:
        waited = tuple(seat for seat in asked if states.get(seat) == "active")
    missing = tuple(seat for seat in waited if not is_in(live, by_seat[seat]))
    silent = tuple(seat for seat in missing if not by_seat[seat].answered)
    holding = tuple(seat for seat, one in sorted(by_seat.items()) if one.wait)
    ready_at = None
    anybody = waited or any(state == "active" for state in states.values())
    if not missing and not holding and asked and anybody and live.settings.early != "never":
        ready_at = _cooled_off(look, live)
        # A player's answer closes no window before the time at which the Judge would have answered for them.
        cool = live.settings.calendar.cool_off
        ready_at = max([ready_at, *(at + cool for at in idle.drawn_times(look, live, asked).values())])
        if is_masked(live):
            # Otherwise the report would tell to the minute when the last of them wrote.
            ready_at = full_hour(ready_at)
            # The same of whoever is no longer waited for, because they gave their seat up.
            until, _ = put_off(look, live)
            ready_at = max(ready_at, until) if until is not None else ready_at
    return Waiting(by_seat, missing, silent, holding, ready_at)


def is_in(live: Live, entry: Entry) -> bool:
    """Whether a seat's set is all that the window waits for: it is valid, its last letter had no errors, and,
    where windows close when all is complete, nothing is left unsaid."""
    if not entry.answered or entry.faults:
        return False
    return live.settings.early == "answered" or entry.complete


def cooled_off(look: Look, live: Live) -> datetime:
    """When the cool-off is over since a set last changed, to the minute that is told; without one, at once. In an
    anonymous game with the full hour: who is waited for beyond the deadline writes unseen as well."""
    at = _cooled_off(look, live)
    return full_hour(at) if is_masked(live) and at > moment(live.row["opened_at"]) else at


def _cooled_off(look: Look, live: Live) -> datetime:
    opened = moment(live.row["opened_at"])
    changed = [moment(row["changed_at"]) for row in look.ledger.docket(live).values()]
    cool_off = live.settings.calendar.cool_off
    latest = max([opened, *changed])
    if not changed:
        return opened
    return to_the_minute(latest + cool_off) if cool_off else latest


def closing_of(live: Live) -> datetime | None:
    """Deadline and grace; None when the window has no deadline."""
    return live.settings.calendar.closing(moment(live.row["deadline"])) if live.row["deadline"] else None


def takes_until(live: Live) -> datetime | None:
    """Up to when a letter counts for the open window. None: as long as it is open (paused, or waiting for the late).

    Once everybody was told the round of its dice, no letter that came later counts.
    """
    if (closed := closed_for(live)) is not None:
        return datetime.fromtimestamp(closed.closed, UTC)
    if live.row["held"] and live.row["hold"] in ("pause", "stood"):
        return None
    if live.settings.nmr == "wait":
        return None
    return closing_of(live)


def set_wake(act: Act, live: Live) -> None:
    """Note when the clock is to look at this game again: never while it is held."""
    wake = None
    if live.row["status"] == "running" and live.window is not None and not live.row["held"]:
        waiting = waiting_for(act, live)
        moments = [waiting.ready_at] if waiting.ready_at is not None else []
        until, _ = put_off(act, live)
        moments += [until] if until is not None else []
        if (closed := closed_for(live)) is not None:
            moments = [closed.comes]
        elif live.row["deadline"]:
            deadline, opened = to_the_minute(moment(live.row["deadline"])), moment(live.row["opened_at"])
            closing = live.settings.calendar.closing(deadline)
            if waiting.missing:
                ahead = live.settings.calendar.reminders_due(deadline, opened)
                moments += [one for one in (*ahead, deadline) if one > act.now]
            drawn = idle.drawn_times(act, live, waiting.missing)
            moments += [at for seat, at in drawn.items() if live.game.may_choose(live.state, seat) is False]
            if closing > act.now or live.settings.nmr != "wait":
                moments.append(closing)
            elif not waiting.late:
                moments.append(cooled_off(act, live))
        wake = min(moments, default=None)
    act.ledger.wake(live.id, stamp(wake) if wake else None)


def put_it_off(act: Act, live: Live, what: str) -> bool:
    """In an anonymous game, do with the full hour what all can see and a letter brings about: else it would tell to the
    minute when somebody wrote. It is done before the window closes. False: it is to be done at once."""
    if not is_masked(live) or act.who != "letter":
        return False
    until, before = put_off(act, live)
    if until is None:
        until, closing = full_hour(act.now), closing_of(live)
        until = min(until, closing) if closing is not None and closing > act.now else until
    remember(act.connection, _key(live), json.dumps({"until": stamp(until), "what": sorted({*before, what})}))
    set_wake(act, live)
    return True


def put_off(look: Look, live: Live) -> tuple[datetime | None, tuple[str, ...]]:
    """Until when something of this game is put off, and what."""
    known = json.loads(recall(look.connection, _key(live)) or "{}") if is_masked(live) else {}
    return (moment(known["until"]), tuple(known["what"])) if known else (None, ())


def put_off_no_more(act: Act, live: Live) -> None:
    """Nothing of this game waits for the hour any more."""
    remember(act.connection, _key(live), "{}")


def _key(live: Live) -> str:
    return f"put-off:{live.id}"
