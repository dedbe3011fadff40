"""The two published Python adjudicators the kernel is measured against, prepared as they want it.

Runs in the environment that `make bench` makes for them; nothing of the project imports them.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.positions import Generated
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.orders import Convoy, Hold, Move, Support


def pydip_turns(board: Board, generated: list[Generated]) -> list[Callable[[], object]]:
    """One call of pydip's `resolve_turn` a phase, commands made beforehand."""
    from pydip.map.predefined import vanilla_dip
    from pydip.player.command.command import (
        ConvoyMoveCommand,
        ConvoyTransportCommand,
        HoldCommand,
        MoveCommand,
        SupportCommand,
    )
    from pydip.player.player import Player
    from pydip.player.unit import UnitTypes
    from pydip.turn.resolve import resolve_turn

    game_map = vanilla_dip.generate_map()
    coasts = {"NC": "North Coast", "EC": "North Coast", "SC": "South Coast"}

    def name(kind: str, place: str) -> str:
        province = board.provinces[board.number[board.province(place)]]
        if kind == "A" or province.kind == "sea":
            return f"{province.name} Sea" if province.name.endswith("Mediterranean") else province.name
        return f"{province.name} {coasts[place[4:]] if '/' in place else 'Coast'}"

    def turn(phase: Generated) -> Callable[[], object]:
        players, units = {}, {}
        for power in board.powers:
            mine = [unit for unit in phase.units if unit.power == power]
            start = [
                {
                    "territory_name": name(unit.kind, unit.place),
                    "unit_type": UnitTypes.TROOP if unit.kind == "A" else UnitTypes.FLEET,
                }
                for unit in mine
            ]
            players[power] = Player(power, game_map, start)
            for unit, made in zip(mine, players[power].units, strict=True):
                units[board.province(unit.place)] = (unit, made, players[power])
        commands = []
        for province, order in phase.orders.items():
            unit, made, player = units[province]
            match order:
                case Hold():
                    commands.append(HoldCommand(player, made))
                case Move():
                    far = unit.kind == "A" and (order.via or order.to not in board.neighbours("A", unit.place))
                    goal = _goal(board, unit.kind, unit.place, order.to)
                    commands.append((ConvoyMoveCommand if far else MoveCommand)(player, made, name(unit.kind, goal)))
                case Support(to=None):
                    helped = units[board.province(order.of)][1]
                    commands.append(SupportCommand(player, made, helped, helped.position))
                case Support():
                    other, helped, _ = units[board.province(order.of)]
                    goal = _goal(board, other.kind, other.place, order.to)
                    commands.append(SupportCommand(player, made, helped, name(other.kind, goal)))
                case Convoy():
                    commands.append(
                        ConvoyTransportCommand(player, made, units[board.province(order.of)][1], name("A", order.to))
                    )
        return lambda: resolve_turn(game_map, commands)

    return [turn(phase) for phase in generated]


def _goal(board: Board, kind: str, place: str, to: str) -> str:
    """The coast a fleet ends on when its order left it out."""
    if kind == "A":
        return board.province(to)
    return next(near for near in board.neighbours("F", place) if near == to or board.province(near) == to)


class Diplomacy:
    """`diplomacy`: set a phase up, give the orders, process. Each step is timed apart by the caller."""

    def __init__(self, board: Board) -> None:
        from diplomacy import Game

        self.board = board
        self.game = Game()

    def set_up(self, phase: Generated) -> None:
        """The position, with centres such that nothing but movement goes on."""
        units: dict[str, list[str]] = {power.upper(): [] for power in self.board.powers}
        for unit in phase.units:
            units[unit.power.upper()].append(f"{unit.kind} {unit.place}")
        centers = {power.upper(): [] for power in self.board.powers}
        self.game.set_state({"name": "S1905M", "units": units, "centers": centers})
        self.game.clear_orders()

    def give(self, texts: dict[str, list[str]]) -> None:
        """The orders, read and checked."""
        for power, lines in texts.items():
            self.game.set_orders(power.upper(), lines)

    def process(self) -> None:
        """The adjudication."""
        self.game.process()


def drawn_lots(chance: random.Random) -> None:
    """A whole game by `diplomacy` to the end of 1919, its orders drawn from all it lists."""
    from diplomacy import Game

    game = Game()
    while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1920:
        lawful = game.get_all_possible_orders()
        for power, places in game.get_orderable_locations().items():
            game.set_orders(power, [chance.choice(lawful[place]) for place in places if lawful[place]])
        game.process()
