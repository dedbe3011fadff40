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
from judge.grammar.letter import Requested
from judge.grammar.lexicon import nearest
from judge.grammar.text import many, without_controls
from judge.mail.language import Command
from judge.report import render
from judge.report.words import listed
from judge.serve.desk_links import renew
from judge.serve.hand import Answer, Hand
from judge.serve.secrets import check_no_secret
from judge.store import games
from judge.store.base import stamp

LONGEST = 20_000
HASH = 12
"""So many signs of a hash stand in an answer."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


@dataclass(frozen=True, slots=True)
class Request:
    """One thing a game master says in a letter. `of`: the game that stands above it, or outside on the letter."""

    hand: Hand
    command: Command
    master: GameMaster
    said: Requested
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
    """How a request is carried out. `weight`: 0 a look, 1 a change, 2 one that nothing brings back as it was."""

    do: Callable[[Request], None]
    right: str
    weight: int = 1
    is_of_a_game: bool = True


# --- which game and seat ----------------------------------------------------------------------------------------------


def _is_game(request: Request, word: str) -> bool:
    return bool(word) and games.is_there(request.act.connection, word.lower())


def _place(request: Request) -> tuple[str, str]:
    """The name of a game before a seat, where there is one, and the seat."""
    words = request.said.parts.get("place", "").split()
    if words and _is_game(request, words[0].rstrip(":,")):
        return words[0].rstrip(":,").lower(), " ".join(words[1:])
    return "", " ".join(words)


def game_for(request: Request) -> str:
    """The game a request is about: named in its line, above it, on the outside, or the only one that is running."""
    said = request.said.parts.get("name", "").rstrip(":,").lower() or _place(request)[0]
    if said:
        return load_game(request.act.connection, said).name
    if request.of:
        return load_game(request.act.connection, request.of).name
    own = [(name, status) for name, _, status in games.listed(request.act.connection) if request.master.is_of(name)]
    running = [name for name, status in own if status == "running"] or [name for name, _ in own]
    first = (_place(request)[1].split() or [""])[0]
    near = nearest(first, running) if first else None
    if len(running) != 1 or near:
        hint = f' Did you mean "{near}"?' if near else ""
        raise NotNow(f"which game is it for? Name it in the line: {', '.join(running) or 'there is none'}.{hint}")
    return running[0]


def _live(request: Request) -> Live:
    """The game a request is about, which its answer is then about too."""
    return _stands(request, load_game(request.act.connection, game_for(request), lock=True))


def _stands(request: Request, live: Live) -> Live:
    request.answer.live, request.answer.game = live, live.name
    return live


def _again(request: Request, name: str) -> Live:
    """The game as it stands after what was done."""
    request.act.ledger.write()
    return _stands(request, load_game(request.act.connection, name))


def _open_now(live: Live) -> str:
    if live.window is None:
        return f"{live.name} is over" if live.step is not None else f"{live.name} has not begun"
    return f"{live.window.title} is open"


# --- looks ------------------------------------------------------------------------------------------------------------


def status(request: Request) -> None:
    """How one game stands, or all that are theirs, those that need a hand first."""
    name, seat = _place(request)
    name = name or ("" if seat.lower() in ("all", "games", "everything") else request.of)
    if seat and not name and seat.lower() not in ("all", "games", "everything"):
        load_game(request.act.connection, seat.split()[0].lower())
    found = overview.overview(request.act, request.act.now, name or None)
    for one in found["games"]:
        if request.master.is_of(one["name"]):
            title = f"{one['name']}: {one['standing']}"
            request.answer.parts.append(
                {"kind": "list", "title": title, "lines": overview.lines_of(one, bool(name)) or ["nothing is open"]}
            )
    for line in found["notices"] if not name else ():
        request.answer.say(f"{line}.")
    if name:
        _stands(request, load_game(request.act.connection, name))
    if not request.answer.parts:
        request.answer.say("There is no game yet.")


def players(request: Request) -> None:
    """Everybody at a table, with their addresses."""
    live = _live(request)
    lines = [
        f"{one.seat if one.role == 'player' else one.role}: {one.name}, {', '.join(one.addresses) or 'no address'}"
        + ("" if one.state == "active" else f" ({one.state})")
        for one in sittings(request.act.connection, live.id)
    ]
    request.answer.parts.append({"kind": "list", "title": live.name, "lines": lines or ["Nobody sits there."]})


def report(request: Request) -> None:
    """Any public report again, in a mail of its own."""
    live = _live(request)
    if live.step is None:
        raise NotNow(f"{live.name} has not begun")
    said = request.command.rest.split()[-1:] or [""]
    number = int(said[0][:9]) if said[0].isascii() and said[0].isdigit() else live.head
    if not 0 <= number <= live.head:
        raise NotNow(f"{live.name} has reports 0 to {live.head}")
    request.answer.say(f"Report {number} of {live.name} comes in a mail of its own.")
    request.answer.reports.append({"game": live.name, "step": number, "seat": "*public", "rerun": False, "again": True})


def orders_in(request: Request) -> None:
    """What every seat has in for the open window."""
    live = _live(request)
    may_look(request.act, live.name, "the orders of all seats")
    live, entries = taking.docket_of(request.act, live.name)
    for seat, entry in sorted(entries.items()):
        lines = list(entry.lines) or ["(nothing)" if entry.answered else "(nothing yet)"]
        request.answer.parts.append({"kind": "list", "title": live.seat_name(seat), "lines": lines})


def preview(request: Request) -> None:
    """What a release would make now, and the hash that releases it."""
    live = _live(request)
    seat = _place(request)[1]
    chosen = None if seat.lower() in ("", "all", "public") else seat_of(live.game, seat)
    override = request.why if "override" in request.command.rest.lower() else None
    may_look(request.act, live.name, "the preview", override)
    made = releasing.preview(request.act, live.name)
    request.answer.say(
        f"This is what a release of {made.title} would make now; nothing was sent. PREVIEW {live.name} and a seat "
        f"shows what that seat would get, PREVIEW {live.name} ALL everybody's. To release exactly this, answer with "
        "the line"
    )
    request.answer.parts.append({"kind": "verbatim", "text": f"RELEASE {live.name} {made.hash[:HASH]}"})
    audience = list(made.reports) if seat.lower() == "all" else [chosen or "public"]
    for one in audience:
        if one not in made.reports:
            raise NotNow(f"{one} takes no part in {live.name}")
        title = "The public report" if one == "public" else f"The report of {live.seat_name(Seat(one))}"
        request.answer.parts.append({"kind": "list", "title": title, "lines": []})
        own = request.act.config.own_templates
        request.answer.parts.append({"kind": "verbatim", "text": render(made.reports[one], "text", own)[:LONGEST]})


# --- changes ----------------------------------------------------------------------------------------------------------


def release(request: Request) -> None:
    """Close the open window, if it still makes what was previewed."""
    live = _live(request)
    title = live.need_window().title
    after = releasing.release(request.act, live.name, request.said.parts["hash"])
    _again(request, live.name)
    request.answer.say(f"{title} of {live.name} is adjudicated (step {after.head}); the reports are on their way.")
    request.answer.say(f"{_open_now(after)}.")


def extend(request: Request) -> None:
    """Put the deadline off by a span."""
    live = _live(request)
    number, _, unit = request.said.parts["span"].lower().partition(" ")
    span = f"{_NUMBERS.get(number, number)}{unit[:1]}" if unit else number
    later = pace.extend(request.act, live.name, read_length(_short(span)), request.why, _letter(request))
    _say_due(request, live, later)


def _short(span: str) -> str:
    """`36hours` as `36h`: lengths are written with one letter or with whole words."""
    digits = span.rstrip("abcdefghijklmnopqrstuvwxyz ")
    return f"{digits}{span[len(digits) :].strip()[:1]}"


def _letter(request: Request) -> str:
    """What a letter's line is known by, in words that tell nothing of its writer."""
    said = f"{request.hand.opened.letter.message_id or request.hand.arrived.id}/{request.command.number}"
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def deadline(request: Request) -> None:
    """Put the deadline at a time."""
    live = _live(request)
    calendar = live.settings.calendar
    try:
        wanted = datetime.fromisoformat(request.said.parts["moment"])
    except ValueError:
        raise NotNow(f"a time is written as 2027-03-08 20:30, not {request.said.parts['moment']}") from None
    if len(request.said.parts["moment"]) <= 10:
        raise NotNow("a deadline has an hour as well: 2027-03-08 20:30")
    later = pace.set_deadline(request.act, live.name, calendar.on(wanted.date(), wanted.time()), request.why)
    _say_due(request, live, later)


