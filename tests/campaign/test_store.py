"""The store: upgrades from the first version, copies between the databases, backups, and what is wrong in words."""

import io
import json
import sqlite3
import tarfile
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from judge.campaign.correcting import let_go_restored
from judge.campaign.live import NotNow, line_of, load_game
from judge.campaign.numbers import mail_secret
from judge.campaign.record import NoRecord, import_record, record_of
from judge.campaign.rehearsing import rehearsed
from judge.campaign.restoring import held_back, restore, trusted
from judge.campaign.upkeep import backup, examine
from judge.campaign.verify import verify
from judge.serve.seals import keys_of
from judge.serve.secrets import desk_link, drawn_for_talks, master_word, talk_of, talk_word
from judge.store import chats, open_store, people, tables
from judge.store.base import StoreError, StoreUnreachable, stamp
from judge.store.copy import copy_store
from judge.store.facts import recall, remember
from judge.store.leases import hold
from judge.store.mails import claim_outgoing
from judge.store.migrations import MIGRATIONS, VERSION
from tests.campaign.conftest import START, after, begun, entropy, make_folder
from tests.campaign.test_history import TIED, play
from tests.master import Master

FIRST = Path(__file__).parent / "version-1.sql"
GAMES = ("diplomacy", "gold-rush", "hell-on-wheels", "land-barons", "range-war")


def columns(store):
    """Columns and indexes by table."""
    with store.read() as connection:
        look = sa.inspect(connection)
        return {
            name: sorted(one["name"] for one in (*look.get_columns(name), *look.get_indexes(name)))
            for name in sorted(look.get_table_names())
        }


def triggers(store):
    with store.read() as connection:
        return set(
            connection.exec_driver_sql("SELECT DISTINCT trigger_name FROM information_schema.triggers").scalars()
        )


def brought_to(url, version):
    """An upgrade by the Judge of this version: a store of the first version becomes one of it."""
    with pytest.MonkeyPatch.context() as past:
        past.setattr("judge.store.base.VERSION", version)
        open_store(url, create=True).close()


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_store_of_any_older_version_is_upgraded_after_a_backup(tmp_path, version):
    path = tmp_path / "judge.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(FIRST.read_text())
    old.close()
    brought_to(f"sqlite:///{path}", version)
    with pytest.raises(StoreError, match=rf"version {version}, this Judge has .*judge init"):
        open_store(f"sqlite:///{path}")
    upgraded = open_store(f"sqlite:///{path}", create=True)
    fresh = open_store(f"sqlite:///{tmp_path / 'fresh.sqlite'}", create=True)
    assert columns(upgraded) == columns(fresh)
    with upgraded.read() as connection:
        assert connection.execute(sa.select(tables.games.c.name)).scalars().all() == ["old"]
    kept = tmp_path / f"judge.sqlite.version-{version}"
    with sqlite3.connect(kept) as saved:
        assert saved.execute("SELECT value FROM meta WHERE key = 'version'").fetchone() == (str(version),)
    saved.close()
    upgraded.close()
    fresh.close()


