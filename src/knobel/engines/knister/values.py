"""Values of Knister positions as sums of tables over lines and over pairs of lines that cross in a free cell.

The expected points still to come from a position with `t` cells filled are estimated as the sum of

- `line_values[t, kind of line, multiset]` over the lines that are not full, and
- `pair_values[stage[t], kind of crossing, key]` over the free cells and the pairs of lines that cross in each,

where the key of two multisets is the same for positions that symmetries of the grid or of the dice carry into each
other. `pair_values` are in units of `scale`. `tables` is the named tuple of all arrays that estimating needs
(`engines.knister.learn.Tables`).

`work` (`engines.knister.learn.Work`) is scratch space: `prepare` lists the crossings of a position there, `evaluate` then gives
the value of entering a sum in each free cell.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below
from knobel.engines.shared.td import adapt

LINES = 12
SUMS = 11


@compiled
def pair_key(size: Int, symmetric: bool, i: Int, j: Int, i_mirror: Int, j_mirror: Int) -> Int:
    """The key of multisets i and j (their mirrors follow): one for all that are equivalent."""
    if symmetric:
        return min(min(i, j) * size + max(i, j), min(i_mirror, j_mirror) * size + max(i_mirror, j_mirror))
    return min(i * size + j, i_mirror * size + j_mirror)


@compiled
def prepare(tables: Any, work: Any, lines: Array, free: Array, n: Int, filled: Int) -> Float:
    """List the crossings of a position for `evaluate`, with their values once `filled` cells are filled.

    Returns the sum of all values of the position at that stage.
    """
    size = tables.open
    stage = tables.stage[filled]
    mirror = tables.mirror
    line_values = tables.line_values[filled]
    value = np.float32(0)
    for line in range(LINES):
        i = lines[line]
        m = np.int64(mirror[i])
        work.mirror[line] = m
        if i < size:
            w = line_values[tables.line_kind[line], min(i, m)]
            work.line_value[line] = w
            value += w
        else:
            work.line_value[line] = 0
    pair_values, scale = tables.pair_values, tables.scale
    kinds = len(tables.symmetric)
    count = 0
    for k in range(n):
        cell = free[k]
        total = np.float32(0)
        for p in range(tables.crossings[cell]):
            a, b, kind = tables.first[cell, p], tables.second[cell, p], tables.kind[cell, p]
            offset = (stage * kinds + kind) * size * size
            key = offset + pair_key(size, tables.symmetric[kind], lines[a], lines[b], work.mirror[a], work.mirror[b])
            w = scale * np.float32(pair_values[key])
            total += w
            work.first[count], work.second[count], work.position[count] = a, b, k
            work.offset[count], work.symmetric[count] = offset, tables.symmetric[kind]
            work.pair_value[count] = w
            count += 1
        work.here[k] = total
        value += total
    work.found[0] = count
    return value


@compiled
def evaluate(
    tables: Any, work: Any, value: Float, lines: Array, free: Array, n: Int, filled: Int, total: Int, out: Array
) -> None:
    """`out[k]`: points at once and to come when the sum index `total` is entered in the k-th free cell of the position
    that was prepared, `filled` cells being filled then; `value` is what `prepare` returned.
    """
    size = tables.open
    following, points, line_kind = tables.next, tables.points, tables.line_kind
    pair_values, scale, line_values = tables.pair_values, tables.scale, tables.line_values[filled]
    new, new_mirror, change, own = work.new, work.new_mirror, work.change, work.own
    opposite = SUMS - 1 - total
    for line in range(LINES):
        i = lines[line]
        if i < size:
            after = np.int64(following[i, total])
            new[line] = after
            if after < size:
                m = np.int64(following[work.mirror[line], opposite])
                new_mirror[line] = m
                change[line] = line_values[line_kind[line], min(after, m)] - work.line_value[line]
            else:
                change[line] = points[line, after] - work.line_value[line]
    for k in range(n):
        own[k] = work.here[k]
    for p in range(work.found[0]):
        a, b, k = work.first[p], work.second[p], work.position[p]
        offset, symmetric, w = work.offset[p], work.symmetric[p], work.pair_value[p]
        i, j, mi, mj = lines[a], lines[b], work.mirror[a], work.mirror[b]
        if new[a] < size:
            key = offset + pair_key(size, symmetric, new[a], j, new_mirror[a], mj)
            d = scale * np.float32(pair_values[key]) - w
            change[a] += d
            own[k] += d
        if new[b] < size:
            key = offset + pair_key(size, symmetric, i, new[b], mi, new_mirror[b])
            d = scale * np.float32(pair_values[key]) - w
            change[b] += d
            own[k] += d
    for k in range(n):
        cell = free[k]
        q = value - own[k]
        for p in range(tables.at_count[cell]):
            q += change[tables.at[cell, p]]
        out[k] = q


@compiled
def best(values: Array, n: Int) -> Int:
    """Where the highest of the first n values is; the first if there are several."""
    found = 0
    for k in range(1, n):
        if values[k] > values[found]:
            found = k
    return found


@compiled
def enter(tables: Any, lines: Array, free: Array, n: Int, k: Int, total: Int) -> Int:
    """Enter a sum index in the k-th free cell and take it off the list; returns the points at once."""
    cell = free[k]
    free[k] = free[n - 1]
    gain = 0
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        lines[line] = tables.next[lines[line], total]
        gain += tables.points[line, lines[line]]
    return gain


@compiled
def features(tables: Any, traces: Any, lines: Array, free: Array, n: Int) -> None:
    """Note in `traces` which weights value a position with n free cells."""
    size, kinds, mirror = tables.open, len(tables.symmetric), tables.mirror
    filled = len(tables.crossings) - n
    count = 0
    for line in range(LINES):
        i = lines[line]
        if i < size:
            kind = tables.line_kind[line]
            traces.line[filled, count] = (filled * len(tables.line_values[0]) + kind) * size + min(i, mirror[i])
            count += 1
    traces.lines[filled] = count
    count = 0
    for k in range(n):
        cell = free[k]
        for p in range(tables.crossings[cell]):
            i, j, kind = lines[tables.first[cell, p]], lines[tables.second[cell, p]], tables.kind[cell, p]
            key = pair_key(size, tables.symmetric[kind], i, j, np.int64(mirror[i]), np.int64(mirror[j]))
            traces.pair[filled, count] = (tables.stage[filled] * kinds + kind) * size * size + key
            count += 1
    traces.pairs[filled] = count


@compiled
def update(tables: Any, traces: Any, filled: Int, target: Float, rate: Float) -> Float:
    """Move the value of the position that had so many cells filled towards a target; returns the value before."""
    line_weights, pair_weights = tables.line_values.reshape(-1), tables.pair_values
    lines, pairs = traces.lines[filled], traces.pairs[filled]
    value = np.float32(0)
    for f in range(lines):
        value += line_weights[traces.line[filled, f]]
    for f in range(pairs):
        value += pair_weights[traces.pair[filled, f]]
    error = np.float32(target - value)
    step = np.float32(rate * error / (lines + pairs))
    for f in range(lines):
        adapt(line_weights, traces.line_errors, traces.line[filled, f], step, error)
    for f in range(pairs):
        adapt(pair_weights, traces.pair_errors, traces.pair[filled, f], step, error)
    return value


@compiled
def learn(
    tables: Any, work: Any, traces: Any, rng: Array, scores: Array, decay: Float, rate: Float, all_rolls: bool
) -> None:
    """Play `len(scores)` games greedily on the values and learn from each.

    Every position after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd
    ed., 12.1; lambda is `decay`), backwards from the end of each game. With `all_rolls` the expectation over the
    next roll replaces the roll that fell, in every step of the return: slower, and nearly free of the dice's noise.
    Each weight has its own step size by temporal coherence (Beal and Smith, "Temporal coherence and prediction decay
    in TD learning", 1999), times `rate`.
    """
    cells = len(tables.crossings)
    lines = np.empty(LINES, np.int64)
    free = np.empty(cells, np.int64)
    out = np.empty(cells, np.float32)
    for game in range(len(scores)):
        for cell in range(cells):
            free[cell] = cell
        lines[:] = 0
        score = 0
        for filled in range(1, cells + 1):
            n = cells + 1 - filled
            value = prepare(tables, work, lines, free, n, filled)
            fallen = np.int64(tables.rolls[below(rng, len(tables.rolls))])
            if all_rolls:
                mean = np.float32(0)
                for total in range(SUMS):
                    if total != fallen:
                        evaluate(tables, work, value, lines, free, n, filled, total, out)
                        mean += tables.chances[total] * out[best(out, n)]
                evaluate(tables, work, value, lines, free, n, filled, fallen, out)
                traces.mean[filled] = mean + tables.chances[fallen] * out[best(out, n)]
            else:
                evaluate(tables, work, value, lines, free, n, filled, fallen, out)
            k = best(out, n)
            traces.gain[filled] = enter(tables, lines, free, n, k, fallen)
            score += traces.gain[filled]
            features(tables, traces, lines, free, n - 1)
        scores[game] = score
        # The value of the position after, as it is now that the later positions have been learned, and how much
        # better the game went on from there.
        value, better = np.float32(0), np.float32(0)
        for filled in range(cells - 1, 0, -1):
            after = filled + 1
            reached = traces.mean[after] if all_rolls else traces.gain[after] + value
            target = reached + decay * better
            value = update(tables, traces, filled, target, rate)
            better = target - value
