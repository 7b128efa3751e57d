"""Domain of deals: its parts of a server process, routes and tasks."""

from dishka import Provider, Scope, provide_all

from knobel.server.deals import routes
from knobel.server.deals.first_tries import FirstTries
from knobel.server.deals.service import DailyDeals
from knobel.server.deals.store import DealStore
from knobel.server.deals.tasks import DealReviews
from knobel.server.http.domain import Domain, Task


class DealParts(Provider):
    scope = Scope.APP
    parts = provide_all(DealStore, DailyDeals, FirstTries, DealReviews)


DOMAIN = Domain(
    provider=DealParts,
    routes=(routes,),
    exporters=(DealStore,),
    tasks=(Task(DailyDeals, DailyDeals.run, "deals"), Task(DealReviews, DealReviews.run, "reviewing deals")),
)
