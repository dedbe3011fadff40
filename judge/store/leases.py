"""Names that one process holds at a time: a mailbox, the day's pruning. And the leftovers of dead processes."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from datetime import timedelta

import sqlalchemy as sa

from judge.store.base import Store, stamp
from judge.store.facts import insert_new
from judge.store.hour import hour_of
from judge.store.tables import inbox, jobs, leases, outbox


def place() -> str:
    """This machine, as far as process numbers are comparable: a container has its own."""
    with contextlib.suppress(OSError):
        numbers = "".join(sign for sign in os.readlink("/proc/self/ns/pid") if sign.isdigit())
        return f"{socket.gethostname()[:24]}.{numbers}"
    return socket.gethostname()[:24]


def new_owner(at: str = "") -> str:
    """A name for this process that no other ever had."""
    return f"{at or place()}/{os.getpid()}/{secrets.token_hex(4)}"


def is_gone(owner: str, own: str) -> bool:
    """Whether an owner was a process of this machine that no longer runs. Nobody can tell about other machines."""
    where, _, rest = owner.partition("/")
    number = rest.partition("/")[0]
    if where != own.partition("/")[0] or not number.isdigit() or owner == own:
        return False
    if int(number) == os.getpid():
        # The number was given again: another process had it.
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


_RENEW = (
    leases.update()
    .where(
        leases.c.name == sa.bindparam("of_name"),
        leases.c.owner == sa.bindparam("of_owner"),
        leases.c.fence == sa.bindparam("of_fence"),
    )
    .values(until=sa.bindparam("to"))
)


def hold(connection: sa.Connection, name: str, owner: str, span: timedelta, fence: int | None = None) -> int | None:
    """Take or renew a name (a mailbox, the day's pruning); its fencing number, or None while another owner holds it.

    By the store's clock. A dead owner's name can be taken only when its time has run out. `fence`: the number it was
    held under so far.
    """
    now = hour_of(connection)
    until = stamp(now + span)
    if (
        fence is not None
        and connection.execute(_RENEW, {"of_name": name, "of_owner": owner, "of_fence": fence, "to": until}).rowcount
    ):
        return fence
    if insert_new(connection, leases, {"name": name, "owner": owner, "until": until, "fence": 1}):
        return 1
    held = connection.execute(sa.select(leases).where(leases.c.name == name).with_for_update()).one()
    if held.owner != owner and held.until >= stamp(now):
        return None
    # The number grows with each change of hands, which tells an earlier holder's acts from a later one's.
    number = int(held.fence) + int(held.owner != owner)
    connection.execute(leases.update().where(leases.c.name == name).values(owner=owner, until=until, fence=number))
    return number


def let_go(connection: sa.Connection, name: str, owner: str) -> None:
    """Give a name back."""
    connection.execute(leases.update().where(leases.c.name == name, leases.c.owner == owner).values(until=""))


def free_the_dead(store: Store, own: str) -> int:
    """Free at once everything that dead processes of this machine had claimed."""
    freed = 0
    with store.begin() as connection:
        for table, waits in ((inbox, "new"), (outbox, "queued"), (jobs, "queued")):
            owners = connection.execute(
                sa.select(table.c.owner).where(table.c.state == waits, table.c.owner.is_not(None)).distinct()
            )
            for (owner,) in owners.all():
                if is_gone(str(owner), own):
                    gone = (
                        table.update()
                        .where(table.c.state == waits, table.c.owner == owner)
                        .values(owner=None, lease_until=None)
                    )
                    freed += connection.execute(gone).rowcount
        for name, owner in connection.execute(sa.select(leases.c.name, leases.c.owner)).all():
            if is_gone(str(owner), own):
                let_go(connection, str(name), str(owner))
                freed += 1
    return freed