def _say_due(request: Request, live: Live, due: datetime | None) -> None:
    after = _again(request, live.name)
    said = after.settings.calendar.said(due, request.act.now) if due else "without a deadline"
    request.answer.say(f"{after.need_window().title} of {live.name}: the deadline is {said}. The players are told.")


def pause(request: Request) -> None:
    """Stop the clock."""
    live = _live(request)
    pace.pause(request.act, live.name, request.why)
    _again(request, live.name)
    request.answer.say(
        f"The clock of {live.name} is stopped; the players are told. RESUME {live.name} starts it again."
    )


def resume(request: Request) -> None:
    """Start the clock again."""
    live = _live(request)
    _say_due(request, live, pace.resume(request.act, live.name))


def note(request: Request) -> None:
    """An official word in the next report."""
    live = _live(request)
    text = without_controls(request.said.parts.get("why") or "\n".join(request.command.body)).strip()
    if not text:
        raise NotNow("there are no words in it: NOTE, the game, a colon and the words; or NOTE, the words, END NOTE")
    check_no_secret(request.act.connection, text, request.act.config.masters)
    correcting.official_word(request.act, live.name, text[:LONGEST])
    request.answer.say(f"It stands in the next report of {live.name}: “{text[:200]}”.")


def press(request: Request) -> None:
    """Words of the game master to seats, at once."""
    live = _live(request)
    to = request.command.rest.strip()
    text = without_controls("\n".join(request.command.body).strip())[:LONGEST]
    if not text:
        raise NotNow("there is nothing between PRESS TO and END PRESS")
    check_no_secret(request.act.connection, text, request.act.config.masters)
    taking_part = seats_taking_part(live) or tuple(seat.id for seat in live.game.seats)
    names = [one.strip() for one in to.replace("&", ",").replace(" and ", ",").split(",") if one.strip()]
    everybody = any(one.lower() in ("all", "everybody", "everyone") for one in names)
    told = taking_part if everybody else tuple(dict.fromkeys(seat_of(live.game, one) for one in names))
    said = {"from": "the game master", "to": "all" if everybody else listed(map(live.seat_name, told)), "text": text}
    reached = []
    for one in sittings(request.act.connection, live.id):
        if one.role == "player" and one.addresses and one.seat in told:
            facts = {"game": live.name, "seat": one.seat, **said, "reply": ""}
            post.put(
                request.act, live, post.Piece("press", post.To(one.addresses[0], one.seat), _letter(request), facts)
            )
            reached.append(live.seat_name(one.seat))
    if not reached:
        raise NotNow("nobody sits there who could read it")
    on_record(request.act, live, "press of the game master", {"told": list(told), "text": text})
    request.answer.say(f"Sent to {listed(reached)}.")


