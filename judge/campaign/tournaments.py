"""Tournaments: rounds of boards on which people meet as rarely as can be, and standings by a scoring system.

A board is a game like any other. An entrant scores for a board at which they sit when it ends; a bye is worth the mean
of their other boards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import filling, founding, seating
from judge.campaign.act import Act, Look
from judge.campaign.annals import result_of
from judge.campaign.live import NotNow, load_game
from judge.campaign.telling import note
from judge.club import boards
from judge.club.scoring import SYSTEMS, System, by_places
from judge.club.scoring import Seat as Ended
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.shelf import game as game_of
from judge.store import cups
from judge.store.base import stamp
from judge.variants import GAMES

KEYS = ("name", "game", "map", "rounds", "scoring", "places", "set", "entrants")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A tournament as its file has it."""

    name: str
    game: str
    map_name: str | None
    rounds: int
    scoring: str
    places: tuple[int, ...]
    """Points for each place, in thousandths: a system of one's own."""
    given: Mapping[str, object]
    """Options and settings of every board."""
    entrants: tuple[str, ...] = ()

    @property
    def system(self) -> System:
        """How boards are scored."""
        return by_places(self.places) if self.places else SYSTEMS[self.scoring]


def read_plan(document: Document) -> Plan:
    """A tournament's file; every mistake is named with its line."""
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    wrong: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            wrong.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    name = str(value.get("name", ""))
    if not (0 < len(name) <= 24 and name.replace("-", "").isalnum() and name == name.lower()):
        wrong.append(document.complaint("a tournament has a name of small letters, digits and -", "name"))
    if value.get("game") not in GAMES:
        wrong.append(document.complaint(f"game is one of {', '.join(sorted(GAMES))}", "game"))
    rounds = value.get("rounds", 1)
    if not isinstance(rounds, int) or not 1 <= rounds <= 50:
        wrong.append(document.complaint("rounds is a whole number up to 50", "rounds"))
    scoring, places = str(value.get("scoring", "sum-of-squares")), value.get("places") or []
    if scoring not in SYSTEMS:
        wrong.append(document.complaint(f"scoring is one of {', '.join(SYSTEMS)}, or places: [50, 30, 20]", "scoring"))
    if not isinstance(places, list) or not all(isinstance(one, int) and 0 <= one <= 1000 for one in places):
        wrong.append(document.complaint("places is a list of whole points, first place first", "places"))
    if wrong:
        raise DocumentError(document.name, wrong)
    return Plan(
        name=name, game=str(value["game"]), map_name=value.get("map"), rounds=rounds, scoring=scoring,
        places=tuple(1000 * one for one in places), given=dict(value.get("set") or {}),
        entrants=tuple(str(one) for one in value.get("entrants") or ()),
    )  # fmt: skip


