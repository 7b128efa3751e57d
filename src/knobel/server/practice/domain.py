"""Domain of reviews and exercises: its parts of a server process and routes."""

from dishka import Provider, Scope, provide_all

from knobel.presentation import coach_messages
from knobel.server.http.domain import Domain
from knobel.server.practice import coach_routes, routes
from knobel.server.practice.exercises import routes as exercise_routes
from knobel.server.practice.exercises.store import ExerciseAnswerStore
from knobel.server.practice.own_games import OwnGames
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.practice.store import PracticeStore
from knobel.server.practice.table_reviews import TableReviews


class PracticeParts(Provider):
    scope = Scope.APP
    parts = provide_all(PracticeStore, ExerciseAnswerStore, ReviewService, TableReviews, OwnGames)


DOMAIN = Domain(
    provider=PracticeParts,
    routes=(coach_routes, routes, exercise_routes),
    lines=(coach_messages.CoachAssessment, coach_messages.CoachComparison),
    exporters=(PracticeStore, ExerciseAnswerStore),
)
