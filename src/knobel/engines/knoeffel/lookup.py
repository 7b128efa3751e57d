"""Lookup tables of Knöffel as read-only arrays: the rules of a column, and the solved values that ship.

The arrays can describe any column in which some fields count towards an upper bonus and the other fields follow them. A
*filled* set of fields is a bit mask with field 0 as the lowest bit.

The upper total of a column matters only while the bonus can still be won or lost. The totals that the filled upper
fields can have are therefore grouped into *classes*: lost, each number of points still needed, won. A state of a column
consists of the filled lower fields, the filled upper fields, the number of free rolls used and the class. States with
the same filled fields form a *block*, ordered by free rolls first.

With jokers (`knobel.games.joker`) it also matters whether the Knöffel field holds points. A bit above those of all
fields says so; in a table it counts as one more lower field.

A *sheet* is (columns, 3): `FILLED`, `CLASS` (within the filled upper fields) and `USED` (free rolls) of every column.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from knobel.dice import FACES, Dice
from knobel.engines.knoeffel import many_columns
from knobel.engines.knoeffel.column_pairs import FEATURE_COUNT
from knobel.engines.knoeffel.variants import Variant
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.data_files import fingerprint
from knobel.engines.shared.five_dice import FORBIDDEN, ROLLS, five_dice
from knobel.games.combinations import DICE, UPPER
from knobel.games.joker import EXTRA_POINTS, joker_points, may_enter
from knobel.games.knoeffel import BONUS_FROM, BONUS_POINTS, FIELDS, FREE_ROLL_POINTS, KNOEFFEL, Scoring

FILLED, CLASS, USED = range(3)
"""Indices of the last axis of a sheet."""
FREE, MISSED, SCORED = range(3)
"""States of a Knöffel field: free, filled with 0, filled with points."""
NO_JOKER: Array = read_only(np.zeros((0, 2, 2, len(FACES), len(FIELDS))), np.float32)
"""The table of a variant without jokers, see `joker_table`."""
VALUE_STEP, TOGETHER_STEP, DEVIATION_STEP = 1 / 250, 1 / 100, 1 / 5
"""Resolution of the three tables, in points. Scores of play by them change by less than 0.001 points."""
OPTION_NAMES = {False: "plain", True: "five_is_full_house"}
"""Suffix of the names of tables in the file, by the option `five_is_full_house`."""


class Rules(NamedTuple):
    """The rules of a column with `fields` fields, of which `upper` count towards the bonus.

    - `points` (252, fields): the score of each roll.
    - `rank` (252, fields): the index of this score among the scores of an upper field, ascending; 0 in other fields.
    - `free_points` (levels): the points for 0, 1, ... used free rolls; the last level allows no more.
    - `class_of` (2^upper, bonus_from + 1): the class of each total within its filled upper fields. Totals above
      `bonus_from` count as `bonus_from`; impossible totals are -1.
    - `class_start` (2^upper + 1): the start of the classes of each set of filled upper fields in their sequence.
    - `class_after` (classes, upper, ranks): the class, within the fields then filled, after a score in a field; 0 where
      the field is filled.
    - `bonus` (classes): the bonus if the column is full with this class, otherwise 0.
    - `joker`: `joker_table`. With jokers `rank` is 1 where a Knöffel scores in its field.
    """

    points: Array
    rank: Array
    free_points: Array
    class_of: Array
    class_start: Array
    class_after: Array
    bonus: Array
    joker: Array = NO_JOKER

    @property
    def scored(self) -> int:
        """The bit of a filled set that says that the Knöffel field holds points; 0 without jokers."""
        return 1 << int(self.points.shape[1]) if len(self.joker) else 0

    @property
    def upper(self) -> int:
        """The number of fields that count towards the bonus; they come first."""
        return int(self.class_after.shape[1])

    @property
    def lower(self) -> int:
        """The number of fields that do not count towards the bonus."""
        return int(self.points.shape[1]) - self.upper

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of a table with one number for every state: filled lower fields, and the concatenated blocks."""
        return 1 << self.lower + bool(self.scored), len(self.free_points) * int(self.class_start[-1])

    def upper_class(self, filled: int, total: int) -> int:
        """Return the class of the `total` of the filled upper fields."""
        kind = int(self.class_of[filled & ((1 << self.upper) - 1), min(total, self.class_of.shape[1] - 1)])
        assert kind >= 0, f"no rolls add up to {total} in these upper fields"
        return kind

    def where(self, filled: int, total: int, free_rolls_used: int) -> tuple[int, int]:
        """Return the indices of a state in such a table; `total` is the total of the filled upper fields."""
        upper = filled & ((1 << self.upper) - 1)
        first, end = self.class_start[upper], self.class_start[upper + 1]
        block = len(self.free_points) * first + free_rolls_used * (end - first)
        return filled >> self.upper, int(block) + self.upper_class(filled, total)


