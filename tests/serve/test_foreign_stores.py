"""A backup that somebody else made: nothing that its maker put into its store speaks for the game master here."""

import sqlite3
import tarfile
from datetime import timedelta

import pytest

from judge.campaign import correcting, people
from judge.campaign.live import NotNow
from judge.campaign.restoring import restore
from judge.campaign.upkeep import ABOUT, SNAPSHOT, backup, examine
from judge.mail.fetch import RawMail
from judge.serve.daemon import Daemon
from judge.serve.seals import keys_of
from judge.store import chats, notices, tables
from judge.store.mails import claim_outgoing
from tests.master import Master
from tests.serve.table import JUDGE

GM = "gm@example.org"


@pytest.fixture
def moved(table, tmp_path):
    """The campaign of the table as it comes back from a backup, elsewhere."""
    opened = []

    def made(more=""):
        backup(table.campaign, tmp_path / "club.tar.gz", table.now)
        restore(tmp_path / "club.tar.gz", tmp_path / "back", table.now)
        settings = tmp_path / "back" / "campaign.yaml"
        settings.write_text(settings.read_text() + more)
        opened.append(Master.open(tmp_path / "back"))
        return opened[-1]

    yield made
    for one in opened:
        one.close()


def daemon_of(campaign, table):
    return Daemon(campaign, table.account, now=lambda: table.now, apart=False)


def told(campaign, table):
    """What `judge doctor` says of the backup."""
    return " ".join(str(one.said) for one in examine(campaign, table.now) if one.what == "backup")


def test_a_letter_that_waits_in_a_backup_is_read_when_the_game_master_lets_it(table, moved):
    """Its maker wrote it, and on top what our mail server would say of a letter by the game master."""
    table.daemon.store([RawMail(JUDGE, "INBOX", 1, 77, table.now, table.mail(GM, "RELEASE g1 WITHOUT blue, copper"))])
    back = moved()
    there = daemon_of(back, table)
    assert there.read_all() == 0
    assert "1 letter and" in told(back, table)
    with back.act(table.now) as act:
        assert correcting.let_go_restored(act)[0] == 1
    assert there.read_all() == 1
    there.opener.close()


def test_nothing_that_was_kept_back_goes_along_with_the_next_report(table, moved):
    """Its maker may have kept back what they liked, to whomever they liked."""
    table.campaign.release("g1", table.now)
    with table.campaign.act(table.now) as act:
        correcting.roll_back(act, "g1", 0, keep=True)
    with table.campaign.store.begin() as connection:
        kept = connection.execute(tables.outbox.select().where(tables.outbox.c.state == "kept")).all()
    assert kept
    back = moved()
    back.release("g1", table.now)
    with back.store.begin() as connection:
        went = {row.id for row in claim_outgoing(connection, "a daemon", table.now + timedelta(days=9), 500)}
    assert went
    assert not went & {row.id for row in kept}


def test_who_is_named_as_game_master_after_a_restore_is_not_whoever_the_backup_says(table, moved):
    with table.campaign.act(table.now) as act:
        people.register_key(act, "blue@mail.example", "a key")
    with table.campaign.store.begin() as connection:
        chats.connect(connection, "room", "@eve:evil.example", "blue@mail.example", table.now)
        chats.connect(connection, "room", "@ann:home.example", "copper@mail.example", table.now)
    back = moved("game_masters:\n  blue@mail.example: all\n")
    assert "blue@mail.example" in told(back, table)
    there = daemon_of(back, table)
    assert keys_of(back, "blue@mail.example") == ()
    with back.store.read() as connection:
        assert chats.address_of(connection, "room", "@eve:evil.example") is None
        assert chats.address_of(connection, "room", "@ann:home.example") == "copper@mail.example"
    # A key that they register themselves is theirs.
    with back.act(table.now) as act:
        people.register_key(act, "blue@mail.example", "their own")
    there.opener.close()
    there = daemon_of(back, table)
    assert keys_of(back, "blue@mail.example") == ("their own",)
    assert "blue@mail.example" not in told(back, table)
    there.opener.close()


def test_a_backup_names_no_post_of_somebody_elses_that_would_be_changed(table, moved):
    """The Judge corrects its posts by their numbers, with the game master's rights on the board."""
    where = {"game_id": table.live().id, "step": 0, "target": "club", "part": 0}
    with table.campaign.store.begin() as connection:
        notices.put_post(connection, where, {"remote": "../admin/users/1", "digest": "0"})
    back = moved()
    with back.store.read() as connection:
        assert notices.posts_of(connection, where["game_id"], 0, "club") == {}


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
WORKED_OUT = {
    "a view": f"DROP TABLE votes; CREATE VIEW votes AS {ENDLESS}",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN INSERT INTO meta VALUES (hex(randomblob(8)), ''); END",
    "a column": "DROP TABLE votes; CREATE TABLE votes (id INTEGER, game_id GENERATED ALWAYS AS (hex(zeroblob(9))))",
    "a check": "CREATE TABLE other (id INTEGER CHECK (length(hex(zeroblob(100000000))) > 1))",
    "an index": "CREATE INDEX other ON votes (hex(zeroblob(100000000)))",
    "a default": "CREATE TABLE other (id INTEGER DEFAULT /**/ (random()))",
}


@pytest.mark.parametrize("what", WORKED_OUT)
def test_a_backup_whose_store_works_something_out_is_refused(table, tmp_path, what):
    """A view may never end, whoever looks."""
    backup(table.campaign, tmp_path / "club.tar.gz", table.now)
    with tarfile.open(tmp_path / "club.tar.gz") as archive:
        archive.extractall(tmp_path / "files", filter="data")
    file = sqlite3.connect(tmp_path / "files" / SNAPSHOT)
    file.executescript(WORKED_OUT[what])
    file.close()
    (tmp_path / "files" / ABOUT).write_text("{}")
    with tarfile.open(tmp_path / "made.tar.gz", "w:gz") as archive:
        for name in (SNAPSHOT, ABOUT):
            archive.add(tmp_path / "files" / name, name)
        archive.add(tmp_path / "files" / "campaign" / "campaign.yaml", "campaign/campaign.yaml")
    with pytest.raises(NotNow, match="more than rows"):
        restore(tmp_path / "made.tar.gz", tmp_path / "back", table.now)
    assert not (tmp_path / "back").exists()
