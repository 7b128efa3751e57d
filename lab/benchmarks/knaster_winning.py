"""Knaster: playing to win against playing for points, at one table on the same dice.

    python -m benchmarks.knaster_winning --seats 2 --games 3000 --player quick

Half of the seats play to win, the others for points, with the same search. Prints one JSON object: the share of wins
of the seats that play to win, a tie shared, with its standard error; half is fair.
"""

import numpy as np

from benchmarks.shared import script
from knobel.engines.knaster.lookup import load_values
from knobel.engines.knaster.playouts import RolloutState
from knobel.engines.knaster.search import MASTER, QUICK, STRONG, SearchState
from knobel.engines.shared import weights
from knobel_lab.learning.knaster.selfplay import table_games

BLOCK = 100
"""Number of games of one seed; the next games use the following seeds."""


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=3_000)
    parser.add_argument("--player", choices=["quick", "strong", "master"], default="quick")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    search = {"quick": QUICK, "strong": STRONG, "master": MASTER}[options.player]
    rollouts = RolloutState.empty(SearchState.empty(load_values(weights.path("knaster")), search))
    to_win = np.arange(options.seats) % 2 == 0
    wins = tuple(np.where(to_win, search.win, 0).tolist())
    blocks = [
        table_games(rollouts, seed, BLOCK, wins) for seed in range(options.seed, options.seed + options.games // BLOCK)
    ]
    scores = np.concatenate(blocks)
    best = scores == scores.max(axis=1, keepdims=True)
    shares = (best[:, to_win].sum(axis=1) / best.sum(axis=1)).astype(float)
    figures = {
        "seats": options.seats,
        "games": len(shares),
        "share": round(float(shares.mean()), 5),
        "standard_error": round(float(shares.std(ddof=1) / len(shares) ** 0.5), 5),
        "mean_to_win": round(float(scores[:, to_win].mean()), 3),
        "mean_for_points": round(float(scores[:, ~to_win].mean()), 3),
    }
    script.report(figures)


if __name__ == "__main__":
    main()
