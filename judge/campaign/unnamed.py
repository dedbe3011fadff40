"""Persons and subjects that a game master is not told, because they play themselves or do not give seats."""

from __future__ import annotations

from dataclasses import replace

from judge.campaign import seating
from judge.campaign.act import Look
from judge.campaign.live import Live, load_game
from judge.campaign.masters import GameMaster
from judge.campaign.seating import Sitting
from judge.campaign.withheld import plain_subject
from judge.report.saying import Saying, worded

HIDDEN = Saying("mails/hidden", {})
"""This is said in place of a person or a subject."""


def is_hidden(live: Live) -> bool:
    """Whether there is anything in the game that its game master, who plays, may not see."""
    return live.settings.gm_plays and live.row["status"] != "over"


def sees_people(look: Look, live: Live, master: GameMaster) -> bool:
    """Whether a game master is told who sits where: in an anonymous game, whoever gives seats and plays none."""
    if not seating.is_masked(live):
        return True
    if master.refused("seats", live.name):
        return False
    own = {master.address} - {""}
    sat = seating.sittings(look.connection, live.id)
    return not (live.settings.gm_plays and any(own & set(one.addresses) for one in sat if one.role == "player"))


def sees_times(live: Live) -> bool:
    """Whether a game master is told when players write: in an anonymous game, one who does not play there."""
    return not (seating.is_masked(live) and live.settings.gm_plays)


def may_time(look: Look, master: GameMaster, game: str | None, address: str) -> bool:
    """Whether a game master may know of which seat a letter is, and when it came."""
    names = tables_of(look, game, address)
    return address == master.address or all(sees_times(load_game(look.connection, one)) for one in names)


def masked(live: Live, one: Sitting) -> Sitting:
    """Somebody at the table of an anonymous game, as a list shows them that others may look at."""
    return replace(one, known_as=worded(HIDDEN), addresses=()) if seating.is_masked(live) and one.addresses else one


def tables_of(look: Look, game: str | None, address: str) -> list[str]:
    """The games that a letter or a mail may tell of: its own, and all of that person."""
    own = {str(one["game"]) for one in seating.by_address(look.connection, address)} if address else set()
    return sorted(own | ({str(game)} if game else set()))


def may_name(look: Look, master: GameMaster, game: str | None, address: str) -> bool:
    """Whether a game master may know that a letter of a game, or of a person, is this person's."""
    names = tables_of(look, game, address)
    return address == master.address or all(sees_people(look, load_game(look.connection, one), master) for one in names)


def may_quote(look: Look, master: GameMaster, game: str | None, address: str) -> bool:
    """Whether a game master may read the subject of a person's letter, which may be an order."""
    names = tables_of(look, game, address)
    return address == master.address or not any(is_hidden(load_game(look.connection, one)) for one in names)


def person(look: Look, game: str | None, address: str, name: str = "") -> Saying | str:
    """A person, by name or else by address, in a mail to the campaign's game master: as far as they may know them."""
    return (name or address) if may_name(look, look.config.masters[0], game, address) else HIDDEN


def for_master(look: Look, live: Live | None, said: Saying) -> Saying:
    """A notice as the campaign's game master may read it. Its fact `address` says of whom it tells; a `reason`, which
    the server of that address gave, may name it again."""
    master, game, facts = look.config.masters[0], live.name if live else None, dict(said.facts)
    address = str(facts.get("address") or "")
    if "subject" in facts:
        facts["subject"] = plain_subject(facts["subject"]) if may_quote(look, master, game, address) else HIDDEN
    if may_name(look, master, game, address):
        return said if facts == said.facts else Saying(said.code, facts)
    hidden = {"address": HIDDEN, "reason": ""}
    return Saying(said.code, facts | {key: value for key, value in hidden.items() if key in facts})


__all__ = [
    "HIDDEN", "for_master", "is_hidden", "masked", "may_name", "may_quote", "may_time", "person", "sees_people",
    "sees_times", "tables_of",
]  # fmt: skip
