"""Sends the news of groups to their webhooks.

News are marked before they are sent. If a process is killed while it sends them, they are not sent again, because
services show a message twice if they receive it twice.
"""

from knobel.clock import now_ms
from knobel.server.cluster.membership import IsLeader
from knobel.server.groups.service import GroupService
from knobel.server.groups.webhooks.delivery import Delivery
from knobel.server.groups.webhooks.reports import reports
from knobel.server.groups.webhooks.store import Webhook, WebhookStore
from knobel.server.notices.outgoing import Answer
from knobel.server.notices.sending import SendingWork
from knobel.tables.refusals import Refused

SENT = Answer(200)


class WebhookWork(SendingWork[Webhook]):
    name = "webhooks"
    given_up = "the chat is sent nothing more"

    def __init__(self, store: WebhookStore, groups: GroupService, delivery: Delivery, is_leader: IsLeader) -> None:
        super().__init__(store, is_leader)
        self._store, self._groups, self._delivery = store, groups, delivery

    async def search(self, now: int) -> None:
        """Find the cups that have opened."""
        await self._store.forget_old(now)
        await self._store.find_cups(now)

    async def give_up(self, receiver: Webhook, answer: Answer) -> None:
        """Stop a webhook. The host of the group sees it."""
        await self._store.stop(receiver, answer.status)

    def address_of(self, receiver: Webhook) -> str:
        return receiver.url

    async def send(self, receiver: Webhook, claimed: int) -> Answer:
        """Send all news of a group in one message."""
        news = await self._store.news_of(receiver.group)
        waiting = [each for each in news if not each.sending]
        try:
            found = await reports(self._store, self._groups, receiver.group, waiting)
        except Refused:
            return SENT  # The group was dissolved, and its webhook with it.
        answer = SENT
        if found and self._delivery.is_permitted(receiver.url):
            message = await self._delivery.message(receiver, found, waiting[-1].id)
            await self._store.mark_sending(waiting)
            answer = await self._delivery.send(receiver, message)
        if answer.is_success:
            await self._store.finish(receiver, claimed, news, now_ms())
        return answer
