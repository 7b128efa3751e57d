"""A bot in ten lines: it takes the action with the highest immediate gain."""

from random import Random
from typing import Any

import knobel


class Greedy:
    def choose(self, game: knobel.Game[Any], view: Any, seat: int, rng: Random) -> str:
        return max(game.legal(view, seat), key=lambda action: game.preview(view, seat, action).gain)
