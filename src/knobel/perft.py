"""Perft: counts of reachable positions, to compare with an independent implementation (`docs/perft.md`).

The name comes from chess programs. From a position and with the next rolls given, perft counts the distinct positions
that can be reached, and the distinct sequences of moves to them.

>>> import knobel
>>> game = knobel.make("knister")
>>> perft(game, game.start(seats=1), [knobel.Roll((3, 4)), knobel.Roll((2, 6))])
Count(positions=600, sequences=600)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from knobel.core import Decide, Game, Illegal, Move, Roll

__all__ = ["Count", "Watch", "perft"]

Watch: TypeAlias = Callable[[int, int, int], object]
"""A callback for progress, with the number of rolls made, and the numbers of positions done and known in this step."""
STEP = 100
"""Positions between two calls of it."""


@dataclass(frozen=True, slots=True)
class Count:
    """The result of perft.

    `positions` is the number of distinct positions after the rolls and all moves that follow them, `sequences` the
    number of distinct move sequences to them.
    """

    positions: int
    sequences: int


def watched(frontier: Counter[Any], rolls: int, watch: Watch | None) -> Iterator[tuple[Any, int]]:
    """Yield each position with its number of sequences, and report the progress of the step."""
    for done, found in enumerate(frontier.items()):
        if watch is not None and done % STEP == 0:
            watch(rolls, done, len(frontier))
        yield found


def settle(game: Game[Any], frontier: Counter[Any], rolls: int = 0, watch: Watch | None = None) -> Counter[Any]:
    """Make all moves until dice must be rolled or the game is over; states are counted by the sequences to them."""
    settled: Counter[Any] = Counter()
    while frontier:
        following: Counter[Any] = Counter()
        for state, sequences in watched(frontier, rolls, watch):
            turn = game.turn(state)
            if not isinstance(turn, Decide):
                settled[state] += sequences
                continue
            for seat in turn.seats:
                for action in game.legal(state, seat):
                    following[game.apply(state, Move(seat, action))] += sequences
        frontier = following
    return settled


def perft(game: Game[Any], state: Any, rolls: Sequence[Roll], watch: Watch | None = None) -> Count:
    """Count positions and move sequences from `state` with the next rolls given.

    Where several seats may move, every order of their moves is a separate sequence. A sequence that a roll does not fit
    (because another number of dice is due, or none) is not counted.

    :param watch: called at intervals to show the progress.
    :raises Illegal: if one of the rolls fits no sequence.
    """
    frontier = settle(game, Counter({state: 1}), 0, watch)
    for number, roll in enumerate(rolls, 1):
        following: Counter[Any] = Counter()
        refusal: Illegal | None = None
        for before, sequences in watched(frontier, number, watch):
            try:
                following[game.apply(before, roll)] += sequences
            except Illegal as error:
                refusal = error
        if not following:
            assert refusal is not None, "a settled frontier is never empty"
            raise refusal
        frontier = settle(game, following, number, watch)
    return Count(len(frontier), frontier.total())
