"""Look-ahead to the end of one turn of Knöffel in kernels: the values of keeping and entering dice.

An *outcome* is a way to score in a field: `knoeffel.lookup.Outcomes`. An end of a turn is an outcome in an open column,
without and with a free roll to pay: arrays of shape (columns, outcomes, 2). Its value is a *utility* of the mean and
the variance of the resulting final score. For the highest score the utility is the mean. For the highest probability of
winning, see `knoeffel.winning`.

A seat's `columns` are given as five numbers each: the filled fields, 1 if a Knöffel scored, the total of the upper
fields, the free rolls used, and all points entered.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knoeffel.column_pairs import FIELD_COUNT, FULL_COLUMN
from knobel.engines.knoeffel.composition import (
    MAX_COLUMNS,
    RANKS,
    UPPER_COUNT,
    Parts,
    after_entry,
    class_after,
    column_value,
    column_variance,
    filled_after,
    rank_count,
    sheet_moments,
)
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.five_dice import FIRST_ROLL, FORBIDDEN, KEEPS, ROLLS
from knobel.engines.shared.simd import LANES, load, row, store, vector_max
from knobel.engines.shared.turn_simd import best_keeps, value_keeps
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.knoeffel import BONUS_FROM, KNOEFFEL

COLUMN_NUMBERS = 5
IS_FILLED, HAS_KNOEFFEL, UPPER_TOTAL, FREE_ROLLS_USED, POINTS = range(COLUMN_NUMBERS)
"""Indices of the numbers of a column."""
OPEN, TURNS, PAYER, ESTIMATED = range(4)
"""Indices of the facts about a sheet: the number of columns open to entries, the turns left, the column that pays for
free rolls (-1: each its own), and 1 if the columns depend on each other in a way that the tables do not describe."""
MEAN, VARIANCE, REST, REST_VARIANCE = range(4)
"""Indices of the moments of a sheet: those of the final score, and those without the columns open to entries."""
KNOEFFEL_PROBABILITY = 0.03
"""Estimated probability that one turn ends with a Knöffel, used only for the option `knoeffel="player"`."""
HOPE = tuple(1 - (1 - KNOEFFEL_PROBABILITY) ** turns for turns in range(FIELD_COUNT + 1))
"""The estimated probability of a Knöffel, by number of turns."""


class SheetScratch(NamedTuple):
    """Memory for the sheet of a seat.

    - `parts`: of the sheet that is valued.
    - `numbers` (columns, 3), `where` (columns), `open` (columns, 3), `facts`, `moments`: all columns, and those open to
      entries; see `expect_sheet`.
    - `after`, `spread`: values and variances after entries, see `composition.after_entry`; `moved` their change by
      looking ahead one more turn.
    """

    parts: Parts
    numbers: Array
    where: Array
    open: Array
    facts: Array
    moments: Array
    after: Array
    spread: Array
    moved: Array

    @classmethod
    def empty(cls) -> "SheetScratch":
        """Return memory for the largest sheet."""
        numbers = (np.zeros(shape, np.int64) for shape in ((MAX_COLUMNS, 3), (MAX_COLUMNS,), (MAX_COLUMNS, 3), (4,)))
        entries = (np.zeros((MAX_COLUMNS, FIELD_COUNT, RANKS, 2)) for _ in range(3))
        return cls._make([Parts.empty(), *numbers, np.zeros(4), *entries])


class LaneScratch(NamedTuple):
    """Memory for turns in parallel.

    - `child` (columns, 3), `after`, `spread`: a sheet one turn ahead, and its values after entries; `queue` (LANES, 4)
      the entries that lead to such sheets.
    - `ends` (2, outcomes, LANES), `rolls`, `best` (462, LANES): the turns.
    """

    child: Array
    after: Array
    spread: Array
    queue: Array
    ends: Array
    rolls: Array
    best: Array

    @classmethod
    def empty(cls, outcomes: int) -> "LaneScratch":
        """Return memory for rules with at most this number of outcomes."""
        entries = (np.zeros((MAX_COLUMNS, FIELD_COUNT, RANKS, 2)) for _ in range(2))
        lanes = (np.zeros(shape) for shape in ((2, outcomes, LANES), (len(KEEPS), LANES), (len(KEEPS), LANES)))
        return cls._make([np.zeros((MAX_COLUMNS, 3), np.int64), *entries, np.zeros((LANES, 4), np.int64), *lanes])


class TurnScratch(NamedTuple):
    """Memory for one turn: `chosen`, `worth` (outcomes, 2), `entered`, `entered_worth` (252, 2), `thrown`, `value`
    (462).
    """

    chosen: Array
    worth: Array
    entered: Array
    entered_worth: Array
    thrown: Array
    value: Array

    @classmethod
    def empty(cls, outcomes: int) -> "TurnScratch":
        """Return memory for rules with at most this number of outcomes."""
        shapes = (outcomes, 2), (outcomes, 2), (len(ROLLS), 2), (len(ROLLS), 2), (len(KEEPS),), (len(KEEPS),)
        return cls(*map(np.zeros, shapes))


@nested
def expect_sheet(tables: Any, options: Any, columns: Array, sheet: Any) -> None:
    """Compute the expected result of a seat's columns: the columns open to entries, the facts and the moments.

    The tables assume that columns are independent, so two options are estimated. With `shared_free_rolls` all free
    rolls are given to the column with the most free fields, the payer; it does not matter which free-roll field they
    are charged to, because each costs 5 points. With `one_knoeffel` the Knöffel fields that cannot score any more are
    discounted, see `discount`.

    :param options: `knoeffel.variants.SheetOptions`.
    """
    rules, n = tables.rules, len(columns) // COLUMN_NUMBERS
    numbers, facts = sheet.numbers, sheet.facts
    turns = used = most_free = open_columns = 0
    last_level, payer, rest, rest_variance = rules.free_points.shape[0] - 1, -1, 0.0, 0.0
    for i in range(n):
        filled = columns[COLUMN_NUMBERS * i + IS_FILLED]
        total = min(columns[COLUMN_NUMBERS * i + UPPER_TOTAL], BONUS_FROM)
        numbers[i, FILLED], numbers[i, USED] = filled, columns[COLUMN_NUMBERS * i + FREE_ROLLS_USED]
        numbers[i, CLASS] = rules.class_of[filled & ((1 << UPPER_COUNT) - 1), total]
        if rules.joker.shape[0] > 0 and columns[COLUMN_NUMBERS * i + HAS_KNOEFFEL]:
            numbers[i, FILLED] |= 1 << FIELD_COUNT
        used += numbers[i, USED]
        rest += columns[COLUMN_NUMBERS * i + POINTS]
        free = free_fields(filled)
        turns += free
        if options.shared_free_rolls and (payer < 0 or free > most_free):
            payer, most_free = i, free
    for i in range(n):
        if options.without_free_rolls or options.shared_free_rolls:
            numbers[i, USED] = last_level
        if i == payer:
            numbers[i, USED] = used
        if numbers[i, FILLED] & FULL_COLUMN != FULL_COLUMN and not (options.sequential and open_columns):
            sheet.where[open_columns] = i
            sheet.open[open_columns, 0] = numbers[i, 0]
            sheet.open[open_columns, 1] = numbers[i, 1]
            sheet.open[open_columns, 2] = numbers[i, 2]
            open_columns += 1
        else:
            rest += column_value(tables, numbers[i, FILLED], numbers[i, CLASS], numbers[i, USED])
            rest_variance += column_variance(tables, numbers[i, FILLED], numbers[i, CLASS], numbers[i, USED])
    if options.free_roll_fields:
        # The payer's value contains one field, charged with all free rolls that were used.
        rest += (n - 1) * float(rules.free_points[0])
    value, variance = sheet_moments(tables, sheet.open[:open_columns], sheet.parts)
    missed = discount(options, columns, -1, 0, 0)
    sheet.moments[REST], sheet.moments[REST_VARIANCE] = rest, rest_variance
    sheet.moments[MEAN], sheet.moments[VARIANCE] = rest + value - missed, rest_variance + variance
    alone = open_columns > 0 and turns == free_fields(numbers[sheet.where[0], FILLED] & FULL_COLUMN)
    estimated = missed > 0 or (options.shared_free_rolls != 0 and not alone)
    facts[OPEN], facts[TURNS], facts[PAYER] = open_columns, turns, payer
    facts[ESTIMATED] = int(turns > 1 and estimated)


@compiled
def expect_seats(tables: Any, options: Any, columns: Array, sheet: Any, moments: Array) -> bool:
    """Compute the mean and the variance of the final score of seats, those of the last seat also in `sheet`.

    :param columns: those of all these seats.
    :param moments: (seats, 2) receives the results.
    :returns: True if the values of the last seat are estimated, because of options of the rules.
    """
    tables, sheet = borrow((tables, sheet))
    size = len(columns) // len(moments)
    for seat in range(len(moments)):
        expect_sheet(tables, options, columns[size * seat : size * (seat + 1)], sheet)
        moments[seat, 0], moments[seat, 1] = sheet.moments[MEAN], sheet.moments[VARIANCE]
    return bool(sheet.facts[ESTIMATED] != 0)


@nested
def free_fields(filled: Int) -> Int:
    """Return the number of free fields of a column."""
    count = 0
    for field in range(FIELD_COUNT):
        count += not filled >> field & 1
    return count


@nested
def knoeffel_scored(columns: Array) -> Int:
    """Return 1 if a Knöffel scored in one of a seat's columns, otherwise 0."""
    found = 0
    for i in range(len(columns) // COLUMN_NUMBERS):
        found |= columns[COLUMN_NUMBERS * i + HAS_KNOEFFEL]
    return found


@nested
def discount(options: Any, columns: Array, entered: Int, is_knoeffel_field: Int, scores: Int) -> Float:
    """Return the estimated points of Knöffel fields that cannot score because a player scores only one Knöffel.

    :param entered: the column in which a field is filled first, or -1 for the sheet as it is.
    :param is_knoeffel_field: 1 if that field is the Knöffel field; `scores`: 1 if that entry is a Knöffel.
    """
    if not options.one_knoeffel:
        return 0.0
    total = most = 0.0
    for i in range(len(columns) // COLUMN_NUMBERS):
        filled = columns[COLUMN_NUMBERS * i + IS_FILLED]
        if not filled >> KNOEFFEL & 1 and not (i == entered and is_knoeffel_field):
            hoped = options.knoeffel_points * HOPE[free_fields(filled) - int(i == entered)]
            total += hoped
            most = max(most, hoped)
    return total - (0.0 if scores or knoeffel_scored(columns) else most)


@nested
def outcome_points(tables: Any, filled: Int, outcome: Int) -> Float:
    """Return the points of an outcome in a column; `FORBIDDEN` if a joker must be entered elsewhere.

    :param filled: with the bit that says that a Knöffel scored.
    """
    face = tables.outcomes.face[outcome] - 1
    if face < 0:
        return float(tables.outcomes.points[outcome])
    state = (filled >> KNOEFFEL & 1) + (filled >> FIELD_COUNT)
    lower_free = int(filled & FULL_COLUMN | (1 << UPPER_COUNT) - 1 != FULL_COLUMN)
    return float(tables.rules.joker[state, filled >> face & 1, lower_free, face, tables.outcomes.field[outcome]])


@compiled
def value_ends(
    tables: Any, learned: Any, options: Any, columns: Array, sheet: Any, deepened: Int, means: Array, variances: Array
) -> None:
    """Compute mean and variance of the final score after each end of the next turn, under all options of the rules.

    `expect_seats` was called for this seat.

    :param learned: the learned weights, one of those in `tables`.
    :param deepened: 1 to add what looking ahead another turn changes, see `deepen`.
    """
    tables, learned, sheet, means, variances = borrow((tables, learned, sheet, means, variances))
    n, payer, outcomes = sheet.facts[OPEN], sheet.facts[PAYER], tables.outcomes
    after_entry(tables, learned, sheet.open[:n], sheet.parts, sheet.after, sheet.spread)
    price = free_roll_price(tables, sheet)
    for c in range(n):
        pays = payer < 0 or sheet.where[c] == payer
        for o in range(len(outcomes.field)):
            points = outcome_points(tables, sheet.open[c, FILLED], o)
            for paid in range(2):
                mean = sheet.after[c, outcomes.field[o], outcomes.rank[o], paid] + points
                variance = sheet.spread[c, outcomes.field[o], outcomes.rank[o], paid]
                if paid and price >= 0 and not pays:
                    mean, variance = means[c, o, 0] - price, variances[c, o, 0]
                means[c, o, paid], variances[c, o, paid] = mean, variance
    if options.one_knoeffel:
        limit_knoeffel(outcomes, options, columns, sheet, means)
    for c in range(n):
        for o in range(len(outcomes.field)):
            for paid in range(2):
                allowed = means[c, o, paid] > FORBIDDEN / 2
                means[c, o, paid] = means[c, o, paid] + sheet.moments[REST] if allowed else FORBIDDEN
                variances[c, o, paid] += sheet.moments[REST_VARIANCE]
    if deepened:
        add_change(outcomes, sheet, means)


@nested
def free_roll_price(tables: Any, sheet: Any) -> Float:
    """Return by how much a free roll lowers the value of the column that pays for all; -1 if there is none to pay."""
    payer = sheet.facts[PAYER]
    if payer < 0:
        return -1.0
    filled, kind, used = sheet.numbers[payer, FILLED], sheet.numbers[payer, CLASS], sheet.numbers[payer, USED]
    if used + 1 >= tables.rules.free_points.shape[0]:
        return -1.0
    return column_value(tables, filled, kind, used) - column_value(tables, filled, kind, used + 1)


@nested
def add_change(outcomes: Any, sheet: Any, means: Array) -> None:
    """Add to the means of ends what looking ahead another turn changes."""
    payer = sheet.facts[PAYER]
    for c in range(sheet.facts[OPEN]):
        pays = payer < 0 or sheet.where[c] == payer
        for o in range(len(outcomes.field)):
            for paid in range(2):
                if means[c, o, paid] > FORBIDDEN / 2:
                    means[c, o, paid] += sheet.moved[c, outcomes.field[o], outcomes.rank[o], paid if pays else 0]


@nested
def limit_knoeffel(outcomes: Any, options: Any, columns: Array, sheet: Any, means: Array) -> None:
    """Let each player score only one Knöffel, in place."""
    missed, scored = -1, knoeffel_scored(columns)
    for o in range(len(outcomes.field)):
        if outcomes.field[o] == KNOEFFEL and outcomes.points[o] == 0:
            missed = o
    for c in range(sheet.facts[OPEN]):
        for o in range(len(outcomes.field)):
            in_field = int(outcomes.field[o] == KNOEFFEL)
            is_knoeffel = int(in_field and outcomes.points[o] > 0)
            less = discount(options, columns, sheet.where[c], in_field, is_knoeffel)
            for paid in range(2):
                if is_knoeffel and scored:
                    # It counts as a missed one, which earns no jokers either.
                    means[c, o, paid] = means[c, missed, paid] + (less if missed < o else 0.0)
                means[c, o, paid] -= less


@compiled
def deepen(tables: Any, sheet: Any, lanes: Any, means: Array) -> None:
    """Look ahead another turn after every entry, and add the resulting changes to the means of ends.

    `value_ends` was called for these means.
    """
    tables, sheet, lanes = borrow((tables, sheet, lanes))
    count, left, columns = 0, 0, sheet.open[: sheet.facts[OPEN]]
    for c in range(len(columns)):
        left += free_fields(columns[c, FILLED] & FULL_COLUMN)
        sheet.moved[c] = 0.0
    # After the last entry the value is known and no turn is left.
    if left < 2:
        return
    for c in range(len(columns)):
        for field in range(FIELD_COUNT):
            for rank in range(rank_count(tables.rules, field)):
                for paid in range(2):
                    if is_asked(tables.rules, columns[c], sheet.after[c, field, rank, paid], field, rank):
                        queue_entry(tables, columns, sheet.parts, lanes, count, (c, field, rank, paid))
                        count += 1
                        if count == LANES:
                            value_queue(tables, sheet, lanes, count)
                            count = 0
    value_queue(tables, sheet, lanes, count)
    copy_same(tables.rules, columns, sheet.moved)
    add_change(tables.outcomes, sheet, means)


@nested
def is_asked(rules: Any, column: Array, value: Float, field: Int, rank: Int) -> bool:
    """True if an entry with this value is allowed, and leads to another sheet than the next lower score."""
    return bool(value > FORBIDDEN / 2 and not is_same(rules, column, field, rank))


@nested
def copy_same(rules: Any, sheet: Array, moved: Array) -> None:
    """Copy the changes for scores that lead to the same sheet as the next lower one."""
    for c in range(len(sheet)):
        for field in range(UPPER_COUNT):
            for rank in range(1, rank_count(rules, field)):
                if is_same(rules, sheet[c], field, rank):
                    moved[c, field, rank, 0] = moved[c, field, rank - 1, 0]
                    moved[c, field, rank, 1] = moved[c, field, rank - 1, 1]


@nested
def is_same(rules: Any, column: Array, field: Int, rank: Int) -> bool:
    """True if a score leads to the same sheet as the next lower one."""
    if rank == 0 or field >= UPPER_COUNT:
        return False
    return bool(class_after(rules, column, field, rank) == class_after(rules, column, field, rank - 1))


@nested
def queue_entry(tables: Any, columns: Array, parts: Any, lanes: Any, lane: Int, entry: Any) -> None:
    """Write to a lane of `ends` the values of the ends of the turn after an entry."""
    tables, columns, parts, lanes = borrow((tables, columns, parts, lanes))
    outcomes, child, ends, n = tables.outcomes, lanes.child[: len(columns)], lanes.ends, len(columns)
    column, field, rank, paid = entry
    for c in range(n):
        for i in range(3):
            child[c, i] = columns[c, i]
    child[column, CLASS] = class_after(tables.rules, columns[column], field, rank)
    child[column, FILLED] = filled_after(columns[column], field, rank)
    child[column, USED] += paid
    queue = lanes.queue
    queue[lane, 0], queue[lane, 1], queue[lane, 2], queue[lane, 3] = column, field, rank, paid
    after_entry(tables, tables.choosing, child, parts, lanes.after, lanes.spread)
    for o in range(len(outcomes.field)):
        ends[0, o, lane] = ends[1, o, lane] = 2 * FORBIDDEN
    for c in range(n):
        for o in range(len(outcomes.field)):
            points = outcome_points(tables, child[c, FILLED], o)
            for free in range(2):
                value = lanes.after[c, outcomes.field[o], outcomes.rank[o], free] + points
                ends[free, o, lane] = max(ends[free, o, lane], value)


@nested
def value_queue(tables: Any, sheet: Any, lanes: Any, count: Int) -> None:
    """Compute the turns in the first lanes, and set `moved` for their entries."""
    if count:
        solve_ends(tables.outcomes.of, tables.dice, lanes)
    for lane in range(count):
        c, field = lanes.queue[lane, 0], lanes.queue[lane, 1]
        rank, paid = lanes.queue[lane, 2], lanes.queue[lane, 3]
        sheet.moved[c, field, rank, paid] = lanes.best[0, lane] - sheet.after[c, field, rank, paid]


@nested
def solve_ends(of: Array, dice: Any, lanes: Any) -> None:
    """Compute the values of turns in parallel, in row 0 of `best`, from the values of their `ends`."""
    of, dice, lanes = borrow((of, dice, lanes))
    rolls, best = lanes.rolls, lanes.best
    value_outcomes(of, lanes.ends[1], rolls)
    value_keeps(dice, rolls)
    best_keeps(dice, rolls, best)
    value_outcomes(of, lanes.ends[0], rolls)
    for roll in range(row(FIRST_ROLL), row(rolls.shape[0])):
        store(rolls, roll, vector_max(load(rolls, roll), load(best, roll)))
    for again in range(2):
        value_keeps(dice, rolls)
        best_keeps(dice, rolls, best)
        if not again:
            for roll in range(row(FIRST_ROLL), row(rolls.shape[0])):
                store(rolls, roll, load(best, roll))
    value_keeps(dice, best)


@nested
def value_outcomes(of: Array, ends: Array, values: Array) -> None:
    """Write to `values` the value of each roll in its best field."""
    of, ends, values = borrow((of, ends, values))
    for roll in range(row(of.shape[0])):
        value = load(ends, row(of[roll, 0]))
        for field in range(row(1), row(of.shape[1])):
            value = vector_max(value, load(ends, row(of[roll, field])))
        store(values, row(FIRST_ROLL) + roll, value)


@compiled
def plan_turn(of: Array, dice: Any, turn: Any, plan: Any, valued: Any) -> None:
    """Compute the values of keeps if all choices in the turn are best by the ends of a plan.

    :param of: the outcome of each roll in each field, see `knoeffel.lookup.Outcomes`.
    :param turn: `TurnScratch`.
    :param plan: `knoeffel.tables.Plan` with its ends, receives the values of keeps by them.
    :param valued: the same for other values of the ends, by which nothing is chosen; it may be the same plan.
    """
    of, dice, turn, plan, valued = borrow((of, dice, turn, plan, valued))
    entered, entered_worth = turn.entered, turn.entered_worth
    thrown, value = turn.thrown, turn.value
    choose_ends(plan.ends, valued.ends, turn)
    choose_entries(of, turn)
    for roll in range(len(entered)):
        thrown[FIRST_ROLL + roll], value[FIRST_ROLL + roll] = entered[roll, 1], entered_worth[roll, 1]
    mean_of_throws(dice, thrown, plan.keeps[THROWS])
    mean_of_throws(dice, value, valued.keeps[THROWS])
    for again in range(THROWS, 0, -1):
        for roll in range(len(entered)):
            keep = best_part(dice, plan.keeps[again], roll)
            goes_on = plan.keeps[again, keep] > entered[roll, 0]
            thrown[FIRST_ROLL + roll] = plan.keeps[again, keep] if goes_on else entered[roll, 0]
            value[FIRST_ROLL + roll] = valued.keeps[again, keep] if goes_on else entered_worth[roll, 0]
        mean_of_throws(dice, thrown, plan.keeps[again - 1])
        mean_of_throws(dice, value, valued.keeps[again - 1])


@nested
def choose_ends(ends: Array, valued: Array, turn: Any) -> None:
    """Choose the best column of each outcome, and set `chosen` and `worth` to its values by both."""
    for o in range(ends.shape[1]):
        for paid in range(2):
            best = 0
            for c in range(1, ends.shape[0]):
                if ends[c, o, paid] > ends[best, o, paid]:
                    best = c
            turn.chosen[o, paid], turn.worth[o, paid] = ends[best, o, paid], valued[best, o, paid]


@nested
def choose_entries(of: Array, turn: Any) -> None:
    """Choose the best field of each roll, and set `entered` and `entered_worth` to its values by both."""
    for roll in range(len(of)):
        for paid in range(2):
            here = of[roll, 0]
            for field in range(1, FIELD_COUNT):
                if turn.chosen[of[roll, field], paid] > turn.chosen[here, paid]:
                    here = of[roll, field]
            turn.entered[roll, paid], turn.entered_worth[roll, paid] = (
                turn.chosen[here, paid],
                turn.worth[here, paid],
            )


@nested
def best_part(dice: Any, keeps: Array, roll: Int) -> Int:
    """Return the most valuable part of a roll if at least one die is thrown."""
    best = np.int64(dice.part[dice.part_start[roll]])
    for p in range(dice.part_start[roll] + 1, dice.part_start[roll + 1] - 1):
        if keeps[dice.part[p]] > keeps[best]:
            best = np.int64(dice.part[p])
    return best


@nested
def mean_of_throws(dice: Any, values: Array, keeps: Array) -> None:
    """Compute the value of each keep of fewer than five dice, from those of rolls in the last rows of `values`."""
    for i in range(FIRST_ROLL):
        keep = FIRST_ROLL - 1 - i
        total = 0.0
        for face in range(dice.add.shape[1]):
            total += values[dice.add[keep, face]]
        values[keep] = keeps[keep] = total / 6
