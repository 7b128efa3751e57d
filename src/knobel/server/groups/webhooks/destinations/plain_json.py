"""The message as it is, for own programs and for Matrix with Hookshot, which shows its `text`."""

from knobel.server.groups.webhooks.destinations.destination import Destination, json_request

DESTINATION = Destination(name="json", label="JSON, Matrix (Hookshot)", request=json_request)
