"""Probability of winning Kniffeliger, where sheets still change and move between seats.

The last round ends with shifts and swaps in seat order, and the seat that then holds the best sheet wins. For given
shifts and swaps of all seats, the winner depends only on the position of the best sheet. It is found by backward
induction over the seats: each seat moves the best sheet to a position from which it ends with that seat if it can, and
otherwise leaves it in place (`final_holder`).

Before the last round, the state of the table is sampled. Final scores are normal around the values of the sheets, and
every turn still to come earns an action die with probability `EARN_PROBABILITY`. The samples are always the same, so
that actions are compared on common random numbers. Steals, freezes and cross-outs still to be played count as points
(`action_dice`).

The sampled probabilities compare actions well, but those below a half are too high, because opponents also use their
dice before the last round. Reported probabilities (`calibrate`) are the observed frequencies in games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from knobel.engines.kniffeliger.action_dice import CROSS, FREEZE, SHIFT, STEAL, SWAP, hand_value
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.winning_own_dice import normal_cdf
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS

EARN_PROBABILITY = 0.45
"""The probability that a turn earns an action die."""
SAMPLES = 256
PASSIVE_PROBABILITY = 0.1
"""Probability that the other seats do not shift and swap in the last round, because their strength is unknown."""
SAMPLED_PROBABILITIES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
OBSERVED_FREQUENCIES = (0.0, 0.01, 0.09, 0.22, 0.3, 0.54, 0.75, 1.0)
"""Frequency of wins by `SAMPLED_PROBABILITIES`, from 3,900 games of bots that play to win (least squares)."""
RESOLUTION = 0.02
"""Difference between sampled probabilities up to which they do not tell which action wins more often."""


def calibrate(chance: float) -> float:
    """Return the observed frequency of winning for a sampled probability."""
    return float(np.interp(chance, SAMPLED_PROBABILITIES, OBSERVED_FREQUENCIES))


def final_holder(shifts: Array, swaps: Array) -> Array:
    """Return the seat that ends with the best sheet, by the seat (seats, draws) that holds it before the last phase.

    :param shifts: (seats, draws) the number of shifts of each seat; `swaps` likewise.
    """
    seats, draws = shifts.shape
    winner = np.repeat(np.arange(seats)[:, None], draws, axis=1)
    for seat in range(seats - 1, -1, -1):
        good = winner == seat
        shifted = good.copy()
        for steps in range(1, seats):
            shifted |= (shifts[seat] >= steps) & np.roll(good, -steps, axis=0)
        swap, any_good = swaps[seat] >= 1, good.any(axis=0)
        # One swap moves the best sheet to this seat, or from this seat to any other; shifts are possible before and
        # after.
        distance = (seat - np.arange(seats)[:, None]) % seats
        reach = shifted | (swap & shifted[seat]) | (any_good & swap & (shifts[seat] >= distance))
        reach |= any_good & (swaps[seat] >= 2)
        winner[reach] = seat
    return winner


@cache
def random_samples(seats: int) -> tuple[Array, Array, Array]:
    """Return the random samples that all comparisons share.

    :returns: (seats, DRAWS) standard normal numbers; (seats, ROUNDS, DRAWS) the number of shifts earned in each number
        of turns; and the number of swaps.
    """
    rng = np.random.Generator(np.random.PCG64(seats))
    normal = rng.standard_normal((seats, SAMPLES))
    face = rng.integers(6, size=(seats, ROUNDS, SAMPLES))
    earned = rng.random((seats, ROUNDS, SAMPLES)) < EARN_PROBABILITY
    earned[:, 0] = False
    shifts, swaps = (np.cumsum(earned & ((face == die) | (face == len(ACTION_DICE))), axis=1) for die in (SHIFT, SWAP))
    return normal, shifts, swaps


@dataclass(frozen=True, slots=True)
class SampledEnd:
    """The sampled end of the game, seen from one seat.

    `others` (DRAWS) is the best final score of the other seats, ascending, and `place` the rank of each sample in that
    order. `own` and `other` give for each sample the probability that the seat wins if its own sheet is best, or if
    that other sheet is best, by the shifts and swaps that the seat still earns.
    """

    others: Array
    place: Array
    own: dict[tuple[int, int], Array]
    other: dict[tuple[int, int], Array]
    dice: tuple[float, float, float]
    """The values of an earned steal, freeze and cross-out, in points."""

    def win_probability(self, mean: Array, variance: Array, *, earned: bool | Array = False) -> Array:
        """Return the probability of winning for a sheet whose final score has this mean and variance.

        :param mean: (...) without the value of action dice.
        :param earned: (...) True where the entry also earns an action die.
        """
        spread = np.sqrt(np.maximum(variance, 1e-6))
        chances = np.empty(np.shape(mean))
        plain = ~np.broadcast_to(earned, chances.shape)
        chances[plain] = self._chance(mean[plain], spread[plain], 0, 0, 0)
        if not plain.all():
            steal, freeze, cross = self.dice
            faces = ((steal, 0, 0), (freeze, 0, 0), (cross, 0, 0), (0, 1, 0), (0, 0, 1), (steal + freeze + cross, 1, 1))
            more = [self._chance(mean[~plain], spread[~plain], *face) for face in faces]
            chances[~plain] = np.mean(more, axis=0)
        return chances

    def _chance(self, mean: Array, spread: Array, points: float, shift: int, swap: int) -> Array:
        """Return the probability with these additional points, shifts and swaps."""
        own, other = self.own[shift, swap], self.other[shift, swap]
        ahead = mean[:, None] - self.others
        # Lookups in ascending order are several times as fast.
        best = np.take(normal_cdf((ahead + points) / spread[:, None]), self.place, axis=1)
        chances: Array = other.mean() + ((own - other) * best).mean(axis=-1)
        return chances


def sample_end(
    seat: int,
    means: Array,
    variances: Array,
    hands: Sequence[Sequence[int]],
    turns: Sequence[int],
    earning: Sequence[int],
) -> SampledEnd:
    """Return the outlook of a table for one seat.

    :param means: (seats) the expected final scores of the sheets; that of the seat itself is ignored.
    :param variances: (seats) their variances.
    :param hands: the action dice of every seat, including those earned in this round.
    :param turns: the number of turns that every seat still has to play them; `earning`: the number of turns that still
        earn usable ones.
    """
    seats = len(means)
    normal, more_shifts, more_swaps = random_samples(seats)
    scores = means[:, None] + np.sqrt(variances)[:, None] * normal
    for owner, hand in enumerate(hands):
        gain, loss = hand_value(hand, turns[owner])
        scores[owner] += gain + loss / (seats - 1)
        scores -= loss / (seats - 1)
    # Changes of the seat's own sheet are stored as opposite changes of the other sheets.
    offset = scores[seat] - means[seat] - np.sqrt(variances[seat]) * normal[seat]
    rest = np.arange(seats) != seat
    best = np.flatnonzero(rest)[scores[rest].argmax(axis=0)]
    others = scores[best, np.arange(SAMPLES)] - offset

    shifts = np.stack([hand[SHIFT] + more_shifts[i, earning[i]] for i, hand in enumerate(hands)])
    swaps = np.stack([hand[SWAP] + more_swaps[i, earning[i]] for i, hand in enumerate(hands)])
    own, other = {}, {}
    extra = [(0, 0), (1, 0), (0, 1), (1, 1)]
    mine = (np.arange(seats) == seat)[:, None]
    # Either all seats play the last shifts and swaps, or only this seat does.
    players = (np.ones_like(mine), mine)
    winner = final_holder(
        np.hstack([shifts * playing + mine * shift for playing in players for shift, _ in extra]),
        np.hstack([swaps * playing + mine * swap for playing in players for _, swap in extra]),
    )
    mine_at_last = (winner == seat).reshape(seats, len(players), len(extra), SAMPLES)
    chances = (1 - PASSIVE_PROBABILITY) * mine_at_last[:, 0] + PASSIVE_PROBABILITY * mine_at_last[:, 1]
    for i, kinds in enumerate(extra):
        own[kinds] = chances[seat, i]
        other[kinds] = chances[best, i, np.arange(SAMPLES)]
    dice = []
    for die in (STEAL, FREEZE, CROSS):
        gain, loss = hand_value([int(die == i) for i in range(len(ACTION_DICE))], turns[seat])
        dice.append(gain + loss / (seats - 1))
    order = others.argsort()
    return SampledEnd(others[order], order.argsort(), own, other, (dice[0], dice[1], dice[2]))


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
