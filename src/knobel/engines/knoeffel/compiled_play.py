"""Knöffel played compiled, on values of columns: what to keep, what to enter, and whole games.

A sheet is (columns, 3): of every column the filled fields, the class of its upper total within its filled upper fields,
and the free rolls used. `column` and `dice` are bundles of arrays, `knobel.engines.knoeffel.arrays.Column` and
`knobel.engines.shared.five_dice.FiveDice`; `values` (shape `Column.shape`) are those of single columns. What a sheet of two
columns is worth beyond the sum of its columns is looked up in `together` (3^fields), by how often each field is filled,
the first field being the lowest of the base-3 digits; it may be empty for one column. More columns add up in pairs.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import LANES
from knobel.engines.shared.turn_lanes import NEVER, first_roll, look_ahead, rethrow

FILLED, CLASS, USED = range(3)


@compiled
def column_value(column: Any, values: Array, filled: int, kind: int, used: int) -> float:
    """The value of a column."""
    upper_fields = column.class_after.shape[1]
    upper = filled & ((1 << upper_fields) - 1)
    first, end = column.class_start[upper], column.class_start[upper + 1]
    return float(values[filled >> upper_fields, column.free_points.shape[0] * first + used * (end - first) + kind])


@compiled
def class_after(column: Any, filled: int, kind: int, field: int, rank: int) -> int:
    """The class of a column after a score in a field."""
    upper_fields = column.class_after.shape[1]
    if field >= upper_fields:
        return kind
    return int(column.class_after[column.class_start[filled & ((1 << upper_fields) - 1)] + kind, field, rank])


@compiled
def digits(filled: int) -> int:
    """The filled fields of one column as base-3 digits."""
    number, weight = 0, 1
    while filled:
        number += weight * (filled & 1)
        weight *= 3
        filled >>= 1
    return number


@compiled
def gain(together: Array, a: int, b: int) -> float:
    """What two columns with these filled fields are worth beyond their sum."""
    first, second, full = digits(a), digits(b), len(together) // 2
    return float(together[first + second] - together[first + full] - together[second + full])


@compiled
def rest_value(column: Any, values: Array, together: Array, sheet: Array, i: int, filled: int) -> float:
    """What a sheet is worth beyond column `i`, if that had these fields filled."""
    rest = 0.0
    for a in range(sheet.shape[0]):
        if a != i:
            rest += column_value(column, values, sheet[a, FILLED], sheet[a, CLASS], sheet[a, USED])
            rest += gain(together, sheet[a, FILLED], filled)
        for b in range(a):
            if i not in (a, b):
                rest += gain(together, sheet[a, FILLED], sheet[b, FILLED])
    return rest


@compiled
def entry_value(
    column: Any, values: Array, rest: float, sheet: Array, i: int, field: int, rank: int, paid: int
) -> float:
    """What the sheet is worth after a score in a field of column `i`, with a free roll `paid` (1) or not (0)."""
    filled, kind = sheet[i, FILLED], sheet[i, CLASS]
    new = class_after(column, filled, kind, field, rank)
    return rest + column_value(column, values, filled | 1 << field, new, sheet[i, USED] + paid)


@compiled
def look(column: Any, values: Array, together: Array, sheet: Array, after: Array, after_free: Array, lane: int) -> None:
    """Write into a lane of `after` and `after_free` (fields, ranks, LANES) what the best column makes of each score."""
    last = column.free_points.shape[0] - 1
    after[:, :, lane] = NEVER
    after_free[:, :, lane] = NEVER
    for i in range(sheet.shape[0]):
        for field in range(column.points.shape[1]):
            if sheet[i, FILLED] >> field & 1:
                continue
            ranks = after.shape[1] if field < column.class_after.shape[1] else 1
            rest = rest_value(column, values, together, sheet, i, sheet[i, FILLED] | 1 << field)
            for rank in range(ranks):
                value = entry_value(column, values, rest, sheet, i, field, rank, 0)
                after[field, rank, lane] = max(after[field, rank, lane], value)
                if sheet[i, USED] < last:
                    value = entry_value(column, values, rest, sheet, i, field, rank, 1)
                    after_free[field, rank, lane] = max(after_free[field, rank, lane], value)


@compiled
def best_entry(
    column: Any, values: Array, together: Array, sheet: Array, roll: int, paid: int
) -> tuple[int, int, float]:
    """The column and the field in which a roll is worth most, and how much."""
    last = column.free_points.shape[0] - 1
    where, which, most = -1, -1, NEVER
    for i in range(sheet.shape[0]):
        if sheet[i, USED] + paid > last:
            continue
        for field in range(column.points.shape[1]):
            if sheet[i, FILLED] >> field & 1:
                continue
            rest = rest_value(column, values, together, sheet, i, sheet[i, FILLED] | 1 << field)
            value = entry_value(column, values, rest, sheet, i, field, column.rank[roll, field], paid)
            value += column.points[roll, field]
            if value > most:
                where, which, most = i, field, value
    return where, which, most


@compiled
def best_keep(dice: Any, keep_worth: Array, roll: int, lane: int) -> int:
    """The part of a roll that is worth most when the other dice, one at least, are thrown."""
    best = 0
    for p in range(dice.part_start[roll] + 1, dice.part_start[roll + 1] - 1):
        if keep_worth[dice.part[p], lane] > keep_worth[best, lane]:
            best = int(dice.part[p])
    return best


@compiled
def play(
    rng: Array, column: Any, dice: Any, values: Array, together: Array, columns: int, scores: Array, trace: Array
) -> None:
    """Play `len(scores)` games of so many columns, all of them free to choose, as well as the values know.

    `scores` (games) receives the totals. `trace` (any number of games, turns, 9) receives of the first games, turn by
    turn, three times a roll and the keep that is thrown from, the free one included, then the last roll, the column
    and the field; -1 for what did not happen.
    """
    count_fields, ranks = column.points.shape[1], column.class_after.shape[2]
    after = np.empty((count_fields, ranks, LANES))
    after_free = np.empty_like(after)
    keeps = np.empty((3, dice.remove_start.shape[0] - 1, LANES))
    best = np.empty_like(keeps[0])
    fields = np.empty(count_fields, np.int64)
    sheets = np.empty((LANES, columns, 3), np.int64)
    total = np.empty(LANES)
    events = np.empty(9, np.int64)
    for start in range(0, len(scores), LANES):
        sheets[:] = 0
        total[:] = 0
        for turn in range(columns * count_fields):
            count = 0
            for field in range(count_fields):
                for lane in range(LANES * columns):
                    if not sheets[lane // columns, lane % columns, FILLED] >> field & 1:
                        fields[count] = field
                        count += 1
                        break
            for lane in range(LANES):
                look(column, values, together, sheets[lane], after, after_free, lane)
            look_ahead(
                column.points,
                column.rank,
                dice,
                fields,
                count,
                after,
                after_free,
                column.free_points.shape[0] > 1,
                keeps[0],
                keeps[1],
                keeps[2],
                best,
            )
            for lane in range(LANES):
                total[lane] += play_turn(rng, column, dice, values, together, sheets[lane], keeps, lane, events)
                if start + lane < len(trace):
                    trace[start + lane, turn] = events
        for lane in range(min(LANES, len(scores) - start)):
            for i in range(columns):
                filled, kind, used = sheets[lane, i]
                total[lane] += column_value(column, values, filled, kind, used)
            scores[start + lane] = total[lane]


@compiled
def play_turn(
    rng: Array,
    column: Any,
    dice: Any,
    values: Array,
    together: Array,
    sheet: Array,
    keeps: Array,
    lane: int,
    events: Array,
) -> float:
    """Play one turn on a sheet, and return the points entered; `keeps` (3, 462, LANES) is what each keep is worth."""
    events[:] = -1
    roll = first_roll(rng, dice)
    paid = 0
    where, field, most = best_entry(column, values, together, sheet, roll, 0)
    for again in range(3):
        keep = best_keep(dice, keeps[again], roll, lane)
        if keeps[again, keep, lane] <= most:
            break
        events[2 * again] = roll
        events[2 * again + 1] = keep
        roll = rethrow(rng, dice, keep)
        paid = again // 2
        where, field, most = best_entry(column, values, together, sheet, roll, paid)
    events[6:9] = roll, where, field
    sheet[where, CLASS] = class_after(
        column, sheet[where, FILLED], sheet[where, CLASS], field, column.rank[roll, field]
    )
    sheet[where, FILLED] |= 1 << field
    sheet[where, USED] += paid
    return float(column.points[roll, field])


@compiled
def consider(column: Any, dice: Any, values: Array, together: Array, sheet: Array, keeps: Array) -> float:
    """What a sheet (columns, 3) is worth before a turn; the first lane of `keeps` (3, 462, LANES) receives what each
    keep is worth before the second, the third and the free roll."""
    count, ranks = column.points.shape[1], column.class_after.shape[2]
    after = np.full((count, ranks, LANES), NEVER)
    after_free = np.full_like(after, NEVER)
    best = np.empty_like(keeps[0])
    look(column, values, together, sheet, after, after_free, 0)
    look_ahead(
        column.points,
        column.rank,
        dice,
        np.arange(count),
        count,
        after,
        after_free,
        True,
        keeps[0],
        keeps[1],
        keeps[2],
        best,
    )
    return float(best[0, 0])
