"""The annals of the club: the result of every finished game, and what it says about people, seats and openings. All
of it is computed from the store each time, in the order in which the games ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge import report
from judge.campaign.act import Look
from judge.campaign.called import Called, called
from judge.campaign.closing import outcome_of
from judge.campaign.live import Live, line_of, load_game, seats_taking_part
from judge.club.ratings import Rating, rated
from judge.club.scoring import Seat, ranks
from judge.store import club, seats
from judge.variants import GAMES

OVERALL = "all"
MOST_OPENINGS = 8
HALL = 10
ENDINGS = ("solo", "draw", "survived", "eliminated")


@dataclass(frozen=True, kw_only=True)
class Result:
    """A finished game. `players`: the player of each seat at the end, by number."""

    game: str
    kind: str
    place: str
    """The board: seats of one name are other seats on another."""
    title: str
    ended: str
    reason: str
    board: Mapping[str, Seat]
    players: Mapping[str, int]
    openings: Mapping[str, tuple[str, ...]]
    """Each seat's first orders."""
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
    """One person's results in games of one kind, or in all."""

    rating: Rating = field(default_factory=Rating)
    games: int = 0
    endings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ENDINGS, 0))
    course: list[tuple[Result, str, int]] = field(default_factory=list)
    """Each game, the seat they sat at, and their rating after it."""

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
    """The result of one finished game."""
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
    kind, place = str(live.row["game"]), str(live.row["map_name"])
    return Result(
        game=live.name, kind=kind, place=kind if place == GAMES[kind].default_map else place,
        title=live.game.title, ended=ended, reason=outcome.reason,
        board=board, players={seat: sat[seat] for seat in taking if seat in sat},
        openings=_openings(look, live), names=live.settings.names,
    )  # fmt: skip


def _openings(look: Look, live: Live) -> dict[str, tuple[str, ...]]:
    """Each seat's orders in the first window of the game; the order of the lines does not matter."""
    first = next((step for step in line_of(look.connection, live) if step["kind"] == "turn"), None)
    orders = json.loads(first["orders"]) if first is not None else {}
    return {seat: tuple(sorted(one["text"])) for seat, one in orders.items() if one["source"]}


def careers(found: Sequence[Result]) -> dict[str, dict[int, Career]]:
    """Everybody's ratings and endings, by kind of game and over all, in the games that tell names."""
    made: dict[str, dict[int, Career]] = {OVERALL: {}}
    for one in found:
        if one.names == "hidden":
            continue
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
                career.course.append((one, seat, career.rating.shown))
    return made


def annals(look: Look, kind: str = "", found: Sequence[Result] | None = None) -> dict[str, Any]:
    """All of it as plain values, for JSON, the terminal and the pages. `found`: the results, where they are known."""
    found = results(look, kind) if found is None else found
    names = names_of(look, found)
    made = careers(found)
    kinds = sorted(one for one in made if one != OVERALL)
    places = sorted({one.place for one in found})
    by_place = {place: [result for result in found if result.place == place] for place in places}
    return {
        "games": [_game(one, names) for one in found],
        "ratings": {one: _ranking(made[one], names) for one in (OVERALL, *kinds)},
        "hall": {one: _hall(_ranking(made[one], names)) for one in kinds},
        "seats": {place: _seats(some) for place, some in by_place.items()},
        "openings": {place: _openings_by_seat(some) for place, some in by_place.items()},
        "players": [_player(player, made, names) for player in sorted(made[OVERALL]) if names.has_page(player)],
    }


def names_of(look: Look, found: Sequence[Result]) -> Called:
    """The public names of persons, after these games."""
    return called(club.persons(look.connection), [(one.names, tuple(one.players.values())) for one in found])


def _game(one: Result, names: Called) -> dict[str, Any]:
    places = one.ranks
    rows = []
    for seat in sorted(one.board, key=lambda seat: (places[seat], seat)):
        name, number = names.at(one.players.get(seat, 0), one.names)
        strength, ending = one.board[seat].strength, one.ending(seat)
        rows.append({"seat": seat, "rank": places[seat], "strength": strength, "ending": ending,
                     "player": name, "number": number})  # fmt: skip
    return {"name": one.game, "kind": one.kind, "title": one.title, "ended": one.ended[:10], "reason": one.reason,
            "seats": rows}  # fmt: skip


def _ranking(made: Mapping[int, Career], names: Called) -> list[dict[str, Any]]:
    rows = [
        {"number": player, "name": names.everywhere(player), "page": names.has_page(player), **career.plain()}
        for player, career in made.items()
    ]
    return sorted(rows, key=lambda row: (-row["rating"], -row["games"], row["number"]))


def _hall(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The persons with the most wins: alone, then together with others."""
    won = [row for row in rows if row["solo"] or row["draw"]]
    return sorted(won, key=lambda row: (-row["solo"], -row["draw"], -row["rating"]))[:HALL]


def _player(player: int, made: Mapping[str, Mapping[int, Career]], names: Called) -> dict[str, Any]:
    """One person's games, with their rating over all after each."""
    games = [
        {"game": one.game, "kind": one.kind, "title": one.title, "ended": one.ended[:10], "seat": seat,
         "rank": one.ranks[seat], "of": len(one.board), "ending": one.ending(seat), "rating": rating}
        for one, seat, rating in made[OVERALL][player].course
    ]  # fmt: skip
    ratings = {kind: table[player].plain() for kind, table in made.items() if player in table}
    return {"number": player, "name": names.everywhere(player), "games": games, "ratings": ratings}


def _fared(found: Sequence[tuple[Result, str]]) -> dict[str, Any]:
    """A seat's results in these games, with any player."""
    endings = [one.ending(seat) for one, seat in found]
    return {
        "games": len(found), **{ending: endings.count(ending) for ending in ENDINGS},
        "mean_rank": round(sum(one.ranks[seat] for one, seat in found) / len(found), 2),
        "mean_strength": round(sum(one.board[seat].strength for one, seat in found) / len(found), 2),
    }  # fmt: skip


def _seats(found: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """The result of each seat of a board."""
    seats_there = sorted({seat for one in found for seat in one.board})
    return {seat: _fared([(one, seat) for one in found if seat in one.board]) for seat in seats_there}


def _openings_by_seat(found: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """The commonest first orders of each seat of a board and how well it did after them; all others together."""
    made: dict[str, dict[tuple[str, ...], list[tuple[Result, str]]]] = {}
    for one in found:
        for seat, orders in one.openings.items():
            if seat in one.board and orders:
                made.setdefault(seat, {}).setdefault(orders, []).append((one, seat))
    return {seat: _commonest(by_orders) for seat, by_orders in sorted(made.items())}


def _commonest(by_orders: Mapping[tuple[str, ...], Sequence[tuple[Result, str]]]) -> dict[str, Any]:
    ranked = sorted(by_orders.items(), key=lambda one: (-len(one[1]), one[0]))
    others = [one for _, some in ranked[MOST_OPENINGS:] for one in some]
    return {
        "common": [{"orders": list(orders), **_fared(some)} for orders, some in ranked[:MOST_OPENINGS]],
        "others": {"openings": len(ranked) - MOST_OPENINGS, **_fared(others)} if others else None,
    }


__all__ = ["OVERALL", "Career", "Result", "annals", "careers", "names_of", "result_of", "results"]
