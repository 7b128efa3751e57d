"""Positions for bots that simulate games to the end, from the limited view of a seat."""

from dataclasses import replace
from random import Random
from typing import Any

from knobel.core import Decide, Game, Move


def determinize(game: Game[Any], view: Any, seat: int, rng: Random) -> Any:
    """Return a position that is consistent with the view.

    Where entries of the other seats in the open round are hidden, these seats enter again, with all legal actions
    equally likely. In other games and positions nothing is hidden, and the view itself is returned.

    :param view: the seat's view (`Game.view`).
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
