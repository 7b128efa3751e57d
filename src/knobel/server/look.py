"""Looking things up for whoever asks: what is asked for while one look is under way is the next one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from knobel.server.database import StoreError

logger = logging.getLogger("knobel")

PAUSE_AFTER_FAILURE = 0.5
"""Seconds before a look that failed is tried again."""


class Look:
    """Looks at what it is told to, by keys, all of them together; again as long as the database does not answer."""

    def __init__(self, at: Callable[[set[str]], Awaitable[None]], pause: Callable[[], float] = lambda: 0.0) -> None:
        """`pause`: the seconds after a look before which there is no other."""
        self._at = at
        self._pause = pause
        self._keys: set[str] = set()
        self._waiting: list[asyncio.Future[None]] = []
        self._wake = asyncio.Event()

    def at(self, *keys: str) -> None:
        """Look at these, soon."""
        self._keys.update(keys)
        if self._keys:
            self._wake.set()

    async def now(self, *keys: str) -> None:
        """Look at these, together with what others ask for meanwhile, and wait until that is done.

        :raises StoreError: if the database does not answer.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        self.at(*keys)
        await done

    async def run(self) -> None:
        """Look, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            keys, self._keys = self._keys, set()
            waiting, self._waiting = self._waiting, []
            trouble: StoreError | None = None
            try:
                await self._at(keys)
            except StoreError as error:
                trouble = error
            except Exception:
                logger.exception("looking at %s", sorted(keys)[:5])
            for done in waiting:
                if done.done():
                    continue
                if trouble is None:
                    done.set_result(None)
                else:
                    done.set_exception(trouble)
            if trouble is not None:
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
                self.at(*keys)
            await asyncio.sleep(self._pause())
