"""Making steps: the setup, closing a window, preview and release, rollback and rollforward, edits, the end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from judge import __version__
from judge.adjudicator.codec import digest, dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import Closed, close
from judge.adjudicator.protocol import AnyGame, Event, Outcome, Seat, Table, Window
from judge.campaign import ahead, beacons, chance, chronicling, docket, missed, opponents, reliability
from judge.campaign.act import Act, Look
from judge.campaign.jobs import put_jobs
from judge.campaign.live import Live, NotNow, codec_of, load_game, seats_taking_part, step_at
from judge.campaign.wake import set_wake, waiting_for
from judge.grammar.document import Document
from judge.report.languages import ENGLISH, worded_in
from judge.report.saying import Saying, kept, worded
from judge.store import club, games, notices, people, steps
from judge.store import docket as sets
from judge.store.base import moment, stamp


@dataclass(frozen=True, kw_only=True)
class Made:
    """A step that was worked out, stored or not."""

    before: Any
    state: Any
    events: tuple[Event, ...]
    title: str
    window_key: str | None = None
    orders: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    dice: KeyedDice | None = None
    chain: int
    link: int | None = None
    silent: tuple[Seat, ...] = ()
    """Seats that were waited for and said nothing."""
    beat: beacons.Fixed | None = None
    """The round of the beacon that was mixed in."""
    by_orders: bool = False
    """The preview cannot know the dice: its hash is that of the orders alone."""

    @property
    def hash(self) -> str:
        """The hash of state, events and orders that a preview prints and a release is compared with."""
        if self.by_orders:
            return digest((plain(self.before), {seat: one["text"] for seat, one in self.orders.items()}))
        return digest((plain(self.state), plain(self.events), {seat: one["text"] for seat, one in self.orders.items()}))


def record_orders(
    game: AnyGame, state: Any, closed: Closed[Any, Any], by_seat: Mapping[Seat, docket.Entry], drawn: chance.Drawn
) -> dict[str, dict[str, Any]]:
    """The orders a step used, as text and as values, how many of them silence filled in, where they came from.

    `hash`: what is published of a sealed set when its window closes; its salt opens with the sealed dice.
    """
    return {
        seat: {
            "text": list(drawn.texts[seat]),
            "values": [plain(order) for order in checked.accepted + checked.filled],
            "filled": len(checked.filled),
            "source": list(by_seat[seat].source),
            "sent": list(by_seat[seat].lines),
            "hash": drawn.hash_of(seat, by_seat[seat].lines),
        }
        for seat, checked in sorted(closed.checked.items())
    }


def work_out_setup(look: Look, live: Live) -> Made:
    """Deal and place, with the first link of the first chain."""
    beat = beacons.fixed_to_begin(live)
    pair, link = chance.next_link(look.connection, live.id, None)
    dice = chance.dice_for(chance.Drawn(pair, link, {}, live.scheme), live.words, beat.randomness if beat else b"")
    step = live.game.setup(Table(seats_taking_part(live), live.options), dice)
    return Made(
        before=None, state=step.state, events=step.events, title=titled(look, "beginning"), dice=dice,
        chain=pair.number, link=link, beat=beat,
    )  # fmt: skip


def work_out(look: Look, live: Live, own: bool = False) -> Made:
    """Close the open window with what is in, by the real dice or a preview's `own`; nothing is stored."""
    window = live.need_window()
    waiting = waiting_for(look, live)
    sent = {seat: one.orders for seat, one in waiting.by_seat.items()}
    # First with dice that do not count, to know the complete sets; their digest is part of the step's key.
    checked = {seat: live.game.check(live.state, seat, sent[seat]) for seat in sorted(window.asks)}
    texts = {
        str(seat): [live.game.write(live.state, seat, order) for order in one.accepted + one.filled]
        for seat, one in checked.items()
    }
    asked = chance.Asked(live.head + 1, window.key, live.step, texts, live.scheme)
    again = chance.made_before(look.connection, live.id, asked)
    pair, link = chance.next_link(look.connection, live.id, again)
    drawn = chance.Drawn(pair, link, texts, live.scheme)
    beat = None if own else beacons.fixed_for(live, beacons.closing(window.key, drawn), again)
    dice = chance.dice_for(drawn, live.words, beat.randomness if beat else b"")
    if own:
        dice = KeyedDice.of(f"a preview of {live.name}, {window.key}")
    closed = close(live.game, live.state, sent, dice)
    return Made(
        before=live.state, state=closed.step.state, events=closed.step.events, title=window.title,
        window_key=window.key, orders=record_orders(live.game, live.state, closed, waiting.by_seat, drawn), dice=dice,
        chain=pair.number, link=link, silent=waiting.silent, beat=beat,
        by_orders=live.settings.previews_by_orders,
    )  # fmt: skip


