"""Tournaments: rounds of boards on which people meet as rarely as possible, and standings by a scoring system. A
board is an ordinary game. An entrant scores for a board on which they have a seat when it ends; a bye is worth the
mean
of their other boards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import filling, founding, handing_over, post, seating, tidying
from judge.campaign.act import Act, Look
from judge.campaign.annals import names_of, result_of, results
from judge.campaign.called import Called
from judge.campaign.live import NotNow, load_game
from judge.campaign.settings import NAMES
from judge.campaign.telling import note
from judge.club import boards
from judge.club.scoring import SYSTEMS, System, by_places
from judge.club.scoring import Seat as Ended
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.shelf import game as game_of
from judge.store import cups
from judge.store.base import stamp
from judge.store.facts import recall, remember_first
from judge.variants import GAMES

KEYS = (
    "name",
    "game",
    "map",
    "seats",
    "rounds",
    "scoring",
    "places",
    "sign_up",
    "least_reliability",
    "set",
    "entrants",
)


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
    is_open: bool = False
    """Whether anybody may enter by mail."""
    least: int = 0
    """The least reliability, in percent, for entering by mail."""
    seats: int = 0
    """How many seats a board has; 0: as many as the game has at most."""
    entrants: tuple[str, ...] = ()

    @property
    def system(self) -> System:
        """The system by which boards are scored."""
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
    if str(value.get("game")) not in GAMES:
        wrong.append(document.complaint(f"game is one of {', '.join(sorted(GAMES))}", "game"))
    if not isinstance(value.get("map"), str | None):
        wrong.append(document.complaint("map is the name of a map", "map"))
    if not isinstance(value.get("set"), dict | None):
        wrong.append(document.complaint("set is `option: value`", "set"))
    if not isinstance(value.get("entrants"), list | None):
        wrong.append(document.complaint("entrants is `[address, address]`", "entrants"))
    rounds = value.get("rounds", 1)
    if not isinstance(rounds, int) or not 1 <= rounds <= 50:
        wrong.append(document.complaint("rounds is a whole number up to 50", "rounds"))
    scoring, places = str(value.get("scoring", "sum-of-squares")), value.get("places") or []
    if scoring not in SYSTEMS:
        wrong.append(document.complaint(f"scoring is one of {', '.join(SYSTEMS)}, or places: [50, 30, 20]", "scoring"))
    if not isinstance(places, list) or not all(isinstance(one, int) and 0 <= one <= 1000 for one in places):
        wrong.append(document.complaint("places is a list of whole points, first place first", "places"))
    sign_up, least = value.get("sign_up", "invited"), value.get("least_reliability", 0)
    if sign_up not in ("invited", "open"):
        wrong.append(document.complaint("sign_up is invited or open", "sign_up"))
    if not isinstance(least, int) or not 0 <= least <= 100:
        wrong.append(document.complaint("least_reliability is a whole number of percent", "least_reliability"))
    seats = value.get("seats", 0)
    if not isinstance(seats, int) or isinstance(seats, bool) or seats < 0:
        wrong.append(document.complaint("seats is how many players a board has, a whole number", "seats"))
    if wrong:
        raise DocumentError(document.name, wrong)
    return Plan(
        name=name, game=str(value["game"]), map_name=value.get("map"), rounds=rounds, scoring=scoring,
        places=tuple(1000 * one for one in places), is_open=sign_up == "open", least=least,
        seats=seats,
        given=dict(value.get("set") or {}),
        entrants=tuple(str(one) for one in value.get("entrants") or ()),
    )  # fmt: skip


def begin(act: Act, plan: Plan) -> int:
    """A new tournament with the people its file names; returns how many."""
    founding.told_apart(act.config, plan.game, plan.map_name, plan.given)
    _size(act, plan)
    kept = {"game": plan.game, "map": plan.map_name, "rounds": plan.rounds, "scoring": plan.scoring,
            "places": [one // 1000 for one in plan.places], "sign_up": "open" if plan.is_open else "invited",
            "least_reliability": plan.least, "seats": plan.seats, "set": dict(plan.given)}  # fmt: skip
    tidying.check_free(act, plan.name)
    if not cups.add(act.connection, plan.name, json.dumps(kept, sort_keys=True), stamp(act.now)):
        raise NotNow("tournament-there", name=plan.name)
    remember_first(act.connection, _salt(plan.name), act.campaign.entropy(16).hex())
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
    is_new = cups.enter(act.connection, name, player, stamp(act.now))
    if is_new:
        note(act, None, "entrant", {"tournament": name, "player": player})
    return is_new


def check_open(look: Look, name: str, player: int | None, address: str) -> Plan:
    """A tournament that somebody may enter by mail. Refuses, with the reason, where they may not."""
    plan = plan_of(look, name)
    if not plan.is_open:
        raise NotNow("tournament-by-invitation", name=name)
    if rounds_drawn(look, name) >= plan.rounds:
        raise NotNow("no-round-left", name=name)
    if plays_in(look, name, player):
        raise NotNow("plays-already", address=address, name=name)
    why = handing_over.why_not(look, name, plan.least, player, address)
    if why:
        raise NotNow("because", why=why)
    return plan


def plays_in(look: Look, name: str, player: int | None) -> bool:
    """Whether somebody plays in the next round."""
    return player is not None and player in {int(row["player_id"]) for row in cups.entered(look.connection, name)}


def rounds_drawn(look: Look, name: str) -> int:
    """The number of rounds of a tournament that were drawn."""
    return max((int(row["round"]) for row in cups.drawn(look.connection, name)), default=0)


def withdraw(act: Act, name: str, player: int) -> bool:
    """Take somebody out of further rounds; a board they play on goes on. False when they did not play."""
    plan_of(act, name)
    was = cups.withdraw(act.connection, player, name)
    if was:
        note(act, None, "left tournament", {"tournament": name, "player": player})
    return was


def invitations(look: Look) -> list[dict[str, Any]]:
    """The facts of tournaments with rounds still to draw, as plain values."""
    found = []
    for name in cups.names(look.connection):
        plan, drawn = plan_of(look, name), rounds_drawn(look, name)
        if drawn < plan.rounds:
            found.append({
                "name": name, "title": GAMES[plan.game].title, "rounds": plan.rounds, "drawn": drawn,
                "scoring": "places" if plan.places else plan.scoring, "open": plan.is_open, "least": plan.least,
                "people": len(cups.entered(look.connection, name)), "word": bool(look.config.club.join_word(name)),
            })  # fmt: skip
    return found


def next_round(act: Act, name: str) -> tuple[int, list[str], list[int]]:
    """Draw the next round and begin its boards; the round, the boards' games, who has a bye."""
    plan = plan_of(act, name)
    rows = cups.drawn(act.connection, name)
    number = rounds_drawn(act, name) + 1
    if number > plan.rounds:
        raise NotNow("rounds-drawn", name=name, rounds=plan.rounds)
    going = sorted({str(row["game"]) for row in rows if row["game"] and row["status"] != "over"})
    if going:
        raise NotNow("round-goes-on", round=number - 1, games=list(going))
    people = {int(row["player_id"]): row for row in cups.entered(act.connection, name) if row["address"]}
    size = _size(act, plan)
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
    drawn_by = {} if _is_anonymous(act, made) else {"seed": seed, "byes": byes}
    note(act, None, "round drawn", {"tournament": name, "round": number, "boards": made, **drawn_by})
    for one in byes:
        facts = {"name": name, "round": number, "rounds": plan.rounds}
        post.put_told(act, None, post.To(str(people[one]["address"])), f"bye/{name}/{number}", "bye", facts)
    return number, made, byes


