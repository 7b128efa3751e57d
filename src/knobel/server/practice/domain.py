"""Domain of reviews and exercises: its parts of a server process and routes."""

from dishka import Provider, Scope, provide_all

from knobel.presentation import coach_messages
from knobel.server.http.domain import Domain
from knobel.server.practice import review_routes, routes
from knobel.server.practice.exercises import routes as exercise_routes
from knobel.server.practice.exercises.store import ExerciseAnswers
from knobel.server.practice.own_games import OwnGames
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.practice.service import TableReviews
from knobel.server.practice.store import Practice


class PracticeParts(Provider):
    scope = Scope.APP
    parts = provide_all(Practice, ExerciseAnswers, ReviewService, TableReviews, OwnGames)


DOMAIN = Domain(
    provider=PracticeParts,
    routes=(review_routes, routes, exercise_routes),
    lines=(coach_messages.CoachAssessment, coach_messages.CoachComparison),
    exporters=(Practice, ExerciseAnswers),
)
