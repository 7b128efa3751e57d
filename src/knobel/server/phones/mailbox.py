"""The mailbox: keeps a sealed message of a phone for two minutes, for another phone that knows its address.

With it, phones connect to each other after one scan. The phones encrypt messages with a key that the server does not
know. They are only in memory.
"""

import time

from litestar import Response, get, post
from litestar.params import FromPath

from knobel.server.http.parts import AnyRequest, Part
from knobel.server.options import ServerOptions
from knobel.server.people.authentication import household_of
from knobel.server.people.request_limits import RequestLimits
from knobel.server.runtime.rate_limiter import Clock
from knobel.tables.refusals import Refused, TableReason

MAX_BYTES = 2048
KEPT_S = 120.0
MAX_MESSAGES = 4096
ADDRESS_LENGTH = 64
FOR_ALL_SITES = {"access-control-allow-origin": "*"}
"""Pages of other sites may use the mailbox: it knows no cookies."""


class Mailbox:
    """Messages by their addresses, the oldest one first."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._messages: dict[str, tuple[float, bytes]] = {}

    def put(self, address: str, message: bytes) -> bool:
        """Keep a message. Return False if another message is at this address.

        :raises Refused: `rate_limited`, if there are too many messages.
        """
        if (known := self.find(address)) is not None:
            return known == message
        if len(self._messages) >= MAX_MESSAGES:
            raise Refused(TableReason.RATE_LIMITED, "the mailbox is full: try again in two minutes")
        self._messages[address] = (self._clock() + KEPT_S, message)
        return True

    def find(self, address: str) -> bytes | None:
        """Return the message at an address, None if there is none."""
        while self._messages and (first := next(iter(self._messages))) and self._messages[first][0] <= self._clock():
            del self._messages[first]
        return self._messages[address][1] if address in self._messages else None


def check_address(address: str, options: ServerOptions) -> None:
    """Check that this server has a mailbox, and that addresses have this form.

    :raises Refused: `not_found`.
    """
    if not options.mailbox:
        raise Refused(TableReason.NOT_FOUND, "this server has no mailbox: see --mailbox")
    if len(address) != ADDRESS_LENGTH or not set(address) <= set("0123456789abcdef"):
        raise Refused(TableReason.NOT_FOUND, f"an address of the mailbox has {ADDRESS_LENGTH} hexadecimal digits")


@post("/api/mailbox/{address:str}", request_max_body_size=MAX_BYTES)
async def put_message(
    request: AnyRequest,
    address: FromPath[str],
    mailbox: Part[Mailbox],
    request_limits: Part[RequestLimits],
    server_options: Part[ServerOptions],
) -> Response[bytes]:
    """Keep a sealed message for two minutes. Status 409: another message is at this address."""
    check_address(address, server_options)
    request_limits.messages.check(household_of(request))
    return sealed(b"", 201 if mailbox.put(address, await request.body()) else 409)


@get("/api/mailbox/{address:str}")
async def show_message(
    address: FromPath[str], mailbox: Part[Mailbox], server_options: Part[ServerOptions]
) -> Response[bytes]:
    """Return the message at an address; empty with status 204 if there is none."""
    check_address(address, server_options)
    found = mailbox.find(address)
    return sealed(b"", 204) if found is None else sealed(found, 200)


def sealed(message: bytes, status: int) -> Response[bytes]:
    """Return a response with a message, for pages of all sites."""
    return Response(message, status_code=status, headers=FOR_ALL_SITES, media_type="application/octet-stream")
