"""Knöffel, two free columns, for points: the gain of searching another turn (`master`) over one turn (`strong`).

Luck is taken out of every score: the value of each roll less the mean over all rolls, by the player's own values,
which has expectation zero. Prints one JSON object for each player: the mean score and the one without luck with their
standard errors, and seconds of processor time a game.
"""

import time

import numpy as np

from benchmarks.shared import script
from knobel.engines.knoeffel.column_pairs import FIELD_COUNT
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel_lab.learning.knoeffel.search import Search, shipped_search
from knobel_lab.learning.turn import turn

BATCH = 100


def play_turn(search: Search, sheets: Array, rng: np.random.Generator, *, deep: bool) -> tuple[Array, Array]:
    """Play one turn on each sheet (sheets, 2, 3), in place; return the entries and the luck."""
    throws, outcomes, here = turn(), search.outcomes, np.arange(len(sheets))
    means, _ = search.turn_end_moments(sheets)
    if deep:
        moved = np.array([search.deepening_change(sheet) for sheet in sheets])
        means += moved[:, :, outcomes.field, outcomes.rank]
    entered, paid = (
        search.best_entry_values(end) for end in np.moveaxis(np.maximum(means, FORBIDDEN).max(axis=1), (2, 0), (0, 2))
    )
    rolled = paid
    stages = []
    for _ in range(3):
        thrown = throws.value_keeps(rolled)
        stages.append((thrown, rolled))
        rolled = throws.best_keeps(thrown, entered)
    roll = throws.sample_rolls(np.zeros(len(sheets), np.int64), rng)
    luck = rolled[roll, here] - throws.value_keeps(rolled)[0]
    going = np.ones(len(sheets), np.bool_)
    for thrown, after in reversed(stages):
        keep, value = throws.best_keep(thrown, roll)
        going &= value > entered[roll, here]
        fallen = throws.sample_rolls(keep, rng)
        luck += np.where(going, after[fallen, here] - value, 0)
        roll = np.where(going, fallen, roll)
    ends = means[here[:, None], :, outcomes.of[roll], going[:, None].astype(np.intp)]
    field, where = np.divmod(ends.reshape(len(sheets), -1).argmax(axis=1), 2)
    rules = search.sheet_values.rules
    sheets[here, where, CLASS] = search.sheet_values.classes_after(sheets)[here, where, field, rules.rank[roll, field]]
    sheets[here, where, FILLED] |= 1 << field
    sheets[here, where, USED] += going
    return rules.points[roll, field].astype(np.float64), luck


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("strong", type=int, nargs="?", default=20_000, help="games of `strong`, by default 20,000")
    parser.add_argument("master", type=int, nargs="?", default=2_000, help="games of `master`, by default 2,000")
    parser.add_argument("seed", type=int, nargs="?", default=11, help="by default 11")
    options = parser.parse_args()
    search = shipped_search(five_is_full_house=False)
    for name, count in (("strong", options.strong), ("master", options.master)):
        started = time.process_time()
        scores, lucks = np.zeros((2, count // BATCH, BATCH))
        for batch in range(len(scores)):
            rng = np.random.default_rng((options.seed, batch))
            sheets = np.zeros((BATCH, 2, 3), np.int64)
            for _ in range(2 * FIELD_COUNT):
                entered, luck = play_turn(search, sheets, rng, deep=name == "master")
                scores[batch] += entered
                lucks[batch] += luck
            scores[batch] += search.sheet_values.columns(sheets)[0].sum(axis=1)
        script.report(
            {
                "player": name,
                "games": scores.size,
                "points": script.mean_with_error(scores.ravel().tolist()),
                "without luck": script.mean_with_error((scores - lucks).ravel().tolist()),
                "seconds_a_game": round((time.process_time() - started) / scores.size, 4),
            }
        )


if __name__ == "__main__":
    main()
