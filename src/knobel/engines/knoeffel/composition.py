"""Values of sheets of Knöffel in kernels: composed of the table values of single columns, see `knoeffel.values`.

`tables` is `knoeffel.tables.ColumnTables`, `learned` one of its pairs of learned weights. A sheet is (columns, 3) as in
`knoeffel.lookup`, with the columns that are still to be played.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knoeffel.column_pairs import BONUS_FEATURES, FIELD_COUNT, FULL_COLUMN, PAIRS, VARIANCE_REDUCTION
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.knoeffel.many_columns import MIN_COLUMNS, TERM_COUNT
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import BONUS_POINTS, KNOEFFEL

UPPER_COUNT = len(UPPER)
RANKS = 6
"""Maximum number of different scores in an upper field."""
MAX_COLUMNS = 6

LINE = 1
PAIR = LINE + FIELD_COUNT
BESIDE = PAIR + len(PAIRS[0])
WITHIN = BESIDE + FIELD_COUNT
BONUS = WITHIN + FIELD_COUNT
assert BONUS_FEATURES == 8, "`pair_terms` contains these features"
"""The start of each group of weights of two columns, see `knoeffel.column_pairs`."""

SQUARE = LINE + FIELD_COUNT
SHAPE = SQUARE + FIELD_COUNT
TERMS = SHAPE + 4
PRODUCTS = TERMS + TERM_COUNT
"""The start of each group of weights of more columns, see `knoeffel.many_columns`."""


class Parts(NamedTuple):
    """Facts about the columns of a sheet, and sums over them.

    - `filled`, `free`, `upper` (columns): the filled fields, the number of open fields, and of open upper fields.
    - `value`, `variance`, `sight` (columns): the moments of the points to come, and the bonus in sight.
    - `by_field` (columns, fields): the part of the learned correction after an entry that depends on its field only.
    - `beside`, `within` (columns): the sums of these weights over the open fields.
    - `terms` (terms): the sums of `many_columns.column_terms` over the open columns; `terms_after` after an entry.
    - `closing` (columns): the learned correction after the last entry in a column.
    """

    filled: Array
    free: Array
    upper: Array
    value: Array
    variance: Array
    sight: Array
    by_field: Array
    beside: Array
    within: Array
    terms: Array
    terms_after: Array
    closing: Array

    @classmethod
    def empty(cls) -> "Parts":
        """Return memory for the largest sheet."""
        integers = ("filled", "free", "upper")
        shapes = {"by_field": (MAX_COLUMNS, FIELD_COUNT), "terms": (TERM_COUNT,), "terms_after": (TERM_COUNT,)}
        kinds = {name: np.int64 if name in integers else np.float64 for name in cls._fields}
        return cls(*(np.zeros(shapes.get(name, (MAX_COLUMNS,)), kinds[name]) for name in cls._fields))


@nested
def column_value(tables: Any, filled: Int, kind: Int, used: Int) -> Float:
    """Return the value of a column."""
    row, block = column_place(tables.rules, filled, kind, used)
    return tables.values[row, block] * tables.value_step


@nested
def column_variance(tables: Any, filled: Int, kind: Int, used: Int) -> Float:
    """Return the variance of the points to come in a column."""
    row, block = column_place(tables.rules, filled, kind, used)
    deviation = tables.deviations[row, block] * tables.deviation_step
    return deviation * deviation


@nested
def column_place(rules: Any, filled: Int, kind: Int, used: Int) -> tuple[Int, Int]:
    """Return the indices of a state of a column in a table."""
    upper = filled & ((1 << UPPER_COUNT) - 1)
    first = np.int64(rules.class_start[upper])
    classes = rules.class_start[upper + 1] - first
    return filled >> UPPER_COUNT, rules.free_points.shape[0] * first + used * classes + kind


@nested
def class_after(rules: Any, column: Array, field: Int, rank: Int) -> Int:
    """Return the class of a column after a score in a field."""
    if field >= UPPER_COUNT:
        return column[CLASS]
    upper = column[FILLED] & ((1 << UPPER_COUNT) - 1)
    return np.int64(rules.class_after[rules.class_start[upper] + column[CLASS], field, rank])


@nested
def filled_after(column: Array, field: Int, rank: Int) -> Int:
    """Return the filled fields of a column after a score in a field, with the bit for a scored Knöffel."""
    filled = column[FILLED] | 1 << field
    if field == KNOEFFEL and rank > 0:
        filled |= 1 << FIELD_COUNT
    return filled


@nested
def rank_count(rules: Any, field: Int) -> Int:
    """Return the number of different scores in a field that matter to the sheet."""
    if field < UPPER_COUNT:
        return RANKS
    return 2 if field == KNOEFFEL and rules.joker.shape[0] > 0 else 1


@nested
def pair_gain(tables: Any, a: Int, b: Int) -> Float:
    """Return the value of two columns with these filled fields beyond the sum of their values."""
    together = tables.two_columns
    width = together.shape[1]
    first, second, full = tables.base3[a], tables.base3[b], tables.base3[FULL_COLUMN]
    both, alone, other = first + second, first + full, second + full
    steps = np.int64(together[both // width, both % width])
    steps -= np.int64(together[alone // width, alone % width]) + np.int64(together[other // width, other % width])
    return steps * tables.together_step


@nested
def describe(tables: Any, sheet: Array, parts: Any) -> None:
    """Fill `parts` up to the sight of each column."""
    for c in range(len(sheet)):
        filled = sheet[c, FILLED] & FULL_COLUMN
        count, upper = 0, 0
        for field in range(FIELD_COUNT):
            if not filled >> field & 1:
                count += 1
                upper += field < UPPER_COUNT
        value = column_value(tables, sheet[c, FILLED], sheet[c, CLASS], sheet[c, USED])
        lost = column_value(tables, sheet[c, FILLED], 0, sheet[c, USED])
        parts.filled[c], parts.free[c], parts.upper[c] = filled, count, upper
        parts.value[c], parts.sight[c] = value, (value - lost) / BONUS_POINTS
        parts.variance[c] = column_variance(tables, sheet[c, FILLED], sheet[c, CLASS], sheet[c, USED])


@nested
def variance_factor(parts: Any, n: Int) -> Float:
    """Return the factor from the sum of the columns' variances to the variance of the sheet."""
    if n < 2:
        return 1.0
    count = 0
    for c in range(n):
        count += parts.free[c]
    return 1.0 - VARIANCE_REDUCTION * count / (n * FIELD_COUNT)


