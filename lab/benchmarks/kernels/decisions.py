"""Durations of bots' decisions."""

from random import Random
from time import process_time
from typing import Any

import numpy as np

from knobel import bots
from knobel.core import Chance, Decide, Game, Move, Over, Roll
from knobel.dice import FACES
from knobel.engines.shared.data_files import StaleData
from knobel.games import GAMES

SEATS = 2
"""A table of two, so that a level that plays to win has an opponent."""
WARM_UP_EVERY = 6
"""The warm-up asks the bot at every n-th position of a random game, so that all code is loaded."""
ENOUGH = 5_000
"""Maximum number of decisions of one level."""


def measure(game: str, level: str, most_seconds: float) -> dict[str, Any]:
    """Return the median and the 99th percentile of a level's decisions in milliseconds, in games against itself.

    The level plays for up to `most_seconds` after a warm-up. If it cannot play, because its data is missing or does not
    match, the figures are None and a `reason` is included.
    """
    rules: Game[Any] = GAMES[game]()
    bot = bots.make(level)
    try:
        play(rules, bots.make("random"), Random(1), process_time() + most_seconds, ask=bot)
        times: list[float] = []
        rng, end = Random(2), process_time() + most_seconds
        while not times or (process_time() < end and len(times) < ENOUGH):
            times += play(rules, bot, rng, end)
    except (FileNotFoundError, ImportError, StaleData) as error:
        return {"median_ms": None, "p99_ms": None, "decisions": 0, "reason": str(error)}
    median, p99 = np.percentile(np.array(times) * 1000, [50, 99])
    return {"median_ms": round(float(median), 4), "p99_ms": round(float(p99), 4), "decisions": len(times)}


def play(game: Game[Any], bot: bots.Bot, rng: Random, end: float, ask: bots.Bot | None = None) -> list[float]:
    """Return the seconds of each decision of a game in which a bot plays all seats.

    The game is stopped at `end`, in processor time of this process, but not before the first decision.

    :param ask: a bot that is also asked at some positions, without effect on the game.
    """
    times: list[float] = []
    state = game.start(max(SEATS, game.min_seats))
    while not times or process_time() < end:
        match game.turn(state):
            case Over():
                break
            case Chance(dice):
                state = game.apply(state, Roll(tuple(rng.choices(FACES, k=dice))))
            case Decide(seats):
                seat = seats[0]
                view = game.view(state, seat)
                if ask is not None and len(times) % WARM_UP_EVERY == 0:
                    ask.choose(game, view, seat, rng)
                started = process_time()
                action = bot.choose(game, view, seat, rng)
                times.append(process_time() - started)
                state = game.apply(state, Move(seat, action))
    return times
