"""A person's reliability: how many of their windows they met; the seats they gave up.

A window is met when something came for it by its deadline. It is late when that came afterwards (in the grace, or while
the game waited), and missed when the window closed without. Windows taken back by a rollback do not count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, load_game
from judge.campaign.seating import is_masked
from judge.store import club, docket, seats
from judge.store.base import stamp

NEWCOMER = 10
"""A player who was asked less often than this is a newcomer."""
A_SEAT = 5
"""A seat given up weighs as much as so many missed windows."""


@dataclass(frozen=True, kw_only=True)
class Counts:
    """The counts of a person's marks."""

    met: int = 0
    late: int = 0
    missed: int = 0
    given_up: int = 0

    @property
    def asked(self) -> int:
        """In how many windows an answer was waited for."""
        return self.met + self.late + self.missed

    @property
    def percent(self) -> int | None:
        """The windows met of those asked, in percent, one that came late half; None: a newcomer."""
        weight = self.asked + A_SEAT * self.given_up
        return None if weight < NEWCOMER else (2 * self.met + self.late) * 100 // (2 * weight)

    def and_(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(**{key: value + asdict(other)[key] for key, value in asdict(self).items()})


def mark_window(act: Act, live: Live, step: int, orders: Mapping[str, object], silent: Collection[Seat]) -> None:
    """The open window has closed, and made this step: mark each player it asked."""
    window = live.need_window()
    due = str(live.row["deadline"] or "")
    first = _first_words(act, live, window.key)
    rows = []
    for seat, row in sorted(seats.players_at(act.connection, live.id).items()):
        if row.played_by:
            continue
        if seat in silent:
            how = "missed"
        elif seat in first and seat in orders:
            how = "late" if due and first[seat] > due else "met"
        else:
            continue
        rows.append(_mark(act, live, seat, int(row.player_id), how, step))
    club.add_marks(act.connection, rows)


def _first_words(look: Look, live: Live, window_key: str) -> dict[str, str]:
    """When the first word of each seat for a window came."""
    first = club.first_letters(look.connection, live.id, window_key)
    for seat, row in docket.rows(look.connection, live.id, window_key).items():
        if row["answered"]:
            came = [str(one[0]) for one in json.loads(row["later"]) if one[0]]
            first[seat] = min([*came, first.get(seat, str(row["changed_at"]))])
    return first


def mark_given_up(act: Act, live: Live, seat: Seat) -> None:
    """A player leaves a game that goes on, by resigning or by silence."""
    row = seats.players_at(act.connection, live.id).get(seat)
    if row is not None and not row.played_by and live.step is not None:
        club.add_marks(act.connection, [_mark(act, live, seat, int(row.player_id), "given-up", None)])


def mark_left(act: Act, live: Live, seat: Seat, player: int) -> None:
    """A player holds a seat no more, for whatever reason: no word on how reliable they are."""
    row = {**_mark(act, live, seat, player, "left", None), "mark": f"left {player}"}
    club.add_mark_once(act.connection, row)


def _mark(act: Act, live: Live, seat: str, player: int, how: str, step: int | None) -> dict[str, object]:
    mark = f"step {step}" if step is not None else f"{how} {stamp(act.now)}"
    return {"game_id": live.id, "seat": seat, "mark": mark, "step": step, "player_id": player, "how": how,
            "at": stamp(act.now)}  # fmt: skip


def counts_of(look: Look, player: int) -> Counts:
    """One player's counts at this judge. An anonymous game counts when it is over: before, a window missed and a silent
    seat in a report would tell who sits there."""
    found = Counter[str]()
    for row in club.counted(look.connection, player):
        if row["status"] == "over" or not is_masked(load_game(look.connection, row["name"])):
            found[row["how"].replace("-", "_")] += row["many"]
    return Counts(**found)


def elsewhere(look: Look, player: int) -> dict[str, Counts]:
    """The records of a player from other judges, by judge; each was checked when it came."""
    return {
        str(row["judge"]): Counts(**json.loads(row["counts"])) for row in club.reputations_of(look.connection, player)
    }


def standing_of(look: Look, player: int) -> Counts:
    """Here and elsewhere together, for comparison with a least reliability."""
    found = counts_of(look, player)
    for counts in elsewhere(look, player).values():
        found = found.and_(counts)
    return found


__all__ = ["NEWCOMER", "Counts", "counts_of", "elsewhere", "mark_given_up", "mark_left", "mark_window",
           "standing_of"]  # fmt: skip
