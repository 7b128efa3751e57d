"""Probability of winning Kniffeliger before the last phase: what its kernels receive, and what they leave out.

The last round ends with shifts and swaps in seat order, and the seat that then holds the best sheet wins. The state of
the table before that is sampled (`knobel.engines.kniffeliger.winning`). Steals, freezes and cross-outs still to be
played count as points (`knobel.engines.kniffeliger.action_dice`).

The sampled probabilities compare actions well, but those below a half are too high, because opponents also use their
dice before the last round. Reported probabilities (`calibrate`) are the observed frequencies in games.
"""

from bisect import bisect_right
from typing import Any, NamedTuple

from knobel.games.kniffeliger import Kniffeliger

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
