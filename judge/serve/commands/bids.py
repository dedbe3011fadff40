"""What a game master can have done by mail: each deed, the right it needs, and how heavily it weighs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.adjudicator.protocol import Seat
from judge.campaign import correcting, ending, filling, overview, pace, post, releasing, taking
from judge.campaign.act import Act
from judge.campaign.deadlines import read_length
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.masters import GameMaster
from judge.campaign.seating import sittings
from judge.campaign.secrecy import may_look
from judge.campaign.settings import as_setting
from judge.campaign.telling import note as on_record
from judge.grammar.letter import Bidden
from judge.grammar.lexicon import nearest
from judge.grammar.text import many, without_controls
from judge.mail.language import Command
from judge.report import render
from judge.report.words import listed
from judge.serve.hand import Answer, Hand
from judge.serve.secrets import check_no_secret
from judge.store import games

LONGEST = 20_000
HASH = 12
"""So many signs of a hash stand in an answer."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


@dataclass(frozen=True, slots=True)
class Bid:
    """One thing a game master says in a letter. `of`: the game that stands above it, or outside on the letter."""

    hand: Hand
    command: Command
    master: GameMaster
    said: Bidden
    of: str

    @property
    def act(self) -> Act:
        """The act it is done in."""
        return self.hand.act

    @property
    def answer(self) -> Answer:
        """What is being answered."""
        return self.hand.answer

    @property
    def why(self) -> str:
        """The reason that is given."""
        return self.said.parts.get("why", "").strip(" .,;:!-")


@dataclass(frozen=True, slots=True)
class Deed:
    """How a bid is carried out. `weight`: 0 a look, 1 a change, 2 one that nothing brings back as it was."""

    do: Callable[[Bid], None]
    right: str
    weight: int = 1
    is_of_a_game: bool = True


# --- which game and seat ----------------------------------------------------------------------------------------------


def _is_game(bid: Bid, word: str) -> bool:
    return bool(word) and games.is_there(bid.act.connection, word.lower())


def _place(bid: Bid) -> tuple[str, str]:
    """The name of a game before a seat, where there is one, and the seat."""
    words = bid.said.parts.get("place", "").split()
    if words and _is_game(bid, words[0].rstrip(":,")):
        return words[0].rstrip(":,").lower(), " ".join(words[1:])
    return "", " ".join(words)


def game_for(bid: Bid) -> str:
    """The game a bid is about: named in its line, above it, outside on the letter, or the only one that is running."""
    said = bid.said.parts.get("name", "").rstrip(":,").lower() or _place(bid)[0]
    if said:
        return load_game(bid.act.connection, said).name
    if bid.of:
        return load_game(bid.act.connection, bid.of).name
    own = [(name, status) for name, _, status in games.listed(bid.act.connection) if bid.master.is_of(name)]
    running = [name for name, status in own if status == "running"] or [name for name, _ in own]
    first = (_place(bid)[1].split() or [""])[0]
    near = nearest(first, running) if first else None
    if len(running) != 1 or near:
        hint = f' Did you mean "{near}"?' if near else ""
        raise NotNow(f"which game is it for? Name it in the line: {', '.join(running) or 'there is none'}.{hint}")
    return running[0]


def _live(bid: Bid) -> Live:
    """The game a bid is about, which its answer is then about too."""
    return _stands(bid, load_game(bid.act.connection, game_for(bid), lock=True))


def _stands(bid: Bid, live: Live) -> Live:
    bid.answer.live, bid.answer.game = live, live.name
    return live


def _again(bid: Bid, name: str) -> Live:
    """The game as it stands after what was done."""
    bid.act.ledger.write()
    return _stands(bid, load_game(bid.act.connection, name))


def _open_now(live: Live) -> str:
    if live.window is None:
        return f"{live.name} is over" if live.step is not None else f"{live.name} has not begun"
    return f"{live.window.title} is open"


# --- looks ------------------------------------------------------------------------------------------------------------


def status(bid: Bid) -> None:
    """How one game stands, or all that are theirs, those that need a hand first."""
    name, seat = _place(bid)
    name = name or ("" if seat.lower() in ("all", "games", "everything") else bid.of)
    if seat and not name and seat.lower() not in ("all", "games", "everything"):
        load_game(bid.act.connection, seat.split()[0].lower())
    found = overview.overview(bid.act, bid.act.now, name or None)
    for one in found["games"]:
        if bid.master.is_of(one["name"]):
            title = f"{one['name']}: {one['standing']}"
            bid.answer.parts.append(
                {"kind": "list", "title": title, "lines": overview.lines_of(one, bool(name)) or ["nothing is open"]}
            )
    for line in found["notices"] if not name else ():
        bid.answer.say(f"{line}.")
    if name:
        _stands(bid, load_game(bid.act.connection, name))
    if not bid.answer.parts:
        bid.answer.say("There is no game yet.")


