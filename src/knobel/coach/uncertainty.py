"""Standard errors of estimates, and the distribution of final scores, by game and stage.

The figures are measured by `benchmarks/coach_uncertainty.py` and interpolated linearly between stages.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

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


STAGES: dict[str, tuple[Stage, ...]] = {
    "knister": (
        Stage(4.2, 55.1, 1.1, 0.2, -8.1, -0.9, 9.6),
        Stage(9.2, 60.9, 1.1, 0.7, -13.4, 0.6, 13.2),
        Stage(14.2, 65.4, 1.1, 1.0, -16.0, 1.6, 14.8),
        Stage(18.9, 67.7, 1.5, 0.6, -17.0, 1.2, 15.5),
        Stage(23.3, 69.1, 1.1, 0.6, -19.1, 2.8, 17.9),
    ),
    "knaster": (
        Stage(0.6, 45.7, 3.1, 0.2, -8.1, 0.0, 7.0),
        Stage(3.7, 82.5, 5.6, 2.5, -14.9, 0.0, 15.4),
        Stage(9.2, 91.9, 7.8, 3.3, -19.3, 0.8, 18.3),
        Stage(14.1, 87.7, 9.9, 7.6, -17.9, 4.4, 21.1),
        Stage(19.0, 87.5, 9.7, 6.4, -20.1, 2.3, 20.2),
        Stage(23.4, 89.2, 9.0, 7.2, -19.5, 3.1, 18.6),
    ),
    "knapp_daneben": (
        Stage(4.1, 83.3, 0.2, 0.5, -5.1, -0.2, 5.6),
        Stage(9.1, 87.1, 0.5, 0.5, -7.9, 0.1, 7.8),
        Stage(14.1, 87.8, 1.0, 0.7, -9.0, 0.0, 9.2),
        Stage(18.8, 88.3, 1.6, 1.0, -9.4, 0.8, 11.1),
        Stage(23.3, 89.6, 1.8, 1.3, -9.0, 1.5, 12.9),
    ),
    "knoeffel": (
        Stage(1.0, 470.7, 0.2, 0.2, -13.6, -4.7, 9.8),
        Stage(3.5, 511.1, 0.8, 0.7, -31.0, 1.4, 27.9),
        Stage(8.9, 522.6, 1.5, 1.2, -38.2, 4.1, 30.8),
        Stage(13.7, 528.2, 1.5, 1.3, -46.8, 5.9, 39.3),
        Stage(19.0, 534.7, 1.0, 1.7, -55.2, 6.7, 42.9),
        Stage(24.3, 542.8, 0.4, 0.2, -56.6, 8.4, 46.2),
    ),
    "kniffeliger": (
        Stage(0.9, 167.0, 35.1, 11.9, -33.7, 0.5, 39.0),
        Stage(3.0, 169.0, 31.0, 35.7, -36.3, 0.4, 36.7),
        Stage(6.0, 182.2, 21.5, 58.3, -38.7, 0.1, 37.6),
        Stage(8.3, 185.9, 23.6, 51.2, -39.6, -1.1, 38.1),
        Stage(10.9, 228.7, 40.1, 60.2, -42.2, -0.2, 40.5),
        Stage(13.5, 243.5, 49.1, 59.7, -43.4, 0.4, 45.8),
    ),
}
"""The stages of each game, the last one of the game first."""
WINS = {"knister": 0.07, "knaster": 0.03, "knapp_daneben": 0.03, "knoeffel": 0.03, "kniffeliger": 0.18}
"""Root mean square error of winning probabilities near one half."""
HIGHEST = {"knaster": len(CELLS) + sum(LINE_POINTS.values())}
"""Highest possible final scores, where good players come near."""
UNKNOWN = Stage(0, 0, 10, 10, -30, 0, 30)
"""The figures of a game that was not measured."""
DEFAULT_WIN = 0.1


def points_uncertainty(game: Game[Any], state: Any, seat: int, points: float) -> float:
    """Return the standard error of an estimate that is not exact, in points."""
    stage = stage_at(game.name, open_fields(game, state, seat))
    return stage.poor if points < stage.median else stage.good


def win_uncertainty(game: str, chance: float) -> float:
    """Return the standard error of a winning probability that is not exact."""
    return 2 * sqrt(max(chance * (1 - chance), 0.0)) * WINS.get(game, DEFAULT_WIN)


def final_quantiles(game: Game[Any], state: Any, seat: int, points: float) -> tuple[int, int, int]:
    """Return the 10 %, 50 % and 90 % quantiles of the final score of a seat, if all seats play well.

    :param points: the expected final score by the engine, which omits the effect of other seats.
    """
    mean = points + expected_effect(game, game.view(state, seat), seat)
    return around(game.name, mean, stage_at(game.name, open_fields(game, state, seat)))


def around(game: str, mean: float, stage: Stage) -> tuple[int, int, int]:
    """Return the quantiles of possible final scores around an expected final score."""
    low, middle, high = (max(round(mean + offset), 0) for offset in (stage.low, stage.middle, stage.high))
    highest = HIGHEST.get(game, high)
    return min(low, highest), min(middle, highest), min(high, highest)


def stage_at(game: str, opened: int) -> Stage:
    """Return the figures of a game for a number of open fields."""
    return interpolate(STAGES[game], opened) if game in STAGES else UNKNOWN


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
