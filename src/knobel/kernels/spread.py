"""How far scores spread under optimal play: the second moment of what is still to come, beside its mean.

The mean decides what is kept and entered, as in `kernels.turn` and `kernels.knoeffel`; the second moment follows the
same choices. Arrays of lanes are as there, each with a twin (`square`) for the second moment.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, compiled
from knobel.kernels.knoeffel import NEVER, gather
from knobel.kernels.lanes import LANES, larger, load, plus, row, splat, store, times, where_larger
from knobel.kernels.turn import throw


@compiled
def enter(
    points: Array,
    rank: Array,
    fields: Array,
    count: int,
    after: Array,
    after_square: Array,
    worth: Array,
    square: Array,
) -> None:
    """Like `kernels.turn.enter`, with second moments."""
    ranks = row(after.shape[1])
    first_roll = row(worth.shape[0] - points.shape[0])
    for roll in range(row(points.shape[0])):
        value, moment = splat(worth.dtype.type(NEVER)), splat(worth.dtype.type(0))
        for i in range(row(count)):
            field = row(fields[i])
            where = field * ranks + row(rank[roll, field])
            number = worth.dtype.type(points[roll, field])
            rest = load(after, where)
            this = plus(splat(number), rest)
            # (score + rest)^2 = score (score + 2 rest) + rest^2
            twice = plus(this, rest)
            this_moment = plus(times(splat(number), twice), load(after_square, where))
            moment = where_larger(this, value, this_moment, moment)
            value = larger(this, value)
        store(worth, first_roll + roll, value)
        store(square, first_roll + roll, moment)


@compiled
def choose(remove: Array, remove_start: Array, worth: Array, square: Array, best: Array, best_square: Array) -> None:
    """Like `kernels.turn.choose`, with second moments."""
    store(best, row(0), load(worth, row(0)))
    store(best_square, row(0), load(square, row(0)))
    for keep in range(row(1), row(worth.shape[0])):
        value, moment = load(worth, keep), load(square, keep)
        for i in range(row(remove_start[keep]), row(remove_start[keep + row(1)])):
            other = load(best, row(remove[i]))
            moment = where_larger(other, value, load(best_square, row(remove[i])), moment)
            value = larger(other, value)
        store(best, keep, value)
        store(best_square, keep, moment)


@compiled
def copy(source: Array, target: Array, first: int) -> None:
    """Copy rows from the first one on."""
    for i in range(row(first), row(source.shape[0])):
        store(target, i, load(source, i))


@compiled
def larger_of(worth: Array, square: Array, other: Array, other_square: Array, first: int) -> None:
    """Write the larger of two worths into the first, with its second moment, from this row on."""
    for i in range(row(first), row(worth.shape[0])):
        store(square, i, where_larger(load(other, i), load(worth, i), load(other_square, i), load(square, i)))
        store(worth, i, larger(load(other, i), load(worth, i)))


@compiled
def rest_of_turn(dice: Any, worth: Array, square: Array, best: Array, best_square: Array, first: int) -> None:
    """From what rolls are worth after the third roll to what the turn is, in row 0 of `best` and `best_square`."""
    for _ in range(2):
        throw(dice.add, worth)
        throw(dice.add, square)
        choose(dice.remove, dice.remove_start, worth, square, best, best_square)
        copy(best, worth, first)
        copy(best_square, square, first)
    throw(dice.add, best)
    throw(dice.add, best_square)


@compiled
def solve(column: Any, dice: Any, values: Array, squares: Array) -> None:
    """Fill `values` as `kernels.knoeffel.solve` does, and `squares`, of the same shape, with second moments."""
    levels = column.free_points.shape[0]
    uppers, lowers = column.class_start.shape[0] - 1, values.shape[0]
    upper_fields, ranks = column.class_after.shape[1], column.class_after.shape[2]
    count_fields = column.points.shape[1]
    worth = np.empty((dice.remove_start.shape[0] - 1, LANES), values.dtype)
    square, best, best_square = np.empty_like(worth), np.empty_like(worth), np.empty_like(worth)
    after = np.full((count_fields, ranks, LANES), NEVER, values.dtype)
    after_free, after_square, after_free_square = np.full_like(after, NEVER), np.zeros_like(after), np.zeros_like(after)
    fields = np.empty(count_fields, np.int64)
    first_roll = worth.shape[0] - column.points.shape[0]
    for upper in range(uppers - 1, -1, -1):
        first, classes = column.class_start[upper], column.class_start[upper + 1] - column.class_start[upper]
        states = levels * classes
        for lower in range(lowers - 1, -1, -1):
            count = 0
            for field in range(count_fields):
                if not (lower << upper_fields | upper) >> field & 1:
                    fields[count] = field
                    count += 1
            if count == 0:
                for state in range(states):
                    value = column.bonus[first + state % classes] + column.free_points[state // classes]
                    values[lower, levels * first + state] = value
                    squares[lower, levels * first + state] = value * value
                continue
            for start in range(0, states, LANES):
                for lane in range(LANES):
                    state = min(start + lane, states - 1)
                    used, kind = state // classes, state % classes
                    gather(column, values, upper, lower, kind, used, fields, count, after, lane)
                    gather(column, squares, upper, lower, kind, used, fields, count, after_square, lane)
                    if used + 1 < levels:
                        gather(column, values, upper, lower, kind, used + 1, fields, count, after_free, lane)
                        gather(column, squares, upper, lower, kind, used + 1, fields, count, after_free_square, lane)
                    else:
                        after_free[:, :, lane] = NEVER
                enter(column.points, column.rank, fields, count, after_free, after_free_square, worth, square)
                throw(dice.add, worth)
                throw(dice.add, square)
                choose(dice.remove, dice.remove_start, worth, square, best, best_square)
                enter(column.points, column.rank, fields, count, after, after_square, worth, square)
                larger_of(worth, square, best, best_square, first_roll)
                rest_of_turn(dice, worth, square, best, best_square, first_roll)
                for lane in range(min(LANES, states - start)):
                    values[lower, levels * first + start + lane] = best[0, lane]
                    squares[lower, levels * first + start + lane] = best_square[0, lane]


@compiled
def choose_holding(dice: Any, worth: Array, square: Array, best: Array, best_square: Array) -> None:
    """What each keep is worth when the other dice are thrown and the best part that holds the keep is kept then.

    :param worth: (462, LANES) what each keep is worth one roll later, entries of rolls in its last rows.
    :param best: (462, LANES) receives it, for keeps of fewer than five dice.
    """
    part_best, part_square = np.empty_like(worth), np.empty_like(worth)
    nothing = splat(worth.dtype.type(0))
    for keep in range(row(worth.shape[0])):
        store(best, keep, nothing)
        store(best_square, keep, nothing)
    for roll in range(row(dice.part_start.shape[0] - 1)):
        first, end = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        for i in range(row(1), end - first + row(1)):
            part = end - i
            keep = row(dice.part[part])
            value, moment = load(worth, keep), load(square, keep)
            for j in range(row(dice.larger_start[part]), row(dice.larger_start[part + row(1)])):
                other = row(dice.larger[j])
                moment = where_larger(load(part_best, other), value, load(part_square, other), moment)
                value = larger(load(part_best, other), value)
            store(part_best, part - first, value)
            store(part_square, part - first, moment)
            share = splat(worth.dtype.type(dice.part_chance[part]))
            store(best, keep, plus(load(best, keep), times(share, value)))
            store(best_square, keep, plus(load(best_square, keep), times(share, moment)))


@compiled
def solve_sheets(points: Array, rank: Array, dice: Any, order: Array, values: Array, squares: Array) -> None:
    """Fill `values` as `kernels.kniffeliger.solve` does, and `squares` (2^rows) with second moments."""
    rows = points.shape[1]
    after = np.empty((rows, 1, LANES))
    after_square = np.empty_like(after)
    worth = np.empty((dice.remove_start.shape[0] - 1, LANES))
    square, best, best_square = np.empty_like(worth), np.empty_like(worth), np.empty_like(worth)
    first_roll = worth.shape[0] - points.shape[0]
    fields = np.arange(rows)
    values[-1] = squares[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            filled = order[start + lane]
            for i in range(rows):
                after[i, 0, lane] = NEVER if filled >> i & 1 else values[filled | 1 << i]
                after_square[i, 0, lane] = squares[filled | 1 << i]
        enter(points, rank, fields, rows, after, after_square, worth, square)
        throw(dice.add, worth)
        throw(dice.add, square)
        choose_holding(dice, worth, square, best, best_square)
        copy(worth, best, first_roll)
        copy(square, best_square, first_roll)
        choose(dice.remove, dice.remove_start, best, best_square, worth, square)
        throw(dice.add, worth)
        throw(dice.add, square)
        for lane in range(LANES):
            values[order[start + lane]] = worth[0, lane]
            squares[order[start + lane]] = square[0, lane]
