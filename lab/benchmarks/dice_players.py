"""Comparison of scores with the solutions of Knöffel and Kniffeliger.

Plays 100,000 games of one column of Knöffel, 20,000 of two free columns and 100,000 of a sheet of Kniffeliger alone.
Prints one JSON object: for each the mean score with its standard error, the difference to the exact value in standard
errors (for two free columns, to twice the value of one), and games a second of processor time.
"""

import time

import numpy as np

from benchmarks.shared import script
from knobel.engines.kniffeliger.lookup import tables
from knobel.engines.kniffeliger.solve import sheet_values
from knobel.engines.knoeffel.solve import column_values
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import generator
from knobel_lab.learning.kniffeliger import selfplay as kniffeliger
from knobel_lab.learning.knoeffel import selfplay as knoeffel
from knobel_lab.learning.knoeffel.shipped_data import solved_tables


def knoeffel_games(columns: int, games: int) -> Array:
    scores, trace = np.empty(games), np.empty((0, columns * 13, 9), np.int16)
    knoeffel.play(generator(1), solved_tables(), five_dice(), columns, scores, trace)
    return scores


def kniffeliger_games(games: int) -> Array:
    scores = np.empty(games)
    trace = np.empty((0, 14, 6), np.int16)
    kniffeliger.play(generator(1), tables(), sheet_values(), scores, trace)
    return scores


def main() -> None:
    script.parser(__doc__).parse_args()
    column, sheet = float(column_values()[0, 0]), float(sheet_values()[0])
    for name, play, games, value in (
        ("knoeffel_column", lambda games: knoeffel_games(1, games), 100_000, column),
        ("knoeffel_two_free", lambda games: knoeffel_games(2, games), 20_000, 2 * column),
        ("kniffeliger_sheet", kniffeliger_games, 100_000, sheet),
    ):
        play(1)
        started = time.process_time()
        scores = play(games)
        speed = games / (time.process_time() - started)
        error = scores.std(ddof=1) / games**0.5
        figures = {
            "games": games,
            "mean": round(float(scores.mean()), 3),
            "standard_error": round(float(error), 3),
            "value": round(value, 6),
            "errors_off": round(float((scores.mean() - value) / error), 2),
            "games_per_second": round(speed),
        }
        script.report({name: figures})


if __name__ == "__main__":
    main()
