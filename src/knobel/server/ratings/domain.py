"""Domain of ratings: its parts of a server process, routes and tasks."""

from dishka import Provider, Scope, provide, provide_all

from knobel.server.http.domain import Domain, Task
from knobel.server.ratings import routes
from knobel.server.ratings.store import RatingStore
from knobel.server.ratings.tasks import RatingUpdates
from knobel.server.tables.registry import GameEnded


class RatingParts(Provider):
    scope = Scope.APP
    parts = provide_all(RatingStore, RatingUpdates)

    @provide
    def game_ended(self, updates: RatingUpdates) -> GameEnded:
        return updates.game_ended


DOMAIN = Domain(
    provider=RatingParts,
    routes=(routes,),
    exporters=(RatingStore,),
    tasks=(
        Task(RatingUpdates, RatingUpdates.rate_ended, "rating games"),
        Task(RatingUpdates, RatingUpdates.sweep_regularly, "looking for unrated games"),
    ),
)
