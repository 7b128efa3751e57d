"""Independent values of positions: every roll and every choice, by the rules alone."""

from collections.abc import Callable, Sequence
from functools import cache

from knobel.core import Chance, Move, Over
from knobel.engines.kniffeliger.action_dice import SHIFT, SWAP
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


def final_holders(best: frozenset[int], hands: Sequence[Sequence[int]], seat: int) -> frozenset[int]:
    """Return the holders of the best sheets at the end when this seat and all later seats shift and swap to win.

    A seat that cannot end with one of them leaves them where they are, as the kernels assume.

    :param best: the current holders. If there are several, a seat prefers a share to nothing and a sole win to a share.
    """
    seats = len(hands)

    @cache
    def end(best: frozenset[int], seat: int) -> frozenset[int]:
        if seat == seats:
            return best
        ends = (end(holders, seat + 1) for holders in reachable(best, seats, seat, hands[seat]))
        return max(ends, key=lambda holders: 1 / len(holders) if seat in holders else 0.0)

    return end(best, seat)


def reachable(best: frozenset[int], seats: int, seat: int, hand: Sequence[int]) -> list[frozenset[int]]:
    """Return the possible holders of the best sheets after a seat's shifts and swaps, the current holders first."""
    reached = {(best, min(hand[SHIFT], seats - 1), min(hand[SWAP], seats)): None}
    todo = list(reached)
    for holders, shifts, swaps in todo:
        after = [(frozenset((i + 1) % seats for i in holders), shifts - 1, swaps)] if shifts else []
        if swaps:
            after += [(swapped(holders, seat, other), shifts, swaps - 1) for other in range(seats) if other != seat]
        todo += [new for new in after if new not in reached]
        reached |= dict.fromkeys(after)
    return list(dict.fromkeys(holders for holders, _, _ in reached))


def swapped(holders: frozenset[int], a: int, b: int) -> frozenset[int]:
    exchange = {a: b, b: a}
    return frozenset(exchange.get(i, i) for i in holders)
