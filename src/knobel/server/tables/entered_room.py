"""The table that a request is about, which its sender enters."""

from litestar.di import Provide
from litestar.params import FromPath

from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import address_of
from knobel.server.tables.admission import TableAdmission
from knobel.server.tables.room import Room


async def enter_room(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], admission: Part[TableAdmission]
) -> Room:
    """Return the table of the link in the path.

    :raises Refused: as `TableAdmission.enter`.
    """
    return await admission.enter(link, caller.id, address_of(request))


ENTERED_ROOM = {"room": Provide(enter_room)}
"""What route handlers receive about the table, by the name of the parameter."""
