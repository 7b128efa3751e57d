"""Links that add another device to a person. They work once, and for a short time."""

import asyncio
import contextlib
import secrets

from knobel.clock import now_ms
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict
from knobel.server.people.accounts import Account, AccountRegistry, hash_of
from knobel.server.people.store import PeopleStore
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.tables.refusals import Refused, TableReason

TIMEOUT_S = 600
MAX_OPEN = 10_000
"""Maximum number of links of this process that are not used."""
MAX_DEVICES = 50


class Transfers:
    """Offers and redeems the links. A link contains a token, of which the database has the hash."""

    def __init__(self, accounts: AccountRegistry, people_store: PeopleStore, process_id: str = "") -> None:
        """`process_id` is the id of this process, which deletes its links when they expire."""
        self._accounts, self._people_store, self._process_id = accounts, people_store, process_id
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """Timers of the links offered by this process, by person."""
        self._deletions = BackgroundTasks()

    async def offer(self, account: Account) -> tuple[str, int]:
        """Return a token that adds another device to this person, and its expiry time (ms).

        :raises Refused: `rate_limited`, if too many are open.
        """
        if len(self._timers) >= MAX_OPEN:
            raise Refused(TableReason.RATE_LIMITED, "too many open transfers")
        token = secrets.token_urlsafe(16)
        await self._add(hash_of(token), account.id)
        return token, now_ms() + 1000 * TIMEOUT_S

    async def _add(self, hashed: str, person: str) -> None:
        await self._people_store.add_transfer(hashed, person, self._process_id)
        if person in self._timers:
            self._timers.pop(person).cancel()
        self._timers[person] = asyncio.get_running_loop().call_later(TIMEOUT_S, self._expire, hashed, person)

    def _expire(self, hashed: str, person: str) -> None:
        del self._timers[person]

        async def delete() -> None:
            while True:
                with contextlib.suppress(StoreError):
                    await self._people_store.delete_transfer(hashed)
                    break
                await asyncio.sleep(1)

        self._deletions.start(delete(), "a link expires")

    async def owner(self, token: str) -> Account:
        """Return the person whose token this is.

        :raises Refused: `no_transfer`.
        """
        person = await self._people_store.transfer_owner(hash_of(token))
        account = None if person is None else await self._accounts.person(person)
        if account is None:
            raise Refused(TableReason.NO_TRANSFER, "this link was used already, or has expired")
        return account

    async def redeem(self, token: str, browser: str) -> tuple[Account, str]:
        """Redeem a token. Return the person and a new secret for the device.

        :raises Refused: `no_transfer`; `too_many`, if the person has too many devices.
        """
        account, hashed = await self.owner(token), hash_of(token)
        if len(await self._accounts.devices(account)) >= MAX_DEVICES:
            raise Refused(TableReason.TOO_MANY, f"a person has at most {MAX_DEVICES} devices")
        if not await self._people_store.delete_transfer(hashed):
            raise Refused(TableReason.NO_TRANSFER, "this link was used already, or has expired")
        try:
            return account, await self._accounts.add_device(account, browser)
        except BaseException:
            # The device was not added, so the token stays valid.
            with contextlib.suppress(StoreError, Conflict):
                await self._add(hashed, account.id)
            raise
