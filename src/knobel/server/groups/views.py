"""A group as one person may see it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from knobel.server.groups.messages import GroupMember, GroupState, GroupTable, RemovedMember
from knobel.server.groups.store import Group, Member

AWAY_MS = 30 * 86_400_000
"""Time without a visit after which another member may take over a group from its host."""
FASTEST_POLL_S = 4
"""Seconds between two requests of a page, at least."""
MEMBERS_A_SECOND = 1_000
"""Limit on the members in the answers to all pages together."""


@dataclass(frozen=True)
class GroupData:
    """The stored data of a group: all its people, the host first, its tables, and the number of the season."""

    group: Group
    people: Sequence[Member]
    tables: Sequence[GroupTable]
    season: int

    @cached_property
    def members(self) -> Sequence[Member]:
        """The members, the host first, without removed people."""
        return [each for each in self.people if not each.removed]

    def row_of(self, person: str | None) -> Member | None:
        """Return the row of a member or of a removed person, None for others."""
        return next((each for each in self.people if each.person == person), None)

    def has_member(self, person: str | None) -> bool:
        return any(each.person == person for each in self.members)

    def is_host(self, person: str | None) -> bool:
        """True if a person is the host: the member with the lowest number."""
        return bool(self.members) and self.members[0].person == person

    def successor(self, now: int, is_here: Callable[[str], bool]) -> str | None:
        """Return the member with the right to take over the group, None if there is none.

        If the host has been away for `AWAY_MS`, it is the member with the longest membership. Members with an equally
        long absence do not count.

        :param now: the time (ms).
        :param is_here: tells whether a person has a connection.
        """
        present = [each.person for each in self.members if each.seen > now - AWAY_MS or is_here(each.person)]
        return present[0] if present and not self.is_host(present[0]) else None


def view(data: GroupData, viewer: str | None, is_here: Callable[[str], bool], now: int) -> GroupState:
    """Return a group as a person may see it.

    :param is_here: tells whether a person has a connection.
    :param now: the time (ms).
    """
    group, members, row = data.group, data.members, data.row_of(viewer)
    inside, hosted = row is not None and not row.removed, data.is_host(viewer)
    return GroupState(
        code=group.code,
        key=group.key if inside else "",
        title=group.title,
        by_code=group.by_code,
        host=members[0].name if members else "",
        size=len(members),
        member=inside,
        hosted=hosted,
        may_take_over=viewer is not None and data.successor(now, is_here) == viewer,
        removed=row is not None and row.removed,
        members=[_member(each, data, viewer, here=is_here(each.person)) for each in members] if inside else [],
        removed_members=[
            RemovedMember(id=each.person, name=each.name) for each in data.people if each.removed and hosted
        ],
        tables=list(data.tables) if inside else [],
        season=data.season,
        poll_s=max(FASTEST_POLL_S, len(members) ** 2 // (FASTEST_POLL_S * MEMBERS_A_SECOND)),
    )


def _member(member: Member, data: GroupData, viewer: str | None, *, here: bool) -> GroupMember:
    person = member.person
    return GroupMember(
        id=person,
        name=member.name,
        joined=member.joined,
        here=here,
        host=data.is_host(person),
        you=person == viewer,
    )
