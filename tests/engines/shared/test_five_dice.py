"""The arrays of five dice agree with functions on dice."""

import numpy as np

from knobel.dice import contains, distribution, keeps, without
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEPS, ROLLS, five_dice


def test_sizes() -> None:
    assert (len(KEEPS), len(ROLLS), FIRST_ROLL) == (462, 252, 210)
    dice = five_dice()
    assert abs(dice.chance.sum() - 1) < 1e-12
    assert (np.bincount(dice.throws) / 6**5 == dice.chance).all()
    assert not any(array.flags.writeable for array in dice)


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
