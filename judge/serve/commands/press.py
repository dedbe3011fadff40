"""Press: words from seat to seat, as the game's mode allows; always a new mail, never a forward."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, runtime_checkable

from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import post, seating
from judge.campaign.closing import UNSIGNED
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.telling import tell
from judge.campaign.withheld import without_token
from judge.grammar.arguments import readers
from judge.grammar.seats import find_seat
from judge.grammar.text import folded, without_controls
from judge.mail.language import Command, Section
from judge.report.saying import Saying
from judge.serve import seals, twice
from judge.serve.commands.errand import SeatErrand
from judge.serve.hand import Hand, NotRead
from judge.serve.relaying import check_no_orders, leaks
from judge.serve.secrets import check_no_secret
from judge.serve.signing import signature_in
from judge.serve.who import seat_for
from judge.store import notices
from judge.store.base import stamp

LONGEST = 20_000
_EVERYBODY = ("all", "everybody", "everyone", "world", "*")
_GREY = ("grey", "gray", "partial", "unsigned", "anonymous")
_KINDS = (*_GREY, "black", "fake", "postal", "white")
_NEIGHBOURS = ("neighbours", "neighbors", "neighbour", "neighbor", "my neighbours", "my neighbors")
_GAME_MASTER = (["gm"], ["judge"], ["game", "master"], ["m"])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of press: `white` (signed by a seat), `grey` (by nobody), `fake` (by `by`); `postal`: with the report."""

    name: str
    by: Seat | None = None
    postal: bool = False


def press(errand: SeatErrand) -> None:
    """Relay words to other seats."""
    errand.answer.pass_on(relay(errand, *_said(errand)))


def check_press(errand: SeatErrand) -> None:
    """Why words cannot be relayed, before their writer is asked whether they wrote them."""
    _checked(errand, *_said(errand))


def _said(errand: SeatErrand) -> tuple[list[str], str, Kind]:
    """The recipients, the words, and the kind of press that a command gives."""
    to = readers(errand.command.rest)
    seats: list[str] = []
    kinds = [*map(str.lower, errand.command.kinds), *to.kinds]
    for name in to.names:
        # "PRESS TO France, grey" gives a kind; "PRESS TO red, black" a seat, if one has that name.
        is_kind = name.lower() in _KINDS and isinstance(find_seat(errand.live.game.seats, name), Problem)
        (kinds if is_kind else seats).append(name.lower() if is_kind else name)
    text = without_controls("\n".join(errand.command.body).strip("\n").rstrip())[:LONGEST]
    return seats, text, _kind(errand.live, kinds, to.sender)


def _checked(errand: SeatErrand, to: Sequence[str], text: str, kind: Kind) -> tuple[list[Seat], bool]:
    """The seats that read press, and whether the game master does, if nothing is against sending it."""
    live = errand.live
    if not text.strip():
        raise NotNow("press-is-empty")
    _check_mode(live, live.settings.press)
    told, to_gm = _told(errand, to, _taking(live))
    if not told and not to_gm:
        raise NotNow("press-to-yourself")
    if kind.name != "white" or seating.is_masked(live):
        _check_names_nobody(errand, text)
    check_no_secret(errand.act.connection, text, errand.act.config.masters)
    _check_amount(errand)
    return told, to_gm


def _taking(live: Live) -> tuple[Seat, ...]:
    return seats_taking_part(live) or tuple(one.id for one in live.game.seats)


def relay(errand: SeatErrand, to: Sequence[str], text: str, kind: Kind) -> Saying:
    """Relay press to seats; returns the answer to the sender."""
    live, seat = errand.live, errand.seat
    told, to_gm = _checked(errand, to, text, kind)
    text = without_token(text)
    signed = {"grey": UNSIGNED, "fake": live.seat_name(kind.by or seat)}.get(kind.name, errand.seat_name)
    number = notices.add_press(
        errand.act.connection,
        {
            "game_id": live.id, "step": live.head, "sender": seat, "told": json.dumps(told), "signed": signed,
            "text": text, "at": stamp(errand.act.now), "kind": "postal" if kind.postal else kind.name,
        },
    )  # fmt: skip
    public = set(told) >= set(_taking(live)) - {seat}
    to_whom = "all" if public else ", ".join(live.seat_name(one) for one in told)
    said = {"from": signed, "to": to_whom, "text": text}
    if kind.postal:
        tell(errand.act, live, Saying("notices/press", {"from": signed, "to": to_whom, "text": text}), [seat, *told])
    else:
        _deliver(errand, told, number, said, kind)
    _copy(errand, kind, number, said, (to_gm, public))
    return Saying(
        "answers/press-sent",
        {
            "kind": "" if kind.name == "white" or live.settings.press == "grey" else kind.name, "to": to_whom,
            "told": bool(told), "to_gm": to_gm, "postal": kind.postal, "by_the_hour": seating.is_masked(live),
        },
    )  # fmt: skip


def _deliver(errand: SeatErrand, told: Sequence[Seat], number: int, said: Mapping[str, str], kind: Kind) -> None:
    """A mail to the players of these seats. Nobody may learn from its reply address who wrote unsigned."""
    reply = {"grey": "", "fake": str(kind.by or "")}.get(kind.name, str(errand.seat))
    for one in seating.sittings(errand.act.connection, errand.live.id):
        if one.role == "player" and one.addresses and one.seat in told:
            _put(errand, post.To(one.addresses[0], one.seat), number, said, reply)


