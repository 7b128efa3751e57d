"""Routes for training with shipped exercises, in which own mistakes come first, and for the exercises of the day."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.presentation import practice_messages as messages
from knobel.presentation import training
from knobel.presentation.deal_days import day_of, require_day
from knobel.server.compute.coach_service import CoachService
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import RequestLimits
from knobel.server.practice.coach_routes import job_owner
from knobel.server.practice.exercises.store import ExerciseAnswerStore
from knobel.server.practice.own_games import OwnGames
from knobel.server.practice.store import PracticeStore
from knobel.tables.refusals import Refused, TableReason

MAX_ANSWERS_BYTES = 400_000
"""Maximum size of the answers to exercises in a request, in bytes."""
Name = Annotated[str, QueryParameter(max_length=40)]
Day = Annotated[str, QueryParameter(max_length=10)]


@post("/api/practice/exercise", request_max_body_size=MAX_ANSWERS_BYTES, status_code=200)
async def show_exercise(
    request: AnyRequest,
    game: Name,
    data: JSONBody[messages.GivenAnswers],
    caller: Part[Account],
    coach: Part[CoachService],
    practice: Part[PracticeStore],
    exercise_answers: Part[ExerciseAnswerStore],
    own_games: Part[OwnGames],
    request_limits: Part[RequestLimits],
    theme: Name = "",
    day: Day = "",
) -> Response[messages.Training]:
    """Add answers, and return the next position to practise of a game, of one theme or of all.

    Own mistakes that are due come first, then exercises. With a `day` it is the exercise of that day.

    :raises Refused: `rate_limited`, `no_coach`; `malformed`, if the day is no date.
    """
    request_limits.questions.check(caller.id)
    if day:
        require_day(day)
    answers = await exercise_answers.add(caller.id, game, data.answers) if game in GAMES else []
    given = [(each.key, each.right, each.time) for each in answers]
    found = await coach.next_exercise(game, theme, given, now_ms(), day, job_owner(request, caller))
    next_one = msgspec.json.decode(found, type=messages.Training)
    if not day and game in GAMES:
        due, upcoming = await practice.count_due(caller.id, game, theme)
        card = await practice.next_due_card(caller.id, game, theme)
        question = None if card is None else await own_games.question(caller, card)
        next_one = training.with_own_mistakes(next_one, due, upcoming, question)
    return Response(next_one)


@post("/api/practice/answers", request_max_body_size=MAX_ANSWERS_BYTES, status_code=204)
async def add_answers(
    game: Name,
    data: JSONBody[messages.GivenAnswers],
    caller: Part[Account],
    exercise_answers: Part[ExerciseAnswerStore],
    request_limits: Part[RequestLimits],
) -> None:
    """Add answers to the exercises of a game. Known answers are not added again.

    :raises Refused: `rate_limited`, `storage`; `no_game`, if there is no such game.
    """
    request_limits.questions.check(caller.id)
    if game not in GAMES:
        raise Refused(TableReason.NO_GAME, f"there is no such game; games are {', '.join(GAMES)}")
    await exercise_answers.add(caller.id, game, data.answers)


@get("/api/practice/day")
async def show_exercise_day(
    caller: Part[Account], exercise_answers: Part[ExerciseAnswerStore], day: Day = ""
) -> Response[messages.ExerciseDay]:
    """Return which exercises of a day the caller answered, and the streak up to this day; without a day: of today.

    :raises Refused: `malformed`, if it is no date.
    """
    day = day or day_of(now_ms())
    require_day(day)
    return Response(training.exercise_day(day, await exercise_answers.of_days(caller.id)))
