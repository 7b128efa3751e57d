"""Values of Knaster sheets learned by self-play, and play that looks ahead on them.

See `engines.knaster.values` for what a value is made of. Games are learned at tables of one, two and four seats on the
same dice, because the game ends for all when one grid is full.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.knaster.arrays import knaster, line_codes, line_pairs
from knobel.engines.knaster.learning import learn
from knobel.engines.knaster.sheet import SHEET
from knobel.engines.knaster.values import (
    ALONE,
    CODES,
    COUNT_PART,
    GROUPS,
    KINDS,
    LINE_PART,
    NEED_PART,
    NEEDS,
    STAGE,
    STATES,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import OPEN, grid
from knobel.engines.shared.rng import generator
from knobel.engines.shared.stamps import fingerprint, load, pack, save, unpack
from knobel.games.grid import CELLS, LINES, SIZE

TABLE_SIZES = (1, 2, 1, 1, 4, 1)
"""The numbers of seats of the games learned, in turn."""
TIME_ENDS = (0, 1, 2, 4, 7, 10, 14, 18)
"""The numbers of free cells up to which each stage of the game goes; the last goes on to the empty grid."""
NEAR = 2
"""How many free cells more or less than on the fastest other sheet count as about as many."""
EARLY = 10
"""With more free cells than these it does not matter yet how many others have."""
DECAY = 0.5
ALIKE_GAMES = 630_000
"""How many games are learned first in which all seats play alike."""
SAMPLED_GAMES = 4_500_000
"""How many are learned in all from the rolls that fall, before all possible next rolls are averaged."""
EXPLORE = (2, 10, 30, 100)
"""In how many of a hundred rounds the seats but the first make any move, afterwards: one of these by chance."""
MOST_ROUNDS = 52
MOST_WEIGHTS = 120
MOST_SHIPPED = 5_000_000
"""How many weights are written for play."""


class Tables(NamedTuple):
    """All that a value depends on. `rolls`, `chances`, `at`, `at_count` and `cells` are those of `engines.shared.grid.Grid`,
    `enter` and `circle` those of `engines.knaster.arrays.LineCodes`.

    `line_points` (12): what each line scores. `line_kind` (12): lines with the same points share a kind. `lines`
    (80730, 6) and `pairs` (46, 7): what is known of line codes and of pairs of lines; `engines.knaster.values` names
    the columns. `ones` (32): how many bits a number has. `stages` (3, 26, 27): the stage of the game for each part of a
    value, by free cells here and elsewhere. `open` (2): how many multisets leave a cell free, and how many weights
    lines of one kind have in a stage. `start` (5): where in `weights` (float32) each part begins.
    """

    rolls: Array
    chances: Array
    at: Array
    at_count: Array
    cells: Array
    enter: Array
    circle: Array
    line_points: Array
    line_kind: Array
    lines: Array
    pairs: Array
    ones: Array
    stages: Array
    open: Array
    start: Array
    weights: Array


def stages() -> Array:
    """`stages` of `Tables`."""
    own, other = np.meshgrid(np.arange(len(CELLS) + 1), np.arange(ALONE + 1), indexing="ij")
    # Alone, the others never come to an end.
    gap = np.where(other == ALONE, len(CELLS), other - own)
    left = np.minimum(own, other)
    relation = np.where(gap > NEAR, 0, np.where(gap >= -NEAR, 1, 2))
    stage = np.searchsorted(TIME_ENDS, left) * 3 + np.where(left > EARLY, 0, relation)
    stage = np.unique(stage, return_inverse=True)[1].reshape(stage.shape)
    return np.stack([stage, np.zeros_like(stage), stage])


def tables() -> Tables:
    """Tables with all weights zero."""
    arrays, rules, codes, pairs = grid(), knaster(), line_codes(), line_pairs()
    # The first slot is for lines whose cells are all circled.
    done = codes.need == 0
    slot = np.zeros(len(done), np.int32)
    slot[~done] = 1 + np.unique(codes.least[~done], return_inverse=True)[1]
    slots = int(slot.max()) + 1
    points = sorted(set(rules.line_points.tolist()))
    by_part = stages()
    stage, late, count_stage = by_part.max(axis=(1, 2)) + 1
    sizes = (
        1,
        stage * len(points) * slots,
        stage * KINDS * STATES * NEEDS**2,
        late * GROUPS * OPEN**2,
        count_stage * CODES,
        (len(CELLS) + 1) * (ALONE + 1),
    )
    starts = np.cumsum(sizes)
    lines = (codes.need, codes.numbers, arrays.mirror[codes.numbers], slot, codes.free, rules.earned[codes.numbers])
    classes = (pairs.kind, pairs.kind_symmetric[pairs.kind], pairs.group, pairs.group_symmetric[pairs.group])
    return Tables(
        rolls=arrays.rolls,
        chances=arrays.chances,
        at=arrays.at,
        at_count=arrays.at_count,
        cells=arrays.cells,
        enter=codes.enter,
        circle=codes.circle,
        line_points=rules.line_points,
        line_kind=np.array([points.index(p) for p in rules.line_points]),
        lines=np.stack(lines, axis=1).astype(np.int64),
        pairs=np.stack([pairs.cell, pairs.first, pairs.second, *classes], axis=1).astype(np.int64),
        ones=np.array([i.bit_count() for i in range(1 << SIZE)]),
        stages=by_part,
        open=np.array([OPEN, slots]),
        start=starts[:-1],
        weights=np.zeros(starts[-1], np.float32),
    )


def stamp(tables: Tables) -> str:
    """What trained data must have been made with to fit: the rules as arrays, and the shapes of the values."""
    return fingerprint(tables[:-1], tables.weights.shape)


class Scratch(NamedTuple):
    """Space for one position looked at: the value; by line its part of it, what the line needs now and after an entry,
    and what that changes; how many pairs of lines cross in free cells, which, and of each the parts of the value; every
    line after an entry and by how much it changes the value; cells, the weights of a sheet, what was found, and five
    sheets."""

    value: Array
    line_value: Array
    need: Array
    need_after: Array
    need_change: Array
    open_pairs: Array
    open_pair: Array
    own: Array
    pair_value: Array
    new: Array
    change: Array
    cells: Array
    places: Array
    found: Array
    sheets: Array

    @classmethod
    def empty(cls) -> "Scratch":
        lines, pairs = len(LINES), len(line_pairs().cell)
        return cls(
            value=np.zeros(1, np.float32),
            line_value=np.zeros(lines, np.float32),
            need=np.zeros(lines, np.int64),
            need_after=np.zeros(lines, np.int64),
            need_change=np.zeros(lines, np.float32),
            open_pairs=np.zeros(1, np.int64),
            open_pair=np.zeros(pairs, np.int64),
            own=np.zeros(pairs, np.float32),
            pair_value=np.zeros(pairs, np.float32),
            new=np.zeros(lines, np.int64),
            change=np.zeros(lines, np.float32),
            cells=np.zeros(SIZE + 1, np.int64),
            places=np.zeros(MOST_WEIGHTS, np.int64),
            found=np.zeros(1, np.float32),
            sheets=np.zeros((5, SHEET), np.int64),
        )


class Traces(NamedTuple):
    """What `learn` notes of a game: by seat the sheet, how often it explores and the fewest free cells elsewhere; by
    seat and round the points at once, what points and value were expected of it, whether another move than the best was
    made, the value after the move where it is exact, and how many weights there are and which; and the errors that
    every weight has seen: their sum and the sum of their sizes."""

    sheets: Array
    explores: Array
    elsewhere: Array
    gain: Array
    expected: Array
    explored: Array
    last: Array
    used: Array
    places: Array
    errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Traces":
        shape = (max(TABLE_SIZES), MOST_ROUNDS)
        return cls(
            sheets=np.zeros((shape[0], SHEET), np.int64),
            explores=np.zeros(shape[0], np.int64),
            elsewhere=np.zeros(shape[0], np.int64),
            gain=np.zeros(shape, np.float32),
            expected=np.zeros(shape, np.float32),
            explored=np.zeros(shape, np.bool_),
            last=np.zeros(shape, np.float32),
            used=np.zeros(shape, np.int64),
            places=np.zeros((*shape, MOST_WEIGHTS), np.int64),
            errors=np.zeros((len(tables.weights), 2), np.float32),
        )


def open_stages(tables: Tables, met: Array) -> None:
    """Begin the weights that were not `met` (boolean) in the stages of seats that fall behind with the values of the
    same time left where the others are not ahead, or else of the nearest earlier time that met them."""
    stage = tables.stages[STAGE]
    bounds = [*tables.start.tolist(), len(tables.weights)]
    for part in (LINE_PART, NEED_PART, COUNT_PART):
        place = slice(bounds[part], bounds[part + 1])
        by_stage = tables.weights[place].reshape(int(stage.max()) + 1, -1)
        met_here = met[place].reshape(by_stage.shape)
        value = np.zeros(by_stage.shape[1], np.float32)
        for left in range(len(CELLS), 0, -1):
            even, behind = int(stage[left, left]), int(stage[min(left + NEAR + 1, len(CELLS)), left])
            value[met_here[even]] = by_stage[even][met_here[even]]
            if behind != even:
                by_stage[behind][~met_here[behind]] = value[~met_here[behind]]


class KnasterLearner:
    """Learns Knaster; see `engines.shared.training`."""

    def __init__(self, seed: int, alike_games: int = ALIKE_GAMES, sampled_games: int = SAMPLED_GAMES) -> None:
        self.tables = tables()
        self.traces = Traces.empty(self.tables)
        self.scratch = Scratch.empty()
        self.rng = generator(seed)
        self.alike_games, self.sampled_games = alike_games, sampled_games
        self.stamp = fingerprint([stamp(self.tables), seed, alike_games, sampled_games, DECAY, TABLE_SIZES, EXPLORE])

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        done = 0
        for end, explore, average in (
            (self.alike_games, (0,), False),
            (self.sampled_games, EXPLORE, False),
            (first + games, EXPLORE, True),
        ):
            until = min(max(end - first, done), games)
            self._learn(first + done, scores[done:until], explore, average=average)
            if done < until and first + until == self.alike_games:
                open_stages(self.tables, self.traces.errors[:, 1] > 0)
            done = until
        return scores

    def _learn(self, first: int, scores: Array, explore: tuple[int, ...], *, average: bool) -> None:
        learn(
            self.tables,
            self.scratch,
            self.traces,
            self.rng,
            np.array(TABLE_SIZES),
            np.array(explore),
            first,
            scores,
            DECAY,
            average,
        )

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


def load_values(path: Path) -> Tables:
    """Tables with the values that `KnasterLearner.export` wrote.

    :raises Stale: if they were made with other rules or arrays.
    """
    result = tables()
    packed, _ = load(path, stamp(result))
    known, weights = unpack(packed, "weights")
    result.weights[known] = weights
    met = np.zeros(len(result.weights), np.bool_)
    met[known] = True
    open_stages(result, met)
    return result


def learner(seed: int) -> KnasterLearner:
    """What learns the game from a seed."""
    return KnasterLearner(seed)
