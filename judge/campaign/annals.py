"""The annals of the club: what every finished game came to, and what it says of people, seats and openings.

All of it is worked out from the store each time it is asked for, in the order in which the games ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge import report
from judge.campaign.act import Look
from judge.campaign.closing import outcome_of
from judge.campaign.live import Live, line_of, load_game, seats_taking_part
from judge.campaign.seating import initials
from judge.club.ratings import Rating, rated
from judge.club.scoring import Seat, ranks
from judge.store import club, seats

OVERALL = "all"
MOST_OPENINGS = 5
HALL = 10
ENDINGS = ("solo", "draw", "survived", "eliminated")


@dataclass(frozen=True, kw_only=True)
class Result:
    """A finished game. `players`: who sat where at the end, by number."""

    game: str
    kind: str
    title: str
    ended: str
    reason: str
    board: Mapping[str, Seat]
    players: Mapping[str, int]
    openings: Mapping[str, str]
    names: str

    @property
    def ranks(self) -> dict[str, int]:
        """Everybody's place, from 1."""
        return ranks(self.board)

    def ending(self, seat: str) -> str:
        """`solo`, `draw`, `survived` or `eliminated`."""
        one = self.board[seat]
        return "solo" if one.won else "draw" if one.drew else "survived" if one.strength > 0 else "eliminated"


@dataclass
class Career:
    """What one person made of their games of one kind, or of all."""

    rating: Rating = field(default_factory=Rating)
    games: int = 0
    endings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ENDINGS, 0))

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        found = {"rating": self.rating.shown, "mu": round(self.rating.mu, 4), "sigma": round(self.rating.sigma, 4)}
        return {**found, "games": self.games, **self.endings}


def results(look: Look, kind: str = "") -> list[Result]:
    """Every finished game, of one kind or of all, in the order in which they ended."""
    found = []
    for row in club.finished(look.connection):
        live = load_game(look.connection, str(row["name"]))
        if not kind or live.row["game"] == kind:
            found.append(result_of(look, live, str(row["ended"])))
    return found


def result_of(look: Look, live: Live, ended: str = "") -> Result:
    """What one finished game came to."""
    outcome = outcome_of(live)
    strength = report.standings(live.game, live.state)
    taking = seats_taking_part(live)
    alone = len(outcome.winners) == 1
    board = {
        str(seat): Seat(
            strength.get(seat, 0), won=alone and seat in outcome.winners, drew=not alone and seat in outcome.winners
        )
        for seat in taking
    }
    rows = seats.players_at(look.connection, live.id)
    sat = {seat: int(row.player_id) for seat, row in rows.items() if not row.played_by}
    return Result(
        game=live.name, kind=str(live.row["game"]), title=live.game.title, ended=ended, reason=outcome.reason,
        board=board, players={seat: sat[seat] for seat in taking if seat in sat},
        openings=_openings(look, live), names=live.settings.names,
    )  # fmt: skip


def _openings(look: Look, live: Live) -> dict[str, str]:
    """What each seat ordered in the first window of the game."""
    first = next((step for step in line_of(look.connection, live) if step["kind"] == "turn"), None)
    orders = json.loads(first["orders"]) if first is not None else {}
    return {seat: "; ".join(sorted(one["text"])) for seat, one in orders.items() if one["source"]}


def careers(found: Sequence[Result]) -> dict[str, dict[int, Career]]:
    """Everybody's ratings and endings, by kind of game and over all."""
    made: dict[str, dict[int, Career]] = {OVERALL: {}}
    for one in found:
        playing = [seat for seat in sorted(one.board) if seat in one.players]
        for kind in (one.kind, OVERALL):
            table = made.setdefault(kind, {})
            own = [table.setdefault(one.players[seat], Career()) for seat in playing]
            places = one.ranks
            after = rated([career.rating for career in own], [places[seat] for seat in playing])
            for seat, career, rating in zip(playing, own, after, strict=True):
                career.games += 1
                career.endings[one.ending(seat)] += 1
                if len({one.players[other] for other in playing}) == len(playing) > 1:
                    career.rating = rating
    return made


