"""The arrays of five dice and of a column say what dice and rules say."""

import numpy as np

from knobel.dice import contains, distribution, keeps, without
from knobel.engines.knoeffel.arrays import knoeffel
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEP, KEEPS, ROLLS, five_dice
from knobel.games.knoeffel import FIELDS, field_points


def test_sizes() -> None:
    assert (len(KEEPS), len(ROLLS), FIRST_ROLL) == (462, 252, 210)
    dice = five_dice()
    assert abs(dice.chance.sum() - 1) < 1e-12
    assert (np.bincount(dice.throws) / 6**5 == dice.chance).all()
    assert not any(array.flags.writeable for array in (*dice, *knoeffel()))


def test_lattice() -> None:
    dice = five_dice()
    for keep, faces in enumerate(KEEPS):
        smaller = {KEEPS[k] for k in dice.remove[dice.remove_start[keep] : dice.remove_start[keep + 1]]}
        assert smaller == {without(faces, (face,)) for face in faces}
        if keep < FIRST_ROLL:
            assert [KEEPS[k] for k in dice.add[keep]] == [tuple(sorted((*faces, f))) for f in range(1, 7)]


def test_parts() -> None:
    dice = five_dice()
    for roll, faces in enumerate(ROLLS):
        first, end = dice.part_start[roll], dice.part_start[roll + 1]
        parts = [KEEPS[k] for k in dice.part[first:end]]
        assert parts == [*keeps(faces), faces]
        for p in range(first, end):
            part = parts[p - first]
            rest = without(faces, part)
            assert dice.part_chance[p] == float(distribution(len(rest))[rest])
            larger = {parts[i] for i in dice.larger[dice.larger_start[p] : dice.larger_start[p + 1]]}
            assert larger == {other for other in parts if len(other) == len(part) + 1 and contains(other, part)}


def test_points() -> None:
    column = knoeffel()
    for roll, faces in enumerate(ROLLS):
        assert column.points[roll].tolist() == [field_points(field, faces) for field in FIELDS]
    full_house = knoeffel(five_is_full_house=True)
    assert full_house.points[KEEP[(4,) * 5] - FIRST_ROLL, FIELDS.index("fh")] == 25


def test_classes_of_upper_totals() -> None:
    column = knoeffel()
    assert column.where(0, 0, 0) == (0, 0)
    # Only the ones are open: 57 and less is lost, 58-62 need one to five ones, 63 and more is won.
    filled = 0b111110
    classes = column.class_of[filled]
    assert classes[57] == classes[40] == 0
    assert [classes[total] for total in range(58, 64)] == [1, 2, 3, 4, 5, 6]
    # A six in the sixes of an empty column leads to the class of 6.
    six = column.class_of[0b100000, 6]
    assert column.class_after[0, 5, 1] == six
    # No dice in the sixes add up to 7.
    assert column.class_of[0b100000, 7] == -1
    assert column.bonus[column.class_start[63] :].tolist() == [0, 35]