def _is_anonymous(act: Act, made: list[str]) -> bool:
    """Whether nobody may draw a round again to hear who sits where: a game master may play in it."""
    return any(load_game(act.connection, one).settings.anonymous for one in made)


def _size(act: Act, plan: Plan) -> int:
    """The number of people at a board of a tournament. Refuses a number that its game does not allow."""
    least, most = game_of(plan.game, plan.map_name, act.config.own_maps).seat_range
    if plan.seats and not least <= plan.seats <= most:
        raise NotNow("board-of-that-size", seats=plan.seats, least=least, most=most, game=GAMES[plan.game].title)
    return plan.seats or most


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
    """The meetings, and the seat of each person, in the rounds so far."""
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
    """Whole numbers from a seed that is on record: drawing again gives the same boards."""

    def numbers() -> Iterator[int]:
        count = 0
        while True:
            block = hashlib.sha256(f"{seed}/{count}".encode()).digest()
            yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
            count += 1

    source = numbers()
    return lambda below: next(source) % below


def standings(look: Look, name: str, names: Called | None = None) -> dict[str, Any]:
    """The standings of a tournament, as plain values: everybody's points, in thousandths, by round and in all.

    For everybody's eyes: of an anonymous board that is not over nobody is told who sits there. `names`: how persons
    are called, where that is known.
    """
    plan = plan_of(look, name)
    rows = cups.drawn(look.connection, name)
    lives = {str(row["game"]): load_game(look.connection, str(row["game"])) for row in rows if row["game"]}
    scored: dict[str, tuple[dict[str, int], Mapping[str, int]]] = {}
    for game in sorted({str(row["game"]) for row in rows if row["game"] and row["status"] == "over"}):
        result = result_of(look, lives[game])
        board: Mapping[str, Ended] = result.board
        scored[game] = (plan.system(board), result.players)
    names = names_of(look, results(look)) if names is None else names
    how = max((live.settings.names for live in lives.values()), default=_names_told(look, plan), key=NAMES.index)
    playing = {int(row["player_id"]) for row in cups.entered(look.connection, name)}
    salt = recall(look.connection, _salt(name)) or name
    table = [
        {**_called(player, names, how, salt), **_points(player, rows, scored), "left": player not in playing}
        for player in sorted(playing | {int(row["player_id"]) for row in rows})
    ]
    if how == "hidden":
        # In the order of numbers each sign would tell whose it is.
        table.sort(key=lambda one: str(one["name"]))
    table.sort(key=lambda one: (-one["points"], -one["best"]))
    for one in table:
        one["place"] = 1 + sum((other["points"], other["best"]) > (one["points"], one["best"]) for other in table)
    told = [row for row in rows if not row["game"] or not seating.is_masked(lives[str(row["game"])])]
    return {
        "name": name, "game": plan.game, "rounds": plan.rounds,
        "scoring": "places" if plan.places else plan.scoring,
        "drawn": rounds_drawn(look, name), "standings": table,
        "boards": [
            {"round": row["round"], "game": row["game"], "seat": row["seat"],
             "number": names.at(int(row["player_id"]), how)[1]}
            for row in told
        ],
    }  # fmt: skip


