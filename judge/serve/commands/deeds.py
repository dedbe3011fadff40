"""The requests of game masters by mail: each deed, the right it needs, and its weight."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.adjudicator.protocol import Seat
from judge.campaign import correcting, ending, filling, overview, pace, post, pressing, releasing, taking
from judge.campaign.act import Act
from judge.campaign.deadlines import read_length
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.masters import GameMaster
from judge.campaign.seating import sittings
from judge.campaign.secrecy import may_look
from judge.campaign.settings import as_setting
from judge.campaign.unnamed import is_hidden, sees_people
from judge.grammar.letter import Requested
from judge.grammar.lexicon import nearest
from judge.grammar.text import without_controls
from judge.mail.language import Command
from judge.report import render
from judge.report.saying import Saying
from judge.report.words import listed
from judge.serve import room
from judge.serve.commands.asking import people_told
from judge.serve.desk_links import renew
from judge.serve.hand import Answer, Hand
from judge.serve.parts import Orders, Quoted, ReportAgain, Verbatim
from judge.serve.secrets import check_no_secret
from judge.store import games
from judge.store.base import stamp

LONGEST = 20_000
HASH = 12
"""So many signs of a hash are in an answer."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


@dataclass(frozen=True, slots=True)
class Request:
    """A request in a letter of a game master. `of`: the game named above it, or on the outside of the letter."""

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
        """The answer in the making."""
        return self.hand.answer

    @property
    def why(self) -> str:
        """The reason that is given."""
        return self.said.parts.get("why", "").strip(" .,;:!?-")


@dataclass(frozen=True, slots=True)
class Deed:
    """How a request is carried out. `weight`: 0 a look, 1 a change or a look that all are told of, 2 a change that
    nothing brings back as it was."""

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
        raise NotNow("name-the-game", games=list(running), near=near)
    return running[0]


def _live(request: Request) -> Live:
    """The game a request is about, which its answer is then about too."""
    return _stands(request, load_game(request.act.connection, game_for(request), lock=True))


def _stands(request: Request, live: Live) -> Live:
    request.answer.live, request.answer.game = live, live.name
    return live


def _again(request: Request, name: str) -> Live:
    """The game after the request."""
    request.act.ledger.write()
    return _stands(request, load_game(request.act.connection, name))


def _open_now(live: Live) -> Saying:
    if live.window is None:
        return Saying("status/is-over" if live.step is not None else "status/has-not-begun", {"game": live.name})
    return Saying("status/is-open", {"window": live.window.title})


# --- looks ------------------------------------------------------------------------------------------------------------


def status(request: Request) -> None:
    """The state of one game, or of all their games, those that need somebody first."""
    name, seat = _place(request)
    name = name or ("" if seat.lower() in ("all", "games", "everything") else request.of)
    if seat and not name and seat.lower() not in ("all", "games", "everything"):
        load_game(request.act.connection, seat.split()[0].lower())
    found = overview.overview(request.act, request.act.now, name or None, master=request.master)
    for one in found["games"]:
        if request.master.is_of(one["name"]):
            title = Saying("status/standing", {"game": one["name"], "standing": one["standing"]})
            lines = overview.lines_of(one, bool(name)) or [Saying("status/nothing-open")]
            request.answer.show(title, lines)
    for line in found["notices"] if not name and request.master.sees_campaign else ():
        request.answer.say("notice", notice=line)
    if name:
        _stands(request, load_game(request.act.connection, name))
    if not request.answer.parts:
        request.answer.say("no-game-yet")


def players(request: Request) -> None:
    """Everybody at a table, with their addresses; in an anonymous game for whom may know them."""
    live = _live(request)
    if not sees_people(request.act, live, request.master):
        request.answer.show(live.name, people_told(request.act, live))
        return
    lines = [
        Saying(
            "status/sitting",
            {
                "place": one.seat if one.role == "player" else one.role, "name": one.name, "addresses": one.addresses,
                "state": "" if one.state == "active" else one.state,
            },
        )
        for one in sittings(request.act.connection, live.id)
    ]  # fmt: skip
    lines = lines or [Saying("status/nobody-sits")]
    request.answer.show(live.name, lines)


