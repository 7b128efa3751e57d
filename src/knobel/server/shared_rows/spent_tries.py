"""First tries of erased people at deals that are still open, by device.

They keep the deletion of personal data from giving a new first try. Only a device that presents the secret of the
erased person can be recognised: the hash is keyed by the secret seed of the deal, and deleted when that is published.
"""

import hmac
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.store import Statement, Store

_spent, _deals, _seeds, _tries = schema.spent_tries.c, schema.deals.c, schema.seeds.c, schema.tries.c
_keys = select(_deals.id, _seeds.seed, _deals.closes).join(schema.seeds, _seeds.commitment == _deals.commitment)


class SpentTry(NamedTuple):
    """The secret seed of a deal, and when (ms) it closes."""

    seed: str
    closes: int


class SpentTries:
    """The repository of spent tries. Devices are given by the hashes of their secrets."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._all = BatchedRead(self._read_all)
        self._deals = BatchedRead(self._read_deals)

    async def of_person(self, person: str, devices: Iterable[str], now: int) -> list[Statement]:
        """Return the statements that store a person's tries at open deals as spent on all of their devices."""
        tried = _keys.join(schema.tries, _tries.deal == _deals.id).where(_tries.person == person, _deals.closes > now)
        return _stored({row.id: row.seed for row in await self._store.read(tried)}, devices)

    async def on_devices(self, devices: Collection[str], now: int) -> Mapping[str, SpentTry]:
        """Return the tries spent on any of the devices at deals that are open at a time (ms), by deal."""
        tries = await self.of_anybody(now)
        found = await self._deals.get_all(_hash(each.seed, device) for each in tries.values() for device in devices)
        return {deal: tries[deal] for deal in found.values()}

    async def of_anybody(self, now: int) -> Mapping[str, SpentTry]:
        """Return the tries spent on any device at all at deals that are open at a time (ms), by deal."""
        found = await self._all.get(None) or {}
        return {deal: each for deal, each in found.items() if each.closes > now}

    async def _read_all(self, _: list[None]) -> dict[None, dict[str, SpentTry]]:
        found = await self._store.read(_keys.where(_deals.id.in_(select(_spent.deal))))
        return {None: {row.id: SpentTry(row.seed, row.closes) for row in found}}

    async def _read_deals(self, hashes: list[str]) -> dict[str, str]:
        found = await self._store.read(select(_spent.device, _spent.deal).where(_spent.device.in_(hashes)))
        return {row.device: row.deal for row in found}

    async def seconds_left(self, device: str, now: int) -> int:
        """Return the number of seconds after a time (ms) for which a device has spent tries."""
        latest = max((each.closes for each in (await self.on_devices([device], now)).values()), default=now)
        return (latest - now) // 1000

    async def inherit(self, device: str, successor: str, now: int) -> list[Statement]:
        """Return the statements that store the tries spent on a device for the secret that replaces its own."""
        found = await self.on_devices([device], now)
        return _stored({deal: each.seed for deal, each in found.items()}, [successor])


def spent_forgotten(deal: str) -> Statement:
    """Return the statement that deletes the spent tries at a deal."""
    return delete(schema.spent_tries).where(_spent.deal == deal)


def _stored(seeds: Mapping[str, str], devices: Iterable[str]) -> list[Statement]:
    rows = [{"device": _hash(seed, device), "deal": deal} for deal, seed in seeds.items() for device in devices]
    return [(insert(schema.spent_tries), rows)] if rows else []


def _hash(seed: str, device: str) -> str:
    return hmac.digest(seed.encode(), device.encode(), "sha256").hex()
