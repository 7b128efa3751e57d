"""Standard errors of estimates, and the distribution of final scores, by game and stage.

The figures are measured and written by `lab/benchmarks/coach_uncertainty.py`, and interpolated linearly between stages.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from knobel.coach import measured_files
from knobel.coach.opponent_effects import expected_effect
from knobel.coach.stages import open_fields
from knobel.core import Game
from knobel.games.grid import CELLS
from knobel.games.knaster import LINE_POINTS


class Stage(NamedTuple):
    """Figures of positions with about `open` open fields on the sheet.

    `median`: the median of the estimates. `poor` and `good`: the root mean square error, in points, of estimates below
    and above it; badly filled sheets are rare in training, so their estimates are less accurate. `low`, `middle` and
    `high`: the 10 %, 50 % and 90 % quantiles of final scores after good play, less the expected final score.
    """

    open: float
    median: float
    poor: float
    good: float
    low: float
    middle: float
    high: float


class Figures(NamedTuple):
    """The figures of a game: its `stages`, the last one of the game first, and the root mean square error of winning
    probabilities near one half."""

    stages: tuple[Stage, ...]
    win: float


HIGHEST = {"knaster": len(CELLS) + sum(LINE_POINTS.values())}
"""Highest possible final scores, where good players come near."""
UNKNOWN = Figures((Stage(0, 0, 10, 10, -30, 0, 30),), win=0.1)
"""The figures of a game that was not measured."""


NAME = "uncertainty"
"""Name of the files of these figures (`measured_files`)."""
FIELDS = (*Figures._fields, *Stage._fields)


def save_figures(path: Path, game: str, figures: Figures) -> None:
    """Write the measured figures of a game."""
    stages = [each._asdict() for each in figures.stages]
    measured_files.save(path, game, FIELDS, {"stages": stages, "win": figures.win})


@cache
def measured_figures(game: str) -> Figures:
    """Return the figures of a game, loaded once; `UNKNOWN` if it was not measured.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, FIELDS)
    if found is None:
        return UNKNOWN
    return Figures(tuple(Stage(**stage) for stage in found["stages"]), found["win"])


def stage_of(game: Game[Any], state: Any, seat: int) -> Stage:
    """Return the figures of a game at the stage of a seat."""
    return stage_at(game.name, open_fields(game, state, seat))


def points_uncertainty(stage: Stage, points: float) -> float:
    """Return the standard error of an estimate that is not exact, in points.

    :param stage: the figures at the stage of the seat in the position in which it decides.
    """
    return stage.poor if points < stage.median else stage.good


def win_uncertainty(game: str, chance: float) -> float:
    """Return the standard error of a winning probability that is not exact."""
    return 2 * sqrt(max(chance * (1 - chance), 0.0)) * measured_figures(game).win


def final_quantiles(game: Game[Any], state: Any, seat: int, points: float) -> tuple[int, int, int]:
    """Return the 10 %, 50 % and 90 % quantiles of the final score of a seat, if all seats play well.

    :param points: the expected final score by the engine, which omits the effect of other seats.
    """
    mean = points + expected_effect(game, game.view(state, seat), seat)
    return around(game.name, mean, stage_of(game, state, seat))


def around(game: str, mean: float, stage: Stage) -> tuple[int, int, int]:
    """Return the quantiles of possible final scores around an expected final score."""
    low, middle, high = (max(round(mean + offset), 0) for offset in (stage.low, stage.middle, stage.high))
    highest = HIGHEST.get(game, high)
    return min(low, highest), min(middle, highest), min(high, highest)


def stage_at(game: str, opened: int) -> Stage:
    """Return the figures of a game for a number of open fields."""
    figures = measured_figures(game)
    return figures.stages[0] if figures is UNKNOWN else interpolate(figures.stages, opened)


def interpolate(stages: Sequence[Stage], opened: int) -> Stage:
    """Return the figures for a number of open fields.

    Before the first and after the last measured stage, errors and deviations grow with the square root of the open
    fields, as a sum of independent turns does.
    """
    for before, after in pairwise(stages):
        if before.open <= opened <= after.open:
            share = (opened - before.open) / (after.open - before.open)
            return Stage(*(a + share * (b - a) for a, b in zip(before, after, strict=True)))
    nearest = stages[0] if opened < stages[0].open else stages[-1]
    factor = sqrt(max(opened, 1) / nearest.open)
    return Stage(opened, nearest.median, *(factor * each for each in nearest[2:]))