def report(request: Request) -> None:
    """Any public report again, in a mail of its own."""
    live = _live(request)
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    said = request.command.rest.split()[-1:] or [""]
    number = int(said[0][:9]) if said[0].isascii() and said[0].isdigit() else live.head
    if not 0 <= number <= live.head:
        raise NotNow("no-such-report", game=live.name, step=live.head)
    room.add_report(request.hand, ReportAgain(live.name, number, "*public"))
    request.answer.say("report-comes", number=number, game=live.name)


def orders_in(request: Request) -> None:
    """The orders of every seat for the open window."""
    live = _live(request)
    may_look(request.act, live.name, Saying("looks/all-orders"))
    live, entries = taking.docket_of(request.act, live.name)
    for seat, entry in sorted(entries.items()):
        lines: list[Saying | str] = list(entry.lines) or [Saying("status/nothing-in", {"answered": entry.answered})]
        request.answer.show(live.seat_name(seat), lines)


def preview(request: Request) -> None:
    """Show the result of a release now, and the hash that releases it."""
    live = _live(request)
    seat = _place(request)[1]
    chosen = None if seat.lower() in ("", "all", "public") else seat_of(live.game, seat)
    override = request.why if "override" in request.command.rest.lower() else None
    may_look(request.act, live.name, Saying("looks/preview"), override)
    made = releasing.preview(request.act, live.name)
    request.answer.say("preview", window=made.title, game=live.name)
    request.answer.parts.append(Verbatim(f"RELEASE {live.name} {made.hash[:HASH]}"))
    audience = list(made.reports) if seat.lower() == "all" else [chosen or "public"]
    for one in audience:
        if one not in made.reports:
            raise NotNow("takes-no-part", seat=live.seat_name(Seat(one)), game=live.name)
        whose = "" if one == "public" else live.seat_name(Seat(one))
        request.answer.show(Saying("answers/report-of", {"seat": whose}), ())
        own = request.act.config.own_templates
        request.answer.parts.append(Verbatim(render(made.reports[one], "text", own)[:LONGEST]))


# --- changes ----------------------------------------------------------------------------------------------------------


def release(request: Request) -> None:
    """Close the open window, if it still makes what was previewed."""
    live = _live(request)
    title = live.need_window().title
    expected = request.said.parts.get("hash")
    if expected is None and not is_hidden(live):
        # Only who plays has no preview to take the hash from.
        raise NotNow("preview-first")
    after = releasing.release(request.act, live.name, expected)
    _again(request, live.name)
    request.answer.say("released", window=title, game=live.name, step=after.head)
    request.answer.say("it-is", open=_open_now(after))


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
    """A mark of a letter's line, in words that reveal nothing about its writer."""
    said = f"{request.hand.opened.letter.message_id or request.hand.arrived.id}/{request.command.number}"
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def deadline(request: Request) -> None:
    """Put the deadline at a time."""
    live = _live(request)
    later = pace.set_deadline(request.act, live.name, pace.time_in(live, request.said.parts["moment"]), request.why)
    _say_due(request, live, later)


def _say_due(request: Request, live: Live, due: datetime | None) -> None:
    after = _again(request, live.name)
    said = after.settings.calendar.said(due, request.act.now) if due else ""
    request.answer.say("deadline", window=after.need_window().title, game=live.name, deadline=said)


def pause(request: Request) -> None:
    """Stop the clock."""
    live = _live(request)
    pace.pause(request.act, live.name, request.why)
    _again(request, live.name)
    request.answer.say("clock-stopped", game=live.name)


def resume(request: Request) -> None:
    """Start the clock again."""
    live = _live(request)
    _say_due(request, live, pace.resume(request.act, live.name))


def note(request: Request) -> None:
    """An official word in the next report."""
    live = _live(request)
    text = without_controls(request.said.parts.get("why") or "\n".join(request.command.body)).strip()
    if not text:
        raise NotNow("note-is-empty")
    check_no_secret(request.act.connection, text, request.act.config.masters)
    correcting.official_word(request.act, live.name, text[:LONGEST])
    request.answer.say("note-stands", game=live.name, text=text[:200])


