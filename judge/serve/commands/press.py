"""Press: words from seat to seat, as the game's mode allows; always a new mail, never a forward."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta

from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import post, seating
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.grammar.arguments import readers
from judge.grammar.seats import find_seat
from judge.grammar.text import folded, without_controls
from judge.mail.language import Command, Section
from judge.serve import seals
from judge.serve.commands.errand import SeatErrand
from judge.serve.hand import Hand, NotRead
from judge.serve.secrets import address_in, check_no_secret, without_token
from judge.serve.signing import signature_in
from judge.serve.who import seat_for
from judge.store import Connection, notices
from judge.store.base import stamp

LONGEST = 20_000
_EVERYBODY = ("all", "everybody", "everyone", "world", "*")
_UNSIGNED = ("grey", "gray", "black", "fake", "partial", "from", "as")
_KINDS = (*_UNSIGNED, "postal", "white")
_GAME_MASTER = (["gm"], ["judge"], ["game", "master"], ["m"])


def press(errand: SeatErrand) -> None:
    """Relay words to other seats."""
    to = readers(errand.command.rest)
    seats: list[str] = []
    kinds = [*errand.command.unheeded.lower().split(), *to.kinds, *(["from"] if to.is_under_a_name else [])]
    for name in to.names:
        # "PRESS TO France, grey" says how; "PRESS TO red, black" whom, where somebody is called so.
        is_kind = name.lower() in _KINDS and isinstance(find_seat(errand.live.game.seats, name), Problem)
        (kinds if is_kind else seats).append(name.lower() if is_kind else name)
    _check_kinds(errand.live, kinds)
    errand.answer.say(relay(errand, seats, "\n".join(errand.command.body)))


def relay(errand: SeatErrand, to: Sequence[str], text: str) -> str:
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
    if mode == "grey" or seating.is_masked(live):
        _check_names_nobody(errand, text)
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
    when = ", and goes with the full hour" if seating.is_masked(live) else ""
    return f"Press sent to {' and '.join(readers)}{when}."


def _check_kinds(live: Live, kinds: Sequence[str]) -> None:
    """Press of a kind that the game does not know is not sent at all: never signed against its writer's will."""
    grey = {"grey", "gray"}
    wrong = [one for one in kinds if one in _UNSIGNED and not (one in grey and live.settings.press == "grey")]
    if not wrong:
        return
    how = "press is unsigned, under nobody's name" if live.settings.press == "grey" else "press is signed by its seat"
    raise NotNow(f"there is no {wrong[0]} press in {live.name}: {how}. It was not sent")


def _check_names_nobody(errand: SeatErrand, text: str) -> None:
    """Press whose writer nobody is to know holds nothing by which its writer is known: name, address, signature."""
    live = errand.live
    leak = leaks(errand.act.connection, live, errand.seat, text) or signature_in(errand.hand, live, errand.seat, text)
    if leak:
        how = "nobody knows who sits where" if seating.is_masked(live) else "press is unsigned"
        raise NotNow(f'your press holds "{leak}", by which you would be known; in {live.name} {how}. It was not sent')


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


def _told(errand: SeatErrand, names: Sequence[str], taking: Sequence[Seat]) -> tuple[list[Seat], bool]:
    """The seats that read it, and whether the game master does."""
    mode, seat = errand.live.settings.press, errand.seat
    others = [one for one in taking if one != seat]
    if mode == "gm-only":
        return [], True
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
    _check_no_orders(live, seat, letter.own)
    to = (hand.envelope.seat or "").removeprefix("press:")
    press(SeatErrand(hand, Command(0, "press", to, tuple(letter.own)), live, seat))


def _check_no_orders(live: Live, seat: Seat, lines: Sequence[str]) -> None:
    """Orders written to the address of press are not shown to anybody: their writer is asked what was meant."""
    ask = live.window.asks.get(seat) if live.window is not None else None
    if ask is None:
        return
    taken = take(live.game, live.state, seat, ask.form, "\n".join(lines))
    unread = {line.text for line in taken.unread}
    read = [line.text for line in taken.lines if line.text not in unread]
    if read:
        raise NotRead(
            "orders-or-press",
            f"it answers press, and “{read[0]}” reads as an order. Neither was it sent nor ordered. If it is press, "
            "send it between the lines PRESS TO and END PRESS; if it is an order, write it in answer to your report.",
        )


def leaks(connection: Connection, live: Live, seat: Seat, text: str) -> str | None:
    """What of a text would tell who wrote it: his name, an address."""
    words = folded(text)
    for one in seating.sittings(connection, live.id):
        if one.seat != seat or one.role != "player":
            continue
        for known in (one.name, *one.addresses, *(address.partition("@")[0] for address in one.addresses)):
            if len(folded(known)) > 2 and f" {folded(known)} " in f" {words} ":
                return known
        # A part of a name as it is written; "will" is no Will.
        written = set(letter_runs(text))
        for part in letter_runs(one.name):
            if len(part) > 2 and part != "The" and part in written:
                return part
    return address_in(text)


def letter_runs(text: str) -> list[str]:
    """The runs of letters in a text."""
    return "".join(sign if sign.isalpha() else " " for sign in text).split()


__all__ = ["leaks", "press", "press_reply", "relay"]
