"""Work on several machines by Ray, an optional extra that is loaded only on demand."""

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from knobel.core import BadSetup
from knobel.optional_packages import how_to_install

LOCAL = "local"
"""The address for no cluster: the cores of this machine."""
CONNECT_TIMEOUT_S = 10
"""Seconds after which a cluster that does not answer counts as unreachable."""


def connect(address: str = LOCAL) -> Any:
    """Return Ray, connected to a cluster.

    `address` is `LOCAL`, the address of a running cluster (`host:port` or `ray://host:port`), or `auto` for the cluster
    on this machine. Knobel must be installed in the same version on all machines of the cluster.

    :raises BadSetup: if Ray is not installed, or there is no cluster.
    """
    try:
        ray = import_module("ray")
    except ModuleNotFoundError as error:
        raise BadSetup(f"a cluster needs Ray: {how_to_install('cluster')}") from error
    if not ray.is_initialized():
        check_reachable(address)
        local = {"include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
        except (OSError, ValueError, RuntimeError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise BadSetup(f"no cluster answers at {address}: {reason}") from error
    return ray


@contextmanager
def work(ray: Any) -> Iterator[None]:
    """Wait for work inside this context, and raise its exceptions here.

    :raises BadSetup: if the cluster itself fails.
    """
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise BadSetup(f"the cluster failed: {str(error).strip().partition(chr(10))[0]}") from error


def check_reachable(address: str) -> None:
    """Check that the address answers, because Ray itself would retry for minutes.

    :raises BadSetup: if nothing listens at `host:port`.
    """
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT_S).close()
    except (OSError, ValueError, OverflowError) as error:
        raise BadSetup(f"no cluster answers at {address}: {error}") from error
