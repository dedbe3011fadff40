"""All five games in one campaign, moved to another store and back: every game still proves itself and plays on."""

import hashlib

import pytest
import sqlalchemy as sa

from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.verify import verify
from judge.store import open_store
from judge.store.copy import copy_store
from judge.store.tables import metadata
from tests.campaign.conftest import START, entropy
from tests.master import Master

GAMES = {
    "concert": ("diplomacy", ()),
    "range": ("range-war", ()),
    "barons": ("land-barons", ("graham", "johnson")),
    "yukon": ("gold-rush", ("traders", "diggers-1", "mounties")),
    "rails": ("hell-on-wheels", ("red", "blue", "green")),
}
WINDOWS = 3


def played(campaign):
    """Every game begun and played some windows with scripted letters."""
    for name, (key, seats) in GAMES.items():
        campaign.new_game(name, key, START, seats=seats)
        live = campaign.start(name, START)
        for _ in range(WINDOWS):
            for seat in sorted(live.window.asks):
                campaign.enter(name, seat, live.game.letter(live.state, seat, "copy"), START)
            live = campaign.release(name, START)


def rows_hash(store):
    """One hash over every row of every table."""
    whole = hashlib.sha256()
    with store.read() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)):
                whole.update(repr(tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)).encode())
    return whole.hexdigest()


@pytest.mark.server
def test_to_postgresql_and_back(tmp_path, cluster):
    folder = tmp_path / "club"
    Master.create(folder, "club")
    campaign = Master.open(folder, entropy())
    played(campaign)
    there = open_store(cluster.database(), create=True)
    back = open_store(f"sqlite:///{tmp_path / 'back.sqlite'}", create=True)
    seen = []
    copy_store(campaign.store, there, lambda done, whole: seen.append((done, whole)))
    # Every row is copied and read back, and the bar comes to its end.
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] > 0
    copy_store(there, back)
    assert rows_hash(campaign.store) == rows_hash(there) == rows_hash(back)
    moved = Master(campaign.config, there, entropy("other"))
    for name in GAMES:
        with there.read() as connection:
            assert load_game(connection, name).head == WINDOWS
            assert verify(record_of(connection, name, full=True)).differences == ()
        # Play goes on in the new house.
        live = moved.release(name, START)
        assert live.head == WINDOWS + 1
    for store in (campaign.store, there, back):
        store.close()
