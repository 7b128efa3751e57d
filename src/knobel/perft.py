"""Perft: count what the rules allow, to compare with an independent implementation (`docs/perft.md`).

After *perft* of chess programs: from a position and with the next rolls given, how many distinct positions can be
reached, and by how many distinct sequences of moves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knobel.core import Decide, Game, Illegal, Move, Roll


@dataclass(frozen=True, slots=True)
class Count:
    """`positions`: the distinct positions that come after the rolls and all moves that follow them; `sequences`: the
    distinct move sequences to them."""

    positions: int
    sequences: int


def settle(game: Game[Any], frontier: Counter[Any]) -> Counter[Any]:
    """Make all moves until dice must fall or the game is over; states are counted by the sequences to them."""
    settled: Counter[Any] = Counter()
    while frontier:
        following: Counter[Any] = Counter()
        for state, sequences in frontier.items():
            turn = game.turn(state)
            if not isinstance(turn, Decide):
                settled[state] += sequences
                continue
            for seat in turn.seats:
                for action in game.legal(state, seat):
                    following[game.apply(state, Move(seat, action))] += sequences
        frontier = following
    return settled


def perft(game: Game[Any], state: Any, rolls: Sequence[Roll]) -> Count:
    """Count positions and move sequences from `state` with the next rolls given.

    Where several seats may move, every order of their moves is a sequence of its own. A sequence into which a roll does
    not fit (other dice are to fall, or none) is not counted.

    :raises Illegal: if one of the rolls fits no sequence.
    """
    frontier = settle(game, Counter({state: 1}))
    for roll in rolls:
        following: Counter[Any] = Counter()
        refusal: Illegal | None = None
        for before, sequences in frontier.items():
            try:
                following[game.apply(before, roll)] += sequences
            except Illegal as error:
                refusal = error
        if not following:
            assert refusal is not None, "a settled frontier is never empty"
            raise refusal
        frontier = settle(game, following)
    return Count(len(frontier), frontier.total())
