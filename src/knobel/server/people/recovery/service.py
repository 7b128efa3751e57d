"""Recovery sheets of people.

A person has at most one sheet. It stays valid after its use, until the person revokes it or makes another one.
"""

from knobel.clock import now_ms
from knobel.server.database.guards import Unmet
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.addresses import household
from knobel.server.limits.code_guesses import CodeGuesses
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import Account, AccountRegistry, hash_of
from knobel.server.people.recovery.messages import RecoverySheet, SheetState
from knobel.server.people.recovery.store import RecoveryStore
from knobel.server.people.recovery.words import language_of_list, link_end, new_secret, secret_of, words_of
from knobel.server.people.store import DeviceRow
from knobel.server.people.transfers import MAX_DEVICES
from knobel.tables.refusals import Refused, TableReason

BURST, RATE = 10, 10 / 3600
"""Wrong secrets of a household: burst, and secrets a second.

People rarely have one: most mistakes are found by the words alone, and do not count.
"""


class RecoverySheets:
    """Makes, revokes and redeems recovery sheets. The database has the hashes of the secrets."""

    def __init__(self, store: RecoveryStore, accounts: AccountRegistry, updates: AccountUpdates) -> None:
        self._store, self._accounts, self._updates = store, accounts, updates
        self._guesses = CodeGuesses(BURST, RATE)
        self._readings = ActionLimit(300, 1, "too many recovery sheets from this address: try again later")

    async def state(self, account: Account) -> SheetState:
        """Return when a person's sheet was made and used."""
        times = await self._store.times(account.id)
        return SheetState(made=None if times is None else times.made, used=None if times is None else times.used)

    async def make(self, account: Account, language: str) -> RecoverySheet:
        """Make a new sheet of a person, which replaces the one before.

        :raises Refused: `no_session`, if the person was deleted.
        """
        secret, language = new_secret(), language_of_list(language)
        try:
            await self._store.replace(account.id, _hash_of(secret), now_ms())
        except Unmet:
            raise Refused(TableReason.NO_SESSION, "this person was deleted") from None
        return RecoverySheet(words=words_of(secret, language), language=language, path=f"/restore#{link_end(secret)}")

    async def revoke(self, account: Account) -> None:
        """Revoke a person's sheet, if there is one."""
        await self._store.revoke(account.id)

    async def owner(self, text: str, address: str) -> Account:
        """Return the person whose sheet has this secret.

        :param address: the network address of the request.
        :raises Refused: `no_sheet`, the reasons of `words.secret_of`; `rate_limited`, after too many wrong secrets.
        """
        if self._guesses.are_too_many(address):
            raise Refused(TableReason.RATE_LIMITED, "too many wrong recovery sheets: try again later")
        # Mistakes in the words are no guesses, but take work.
        self._readings.check(household(address))
        hashed = _hash_of(secret_of(text))
        person = await self._store.owner(hashed)
        account = None if person is None else await self._accounts.person(person)
        if account is None:
            self._guesses.count(address)
            raise _no_sheet()
        return account

    async def restore(self, text: str, browser: str, address: str) -> tuple[Account, str]:
        """Add a device to the person whose sheet has this secret. Return the person and the device's secret.

        If the person has the maximum number of devices, the one that was not used for the longest time is logged out.
        """
        account = await self.owner(text, address)
        hashed = _hash_of(secret_of(text))

        async def store(device: DeviceRow) -> None:
            if not await self._store.use(hashed, device, MAX_DEVICES):
                raise _no_sheet()

        secret = await self._accounts.add_device(account, browser, store)
        await self._updates.follow_removals(account)
        return account, secret

    async def export(self, person: str) -> dict[str, dict[str, int | None] | None]:
        """Return the times of a person's sheet, for the export of their data."""
        times = await self._store.times(person)
        return {"recovery_sheet": None if times is None else times._asdict()}


def _hash_of(secret: bytes) -> str:
    return hash_of(link_end(secret))


def _no_sheet() -> Refused:
    return Refused(TableReason.NO_SHEET, "no such recovery sheet: it was revoked, replaced, or belongs elsewhere")
