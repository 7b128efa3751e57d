"""Operator actions: list tables and people, close tables, remove people, answer reports, broadcast notices.

`knobel admin` and the operator's page use them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import msgspec

from knobel.clock import now_ms
from knobel.server.database.store import Store
from knobel.server.deals.store import DealStore
from knobel.server.groups.opening import group_title
from knobel.server.groups.store import Group, GroupStore, Member
from knobel.server.operator.health import HealthCheck
from knobel.server.operator.messages import (
    AnswerReport,
    AnyOperatorRequest,
    BroadcastNotice,
    ChangeGroup,
    ClearSuspect,
    CloseTable,
    DissolveGroup,
    ErasePerson,
    ListGroups,
    ListPeople,
    ListReports,
    ListSuspects,
    ListTables,
    OperatorGroup,
    OperatorMember,
    OperatorPerson,
    OperatorReport,
    OperatorSuspect,
    OperatorTable,
    RemovePerson,
    ShowGroup,
    ShowHealth,
    ShowTable,
)
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.reports.service import Reports
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.tables.connections.chat_delivery import ChatDelivery
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.tables import moderation
from knobel.tables.commands import Source
from knobel.tables.refusals import Refused, TableReason

Lines: TypeAlias = list[dict[str, Any]]


@dataclass(slots=True, frozen=True, eq=False)
class Admin:
    """Runs operator requests, in a running server or on a database that no server uses."""

    _store: Store
    _accounts: AccountRegistry
    _people_store: PeopleStore
    _account_updates: AccountUpdates
    _erasure: PersonErasure
    _reports: Reports
    _chat_delivery: ChatDelivery
    _rooms: Mapping[str, Room]
    _registry: RoomRegistry
    _people_sync: PeopleSync
    _deals: DealStore
    _groups: GroupStore
    _health: HealthCheck

    async def run(self, request: AnyOperatorRequest) -> Lines:
        """Run a request and return its result as plain data.

        :raises Refused: if the request is impossible.
        """
        return msgspec.to_builtins(await self._answer(request))  # type: ignore[no-any-return]

    async def _answer(self, request: AnyOperatorRequest) -> Sequence[Any]:
        match request:
            case ListTables(most=most):
                return await self._tables(most)
            case ShowTable(code=code):
                return self._people_at(await self._room(code))
            case ListPeople(most=most):
                return await self._people(most)
            case CloseTable(code=code):
                room = await self._room(code)
                await room.log.execute(lambda state: moderation.close(state, Source(now_ms())))
                return [{"closed": room.log.code}]
            case RemovePerson(person=person, table=table):
                return await self._remove(person, table)
            case ErasePerson(person=person):
                return await self._erase(person)
            case ListReports() | AnswerReport():
                return await self._answer_reports(request)
            case BroadcastNotice(text=text):
                self._chat_delivery.announce(text)
                return [{"told": text, "people": len(self._accounts.connected())}]
            case ListSuspects() | ClearSuspect():
                return await self._suspects(request)
            case ListGroups() | ShowGroup() | ChangeGroup() | DissolveGroup():
                return await self._change_groups(request)
            case ShowHealth():
                return [await self._health.check()]

    async def _answer_reports(self, request: ListReports | AnswerReport) -> Sequence[Any]:
        if isinstance(request, ListReports):
            found = await self._reports.report_store.list_latest(request.most, answered=request.answered)
            return [
                OperatorReport(**asdict(report) | {"context": msgspec.json.decode(report.context)}) for report in found
            ]
        number = request.number
        if not await self._reports.answer(number, request.text, self._account_updates.send_answers):
            raise Refused(TableReason.NOT_FOUND, f"there is no report {number}")
        return [{"answered": number}]

    async def _suspects(self, request: ListSuspects | ClearSuspect) -> Sequence[Any]:
        store = self._deals
        if isinstance(request, ListSuspects):
            return [
                OperatorSuspect(person=person, name=name, since=since, cleared=cleared)
                for person, name, since, cleared in await store.suspects()
            ]
        if not await store.clear(request.person, cleared=request.cleared):
            raise Refused(TableReason.NOT_FOUND, f"nothing is suspected of {request.person[:40]}")
        return [{"person": request.person, "cleared": request.cleared}]

    async def _change_groups(self, request: ListGroups | ShowGroup | ChangeGroup | DissolveGroup) -> Sequence[Any]:
        if isinstance(request, ListGroups):
            groups = await self._groups.list_latest(request.most)
            people = await self._groups.members([group.code for group in groups])
            return [self._group(group, people[group.code]) for group in groups]
        group = await self._groups.find(request.code)
        if group is None:
            raise Refused(TableReason.NO_GROUP, f"there is no group {request.code[:10]}")
        if isinstance(request, DissolveGroup):
            await self._groups.delete(group.code)
            return [{"dissolved": group.code, "title": group.title}]
        if isinstance(request, ChangeGroup):
            changes = {} if request.title is None else {"title": group_title(request.title)}
            if not await self._groups.change(group.code, request.host, **changes):
                raise Refused(TableReason.NOT_FOUND, f"{str(request.host)[:40]} is no member of the group {group.code}")
            group = await self._groups.find(group.code) or group
        members = (await self._groups.members([group.code]))[group.code]
        host = next((each for each in members if not each.removed), None)
        return [
            self._group(group, members),
            *(
                OperatorMember(
                    person=each.person,
                    name=each.name,
                    joined=each.joined,
                    seen=each.seen,
                    host=each is host,
                    removed=each.removed,
                )
                for each in members
            ),
        ]

    def _group(self, group: Group, people: Sequence[Member]) -> OperatorGroup:
        members = [each for each in people if not each.removed]
        found = OperatorGroup(code=group.code, title=group.title, opened=group.opened, members=len(members))
        if members:
            found.host, found.seen = members[0].name, members[0].seen
        return found

    def _locations(self) -> dict[str, str]:
        """Return the table code of each person at a table, by person id."""
        remote = {person: code for person, code in self._people_sync.locations.items() if code}
        return remote | {person: room.log.code for room in self._rooms.values() for person in room.presence.present}

    async def _tables(self, most: int) -> Sequence[OperatorTable]:
        present = Counter(self._locations().values())
        rows = await self._store.latest_tables(most)
        return [OperatorTable(**asdict(row), here=present[row.code], **await self._about(row.code)) for row in rows]

    async def _about(self, code: str) -> dict[str, Any]:
        """Return the game of a table, its host, its people and whether it is played; nothing if its log is damaged."""
        try:
            state = (await self._room(code)).log.head
        except Refused:
            return {}
        seat = state.seat_of(state.host)
        name = state.seats[seat].name if seat is not None else await self._people_store.name(state.host)
        people = sum(each.person is not None for each in state.seats)
        stage = "playing" if state.playing else "over" if state.games_played else "open"
        return {"game": state.settings.game, "host": name or "", "people": people, "stage": stage}

    async def _room(self, code: str) -> Room:
        room = await self._registry.get(code)
        if room is None:
            raise Refused(TableReason.NO_TABLE, f"there is no table {code[:10]}")
        return room

    def _people_at(self, room: Room) -> Lines:
        state, present = room.log.head, room.presence.present
        facts = {
            "code": room.log.code,
            "game": state.settings.game,
            "public": state.settings.public,
            "playing": state.playing,
            "locked": state.locked,
            "chat_hidden": state.chat_hidden,
            "closed": state.closed,
        }
        seats = [(seat.person, seat.name, number) for number, seat in enumerate(state.seats) if seat.person is not None]
        seated = {person for person, _, _ in seats}
        watching = [(account.id, account.name, None) for account in present.values() if account.id not in seated]
        return [
            facts,
            *(
                {
                    "person": person,
                    "name": name,
                    "seat": seat,
                    "host": person == state.host,
                    "here": person in present,
                    "muted": person in state.muted,
                }
                for person, name, seat in (*seats, *watching)
            ),
        ]

    async def _people(self, most: int) -> Sequence[OperatorPerson]:
        locations = self._locations()
        present = {account.id for account in self._accounts.connected()}
        return [
            OperatorPerson(person=person, name=name, seen=seen, here=person in present, table=locations.get(person))
            for person, name, seen in await self._people_store.list_latest(most)
        ]

    async def _erase(self, person: str) -> Lines:
        account = await self._accounts.person(person)
        if account is None:
            raise Refused(TableReason.NOT_FOUND, f"there is no person {person[:40]}")
        name = account.stored_name
        await self._erasure.erase(account)
        return [{"erased": person, "name": name}]

    async def _remove(self, person: str, table: str | None) -> Lines:
        name = await self._people_store.name(person)
        if name is None:
            raise Refused(TableReason.NOT_FOUND, f"there is no person {person[:40]}")
        codes: Sequence[str] = [table] if table is not None else await self._people_store.tables(person)
        present = [room.log.code for room in self._rooms.values() if person in room.presence.present]
        rooms = [await self._room(code) for code in dict.fromkeys((*codes, *(present if table is None else ())))]
        for room in rooms:
            if table is not None or room.log.head.seat_of(person) is not None or person in room.presence.present:
                await room.log.execute(lambda state: moderation.expel(state, Source(now_ms()), person, {person: name}))
        if table is None:
            await self._account_updates.sign_out(person)
        return [{"removed": person, "name": name, "table": table}]
