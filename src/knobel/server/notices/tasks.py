"""Sends the notices that are due.

The leading process asks for due devices every few seconds. It claims each device before it sends something: the claim
ends by itself, so that another process continues after a crash. A message that was sent before the crash, but not
recorded, is sent again with the same topic and number; the push service or the service worker then drops one of them.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from knobel.clock import now_ms
from knobel.presentation.json import encode
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict
from knobel.server.notices.encryption import encrypt
from knobel.server.notices.kinds import KINDS, Kind
from knobel.server.notices.outgoing import Answer, CannotSend, Outgoing
from knobel.server.notices.quiet_hours import end_of_quiet
from knobel.server.notices.service import Notices, quiet_of
from knobel.server.notices.store import Notice, NoticeStore, PushDevice
from knobel.server.notices.texts import text_of
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")

DEVICES_AT_ONCE = 40
"""Maximum number of devices that are read at the same time."""
CLAIM_MS = 120_000
"""Time for which a device is claimed, longer than its messages take."""
PRESENT_RETRY_MS = 60_000
"""Time after which a device is looked at again whose person has a page open."""
MIN_BACKOFF_MS, MAX_BACKOFF_MS = 60_000, 6 * 3_600_000
"""Time between a failure and the next attempt. It doubles with each failure."""
MAX_FAILURES = 20
"""Number of failures in a row, over four days, after which a subscription is deleted."""
VALID_S = 86_400
"""Seconds for which a push service keeps a message for a device that it cannot reach."""
CUP_MS = 12 * 3_600_000
"""Time after the opening of a cup in which people are told of it."""
GONE = (404, 410)
"""The answers of a push service about a subscription that has expired."""
NO_ANSWER = Answer(0)


class NoticeWork:
    """Sends notices. One process does this work."""

    def __init__(
        self,
        store: NoticeStore,
        notices: Notices,
        outgoing: Outgoing,
        contact: str,
        is_present: Callable[[str], bool],
        is_leader: Callable[[], bool],
        day_of: Callable[[int], str],
    ) -> None:
        """`contact` is the server's address for the operators of push services, empty if there is none.

        `is_present` tells whether a person has a page open, on any process. `day_of` returns the date of the deals at a
        time in ms.
        """
        self._store, self._notices, self._outgoing, self._contact = store, notices, outgoing, contact
        self._is_present, self._is_leader, self._day_of = is_present, is_leader, day_of
        self._next_search_ms = 0

    async def run(self) -> None:
        """Work regularly until cancelled."""
        while self._notices.sends_push:
            await asyncio.sleep(settings.notice_interval_s)
            if self._is_leader():
                try:
                    await self._search()
                    while await self.send_due() == DEVICES_AT_ONCE:
                        pass
                except (StoreError, Conflict) as error:
                    logger.info("notices: %s", error)
                except Exception:
                    logger.exception("notices cannot be sent")

    async def _search(self) -> None:
        """Find the cups that have opened, and the games of a new day."""
        now = now_ms()
        if now >= self._next_search_ms:
            await self._store.tell_of_cups(now, now - CUP_MS)
            await self._store.tell_of_day(self._day_of(now), now)
            await self._store.forget_old(now)
            self._next_search_ms = now + int(1000 * settings.notice_search_s)

    async def send_due(self) -> int:
        """Send what is due, to at most `DEVICES_AT_ONCE` devices. Return their number.

        :raises StoreError: if the database does not answer.
        """
        due = await self._store.due(now_ms(), DEVICES_AT_ONCE)
        await asyncio.gather(*(self._attend(device) for device in due))
        return len(due)

    async def _attend(self, device: PushDevice) -> None:
        """Send the notices of a device. An unexpected error must not hold up the others.

        :raises StoreError: if the database does not answer.
        """
        claimed = now_ms() + CLAIM_MS
        if not await self._store.claim(device, claimed):
            return
        try:
            answer = await self._send_all(device, claimed)
        except (StoreError, Conflict):
            raise
        except Exception:
            logger.exception("notices cannot be sent to a device")
            answer = NO_ANSWER
        if answer.status in GONE:
            logger.info("a subscription has expired")
            await self._store.remove(device.device, device.endpoint)
        elif not 200 <= answer.status < 300:
            await self._back_off(device, claimed, answer)

    async def _send_all(self, device: PushDevice, claimed: int) -> Answer:
        """Send the notices of a device, and what they withdraw. Return the first answer that is no success.

        New notices wait during quiet hours, and while the person has a page open, unless they want them then too.
        """
        now, answer = now_ms(), Answer(200)
        wait = end_of_quiet(quiet_of(device), device.zone, now)
        if wait is None and not device.while_open and self._is_present(device.person):
            wait = now + PRESENT_RETRY_MS
        notices = await self._store.of_device(device.device)
        for kind in KINDS:
            of_kind = [notice for notice in notices if notice.kind == kind]
            message = compose(kind, of_kind, device.language)
            if not of_kind or (message is not None and "title" in message and wait is not None):
                continue
            if message is not None:
                answer = await self._send(device, kind, message)
                if not 200 <= answer.status < 300:
                    return answer
            await self._store.mark_told(of_kind)
        await self._store.finish(device.device, claimed, wait or now_ms())
        return answer

    async def _send(self, device: PushDevice, kind: Kind, message: dict[str, Any]) -> Answer:
        """Send a message. The status of the answer is 0 if there is none."""
        key, is_open = await self._notices.key(), "title" in message
        # A later message on the same topic replaces one that was not delivered. That about turns names all of them.
        topic = kind if kind == "turn" else f"{kind}-{message['id']}"
        headers = {
            "authorization": key.authorization(device.endpoint, self._contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(VALID_S if is_open else 0),
            "topic": topic,
            "urgency": "normal" if kind in ("turn", "over") else "low",
        }
        try:
            body = encrypt(encode(message), device.public_key, device.auth)
            return await self._outgoing.post(device.endpoint, body, headers)
        except CannotSend as error:
            logger.info("notices: %s", error)
            return NO_ANSWER

    async def _back_off(self, device: PushDevice, claimed: int, answer: Answer) -> None:
        if device.failures + 1 >= MAX_FAILURES:
            logger.info("a subscription failed too often and is deleted")
            await self._store.remove(device.device, device.endpoint)
            return
        wait = min(MIN_BACKOFF_MS << device.failures, MAX_BACKOFF_MS)
        if answer.retry_s is not None:
            wait = max(wait, min(1000 * answer.retry_s, MAX_BACKOFF_MS))
        await self._store.fail(device.device, claimed, now_ms() + wait)


def compose(kind: Kind, notices: Sequence[Notice], language: str) -> dict[str, Any] | None:
    """Return the message about the notices of a kind for one device, None if nothing is to be sent.

    It names all games that wait for the person, also those of earlier messages, because it replaces these. If nothing
    is left of what was told, it only removes what is shown. The `id` distinguishes messages.
    """
    current = [notice for notice in notices if not notice.withdrawn and (kind == "turn" or not notice.told)]
    if any(not notice.told for notice in current):
        title, body = text_of(kind, [notice.game for notice in current], language)
        last = max(notice.id for notice in current if not notice.told)
        return {"tag": kind, "id": last, "title": title, "body": body, "url": path_of(kind, current)}
    # Those that were withdrawn while a process was sending may have been told or not.
    shown = [notice for notice in notices if notice.withdrawn]
    if shown and not any(notice.told and not notice.withdrawn for notice in notices):
        return {"tag": kind, "id": max(notice.id for notice in shown)}
    return None


def path_of(kind: Kind, notices: Sequence[Notice]) -> str:
    """Return the path of the page, without the leading slash, that shows what notices are about."""
    if len(notices) != 1 or kind == "day":
        return ""
    return f"{'cup' if kind == 'cup' else 't'}/{notices[0].subject}"
