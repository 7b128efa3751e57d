"""What actions in Knister are worth, by learned values and search."""

from functools import cache
from random import Random
from typing import Any

from knobel.core import Game
from knobel.engines.engine import Aim, Effort
from knobel.engines.knister.learn import Tables, load_values
from knobel.engines.knister.player import MASTER, STRONG, KnisterPlayer, Search
from knobel.engines.shared import weights
from knobel.engines.shared.adapter import Adapter
from knobel.games.grid import CELLS

SLIPS = {"beginner": 3.0, "casual": 1.5}
"""By how many points weak levels err."""

SEARCHES: dict[Effort, Search] = {"quick": Search(), "strong": STRONG, "master": MASTER}


class KnisterEvaluator:
    """Values actions by a search on learned values."""

    def __init__(self, search: Search, aim: Aim) -> None:
        self.player = KnisterPlayer(shipped(), search)
        self.aim = aim

    def evaluate(self, game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
        own, total = view.sheets[seat], sum(view.dice)
        # Those who have already moved show their sheets as before the round to seats that have not.
        others = [*view.sheets[:seat], *view.sheets[seat + 1 :]]
        if self.aim == "win" and others:
            values = self.player.chances([own, *others], total)
        else:
            values = self.player.values(own, total)
        return {CELLS[cell]: value for cell, value in values.items()}


@cache
def evaluator(effort: Effort, aim: Aim) -> Any:
    """What values actions; see `engines.engine`.

    :raises FileNotFoundError: if no trained data ships.
    :raises Stale: if it was made with other rules or arrays.
    """
    return KnisterEvaluator(SEARCHES[effort], aim)


@cache
def shipped() -> Tables:
    """The values that ship."""
    return load_values(weights.path("knister"))


def engine(game: Game[Any]) -> Adapter:
    """The engine of a game."""
    return Adapter(game, evaluator, SLIPS)