def store_step(act: Act, live: Live, made: Made, kind: str = "turn", reason: str | None = None) -> Live:
    """Store a step and open the next window."""
    number = live.head + 1
    taken = steps.newest_branch(act.connection, live.id, number)
    branch = int(live.row["branch"]) if taken is None else max(int(live.row["branch"]), int(taken) + 1)
    step = {
        "game_id": live.id,
        "branch": branch,
        "number": number,
        "kind": kind,
        "window_key": made.window_key,
        "window_title": made.title,
        "state": dump(made.state),
        "state_hash": digest(made.state),
        "orders": json.dumps(made.orders, ensure_ascii=False, sort_keys=True),
        "events": json.dumps([plain(event) for event in made.events], ensure_ascii=False),
        "draws": json.dumps(chance.draws_plain(made.dice) if made.dice else []),
        "chain": made.chain,
        "link": made.link,
        "reason": reason,
        "judge_version": __version__,
        "made_at": stamp(act.now),
        "parent": int(live.step["id"]) if live.step else None,
        "missed": json.dumps(_missed(act, live, made)),
    }
    clock = _clock_of(act, live, At(number, branch, made.state), kind)
    closes = live.settings.calendar.closing(moment(clock.deadline)) if clock.deadline and kind != "end" else None
    record = chronicling.recorded(act, live, step, made, f"{closes:%Y-%m-%dT%H:%M:%SZ}" if closes else None)
    row = steps.add(act.connection, {**step, "record": record})
    _keep_clock(act, live)
    if kind == "turn" and made.window_key is not None:
        reliability.mark_window(act, live, row, made.orders, made.silent)
        _offer_seats(act, live, json.loads(str(step["missed"])))
    # Notices for the next report are told with this one, and stay with it.
    notices.settle(act.connection, live.id, number, branch)
    _renew_dice(act, live, made, number, branch)
    open_window(act, live, At(number, branch, made.state), kind)
    after = load_game(act.connection, live.name)
    put_jobs(act, after)
    return after


def _missed(act: Act, live: Live, made: Made) -> dict[Seat, int]:
    """The number of windows in a row that each seat has missed, kept with the step that closes this one."""
    found = missed.counts_after(act, live, made.orders, made.silent)
    return {seat: many for seat, many in sorted(found.items()) if many}


def _offer_seats(act: Act, live: Live, counts: Mapping[str, int]) -> None:
    """Offer seats that have sent nothing for too long to others."""
    limit = live.settings.vacant_after
    for seat in sorted(seat for seat, many in counts.items() if limit and many >= limit):
        club.vacate(act.connection, live.id, seat, "missed", stamp(act.now))


def _renew_dice(act: Act, live: Live, made: Made, number: int, branch: int) -> None:
    """When the reel is used up the next one is published with this very step, before anything is drawn from it."""
    newest = chance.pairs(act.connection, live.id)[-1]
    if made.link is None or made.chain != newest.number or made.link < newest.open.links:
        return
    opened, sealed = chance.new_pair(act.connection, live.id, newest.number + 1, act.campaign.entropy).commitments
    said = kept(Saying("notices/new-dice", {"opened": opened, "sealed": sealed}))
    told = {"game_id": live.id, "step": number, "branch": branch, "told": None, "at": stamp(act.now), "text": ""}
    notices.tell(act.connection, [{**told, "said": said}])


@dataclass(frozen=True, slots=True)
class At:
    """Where a game is: the number of a step, its line of play, its state, its row where it was made before."""

    number: int
    branch: int
    state: Any
    row: int = 0


