"""Learns the corrections to the composed values of two and of more free columns of Knöffel.

The method is fitted value iteration (Gordon, "Stable function approximation in dynamic programming", 1995). Games are
played on the composed values by players of all strengths, so that the sheets of weak players are also covered. The
value of each visited sheet is computed by looking ahead one turn, on the weights learned for one open field less.
Weights for its difference from the composed value are fitted, starting with sheets that have few open fields. With more
than two columns, the weights are regularized towards those for one open field less.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from knobel.engines.knoeffel.column_pairs import FEATURE_COUNT, FIELD_COUNT, FULL_COLUMN, OPEN_FIELDS
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.knoeffel.many_columns import MAX_COLUMNS, MIN_COLUMNS, PLAY_SHARES, SHAPE
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel_lab.learning.knoeffel.many_column_weights import ManyColumnWeights
from knobel_lab.learning.knoeffel.pair_weights import PairWeights
from knobel_lab.learning.knoeffel.search import Search, Utility, mean_utility
from knobel_lab.learning.knoeffel.values import SheetValues
from knobel_lab.learning.turn import turn as turn_of_dice

GAMES = 6_000
OVERESTIMATE_GAMES = 1_200
"""The number of games from which the overestimate of two columns is learned."""
MORE_GAMES = {3: 1_000, 4: 700, 5: 500, 6: 500}
"""The number of games with each number of columns, from which the weights of more than two columns are learned."""
ROUNDS = 2
"""Number of times that these games are played, each time with the weights learned so far."""
POWERS = 4
"""Number of powers of the share of open fields, from 0, in the weights of more than two columns."""
SCALED_RIDGE = 1e-6
"""Regularization of the weights, on the scale of each feature."""
RIDGE = 0.1
BATCH = 200
ERROR_FREE_EVERY = 3
"""One game in this number is played without errors."""
MEAN_ERROR_SD = 20.0
"""Mean standard deviation of the errors of the players in the other games, in points."""
RANDOM_EVERY, RANDOM_ERROR_SD = 6, 1e4
"""One in this number of the games for the overestimate is played at random: with errors of this standard deviation."""
MORE_ERROR_FREE_EVERY, MORE_MEAN_ERROR_SD = 2, 14.0
"""The same for games of more than two columns."""


def play_games(
    search: Search, games: int, rng: np.random.Generator, slips: Array | None = None, columns: int = 2
) -> tuple[Array, Array]:
    """Play games of free columns for points, in parallel.

    :param slips: (games) the standard deviation of the players' errors on the value of each end of a turn, in points.
    :returns: (games) the final scores; and (games, turns, columns, 3) the sheets before every turn.
    """
    turns = columns * FIELD_COUNT
    sheets = np.zeros((games, turns + 1, columns, 3), np.int64)
    scores = np.zeros(games)
    for first in range(0, games, BATCH):
        batch = slice(first, first + BATCH)
        utility = mean_utility if slips is None else erring_utility(slips[batch], rng)
        for turn in range(turns):
            scores[batch] += play_turn(search, sheets[batch, turn], sheets[batch, turn + 1], rng, utility).entered
    values, _ = search.sheet_values.columns(sheets[:, turns])
    return scores + values.sum(axis=1), sheets[:, :turns]


def erring_utility(slips: Array, rng: np.random.Generator) -> Utility:
    """Return the utility of players with errors of this standard deviation (games) on each end of a turn."""

    def utility(mean: Array, _variance: Array) -> Array:
        errors: Array = slips[:, None, None, None] * rng.standard_normal((*mean.shape[:-1], 1))
        return mean + errors

    return utility


class PlayedTurn(NamedTuple):
    """A turn on each sheet: the points `entered`, and the `value` of the turn before its first roll, by the utility."""

    entered: Array
    value: Array


def play_turn(
    search: Search, sheets: Array, after: Array, rng: np.random.Generator, utility: Utility = mean_utility
) -> PlayedTurn:
    """Play one turn on each sheet (sheets, columns, 3), and write the new sheets to `after`."""
    rules, throws = search.sheet_values.rules, turn_of_dice()
    here = np.arange(len(sheets))
    means, variances = search.turn_end_moments(sheets)
    values = np.where(means > FORBIDDEN / 2, utility(means, variances), FORBIDDEN)
    ends = np.moveaxis(values.max(axis=1), (2, 0), (0, 2)).copy()
    plain = search.best_entry_values(ends[0])
    *keeps, value = search.turn_values(ends)
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
    return PlayedTurn(rules.points[roll, field].astype(np.float64), value)


def fit(
    sheet_values: SheetValues, *, games: int = GAMES, seed: int = 1, report: Callable[[int], None] | None = None
) -> Array:
    """Return the weights (27, FEATURES) learned from this number of games.

    `report` receives the number of open fields for which the weights are complete.
    """
    weights = np.zeros((2 * FIELD_COUNT + 1, FEATURE_COUNT))
    rng = np.random.default_rng(seed)
    _, sheets = play_games(Search(sheet_values), games, rng, draw_errors(games, rng, ERROR_FREE_EVERY, MEAN_ERROR_SD))
    for left in range(2, 2 * FIELD_COUNT + 1):
        here = sheets[:, 2 * FIELD_COUNT - left]
        both = here[is_open(here)]
        target = look_ahead_one_turn(Search(sheet_values.with_weights(weights)), both)
        composed, _ = sheet_values.sheets(both)
        weights[left] = fit_pair_weights(sheet_values, both, target - composed)
        if report:
            report(left)
    return weights


def fit_overestimates(
    sheet_values: SheetValues,
    *,
    games: int = OVERESTIMATE_GAMES,
    seed: int = 1,
    report: Callable[[int], None] | None = None,
) -> Array:
    """Return the weights (27, FEATURES) of the overestimate of two columns, learned from this number of games.

    The values are too high because they are maxima over estimates. The overestimate is the value by looking ahead one
    turn, less the value of the choices made by looking ahead two turns, which is computed from the overestimates for
    one open field less.

    :param sheet_values: with the learned weights of two columns.
    """
    weights = np.zeros((2 * FIELD_COUNT + 1, FEATURE_COUNT))
    rng = np.random.default_rng(seed)
    errors = draw_errors(games, rng, ERROR_FREE_EVERY, MEAN_ERROR_SD)
    errors[1::RANDOM_EVERY] = RANDOM_ERROR_SD
    _, sheets = play_games(Search(sheet_values), games, rng, errors)
    for left in range(2, 2 * FIELD_COUNT + 1):
        here = sheets[:, 2 * FIELD_COUNT - left]
        both = np.unique(here[is_open(here)], axis=0)
        search = Search(sheet_values.with_overestimates(weights))
        played = np.array([search.points_of_choices(sheet) for sheet in both])
        weights[left] = fit_pair_weights(sheet_values, both, look_ahead_one_turn(search, both) - played)
        if report:
            report(left)
    return weights


def look_ahead_one_turn(search: Search, sheets: Array) -> Array:
    """Return the points still to come on sheets (n, columns, 3) by looking ahead one turn, in batches."""
    return np.concatenate([search.points_to_come(sheets[i : i + BATCH]) for i in range(0, len(sheets), BATCH)])


def fit_pair_weights(sheet_values: SheetValues, sheets: Array, target: Array) -> Array:
    """Return the weights (FEATURES) of the target (n) as a linear function of sheets of two columns (n, 2, 3)."""
    sight = sheet_values.bonus_in_sight(sheets, sheet_values.columns(sheets)[0])
    features = PairWeights.features(sheets[..., FILLED], sight, sheets[..., USED])
    square = features.T @ features + RIDGE * np.eye(FEATURE_COUNT)
    weights: Array = np.linalg.solve(square, features.T @ target)
    return weights


def draw_errors(games: int, rng: np.random.Generator, error_free_every: int, mean: float) -> Array:
    """Return the standard deviations of the errors of the players of games (games)."""
    return np.where(np.arange(games) % error_free_every == 0, 0.0, rng.exponential(mean, games))


class Transitions(NamedTuple):
    """Turns without errors: the sheets `before` and `after` (n, columns, 3) and the change of the value.

    `change` (n) is the value by looking ahead one turn minus the value of the sheet.
    """

    before: Array
    after: Array
    change: Array


def play_transitions(search: Search, columns: int, games: int, rng: np.random.Generator) -> Transitions:
    """Return a turn without errors from each sheet of games by players of all strengths."""
    turns = columns * FIELD_COUNT
    sheets = np.zeros((games, turns + 1, columns, 3), np.int64)
    after, changes = np.zeros((games, turns, columns, 3), np.int64), np.zeros((games, turns))
    errors = draw_errors(games, rng, MORE_ERROR_FREE_EVERY, MORE_MEAN_ERROR_SD)
    for first in range(0, games, BATCH):
        batch = slice(first, first + BATCH)
        utility = erring_utility(errors[batch], rng)
        for turn in range(turns):
            before = sheets[batch, turn]
            value = play_turn(search, before, after[batch, turn], rng).value
            changes[batch, turn] = value - search.sheet_values.sheets(before)[0]
            play_turn(search, before, sheets[batch, turn + 1], rng, utility)
    shape = (-1, columns, 3)
    return Transitions(sheets[:, :turns].reshape(shape), after.reshape(shape), changes.reshape(-1))


def fit_more(
    sheet_values: SheetValues, *, games: Mapping[int, int] = MORE_GAMES, rounds: int = ROUNDS, seed: int = 1
) -> Array:
    """Return the weights of three and more columns, of `many_columns.SHAPE`, learned from these numbers of games.

    The method is least-squares temporal differences (Bradtke and Barto, "Linear least-squares algorithms for temporal
    difference learning", 1996). The weights are polynomials in the share of open fields. In each round, the players use
    the values learned in the rounds before.

    :param sheet_values: with the learned weights of two columns.
    """
    weights, rng = np.zeros(SHAPE), np.random.default_rng(seed)
    # A column that is filled leaves one fewer, so their weights come first.
    for size in range(MIN_COLUMNS, MAX_COLUMNS + 1):
        for _ in range(rounds if games.get(size) else 0):
            values = sheet_values.with_more_weights(weights.copy())
            turns = play_transitions(Search(values), size, games[size], rng)
            here = is_open(turns.before)
            before = polynomial_features(values, turns.before[here])
            after = polynomial_features(values, turns.after[here]) * is_open(turns.after[here])[:, None]
            weights[size - MIN_COLUMNS] += expand(temporal_differences(before, after, turns.change[here]), size)
    for size, share in PLAY_SHARES.items():
        weights[size - MIN_COLUMNS] *= share
    return weights


def is_open(sheets: Array) -> Array:
    """Return which sheets (n, columns, 3) have no full column."""
    found: Array = (sheets[..., FILLED] != FULL_COLUMN).all(axis=1)
    return found


def stage_powers(left: Array, size: int) -> Array:
    """Return the powers of the share of open fields of this number of columns."""
    return (left / (size * FIELD_COUNT))[:, None] ** np.arange(POWERS)


def polynomial_features(values: SheetValues, sheets: Array) -> Array:
    """Return the products of the features and the powers of the share of open fields (n, FEATURES * POWERS)."""
    filled = sheets[..., FILLED]
    sight = values.bonus_in_sight(sheets, values.columns(sheets)[0])
    features = ManyColumnWeights.features(filled, sight, sheets[..., USED])
    powers = stage_powers(OPEN_FIELDS[filled].sum(axis=(1, 2)), sheets.shape[1])
    products: Array = (features[:, :, None] * powers[:, None]).reshape(len(sheets), -1)
    return products


def temporal_differences(before: Array, after: Array, change: Array) -> Array:
    """Return the coefficients of a value whose mean change between turns is the given one.

    :param before: (n, features) of the sheets before turns; `after`: after them, 0 where the values end.
    :param change: (n) the change of the value that the coefficients are to explain.
    """
    scale = np.sqrt(np.square(before).mean(axis=0)) + 1e-12
    before, after = before / scale, after / scale
    square = before.T @ (before - after) + SCALED_RIDGE * len(before) * np.eye(before.shape[1])
    coefficients: Array = np.linalg.solve(square, before.T @ change) / scale
    return coefficients


def expand(coefficients: Array, size: int) -> Array:
    """Return the weights by number of open fields (fields + 1, FEATURES) from coefficients of polynomials."""
    left = np.minimum(np.arange(SHAPE[1]), size * FIELD_COUNT)
    weights: Array = stage_powers(left, size) @ coefficients.reshape(-1, POWERS).T
    return weights
