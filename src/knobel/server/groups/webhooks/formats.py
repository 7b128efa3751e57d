"""The forms in which services take messages."""

import re

from knobel.presentation.json import encode
from knobel.server.groups.webhooks.messages import Format, GroupNews

ZERO_WIDTH_SPACE = "\u200b"
ACTIVE = re.compile(r"@|\](?=\()|:(?=//)")
"""The ends of what chat programs turn into mentions and links."""
SUPPRESS_EMBEDS = 4
"""Discord's flag of messages whose links have no previews."""
MAX_TEXT = 1_800
"""Maximum number of characters of a text; Discord takes 2,000."""


def request_of(format: Format, message: GroupNews) -> tuple[bytes, dict[str, str]]:  # noqa: A002 -- its name everywhere
    """Return the body and the headers of a request that delivers a message."""
    headers = {"content-type": "application/json", "user-agent": "Knobel"}
    if format == "json":
        return encode(message), headers
    text = message.text if len(message.text) <= MAX_TEXT else f"{message.text[:MAX_TEXT]}…"
    if format == "ntfy":
        link = {"click": message.url} if message.url else {}
        return text.encode(), headers | {"content-type": "text/plain; charset=utf-8"} | link
    text = harmless(text)
    link_line = f"\n{message.url}" if message.url else ""
    if format == "slack":
        for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            text = text.replace(sign, entity)
        return encode({"text": text + link_line}), headers
    quiet = {"allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}
    return encode({"content": text + link_line} | quiet), headers


def harmless(text: str) -> str:
    """Return a text in which names neither mention anybody nor lead anywhere."""
    return ACTIVE.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, text)