@pytest.mark.server
@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_old_store_on_a_server_is_kept_in_a_schema_of_its_own(cluster, version):
    """A store of today with what version 2 brought taken away is one of version 1."""
    url = cluster.database()
    store = open_store(url, create=True)
    fresh = columns(store)
    with store.begin() as connection:
        for table, column in (
            ("steps", "parent"), ("games", "paused_at"), ("games", "overdue"), ("docket", "given_in"),
            ("seats", "preferences"), ("inbox", "owner"), ("inbox", "lease_until"), ("outbox", "owner"),
            ("outbox", "lease_until"), ("notices", "branch"), ("docket", "cleared"), ("games", "dice"),
            ("games", "beacon"), ("chains", "after_steps"), ("steps", "record"), ("games", "hold"), ("steps", "missed"),
            ("games", "archived_at"), ("outbox", "chat"), ("seats", "played_by"), ("inbox", "seat"), ("inbox", "codes"),
            ("press", "kind"), ("seats", "here"), ("seats", "first_day"), ("seats", "last_day"), ("docket", "complete"),
            ("docket", "meant"), ("docket", "faulty"), ("docket", "heard"), ("notices", "said"), ("seats", "links"),
        ):  # fmt: skip
            connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.exec_driver_sql("ALTER TABLE seats ADD COLUMN missed BIGINT DEFAULT 0 NOT NULL")
        connection.exec_driver_sql(
            "DROP TABLE sent_words, offers, talks, jobs, diaries, clocks, extend_votes, "
            "marks, reputations, standby, vacancies, handovers, entrants, pairings, tournaments, "
            "accounts, account_codes, news, bells"
        )
        connection.exec_driver_sql("DROP TABLE leases")
        connection.exec_driver_sql("DROP TABLE statements")
        connection.exec_driver_sql("DROP TABLE tallies")
        connection.exec_driver_sql("ALTER TABLE receipts ALTER COLUMN source TYPE VARCHAR(64)")
        connection.exec_driver_sql("DROP INDEX inbox_kept, outbox_sent, outbox_answers")
        connection.exec_driver_sql("DROP FUNCTION judge_tell CASCADE")
        connection.exec_driver_sql("UPDATE meta SET value = '1' WHERE key = 'version'")
    store.close()
    brought_to(url, version)
    upgraded = open_store(url, create=True)
    assert columns(upgraded) == fresh
    with upgraded.read() as connection:
        types = {one["name"]: str(one["type"]) for one in sa.inspect(connection).get_columns("receipts")}
    assert (types["source"], types["window_key"]) == ("TEXT", "TEXT")
    assert triggers(upgraded) == {"judge_clock", "judge_letter", "judge_mail"}
    with upgraded.read() as connection:
        kept = connection.exec_driver_sql(
            f"SELECT value FROM judge_version_{version}.meta WHERE key = 'version'"
        ).scalar()
    assert kept == str(version)
    upgraded.close()


def test_every_version_after_the_first_has_its_migration():
    assert sorted(MIGRATIONS) == list(range(2, VERSION + 1))


def test_a_newer_store_is_not_touched(tmp_path):
    path = tmp_path / "judge.sqlite"
    open_store(f"sqlite:///{path}", create=True).close()
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE meta SET value = '99' WHERE key = 'version'")
    newer.close()
    for create in (False, True):
        with pytest.raises(StoreError, match="newer Judge"):
            open_store(f"sqlite:///{path}", create=create)


def test_sqlite_keeps_what_it_was_given(tmp_path):
    """WAL, and synchronous FULL (2): a step is on the disk when the command says so."""
    store = open_store(f"sqlite:///{tmp_path / 'judge.sqlite'}", create=True)
    with store.read() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(sa.text("PRAGMA foreign_keys")).scalar() == 1
    store.close()


@pytest.mark.parametrize("url", ["mysql://host/name", "nonsense", ""])
def test_what_is_no_store_is_said(url):
    with pytest.raises(StoreError, match="sqlite:///FILE or postgresql"):
        open_store(url)


def test_a_server_that_does_not_answer(tmp_path):
    with pytest.raises(StoreUnreachable, match="could not be opened") as caught:
        open_store("postgresql+psycopg://judge:very-secret@127.0.0.1:9/judge")
    assert "very-secret" not in str(caught.value)


def test_a_store_is_copied_whole_and_goes_on_there(campaign, tmp_path):
    """From either database into a file: the same record, and the game can be played on."""
    begun(campaign, options={"rounds": 5, "coins": 30})
    play(campaign, TIED)
    with campaign.store.read() as connection:
        before = record_of(connection, "first", full=True)
    other = make_folder(tmp_path / "other")
    (other / "judge.sqlite").unlink()
    target = open_store(f"sqlite:///{other / 'judge.sqlite'}", create=True)
    rows = copy_store(campaign.store, target)
    assert rows["steps"] == 2
    with pytest.raises(StoreError, match="not empty"):
        copy_store(campaign.store, target)
    moved = Master(campaign.config, target, entropy("moved"))
    with target.read() as connection:
        assert record_of(connection, "first", full=True) == before
    play(moved, TIED, hour=2)
    with target.read() as connection:
        assert verify(record_of(connection, "first", full=True)).differences == ()
    target.close()


def test_a_copy_that_differs_is_none(campaign, tmp_path, monkeypatch):
    """A target that changes what it is given: the copy is refused by the table's hash, and nothing stays."""
    begun(campaign)
    target = open_store(f"sqlite:///{tmp_path / 'other.sqlite'}", create=True)
    with target.begin() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER moth AFTER INSERT ON steps "
            "BEGIN UPDATE steps SET state = state || ' ' WHERE id = NEW.id; END"
        )
    with pytest.raises(StoreError, match=r"copy of the table steps is not what was copied: 1 rows .* nothing was kept"):
        copy_store(campaign.store, target)
    with target.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(tables.games)).scalar_one() == 0
    target.close()


