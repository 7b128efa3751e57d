"""Who people are: sessions by secret cookie, display names, links that make another device one's own."""

import asyncio
import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from knobel.server.called import Called
from knobel.server.clock import now_ms
from knobel.server.database import StoreError
from knobel.server.registry import BotRow, DeviceRow, Registry
from knobel.server.store import Conflict
from knobel.tables.commands import Source
from knobel.tables.names import clean, free_variant, looks, proposed
from knobel.tables.reasons import Refused, TableReason

REMEMBERED = 2_000
"""Devices kept in memory."""
SEEN_EVERY = 3_600_000
"""Milliseconds after which it is stored anew that a device was here."""
TRANSFER_SECONDS = 600
PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds between two lists of people: of few, and at most."""
OPEN_TRANSFERS = 10_000
MOST_BLOCKED = 500
MOST_DEVICES = 50
MOST_BOTS = 10
TOKEN = "knobel_"
"""What the token of a bot begins with, so that it is known for one wherever it turns up."""


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True, eq=False, weakref_slot=True)
class Known:
    """A person; `blocked` are the names, by id, of those of whom they hear nothing, `sockets` how many connections
    they have. A bot of somebody's own is one too: `owner` says whose."""

    id: str
    name: str
    blocked: dict[str, str] = field(default_factory=dict)
    sockets: int = 0
    owner: str | None = None
    stored: str = ""
    """The name that stands in the database; the one above may have a number, for others are called like that."""

    def __post_init__(self) -> None:
        self.stored = self.stored or self.name

    def source(self, command_id: str | None = None) -> Source:
        """Where an event comes from that this person wants now, by the command of that id."""
        return Source(now_ms(), self.id, self.name, command_id, bot=self.owner is not None)


@dataclass(slots=True, eq=False)
class Device:
    """A browser of a person's that is known by its secret."""

    who: Known
    hash: str
    browser: str
    seen: int


