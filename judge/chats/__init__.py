"""Chats and boards on which the Judge has an account that players write to: one interface, a file a service."""

from judge.chats.matrix import Matrix
from judge.chats.service import Heard, Listened, Service, Wait, What
from judge.chats.settings import Chat, read_chats


def service_of(chat: Chat, wait: Wait) -> Service:
    """What speaks to a chat. `wait`: how a chat that asks for patience is waited for."""
    return {"matrix": Matrix}[chat.kind](chat, wait)


__all__ = ["Chat", "Heard", "Listened", "Service", "Wait", "What", "read_chats", "service_of"]
