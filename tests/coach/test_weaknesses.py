"""Where a player loses most, and whether that is more than chance explains."""

from random import Random

import pytest
from benchmarks.coach_diagnosis import GAMES, Learner, line, told
from benchmarks.coach_themes import played_losses

from knobel.bots.levels import LEVELS
from knobel.coach.reasons import Reason
from knobel.coach.templates.themes import THEME_TEXTS
from knobel.coach.themes import GAME_THEMES, counted_theme
from knobel.coach.weaknesses import (
    PlayedLosses,
    compare_halves,
    find_losses,
    interval,
    peer_shares,
    sort_losses,
    student_quantile,
    theme_losses,
    total_trend,
)

LEVEL = {"casual": {"straights": 0.1, "crossings": 0.3}, "expert": {"straights": 0.02, "crossings": 0.06}}
"""Levels that lose a quarter of their points in one theme and the rest in another one."""


def games(*losses: tuple[float, float]) -> list[PlayedLosses]:
    """Return games with these points lost in two themes."""
    return [PlayedLosses({"straights": one, "crossings": other}, 24) for one, other in losses]


@pytest.mark.parametrize("game", GAME_THEMES)
def test_each_game_has_six_to_ten_themes_with_names_and_measured_levels(game: str) -> None:
    themes = GAME_THEMES[game]
    assert 6 <= len(themes) <= 10
    assert all(theme in texts for texts in THEME_TEXTS.values() for theme in themes)
    levels = theme_losses(game)
    assert levels.keys() == LEVELS.keys()
    assert all(losses.keys() == set(themes) for losses in levels.values())
    totals = [sum(losses.values()) for losses in levels.values()]
    assert totals[0] > totals[-2] > totals[-1], "beginners lose most"


def test_rare_themes_of_kniffeliger_count_as_action_dice() -> None:
    assert counted_theme("kniffeliger", [Reason("steal", {})]) == "action_dice"
    assert counted_theme("kniffeliger", []) is None


def test_a_theme_that_costs_more_than_peers_lose_there_is_a_weakness() -> None:
    rng = Random(1)
    played = games(*((rng.uniform(2, 6), rng.uniform(0, 2)) for _ in range(GAMES)))
    first, second = sort_losses("knister", played, LEVEL)
    assert (first.theme, first.weakness, second.weakness) == ("straights", True, False)
    assert first.peers == pytest.approx((first.lost.mean + second.lost.mean) / 4)
    assert first.levels["casual"] == pytest.approx(2.4)
    assert first.lost.low < first.lost.mean < first.lost.high


def test_the_costliest_theme_comes_first_without_a_weakness() -> None:
    rng = Random(2)
    played = games(*((rng.uniform(0, 2), rng.uniform(0, 6)) for _ in range(GAMES)))
    assert [(each.theme, each.weakness) for each in sort_losses("knister", played, LEVEL)] == [
        ("crossings", False), ("straights", False),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 4])
def test_few_games_tell_nothing(count: int) -> None:
    found = sort_losses("knister", games(*[(9.0, 0.0)] * count), LEVEL)
    assert [(each.weakness, each.trend) for each in found] == [(False, None)]


def test_no_games_and_unknown_games() -> None:
    assert find_losses("knister", []) == []
    assert find_losses("unknown", [PlayedLosses({}, 3)]) == []
    assert sort_losses("knister", games((0.0, 0.0), (0.0, 0.0)), LEVEL) == []
    assert [each.peers for each in sort_losses("knister", games((1.0, 0.0)), {})] == [None]


def test_shares_of_peers_are_interpolated() -> None:
    levels = {"weak": {"a": 3.0, "b": 1.0}, "strong": {"a": 0.5, "b": 0.5}, "perfect": {"a": 0.0, "b": 0.0}}
    assert peer_shares(levels, 9.0) == {"a": 0.75, "b": 0.25}
    assert peer_shares(levels, 0.1) == {"a": 0.5, "b": 0.5}
    assert peer_shares(levels, 2.5) == pytest.approx({"a": 0.625, "b": 0.375})
    assert peer_shares({"only": {"a": 2.0}}, 1.0) == {"a": 1.0}


def test_a_trend_needs_games_and_more_than_chance() -> None:
    assert compare_halves([3.0] * 5) == (None, None, None)
    earlier, lately, trend = compare_halves([3.0, 3.1, 2.9, 1.0, 1.1, 0.9])
    assert earlier == pytest.approx(3.0)
    assert lately == pytest.approx(1.0)
    assert trend == "better"
    assert compare_halves([1.0, 1.1, 0.9, 3.0, 3.1, 2.9])[2] == "worse"
    assert compare_halves([0.0, 9.0, 1.0, 0.0, 7.0, 2.0])[2] == "same"
    assert total_trend(games(*[(3.0, float(i % 2)) for i in range(8)], *[(1.0, 0.0)] * 8)) == "better"


def test_intervals_are_those_of_student() -> None:
    # Table of Student's t distribution.
    for probability, freedom, quantile in (
        (0.975, 4, 2.776),
        (0.995, 5, 4.032),
        (0.975, 19, 2.093),
        (0.995, 19, 2.861),
    ):
        assert student_quantile(probability, freedom) == pytest.approx(quantile, rel=0.01)
    assert interval([2.0]) == (2.0, 0.0, 2.0)
    assert interval([0.0, 0.0, 9.0]).low == 0.0


LEARNERS = [("knister", "diagonals"), ("knoeffel", "strike"), ("knapp_daneben", "full_chains"), ("knaster", "earning")]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "theme"), LEARNERS)
def test_the_theme_of_a_learner_comes_first(game: str, theme: str) -> None:
    lines = [line(game, Learner(theme), number) for number in range(GAMES)]
    played = [played_losses(game, each["decisions"], 0, each["count"]) for each in lines]
    assert told(game, played)[:1] == [theme]
