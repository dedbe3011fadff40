"""Letters of one moment on a database server: one transaction for some of them, whoever else wants their games."""

from __future__ import annotations

import contextlib
import threading

import pytest
import sqlalchemy as sa

from judge.grammar.document import Document
from judge.mail.fetch import RawMail
from judge.store import base, tables
from tests.campaign.conftest import cluster  # noqa: F401
from tests.serve.table import JUDGE, Table

pytestmark = pytest.mark.server


@pytest.fixture
def table(tmp_path, cluster):  # noqa: F811
    table = Table(tmp_path / "club", store=cluster.database(), settings={"deadlines": "900d"}).start()
    table.campaign.new_game("g2", "lanterns", table.now, settings=Document({"deadlines": "900d"}))
    for seat in table.seats:
        table.campaign.assign("g2", seat, f"{seat}@mail.example", table.now)
    table.campaign.start("g2", table.now)
    yield table
    table.close()


def letters_for(table, *games):
    return [
        RawMail(JUDGE, "INBOX", 1, uid, table.now, table.mail("amber", "bid 1\n", subject=f"[club/{game}] orders"))
        for uid, game in enumerate(games, 1)
    ]


def test_who_wants_the_same_games_the_other_way_round_costs_no_letter(table):
    """The server breaks one of two off that wait for each other; if that is the reading, it reads one by one."""
    game, engine = tables.games, table.campaign.store.engine
    locked = sa.select(game.c.id).with_for_update()
    # On a busy machine it may be the other that is broken off.
    with contextlib.suppress(sa.exc.OperationalError), engine.connect() as other, other.begin():
        other.execute(locked.where(game.c.name == "g2"))
        reading = threading.Thread(target=table.daemon.intake.hand_in, args=(letters_for(table, "g1", "g2"),))
        reading.start()
        waits = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        with engine.connect() as probe:
            while reading.is_alive() and not probe.execute(waits).scalar():
                probe.rollback()
        other.execute(locked.where(game.c.name == "g1"))
    reading.join()
    assert [(row["state"], row["note"]) for row in table.letters()] == [("done", "OK")] * 2
    assert [mail.facts["game"] for mail in table.out("receipt")] == ["g1", "g2"]


def test_a_connection_that_the_server_closed_meanwhile_is_not_used_again(table, monkeypatch):
    monkeypatch.setattr(base, "RESTED", -1.0)
    everybody_else = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with table.campaign.store.read():
        pass
    with sa.create_engine(table.campaign.store.engine.url).connect() as another:
        another.execute(sa.text(f"{everybody_else} AND pid <> pg_backend_pid()"))
    with table.campaign.look() as look:
        assert look.connection.execute(sa.select(tables.games.c.name).order_by("name")).scalars().all() == ["g1", "g2"]