@pytest.mark.server
def test_a_store_moves_from_a_file_to_postgresql_and_goes_on_there(cluster, tmp_path):
    folder = make_folder(tmp_path / "club")
    campaign = Master.open(folder, entropy())
    begun(campaign, options={"rounds": 5, "coins": 30})
    play(campaign, TIED)
    target = open_store(cluster.database(), create=True)
    copy_store(campaign.store, target)
    moved = Master(campaign.config, target, entropy("moved"))
    # New rows get new ids: the sequences know of the copied ones.
    play(moved, TIED, hour=2)
    moved.new_game("second", "lanterns", START)
    with target.read() as connection:
        assert verify(record_of(connection, "first", full=True)).differences == ()
    campaign.close()
    target.close()


@pytest.mark.server
def test_a_campaign_of_all_five_games_moves_there_and_back_again(cluster, tmp_path):
    """From a file to a server, played on there, and back into a file: nothing differs, and every game goes on."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    for game in GAMES:
        campaign.new_game(game, game, START)
        campaign.start(game, START)

    def play_on(where, hours):
        for game in GAMES:
            with where.store.read() as connection:
                live = load_game(connection, game)
            for seat in live.window.asks:
                where.enter(game, seat, live.game.letter(live.state, seat, f"{game}/{hours}"), after(hours=hours))
            where.release(game, after(hours=hours, minutes=30))

    def records(store):
        with store.read() as connection:
            return {game: record_of(connection, game, full=True) for game in GAMES}

    play_on(campaign, 1)
    there = open_store(cluster.database(), create=True)
    rows = copy_store(campaign.store, there)
    assert rows["games"] == 5
    assert rows["steps"] == 10
    assert records(there) == records(campaign.store)
    moved = Master(campaign.config, there, entropy("there"))
    play_on(moved, 2)
    back = open_store(f"sqlite:///{tmp_path / 'back.sqlite'}", create=True)
    assert copy_store(there, back)["steps"] == 15
    assert records(back) == records(there)
    home = Master(campaign.config, back, entropy("back"))
    play_on(home, 3)
    for record in records(back).values():
        assert verify(record).differences == ()
    for store in (campaign.store, there, back):
        store.close()


def test_a_backup_brings_everything_back(campaign, folder, tmp_path, database):
    begun(campaign, options={"rounds": 5, "coins": 30})
    play(campaign, TIED)
    file = tmp_path / "club.tar.gz"
    rows = backup(campaign, file, after(hours=2))
    assert (rows["games"], rows["steps"]) == (1, 2)
    assert file.stat().st_mode & 0o077 == 0
    play(campaign, TIED, hour=3)
    if database is None:
        with pytest.raises(Exception, match="--force"):
            restore(file, folder, after(hours=4))
        campaign.close()
        restore(file, folder, after(hours=4), force=True)
        aside = list(folder.glob("judge.sqlite.2027*"))
        assert aside
        back = Master.open(folder, entropy())
    else:
        # Anywhere else it comes as a file. Where the server's address is the folder's own, what is there is kept too.
        assert [str(one).partition(",")[0] for one in restore(file, tmp_path / "again", after(hours=4))] == ["store"]
        assert (tmp_path / "again" / "judge.sqlite").is_file()
        restore(file, folder, after(hours=4), force=True)
        with campaign.store.read() as connection:
            kept = connection.exec_driver_sql("SELECT count(*) FROM judge_before_restore_20270301t130000.steps")
            assert kept.scalar_one() == 3
        campaign.close()
        back = Master.open(folder, entropy())
    with back.store.read() as connection:
        assert len(line_of(connection, load_game(connection, "first"))) == 2
        assert verify(record_of(connection, "first", full=True)).differences == ()
    back.close()


@pytest.mark.parametrize("kind", ["outside", "link"])
def test_a_backup_that_holds_more_than_plain_files_is_refused(tmp_path, kind):
    """A backup is one file, whatever database it came from."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    begun(campaign)
    file, wrong = tmp_path / "club.tar.gz", tmp_path / "wrong.tar.gz"
    backup(campaign, file, after(hours=2))
    campaign.close()
    with tarfile.open(file) as good, tarfile.open(wrong, "w:gz") as bad:
        for member in good:
            bad.addfile(member, good.extractfile(member) if member.isreg() else None)
        more = tarfile.TarInfo("../../escaped" if kind == "outside" else "campaign/passwords")
        if kind == "link":
            more.type, more.linkname = tarfile.SYMTYPE, "/etc/passwd"
        bad.addfile(more)
    with pytest.raises(NotNow, match="escaped" if kind == "outside" else "passwords"):
        restore(wrong, tmp_path / "new", after(hours=4))
    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.rglob("escaped"))


