"""PostgreSQL tells whoever listens what came in; after a broken connection everything is looked at once."""

from __future__ import annotations

import queue

import pytest
import sqlalchemy as sa

from judge.mail.fetch import RawMail
from judge.store.wakeup import CLOCK, LETTER, MAIL, Listener
from tests.serve.table import JUDGE, Table

pytestmark = pytest.mark.server


@pytest.fixture
def heard(cluster, tmp_path):
    """A table on a server, and what a listener hears of it."""
    table = Table(tmp_path / "club", store=cluster.database()).start()
    words: queue.Queue[str] = queue.Queue()
    listener = Listener(table.campaign.store, words.put).start()
    # What may have been missed before it listened.
    assert {words.get(timeout=20) for _ in range(3)} == {LETTER, MAIL, CLOCK}
    yield table, words
    listener.stop()
    table.close()


def wait_for(words, word):
    """Until this word is told."""
    while words.get(timeout=20) != word:
        pass


def test_a_letter_is_told_and_so_is_its_answer(heard):
    table, words = heard
    table.daemon.store([RawMail(JUDGE, "INBOX", 1, 7, table.now, table.mail("amber", "bid 3\n"))])
    wait_for(words, LETTER)
    table.daemon.read_all()
    wait_for(words, MAIL)


def test_a_connection_that_broke_is_made_anew_and_everything_is_looked_at(heard):
    table, words = heard
    with table.campaign.store.begin() as connection:
        ended = connection.execute(
            sa.text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        ).scalar_one()
    assert ended == 1
    assert {words.get(timeout=20) for _ in range(3)} == {LETTER, MAIL, CLOCK}
    table.daemon.store([RawMail(JUDGE, "INBOX", 1, 7, table.now, table.mail("amber", "bid 3\n"))])
    wait_for(words, LETTER)
