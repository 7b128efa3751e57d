"""Bots' decisions: the jobs of the bot processes.

The first decision at a game loads its bots' tables and kernels. Until they are loaded, a bot that needs no preparation
decides instead. The same bot decides while another process still compiles the kernels.
"""

import contextlib
import os
import random
import secrets
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from knobel.bots import BOTS, make_table_bot, needs_engine
from knobel.bots.compilation import NotCompiled, forbid_compilation
from knobel.bots.warm_up import random_positions, warm_up
from knobel.coach.warm_up import warm_up as warm_up_coach
from knobel.core import Game
from knobel.games import GAMES, make
from knobel.optional_packages import has_compiler
from knobel.server.runtime import memory

DECISION_TIMEOUT_S = 2.0
"""Time for a bot's decision at a table, in seconds; then the bot makes a quick move."""
FALLBACK_BOT = "lookahead"
"""The bot that needs no preparation."""
QUICK_DECISION_S = 0.2
"""Time for a decision whose time was used up before it began, in seconds."""
QUICK_LEVELS = {"master": "strong"}
"""The level that decides within `QUICK_DECISION_S`, by requested level."""
COMPILED_LEVELS = "casual", "strong", "master"
"""Levels that together use every compiled kernel."""


class Decision(NamedTuple):
    """An action; `not_compiled` if `FALLBACK_BOT` chose it because kernels of the requested level are not compiled."""

    action: str
    not_compiled: bool = False


def quick_move(game: Game[Any], view: Any, seat: int) -> str:
    """Return the action of `FALLBACK_BOT`, which decides where another bot fails or is too late."""
    return make_table_bot(FALLBACK_BOT).choose(game, view, seat, unpredictable_rng())


class Decisions:
    """Makes decisions in the time that is left for each, and quick moves when it has passed."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(len(GAMES))
        self.latest: dict[str, Future[str]] = {}
        """The latest decision at each game, possibly still running."""
        self.uncompiled: set[tuple[str, str]] = set()
        """Games and levels with kernels that are not compiled."""

    def choose(
        self, game: Game[Any], view: Any, seat: int, level: str, left_s: float, compiling: bool = True
    ) -> Decision:
        """Return the decision of a bot of a level.

        A lower level decides if no time is left. `FALLBACK_BOT` decides if the bot takes longer than `left_s` seconds,
        if an earlier decision at the game still runs, if a kernel is not compiled and `compiling` is false, or without
        a compiler. Without a view, the bot decides at a sample position, which only prepares it.
        """
        if view is None:
            view, seat = next(random_positions(game))
        if needs_engine(level) and not has_compiler():
            level = FALLBACK_BOT
        if left_s <= 0:
            left_s, level = QUICK_DECISION_S, QUICK_LEVELS.get(level, level)
        what = game.name, level
        is_running = game.name in self.latest and not self.latest[game.name].done()
        if not is_running and (compiling or what not in self.uncompiled):
            self.latest[game.name] = self.pool.submit(self.think, game, view, seat, level, compiling)
            with contextlib.suppress(TimeoutError, NotCompiled):
                return Decision(self.latest[game.name].result(left_s))
        return Decision(quick_move(game, view, seat), not compiling and what in self.uncompiled)

    def think(self, game: Game[Any], view: Any, seat: int, level: str, compiling: bool) -> str:
        """Return the action of a bot of a level, without a time limit.

        :raises NotCompiled: if a kernel is not compiled and `compiling` is false.
        """
        try:
            with contextlib.nullcontext() if compiling or level in BOTS else forbid_compilation():
                action = make_table_bot(level).choose(game, view, seat, unpredictable_rng())
        except NotCompiled:
            self.uncompiled.add((game.name, level))
            raise
        trim_memory(game.name, level)
        return action


@cache
def decisions() -> Decisions:
    """Return the `Decisions` of this process."""
    return Decisions()


def decide(
    name: str, options: Mapping[str, Any], view: Any, seat: int, level: str, left_s: float, compiling: bool
) -> Decision:
    """Job: return the decision of a bot of a level at a game; see `Decisions.choose`."""
    return decisions().choose(make(name, **options), view, seat, level, left_s, compiling)


@cache
def trim_memory(_game: str, _level: str) -> None:
    """Return the memory that only the loading of a level's data needed."""
    memory.trim()


def compile_all() -> None:
    """Job: compile the kernels of all games and levels, and those of the coach."""
    for name in GAMES:
        for level in COMPILED_LEVELS:
            warm_up(name, {}, level)
    for name in GAMES:
        warm_up_coach(name, {})


def unpredictable_rng() -> random.Random:
    """Return a random number generator with an unpredictable seed."""
    return random.Random(secrets.randbits(128))


def limit_threads() -> None:
    """Limit this process to one thread for matrix products; more threads are slower at small matrices."""
    os.environ["OMP_NUM_THREADS"] = "1"


def lower_priority() -> None:
    """Limit this process to one thread, and give it a low priority."""
    limit_threads()
    if hasattr(os, "nice"):
        os.nice(10)
