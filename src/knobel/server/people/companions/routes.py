"""The route for the people with whom the caller played lately."""

from litestar import Response, get

from knobel.server.http.parts import Part
from knobel.server.people.accounts import Account
from knobel.server.people.companions.messages import RecentGroup
from knobel.server.people.companions.store import CompanionStore

MAX_GROUPS = 3


@get("/api/companions")
async def list_companions(caller: Part[Account], companions: Part[CompanionStore]) -> Response[list[RecentGroup]]:
    """Return the groups with which the caller finished games lately (at most 3), the latest first."""
    return Response(await companions.recent_groups(caller.id, MAX_GROUPS))
