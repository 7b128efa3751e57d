"""From what a seat sees to a position that can be played on, for bots that play games to their end in thought."""

from dataclasses import replace
from random import Random
from typing import Any

from knobel.core import Decide, Game, Move


def determinize(game: Game[Any], view: Any, seat: int, rng: Random) -> Any:
    """A position as it may really be: where entries of the others in the open round are hidden, they enter anew, each
    legal action equally likely. In other games and positions nothing is hidden, and the view itself is returned.

    :param view: what the seat may see (`Game.view`).
    """
    turn = game.turn(view)
    if not game.simultaneous or not isinstance(turn, Decide) or seat not in turn.seats:
        return view
    others = [other for other in range(game.seats(view)) if other != seat]
    state = replace(view, waiting=tuple(range(game.seats(view))))
    for other in others:
        while actions := game.legal(state, other):
            state = game.apply(state, Move(other, rng.choice(actions)))
    return state