def replace(request: Request) -> None:
    """Another player takes a seat over."""
    live, seat = _live(request), _place(request)[1]
    filling.replace(request.act, live.name, seat, _person(request))
    _say_seated(request, live, seat)


def assign(request: Request) -> None:
    """Seat a player."""
    live, seat = _live(request), _place(request)[1]
    filling.assign(request.act, live.name, seat, _person(request))
    _say_seated(request, live, seat)


def _person(request: Request) -> str:
    return request.said.parts["who"].strip(" .,;!")


def _say_seated(request: Request, live: Live, seat: str) -> None:
    _again(request, live.name)
    name = live.seat_name(seat_of(live.game, seat))
    request.answer.say(f"{_person(request)} sits at {name} of {live.name} now; the token is on its way.")


def remove(request: Request) -> None:
    """A seat stands empty."""
    live, seat = _live(request), _place(request)[1]
    filling.unseat(request.act, live.name, seat)
    _again(request, live.name)
    request.answer.say(f"{live.seat_name(seat_of(live.game, seat))} of {live.name} is empty.")


def orders(request: Request) -> None:
    """Orders on behalf of a seat, with the acknowledgement its own letter would get; its player is told."""
    live = _live(request)
    chosen = seat_of(live.game, _place(request)[1])
    may_look(request.act, live.name, f"the orders of {chosen}", None, chosen)
    done, more = taking.enter_as_said(request.act, live.name, chosen, "\n".join(request.command.body))
    request.hand.touched.add(live.name)
    for line in more:
        request.answer.say(line)
    if done is None:
        return
    request.answer.worsen(done.verdict)
    remarks = [[[one.line, one.sentence, one.number, 0, ""] for one in some] for some in (done.problems, done.warnings)]
    request.answer.parts.append({
        "kind": "orders", "game": live.name, "seat": live.seat_name(chosen), "of": chosen,
        "window": done.window_title,
        "orders": list(done.orders), "silence": list(done.silence), "problems": remarks[0], "warnings": remarks[1],
        "unsaid": done.unsaid, "kept": [], "deadline": done.deadline, "receipt": done.receipt, "hash": done.hash,
        "waiting": done.waiting, "conditions": [],
    })  # fmt: skip


