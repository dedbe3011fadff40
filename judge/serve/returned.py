"""Mail of ours that came back: counted for its address, until nothing more is sent there; the GM is told."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from judge.campaign.act import Act
from judge.campaign.known import TOO_MANY
from judge.campaign.numbers import mail_secret
from judge.campaign.telling import tell_gm
from judge.mail.guard import Bounce, bounced_number
from judge.report.saying import Saying
from judge.store import mails, people

log = logging.getLogger("judge")


def note_return(act: Act, bounces: Sequence[Bounce], word: str) -> None:
    """A mail came back to this return path. Only one that carries our own seal is believed."""
    number = bounced_number(mail_secret(act.connection), word)
    if number is None:
        return
    sent = mails.recipient_and_kind(act.connection, number)
    if sent is None:
        return
    address, kind = sent
    people.bounced(act.connection, address, max((one.weight for one in bounces), default=4))
    act.ledger.forget()
    reason = next((one.reason for one in bounces), "")
    count = people.bounces(act.connection, address)
    if kind == "gm" or address == act.config.gm:
        # A notice that a notice came back would come back as well.
        log.warning("mail %d to the game master came back: %s", number, reason or "no reason given")
    elif count is not None and count >= TOO_MANY:
        tell_gm(
            act,
            None,
            f"bounces/{address}/{act.now:%Y%m%d}",
            Saying("mails/mail-comes-back", {"address": address, "reason": reason}),
        )
    elif count is not None:
        tell_gm(
            act,
            None,
            f"bounce/{number}",
            Saying("mails/a-mail-came-back", {"address": address, "kind": kind, "reason": reason}),
        )


__all__ = ["note_return"]
