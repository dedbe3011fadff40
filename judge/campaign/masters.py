"""Game masters: who they are by campaign.yaml, in which games each may act, and with which rights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from judge.campaign.seating import BadAddress, plain_address
from judge.grammar.document import Complaint, Document
from judge.grammar.lexicon import nearest
from judge.report.saying import Saying

RIGHTS = ("look", "release", "clock", "orders", "seats", "words", "correct", "games")
"""The rights of a game master, by one word each; every other right includes `look`."""

GM = "gm"


@dataclass(frozen=True, slots=True)
class GameMaster:
    """A game master. `who`: how the audit calls them; `games`, `may`: None means all."""

    who: str = GM
    address: str = ""
    games: frozenset[str] | None = None
    may: frozenset[str] | None = None

    def is_of(self, game: str) -> bool:
        """Whether this game is theirs."""
        return self.games is None or game in self.games

    @property
    def sees_campaign(self) -> bool:
        """Whether they may see what belongs to no single game."""
        return self.games is None and self.may is None

    def refused(self, right: str, game: str | None) -> Saying | None:
        """Why they may not do this; None where they may."""
        if game is not None and not self.is_of(game):
            return Saying("refusals/not-their-game", {"game": game, "who": self.who, "games": sorted(self.games or ())})
        if self.may is None or right in self.may or right == "look":
            return None
        return Saying("refusals/not-their-right", {"who": self.who, "right": right, "may": sorted(self.may)})


def refused(masters: Iterable[GameMaster], who: str, right: str, game: str | None) -> Saying | None:
    """Why a game master, as the audit calls them, may not do this; None where they may."""
    return next((why for one in masters if one.who == who and (why := one.refused(right, game))), None)


def read_masters(gm: str, document: Document, complaints: list[Complaint]) -> tuple[GameMaster, ...]:
    """The first one, who may do everything, and those under `game_masters:`; what is wrong joins the complaints."""
    found = [GameMaster(address=gm)]
    value = document.value if document.value is not None else {}
    if not isinstance(value, dict):
        complaints.append(document.complaint("game_masters: an address a line, with games: and may: below it"))
        return tuple(found)
    for who, given in value.items():
        try:
            name, address = plain_address(str(who))
        except BadAddress as error:
            complaints.append(document.complaint(str(error), who))
            continue
        found.append(_master(name or address.partition("@")[0], address, document.sub(who), given, complaints))
    return tuple(found)


def _master(name: str, address: str, document: Document, given: Any, complaints: list[Complaint]) -> GameMaster:
    limits: dict[str, frozenset[str] | None] = {"games": None, "may": None}
    given = {} if given in (None, "all", "everything") else given
    if not isinstance(given, dict):
        complaints.append(document.complaint("write games: and may: below the address, or all behind it"))
        given = {}
    for key, values in given.items():
        if key not in limits:
            complaints.append(document.complaint(f'"{key}" means nothing here: known are games, may', key))
            continue
        words = [str(one).strip().lower() for one in (values if isinstance(values, list) else [values])]
        wrong = [one for one in words if key == "may" and one not in (*RIGHTS, "all")]
        if wrong:
            near = nearest(wrong[0], RIGHTS)
            hint = f'did you mean "{near}"?' if near else f"there are {', '.join(RIGHTS)}"
            complaints.append(document.complaint(f'nobody can be given "{wrong[0]}": {hint}', key))
        limits[key] = None if "all" in words else frozenset(words)
    return GameMaster(f"{GM} {name}", address, limits["games"], limits["may"])


__all__ = ["GM", "RIGHTS", "GameMaster", "read_masters", "refused"]
