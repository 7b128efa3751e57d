"""The arrays agree with the rules."""

import numpy as np
import pytest

from knobel.engines.knister.lookup import points
from knobel.engines.shared.grid import OPEN_MULTISETS, multisets
from knobel.games.grid import EMPTY, LINES
from knobel.games.knister import line_points
from knobel.games.tuples import put
from tests.engines.knister.reference import some_sheet, to_sheets


def test_points_are_those_of_the_rules() -> None:
    rng = np.random.default_rng(3)
    for number, (name, cells) in enumerate(LINES.items()):
        assert not points()[number, :OPEN_MULTISETS].any()
        for i in range(OPEN_MULTISETS, len(multisets()), 7):
            line = rng.permutation(multisets()[i])
            sheet = EMPTY
            for cell, total in zip(cells, line, strict=True):
                sheet = put(sheet, cell, int(total))
            assert points()[number, i] == line_points(sheet, name)
    with pytest.raises(ValueError, match="read-only"):
        points()[0, 0] = 1


def test_sheets_hold_lines_and_free_cells() -> None:
    grids = [some_sheet(seed, filled) for seed, filled in enumerate((0, 7, 25))]
    for numbers, sheet in zip(grids, to_sheets(grids), strict=True):
        for cells, line in zip(LINES.values(), sheet["lines"], strict=True):
            assert multisets()[line] == tuple(sorted(numbers[cell] for cell in cells if numbers[cell]))
        free = [cell for cell, number in enumerate(numbers) if not number]
        assert sheet["free"][: sheet["left"]].tolist() == free
