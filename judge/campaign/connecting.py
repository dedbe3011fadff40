"""Accounts on chats: a code that goes to an address by mail, said in the chat, proves the account to be the
address's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from judge.campaign import post, seating
from judge.campaign.act import Act
from judge.campaign.live import NotNow
from judge.campaign.telling import note
from judge.grammar.text import folded
from judge.store import chats
from judge.store.base import stamp
from judge.store.facts import recall

CODE_WITHIN = timedelta(days=1)
CALLED = "called/"
"""The prefix under which daemons keep the Judge's name in a chat."""
MOST_WORDS = 40
"""A code is looked for among so many words of a message."""


def names(act: Act) -> tuple[str, ...]:
    """The Judge's names in the campaign's chats."""
    value = act.config.chats.value
    return tuple(str(name) for name in value) if isinstance(value, dict) else ()


def chat_of(act: Act, said: str) -> str:
    """The chat that somebody names; if there is only one it needs no name."""
    known = names(act)
    if not known:
        raise NotNow("no-chats")
    if not said and len(known) == 1:
        return known[0]
    found = [name for name in known if folded(name) == folded(said)]
    if not found:
        raise NotNow("connect-which-chat", known=known)
    return found[0]


def send_code(act: Act, chat: str, address: str) -> None:
    """Send an address the code by which an account on a chat is proven to be its own."""
    code = seating.new_token(act.campaign.entropy)
    chats.put_code(act.connection, seating.token_hash(code), chat, address, act.now + CODE_WITHIN)
    facts = {"chat": chat, "code": code, "judge": recall(act.connection, f"{CALLED}{chat}") or ""}
    post.put_told(act, None, post.To(address), f"connect/{chat}/{stamp(act.now)}", "connect", facts, "token")


def connect(act: Act, chat: str, account: str, said: str, in_private: bool) -> str | None:
    """Take the code in a message and return the result: `welcome-there`, `void`. None: there is none."""
    hashes = [seating.token_hash(word) for word in _codes(said)]
    address = chats.take_code(act.connection, chat, hashes, act.now) if hashes else None
    if address is None:
        return None
    if not in_private:
        # Another reader could have been quicker.
        return "void"
    chats.connect(act.connection, chat, account, address, act.now)
    note(act, None, "account connected", {"chat": chat}, by="player")
    facts = {"chat": chat, "account": account}
    post.put_told(act, None, post.To(address), f"connected/{chat}/{stamp(act.now)}", "connected", facts, "token")
    return "welcome-there"


def disconnect(act: Act, chat: str, address: str) -> Sequence[str]:
    """Disconnect the accounts of an address; returns which they were."""
    gone = chats.disconnect(act.connection, chat, address)
    if gone:
        note(act, None, "accounts disconnected", {"chat": chat}, by="player")
        facts = {"chat": chat, "accounts": gone}
        post.put_told(act, None, post.To(address), f"disconnected/{chat}/{stamp(act.now)}", "disconnected", facts,
                      "token")  # fmt: skip
    return gone


def _codes(said: str) -> list[str]:
    """The words of a message that may be a code."""
    words = (word.strip(".,;:!?'\"`*_()<>[]") for word in said.split()[:MOST_WORDS])
    return [word for word in words if len(word) == seating.TOKEN_LENGTH]