def test_the_doctor_finds_what_is_wrong(campaign):
    begun(campaign)
    assert [one for one in examine(campaign, after(hours=1)) if one.state == "bad"] == []
    with campaign.store.begin() as connection:
        connection.execute(
            tables.steps.update().values(state=sa.func.replace(tables.steps.c.state, '"round":1', '"round":2'))
        )
        connection.execute(
            tables.inbox.insert().values(account="a", folder="b", uidvalidity=1, uid=1, message_id="", digest="0",
                                         raw=b"", received_at=stamp(START), state="bad",
                                         tries=3)
        )  # fmt: skip
    bad = {one.what: str(one.said) for one in examine(campaign, after(hours=1)) if one.state == "bad"}
    assert set(bad) == {"letters", "game first"}
    assert "1 that could not be read" in bad["letters"]


def test_the_doctor_names_games_whose_orders_can_be_guessed_at(campaign):
    begun(campaign)
    assert "scheme" not in str([one.said for one in examine(campaign, after(hours=1))])
    with campaign.store.begin() as connection:
        connection.execute(tables.games.update().values(dice=1))
    (note,) = [one for one in examine(campaign, after(hours=1)) if one.what == "game first"]
    assert note.state == "note"
    assert "try guesses at hidden orders" in str(note.said)


