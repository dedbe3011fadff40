"""Campaigns to test with: on SQLite, and on PostgreSQL where it is installed."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta

import pytest

from tests.campaign.cluster import Cluster, missing_postgresql
from tests.founded import founded
from tests.master import Master
from tests.toy.register import furnish, register

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)  # a Monday


def entropy(word: str = "test"):
    """Secrets that are the same in every run."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{word}/{count}".encode()).digest(size)

    return draw


@pytest.fixture(autouse=True)
def lanterns():
    register()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    reason = missing_postgresql()
    if reason:
        if os.environ.get("JUDGE_REQUIRE_SERVERS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    running = Cluster()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.server)])
def database(request):
    """The store's address for campaign.yaml; None is the file in the campaign's folder."""
    yield from a_database(request, request.param)


def a_database(request, kind):
    """The address of a store of one kind, for as long as a test runs."""
    if kind == "sqlite":
        yield None
        return
    cluster = request.getfixturevalue("cluster")
    address = cluster.furnished()
    yield address
    cluster.give_back(address)


@pytest.fixture
def folder(tmp_path, database):
    """A campaign's folder, made but not opened."""
    return make_folder(tmp_path / "club", database)


def make_folder(path, store=None, more=""):
    store_line = f"store: {store}\n" if store else ""
    founded(
        path,
        "club",
        f"name: club\ngm: gm@example.org\n{store_line}defaults: {{zone: Europe/Berlin, deadlines: 3d at 20:30, "
        f"grace: 6h, cool_off: 0h, remind: '24h, 6h'{more}}}\n",
    )
    furnish(path)
    return path


@pytest.fixture
def campaign(folder):
    opened = Master.open(folder, entropy())
    yield opened
    opened.close()


def begun(campaign, name="first", seats=("amber", "blue", "copper"), settings=None, options=None, now=START):
    """A game of Lanterns with players, begun."""
    from judge.grammar.document import Document

    campaign.new_game(name, "lanterns", now, seats=seats, options=options, settings=Document(settings, name="settings"))
    for seat in seats:
        campaign.assign(name, seat, f"{seat.title()} <{seat}@example.org>", now)
    return campaign.start(name, now)


def after(**span):
    return START + timedelta(**span)
