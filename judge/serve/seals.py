"""What a letter's PGP signature means: a valid one counts as the token, and with an invalid one nothing is done."""

from __future__ import annotations

import json

from judge.adjudicator.protocol import Seat
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live
from judge.mail.proof import Grade
from judge.report.saying import Saying
from judge.serve.hand import Hand, NotRead
from judge.store import people
from judge.store.base import stamp
from judge.store.facts import recall, remember


def keys_of(campaign: Campaign, address: str) -> tuple[str, ...]:
    """The public key registered for the person of this address."""
    with campaign.store.read() as connection:
        player = people.of_confirmed_address(connection, address)
        key = json.loads(people.settings(connection, player) or "{}").get("pgp")
    return (str(key),) if key else ()


def check(hand: Hand) -> None:
    """A signature that does not hold, or that was used before: nothing of such a letter is done."""
    writer, act = hand.writer, hand.act
    if writer.proof.pgp == "fail":
        hand.tell_gm(
            f"seal/{writer.address}/{stamp(act.now)[:13]}",
            Saying("mails/broken-signature", {"address": writer.address}),
        )
        raise NotRead(
            "bad-signature",
        )
    if writer.proof.pgp == "pass" and writer.proof.mark:
        key = f"pgp:{writer.proof.mark}"
        if recall(act.connection, key) is not None:
            raise NotRead(
                "sent-before",
            )
        remember(act.connection, key, stamp(act.now))


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
    if live.settings.auth == "pgp" and (keys or not has_token):
        raise NotRead("not-signed", game=live.name, registered=bool(keys))
    if not gives_orders or has_token or writer.proof.account or live.window is None:
        return
    row = ledger.docket_row(live, seat)
    if row is not None and Grade.SIGNED.said in row["source"]:
        raise NotRead(
            "weaker",
        )


__all__ = ["check", "demand", "keys_of"]
