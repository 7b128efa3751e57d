"""An upper bound on the expected score of optimal play of Knister alone.

    python -m research.knister_bound --games 200

Prints JSON objects. First the bound by Lagrangian relaxation, which has no sampling error. Then, over the same random
games, means with standard errors:

- `bound`: by information relaxation with the line values of the first as penalty. As its mean at the first prices is
  known, the difference to that is taken out;
- over one game in four: without a penalty (`perfect_information`); and `good_placements`, found by search with the same
  penalty. Their mean is a lower estimate of the bound by any relaxation of the board for this penalty;
- by how much these are `above` the bound of the same games, and the bounds without groups of three and four rolls and
  after fewer steps.

As a check, the same games are also played by the learned values: the mean score less the penalty estimates the same as
the mean score, and no game may exceed its bound.
"""

from collections import defaultdict

import numpy as np

from benchmarks.shared import script
from knobel.engines.knister.engine import KnisterEngine, engine
from knobel.engines.knister.values import SCRATCH, argmax, enter, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.games.grid import EMPTY
from knobel.games.knister import Knister
from research import lagrangian
from research.board import KNISTER, board
from research.penalty import Penalty
from research.placements import good_placement
from research.relaxation import Relaxation, penalised_score, random_rolls

SLOW = 4
"""The expensive methods use one game in this number."""


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
    parser.add_argument("--short", type=int, nargs="*", default=[30, 100], help="shorter descents, for the curve")
    arguments = parser.parse_args()
    knister, thinking = board(*KNISTER), engine(Knister())
    lagrange, prices = lagrangian.minimise(knister, 2 * arguments.steps)
    script.report({"lagrangian": round(lagrange, 3)})
    penalty = Penalty(knister, prices)
    relaxed, simple = (Relaxation(knister, prices, penalty, groups=groups) for groups in (True, False))
    unpaid = Relaxation(knister, prices, None)
    found = defaultdict[str, list[float]](list)
    for game, rolls in enumerate(random_rolls(knister, arguments.seed, arguments.games)):
        # The mean at the first prices is that of the Lagrangian relaxation, so that only the difference is sampled.
        by_chance = relaxed.bound(rolls, 0) - lagrange
        bound = relaxed.bound(rolls, arguments.steps)
        found["bound"].append(bound - by_chance)
        score, luck = penalised_score(knister, penalty.luck(rolls), rolls, placement_by_values(thinking, rolls))
        found["played"].append(score)
        found["played_less_penalty"].append(score - luck)
        found["distance_to_bound"].append(bound - score + luck)
        if game % SLOW == 0:
            best = good_placement(relaxed)
            found["good_placements"].append(best - by_chance)
            found["good_placements_above"].append(best - bound)
            found["perfect_information"].append(unpaid.bound(rolls, arguments.steps))
            found["without_groups_above"].append(simple.bound(rolls, arguments.steps) - bound)
            for steps in arguments.short:
                found[f"{steps}_steps_above"].append(relaxed.bound(rolls, steps) - bound)
    script.report({"games": arguments.games, "least_distance_to_bound": round(min(found.pop("distance_to_bound")), 3)})
    script.report({name: script.mean_with_error(values) for name, values in found.items()})


if __name__ == "__main__":
    main()