def _names_told(look: Look, plan: Plan) -> str:
    """The setting `names` of a tournament's boards, before there is one."""
    return str(plan.given.get("names") or (look.config.defaults.value or {}).get("names") or "shown")


def _salt(name: str) -> str:
    return f"tournament salt:{name}"


def _called(player: int, names: Called, how: str, salt: str) -> dict[str, Any]:
    """An entrant's name; a number if they tell no name. If the boards tell none, a sign that appears nowhere else and
    follows from nothing known."""
    if how == "hidden":
        sign = hashlib.sha256(f"{salt}/{player}".encode()).hexdigest()[:6]
        return {"number": 0, "name": f"player {sign}"}
    name, number = names.at(player, how)
    return {"number": number, "name": name} if name else {"number": player, "name": f"player {player}"}


def _points(
    player: int, rows: list[dict[str, Any]], scored: Mapping[str, tuple[dict[str, int], Mapping[str, int]]]
) -> dict[str, Any]:
    """The points of one entrant."""
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
    return {
        "points": sum(points.values()), "best": best, "byes": byes,
        "by_round": {str(number): points[number] for number in sorted(points)},
    }  # fmt: skip


__all__ = [
    "Plan", "begin", "check_open", "enter", "invitations", "next_round", "plan_of", "plays_in", "read_plan",
    "standings", "withdraw",
]  # fmt: skip
