"""Press: words from seat to seat, as the game's mode allows; always a new mail, never a forward."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from judge.adjudicator.protocol import Seat
from judge.campaign import post, seating
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.grammar.text import folded, without_controls
from judge.mail.language import Command, Section
from judge.serve import seals
from judge.serve.commands.errand import SeatErrand
from judge.serve.hand import Hand, NotRead
from judge.serve.relaying import check_no_orders, leaks, without_token
from judge.serve.secrets import check_no_secret
from judge.serve.who import seat_for
from judge.store import notices
from judge.store.base import stamp

LONGEST = 20_000
_EVERYBODY = ("all", "everybody", "everyone", "world", "*")
_UNSIGNED = ("grey", "gray", "black", "fake", "partial", "from", "as")
_KINDS_BEHIND = re.compile(
    r"(?i)[\s,;:]+(?:(?:postal|white|grey|gray|black|fake|partial)\b|(?:from|as)\s+.*)(?:[\s,;:]+(?:grey|gray|fake)\b)*\W*$"
)
_GAME_MASTER = (["gm"], ["judge"], ["game", "master"], ["m"])


def press(errand: SeatErrand) -> None:
    """Relay words to other seats."""
    to = _KINDS_BEHIND.sub("", errand.command.rest)
    kinds = re.findall(r"\w+", f"{errand.command.unheeded} {errand.command.rest[len(to) :]}".lower())
    _check_kinds(errand.live, kinds)
    errand.answer.say(relay(errand, to, "\n".join(errand.command.body)))


def relay(errand: SeatErrand, to: str, text: str) -> str:
    """Press to seats; what the sender is answered."""
    live, seat, mode = errand.live, errand.seat, errand.live.settings.press
    text = without_controls(text.strip())[:LONGEST]
    if not text:
        raise NotNow("there is nothing between PRESS TO and END PRESS")
    _check_mode(live, mode)
    taking = seats_taking_part(live) or tuple(one.id for one in live.game.seats)
    told, to_gm = _told(errand, to, taking)
    if not told and not to_gm:
        raise NotNow("that would be press to yourself")
    leak = leaks(errand.act.connection, live, seat, text) if mode == "grey" else None
    if leak:
        raise NotNow(
            f'your press holds "{leak}", by which you would be known; in {live.name} press is unsigned. It was not sent'
        )
    check_no_secret(errand.act.connection, text)
    text = without_token(text)
    _check_amount(errand)
    signed = "somebody" if mode == "grey" else errand.seat_name
    number = notices.add_press(
        errand.act.connection,
        {
            "game_id": live.id, "step": live.head, "sender": seat, "told": json.dumps(told), "signed": signed,
            "text": text, "at": stamp(errand.act.now),
        },
    )  # fmt: skip
    public = set(told) >= set(taking) - {seat}
    to_whom = "all" if public else ", ".join(live.seat_name(one) for one in told)
    for one in seating.sittings(errand.act.connection, live.id):
        if one.role == "player" and one.addresses and one.seat in told:
            _put(errand, post.To(one.addresses[0], one.seat), number, {"from": signed, "to": to_whom, "text": text})
    gm = errand.act.config.gm
    if gm and not live.settings.gm_plays and to_gm:
        _put(errand, post.To(gm, "*gm"), number, {"from": signed, "to": "the game master", "text": text})
    readers = [*([to_whom] if told else []), *(["the game master"] if to_gm else [])]
    return f"Press sent to {' and '.join(readers)}."


def _check_kinds(live: Live, kinds: Sequence[str]) -> None:
    """Press of a kind that the game does not know is not sent at all: never signed against its writer's will."""
    grey = {"grey", "gray"}
    wrong = [one for one in kinds if one in _UNSIGNED and not (one in grey and live.settings.press == "grey")]
    if not wrong:
        return
    how = "press is unsigned, under nobody's name" if live.settings.press == "grey" else "press is signed by its seat"
    raise NotNow(f"there is no {wrong[0]} press in {live.name}: {how}. It was not sent")


def _check_mode(live: Live, mode: str) -> None:
    if mode == "none":
        raise NotNow(f"{live.name} is played without press")
    if mode == "rulebook" and live.window is not None and live.window.kind in ("retreats", "adjustments"):
        raise NotNow("by the rulebook nobody talks during retreats and adjustments")


def _check_amount(errand: SeatErrand) -> None:
    since = stamp(errand.act.now - timedelta(days=1))
    sent = notices.press_sent(errand.act.connection, errand.live.id, errand.seat, since)
    if sent >= errand.hand.account.limits.press_per_day:
        raise NotNow("that is enough press for a day; it was not sent")


def _told(errand: SeatErrand, to: str, taking: Sequence[Seat]) -> tuple[list[Seat], bool]:
    """The seats that read it, and whether the game master does."""
    mode, seat = errand.live.settings.press, errand.seat
    others = [one for one in taking if one != seat]
    if mode == "gm-only":
        return [], True
    names = [one.strip() for one in re.split(r"[,;&]|\band\b|\bund\b", to) if one.strip()]
    to_seats = [one for one in names if folded(one).removeprefix("the ").split() not in _GAME_MASTER]
    to_gm = len(to_seats) < len(names)
    if any(one.lower() in _EVERYBODY for one in to_seats):
        return others, to_gm
    named = [seat_of(errand.live.game, one) for one in to_seats]
    told = [one for one in dict.fromkeys(named) if one != seat]
    return (others if mode == "public" and told else told), to_gm


def _put(errand: SeatErrand, to: post.To, number: int, said: Mapping[str, str]) -> None:
    live = errand.live
    # In grey press nobody may learn from the reply address who wrote.
    reply = "" if live.settings.press == "grey" else errand.seat
    facts = {"game": live.name, "seat": to.seat, **said, "reply": reply}
    post.put(errand.act, live, post.Piece("press", to, number, facts))


def press_reply(hand: Hand) -> None:
    """An answer to a press mail goes to its sender: the address says so, nobody has to name anybody."""
    letter, answer = hand.opened.letter, hand.answer
    live = load_game(hand.act.connection, hand.envelope.game or "", lock=True)
    answer.live, answer.game = live, live.name
    seat = seat_for(hand, live, Section())
    answer.seat = seat
    seals.demand(hand, live, seat, False)
    if not "".join(letter.own).strip():
        raise NotRead("nothing-said", "there is nothing in it that is not quoted.")
    check_no_orders(live, seat, letter.own)
    to = (hand.envelope.seat or "").removeprefix("press:")
    press(SeatErrand(hand, Command(0, "press", to, letter.said), live, seat))


__all__ = ["press", "press_reply", "relay"]
