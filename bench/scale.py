"""What an order and a step cost as a store grows: `make bench-scale` (PostgreSQL by a URL in JUDGE_BENCH_STORE).

A real game of Range War is played some turns; its rows are then copied until there are 100, 1,000 and 10,000 games
with 100 letters each. At every size the same operations are timed on games drawn at random.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from judge.campaign import filling, founding, releasing, taking
from judge.campaign.campaign import Campaign
from judge.campaign.clock import tick
from judge.campaign.docket import Said
from judge.campaign.live import load_game
from judge.store import tables
from judge.store.base import stamp

SIZES = tuple(int(size) for size in os.environ.get("JUDGE_BENCH_SIZES", "100,1000,10000").split(","))
LETTERS = 100
SAMPLES = 60
NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
ORDERS = {"lazy-s": "G(Lzy)-Mon\nG(Coo) stands", "red-river": "G(RRR) stands"}


def main() -> int:
    """Build, measure, print."""
    folder = Path(tempfile.mkdtemp(prefix="judge-scale-"))
    try:
        campaign = _campaign(folder)
        _seed(campaign)
        medians: dict[str, list[float]] = {}
        spent: dict[str, list[float]] = {}
        print(f"{'games':>8} {'letters':>10}  " + "  ".join(f"{name:>12}" for name in OPERATIONS))
        for size in SIZES:
            _grow(campaign, size)
            names = _names(campaign)
            chance = random.Random(size)
            row = []
            for label, operation in OPERATIONS.items():
                times, used = [], []
                # Steps are made in games of their own, so that orders are always for the same kind of window.
                pool = names[1::2] if label == "step" else names[::2]
                for _ in range(SAMPLES):
                    name = chance.choice(pool)
                    start, before = time.perf_counter(), time.process_time()
                    operation(campaign, name)
                    times.append(time.perf_counter() - start)
                    used.append(time.process_time() - before)
                row.append(statistics.median(times))
                medians.setdefault(label, []).append(row[-1])
                spent.setdefault(label, []).append(statistics.median(used))
            print(
                f"{size:>8,} {size * LETTERS:>10,}  " + "  ".join(f"{1000 * one:>9.2f} ms" for one in row), flush=True
            )
        print(
            f"{'largest / smallest':>19}  "
            + "  ".join(f"{medians[one][-1] / medians[one][0]:>12.2f}" for one in OPERATIONS)
        )
        # What the clock on the wall says hangs on what else the machine does; this process's own time does not.
        print("of it this process's own time")
        for place, size in enumerate(SIZES):
            shown = "  ".join(f"{1000 * spent[one][place]:>9.2f} ms" for one in OPERATIONS)
            print(f"{size:>8,} {size * LETTERS:>10,}  {shown}")
        print(
            f"{'largest / smallest':>19}  "
            + "  ".join(f"{spent[one][-1] / max(spent[one][0], 1e-9):>12.2f}" for one in OPERATIONS)
        )
        campaign.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def _campaign(folder: Path) -> Campaign:
    url = os.environ.get("JUDGE_BENCH_STORE", "")
    (folder / "campaign.yaml").write_text(
        "name: scale\n" + (f"store: {url}\n" if url else "") + "defaults: {deadlines: 3d, remind: 24h}\n"
    )
    Campaign.create(folder, "scale")
    return Campaign.open(folder)


def _seed(campaign: Campaign) -> None:
    """One real game with eight players, some turns old."""
    with campaign.act(NOW) as act:
        founding.new_game(act, "game-0", "range-war")
        for seat in load_game(act.connection, "game-0").game.seats:
            filling.assign(act, "game-0", seat.id, f"{seat.id}@example.org")
        founding.start(act, "game-0")
    for turn in range(3):
        with campaign.act(NOW + timedelta(hours=turn)) as act:
            asked = taking.docket_of(act, "game-0")[1]
            for seat, text in ORDERS.items():
                if seat in asked and turn != 2:
                    taking.enter(act, "game-0", seat, Said(text, "bench"))
            releasing.release(act, "game-0")


def _grow(campaign: Campaign, size: int) -> None:
    """Copy the first game's rows, with letters, until there are `size` games."""
    with campaign.store.begin() as connection:
        first = dict(connection.execute(sa.select(tables.games).order_by(tables.games.c.id).limit(1)).mappings().one())
        have = int(connection.execute(sa.select(sa.func.count()).select_from(tables.games)).scalar() or 0)
        parts = {
            table: [
                dict(row)
                for row in connection.execute(sa.select(table).where(table.c.game_id == first["id"])).mappings()
            ]
            for table in (tables.steps, tables.chains, tables.seats, tables.docket, tables.receipts)
        }
    body = b"From: a@example.org\r\nSubject: orders\r\n\r\n" + b"G(Lzy)-Mon\r\n" * 40
    for low in range(have, size, 200):
        with campaign.store.begin() as connection:
            numbers = range(low, min(size, low + 200))
            connection.execute(
                tables.games.insert(),
                [{**{k: v for k, v in first.items() if k != "id"}, "name": f"game-{number}"} for number in numbers],
            )
            ids = dict(
                connection.execute(
                    sa.select(tables.games.c.name, tables.games.c.id).where(
                        tables.games.c.name.in_([f"game-{number}" for number in numbers])
                    )
                ).all()
            )
            for table, rows in parts.items():
                made = [
                    {
                        **{k: v for k, v in row.items() if k not in ("id", "game_id", "token_hash")},
                        "game_id": ids[f"game-{number}"],
                        **({"token_hash": f"{number}-{place}"} if "token_hash" in row else {}),
                    }
                    for number in numbers
                    for place, row in enumerate(rows)
                ]
                if made:
                    connection.execute(table.insert(), made)
            letters = [
                {
                    "account": "judge",
                    "folder": "INBOX",
                    "uidvalidity": 1,
                    "uid": number * LETTERS + place + 1,
                    "message_id": f"<{number}.{place}@example.org>",
                    "digest": f"{number:08d}-{place:04d}",
                    "raw": body,
                    "received_at": stamp(NOW),
                    "state": "done",
                    "tries": 0,
                }
                for number in numbers
                for place in range(LETTERS)
            ]
            connection.execute(tables.inbox.insert(), letters)
            connection.execute(
                tables.outbox.insert(),
                [
                    {
                        "message_id": f"<sent.{one['uid']}@example.org>",
                        "game_id": ids[f"game-{numbers[place // LETTERS]}"],
                        "recipient": "lazy-s@example.org",
                        "kind": "receipt",
                        "priority": 0,
                        "facts": "{}",
                        "state": "sent",
                        "tries": 0,
                        "due_at": stamp(NOW),
                    }
                    for place, one in enumerate(letters)
                ],
            )
        if sys.stderr.isatty():
            print(f"\r{numbers[-1] + 1:,} games", end="", file=sys.stderr)
    with campaign.store.engine.connect() as connection:
        connection.exec_driver_sql("ANALYZE")
        if campaign.store.is_sqlite:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    # The copying itself is not what is measured: let the disk finish with it.
    os.sync()


def _names(campaign: Campaign) -> list[str]:
    with campaign.store.read() as connection:
        return list(connection.execute(sa.select(tables.games.c.name).order_by(tables.games.c.id)).scalars())


def _order(campaign: Campaign, name: str) -> None:
    with campaign.act(NOW + timedelta(hours=4)) as act:
        taking.enter(act, name, "lazy-s", Said(ORDERS["lazy-s"], "bench"))


def _step(campaign: Campaign, name: str) -> None:
    with campaign.act(NOW + timedelta(hours=5)) as act:
        releasing.release(act, name)


def _status(campaign: Campaign, name: str) -> None:
    with campaign.look() as look:
        taking.docket_of(look, name)


def _tick(campaign: Campaign, name: str) -> None:
    tick(campaign, NOW + timedelta(hours=6))


OPERATIONS: dict[str, Callable[[Campaign, str], None]] = {
    "order": _order,
    "status": _status,
    "step": _step,
    "clock": _tick,
}

if __name__ == "__main__":
    sys.exit(main())
