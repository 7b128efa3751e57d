"""Throttling: combines bursts of calls into one."""

import asyncio
from collections.abc import Callable


def do_nothing(*_: object) -> None:
    """Do nothing."""


class Debounce:
    """Delays a function call and combines all requests during the delay."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._timer: asyncio.TimerHandle | None = None

    def schedule(self, seconds: float) -> None:
        """Call the function after the delay, unless a call is already scheduled."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.run)

    def close(self) -> None:
        """Cancel the scheduled call and ignore later requests."""
        if self._timer is not None:
            self._timer.cancel()
        self._call = do_nothing

    def run(self) -> None:
        """Call the function immediately, and cancel the scheduled call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._call()
