"""Discord."""

from knobel.server.groups.webhooks.destinations.destination import Destination, SentRequest, json_request, with_link
from knobel.server.groups.webhooks.messages import GroupNews

SUPPRESS_EMBEDS = 4
"""The flag of messages whose links have no previews."""


def _request(message: GroupNews) -> SentRequest:
    return json_request({"content": with_link(message), "allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS})


DESTINATION = Destination(name="discord", label="Discord", request=_request)
