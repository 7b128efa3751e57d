"""Startup of server and worker processes: errors, metrics and the event loop."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from knobel.core import BadSetup

if TYPE_CHECKING:
    import asyncio

LOOPBACK = "127.0.0.1"


class CannotServe(BadSetup):
    """The server or worker cannot start. The text says why, in one line."""


@contextlib.contextmanager
def metrics_server(port: int | None) -> Iterator[None]:
    """Serve metrics to Prometheus on a port of the loopback interface. None: do nothing.

    :raises CannotServe: if the port cannot be used.
    """
    if port is None:
        yield
        return
    from knobel.server.runtime.metrics import serve_metrics  # noqa: PLC0415 -- heavy

    try:
        _, stop = serve_metrics(LOOPBACK, port)
    except OSError as error:
        raise CannotServe(f"cannot serve metrics on port {port}: {error.strerror or error}") from None
    try:
        yield
    finally:
        stop()


def event_loop_factory() -> "Callable[[], asyncio.AbstractEventLoop] | None":
    """Return uvloop's event loop factory, None if uvloop is not installed."""
    try:
        import uvloop  # noqa: PLC0415 -- not on Windows
    except ImportError:
        return None
    return uvloop.new_event_loop
