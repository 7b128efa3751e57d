"""Worth of action dice to Kniffeliger's master: its share of wins against itself without them.

    python -m benchmarks.kniffeliger_action_dice --seats 4 --games 200

Prints one JSON object. Every deal is played once from every seat.
"""

from dataclasses import asdict
from random import Random
from typing import Any

from benchmarks.shared import script
from knobel import bots
from knobel.arena import compare
from knobel.bots.levels import best_action
from knobel.core import Game
from knobel.engines.kniffeliger.engine import KniffeligerEngine
from knobel.games.kniffeliger import Kniffeliger

WITHOUT = "master without action dice"


class WithoutActionDice:
    """A master that never plays an action die."""

    engine = KniffeligerEngine(Kniffeliger(), action_dice=False)

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return best_action(self.engine.evaluate(view, seat, aim="win"))


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bots.BOTS[WITHOUT] = WithoutActionDice
    names = ["master", *[WITHOUT] * (options.seats - 1)]
    result = compare(Kniffeliger(), names, options.games, options.seed)
    script.report(asdict(result.bots[0]) | {"fair_share": 1 / options.seats, "seats": options.seats})


if __name__ == "__main__":
    main()
