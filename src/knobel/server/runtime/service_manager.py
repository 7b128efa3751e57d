"""Reports to systemd, for units with `Type=notify` and `WatchdogSec`."""

import asyncio
import contextlib
import os
import socket


async def report_to_service_manager() -> None:
    """Tell the service manager that the process is ready, and then regularly that it works, if it watches it."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # An address that begins with @ is in the abstract namespace of Linux.
    receiver = f"\0{address[1:]}" if address.startswith("@") else address
    pause_s = int(os.environ.get("WATCHDOG_USEC") or 0) / 3_000_000
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        _send(sender, receiver, b"READY=1")
        while pause_s:
            _send(sender, receiver, b"WATCHDOG=1")
            await asyncio.sleep(pause_s)


def _send(sender: socket.socket, receiver: str, state: bytes) -> None:
    with contextlib.suppress(OSError):
        sender.sendto(state, receiver)
