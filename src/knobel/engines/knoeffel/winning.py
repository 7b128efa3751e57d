"""Probability of winning Knöffel, where each seat rolls its own dice.

An end of a turn is valued by the probability that the final score beats those of the other seats, from the mean and the
variance of the points that all seats still score. A seat with one turn left is assumed to play it to win.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knoeffel.search import Plan, Search, look_ahead
from knobel.engines.knoeffel.values import ExpectedResult, SheetOptions, expected_result
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.winning_own_dice import RANGE_SD, BeatAllProbability, beat_probability
from knobel.games.knoeffel import Column

MAX_EXACT_OPPONENTS = 7
"""Maximum number of other seats for which last turns are computed exactly; otherwise they are approximated."""


@lru_cache(maxsize=64)
def plan_to_win(
    search: Search, sheets: tuple[tuple[Column, ...], ...], seat: int, options: SheetOptions, *, deep: bool
) -> Plan:
    """Return the values of the choices in the next turn: the probability of winning, plus `POINT_WEIGHT` a point."""
    chance = beat_all_probability(search, (*sheets[:seat], *sheets[seat + 1 :]), options)
    ahead = look_ahead(search, sheets[seat], options, deep=deep)
    return ahead.plan_for(search, lambda means, variances: chance(means, variances) + POINT_WEIGHT * means)


def beat_all_probability(
    search: Search, sheets: tuple[tuple[Column, ...], ...], options: SheetOptions
) -> BeatAllProbability:
    """Return the probability, as a function of the final score, to beat the players with these sheets."""
    others = [expected_result(search.sheet_values, columns, options) for columns in sheets]
    around = [(other.mean, other.variance**0.5) for other in others]
    first = int(min(mean - RANGE_SD * spread for mean, spread in around)) - 1
    end = int(max(mean + RANGE_SD * spread for mean, spread in around)) + 2
    scores = np.arange(first, end)
    knows_better = len(others) <= MAX_EXACT_OPPONENTS

    def curves(tie: float) -> Iterator[Array]:
        return (
            last_turn_probability(search, other, scores, tie)
            if other.turns == 1 and knows_better
            else beat_probability(scores, other.mean, other.variance, tie)
            for other in others
        )

    return BeatAllProbability(first, len(others), curves)


def last_turn_probability(search: Search, sheet: ExpectedResult, scores: Array, tie: float = 0.5) -> Array:
    """Return the probability that each score beats a sheet whose last turn is played to beat it.

    A tie counts `tie` for the score and the rest for the sheet.
    """
    means, _ = search.final_score_moments(sheet)
    totals = np.rint(means.max(axis=0)).T
    # All scores between the same two totals have the same probability.
    possible = np.unique(totals)
    place = np.searchsorted(possible, scores) + np.searchsorted(possible, scores, "right")
    _, first, of = np.unique(place, return_index=True, return_inverse=True)
    ahead = totals[..., None] - scores[first]
    beaten: Array = 1 - search.turn_values(np.where(ahead > 0, 1.0, np.where(ahead == 0, 1 - tie, 0.0)))[3]
    return beaten[of]
