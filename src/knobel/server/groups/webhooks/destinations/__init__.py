"""The kinds of services to which groups send their news, one module each."""

from knobel.server.groups.webhooks.destinations import discord, ntfy, plain_json, slack

DESTINATIONS = {
    module.DESTINATION.name: module.DESTINATION
    for module in (discord, slack, ntfy, plain_json)
}  # fmt: skip
"""The destinations by name, in the order of the page."""