@nested
def pair_index(a: Int, b: Int) -> Int:
    """Return the index of the weight of two open fields, one in each column."""
    low, high = min(a, b), max(a, b)
    return PAIR + low * FIELD_COUNT - low * (low - 1) // 2 + high - low


@nested
def pair_sum(weights: Array, parts: Any, a: Int, b: Int) -> Float:
    """Return the part of the learned correction of two columns that depends on the open fields only.

    The sums of weights in `parts` are set for both columns.
    """
    total = weights[0]
    for i in range(2):
        c = b if i else a
        parts.beside[c] = parts.within[c] = 0.0
        for field in range(FIELD_COUNT):
            if not parts.filled[c] >> field & 1:
                total += weights[LINE + field]
                parts.beside[c] += weights[BESIDE + field]
                parts.within[c] += weights[WITHIN + field]
    for field in range(FIELD_COUNT):
        if not parts.filled[a] >> field & 1:
            total += pairs_with(weights, parts.filled[b], field)
    return total


@nested
def pairs_with(weights: Array, filled: Int, field: Int) -> Float:
    """Return the sum of the weights of a field and each open field of the other column."""
    total = 0.0
    for other in range(FIELD_COUNT):
        if not filled >> other & 1:
            total += weights[pair_index(field, other)]
    return total