def press(request: Request) -> None:
    """Words of the game master to seats, at once."""
    live = _live(request)
    text = without_controls("\n".join(request.command.body).strip())[:LONGEST]
    check_no_secret(request.act.connection, text, request.act.config.masters)
    reached = pressing.write_to(request.act, live, request.command.rest.strip(), text, _letter(request))
    request.answer.say("sent-to", names=reached)


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
    request.answer.say("seated", person=_person(request), seat=name, game=live.name)


def remove(request: Request) -> None:
    """Empty a seat."""
    live, seat = _live(request), _place(request)[1]
    filling.unseat(request.act, live.name, seat)
    _again(request, live.name)
    request.answer.say("seat-empty", seat=live.seat_name(seat_of(live.game, seat)), game=live.name)


def orders(request: Request) -> None:
    """Orders on behalf of a seat, with the acknowledgement its own letter would get; its player is told."""
    live = _live(request)
    chosen = seat_of(live.game, _place(request)[1])
    may_look(request.act, live.name, Saying("looks/orders-of", {"seat": chosen}), None, chosen)
    done, more = taking.enter_as_said(request.act, live.name, chosen, "\n".join(request.command.body))
    request.hand.touched.add(live.name)
    for line in more:
        request.answer.pass_on(line)
    if done is None:
        return
    request.answer.worsen(done.verdict)
    problems, warnings = (
        [Quoted(one.line, one.sentence, one.number) for one in some] for some in (done.problems, done.warnings)
    )
    request.answer.parts.append(Orders(
        game=live.name, seat=live.seat_name(chosen), of=chosen, window=done.window_title, orders=done.orders,
        silence=done.silence, problems=problems, warnings=warnings, unsaid=done.unsaid, deadline=done.deadline,
        receipt=done.receipt, hash=done.hash, waiting=done.waiting,
    ))  # fmt: skip


def rollback(request: Request) -> None:
    """Back to a step. The reports go out again, at once or (KEEP MAILS) when they are let go."""
    live = _live(request)
    after = correcting.roll_back(request.act, live.name, int(request.said.parts["step"]), "keep" in request.said.parts)
    _again(request, live.name)
    request.answer.say("rolled-back", game=live.name, step=after.head, open=_open_now(after))
    if "keep" in request.said.parts:
        request.answer.say("mails-kept-back", game=live.name)


def rollforward(request: Request) -> None:
    """Forward again, as it was played."""
    live = _live(request)
    to = request.said.parts.get("step")
    after = correcting.roll_forward(request.act, live.name, int(to) if to else None)
    _again(request, live.name)
    request.answer.say("rolled-forward", game=live.name, step=after.head, open=_open_now(after))


def send_reruns(request: Request) -> None:
    """Send what was kept back, all together."""
    live = _live(request)
    request.answer.say("mails-on-the-way", mails=correcting.let_go(request.act, live.name), game=live.name)


def end(request: Request) -> None:
    """End a game by the game master's word."""
    live = _live(request)
    if not request.why:
        raise NotNow("end-has-a-reason", game=live.name)
    winners = [
        one.strip() for one in request.said.parts.get("place", "").replace(" and ", ",").split(",") if one.strip()
    ]
    ending.end(request.act, live.name, winners, request.why)
    _again(request, live.name)
    who = listed([live.seat_name(seat_of(live.game, one)) for one in winners])
    request.answer.say("ended", game=live.name, reason=request.why, winners=who)


def set_(request: Request) -> None:
    """A setting of the table, from now on."""
    live = _live(request)
    key, _, value = request.said.parts["pair"].partition("=")
    pace.change_settings(request.act, live.name, {key.strip().lower(): as_setting(value.strip().rstrip("."))})
    _again(request, live.name)
    request.answer.say("setting-changed", game=live.name, key=key.strip().lower(), value=value.strip())


def link(request: Request) -> None:
    """The link to their own pages, in a mail of its own to their own address; NEW ends the one before, and what
    replies to earlier mails prove."""
    if "new" in request.said.parts:
        renew(request.act, request.master)
        request.answer.say("replies-renewed")
        if request.act.config.web is None:
            return
    if request.act.config.web is None:
        raise NotNow("no-pages-here")
    to = post.To(request.master.address, "*gm")
    post.put_told(request.act, None, to, f"desk/{stamp(request.act.now)}", "desk-link", {}, "token")
    request.answer.say("desk-link-sent")


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
    "set": Deed(set_, "look"),
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
