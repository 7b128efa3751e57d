"""Slack, and other chat programs that take messages in its form."""

from knobel.server.groups.webhooks.destinations.destination import Destination, json_request, with_link

DESTINATION = Destination(
    name="slack",
    label="Slack, Mattermost, Rocket.Chat",
    request=lambda message: json_request({"text": with_link(message)}),
)
