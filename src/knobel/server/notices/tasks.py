"""Sends the notices that are due, by Web Push.

A message that was sent before a crash, but not recorded, is sent again with the same topic and number; the push service
or the service worker then drops one of them.
"""

from collections.abc import Sequence
from typing import Any

from knobel.clock import now_ms
from knobel.presentation.deal_days import day_of
from knobel.presentation.json import encode
from knobel.server.cluster.membership import IsLeader
from knobel.server.notices.encryption import encrypt
from knobel.server.notices.kinds import KINDS, Kind
from knobel.server.notices.outgoing import Answer, Outgoing
from knobel.server.notices.quiet_hours import end_of_quiet
from knobel.server.notices.sending import SendingWork
from knobel.server.notices.service import Notices, quiet_of
from knobel.server.notices.store import Notice, NoticeStore, PushDevice
from knobel.server.notices.texts import text_of
from knobel.server.people.accounts import IsPresent

PRESENT_RETRY_MS = 60_000
"""Time after which a device is processed again if its person has a page open."""
VALID_S = 86_400
"""Seconds for which a push service keeps a message for a device that it cannot reach."""
CUP_MS = 12 * 3_600_000
"""Time after the opening of a cup in which people receive a notice of it."""


class NoticeWork(SendingWork[PushDevice]):
    name = "notices"
    given_up = "the subscription was deleted"

    def __init__(
        self,
        store: NoticeStore,
        notices: Notices,
        outgoing: Outgoing,
        is_present: IsPresent,
        is_leader: IsLeader,
    ) -> None:
        super().__init__(store, is_leader)
        self._store, self._notices, self._outgoing = store, notices, outgoing
        self._is_present = is_present

    @property
    def is_needed(self) -> bool:
        """True if this server sends notices."""
        return self._notices.sends_push

    async def search(self, now: int) -> None:
        """Find the cups that have opened, and the games of a new day."""
        await self._store.tell_of_cups(now, now - CUP_MS)
        await self._store.tell_of_day(day_of(now), now)
        await self._store.forget_old(now)

    async def give_up(self, receiver: PushDevice, answer: Answer) -> None:
        """Delete a subscription that has expired."""
        await self._store.remove(receiver.device, receiver.endpoint)

    def address_of(self, receiver: PushDevice) -> str:
        """Return the address of a subscription."""
        return receiver.endpoint

    async def send(self, receiver: PushDevice, claimed: int) -> Answer:
        """Send the new notices of a device, and remove the withdrawn ones. Return the first answer that is no success.

        New notices wait during quiet hours, and while the person has a page open, unless they want them then too.
        """
        now, answer = now_ms(), Answer(200)
        wait = end_of_quiet(quiet_of(receiver), receiver.zone, now)
        if wait is None and not receiver.while_open and self._is_present(receiver.person):
            wait = now + PRESENT_RETRY_MS
        notices = await self._store.of_device(receiver.device)
        for kind in KINDS:
            of_kind = [notice for notice in notices if notice.kind == kind]
            message = compose(kind, of_kind, receiver.language)
            if not of_kind or (message is not None and "title" in message and wait is not None):
                continue
            if message is not None:
                answer = await self._send(receiver, kind, message)
                if not answer.is_success:
                    return answer
            await self._store.mark_told(of_kind)
        await self._store.finish(receiver.device, claimed, wait or now_ms())
        return answer

    async def _send(self, device: PushDevice, kind: Kind, message: dict[str, Any]) -> Answer:
        key, is_open = await self._notices.key(), "title" in message
        # A later message on the same topic replaces one that was not delivered. That about turns names all of them.
        topic = kind if kind == "turn" else f"{kind}-{message['id']}"
        headers = {
            "authorization": key.authorization(device.endpoint, self._notices.contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(VALID_S if is_open else 0),
            "topic": topic,
            "urgency": "normal" if kind in ("turn", "over") else "low",
        }
        body = encrypt(encode(message), device.public_key, device.auth)
        return await self._outgoing.ask(device.endpoint, body, headers)


def compose(kind: Kind, notices: Sequence[Notice], language: str) -> dict[str, Any] | None:
    """Return the message about the notices of a kind for one device, None if there is nothing to send.

    It names all games that wait for the person, including the games of earlier messages, because it replaces these. If
    all notices of the earlier messages were withdrawn, it only removes them from the screen. The `id` distinguishes
    messages.
    """
    current = [notice for notice in notices if not notice.withdrawn and (kind == "turn" or not notice.told)]
    if any(not notice.told for notice in current):
        title, body = text_of(kind, [notice.game for notice in current], language)
        last = max(notice.id for notice in current if not notice.told)
        return {"tag": kind, "id": last, "title": title, "body": body, "url": path_of(kind, current)}
    # Notices withdrawn while a process was sending them may have arrived or not.
    shown = [notice for notice in notices if notice.withdrawn]
    if shown and not any(notice.told and not notice.withdrawn for notice in notices):
        return {"tag": kind, "id": max(notice.id for notice in shown)}
    return None


def path_of(kind: Kind, notices: Sequence[Notice]) -> str:
    """Return the path of the page, without the leading slash, that shows what notices are about."""
    if len(notices) != 1 or kind == "day":
        return ""
    return f"{'cup' if kind == 'cup' else 't'}/{notices[0].subject}"
