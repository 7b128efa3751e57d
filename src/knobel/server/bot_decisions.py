"""What bots decide: the jobs of the processes in which they think.

The first decision at a game loads what its bots know. Nobody waits for that: until it is done, a bot that needs no
preparation stands in. So it does while what they need is still to be compiled, in another process.
"""

import contextlib
import ctypes
import os
import random
import secrets
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from knobel.bots import BOTS
from knobel.bots import make as make_bot
from knobel.bots.compiling import NotCompiled, only_compiled
from knobel.bots.rehearsal import positions, rehearse
from knobel.core import Game
from knobel.games import GAMES, make

BUDGET = 2.0
"""Seconds from the question within which a bot of its level decides; afterwards another one does."""
STAND_IN = "lookahead"
"""Needs no preparation."""
HASTE = 0.2
"""Seconds that are left for a decision where the budget has gone in waiting for the decisions of others."""
IN_HASTE = {"master": "strong"}
"""Who decides then."""
REHEARSED = "casual", "strong", "master"
"""The levels that together need all that is compiled."""


class Decision(NamedTuple):
    """An action, and whether a bot of another level took it because what the right one needs is not compiled."""

    action: str
    not_compiled: bool = False


class Decisions:
    """Decisions within a budget of seconds."""

    def __init__(self, budget: float) -> None:
        self.budget = budget
        self.pool = ThreadPoolExecutor(len(GAMES))
        self.late: dict[str, Future[str]] = {}
        """The last decision at each game, perhaps still going on."""
        self.lacking: set[tuple[str, str]] = set()
        """Games and levels at which something is not compiled."""

    def choose(
        self, game: Game[Any], view: Any, seat: int, level: str, waited: float = 0.0, compiling: bool = True
    ) -> Decision:
        """What a bot of that level does.

        Another decides if it takes too long, if an earlier decision at the game is still going on, if the question
        has `waited` for so many seconds that its budget is gone, or if something would have to be compiled but that is
        not allowed. Without a view it is a first decision for nobody, only to be prepared for others.
        """
        if view is None:
            view, seat = next(positions(game))
        left = self.budget - waited
        if left <= 0:
            left, level = HASTE, IN_HASTE.get(level, level)
        what = game.name, level
        at_work = game.name in self.late and not self.late[game.name].done()
        if not at_work and (compiling or what not in self.lacking):
            self.late[game.name] = self.pool.submit(self.think, game, view, seat, level, compiling)
            with contextlib.suppress(TimeoutError, NotCompiled):
                return Decision(self.late[game.name].result(left))
        action = make_bot(STAND_IN).choose(game, view, seat, unforeseen())
        return Decision(action, not compiling and what in self.lacking)

    def think(self, game: Game[Any], view: Any, seat: int, level: str, compiling: bool) -> str:
        """What a bot of that level does, however long it takes.

        :raises NotCompiled: if something would have to be compiled but that is not allowed.
        """
        try:
            with contextlib.nullcontext() if compiling or level in BOTS else only_compiled():
                action = make_bot(level).choose(game, view, seat, unforeseen())
        except NotCompiled:
            self.lacking.add((game.name, level))
            raise
        tidy(game.name, level)
        return action


@cache
def decisions() -> Decisions:
    """Those of this process."""
    return Decisions(BUDGET)


def decide(
    name: str, options: Mapping[str, Any], view: Any, seat: int, level: str, waited: float, compiling: bool
) -> Decision:
    """A job: what a bot of that level does at a game; see `Decisions.choose`."""
    return decisions().choose(make(name, **options), view, seat, level, waited, compiling)


@cache
def tidy(_game: str, _level: str) -> None:
    """Give back the memory that was needed only to load what a level knows of a game, where the system can."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)


def rehearse_all() -> None:
    """A job: the same for all games and levels."""
    for name in GAMES:
        for level in REHEARSED:
            rehearse(name, {}, level)


def unforeseen() -> random.Random:
    """Random numbers that nobody can foresee."""
    return random.Random(secrets.randbits(128))


def one_thread() -> None:
    """Let a process use one thread for a product of matrices: for a small one, several only wait for each other."""
    os.environ["OMP_NUM_THREADS"] = "1"


def low_priority() -> None:
    """Let a process work while nothing else has to."""
    one_thread()
    if hasattr(os, "nice"):
        os.nice(10)
