"""Where a player loses most, and whether that is more than chance explains."""

from random import Random

import pytest

from benchmarks.coach_diagnosis import GAMES, told
from benchmarks.coach_habits import line, told_first
from benchmarks.coach_themes import measured_losses, played_losses
from knobel.bots.levels import LEVELS
from knobel.coach.theme_losses import (
    NOT_MEASURED,
    MeasuredLosses,
    PlayedLosses,
    mean_shares,
    theme_losses,
    weighted,
    weights_of_levels,
)
from knobel.coach.themes import GAME_THEMES
from knobel.coach.weaknesses import (
    MIN_RATIO,
    compare_halves,
    find_losses,
    interval,
    sort_losses,
    student_quantile,
    total_trend,
)
from knobel.coach.wording import LANGUAGES
from knobel_lab.habits import HABITS as HABITS_BY_NAME

SHARES = {"straights": 0.25, "crossings": 0.75}
MEASURED = MeasuredLosses(
    {"casual": {"straights": 0.1, "crossings": 0.3}, "expert": {"straights": 0.02, "crossings": 0.06}},
    {"casual": SHARES, "expert": SHARES},
    SHARES,
)
"""Players without a weakness, who lose a quarter of their points in one theme and the rest in another one."""


def games(*losses: tuple[float, float]) -> list[PlayedLosses]:
    """Return games with these points lost in two themes."""
    return [PlayedLosses({"straights": one, "crossings": other}, 24) for one, other in losses]


@pytest.mark.parametrize("game", GAME_THEMES)
def test_each_game_has_some_themes_with_names_and_measured_levels(game: str) -> None:
    themes = GAME_THEMES[game]
    assert 9 <= len(themes) <= 14
    assert all(theme in texts.THEMES for texts in LANGUAGES.values() for theme in themes)
    levels, shares, even = theme_losses(game)
    assert levels.keys() == shares.keys() == LEVELS.keys()
    assert all(losses.keys() == set(themes) for losses in (*levels.values(), *shares.values(), even))
    totals = [sum(losses.values()) for losses in levels.values()]
    assert totals[0] > totals[-2] > totals[-1], "beginners lose most"
    # A loss that is seen only by looking ahead has no theme.
    assert all(0.9 < sum(each.values()) <= 1.001 for each in (*list(shares.values())[:-1], even))


def test_a_theme_that_costs_more_than_peers_lose_there_is_a_weakness() -> None:
    rng = Random(1)
    played = games(*((rng.uniform(2, 6), rng.uniform(0, 2)) for _ in range(GAMES)))
    first, second = sort_losses("knister", played, MEASURED)
    assert (first.theme, first.weakness, second.weakness) == ("straights", True, False)
    assert first.peers == pytest.approx((first.lost.mean + second.lost.mean) / 4)
    assert first.levels["casual"] == pytest.approx(2.4)
    assert first.lost.low < first.lost.mean < first.lost.high


def test_the_costliest_theme_comes_first_without_a_weakness() -> None:
    rng = Random(2)
    played = games(*((rng.uniform(0, 2), rng.uniform(0, 6)) for _ in range(GAMES)))
    assert [(each.theme, each.weakness) for each in sort_losses("knister", played, MEASURED)] == [
        ("crossings", False), ("straights", False),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 4])
def test_few_games_tell_nothing(count: int) -> None:
    found = sort_losses("knister", games(*[(9.0, 0.0)] * count), MEASURED)
    assert [(each.weakness, each.trend) for each in found] == [(False, None)]


def test_no_games_and_unknown_games() -> None:
    assert find_losses("knister", []) == []
    assert find_losses("unknown", [PlayedLosses({}, 3)]) == []
    assert sort_losses("knister", games((0.0, 0.0), (0.0, 0.0)), MEASURED) == []
    assert [each.peers for each in sort_losses("knister", games((1.0, 0.0)), NOT_MEASURED)] == [None]


def test_errors_of_a_form_that_players_without_a_weakness_have_are_none() -> None:
    """What costs the levels little may cost players much who err evenly, and the other way round."""
    rng = Random(3)
    played = games(*((rng.uniform(4, 8), rng.uniform(2, 6)) for _ in range(GAMES)))
    even = MEASURED._replace(even={"straights": 0.5, "crossings": 0.5})
    assert told("knister", played, MEASURED) == ["straights"]
    assert told("knister", played, even) == []


def test_one_large_error_is_no_weakness() -> None:
    played = games((500.0, 0.0), *[(1.0, 3.0)] * (GAMES - 1))
    assert told("knister", played, MEASURED) == []


