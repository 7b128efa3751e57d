"""Bots that get ready in another process while people look at the first prompt."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import Any

from knobel import bots
from knobel.bots import Bot
from knobel.bots.compiling import NotCompiled, only_compiled
from knobel.bots.rehearsal import rehearse
from knobel.core import Game
from knobel.phrases import Language, phrase

GETTING_READY = "The bots get ready. The first time on this machine that takes up to a minute or two ..."


def needs_compiled(bot: str) -> bool:
    """Whether a bot of this name needs what is compiled: Knobel's own levels do."""
    return bot not in bots.BOTS and bot.partition("/")[0] in bots.LEVELS


class Rehearsal:
    """What levels need at a game, compiled in a process of its own: one that is asked waits for it, and says so."""

    def __init__(
        self, game: Game[Any], levels: Iterable[str], say: Callable[[str], None], language: Language = "en"
    ) -> None:
        """Begin with these levels; `say` tells somebody that it takes a while."""
        self.language = language
        from knobel.workers import Workers

        self.game, self.say = game, say
        self.workers = Workers(1)
        self.levels: dict[str, Future[None]] = {}
        for level in levels:
            self.begin(level)

    def begin(self, level: str) -> None:
        """Get a level ready, unless it needs nothing or has begun to."""
        if level not in self.levels and needs_compiled(level):
            self.levels[level] = self.workers.submit(rehearse, self.game.name, self.game.options, level)

    def ask(self, level: str, bot: Bot, view: Any, seat: int, rng: Random) -> str:
        """What a bot of a level chooses; see `bots.ask`. Others than Knobel's own are asked at once."""
        if not needs_compiled(level):
            return bots.ask(bot, self.game, view, seat, rng)
        before = rng.getstate()
        try:
            with only_compiled():
                return bots.ask(bot, self.game, view, seat, rng)
        except NotCompiled:
            rng.setstate(before)
        self.say(phrase(self.language, GETTING_READY))
        self.begin(level)
        # What went wrong there goes wrong here again, and is told then.
        with suppress(Exception):
            self.levels[level].result()
        return bots.ask(bot, self.game, view, seat, rng)

    def close(self) -> None:
        """End it, whatever it is doing."""
        self.workers.close()
