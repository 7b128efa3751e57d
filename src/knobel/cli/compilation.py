"""Compiles the bots' kernels in another process while the first prompt is shown."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from knobel import bots
from knobel.bots import Bot
from knobel.bots.compilation import NotCompiled, forbid_compilation
from knobel.bots.warm_up import warm_up
from knobel.core import Game
from knobel.phrases import phrase
from knobel.texts import Language

Result = TypeVar("Result")

WAITING_MESSAGE = "The bots get ready. The first time on this machine that takes up to a minute or two ..."


class BackgroundCompilation:
    """Compiles the levels' kernels for a game in a separate process. Asking a bot waits until its level is compiled."""

    def __init__(
        self, game: Game[Any], levels: Iterable[str], notify: Callable[[str], None], language: Language = "en"
    ) -> None:
        """Start to compile for these levels; `notify` shows a message while a bot waits."""
        self.language = language
        from knobel.job_process import JobProcess

        self.game, self.notify = game, notify
        self.process = JobProcess()
        self.levels: dict[str, Future[None]] = {}
        for level in levels:
            self.start(level)

    def start(self, level: str) -> None:
        """Start to compile for a level, unless it needs no kernels or was started before."""
        if level not in self.levels and bots.needs_engine(level):
            self.levels[level] = self.process.submit(warm_up, self.game.name, self.game.options, level)

    def ask(self, level: str, bot: Bot, view: Any, seat: int, rng: Random) -> str:
        """Return a bot's choice; see `bots.ask`. Bots other than Knobel's own are asked without waiting."""
        before = rng.getstate()

        def choose() -> str:
            rng.setstate(before)
            return bots.ask(bot, self.game, view, seat, rng)

        return self.run(level, choose)

    def run(self, level: str, work: Callable[[], Result]) -> Result:
        """Return what `work` returns, which needs the kernels of a level; it may be called twice."""
        if not bots.needs_engine(level):
            return work()
        with suppress(NotCompiled), forbid_compilation():
            return work()
        self.notify(phrase(self.language, WAITING_MESSAGE))
        self.start(level)
        # An error in that process occurs here again and is reported then.
        with suppress(Exception):
            self.levels[level].result()
        return work()

    def close(self) -> None:
        """Terminate the process."""
        self.process.close()
