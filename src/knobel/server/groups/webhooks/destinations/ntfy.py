"""ntfy, whose notices open a link when they are tapped."""

from knobel.server.groups.webhooks.destinations.destination import Destination, SentRequest
from knobel.server.groups.webhooks.messages import GroupNews


def _request(message: GroupNews) -> SentRequest:
    link = {"click": message.url} if message.url else {}
    return message.text.encode(), {"content-type": "text/plain; charset=utf-8"} | link


DESTINATION = Destination(name="ntfy", label="ntfy", request=_request)
