"""A kind of service that takes news."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from knobel.presentation.json import encode
from knobel.server.groups.webhooks.messages import GroupNews
from knobel.server.groups.webhooks.plain_text import COMMON_LIMITS, Limits

SentRequest: TypeAlias = tuple[bytes, dict[str, str]]
"""The body and the headers of a request."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Destination:
    """A kind of service: how it takes a message, and how long a text may be.

    `name` is stored, and has at most eight characters. `label` is its name on the page, in all languages. The text of a
    message has no markup and fits into the `limits`, with the link below it.
    """

    name: str
    label: str
    request: Callable[[GroupNews], SentRequest]
    limits: Limits = COMMON_LIMITS


def json_request(content: Any) -> SentRequest:
    return encode(content), {"content-type": "application/json"}


def with_link(message: GroupNews) -> str:
    """Return the text of a message with the link below it, for services without a separate field for it."""
    return message.text + link_line(message.url)


def link_line(url: str) -> str:
    """Return the line with a link for the end of a text; empty without a link."""
    return f"\n{url}" if url else ""
