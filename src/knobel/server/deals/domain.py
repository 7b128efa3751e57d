"""Domain of deals: its parts of a server process, routes and tasks."""

from dishka import Provider, Scope, provide, provide_all

from knobel.server.cluster.membership import Membership
from knobel.server.deals import routes
from knobel.server.deals.first_tries import FirstTries
from knobel.server.deals.service import DailyDeals
from knobel.server.deals.store import DealStore
from knobel.server.deals.tasks import DealReviews
from knobel.server.http.domain import Domain, Task
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.tables.registry import RoomRegistry


class DealParts(Provider):
    scope = Scope.APP
    parts = provide_all(DailyDeals, FirstTries)

    @provide
    def store(self, deals: DailyDeals) -> DealStore:
        return deals.store

    @provide
    def reviews(
        self, store: DealStore, reviews: ReviewService, registry: RoomRegistry, membership: Membership
    ) -> DealReviews:
        return DealReviews(store, reviews, registry, lambda: membership.is_leader)


DOMAIN = Domain(
    provider=DealParts,
    routes=(routes,),
    exporters=(DealStore,),
    tasks=(Task(DailyDeals, DailyDeals.run, "deals"), Task(DealReviews, DealReviews.run, "reviewing deals")),
)
