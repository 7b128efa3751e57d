"""Changes that come thick and fast, told together."""

import asyncio
from collections.abc import Callable


def nothing(*_: object) -> None:
    """Do nothing."""


class Throttle:
    """A call that is made once, a while after the first who asks for it, for all who do until then."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._timer: asyncio.TimerHandle | None = None

    def soon(self, seconds: float) -> None:
        """Make the call after so many seconds, unless it is about to be made."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.now)

    def close(self) -> None:
        """Make no call any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._call = nothing

    def now(self) -> None:
        """Make the call at once, and not again for those who have asked."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._call()
