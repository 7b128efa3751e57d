"""The server's bots. Questions wait here in a queue that is fair by household, person and table; workers answer them,
or, where there are none, a process of this machine."""

import asyncio
from collections.abc import Mapping
from typing import Any

from knobel.server import metrics
from knobel.server.asking import Asking
from knobel.server.bot_process import BotProcess
from knobel.server.broker import NoBroker
from knobel.server.crew import SILENT, Crew, Lost, NobodyLeft
from knobel.server.fair import Whose
from knobel.server.jobs import Decide
from knobel.tables.reasons import Refused

PATIENCE = 4.0
"""Seconds after which a worker's answer is not waited for any more. A decision takes up to about two."""
OF_ONE_TABLE = 2
"""So many questions of one table are answered at a time: others are playing too."""
NOBODY = Whose("", "")
"""For questions that only prepare."""


class Bots:
    """Ask what a bot would do."""

    def __init__(self, crew: Crew | None = None) -> None:
        self._crew = crew or Crew("", NoBroker())
        self._process = BotProcess()
        self._asking: Asking[Decide, str] = Asking(
            "bots", self._answer, lambda: self._crew.at_once("bots"), OF_ONE_TABLE
        )
        self._compiling_ahead: asyncio.Task[None] | None = None

    async def choose(
        self,
        game: str,
        options: Mapping[str, Any],
        view: Any,
        seat: int,
        level: str,
        whose: Whose = NOBODY,
    ) -> str:
        """The action that a bot takes in `seat`, seeing `view`. Whoever waits when the server ends is cancelled.

        :param whose: the household and the person that the bot's table counts for, and the table.
        :raises RuntimeError: if the bot fails or does not answer.
        """
        with metrics.bot_seconds.time():
            return await self._asking.ask(whose, Decide(game, options, view, seat, level))

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._asking)

    def prepare(self, game: str, options: Mapping[str, Any], level: str) -> None:
        """Let those who think load what bots of that level know of the game, ahead of the first question."""
        what = Decide(game, options, None, 0, level)
        if self._crew.at_once("bots"):
            self._crew.prepare(what)
        else:
            self._process.prepare(what)

    def compile_ahead(self) -> None:
        """Compile what bots of all games need, if they think on this machine."""
        self._compiling_ahead = asyncio.create_task(self._compile_ahead())

    async def close(self) -> None:
        """End all processes, quietly, whatever they are doing."""
        if self._compiling_ahead is not None:
            self._compiling_ahead.cancel()
        # At once, so that what is cancelled makes no room for what still waits.
        await asyncio.gather(self._asking.close(), self._process.close())

    async def _compile_ahead(self) -> None:
        if self._crew.possible:
            # By then workers have been heard.
            await asyncio.sleep(SILENT / 1000)
        if not self._crew.at_once("bots"):
            self._process.compile_ahead()

    async def _answer(self, what: Decide, waited: float) -> str:
        if self._crew.at_once("bots"):
            self._process.rest()
            try:
                return str(await self._crew.ask("bots", what, waited, PATIENCE))
            except NobodyLeft:
                pass
            except (Lost, Refused) as error:
                raise RuntimeError(str(error)) from None
        return await self._process.choose(what, waited)
