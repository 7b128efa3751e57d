"""Lines of Knaster: `knobel.engines.knaster.values` explains the value of a sheet."""

from math import comb
from struct import unpack
from typing import Any

from knobel.coach.line_values import LineValues
from knobel.games.grid import CELLS, LINES, SIZE
from knobel.games.knaster import LINE_POINTS, is_circled

SUMS = 11
NEEDS = comb(SIZE + 2, 2)
CELL_STATES = 1 + (SUMS + 1) // 2
NUMBER = len(LINES)
CIRCLED = NUMBER + len(CELLS)
FREE = CIRCLED + len(CELLS) + SUMS
"""Places in a sheet (`engines.knaster.sheet`)."""
LINE_PART, NEED_PART, PAIR_PART = range(3)
STAGE, LATE = range(2)


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each line to the points on a seat's sheet and the points still to come.

    Circles count separately, independently of their lines. The last roll, which has no values of lines, is left out.
    """
    tables, own = engine.tables, view.sheets[seat]
    scored = [float(LINE_POINTS[line]) if is_circled(own, line) else 0.0 for line in LINES]
    sheet = engine.sheets(own)[0].tolist()
    free, fewest = sheet[FREE], engine.fewest_left(view, seat)
    if not free or not fewest:
        return dict(zip(LINES, scored, strict=True))
    stage, late = (int(tables.stages[part][free][fewest]) for part in (STAGE, LATE))
    start, kinds = tables.start.tolist(), tables.line_kind.tolist()
    (multisets, slots), pairs = tables.open.tolist(), tables.pairs.tolist()
    # The columns of each line's code (`engines.knaster.sheet`).
    lines = [tables.lines[code].tolist() for code in sheet[: len(LINES)]]
    pair_kinds = 1 + max(kind for _, _, _, kind, *_ in pairs)
    groups = 1 + max(group for *_, group, _ in pairs)

    def weight(index: int) -> float:
        (value,) = unpack("<e", int(tables.weights[index]).to_bytes(2, "little"))
        return float(value)

    values = list(scored)
    first_kind = stage * (1 + max(kinds))
    for i, (_, _, _, slot, *_) in enumerate(lines):
        if slot:
            values[i] += weight(start[LINE_PART] + (first_kind + kinds[i]) * slots + slot)
    for cell, first, second, kind, kind_symmetric, group, group_symmetric in pairs:
        if sheet[CIRCLED + cell]:
            continue
        (need, i, k, *_), (other_need, j, back, *_) = lines[first], lines[second]
        total = sheet[NUMBER + cell]
        state = 1 + min(total, SUMS - 1 - total) if total >= 0 else 0
        needs = sorted((need, other_need)) if kind_symmetric else (need, other_need)
        place = (stage * pair_kinds + kind) * CELL_STATES + state
        part = weight(start[NEED_PART] + (place * NEEDS + needs[0]) * NEEDS + needs[1])
        if total < 0:
            if group_symmetric:
                i, j, k, back = *sorted((i, j)), *sorted((k, back))
            place = (late * groups + group) * multisets
            part += weight(start[PAIR_PART] + min((place + i) * multisets + j, (place + k) * multisets + back))
        values[first] += part / 2
        values[second] += part / 2
    return dict(zip(LINES, values, strict=True))