@nested
def pair_terms(weights: Array, beside: Float, within: Float, one: Any, other: Any) -> Float:
    """Return the part of the learned correction of two columns that depends on the bonus and free rolls.

    :param beside: the sum of these weights over the open fields of each column, without and with doubt about the bonus:
        `beside` of the other column plus `within` of this one, for this column's doubt; `within` the reverse.
    :param one: sight, open upper fields, free rolls used and open fields of a column; `other`: those of the other.
    """
    (qa, xa, ua, na), (qb, xb, ub, nb) = one, other
    total = qa * (1 - qa) * beside + qb * (1 - qb) * within
    total += weights[BONUS] * (qa + qb) + weights[BONUS + 1] * (qa * qb)
    total += weights[BONUS + 2] * (qa * xb + qb * xa) + weights[BONUS + 3] * (qa * xa + qb * xb)
    total += weights[BONUS + 4] * (ua + ub) + weights[BONUS + 5] * (ua * ub)
    return total + weights[BONUS + 6] * (ua * nb + ub * na) + weights[BONUS + 7] * (ua * na + ub * nb)


@nested
def column_facts(sheet: Array, parts: Any, c: Int) -> Any:
    """Return what `pair_terms` needs of a column."""
    return parts.sight[c], float(parts.upper[c]), float(sheet[c, USED]), float(parts.free[c])


@nested
def correction(learned: Any, sheet: Array, parts: Any, without: Int) -> Float:
    """Return the learned correction to the composed value of a sheet, as if column `without` were full."""
    open_columns, left, a, b = 0, 0, -1, -1
    for c in range(len(sheet)):
        if c != without and parts.free[c]:
            open_columns += 1
            left += parts.free[c]
            a, b = b, c
    if open_columns < 2:
        return 0.0
    if open_columns == 2:
        weights = learned.two[left]
        total = pair_sum(weights, parts, a, b)
        mine, theirs = parts.beside[b] + parts.within[a], parts.beside[a] + parts.within[b]
        return total + pair_terms(weights, mine, theirs, column_facts(sheet, parts, a), column_facts(sheet, parts, b))
    weights = learned.more[open_columns - MIN_COLUMNS, left]
    sum_terms(sheet, parts, without)
    return sum_shape(weights, parts, len(sheet), without) + weigh_terms(weights, parts.terms)


@nested
def sum_terms(sheet: Array, parts: Any, without: Int) -> None:
    """Set the sums of the terms of all open columns but one."""
    parts.terms[:] = 0.0
    for c in range(len(sheet)):
        if c != without and parts.free[c]:
            add_terms(parts.terms, 1.0, column_facts(sheet, parts, c))


@nested
def add_terms(terms: Array, sign: Float, column: Any) -> None:
    """Add the terms of a column."""
    sight, upper, used, count = column
    doubt = sight * (1 - sight)
    terms[0] += sign * sight
    terms[1] += sign * doubt
    terms[2] += sign * (sight * upper)
    terms[3] += sign * (doubt * upper)
    terms[4] += sign * used
    terms[5] += sign * (used * count)
    terms[6] += sign * (doubt * count)


@nested
def weigh_terms(weights: Array, terms: Array) -> Float:
    """Return the part of the learned correction of more columns that depends on the bonus and free rolls."""
    total = 0.0
    for i in range(TERM_COUNT):
        total += weights[TERMS + i] * terms[i]
    doubt, used = terms[1], terms[4]
    products = weights[PRODUCTS] * (doubt * doubt) + weights[PRODUCTS + 1] * (used * used)
    return total + products + weights[PRODUCTS + 2] * (doubt * used)


