"""What a letter's PGP signature means: as good as the token where it holds, nothing done where it does not."""

from __future__ import annotations

import json

from judge.adjudicator.protocol import Seat
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live
from judge.mail.proof import Grade
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
            f"seal/{writer.address}/{stamp(act.now)[:13]}", "A letter with a broken signature",
            f"A letter from {writer.address} carries a PGP signature that does not hold for the key registered for "
            "that address (or is encrypted and has none). Nothing of it was done. Somebody changed it on its way, or "
            "somebody else signed it, or its writer has a new key: `judge player key` registers one.",
        )  # fmt: skip
        raise NotRead(
            "bad-signature",
            "its PGP signature does not hold for the key that is registered for your address (or it is encrypted and "
            "has none). Nothing of it was done, and the game master was told. If you have a new key, send it with a "
            "line SET PGP and a line TOKEN followed by your seat's token, in a letter that is not signed.",
        )
    if writer.proof.pgp == "pass" and writer.proof.mark:
        key = f"pgp:{writer.proof.mark}"
        if recall(act.connection, key) is not None:
            raise NotRead(
                "sent-before",
                "these very words with this very signature were here before: a signed letter counts once. If it is "
                "yours, sign it anew.",
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
    if live.settings.auth == "pgp" and (keys or not writer.by_token):
        how = (
            "sign it with the key that is registered for you"
            if keys
            else "no key is registered for you yet: send it with a line SET PGP and a line TOKEN followed by your "
            "seat's token"
        )
        raise NotRead("not-signed", f"{live.name} takes letters with a PGP signature only: {how}.")
    if not gives_orders or writer.by_token or writer.proof.account or live.window is None:
        return
    row = ledger.docket_row(live, seat)
    if row is not None and Grade.SIGNED.said in row["source"]:
        raise NotRead(
            "weaker",
            "the orders that are in came in a letter signed with PGP, and this one is not signed. Nothing was changed: "
            "sign it, or answer the last report.",
        )


__all__ = ["check", "demand", "keys_of"]
