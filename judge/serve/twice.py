"""Second letters: a letter that proves nothing of its writer is asked for again, by a word that goes to the
registered address alone. The same word puts back orders that such a letter replaced.

Anybody can write somebody else's address into From. Most orders can be given anew; what cannot be undone, or touches
the others at the table, cannot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.adjudicator.protocol import Later, Seat
from judge.campaign import ahead, diaries, docket, seating
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.sitters import SITTER
from judge.campaign.telling import tell_player
from judge.mail.hearing import lines_of
from judge.mail.language import Command, Section, read
from judge.mail.proof import PROVEN_SOURCES, Grade, grade_of_source
from judge.report.saying import Saying
from judge.serve.commands.errand import Doer, Errand, SeatErrand
from judge.serve.hand import Hand
from judge.serve.who import may_act, sits_only
from judge.store.base import moment, stamp
from judge.store.docket import of_sitter
from judge.store.facts import recall, remember

WITHIN = timedelta(days=7)
WEIGHTY = ("resign", "vote", "absent", "sitter", "press", "statement", "standing", "diary")
HARMLESS = {"vote": ("no",), "diary": diaries.READ}
"""The words that some of these may say without harm."""
_BACK, _AHEAD, _IN = "put back", "send ahead", "order"


def is_doubtful(errand: SeatErrand) -> bool:
    """Whether a command weighs too much for what its letter proves."""
    command = errand.command
    is_weighty = command.verb in WEIGHTY or (command.verb == "set" and command.rest.lower().split()[:1] == ["link"])
    if not is_weighty or (not command.body and command.rest.lower() in HARMLESS.get(command.verb, ())):
        return False
    return errand.writer.grade_for(errand.live.name, errand.seat) is Grade.BARE


def ask_again(errand: SeatErrand) -> None:
    """Nothing is done yet: the answer, which goes to the registered address, holds the word that does it."""
    command = errand.command
    said = f"{command.verb.upper()} {command.rest}".strip()
    deed = {"verb": command.verb, "rest": command.rest, "body": command.body, "kinds": command.kinds}
    word = _lay_by(errand.hand, errand.live, errand.seat, deed)
    errand.answer.worsen("WARNINGS")
    errand.answer.say("not-done-yet", command=said, word=word)


def is_doubted(hand: Hand, live: Live, seat: Seat) -> bool:
    """Whether a letter proves nothing of its writer, although its seat's player has proven others. No window closes
    early on its word, nor before the time is over in which the game waits for somebody."""
    if hand.writer.grade_for(live.name, seat) is not Grade.BARE:
        return False
    player = _player_at(hand.act, live.id, seat)
    return player is not None and hand.act.ledger.has_written(player, PROVEN_SOURCES)


def tell_of_change(hand: Hand, live: Live, seat: Seat, before: docket.Entry) -> None:
    """A set that came with proof, its orders or its READY, was changed by a letter without: its player hears of it at
    once, whatever other answers there are, and can put it back."""
    now = docket.entry(hand.act, live, seat)
    if hand.writer.grade_for(live.name, seat) is not Grade.BARE or not _is_less(before, now):
        return
    proven = [one for one in before.source if grade_of_source(one) is not Grade.BARE]
    if not proven:
        return
    window = live.need_window()
    # Once for each time that they were proven: a flood of letters makes one notice.
    key = f"unproven/{window.key}/{seat}/{len(proven)}"
    deed = {"verb": _BACK, "window": window.key, "lines": list(before.lines), "set": _set_as(before)}
    word = _lay_by(hand, live, seat, deed, key)
    if not word:
        return
    said = {"game": live.name, "window": window.title, "word": word, "was_set": _set_as(before), "is_set": _set_as(now)}
    for name, lines in (("was", before.lines), ("are", now.lines)):
        said[name] = "\n".join(f"  | {line}" for line in lines)
    tell_player(hand.act, live, seat, key, Saying("mails/orders-changed-unproven", said), "token")


def _is_less(before: docket.Entry, now: docket.Entry) -> bool:
    """Whether something that was in is not any more: orders, an answer, READY, or that no WAIT was said."""
    if not before.answered:
        return False
    changed = before.lines != () and now.lines != before.lines
    return changed or not now.answered or (before.meant and not now.meant) or (now.wait and not before.wait)


def _set_as(entry: docket.Entry) -> str:
    """What was said of a set as a whole: `wait`, `ready`, or nothing."""
    return "wait" if entry.wait else "ready" if entry.meant else ""


def ask_of_orders(hand: Hand, live: Live, seat: Seat, lines: Sequence[str]) -> None:
    """Orders for the open window are not taken yet: the answer holds the word that does it."""
    deed = {"verb": _IN, "window": live.need_window().key, "lines": list(lines)}
    word = _lay_by(hand, live, seat, deed)
    hand.answer.worsen("WARNINGS")
    hand.answer.say("not-done-yet", command=" / ".join(lines), word=word)


def ask_of_phase(hand: Hand, live: Live, seat: Seat, section: Section) -> ahead.Aside:
    """Nothing of a PHASE block is kept yet: the answer holds the word that does it."""
    said, emptied = section.later or "", any(command.verb == "clear" for command in section.commands)
    aside = ahead.heard_aside(hand.act, live, seat, said, section.lines)
    if aside.lines or emptied:
        deed = {"said": said, "text": "\n".join(aside.lines), "clear": emptied}
        _ask_of_ahead(hand, live, seat, f"PHASE {said}", deed)
    return replace(aside, lines=())


def ask_of_later(hand: Hand, live: Live, seat: Seat, later: Sequence[Later]) -> None:
    """The same of lines for later windows of this turn."""
    deed = {"window": live.need_window().key, "later": [[one.kind, one.text] for one in later]}
    _ask_of_ahead(hand, live, seat, " / ".join(one.text for one in later), deed)


def _ask_of_ahead(hand: Hand, live: Live, seat: Seat, said: str, deed: Mapping[str, Any]) -> None:
    word = _lay_by(hand, live, seat, {"verb": _AHEAD, "sits": sits_only(hand, live, seat), **deed})
    hand.answer.worsen("WARNINGS")
    hand.answer.say("not-kept-yet", command=said, word=word)


def confirm(errand: Errand, doers: Mapping[str, Doer]) -> bool:
    """Do what waits for this word. False: nothing of this kind waits for it."""
    key = _waits(errand.command.rest.split()[0])
    known = json.loads(recall(errand.act.connection, key) or "{}")
    if "verb" not in known:
        return False
    live = load_game(errand.act.connection, known["game"], lock=True)
    seat = Seat(known["seat"])
    player = _player_at(errand.act, live.id, seat)
    if player != known["player"] or moment(known["at"]) + WITHIN < errand.act.now:
        raise NotNow("waits-no-more")
    if not _sits_at(errand, live, seat):
        raise NotNow("word-of-another")
    remember(errand.act.connection, key, "{}")
    errand.answer.live, errand.answer.game, errand.answer.seat = live, live.name, seat
    if known["verb"] in (_BACK, _IN):
        _put_in(errand, live, seat, known)
    elif known["verb"] == _AHEAD:
        _keep_ahead(errand, live, seat, known)
    else:
        body, kinds = tuple(known.get("body", ())), tuple(known.get("kinds", ()))
        command = Command(0, known["verb"], known["rest"], body, kinds=kinds)
        doers[command.verb](SeatErrand(errand.hand, command, live, seat))
    return True


def _sits_at(errand: Errand, live: Live, seat: Seat) -> bool:
    """Whether a letter is from an address of this seat's, or has its token: the word was mailed there alone. A sitter's
    counts on their days."""
    writer = errand.writer
    rows = [*writer.seats, *([writer.by_token] if writer.by_token is not None else [])]
    return any((row["game"], row["seat"]) == (live.name, seat) and may_act(errand.act, live, row) for row in rows)


def is_waited_for(act: Act, code: str, player: int | None) -> bool:
    """Whether something that this player asked for waits for this word."""
    known = json.loads(recall(act.connection, _waits(code)) or "{}")
    return bool(known) and known["player"] == player and moment(known["at"]) + WITHIN >= act.now


def drop(act: Act, code: str) -> None:
    """Nothing that a player asked for waits for this word any more."""
    remember(act.connection, _waits(code), "{}")


def _put_in(errand: Errand, live: Live, seat: Seat, known: Mapping[str, Any]) -> None:
    if live.window is None or live.window.key != known["window"]:
        raise NotNow("orders-window-closed")
    arrived = errand.hand.arrived
    source = f"letter {arrived.message_id or arrived.id} received {stamp(arrived.received_at)}, {Grade.TOKEN.said}"
    came = docket.Came(stamp(arrived.received_at), arrived.uid)
    is_back = known["verb"] == _BACK
    given = docket.Said("\n".join(known["lines"]), source, clear=is_back, came=came)
    done = docket.receive(errand.act, live, seat, given, docket.words_for(errand.act, live))
    if is_back:
        docket.stand_again(errand.act, live, seat, known.get("set", ""))
    errand.hand.touched.add(live.name)
    errand.answer.worsen(done.verdict)
    errand.answer.say("orders-are-back", orders=list(done.orders), set=known.get("set", ""))


def _keep_ahead(errand: Errand, live: Live, seat: Seat, known: Mapping[str, Any]) -> None:
    """Keep the orders for later windows that waited for this word, and show all that is kept."""
    if "later" in known:
        if live.window is None or live.window.key != known["window"]:
            raise NotNow("orders-window-closed")
        keeper = of_sitter(seat) if known["sits"] else seat
        ahead.keep_all(errand.act, live, keeper, [Later(kind, text) for kind, text in known["later"]])
    else:
        lines, clear = read(lines_of(known["text"])).lines, known["clear"]
        ahead.put_aside(errand.act, live, seat, known["said"], lines, clear=clear, sits=known["sits"])
    errand.answer.show(Saying("answers/kept-for-title"), ahead.kept_in_words(errand.act, live, seat))


def _lay_by(hand: Hand, live: Live, seat: Seat, deed: Mapping[str, Any], once: str = "") -> str:
    """Keep a deed under a new word; \"\" where one was kept for the same reason before."""
    act = hand.act
    told = f"told:{seating.token_hash(f'{live.id}/{once}')[:32]}"
    if once and recall(act.connection, told) is not None:
        return ""
    word = seating.new_token(act.campaign.entropy)
    facts = {**deed, "game": live.name, "seat": seat, "player": _player_at(act, live.id, seat), "at": stamp(act.now)}
    remember(act.connection, _waits(word), json.dumps(facts))
    if once:
        remember(act.connection, told, stamp(act.now))
    return word


def _player_at(act: Act, game_id: int, seat: Seat) -> int | None:
    """The player of a seat; no sitter."""
    sat = act.ledger.sittings(game_id)
    return next((one.player_id for one in sat if one.seat == seat and one.role != SITTER), None)


def _waits(word: str) -> str:
    """Under what a deed waits for its word; the word itself is not stored."""
    return f"deed:{seating.token_hash(word)[:32]}"
