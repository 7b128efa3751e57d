"""The forms in which services take messages."""

from knobel.presentation.json import encode
from knobel.server.groups.webhooks.messages import Format, GroupNews

SUPPRESS_EMBEDS = 4
"""Discord's flag of messages whose links have no previews."""


def request_of(format: Format, message: GroupNews) -> tuple[bytes, dict[str, str]]:  # noqa: A002 -- its name everywhere
    """Return the body and the headers of a request that delivers a message.

    Its text is the same for all services: names and titles in it have no markup, and it fits (`texts.text`).
    """
    headers = {"content-type": "application/json", "user-agent": "Knobel"}
    if format == "json":
        return encode(message), headers
    if format == "ntfy":
        link = {"click": message.url} if message.url else {}
        return message.text.encode(), headers | {"content-type": "text/plain; charset=utf-8"} | link
    text = message.text + link_line(message.url)
    if format == "slack":
        return encode({"text": text}), headers
    quiet = {"allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}
    return encode({"content": text} | quiet), headers


def link_line(url: str) -> str:
    """Return the line with the link for the end of a text, for services without a separate field for it."""
    return f"\n{url}" if url else ""
