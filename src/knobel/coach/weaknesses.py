"""Where a player loses most: the points lost by theme over many games, against players without a weakness.

A theme is a *weakness* if the player loses there, beyond chance, clearly more than players of the same strength do
whose errors lie in no theme: the levels of bots and bots that err evenly (`theme_losses`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, log1p, sqrt
from statistics import NormalDist, fmean, variance
from typing import Literal, NamedTuple, TypeAlias

from knobel.coach.theme_losses import MeasuredLosses, PlayedLosses, theme_losses, weighted, weights_of_levels
from knobel.coach.themes import GAME_THEMES, THEME_GROUPS

CONFIDENCE = 0.95
"""Confidence of intervals, and probability that no weakness is reported for a player without one."""
MIN_RATIO = 1.1
"""A weakness costs more than this multiple of its cost for players without a weakness."""
MIN_SHARE = 0.03
"""A weakness costs more than this share of the points that a player loses."""
BETS = (0.5, 0.9)
"""Shares of its money that each of two players bets on the theme in the test of a weakness."""
MIN_USUAL = 0.001
"""Smallest usual share with which that of a weakness is compared."""
MIN_GAMES = 5
"""Minimum number of games from which a weakness is reported."""
MIN_COMPARED = 6
"""Minimum number of games, earlier and recent ones together, from which a trend is reported."""
MAX_RECENT = 20
"""Maximum number of games that count as lately played."""

Trend: TypeAlias = Literal["better", "worse", "same"]


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


def find_losses(game: str, played: Sequence[PlayedLosses]) -> list[ThemeLoss]:
    """Return the losses of a player by theme in these games of one kind, the oldest first; weaknesses come first.

    Weaknesses are in the order in which they tell this player from players without a weakness (`distinction`), the
    others in the order of the points that they cost. Themes without losses are left out.
    """
    if not played:
        return []
    return sort_losses(game, played, theme_losses(game))


def sort_losses(game: str, played: Sequence[PlayedLosses], measured: MeasuredLosses) -> list[ThemeLoss]:
    """Return the losses of a player by theme, compared with the losses of players without a weakness."""
    decisions = fmean(each.decisions for each in played)
    lost = fmean(each.total for each in played) / max(decisions, 1)
    weights = weights_of_levels(measured.levels, lost)
    peers, shares = weighted(weights, measured.levels), weighted(weights, measured.shares)
    scale = lost / (fsum(peers.values()) or 1.0)
    themes, losses = GAME_THEMES.get(game, ()), list[ThemeLoss]()
    usual = {theme: max(shares.get(theme, 0.0), measured.even.get(theme, 0.0)) for theme in themes}
    weak = find_weaknesses(game, played, usual) if shares else frozenset()
    for theme in themes:
        own = [each.points.get(theme, 0.0) for each in played]
        if not any(own):
            continue
        found = ThemeLoss(
            theme,
            interval(own),
            peers[theme] * scale * decisions if theme in peers else None,
            {level: each.get(theme, 0.0) * decisions for level, each in measured.levels.items()},
            theme in weak,
            *compare_halves(own, len(themes)),
        )
        losses.append(found)

    def rank(found: ThemeLoss) -> tuple[bool, float]:
        if found.weakness:
            return False, -distinction(found.theme, played, usual[found.theme])
        return True, -found.lost.mean

    return sorted(losses, key=rank)


def distinction(theme: str, played: Sequence[PlayedLosses], usual: float) -> float:
    """Return how far a theme tells a player from others: the term of the theme in the relative entropy of the shares.

    A theme in which others hardly lose anything says more about a player than one that also costs others much.
    """
    share = fmean(shares_of((theme,), played) or [0.0])
    return share * log(share / max(usual, MIN_USUAL)) if share else 0.0


def shares_of(group: Sequence[str], played: Sequence[PlayedLosses]) -> list[float]:
    """Return the share of some themes in the points lost in a game, for each game in which any are lost."""
    return [fsum(each.points.get(theme, 0.0) for theme in group) / each.total for each in played if each.total > 0]


def total_trend(played: Sequence[PlayedLosses]) -> Trend | None:
    """Return whether the points lost in all themes together change over these games; None if there are too few."""
    return compare_halves([each.total for each in played])[2]


def find_weaknesses(game: str, played: Sequence[PlayedLosses], usual: Mapping[str, float]) -> frozenset[str]:
    """Return the themes whose mean share in the points lost in a game is beyond the usual one, and beyond chance.

    If a group of themes is beyond it together, but none alone, its costliest theme is a weakness.
    """
    groups = [*((theme,) for theme in usual), *THEME_GROUPS.get(game, ())]
    weak = set[str]()
    for group in groups:
        share = fsum(usual[theme] for theme in group)
        if exceeds(group, played, share, len(groups)) and not weak.intersection(group):
            weak.add(max(group, key=lambda theme: fsum(each.points.get(theme, 0.0) for each in played)))
    return frozenset(weak)


def exceeds(group: Sequence[str], played: Sequence[PlayedLosses], usual: float, tests: int) -> bool:
    """True if the mean share of some themes in the points lost in a game is more than `MIN_RATIO` times the usual one.

    The test is a game of chance: in every game two players bet a constant share of their money on the themes, at odds
    that are fair if the mean share is at the limit. Then the money grows on average by nothing, and more than `n` times
    of it is left with a probability of at most 1 / n (Ville's inequality), however the points are distributed. `n` is
    1 / (1 - `CONFIDENCE`) for each test (Bonferroni). A single game counts no more than another one, so one large error
    is not a weakness.
    """
    limit = max(MIN_RATIO * usual, MIN_SHARE)
    money = [fsum(log1p(bet * (share / limit - 1)) for share in shares_of(group, played)) for bet in BETS]
    most = max(money)
    left = most + log(fmean(exp(each - most) for each in money))
    return len(played) >= MIN_GAMES and left > log(tests / (1 - CONFIDENCE))


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
