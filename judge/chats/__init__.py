"""Chats and boards on which the Judge has an account that players write to: one interface, a file a service."""

from collections.abc import Callable, Mapping

from judge.chats.discord import Discord
from judge.chats.discourse import Discourse
from judge.chats.matrix import Matrix
from judge.chats.nodebb import NodeBB
from judge.chats.service import Heard, Listened, Service, Wait, What
from judge.chats.settings import Chat, read_chats

SERVICES: Mapping[str, Callable[[Chat, Wait], Service]] = {
    "matrix": Matrix, "discourse": Discourse, "nodebb": NodeBB, "discord": Discord,
}  # fmt: skip


def service_of(chat: Chat, wait: Wait) -> Service:
    """What speaks to a chat. `wait`: how a chat that asks for patience is waited for."""
    return SERVICES[chat.kind](chat, wait)


__all__ = ["Chat", "Heard", "Listened", "Service", "Wait", "What", "read_chats", "service_of"]
