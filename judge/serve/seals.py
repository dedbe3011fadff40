"""The checks of a letter's signatures: for whom and when they were made, and that each counts once.

A PGP signature that holds counts as the token, and with one that does not nothing is done.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

from judge.adjudicator.protocol import Seat
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live
from judge.mail.envelope import extra_of
from judge.mail.forms import forms_in
from judge.mail.proof import Grade
from judge.report.saying import Saying
from judge.serve.hand import Hand, NotRead
from judge.serve.opened import Opened
from judge.serve.parts import Unheeded
from judge.store import people
from judge.store.base import stamp
from judge.store.facts import is_new, recall, remember
from judge.store.letters import Arrived

FRESH = timedelta(days=7)
"""A mail server tries for five days; what was signed longer ago is not what its writer says today."""
AHEAD = timedelta(days=1)
"""So far ahead a writer's clock may be."""


def keys_of(campaign: Campaign, address: str) -> tuple[str, ...]:
    """The public key registered for the person of this address."""
    with campaign.store.read() as connection:
        player = people.of_confirmed_address(connection, address)
        key = json.loads(people.settings(connection, player) or "{}").get("pgp")
    return (str(key),) if key else ()


def as_proven_here(opened: Opened, arrived: Arrived, own_address: str) -> Opened:
    """A letter with what its signatures prove here and now, and why not more."""
    proof = opened.proof
    edge = int((arrived.received_at - FRESH).timestamp())
    if 0 < proof.head.made < edge:
        proof = replace(proof, head=replace(proof.head, is_old=True))
    if proof.pgp == "pass":
        sent = replace(proof, pgp="").vouches_for(opened.letter.sender or "")
        when = proof.seal.made or proof.seal.dated
        if 0 < when < edge:
            proof = replace(proof, pgp="", doubt="signed-long-ago")
        elif not 0 < when < int((arrived.received_at + AHEAD).timestamp()) and not sent and not _names_windows(opened):
            proof = replace(proof, pgp="", doubt="signed-undated")
        elif not sent and not _is_for_us(opened, own_address):
            proof = replace(proof, pgp="", doubt="signed-for-nobody")
    return replace(opened, proof=proof)


def _names_windows(opened: Opened) -> bool:
    """Whether all that a letter says is for windows that it names, as order forms are: it counts in no other one."""
    says = [one for one in opened.reading.sections if one.says_something]
    return all(one.window for one in says) and bool(says or forms_in(opened.letter.lines))


def _is_for_us(opened: Opened, own_address: str) -> bool:
    """Whether signed words say that they are for the judge: by their own head, or by naming a game."""
    to = opened.proof.seal.to
    if to:
        return any(extra_of(one, own_address) is not None for one in to)
    reading = opened.reading
    named = any(one.game or one.window or one.token for one in reading.sections)
    return named or bool(reading.token) or bool(forms_in(opened.letter.lines))


def check(hand: Hand) -> None:
    """A signature that does not hold, or that came before: nothing of such a letter is done."""
    writer, act = hand.writer, hand.act
    if writer.proof.pgp == "fail":
        hand.tell_gm(
            f"seal/{writer.address}/{stamp(act.now)[:13]}",
            Saying("mails/broken-signature", {"address": writer.address}),
        )
        raise NotRead(
            "bad-signature",
        )
    proof = writer.proof
    seal, marks = proof.seal, list[str]()
    if proof.pgp == "pass":
        marks.append(f"pgp:{seal.mark}")
        other = "any" if not seal.made else "sealed"
        if recall(act.connection, f"pgp:{seal.bare} {other}") is not None:
            raise NotRead("sent-before")
        remember(act.connection, f"pgp:{seal.bare} any", stamp(act.now))
    signed = [f"signed:{one}" for one in proof.head.marks if "pass" in (proof.dkim, proof.dmarc)]
    if proof.vouches_for(writer.address):
        marks += signed
    elif any(recall(act.connection, key) is not None for key in signed):
        raise NotRead("sent-before")
    # Only what is proven is noted: a copy that somebody spoilt takes nothing from the letter that it was made of.
    are_new = [is_new(act.connection, key, stamp(act.now)) for key in marks]
    if not all(are_new):
        raise NotRead("sent-before")


def demand(hand: Hand, live: Live, seat: Seat, gives_orders: bool) -> None:
    """A seat whose player signs is not overruled by a letter that proves less."""
    writer, ledger = hand.writer, hand.act.ledger
    if writer.proof.pgp == "pass":
        return
    player = next(
        (one.player_id for one in ledger.sittings(live.id) if one.seat == seat and one.role == "player"),
        None,
    )
    key = ledger.settings(player, live.id).get("pgp") if player is not None else None
    keys = (str(key),) if key else ()
    has_token = writer.grade_for(live.name, seat) >= Grade.TOKEN
    if writer.proof.doubt and key and not has_token and live.settings.auth == "pgp":
        raise NotRead(writer.proof.doubt)
    if live.settings.auth == "pgp" and (keys or not has_token):
        raise NotRead("not-signed", game=live.name, registered=bool(keys))
    if not gives_orders or has_token or writer.proof.account or live.window is None:
        return
    row = ledger.docket_row(live, seat)
    if row is not None and Grade.SIGNED.said in row["source"]:
        raise NotRead(
            "weaker",
        )


def say_doubts(hand: Hand) -> None:
    """Why a letter that is signed counts as one that proves nothing of its writer."""
    writer = hand.writer
    code = writer.proof.doubts(writer.address) if writer.is_known and writer.grade is Grade.BARE else ""
    told = any(isinstance(part, Unheeded) and part.code in (code, "sent-before") for part in hand.answer.parts)
    if code and hand.answer.parts and not told:
        hand.answer.pass_on(Saying("answers/counts-as-bare", {"why": Saying(f"unread/{code}", {})}))


__all__ = ["as_proven_here", "check", "demand", "keys_of", "say_doubts"]