def players(bid: Bid) -> None:
    """Everybody at a table, with their addresses."""
    live = _live(bid)
    lines = [
        f"{one.seat if one.role == 'player' else one.role}: {one.name}, {', '.join(one.addresses) or 'no address'}"
        + ("" if one.state == "active" else f" ({one.state})")
        for one in sittings(bid.act.connection, live.id)
    ]
    bid.answer.parts.append({"kind": "list", "title": live.name, "lines": lines or ["Nobody sits there."]})


def report(bid: Bid) -> None:
    """Any public report again, in a mail of its own."""
    live = _live(bid)
    if live.step is None:
        raise NotNow(f"{live.name} has not begun")
    said = bid.command.rest.split()[-1:] or [""]
    number = int(said[0][:9]) if said[0].isascii() and said[0].isdigit() else live.head
    if not 0 <= number <= live.head:
        raise NotNow(f"{live.name} has reports 0 to {live.head}")
    bid.answer.say(f"Report {number} of {live.name} comes in a mail of its own.")
    bid.answer.reports.append({"game": live.name, "step": number, "seat": "*public", "rerun": False, "again": True})


def orders_in(bid: Bid) -> None:
    """What every seat has in for the open window."""
    live = _live(bid)
    may_look(bid.act, live.name, "the orders of all seats")
    live, entries = taking.docket_of(bid.act, live.name)
    for seat, entry in sorted(entries.items()):
        lines = list(entry.lines) or ["(nothing)" if entry.answered else "(nothing yet)"]
        bid.answer.parts.append({"kind": "list", "title": live.seat_name(seat), "lines": lines})


def preview(bid: Bid) -> None:
    """What a release would make now, and the hash that releases it."""
    live = _live(bid)
    seat = _place(bid)[1]
    chosen = None if seat.lower() in ("", "all", "public") else seat_of(live.game, seat)
    override = bid.why if "override" in bid.command.rest.lower() else None
    may_look(bid.act, live.name, "the preview", override)
    made = releasing.preview(bid.act, live.name)
    bid.answer.say(
        f"This is what a release of {made.title} would make now; nothing was sent. To release exactly this, answer "
        f"with the line RELEASE {live.name} {made.hash[:HASH]}. PREVIEW {live.name} and a seat shows what that seat "
        f"would get, PREVIEW {live.name} ALL everybody's."
    )
    audience = list(made.reports) if seat.lower() == "all" else [chosen or "public"]
    for one in audience:
        if one not in made.reports:
            raise NotNow(f"{one} takes no part in {live.name}")
        title = "The public report" if one == "public" else f"The report of {live.seat_name(Seat(one))}"
        bid.answer.parts.append({"kind": "list", "title": title, "lines": []})
        own = bid.act.config.own_templates
        bid.answer.parts.append({"kind": "verbatim", "text": render(made.reports[one], "text", own)[:LONGEST]})


# --- changes ----------------------------------------------------------------------------------------------------------


def release(bid: Bid) -> None:
    """Close the open window, if it still makes what was previewed."""
    live = _live(bid)
    title = live.need_window().title
    after = releasing.release(bid.act, live.name, bid.said.parts["hash"])
    _again(bid, live.name)
    bid.answer.say(f"{title} of {live.name} is adjudicated (step {after.head}); the reports are on their way.")
    bid.answer.say(f"{_open_now(after)}.")


def extend(bid: Bid) -> None:
    """Put the deadline off by a span."""
    live = _live(bid)
    number, _, unit = bid.said.parts["span"].lower().partition(" ")
    span = f"{_NUMBERS.get(number, number)}{unit[:1]}" if unit else number
    later = pace.extend(bid.act, live.name, read_length(_short(span)), bid.why, _letter(bid))
    _say_due(bid, live, later)


def _short(span: str) -> str:
    """`36hours` as `36h`: lengths are written with one letter or with whole words."""
    digits = span.rstrip("abcdefghijklmnopqrstuvwxyz ")
    return f"{digits}{span[len(digits) :].strip()[:1]}"


