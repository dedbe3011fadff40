"""The link of a game master to their pages.

Its word is made from the mail secret, their address, and how often it was renewed; it is kept nowhere. Taking the
address out of campaign.yaml ends it, and so does a new one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from judge.campaign.act import Act
from judge.campaign.masters import GameMaster
from judge.campaign.telling import note
from judge.serve.secrets import mail_secret
from judge.store import Connection
from judge.store.facts import recall, remember


def desk_link(connection: Connection, address: str) -> str:
    """The last part of the address of a game master's pages."""
    said = f"desk {_renewed(connection, address)} {address}"
    mac = hmac.new(mail_secret(connection), said.encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:26].decode().lower()


def master_by_link(connection: Connection, link: str, masters: Sequence[GameMaster]) -> GameMaster | None:
    """The game master whose link this is."""
    given, found = link.encode("utf-8", "replace"), None
    for one in masters:
        # Each is compared, so that the time tells nothing of who is one.
        if one.address and hmac.compare_digest(desk_link(connection, one.address).encode(), given):
            found = one
    return found


def renew(act: Act, master: GameMaster) -> None:
    """The links of this game master open nothing any more, and the next one is another."""
    remember(act.connection, _key(master.address), str(_renewed(act.connection, master.address) + 1))
    note(act, None, "desk link renewed", {"of": master.who})


def _renewed(connection: Connection, address: str) -> int:
    return int(recall(connection, _key(address)) or 0)


def _key(address: str) -> str:
    return f"desk-link:{hashlib.sha256(address.encode()).hexdigest()[:32]}"


__all__ = ["desk_link", "master_by_link", "renew"]
