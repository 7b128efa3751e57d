"""The engines that the page has loaded, and the bots that use them.

A game is played by the plain bots of the same level until its engine is loaded.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from knobel.bots import levels, plain
from knobel.bots.human_errors.characters import CHARACTERS
from knobel.core import Game
from knobel.engines import engine
from knobel.engines.shared.memory import provide, provided
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.engines.wasm.memory import KernelFailed, ModuleMemory
from knobel.offline.messages import Answer, Need
from knobel.tables.refusals import Refused, TableReason

LEVELS = ("random", *levels.LEVELS, *CHARACTERS)
"""The levels of games with an engine, the weakest first, and the characters."""
STRONGEST = "master"


class PageModule(Protocol):
    """An instance of a module with kernels in the page's worker, as `web/src/lib/offline/engine.ts` provides it."""

    def call(self, kernel: str, arguments: int, results: int) -> int: ...
    def allocate(self, size: int) -> int: ...
    def release(self, address: int) -> None: ...

    def view(self, address: int, size: int) -> Any:
        """Return an array of these bytes of the memory, by reference."""
        ...


class BrowserModule:
    """An instance of a module with kernels, see `engines.wasm.memory.Module`."""

    def __init__(self, page: PageModule) -> None:
        self._page = page
        self.call, self.allocate, self.release = page.call, page.allocate, page.release

    def read(self, address: int, size: int) -> bytes:
        content: bytes = self._page.view(address, size).to_bytes()
        return content

    def write(self, address: int, content: bytes) -> None:
        self._page.view(address, len(content)).assign(content)


class Engines:
    """The games that have an engine, and the bots of all games."""

    def __init__(self, games: Collection[str] = ()) -> None:
        """`games` are the games whose engine the page can load."""
        self._games = games
        self._preparations: dict[Game[Any], Iterator[float]] = {}
        self._failed: set[Game[Any]] = set()
        """The games whose engine could not be prepared, because there is too little memory."""
        self.levels = LEVELS if games else plain.LEVELS

    def levels_of(self, game: str) -> tuple[str, ...]:
        """Return the levels that are offered for a game, the weakest first."""
        return LEVELS if game in self._games else plain.levels_of(game)

    def has_coach(self, game: str) -> bool:
        """True if there is a coach for a game: it needs the engine."""
        return game in self._games

    def wanted(self, game: str) -> bool:
        """True if the page can load an engine for a game and has not done it."""
        return game in self._games and not provided(game)

    def load(self, game: Game[Any]) -> Iterator[Answer]:
        """Let the page load the engine of a game, unless it has done it, and prepare the engine in steps.

        :raises Refused: `no_coach`, if there is none, and `not_loaded`.
        """
        if game.name not in self._games:
            raise Refused(TableReason.NO_COACH, f"{game.name} has no engine on the device")
        if provided(game.name) is None:
            yield Answer(need=Need(kind="engine", name=game.name))
        if provided(game.name) is None:
            raise Refused(TableReason.NOT_LOADED, f"the engine of {game.name} could not be loaded")
        while self.is_unprepared(game):
            self.advance(game)
            yield Answer()

    def is_unprepared(self, game: Game[Any]) -> bool:
        """True if the engine of a game is loaded, and `advance` has to be called before bots use it."""
        return provided(game.name) is not None and game not in self._failed and not memory_engine(game).is_prepared

    def advance(self, game: Game[Any]) -> float:
        """Do a step of the preparation of a game's engine, which precedes its decisions. Return the completed share."""
        steps = self._preparations.setdefault(game, memory_engine(game).preparation())
        share = 1.0
        try:
            share = next(steps, share)
        except (KernelFailed, MemoryError):
            self._failed.add(game)
        if not self.is_unprepared(game):
            del self._preparations[game]
        return share

    def add(self, game: str, module: PageModule, header: str, content: int) -> None:
        """Use an engine from now on.

        :param header: the header of the image of its arrays.
        :param content: the address of the content of the image in the memory of the module.
        """
        provide(game, ModuleMemory(BrowserModule(module), header, content))

    def prepare(self, game: Game[Any]) -> None:
        """Compute the data that the first decision of a bot needs."""
        if not provided(game.name):
            plain.prepare(game)

    def choose(self, game: Game[Any], view: Any, seat: int, level: str, rng: Random) -> str:
        """Return the action of a bot of a level; the strongest bot plays at unknown levels."""
        if provided(game.name) and not self.is_unprepared(game) and level != "random":
            # With too little memory the game goes on with plain bots.
            with suppress(KernelFailed, MemoryError):
                return levels.LevelBot(level if level in LEVELS else STRONGEST).choose(game, view, seat, rng)
        return plain.choose(game, view, seat, level, rng)


def memory_engine(game: Game[Any]) -> MemoryEngine:
    """Return the engine of a game, which uses the module that the page has loaded."""
    found = engine(game)
    assert isinstance(found, MemoryEngine), "engines on the device use a module's memory"
    return found
