"""The shipped exercises: positions that the engines judge as they are stored."""

from dataclasses import replace

import pytest

from benchmarks.coach_exercises import choose
from knobel.coach import assess
from knobel.coach.exercises import (
    Exercise,
    events_from,
    events_text,
    record_of,
    shipped_exercises,
)
from knobel.coach.themes import GAME_THEMES
from knobel.core import Move, Roll
from knobel.engines import games_with

MIN_EXERCISES = 300
SAMPLE = 90
"""Every so many exercises are assessed, unless all of them are."""


def check(game: str, exercises: tuple[Exercise, ...]) -> None:
    """Check that exercises are decisions with a best action by the stored margin."""
    for each in exercises:
        record = record_of(game, each)
        rules, state = record.game, record.game.start(len(record.seats))
        for event in record.events:
            state = rules.apply(state, event)
        found = assess(rules, state, each.seat)
        assert len(rules.legal(state, each.seat)) > 1
        assert found.best.action in rules.legal(state, each.seat)
        assert found.margin == pytest.approx(each.margin, abs=0.006), (game, each.key)


@pytest.mark.parametrize("game", games_with("engine"))
def test_exercises_have_all_themes_and_difficulties(game: str) -> None:
    exercises = shipped_exercises(game)
    assert len(exercises) >= MIN_EXERCISES
    assert len({each.key for each in exercises}) == len(exercises), "each position once"
    assert {each.theme for each in exercises} <= set(GAME_THEMES[game])
    assert {min(int(each.difficulty * 5), 4) for each in exercises} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("game", games_with("engine"))
def test_the_engine_agrees_with_the_margins_of_a_sample(game: str) -> None:
    check(game, shipped_exercises(game)[::SAMPLE])


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with("engine"))
def test_the_engine_agrees_with_all_margins(game: str) -> None:
    check(game, shipped_exercises(game))


def test_events_are_stored_as_words() -> None:
    events = (Roll((2, 6)), Move(0, "c3"), Roll((5,)), Move(1, "1s.1"))
    assert events_text(events) == "26 0:c3 5 1:1s.1"
    assert events_from(events_text(events)) == events


def test_rare_themes_and_difficulties_are_chosen_too() -> None:
    usual = [Exercise((Roll((number,)),), 0, "crossings", 0.3, 1.0) for number in range(50)]
    rare = [Exercise((Roll((99,)),), 0, "straights", 0.9, 1.0), replace(usual[0], difficulty=0.7)]
    chosen = choose([*usual, *rare], 4)
    assert {each.theme for each in chosen} == {"crossings", "straights"}
    assert any(each.difficulty == 0.7 for each in chosen)
