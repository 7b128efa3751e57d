"""Independent values of positions: every roll and every choice, by the rules alone."""

from collections.abc import Callable

from knobel.core import Chance, Move, Over
from knobel.games.kniffeliger import Kniffeliger, State


def shares(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return every seat's share of the win: 1/n if n seats share the first place."""
    winners = scores.count(max(scores))
    return tuple(0.0 if score < max(scores) else 1 / winners for score in scores)


def worth(
    game: Kniffeliger, state: State, ends: Callable[[tuple[int, ...]], tuple[float, ...]] = shares
) -> tuple[float, ...]:
    """Return the value of a position for every seat if each seat in turn plays its best action.

    :param ends: returns the value of final scores for every seat.
    """
    known: dict[State, tuple[float, ...]] = {}

    def of(state: State) -> tuple[float, ...]:
        if state in known:
            return known[state]
        match game.turn(state):
            case Over(scores):
                known[state] = ends(scores)
            case Chance():
                after = [(float(p), of(game.apply(state, roll))) for roll, p in game.outcomes(state).items()]
                known[state] = tuple(sum(p * each[i] for p, each in after) for i in range(game.seats(state)))
            case _:
                seat = state.seat
                ways = [of(game.apply(state, Move(seat, action))) for action in game.legal(state, seat)]
                known[state] = max(ways, key=lambda each: each[seat])
        return known[state]

    return of(state)


def points(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return the final scores, each as its seat's value."""
    return tuple(map(float, scores))