@dataclass(frozen=True, slots=True)
class _Clock:
    """When a window opened, when it is due (None: nobody knows yet), how often its deadline was missed and put off."""

    opened_at: str
    deadline: str | None = None
    overdue: int = 0


def _clock_before(act: Act, step: int) -> _Clock:
    """The clock of a window at the moment when the game was taken away from it; a deadline that is past is none."""
    known = steps.clock(act.connection, step)
    if known is None or not known["deadline"] or known["deadline"] <= stamp(act.now):
        return _Clock(stamp(act.now))
    return _Clock(known["opened_at"], known["deadline"], int(known["overdue"]))


def _keep_clock(act: Act, live: Live) -> None:
    """A window that is closed or left may be taken up again: its deadline, with all extensions, belongs to it."""
    if live.step is None or live.window is None or not live.row["deadline"]:
        return
    due = moment(live.row["deadline"])
    if live.row["hold"] == "pause" and live.row["paused_at"]:
        due += act.now - moment(live.row["paused_at"])
    kept = {"opened_at": live.row["opened_at"], "deadline": stamp(due), "overdue": int(live.row["overdue"])}
    steps.keep_clock(act.connection, int(live.step["id"]), kept)


def open_window(act: Act, live: Live, at: At, kind: str, held: str | None = None) -> None:
    """Set the head, the next window and its deadline; texts sent ahead are read in.

    A correction that leaves the same window open leaves its deadline and the orders that are in as well. A rollback
    keeps the orders of the windows it reopens; only a step made anew forgets those of another line of play.
    """
    # Write out everything read of the game so far, and read it again.
    act.ledger.forget()
    window = live.game.window(at.state)
    outcome = live.game.outcome(at.state)
    clock = _clock_of(act, live, at, kind)
    beacons.forget(act, live)
    if window and kind in ("turn", "setup"):
        sets.forget_other_lines(act.connection, live.id, window.key, digest(at.state))
    games.change(
        act.connection,
        live.id,
        head=at.number,
        branch=at.branch,
        status="running" if window else "over",
        outcome=_plain_outcome(outcome) if outcome else None,
        window_key=window.key if window else None,
        window_kind=window.kind if window else None,
        opened_at=clock.opened_at,
        deadline=clock.deadline,
        held=held if window else None,
        hold="stood" if held and window else None,
        paused_at=None,
        overdue=clock.overdue,
        wake_at=None,
    )
    if window:
        fresh = load_game(act.connection, live.name)
        if kind in ("turn", "setup"):
            ahead.take_up(act, fresh)
        opponents.answer(act, fresh)
        set_wake(act, fresh)


def _clock_of(act: Act, live: Live, at: At, kind: str) -> _Clock:
    """The clock of the window that a step opens."""
    window = live.game.window(at.state)
    if kind == "edit" and window and window.key == live.row["window_key"]:
        return _Clock(live.row["opened_at"], live.row["deadline"], int(live.row["overdue"]))
    if window and kind == "stand":
        return _clock_before(act, at.row)
    if window:
        due = live.settings.calendar.deadline(window.kind, act.now, away(act, live, window))
        return _Clock(stamp(act.now), stamp(due))
    return _Clock(stamp(act.now))


def _plain_outcome(outcome: Outcome) -> str:
    return json.dumps({"winners": list(outcome.winners), "reason": outcome.reason})


def away(look: Look, live: Live, window: Window) -> list[tuple[date, date]]:
    """Absences of the players who are asked: their days are passed over."""
    found = []
    for first_text, last_text in people.absences_at(look.connection, live.id, window.asks):
        first, last = date.fromisoformat(first_text), date.fromisoformat(last_text)
        found.append((first, min(last, first + timedelta(days=live.settings.absence_days - 1))))
    return [(first, last) for first, last in found if first <= last]


