"""Lines of Knaster: `knobel.engines.knaster.values` explains the value of a sheet."""

from typing import Any

import numpy as np

from knobel.coach.line_values import LineValues
from knobel.engines.knaster import lookup
from knobel.engines.knaster.sheet import CIRCLED, FREE, NEED, NUMBER
from knobel.games.grid import LINES
from knobel.games.knaster import LINE_POINTS, is_circled

_line, _need, _pair = (
    getattr(lookup, name) for name in ("line_weight_index", "need_weight_index", "pair_weight_index")
)
"""The kernels, of which Python uses the source."""


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each line to the points on a seat's sheet and the points still to come.

    Circles count for themselves, whatever lines they are on. The last roll, which has no values of lines, is left out.
    """
    tables, own = engine.tables, view.sheets[seat]
    scored = [float(LINE_POINTS[line]) if is_circled(own, line) else 0.0 for line in LINES]
    sheet = engine.sheets(own)[0]
    free, fewest = int(sheet[FREE]), engine.fewest_left(view, seat)
    if not free or not fewest:
        return dict(zip(LINES, scored, strict=True))
    stage, late = int(tables.stages[lookup.STAGE, free, fewest]), int(tables.stages[lookup.LATE, free, fewest])

    def weight(index: int) -> float:
        stored = tables.weights[index]
        return float(stored.view(np.float16) if stored.dtype == np.uint16 else stored)

    codes = sheet[: len(LINES)].tolist()
    values = [scored[i] + weight(_line.py_func(tables, stage, i, code)) for i, code in enumerate(codes)]
    for p, (cell, first, second) in enumerate(tables.pairs[:, [lookup.CELL, lookup.FIRST, lookup.SECOND]].tolist()):
        if sheet[CIRCLED + cell]:
            continue
        total = int(sheet[NUMBER + cell])
        a, b = codes[first], codes[second]
        needs = int(tables.lines[a, NEED]), int(tables.lines[b, NEED])
        part = weight(_need.py_func(tables, stage, p, total, *needs))
        if total < 0:
            part += weight(_pair.py_func(tables, late, p, a, b))
        values[first] += part / 2
        values[second] += part / 2
    return dict(zip(LINES, values, strict=True))
