"""Probability of winning Kniffeliger: its model, and the last phase, in which sheets only move between seats.

The last round ends with shifts and swaps in seat order, and the seat that then holds the best sheet wins. For given
shifts and swaps of all seats, the winner depends only on the position of the best sheet. It is found by backward
induction over the seats: each seat moves the best sheet to a position from which it ends with that seat if it can, and
otherwise leaves it in place.

Before the last round, the state of the table is sampled (`knobel.engines.kniffeliger.winning`). Steals, freezes and
cross-outs still to be played count as points (`knobel.engines.kniffeliger.action_dice`).

The sampled probabilities compare actions well, but those below a half are too high, because opponents also use their
dice before the last round. Reported probabilities (`calibrate`) are the observed frequencies in games.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from knobel.engines.kniffeliger.action_dice import SHIFT, SWAP
from knobel.games.kniffeliger import NO_DICE, Kniffeliger

MAX_SEATS = Kniffeliger.max_seats
PASSIVE_PROBABILITY = 0.1
"""Probability that the other seats do not shift and swap in the last round, because their strength is unknown."""
SAMPLED_PROBABILITIES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
OBSERVED_FREQUENCIES = (0.0, 0.01, 0.09, 0.22, 0.3, 0.54, 0.75, 1.0)
"""Frequency of wins by `SAMPLED_PROBABILITIES`, from 3,900 games of bots that play to win (least squares)."""
RESOLUTION = 0.02
"""Difference between sampled probabilities up to which they do not tell which action wins more often."""


class Outlook(NamedTuple):
    """What kernels receive about a table, seen from one seat.

    - `means` and `deviations` (`MAX_SEATS`): of the final score of each seat's sheet, with the value of its action dice
      and without that of the seat's own ones. The entries of the seat itself are ignored.
    - `hands` (3 * seats): the number of shifts of each seat, including those earned in this round; of swaps; and the
      number of turns that still earn usable ones.
    - `gains` (3): the values of a steal, a freeze and a cross-out to the seat, in points.
    """

    seat: int
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    hands: Any
    gains: tuple[float, ...]


def calibrate(chance: float) -> float:
    """Return the observed frequency of winning for a sampled probability, by linear interpolation."""
    sampled, observed = SAMPLED_PROBABILITIES, OBSERVED_FREQUENCIES
    i = bisect_right(sampled, chance) - 1
    if not 0 <= i < len(sampled) - 1:
        return observed[max(i, 0)]
    return (observed[i + 1] - observed[i]) / (sampled[i + 1] - sampled[i]) * (chance - sampled[i]) + observed[i]


def last_phase_probability(totals: Sequence[int], hands: Sequence[Sequence[int]], seat: int, first: int) -> float:
    """Return the probability that a seat ends with the best sheet when only the last shifts and swaps remain.

    :param totals: the totals of the sheets, by their current holders; `first`: the seat that moves next.
    """
    best = frozenset(i for i, total in enumerate(totals) if total == max(totals))
    alone = [hand if i == seat else NO_DICE for i, hand in enumerate(hands)]
    chances = [win_share(final_holders(best, playing, first), seat) for playing in (hands, alone)]
    return (1 - PASSIVE_PROBABILITY) * chances[0] + PASSIVE_PROBABILITY * chances[1]


def final_holders(best: frozenset[int], hands: Sequence[Sequence[int]], seat: int) -> frozenset[int]:
    """Return the holders of the best sheets at the end when this seat and all later seats shift and swap to win.

    :param best: the current holders. If there are several, a seat prefers a share to nothing and a sole win to a share.
    """
    seats = len(hands)

    @cache
    def end(best: frozenset[int], seat: int) -> frozenset[int]:
        if seat == seats:
            return best
        ends = (end(holders, seat + 1) for holders in _reachable(best, seats, seat, hands[seat]))
        return max(ends, key=lambda holders: win_share(holders, seat))

    return end(best, seat)


def _reachable(best: frozenset[int], seats: int, seat: int, hand: Sequence[int]) -> list[frozenset[int]]:
    """Return the possible holders of the best sheets after a seat's shifts and swaps, the current holders first."""
    reached = {(best, min(hand[SHIFT], seats - 1), min(hand[SWAP], seats)): None}
    todo = list(reached)
    for holders, shifts, swaps in todo:
        after = [(frozenset((i + 1) % seats for i in holders), shifts - 1, swaps)] if shifts else []
        if swaps:
            after += [(_swapped(holders, seat, other), shifts, swaps - 1) for other in range(seats) if other != seat]
        todo += [new for new in after if new not in reached]
        reached |= dict.fromkeys(after)
    return list(dict.fromkeys(holders for holders, _, _ in reached))


def _swapped(holders: frozenset[int], a: int, b: int) -> frozenset[int]:
    exchange = {a: b, b: a}
    return frozenset(exchange.get(i, i) for i in holders)


def win_share(best: frozenset[int], seat: int) -> float:
    """Return the share of the win of a seat: 1/n if it is one of n holders of the best sheets, otherwise 0."""
    return 1 / len(best) if seat in best else 0.0
