"""One column of Knöffel for kernels: what every roll scores in every field, and which upper totals matter.

Any sheet of this kind can be described: some fields count towards an upper bonus, the other fields come after them.
A *filled* set of fields is a bit mask, field 0 the lowest bit.

Which upper total stands in a column matters only while the bonus can still be won or lost, so the totals that the
filled upper fields can add up to fall into *classes*: lost, needs so many, won. A state of a column is the filled
lower fields, the filled upper fields, the number of free rolls used and the class; the states that share the filled
fields form a *block*, free rolls outermost.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.dice import Dice
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import ROLLS
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import BONUS_FROM, BONUS_POINTS, FIELDS, FREE_ROLL_POINTS, field_points


class Column(NamedTuple):
    """The rules of a column with `fields` fields, of which `upper` count towards the bonus.

    `points` (252, fields): what each roll scores. `rank` (252, fields): which of the different scores of an upper field
    this is, from 0 ascending; 0 in the other fields. `free_points` (levels): the points for having used 0, 1, ... free
    rolls; the last level allows no more. `class_of` (2^upper, bonus_from + 1): the class, within its filled upper
    fields, of each total (totals above `bonus_from` as `bonus_from`); -1 where no rolls add up to it.
    `class_start` (2^upper + 1): where the classes of each set of filled upper fields begin, all in a row.
    `class_after` (classes, upper, ranks): the class, within the filled fields then, after such a score in such a field;
    0 where the field is filled. `bonus` (classes): the bonus if the column is full with this class, else 0.
    """

    points: Array
    rank: Array
    free_points: Array
    class_of: Array
    class_start: Array
    class_after: Array
    bonus: Array

    @property
    def upper(self) -> int:
        """How many fields count towards the bonus; they come first."""
        return int(self.class_after.shape[1])

    @property
    def lower(self) -> int:
        """How many fields do not."""
        return int(self.points.shape[1]) - self.upper

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of a table of a number for every state: filled lower fields, and the blocks in a row."""
        return 1 << self.lower, len(self.free_points) * int(self.class_start[-1])

    def upper_class(self, filled: int, total: int) -> int:
        """The class of the `total` of the upper fields among the filled ones."""
        kind = int(self.class_of[filled & ((1 << self.upper) - 1), min(total, self.class_of.shape[1] - 1)])
        assert kind >= 0, f"no rolls add up to {total} in these upper fields"
        return kind

    def where(self, filled: int, total: int, free_rolls_used: int) -> tuple[int, int]:
        """Where a state is in such a table; `total` is that of the filled upper fields."""
        upper = filled & ((1 << self.upper) - 1)
        first, end = self.class_start[upper], self.class_start[upper + 1]
        block = len(self.free_points) * first + free_rolls_used * (end - first)
        return filled >> self.upper, int(block) + self.upper_class(filled, total)


def describe_column(
    fields: Sequence[str],
    points: Callable[[str, Dice], int],
    *,
    upper: int,
    bonus_from: int,
    bonus_points: int,
    free_points: Sequence[int],
) -> Column:
    """The arrays of a column of these fields, of which the first `upper` count towards the bonus."""
    table = np.array([[points(field, dice) for field in fields] for dice in ROLLS])
    scores = [sorted(set(table[:, field].tolist())) for field in range(upper)]
    rank = np.zeros(table.shape, np.uint8)
    for field in range(upper):
        rank[:, field] = np.searchsorted(scores[field], table[:, field])

    sets = range(1 << upper)
    reachable: list[set[int]] = [{0}]
    for filled in sets[1:]:
        field = filled.bit_length() - 1
        before = reachable[filled ^ (1 << field)]
        reachable.append({min(total + score, bonus_from) for total in before for score in scores[field]})

    class_of = np.full((len(sets), bonus_from + 1), -1, np.int16)
    totals: list[list[int]] = []
    for filled in sets:
        still = sum(scores[field][-1] for field in range(upper) if not filled >> field & 1)
        lost = [total for total in sorted(reachable[filled]) if total + still < bonus_from]
        open_ = [total for total in sorted(reachable[filled]) if total + still >= bonus_from]
        totals.append(lost[:1] + open_)
        class_of[filled, lost] = 0
        class_of[filled, open_] = np.arange(len(open_)) + len(lost[:1])

    class_after = np.zeros((sum(map(len, totals)), upper, max(map(len, scores), default=1)), np.int16)
    row = 0
    for filled in sets:
        for total in totals[filled]:
            for field in range(upper):
                if not filled >> field & 1:
                    after = [min(total + score, bonus_from) for score in scores[field]]
                    class_after[row, field, : len(after)] = class_of[filled | 1 << field, after]
            row += 1
    return Column(
        points=read_only(table, np.float32),
        rank=read_only(rank, np.uint8),
        free_points=read_only(free_points, np.float32),
        class_of=read_only(class_of, np.int16),
        class_start=read_only(np.cumsum([0, *map(len, totals)]), np.int32),
        class_after=read_only(class_after, np.int16),
        bonus=read_only(
            [
                bonus_points * (filled == sets[-1] and total >= bonus_from)
                for filled in sets
                for total in totals[filled]
            ],
            np.float32,
        ),
    )


@cache
def knoeffel(*, five_is_full_house: bool = False) -> Column:
    """The arrays of a column of Knöffel, made once."""
    return describe_column(
        FIELDS,
        lambda field, dice: field_points(field, dice, five_is_full_house=five_is_full_house),
        upper=len(UPPER),
        bonus_from=BONUS_FROM,
        bonus_points=BONUS_POINTS,
        free_points=FREE_ROLL_POINTS,
    )
