"""Perft: count what the rules allow, to compare with an independent implementation (`docs/perft.md`).

After *perft* of chess programs: from a position and with the next rolls given, how many distinct positions can be
reached, and by how many distinct sequences of moves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from knobel.core import Decide, Game, Illegal, Move, Roll

__all__ = ["Count", "Watch", "perft"]

Watch: TypeAlias = Callable[[int, int, int], object]
"""Called now and then with the number of rolls made, and the positions done and known at this step."""
STEP = 100
"""Positions between two such calls."""


@dataclass(frozen=True, slots=True)
class Count:
    """`positions`: the distinct positions that come after the rolls and all moves that follow them; `sequences`: the
    distinct move sequences to them."""

    positions: int
    sequences: int


def watched(frontier: Counter[Any], rolls: int, watch: Watch | None) -> Iterator[tuple[Any, int]]:
    """Yield each position with its number of sequences, and report how far the step is."""
    for done, found in enumerate(frontier.items()):
        if watch is not None and done % STEP == 0:
            watch(rolls, done, len(frontier))
        yield found


def settle(game: Game[Any], frontier: Counter[Any], rolls: int = 0, watch: Watch | None = None) -> Counter[Any]:
    """Make all moves until dice must fall or the game is over; states are counted by the sequences to them."""
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

    Where several seats may move, every order of their moves is a sequence of its own. A sequence into which a roll does
    not fit (other dice are to fall, or none) is not counted.

    :param watch: called from time to time to show the progress.
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
