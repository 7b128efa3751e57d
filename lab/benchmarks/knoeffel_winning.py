"""Knöffel with two seats and two free columns: to win against for points, both with a search of one turn.

Games are played in parallel, each twice on the same dice with the seats exchanged, so that luck cancels out. Playing
to win assumes normal final scores here; the bots evaluate the last turns more accurately. Prints one JSON object: the
share of wins with its standard error over pairs of games, the mean scores, and games a second of processor time.
"""

import time
from functools import partial

import numpy as np

from benchmarks.shared import script
from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knoeffel.column_pairs import FIELD_COUNT
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.winning_own_dice import normal_cdf
from knobel_lab.learning.knoeffel.fitting import play_turn
from knobel_lab.learning.knoeffel.search import Search, Utility, mean_utility, shipped_search

BATCH = 200


def to_win(own: Array, theirs: Array, variance: Array, mean: Array, spread: Array) -> Array:
    """Return the probability of the highest final score, with a tiny weight on points."""
    wide = (slice(None), None, None, None)
    ahead = own[wide] + mean - theirs[wide]
    return normal_cdf(ahead / np.sqrt(np.maximum(spread + variance[wide], 1e-6))) + POINT_WEIGHT * mean


def games(search: Search, winner: int, seed: int) -> Array:
    """Return the final scores (2, games) when that seat plays to win."""
    rngs = [np.random.default_rng((seed, seat)) for seat in range(2)]
    sheets = np.zeros((2, BATCH, 2, 3), np.int64)
    scores = np.zeros((2, BATCH))
    for _ in range(2 * FIELD_COUNT):
        for seat in range(2):
            value, variance = search.sheet_values.sheets(sheets[1 - seat])
            utility: Utility = mean_utility
            if seat == winner:
                utility = partial(to_win, scores[seat], scores[1 - seat] + value, variance)
            scores[seat] += play_turn(search, sheets[seat].copy(), sheets[seat], rngs[seat], utility).entered
    scores += search.sheet_values.columns(sheets)[0].sum(axis=2)
    return scores


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("pairs", type=int, nargs="?", default=10_000, help="by default 10,000")
    parser.add_argument("seed", type=int, nargs="?", default=0, help="by default 0")
    options = parser.parse_args()
    search = shipped_search(five_is_full_house=False)
    started = time.process_time()
    shares, points = [], []
    for seed in range(options.seed, options.seed + options.pairs // BATCH):
        pair = [games(search, winner, seed) for winner in (0, 1)]
        # The seats are exchanged, the dice are not: each score is compared with that of the other aim on the same dice.
        won = [(np.sign(scores[i] - scores[1 - i]) + 1) / 2 for i, scores in enumerate(pair)]
        shares.append((won[0] + won[1]) / 2)
        points.append([np.mean([pair[i][i] for i in (0, 1)]), np.mean([pair[i][1 - i] for i in (0, 1)])])
    share = np.concatenate(shares)
    figures = {
        "pairs": len(share),
        "share": round(float(share.mean()), 4),
        "standard_error": round(float(share.std(ddof=1) / len(share) ** 0.5), 4),
        "points_to_win": round(float(np.mean(points, axis=0)[0]), 2),
        "points_for_points": round(float(np.mean(points, axis=0)[1]), 2),
        "games_per_second": round(2 * len(share) / (time.process_time() - started), 1),
    }
    script.report(figures)


if __name__ == "__main__":
    main()
