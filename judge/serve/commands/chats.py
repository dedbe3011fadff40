"""CONNECT and DISCONNECT: an account on a chat writes for an address, and no more."""

from __future__ import annotations

from judge.campaign import connecting
from judge.campaign.live import NotNow
from judge.serve.commands.errand import Errand


def connect(errand: Errand) -> None:
    """Send the writer's address the code that an account says to prove itself."""
    chat = connecting.chat_of(errand.act, errand.command.rest)
    writer = errand.writer
    if writer.player_id is None and writer.master is None:
        raise NotNow("nobody-of-that-address", address=writer.address)
    connecting.send_code(errand.act, chat, writer.address)
    errand.answer.say("connect-mail-sent", address=writer.address, chat=chat)


def disconnect(errand: Errand) -> None:
    """Disconnect the writer's accounts on a chat: their messages are no longer theirs."""
    chat = connecting.chat_of(errand.act, errand.command.rest)
    gone = connecting.disconnect(errand.act, chat, errand.writer.address)
    if not gone:
        raise NotNow("no-account-connected", chat=chat, address=errand.writer.address)
    errand.answer.say("account-disconnected", accounts=list(gone), chat=chat, address=errand.writer.address)


__all__ = ["connect", "disconnect"]
