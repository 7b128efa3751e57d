"""Estimates of a mean: the formula, its recency weights, and its standard error."""

from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from knobel.bots.levels import LEVELS
from knobel.games import GAMES
from knobel.rating import HALF_LIFE_GAMES, MIN_GAMES, Estimate, bot_levels, error_limit, estimates, percentile


def by_formula(results: list[float]) -> tuple[float, float]:
    """Return the mean and its error by the published formula, without updates one by one."""
    weights = [0.5 ** (later / HALF_LIFE_GAMES) for later in reversed(range(len(results)))]
    total, squares = sum(weights), sum(w * w for w in weights)
    mean = sum(w * x for w, x in zip(weights, results, strict=True)) / total
    spread = sum(w * (x - mean) ** 2 for w, x in zip(weights, results, strict=True)) / (total - squares / total)
    return mean, sqrt(spread * squares) / total


def test_updates_follow_the_formula() -> None:
    rng = Random(1)
    results = [rng.gauss(60, 8) for _ in range(150)]
    for games, found in enumerate(estimates(results), 1):
        assert found.games == games
        if games == 1:
            assert (found.mean, found.error) == (results[0], None)
        else:
            assert (found.mean, found.error) == pytest.approx(by_formula(results[:games]), abs=1e-9)


def test_few_games_count_nearly_equally_and_recent_ones_more_later() -> None:
    results = [50.0, 60.0, 55.0, 65.0]
    *_, found = estimates(results)
    assert found.error is not None
    assert found.mean == pytest.approx(fmean(results), abs=0.2)
    assert found.error == pytest.approx(stdev(results) / 2, rel=0.05)
    *_, improved = estimates([40.0] * HALF_LIFE_GAMES + [80.0] * HALF_LIFE_GAMES)
    assert improved.mean == pytest.approx(40 + 40 * 2 / 3, abs=0.01), "the earlier half counts half"
    *_, same = estimates([40.0] * 20)
    assert (same.mean, same.error) == (40.0, 0.0)


def test_intervals_contain_the_mean_in_95_percent() -> None:
    rng = Random(2)
    covered = 0
    for _ in range(1000):
        *_, found = estimates(rng.gauss(0, 1) for _ in range(60))
        assert found.error is not None
        covered += abs(found.mean) <= 1.96 * found.error
    assert 0.93 < covered / 1000 < 0.97


def test_a_rating_is_provisional_until_its_error_is_small() -> None:
    assert Estimate(60, None, 1).is_provisional(2.0)
    assert Estimate(60, 0.5, MIN_GAMES - 1).is_provisional(2.0)
    assert Estimate(60, 2.1, 50).is_provisional(2.0)
    assert not Estimate(60, 2.0, MIN_GAMES).is_provisional(2.0)


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_of_all_games_were_measured(game: str) -> None:
    levels = bot_levels(game)
    assert levels is not None
    assert list(levels.means) == list(LEVELS)
    means = list(levels.means.values())
    # At tables of equals, sheets that change hands lower the scores of stronger bots of Kniffeliger.
    assert means == sorted(means) or levels.seats > 1
    assert 0 < error_limit(game) < means[-1] - means[0]
    assert set(levels.errors) == set(LEVELS)


def test_a_percentile_needs_five_other_people() -> None:
    assert percentile(3, 4) is None
    assert [percentile(lower, 5) for lower in (0, 3, 5)] == [0, 60, 100]
    assert percentile(2, 3 * 2) == 33


def test_a_game_that_was_not_measured_has_no_limit() -> None:
    assert bot_levels("chess") is None
    assert error_limit("chess") == float("inf")


def test_the_documented_levels_are_those_that_are_used() -> None:
    document = (Path(__file__).parents[2] / "docs" / "results" / "rating.md").read_text("utf-8")
    for game in GAMES:
        levels = bot_levels(game)
        assert levels is not None
        values = [f"{mean:.1f} ± {levels.errors[level]:.1f}" for level, mean in levels.means.items()]
        title = GAMES[game].titles["en"]
        assert f"| {title} | {' | '.join(values)} | {error_limit(game)} |" in document
        assert f"| {title} | `{levels.engine[:16]}` | {levels.games} |" in document