def roll_back(act: Act, live: Live, to: int) -> tuple[Live, tuple[str, str], bool]:
    """Back to a step: what came after is kept for `rollforward`; changed orders will draw from a new chain.

    With the new commitments, and whether the secrets are new ones: those of a game that was over are open.
    """
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    if live.head == 0:
        raise NotNow("at-the-beginning", game=live.name)
    if not 0 <= to < live.head:
        raise NotNow("back-to-steps", game=live.name, step=live.head, most=live.head - 1)
    step = step_at(act.connection, live.id, to)
    assert step is not None
    newest = chance.pairs(act.connection, live.id)[-1].number
    anew = live.row["status"] == "over"
    pair = chance.new_pair(act.connection, live.id, newest + 1, act.campaign.entropy, anew)
    after = _stand_at(act, live, step, Saying("held/taken-back", {"game": live.name, "step": to}))
    return after, pair.commitments, anew


def roll_forward(act: Act, live: Live, to: int | None = None) -> Live:
    """Forward again, as it was: to a step, or as far as it had been played. Nothing is adjudicated anew."""
    at, here = live.head, live.step
    while here is not None and (to is None or at < to):
        after = step_at(act.connection, live.id, at + 1)
        if after is None or after["parent"] != here["id"]:
            break
        at, here = at + 1, after
    if here is None or at == live.head:
        raise NotNow("nothing-ahead", game=live.name, step=live.head)
    if to is not None and at < to:
        raise NotNow("forward-to", game=live.name, step=at, to=to)
    return _stand_at(act, live, here, Saying("held/taken-forward", {"game": live.name, "step": at}))


def _stand_at(act: Act, live: Live, step: Mapping[str, Any], why: Saying) -> Live:
    """Put the game at a step. The clock closes nothing there until the game master says so."""
    state = codec_of(live.game).load(live.game.state_type, step["state"])
    _keep_clock(act, live)
    at = At(int(step["number"]), int(live.row["branch"]), state, int(step["id"]))
    open_window(act, live, at, "stand", kept(why))
    after = load_game(act.connection, live.name)
    missed.settle(act, after, missed.counts(act, after))
    put_jobs(act, after, ("site",), mark=f"again {live.row['revision']}")
    return after


def edit_position(act: Act, live: Live, document: Document, reason: str) -> tuple[Live, list[str]]:
    """A step of its own kind: the position as the game master says it is, with a reason that players are told."""
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    state = live.game.read_position(document)
    before = live.game.write_position(live.state)
    changes = list(differences(before, live.game.write_position(state)))
    if not changes:
        return live, []
    made = Made(
        before=live.state, state=state, events=(), title=titled(act, "correction"), chain=chain_of(live)
    )  # fmt: skip
    return store_step(act, live, made, "edit", reason), changes


def titled(look: Look, code: str) -> str:
    """The title of a step that closes no window, as it goes on record: pages are named by it, so it is in English."""
    with worded_in(ENGLISH):
        return worded(Saying(f"titles/{code}"), look.config.own_templates)


def chain_of(live: Live) -> int:
    """The chain of a step without dice."""
    return int(live.step["chain"]) if live.step else 0


def end_game(act: Act, live: Live, outcome: Outcome, reason: str) -> Live:
    """End a game by agreement or by the game master: the state stays, no window opens."""
    made = Made(before=live.state, state=live.state, events=(), title=titled(act, "end"), chain=chain_of(live))
    after = store_step(act, live, made, "end", reason)
    # The clock looks at it no more, even if a look was noted for its last window.
    act.ledger.wake(live.id, None)
    games.put(
        act.connection, live.id, status="over", outcome=_plain_outcome(outcome), window_key=None, window_kind=None,
        deadline=None,
    )  # fmt: skip
    return load_game(act.connection, after.name)


def differences(before: object, after: object, path: str = "") -> Sequence[str]:
    """The differences between two position documents, a line each."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        found: list[str] = []
        for key in [*before, *(key for key in after if key not in before)]:
            found += differences(before.get(key), after.get(key), f"{path}/{key}" if path else str(key))
        return found
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        gone = [item for item in before if item not in after]
        new = [item for item in after if item not in before]
        return [f"{path}: - {item}" for item in gone] + [f"{path}: + {item}" for item in new]
    if before == after:
        return []
    return [f"{path}: {before if before is not None else 'nothing'} -> {after if after is not None else 'nothing'}"]


def deadline_of(live: Live) -> datetime | None:
    """When the open window is due."""
    return moment(live.row["deadline"]) if live.row["deadline"] else None
