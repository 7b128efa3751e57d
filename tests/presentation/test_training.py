"""Training: which exercise comes next, and what counts as progress."""

import msgspec
import pytest

from knobel.coach.exercises import daily_exercise, shipped_exercises
from knobel.notation import load
from knobel.presentation.deal_days import shifted
from knobel.presentation.leitner import BOX_INTERVALS_MS, LEARNED_BOX
from knobel.presentation.practice_messages import Training
from knobel.presentation.training import FIRST_DIFFICULTY, MIN_COMPARED, exercise_day, next_exercise, share

GAME, THEME = "knister", "straights"
KEYS = [each.key for each in shipped_exercises(GAME) if each.theme == THEME]


def asked(*answers: tuple[str, bool, int], theme: str = THEME, now: int = 0) -> Training:
    return msgspec.json.decode(next_exercise(GAME, theme, answers, now), type=Training)


def test_the_first_exercise_is_of_the_theme_and_easy() -> None:
    found = asked()
    assert found.exercise is not None
    assert (found.exercise.theme, found.exercise.repeated, found.due, found.next) == (THEME, False, 0, None)
    assert found.exercise.difficulty == pytest.approx(FIRST_DIFFICULTY, abs=0.1)
    record, state = load(found.exercise.record.splitlines())
    assert len(record.game.legal(state, found.exercise.seat)) > 1


def test_new_exercises_become_harder_with_right_answers() -> None:
    answers: list[tuple[str, bool, int]] = []
    difficulties = []
    for _ in range(8):
        exercise = asked(*answers).exercise
        assert exercise is not None
        difficulties.append(exercise.difficulty)
        answers.append((exercise.key, True, 0))
    assert difficulties[-1] > difficulties[0] + 0.2
    assert len({key for key, *_ in answers}) == len(answers)


def test_wrong_answers_come_back_by_the_leitner_system_until_they_are_learned() -> None:
    key, now = KEYS[0], BOX_INTERVALS_MS[0]
    early = asked((key, False, 0), now=now - 1)
    assert (early.due, early.next) == (0, now)
    found = asked((key, False, 0), now=now)
    assert found.exercise is not None
    assert (found.due, found.exercise.key, found.exercise.repeated) == (1, key, True)
    learned = asked(*[(key, True, 0)] * LEARNED_BOX, now=10**12)
    assert (learned.due, learned.next) == (0, None)


def test_progress_counts_first_answers_only() -> None:
    answers = [(key, number >= MIN_COMPARED // 2, number) for number, key in enumerate(KEYS[:MIN_COMPARED])]
    again = [(key, True, 99) for key in KEYS[: MIN_COMPARED // 2]]
    found = asked(*answers, *again, ("0" * 12, True, 5))
    own = next(each for each in found.themes if each.theme == THEME)
    assert own.bots is not None
    assert own.right is not None
    assert own.earlier is not None
    assert own.lately is not None
    assert (own.answered, own.exercises) == (MIN_COMPARED, len(KEYS))
    assert (own.earlier.mean, own.right.mean, own.lately.mean) == (0, 0.5, 1)
    assert own.right.low < 0.5 < own.right.high
    others = [each for each in found.themes if each.theme != THEME]
    assert all((each.answered, each.right, each.earlier) == (0, None, None) for each in others)


def test_a_day_has_the_same_exercise_for_everybody_and_none_comes_again_soon() -> None:
    days = [shifted("2026-01-01", number) for number in range(30)]
    keys = [daily.key for day in days if (daily := daily_exercise(GAME, day)) is not None]
    assert len(set(keys)) == len(days)
    found = msgspec.json.decode(next_exercise(GAME, THEME, (), 0, days[3]), type=Training)
    assert found.exercise is not None
    assert found.exercise.key == keys[3], "of whatever theme"
    assert daily_exercise("nothing", days[0]) is None


def test_the_first_answer_of_a_day_counts() -> None:
    answers = [("knister", "2026-01-02", False), ("knister", "2026-01-02", True), ("knaster", "2026-01-01", True)]
    found = exercise_day("2026-01-02", answers)
    assert (found.streak, found.solved) == (2, {"knister": False})


def test_a_theme_without_exercises_has_no_next_one() -> None:
    assert asked(*((key, True, 0) for key in KEYS)).exercise is None
    assert asked(theme="nothing").exercise is None
    assert msgspec.json.decode(next_exercise("nothing", "", (), 0), type=Training).themes == []


def test_intervals_are_those_of_wilson() -> None:
    found = share([True] * 8 + [False] * 2)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.490, 0.943), abs=0.001)
