"""The link of a game master to their pages: whom it belongs to, and how it ends.

Its word is made from the mail secret, their address, and how often it was renewed; it is kept nowhere. Taking the
address out of campaign.yaml ends it, and so does a new one.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.campaign.act import Act
from judge.campaign.masters import GameMaster
from judge.campaign.seating import is_word
from judge.campaign.telling import note
from judge.serve.secrets import desk_link, renewals, renewals_key
from judge.store import Connection
from judge.store.facts import remember


def master_by_link(connection: Connection, link: str, masters: Sequence[GameMaster]) -> GameMaster | None:
    """The game master whose link this is."""
    found = None
    for one in masters:
        # Each is compared, so that the time tells nothing of who is one.
        if one.address and is_word(desk_link(connection, one.address), link):
            found = one
    return found


def renew(act: Act, master: GameMaster) -> None:
    """The links and the reply addresses of this game master open nothing any more, and the next ones are others."""
    remember(act.connection, renewals_key(master.address), str(renewals(act.connection, master.address) + 1))
    note(act, None, "desk link renewed", {"of": master.who})


__all__ = ["master_by_link", "renew"]
