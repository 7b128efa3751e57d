"""Self-play learning of the values of Knaster sheets.

The games have one, two and four seats on the same dice, because the game ends for all seats when one grid is full.
`engines.knaster.values` describes the parts of a value.

Every position after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed.,
12.1; lambda is `LAMBDA`). The return is cut off where a move other than the best was made (12.10). Each weight has its
own step size by temporal coherence.

Learning has three phases. First all seats play alike. Then all seats except the first explore. In the last phase no
seat explores, but every other sheet starts with bad play, and half of these are played badly to the end. This covers
sheets that play by value never reaches. Its noise costs strength, so the values for play are a mean over time
(Polyak and Juditsky, "Acceleration of Stochastic Approximation by Averaging", 1992).

Several threads can share the weights without locks (Niu et al., "Hogwild!", 2011): a game changes few of the millions
of weights, so that updates are rarely lost.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knaster.lookup import (
    MAX_ROUNDS,
    MAX_WEIGHTS,
    NO_OPPONENT,
    Tables,
    initialize_unmet_stages,
    stamp,
    tables,
)
from knobel.engines.knaster.sheet import (
    CELLS,
    FREE,
    LINES,
    SHEET,
    circle,
    circles_due,
    clear_sheet,
    completed_lines,
    enter,
    score,
    uncircled,
)
from knobel.engines.knaster.sheet_values import Scratch, last_roll_value, make_move, weight_indices
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, nested
from knobel.engines.shared.data_files import fingerprint, save
from knobel.engines.shared.rng import generator, random_below
from knobel_lab.learning.packing import pack, rounded
from knobel_lab.learning.td import NOISE_SCALES, UNIFORM_NOISE, sample_softmax, update_weight

SEAT_COUNTS = (1, 2, 1, 1, 4, 1)
"""The numbers of seats of the games, in turn."""
LAMBDA = 0.5
ALIKE_GAMES = 630_000
"""Number of games at the start in which all seats play alike."""
EXPLORED_GAMES = 5_400_000
"""Total number of games after which games start with bad play."""
SETTLED_GAMES = 12_000_000
"""Total number of games after which the values for play are a mean over time."""
MEAN_EVERY = 100_000
"""Number of games between two values of which the mean is taken."""
EXPLORATION_PERCENT = (2, 10, 30, 100)
"""Percentages of rounds in which a seat moves randomly; a percentage is drawn for each seat except the first."""
MAX_SHIPPED_WEIGHTS = 8_200_000
"""Maximum number of weights written for play."""
STEP = 1 / 32
"""Step to which written weights are rounded, in points. It halves them almost, and costs 0.004 points a game."""


class Phase(NamedTuple):
    """The parameters that change between phases of learning.

    They are the possible percentages of rounds in which the seats except the first explore, whether every other sheet
    starts with bad play, and the learning rate.
    """

    explore: tuple[int, ...]
    badly: bool
    rate: float = 1.0


PHASES = (
    Phase((0,), badly=False),
    Phase(EXPLORATION_PERCENT, badly=False),
    Phase((0,), badly=True, rate=0.5),
)


class Traces(NamedTuple):
    """The record of a game, and the errors of the weights.

    For each seat it contains the sheet, the percentage of rounds with random moves, the round until which they are
    made, the noise on the values, and the fewest free cells elsewhere. For each seat and round it contains the
    immediate points, the expected points plus value, whether a move other than the best was made, the value after the
    move if it is exact, and the number and indices of the weights. For each weight it contains the sum of its errors
    and the sum of their absolute values. `values` (50) is memory for the values of the moves.
    """

    sheets: Array
    explores: Array
    until: Array
    noise: Array
    elsewhere: Array
    gain: Array
    expected: Array
    explored: Array
    last: Array
    used: Array
    places: Array
    errors: Array
    values: Array

    @classmethod
    def empty(cls, tables: Tables, errors: Array | None = None) -> "Traces":
        shape = (max(SEAT_COUNTS), MAX_ROUNDS)
        return cls(
            sheets=np.zeros((shape[0], SHEET), np.int64),
            explores=np.zeros(shape[0], np.int64),
            until=np.zeros(shape[0], np.int64),
            noise=np.zeros(shape[0]),
            elsewhere=np.zeros(shape[0], np.int64),
            gain=np.zeros(shape, np.float32),
            expected=np.zeros(shape, np.float32),
            explored=np.zeros(shape, np.bool_),
            last=np.zeros(shape, np.float32),
            used=np.zeros(shape, np.int64),
            places=np.zeros((*shape, MAX_WEIGHTS), np.int64),
            errors=np.zeros((len(tables.weights), 2), np.float32) if errors is None else errors,
            values=np.zeros(2 * CELLS, np.float32),
        )


class LearningSettings(NamedTuple):
    """The settings for learning from some games.

    - `seats`: the numbers of seats, in turn.
    - `explore`: the percentages of rounds with random moves from which the seats except the first draw.
    - `badly`: True if every other sheet starts with bad play.
    - `rate`: the learning rate.
    - `decay`: lambda.
    """

    seats: Array
    explore: Array
    badly: bool
    rate: float
    decay: float


class LearningState(NamedTuple):
    """The data that learning reads and writes."""

    tables: Tables
    scratch: Scratch
    traces: Traces
    rng: Array


@nested
def fewest_elsewhere(sheets: Array, seats: Int, out: Array) -> None:
    """Write to `out` for each seat the fewest free cells on another sheet; `NO_OPPONENT` if there is none."""
    for seat in range(seats):
        fewest = NO_OPPONENT
        for other in range(seats):
            if other != seat:
                fewest = min(fewest, sheets[other, FREE])
        out[seat] = fewest


@nested
def make_any_move(tables: Any, scratch: Any, rng: Array, sheet: Array, total: Int, chosen: Int) -> None:
    """Make a move by number, with any circles in completed lines."""
    if chosen < 0:
        return
    if chosen >= CELLS:
        circle(tables, sheet, chosen - CELLS)
        return
    enter(tables, sheet, chosen, total)
    pending, cells = completed_lines(tables, sheet, chosen), scratch.cells
    for line in range(LINES):
        if pending >> line & 1:
            for _ in range(circles_due(tables, sheet, line)):
                circle(tables, sheet, cells[random_below(rng, uncircled(tables, sheet, line, cells))])


@nested
def play_round(learning: Any, lesson: Any, seat: Int, i: Int, total: Int, m: Int) -> None:
    """Make and record a seat's move of round i: the best move, or sometimes a random one."""
    tables, scratch, traces, rng = learning
    sheet, out = traces.sheets[seat], traces.values
    prepare(tables, scratch, sheet, m)
    before = score(tables, sheet)
    k = evaluate(tables, scratch, sheet, m, total, out)
    traces.expected[seat, i] = out[k] if k >= 0 else np.float32(0)
    made, anyhow = k, False
    if i < traces.until[seat] and random_below(rng, 100) < traces.explores[seat]:
        made = sample_softmax(rng, out, len(out), traces.noise[seat])
        anyhow = lesson.badly and (made != k or traces.noise[seat] == UNIFORM_NOISE)
    traces.explored[seat, i] = made != k or anyhow
    if anyhow:
        make_any_move(tables, scratch, rng, sheet, total, made)
    else:
        make_move(tables, scratch, sheet, m, total, made)
    traces.gain[seat, i] = score(tables, sheet) - before
    traces.used[seat, i] = 0
    if m and sheet[FREE]:
        traces.used[seat, i] = weight_indices(tables, sheet, m, traces.places[seat, i])
    elif m:
        traces.last[seat, i] = last_roll_value(tables, sheet)


