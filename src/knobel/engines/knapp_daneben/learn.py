"""Values of Knapp Daneben! positions learned by self-play.

See `engines.knapp_daneben.values` for what a value is made of. All colours share their values: a circle is one's own
or another's.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.arrays import knapp_daneben
from knobel.engines.knapp_daneben.spread import follow, learn_variances
from knobel.engines.knapp_daneben.values import BASE, FREE, learn
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import generator
from knobel.engines.shared.stamps import fingerprint, load, save
from knobel.games.grid import CELLS, SIZE
from knobel.games.knapp_daneben import BOX_LINES, COLOURS, LATIN_SQUARE

STAGE_LENGTH = 3
DECAY = 0.5
VALUES = ("line_values", "cell_values", "free_values")
"""What is learned, among the `Tables`."""


class Tables(NamedTuple):
    """All that a value depends on. `rolls`, `colour` and `number_points` are those of `engines.knapp_daneben.arrays`.

    `stage` (26): the stage of the game by filled cells. `power` (5): of `BASE`. `line_slot` and `line_points`
    (BASE**5): of every line code, the place of its weight (0 for full lines, whose value is nought) and the points so
    far. `axis` (5, BASE**5): how a line looks from each of its free circles, see `axes`; `axis_mirror`: the same with
    all dice turned over. `free_slot` (6**5): the weight for the numbers of free circles.
    """

    rolls: Array
    colour: Array
    number_points: Array
    stage: Array
    power: Array
    line_slot: Array
    line_points: Array
    axis: Array
    axis_mirror: Array
    free_slot: Array
    line_values: Array
    cell_values: Array
    free_values: Array


@cache
def digits() -> Array:
    """What the five circles of every line code show. Shape (BASE**5, 5)."""
    return read_only(np.arange(BASE**SIZE)[:, None] // BASE ** np.arange(SIZE) % BASE, np.int8)


@cache
def boxes() -> tuple[Array, Array]:
    """Of every line code, which boxes are ticked, and which still can be. Shapes (BASE**5, 4), boolean."""
    ticked = np.zeros((BASE, BASE), np.bool_)
    ticked[: len(SUMS), : len(SUMS)] = knapp_daneben().ticked
    left, right = digits()[:, :-1], digits()[:, 1:]
    return read_only(ticked[left, right], np.bool_), read_only((left >= FREE) | (right >= FREE), np.bool_)


@cache
def line_codes() -> tuple[Array, Array]:
    """`line_slot` and `line_points` of `Tables`."""
    codes, power = np.arange(BASE**SIZE), BASE ** np.arange(SIZE)
    shown = digits().astype(np.int64)
    turned = np.where(shown < FREE, FREE - 1 - shown, shown)
    least = np.minimum.reduce([codes, shown[:, ::-1] @ power, turned @ power, turned[:, ::-1] @ power])
    slots = np.zeros_like(codes)
    kept = np.flatnonzero((least == codes) & (shown >= FREE).any(axis=1))
    slots[kept] = np.arange(1, len(kept) + 1)
    points = knapp_daneben().tick_points[boxes()[0].sum(axis=1)]
    return read_only(slots[least], np.int32), read_only(points, np.int8)


@cache
def axes() -> tuple[Array, Array]:
    """`axis` and `axis_mirror` of `Tables`.

    From a free circle a line is its two neighbours there (either may be free or missing), and of the boxes between
    others how many are ticked and how many still can be.
    """
    wall, symbols, most = FREE + 1, FREE + 2, SIZE - 1
    ticked, open_ = boxes()
    shown = np.pad(np.minimum(digits(), FREE).astype(np.int64), ((0, 0), (1, 1)), constant_values=wall)
    looks = np.zeros((SIZE, BASE**SIZE), np.int64)
    for k in range(SIZE):
        others = [box for box in range(SIZE - 1) if box not in (k - 1, k)]
        sides = shown[:, k], shown[:, k + 2]
        pair = np.minimum(*sides) * symbols + np.maximum(*sides)
        looks[k] = (pair * most + ticked[:, others].sum(axis=1)) * most + open_[:, others].sum(axis=1)
    free = shown[:, 1:-1].T == FREE
    seen = np.zeros(symbols**2 * most**2, np.bool_)
    seen[looks[free]] = True
    number = np.cumsum(seen) - 1
    turn = np.array([*range(FREE - 1, -1, -1), FREE, wall])
    known = np.flatnonzero(seen)
    pair, rest = np.divmod(known, most**2)
    one, two = turn[pair // symbols], turn[pair % symbols]
    mirror = number[(np.minimum(one, two) * symbols + np.maximum(one, two)) * most**2 + rest]
    return read_only(np.where(free, number[looks], 0), np.int16), read_only(mirror, np.int64)


@cache
def free_slots() -> Array:
    """`free_slot` of `Tables`: the other colours are alike."""
    most = SIZE + 1
    counts = list(product(range(most), repeat=len(COLOURS)))
    index = {count: i for i, count in enumerate(counts)}
    return read_only([index[own, *sorted(others)] for own, *others in counts], np.int64)


def tables(layout: str = LATIN_SQUARE) -> Tables:
    """Tables with all values zero."""
    rules = knapp_daneben(layout)
    line_slot, line_points = line_codes()
    axis, axis_mirror = axes()
    stage = np.arange(len(CELLS) + 1) // STAGE_LENGTH
    stages = int(stage[-1]) + 1
    return Tables(
        rolls=rules.rolls,
        colour=rules.colour,
        number_points=rules.number_points,
        stage=stage,
        power=BASE ** np.arange(SIZE),
        line_slot=line_slot,
        line_points=line_points,
        axis=axis,
        axis_mirror=axis_mirror,
        free_slot=free_slots(),
        line_values=np.zeros((stages, int(line_slot.max()) + 1), np.float32),
        cell_values=np.zeros((stages, 2 * len(axis_mirror) ** 2), np.float32),
        free_values=np.zeros(len(free_slots()), np.float32),
    )


def stamp(tables: Tables) -> str:
    """What trained data must have been made with to fit: the rules as arrays, and the shapes of the values."""
    return fingerprint(tables[:-3], [values.shape for values in tables[-3:]])


class Scratch(NamedTuple):
    """Scratch space of `engines.knapp_daneben.values.choose`; `all` stays true."""

    wanted: Array
    all: Array
    worth: Array
    best: Array
    where: Array

    @classmethod
    def empty(cls) -> "Scratch":
        shape = (len(COLOURS), len(SUMS))
        return cls(
            wanted=np.zeros(shape, np.bool_),
            all=np.ones(shape, np.bool_),
            worth=np.zeros((len(CELLS), len(SUMS))),
            best=np.zeros(shape),
            where=np.zeros(shape, np.int64),
        )


class Traces(NamedTuple):
    """What `learn` notes of a game, by filled cells, and the errors that every weight has seen: their sum and the sum
    of their sizes."""

    gain: Array
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
        turns = len(CELLS) + 1
        return cls(
            gain=np.zeros(turns, np.float32),
            line=np.zeros((turns, len(BOX_LINES)), np.int64),
            lines=np.zeros(turns, np.int64),
            cell=np.zeros((turns, len(CELLS)), np.int64),
            cells=np.zeros(turns, np.int64),
            free=np.zeros(turns, np.int64),
            line_errors=np.zeros((tables.line_values.size, 2), np.float32),
            cell_errors=np.zeros((tables.cell_values.size, 2), np.float32),
            free_errors=np.zeros((tables.free_values.size, 2), np.float32),
        )


class KnappDanebenLearner:
    """Learns Knapp Daneben! on the usual layout; see `engines.shared.training`."""

    def __init__(self, seed: int) -> None:
        self.tables = tables()
        self.traces = Traces.empty(self.tables)
        self.scratch = Scratch.empty()
        self.rng = generator(seed)
        self.stamp = fingerprint([stamp(self.tables), seed, DECAY])

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        learn(self.tables, self.traces, self.scratch, self.rng, scores, DECAY, 1.0)
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
        """Write what play needs, in half precision, with the number of games learned."""
        spread = measure_spread(self.tables, games)
        arrays = {"deviation": spread.deviation, "correlation": spread.correlation}
        for name in VALUES:
            arrays[name] = getattr(self.tables, name).astype(np.float16)
            arrays[f"{name}_variance"] = getattr(spread.variances, name).astype(np.float16)
        save(path, stamp(self.tables), arrays, compress=True, games=games)


class Spread(NamedTuple):
    """How final points deviate from what values expect of a sheet after a move.

    `variances` are tables like those of values: the variance of the points still to come. By the cells filled (26):
    `deviation`, in points, of all sheets alike, and `correlation` of the deviations of two sheets of different colours
    on the same dice.
    """

    variances: Tables
    deviation: Array
    correlation: Array


VARIANCE_GAMES = 300_000
SPREAD_GAMES = 2_000


def measure_spread(tables: Tables, games: int) -> Spread:
    """The spread in games played on values alone: so many for the variances, if not more than enough."""
    scratch, rng = Scratch.empty(), generator(0)
    variances = tables._replace(**{name: np.zeros_like(getattr(tables, name)) for name in VALUES})
    count = min(games, VARIANCE_GAMES)
    learn_variances(tables, variances, Traces.empty(tables), scratch, rng, count, DECAY, 1.0)
    # All five colours on the same dice.
    expected = np.zeros((SPREAD_GAMES, len(CELLS) + 1, len(COLOURS)))
    follow(tables, scratch, rng, expected)
    expected[:, 0] = expected[:, -1].mean(axis=0)
    errors = expected[:, -1:] - expected
    variance = (errors**2).mean(axis=(0, 2))
    # The mean square of a sum of five is five variances and twenty covariances.
    square = (errors.sum(axis=2) ** 2).mean(axis=0)
    colours = len(COLOURS)
    correlation = (square / np.maximum(variance, 1e-9) - colours) / (colours * (colours - 1))
    correlation[-1] = 0
    return Spread(variances, np.sqrt(variance), np.clip(correlation, 0, 1))


def load_values(path: Path, layout: str = LATIN_SQUARE) -> tuple[Tables, Spread]:
    """What `KnappDanebenLearner.export` wrote. It serves any layout, if not equally well.

    :raises Stale: if it was made with other rules or arrays.
    """
    stored, _ = load(path, stamp(tables()))
    values, variances = tables(layout), tables(layout)
    for name in VALUES:
        getattr(values, name)[:] = stored[name]
        getattr(variances, name)[:] = stored[f"{name}_variance"]
    return values, Spread(variances, stored["deviation"], stored["correlation"])


def learner(seed: int) -> KnappDanebenLearner:
    """What learns the game from a seed."""
    return KnappDanebenLearner(seed)
