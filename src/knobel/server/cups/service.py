"""Cups for the people who ask for them: access, and taking part."""

import contextlib

from knobel.clock import now_ms
from knobel.server.cups.access import CupAccess
from knobel.server.cups.messages import CupState
from knobel.server.cups.snapshots import CupSnapshots
from knobel.server.cups.store import Cup, CupStore
from knobel.server.cups.views import CupData, view
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Conflict
from knobel.server.groups.store import GroupStore
from knobel.server.http.parts import AnyRequest
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import address_of
from knobel.tables.refusals import Refused, TableReason

MAX_ENTRIES = 500
"""Maximum number of people who take part in a cup, without those whom the host has removed."""


class CupService:
    """Finds cups, shows them, and enters people."""

    def __init__(
        self, store: CupStore, access: CupAccess, snapshots: CupSnapshots, groups: GroupStore, budget: WriteBudget
    ) -> None:
        self.store, self.snapshots = store, snapshots
        self._access, self._groups, self._budget = access, groups, budget
        self.limit = ActionLimit(10, 1 / 120, "too many cups in a short time: try again later")
        """Limit of a person's new cups."""

    async def find(self, request: AnyRequest, link: str, viewer: Account | None) -> Cup:
        """Return the cup of a link, if the person may see it.

        :raises Refused: `no_cup`, `rate_limited`.
        """
        return await self._access.find(link, None if viewer is None else viewer.id, address_of(request))

    async def data(self, request: AnyRequest, link: str, viewer: Account | None, *, recent: bool = False) -> CupData:
        """Return the stored data of the cup of a link, if the person may see it.

        :param recent: True if others' games may be from a moment ago.
        :raises Refused: `no_cup`, `rate_limited`.
        """
        person = None if viewer is None else viewer.id
        cup = await self.find(request, link, viewer)
        if recent and not cup.is_host(person):
            return await self.snapshots.recent(cup, person)
        return await self.snapshots.read(cup)

    async def hosted(self, request: AnyRequest, link: str, account: Account) -> CupData:
        """Return the data of a cup of which the person must be the host.

        :raises Refused: `not_host`, and what `data` raises.
        """
        data = await self.data(request, link, account)
        if not data.cup.is_host(account.id):
            raise Refused(TableReason.NOT_HOST, "only the host of the cup may do that")
        return data

    async def state(self, cup: Cup, account: Account) -> CupState:
        """Return a cup as a person sees it now.

        :raises Refused: `no_cup`, if it was deleted.
        """
        return view(await self.snapshots.read(cup), account.id, now_ms())

    async def set_team(self, data: CupData, account: Account, number: int, team: int | None) -> None:
        """Put an entry into a team. The host may do so at any time, others for themselves before their first game.

        :raises Refused: `not_found`, `not_host`, `cup_closed`.
        """
        entry = next((each for each in data.entries if each.number == number), None)
        if data.teams is None or entry is None or (team is not None and not 0 <= team < len(data.teams.names)):
            raise Refused(TableReason.NOT_FOUND, "there is no such entry or team")
        if not data.cup.is_host(account.id):
            if entry.person != account.id or not data.teams.chosen:
                raise Refused(TableReason.NOT_HOST, "only the host of the cup may do that")
            if any(game.person == account.id for game in data.games):
                raise Refused(TableReason.CUP_CLOSED, "you have begun: ask the host for another team")
        self._budget.check()
        await self.store.set_team(data.cup.code, number, team)

    async def set_removed(self, data: CupData, number: int, *, removed: bool) -> None:
        """Host: remove an entry from a cup, or take it back.

        :raises Refused: `not_found`; `too_many`, if there is no place for an entry that is taken back.
        """
        entry, code = next((each for each in data.entries if each.number == number), None), data.cup.code
        try:
            # An entry that takes part already needs no other place.
            known = entry is not None and (
                await self.store.remove(code, number)
                if removed
                else not entry.removed or await self.store.take_back(code, number, MAX_ENTRIES)
            )
        except Unmet:
            raise _full() from None
        if not known:
            raise Refused(TableReason.NOT_FOUND, "there is no such entry")

    async def check_group(self, group: str, account: Account) -> None:
        """Check that a person may open a cup of a group; an empty code stands for none.

        :raises Refused: `not_member`.
        """
        if group and not await self._groups.is_member(group, account.id):
            raise Refused(TableReason.NOT_MEMBER, "only the members of a group open cups of it")

    async def enter(self, account: Account, cup: Cup) -> None:
        """Let a person take part in a cup.

        Entries count against no limit but that of stored bytes: a class comes at the same time from one address.

        :raises Refused: `cup_closed`, `too_many`, `cup_removed`, `rate_limited`.
        """
        now = now_ms()
        self._budget.check()
        # If the person was deleted in the meantime, there is no entry.
        with contextlib.suppress(Conflict):
            if await self.store.enter(cup.code, account.id, now, MAX_ENTRIES):
                return
        entry = await self.store.entry(cup.code, account.id)
        if entry is None and now >= cup.closes:
            raise Refused(TableReason.CUP_CLOSED, "this cup is closed")
        if entry is None:
            raise _full()
        _, removed = entry
        if removed:
            raise Refused(TableReason.CUP_REMOVED, "the host has removed your entry")


def _full() -> Refused:
    return Refused(TableReason.TOO_MANY, f"a cup has at most {MAX_ENTRIES} entries")
