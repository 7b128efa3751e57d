"""Signals that ask a process to stop."""

import asyncio
import signal
from collections.abc import Callable


def on_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the running event loop at SIGINT (Ctrl-C) and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            # Windows: its event loops have no signal handlers.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
