"""An independent way to what a position is worth: every roll and every choice, by the rules alone."""

from collections.abc import Callable

from knobel.core import Chance, Move, Over
from knobel.games.kniffeliger import Kniffeliger, State


def shares(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Every seat's share of the win; a shared first place is half of one."""
    winners = scores.count(max(scores))
    return tuple(0.0 if score < max(scores) else 1.0 if winners == 1 else 0.5 for score in scores)


def worth(
    game: Kniffeliger, state: State, ends: Callable[[tuple[int, ...]], tuple[float, ...]] = shares
) -> tuple[float, ...]:
    """What a position is worth to every seat when each, in turn, does what is best for itself.

    :param ends: what final scores are worth to every seat.
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
    """Final scores, each seat's own."""
    return tuple(map(float, scores))