def begin(act: Act, plan: Plan) -> int:
    """A new tournament with whoever its file names; how many that are."""
    founding.told_apart(act.config, plan.game, plan.map_name, plan.given)
    kept = {"game": plan.game, "map": plan.map_name, "rounds": plan.rounds, "scoring": plan.scoring,
            "places": [one // 1000 for one in plan.places], "set": dict(plan.given)}  # fmt: skip
    if not cups.add(act.connection, plan.name, json.dumps(kept, sort_keys=True), stamp(act.now)):
        raise NotNow("tournament-there", name=plan.name)
    note(act, None, "tournament", {"name": plan.name, **kept})
    return sum(enter(act, plan.name, one) for one in plan.entrants)


def plan_of(look: Look, name: str) -> Plan:
    """The plan of a tournament by its name."""
    known = cups.plan(look.connection, name)
    if known is None:
        names = cups.names(look.connection)
        near = nearest(name, names)
        raise NotNow("no-such-tournament", name=name, near=near, names=list(names))
    return read_plan(Document({"name": name, **json.loads(known)}, name=f"tournament {name}"))


def enter(act: Act, name: str, who: str) -> bool:
    """Somebody plays from the next round on; False when they do already."""
    plan_of(act, name)
    display, address = seating.plain_address(who)
    player = seating.player_for(act.connection, address, display)
    return cups.enter(act.connection, name, player, stamp(act.now))


def next_round(act: Act, name: str) -> tuple[int, list[str], list[int]]:
    """Draw the next round and begin its boards; the round, the boards' games, who has a bye."""
    plan = plan_of(act, name)
    rows = cups.drawn(act.connection, name)
    number = max((int(row["round"]) for row in rows), default=0) + 1
    if number > plan.rounds:
        raise NotNow("rounds-drawn", name=name, rounds=plan.rounds)
    going = sorted({str(row["game"]) for row in rows if row["game"] and row["status"] != "over"})
    if going:
        raise NotNow("round-goes-on", round=number - 1, games=list(going))
    people = {int(row["player_id"]): row for row in cups.entered(act.connection, name) if row["address"]}
    size = game_of(plan.game, plan.map_name, act.config.own_maps).seat_range[1]
    if len(people) < size:
        raise NotNow("people-do-not-fit", seats=size, people=len(people), name=name)
    seed = act.campaign.entropy(16).hex()
    drawn = boards.draw_round(sorted(people), size, _past(plan, rows, _seats(act, plan)), _draws(seed))
    byes = sorted(set(people) - {one for board in drawn for one in board})
    made, placed = [], []
    for board_number, board in enumerate(drawn, 1):
        game = f"{name}-{number}-{board_number}"
        made.append(game)
        placed += _seat_board(act, plan, game, [people[one] for one in board])
    placed += [{"player_id": one, "game_id": None, "seat": ""} for one in byes]
    cups.draw(act.connection, name, number, placed)
    note(act, None, "round drawn", {"tournament": name, "round": number, "boards": made, "seed": seed, "byes": byes})
    return number, made, byes


def _seat_board(act: Act, plan: Plan, game: str, board: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One board: a game with its players, begun. No board closes early, so that all have one deadline."""
    given = {"early": "never", **plan.given}
    options, settings = founding.told_apart(act.config, plan.game, plan.map_name, given)
    founding.new_game(act, game, plan.game, founding.Wanted(plan.map_name, options, settings))
    placed = []
    live = load_game(act.connection, game)
    for seat, one in zip(live.game.seats, board, strict=False):
        filling.assign(act, game, seat.id, str(one["address"]))
        placed.append({"player_id": int(one["player_id"]), "game_id": live.id, "seat": seat.id})
    act.ledger.forget()
    founding.start(act, game, True)
    act.ledger.forget()
    return placed


def _seats(look: Look, plan: Plan) -> dict[str, int]:
    game = game_of(plan.game, plan.map_name, look.config.own_maps)
    return {seat.id: number for number, seat in enumerate(game.seats)}


def _past(plan: Plan, rows: list[dict[str, Any]], seats: Mapping[str, int]) -> boards.Past:
    """Who met whom and sat where in the rounds so far."""
    past = boards.Past()
    for number in range(1, plan.rounds + 1):
        of_round = [row for row in rows if row["round"] == number]
        met: dict[int, list[tuple[int, int]]] = {}
        for row in of_round:
            if row["game_id"] is not None:
                met.setdefault(int(row["game_id"]), []).append((seats[str(row["seat"])], int(row["player_id"])))
        past.add(
            [[player for _, player in sorted(board)] for board in met.values()],
            [int(row["player_id"]) for row in of_round if row["game_id"] is None],
        )
    return past


def _draws(seed: str) -> boards.Draw:
    """Whole numbers from a seed that is on record: the same boards for whoever draws again."""

    def numbers() -> Iterator[int]:
        count = 0
        while True:
            block = hashlib.sha256(f"{seed}/{count}".encode()).digest()
            yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
            count += 1

    source = numbers()
    return lambda below: next(source) % below


def standings(look: Look, name: str) -> dict[str, Any]:
    """How a tournament stands, as plain values: everybody's points, in thousandths, by round and in all."""
    plan = plan_of(look, name)
    rows = cups.drawn(look.connection, name)
    scored: dict[str, tuple[dict[str, int], Mapping[str, int]]] = {}
    for game in sorted({str(row["game"]) for row in rows if row["game"] and row["status"] == "over"}):
        result = result_of(look, load_game(look.connection, game))
        board: Mapping[str, Ended] = result.board
        scored[game] = (plan.system(board), result.players)
    people = {int(row["player_id"]): row for row in cups.entered(look.connection, name)}
    for row in rows:
        people.setdefault(int(row["player_id"]), {"name": "", "address": None, "settings": "{}"})
    table = [_line(player, row, rows, scored) for player, row in people.items()]
    table.sort(key=lambda one: (-one["points"], -one["best"], one["number"]))
    for one in table:
        one["place"] = 1 + sum((other["points"], other["best"]) > (one["points"], one["best"]) for other in table)
    return {
        "name": name, "game": plan.game, "rounds": plan.rounds,
        "scoring": "places" if plan.places else plan.scoring,
        "drawn": max((int(row["round"]) for row in rows), default=0), "standings": table,
        "boards": [
            {"round": row["round"], "game": row["game"], "seat": row["seat"], "number": row["player_id"]}
            for row in rows
        ],
    }  # fmt: skip


def _line(
    player: int, row: Mapping[str, Any], rows: list[dict[str, Any]],
    scored: Mapping[str, tuple[dict[str, int], Mapping[str, int]]],
) -> dict[str, Any]:  # fmt: skip
    """One entrant's line."""
    points: dict[int, int] = {}
    byes = []
    for one in rows:
        if one["player_id"] != player:
            continue
        if one["game_id"] is None:
            byes.append(int(one["round"]))
        elif one["game"] in scored:
            worth, sat = scored[str(one["game"])]
            seat = Seat(one["seat"])
            points[int(one["round"])] = worth[seat] if sat.get(seat) == player else 0
    mean = sum(points.values()) // len(points) if points else 0
    best = max(points.values(), default=0)
    points |= dict.fromkeys(byes, mean)
    shown = json.loads(row["settings"] or "{}").get("pages") is not False and row["address"]
    return {
        "number": player, "name": str(row["name"]) if shown else f"player {player}", "points": sum(points.values()),
        "best": best, "by_round": {str(number): points[number] for number in sorted(points)}, "byes": byes,
    }  # fmt: skip


__all__ = ["Plan", "begin", "enter", "next_round", "plan_of", "read_plan", "standings"]