class People:
    """Everybody who was here lately, backed by the registry."""

    def __init__(self, registry: Registry, me: str = "") -> None:
        """`me` is this process."""
        self._registry = registry
        self._me = me
        self._devices: OrderedDict[str, Device] = OrderedDict()
        # Whoever holds somebody keeps them here: there is never a second object for one person.
        self._by_id: WeakValueDictionary[str, Known] = WeakValueDictionary()
        self._here: dict[str, Known] = {}
        self._elsewhere: dict[str, Known] = {}
        self._called = Called()
        self._offers: dict[str, asyncio.TimerHandle] = {}
        """What ends the links that were offered here, by whose they are."""
        self._expiring: asyncio.Task[None] | None = None
        self._naming = asyncio.Lock()
        self._removals = 0

    # --- sessions ---------------------------------------------------------------------------------------------------

    async def find(self, secret: str | None) -> Known | None:
        """Who holds this secret."""
        device = await self.device(secret)
        return None if device is None else device.who

    async def device(self, secret: str | None) -> Device | None:
        """The device that holds this secret; a bot's token is none."""
        device = await self._holder(secret)
        return None if device is None or device.who.owner is not None else device

    async def bot(self, token: str) -> Known | None:
        """The bot that holds this token."""
        device = await self._holder(token)
        if device is None or device.who.owner is None:
            return None
        await self.saw(device, "")
        return device.who

    async def _holder(self, secret: str | None) -> Device | None:
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
        found = await self._registry.holder(hashed)
        if found is None:
            return None
        if removals != self._removals:
            # It may have been this one.
            return await self._read(hashed)
        row = found.device
        who = self._by_id.setdefault(row.person, Known(row.person, found.name, found.blocked, owner=found.owner))
        return self._remember(Device(who, hashed, row.browser, row.seen))

    def _remember(self, device: Device) -> Device:
        device = self._devices.setdefault(device.hash, device)
        self._by_id[device.who.id] = device.who
        while len(self._devices) > REMEMBERED:
            self._devices.popitem(last=False)
        return device

    async def create(self, name: str | None, language: str, browser: str) -> tuple[Known, str]:
        """Somebody new, called by that name or a free variant of it, and their secret.

        :raises Refused: `bad_name`, `mixed_scripts`.
        """
        others = self._called.by_others()
        name = proposed(language, others) if name is None else free_variant(clean(name), others)
        who, secret = Known(secrets.token_hex(8), name), secrets.token_urlsafe(32)
        row = _row(who, secret, browser)
        await self._registry.add(name, row)
        self._remember(Device(who, row.hash, browser, row.seen))
        return who, secret

    async def rename(self, known: Known, name: str) -> None:
        """Call a person something else.

        :raises Refused: `bad_name`, `mixed_scripts`; `name_taken`, with a free variant.
        """
        name = clean(name)
        async with self._naming:
            others = self._called.by_others(known.id)
            if any(look in others for look in looks(name)):
                raise Refused(TableReason.NAME_TAKEN, "somebody here has that name", free_variant(name, others))
            # From now on nobody else takes it.
            before = known.name
            self._call(known, name)
            try:
                await self._registry.rename(known.id, name, now_ms())
            except BaseException:
                self._call(known, before)
                raise
            known.stored = name

    def _call(self, known: Known, name: str) -> None:
        known.name = name
        self._note(known.id)

    def _note(self, person: str) -> None:
        """Take down what somebody is called who may have come, gone or got another name."""
        here = self.find_here(person)
        self._called.call(person, None if here is None else here.name)

    # --- presence ---------------------------------------------------------------------------------------------------

    def arrive(self, known: Known) -> bool:
        """Count a connection; whether the person was not here before. A name that is taken meanwhile gets a number."""
        known.sockets += 1
        if known.sockets > 1:
            return False
        self._here[known.id] = known
        self._call(known, free_variant(known.name, self._called.by_others(known.id)))
        return True

    def leave(self, known: Known) -> bool:
        """Count a lost connection; whether it was the person's last."""
        known.sockets -= 1
        if known.sockets:
            return False
        self._here.pop(known.id, None)
        self._note(known.id)
        return True

    def sockets(self) -> dict[str, int]:
        """How many connections to this process those have who are here, by id."""
        return {who.id: who.sockets for who in self._here.values()}

    def here(self) -> list[Known]:
        """Everybody with a connection, to whichever process."""
        return list((self._elsewhere | self._here).values())

    @property
    def pause(self) -> float:
        """Seconds between two lists of everybody: the more people, the longer, the more who get it: rarer, too."""
        return min(PAUSE + (len(self._here) + len(self._elsewhere)) ** 2 / 50_000, LONGEST_PAUSE)

    def others(self, elsewhere: dict[str, Known]) -> bool:
        """These are connected to other processes; whether they are others than before, or called something else."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for person in before.keys() | elsewhere.keys():
            self._note(person)
        return {who.id: who.name for who in before.values()} != {who.id: who.name for who in elsewhere.values()}

    def find_here(self, person: str) -> Known | None:
        """The person of that id, if they are here."""
        return self._here.get(person) or self._elsewhere.get(person)

    def drop_absent(self) -> None:
        """Read devices anew when somebody comes with them: of those of people who are not here nobody may have told."""
        for hashed in [hashed for hashed, device in self._devices.items() if not device.who.sockets]:
            del self._devices[hashed]

    async def look_again(self, persons: Iterable[str]) -> list[tuple[Known, bool, bool]]:
        """Those of these people of whom something else is stored than was known: whether one of their devices is theirs
        no longer, and whether they have another name."""
        known = {person: who for person in persons if (who := self._by_id.get(person)) is not None}
        if not known:
            return []
        names, blocked, devices = await self._registry.look(list(known))
        self._removals += 1
        gone = {
            hashed: device.who.id
            for hashed, device in self._devices.items()
            if hashed not in devices and device.who.id in known
        }
        for hashed in gone:
            del self._devices[hashed]
        robbed = set(gone.values())
        changes = []
        for person, who in known.items():
            who.blocked = blocked.get(person, {})
            name = names.get(person, who.stored)
            renamed = name != who.stored
            if renamed:
                who.stored = name
                self._call(who, name)
            if person in robbed or renamed:
                changes.append((who, person in robbed, renamed))
        return changes

    # --- devices ----------------------------------------------------------------------------------------------------

    async def saw(self, device: Device, browser: str) -> None:
        """A person opened the page on a device; it is worth a line in the database, but no trouble."""
        now = now_ms()
        if abs(now - device.seen) >= SEEN_EVERY or browser != device.browser:
            with contextlib.suppress(StoreError):
                await self._registry.saw(device.hash, browser, now)
                device.seen, device.browser = now, browser

    async def devices(self, known: Known) -> list[DeviceRow]:
        """All devices of a person, the one that was seen last before the others."""
        return await self._registry.devices(known.id)

    async def remove_device(self, hashed: str) -> None:
        """From now on this device is nobody's."""
        await self._registry.remove_device(hashed)
        self._removals += 1
        self._devices.pop(hashed, None)

    async def offer_transfer(self, known: Known) -> tuple[str, int]:
        """A token, good once, by which another device becomes this person; and when it expires (ms).

        :raises Refused: `rate_limited`, if too many are open.
        """
        if len(self._offers) >= OPEN_TRANSFERS:
            raise Refused(TableReason.RATE_LIMITED, "too many open transfers")
        token = secrets.token_urlsafe(16)
        hashed = hash_of(token)
        await self._offer(hashed, known.id)
        return token, now_ms() + 1000 * TRANSFER_SECONDS

    async def _offer(self, hashed: str, person: str) -> None:
        await self._registry.offer(hashed, person, self._me)
        if person in self._offers:
            self._offers.pop(person).cancel()
        later = asyncio.get_running_loop().call_later(TRANSFER_SECONDS, self._expire, hashed, person)
        self._offers[person] = later

    def _expire(self, hashed: str, person: str) -> None:
        del self._offers[person]

        async def use_up() -> None:
            while True:
                with contextlib.suppress(StoreError):
                    await self._registry.use_up(hashed)
                    break
                await asyncio.sleep(1)

        self._expiring = asyncio.create_task(use_up(), name="a link expires")

    async def offered(self, token: str) -> Known:
        """Whom a device becomes that redeems the token.

        :raises Refused: `no_transfer`.
        """
        person = await self._registry.offered(hash_of(token))
        name = None if person is None else await self._registry.name(person)
        if person is None or name is None:
            raise Refused(TableReason.NO_TRANSFER, "this link was used already, or has expired")
        blocked = await self._registry.blocked(person)
        return self._by_id.setdefault(person, Known(person, name, blocked))

    async def redeem_transfer(self, token: str, browser: str) -> tuple[Known, str]:
        """The person, and a new secret for the device that brings the token.

        :raises Refused: `no_transfer`; `too_many`, if the person has too many devices.
        """
        known, secret = await self.offered(token), secrets.token_urlsafe(32)
        if len(await self.devices(known)) >= MOST_DEVICES:
            raise Refused(TableReason.TOO_MANY, f"a person has at most {MOST_DEVICES} devices")
        hashed, row = hash_of(token), _row(known, secret, browser)
        if not await self._registry.use_up(hashed):
            raise Refused(TableReason.NO_TRANSFER, "this link was used already, or has expired")
        try:
            await self._registry.add_device(row)
        except BaseException:
            # What came to nothing has not used it up.
            with contextlib.suppress(StoreError, Conflict):
                await self._offer(hashed, known.id)
            raise
        self._remember(Device(known, row.hash, browser, row.seen))
        return known, secret

    # --- bots of one's own ------------------------------------------------------------------------------------------

    async def bots(self, known: Known) -> list[BotRow]:
        """A person's own bots, the oldest first."""
        return await self._registry.bots(known.id)

    async def create_bot(self, known: Known, name: str) -> tuple[BotRow, str]:
        """A new bot of a person's own, and its token, which nobody can be told again.

        :raises Refused: `bad_name`, `mixed_scripts`; `too_many`, if they have as many as one may.
        """
        name = clean(name)
        if len(await self.bots(known)) >= MOST_BOTS:
            raise Refused(TableReason.TOO_MANY, f"a person has at most {MOST_BOTS} bots")
        bot, token = Known(secrets.token_hex(8), name, owner=known.id), TOKEN + secrets.token_urlsafe(32)
        row = _row(bot, token, "")
        await self._registry.add(name, row, owner=known.id)
        return BotRow(bot.id, name, row.added, row.seen), token

    async def own_bot(self, known: Known, bot: str) -> Known:
        """The bot of that id.

        :raises Refused: `not_found`, if it is not this person's.
        """
        for row in await self.bots(known):
            if row.id == bot:
                return self._by_id.setdefault(bot, Known(bot, row.name, owner=known.id))
        raise Refused(TableReason.NOT_FOUND, "you have no such bot")

    # --- blocking ---------------------------------------------------------------------------------------------------

    async def block(self, known: Known, person: str) -> None:
        """Let a person hear nothing more of another.

        :raises Refused: `not_found`, if there is no such other; `too_many`.
        """
        if person in known.blocked:
            return
        if len(known.blocked) >= MOST_BLOCKED:
            raise Refused(TableReason.TOO_MANY, f"one can block {MOST_BLOCKED} people")
        here = self._by_id.get(person)
        name = await self._registry.name(person) if here is None else here.name
        if name is None or person == known.id:
            raise Refused(TableReason.NOT_FOUND, "there is no such other person")
        try:
            await self._registry.block(known.id, person)
        except Conflict:
            # Asked for twice at once, or gone meanwhile.
            return
        known.blocked[person] = name

    async def unblock(self, known: Known, person: str) -> None:
        """Let a person hear another again."""
        await self._registry.unblock(known.id, person)
        known.blocked.pop(person, None)

    # --- going ------------------------------------------------------------------------------------------------------

    async def forget(self, known: Known, *, name: str | None) -> None:
        """Delete a person; their results too, or if there is a `name`, put it in the place of theirs."""
        await self._registry.forget(known.id, name=name)
        self._removals += 1
        for hashed in [hashed for hashed, device in self._devices.items() if device.who is known]:
            del self._devices[hashed]


def _row(who: Known, secret: str, browser: str) -> DeviceRow:
    now = now_ms()
    return DeviceRow(hash_of(secret), who.id, browser, now, now)