def packed(tmp_path, files):
    """A backup that somebody made by hand."""
    path = tmp_path / "made.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def unpacked(tmp_path):
    """The files of an honest backup."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    begun(campaign)
    backup(campaign, tmp_path / "club.tar.gz", after(hours=2))
    campaign.close()
    with tarfile.open(tmp_path / "club.tar.gz") as archive:
        return {one.name: archive.extractfile(one).read() for one in archive if one.isreg()}


def test_a_backup_runs_no_command_and_reaches_no_file_elsewhere(tmp_path):
    files = unpacked(tmp_path)
    files["campaign/campaign.yaml"] = (
        b"name: club\nstore: sqlite:////tmp/somewhere/else.sqlite\nmail:\n  address: judge@example.org\n"
        b"  password_command: touch /tmp/was-run\n  pgp_key: ../../.ssh/id_rsa\n  smtp_password_file: mail-password\n"
        b"targets:\n  club: {kind: discourse, secret_file: /etc/passwd}\n"
        b"defaults:\n  holidays: [{command: touch /tmp/was-run}, 2027-12-25, {x: {a_command: touch /tmp/x}}]\n"
    )
    left_out = restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert [str(one).partition(",")[0] for one in left_out] == [
        "store", "mail/password_command", "mail/pgp_key", "targets/club", "defaults/holidays/0",
        "defaults/holidays/2",
    ]  # fmt: skip
    text = (tmp_path / "back" / "campaign.yaml").read_text()
    assert "was-run" not in text
    assert "smtp_password_file: mail-password" in text
    assert "# Left out when it was restored: mail/password_command, which runs a command" in text
    assert (tmp_path / "back" / "judge.sqlite").is_file()
    back = Master.open(tmp_path / "back", entropy())
    assert back.config.name == "club"
    back.close()


def test_a_backup_sends_nothing_of_this_machine_to_anybody(tmp_path):
    files = unpacked(tmp_path)
    files["campaign/campaign.yaml"] = (
        b"name: club\nstore: postgresql+psycopg://evil.example/judge\nmail: {address: j@x.example, password_env: A}\n"
        b"targets:\n  evil: {kind: discourse, url: 'https://evil.example', topic: 1, user: u, secret_env: HOME}\n"
        b"on_close:\n  all: [{site: public}, {post: evil}]\n"
        b"  first: {webhook: 'https://evil.example', secret_file: hook}\n"
    )
    files |= {f"campaign/{name}": b"evil" for name in (".git/config", "templates/web/page.js", "notes.txt")}
    left_out = restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert sorted(str(one).partition(",")[0] for one in left_out) == [
        "mail/password_env", "on_close/all/1", "on_close/first", "store", "targets/evil",
        "the hidden file .git/config", "the script templates/web/page.js",
    ]  # fmt: skip
    assert not list((tmp_path / "back").rglob("config")) + list((tmp_path / "back").rglob("page.js"))
    assert (tmp_path / "back" / "notes.txt").is_file()
    back = Master.open(tmp_path / "back", entropy())
    assert [job.kind for listed in back.config.on_close.values() for job in listed] == ["site"]
    back.close()


@pytest.mark.parametrize(
    "store", ["sqlite+pysqlite:///{}", "sqlite:///file:{}?uri=true", "SQLITE:///{}", "sqlite:////{}"]
)
def test_a_backups_store_is_in_its_own_folder_however_it_is_written(tmp_path, store):
    files = unpacked(tmp_path)
    files["campaign/campaign.yaml"] = f"name: club\nstore: {store.format(tmp_path / 'evil.db')}\n".encode()
    restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert (tmp_path / "back" / "judge.sqlite").is_file()
    assert not list(tmp_path.glob("evil*"))


def test_a_backup_posts_and_listens_nowhere_but_where_its_folder_did(tmp_path):
    """What the owner of the folder had set already goes on."""
    files = unpacked(tmp_path)
    good = b"club: {kind: nodebb, url: 'https://club.example', topic: 1, secret_file: key}"
    files["campaign/campaign.yaml"] = (
        b"name: club\ntargets:\n  evil: {kind: nodebb, url: 'https://evil.example', topic: 1, secret_file: key}\n  "
        + good + b"\nchats:\n  room: {kind: matrix, url: 'https://evil.example', secret_file: key}\n"
    )  # fmt: skip
    there = tmp_path / "there"
    there.mkdir()
    (there / "campaign.yaml").write_bytes(b"name: club\ntargets:\n  " + good + b"\n")
    for folder, gone in ((tmp_path / "new", {"evil", "club", "room"}), (there, {"evil", "room"})):
        left_out = restore(packed(tmp_path, files), folder, after(hours=4), force=True)
        assert {str(one).partition(",")[0].rpartition("/")[2] for one in left_out} == gone
        assert "https://evil.example" not in (folder / "campaign.yaml").read_text()
    assert "https://club.example" in (there / "campaign.yaml").read_text()


def test_a_backup_changes_no_program_that_its_folder_runs(tmp_path):
    """The folder's own settings run a command, which the backup names as well, and brings another file for it."""
    files = unpacked(tmp_path)
    there = make_folder(tmp_path / "there")
    settings = (there / "campaign.yaml").read_bytes() + b"\non_close:\n  all: [{command: ./publish.sh}]\n"
    files |= {"campaign/campaign.yaml": settings, "campaign/publish.sh": b"evil", "campaign/notes.txt": b"mine"}
    files |= {"campaign/json.py": b"evil", "campaign/templates/mail/subject.j2": b"The news"}
    for name, said in (("campaign.yaml", settings), ("publish.sh", b"mine"), ("notes.txt", b"mine")):
        (there / name).write_bytes(said)
    left_out = restore(packed(tmp_path, files), there, after(hours=4), force=True)
    assert [str(one).partition(",")[0] for one in left_out] == ["json.py", "publish.sh"]
    assert (there / "publish.sh").read_bytes() == b"mine"
    assert not (there / "json.py").exists()
    assert (there / "templates/mail/subject.j2").read_bytes() == b"The news"


def test_who_rules_in_a_restored_campaign_is_said(tmp_path):
    files = unpacked(tmp_path)
    files["campaign/campaign.yaml"] = (
        b"name: club\ngm: eve@evil.example\nmail: {address: j@evil.example, smtp: 'smtps://j@evil.example'}\n"
    )
    restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert trusted(tmp_path / "back") == ("gm", "mail/smtp")


def test_mails_that_wait_in_a_backup_go_when_the_game_master_lets_them(tmp_path):
    for drop in (False, True):
        files, there = unpacked(tmp_path / str(drop)), tmp_path / str(drop) / "back"
        restore(packed(tmp_path, files), there, after(hours=4))
        letters, waiting = held_back(there)
        assert (letters, bool(waiting)) == (0, True)
        back = Master.open(there, entropy())
        with back.store.begin() as connection:
            assert claim_outgoing(connection, "a daemon", after(days=9)) == []
        (told,) = [one for one in examine(back, after(hours=4)) if one.what == "backup"]
        assert f"{waiting} mails" in str(told.said)
        with back.act(after(hours=4)) as act:
            tried = rehearsed(act, "", partial(let_go_restored, drop=drop))
            assert len(tried.mails) == (0 if drop else waiting)
            assert let_go_restored(act, drop) == (0, waiting)
        with back.store.begin() as connection:
            assert bool(claim_outgoing(connection, "a daemon", after(days=9))) is not drop
        back.close()
        assert held_back(there) == (0, 0)