def test_rare_errors_of_one_theme_are_a_weakness() -> None:
    """Most games without an error, and errors of very different size, hide nothing."""
    played = games(*[(0.0, 0.0)] * 12, *((float(points), 0.0) for points in (2, 3, 4, 8, 14, 18, 26, 42)))
    assert told("knister", played, MEASURED) == ["straights"]


def test_themes_that_one_habit_divides_among_themselves_are_a_weakness_together() -> None:
    """Half of the games show one of two themes and half the other one, which alone says too little of either."""
    usual = {"sheets": 0.15, "action_dice": 0.15, "stop": 0.7}
    measured = MeasuredLosses({"casual": usual}, {"casual": usual}, usual)
    played = [
        PlayedLosses({"sheets": 6.0, "stop": 3.0} if number % 2 else {"action_dice": 4.0, "stop": 2.0}, 50)
        for number in range(GAMES)
    ]
    alone = [
        PlayedLosses({"sheets": each.points.get("sheets", 0.0), "stop": each.points["stop"]}, 50) for each in played
    ]
    assert told("kniffeliger", alone, measured) == []
    assert told("kniffeliger", played, measured) == ["sheets"]


def test_the_weakness_that_others_have_least_comes_first() -> None:
    """It costs this player less than another weakness, but others hardly lose anything by it."""
    usual = {"own_colour": 0.002, "boxes_now": 0.07, "boxes_later": 0.928}
    measured = MeasuredLosses({"casual": usual}, {"casual": usual}, usual)
    played = [PlayedLosses({"own_colour": 2.0, "boxes_now": 4.0, "boxes_later": 7.0}, 24)] * GAMES
    assert told("knapp_daneben", played, measured) == ["own_colour", "boxes_now"]


def test_many_games_of_one_form() -> None:
    assert told("knister", games(*[(5.0, 0.0)] * 500), MEASURED) == ["straights"]
    assert told("knister", games(*[(1.0, 3.0)] * 500), MEASURED) == []


def test_chance_is_rarely_a_weakness() -> None:
    """The share of a theme varies from game to game, but its mean is at the limit of a weakness."""
    rng, runs = Random(4), 400
    limit = MIN_RATIO * SHARES["straights"]
    found = 0
    for _ in range(runs):
        shares = [float(rng.random() < limit) for _ in range(GAMES)]
        found += bool(told("knister", games(*((6 * share, 6 - 6 * share) for share in shares)), MEASURED))
    assert found <= 0.05 * runs


def test_a_player_is_compared_with_the_levels_of_the_same_strength() -> None:
    levels = {"weak": {"a": 3.0, "b": 1.0}, "strong": {"a": 0.5, "b": 0.5}, "perfect": {"a": 0.0, "b": 0.0}}
    assert weights_of_levels(levels, 9.0) == {"strong": 0.0, "weak": 1.0}
    assert weights_of_levels(levels, 0.1) == {"strong": 1.0, "weak": 0.0}
    assert weights_of_levels(levels, 2.5) == {"strong": 0.5, "weak": 0.5}
    assert weights_of_levels({"only": {"a": 2.0}}, 1.0) == {"only": 1.0}
    assert weights_of_levels({}, 1.0) == {}
    assert weighted({"strong": 0.5, "weak": 0.5}, levels) == {"a": 1.75, "b": 0.75}


def test_shares_are_means_over_the_games_with_losses() -> None:
    played = games((1.0, 0.0), (0.0, 0.0), (1.0, 3.0))
    assert mean_shares(played) == {"straights": 0.625, "crossings": 0.375}
    measured = measured_losses("knister", {"casual": played}, played[:1])
    assert measured.shares["casual"]["crossings"] == 0.375
    assert measured.even["straights"] == 1.0
    assert measured.levels["casual"]["diagonals"] == 0.0


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


HABITS = [
    "never on a diagonal",
    "rows from above",
    "most points now, Knister",
    "avoids black",
    "circles as soon as possible",
    "never a free roll before the last turn",
    "always the same column first",
    "never an action die",
]


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS)
def test_the_theme_of_a_habit_comes_first(habit: str) -> None:
    game = HABITS_BY_NAME[habit].game
    lines = [line(habit, number) for number in range(10)]
    played = [played_losses(each["decisions"], each["seat"], each["count"]) for each in lines]
    assert told_first(game, played, theme_losses(game)) in HABITS_BY_NAME[habit].themes