@nested
def learn_game(learning: Any, lesson: Any, seat: Int, rounds: Int) -> None:
    """Move every recorded position of a seat towards its lambda-return, backwards from the end of the game."""
    learning = borrow(learning)
    traces = learning.traces
    weights, errors = learning.tables.weights, traces.errors
    # `value` is the current value of the next position, after learning from the later positions. `better` is the excess
    # of the actual return over it.
    value, better = np.float32(0), np.float32(0)
    for i in range(rounds - 2, -1, -1):
        after = i + 1
        target = traces.gain[seat, after] + value
        if traces.explored[seat, after]:
            target = traces.expected[seat, after]
        if not traces.explored[seat, after]:
            target += lesson.decay * better
        count = traces.used[seat, i]
        if count == 0:
            value, better = traces.last[seat, i], np.float32(0)
            continue
        here = traces.places[seat, i]
        value = np.float32(0)
        for f in range(count):
            value += weights[here[f]]
        better = np.float32(target - value)
        step = np.float32(lesson.rate * better / count)
        for f in range(count):
            # The weight of lines that cannot score any more stays zero.
            if here[f]:
                update_weight(weights, errors, here[f], step, better)


@compiled
def learn_games(learning: Any, lesson: Any, first: Int, scores: Array) -> None:
    """Play `len(scores)` games by the values and learn from each sheet; the first is game number `first`.

    `scores` receives the points of the first seat. Before the phase with bad play, the first seat always makes the best
    move and every other seat sometimes makes a random move, because otherwise all sheets would be equal. Seats that
    play only randomly are not learned from. In the last phase every other sheet is played badly up to a random round,
    and all sheets are learned from.
    """
    learning, lesson = borrow((learning, lesson))
    tables, _, traces, rng = learning
    for game in range(len(scores)):
        seats = lesson.seats[(first + game) % len(lesson.seats)]
        for seat in range(seats):
            clear_sheet(traces.sheets[seat])
            explore = lesson.explore
            traces.explores[seat] = explore[random_below(rng, len(explore))] if seat and len(explore) > 1 else 0
            traces.until[seat], traces.noise[seat] = MAX_ROUNDS if traces.explores[seat] else 0, UNIFORM_NOISE
            if lesson.badly and random_below(rng, 2):
                traces.explores[seat], traces.until[seat] = 100, random_below(rng, 3 * CELLS)
                traces.noise[seat] = NOISE_SCALES[random_below(rng, len(NOISE_SCALES))]
        rounds, last, over = np.int64(0), False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[random_below(rng, len(tables.rolls))])
            fewest_elsewhere(traces.sheets, seats, traces.elsewhere)
            for seat in range(seats):
                m = np.int64(0) if last else traces.elsewhere[seat]
                play_round(learning, lesson, seat, rounds, total, m)
            rounds += 1
            for seat in range(seats):
                last |= traces.sheets[seat, FREE] == 0
        for seat in range(seats):
            if lesson.badly or traces.explores[seat] < 100:
                learn_game(learning, lesson, seat, rounds)
        scores[game] = score(tables, traces.sheets[0])


