"""The notices of a device: the settings of its person, and the subscription of its browser."""

from knobel.clock import now_ms
from knobel.optional_packages import has_cryptography
from knobel.server.database.due_rows import joined
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Conflict
from knobel.server.notices.encryption import check_keys
from knobel.server.notices.kinds import KINDS
from knobel.server.notices.messages import NewNotices, NoticeSettings, NoticeState, QuietHours
from knobel.server.notices.push_services import check_endpoint
from knobel.server.notices.store import NoticeStore, PushDevice, reacted
from knobel.server.notices.vapid import VapidKey
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Device
from knobel.tables.refusals import Refused, TableReason
from knobel.time_zones import known_zone

MAX_DEVICES = 20
"""Maximum number of devices of a person that receive notices."""


class Notices:
    """Subscribes devices."""

    def __init__(self, store: NoticeStore, options: ServerOptions) -> None:
        self._store, self._options = store, options
        self._key: VapidKey | None = None

    @property
    def sends_push(self) -> bool:
        """True if this server sends messages to push services."""
        return self._options.push and has_cryptography()

    @property
    def contact(self) -> str:
        """The server's address for the operators of push services (`sub` in RFC 8292), empty if it has none."""
        return self._options.public_url or "" if self._options.public_https else ""

    async def key(self) -> VapidKey:
        """Return the server's key, which is made at the first call and stored."""
        if self._key is None:
            stored = await self._store.key()
            if stored is None:
                await self._store.add_key(VapidKey.new())
                stored = await self._store.key()
            assert stored is not None
            self._key = VapidKey(stored)
        return self._key

    async def state(self, device: Device) -> NoticeState:
        """Return the notices of a device."""
        found = await self._store.device(device.hash)
        return NoticeState(
            person=device.account.id,
            key=(await self.key()).public if self.sends_push else "",
            settings=None if found is None else _settings_of(found),
            endpoint=None if found is None else found.endpoint,
            zone=None if found is None else known_zone(found.zone),
            kinds=list(KINDS),
        )

    async def subscribe(self, device: Device, wanted: NewNotices) -> None:
        """Store the subscription and settings of a device.

        :raises Refused: `push_refused`, if this server sends nothing to that push service; `push_needs_address`, if it
            has no public address, which that service wants; `rate_limited`, if too many devices of the person receive
            notices.
        """
        subscription, settings = wanted.subscription, wanted.settings
        if not self.sends_push:
            raise Refused(TableReason.PUSH_REFUSED, "this server sends no notices")
        check_endpoint(subscription.endpoint, self._options.push_service, self.contact)
        check_keys(subscription.p256dh, subscription.auth)
        quiet = settings.quiet
        row = PushDevice(
            device=device.hash,
            person=device.account.id,
            endpoint=subscription.endpoint,
            public_key=subscription.p256dh,
            auth=subscription.auth,
            kinds=joined(settings.kinds),
            quiet_from=None if quiet is None else quiet.start,
            quiet_to=None if quiet is None else quiet.end,
            zone=settings.zone,
            language=settings.language,
            while_open=settings.while_open,
        )
        try:
            await self._store.put(row, MAX_DEVICES)
        except Unmet:
            raise Refused(
                TableReason.RATE_LIMITED, f"at most {MAX_DEVICES} devices of a person receive notices"
            ) from None
        except Conflict:
            raise Refused(TableReason.NO_SESSION, "this device was logged out") from None

    async def unsubscribe(self, device: Device) -> None:
        """Send nothing more to a device, and delete its subscription."""
        await self._store.remove(device.hash)

    async def reacted(self, people: set[str], table: str, game: str, sender: str) -> None:
        """Tell people that a person reacted at a table over days."""
        await self._store.write(reacted(people - {sender}, table, game, now_ms(), sender))


def _settings_of(device: PushDevice) -> NoticeSettings:
    quiet = device.quiet_from, device.quiet_to
    return NoticeSettings(
        kinds=device.wanted,
        quiet=None if quiet[0] is None or quiet[1] is None else QuietHours(start=quiet[0], end=quiet[1]),
        zone=device.zone,
        language=device.language,  # type: ignore[arg-type]
        while_open=device.while_open,
    )


def quiet_of(device: PushDevice) -> QuietHours | None:
    return _settings_of(device).quiet
