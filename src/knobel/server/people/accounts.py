"""People: sessions by secret cookies, and display names."""

import asyncio
import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakValueDictionary

from knobel.clock import now_ms
from knobel.server.database.engine import StoreError
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Conflict
from knobel.server.people.names_in_use import NamesInUse
from knobel.server.people.store import BotRow, DeviceRow, PeopleStore
from knobel.server.runtime.settings import settings
from knobel.tables.commands import Source
from knobel.tables.names import clean, free_variant, looks, proposed
from knobel.tables.refusals import Refused, TableReason

VISIT_INTERVAL_MS = 3_600_000
"""Milliseconds between two updates of a device's last visit in the database."""
MIN_LIST_INTERVAL_S, MAX_LIST_INTERVAL_S = 0.25, 10.0
"""Minimum and maximum number of seconds between two lists of people. The interval grows with the number of people."""
MAX_BLOCKED = 500
MAX_BOTS = 10
TOKEN_PREFIX = "knobel_"
"""Prefix of the tokens of bots. It makes a leaked token recognizable."""


def hash_of(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True, eq=False, weakref_slot=True)
class Account:
    """A person or a personal bot.

    `blocked` holds the blocked people's names by id. `owner` is the id of a bot's owner, None for a person.
    """

    id: str
    name: str
    blocked: dict[str, str] = field(default_factory=dict)
    connection_count: int = 0
    owner: str | None = None
    stored_name: str = ""
    """The name in the database. `name` may have a number added, because another person here has the same name."""

    def __post_init__(self) -> None:
        self.stored_name = self.stored_name or self.name

    def source(self, command_id: str | None = None) -> Source:
        """Return the source of an event that this person causes now, with the id of the command."""
        return Source(now_ms(), self.id, self.name, command_id, bot=self.owner is not None)


@dataclass(slots=True, eq=False)
class Device:
    """A browser that holds a secret of a person."""

    account: Account
    hash: str
    browser: str
    seen: int


class IsPresent(Protocol):
    """Tells whether a person has a connection to any process."""

    def __call__(self, person: str, /) -> bool: ...


