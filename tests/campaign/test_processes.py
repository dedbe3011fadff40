"""Real processes on one game: killed at any moment, and racing each other. On SQLite and on PostgreSQL."""

import json
import multiprocessing
import os
import random
import signal
import time
from itertools import pairwise

import sqlalchemy as sa

from judge.adjudicator.codec import digest
from judge.campaign.clock import tick
from judge.campaign.docket import Said, receive, words_for
from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.releasing import OrdersChanged
from judge.campaign.verify import verify
from judge.store import tables
from tests.campaign.conftest import after, begun
from tests.master import Master

FORK = multiprocessing.get_context("fork")
SEATS = ("amber", "blue", "copper")
# A hundred kills over the two databases; JUDGE_PROOF=1 gives each two hundred.
KILLS = 200 if os.environ.get("JUDGE_PROOF") else 50


def run(work, *args):
    """A process of its own that opens the campaign afresh."""
    process = FORK.Process(target=_isolated, args=(work, *args))
    process.start()
    return process


def _isolated(work, *args):
    try:
        work(*args)
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
        status = 1
    # Not through pytest's own way out.
    os._exit(status)


def finished(processes, seconds=60):
    for process in processes:
        process.join(seconds)
        if process.is_alive():
            process.kill()
            raise AssertionError("a process did not come to an end")
    assert [process.exitcode for process in processes] == [0] * len(processes)


def play_on(folder, seed, begins, name):
    """A letter, a release, a letter, a release, until somebody ends it."""
    campaign = Master.open(folder)
    number = seed
    while True:
        campaign.enter(name, SEATS[number % 3], f"bid {number % 2}", after(minutes=number))
        begins.release()
        campaign.release(name, after(minutes=number))
        number += 1


def whole(folder, name="first"):
    """What must hold whatever happened: each step is there once and complete, and the game stands at the last."""
    campaign = Master.open(folder)
    try:
        with campaign.store.read() as connection:
            live = load_game(connection, name)
            rows = connection.execute(
                sa.select(tables.steps).where(tables.steps.c.game_id == live.id).order_by(tables.steps.c.number)
            ).all()
            assert [row.number for row in rows] == list(range(live.head + 1))
            assert digest(live.state) == rows[-1].state_hash
            assert live.row["window_key"] == live.need_window().key
            for before, row in pairwise(rows):
                assert row.parent == before.id
            reports = connection.execute(
                sa.select(sa.func.count())
                .select_from(tables.outbox)
                .where(tables.outbox.c.kind == "report", tables.outbox.c.game_id == live.id)
            ).scalar_one()
            # Three players and the game master, each step.
            assert reports == 4 * len(rows)
        return live.head
    finally:
        campaign.close()


def test_killed_at_any_point_a_step_is_there_whole_or_not_at_all(campaign, folder):
    """A hundred processes, each killed while it takes letters and makes steps."""
    chance = random.Random(4711)
    for first in range(0, KILLS, 50):
        # A game has only so many rounds, and a quick machine plays them all.
        name = f"game-{first}"
        begun(campaign, name, options={"rounds": 900, "coins": 99})
        heads, longest = [0], 0.15
        for number in range(first, min(first + 50, KILLS)):
            begins = FORK.Semaphore(0)
            process = run(play_on, folder, number, begins, name)
            assert begins.acquire(timeout=60)
            time.sleep(chance.uniform(0, longest))
            os.kill(process.pid, signal.SIGKILL)
            process.join(30)
            assert process.exitcode == -signal.SIGKILL
            heads.append(whole(folder, name))
            # A slow machine needs longer to come between two steps.
            longest = min(1.5, longest * 1.2) if heads[-1] == heads[-2] else max(0.15, longest / 1.2)
        assert heads == sorted(heads)
        # How far play came hangs on the machine; that it came on at all shows that steps were made between the kills.
        assert heads[-1] > 2
        with campaign.store.read() as connection:
            assert verify(record_of(connection, name, full=True)).differences == ()


def release_rounds(folder, gate, results):
    campaign = Master.open(folder)
    gate.wait(30)
    for _ in range(12):
        with campaign.store.read() as connection:
            window = load_game(connection, "first").need_window().key
        try:
            campaign.release("first", after(hours=1), window=window)
            results.put(window)
        except OrdersChanged:
            pass


def test_two_who_release_at_once_do_not_release_two_windows(campaign, folder):
    begun(campaign, options={"rounds": 900})
    gate, results = FORK.Barrier(4), FORK.SimpleQueue()
    processes = [run(release_rounds, folder, gate, results) for _ in range(4)]
    finished(processes)
    released = []
    while not results.empty():
        released.append(results.get())
    assert len(released) == len(set(released))
    assert whole(folder) == len(released)


