"""Compiled games of Knöffel, played by the values of columns.

`tables` is `knobel_lab.learning.knoeffel.column_tables.Tables` with plain arrays (`solve.solved`), `dice` is
`knobel.engines.shared.five_dice.FiveDice`. Values of more than two columns are composed from pairs; learned weights are
not used.
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knoeffel.column_pairs import FULL_COLUMN
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.turn_simd import Entries, Keeps, sample_first_roll, sample_reroll, solve_turn


@nested
def column_value(tables: Any, filled: Int, kind: Int, used: Int) -> Float:
    """Return the value of a column."""
    rules = tables.rules
    upper_fields = rules.class_after.shape[1]
    upper = filled & ((1 << upper_fields) - 1)
    first, end = rules.class_start[upper], rules.class_start[upper + 1]
    return tables.values[filled >> upper_fields, rules.free_points.shape[0] * first + used * (end - first) + kind]


@nested
def class_after(rules: Any, column: Array, field: Int, rank: Int) -> Int:
    """Return the class of a column after a score in a field."""
    upper_fields = rules.class_after.shape[1]
    if field >= upper_fields:
        return column[CLASS]
    upper = column[FILLED] & ((1 << upper_fields) - 1)
    return np.int64(rules.class_after[rules.class_start[upper] + column[CLASS], field, rank])


@nested
def base3_digits(filled: Int) -> Int:
    """Return the filled fields of one column as base-3 digits."""
    number, weight = 0, 1
    while filled:
        number += weight * (filled & 1)
        weight *= 3
        filled >>= 1
    return number


@nested
def pair_gain(two_columns: Array, a: Int, b: Int) -> Float:
    """Return the value of two columns with these filled fields beyond the sum of their values."""
    first, second, full = base3_digits(a), base3_digits(b), len(two_columns) // 2
    return two_columns[first + second] - two_columns[first + full] - two_columns[second + full]


@nested
def rest_value(tables: Any, sheet: Array, i: Int, filled: Int) -> Float:
    """Return the value of a sheet beyond that of column `i`, if that column had these fields filled."""
    rest = gains = 0.0
    open_columns = int(filled != FULL_COLUMN)
    for a in range(sheet.shape[0]):
        if a != i:
            rest += column_value(tables, sheet[a, FILLED], sheet[a, CLASS], sheet[a, USED])
            gains += pair_gain(tables.two_columns, sheet[a, FILLED], filled)
            open_columns += sheet[a, FILLED] != FULL_COLUMN
        for b in range(a):
            if i not in (a, b):
                gains += pair_gain(tables.two_columns, sheet[a, FILLED], sheet[b, FILLED])
    # The same formula as in `values.shared`.
    return rest + gains / sqrt(max(open_columns - 1, 1))


@nested
def entry_value(tables: Any, column: Array, field: Int, rank: Int, paid: Int) -> Float:
    """Return the value of a column after a score in a field, with a free roll `paid` (1) or not (0)."""
    new = class_after(tables.rules, column, field, rank)
    return column_value(tables, column[FILLED] | 1 << field, new, column[USED] + paid)


@nested
def gather_score_values(tables: Any, sheet: Array, after: Array, lane: Int) -> None:
    """Write to a lane of `after` the value of each score in its best column, without and with a free roll to pay.

    :param after: (2, fields, ranks, LANES).
    """
    rules = tables.rules
    last = rules.free_points.shape[0] - 1
    after[:, :, :, lane] = FORBIDDEN
    for i in range(sheet.shape[0]):
        for field in range(rules.points.shape[1]):
            if sheet[i, FILLED] >> field & 1:
                continue
            rest = rest_value(tables, sheet, i, sheet[i, FILLED] | 1 << field)
            for rank in range(after.shape[2] if field < rules.class_after.shape[1] else 1):
                for paid in range(2 if sheet[i, USED] < last else 1):
                    value = rest + entry_value(tables, sheet[i], field, rank, paid)
                    after[paid, field, rank, lane] = max(after[paid, field, rank, lane], value)


@nested
def best_entry(tables: Any, sheet: Array, roll: Int, paid: Int) -> tuple[Int, Int, Float]:
    """Return the column and the field in which a roll has the highest value, and that value."""
    rules = tables.rules
    where, which, most = -1, -1, FORBIDDEN
    for i in range(sheet.shape[0]):
        if sheet[i, USED] + paid > rules.free_points.shape[0] - 1:
            continue
        for field in range(rules.points.shape[1]):
            if sheet[i, FILLED] >> field & 1:
                continue
            value = rest_value(tables, sheet, i, sheet[i, FILLED] | 1 << field)
            value += entry_value(tables, sheet[i], field, rules.rank[roll, field], paid)
            value += rules.points[roll, field]
            if value > most:
                where, which, most = i, field, value
    return where, which, most


@nested
def best_keep(dice: Any, values: Array, roll: Int) -> Int:
    """Return the part of a roll with the highest value (462) if at least one die is thrown."""
    best = 0
    for p in range(dice.part_start[roll] + 1, dice.part_start[roll + 1] - 1):
        if values[dice.part[p]] > values[best]:
            best = int(dice.part[p])
    return best


@compiled
def play(rng: Array, tables: Any, dice: Any, columns: Int, scores: Array, trace: Array) -> None:
    """Play `len(scores)` games with this number of free columns, by the values.

    `scores` (games) receives the totals. `trace` (any number of games, turns, 9) receives, for the first games and each
    turn, three pairs of a roll and the keep before the next throw, including the free roll, then the last roll, the
    column and the field; -1 for events that did not happen.
    """
    rules = tables.rules
    fields = rules.points.shape[1]
    after = np.empty((2, fields, rules.class_after.shape[2], LANES))
    keeps = np.empty((3, dice.remove_start.shape[0] - 1, LANES))
    best = np.empty_like(keeps[0])
    entries = Entries(rules.points, rules.rank, np.arange(fields))
    sheets = np.empty((LANES, columns, 3), np.int64)
    total = np.empty(LANES)
    events = np.empty(9, np.int64)
    for start in range(0, len(scores), LANES):
        sheets[:] = 0
        total[:] = 0
        for turn in range(columns * fields):
            for lane in range(LANES):
                gather_score_values(tables, sheets[lane], after, lane)
            solve_turn(entries, dice, after, Keeps(keeps[0], keeps[1], keeps[2]), best)
            for lane in range(LANES):
                total[lane] += play_turn(rng, tables, dice, sheets[lane], keeps[:, :, lane], events)
                if start + lane < len(trace):
                    trace[start + lane, turn] = events
        for lane in range(min(LANES, len(scores) - start)):
            for i in range(columns):
                filled, kind, used = sheets[lane, i]
                total[lane] += column_value(tables, filled, kind, used)
            scores[start + lane] = total[lane]


@nested
def play_turn(rng: Array, tables: Any, dice: Any, sheet: Array, keeps: Array, events: Array) -> Float:
    """Play one turn on a sheet, and return the points entered. `keeps` (3, 462) contains the value of each keep."""
    rules = tables.rules
    events[:] = -1
    roll = sample_first_roll(rng, dice)
    paid = 0
    where, field, most = best_entry(tables, sheet, roll, 0)
    for again in range(3):
        keep = best_keep(dice, keeps[again], roll)
        if keeps[again, keep] <= most:
            break
        events[2 * again] = roll
        events[2 * again + 1] = keep
        roll = sample_reroll(rng, dice, keep)
        paid = again // 2
        where, field, most = best_entry(tables, sheet, roll, paid)
    events[6:9] = roll, where, field
    sheet[where, CLASS] = class_after(rules, sheet[where], field, rules.rank[roll, field])
    sheet[where, FILLED] |= 1 << field
    sheet[where, USED] += paid
    return rules.points[roll, field]
