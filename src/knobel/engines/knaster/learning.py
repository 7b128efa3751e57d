"""Learning of Knaster values by self-play at tables with one to several seats. `traces`: `engines.knaster.learn.Traces`."""

from typing import Any

import numpy as np

from knobel.engines.knaster.sheet import CELLS, FREE, SUMS, clear, score
from knobel.engines.knaster.values import ALONE, evaluate, last_value, move, places, prepare
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below
from knobel.engines.shared.td import adapt

ILLEGAL = -1e8
"""Moves that are not legal have lower values."""


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
def any_move(rng: Array, out: Array) -> Int:
    """One of the legal moves that `evaluate` valued, all equally likely; -1 if there is none."""
    n = 0
    for k in range(len(out)):
        n += out[k] > ILLEGAL
    if n == 0:
        return -1
    i = below(rng, n)
    k = 0
    while i or out[k] <= ILLEGAL:
        i -= out[k] > ILLEGAL
        k += 1
    return k


@compiled
def play_round(
    tables: Any,
    scratch: Any,
    traces: Any,
    rng: Array,
    seat: Int,
    i: Int,
    total: Int,
    m: Int,
    average: Int,
    out: Array,
) -> None:
    """Make a seat's move of round i, the best or now and then any, and note it."""
    sheet = traces.sheets[seat]
    prepare(tables, scratch, sheet, m)
    before = score(tables, sheet)
    mean = np.float32(0)
    if average:
        for other in range(SUMS):
            k = evaluate(tables, scratch, sheet, m, other, out)
            if k >= 0:
                mean += tables.chances[other] * out[k]
    k = evaluate(tables, scratch, sheet, m, total, out)
    best = out[k] if k >= 0 else np.float32(0)
    traces.expected[seat, i] = mean if average else best
    traces.explored[seat, i] = traces.explores[seat] > 0 and below(rng, 100) < traces.explores[seat]
    if traces.explored[seat, i]:
        k = any_move(rng, out)
    move(tables, scratch, sheet, m, total, k)
    traces.gain[seat, i] = score(tables, sheet) - before
    traces.used[seat, i] = 0
    if m and sheet[FREE]:
        traces.used[seat, i] = places(tables, sheet, m, traces.places[seat, i])
    elif m:
        traces.last[seat, i] = last_value(tables, sheet)


@compiled
def learn_game(tables: Any, traces: Any, seat: Int, rounds: Int, decay: Float, average: Int) -> None:
    """Move every noted position of a seat towards its lambda-return, backwards from the end of the game."""
    tables, traces = borrowed((tables, traces))
    weights, errors = tables.weights, traces.errors
    # The value of the position after, as it is now that the later positions have been learned, and how much better the
    # game went on from there.
    value, better = np.float32(0), np.float32(0)
    for i in range(rounds - 2, -1, -1):
        after = i + 1
        target = traces.gain[seat, after] + value
        if average or traces.explored[seat, after]:
            target = traces.expected[seat, after]
        if not traces.explored[seat, after]:
            target += decay * better
        count = traces.used[seat, i]
        if count == 0:
            value, better = traces.last[seat, i], np.float32(0)
            continue
        here = traces.places[seat, i]
        value = np.float32(0)
        for f in range(count):
            value += weights[here[f]]
        better = np.float32(target - value)
        step = np.float32(better / count)
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
    explore: Array,
    first: Int,
    scores: Array,
    decay: Float,
    average: Int,
) -> None:
    """Play `len(scores)` games on the values and learn from each sheet; game i, the first being number `first`, has
    `table_sizes[i % len(table_sizes)]` seats. `scores` receives the points of the first seat.

    The first seat always makes the best move. Every other one makes any move in so many of a hundred rounds as it draws
    from `explore`: otherwise all sheets would be the same. Nothing is learned from seats that never choose.

    Every position after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd
    ed., 12.1; lambda is `decay`), cut off where another move than the best was made (12.10). With `average` the value
    of the next position is not that after the roll that falls, but the mean over all rolls, which takes most of the
    noise out. Each weight has its own step size by temporal coherence.
    """
    tables, scratch, traces, rng = borrowed((tables, scratch, traces, rng))
    out = np.empty(2 * CELLS, np.float32)
    for game in range(len(scores)):
        seats = table_sizes[(first + game) % len(table_sizes)]
        for seat in range(seats):
            clear(traces.sheets[seat])
            traces.explores[seat] = explore[below(rng, len(explore))] if seat and len(explore) > 1 else 0
        rounds, last, over = 0, False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[below(rng, 36)])
            fewest_elsewhere(traces.sheets, seats, traces.elsewhere)
            for seat in range(seats):
                m = np.int64(0) if last else traces.elsewhere[seat]
                play_round(tables, scratch, traces, rng, seat, rounds, total, m, average, out)
            rounds += 1
            for seat in range(seats):
                last |= traces.sheets[seat, FREE] == 0
        for seat in range(seats):
            if traces.explores[seat] < 100:
                learn_game(tables, traces, seat, rounds, decay, average)
        scores[game] = score(tables, traces.sheets[0])
