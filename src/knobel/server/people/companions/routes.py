"""The route for the people with whom the caller played lately."""

import json

from litestar import Response, get

from knobel.presentation.messages import Person
from knobel.server.http.parts import Part
from knobel.server.people.accounts import Account
from knobel.server.people.companions.messages import RecentGroup
from knobel.server.people.companions.store import CompanionStore

MAX_GROUPS = 3


@get("/api/companions")
async def list_companions(caller: Part[Account], companions: Part[CompanionStore]) -> Response[list[RecentGroup]]:
    """Return the groups with which the caller finished games lately (at most 3), the latest first."""
    groups = [
        RecentGroup(
            game=group.game,
            options=json.loads(group.options),
            time=group.time,
            people=[Person(id=person, name=name) for person, name in group.people.items()],
        )
        for group in await companions.recent_groups(caller.id, MAX_GROUPS)
    ]
    return Response(groups)