def _letter(bid: Bid) -> str:
    """What a letter's line is known by, in words that tell nothing of its writer."""
    said = f"{bid.hand.opened.letter.message_id or bid.hand.arrived.id}/{bid.command.number}"
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def deadline(bid: Bid) -> None:
    """Put the deadline at a time."""
    live = _live(bid)
    calendar = live.settings.calendar
    try:
        wanted = datetime.fromisoformat(bid.said.parts["moment"])
    except ValueError:
        raise NotNow(f"a time is written as 2027-03-08 20:30, not {bid.said.parts['moment']}") from None
    if len(bid.said.parts["moment"]) <= 10:
        raise NotNow("a deadline has an hour as well: 2027-03-08 20:30")
    later = pace.set_deadline(bid.act, live.name, calendar.on(wanted.date(), wanted.time()), bid.why)
    _say_due(bid, live, later)


def _say_due(bid: Bid, live: Live, due: datetime | None) -> None:
    after = _again(bid, live.name)
    said = after.settings.calendar.said(due, bid.act.now) if due else "without a deadline"
    bid.answer.say(f"{after.need_window().title} of {live.name}: the deadline is {said}. The players are told.")


def pause(bid: Bid) -> None:
    """Stop the clock."""
    live = _live(bid)
    pace.pause(bid.act, live.name, bid.why)
    _again(bid, live.name)
    bid.answer.say(f"The clock of {live.name} is stopped; the players are told. RESUME {live.name} starts it again.")


def resume(bid: Bid) -> None:
    """Start the clock again."""
    live = _live(bid)
    _say_due(bid, live, pace.resume(bid.act, live.name))


def note(bid: Bid) -> None:
    """An official word in the next report."""
    live = _live(bid)
    text = without_controls(bid.said.parts.get("why") or "\n".join(bid.command.body)).strip()
    if not text:
        raise NotNow("there are no words in it: NOTE, the game, a colon and the words; or NOTE, the words, END NOTE")
    check_no_secret(bid.act.connection, text, bid.act.config.masters)
    correcting.official_word(bid.act, live.name, text[:LONGEST])
    bid.answer.say(f"It stands in the next report of {live.name}: “{text[:200]}”.")


def press(bid: Bid) -> None:
    """Words of the game master to seats, at once."""
    live = _live(bid)
    to = bid.command.rest.strip()
    text = without_controls("\n".join(bid.command.body).strip())[:LONGEST]
    if not text:
        raise NotNow("there is nothing between PRESS TO and END PRESS")
    check_no_secret(bid.act.connection, text, bid.act.config.masters)
    taking_part = seats_taking_part(live) or tuple(seat.id for seat in live.game.seats)
    names = [one.strip() for one in to.replace("&", ",").replace(" and ", ",").split(",") if one.strip()]
    everybody = any(one.lower() in ("all", "everybody", "everyone") for one in names)
    told = taking_part if everybody else tuple(dict.fromkeys(seat_of(live.game, one) for one in names))
    said = {"from": "the game master", "to": "all" if everybody else listed(map(live.seat_name, told)), "text": text}
    reached = []
    for one in sittings(bid.act.connection, live.id):
        if one.role == "player" and one.addresses and one.seat in told:
            facts = {"game": live.name, "seat": one.seat, **said, "reply": ""}
            post.put(bid.act, live, post.Piece("press", post.To(one.addresses[0], one.seat), _letter(bid), facts))
            reached.append(live.seat_name(one.seat))
    if not reached:
        raise NotNow("nobody sits there who could read it")
    on_record(bid.act, live, "press of the game master", {"told": list(told), "text": text})
    bid.answer.say(f"Sent to {listed(reached)}.")


def replace(bid: Bid) -> None:
    """Another player takes a seat over."""
    live, seat = _live(bid), _place(bid)[1]
    filling.replace(bid.act, live.name, seat, _person(bid))
    _say_seated(bid, live, seat)


def assign(bid: Bid) -> None:
    """Seat a player."""
    live, seat = _live(bid), _place(bid)[1]
    filling.assign(bid.act, live.name, seat, _person(bid))
    _say_seated(bid, live, seat)


def _person(bid: Bid) -> str:
    return bid.said.parts["who"].strip(" .,;!")


def _say_seated(bid: Bid, live: Live, seat: str) -> None:
    _again(bid, live.name)
    name = live.seat_name(seat_of(live.game, seat))
    bid.answer.say(f"{_person(bid)} sits at {name} of {live.name} now; the token is on its way.")


def remove(bid: Bid) -> None:
    """A seat stands empty."""
    live, seat = _live(bid), _place(bid)[1]
    filling.unseat(bid.act, live.name, seat)
    _again(bid, live.name)
    bid.answer.say(f"{live.seat_name(seat_of(live.game, seat))} of {live.name} is empty.")


