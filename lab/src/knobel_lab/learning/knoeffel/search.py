"""Look-ahead to the end of one turn of Knöffel, in NumPy, vectorized over sheets; `knoeffel.fitting` learns by it.

The end of a turn is valued by a *utility* of the mean and the variance of the resulting final score. For the highest
score the utility is the mean. Decisions are made by the same look-ahead in kernels: `knoeffel.turn_plans`.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from knobel.engines.knoeffel.column_pairs import FULL_COLUMN
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED, outcomes
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import KNOEFFEL
from knobel_lab.learning.knoeffel.values import SheetValues, filled_fields, shipped_values
from knobel_lab.learning.turn import turn

Utility: TypeAlias = Callable[[Array, Array], Array]
"""A function from the means and variances of final scores to their utilities."""


def mean_utility(mean: Array, _variance: Array) -> Array:
    """Return the mean: the utility of a player who plays for points."""
    return mean


class Plan(NamedTuple):
    """Values of the choices in a turn, by one utility.

    - `ends` (columns, outcomes, 2): ending the turn with an outcome in an open column, without and with a free roll to
      pay; `FORBIDDEN` where that is not allowed.
    - `keeps` (three of 210): every keep of fewer than five dice before the second, the third and the free roll.
    - `start`: the turn before its first roll.
    """

    ends: Array
    keeps: tuple[Array, Array, Array]
    start: float


class Search:
    """Finds the best choices in one turn by the values of sheets.

    An *outcome* is a way to score in a field: `tables.Outcomes`.
    """

    def __init__(self, sheet_values: SheetValues) -> None:
        self.sheet_values = sheet_values
        self.outcomes = outcomes(sheet_values.rules)
        self.rank_matters = sheet_values.scored_after > 0
        """(fields, ranks) True for the first rank, and where the sheet after an entry depends on its rank."""
        self.rank_matters[: sheet_values.rules.upper] = self.rank_matters[:, 0] = True

    def turn_end_moments(self, sheets: Array) -> tuple[Array, Array]:
        """Return mean and variance of the points of sheets (sheets, columns, 3) from a turn on, for each outcome.

        :returns: two arrays of shape (sheets, columns, outcomes, 2); the last axis is without and with a free roll to
            pay.
        """
        means, variances = self.sheet_values.after_entry(sheets)
        field, rank = self.outcomes.field, self.outcomes.rank
        return means[:, :, field, rank] + self.outcome_points(sheets)[..., None], variances[:, :, field, rank]

    def outcome_points(self, sheets: Array) -> Array:
        """Return the points of each outcome in columns of sheets.

        :returns: (outcomes), or (sheets, columns, outcomes) with jokers; `FORBIDDEN` where a joker must be entered
            elsewhere.
        """
        rules, outcomes = self.sheet_values.rules, self.outcomes
        if not rules.scored:
            return outcomes.points
        filled = filled_fields(sheets)
        state = (filled >> KNOEFFEL & 1) + (sheets[..., FILLED] != filled)
        lower_free = (filled | (1 << len(UPPER)) - 1) != FULL_COLUMN
        face, here = np.maximum(outcomes.face - 1, 0), (..., None)
        joker: Array = rules.joker[
            state[here], filled[here] >> face & 1, lower_free[here].astype(np.intp), face, outcomes.field
        ]
        return np.where(outcomes.face > 0, joker, outcomes.points)

    def turn_values(self, ends: Array) -> tuple[Array, Array, Array, Array]:
        """Compute the values of a turn from its last roll back to its start.

        :param ends: (2, outcomes, ...) the value of each outcome in its best column, without and with a free roll.
        :returns: the value of each keep (210, ...) before the second, the third and the free roll; and of the turn
            (...).
        """
        rules = turn()
        entered, paid = (self.best_entry_values(end) for end in ends)
        free = rules.value_keeps(paid)
        third = rules.value_keeps(rules.best_keeps(free, entered))
        second = rules.value_keeps(rules.best_keeps(third, entered))
        first = rules.value_keeps(rules.best_keeps(second, entered))
        return second, third, free, first[0]

    def best_entry_values(self, values: Array) -> Array:
        """Return the value of each roll (252, ...) in its best field, from the values of outcomes (outcomes, ...)."""
        of = self.outcomes.of
        best = values[of[:, 0]]
        for field in range(1, of.shape[1]):
            np.maximum(best, values[of[:, field]], out=best)
        return best

    def plan(self, ends: Array) -> Plan:
        """Return the values of all choices in a turn, from the values of its ends; see `Plan`."""
        second, third, free, start = self.turn_values(np.moveaxis(ends.max(axis=0), 1, 0))
        return Plan(ends, (second, third, free), float(start))

    def follow(self, plan: Plan, ends: Array) -> Plan:
        """Return the values of the choices of a plan if the ends of the turn have other values.

        :param ends: as in `Plan`.
        """
        rules, of, every_roll = turn(), self.outcomes.of, np.arange(len(self.outcomes.of))
        column = plan.ends.argmax(axis=0)[None]
        chosen, valued = (np.take_along_axis(values, column, axis=0)[0] for values in (plan.ends, ends))
        # Of each roll (252, 2), without and with a free roll to pay.
        field = chosen[of].argmax(axis=1)
        outcome = np.take_along_axis(of, field, axis=1)
        (entered, paid), (entered_value, paid_value) = (values[outcome, (0, 1)].T for values in (chosen, valued))
        thrown, value = rules.value_keeps(paid), rules.value_keeps(paid_value)
        keeps = [value]
        for _ in range(THROWS):
            keep, kept = rules.best_keep(np.broadcast_to(thrown[:, None], (len(thrown), len(every_roll))), every_roll)
            goes_on = kept > entered
            thrown = rules.value_keeps(np.where(goes_on, kept, entered))
            value = rules.value_keeps(np.where(goes_on, value[keep], entered_value))
            keeps.append(value)
        free, third, second, first = keeps
        return Plan(ends, (second, third, free), float(first[0]))

    def points_to_come(self, sheets: Array) -> Array:
        """Return the expected points still to come on sheets, by looking ahead one turn."""
        means, _ = self.turn_end_moments(sheets)
        return self.turn_values(np.moveaxis(means.max(axis=1), (2, 0), (0, 2)).copy())[3]

    def overestimates(self, sheet: Array) -> Array:
        """Return by how much the values of a sheet of two columns (2, 3) are too high after each end of the next turn.

        :returns: (2, outcomes, 2) as in `Plan.ends`.
        """
        after = self.sheet_values.overestimates_after_entry(sheet[None])[0]
        by_outcome: Array = after[:, self.outcomes.field, self.outcomes.rank]
        return by_outcome

    def subtract_overestimates(self, plan: Plan, means: Array, sheet: Array) -> Plan:
        """Return the choices of a plan for a sheet of two columns (2, 3), valued without the overestimate of `means`.

        :param means: (2, outcomes, 2) the value of each end of the turn.
        """
        return self.follow(plan, np.where(means > FORBIDDEN / 2, means - self.overestimates(sheet), FORBIDDEN))

    def points_of_choices(self, sheet: Array) -> float:
        """Return the points still to come on a sheet of two columns (2, 3), less the overestimate of their values.

        They are those of the choices that are best by looking ahead two turns.
        """
        means = self.turn_end_moments(sheet[None])[0][0]
        means += self.deepening_change(sheet)[:, self.outcomes.field, self.outcomes.rank]
        plan = self.plan(np.where(means > FORBIDDEN / 2, means, FORBIDDEN))
        return self.subtract_overestimates(plan, means, sheet).start

    def deepening_change(self, sheet: Array) -> Array:
        """Return the change of each entry's value (columns, fields, ranks, 2) by looking ahead one more turn."""
        means = self.sheet_values.after_entry(sheet[None])[0][0]
        moved = np.zeros(means.shape)
        asked = means > FORBIDDEN
        # Only in upper fields does the rank of a score matter, and with jokers in the Knöffel field.
        asked[:, ~self.rank_matters] = False
        column, field, rank, free = np.nonzero(asked)
        sheets = np.repeat(sheet[None], len(column), axis=0)
        here = np.arange(len(column))
        sheets[here, column, CLASS] = self.sheet_values.classes_after(sheet[None])[0][column, field, rank]
        sheets[here, column, FILLED] |= 1 << field | self.sheet_values.scored_after[field, rank]
        sheets[here, column, USED] += free
        # After the last entry the value is known and no turn is left.
        if (filled_fields(sheets[0]) == FULL_COLUMN).all():
            return moved
        # Different entries can lead to the same sheet.
        different, of = np.unique(sheets.reshape(len(sheets), -1), axis=0, return_inverse=True)
        values = self.points_to_come(different.reshape(-1, *sheet.shape))[of.reshape(-1)]
        moved[column, field, rank, free] = values - means[column, field, rank, free]
        return np.where(self.rank_matters[..., None], moved, moved[:, :, :1])


@cache
def shipped_search(*, five_is_full_house: bool) -> Search:
    """Return the search on the shipped tables.

    :raises FileNotFoundError: if there is no trained data.
    :raises StaleData: if it was made for other rules or arrays.
    """
    return Search(shipped_values(five_is_full_house=five_is_full_house))
