"""What action dice are worth while turns are left in which they can be played."""

from collections.abc import Sequence

from knobel.games.kniffeliger import ACTION_DICE

STEAL, FREEZE, CROSS, SHIFT, SWAP = range(len(ACTION_DICE))
ACTION_DIE_VALUES = {STEAL: ((0, 0), (8, 25), (12, 30), (14, 32)), FREEZE: ((0, 0), (0, 12)), CROSS: ((0, 0), (0, 22))}
"""The value of an action die to its owner, and its total cost to the others, by the turns left to play it (or more)."""


def hand_value(hand: Sequence[int], turns: int, seats: int) -> float:
    """Return the value of the steals, freezes and cross-outs of a hand to its owner, compared with each other seat.

    :param turns: the number of turns that the owner still has to play them.
    """
    value = 0.0
    for die, by_turns in ACTION_DIE_VALUES.items():
        gain, loss = by_turns[min(turns, len(by_turns) - 1)]
        value += hand[die] * (gain + loss / (seats - 1))
    return value