def rollback(request: Request) -> None:
    """Back to a step. The reports go out again, at once or (KEEP MAILS) when they are let go."""
    live = _live(request)
    after = correcting.roll_back(request.act, live.name, int(request.said.parts["step"]), "keep" in request.said.parts)
    _again(request, live.name)
    request.answer.say(
        f"{live.name} stands at step {after.head} again: {_open_now(after)}. Its clock is held: RESUME {live.name} "
        f"starts it, PREVIEW {live.name} and RELEASE adjudicate, ROLLFORWARD {live.name} takes it forward again."
    )
    if "keep" in request.said.parts:
        request.answer.say(
            f"Its mails are kept back, and those of steps made again: SEND RERUNS {live.name} sends them."
        )


def rollforward(request: Request) -> None:
    """Forward again, as it was played."""
    live = _live(request)
    to = request.said.parts.get("step")
    after = correcting.roll_forward(request.act, live.name, int(to) if to else None)
    _again(request, live.name)
    request.answer.say(f"{live.name} stands at step {after.head}: {_open_now(after)}.")


def send_reruns(request: Request) -> None:
    """What was kept back goes out together."""
    live = _live(request)
    request.answer.say(f"{many(correcting.let_go(request.act, live.name), 'mail')} of {live.name} on the way.")


def end(request: Request) -> None:
    """End a game by the game master's word."""
    live = _live(request)
    if not request.why:
        raise NotNow(f"it ends for a reason: END GAME {live.name}: abandoned")
    winners = [
        one.strip() for one in request.said.parts.get("place", "").replace(" and ", ",").split(",") if one.strip()
    ]
    ending.end(request.act, live.name, winners, request.why)
    _again(request, live.name)
    who = listed([live.seat_name(seat_of(live.game, one)) for one in winners])
    request.answer.say(f"{live.name} is over: {request.why}{f', won by {who}' if who else ''}.")


def set_(request: Request) -> None:
    """A setting of the table, from now on."""
    live = _live(request)
    key, _, value = request.said.parts["pair"].partition("=")
    pace.change_settings(request.act, live.name, {key.strip().lower(): as_setting(value.strip().rstrip("."))})
    _again(request, live.name)
    request.answer.say(f"{live.name}: {key.strip().lower()} = {value.strip()}. The next report says so.")


def link(request: Request) -> None:
    """The link to their own pages, in a mail of its own to their own address; NEW ends the one before."""
    if request.act.config.web is None:
        raise NotNow("there are no pages here: campaign.yaml has no web: part")
    if "new" in request.said.parts:
        renew(request.act, request.master)
    to = post.To(request.master.address, "*gm")
    post.put_told(request.act, None, to, f"desk/{stamp(request.act.now)}", "desk-link", {}, "token")
    request.answer.say("The link to your pages comes in a mail of its own.")


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
    "preview": Deed(preview, "look", 0),
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
    "link": Deed(link, "look", is_of_a_game=False),
}  # fmt: skip

__all__ = ["DEEDS", "LOOKS", "Deed", "Request", "game_for"]
