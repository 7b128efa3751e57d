"""A bot for every game that uses only the rules and needs no training."""

from random import Random
from typing import Any

from knobel.bots.levels import best_action
from knobel.core import Game
from knobel.engines import expectimax


class LookaheadBot:
    """Chooses the action that the generic engine values most."""

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        actions = game.legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        return best_action(expectimax.engine(game).evaluate(view, seat, rng=rng))
