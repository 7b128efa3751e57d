"""Operations on groups for their members and visitors: access, joining, leaving, seasons and history."""

import asyncio
import contextlib

from knobel.clock import now_ms
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Conflict
from knobel.server.groups.history import History, history
from knobel.server.groups.messages import GroupSeason, GroupState, GroupSummary, SeasonRanking
from knobel.server.groups.opening import is_code
from knobel.server.groups.standings import Kind
from knobel.server.groups.store import Group, GroupStore, PaperGame
from knobel.server.groups.tables import GroupTables
from knobel.server.groups.views import GroupData, view
from knobel.server.http.parts import AnyRequest
from knobel.server.limits import codes
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.link_access import LinkAccess
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.people.accounts import Account, IsPresent
from knobel.server.people.authentication import address_of
from knobel.server.runtime.snapshots import Snapshots
from knobel.server.shared_rows.openings import Opening
from knobel.tables.refusals import Refused, TableReason


class GroupAccess(LinkAccess[Group]):
    """Finds groups. Members, and removed people, need only the code."""

    def __init__(self, store: GroupStore) -> None:
        super().__init__("group", TableReason.NO_GROUP, is_code, store.find)
        self._store = store

    async def belongs_to(self, thing: Group, person: str) -> bool:
        return await self._store.row(thing.code, person) is not None


MAX_MEMBERS = 500
"""Maximum number of people in a group, without those whom the host has removed."""
MAX_GROUPS = 50
"""Maximum number of groups of a person."""
PAPER_CODE_LENGTH = 6
"""Length of the code of a game on paper."""


