"""Common steps of Knister, Knaster and Knapp Daneben!: rounds that begin with a roll."""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.rng import random_bits
from knobel.envs.batched.batch import Results, end_game, reset_results, set_reward


class Rounds(NamedTuple):
    """Fields that the encodings of these games share; a row for each game."""

    grids: Array
    dice: Array
    round: Array
    final: Array
    waiting: Array
    points: Array


@inlined
def reset_rounds(results: Results, rounds: Rounds, i: Int) -> None:
    """Reset a game to its start."""
    reset_results(results, i)
    rounds.grids[i] = 0
    rounds.round[i] = rounds.final[i] = rounds.points[i] = 0


@inlined
def roll_dice(rng: Array, rounds: Rounds, i: Int) -> None:
    """Open the next round by rolling each die. The faces are digits of one random number, with a relative bias below
    10^-5 of each probability."""
    word, part, half = random_bits(rng[i]) >> np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(32)
    for die in range(rounds.dice.shape[1]):
        word *= np.uint64(6)
        rounds.dice[i, die] = 1 + np.int64(word >> half)
        word &= part
    rounds.round[i] += 1
    rounds.waiting[i] = 1


@inlined
def end_after_final_round(results: Results, rounds: Rounds, i: Int) -> bool:
    """Set the reward of a move. Return true if the game is over, because this was its last round."""
    set_reward(results, i, rounds.points[i])
    if not rounds.final[i]:
        return False
    rounds.waiting[i] = 0
    rounds.final[i] = 2
    end_game(results, i)
    return True


@inlined
def roll_two_dice(rng: Array, rounds: Rounds, i: Int) -> Int:
    """Open the next round with two dice, sorted by face, and return their sum."""
    roll_dice(rng, rounds, i)
    one, other = rounds.dice[i, 0], rounds.dice[i, 1]
    rounds.dice[i, 0], rounds.dice[i, 1] = min(one, other), max(one, other)
    return one + other
