"""Chats and boards on which players write to an account of the Judge: one interface, a file for each service."""

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
    """The service of a chat. `wait`: how to wait when a chat asks for patience."""
    return SERVICES[chat.kind](chat, wait)


__all__ = ["Chat", "Heard", "Listened", "Service", "Wait", "What", "read_chats", "service_of"]