def send_letters(folder, seat, gate, sent):
    campaign = Master.open(folder)
    gate.wait(30)
    for number in range(25):
        with campaign.store.read() as connection:
            window = load_game(connection, "first").need_window().key
        with campaign.act(after(hours=1)) as act:
            live = load_game(act.connection, "first", lock=True)
            # A letter for a window that is closed by now is for no other.
            if live.need_window().key != window:
                continue
            done = receive(act, live, seat, Said(f"bid {number % 4}", "letter"), words_for(act, live))
        sent.put((seat, window, done.receipt, list(done.orders)))


def close_windows(folder, gate):
    campaign = Master.open(folder)
    gate.wait(30)
    for _ in range(15):
        campaign.release("first", after(hours=1))


def test_no_letter_is_lost_between_two_windows(campaign, folder):
    """What was acknowledged for a window is what its step used: the last acknowledged set of each seat."""
    begun(campaign, options={"rounds": 900, "coins": 99})
    gate, sent = FORK.Barrier(4), FORK.SimpleQueue()
    collected = []
    processes = [run(send_letters, folder, seat, gate, sent) for seat in SEATS]
    processes.append(run(close_windows, folder, gate))
    deadline = time.monotonic() + 60
    while any(process.is_alive() for process in processes) and time.monotonic() < deadline:
        while not sent.empty():
            collected.append(sent.get())
        time.sleep(0.01)
    finished(processes)
    while not sent.empty():
        collected.append(sent.get())
    assert len(collected) > 20
    last = {}
    for seat, window, _, orders in sorted(collected, key=lambda one: one[2]):
        last[seat, window] = orders
    with campaign.store.read() as connection:
        live = load_game(connection, "first")
        used = {
            row.window_key: json.loads(row.orders)
            for row in connection.execute(sa.select(tables.steps).where(tables.steps.c.game_id == live.id))
        }
    for (seat, window), orders in last.items():
        if window in used:
            assert used[window][seat]["sent"] == orders, (seat, window)
    for window, orders in used.items():
        for seat, said in orders.items():
            if (seat, window) not in last:
                assert said["sent"] == [], (seat, window)


def look_at_clock(folder, gate):
    campaign = Master.open(folder)
    gate.wait(30)
    for minute in range(0, 40, 10):
        tick(campaign, after(days=3, hours=10, minutes=minute))
    for minute in range(0, 40, 10):
        tick(campaign, after(days=3, hours=16, minutes=minute))


def test_several_clocks_close_once_and_remind_once(campaign, folder):
    begun(campaign)
    tick(campaign, after(days=3, hours=9, minutes=50))
    gate = FORK.Barrier(3)
    finished([run(look_at_clock, folder, gate) for _ in range(3)])
    assert whole(folder) == 1
    with campaign.store.read() as connection:
        late = connection.execute(
            sa.select(tables.outbox.c.recipient, sa.func.count())
            .where(tables.outbox.c.kind == "reminder")
            .group_by(tables.outbox.c.recipient)
        ).all()
    # One reminder before (the later of two, the first look came after both) and one notice in grace, to each.
    assert sorted((row[0], row[1]) for row in late) == [(f"{seat}@example.org", 2) for seat in SEATS]


def take_letters(folder, owner, gate, taken):
    from judge.store.letters import claim_letters, finish_letters, still_mine

    campaign = Master.open(folder)
    gate.wait(30)
    while True:
        with campaign.store.begin() as connection:
            letters = claim_letters(connection, owner)
        if not letters:
            return
        (letter,) = letters
        with campaign.store.begin() as connection:
            if still_mine(connection, owner, [letter.id]):
                finish_letters(
                    connection,
                    [{"letter": letter.id, "became": "done", "said": "", "of_game": None, "of_seat": "", "why": ""}],
                )
                taken.put(letter.uid)


def test_every_letter_is_taken_by_one_process(campaign, folder):
    from judge.store.letters import letters_waiting, raw_row, store_all

    for uid in range(1, 41):
        with campaign.store.begin() as connection:
            raw = f"From: a@b\n\nletter {uid}".encode()
            for _ in range(2):
                store_all(connection, [raw_row("judge", "INBOX", 1, uid, f"<{uid}@b>", raw, after(minutes=uid))])
    with campaign.store.read() as connection:
        assert letters_waiting(connection) == 40
    gate, taken = FORK.Barrier(3), FORK.SimpleQueue()
    finished([run(take_letters, folder, f"worker {number}", gate, taken) for number in range(3)])
    uids = []
    while not taken.empty():
        uids.append(taken.get())
    assert sorted(uids) == list(range(1, 41))
