"""The webhook of a group, as its host sets it up and tries it."""

from knobel.clock import now_ms
from knobel.server.database.due_rows import joined
from knobel.server.database.store import Conflict
from knobel.server.groups.webhooks import messages
from knobel.server.groups.webhooks.delivery import Delivery
from knobel.server.groups.webhooks.destinations import DESTINATIONS
from knobel.server.groups.webhooks.store import Webhook, WebhookStore
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.notices.push_services import host_of
from knobel.server.people.accounts import Account
from knobel.tables.refusals import Refused, TableReason


class Webhooks:
    """Sets up webhooks."""

    def __init__(self, store: WebhookStore, delivery: Delivery) -> None:
        self.store, self._delivery = store, delivery
        self._tests = ActionLimit(5, 1 / 60, "too many tests in a short time: try again later")
        """Limit of the tests of a person."""

    async def state(self, group: str) -> messages.WebhookState:
        """Return the webhook of a group."""
        found = await self.store.find(group)
        return messages.WebhookState(
            permitted=self._delivery.permitted,
            kinds=list(messages.NEWS_KINDS),
            formats=[messages.WebhookFormat(name=each.name, label=each.label) for each in DESTINATIONS.values()],
            webhook=None
            if found is None
            else messages.WebhookSettings(
                host=host_of(found.url),
                format=found.format,
                language=found.language,
                kinds=found.wanted,
                stopped=found.stopped,
                failures=found.failures,
            ),
        )

    async def put(self, group: str, account: Account, wanted: messages.NewWebhook) -> None:
        """Store the webhook of a group. One that was stopped is used again.

        :raises Refused: `webhook_refused`, if this server sends nothing to the address; `stale`, if the group has no
            address that could be kept; `not_host`, if the person has left the group.
        """
        if wanted.format not in DESTINATIONS:
            raise Refused(TableReason.MALFORMED, f"there is no such format; the formats: {', '.join(DESTINATIONS)}")
        known = None if wanted.url is not None else await self.store.find(group)
        url = wanted.url if known is None else known.url
        if url is None:
            raise Refused(TableReason.STALE, "this group has no address any more")
        if not self._delivery.is_permitted(url):
            raise Refused(TableReason.WEBHOOK_REFUSED, "this server sends no news to this address")
        # The address is deleted with the person who gave it, not with the person who changed the kinds of news.
        person = account.id if known is None else known.person
        row = Webhook(group, person, url, wanted.format, wanted.language, joined(wanted.kinds), searched=now_ms())
        try:
            await self.store.put(row)
        except Conflict:
            raise Refused(TableReason.NOT_HOST, "only the host of the group may do that") from None

    async def test(self, group: str, account: Account) -> messages.WebhookAnswer:
        """Send a message to the webhook of a group now, and return how it was answered.

        :raises Refused: `not_found`, if there is none; `webhook_refused`, `rate_limited`.
        """
        webhook = await self.store.find(group)
        if webhook is None:
            raise Refused(TableReason.NOT_FOUND, "this group has no webhook")
        if not self._delivery.is_permitted(webhook.url):
            raise Refused(TableReason.WEBHOOK_REFUSED, "this server sends no news to this address")
        self._tests.check(account.id)
        answer = await self._delivery.send(webhook, await self._delivery.message(webhook, [], 0))
        return messages.WebhookAnswer(delivered=answer.is_success, status=answer.status)