class GroupService:
    """Finds groups, shows them, and lets people join and leave."""

    def __init__(self, store: GroupStore, tables: GroupTables, budget: WriteBudget, is_here: IsPresent) -> None:
        self.store, self.access = store, GroupAccess(store)
        self._tables, self._budget, self._is_here = tables, budget, is_here
        self._groups, self._histories = Snapshots(self._read), Snapshots(self._read_history)
        self.limit = ActionLimit(10, 1 / 600, "too many groups in a short time: try again later")
        """Limit of a person's new groups and links, and of the groups that they join."""
        self.paper_limit = ActionLimit(30, 1 / 120, "too many games on paper in a short time: try again later")

    async def summaries(self, account: Account) -> list[GroupSummary]:
        """Return the groups of a person, the latest joined first."""
        groups = await self.store.of_person(account.id)
        people = await self.store.members([group.code for group in groups])
        found = []
        for group in groups:
            data = GroupData(group, people[group.code], (), 0)
            others = [each.person for each in data.members if each.person != account.id]
            found.append(
                GroupSummary(
                    code=group.code,
                    key=group.key,
                    title=group.title,
                    members=len(data.members),
                    here=sum(map(self._is_here, others)),
                    hosted=data.is_host(account.id),
                )
            )
        return found

    async def data(self, request: AnyRequest, link: str, viewer: Account | None) -> GroupData:
        """Return the stored data of the group of a link, if the person may see it, perhaps from a moment ago.

        :raises Refused: `no_group`, `rate_limited`.
        """
        person = None if viewer is None else viewer.id
        group = await self.access.find(link, person, address_of(request))
        data = await self._groups.recent(group.code)
        known = data.row_of(person)
        row = None if person is None else await self.store.row(group.code, person)
        is_outdated = data.group != group or row != (None if known is None else (known.number, known.removed))
        return await self._groups.read(group.code) if is_outdated else data

    async def of_member(self, request: AnyRequest, link: str, account: Account) -> GroupData:
        """Return the data of a group of which the person must be a member.

        :raises Refused: `not_member`, `no_group`, `rate_limited`.
        """
        data = await self.data(request, link, account)
        if not data.has_member(account.id):
            raise Refused(TableReason.NOT_MEMBER, "only the members of the group may do that")
        return data

    async def hosted(self, request: AnyRequest, link: str, account: Account) -> GroupData:
        """Return the data of a group of which the person must be the host.

        :raises Refused: `not_host`, `no_group`, `rate_limited`.
        """
        data = await self.data(request, link, account)
        if not data.is_host(account.id):
            raise Refused(TableReason.NOT_HOST, "only the host of the group may do that")
        return data

    def view(self, data: GroupData, viewer: Account | None) -> GroupState:
        """Return a group as a person may see it."""
        return view(data, None if viewer is None else viewer.id, self._is_here, now_ms())

    async def state(self, code: str, account: Account) -> GroupState:
        """Return a group as a person sees it now.

        :raises Refused: `no_group`, if it was dissolved.
        """
        return self.view(await self._groups.read(code), account)

    async def open(self, account: Account, group: Group, opening: Opening | None) -> None:
        """Store a new group with a person as its host.

        :param opening: the request, if it has an idempotency key.
        :raises Refused: `too_many`, `rate_limited`.
        :raises Conflict: if its code is taken, or if the opening is stored.
        """
        self.limit.check(account.id)
        try:
            await self.store.add(group, account.id, MAX_GROUPS, opening)
        except Unmet:
            raise _too_many_groups() from None

    async def join(self, account: Account, group: Group) -> None:
        """Let a person join a group.

        :raises Refused: `too_many`, `group_removed`, `rate_limited`, `no_group`.
        """
        self._budget.check()
        if (row := await self.store.row(group.code, account.id)) is None:
            self.limit.check(account.id)
            # If the person was deleted in the meantime, there is no member.
            with contextlib.suppress(Conflict):
                if await self.store.join(group.code, account.id, now_ms(), MAX_MEMBERS, MAX_GROUPS):
                    return
            row = await self.store.row(group.code, account.id)
        if row is None:
            if len(await self.store.of_person(account.id)) >= MAX_GROUPS:
                raise _too_many_groups()
            raise _full()
        if row[1]:
            raise Refused(TableReason.GROUP_REMOVED, "the host has removed you from this group")

    async def save_paper_game(self, account: Account, group: str, game: PaperGame, opening: Opening | None) -> str:
        """Store a game on paper for a group, and return its code.

        :param opening: the request, if it has an idempotency key.
        :raises Refused: `rate_limited`.
        """
        self.paper_limit.check(account.id)
        code = codes.new_code(PAPER_CODE_LENGTH)
        await self.store.add_paper_game(group, game, code, account.id, opening)
        # The page of the group shows it at once.
        await self._histories.read(group)
        return code

    async def set_removed(self, code: str, person: str, *, removed: bool) -> None:
        """Host: remove a member, who cannot return, or take a person back.

        :raises Refused: `not_found`; `too_many`, if the group is too full to take a person back.
        """
        try:
            known = await (
                self.store.remove(code, person) if removed else self.store.take_back(code, person, MAX_MEMBERS)
            )
        except Unmet:
            raise _full() from None
        if not known:
            raise Refused(TableReason.NOT_FOUND, "there is no such other member")

    async def take_over(self, account: Account, code: str) -> None:
        """Make a member the host of a group whose host is away.

        :raises Refused: `stale`, if the host is not away, or another member has been there longer; `no_group`.
        """
        data = await self._groups.read(code)
        if data.successor(now_ms(), self._is_here) != account.id:
            raise Refused(TableReason.STALE, "the host is not away, or another member may take over the group")
        await self.store.change(code, account.id)

    async def begin_season(self, code: str) -> None:
        """Begin a new season of a group.

        :raises Refused: `stale`, if nothing was played in the current one, or if another request has begun the new one.
        """
        found = await self._histories.read(code)
        if not found.games_in(span := found.span(None)):
            raise Refused(TableReason.STALE, "nothing was played in this season yet")
        try:
            await self.store.begin_season(code, span.number + 1, now_ms())
        except Conflict:
            raise Refused(TableReason.STALE, "the new season has begun") from None
        await self._histories.read(code)

    async def history(self, code: str) -> History:
        """Return the history of a group, as it is stored now.

        :raises Refused: `no_group`, if it was dissolved.
        """
        return await self._histories.read(code)

    async def season(
        self, code: str, account: Account, number: int | None, ranking: SeasonRanking, kind: Kind | None
    ) -> GroupSeason:
        """Return a season of a group as it was a moment ago (`History.view`)."""
        found = await self._histories.recent(code)
        return await asyncio.to_thread(found.view, account.id, number, ranking, kind)

    async def _read_history(self, code: str) -> History:
        results, seasons, people = await asyncio.gather(
            self.store.results(code), self.store.seasons(code), self.store.members([code])
        )
        if not seasons:
            raise Refused(TableReason.NO_GROUP, f"there is no group {code}")
        return await asyncio.to_thread(history, results, seasons, people[code])

    async def _read(self, code: str) -> GroupData:
        group = await self.store.find(code)
        if group is None:
            raise Refused(TableReason.NO_GROUP, f"there is no group {code}")
        people, tables, seasons = await asyncio.gather(
            self.store.members([code]), self._tables.current(code, now_ms()), self.store.seasons(code)
        )
        return GroupData(group, people[code], tables, seasons[-1][0] if seasons else 1)


def _full() -> Refused:
    return Refused(TableReason.TOO_MANY, f"a group has at most {MAX_MEMBERS} members")


def _too_many_groups() -> Refused:
    return Refused(TableReason.TOO_MANY, f"a person is in at most {MAX_GROUPS} groups")
