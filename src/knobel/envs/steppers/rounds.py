"""What Knister, Knaster and Knapp Daneben! share in single steps: rounds that begin with a roll."""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.rng import bits


class Rounds(NamedTuple):
    """A row a game: the fields that encodings of these games share."""

    grids: Array
    dice: Array
    round: Array
    final: Array
    waiting: Array
    points: Array


@inlined
def clear(rounds: Rounds, i: Int) -> None:
    """A game begins."""
    rounds.grids[i] = 0
    rounds.round[i] = rounds.final[i] = rounds.points[i] = 0


@inlined
def roll(rng: Array, rounds: Rounds, i: Int) -> None:
    """Open the next round: the dice fall, each as its own. Their faces are digits of one random number; the bias is
    below 10^-5 of each probability."""
    word, part, half = bits(rng[i]) >> np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(32)
    for die in range(rounds.dice.shape[1]):
        word *= np.uint64(6)
        rounds.dice[i, die] = 1 + np.int64(word >> half)
        word &= part
    rounds.round[i] += 1
    rounds.waiting[i] = 1


@inlined
def roll_two(rng: Array, rounds: Rounds, i: Int) -> Int:
    """Open the next round with two dice that are told in order of faces; returns their sum."""
    roll(rng, rounds, i)
    one, other = rounds.dice[i, 0], rounds.dice[i, 1]
    rounds.dice[i, 0], rounds.dice[i, 1] = min(one, other), max(one, other)
    return one + other