class AccountRegistry:
    """Cache of recently active people, backed by the registry."""

    def __init__(self, people_store: PeopleStore) -> None:
        self._people_store = people_store
        self._devices: OrderedDict[str, Device] = OrderedDict()
        # Weak references: a person never has two objects at the same time.
        self._by_id: WeakValueDictionary[str, Account] = WeakValueDictionary()
        self._local: dict[str, Account] = {}
        self._remote: dict[str, Account] = {}
        self._names = NamesInUse()
        self._rename_lock = asyncio.Lock()
        self._removals = 0

    # --- sessions ---------------------------------------------------------------------------------------------------

    async def find(self, secret: str | None) -> Account | None:
        """Return the person who holds this secret."""
        device = await self.device(secret)
        return None if device is None else device.account

    async def device(self, secret: str | None) -> Device | None:
        """Return the device that holds this secret. A bot's token belongs to no device."""
        device = await self._find_device(secret)
        return None if device is None or device.account.owner is not None else device

    async def bot(self, token: str) -> Account | None:
        """Return the bot that holds this token."""
        device = await self._find_device(token)
        if device is None or device.account.owner is None:
            return None
        await self.record_visit(device, "")
        return device.account

    async def _find_device(self, secret: str | None) -> Device | None:
        if not secret or len(secret) > 100:
            return None
        hashed = hash_of(secret)
        device = self._devices.get(hashed)
        if device is None:
            device = await self._read(hashed)
        else:
            self._devices.move_to_end(hashed)
        return device

    async def _read(self, hashed: str) -> Device | None:
        removals = self._removals
        found = await self._people_store.holder(hashed)
        if found is None:
            return None
        if removals != self._removals:
            # This device may have been removed during the read.
            return await self._read(hashed)
        row = found.device
        account = self._by_id.setdefault(row.person, Account(row.person, found.name, found.blocked, owner=found.owner))
        return self._cache(Device(account, hashed, row.browser, row.seen))

    def _cache(self, device: Device) -> Device:
        device = self._devices.setdefault(device.hash, device)
        self._by_id[device.account.id] = device.account
        while len(self._devices) > settings.cached_devices:
            self._devices.popitem(last=False)
        return device

    async def create(
        self, name: str | None, language: str, browser: str, former_secret: str | None = None
    ) -> tuple[Account, str]:
        """Create a person with this name or a free variant of it. Return the person and their secret.

        :param former_secret: the secret of an erased person that the device still has.
        :raises Refused: the reasons of `tables.names.clean`.
        """
        taken_names = self._names.appearances_except()
        name = proposed(language, taken_names) if name is None else free_variant(clean(name), taken_names)
        account, secret = Account(secrets.token_hex(8), name), secrets.token_urlsafe(32)
        row = _row(account, secret, browser)
        await self._people_store.add(name, row, former=hash_of(former_secret) if former_secret else None)
        self._cache(Device(account, row.hash, browser, row.seen))
        return account, secret

    async def rename(self, account: Account, name: str) -> None:
        """Rename a person.

        :raises Refused: the reasons of `tables.names.clean`; `name_taken`, with a free variant.
        """
        name = clean(name)
        async with self._rename_lock:
            taken_names = self._names.appearances_except(account.id)
            if any(look in taken_names for look in looks(name)):
                raise Refused(TableReason.NAME_TAKEN, "this name is in use", free_variant(name, taken_names))
            # Reserve the name during the write.
            before = account.name
            self._set_name(account, name)
            try:
                await self._people_store.rename(account.id, name, now_ms())
            except BaseException:
                self._set_name(account, before)
                raise
            account.stored_name = name

    def _set_name(self, account: Account, name: str) -> None:
        account.name = name
        self._index_name(account.id)

    def _index_name(self, person: str) -> None:
        """Update the index of names after a person came, left or was renamed."""
        found = self.find_connected(person)
        self._names.set_name(person, None if found is None else found.name)

    # --- presence ---------------------------------------------------------------------------------------------------

    def add_connection(self, account: Account) -> bool:
        """Count a connection. Return True if it is the person's first.

        A number is added to the name if another person here has the same name.
        """
        account.connection_count += 1
        if account.connection_count > 1:
            return False
        self._local[account.id] = account
        self._set_name(account, free_variant(account.name, self._names.appearances_except(account.id)))
        return True

    def remove_connection(self, account: Account) -> bool:
        """Count a lost connection. Return True if it was the person's last."""
        account.connection_count -= 1
        if account.connection_count:
            return False
        self._local.pop(account.id, None)
        self._index_name(account.id)
        return True

    def connected(self) -> list[Account]:
        """Return all people with a connection to any process."""
        return list((self._remote | self._local).values())

    @property
    def list_interval_s(self) -> float:
        """Seconds between two lists of people.

        The interval grows with the square of their number, because each list is longer and goes to more people.
        """
        return min(MIN_LIST_INTERVAL_S + (len(self._local) + len(self._remote)) ** 2 / 50_000, MAX_LIST_INTERVAL_S)

    def set_remote(self, remote: dict[str, Account]) -> bool:
        """Set the people connected to other processes. Return True if the people or their names have changed."""
        before, self._remote = self._remote, remote
        for person in before.keys() | remote.keys():
            self._index_name(person)
        return {account.id: account.name for account in before.values()} != {
            account.id: account.name for account in remote.values()
        }

    def find_connected(self, person: str) -> Account | None:
        """Return the person with this id if they are connected."""
        return self._local.get(person) or self._remote.get(person)

    def evict_absent(self) -> None:
        """Drop the devices of absent people from memory, because changes to them may have been missed."""
        for hashed in [hashed for hashed, device in self._devices.items() if not device.account.connection_count]:
            del self._devices[hashed]

    async def reload(self, persons: Iterable[str]) -> list[tuple[Account, bool, bool]]:
        """Read the stored data of people again.

        Return those with a removed device or a new name, with a flag for each.
        """
        accounts = {person: account for person in persons if (account := self._by_id.get(person)) is not None}
        if not accounts:
            return []
        names, blocked, devices = await self._people_store.read_accounts(list(accounts))
        self._removals += 1
        removed = {
            hashed: device.account.id
            for hashed, device in self._devices.items()
            if hashed not in devices and device.account.id in accounts
        }
        for hashed in removed:
            del self._devices[hashed]
        signed_out = set(removed.values())
        changes = []
        for person, account in accounts.items():
            account.blocked = blocked.get(person, {})
            name = names.get(person, account.stored_name)
            renamed = name != account.stored_name
            if renamed:
                account.stored_name = name
                self._set_name(account, name)
            if person in signed_out or renamed:
                changes.append((account, person in signed_out, renamed))
        return changes

    # --- devices ----------------------------------------------------------------------------------------------------

    async def record_visit(self, device: Device, browser: str) -> None:
        """Store that a person opened the page on a device. Errors of the database are ignored."""
        now = now_ms()
        if abs(now - device.seen) >= VISIT_INTERVAL_MS or browser != device.browser:
            with contextlib.suppress(StoreError):
                await self._people_store.record_visit(device.hash, browser, now)
                device.seen, device.browser = now, browser

    async def devices(self, account: Account) -> list[DeviceRow]:
        """Return all devices of a person, the latest used first."""
        return await self._people_store.devices(account.id)

    async def remove_device(self, hashed: str) -> None:
        """Remove a device. Its secret becomes invalid."""
        await self._people_store.remove_device(hashed)
        self._removals += 1
        self._devices.pop(hashed, None)

    async def add_device(self, account: Account, browser: str, store: Callable[[DeviceRow], Awaitable[object]]) -> str:
        """Add a device to a person. Return its secret.

        :param store: stores the device, together with the other changes of the same transaction.
        :raises Exception: any exception of `store`. The device is then not added.
        """
        secret = secrets.token_urlsafe(32)
        row = _row(account, secret, browser)
        await store(row)
        self._cache(Device(account, row.hash, browser, row.seen))
        return secret

    # --- personal bots ------------------------------------------------------------------------------------------------

    async def bots(self, account: Account) -> list[BotRow]:
        """Return a person's bots, the oldest first."""
        return await self._people_store.bots(account.id)

    async def create_bot(self, account: Account, name: str) -> tuple[BotRow, str]:
        """Create a personal bot. Return it and its token, which cannot be read again.

        :raises Refused: the reasons of `tables.names.clean`; `too_many`, if the person has the maximum number of bots.
        """
        name = clean(name)
        bot, token = Account(secrets.token_hex(8), name, owner=account.id), TOKEN_PREFIX + secrets.token_urlsafe(32)
        row = _row(bot, token, "")
        try:
            await self._people_store.add_bot(name, row, account.id, MAX_BOTS)
        except Unmet:
            raise Refused(TableReason.TOO_MANY, f"a person has at most {MAX_BOTS} bots") from None
        return BotRow(bot.id, name, row.added, row.seen), token

    async def personal_bot(self, account: Account, bot: str) -> Account:
        """Return a person's bot by its id.

        :raises Refused: `not_found`, if the person has no such bot.
        """
        for row in await self.bots(account):
            if row.id == bot:
                return self._by_id.setdefault(bot, Account(bot, row.name, owner=account.id))
        raise Refused(TableReason.NOT_FOUND, "you have no such bot")

    async def person(self, person: str) -> Account | None:
        """Return the account of a person or bot, None if there is no such person."""
        names, blocked, _ = await self._people_store.read_accounts([person])
        if person not in names:
            return None
        owner = await self._people_store.owner(person)
        return self._by_id.setdefault(person, Account(person, names[person], blocked.get(person, {}), owner=owner))

    # --- blocking ---------------------------------------------------------------------------------------------------

    async def block(self, account: Account, person: str) -> None:
        """Block a person: `account` no longer receives their messages.

        :raises Refused: `not_found`, if there is no such other person; `too_many`.
        """
        if person in account.blocked:
            return
        cached = self._by_id.get(person)
        name = await self._people_store.name(person) if cached is None else cached.name
        if name is None or person == account.id:
            raise Refused(TableReason.NOT_FOUND, "there is no such other person")
        try:
            await self._people_store.block(account.id, person, MAX_BLOCKED)
        except Unmet:
            raise Refused(TableReason.TOO_MANY, f"a person can block at most {MAX_BLOCKED} people") from None
        except Conflict:
            # Requested twice at the same time, or the other person was deleted during the request.
            return
        account.blocked[person] = name

    async def unblock(self, account: Account, person: str) -> None:
        await self._people_store.unblock(account.id, person)
        account.blocked.pop(person, None)

    # --- deletion -----------------------------------------------------------------------------------------------------

    async def forget(self, account: Account, *, name: str | None) -> None:
        """Delete a person and their results. With a `name`, keep the results under that name."""
        await self._people_store.forget(account.id, name=name, now=now_ms())
        self._removals += 1
        for hashed in [hashed for hashed, device in self._devices.items() if device.account is account]:
            del self._devices[hashed]


def _row(account: Account, secret: str, browser: str) -> DeviceRow:
    now = now_ms()
    return DeviceRow(hash_of(secret), account.id, browser, now, now)
