"""CONNECT and DISCONNECT: an account on a chat writes for an address, and no more."""

from __future__ import annotations

from judge.campaign import connecting
from judge.campaign.live import NotNow
from judge.report.words import listed
from judge.serve.commands.errand import Errand


def connect(errand: Errand) -> None:
    """Send the writer's address the code that an account says to prove itself."""
    chat = connecting.chat_of(errand.act, errand.command.rest)
    writer = errand.writer
    if writer.player_id is None and writer.master is None:
        raise NotNow(f"nobody here is known by the address {writer.address}: write from your registered address")
    connecting.send_code(errand.act, chat, writer.address)
    errand.answer.say(f"A mail to {writer.address} says how to connect an account on {chat}.")


def disconnect(errand: Errand) -> None:
    """Nothing that the writer's accounts on a chat say counts as theirs any more."""
    chat = connecting.chat_of(errand.act, errand.command.rest)
    gone = connecting.disconnect(errand.act, chat, errand.writer.address)
    if not gone:
        raise NotNow(f"no account on {chat} is connected with {errand.writer.address}")
    errand.answer.say(f"{listed(list(gone))} on {chat} no longer writes for {errand.writer.address}.")


__all__ = ["connect", "disconnect"]
