"""Domain of ratings: its parts of a server process, routes and tasks."""

from collections.abc import Mapping

from dishka import Provider, Scope, provide

from knobel.server.cluster.membership import IsLeader
from knobel.server.compute.coach_service import CoachService
from knobel.server.database.store import Store
from knobel.server.http.domain import Domain, Task
from knobel.server.options import ServerOptions
from knobel.server.ratings import routes
from knobel.server.ratings.store import RatingStore
from knobel.server.ratings.tasks import RatingUpdates
from knobel.server.tables.registry import GameEnded
from knobel.server.tables.room import Room


class RatingParts(Provider):
    scope = Scope.APP

    @provide
    def updates(
        self,
        store: Store,
        coach: CoachService,
        rooms: Mapping[str, Room],
        is_leader: IsLeader,
        options: ServerOptions,
    ) -> RatingUpdates:
        return RatingUpdates(store, coach, rooms, is_leader, ladder=options.ladder)

    @provide
    def ratings(self, updates: RatingUpdates) -> RatingStore:
        return updates.ratings

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
