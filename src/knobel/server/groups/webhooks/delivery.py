"""Delivers messages to webhooks."""

from collections.abc import Sequence

from knobel.server.groups.service import GroupService
from knobel.server.groups.webhooks.destinations import DESTINATIONS
from knobel.server.groups.webhooks.destinations.destination import link_line
from knobel.server.groups.webhooks.messages import GroupNews, News
from knobel.server.groups.webhooks.store import Webhook
from knobel.server.groups.webhooks.texts import text
from knobel.server.notices.outgoing import Answer, Outgoing
from knobel.server.notices.push_services import host_of, is_permitted
from knobel.server.options import ServerOptions


class Delivery:
    """Sends messages to the hosts that the operator permits."""

    def __init__(self, groups: GroupService, outgoing: Outgoing, options: ServerOptions) -> None:
        self._groups, self._outgoing, self._options = groups, outgoing, options

    @property
    def permitted(self) -> list[str]:
        """The hosts to which messages may be sent."""
        return [*self._options.webhook]

    def is_permitted(self, url: str) -> bool:
        """True if an address belongs to one of these hosts."""
        try:
            return is_permitted(host_of(url), self._options.webhook)
        except ValueError:
            return False

    async def message(self, webhook: Webhook, news: Sequence[News], number: int) -> GroupNews:
        """Return the message about the news of a group, the one of a test if there are none."""
        group = await self._groups.store.find(webhook.group)
        title = "" if group is None else group.title
        # A link with the code alone admits people if the group says so. It must not, because others read it too.
        path = f"group/{webhook.group}" if group is not None and not group.by_code else "group"
        url = f"{self._options.public_url}/{path}" if self._options.public_url else ""
        said = text(title, news, webhook.language, link_line(url), DESTINATIONS[webhook.format].limits)
        return GroupNews(id=number, group=title, text=said, news=[*news], url=url)

    async def send(self, webhook: Webhook, message: GroupNews) -> Answer:
        body, headers = DESTINATIONS[webhook.format].request(message)
        return await self._outgoing.ask(webhook.url, body, headers | {"user-agent": "Knobel"})
