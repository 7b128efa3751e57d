"""Training with the shipped exercises of a game: the next one for a person, and how many new ones the person solves.

The answers of a person are a log; all else follows from it. An exercise is repeated by the Leitner system as own
mistakes are, which come first. New ones become harder with each right answer, so that about two of three are solved.
Progress counts only first answers.
"""

from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from knobel.coach.exercises import Exercise, daily_exercise, record_of, shipped_exercises
from knobel.coach.themes import GAME_THEMES
from knobel.coach.wording import LANGUAGES
from knobel.notation import dumps
from knobel.presentation import practice_messages as messages
from knobel.presentation.deal_days import streak
from knobel.presentation.leitner import LEARNED_BOX, moved

FIRST_DIFFICULTY = 0.3
"""The difficulty of the first exercise."""
HARDER, EASIER = 0.05, 0.1
"""Changes of the difficulty after a right and a wrong answer."""
MIN_COMPARED = 10
"""Minimum number of first answers of which the earlier half is compared with the later one."""
Z = 1.96
"""Standard errors of an interval of 95 %."""


class Answered(NamedTuple):
    """The state of an exercise after all answers to it: whether the first one was right, the box, and the due time."""

    right: bool
    box: int
    due: int


def next_exercise(game: str, theme: str, answers: Sequence[tuple[str, bool, int]], now: int, day: str = "") -> bytes:
    """Job: return the next exercise of a theme (empty: of all themes), and the progress, as a `Training` in JSON.

    :param answers: the key of the exercise, whether the answer was right, and its time (ms), the oldest first. Answers
        to exercises that no longer exist are ignored.
    :param now: the time in ms.
    :param day: a date in ISO format whose exercise is asked; empty for the next one of the training.
    """
    exercises = shipped_exercises(game) if game in GAME_THEMES else ()
    answered, trained = fold_answers(answers), {each.theme for each in exercises}
    asked = [each for each in exercises if theme in ("", each.theme)]
    waiting = [
        (answered[each.key].due, each)
        for each in asked
        if each.key in answered and answered[each.key].box < LEARNED_BOX
    ]
    due = sorted((each for each in waiting if each[0] <= now), key=lambda each: each[0])
    if day:
        chosen = daily_exercise(game, day) if exercises else None
    else:
        chosen = due[0][1] if due else new_exercise(asked, answered)
    return msgspec.json.encode(
        messages.Training(
            game=game,
            due=len(due),
            next=min((time for time, _ in waiting if time > now), default=None),
            exercise=None if chosen is None else _message(game, chosen, repeated=chosen.key in answered),
            themes=[progress(each, exercises, answered) for each in GAME_THEMES.get(game, ()) if each in trained],
        )
    )


def with_own_mistakes(
    training: messages.Training, due: int, upcoming: int | None, question: messages.Question | None
) -> messages.Training:
    """Return a training with own mistakes, which come before exercises.

    :param due: the number of own mistakes that are due; `upcoming` is the time (ms) of the next one after them.
    :param question: the one that has been due longest, None if none is due.
    """
    times = [time for time in (training.next, upcoming) if time is not None]
    return replace(
        training,
        due=training.due + due,
        next=min(times, default=None),
        question=question,
        exercise=None if question is not None else training.exercise,
    )


def exercise_day(day: str, answers: Iterable[tuple[str, str, bool]]) -> messages.ExerciseDay:
    """Return a person's results at the exercises of a day.

    :param answers: answers to exercises of the day: the game, the date, and whether it was right, the oldest first.
    """
    answered = list(answers)
    solved: dict[str, bool] = {}
    for game, date, right in answered:
        if date == day:
            solved.setdefault(game, right)
    return messages.ExerciseDay(day=day, streak=streak({date for _, date, _ in answered}, day), solved=solved)


def fold_answers(answers: Sequence[tuple[str, bool, int]]) -> dict[str, Answered]:
    """Return the state of each answered exercise by its key, in the order of the first answers."""
    found: dict[str, Answered] = {}
    for key, right, time in answers:
        known = found.get(key)
        found[key] = Answered(known.right if known else right, *moved(known.box if known else 0, time, right=right))
    return found


def new_exercise(asked: Sequence[Exercise], answered: dict[str, Answered]) -> Exercise | None:
    """Return the exercise without an answer whose difficulty is nearest to the person's level."""
    wanted = FIRST_DIFFICULTY
    known = {each.key for each in asked}
    for key, state in answered.items():
        if key in known:
            wanted = min(max(wanted + (HARDER if state.right else -EASIER), 0.0), 1.0)
    new = [each for each in asked if each.key not in answered]
    return min(new, key=lambda each: abs(each.difficulty - wanted), default=None)


def progress(theme: str, exercises: Sequence[Exercise], answered: dict[str, Answered]) -> messages.ThemeProgress:
    """Return how many exercises of a theme the person solved at the first answer."""
    own = {each.key: each for each in exercises if each.theme == theme}
    first = [(own[key], state.right) for key, state in answered.items() if key in own]
    half = len(first) // 2
    compared = len(first) >= MIN_COMPARED
    return messages.ThemeProgress(
        theme=theme,
        names={language: texts.THEMES[theme] for language, texts in LANGUAGES.items()},
        exercises=len(own),
        answered=len(first),
        right=share([right for _, right in first]),
        bots=fsum(1 - each.difficulty for each, _ in first) / len(first) if first else None,
        earlier=share([right for _, right in first[:-half]]) if compared else None,
        lately=share([right for _, right in first[-half:]]) if compared else None,
    )


def share(right: Sequence[bool]) -> messages.Share | None:
    """Return the share of right answers with its interval of 95 % by Wilson; None without answers."""
    if not right:
        return None
    n, mean = len(right), sum(right) / len(right)
    centre = (mean + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * sqrt(mean * (1 - mean) / n + Z**2 / (4 * n**2))
    return messages.Share(mean=mean, low=max(centre - half, 0.0), high=min(centre + half, 1.0))


def _message(game: str, exercise: Exercise, *, repeated: bool) -> messages.TrainingExercise:
    return messages.TrainingExercise(
        key=exercise.key,
        theme=exercise.theme,
        difficulty=exercise.difficulty,
        repeated=repeated,
        seat=exercise.seat,
        record=dumps(record_of(game, exercise)),
    )
