"""Diplomacy as an environment of PettingZoo, all powers at once. Needs `the-judge[pettingzoo]`."""

from __future__ import annotations

from typing import Any

from judge.batch.observation import observation
from judge.batch.play import Diplomacy
from judge.package import install

try:
    import numpy
    from gymnasium.spaces import MultiBinary, MultiDiscrete
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError(f"this environment needs PettingZoo: {install('pettingzoo')}") from error

__all__ = ["DiplomacyEnv", "parallel_env"]

MOST_ORDERS = 1024
"""An action is a number below this for each unit; its remainder by the number of the unit's lawful orders is the order
it means."""


def parallel_env(map_name: str = "diplomacy", *, edition: str = "2023", years: int = 30) -> DiplomacyEnv:
    """The environment on a map."""
    return DiplomacyEnv(map_name, edition=edition, years=years)


class DiplomacyEnv(ParallelEnv):  # type: ignore[misc]
    """One game after another. Every power acts in each step; a power with nothing to order is not asked."""

    metadata = {"name": "judge_diplomacy_v0", "render_modes": ["ansi"]}  # noqa: RUF012 - as PettingZoo has it

    def __init__(self, map_name: str = "diplomacy", *, edition: str = "2023", years: int = 30) -> None:
        self._start = Diplomacy.start(map_name, edition=edition, years=years)
        self.game = self._start
        self.render_mode = "ansi"
        self.possible_agents = [power.lower() for power in self._start.rules.powers]
        self.agents: list[str] = []
        centres = len(self._start.rules.batch.year.centre_ids)
        length = len(observation(self._start, self._start.rules.powers[0]))
        self.observation_spaces = {agent: MultiBinary(length) for agent in self.possible_agents}
        self.action_spaces = {agent: MultiDiscrete([MOST_ORDERS] * centres) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> MultiBinary:
        """The position as ones and zeros."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> MultiDiscrete:
        """A number for each unit the power could ever have."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """A new game. There is no chance in it: the seed changes nothing."""
        self.game = self._start
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: self._info(agent) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """The next phase."""
        before, game = self.game.scores, self.game
        orders = {
            power: [lawful[int(number) % len(lawful)] for number, lawful in zip(said, units.values(), strict=False)]
            for power, units in game.orders().items()
            if (said := actions.get(power.lower())) is not None
        }
        self.game = game.step(orders)
        after = self.game.scores
        acting = self.agents
        rewards = {agent: float(after[agent.upper()] - before[agent.upper()]) for agent in acting}
        won = self.game.phase == "COMPLETED"
        ended = dict.fromkeys(acting, won)
        stopped = dict.fromkeys(acting, self.game.is_over and not won)
        seen, infos = self._seen(), {agent: self._info(agent) for agent in acting}
        if self.game.is_over:
            self.agents = []
        return seen, rewards, ended, stopped, infos

    def render(self) -> str:
        """The position in words."""
        return f"{self.game.phase} {dict(self.game.units)}"

    def close(self) -> None:
        """There is nothing to close."""

    def _seen(self) -> dict[str, Any]:
        return {agent: numpy.array(observation(self.game, agent.upper()), dtype=numpy.int8) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        """How many lawful orders each unit has."""
        units = self.game.orders().get(agent.upper(), {})
        return {"lawful": [len(orders) for orders in units.values()]}
