"""The arrays of a column agree with the rules."""

from knobel.engines.knoeffel.kernels import MOST_OUTCOMES, shared_arguments
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared import weights
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEP_NUMBER, ROLLS
from knobel.games.knoeffel import FIELDS, field_points


def test_points() -> None:
    rules = shipped_rules()
    assert not any(array.flags.writeable for array in rules)
    for roll, faces in enumerate(ROLLS):
        assert rules.points[roll].tolist() == [field_points(field, faces) for field in FIELDS]
    full_house = shipped_rules(five_is_full_house=True)
    assert full_house.points[KEEP_NUMBER[(4,) * 5] - FIRST_ROLL, FIELDS.index("fh")] == 25


def test_classes_of_upper_totals() -> None:
    rules = shipped_rules()
    assert rules.where(0, 0, 0) == (0, 0)
    # Only the ones are open: 57 or less cannot reach the bonus, 58-62 need one to five ones, 63 or more has it.
    filled = 0b111110
    classes = rules.class_of[filled]
    assert classes[57] == classes[40] == 0
    assert [classes[total] for total in range(58, 64)] == [1, 2, 3, 4, 5, 6]
    # A six in the sixes of an empty column leads to the class of 6.
    six = rules.class_of[0b100000, 6]
    assert rules.class_after[0, 5, 1] == six
    # No dice in the sixes sum to 7.
    assert rules.class_of[0b100000, 7] == -1
    assert rules.bonus[rules.class_start[63] :].tolist() == [0, 35]


def test_all_variants_have_memory_for_their_outcomes() -> None:
    found = shared_arguments(weights.path("knoeffel"))["outcomes"]
    assert len(found) == 22
    assert max(len(each.field) for each in found.values()) <= MOST_OUTCOMES
