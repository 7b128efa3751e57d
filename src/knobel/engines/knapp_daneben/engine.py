"""What actions in Knapp Daneben! are worth, by learned values and search."""

from functools import cache
from random import Random
from typing import Any

from knobel.core import Game
from knobel.engines.engine import Aim, Effort
from knobel.engines.knapp_daneben.learn import Spread, Tables, load_values
from knobel.engines.knapp_daneben.player import MASTER, QUICK, STRONG, KnappDanebenPlayer, Search
from knobel.engines.shared import weights
from knobel.engines.shared.adapter import Adapter
from knobel.games.grid import CELL
from knobel.games.knapp_daneben import COLOURS, KnappDaneben

SLIPS = {"beginner": 2.2, "casual": 1.0}
"""By how many points weak levels err."""

SEARCHES: dict[Effort, Search] = {"quick": QUICK, "strong": STRONG, "master": MASTER}


class KnappDanebenEvaluator:
    """Values actions by a search on learned values; to win, also by how far sheets may deviate from them."""

    def __init__(self, effort: Effort, aim: Aim) -> None:
        self.search = SEARCHES[effort]
        self.aim = aim

    def evaluate(self, game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
        assert isinstance(game, KnappDaneben), "this values Knapp Daneben! only"
        tables, spread = shipped(game.options["layout"])
        player = KnappDanebenPlayer(tables, self.search)
        own, *others = (
            (sheet, COLOURS.index(game.colour(other)))
            for other, sheet in sorted(enumerate(view.sheets), key=lambda each: each[0] != seat)
        )
        if self.aim == "win" and others:
            values = player.chances(*own, view.dice, others, spread)
        else:
            values = player.values(*own, view.dice)
        numbers = {action: game.sum_of(seat, action, view) for action in game.legal(view, seat)}
        entries = {action: (CELL[action[:-1]], number) for action, number in numbers.items()}
        return {action: values[entry] for action, entry in entries.items() if entry in values}


@cache
def evaluator(effort: Effort, aim: Aim) -> Any:
    """What values actions; see `engines.engine`.

    :raises FileNotFoundError: if no trained data ships.
    :raises Stale: if it was made with other rules or arrays.
    """
    return KnappDanebenEvaluator(effort, aim)


@cache
def shipped(layout: str) -> tuple[Tables, Spread]:
    """The trained data that ships, for a layout of colours."""
    return load_values(weights.path("knapp_daneben"), layout)


def engine(game: Game[Any]) -> Adapter:
    """The engine of a game."""
    return Adapter(game, evaluator, SLIPS)