@nested
def sum_shape(weights: Array, parts: Any, n: Int, without: Int) -> Float:
    """Return the part of the learned correction of more columns that depends on the open fields only."""
    total = weights[0]
    counts = uppers = products = upper = 0
    for field in range(FIELD_COUNT):
        open_ = 0
        for c in range(n):
            open_ += c != without and not parts.filled[c] >> field & 1
        total += weights[LINE + field] * open_ + weights[SQUARE + field] * (open_ * open_)
    for c in range(n):
        if c != without:
            counts += parts.free[c] * parts.free[c]
            uppers += parts.upper[c] * parts.upper[c]
            products += parts.upper[c] * parts.free[c]
            upper += parts.upper[c]
    total += weights[SHAPE] * counts + weights[SHAPE + 1] * uppers
    return total + weights[SHAPE + 2] * products + weights[SHAPE + 3] * (upper * upper)


@nested
def prepare_correction(learned: Any, sheet: Array, parts: Any) -> None:
    """Prepare, for each field, the learned correction after an entry that leaves its column open."""
    n, left, open_columns = len(sheet), -1, 0
    for c in range(n):
        left += parts.free[c]
        open_columns += parts.free[c] > 0
    if n == 2 and open_columns == 2:
        weights = learned.two[left]
        total = pair_sum(weights, parts, 0, 1)
        for c in range(2):
            for field in range(FIELD_COUNT):
                paired = weights[LINE + field] + pairs_with(weights, parts.filled[1 - c], field)
                parts.by_field[c, field] = total - paired
    elif open_columns >= MIN_COLUMNS:
        weights = learned.more[open_columns - MIN_COLUMNS, left]
        sum_terms(sheet, parts, -1)
        for c in range(n):
            for field in range(FIELD_COUNT):
                if not parts.filled[c] >> field & 1:
                    is_upper = int(field < UPPER_COUNT)
                    parts.filled[c] |= 1 << field
                    parts.free[c] -= 1
                    parts.upper[c] -= is_upper
                    parts.by_field[c, field] = sum_shape(weights, parts, n, -1)
                    parts.filled[c] ^= 1 << field
                    parts.free[c] += 1
                    parts.upper[c] += is_upper


@nested
def corrected(learned: Any, sheet: Array, parts: Any, entry: Any, sight: Float) -> Float:
    """Return the learned correction after an entry that leaves its column open.

    :param entry: the column, the field, and the free rolls used after it; `sight`: the bonus then in sight.
    """
    c, field, used = entry
    n, left, open_columns = len(sheet), -1, 0
    for i in range(n):
        left += parts.free[i]
        open_columns += parts.free[i] > 0
    is_upper = int(field < UPPER_COUNT)
    after = sight, float(parts.upper[c] - is_upper), float(used), float(parts.free[c] - 1)
    if n == 2:
        if open_columns < 2:
            return 0.0
        weights, other = learned.two[left], 1 - c
        mine = parts.beside[other] + parts.within[c] - weights[WITHIN + field]
        theirs = parts.beside[c] - weights[BESIDE + field] + parts.within[other]
        return parts.by_field[c, field] + pair_terms(weights, mine, theirs, after, column_facts(sheet, parts, other))
    if open_columns < MIN_COLUMNS:
        return 0.0
    for i in range(TERM_COUNT):
        parts.terms_after[i] = parts.terms[i]
    add_terms(parts.terms_after, -1.0, column_facts(sheet, parts, c))
    add_terms(parts.terms_after, 1.0, after)
    return parts.by_field[c, field] + weigh_terms(learned.more[open_columns - MIN_COLUMNS, left], parts.terms_after)


@nested
def sheet_moments(tables: Any, sheet: Array, parts: Any) -> tuple[Float, Float]:
    """Return the value and the variance of a sheet."""
    tables, sheet, parts = borrow((tables, sheet, parts))
    n, open_columns = len(sheet), 0
    describe(tables, sheet, parts)
    value = variance = gains = 0.0
    for c in range(n):
        value += parts.value[c]
        variance += parts.variance[c]
        open_columns += parts.free[c] > 0
        for other in range(c):
            gains += pair_gain(tables, parts.filled[c], parts.filled[other])
    value += correction(tables.choosing, sheet, parts, -1) + gains * pair_gain_share(open_columns)
    return value, variance * variance_factor(parts, n)


