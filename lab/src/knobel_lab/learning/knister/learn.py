"""Self-play learning of the values of Knister: TD(lambda) on afterstates.

Learning has four phases. First one table of crossings for the whole game is learned from the sampled rolls. Then each
stage of the game gets a copy of this table, which is learned with backups that are expectations over all possible next
rolls. In the third phase three of four games start with bad play, and half of these are played badly to the end. This
covers sheets that play by value never reaches. In the last phase only one of four games does, so that the values of
well-filled sheets become accurate again.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knister.lookup import (
    CELL_COUNT,
    LINE_COUNT,
    PAIR_COUNT,
    STAGE_ENDS,
    SUM_COUNT,
    UNITS_PER_POINT,
    Tables,
    rules_stamp,
    stamp,
    untrained,
)
from knobel.engines.knister.values import SCRATCH, argmax, clear_sheet, enter, evaluate, pair_index, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.data_files import fingerprint, save
from knobel.engines.shared.grid import OPEN_MULTISETS
from knobel.engines.shared.rng import generator, random_below
from knobel_lab.learning.knister.variance import measure_variances
from knobel_lab.learning.packing import pack, rounded
from knobel_lab.learning.td import NOISE_SCALES, draw_bad_start, sample_softmax, update_weight

LAMBDA = 0.5
VARIANCE_GAMES = 200_000
"""Number of games from which the variances are estimated."""
STEP = 1 / 8
"""Step to which written values of crossings are rounded, in points. It halves them, and costs 0.03 points a game."""


class Phase(NamedTuple):
    """A phase of learning; the parameters of `learn_games`.

    They are the total number of games after which the phase ends, the learning rate, whether backups are expectations,
    and how many of four games start with bad play, which requires such backups.
    """

    end: int
    rate: float
    expected: bool
    bad_starts: int


PHASES = (
    Phase(8_000_000, 1.0, expected=False, bad_starts=0),
    Phase(12_880_000, 0.5, expected=True, bad_starts=0),
    Phase(55_750_000, 0.5, expected=True, bad_starts=3),
    Phase(64_300_000, 0.5, expected=True, bad_starts=1),
)
"""The shipped data is that of the end of the last phase; with more games, this phase goes on."""


class Traces(NamedTuple):
    """The record of `learn_games`.

    For a game, by filled cells (26): the points of the last entry (`gain`), the mean over the rolls of the value of the
    best entry before it (`mean`), whether another entry was made (`explored`), and the indices of the weights of the
    sheet: the first `lines` of `line` (26, 12) and the first `pairs` of `pair` (26, 46). For every weight, the sum of
    its errors and the sum of their absolute values: `line_errors` (line weights, 2) and `pair_errors` (pair weights,
    2).
    """

    gain: Array
    mean: Array
    explored: Array
    line: Array
    lines: Array
    pair: Array
    pairs: Array
    line_errors: Array
    pair_errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Traces":
        turns = CELL_COUNT + 1
        return cls(
            gain=np.zeros(turns, np.float32),
            mean=np.zeros(turns, np.float32),
            explored=np.zeros(turns, np.bool_),
            line=np.zeros((turns, LINE_COUNT), np.int64),
            lines=np.zeros(turns, np.int64),
            pair=np.zeros((turns, PAIR_COUNT), np.int64),
            pairs=np.zeros(turns, np.int64),
            line_errors=np.zeros((tables.line_values.size, 2), np.float32),
            pair_errors=np.zeros((tables.pair_values.size, 2), np.float32),
        )


@nested
def record_features(tables: Any, traces: Any, sheet: Any) -> None:
    """Record in `traces` the weights that value a sheet."""
    crossings, mirror = tables.crossings, tables.grid.mirror
    kinds = len(crossings.symmetric)
    filled = CELL_COUNT - sheet.left
    count = 0
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        if i < OPEN_MULTISETS:
            kind = crossings.line_kind[line]
            traces.line[filled, count] = (filled * len(tables.line_values[0]) + kind) * OPEN_MULTISETS + min(
                i, mirror[i]
            )
            count += 1
    traces.lines[filled] = count
    count = 0
    for k in range(sheet.left):
        cell = sheet.free[k]
        for p in range(crossings.pairs[cell]):
            i, j = sheet.lines[crossings.first[cell, p]], sheet.lines[crossings.second[cell, p]]
            kind = crossings.kind[cell, p]
            first_row = (tables.stage[filled] * kinds + kind) * OPEN_MULTISETS
            mi, mj = np.int64(mirror[i]), np.int64(mirror[j])
            traces.pair[filled, count] = pair_index(
                tables.pair_rows, first_row, crossings.symmetric[kind], i, j, mi, mj
            )
            count += 1
    traces.pairs[filled] = count


@nested
def update(tables: Any, traces: Any, filled: Int, target: Float, rate: Float) -> Float:
    """Move the value of the sheet with this number of filled cells towards a target, and return the previous value."""
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
        update_weight(line_weights, traces.line_errors, traces.line[filled, f], step, error)
    for f in range(pairs):
        update_weight(pair_weights, traces.pair_errors, traces.pair[filled, f], step, error)
    return value


@compiled
def learn_games(tables: Any, traces: Any, scratch: Any, rng: Array, phase: Any, scores: Array) -> None:
    """Play `len(scores)` games greedily by the values and learn from each.

    Every afterstate is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed., 12.1),
    backwards from the end of each game. With expected backups the expectation over the next roll replaces the sampled
    roll in every step of the return; this is slower but removes nearly all noise of the dice. Before an entry that was
    not the best, the return is cut off (12.10), so that the values are those of the best play. Each weight has its own
    step size by temporal coherence (Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999),
    times `phase.rate`.
    """
    tables, traces = borrow(tables), borrow(traces)
    sheet, values = scratch.sheet, scratch.values
    for game in range(len(scores)):
        clear_sheet(sheet)
        score = 0
        bad_turns, noise = draw_bad_start(rng, CELL_COUNT, phase.bad_starts)
        for filled in range(1, CELL_COUNT + 1):
            n = sheet.left
            prepare(tables, scratch, sheet)
            fallen = np.int64(tables.grid.rolls[random_below(rng, len(tables.grid.rolls))])
            mean = np.float32(0)
            if phase.expected:
                for total in range(SUM_COUNT):
                    if total != fallen:
                        evaluate(tables, scratch, sheet, total)
                        mean += tables.grid.chances[total] * values[argmax(values, n)]
            evaluate(tables, scratch, sheet, fallen)
            k = argmax(values, n)
            if phase.expected:
                traces.mean[filled] = mean + tables.grid.chances[fallen] * values[k]
            made = sample_softmax(rng, values, n, noise) if filled <= bad_turns else k
            traces.explored[filled] = made != k
            traces.gain[filled] = enter(tables, sheet, made, fallen)
            score += traces.gain[filled]
            record_features(tables, traces, sheet)
        scores[game] = score
        # `value` is the current value of the next afterstate, after learning from the later ones. `better` is the
        # excess of the actual return over it.
        value, better = np.float32(0), np.float32(0)
        for filled in range(CELL_COUNT - 1, 0, -1):
            after = filled + 1
            reached = traces.mean[after] if phase.expected else traces.gain[after] + value
            target = reached if traces.explored[after] else reached + LAMBDA * better
            value = update(tables, traces, filled, target, phase.rate)
            better = target - value


class KnisterLearner:
    """The learner of Knister; see `knobel_lab.learning.training`."""

    def __init__(self, seed: int, phases: Sequence[Phase] = PHASES) -> None:
        self.tables = untrained()
        self.traces = Traces.empty(self.tables)
        self.scratch = np.zeros(1, SCRATCH)[0]
        self.rng = generator(seed)
        self.phases = phases
        self.stamp = fingerprint([rules_stamp(), seed, *phases, LAMBDA, NOISE_SCALES])

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        done = 0
        for phase in self.phases:
            until = games if phase is self.phases[-1] else min(max(phase.end - first, done), games)
            if done < until:
                learn_games(self.playable(first + done), self.traces, self.scratch, self.rng, phase, scores[done:until])
                if first + until == self.phases[0].end:
                    self._open_stages()
            done = until
        return scores

    def _open_stages(self) -> None:
        by_stage = self.tables.pair_values.reshape(len(STAGE_ENDS), -1)
        by_stage[1:] = by_stage[0]
        self.traces.line_errors[:] = 0
        self.traces.pair_errors[:] = 0

    def state(self) -> Mapping[str, Array]:
        values, errors = self.tables.pair_values, self.traces.pair_errors
        touched = np.flatnonzero((values != 0) | (errors[:, 1] != 0))
        return {
            "rng": self.rng,
            "line_values": self.tables.line_values,
            "line_errors": self.traces.line_errors,
            "touched": touched,
            "pair_values": values[touched],
            "pair_errors": errors[touched],
        }

    def restore(self, state: Mapping[str, Array]) -> None:
        self.rng[:] = state["rng"]
        self.tables.line_values[:] = state["line_values"]
        self.traces.line_errors[:] = state["line_errors"]
        self.tables.pair_values[:] = 0
        self.tables.pair_values[state["touched"]] = state["pair_values"]
        self.traces.pair_errors[:] = 0
        self.traces.pair_errors[state["touched"]] = state["pair_errors"]

    def playable(self, games: int) -> Tables:
        """Return the tables for play after this number of games: with one stage until the stages are separate."""
        return self.tables if games >= self.phases[0].end else with_one_stage(self.tables)

    def export(self, path: Path, games: int) -> None:
        """Write the values for play after this number of games, in compact form.

        The file contains the values with which all stages start, and the differences of each stage.
        """
        stages = len(STAGE_ENDS)
        units = rounded(self.tables.pair_values, STEP) * UNITS_PER_POINT
        values = units.clip(-(1 << 15), (1 << 15) - 1).astype(np.int16).reshape(stages, -1)
        met = (self.traces.pair_errors[:, 1].reshape(stages, -1) > 0) & (games >= self.phases[0].end)
        unmet_stage = met.argmin(axis=0)
        begun = values[unmet_stage, np.arange(len(unmet_stage))]
        changes = np.where(met, values - begun, np.int16(0))
        variances = measure_variances(self.playable(games), min(games, VARIANCE_GAMES))
        save(
            path,
            stamp(),
            {
                "line_values": self.tables.line_values.astype(np.float16),
                "variances": variances.astype(np.float16),
                **pack("begun", begun, begun != 0),
                **pack("changes", changes, changes != 0),
            },
            compress=True,
            games=games,
        )


def with_one_stage(tables: Tables) -> Tables:
    """Return the same values with one stage for the whole game."""
    return tables._replace(stage=np.zeros_like(tables.stage))


def learner(seed: int) -> KnisterLearner:
    """Return the learner of the game for a seed."""
    return KnisterLearner(seed)
