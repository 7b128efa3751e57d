"""Bots on a device beside those of a server: the same games, with kernels in WebAssembly and compiled ones.

    python -m benchmarks.device_bots --games 200

Two bots of each level play each game with the same dice and random numbers, once by the compiled kernels and once, in
another process, by the bots of the page (`knobel.offline.engines`) with the module and the image that ship, in
wasmtime. Prints for each game and level the number of moves that differ, and the mean scores in both places.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, zip_longest
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from tests.engines.wasm.shipped import shipped_memory

from benchmarks.shared import script
from knobel import bots
from knobel.arena import compare
from knobel.core import Game
from knobel.engines.shared.memory import provide, provided
from knobel.engines.wasm.image import games_with_modules
from knobel.games import make
from knobel.offline.engines import LEVELS, Engines

SEED = 1


class NotedBot:
    """Plays as a level and keeps its moves."""

    def __init__(self, level: str) -> None:
        self.bot, self.moves = bots.make(level), list[str]()

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        self.moves.append(self.decide(game, view, seat, rng))
        return self.moves[-1]

    def decide(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return self.bot.choose(game, view, seat, rng)


class DeviceBot(NotedBot):
    """Plays as a level on a device."""

    def __init__(self, level: str) -> None:
        super().__init__(level)
        self.level, self.engines = level, Engines(games_with_modules())

    def decide(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        while self.engines.is_unprepared(game):
            self.engines.advance(game)
        return self.engines.choose(game, view, seat, self.level, rng)


class Played(NamedTuple):
    """The moves of each of two bots, and the mean score of both in each game."""

    moves: list[list[str]]
    scores: list[float]


def play(name: str, level: str, games: int, kind: type[NotedBot]) -> Played:
    """Play games between two bots of a level."""
    if kind is DeviceBot and provided(name) is None:
        provide(name, shipped_memory(name))
    players, scores = (kind(level), kind(level)), list[float]()
    compare(make(name), players, games, SEED, each=lambda outcome: scores.append(fmean(outcome.scores)))
    return Played([player.moves for player in players], scores)


def main() -> None:
    arguments = script.parser(__doc__)
    arguments.add_argument("game", nargs="*", default=list(games_with_modules()))
    arguments.add_argument("--games", type=int, default=200)
    options = arguments.parse_args()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as server, ProcessPoolExecutor(1, context) as device:
        for name in options.game:
            for level in LEVELS:
                waiting = [
                    place.submit(play, name, level, options.games, kind)
                    for place, kind in ((server, NotedBot), (device, DeviceBot))
                ]
                there, here = (each.result() for each in waiting)
                pairs = list(chain(*map(zip_longest, there.moves, here.moves)))
                script.report(
                    {
                        "game": name,
                        "level": level,
                        "games": options.games,
                        "moves": len(pairs),
                        "different moves": sum(one != other for one, other in pairs),
                        "points on a server": script.mean_with_error(there.scores, 2),
                        "points on a device": script.mean_with_error(here.scores, 2),
                    }
                )


if __name__ == "__main__":
    main()
