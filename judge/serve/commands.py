"""The commands of a letter, one function each: what a player may ask of the Judge by mail."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

import sqlalchemy as sa

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.campaign import digest, docket, post, seating
from judge.campaign.live import Live, NotNow, load_game, seats_taking_part
from judge.campaign.wake import waiting_for
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat
from judge.grammar.text import folded
from judge.mail.envelope import Envelope
from judge.mail.headers import without_controls
from judge.mail.language import Command, Section
from judge.mail.letter import Letter
from judge.store import tables
from judge.store.base import moment, stamp
from judge.store.queue import Arrived, recall, remember

if TYPE_CHECKING:
    from judge.serve.desk import Answer, Desk, Writer

ANYBODY = ("help", "games", "rules", "join", "confirm", "stop")
"""What needs no seat."""

Act = Callable[["Desk", sa.Connection, Live, Seat, Command, "Writer", "Answer", datetime], None]


def are_for_anybody(commands: Sequence[Command]) -> bool:
    """Whether all of these need no seat."""
    return bool(commands) and all(command.verb in ANYBODY for command in commands)


def for_anybody(
    desk: Desk,
    connection: sa.Connection,
    section: Section,
    envelope: Envelope,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """Commands that need no seat."""
    for command in section.commands:
        if command.verb == "join":
            _join(desk, connection, command, writer, answer, now)
        elif command.verb == "confirm":
            _confirm(desk, connection, command, writer, answer, now)
        elif command.verb == "games":
            _games(connection, answer)
        else:
            answer_anybody(desk, command, answer)


def answer_anybody(desk: Desk, command: Command, answer: Answer) -> None:
    """Answers that ask nothing of the store."""
    if command.verb == "rules":
        _rules(command, answer)
    elif command.verb == "stop":
        answer.say("Reports come to you because you have a seat. RESIGN gives it up; SET MAIL TEXT makes them shorter.")
    else:
        answer.parts.append({"kind": "help", "address": desk.account.address})


def run(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    section: Section,
    writer: Writer,
    arrived: Arrived,
    answer: Answer,
    now: datetime,
) -> Live:
    """Every command of a section but those about the order set itself, in order."""
    for command in section.commands:
        act = ACTS.get(command.verb)
        if act is not None:
            act(desk, connection, live, seat, command, writer, answer, now)
            live = load_game(connection, live.name)
            answer.live = live
        elif command.verb in ANYBODY:
            for_anybody(desk, connection, replace(section, commands=(command,)), None, writer, answer, now)  # type: ignore[arg-type]
        elif command.verb in ("observe", "takeover", "password", "diary"):
            answer.worsen("WARNINGS")
            answer.say(
                f"{command.verb.upper()} is the game master's business: write to "
                f"{desk.campaign.config.gm or 'the game master'}."
            )
    return live


# --- without a seat -----------------------------------------------------------------------------------------------


def _games(connection: sa.Connection, answer: Answer) -> None:
    rows = connection.execute(
        sa.select(tables.games.c.name, tables.games.c.game, tables.games.c.status).order_by(tables.games.c.name)
    )
    lines = [f"{row.name}: {row.game}, {row.status}" for row in rows]
    answer.parts.append({"kind": "list", "title": "Games", "lines": lines or ["There is no game yet."]})


def _rules(command: Command, answer: Answer) -> None:
    key = command.rest.split(" ")[0].lower() if command.rest else ""
    folder = shelf.shipped("rulings")
    known = sorted(path.stem for path in folder.glob("*.md"))
    if key not in known:
        near = nearest(key, known)
        hint = f'did you mean "{near}"?' if near else ""
        answer.say(f"RULES and one of {', '.join(known)}. {hint}".strip())
        return
    text = (folder / f"{key}.md").read_text(encoding="utf-8")
    answer.parts.append({"kind": "marked", "text": text[:40_000]})


def _join(
    desk: Desk, connection: sa.Connection, command: Command, writer: Writer, answer: Answer, now: datetime
) -> None:
    """Sign-up for an open game: what was asked for is carried out only when the address has confirmed it."""
    words = command.rest.replace(",", " ").split()
    live = load_game(connection, words[0].lower())
    answer.live, answer.game = live, live.name
    if live.step is not None or live.row["status"] != "forming":
        raise NotNow(f"{live.name} has begun: ask the game master whether a seat is free")
    if live.settings.sign_up != "open":
        raise NotNow(f"{live.name} is by invitation of the game master: {desk.campaign.config.gm or 'ask him'}")
    wanted = []
    for word in words[1:6]:
        found = find_seat(live.game.seats, word)
        if isinstance(found, str):
            wanted.append(found)
    code = seating.new_token(desk.campaign.entropy)
    remember(
        connection,
        f"join:{seating.token_hash(code)[:32]}",
        json.dumps({"game": live.name, "address": writer.address, "seats": wanted, "at": stamp(now)}),
    )
    answer.say(
        f"Somebody, you we hope, asked for a seat in {live.name} for {writer.address}. Send a letter with the line "
        f"CONFIRM {code} and you are in. If it was not you, do nothing."
    )


def _confirm(
    desk: Desk, connection: sa.Connection, command: Command, writer: Writer, answer: Answer, now: datetime
) -> None:
    key = f"join:{seating.token_hash(command.rest.split()[0])[:32]}"
    known = recall(connection, key)
    asked = json.loads(known) if known else None
    if not asked or asked["address"] != writer.address or moment(asked["at"]) < now - timedelta(days=7):
        raise NotNow("there is nothing to confirm with that word: JOIN GAME asks for a new one")
    live = load_game(connection, asked["game"], lock=True)
    answer.live, answer.game = live, live.name
    taken = {one.seat for one in seating.sittings(connection, live.id) if one.role == "player"}
    if any(row["game"] == live.name for row in writer.seats):
        raise NotNow(f"you have a seat in {live.name} already")
    free = [seat.id for seat in live.game.seats if seat.id not in taken]
    if live.step is not None or not free:
        raise NotNow(f"{live.name} is full")
    # Who asks for no seat, or for one that is gone, gets one by lot; the lot is the confirming word itself.
    lot = int(seating.token_hash(command.rest)[:8], 16)
    seat = next((one for one in asked["seats"] if one in free), free[lot % len(free)])
    token = seating.assign(connection, live, Seat(seat), writer.address, desk.campaign.entropy)
    remember(connection, key, "{}")
    desk.campaign.send_token(connection, live, Seat(seat), writer.address, token, now)
    desk.campaign.note_act(connection, live, "players", "joined", {"seat": seat}, now)
    answer.seat = Seat(seat)
    answer.say(f"Welcome: you play {desk.campaign.seat_name(live, Seat(seat))} in {live.name}.")


# --- with a seat --------------------------------------------------------------------------------------------------


def _status(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """The window, its deadline, who is missing: what everybody may know."""
    if live.step is None:
        sat = [one for one in seating.sittings(connection, live.id) if one.role == "player"]
        answer.say(
            f"{live.name} ({live.game.title}) has not begun: {len(sat)} of {live.game.seat_range[1]} seats are taken."
        )
        return
    if live.window is None:
        answer.say(f"{live.name} ({live.game.title}) is over.")
        return
    waiting = waiting_for(connection, live)
    due = live.row["deadline"]
    lines = [
        f"{live.game.title}, {live.window.title}",
        f"deadline: {live.settings.calendar.said(moment(due), now)}" if due else "no deadline",
        "waiting for: " + (", ".join(desk.campaign.seat_name(live, one) for one in waiting.missing) or "nobody"),
    ]
    if live.row["held"]:
        lines.append("the game master holds this window")
    answer.parts.append({"kind": "list", "title": live.name, "lines": lines})


def _report(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """Any report again, as it is for this seat; not from before its player sat down."""
    if live.step is None:
        raise NotNow(f"{live.name} has not begun")
    number = int(command.rest) if command.rest.isdigit() else live.head
    since = next((one.since_step for one in seating.sittings(connection, live.id) if one.seat == seat), 0)
    if not 0 <= number <= live.head:
        raise NotNow(f"{live.name} has reports 0 to {live.head}")
    private = seat if number >= 0 and since <= live.head else None
    answer.say(f"Report {number} of {live.name} comes in a mail of its own.")
    answer.reports.append(
        {"game": live.name, "step": number, "seat": private or "*public", "rerun": False, "again": True}
    )


def _map(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    _report(desk, connection, live, seat, command, writer, answer, now)


def _resign(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """The seat stands empty; the table is told in the next report, the game master at once."""
    if command.rest and command.rest.lower() not in (live.name, seat):
        raise NotNow(f"RESIGN alone, or RESIGN {live.name}")
    connection.execute(
        tables.seats.update()
        .where(tables.seats.c.game_id == live.id, tables.seats.c.seat == seat, tables.seats.c.role == "player")
        .values(state="resigned")
    )
    name = desk.campaign.seat_name(live, seat)
    desk.campaign.note_act(connection, live, "players", "resigned", {"seat": seat}, now)
    if live.step is not None:
        desk.campaign.tell_next(connection, live, f"{name} has resigned.", now)
    desk.campaign.tell_gm(
        connection, live, f"resigned/{seat}/{live.head}", f"{live.name}: {name} has resigned",
        f"`judge seat replace {live.name} {seat} ADDRESS` seats somebody else.", now,
    )  # fmt: skip
    answer.say(f"You have resigned as {name} from {live.name}. Orders that are in still count.")


def _standing(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """A text for every window of a kind, until it is revoked (by the kind alone)."""
    kind, _, text = command.rest.partition(":")
    kind = kind.strip().lower()
    if kind not in live.game.kinds:
        raise NotNow(
            f'STANDING and a kind of window, a colon, orders: "{kind}" is none of {", ".join(live.game.kinds)}'
        )
    docket.keep_text(connection, live, seat, kind, text.strip(), once=False)
    texts = docket.standing_texts(connection, live, seat)
    lines = [f"{one}: {said}" for one, said in sorted(texts.items())] or ["Nothing stands."]
    answer.parts.append({"kind": "list", "title": "Standing orders", "lines": lines})


def _forecast(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """What would come of orders if everybody else said nothing; with dice of its own, and nothing is stored."""
    from judge import report
    from judge.adjudicator.dice import KeyedDice
    from judge.adjudicator.driver import close, take

    window = live.need_window()
    ask = window.asks.get(seat)
    if ask is None:
        raise NotNow(f"you are not asked in {window.title}")
    orders = take(live.game, live.state, seat, ask.form, "\n".join(command.body)).orders
    closed = close(live.game, live.state, {seat: orders}, KeyedDice.of(f"what if: {live.name}/{window.key}"))
    made = report.build(
        live.game, live.state, closed.step.state, closed.step.events, seat,
        report.Notes(game_name=live.name, form=False, own_templates=desk.campaign.config.own_templates,
                     notices=("This is a forecast with dice of its own: nothing of it has happened.",)),
        title=f"Forecast: {window.title}",
    )  # fmt: skip
    answer.parts.append({"kind": "verbatim", "text": report.render(made)})


def _vote(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    words = re.sub(r"(?i)^(none|cancel)$", "no", command.rest)
    words = re.sub(r"(?i)^concede to ", "concede ", words)
    said, after = desk.campaign.vote_in(connection, live.name, seat, words, now)
    answer.live = after
    answer.say(f"{said[0].upper()}{said[1:]}.")


def _statement(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """A player's last word, for the closing report."""
    text = without_token(without_controls("\n".join(command.body)))
    answer.say(desk.campaign.state_in(connection, live, seat, text, now))


