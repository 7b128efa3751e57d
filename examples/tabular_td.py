"""Tabular TD(0) on the last cells of Knister: learned and exact values side by side.

    python examples/tabular_td.py

From a sheet with three free cells it plays greedily by its table, with some exploration, and moves the value of every
position before a roll towards the value of the next one (Sutton and Barto, "Reinforcement Learning", 2018, 6.1).
"""

from collections import defaultdict
from random import Random
from typing import Any

import knobel
from knobel import Chance, Move, Over, Roll

FREE = 3
Table = defaultdict[Any, float]


def start(rng: Random) -> tuple[knobel.Game[Any], Any]:
    """A game and a position of it in which three cells are free."""
    game = knobel.make("knister")
    state = game.start(1)
    for _ in range(25 - FREE):
        state = game.apply(state, game.sample(state, rng))
        state = game.apply(state, Move(0, rng.choice(game.legal(state, 0))))
    return game, state


def key(state: Any) -> Any:
    """What of a position before a roll matters: the numbers on the sheet."""
    return state.sheets[0]


def worth(game: knobel.Game[Any], state: Any, table: Table) -> float:
    """Return the value of a position before the next roll: its score if the game is over, else its table entry."""
    return float(game.score(state, 0)) if isinstance(game.turn(state), Over) else table[key(state)]


def learn(game: knobel.Game[Any], first: Any, episodes: int, rng: Random) -> Table:
    """Return the table after a number of games from a position."""
    table, visits = Table(float), Table(float)
    for episode in range(episodes):
        state = first
        while isinstance(game.turn(state), Chance):
            before = key(state)
            rolled = game.apply(state, game.sample(state, rng))
            after = [game.apply(rolled, Move(0, action)) for action in game.legal(rolled, 0)]
            best = max(after, key=lambda option: worth(game, option, table))
            visits[before] += 1
            table[before] += (worth(game, best, table) - table[before]) / visits[before] ** 0.7
            state = rng.choice(after) if rng.random() < 0.2 * (1 - episode / episodes) else best
    return table


def exact(game: knobel.Game[Any], state: Any, known: dict[Any, float]) -> float:
    """The expected score of optimal play, by expectimax."""
    if isinstance(game.turn(state), Over):
        return float(game.score(state, 0))
    if key(state) not in known:
        known[key(state)] = sum(
            float(chance) * max(exact(game, after, known) for after in following(game, state, roll))
            for roll, chance in game.outcomes(state).items()
        )
    return known[key(state)]


def following(game: knobel.Game[Any], state: Any, roll: Roll) -> list[Any]:
    """The positions after a roll and an action."""
    rolled = game.apply(state, roll)
    return [game.apply(rolled, Move(0, action)) for action in game.legal(rolled, 0)]


def main(episodes: int = 10_000, seed: int = 1) -> tuple[float, float]:
    """Print and return the learned and the exact value of the first position."""
    rng = Random(seed)
    game, first = start(rng)
    learned, true = learn(game, first, episodes, rng)[key(first)], exact(game, first, {})
    print(f"learned {learned:.2f}, exact {true:.2f} points")
    return learned, true


if __name__ == "__main__":
    main()
