"""The group that a request is about, for its members and for its host."""

from litestar.di import Provide
from litestar.params import FromPath

from knobel.server.groups.service import GroupService
from knobel.server.groups.store import Group
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account


async def find_own_group(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> Group:
    """Return the group of the link in the path, of which the caller must be a member.

    :raises Refused: as `GroupService.of_member`.
    """
    return (await groups.of_member(request, link, caller)).group


async def find_hosted_group(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> Group:
    """Return the group of the link in the path, of which the caller must be the host.

    :raises Refused: as `GroupService.hosted`.
    """
    return (await groups.hosted(request, link, caller)).group


REQUESTED_GROUP = {"own_group": Provide(find_own_group), "hosted_group": Provide(find_hosted_group)}
"""What route handlers receive about the group, by the name of the parameter."""
