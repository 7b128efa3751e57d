"""Probabilities of winning in the course of a game."""

from dataclasses import replace

import pytest

from knobel.coach.chances import course_of_chances
from knobel.coach.strength import level_errors
from knobel.games.kniffeliger import ROUNDS
from tests.coach.conftest import Played


def test_each_round_begins_with_chances_and_the_end_decides(played: Played) -> None:
    record = played("kniffeliger", "random,strong")
    course = course_of_chances(record, (50, 100))
    assert [each.event for each in (course[0], course[-1])] == [0, len(record.events)]
    assert len(course) == ROUNDS + 1
    assert all(sum(each.wins) == pytest.approx(1) for each in course)
    assert set(course[-1].wins) == {0.0, 1.0}


def test_bots_play_on_as_their_level(played: Played) -> None:
    record = played("kniffeliger", "random,strong")
    levels = level_errors("kniffeliger")
    of_levels = course_of_chances(record, (levels["beginner"].accuracy, 90))
    assert course_of_chances(replace(record, bots=("beginner", None)), (100, 90)) == of_levels
    assert course_of_chances(replace(record, bots=("my own bot", None)), (100, 90)) != of_levels


def test_games_in_which_strength_matters_little_have_none(played: Played) -> None:
    assert course_of_chances(played("knister", "random,strong"), (50, 100)) == []
