"""The answer to a letter, into the outbox: one mail to the registered address, within what an address gets."""

from __future__ import annotations

from dataclasses import asdict, replace

from judge.campaign import offers, post
from judge.campaign.closes import closes
from judge.campaign.numbers import shown_number
from judge.mail.proof import Grade
from judge.report.languages import ENGLISH, language_now
from judge.serve import room
from judge.serve.hand import Hand
from judge.serve.parts import Orders

PAGE = "page"
"""The folder of letters that were handed in at a page."""


def put_answer(hand: Hand) -> None:
    """One mail to the registered address; one more to the address that wrote, if that is another."""
    answer, address = hand.answer, hand.writer.address
    if not answer.parts and not answer.reports:
        return
    # A writer on a page waits for the answer there, even after all the mailed answers they may have.
    is_shown = not room.has_an_answer(hand)
    if is_shown and hand.arrived.folder != PAGE:
        return
    live = answer.live
    if live is not None and live.window is not None and not answer.key:
        # So that a plain reply carries the window that is open.
        answer.title, answer.key = live.window.title, live.window.key
    registered = _registered(hand)
    _say_when_it_closes(hand)
    facts = {
        "game": answer.game, "seat": answer.seat or "", "verdict": answer.verdict, "title": answer.title,
        "key": answer.key, "parts": answer.parts, "fixes": len(answer.offers), "letter": hand.arrived.id,
    }  # fmt: skip
    if language_now() != ENGLISH:
        facts["language"] = language_now()
    number = answer.receipt or f"letter {shown_number(hand.act, live, hand.arrived.id)}"
    facts["answer"] = str(number).removeprefix("letter ")
    for recipient in dict.fromkeys((registered or address, address)):
        said = {**facts, "stranger": recipient != address and address}
        # A writer in a chat is answered there.
        chat = hand.spoken.chat if hand.spoken is not None and recipient == address else ""
        if hand.spoken is not None and chat:
            said["account"] = hand.spoken.account
        to, reply = post.To(recipient, answer.seat or ""), hand.opened.letter.message_id or None
        piece = post.Piece("receipt", to, number, said, in_reply_to=reply, is_shown=is_shown, chat=chat)
        post.put(hand.act, live, piece)
        if (
            recipient == (registered or address)
            and live is not None
            and answer.seat
            and (answer.receipt or answer.offers)
        ):
            offers.remember(
                hand.act, live, answer.seat, str(facts["answer"]), post.message_id(hand.act, live, piece),
                answer.offers, bare=hand.writer.grade_for(live.name, answer.seat) is Grade.BARE,
            )  # fmt: skip
    for place, one in enumerate(answer.reports):
        to = post.To(registered or address, one.seat)
        again = f"again/{hand.arrived.id}/{place}"
        post.put(hand.act, live, post.Piece("report", to, again, asdict(one), step=one.step))


def _say_when_it_closes(hand: Hand) -> None:
    """When each window closes that the letter was about, after the letter."""
    for place, part in enumerate(hand.answer.parts):
        if not isinstance(part, Orders):
            continue
        live = hand.act.ledger.game(part.game)
        if live.window is not None and live.window.title == part.window:
            hand.answer.parts[place] = replace(part, closes=closes(hand.act, live, hand.act.now, part.of))


def _registered(hand: Hand) -> str | None:
    """The registered address of the seat that the letter spoke for."""
    live, seat, master = hand.answer.live, hand.answer.seat, hand.writer.master
    if seat is None and master is not None:
        return master.address
    if live is None or seat is None:
        return None
    for row in hand.writer.seats:
        if row["game"] == live.name and row["seat"] == seat:
            return hand.writer.address
    return next(
        (
            one.addresses[0]
            for one in hand.act.ledger.sittings(live.id)
            if one.seat == seat and one.role == "player" and one.addresses
        ),
        None,
    )


__all__ = ["PAGE", "put_answer"]
