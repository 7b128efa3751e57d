"""Kernels that look ahead for the rest of a turn: the values of keeping dice, where saved dice stay saved.

`tables` is `engines.kniffeliger.lookup.SolvedTables` and `turn` is `engines.kniffeliger.values.TurnArrays`.
"""

from typing import Any

from knobel.engines.shared.compiled import Array, Float, compiled, nested
from knobel.engines.shared.five_dice import FORBIDDEN


@nested
def look_ahead(dice: Any, turn: Any) -> Float:
    """Compute a turn by backward induction from the values of its entries, and return its value before the first roll.

    Before the second roll, the value of a keep is the mean, over all rolls that it can become, of the best part that
    contains it.
    """
    entries, second, third, held = turn.entries, turn.second, turn.third, turn.held
    first_roll, faces = dice.add.shape
    for roll in range(entries.shape[0]):
        most = entries[roll, 0]
        for row in range(1, entries.shape[1]):
            most = max(most, entries[roll, row])
        third[first_roll + roll] = most
    for keep in range(first_roll - 1, -1, -1):
        total = 0.0
        for face in range(faces):
            total += third[dice.add[keep, face]]
        third[keep] = total / faces
    for keep in range(second.shape[0]):
        second[keep] = 0.0
    for roll in range(entries.shape[0]):
        first = int(dice.part_start[roll])
        for part in range(int(dice.part_start[roll + 1]) - 1, first - 1, -1):
            value = third[dice.part[part]]
            for i in range(dice.larger_start[part], dice.larger_start[part + 1]):
                value = max(value, held[dice.larger[i]])
            held[part - first] = value
            second[dice.part[part]] += dice.part_chance[part] * value
    start = 0.0
    for roll in range(entries.shape[0]):
        most = third[first_roll + roll]
        for part in range(dice.part_start[roll], dice.part_start[roll + 1]):
            most = max(most, second[dice.part[part]])
        start += dice.chance[roll] * most
    return start


@compiled
def value_turn(tables: Any, after: Array, total: Float, less: Float, turn: Any) -> Float:
    """Value a turn by the expected final score of the sheet, and return the value before the first roll.

    :param after: (rows) the filled rows after an entry in each row, as bit masks; -1 for rows that cannot be filled.
    :param total: the points on the sheet; `less` is subtracted from the final score.
    """
    for roll in range(tables.points.shape[0]):
        for row in range(tables.points.shape[1]):
            filled = after[row]
            if filled < 0:
                turn.entries[roll, row] = FORBIDDEN
            else:
                turn.entries[roll, row] = total + tables.points[roll, row] + tables.expected[filled] - less
    return look_ahead(tables.dice, turn)
