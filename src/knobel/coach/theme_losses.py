"""The points that players without a weakness lose by theme: the levels of the bots, and bots that err evenly.

The levels misjudge what is still open, so a theme costs them much where much is open. Bots that err evenly choose by
chance among errors of all themes and sizes; where they were not measured, all levels together stand for them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import fsum
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, TypeAlias

from knobel.coach import measured_files

NAME = "theme_losses"
"""Name of the files of these figures (`measured_files`)."""

Losses: TypeAlias = Mapping[str, float]
"""Points, or shares of the points, by theme."""


class PlayedLosses(NamedTuple):
    """The points that a player lost in a game by theme, and the number of the decisions of that game."""

    points: Losses
    decisions: int

    @property
    def total(self) -> float:
        """The points lost in all themes together."""
        return fsum(self.points.values())


class MeasuredLosses(NamedTuple):
    """Losses by theme of players without a weakness.

    `levels`: the points that each level of bots loses a decision, the weakest level first. `shares`: the mean share of
    a theme in the points that it loses in a game, over the games in which it loses any; `even`: that of bots that err
    evenly.
    """

    levels: Mapping[str, Losses]
    shares: Mapping[str, Losses]
    even: Losses


NOT_MEASURED = MeasuredLosses({}, {}, {})


@cache
def theme_losses(game: str) -> MeasuredLosses:
    """Return the losses by theme of players without a weakness; empty if they were not measured.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, MeasuredLosses._fields)
    if found is None:
        return NOT_MEASURED
    return MeasuredLosses(*(found[field] for field in MeasuredLosses._fields))


@cache
def usual_shares(game: str) -> Losses:
    """Return the mean share of each theme in the points that bots of all levels lose; empty if it was not measured."""
    shares = [each for each in theme_losses(game).shares.values() if any(each.values())]
    return {theme: fmean(each[theme] for each in shares) for theme in shares[0]} if shares else {}


def save_theme_losses(path: Path, game: str, measured: MeasuredLosses) -> None:
    """Write the measured losses at a game."""
    measured_files.save(path, game, MeasuredLosses._fields, measured._asdict())


def mean_shares(played: Sequence[PlayedLosses]) -> Losses:
    """Return the mean share of each theme in the points lost in a game, over the games in which any are lost."""
    lost = [each for each in played if each.total > 0]
    themes = {theme for each in lost for theme in each.points}
    return {theme: fmean(each.points.get(theme, 0.0) / each.total for each in lost) for theme in themes}


def weights_of_levels(levels: Mapping[str, Losses], lost: float) -> dict[str, float]:
    """Return the weights of the levels between which a player is who loses `lost` points a decision in total.

    A player below the weakest level, or above the strongest one that loses anything, counts as of that level.
    """
    totals = sorted((fsum(each.values()), level) for level, each in levels.items() if fsum(each.values()) > 0)
    if not totals:
        return {}
    lost = min(max(lost, totals[0][0]), totals[-1][0])
    for (less, strong), (more, weak) in pairwise(totals):
        if less <= lost <= more:
            part = (lost - less) / (more - less) if more > less else 0.0
            return {strong: 1 - part, weak: part}
    return {totals[0][1]: 1.0}


def weighted(weights: Mapping[str, float], losses: Mapping[str, Losses]) -> dict[str, float]:
    """Return the weighted mean of the losses of levels."""
    themes = {theme for level in weights for theme in losses.get(level, {})}
    return {theme: fsum(part * losses[level].get(theme, 0.0) for level, part in weights.items()) for theme in themes}
