"""Prints what the types of the page are generated from, as JSON: `npm run types` in `web/` runs it."""

import sys

import msgspec

from knobel.offline.paths import ANSWERED
from knobel.server.openapi import document
from knobel.server.wire_schema import wire_schema


def main() -> None:
    """Print the schema of the messages, the OpenAPI document, and the requests that a device answers."""
    schema = {"wire": wire_schema(), "api": document(), "device": list(ANSWERED)}
    sys.stdout.write(msgspec.json.encode(schema).decode() + "\n")


if __name__ == "__main__":
    main()
