"""Requests at the door wait for the word that went to the address of their writer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from judge.campaign import handing_over, seating
from judge.campaign.act import Act
from judge.report.languages import ENGLISH, language_now
from judge.serve.commands.errand import Errand
from judge.store import people as persons
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember

CONFIRM_WITHIN = timedelta(days=7)


def is_waited_for(act: Act, code: str, address: str) -> bool:
    """Whether something at the door waits for this word from this address."""
    return bool(waiting(act, code, address)) or handing_over.open_offer(act, code, address) is not None


def drop(act: Act, code: str) -> None:
    """Nothing at the door waits for this word any more."""
    remember(act.connection, key_of(code), "{}")


def waiting(act: Act, code: str, address: str) -> dict[str, Any]:
    """The request at the door that this word from this address confirms."""
    asked: dict[str, Any] = json.loads(recall(act.connection, key_of(code)) or "{}")
    in_time = asked and asked["address"] == address and moment(asked["at"]) + CONFIRM_WITHIN >= act.now
    return asked if in_time else {}


def keep_language(act: Act, address: str, asked: Mapping[str, Any]) -> None:
    """Write to people in the language they asked in, if we have it, unless they have set one."""
    player = persons.of_address(act.connection, address) if asked.get("language") else None
    if player is None:
        return
    settings: dict[str, Any] = json.loads(persons.settings(act.connection, player) or "{}")
    if not settings.get("language"):
        persons.put(act.connection, player, settings=json.dumps({**settings, "language": asked["language"]}))


def language_of(act: Act, code: str) -> str:
    """The language in which it was asked for what waits for this word; "": in English, or nothing waits."""
    return str(json.loads(recall(act.connection, key_of(code)) or "{}").get("language", ""))


def ask_again(errand: Errand, rest: str) -> None:
    """Ask somebody who proves nothing to confirm, from their address, a request that needs no seat."""
    verb = errand.command.verb
    word = lay_by(errand, "", {"does": verb, "rest": rest})
    errand.answer.worsen("WARNINGS")
    errand.answer.say("not-done-yet", command=f"{verb.upper()} {rest}".strip(), word=word)


def lay_by(errand: Errand, name: str, asked: Mapping[str, Any]) -> str:
    """Keep what was asked for under a new word."""
    code = seating.new_token(errand.act.campaign.entropy)
    named = errand.hand.opened.letter.name
    kept = {"game": name, "address": errand.writer.address, "at": stamp(errand.act.now), "name": named, **asked}
    kept |= {"language": language_now()} if language_now() != ENGLISH else {}
    remember(errand.act.connection, key_of(code), json.dumps(kept))
    return code


def key_of(code: str) -> str:
    """Under what it waits; the word itself is not stored."""
    return f"join:{seating.token_hash(code)[:32]}"


__all__ = ["ask_again", "drop", "is_waited_for", "keep_language", "key_of", "language_of", "lay_by", "waiting"]
