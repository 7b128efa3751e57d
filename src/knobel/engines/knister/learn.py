"""Values of Knister positions learned by self-play.

A value is the expected number of points still to come, the sum of the tables that `engines.knister.values` describes.
The course of learning: first one table of crossings for the whole game, learned from the rolls that fall; then one for
each stage of the game, begun as copies of the first and learned from all possible next rolls.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.knister.arrays import knister
from knobel.engines.knister.values import learn
from knobel.engines.knister.winning import learn_variances
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import OPEN, crossings, grid
from knobel.engines.shared.rng import generator
from knobel.engines.shared.stamps import fingerprint, load, pack, save, unpack
from knobel.games.grid import CELLS, LINES

STAGE_ENDS = (7, 11, 15, 19, len(CELLS))
"""The numbers of filled cells up to which each stage of the game goes."""
PAIRS = 46
"""Pairs of lines that cross, over all cells."""
DECAY = 0.5
SECOND_RATE = 0.5
UNITS = 128
"""Values of crossings are stored as multiples of 1 / UNITS points."""
VARIANCE_GAMES = 200_000
"""How many games the variances are measured in."""
FIRST_GAMES = 8_000_000
"""How many games are learned from the rolls that fall."""


class Tables(NamedTuple):
    """All that a value depends on. See `engines.shared.grid.Grid` and `Crossings` for the arrays that come from there.

    `open`: how many multisets leave a cell free. `stage` (26): the stage of the game by filled cells. `line_values`
    (26, kinds of lines, open), float32. `pair_values` (stages * kinds of crossings * open * open,), in units of
    `scale`: float32 in units of 1 while they are learned, int16 to play with. `variances` (26, kinds of lines, open):
    what lines add to the variance of the points to come, by filled cells; `rho` (26): how these points correlate
    between two different sheets on the same rolls.
    """

    open: int
    stage: Array
    mirror: Array
    next: Array
    points: Array
    rolls: Array
    chances: Array
    at: Array
    at_count: Array
    line_kind: Array
    crossings: Array
    first: Array
    second: Array
    kind: Array
    symmetric: Array
    line_values: Array
    pair_values: Array
    scale: np.float32
    variances: Array
    rho: Array


RULES = Tables._fields.index("line_values")
"""So many fields say what the rules are; the others are learned."""


def tables(*, learning: bool = True) -> Tables:
    """Tables with all values zero, to learn or to play with."""
    arrays, pairs = grid(), crossings()
    stage = np.searchsorted(STAGE_ENDS, np.arange(len(CELLS) + 1))
    line_shape = len(CELLS) + 1, len(set(pairs.line_kind)), OPEN
    pair_count = len(STAGE_ENDS) * len(pairs.symmetric) * OPEN * OPEN
    return Tables(
        open=OPEN,
        stage=stage,
        mirror=arrays.mirror,
        next=arrays.next,
        points=knister().points,
        rolls=arrays.rolls,
        chances=arrays.chances,
        at=arrays.at,
        at_count=arrays.at_count,
        line_kind=pairs.line_kind,
        crossings=pairs.pairs,
        first=pairs.first,
        second=pairs.second,
        kind=pairs.kind,
        symmetric=pairs.symmetric,
        line_values=np.zeros(line_shape, np.float32),
        pair_values=np.zeros(pair_count, np.float32 if learning else np.int16),
        scale=np.float32(1 if learning else 1 / UNITS),
        variances=np.zeros(line_shape, np.float32),
        rho=np.zeros(len(CELLS) + 1),
    )


def stamp(tables: Tables) -> str:
    """What trained data must have been made with to fit: the rules as arrays, and the shapes of the values."""
    return fingerprint(tables[:RULES], tables.line_values.shape, tables.pair_values.shape)


class Work(NamedTuple):
    """Scratch space of `prepare` and `evaluate`: by line, by crossing of lines, by free cell."""

    mirror: Array
    line_value: Array
    new: Array
    new_mirror: Array
    change: Array
    first: Array
    second: Array
    position: Array
    offset: Array
    symmetric: Array
    pair_value: Array
    here: Array
    own: Array
    found: Array

    @classmethod
    def empty(cls) -> "Work":
        lines, cells = len(LINES), len(CELLS)
        shapes: dict[str, tuple[int, type]] = {
            "mirror": (lines, np.int64),
            "line_value": (lines, np.float32),
            "new": (lines, np.int64),
            "new_mirror": (lines, np.int64),
            "change": (lines, np.float32),
            "first": (PAIRS, np.int64),
            "second": (PAIRS, np.int64),
            "position": (PAIRS, np.int64),
            "offset": (PAIRS, np.int64),
            "symmetric": (PAIRS, np.bool_),
            "pair_value": (PAIRS, np.float32),
            "here": (cells, np.float32),
            "own": (cells, np.float32),
            "found": (1, np.int64),
        }
        return cls(**{name: np.zeros(size, dtype) for name, (size, dtype) in shapes.items()})


class Traces(NamedTuple):
    """What `learn` notes of a game, by filled cells, and the errors that every weight has seen: their sum and the sum
    of their sizes."""

    gain: Array
    mean: Array
    line: Array
    lines: Array
    pair: Array
    pairs: Array
    line_errors: Array
    pair_errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Traces":
        turns = len(CELLS) + 1
        return cls(
            gain=np.zeros(turns, np.float32),
            mean=np.zeros(turns, np.float32),
            line=np.zeros((turns, len(LINES)), np.int64),
            lines=np.zeros(turns, np.int64),
            pair=np.zeros((turns, PAIRS), np.int64),
            pairs=np.zeros(turns, np.int64),
            line_errors=np.zeros((tables.line_values.size, 2), np.float32),
            pair_errors=np.zeros((tables.pair_values.size, 2), np.float32),
        )


class KnisterLearner:
    """Learns Knister; see `engines.shared.training`."""

    def __init__(self, seed: int, first_games: int = FIRST_GAMES) -> None:
        self.tables = tables()
        self.traces = Traces.empty(self.tables)
        self.work = Work.empty()
        self.rng = generator(seed)
        self.first_games = first_games
        self.stamp = fingerprint([stamp(self.tables), seed, first_games, DECAY, SECOND_RATE])

    def learn(self, first: int, games: int) -> Array:
        scores = np.zeros(games, np.int32)
        early = min(max(self.first_games - first, 0), games)
        if early:
            one_stage = self.tables._replace(stage=np.zeros_like(self.tables.stage))
            learn(one_stage, self.work, self.traces, self.rng, scores[:early], DECAY, 1.0, False)
            if first + early == self.first_games:
                self._open_stages()
        if early < games:
            learn(self.tables, self.work, self.traces, self.rng, scores[early:], DECAY, SECOND_RATE, True)
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
        """The tables to play with after so many games: of one stage until the stages are open."""
        if games >= self.first_games:
            return self.tables
        return self.tables._replace(stage=np.zeros_like(self.tables.stage))

    def export(self, path: Path, games: int) -> None:
        """Write the values that play needs after so many games, small: those that all stages begin with, and by how
        much the values of a stage differ."""
        stages = len(STAGE_ENDS)
        values = np.rint(self.tables.pair_values * UNITS).clip(-(1 << 15), (1 << 15) - 1).astype(np.int16)
        values = values.reshape(stages, -1)
        met = (self.traces.pair_errors[:, 1].reshape(stages, -1) > 0) & (games >= self.first_games)
        unmet_stage = met.argmin(axis=0)
        begun = values[unmet_stage, np.arange(len(unmet_stage))]
        changes = np.where(met, values - begun, np.int16(0))
        variances, rho = spread(self.playable(games), min(games, VARIANCE_GAMES))
        save(
            path,
            data_stamp(self.tables),
            {
                "line_values": self.tables.line_values.astype(np.float16),
                "variances": variances.astype(np.float16),
                "rho": rho,
                **pack("begun", begun, begun != 0),
                **pack("changes", changes, changes != 0),
            },
            compress=True,
            games=games,
        )


def spread(tables: Tables, games: int) -> tuple[Array, Array]:
    """The variances and correlations of `Tables`, measured over so many games of two sheets played by value."""
    measured = tables._replace(variances=np.zeros_like(tables.variances))
    moments = np.zeros((len(CELLS) + 1, 4))
    errors = np.zeros((measured.variances.size, 2), np.float32)
    learn_variances(measured, Work.empty(), generator(0), games, errors, moments)
    _, one, other, both = moments.T
    return measured.variances, np.clip(both / np.maximum(np.sqrt(one * other), 1e-9), 0, 1)


def data_stamp(tables: Tables) -> str:
    """The stamp of exported values."""
    return fingerprint([stamp(tables), UNITS])


def load_values(path: Path) -> Tables:
    """Tables with the values that `KnisterLearner.export` wrote, to play with.

    :raises Stale: if they were made with other rules or arrays.
    """
    result = tables(learning=False)
    packed, _ = load(path, data_stamp(result))
    for name in ("line_values", "variances", "rho"):
        getattr(result, name)[:] = packed[name]
    begun, weights = unpack(packed, "begun")
    result.pair_values.reshape(len(STAGE_ENDS), -1)[:, begun] = weights
    changed, weights = unpack(packed, "changes")
    result.pair_values[changed] += weights
    return result


def learner(seed: int) -> KnisterLearner:
    """What learns the game from a seed."""
    return KnisterLearner(seed)
