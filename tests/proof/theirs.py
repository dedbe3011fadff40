"""The `diplomacy` package at work: JSON lines of phases in, what it makes of them out. Runs in its own process."""

import json
import sys

from diplomacy import Game


def main():
    game = Game()
    for text in sys.stdin:
        line = json.loads(text)
        game.set_state(
            {
                "name": line["phase"],
                "units": {
                    power: line["units"].get(power, [])
                    + ["*" + unit for unit in line.get("dislodged", {}).get(power, [])]
                    for power in game.powers
                },
                "retreats": {
                    power: {unit: line["retreats"][unit] for unit in line.get("dislodged", {}).get(power, [])}
                    for power in game.powers
                },
                "centers": {power: line["centers"].get(power, []) for power in game.powers},
            }
        )
        game.clear_orders()
        # What an earlier phase left behind, when phases of different games follow each other.
        game.popped = []
        game.error = []
        for power, orders in line["orders"].items():
            game.set_orders(power, orders)
        game.error = []
        done = game.process()
        state = game.get_state()
        print(
            json.dumps(
                {
                    "next_phase": state["name"],
                    "units": {
                        power: [unit for unit in units if unit[0] != "*"] for power, units in state["units"].items()
                    },
                    "retreats": {
                        unit: places for units in state["retreats"].values() for unit, places in units.items()
                    },
                    "centers": state["centers"],
                    "results": {unit: [str(word) for word in words] for unit, words in done.results.items()},
                    "orders": dict(done.orders),
                }
            ),
            flush=True,
        )


main()
