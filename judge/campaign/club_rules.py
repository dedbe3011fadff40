"""The terms on which people may join: `club:` of campaign.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from judge.campaign.deadlines import RuleError, read_length
from judge.grammar.document import Complaint, Document
from judge.grammar.lexicon import nearest

KEYS = ("join_words", "allow", "deny", "create", "offer", "trust")
KEY_LENGTH = 64


@dataclass(frozen=True, kw_only=True)
class ClubRules:
    """`allow`, `deny` and `create` hold addresses and whole domains."""

    join_words: Mapping[str, str] = field(default_factory=dict)
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    create: tuple[str, ...] = ()
    offer: timedelta = timedelta(hours=24)
    """How long a vacant seat waits for the answer of one person who stands by."""
    trust: Mapping[str, str] = field(default_factory=dict)
    """The judges whose records of players count here, and the keys they sign with."""

    def may_come(self, address: str) -> bool:
        """Whether somebody may sign up, stand by, observe."""
        return not _names(self.deny, address) and (not self.allow or _names(self.allow, address))

    def may_create(self, address: str) -> bool:
        """Whether somebody may make a game by mail."""
        return _names(self.create, address) and self.may_come(address)

    def join_word(self, game: str) -> str:
        """The word that a sign-up for this game has to give; "": none."""
        return self.join_words.get(game, self.join_words.get("all", ""))


def _names(places: tuple[str, ...], address: str) -> bool:
    """Whether an address, or its domain, is on a list."""
    domain = address.lower().rpartition("@")[2]
    return any(one == address.lower() or one == domain or domain.endswith(f".{one}") for one in places)


def read_club(document: Document, complaints: list[Complaint]) -> ClubRules:
    """The rules of the door; what is wrong with them is added to the complaints."""
    value = document.value if isinstance(document.value, dict) else {}
    if document.value is not None and not isinstance(document.value, dict):
        complaints.append(document.complaint("club is a mapping: join_words, allow, deny, create, offer, trust"))
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing in club: {hint}', key))
    lists = {key: _list(document, value, key, complaints) for key in ("allow", "deny", "create")}
    offer = timedelta(hours=24)
    try:
        offer = read_length(str(value.get("offer", "24h")))
    except RuleError as error:
        complaints.append(document.complaint(str(error), "offer"))
    words = _mapping(document, value, "join_words", "a word for each game, or for all", complaints)
    trust = _mapping(document, value, "trust", "the key of each judge, by `judge player record --key`", complaints)
    for judge, key in trust.items():
        if len(key) != KEY_LENGTH or not set(key) <= set("0123456789abcdef"):
            complaints.append(document.complaint(f"the key of {judge} is 64 signs of 0-9 and a-f", "trust"))
    return ClubRules(join_words=words, offer=offer, trust=trust, **lists)


def _list(document: Document, value: Mapping[str, object], key: str, complaints: list[Complaint]) -> tuple[str, ...]:
    given = value.get(key) or []
    found = tuple(str(one).strip().lower() for one in (given if isinstance(given, list) else [given]))
    for one in found:
        person, at, domain = one.rpartition("@")
        if " " in one or "." not in domain or bool(at) != bool(person):
            complaints.append(document.complaint(f"{key} has addresses and domains, not {one}", key))
    return found


def _mapping(
    document: Document, value: Mapping[str, object], key: str, what: str, complaints: list[Complaint]
) -> dict[str, str]:
    given = value.get(key) or {}
    if isinstance(given, dict):
        return {str(one).lower() if key == "join_words" else str(one): str(said).lower() for one, said in given.items()}
    complaints.append(document.complaint(f"{key} has {what}", key))
    return {}


__all__ = ["ClubRules", "read_club"]