def _absent(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """Days on which no deadline falls for this player."""
    days = re.findall(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}", command.rest)
    try:
        dates = [date.fromisoformat(one) if "-" in one else datetime.strptime(one, "%d.%m.%Y").date() for one in days]
    except ValueError:
        dates = []
    if not 1 <= len(dates) <= 2 or dates[-1] < dates[0]:
        raise NotNow(f'ABSENT from 2027-08-01 to 2027-08-14, not "{command.rest}"')
    if (dates[-1] - dates[0]).days > 60:
        raise NotNow("an absence of more than 60 days is the game master's business")
    player = _player(connection, live, seat)
    connection.execute(
        tables.absences.insert().values(
            player_id=player, first_day=dates[0].isoformat(), last_day=dates[-1].isoformat()
        )
    )
    answer.say(
        f"Noted: away from {dates[0]} to {dates[-1]}. Deadlines of windows that open from now on pass over those days."
    )


def _set(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """A player's own settings: zone, plain text, maps."""
    key, _, value = command.rest.partition(" ")
    key, value = key.lower(), value.strip()
    player = _player(connection, live, seat)
    row = connection.execute(sa.select(tables.players.c.settings).where(tables.players.c.id == player)).scalar()
    settings: dict[str, Any] = json.loads(row or "{}")
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
    elif key == "digest":
        said = _set_digest(connection, live, player, settings, value, now)
    elif key == "name" and value:
        connection.execute(
            tables.players.update().where(tables.players.c.id == player).values(name=without_controls(value)[:60])
        )
        said = f"You are called {without_controls(value)[:60]}."
    else:
        raise NotNow("SET ZONE Europe/Berlin, SET MAP OFF, SET MAIL TEXT, SET DIGEST 20:00, or SET NAME and your name")
    connection.execute(
        tables.players.update().where(tables.players.c.id == player).values(settings=json.dumps(settings))
    )
    answer.say(said)


def _set_digest(
    connection: sa.Connection, live: Live, player: int, settings: dict[str, Any], value: str, now: datetime
) -> str:
    """One mail a day at an hour, or each as it comes."""
    hour = re.fullmatch(r"(?:at |daily |on )*([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?: ?h| uhr| o'clock)?", value.lower())
    if hour is None:
        if value.lower() not in ("off", "no", "never", "each", "none"):
            raise NotNow(f'SET DIGEST 20:00 for one mail a day, or SET DIGEST OFF; "{value}" is neither')
        settings.pop("digest", None)
        digest.release_all(connection, player, now)
        return "You get each mail as it comes."
    settings["digest"] = f"{int(hour[1]):02}:{hour[2] or '00'}"
    settings["digest_zone"] = settings.get("zone") or live.settings.calendar.zone.key
    return (
        f"Reports, notices and press wait for {settings['digest']} ({settings['digest_zone']}) and come as one mail a "
        "day. What you write is acknowledged at once as ever; reminders and what cannot wait come at once too."
    )


def _players(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """Who sits where, by display name; never an address."""
    names = seating.players_by_seat(connection, live.id)
    lines = [f"{one.name}: {names.get(one.id, 'nobody')}" for one in live.game.seats]
    answer.parts.append({"kind": "list", "title": live.name, "lines": lines})


def _player(connection: sa.Connection, live: Live, seat: Seat) -> int:
    return next(
        one.player_id for one in seating.sittings(connection, live.id) if one.seat == seat and one.role == "player"
    )


# --- press ----------------------------------------------------------------------------------------------------------


def _press(
    desk: Desk,
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    command: Command,
    writer: Writer,
    answer: Answer,
    now: datetime,
) -> None:
    """Relay words to other seats, as the game's mode allows; a new mail each, never a forward."""
    said = relay(desk, connection, live, seat, command.rest, "\n".join(command.body), writer, now)
    answer.say(said)


def relay(
    desk: Desk, connection: sa.Connection, live: Live, seat: Seat, to: str, text: str, writer: Writer, now: datetime
) -> str:
    """Press to seats; what the sender is answered."""
    mode = live.settings.press
    text = without_controls(text.strip())[:20_000]
    if not text:
        raise NotNow("there is nothing between PRESS TO and END PRESS")
    if mode == "none":
        raise NotNow(f"{live.name} is played without press")
    if mode == "rulebook" and live.window is not None and "retreat" in live.window.kind + live.window.title.lower():
        raise NotNow("by the rulebook nobody talks during retreats and adjustments")
    taking = seats_taking_part(live) or tuple(one.id for one in live.game.seats)
    names = folded(to).split()
    if to.lower() in ("all", "everybody", "everyone", "world", "*"):
        told = [one for one in taking if one != seat]
    elif names in (["gm"], ["judge"], ["game", "master"], ["m"]):
        told = []
    else:
        told = []
        for one in re.split(r"[,;&]|\band\b|\bund\b", to):
            if one.strip():
                told.append(desk.campaign.seat_of(live.game, one.strip()))
        told = [one for one in dict.fromkeys(told) if one != seat]
    if mode == "gm-only":
        told = []
    if mode == "public" and told:
        told = [one for one in taking if one != seat]
    leak = leaks(connection, live, seat, text) if mode == "grey" else None
    if leak:
        raise NotNow(
            f'your press holds "{leak}", by which you would be known; in {live.name} press is unsigned. It was not sent'
        )
    text = without_token(text)
    sent = connection.execute(
        sa.select(sa.func.count()).select_from(tables.press).where(
            tables.press.c.game_id == live.id, tables.press.c.sender == seat,
            tables.press.c.at > stamp(now - timedelta(days=1)),
        )
    ).scalar_one()  # fmt: skip
    if int(sent) >= desk.account.limits.press_per_day:
        raise NotNow("that is enough press for a day; it was not sent")
    signed = "somebody" if mode == "grey" else desk.campaign.seat_name(live, seat)
    made = connection.execute(
        tables.press.insert().values(
            game_id=live.id, step=live.head, sender=seat, told=json.dumps(told), signed=signed, text=text, at=stamp(now)
        )
    ).inserted_primary_key
    number = int(made[0]) if made is not None else 0
    addresses = {
        one.seat: one.addresses[0]
        for one in seating.sittings(connection, live.id)
        if one.role == "player" and one.addresses
    }
    public = set(told) >= set(taking) - {seat}
    to_whom = "all" if public else ", ".join(desk.campaign.seat_name(live, one) for one in told)
    for one in told:
        if one in addresses:
            _put_press(desk, connection, live, one, addresses[one], number, signed, to_whom, text, seat, mode, now)
    if desk.campaign.config.gm and not live.settings.gm_plays and (mode == "gm-only" or not told):
        _put_press(
            desk,
            connection,
            live,
            Seat("*gm"),
            desk.campaign.config.gm,
            number,
            signed,
            "the game master",
            text,
            seat,
            mode,
            now,
        )
    return f"Press sent to {to_whom or 'the game master'}."


def _put_press(
    desk: Desk, connection: sa.Connection, live: Live, to: Seat, address: str, number: int, signed: str, to_whom: str,
    text: str, seat: Seat, mode: str, now: datetime,
) -> None:  # fmt: skip
    post.put(
        connection, desk.campaign.config.name, desk.campaign.domain, game_id=live.id, game=live.name, step=live.head,
        revision=int(live.row["branch"]), seat=to, kind="press", number=number, recipient=address,
        facts={
            "game": live.name, "seat": to, "from": signed, "to": to_whom, "text": text,
            # In grey press nobody may learn from the reply address who wrote.
            "reply": "" if mode == "grey" else seat,
        },
        now=now,
    )  # fmt: skip


def press_reply(
    desk: Desk,
    connection: sa.Connection,
    envelope: Envelope,
    writer: Writer,
    letter: Letter,
    answer: Answer,
    now: datetime,
) -> None:
    """An answer to a press mail goes to its sender: the address says so, nobody has to name anybody."""
    from judge.serve.desk import NotRead

    live = load_game(connection, envelope.game or "", lock=True)
    answer.live, answer.game = live, live.name
    seat = desk._seat_for(live, Section(), writer, connection)
    answer.seat = seat
    text = "\n".join(letter.own)
    if not text.strip():
        raise NotRead("nothing-said", "there is nothing in it that is not quoted.")
    answer.say(relay(desk, connection, live, seat, (envelope.seat or "").removeprefix("press:"), text, writer, now))


def leaks(connection: sa.Connection, live: Live, seat: Seat, text: str) -> str | None:
    """What of a text would tell who wrote it: his name, an address."""
    words = folded(text)
    for one in seating.sittings(connection, live.id):
        if one.seat != seat or one.role != "player":
            continue
        for known in (one.name, *one.addresses, *(address.partition("@")[0] for address in one.addresses)):
            if len(folded(known)) > 2 and re.search(rf"\b{re.escape(folded(known))}\b", words):
                return known
    found = re.search(r"[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}", text)
    return found[0] if found else None


def without_token(text: str) -> str:
    """Press with everything that looks like a token or a reply address taken out."""
    text = re.sub(r"\b[\w.-]{1,60}\+[\w.-]{1,120}@[\w.-]{1,120}\b", "(address removed)", text)
    return re.sub(r"(?im)^(\W*(?:token|password|key)\W+)\S+", r"\1(removed)", text)


ACTS: dict[str, Act] = {
    "status": _status, "report": _report, "map": _map, "resign": _resign, "standing": _standing, "forecast": _forecast,
    "vote": _vote, "statement": _statement, "absent": _absent, "set": _set, "players": _players, "press": _press,
    "history": _report,
}  # fmt: skip

__all__ = ["ACTS", "ANYBODY", "answer_anybody", "are_for_anybody", "for_anybody", "press_reply", "run"]
