"""Learning of Knaster values by self-play at tables with one to several seats. `traces`: `solve.knaster.Traces`."""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Float, Int, compiled
from knobel.kernels.knaster_values import (
    ALONE,
    CELLS,
    FREE,
    SUMS,
    clear,
    evaluate,
    last_value,
    move,
    places,
    prepare,
    score,
)
from knobel.kernels.learning import adapt
from knobel.kernels.random import below


@compiled
def fewest_elsewhere(sheets: Array, seats: Int, out: Array) -> None:
    """The fewest free cells on the sheet of another seat, by seat; `ALONE` if there is none."""
    for seat in range(seats):
        fewest = ALONE
        for other in range(seats):
            if other != seat:
                fewest = min(fewest, sheets[other, FREE])
        out[seat] = fewest


@compiled
def expected(tables: Any, scratch: Any, sheet: Array, m: Int, out: Array) -> Float:
    """The points and value after the best move, expected over the next roll, on a sheet that was prepared."""
    mean = np.float32(0)
    for total in range(SUMS):
        k = evaluate(tables, scratch, sheet, m, total, out)
        if k >= 0:
            mean += tables.chances[total] * out[k]
    return mean


@compiled
def play_round(tables: Any, scratch: Any, traces: Any, seat: Int, i: Int, total: Int, m: Int, out: Array) -> None:
    """Make a seat's best move of round i and note it."""
    sheet = traces.sheets[seat]
    prepare(tables, scratch, sheet, m)
    before = score(tables, sheet)
    k = evaluate(tables, scratch, sheet, m, total, out)
    move(tables, scratch, sheet, m, total, k)
    traces.gain[seat, i] = score(tables, sheet) - before
    traces.used[seat, i] = 0
    if m and sheet[FREE]:
        traces.used[seat, i] = places(tables, sheet, m, traces.places[seat, i])
    elif m:
        traces.last[seat, i] = last_value(tables, sheet)


@compiled
def learn_game(tables: Any, traces: Any, seat: Int, rounds: Int, decay: Float, rate: Float, all_rolls: bool) -> None:
    """Move every noted position of a seat towards its lambda-return, backwards from the end of the game."""
    weights, errors = tables.weights, traces.errors
    # The value of the position after, as it is now that the later positions have been learned, and how much better the
    # game went on from there.
    value, better = np.float32(0), np.float32(0)
    for i in range(rounds - 2, -1, -1):
        after = i + 1
        reached = traces.reached[seat, after] if all_rolls else traces.gain[seat, after] + value
        target = reached + decay * better
        count = traces.used[seat, i]
        if count == 0:
            value, better = traces.last[seat, i], np.float32(0)
            continue
        here = traces.places[seat, i]
        value = np.float32(0)
        for f in range(count):
            value += weights[here[f]]
        better = target - value
        step = np.float32(rate * better / count)
        for f in range(count):
            # The weight of lines that are worth nothing any more stays zero.
            if here[f]:
                adapt(weights, errors, here[f], step, better)


@compiled
def learn(
    tables: Any,
    scratch: Any,
    traces: Any,
    rng: Array,
    table_sizes: Array,
    first: Int,
    scores: Array,
    decay: Float,
    rate: Float,
    all_rolls: bool,
) -> None:
    """Play `len(scores)` games greedily on the values and learn from each sheet; game i, the first being number
    `first`, has `table_sizes[i % len(table_sizes)]` seats. `scores` receives the points of the first seat.

    Every position after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd
    ed., 12.1; lambda is `decay`). With `all_rolls` the expectation over the next roll replaces the roll that fell, in
    every step of the return. Each weight has its own step size by temporal coherence, times `rate`.
    """
    out = np.empty(2 * CELLS, np.float32)
    for game in range(len(scores)):
        seats = table_sizes[(first + game) % len(table_sizes)]
        for seat in range(seats):
            clear(traces.sheets[seat])
        rounds, last, over = 0, False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[below(rng, 36)])
            fewest_elsewhere(traces.sheets, seats, traces.elsewhere)
            for seat in range(seats):
                m = np.int64(0) if last else traces.elsewhere[seat]
                if all_rolls:
                    prepare(tables, scratch, traces.sheets[seat], m)
                    traces.reached[seat, rounds] = expected(tables, scratch, traces.sheets[seat], m, out)
                play_round(tables, scratch, traces, seat, rounds, total, m, out)
            rounds += 1
            for seat in range(seats):
                last |= traces.sheets[seat, FREE] == 0
        for seat in range(seats):
            learn_game(tables, traces, seat, rounds, decay, rate, all_rolls)
        scores[game] = score(tables, traces.sheets[0])
