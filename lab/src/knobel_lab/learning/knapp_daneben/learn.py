"""Self-play learning for Knapp Daneben!: the values, by TD(lambda) on afterstates, and the deviations of final points.

All colours share their values: a circle has either the seat's own colour or another. At first games are learned from
the sampled rolls. Then backups are expectations over all possible next rolls, and three of four games start with bad
play, half of these to the end. This covers sheets that play by value never reaches.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.lookup import (
    CELLS,
    COLOURS,
    FREE,
    LINES,
    SUMS,
    VALUE_NAMES,
    ScoreDeviations,
    Tables,
    cell_slots,
    stamp,
    stored_shape,
    untrained,
)
from knobel.engines.knapp_daneben.values import (
    SHEET,
    Scratch,
    choose_entry,
    circle_weight_index,
    clear_sheet,
    enter,
    evaluate,
    expected_best_entry,
    free_circles,
    free_weight_index,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.data_files import fingerprint, save
from knobel.engines.shared.rng import generator, random_below
from knobel_lab.learning.td import NOISE_SCALES, draw_bad_start, sample_softmax, update_weight

LAMBDA = 0.5
"""Lambda."""
LEARNING_RATE = 1.0
SAMPLED_GAMES = 11_675_000
"""Number of games learned from the sampled rolls."""
BAD_STARTS = 3
"""Of four games after these, the number that start with bad play."""
VARIANCE_GAMES = 300_000
DEVIATION_GAMES = 2_000


class Traces(NamedTuple):
    """The record of a game by number of filled circles (26), and the errors of each weight.

    - `gain`: the points of the last entry.
    - `mean`: the mean over the rolls of the value of the best entry before it.
    - `explored`: True if another entry was made.
    - `line` (26, 10) and `cell` (26, 25): the indices of the line and cell values of the sheet, with all stages
      concatenated; the first `lines` and `cells` (26) of each row are used.
    - `free`: the index of the free value.
    - `line_errors`, `cell_errors` and `free_errors` (values, 2): see `knobel_lab.learning.td.update_weight`.
    """

    gain: Array
    mean: Array
    explored: Array
    line: Array
    lines: Array
    cell: Array
    cells: Array
    free: Array
    line_errors: Array
    cell_errors: Array
    free_errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Traces":
        return cls(
            gain=np.zeros(CELLS + 1, np.float32),
            mean=np.zeros(CELLS + 1, np.float32),
            explored=np.zeros(CELLS + 1, np.bool_),
            line=np.zeros((CELLS + 1, LINES), np.int64),
            lines=np.zeros(CELLS + 1, np.int64),
            cell=np.zeros((CELLS + 1, CELLS), np.int64),
            cells=np.zeros(CELLS + 1, np.int64),
            free=np.zeros(CELLS + 1, np.int64),
            line_errors=np.zeros((tables.line_values.size, 2), np.float32),
            cell_errors=np.zeros((tables.cell_values.size, 2), np.float32),
            free_errors=np.zeros((tables.free_values.size, 2), np.float32),
        )


@nested
def record_features(tables: Any, traces: Any, sheet: Any) -> None:
    """Record in `traces` the weights that value a sheet."""
    filled = CELLS - free_circles(sheet)
    stage = tables.stage[filled]
    n = 0
    for line in range(LINES):
        slot = tables.line_slot[sheet.codes[line]]
        if slot:
            traces.line[filled, n] = stage * tables.line_values.shape[1] + slot
            n += 1
    traces.lines[filled] = n
    n = 0
    for cell in range(CELLS):
        if sheet.sums[cell] == FREE:
            traces.cell[filled, n] = stage * tables.cell_values.shape[1] + circle_weight_index(tables, sheet, cell)
            n += 1
    traces.cells[filled] = n
    traces.free[filled] = free_weight_index(tables, sheet)


@nested
def update(tables: Any, traces: Any, filled: Int, target: Float) -> Float:
    """Move the value of the sheet with `filled` filled circles towards a target, and return the previous value."""
    lines, cells, free = tables.line_values.reshape(-1), tables.cell_values.reshape(-1), tables.free_values
    value = free[traces.free[filled]]
    for f in range(traces.lines[filled]):
        value += lines[traces.line[filled, f]]
    for f in range(traces.cells[filled]):
        value += cells[traces.cell[filled, f]]
    error = np.float32(target - value)
    step = np.float32(LEARNING_RATE * error / (1 + traces.lines[filled] + traces.cells[filled]))
    update_weight(free, traces.free_errors, traces.free[filled], step, error)
    for f in range(traces.lines[filled]):
        update_weight(lines, traces.line_errors, traces.line[filled, f], step, error)
    for f in range(traces.cells[filled]):
        update_weight(cells, traces.cell_errors, traces.cell[filled, f], step, error)
    return value


@nested
def learn_game(tables: Any, traces: Any, expected: bool) -> None:
    """Learn from the sheets and gains of a game recorded in `traces`.

    Every sheet after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed.,
    12.1), backwards from the end of the game. With expected backups the expectation over the next roll replaces the
    sampled roll in every step of the return. Before an entry that was not the best, the return is cut off (12.10), so
    that the values are those of the best play.
    """
    # `value` is the current value of the next sheet, after learning from the later sheets. `better` is the excess of
    # the actual return over it.
    value, better = np.float32(0), np.float32(0)
    for filled in range(CELLS - 1, 0, -1):
        after = filled + 1
        reached = traces.mean[after] if expected else traces.gain[after] + value
        target = reached if traces.explored[after] else reached + LAMBDA * better
        value = update(tables, traces, filled, target)
        better = target - value


@compiled
def learn_games(tables: Any, traces: Any, scratch: Any, rng: Array, sheets: Array, badly: bool, scores: Array) -> None:
    """Play `len(scores)` games greedily by the values, each with a random colour, and learn from each.

    With `badly` the backups are expectations, and `BAD_STARTS` of four games start with bad play.
    """
    sheet = sheets[0]
    for game in range(len(scores)):
        clear_sheet(tables, random_below(rng, COLOURS), sheet)
        bad_turns, noise = draw_bad_start(rng, CELLS, BAD_STARTS if badly else 0)
        score = 0
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[random_below(rng, len(tables.rolls))]
            if badly:
                evaluate(tables, sheet, scratch.all, scratch)
                traces.mean[filled] = expected_best_entry(sheet.own, scratch.best)
            cell, total, _ = choose_entry(tables, scratch, sheet, faces)
            best = cell * SUMS + total
            made = sample_softmax(rng, scratch.values.reshape(-1), CELLS * SUMS, noise) if filled <= bad_turns else best
            traces.explored[filled] = made != best
            cell, total = made // SUMS, made % SUMS
            gain = enter(tables, sheet, cell, total)
            traces.gain[filled] = gain
            score += gain
            record_features(tables, traces, sheet)
        scores[game] = score
        learn_game(tables, traces, badly)


@compiled
def learn_variances(
    tables: Any, variances: Any, traces: Any, scratch: Any, rng: Array, sheets: Array, games: Int
) -> None:
    """Play games greedily by the values, each with a random colour, and learn the variance of the points still to come.

    `variances` are tables like those of the values. Errors of the value from one sheet to the next are uncorrelated, so
    their squares can be summed (Sato, Kimura and Kobayashi, "TD algorithm for the variance of return", 2001).
    """
    sheet = sheets[0]
    for _ in range(games):
        clear_sheet(tables, random_below(rng, COLOURS), sheet)
        before = 0.0
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[random_below(rng, len(tables.rolls))]
            cell, total, value = choose_entry(tables, scratch, sheet, faces)
            gain = enter(tables, sheet, cell, total)
            traces.gain[filled] = (value - before) ** 2
            before = value - gain
            record_features(variances, traces, sheet)
        learn_game(variances, traces, False)


@compiled
def play_all_colours(tables: Any, scratch: Any, rng: Array, sheets: Array, expected: Array) -> None:
    """Play games greedily by the values with one sheet of each colour, on the same dice.

    `expected` (games, 26, 5) receives the expected final points of each sheet, by the number of filled circles; those
    with 25 circles are the final points.
    """
    score = np.empty(COLOURS)
    for game in range(len(expected)):
        score[:] = 0
        for own in range(COLOURS):
            clear_sheet(tables, own, sheets[own])
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[random_below(rng, len(tables.rolls))]
            for own in range(COLOURS):
                cell, total, value = choose_entry(tables, scratch, sheets[own], faces)
                expected[game, filled, own] = score[own] + value
                score[own] += enter(tables, sheets[own], cell, total)


class KnappDanebenLearner:
    """The learner of Knapp Daneben! on the usual layout; see `knobel_lab.learning.training`."""

    def __init__(self, seed: int, sampled_games: int = SAMPLED_GAMES) -> None:
        self.sampled_games = sampled_games
        self.tables = untrained()
        self.traces = Traces.empty(self.tables)
        self.scratch = Scratch.empty()
        self.sheets = np.zeros(1, SHEET)
        self.rng = generator(seed)
        # Data files and checkpoints differ in the shapes of their arrays.
        self.stamp = fingerprint(
            [stamp(self.tables), seed, sampled_games, BAD_STARTS, LAMBDA, NOISE_SCALES, *self.tables.cell_values.shape]
        )

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        done = min(max(self.sampled_games - first, 0), games)
        for badly, part in ((False, scores[:done]), (True, scores[done:])):
            learn_games(self.tables, self.traces, self.scratch, self.rng, self.sheets, badly, part)
        return scores

    def state(self) -> Mapping[str, Array]:
        return {
            "rng": self.rng,
            "line_values": self.tables.line_values,
            "cell_values": self.tables.cell_values,
            "free_values": self.tables.free_values,
            "line_errors": self.traces.line_errors,
            "cell_errors": self.traces.cell_errors,
            "free_errors": self.traces.free_errors,
        }

    def restore(self, state: Mapping[str, Array]) -> None:
        for name, array in self.state().items():
            array[:] = state[name]

    def export(self, path: Path, games: int) -> None:
        """Write the data that play needs, with the number of games learned."""
        deviations = measure_deviations(self.tables, games)
        arrays = {"deviation": deviations.deviation, "correlation": deviations.correlation}
        for name in VALUE_NAMES:
            arrays[name] = pack_values(self.tables, name)
            arrays[f"{name}_variance"] = pack_values(deviations.variances, name)
        save(path, stamp(self.tables), arrays, compress=True, games=games)


def pack_values(tables: Tables, name: str) -> Array:
    """Return values in their stored format, in half precision."""
    values: Array = getattr(tables, name).astype(np.float16)
    if name != "cell_values":
        return values
    stored = np.zeros(stored_shape(tables), np.float16)
    stored[:, cell_slots()[1]] = values
    return stored


def measure_deviations(tables: Tables, games: int) -> ScoreDeviations:
    """Return the deviations in games played by the values; `games` limits the number of games for the variances."""
    space, rng, sheets = Scratch.empty(), generator(0), np.zeros(COLOURS, SHEET)
    variances = tables._replace(**{name: np.zeros_like(getattr(tables, name)) for name in VALUE_NAMES})
    learn_variances(tables, variances, Traces.empty(tables), space, rng, sheets, min(games, VARIANCE_GAMES))
    # All five colours use the same dice.
    expected = np.zeros((DEVIATION_GAMES, CELLS + 1, COLOURS))
    play_all_colours(tables, space, rng, sheets, expected)
    expected[:, 0] = expected[:, -1].mean(axis=0)
    errors = expected[:, -1:] - expected
    variance = (errors**2).mean(axis=(0, 2))
    # The mean square of a sum of five is five variances and twenty covariances.
    square = (errors.sum(axis=2) ** 2).mean(axis=0)
    correlation = (square / np.maximum(variance, 1e-9) - COLOURS) / (COLOURS * (COLOURS - 1))
    correlation[-1] = 0
    return ScoreDeviations(variances, np.sqrt(variance), np.clip(correlation, 0, 1))


def learner(seed: int) -> KnappDanebenLearner:
    """Return the learner of the game for a seed."""
    return KnappDanebenLearner(seed)
