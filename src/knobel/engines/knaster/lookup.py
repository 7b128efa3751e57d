"""Lookup tables of Knaster as read-only arrays for kernels: the rules, and the weights of which values are sums.

`engines.knaster.values` describes the parts of a value.
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knaster.sheet import CELLS, COUNT, FREE, LINES, MIRRORED, MULTISET, SLOT, SUMS, line_codes
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.data_files import fingerprint, load, unpack
from knobel.engines.shared.grid import OPEN_MULTISETS, grid, multisets
from knobel.games.grid import DIAGONALS, LINES_AT, SIZE
from knobel.games.grid import LINES as NAMES
from knobel.games.knaster import LINE_POINTS, circles_earned

NO_OPPONENT = CELLS + 1
"""The value of the fewest free cells elsewhere when there is no other sheet."""

CELL, FIRST, SECOND, KIND, KIND_SYMMETRIC, GROUP, GROUP_SYMMETRIC = range(7)
"""The columns of `Tables.pairs`."""
LINE_PART, NEED_PART, PAIR_PART, COUNT_PART, TIME_PART, CIRCLED_PART = range(6)
"""The parts of the weights, in `Tables.start`."""
STAGE, LATE, COUNT_STAGE = range(3)
"""The stages of the game for the parts, in `Tables.stages`."""

GROUP_NAMES = ("plain", "diagonal", "centre", "with diagonal", "with diagonal in the centre", "diagonals")
NEEDS = comb(SIZE + 2, 2)
"""Number of combinations of free and uncircled cells in a line."""
CELL_STATES = 1 + (SUMS + 1) // 2
"""Number of states of a cell in which two lines cross: free, or the distance of its number from 7."""
GROUPS = len(GROUP_NAMES)
LINE_KINDS = len(set(LINE_POINTS.values()))
COUNT_CODES = 3**SUMS
"""Number of codes that tell for each sum whether no, one or several uncircled cells hold it."""

STAGE_ENDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18)
"""The number of free cells at which each stage of the game ends; the last stage extends to the empty grid."""
EQUAL_PACE = 2
"""Maximum difference in free cells to the fastest other sheet that counts as equal."""
EARLY_CELLS = 18
"""Number of free cells above which the free cells of the others do not matter yet."""
MAX_ROUNDS = 2 * CELLS + 2
"""Maximum number of rounds of a game: every cell is entered and circled at most once."""


class Rules(NamedTuple):
    """The rules as arrays.

    - `earned` (4368): the circles that each line multiset earns; 0 while it is not full.
    - `line_points` (12): the score of each line with all its cells circled.
    """

    earned: Array
    line_points: Array


@cache
def rules() -> Rules:
    """Return the arrays, computed once."""
    return Rules(
        earned=read_only([circles_earned(line) if len(line) == SIZE else 0 for line in multisets()], np.int64),
        line_points=read_only([LINE_POINTS[line] for line in NAMES], np.int64),
    )


@cache
def line_pairs() -> Array:
    """Return `pairs` of `Tables`, computed once."""
    lines = list(NAMES)
    kinds: dict[tuple[str, int, int], int] = {}
    found: list[tuple[int, ...]] = []
    centre = CELLS // 2
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        straight = [row, SIZE + column]
        slanted = [lines.index(name) for name in DIAGONALS if name in LINES_AT[cell]]
        if row > column:
            straight.reverse()
        key = ("straight", min(row, column), max(row, column))
        group = GROUP_NAMES.index("centre" if cell == centre else "diagonal" if slanted else "plain")
        found.append((cell, *straight, kinds.setdefault(key, len(kinds)), group))
        for diagonal in slanted:
            group = GROUP_NAMES.index("with diagonal in the centre" if cell == centre else "with diagonal")
            for line in straight:
                kind = kinds.setdefault((lines[diagonal], line % SIZE, 0), len(kinds))
                found.append((cell, diagonal, line, kind, group))
        if len(slanted) > 1:
            kind = kinds.setdefault(("diagonals", 0, 0), len(kinds))
            found.append((cell, *slanted, kind, GROUP_NAMES.index("diagonals")))
    kind_symmetric = [name == "diagonals" or (name == "straight" and a == b) for name, a, b in kinds]
    group_symmetric = [not name.startswith("with") for name in GROUP_NAMES]
    rows = [(*pair, kind, kind_symmetric[kind], group, group_symmetric[group]) for *pair, kind, group in found]
    return read_only(rows, np.int64)


KINDS = int(line_pairs()[:, KIND].max()) + 1
MAX_WEIGHTS = 3 + LINES + 2 * len(line_pairs())
"""Maximum number of weights of which a value is the sum."""


class Tables(NamedTuple):
    """All data on which a value depends.

    `rolls`, `chances`, `at`, `at_count` and `cells` are those of `engines.shared.grid.Grid`, `enter` and `circle` those
    of `engines.knaster.sheet.LineCodes`.

    - `line_points` (12): the score of each line.
    - `line_kind` (12): lines with the same points share a kind.
    - `lines` (80730, 6): properties of line codes; `engines.knaster.sheet` names the columns.
    - `pairs` (46, 7): the pairs of lines that cross in each cell. Pairs that are equivalent under exchanging rows and
      columns share a kind; pairs that cross in cells of the same sort share a group. In symmetric ones the order of the
      two lines does not matter.
    - `ones` (32): the number of set bits.
    - `stages` (3, 26, 27): the stage of the game for each part of a value, by free cells here and elsewhere.
    - `open` (2): the number of multisets with a free cell, and the number of weights for lines of one kind in a stage.
    - `start` (6): the start of each part in `weights`.
    - `weights` (32328118): in points. They are float32 during learning; for play they are float16 viewed as uint16
      (`engines.shared.half_precision`).
    """

    rolls: Array
    chances: Array
    at: Array
    at_count: Array
    cells: Array
    enter: Array
    circle: Array
    line_points: Array
    line_kind: Array
    lines: Array
    pairs: Array
    ones: Array
    stages: Array
    open: Array
    start: Array
    weights: Array


def stages() -> Array:
    """Return `stages` of `Tables`."""
    own, other = np.meshgrid(np.arange(CELLS + 1), np.arange(NO_OPPONENT + 1), indexing="ij")
    # Without other sheets, no other sheet ends the game.
    gap = np.where(other == NO_OPPONENT, CELLS, other - own)
    left = np.minimum(own, other)
    relation = np.where(gap > EQUAL_PACE, 0, np.where(gap >= -EQUAL_PACE, 1, 2))
    stage = np.searchsorted(STAGE_ENDS, left) * 3 + np.where(left > EARLY_CELLS, 0, relation)
    stage = np.unique(stage, return_inverse=True)[1].reshape(stage.shape)
    return np.stack([stage, np.zeros_like(stage), stage])


def tables(dtype: Any = np.float32) -> Tables:
    """Return tables with all weights zero."""
    arrays, earned, codes = grid(), rules().earned, line_codes()
    line_points = rules().line_points
    # The first slot is for lines whose cells are all circled.
    done = codes.need == 0
    slot = np.zeros(len(done), np.int32)
    slot[~done] = 1 + np.unique(codes.least[~done], return_inverse=True)[1]
    slots = int(slot.max()) + 1
    points = sorted(set(line_points.tolist()))
    by_part = stages()
    stage, late, count_stage = by_part.max(axis=(1, 2)) + 1
    sizes = (
        1,
        stage * LINE_KINDS * slots,
        stage * KINDS * CELL_STATES * NEEDS**2,
        late * GROUPS * OPEN_MULTISETS**2,
        count_stage * COUNT_CODES,
        (CELLS + 1) * (NO_OPPONENT + 1),
        (NO_OPPONENT + 1) * (CELLS + 1) ** 2,
    )
    starts = np.cumsum(sizes)
    lines = (codes.need, codes.numbers, arrays.mirror[codes.numbers], slot, codes.free, earned[codes.numbers])
    return Tables(
        rolls=arrays.rolls,
        chances=arrays.chances,
        at=arrays.at,
        at_count=arrays.at_count,
        cells=arrays.cells,
        enter=codes.enter,
        circle=codes.circle,
        line_points=line_points,
        line_kind=np.array([points.index(p) for p in line_points]),
        lines=np.stack(lines, axis=1).astype(np.int64),
        pairs=line_pairs(),
        ones=np.array([i.bit_count() for i in range(1 << SIZE)]),
        stages=by_part,
        open=np.array([OPEN_MULTISETS, slots]),
        start=starts[:-1],
        weights=np.zeros(starts[-1], dtype),
    )


@inlined
def line_weight_index(tables: Any, stage: Int, line: Int, code: Int) -> Int:
    """Return the index of the weight of a line with a code.

    It is 0, a weight that stays zero, if all cells of the line are circled (slot 0).
    """
    slots, slot = tables.open[1], tables.lines[code, SLOT]
    return tables.start[LINE_PART] + (stage * LINE_KINDS + tables.line_kind[line]) * slots + slot if slot else 0


@inlined
def needs_index(tables: Any, p: Int, i: Int, j: Int) -> Int:
    """Return the index of the needs (i, j) of a pair of lines among all needs of the pair."""
    if tables.pairs[p, KIND_SYMMETRIC] and i > j:
        i, j = j, i
    return i * NEEDS + j


@inlined
def need_weight_index(tables: Any, stage: Int, p: Int, total: Int, i: Int, j: Int) -> Int:
    """Return the index of the weight for the needs (i, j) of two lines that cross in a cell with a sum (-1: free)."""
    state = 1 + min(total, SUMS - 1 - total) if total >= 0 else 0
    kind = stage * KINDS + tables.pairs[p, KIND]
    return tables.start[NEED_PART] + (kind * CELL_STATES + state) * NEEDS * NEEDS + needs_index(tables, p, i, j)


@inlined
def pair_weight_index(tables: Any, late: Int, p: Int, a: Int, b: Int) -> Int:
    """Return the index of the weight for the numbers on two lines, with codes a and b, that cross in a free cell."""
    info = tables.lines
    return numbers_index(tables, late, p, info[a, MULTISET], info[b, MULTISET], info[a, MIRRORED], info[b, MIRRORED])


@inlined
def numbers_index(tables: Any, late: Int, p: Int, i: Int, j: Int, k: Int, back: Int) -> Int:
    """Return `pair_weight_index` of lines with the multisets i and j, which are k and `back` mirrored."""
    size = tables.open[0]
    base = tables.start[PAIR_PART] + (late * GROUPS + tables.pairs[p, GROUP]) * size * size
    if tables.pairs[p, GROUP_SYMMETRIC]:
        return base + min(min(i, j) * size + max(i, j), min(k, back) * size + max(k, back))
    return base + min(i * size + j, k * size + back)


@inlined
def count_weight_index(tables: Any, stage: Int, sheet: Array, total: Int) -> Int:
    """Return the index of the weight for the uncircled numbers, plus one of a sum index (-1: none)."""
    code, turned, power, back = 0, 0, 1, COUNT_CODES // 3
    for s in range(SUMS):
        n = min(sheet[COUNT + s] + (s == total), 2)
        code += n * power
        turned += n * back
        power *= 3
        back //= 3
    return tables.start[COUNT_PART] + stage * COUNT_CODES + min(code, turned)


@inlined
def time_weight_index(tables: Any, n: Int, m: Int) -> Int:
    """Return the index of the weight for n free cells here and m elsewhere."""
    return tables.start[TIME_PART] + n * (NO_OPPONENT + 1) + m


@inlined
def circled_weight_index(tables: Any, sheet: Array, n: Int, m: Int) -> Int:
    """Return the index of the weight for the number of circled cells, n free cells here and m elsewhere.

    :param n: the number of free cells, which may differ from that of the sheet.
    """
    circled = CELLS - sheet[FREE]
    for s in range(SUMS):
        circled -= sheet[COUNT + s]
    return tables.start[CIRCLED_PART] + (m * (CELLS + 1) + n) * (CELLS + 1) + circled


def stamp(tables: Tables) -> str:
    """Return a hash of the rules as arrays and the shapes of the values, which trained data must match."""
    return fingerprint(tables[:-1], tables.weights.shape)


def initialize_unmet_stages(tables: Tables, met: Array) -> None:
    """Initialize the weights that were not `met` (boolean) in the stages of seats that are behind.

    They start with the values for the same remaining time in which the others are not ahead, or else with those of the
    nearest earlier time in which they were met.
    """
    stage = tables.stages[STAGE]
    bounds = [*tables.start.tolist(), len(tables.weights)]
    for part in (LINE_PART, NEED_PART, COUNT_PART):
        place = slice(bounds[part], bounds[part + 1])
        by_stage = tables.weights[place].reshape(int(stage.max()) + 1, -1)
        met_here = met[place].reshape(by_stage.shape)
        value = np.zeros(by_stage.shape[1], by_stage.dtype)
        for left in range(CELLS, 0, -1):
            even, behind = int(stage[left, left]), int(stage[min(left + EQUAL_PACE + 1, CELLS), left])
            value[met_here[even]] = by_stage[even][met_here[even]]
            if behind != even:
                # Writing only nonzero values leaves the other memory pages unallocated.
                begun = ~met_here[behind] & (value != 0)
                by_stage[behind][begun] = value[begun]


def load_values(path: Path) -> Tables:
    """Return tables for play, with the values that `engines.knaster.learn` wrote."""
    result = tables(np.float16)
    packed, _ = load(path, stamp(result))
    known, weights = unpack(packed, "weights")
    result.weights[known] = weights
    met = np.zeros(len(result.weights), np.bool_)
    met[known] = True
    initialize_unmet_stages(result, met)
    return result._replace(weights=result.weights.view(np.uint16))
