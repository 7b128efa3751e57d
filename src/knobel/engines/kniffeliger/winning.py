"""The chance to win Kniffeliger: who ends with the best sheet, when sheets still change and change hands.

The last round ends with shifts and swaps in seat order, and only who then holds the best sheet wins. Given everybody's
shifts and swaps then, who that is follows from where the best sheet is: by backward induction over the seats, each
moving the best sheet to where it ends with that seat if it can, and leaving it where it is if not (`control`).

Before that, what the seats will hold is drawn: final scores are normal around what the sheets are worth, and every turn
still to come earns an action die with a probability of `EARNING`. The draws are always the same, so that what is
compared is compared on the same luck. Steals, freezes and cross-outs still to be played count as points (`HOLDING`).

Chances so drawn compare what can be done well, but of those below a half too few come true, for others use their dice
before the last round too. What is told of them (`calibrated`) is what came of as much in games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.winning_by_turns import normal_cdf
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS

EARNING = 0.45
"""The chance that a turn earns an action die."""
DRAWS = 256
NAIVE = 0.1
"""How likely the other seats are not to shift and swap in the last round: nobody knows how well they play."""
DRAWN = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
CAME = (0.0, 0.01, 0.09, 0.22, 0.3, 0.54, 0.75, 1.0)
"""How often a chance that was drawn came true, in 3,900 games of those who play for the win, least squares."""
STEAL, FREEZE, CROSS, SHIFT, SWAP = range(len(ACTION_DICE))
HOLDING = {STEAL: ((0, 0), (8, 25), (12, 30), (14, 32)), FREEZE: ((0, 0), (0, 12)), CROSS: ((0, 0), (0, 22))}
"""What a die is worth to its owner, and what it costs the others together, by the turns left to play it (or more)."""


def holding(hand: Sequence[int], turns: int) -> tuple[float, float]:
    """What the steals, freezes and cross-outs of a hand are worth to its owner, and what they cost the others."""
    gain = loss = 0.0
    for die, by_turns in HOLDING.items():
        each = by_turns[min(turns, len(by_turns) - 1)]
        gain += hand[die] * each[0]
        loss += hand[die] * each[1]
    return gain, loss


def calibrated(chance: float) -> float:
    """How often somebody wins whose drawn chance is this one."""
    return float(np.interp(chance, DRAWN, CAME))


def control(shifts: Array, swaps: Array) -> Array:
    """Which seat ends with the best sheet, by the seat (seats, draws) that holds it before the last shifts and swaps.

    :param shifts: (seats, draws) how many each seat has; `swaps` likewise.
    """
    seats, draws = shifts.shape
    winner = np.repeat(np.arange(seats)[:, None], draws, axis=1)
    for seat in range(seats - 1, -1, -1):
        good = winner == seat
        shifted = good.copy()
        for steps in range(1, seats):
            shifted |= (shifts[seat] >= steps) & np.roll(good, -steps, axis=0)
        swap, any_good = swaps[seat] >= 1, good.any(axis=0)
        # One swap brings the best sheet here, or from here to anyone; shifts may come before and after.
        distance = (seat - np.arange(seats)[:, None]) % seats
        reach = shifted | (swap & shifted[seat]) | (any_good & swap & (shifts[seat] >= distance))
        reach |= any_good & (swaps[seat] >= 2)
        winner[reach] = seat
    return winner


@cache
def draws(seats: int) -> tuple[Array, Array, Array]:
    """The same luck for every comparison.

    :returns: (seats, DRAWS) standard normal numbers; (seats, ROUNDS, DRAWS) how many shifts so many turns earn; and how
        many swaps.
    """
    rng = np.random.Generator(np.random.PCG64(seats))
    normal = rng.standard_normal((seats, DRAWS))
    face = rng.integers(6, size=(seats, ROUNDS, DRAWS))
    earned = rng.random((seats, ROUNDS, DRAWS)) < EARNING
    earned[:, 0] = False
    shifts, swaps = (np.cumsum(earned & ((face == die) | (face == len(ACTION_DICE))), axis=1) for die in (SHIFT, SWAP))
    return normal, shifts, swaps


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the table comes to, seen from one seat: the best final score of the `others` (DRAWS), ascending, and where
    in that order each draw stands, `place`; by draw how likely the seat wins if its own sheet is best (`own`) and if
    that other is (`other`), both by what it earns of shift and swap."""

    others: Array
    place: Array
    own: dict[tuple[int, int], Array]
    other: dict[tuple[int, int], Array]
    dice: tuple[float, float, float]
    """What a steal, a freeze and a cross-out that is earned are worth, in points."""

    def chance(self, mean: Array, variance: Array, *, earned: bool | Array = False) -> Array:
        """The chance to win with an own sheet whose final score varies so much around its mean.

        :param mean: (...) without what action dice are worth; `earned` (...): whether another comes with it.
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
        """The chance with so many points, shifts and swaps more."""
        own, other = self.own[shift, swap], self.other[shift, swap]
        ahead = mean[:, None] - self.others
        # What is looked up in order is found several times as fast.
        best = np.take(normal_cdf((ahead + points) / spread[:, None]), self.place, axis=1)
        chances: Array = other.mean() + ((own - other) * best).mean(axis=-1)
        return chances


def outlook(
    seat: int,
    means: Array,
    variances: Array,
    hands: Sequence[Sequence[int]],
    turns: Sequence[int],
    earning: Sequence[int],
) -> Outlook:
    """What a table comes to for one seat.

    :param means: (seats) the final scores that sheets can expect; that of the seat itself does not matter.
    :param variances: (seats) theirs.
    :param hands: the action dice of every seat, those earned in this round among them.
    :param turns: how many turns every seat still has to play them; `earning`: how many still earn some of use.
    """
    seats = len(means)
    normal, more_shifts, more_swaps = draws(seats)
    scores = means[:, None] + np.sqrt(variances)[:, None] * normal
    for owner, hand in enumerate(hands):
        gain, loss = holding(hand, turns[owner])
        scores[owner] += gain + loss / (seats - 1)
        scores -= loss / (seats - 1)
    # What one's own sheet gains or loses by that is told as the others' loss or gain.
    offset = scores[seat] - means[seat] - np.sqrt(variances[seat]) * normal[seat]
    rest = np.arange(seats) != seat
    best = np.flatnonzero(rest)[scores[rest].argmax(axis=0)]
    others = scores[best, np.arange(DRAWS)] - offset

    shifts = np.stack([hand[SHIFT] + more_shifts[i, earning[i]] for i, hand in enumerate(hands)])
    swaps = np.stack([hand[SWAP] + more_swaps[i, earning[i]] for i, hand in enumerate(hands)])
    own, other = {}, {}
    extra = [(0, 0), (1, 0), (0, 1), (1, 1)]
    mine = (np.arange(seats) == seat)[:, None]
    # Everybody plays the last shifts and swaps, or only this seat does.
    players = (np.ones_like(mine), mine)
    winner = control(
        np.hstack([shifts * playing + mine * shift for playing in players for shift, _ in extra]),
        np.hstack([swaps * playing + mine * swap for playing in players for _, swap in extra]),
    )
    mine_at_last = (winner == seat).reshape(seats, len(players), len(extra), DRAWS)
    chances = (1 - NAIVE) * mine_at_last[:, 0] + NAIVE * mine_at_last[:, 1]
    for i, kinds in enumerate(extra):
        own[kinds] = chances[seat, i]
        other[kinds] = chances[best, i, np.arange(DRAWS)]
    dice = []
    for die in (STEAL, FREEZE, CROSS):
        gain, loss = holding([int(die == i) for i in range(len(ACTION_DICE))], turns[seat])
        dice.append(gain + loss / (seats - 1))
    order = others.argsort()
    return Outlook(others[order], order.argsort(), own, other, (dice[0], dice[1], dice[2]))


def last_phase(totals: Sequence[int], hands: Sequence[Sequence[int]], seat: int, first: int) -> float:
    """The chance of a seat to end with the best sheet once nothing but the last shifts and swaps is left.

    :param totals: of the sheets by who holds them now; `first`: the seat that moves next.
    """
    best = frozenset(i for i, total in enumerate(totals) if total == max(totals))
    alone = [hand if i == seat else NO_DICE for i, hand in enumerate(hands)]
    chances = [share(last_holders(best, playing, first), seat) for playing in (hands, alone)]
    return (1 - NAIVE) * chances[0] + NAIVE * chances[1]


def last_holders(best: frozenset[int], hands: Sequence[Sequence[int]], seat: int) -> frozenset[int]:
    """Who ends with the best sheets of the last round when this seat and those after it shift and swap for the win.

    :param best: who holds them now; with several, a share is better than nothing and a win alone better than a share.
    """
    seats = len(hands)

    @cache
    def end(best: frozenset[int], seat: int) -> frozenset[int]:
        if seat == seats:
            return best
        ends = (end(holders, seat + 1) for holders in _reachable(best, seats, seat, hands[seat]))
        return max(ends, key=lambda holders: share(holders, seat))

    return end(best, seat)


def _reachable(best: frozenset[int], seats: int, seat: int, hand: Sequence[int]) -> list[frozenset[int]]:
    """Who may hold the best sheets after a seat's shifts and swaps: who does now, first."""
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


def share(best: frozenset[int], seat: int) -> float:
    """The worth of these holders of the best sheets to a seat: 1 for a win, a half for a tie."""
    if seat not in best:
        return 0.0
    return 1.0 if len(best) == 1 else 0.5