def annals(look: Look, kind: str = "") -> dict[str, Any]:
    """All of it as plain values, for JSON, the terminal and the pages."""
    found = results(look, kind)
    names = called(look, found)
    made = careers(found)
    kinds = sorted(one for one in made if one != OVERALL)
    return {
        "games": [_game(one, names) for one in found],
        "ratings": {one: _ranking(made[one], names) for one in (OVERALL, *kinds)},
        "hall": {one: _ranking(made[one], names)[:HALL] for one in kinds},
        "seats": {one: _seats([result for result in found if result.kind == one]) for one in kinds},
        "openings": {one: _common_openings([result for result in found if result.kind == one]) for one in kinds},
    }


def called(look: Look, found: Sequence[Result]) -> dict[int, str]:
    """How each person is called in public: by name as far as they and all of their games allow it, or by number."""
    persons = club.persons(look.connection)
    strictest: dict[int, str] = {}
    order = ("shown", "initials", "hidden")
    for one in found:
        for player in one.players.values():
            strictest[player] = max(strictest.get(player, "shown"), one.names, key=order.index)
    return {player: _called(player, persons[player], how) for player, how in strictest.items()}


def _called(player: int, row: Mapping[str, Any], how: str) -> str:
    settings = json.loads(row["settings"] or "{}")
    if not row["reachable"] or how == "hidden" or settings.get("pages") is False:
        return f"player {player}"
    return str(row["name"]) if how == "shown" else initials(str(row["name"])) or f"player {player}"


def _game(one: Result, names: Mapping[int, str]) -> dict[str, Any]:
    places = one.ranks
    return {
        "name": one.game, "kind": one.kind, "title": one.title, "ended": one.ended[:10], "reason": one.reason,
        "seats": [
            {
                "seat": seat, "rank": places[seat], "strength": one.board[seat].strength, "ending": one.ending(seat),
                "player": names.get(one.players.get(seat, 0), ""), "number": one.players.get(seat, 0),
            }
            for seat in sorted(one.board, key=lambda seat: (places[seat], seat))
        ],
    }  # fmt: skip


def _ranking(made: Mapping[int, Career], names: Mapping[int, str]) -> list[dict[str, Any]]:
    rows = [{"number": player, "name": names[player], **career.plain()} for player, career in made.items()]
    return sorted(rows, key=lambda row: (-row["rating"], -row["games"], row["number"]))


def _seats(found: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """How each seat fares, whoever plays it."""
    made: dict[str, dict[str, Any]] = {}
    for one in found:
        places = one.ranks
        for seat in one.board:
            row = made.setdefault(seat, {"games": 0, **dict.fromkeys(ENDINGS, 0), "ranks": 0, "strength": 0})
            row["games"] += 1
            row[one.ending(seat)] += 1
            row["ranks"] += places[seat]
            row["strength"] += one.board[seat].strength
    for row in made.values():
        row["mean_rank"] = round(row.pop("ranks") / row["games"], 2)
        row["mean_strength"] = round(row.pop("strength") / row["games"], 2)
    return dict(sorted(made.items()))


def _common_openings(found: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """The commonest first orders of each seat, and what came of them."""
    made: dict[str, dict[str, dict[str, Any]]] = {}
    for one in found:
        for seat, text in one.openings.items():
            if seat in one.board and text:
                row = made.setdefault(seat, {}).setdefault(text, {"orders": text, "games": 0, "solo": 0, "draw": 0})
                row["games"] += 1
                if one.ending(seat) in ("solo", "draw"):
                    row[one.ending(seat)] += 1
    return {
        seat: sorted(rows.values(), key=lambda row: (-row["games"], row["orders"]))[:MOST_OPENINGS]
        for seat, rows in sorted(made.items())
    }


__all__ = ["OVERALL", "Career", "Result", "annals", "called", "careers", "result_of", "results"]
