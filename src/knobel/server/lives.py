"""Which processes serve the same database: those whose beat grows, each as the others see it by their own clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, select, update

from knobel.server import rows
from knobel.server.clock import ticks
from knobel.server.database import StoreError
from knobel.server.store import Store

logger = logging.getLogger("knobel")

BEAT = 0.5
"""Seconds between two beats."""
SILENT = 3_000
"""Milliseconds without one after which a process counts as gone."""


class Lives:
    """Lets this process live, and sees which others do."""

    def __init__(
        self, me: str, store: Store, forgotten: Callable[[], Awaitable[None]], changed: Callable[[], None]
    ) -> None:
        """`forgotten` is called when the others took this process for gone; `changed` when there are others than
        before."""
        self._me, self._store, self._forgotten, self._changed = me, store, forgotten, changed
        self._beats: dict[str, tuple[int, int]] = {}
        """The beats of others, and when (ticks) they were heard first."""
        self._beaten = ticks()

    @property
    def alone(self) -> bool:
        """Whether there are no others."""
        return not self._beats

    @property
    def others(self) -> list[str]:
        """The other processes."""
        return list(self._beats)

    @property
    def first(self) -> bool:
        """Whether this process does what one of all has to do."""
        return all(self._me < other for other in self._beats)

    async def run(self) -> None:
        """Beat, for ever."""
        while True:
            await asyncio.sleep(BEAT)
            await self.look()

    async def look(self) -> None:
        """Beat, and see who lives; if the database does not answer, later."""
        try:
            await self._look()
        except StoreError:
            # It is tried again; and while nobody can write, nobody is dead.
            pass
        except Exception:
            logger.exception("a beat failed")

    async def _look(self) -> None:
        c = rows.processes.c
        grown = update(rows.processes).where(c.id == self._me).values(beat=c.beat + 1)
        if not await self._store.write((grown, [])):
            await self._forgotten()
        now = ticks()
        late, self._beaten = now - self._beaten > SILENT / 2, now
        beats = {}
        for row in await self._store.read(select(c.id, c.beat).where(c.id != self._me)):
            beat, since = self._beats.get(row.id, (-1, now))
            if beat != row.beat or late:
                # Who could not beat in time cannot tell whether others could.
                beat, since = row.beat, now
            if now - since < SILENT:
                beats[row.id] = beat, since
            elif await self._store.write((delete(rows.processes).where(c.id == row.id, c.beat == row.beat), [])):
                await self._store.write((delete(rows.transfers).where(rows.transfers.c.process == row.id), []))
                logger.warning("another process is gone: %s", row.id)
        others = beats.keys() != self._beats.keys()
        self._beats = beats
        if others:
            self._changed()
