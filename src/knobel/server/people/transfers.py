"""Links that add another device to a person. They work once, and for a short time."""

import asyncio
import contextlib
import secrets

from knobel.clock import now_ms
from knobel.server.database.engine import StoreError
from knobel.server.database.guards import Unmet
from knobel.server.limits.write_budget import charged_household
from knobel.server.people.accounts import Account, AccountRegistry, hash_of
from knobel.server.people.store import DeviceRow, PeopleStore
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.tables.refusals import Refused, TableReason

TIMEOUT_S = 600
MAX_OPEN = 2_000
"""Maximum number of links of this process that people of one household offered and that are not used."""
MAX_DEVICES = 50
"""Maximum number of devices of a person."""


class Transfers:
    """Offers and redeems the links. A link contains a token, of which the database has the hash."""

    def __init__(self, accounts: AccountRegistry, people_store: PeopleStore, process_id: str = "") -> None:
        """`process_id` is the id of this process, which deletes its links when they expire."""
        self._accounts, self._people_store, self._process_id = accounts, people_store, process_id
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """Timers of the links offered by this process, by person."""
        self._households: dict[str, str] = {}
        """The households from which these links were offered, by person."""
        self._deletions = BackgroundTasks()

    async def offer(self, account: Account) -> tuple[str, int]:
        """Return a token that adds another device to this person, and its expiry time (ms).

        :raises Refused: `rate_limited`, if too many are open; `no_session`, if the person was deleted.
        """
        household = charged_household.get()
        others = sum(each == household for person, each in self._households.items() if person != account.id)
        if others >= MAX_OPEN:
            raise Refused(TableReason.RATE_LIMITED, "too many open transfers from this address")
        token = secrets.token_urlsafe(16)
        hashed = hash_of(token)
        self._households[account.id] = household
        if account.id in self._timers:
            self._timers.pop(account.id).cancel()
        self._timers[account.id] = asyncio.get_running_loop().call_later(TIMEOUT_S, self._expire, hashed, account.id)
        try:
            await self._people_store.add_transfer(hashed, account.id, self._process_id)
        except Unmet:
            raise Refused(TableReason.NO_SESSION, "this person was deleted") from None
        return token, now_ms() + 1000 * TIMEOUT_S

    def _expire(self, hashed: str, person: str) -> None:
        del self._timers[person], self._households[person]

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

        async def store(device: DeviceRow) -> None:
            await self._people_store.redeem_transfer(hashed, device, MAX_DEVICES)

        try:
            return account, await self._accounts.add_device(account, browser, store)
        except Unmet:
            await self.owner(token)
            raise Refused(TableReason.TOO_MANY, f"a person has at most {MAX_DEVICES} devices") from None
