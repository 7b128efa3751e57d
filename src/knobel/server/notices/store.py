"""Devices that receive notices, and the queue of notices, in the database."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, literal, or_, select, update

from knobel.server.database import due_rows, schema
from knobel.server.database.due_rows import due_by, wants
from knobel.server.database.guards import fewer, of_person
from knobel.server.database.store import Conflict, DomainStore, Statement, columns_of
from knobel.server.notices.kinds import KINDS, Kind

COLLECT_MS = 15_000
"""Time after a notice in which others are collected, so that one message tells of many games."""
KEPT_MS = 3 * 86_400_000
"""Time for which a notice of a cup or a day is kept, sent or not, so that it is not sent again."""
PUSH_KEY = "push"

_devices, _notices = schema.push_devices.c, schema.notices.c
_due_by, _wants = partial(due_by, schema.push_devices), partial(wants, schema.push_devices)
_Condition = ColumnElement[bool]


@dataclass(slots=True, frozen=True)
class PushDevice:
    """A device that receives notices (`schema.push_devices`)."""

    device: str
    person: str
    endpoint: str
    public_key: str
    auth: str
    kinds: str
    quiet_from: int | None
    quiet_to: int | None
    zone: str
    language: str
    while_open: bool
    due: int | None = None
    not_before: int = 0
    failures: int = 0

    @property
    def wanted(self) -> list[Kind]:
        """The kinds of notices that the person wants on this device."""
        return [kind for kind in KINDS if kind in self.kinds.split()]


@dataclass(slots=True, frozen=True)
class Notice:
    """A notice for one device (`schema.notices`)."""

    id: int
    kind: Kind
    subject: str
    game: str
    time: int
    told: bool
    withdrawn: bool


# --- what other domains write in the transaction of an event ----------------------------------------------------------


def begun(people: Iterable[str], kind: Kind, subject: str, game: str, time: int) -> Iterator[Statement]:
    """Yield the statements that give a new notice to people, in place of an earlier one about the same subject."""
    wanted = and_(_devices.person.in_(sorted(people)), _wants(kind))
    devices = select(_devices.device).where(wanted)
    this = and_(_notices.kind == kind, _notices.subject == subject)
    yield delete(schema.notices).where(this, _notices.device.in_(devices))
    yield _added(devices, kind, literal(subject), literal(game), time)
    yield update(schema.push_devices).where(wanted).values(_due_by(time + COLLECT_MS))


def reacted(people: Iterable[str], subject: str, game: str, time: int, sender: str) -> Iterator[Statement]:
    """Yield the statements that tell people of a reaction at a table, only of the first since they were there."""
    same = schema.notices.alias().c
    known = exists().where(same.device == _devices.device, same.kind == "reaction", same.subject == subject)
    blocks = schema.blocks.c
    blocked = exists().where(blocks.person == _devices.person, blocks.blocked == sender)
    wanted = and_(_devices.person.in_(sorted(people)), _wants("reaction"), ~blocked)
    # The device becomes due first, because the notice is then known.
    yield update(schema.push_devices).where(wanted, ~known).values(_due_by(time + COLLECT_MS))
    new = select(_devices.device).where(wanted, ~known)
    yield _added(new, "reaction", literal(subject), literal(game), time)


def ended(people: Iterable[str], kinds: Iterable[Kind], subject: str, time: int) -> Iterator[Statement]:
    """Yield the statements that withdraw notices from people who do not need them any more."""
    devices = select(_devices.device).where(_devices.person.in_(sorted(people)))
    these = and_(_notices.kind.in_(sorted(kinds)), _notices.subject == subject, _notices.device.in_(devices))
    # A notice that a process is sending at the moment counts as told.
    resting = select(_devices.device).where(_devices.not_before <= time)
    yield delete(schema.notices).where(these, ~_notices.told, _notices.device.in_(resting))
    yield update(schema.notices).where(these).values(withdrawn=True)
    affected = select(_notices.device).where(these)
    yield update(schema.push_devices).where(_devices.device.in_(affected)).values(_due_by(time))


def _added(devices: Any, kind: Kind, subject: Any, game: Any, time: int) -> Any:
    """Return the statement that adds a notice for each of the devices that a query selects."""
    row = devices.add_columns(literal(kind), subject, game, literal(time), literal(False), literal(False))
    columns = ["device", "kind", "subject", "game", "time", "told", "withdrawn"]
    return insert(schema.notices).from_select(columns, row)


class NoticeStore(DomainStore):
    """The devices and notices in the database. Its methods raise `StoreError` if the database does not answer."""

    async def write(self, statements: Iterable[Statement]) -> None:
        """Execute the statements of this module in one transaction."""
        await self._store.write(*statements)

    # --- the key ------------------------------------------------------------------------------------------------------

    async def key(self) -> str | None:
        """Return the server's private key for push services, None if it has none yet."""
        c = schema.server_keys.c
        return await self._store.read_value(select(c.key).where(c.name == PUSH_KEY))

    async def add_key(self, key: str) -> None:
        """Store the server's private key, unless another process was faster."""
        with contextlib.suppress(Conflict):
            await self._store.write((insert(schema.server_keys), [{"name": PUSH_KEY, "key": key}]))

    # --- devices ------------------------------------------------------------------------------------------------------

    async def device(self, device: str) -> PushDevice | None:
        """Return a device by the hash of its secret, None if it receives no notices."""
        query = select(*_devices).where(_devices.device == device)
        return await self._store.first_as(PushDevice, query)

    async def devices_of(self, person: str) -> list[PushDevice]:
        """Return the devices of a person that receive notices."""
        query = select(*_devices).where(_devices.person == person).order_by(_devices.device)
        return await self._store.read_as(PushDevice, query)

    async def put(self, device: PushDevice, most: int) -> None:
        """Store the subscription and settings of a device. Its notices of kinds that it does not want are deleted.

        :raises Conflict: if the person logged out on the device.
        :raises Unmet: if `most` other devices of the person receive notices, or if the person was deleted.
        """
        values = asdict(device)
        for name in ("due", "not_before", "failures"):
            del values[name]
        same = _devices.device == device.device
        new = {**values, "not_before": 0, "failures": 0}
        row = select(*(literal(value, schema.push_devices.c[name].type) for name, value in new.items()))
        unwanted = [kind for kind in KINDS if kind not in device.wanted]
        await self._store.write(
            # A browser has one subscription, and belongs to one person at a time.
            delete(schema.push_devices).where(_devices.endpoint == device.endpoint, ~same),
            update(schema.push_devices).where(same).values(values),
            insert(schema.push_devices).from_select(list(new), row.where(~exists().where(same))),
            delete(schema.notices).where(_notices.device == device.device, _notices.kind.in_(unwanted)),
            guard=of_person(
                device.person,
                # A browser that has another secret now, as after its cookies were deleted, takes no other place.
                fewer(
                    most, schema.push_devices, _devices.person == device.person, ~same,
                    _devices.endpoint != device.endpoint,
                ),
            ),
        )  # fmt: skip

    async def remove(self, device: str, endpoint: str | None = None) -> None:
        """Delete the subscription of a device, or only that with an `endpoint`, and its notices."""
        same = _devices.device == device
        same = same if endpoint is None else and_(same, _devices.endpoint == endpoint)
        await self._store.write(delete(schema.push_devices).where(same))

    # --- the queue ----------------------------------------------------------------------------------------------------

    async def due(self, now: int, count: int) -> list[PushDevice]:
        """Return the devices that are due by `now` (ms), at most `count`, the oldest first."""
        return await self._store.read_as(PushDevice, due_rows.due(schema.push_devices, now, count))

    async def claim(self, device: PushDevice, until: int) -> bool:
        """Claim a device until a time (ms). Return False if another process has claimed it, or it was changed."""
        return bool(await self._store.write(due_rows.claimed(schema.push_devices, device.device, device.due, until)))

    async def of_device(self, device: str) -> list[Notice]:
        """Return the notices for a device, the oldest first."""
        query = select(*columns_of(Notice, _notices)).where(_notices.device == device).order_by(_notices.id)
        return await self._store.read_as(Notice, query)

    async def mark_told(self, notices: Iterable[Notice]) -> None:
        """Record that a message with these notices was sent, and delete the withdrawn ones."""
        known = list(notices)
        withdrawn = [notice.id for notice in known if notice.withdrawn]
        told = [notice.id for notice in known if not notice.withdrawn]
        await self._store.write(
            update(schema.notices).where(_notices.id.in_(told)).values(told=True),
            delete(schema.notices).where(_notices.id.in_(withdrawn)),
        )

    async def finish(self, device: str, claimed: int, again: int) -> None:
        """Give up the claim on a device. It is due `again` (ms) if something waits for it."""
        unsent = exists().where(_notices.device == _devices.device, or_(~_notices.told, _notices.withdrawn))
        await self._store.write(due_rows.finished(schema.push_devices, device, claimed, unsent, again))

    async def fail(self, device: PushDevice, claimed: int, until: int) -> None:
        """Give up the claim on a device after a failure, and send nothing before a time (ms)."""
        await self._store.write(due_rows.failed(schema.push_devices, device.device, claimed, until))

    # --- cups and days ------------------------------------------------------------------------------------------------

    async def tell_of_cups(self, now: int, since: int) -> None:
        """Give notices of the cups that opened after a time (ms) to people who entered before, and to their groups.

        The hosts, and people who play already, receive none.
        """
        cups, entries, members, tries = schema.cups.c, schema.entries.c, schema.members.c, schema.tries.c
        entered = exists().where(
            entries.cup == cups.code, entries.person == _devices.person, ~entries.removed, entries.joined < cups.opens
        )
        of_group = and_(
            cups.group != "",
            exists().where(members.group == cups.group, members.person == _devices.person, ~members.removed),
        )
        plays = exists().where(
            tries.person == _devices.person, func.substr(tries.deal, 1, func.length(cups.code)) == cups.code
        )
        condition = and_(
            cups.opens > since, cups.opens <= now, cups.closes > now, or_(entered, of_group), ~plays,
            func.coalesce(cups.host, "") != _devices.person,
        )  # fmt: skip
        await self._tell("cup", cups.code, cups.game, condition, now)

    async def tell_of_day(self, day: str, now: int) -> None:
        """Give notices of the games of a day (a date) to people who have not played any of them."""
        tries = schema.tries.c
        plays = exists().where(tries.person == _devices.person, tries.deal.like(f"{day}/%"))
        played = exists().where(
            tries.person == _devices.person, _devices.device == _notices.device, tries.deal.like(f"{day}/%")
        )
        needless = and_(_notices.kind == "day", ~_notices.told, or_(_notices.subject != day, played))
        if await self._store.read(select(_notices.id).where(needless).limit(1)):
            await self._store.write(delete(schema.notices).where(needless))
        await self._tell("day", literal(day), literal(""), ~plays, now)

    async def _tell(self, kind: Kind, subject: Any, game: Any, condition: _Condition, now: int) -> None:
        """Give notices about subjects to the devices that want them and have not been told, if there are any."""
        same = schema.notices.alias().c
        known = exists().where(same.device == _devices.device, same.kind == kind, same.subject == subject)
        wanted = and_(_wants(kind), condition, ~known)
        new = select(_devices.device).where(wanted)
        if await self._store.read(new.limit(1)):
            unsent = select(_notices.device).where(_notices.kind == kind, ~_notices.told, _notices.time == now)
            await self._store.write(
                _added(new, kind, subject, game, now),
                update(schema.push_devices).where(_devices.device.in_(unsent)).values(_due_by(now)),
            )

    async def forget_old(self, now: int) -> None:
        """Delete the notices that nobody needs to remember, and those about tables that do not exist any more."""
        tables = select(schema.slow_tables.c.table)
        old = and_(or_(_notices.told, _notices.kind == "cup"), _notices.kind != "turn", _notices.time < now - KEPT_MS)
        gone = and_(_notices.kind.in_(["turn", "over", "reaction"]), _notices.subject.not_in(tables))
        if await self._store.read(select(_notices.id).where(or_(old, gone)).limit(1)):
            await self._store.write(delete(schema.notices).where(or_(old, gone)))

    # --- personal data ------------------------------------------------------------------------------------------------

    async def export(self, person: str) -> dict[str, list[dict[str, object]]]:
        """Return the devices of a person that receive notices, and their notices, for the export of their data."""
        return {
            "push_devices": [
                {
                    "endpoint": device.endpoint,
                    "kinds": device.wanted,
                    "quiet": None if device.quiet_from is None else [device.quiet_from, device.quiet_to],
                    "zone": device.zone,
                    "language": device.language,
                    "while_open": device.while_open,
                    "notices": [asdict(notice) for notice in await self.of_device(device.device)],
                }
                for device in await self.devices_of(person)
            ]
        }
