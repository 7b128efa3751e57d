"""The chance to win Knöffel: to end above the others, each of whom scores by dice of its own.

What a turn may end in is worth the chance that the final score beats theirs, with the mean and the variance of what
everybody still scores. Who has one turn left is known to play it for the win.
"""

from functools import lru_cache

import numpy as np

from knobel.engines.knoeffel.search import Plan, Search, look_ahead
from knobel.engines.knoeffel.values import SheetOptions, Standing, standing
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.winning_by_turns import REACH, BeatsAll, beats
from knobel.games.knoeffel import Column

TIE = 1e-7
"""What a point counts beside the chance to win: it decides where that is won or lost already."""
EXACT_OTHERS = 7
"""With more other seats than these, their last turns are taken like all others."""


@lru_cache(maxsize=64)
def plan_to_win(
    search: Search, sheets: tuple[tuple[Column, ...], ...], seat: int, options: SheetOptions, *, deep: bool
) -> Plan:
    """What can be done in the next turn of a seat is worth in chances to win, and `TIE` for each point."""
    chance = beats_all(search, (*sheets[:seat], *sheets[seat + 1 :]), options)
    ahead = look_ahead(search, sheets[seat], options, deep=deep)
    return ahead.by(search, lambda means, variances: chance(means, variances) + TIE * means)


def beats_all(search: Search, sheets: tuple[tuple[Column, ...], ...], options: SheetOptions) -> BeatsAll:
    """The chance to beat those who have these sheets with a final score."""
    others = [standing(search.worth, columns, options) for columns in sheets]
    around = [(other.mean, other.variance**0.5) for other in others]
    first = int(min(mean - REACH * spread for mean, spread in around)) - 1
    end = int(max(mean + REACH * spread for mean, spread in around)) + 2
    scores = np.arange(first, end)
    knows_better = len(others) <= EXACT_OTHERS
    return BeatsAll(
        first,
        (
            last_turn(search, other, scores)
            if other.turns == 1 and knows_better
            else beats(scores, other.mean, other.variance)
            for other in others
        ),
    )


def last_turn(search: Search, sheet: Standing, scores: Array) -> Array:
    """The chance that each of some scores beats a sheet whose last turn is played to beat it; a tie is half."""
    means, _ = search.ends_of(sheet)
    totals = np.rint(means.max(axis=0)).T
    # Scores between the same two totals beat the same ones.
    possible = np.unique(totals)
    place = np.searchsorted(possible, scores) + np.searchsorted(possible, scores, "right")
    _, first, of = np.unique(place, return_index=True, return_inverse=True)
    beaten: Array = 1 - search.turn((np.sign(totals[..., None] - scores[first]) + 1) / 2)[3]
    return beaten[of]
