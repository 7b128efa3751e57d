"""The push services to which messages are sent: the services of the browsers' makers, and services of the operator.

A subscription contains an address that the browser names. Without this list, a visitor could let the server send
requests to any address.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from knobel.server.limits.addresses import is_host
from knobel.tables.refusals import Refused, TableReason

BROWSERS = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""Hosts of the services of Chromium's, Firefox's, Safari's and Edge's makers. An asterisk stands for any subdomain."""
CONTACT_NEEDED = ("*.push.apple.com",)
"""Hosts of services that refuse messages of servers without a contact."""


def is_permitted(host: str, patterns: Sequence[str]) -> bool:
    """True if a host, with its port if it is not 443, is in a list."""
    return any(
        host.endswith(pattern[1:]) if pattern.startswith("*.") else host == pattern
        for pattern in (each.lower() for each in patterns)
    )


def host_of(url: str) -> str:
    """Return the host of an HTTPS address, with its port if it is not 443, in lower case.

    :raises ValueError: if the address is another one, or contains a user or a fragment.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" or not is_host(parts.hostname or "") or "@" in parts.netloc or parts.fragment:
        raise ValueError("an address begins with https:// and a host")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("an address has no spaces and no special characters")
    return f"{parts.hostname}" if parts.port in (None, 443) else f"{parts.hostname}:{parts.port}"


def check_endpoint(endpoint: str, more: Sequence[str], contact: str) -> None:
    """Check that a subscription belongs to a permitted push service, which accepts messages of this server.

    :param more: hosts that the operator permits besides `BROWSERS`.
    :param contact: the address of this server for the operators of push services, empty if it has none.
    :raises Refused: `push_refused`, `push_needs_address`.
    """
    try:
        host = host_of(endpoint)
    except ValueError:
        host = ""
    if not is_permitted(host, [*BROWSERS, *more]):
        raise Refused(TableReason.PUSH_REFUSED, "this server sends no messages to the push service of this browser")
    if is_permitted(host, CONTACT_NEEDED) and not contact:
        raise Refused(
            TableReason.PUSH_NEEDS_ADDRESS,
            "Apple's push service wants the address of the server: start it with --public-url https://…",
        )