class KnasterLearner:
    """The learner of Knaster; see `knobel_lab.learning.training`.

    With several threads no two runs give the same weights.
    """

    def __init__(
        self,
        seed: int,
        threads: int = 1,
        alike_games: int = ALIKE_GAMES,
        explored_games: int = EXPLORED_GAMES,
        settled_games: int = SETTLED_GAMES,
        mean_every: int = MEAN_EVERY,
    ) -> None:
        self.tables = tables()
        self.traces = Traces.empty(self.tables)
        self.rngs = [generator(seed, thread) for thread in range(threads)]
        memory = [self.traces, *(Traces.empty(self.tables, self.traces.errors) for _ in range(1, threads))]
        self.learning = [
            LearningState(self.tables, Scratch.empty(), traces, rng)
            for traces, rng in zip(memory, self.rngs, strict=True)
        ]
        """The memory that each thread reads and writes. They share the weights and their errors."""
        self.ends = (alike_games, explored_games)
        self.settled_games, self.mean_every = settled_games, mean_every
        self.sum, self.added = np.zeros_like(self.tables.weights), 0
        """The sum of the weights of which the mean is taken, and the number of times that they were added."""
        self.stamp = fingerprint(
            [
                stamp(self.tables),
                seed,
                threads,
                *self.ends,
                settled_games,
                mean_every,
                LAMBDA,
                SEAT_COUNTS,
                EXPLORATION_PERCENT,
                NOISE_SCALES,
            ]
        )

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        done = 0
        while done < games:
            game = first + done
            phase = PHASES[sum(game >= end for end in self.ends)]
            next_mean = game - game % self.mean_every + self.mean_every
            until = min(games, *(end - first for end in (*self.ends, next_mean) if end > game))
            lesson = LearningSettings(np.array(SEAT_COUNTS), np.array(phase.explore), phase.badly, phase.rate, LAMBDA)
            self._learn_games(lesson, game, scores[done:until])
            done = until
            self._complete(first + done)
        return scores

    def _learn_games(self, lesson: LearningSettings, first: int, scores: Array) -> None:
        """Call `learn_games` with a part of the games in each thread."""
        parts = np.array_split(scores, len(self.learning))
        starts = first + np.cumsum([0, *map(len, parts[:-1])])
        with ThreadPoolExecutor(len(parts)) as pool:
            list(pool.map(learn_games, self.learning, [lesson] * len(parts), starts.tolist(), parts))

    def _complete(self, games: int) -> None:
        """Initialize weights if the first phase ends with this game, and add all weights to the mean if it is time."""
        if games == self.ends[0]:
            initialize_unmet_stages(self.tables, self.traces.errors[:, 1] > 0)
        if games > self.settled_games and games % self.mean_every == 0:
            self.sum += self.tables.weights
            self.added += 1

    def state(self) -> Mapping[str, Array]:
        touched = np.flatnonzero((self.tables.weights != 0) | (self.traces.errors[:, 1] != 0))
        return {
            "rng": np.concatenate(self.rngs),
            "touched": touched,
            "weights": self.tables.weights[touched],
            "errors": self.traces.errors[touched],
            "sum": self.sum[touched],
            "added": np.array(self.added),
        }

    def restore(self, state: Mapping[str, Array]) -> None:
        for rng, word in zip(self.rngs, state["rng"], strict=True):
            rng[:] = word
        self.tables.weights[:] = 0
        self.tables.weights[state["touched"]] = state["weights"]
        self.traces.errors[:] = 0
        self.traces.errors[state["touched"]] = state["errors"]
        self.sum[:] = 0
        self.sum[state["touched"]] = state["sum"]
        self.added = int(state["added"])

    def values(self) -> Array:
        """Return the weights for play: their mean over time, or those of now before it began."""
        return self.sum / np.float32(self.added) if self.added else self.tables.weights

    def export(self, path: Path, games: int) -> None:
        """Write the values for play after this number of games, limited to the weights that were updated most."""
        seen = self.traces.errors[:, 1]
        known = seen > 0
        if known.sum() > MAX_SHIPPED_WEIGHTS:
            known = seen > np.partition(seen, -MAX_SHIPPED_WEIGHTS)[-MAX_SHIPPED_WEIGHTS]
        values = pack("weights", rounded(self.values(), STEP).astype(np.float16), known)
        save(path, stamp(self.tables), values, compress=True, games=games)


def learner(seed: int, threads: int = 1) -> KnasterLearner:
    """Return the learner of the game for a seed."""
    return KnasterLearner(seed, threads)