@nested
def pair_gain_share(open_columns: Int) -> Float:
    """Return the share of the gain of pairs that counts, see `values.pair_gain_share`."""
    return 1.0 / sqrt(max(open_columns - 1, 1))


@nested
def after_entry(tables: Any, learned: Any, sheet: Array, parts: Any, means: Array, variances: Array) -> None:
    """Compute the values of a sheet after each entry, and their variances.

    :param means: (columns, fields, RANKS, 2) receives the value after the entry of a score in a field of a column,
        without and with a free roll to pay; `FORBIDDEN` where that is not allowed. The score itself is not included.
    :param variances: of the same shape, receives the variances of allowed entries.
    """
    tables, learned, sheet, parts, means, variances = borrow((tables, learned, sheet, parts, means, variances))
    n = len(sheet)
    describe(tables, sheet, parts)
    for c in range(n):
        parts.closing[c] = correction(learned, sheet, parts, c) if parts.free[c] == 1 else 0.0
    if n > 1:
        prepare_correction(learned, sheet, parts)
    factor = variance_factor(parts, n)
    for c in range(n):
        means[c] = FORBIDDEN
        gains, rest, rest_variance = 0.0, 0.0, 0.0
        for a in range(n):
            if a != c:
                rest += parts.value[a]
                rest_variance += parts.variance[a]
                for b in range(a):
                    if b != c:
                        gains += pair_gain(tables, parts.filled[a], parts.filled[b])
        for field in range(FIELD_COUNT):
            if not parts.filled[c] >> field & 1:
                gain = gains_after(tables, parts, n, c, field, gains)
                value_entry(tables, learned, sheet, parts, (c, field), rest + gain, means)
                spread_entry(tables, sheet, (c, field), rest_variance, factor, variances)


@nested
def gains_after(tables: Any, parts: Any, n: Int, c: Int, field: Int, gains: Float) -> Float:
    """Return the gain of pairs of columns after an entry in a column.

    :param gains: the gain of all pairs of other columns.
    """
    filled, open_columns = parts.filled[c] | 1 << field, 0
    for other in range(n):
        if other != c:
            gains += pair_gain(tables, filled, parts.filled[other])
        open_columns += parts.free[other] > int(other == c)
    return gains * pair_gain_share(open_columns)


@nested
def value_entry(tables: Any, learned: Any, sheet: Array, parts: Any, place: Any, rest: Float, means: Array) -> None:
    """Write the values of a sheet after the entry of each score in a field of a column.

    :param place: the column and the field; `rest`: the value beyond that of the column and the learned correction.
    """
    c, field = place
    first, levels = sheet[c, USED], tables.rules.free_points.shape[0]
    corrects = len(sheet) > 1 and parts.free[c] > 1
    for rank in range(rank_count(tables.rules, field)):
        filled, kind = filled_after(sheet[c], field, rank), class_after(tables.rules, sheet[c], field, rank)
        for used in range(first, min(first + 2, levels)):
            value, extra = column_value(tables, filled, kind, used), parts.closing[c]
            if corrects:
                sight = (value - column_value(tables, filled, 0, used)) / BONUS_POINTS
                extra = corrected(learned, sheet, parts, (c, field, used), sight)
            means[c, field, rank, used - first] = value + rest + extra


@nested
def spread_entry(tables: Any, sheet: Array, place: Any, rest: Float, factor: Float, variances: Array) -> None:
    """Write the variances after the entry of each score in a field of a column, see `value_entry`."""
    c, field = place
    first, levels = sheet[c, USED], tables.rules.free_points.shape[0]
    for rank in range(rank_count(tables.rules, field)):
        filled, kind = filled_after(sheet[c], field, rank), class_after(tables.rules, sheet[c], field, rank)
        for used in range(first, min(first + 2, levels)):
            variance = column_variance(tables, filled, kind, used)
            variances[c, field, rank, used - first] = (variance + rest) * factor
