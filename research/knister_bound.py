"""An upper bound on the expected score of optimal play of Knister alone.

    python -m research.knister_bound --games 200

Prints JSON objects. First the bound by Lagrangian relaxation, which has no sampling error. Then, over the same random
games, means with standard errors: of the bound by information relaxation with the line values of the first as penalty;
the same with luck taken out, as its mean at the first prices is known; and, over one game in four, the bound without a
penalty (perfect information). As a check, the same games are also played by the learned values: the mean score less the
penalty estimates the same as the mean score, and no game may exceed its bound. `research` describes the
methods.
"""

import numpy as np

from benchmarks import script
from knobel.engines.knister.engine import KnisterEngine, engine
from knobel.engines.knister.values import SCRATCH, argmax, enter, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.games.grid import EMPTY
from knobel.games.knister import Knister
from research import lagrangian
from research.board import KNISTER, board
from research.relaxation import Relaxation, penalised_score, random_rolls


def placement_by_values(thinking: KnisterEngine, rolls: Array) -> Array:
    """Return the cell in which the learned values enter each roll (sum indices)."""
    tables, sheet, scratch = thinking.tables, thinking.sheets(EMPTY)[0], np.zeros(1, SCRATCH)[0]
    cells = []
    for total in rolls:
        prepare(tables, scratch, sheet)
        evaluate(tables, scratch, sheet, total)
        k = argmax(scratch["values"], sheet["left"])
        cells.append(sheet["free"][k])
        enter(tables, sheet, k, total)
    return np.array(cells)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=300, help="steps of gradient descent over prices")
    arguments = parser.parse_args()
    knister = board(*KNISTER)
    bound, prices = lagrangian.minimise(knister, 2 * arguments.steps)
    script.report({"lagrangian": round(bound, 3)})
    relaxation, unpaid = Relaxation(knister, prices), Relaxation(knister, prices, penalty=False)
    thinking = engine(Knister())
    bounds, first, free, played, paid = [], [], [], [], []
    for game, rolls in enumerate(random_rolls(knister, arguments.seed, arguments.games)):
        bounds.append(relaxation.bound(rolls, arguments.steps))
        first.append(relaxation.bound(rolls, 0))
        if game % 4 == 0:
            free.append(unpaid.bound(rolls, arguments.steps, heats=(1, 0.1)))
        score, luck = penalised_score(knister, relaxation.luck, rolls, placement_by_values(thinking, rolls))
        played.append(score)
        paid.append(score - luck)
    script.report(
        {
            "games": arguments.games,
            "penalty_lines": script.mean_with_error(bounds),
            "penalty_lines_without_luck": script.mean_with_error((bound + np.subtract(bounds, first)).tolist()),
            "perfect_information": script.mean_with_error(free),
            "played": script.mean_with_error(played),
            "played_less_penalty": script.mean_with_error(paid),
            "least_distance_to_bound": round(float(np.min(np.subtract(bounds, paid))), 3),
        }
    )


if __name__ == "__main__":
    main()
