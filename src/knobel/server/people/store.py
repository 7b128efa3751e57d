"""Stored data of people: names, devices, blocked people, results, and the tables where they were."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import delete, exists, func, insert, select, update

from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.guards import fewer, lock_row, of_person
from knobel.server.database.store import Conflict, ResultRow, Statement, Store, columns_of
from knobel.server.shared_rows.memberships import IS_OF_GROUP, lonely_groups_deleted
from knobel.server.shared_rows.spent_tries import SpentTries


@dataclass(slots=True, frozen=True)
class DeviceRow:
    """A browser that holds a secret of a person: the secret's hash, the browser's name, the times of adding and last
    use."""

    hash: str
    person: str
    browser: str
    added: int
    seen: int


@dataclass(slots=True, frozen=True)
class HolderRow:
    """A device with its person's name, the owner if the person is a bot, and the blocked people's names by id."""

    device: DeviceRow
    name: str
    owner: str | None
    blocked: dict[str, str]


@dataclass(slots=True, frozen=True)
class BotRow:
    """A personal bot: its id and name, when it was created and last connected."""

    id: str
    name: str
    added: int
    seen: int


@dataclass(slots=True, frozen=True)
class PastResult:
    """A person's result in the seat of a game that began at seq `first` of a table's log.

    `luck` is the sum of the luck of the rolls, in points, as the engine with the hash `engine` computed it; both are
    None before.
    """

    table: str
    first: int
    seat: int
    game: str
    options: str
    score: int
    seats: int
    time: int
    ranked: bool
    luck: float | None
    engine: str | None


_devices = select(*columns_of(DeviceRow, schema.secrets.c))
_blocked_people = schema.people.alias("other")
_holders = (
    _devices.add_columns(
        schema.people.c.name, schema.bots.c.owner, schema.blocks.c.blocked, _blocked_people.c.name.label("blocked_name")
    )
    .join(schema.people, schema.people.c.id == schema.secrets.c.person)
    .outerjoin(schema.bots, schema.bots.c.person == schema.secrets.c.person)
    .outerjoin(schema.blocks, schema.blocks.c.person == schema.secrets.c.person)
    .outerjoin(_blocked_people, _blocked_people.c.id == schema.blocks.c.blocked)
    .order_by(_blocked_people.c.name, _blocked_people.c.id)
)


class PeopleStore:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.spent_tries = SpentTries(store)
        self._holders = BatchedRead(self._read_holders)
        self._devices = BatchedRead(self._read_devices)

    # --- people -------------------------------------------------------------------------------------------------------

    async def add(self, name: str, device: DeviceRow, former: str | None = None) -> None:
        """Store a new person with their first device.

        :param former: the hash of the secret that the device has from an erased person.
        """
        spent = [] if former is None else await self.spent_tries.inherit(former, device.hash, device.added)
        await self._store.write(*_added(name, device), *spent)

    async def name(self, person: str) -> str | None:
        """Return a person's name, None if there is no such person."""
        return await self._store.read_value(select(schema.people.c.name).where(schema.people.c.id == person))

    async def read_accounts(
        self, persons: Collection[str]
    ) -> tuple[dict[str, str], dict[str, dict[str, str]], set[str]]:
        """Return the names of these people, the people they block, and the hashes of all their secrets."""
        names = select(schema.people.c.id, schema.people.c.name).where(schema.people.c.id.in_(persons))
        blocks = (
            select(schema.blocks.c.person, schema.people.c.id, schema.people.c.name)
            .join(schema.people, schema.blocks.c.blocked == schema.people.c.id)
            .where(schema.blocks.c.person.in_(persons))
            .order_by(schema.people.c.name, schema.people.c.id)
        )
        blocked: dict[str, dict[str, str]] = {}
        for row in await self._store.read(blocks):
            blocked.setdefault(row.person, {})[row.id] = row.name
        hashes = select(schema.secrets.c.hash).where(schema.secrets.c.person.in_(persons))
        found = {row.id: row.name for row in await self._store.read(names)}
        return found, blocked, {row.hash for row in await self._store.read(hashes)}

    async def list_latest(self, most: int) -> list[tuple[str, str, int]]:
        """Return the people seen most recently: their ids and names, and when they were seen."""
        c = schema.people.c
        found = await self._store.read(select(c.id, c.name, c.seen).order_by(c.seen.desc()).limit(most))
        return [(row.id, row.name, row.seen) for row in found]

    async def rename(self, person: str, name: str, now: int) -> None:
        await self._store.write(update(schema.people).where(schema.people.c.id == person).values(name=name, seen=now))

    # --- personal bots ------------------------------------------------------------------------------------------------

    async def add_bot(self, name: str, token: DeviceRow, owner: str, most: int) -> None:
        """Store a new personal bot, whose token takes the place of a device.

        :raises Unmet: if the owner has `most` bots, or was deleted.
        """
        bot = insert(schema.bots), [{"person": token.person, "owner": owner}]
        guard = of_person(owner, fewer(most, schema.bots, schema.bots.c.owner == owner))
        await self._store.write(*_added(name, token), bot, guard=guard)

    async def bots(self, owner: str) -> list[BotRow]:
        """Return a person's bots, the oldest first."""
        c = schema.secrets.c
        query = select(schema.people.c.id, schema.people.c.name, c.added, c.seen)
        query = query.join(schema.bots, schema.bots.c.person == schema.people.c.id).join(
            schema.secrets, c.person == schema.people.c.id
        )
        theirs = query.where(schema.bots.c.owner == owner).order_by(c.added, schema.people.c.id)
        return await self._store.read_as(BotRow, theirs)

    async def owner(self, bot: str) -> str | None:
        """Return the owner of a personal bot, None if there is no such bot."""
        return await self._store.read_value(select(schema.bots.c.owner).where(schema.bots.c.person == bot))

    # --- devices ----------------------------------------------------------------------------------------------------

    async def holder(self, secret_hash: str) -> HolderRow | None:
        """Return the device that holds this secret, with its person."""
        return await self._holders.get(secret_hash)

    async def _read_holders(self, hashes: list[str]) -> dict[str, HolderRow]:
        holders: dict[str, HolderRow] = {}
        for row in await self._store.read(_holders.where(schema.secrets.c.hash.in_(hashes))):
            holder = holders.setdefault(row.hash, HolderRow(DeviceRow(*row[:5]), row.name, row.owner, {}))
            if row.blocked_name is not None:
                holder.blocked[row.blocked] = row.blocked_name
        return holders

    async def devices(self, person: str) -> list[DeviceRow]:
        """Return all of a person's devices, the latest used first."""
        return await self._devices.get(person) or []

    async def _read_devices(self, people: list[str]) -> dict[str, list[DeviceRow]]:
        c = schema.secrets.c
        found: dict[str, list[DeviceRow]] = {}
        query = _devices.where(c.person.in_(people)).order_by(c.seen.desc(), c.hash)
        for device in await self._store.read_as(DeviceRow, query):
            found.setdefault(device.person, []).append(device)
        return found

    async def spent_deals(self, person: str, now: int) -> Collection[str]:
        """Return the deals, open at a time (ms), that someone erased since has begun on a device of a person."""
        if not await self.spent_tries.of_anybody(now):
            return ()
        return await self.spent_tries.on_devices([device.hash for device in await self.devices(person)], now)

    async def record_visit(self, secret_hash: str, browser: str, now: int) -> None:
        """Store the time of a visit on a device. The person's is kept when the device is removed."""
        c = schema.secrets.c
        person = select(c.person).where(c.hash == secret_hash).scalar_subquery()
        await self._store.write(
            update(schema.secrets).where(c.hash == secret_hash).values(browser=browser, seen=now),
            update(schema.people).where(schema.people.c.id == person).values(seen=now),
        )

    async def remove_device(self, secret_hash: str) -> None:
        """Delete a secret. It becomes invalid."""
        await self._store.write(delete(schema.secrets).where(schema.secrets.c.hash == secret_hash))

    # --- transfer links -----------------------------------------------------------------------------------------------

    async def add_transfer(self, hashed: str, person: str, process: str) -> None:
        """Store a transfer link of a person, replacing an earlier one."""
        c = schema.transfers.c
        link = {"hash": hashed, "person": person, "process": process}
        before = delete(schema.transfers).where(c.person == person, c.hash != hashed)
        await self._store.write((insert(schema.transfers), [link]), before, guard=of_person(person))

    async def transfer_owner(self, hashed: str) -> str | None:
        """Return the person to whom a transfer link belongs, None if it is not valid."""
        return await self._store.read_value(select(schema.transfers.c.person).where(schema.transfers.c.hash == hashed))

    async def redeem_transfer(self, hashed: str, device: DeviceRow, most: int) -> None:
        """Store another device of a person, and delete the transfer link that added it.

        :raises Unmet: if the link is not valid any more, or if the person has `most` devices.
        """
        c, secrets = schema.transfers.c, schema.secrets
        valid = exists().where(c.hash == hashed, c.person == device.person)
        await self._store.write(
            (insert(secrets), [asdict(device)]),
            update(schema.people).where(schema.people.c.id == device.person).values(seen=device.seen),
            delete(schema.transfers).where(c.hash == hashed),
            guard=of_person(device.person, valid, fewer(most, secrets, secrets.c.person == device.person)),
        )

    async def delete_transfer(self, hashed: str) -> None:
        await self._store.write(delete(schema.transfers).where(schema.transfers.c.hash == hashed))

    async def delete_transfers(self, process: str | None) -> None:
        """Delete the transfer links of a process, or all links."""
        c = schema.transfers.c
        every_link = delete(schema.transfers)
        await self._store.write(every_link if process is None else every_link.where(c.process == process))

    # --- blocking ---------------------------------------------------------------------------------------------------

    async def block(self, person: str, other: str, most: int) -> None:
        """Store that a person blocks another.

        :raises Conflict: if they do already, or if the other person was deleted.
        :raises Unmet: if the person blocks `most` people.
        """
        guard = of_person(person, fewer(most, schema.blocks, schema.blocks.c.person == person))
        await self._store.write((insert(schema.blocks), [{"person": person, "blocked": other}]), guard=guard)

    async def unblock(self, person: str, other: str) -> None:
        """Delete the row that says that a person blocks another."""
        c = schema.blocks.c
        await self._store.write(delete(schema.blocks).where(c.person == person, c.blocked == other))

    # --- results and deletion -----------------------------------------------------------------------------------------

    async def results(self, person: str) -> list[PastResult]:
        """Return a person's results, the oldest first."""
        c = schema.results.c
        query = select(*columns_of(PastResult, c)).where(c.person == person).order_by(c.time, c.table, c.first)
        return await self._store.read_as(PastResult, query)

    async def has_result(self, result: ResultRow) -> bool:
        """True if the person has this result, at any table: the same score in the same game, ended at the same time."""
        c = schema.results.c
        same = (c[name] == getattr(result, name) for name in ("person", "game", "options", "score", "seats", "time"))
        return bool(await self._store.read(select(c.table).where(*same).limit(1)))

    async def tables(self, person: str) -> list[str]:
        """Return the tables whose logs contain a person's name."""
        c = schema.events.c
        found = await self._store.read(select(c.table).where(c.person == person).distinct().order_by(c.table))
        return [row.table for row in found]

    async def count_tables(self, person: str) -> int:
        """Return the number of tables whose logs contain a person's name."""
        c = schema.events.c
        query = select(func.count(c.table.distinct())).where(c.person == person)
        return await self._store.read_value(query) or 0

    async def rewrite(self, table: str, person: str, nameless: Iterable[tuple[int, str]]) -> None:
        """Replace events that contain a person's name by events without it.

        Reviews, which may contain the name too, are deleted and made again on request. The state that an earlier
        version of the server stored (`schema.tables`) is removed.
        """
        c = schema.events.c
        changes: list[Statement] = [
            update(schema.events).where(c.table == table, c.seq == seq).values(data=data) for seq, data in nameless
        ]
        unnamed = update(schema.events).where(c.table == table, c.person == person).values(person=None)
        reviews = delete(schema.reviews).where(schema.reviews.c.table == table)
        state = update(schema.tables).where(schema.tables.c.code == table).values(bookmark=None)
        await self._store.write(*changes, unnamed, reviews, state)

    async def forget(self, person: str, *, name: str | None, now: int) -> None:
        """Delete a person and their results. With a `name`, keep the results under that name.

        The results that count for a group stay without a name in any case; groups without other members are deleted.
        The cups that the person hosts go on without a host and a title, but their series end. The person's devices get
        no new first tries at deals that are open at the time `now` (ms).
        """
        theirs = schema.results.c.person == person
        anonymous = update(schema.results).where(theirs).values(person="", name=name)
        nameless = update(schema.results).where(theirs, IS_OF_GROUP).values(person="", name="")
        results = [nameless, delete(schema.results).where(theirs)] if name is None else [anonymous]
        cups = update(schema.cups).where(schema.cups.c.host == person).values(title="", every="")
        # A bot that was created during the erasure would be left without an owner, and its token would be a person's.
        bots = select(schema.bots.c.person).where(schema.bots.c.owner == person)
        people = [delete(schema.people).where(schema.people.c.id.in_(which)) for which in (bots, [person])]
        devices = [device.hash for device in await self.devices(person)]
        spent = await self.spent_tries.of_person(person, devices, now)
        try:
            await self._store.write(
                lock_row(schema.people, person),
                *spent,
                *results,
                cups,
                *lonely_groups_deleted(person),
                *people,
            )
        except Conflict:
            # Usually another request has deleted the person.
            if await self.name(person) is not None:
                raise


def _added(name: str, device: DeviceRow) -> list[Statement]:
    person = {"id": device.person, "name": name, "seen": device.added}
    return [(insert(schema.people), [person]), (insert(schema.secrets), [asdict(device)])]
