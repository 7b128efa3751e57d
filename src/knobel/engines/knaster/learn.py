"""Values of Knaster sheets learned by self-play at tables of one, two and four seats on the same dice, because the game
ends for all when one grid is full. See `engines.knaster.values` for what a value is made of.

Every position after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed.,
12.1; lambda is `DECAY`), cut off where another move than the best was made (12.10). Each weight has its own step size
by temporal coherence.

The course of learning: first all seats play alike; then those but the first explore; for a while all possible next
rolls are averaged. At last no seat explores, but every other sheet begins badly, half of those to the end, so that
sheets which play by value never leads to are valued as well.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knaster.sheet import (
    CELLS,
    FREE,
    LINES,
    SHEET,
    SUMS,
    circle,
    clear,
    completed,
    due,
    enter,
    score,
    uncircled,
)
from knobel.engines.knaster.tables import (
    ALONE,
    MOST_ROUNDS,
    MOST_WEIGHTS,
    Scratch,
    Tables,
    open_stages,
    stamp,
    tables,
)
from knobel.engines.knaster.values import evaluate, last_value, move, places, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Int, compiled
from knobel.engines.shared.rng import below, generator
from knobel.engines.shared.stamps import fingerprint, pack, save
from knobel.engines.shared.td import ANYWHERE, SLIPS, adapt, slip

SEATS = (1, 2, 1, 1, 4, 1)
"""The numbers of seats of the games learned, in turn."""
DECAY = 0.5
ALIKE_GAMES = 630_000
"""How many games are learned first in which all seats play alike."""
SAMPLED_GAMES = 4_500_000
"""How many are learned in all from the rolls that fall, before all possible next rolls are averaged."""
AVERAGED_GAMES = 4_688_144
"""How many are learned in all before games begin badly."""
EXPLORE = (2, 10, 30, 100)
"""In how many of a hundred rounds the seats but the first make any move, once seats do not play alike: one of these by
chance."""
MOST_SHIPPED = 6_000_000
"""How many weights are written for play."""


class Phase(NamedTuple):
    """What changes in the course of learning: in how many of a hundred rounds the seats but the first explore, whether
    all next rolls are averaged, whether every other sheet begins badly, and the rate of the steps."""

    explore: tuple[int, ...]
    average: bool
    badly: bool
    rate: float = 1.0


COURSE = (
    Phase((0,), average=False, badly=False),
    Phase(EXPLORE, average=False, badly=False),
    Phase(EXPLORE, average=True, badly=False),
    Phase((0,), average=False, badly=True, rate=0.5),
)


class Traces(NamedTuple):
    """What is noted of a game: by seat the sheet, in how many of a hundred rounds it explores, until which
    round, with how much noise on the values, and the fewest free cells elsewhere; by seat and round the points at once,
    what points and value were expected of it, whether another move than the best was made, the value after the move
    where it is exact, and how many weights there are and which; and the errors that every weight has seen: their sum
    and the sum of their sizes. `values` (50) is space for those of the moves."""

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
    def empty(cls, tables: Tables) -> "Traces":
        shape = (max(SEATS), MOST_ROUNDS)
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
            places=np.zeros((*shape, MOST_WEIGHTS), np.int64),
            errors=np.zeros((len(tables.weights), 2), np.float32),
            values=np.zeros(2 * CELLS, np.float32),
        )


class Lesson(NamedTuple):
    """How some games are learned: the numbers of `seats`, in turn; what the seats but the first draw from, in how many
    of a hundred rounds they make any move; whether the mean over all next rolls is learned from, not only what comes
    after the one that falls, which takes most of the noise out; whether every other sheet begins badly; the rate of
    the steps; and lambda."""

    seats: Array
    explore: Array
    average: bool
    badly: bool
    rate: float
    decay: float


class Learning(NamedTuple):
    """All that learning reads and writes."""

    tables: Tables
    scratch: Scratch
    traces: Traces
    rng: Array


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
def move_anyhow(tables: Any, scratch: Any, rng: Array, sheet: Array, total: Int, chosen: Int) -> None:
    """Make a move, with any circles in completed lines, by number."""
    if chosen < 0:
        return
    if chosen >= CELLS:
        circle(tables, sheet, chosen - CELLS)
        return
    enter(tables, sheet, chosen, total)
    pending, cells = completed(tables, sheet, chosen), scratch.cells
    for line in range(LINES):
        if pending >> line & 1:
            for _ in range(due(tables, sheet, line)):
                circle(tables, sheet, cells[below(rng, uncircled(tables, sheet, line, cells))])


@compiled
def play_round(learning: Any, lesson: Any, seat: Int, i: Int, total: Int, m: Int) -> None:
    """Make a seat's move of round i, the best or now and then any, and note it."""
    tables, scratch, traces, rng = learning
    sheet, out = traces.sheets[seat], traces.values
    prepare(tables, scratch, sheet, m)
    before = score(tables, sheet)
    mean = np.float32(0)
    if lesson.average:
        for other in range(SUMS):
            k = evaluate(tables, scratch, sheet, m, other, out)
            if k >= 0:
                mean += tables.chances[other] * out[k]
    k = evaluate(tables, scratch, sheet, m, total, out)
    best = out[k] if k >= 0 else np.float32(0)
    traces.expected[seat, i] = mean if lesson.average else best
    made, anyhow = k, False
    if i < traces.until[seat] and below(rng, 100) < traces.explores[seat]:
        made = slip(rng, out, len(out), traces.noise[seat])
        anyhow = lesson.badly and (made != k or traces.noise[seat] == ANYWHERE)
    traces.explored[seat, i] = made != k or anyhow
    if anyhow:
        move_anyhow(tables, scratch, rng, sheet, total, made)
    else:
        move(tables, scratch, sheet, m, total, made)
    traces.gain[seat, i] = score(tables, sheet) - before
    traces.used[seat, i] = 0
    if m and sheet[FREE]:
        traces.used[seat, i] = places(tables, sheet, m, traces.places[seat, i])
    elif m:
        traces.last[seat, i] = last_value(tables, sheet)