def orders(bid: Bid) -> None:
    """Orders on behalf of a seat, with the acknowledgement its own letter would get; its player is told."""
    live = _live(bid)
    chosen = seat_of(live.game, _place(bid)[1])
    may_look(bid.act, live.name, f"the orders of {chosen}", None, chosen)
    done, more = taking.enter_as_said(bid.act, live.name, chosen, "\n".join(bid.command.body))
    bid.hand.touched.add(live.name)
    for line in more:
        bid.answer.say(line)
    if done is None:
        return
    bid.answer.worsen(done.verdict)
    remarks = [[[one.line, one.sentence, one.number, 0, ""] for one in some] for some in (done.problems, done.warnings)]
    bid.answer.parts.append({
        "kind": "orders", "game": live.name, "seat": live.seat_name(chosen), "window": done.window_title,
        "orders": list(done.orders), "silence": list(done.silence), "problems": remarks[0], "warnings": remarks[1],
        "unsaid": done.unsaid, "kept": [], "deadline": done.deadline, "receipt": done.receipt, "hash": done.hash,
        "waiting": done.waiting, "conditions": [],
    })  # fmt: skip


def rollback(bid: Bid) -> None:
    """Back to a step. The reports go out again, at once or (KEEP MAILS) when they are let go."""
    live = _live(bid)
    after = correcting.roll_back(bid.act, live.name, int(bid.said.parts["step"]), "keep" in bid.said.parts)
    _again(bid, live.name)
    bid.answer.say(
        f"{live.name} stands at step {after.head} again: {_open_now(after)}. Its clock is held: RESUME {live.name} "
        f"starts it, PREVIEW {live.name} and RELEASE adjudicate, ROLLFORWARD {live.name} takes it forward again."
    )
    if "keep" in bid.said.parts:
        bid.answer.say(f"Its mails are kept back, and those of steps made again: SEND RERUNS {live.name} sends them.")


def rollforward(bid: Bid) -> None:
    """Forward again, as it was played."""
    live = _live(bid)
    to = bid.said.parts.get("step")
    after = correcting.roll_forward(bid.act, live.name, int(to) if to else None)
    _again(bid, live.name)
    bid.answer.say(f"{live.name} stands at step {after.head}: {_open_now(after)}.")


def send_reruns(bid: Bid) -> None:
    """What was kept back goes out together."""
    live = _live(bid)
    bid.answer.say(f"{many(correcting.let_go(bid.act, live.name), 'mail')} of {live.name} on the way.")


def end(bid: Bid) -> None:
    """End a game by the game master's word."""
    live = _live(bid)
    if not bid.why:
        raise NotNow(f"it ends for a reason: END GAME {live.name}: abandoned")
    winners = [one.strip() for one in bid.said.parts.get("place", "").replace(" and ", ",").split(",") if one.strip()]
    ending.end(bid.act, live.name, winners, bid.why)
    _again(bid, live.name)
    who = listed([live.seat_name(seat_of(live.game, one)) for one in winners])
    bid.answer.say(f"{live.name} is over: {bid.why}{f', won by {who}' if who else ''}.")


def set_(bid: Bid) -> None:
    """A setting of the table, from now on."""
    live = _live(bid)
    key, _, value = bid.said.parts["pair"].partition("=")
    pace.change_settings(bid.act, live.name, {key.strip().lower(): as_setting(value.strip().rstrip("."))})
    _again(bid, live.name)
    bid.answer.say(f"{live.name}: {key.strip().lower()} = {value.strip()}. The next report says so.")


LOOKS: Mapping[str, str] = {
    "status": "status", "players": "players", "report": "report", "map": "report", "orders": "orders in",
    "press": "press",
}  # fmt: skip
"""Commands of players that a game master without a seat gives as well."""

DEEDS: Mapping[str, Deed] = {
    "status": Deed(status, "look", 0, is_of_a_game=False),
    "players": Deed(players, "look", 0),
    "report": Deed(report, "look", 0),
    "orders in": Deed(orders_in, "look", 0),
    "preview": Deed(preview, "look"),
    "release": Deed(release, "release"),
    "extend": Deed(extend, "clock"),
    "deadline": Deed(deadline, "clock"),
    "pause": Deed(pause, "clock"),
    "resume": Deed(resume, "clock"),
    "set": Deed(set_, "clock"),
    "note": Deed(note, "words"),
    "press": Deed(press, "words"),
    "orders": Deed(orders, "orders"),
    "assign": Deed(assign, "seats"),
    "replace": Deed(replace, "seats", 2),
    "remove": Deed(remove, "seats", 2),
    "rollback": Deed(rollback, "correct", 2),
    "rollforward": Deed(rollforward, "correct"),
    "send_reruns": Deed(send_reruns, "correct"),
    "end": Deed(end, "games", 2),
}  # fmt: skip

__all__ = ["DEEDS", "LOOKS", "Bid", "Deed", "game_for"]