def test_whoever_made_a_backup_is_not_taken_for_the_game_master(tmp_path):
    """They know its secret, and put in a key, an account on a chat and a word that waits for the game master's yes."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    begun(campaign)
    gm = campaign.config.gm
    assert gm
    with campaign.store.begin() as connection:
        people.add(connection, "Gamemaster", gm)
        player = people.of_address(connection, gm)
        people.put(connection, player, settings='{"pgp": "a key", "zone": "UTC"}')
        chats.connect(connection, "room", "@eve:evil.example", gm, after(hours=1))
        chats.connect(connection, "room", "@ann:home.example", "ann@home.example", after(hours=1))
        for key in ("deed:1", "join:1", "request:1"):
            remember(connection, key, "{}")
        known = [make(connection, gm) for make in (desk_link, master_word)]
        talk = talk_word(mail_secret(connection), 1, "gm", drawn_for_talks(connection, gm))
        assert talk_of(connection, (1, talk), gm).proves
    backup(campaign, tmp_path / "club.tar.gz", after(hours=2))
    campaign.close()
    restore(tmp_path / "club.tar.gz", tmp_path / "back", after(hours=4))
    back = Master.open(tmp_path / "back", entropy())
    with back.store.begin() as connection:
        assert not set(known) & {make(connection, gm) for make in (desk_link, master_word)}
        assert talk_of(connection, (1, talk), gm) is None
        assert keys_of(back, gm) == ()
        assert json.loads(people.settings(connection, player)) == {"zone": "UTC"}
        assert chats.address_of(connection, "room", "@eve:evil.example") is None
        assert chats.address_of(connection, "room", "@ann:home.example") == "ann@home.example"
        assert [recall(connection, key) for key in ("deed:1", "join:1", "request:1")] == [None] * 3
    back.close()


def test_no_lease_in_a_backup_keeps_the_daemon_from_its_work(tmp_path):
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    with campaign.store.begin() as connection:
        assert hold(connection, "clock", "somebody", timedelta(days=9000)) is not None
    backup(campaign, tmp_path / "club.tar.gz", after(hours=2))
    campaign.close()
    restore(tmp_path / "club.tar.gz", tmp_path / "back", after(hours=4))
    back = Master.open(tmp_path / "back", entropy())
    with back.store.begin() as connection:
        assert hold(connection, "clock", "the daemon", timedelta(minutes=1)) is not None
    back.close()


def test_a_backup_that_unpacks_without_end_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("judge.campaign.restoring.LEAST_ROOM", 1_000_000)
    files = {**unpacked(tmp_path), "campaign/zeros": bytes(300_000_000)}
    with pytest.raises(NotNow, match="more than any campaign"):
        restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert not (tmp_path / "back").exists()


def test_a_backup_whose_store_was_spoilt_on_the_way_is_refused(tmp_path):
    """One figure of a state is another: the file can still be opened, and every row of it be read."""
    files = unpacked(tmp_path)
    assert b'"coins":' in files["store.sqlite"]
    files["store.sqlite"] = files["store.sqlite"].replace(b'"coins":', b'"coin" :')
    with pytest.raises(NotNow, match="was spoilt since it was made"):
        restore(packed(tmp_path, files), tmp_path / "back", after(hours=4))
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize("name", ["../../evil", "a/b", "-", "a.b", "x" * 33, "spring\n", "COM1:", ""])
def test_a_name_that_is_a_way_is_no_name_anywhere(tmp_path, name):
    """For a new game, in a record, in a backup, on the site: one rule."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    with pytest.raises(NotNow, match="letters, digits and dashes"):
        campaign.new_game(name, "lanterns", after(hours=1))
    begun(campaign)
    with campaign.store.begin() as connection:
        whole = record_of(connection, "first", full=True)
        whole["game"]["name"] = name
        with pytest.raises(NoRecord, match="letters, digits and dashes"):
            import_record(connection, whole, name)
        connection.execute(tables.games.update().values(name=name))
    backup(campaign, tmp_path / "club.tar.gz", after(hours=2))
    campaign.close()
    with pytest.raises(NotNow, match="letters, digits and dashes"):
        restore(tmp_path / "club.tar.gz", tmp_path / "back", after(hours=4))