def _copy(errand: SeatErrand, kind: Kind, number: int, said: Mapping[str, str], whose: tuple[bool, bool]) -> None:
    """The game master's mail: press to them, and the copies that the players were told of, with the real writer."""
    (to_gm, public), live, gm = whose, errand.live, errand.act.config.gm
    copied = live.settings.press_copy == "all" or (live.settings.press_copy == "public" and public)
    if not gm or live.settings.gm_plays or not (to_gm or copied):
        return
    by = errand.seat_name if kind.name != "white" and copied else ""
    reply = "" if kind.name != "white" else str(errand.seat)
    _put(errand, post.To(gm, "*gm"), number, {**said, "to_gm": to_gm, "by": by}, reply)


def _kind(live: Live, said: Sequence[str], sender: str) -> Kind:
    """The kind of press that a letter asks for. A kind that the game does not allow is not sent at all: never signed
    against its writer's will."""
    allowed = ("grey",) if live.settings.press == "grey" else live.settings.press_kinds
    name = "grey" if set(_GREY) & set(said) else ""
    name = "fake" if {"fake", "black"} & set(said) or sender else name
    name = name or next((one for one in ("white", "grey") if one in allowed), "white")
    postal = "postal" in said
    wrong = name if name not in allowed else "postal" if postal and "postal" not in live.settings.press_kinds else ""
    if wrong:
        raise NotNow(
            "no-such-press",
            kind=wrong,
            game=live.name,
            unsigned=allowed == ("grey",),
            several=len(allowed) > 1,
            allowed=list(allowed),
        )
    if name == "fake" and not sender:
        raise NotNow("fake-press-is-written")
    return Kind(name, seat_of(live.game, sender) if name == "fake" else None, postal)


def _check_names_nobody(errand: SeatErrand, text: str) -> None:
    """Refuse unsigned press that holds anything that shows its writer: name, address, signature."""
    live = errand.live
    leak = leaks(errand.act.connection, live, errand.seat, text) or signature_in(errand.hand, live, errand.seat, text)
    if leak:
        raise NotNow("press-names-you", text=leak, game=live.name, anonymous=seating.is_masked(live))


def _check_mode(live: Live, mode: str) -> None:
    if mode == "none":
        raise NotNow("without-press", game=live.name)
    if mode == "rulebook" and live.window is not None and live.window.kind in ("retreats", "adjustments"):
        raise NotNow("press-by-the-rulebook")


def _check_amount(errand: SeatErrand) -> None:
    since = stamp(errand.act.now - timedelta(days=1))
    sent = notices.press_sent(errand.act.connection, errand.live.id, errand.seat, since)
    if sent >= errand.hand.account.limits.press_per_day:
        raise NotNow("press-enough")


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
    named = [
        one
        for said in to_seats
        for one in (_neighbours(errand) if folded(said) in _NEIGHBOURS else (seat_of(errand.live.game, said),))
    ]
    told = [one for one in dict.fromkeys(named) if one != seat]
    return (others if mode == "public" and told else told), to_gm


@runtime_checkable
class KnowsNeighbours(Protocol):
    """A game that knows which seats live beside each other."""

    def neighbours(self, state: Any, seat: Seat) -> tuple[Seat, ...]:
        """The seats beside a seat, by what that seat sees."""


def _neighbours(errand: SeatErrand) -> tuple[Seat, ...]:
    live = errand.live
    if "neighbours" not in live.settings.press_kinds:
        raise NotNow("no-press-to-neighbours", game=live.name)
    if not isinstance(live.game, KnowsNeighbours):
        raise NotNow("no-neighbours", rules=live.game.title)
    if live.step is None:
        raise NotNow("no-neighbours-yet", game=live.name)
    found = live.game.neighbours(live.state, errand.seat)
    if not found:
        raise NotNow("no-neighbours-now")
    return found


def _put(errand: SeatErrand, to: post.To, number: int, said: Mapping[str, Any], reply: str) -> None:
    facts = {"game": errand.live.name, "seat": to.seat, **said, "reply": reply}
    post.put(errand.act, errand.live, post.Piece("press", to, number, facts))


def press_reply(hand: Hand) -> None:
    """An answer to a press mail goes to its sender: the address says so, nobody has to name anybody."""
    letter, answer = hand.opened.letter, hand.answer
    live = load_game(hand.act.connection, hand.envelope.game or "", lock=True)
    answer.live, answer.game = live, live.name
    seat = seat_for(hand, live, Section())
    answer.seat = seat
    seals.demand(hand, live, seat, False)
    if not "".join(letter.own).strip():
        raise NotRead("nothing-said", "nothing-of-its-own")
    check_no_orders(live, seat, letter.own)
    to = (hand.envelope.seat or "").removeprefix("press:")
    errand = SeatErrand(hand, Command(0, "press", to, letter.said), live, seat)
    if twice.is_doubtful(errand):
        check_press(errand)
        twice.ask_again(errand)
    else:
        press(errand)


__all__ = ["check_press", "press", "press_reply", "relay"]
