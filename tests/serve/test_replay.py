"""The letters of a game, kept as they came, make the same game again: read anew in the order in which they arrived."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.live import load_game
from judge.mail.fetch import RawMail
from judge.serve.daemon import Daemon
from judge.store import tables
from judge.store.base import open_store
from judge.store.copy import copy_store
from tests.serve.table import JUDGE, Table

WINDOWS = {"lanterns": 99, "diplomacy": 6, "range-war": 6, "land-barons": 5, "gold-rush": 4, "hell-on-wheels": 6}


def copied(campaign, target, database):
    """The campaign as it is at this moment, in another folder, and with its store on that database."""
    shutil.copytree(campaign.config.folder, target, ignore=shutil.ignore_patterns("*.sqlite*"))
    url = database or f"sqlite:///{target / 'judge.sqlite'}"
    if database:
        path = target / "campaign.yaml"
        path.write_text(f"{path.read_text(encoding='utf-8')}\nstore: {database}\n", encoding="utf-8")
    other = open_store(url, create=True)
    copy_store(campaign.store, other)
    other.close()
    return target


def hashes(campaign, name):
    """What every step led to."""
    with campaign.store.read() as connection:
        steps = tables.steps
        game = load_game(connection, name)
        rows = connection.execute(
            sa.select(steps.c.number, steps.c.state_hash).where(steps.c.game_id == game.id).order_by(steps.c.number)
        )
        return [(int(row.number), str(row.state_hash)) for row in rows]


@pytest.mark.daily(3)
@pytest.mark.parametrize("game", sorted(WINDOWS))
def test_a_game_is_made_again_from_its_letters(tmp_path, database, game):
    """With second thoughts, mistakes, a letter sent twice, and a seat that stays away until its time is up.

    Played on SQLite, made again on either database.
    """
    table = Table(tmp_path / "club", game=game, seats=99).start()
    other = copied(table.campaign, tmp_path / "again", database)
    # The clock is looked at every six hours here: that is no outage.
    table.daemon.outage = timedelta(days=1)
    looks: list[tuple[int, datetime]] = []

    def look():
        """The clock looks at the game, after so many letters."""
        looks.append((len(table.letters()), table.now))
        table.daemon.tick()

    for turn in range(WINDOWS[game]):
        live = table.live()
        if live.window is None:
            break
        asked = sorted(live.window.asks)
        for place, seat in enumerate(asked):
            table.pass_time(minutes=1)
            text = live.game.letter(live.state, seat, f"replay/{turn}")
            if (place + turn) % 4 == 1:
                table.write(seat, f"{text}\nGo to Nowhereville with everything\n")
            if (place + turn) % 5 == 2 and len(asked) > 1:
                continue
            raw = table.mail(seat, f"Hello,\n{text}\nREADY\n")
            table.arrive(raw)
            if place == 0:
                table.arrive(raw)
        look()
        for _ in range(20):
            if table.live().window == live.window:
                table.pass_time(hours=6)
                look()
    played = hashes(table.campaign, table.name)
    letters = table.letters()
    table.close()
    assert len(played) > 3

    campaign = Campaign.open(other)
    assert hashes(campaign, table.name) == played[:1]
    now = looks[0][1]
    daemon = Daemon(campaign, table.account, now=lambda: now, apart=False, outage=timedelta(days=1))
    for number in range(len(letters) + 1):
        if number:
            now = datetime.fromisoformat(letters[number - 1]["received_at"])
            daemon.store([RawMail(JUDGE, "INBOX", 2, number, now, letters[number - 1]["raw"])])
            daemon.read_all()
        for now in (when for so_many, when in looks if so_many == number):  # noqa: B007  the daemon's clock says it
            daemon.tick()
    daemon.opener.close()
    assert hashes(campaign, table.name) == played
    campaign.close()
