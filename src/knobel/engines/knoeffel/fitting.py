"""Learns the correction to the composed value of two free columns of Knöffel.

The method is fitted value iteration (Gordon, "Stable function approximation in dynamic programming", 1995). Games are
played on the composed values by players of all strengths, so that the sheets of weak players are also covered. The
value of each visited sheet is computed by looking ahead one turn, on the weights learned for one open field less.
Weights for its difference from the composed value are fitted, starting with sheets that have few open fields.
"""

from collections.abc import Callable

import numpy as np

from knobel.engines.knoeffel.column_pairs import FEATURE_COUNT, FIELD_COUNT, PairWeights
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.knoeffel.search import Search, Utility, mean_utility
from knobel.engines.knoeffel.values import SheetValues
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.turn import turn as turn_of_dice

GAMES = 6_000
RIDGE = 0.1
BATCH = 200
ERROR_FREE_EVERY = 3
"""One game in this number is played without errors."""
MEAN_ERROR_SD = 20.0
"""Mean standard deviation of the errors of the players in the other games, in points."""


def play_games(search: Search, games: int, rng: np.random.Generator, slips: Array | None = None) -> tuple[Array, Array]:
    """Play games of two free columns for points, in parallel.

    :param slips: (games) the standard deviation of the players' errors on the value of each end of a turn, in points.
    :returns: (games) the final scores; and (games, turns, 2, 3) the sheets before every turn.
    """
    turns = 2 * FIELD_COUNT
    sheets = np.zeros((games, turns + 1, 2, 3), np.int64)
    scores = np.zeros(games)
    for first in range(0, games, BATCH):
        batch = slice(first, first + BATCH)
        utility = mean_utility if slips is None else erring_utility(slips[batch], rng)
        for turn in range(turns):
            scores[batch] += play_turn(search, sheets[batch, turn], sheets[batch, turn + 1], rng, utility)
    values, _ = search.sheet_values.columns(sheets[:, turns])
    return scores + values.sum(axis=1), sheets[:, :turns]


def erring_utility(slips: Array, rng: np.random.Generator) -> Utility:
    """Return the utility of players with errors of this standard deviation (games) on each end of a turn."""

    def utility(mean: Array, _variance: Array) -> Array:
        errors: Array = slips[:, None, None, None] * rng.standard_normal((*mean.shape[:-1], 1))
        return mean + errors

    return utility


def play_turn(
    search: Search, sheets: Array, after: Array, rng: np.random.Generator, utility: Utility = mean_utility
) -> Array:
    """Play one turn on each sheet (sheets, 2, 3), write the new sheets to `after`, and return the points entered."""
    rules, throws = search.sheet_values.rules, turn_of_dice()
    here = np.arange(len(sheets))
    means, variances = search.turn_end_moments(sheets)
    values = np.where(means > FORBIDDEN / 2, utility(means, variances), FORBIDDEN)
    ends = np.moveaxis(values.max(axis=1), (2, 0), (0, 2)).copy()
    plain = search.best_entry_values(ends[0])
    keeps = search.turn_values(ends)[:3]
    roll = throws.sample_rolls(np.zeros(len(sheets), np.int64), rng)
    going, paid = np.ones(len(sheets), np.bool_), np.zeros(len(sheets), np.int64)
    for again in range(3):
        keep, thrown = throws.best_keep(keeps[again], roll)
        going &= thrown > plain[roll, here]
        roll = np.where(going, throws.sample_rolls(keep, rng), roll)
    paid[going] = 1
    worth_of = values[here[:, None, None], :, search.outcomes.of[roll][:, None], paid[:, None, None]][:, 0]
    best = worth_of.swapaxes(1, 2).reshape(len(sheets), -1).argmax(axis=1)
    where, field = best // FIELD_COUNT, best % FIELD_COUNT
    after[:] = sheets
    after[here, where, CLASS] = search.sheet_values.classes_after(sheets)[here, where, field, rules.rank[roll, field]]
    after[here, where, FILLED] |= 1 << field
    after[here, where, USED] += paid
    entered: Array = rules.points[roll, field].astype(np.float64)
    return entered


def fit(
    sheet_values: SheetValues, *, games: int = GAMES, seed: int = 1, report: Callable[[int], None] | None = None
) -> Array:
    """Return the weights (27, FEATURES) learned from this number of games.

    `report` receives the number of open fields for which the weights are complete.
    """
    weights = np.zeros((2 * FIELD_COUNT + 1, FEATURE_COUNT))
    rng = np.random.default_rng(seed)
    slips = np.where(np.arange(games) % ERROR_FREE_EVERY == 0, 0.0, rng.exponential(MEAN_ERROR_SD, games))
    _, sheets = play_games(Search(sheet_values), games, rng, slips)
    for left in range(2, 2 * FIELD_COUNT + 1):
        here = sheets[:, 2 * FIELD_COUNT - left]
        both = here[(here[..., FILLED] != (1 << FIELD_COUNT) - 1).all(axis=1)]
        search = Search(sheet_values.with_weights(weights))
        target = np.concatenate([search.points_to_come(both[i : i + BATCH]) for i in range(0, len(both), BATCH)])
        composed, _ = sheet_values.sheets(both)
        values, _ = sheet_values.columns(both)
        features = PairWeights.features(both[..., FILLED], sheet_values.bonus_in_sight(both, values), both[..., USED])
        square = features.T @ features + RIDGE * np.eye(FEATURE_COUNT)
        weights[left] = np.linalg.solve(square, features.T @ (target - composed))
        if report:
            report(left)
    return weights
