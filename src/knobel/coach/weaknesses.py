"""Where a player loses most: the points lost by theme over many games, against the levels of the bots.

A theme is a *weakness* if the player loses there, beyond chance, clearly more than players of the same strength do.
Their losses are those of the levels of bots (`theme_losses`), interpolated at the points that the player loses in all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import fsum, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, variance
from typing import Literal, NamedTuple, TypeAlias

from knobel.coach import measured_files
from knobel.coach.themes import GAME_THEMES

NAME = "theme_losses"
"""Name of the files of these figures (`measured_files`)."""
FIELDS = ("points a decision by theme",)
CONFIDENCE = 0.95
"""Confidence of intervals, and that a player without a weakness is told of none."""
MIN_RATIO = 1.5
"""A weakness costs more than this multiple of what it costs players of the same strength."""
MIN_GAMES = 5
"""Minimum number of games from which a weakness is told."""
MIN_COMPARED = 6
"""Minimum number of games, earlier and lately together, from which a trend is told."""
MAX_RECENT = 20
"""Maximum number of games that count as lately played."""

Losses: TypeAlias = Mapping[str, float]
"""Points by theme."""
Trend: TypeAlias = Literal["better", "worse", "same"]


class PlayedLosses(NamedTuple):
    """The points that a player lost in a game by theme, and the number of the decisions of that game."""

    points: Losses
    decisions: int


class Interval(NamedTuple):
    """A mean with the limits of its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ThemeLoss:
    """The points that a player loses a game in a theme.

    `peers`: those of players of the same strength; None if no levels were measured. `levels`: those of the levels of
    bots, the weakest first. `weakness`: the player loses more than chance explains. `earlier`, `lately`: the means of
    the earlier and of the latest games; `trend`: whether they differ, None if there are too few games.
    """

    theme: str
    lost: Interval
    peers: float | None
    levels: dict[str, float]
    weakness: bool
    earlier: float | None
    lately: float | None
    trend: Trend | None


@cache
def theme_losses(game: str) -> dict[str, dict[str, float]]:
    """Return the points that each level loses a decision by theme, the weakest level first; empty if not measured.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, FIELDS) or {}
    return {level: dict(losses) for level, losses in found.items()}


def save_theme_losses(path: Path, game: str, losses: Mapping[str, Losses]) -> None:
    """Write the measured losses of the levels at a game."""
    measured_files.save(path, game, FIELDS, {level: dict(each) for level, each in losses.items()})


def find_losses(game: str, played: Sequence[PlayedLosses]) -> list[ThemeLoss]:
    """Return what a player loses by theme in these games of one kind, the oldest first; weaknesses come first.

    Weaknesses are in the order of the points that they cost beyond those of players of the same strength, the others in
    the order of the points that they cost. Themes without losses are left out.
    """
    if not played:
        return []
    return sort_losses(game, played, theme_losses(game))


def sort_losses(game: str, played: Sequence[PlayedLosses], levels: Mapping[str, Losses]) -> list[ThemeLoss]:
    """Return what a player loses by theme, compared with these levels (points a decision)."""
    decisions = fmean(each.decisions for each in played)
    totals = [fsum(each.points.values()) for each in played]
    shares = peer_shares(levels, fmean(totals) / max(decisions, 1))
    losses = []
    for theme in GAME_THEMES.get(game, ()):
        own = [each.points.get(theme, 0.0) for each in played]
        peers = shares[theme] * fmean(totals) if theme in shares else None
        if not any(own):
            continue
        found = ThemeLoss(
            theme,
            interval(own),
            peers,
            {level: each.get(theme, 0.0) * decisions for level, each in levels.items()},
            peers is not None and exceeds(own, totals, shares[theme], len(GAME_THEMES[game])),
            *compare_halves(own, len(GAME_THEMES[game])),
        )
        losses.append(found)
    return sorted(losses, key=lambda each: (not each.weakness, -each.lost.mean + (each.peers or 0.0) * each.weakness))


def total_trend(played: Sequence[PlayedLosses]) -> Trend | None:
    """Return whether the points lost in all themes together change over these games; None if there are too few."""
    return compare_halves([fsum(each.points.values()) for each in played])[2]


def peer_shares(levels: Mapping[str, Losses], lost: float) -> dict[str, float]:
    """Return the share of each theme in the losses of players who lose `lost` points a decision in total.

    Between two levels it is interpolated; below the weakest and above the strongest level that loses anything it is
    that of the level.
    """
    known = [(fsum(each.values()), each) for each in levels.values() if fsum(each.values()) > 0]
    known.sort(key=lambda each: each[0])
    if not known:
        return {}
    lost = min(max(lost, known[0][0]), known[-1][0])
    for (less, strong), (more, weak) in pairwise(known):
        if less <= lost <= more:
            part = (lost - less) / (more - less) if more > less else 0.0
            return {
                theme: (1 - part) * strong.get(theme, 0.0) / less + part * weak.get(theme, 0.0) / more
                for theme in strong.keys() | weak.keys()
            }
    total, only = known[0]
    return {theme: points / total for theme, points in only.items()}


def exceeds(own: Sequence[float], totals: Sequence[float], share: float, themes: int) -> bool:
    """True if a theme costs more than `MIN_RATIO` times its share of all losses, beyond chance.

    The level of the test is divided by the number of themes, so that it holds for all of them together (Bonferroni).
    """
    if len(own) < MIN_GAMES:
        return False
    excess = [points - MIN_RATIO * share * total for points, total in zip(own, totals, strict=True)]
    error = sqrt(variance(excess) / len(excess))
    return fmean(excess) > student_quantile(1 - (1 - CONFIDENCE) / themes, len(excess) - 1) * error


def interval(values: Sequence[float]) -> Interval:
    """Return the mean of values that are never negative, with its confidence interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, 0.0, mean)
    half = student_quantile((1 + CONFIDENCE) / 2, len(values) - 1) * sqrt(variance(values) / len(values))
    return Interval(mean, max(mean - half, 0.0), mean + half)


def compare_halves(values: Sequence[float], comparisons: int = 1) -> tuple[float | None, float | None, Trend | None]:
    """Return the mean of the earlier and of the latest values, and whether they differ beyond chance.

    :param comparisons: the number of comparisons for which the confidence holds together.
    """
    recent = min(len(values) // 2, MAX_RECENT)
    if len(values) < MIN_COMPARED:
        return None, None, None
    earlier, lately = values[:-recent], values[-recent:]
    before, after = fmean(earlier), fmean(lately)
    error = sqrt(variance(earlier) / len(earlier) + variance(lately) / len(lately))
    limit = student_quantile(1 - (1 - CONFIDENCE) / 2 / comparisons, len(values) - 2) * error
    if abs(after - before) <= limit:
        return before, after, "same"
    return before, after, "better" if after < before else "worse"


def student_quantile(probability: float, freedom: int) -> float:
    """Return a quantile of Student's t distribution by the expansion of Cornish and Fisher.

    The error is below 1 % from 4 degrees of freedom on (Abramowitz and Stegun, 26.7.5).
    """
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / freedom**order for order, term in enumerate(terms))
