"""The learned correction to the values of three and more columns."""

from itertools import product

import numpy as np
import pytest

from knobel import Move, Roll
from knobel.engines import engine
from knobel.engines.knoeffel.column_pairs import FIELD_COUNT, FULL_COLUMN
from knobel.engines.knoeffel.engine import engine as knoeffel_engine
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.knoeffel.many_columns import MAX_COLUMNS, MIN_COLUMNS, SHAPE
from knobel.engines.shared.arrays import Array
from knobel.games.knoeffel import FREE_ROLLS, Knoeffel, State
from knobel_lab.learning.knoeffel.values import SheetValues, shipped_values


def some_sheets(values: SheetValues, columns: int, rng: np.random.Generator) -> Array:
    """Return sheets in which fields were entered at random."""
    sheets = np.zeros((4, columns, 3), np.int64)
    for entries, sheet in zip((0, 12, columns * FIELD_COUNT - 14, columns * FIELD_COUNT - 5), sheets, strict=True):
        for _ in range(max(entries, 0)):
            open_ = [(i, f) for i in range(columns) for f in range(FIELD_COUNT) if not sheet[i, FILLED] >> f & 1]
            column, field = open_[rng.integers(len(open_))]
            sheet[column, CLASS] = values.classes_after(sheet[None])[0][column, field, 0]
            sheet[column, FILLED] |= 1 << field
            sheet[column, USED] = min(sheet[column, USED] + rng.integers(2), FREE_ROLLS)
    return sheets


@pytest.mark.parametrize("columns", [MIN_COLUMNS, MIN_COLUMNS + 1, MAX_COLUMNS])
def test_entries_have_the_value_of_the_sheet_after_them(columns: int) -> None:
    rng = np.random.default_rng(columns)
    values = shipped_values(five_is_full_house=False).with_more_weights(rng.normal(size=SHAPE))
    sheets = some_sheets(values, columns, rng)
    found = values.after_entry(sheets)[0]
    classes = values.classes_after(sheets)
    compared = 0
    for i, sheet in enumerate(sheets):
        for column in range(columns):
            for field in range(FIELD_COUNT):
                paid = int(sheet[column, USED] < FREE_ROLLS)
                if not sheet[column, FILLED] >> field & 1:
                    after = sheet.copy()
                    after[column] += (0, 0, paid)
                    after[column, CLASS] = classes[i, column, field, 0]
                    after[column, FILLED] |= 1 << field
                    expected = values.sheets(after[None])[0][0]
                    assert found[i, column, field, 0, paid] == pytest.approx(expected, abs=1e-3)
                    compared += 1
    assert compared > 50
    assert any((sheet[:, FILLED] == FULL_COLUMN).any() or sheet[:, FILLED].any() for sheet in sheets)


def test_the_start_of_every_number_of_columns() -> None:
    """The starts are near the mean scores of strong play, which grow by more than a column each."""
    starts = {
        columns: engine(game).expect(game.start(1), 0, "strong").points
        for columns in (1, 2, 3, 4, 6, "sequential")
        if (game := Knoeffel(columns=columns))
    }
    assert starts[1] == pytest.approx(258.9, abs=0.1)
    assert starts["sequential"] == pytest.approx(2 * starts[1], abs=0.1)
    assert starts[2] == pytest.approx(547.6, abs=1)
    assert starts[3] == pytest.approx(835, abs=5)
    assert starts[4] == pytest.approx(1122, abs=6)
    assert starts[6] == pytest.approx(1703, abs=10)


def position(columns: int) -> State:
    """Return a badly filled sheet before the second roll of a turn."""
    game = Knoeffel(columns=columns)
    state = game.start(1)
    for field in ("1s", "2s", "4s", "ch"):
        for event in (Roll((1, 1, 2, 3, 6)), Move(0, f"{field}.1")):
            state = game.apply(state, event)
    return game.apply(state, Roll((2, 2, 4, 5, 6)))


@pytest.mark.parametrize("columns", [4, 6])
def test_choices_are_made_by_cautious_values_and_valued_by_the_whole_correction(columns: int) -> None:
    thinking, state = knoeffel_engine(Knoeffel(columns=columns)), position(columns)
    turn = thinking.turn(state.sheets[0], "quick")
    assert turn.expected.keeps[0][0] > turn.points.keeps[0][0] + 3
    found = thinking.evaluate(state, 0, "quick")
    best = max(found.values(), key=lambda each: each.merit)
    assert best.points == max(each.points for each in found.values())
    assert best.points > best.merit + 3
    assert thinking.expect(state, 0, "quick", "points").points == best.points


def test_the_value_before_a_roll_is_the_mean_over_the_rolls() -> None:
    game = Knoeffel(columns=4)
    state = game.apply(position(4), Move(0, "k22"))
    mean = sum(
        engine(game).expect(game.apply(state, Roll(dice)), 0, "quick", "points").points
        for dice in product(range(1, 7), repeat=3)
    )
    assert engine(game).expect(state, 0, "quick", "points").points == pytest.approx(mean / 216)


def test_up_to_three_columns_have_one_value() -> None:
    thinking, state = knoeffel_engine(Knoeffel(columns=3)), position(3)
    turn = thinking.turn(state.sheets[0], "quick")
    assert turn.expected is turn.points
