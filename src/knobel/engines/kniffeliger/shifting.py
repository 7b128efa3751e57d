"""Values of the shifting phase: the sheet that a seat finally holds counts, not the one in its hand.

In the last round the phase is solved (`knobel.engines.kniffeliger.last_phase`). Before that, the end of the game is
sampled: the final scores of the sheets by the dice of their holders, and the shifts and swaps that they still earn. All
seats keep these dice for the last phase, which is solved in each sample; at tables of more than four seats
each one takes the best sheet in its reach. The samples are those of the probability of winning
(`knobel.engines.kniffeliger.winning`), always the same, so that actions are compared on common random numbers.

Attacks on rows are not sampled: the mean effect that they have on all sheets is added. Differences of up to
`RESOLUTION` points do not tell which action is better.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

from knobel.engines.engine import Effort
from knobel.engines.kniffeliger.action_dice import SHIFT, SWAP
from knobel.engines.kniffeliger.last_phase import (
    EXACT_SEATS,
    ending,
    final_totals,
    is_last_phase,
    share_of_win,
)
from knobel.engines.kniffeliger.objectives import OwnScore, hands_at_the_end, turns_left
from knobel.engines.kniffeliger.opponent_effects import effect
from knobel.games.kniffeliger import State

SAMPLED: Mapping[Effort, int] = MappingProxyType({"quick": 32, "strong": 64, "master": 256})
"""Number of samples by effort. From four seats on half of them are used, and at larger tables a quarter."""
RESOLUTION = 5.0
"""Difference in points up to which sampled values do not tell which action is better.

Between equal actions they differ by up to 4 points, and the attacks that are left out change them by more.
"""
CACHED = 64
"""Number of positions whose expected scores are cached."""


class FinalSheet(NamedTuple):
    """The expected final score of a seat, its share of the win if it is known, and whether they are exact."""

    points: float
    win: float | None
    exact: bool


class Shifting:
    """Values of a game's shifting phase."""

    def __init__(self, own: OwnScore) -> None:
        """:param own: the values of sheets in hand."""
        self.own, self.game = own, own.game
        self._samples = lru_cache(self._read_samples)
        self.expected_totals = lru_cache(CACHED)(self._expected_totals)

    def final_sheet(self, state: State, seat: int, effort: Effort) -> FinalSheet:
        """Return the final sheet of a seat, in a position of the shifting phase or after it."""
        if not is_last_phase(self.game, state):
            return FinalSheet(self.expected_totals(state, SAMPLED[effort])[seat], None, exact=False)
        (totals, exact), place = ending(self.game, state), self.game.final_order(state).index(seat)
        return FinalSheet(totals[place], share_of_win(totals, place), exact)

    def _expected_totals(self, state: State, samples: int) -> tuple[float, ...]:
        """Return the expected final score of each seat, before the last phase."""
        seats, order = len(state.sheets), self.game.final_order(state)
        scores = [self.own.final_score(state, i) for i in order]
        means, deviations = [mean for mean, _ in scores], [sqrt(variance) for _, variance in scores]
        turns = [turns_left(self.game, state, seat) for seat in range(seats)]
        hands, earning = hands_at_the_end(self.game, state, turns)
        held, earning = [(hands[i][SHIFT], hands[i][SWAP]) for i in order], [earning[i] for i in order]
        searched = seats if seats <= EXACT_SEATS else 0
        sums = [0.0] * seats
        normal, shifts, swaps = self._samples(seats)
        count = samples if seats < EXACT_SEATS else samples // 2 if seats == EXACT_SEATS else samples // 4
        places = range(seats)
        for k in range(count):
            totals = tuple([means[i] + deviations[i] * normal[i][k] for i in places])
            own = [(held[i][0] + shifts[i][earning[i]][k], held[i][1] + swaps[i][earning[i]][k]) for i in places]
            for i, total in enumerate(final_totals(totals, tuple(own), searched)):
                sums[i] += total
        level = fmean(effect(self.own, state, seat) for seat in range(seats))
        return tuple(sums[order.index(seat)] / count + level for seat in range(seats))

    def _read_samples(self, seats: int) -> tuple[Any, Any, Any]:
        """Return the samples of tables of one size as lists."""
        samples = self.own.values.memory.arguments["samples"][seats - self.game.min_seats]
        normal, shifts, swaps = samples
        return normal.tolist(), shifts.tolist(), swaps.tolist()
