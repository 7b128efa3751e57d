"""What actions in Knaster are worth, by learned values and search."""

from functools import cache
from random import Random
from typing import Any

from knobel.core import Game
from knobel.engines.engine import Aim, Effort
from knobel.engines.knaster.learn import Tables, load_values
from knobel.engines.knaster.player import MASTER, QUICK, STRONG, KnasterPlayer, Search
from knobel.engines.shared import weights
from knobel.engines.shared.adapter import Adapter

SLIPS = {"beginner": 3.0, "casual": 1.0}
"""By how many points weak levels err."""

SEARCHES: dict[Effort, Search] = {"quick": QUICK, "strong": STRONG, "master": MASTER}


class KnasterEvaluator:
    """Values actions by a search on learned values: in points, or to `win`, towards the end, by the chance to win."""

    def __init__(self, search: Search, *, win: bool) -> None:
        self.player = KnasterPlayer(shipped(), search, win=win)

    def evaluate(self, game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
        actions = game.legal(view, seat)
        return self.player.values(view.sheets, seat, sum(view.dice), actions, final=view.final)


@cache
def evaluator(effort: Effort, aim: Aim) -> Any:
    """What values actions; see `engines.engine`.

    :raises FileNotFoundError: if no trained data ships.
    :raises Stale: if it was made with other rules or arrays.
    """
    return KnasterEvaluator(SEARCHES[effort], win=aim == "win")


@cache
def shipped() -> Tables:
    """The values that ship."""
    return load_values(weights.path("knaster"))


def engine(game: Game[Any]) -> Adapter:
    """The engine of a game."""
    return Adapter(game, evaluator, SLIPS)
