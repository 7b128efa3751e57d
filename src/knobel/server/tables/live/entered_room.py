"""The table that a request is about, which its sender enters or only looks at."""

from litestar.di import Provide
from litestar.params import FromPath

from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import address_of
from knobel.server.tables.live.admission import TableAdmission
from knobel.server.tables.live.room import Room


async def enter_room(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], admission: Part[TableAdmission]
) -> Room:
    """Return the table of the link in the path.

    :raises Refused: as `TableAdmission.enter`.
    """
    return await admission.enter(link, caller.id, address_of(request))


async def look_at_room(request: AnyRequest, link: FromPath[str], admission: Part[TableAdmission]) -> Room:
    """Return the table of the link in the path to a visitor who needs no session.

    :raises Refused: as `TableAdmission.look`.
    """
    return await admission.look(link, address_of(request))


ENTERED_ROOM = {"room": Provide(enter_room), "seen_room": Provide(look_at_room)}
"""What route handlers receive about the table, by the name of the parameter."""
