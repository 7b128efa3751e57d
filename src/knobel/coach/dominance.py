"""Bounds on learned values where the rules show that one choice is at least as good as another."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

from knobel.core import Game, Move
from knobel.engines import Evaluation

TIE = 1e-3
"""Difference that decides between a choice and one that is at least as good by the rules."""


def bounded(game: Game[Any], view: Any, seat: int, found: Mapping[str, Evaluation]) -> Mapping[str, Evaluation]:
    """Return evaluations in which no choice of circles in Knaster is better than one that circles more.

    A circle is a point and harms nothing, but the learned values sometimes prefer a cell without one.
    """
    if game.name != "knaster" or not view.sheets[seat].pending:
        return found
    ends = {action: set(final_circles(game, game.apply(view, Move(seat, action)), seat)) for action in found}
    lowered = dict(found)
    for action, other in permutations(found, 2):
        if ends[other] != ends[action] and all(any(each <= end for end in ends[other]) for each in ends[action]):
            own, more = lowered[action], found[other]
            points, merit = min(own.points, more.points - TIE), min(own.merit, more.merit - TIE)
            win = min((each.win for each in (own, more) if each.win is not None), default=None)
            lowered[action] = replace(own, points=points, merit=merit, win=win)
    return lowered


def final_circles(game: Game[Any], state: Any, seat: int) -> Iterator[frozenset[int]]:
    """Yield the sets of circles that a seat can have after the circles that it has still to choose."""
    if not state.sheets[seat].pending:
        yield frozenset(state.sheets[seat].circled)
        return
    for action in game.legal(state, seat):
        yield from final_circles(game, game.apply(state, Move(seat, action)), seat)
