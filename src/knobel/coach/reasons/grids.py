"""Reasons that Knister and Knaster share: the effect of an entry on the lines through two cells."""

from collections.abc import Mapping

from knobel.coach.reasons.lines import Prospects, held, needed
from knobel.coach.reasons.reason import Reasons, weighed
from knobel.games.grid import CELL, LINES_AT, SIZE, Grid
from knobel.games.tuples import put

LEAST = 0.1
"""Minimum difference in a line's expected value that is a reason."""

NEAR = 3
"""Maximum number of missing numbers of a combination that are named."""


def entries(
    prospects: Prospects, grid: Grid, number: int, cells: tuple[str, str], factors: Mapping[str, int], unit: str
) -> Reasons:
    """Yield the reasons why a number is better in the first cell than in the second.

    A combination in a line counts `factors` times its value, in `unit`s.
    """
    better, worse = cells
    good, bad = (put(grid, CELL[cell], number) for cell in cells)
    rolls = good.count(0)
    for line in dict.fromkeys(LINES_AT[CELL[better]] + LINES_AT[CELL[worse]]):
        mine, other = held(good, line), held(bad, line)
        gain = factors[line] * (prospects.value(mine, rolls) - prospects.value(other, rolls))
        if gain < LEAST:
            continue
        kind, chance, other_chance = prospects.hope(mine, other, rolls)
        builds = line in LINES_AT[CELL[better]]
        figures = {
            "line": line,
            "number": number,
            "cell": better if builds else worse,
            "combination": kind,
            "worth": {unit: factors[line] * prospects.worth[kind]},
        }
        if builds and len(mine) == SIZE:
            yield weighed(gain, "completes", **figures)
            continue
        missing = needed(mine, kind)
        effect = "builds" if builds else "ruins" if not other_chance else "harms"
        if 0 < len(missing) <= NEAR and effect != "harms":
            yield weighed(gain, effect, needed=missing, **figures)
        else:
            yield weighed(gain, f"{effect}_chance", chance=chance, other_chance=other_chance, **figures)