@compiled
def learn_game(learning: Any, lesson: Any, seat: Int, rounds: Int) -> None:
    """Move every noted position of a seat towards its lambda-return, backwards from the end of the game."""
    learning = borrowed(learning)
    traces = learning.traces
    weights, errors = learning.tables.weights, traces.errors
    # The value of the position after, as it is now that the later positions have been learned, and how much better the
    # game went on from there.
    value, better = np.float32(0), np.float32(0)
    for i in range(rounds - 2, -1, -1):
        after = i + 1
        target = traces.gain[seat, after] + value
        if lesson.average or traces.explored[seat, after]:
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
            # The weight of lines that are worth nothing any more stays zero.
            if here[f]:
                adapt(weights, errors, here[f], step, better)


@compiled
def learn(learning: Any, lesson: Any, first: Int, scores: Array) -> None:
    """Play `len(scores)` games on the values and learn from each sheet; the first is game number `first`. `scores`
    receives the points of the first seat.

    Before games begin badly the first seat always makes the best move, and every other one makes any move now and then:
    otherwise all sheets would be the same. Nothing is learned from seats that never choose. Then every other sheet is
    played badly up to a round drawn for it, and all are learned from.
    """
    learning, lesson = borrowed((learning, lesson))
    tables, _, traces, rng = learning
    for game in range(len(scores)):
        seats = lesson.seats[(first + game) % len(lesson.seats)]
        for seat in range(seats):
            clear(traces.sheets[seat])
            explore = lesson.explore
            traces.explores[seat] = explore[below(rng, len(explore))] if seat and len(explore) > 1 else 0
            traces.until[seat], traces.noise[seat] = MOST_ROUNDS if traces.explores[seat] else 0, ANYWHERE
            if lesson.badly and below(rng, 2):
                traces.explores[seat], traces.until[seat] = 100, below(rng, 3 * CELLS)
                traces.noise[seat] = SLIPS[below(rng, len(SLIPS))]
        rounds, last, over = np.int64(0), False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[below(rng, len(tables.rolls))])
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
    """Learns Knaster; see `engines.shared.training`."""

    def __init__(
        self,
        seed: int,
        alike_games: int = ALIKE_GAMES,
        sampled_games: int = SAMPLED_GAMES,
        averaged_games: int = AVERAGED_GAMES,
    ) -> None:
        self.tables = tables()
        self.traces = Traces.empty(self.tables)
        self.rng = generator(seed)
        self.learning = Learning(self.tables, Scratch.empty(), self.traces, self.rng)
        self.ends = (alike_games, sampled_games, averaged_games)
        self.stamp = fingerprint([stamp(self.tables), seed, *self.ends, DECAY, SEATS, EXPLORE, SLIPS])

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        done = 0
        for end, phase in zip((*self.ends, first + games), COURSE, strict=True):
            until = min(max(end - first, done), games)
            lesson = Lesson(np.array(SEATS), np.array(phase.explore), phase.average, phase.badly, phase.rate, DECAY)
            learn(self.learning, lesson, first + done, scores[done:until])
            if done < until and first + until == self.ends[0]:
                open_stages(self.tables, self.traces.errors[:, 1] > 0)
            done = until
        return scores

    def state(self) -> Mapping[str, Array]:
        touched = np.flatnonzero((self.tables.weights != 0) | (self.traces.errors[:, 1] != 0))
        return {
            "rng": self.rng,
            "touched": touched,
            "weights": self.tables.weights[touched],
            "errors": self.traces.errors[touched],
        }

    def restore(self, state: Mapping[str, Array]) -> None:
        self.rng[:] = state["rng"]
        self.tables.weights[:] = 0
        self.tables.weights[state["touched"]] = state["weights"]
        self.traces.errors[:] = 0
        self.traces.errors[state["touched"]] = state["errors"]

    def export(self, path: Path, games: int) -> None:
        """Write the values that play needs after so many games, small: those that have seen most."""
        seen = self.traces.errors[:, 1]
        known = seen > 0
        if known.sum() > MOST_SHIPPED:
            known = seen > np.partition(seen, -MOST_SHIPPED)[-MOST_SHIPPED]
        values = pack("weights", self.tables.weights.astype(np.float16), known)
        save(path, stamp(self.tables), values, compress=True, games=games)


def learner(seed: int) -> KnasterLearner:
    """What learns the game from a seed."""
    return KnasterLearner(seed)