def column_rules(
    fields: Sequence[str],
    points: Callable[[str, Dice], int],
    *,
    upper: int,
    bonus_from: int,
    bonus_points: int,
    free_points: Sequence[int],
    joker: Array = NO_JOKER,
) -> Rules:
    """Return the rules of a column of these fields, of which the first `upper` count towards the bonus.

    :param joker: see `Rules`; only for the fields of Knöffel.
    """
    scored = np.array([[points(field, dice) for field in fields] for dice in ROLLS])
    scores = [sorted(set(scored[:, field].tolist())) for field in range(upper)]
    rank = np.zeros(scored.shape, np.uint8)
    for field in range(upper):
        rank[:, field] = np.searchsorted(scores[field], scored[:, field])
    if len(joker):
        rank[:, KNOEFFEL] = scored[:, KNOEFFEL] > 0

    return Rules(
        points=read_only(scored, np.float32),
        rank=read_only(rank, np.uint8),
        free_points=read_only(free_points, np.float32),
        joker=read_only(joker, np.float32),
        **upper_classes(tuple(map(tuple, scores)), bonus_from, bonus_points),
    )


@cache
def upper_classes(scores: tuple[tuple[int, ...], ...], bonus_from: int, bonus_points: int) -> dict[str, Array]:
    """Return the arrays of `Rules` that depend only on the scores in upper fields, computed once."""
    upper = len(scores)
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
    return {
        "class_of": read_only(class_of, np.int16),
        "class_start": read_only(np.cumsum([0, *map(len, totals)]), np.int32),
        "class_after": read_only(class_after, np.int16),
        "bonus": read_only(
            [
                bonus_points * (filled == sets[-1] and total >= bonus_from)
                for filled in sets
                for total in totals[filled]
            ],
            np.float32,
        ),
    }


@cache
def variant_rules(variant: Variant) -> Rules:
    """Return the rules of a column under these options, computed once."""
    return column_rules(
        FIELDS,
        variant.points,
        upper=len(UPPER),
        bonus_from=BONUS_FROM,
        bonus_points=BONUS_POINTS,
        free_points=FREE_ROLL_POINTS if variant.with_free_rolls else (0,),
        joker=joker_table(variant),
    )


def shipped_rules(*, five_is_full_house: bool = False) -> Rules:
    """Return the rules of a column to which the shipped tables belong."""
    return variant_rules(Variant(Scoring(five_is_full_house)))


def joker_table(variant: Variant) -> Array:
    """Return what five equal dice score, extra points included, and `FORBIDDEN` where they must not be entered.

    :returns: (3, 2, 2, 6, fields) by the state of the Knöffel field, whether the upper field of their face is filled,
        whether a lower field is free, the face and the field entered; (0, 2, 2, 6, fields) without jokers.
    """
    if variant.joker == "none":
        return NO_JOKER
    table = np.full((SCORED + 1, *NO_JOKER.shape[1:]), FORBIDDEN, np.float32)
    kinds = product((FREE, MISSED, SCORED), (False, True), (False, True), FACES, enumerate(FIELDS))
    for state, filled, free, face, (number, field) in kinds:
        forced = variant.joker == "forced" and state != FREE
        if forced and not may_enter(field, face, upper_filled=filled, lower_free=free):
            continue
        points = joker_points(field, upper_filled=filled) if state != FREE else None
        if points is None:
            points = variant.points(field, (face,) * DICE)
        table[state, int(filled), int(free), face - 1, number] = points + EXTRA_POINTS * (state == SCORED)
    return table


class Outcomes(NamedTuple):
    """The different ways to score in a field.

    `field`, `rank` (as in `Rules`) and `points` (outcomes) describe each outcome. With jokers `face` (outcomes) is the
    face of five equal dice, which may score otherwise; 0 for other dice. `of` (252, fields) is the outcome of each roll
    in each field.
    """

    field: Array
    rank: Array
    points: Array
    face: Array
    of: Array


def outcomes(rules: Rules) -> Outcomes:
    """Return the outcomes in a column."""
    points = rules.points.astype(np.int64)
    field = np.broadcast_to(np.arange(points.shape[1]), points.shape)
    equal = [dice[0] if len(rules.joker) and len(set(dice)) == 1 else 0 for dice in ROLLS]
    face = np.broadcast_to(np.array(equal)[:, None], points.shape)
    ways = np.stack((field, rules.rank, points, face), axis=-1).reshape(-1, 4)
    different, of = np.unique(ways, axis=0, return_inverse=True)
    return Outcomes(*(read_only(facts, np.int64) for facts in (*different.T, of.reshape(points.shape))))


def stamp() -> str:
    """Return a hash that identifies the rules and arrays of the shipped tables."""
    return fingerprint(
        # The shipped tables are without jokers.
        *(shipped_rules(five_is_full_house=option)[: Rules._fields.index("joker")] for option in OPTION_NAMES),
        five_dice(),
        (FEATURE_COUNT, FEATURE_COUNT, *many_columns.SHAPE),
    )
