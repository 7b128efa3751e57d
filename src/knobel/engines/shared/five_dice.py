"""Five dice for kernels: rolls, the dice kept of them, and the lattice that connects them.

A *keep* is a multiset of at most five dice. There are 462 keeps, numbered by size, then in the order of faces. The last
252 are the *rolls*, the keeps of five dice. Rolls are also numbered from 0: keep = `FIRST_ROLL` + roll. An edge of the
lattice leads from each keep to a keep with one more die. The value of a keep whose other dice are thrown is the mean
over its upward edges. The best keep contained in some dice is the maximum along the downward edges. One roll therefore
takes 1,260 additions and 1,260 comparisons; iterating over all pairs of a roll and a keep takes 4,368 of each.
"""

from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np

from knobel.dice import FACES, Dice, distribution, keeps, without
from knobel.engines.shared.arrays import Array, read_only
from knobel.games.combinations import DICE

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(DICE + 1) for dice in distribution(size))
"""Every keep, indexed by its number."""
KEEP_NUMBER = {dice: number for number, dice in enumerate(KEEPS)}
ROLLS: tuple[Dice, ...] = tuple(distribution(DICE))
"""Every roll, indexed by its number."""
ROLL_NUMBER = {dice: number for number, dice in enumerate(ROLLS)}
FIRST_ROLL = KEEP_NUMBER[ROLLS[0]]
"""The number of the first keep that is a roll."""
FIVE_EQUAL = tuple(ROLL_NUMBER[(face,) * DICE] for face in FACES)
"""The rolls of five equal dice, by face."""
FORBIDDEN = -1e9
"""The value of choices that the rules forbid, below all other values."""


class FiveDice(NamedTuple):
    """The lattice of keeps.

    - `chance` (252): the probability of each roll of five dice.
    - `throws` (7776): the roll number of each of the equally likely throws of five dice.
    - `faces` (462, 6): the number of dice of each face in each keep.
    - `add` (210, 6): the keep that results from adding one die of each face.
    - `remove` (1260): the keeps with one die fewer, for every keep in turn. Those of keep k are at `remove_start[k]` to
      `remove_start[k + 1]` (463).
    - `part` (4368): the parts of every roll in turn, smallest first, the roll itself last. Those of roll r are at
      `part_start[r]` to `part_start[r + 1]` (253).
    - `part_chance` (4368): the probability that the part becomes that roll when the other dice are thrown.
    - `larger` (8190): for every part in turn, the parts of the same roll with one more die, counted from the first part
      of the roll. Those of part p are at `larger_start[p]` to `larger_start[p + 1]` (4369).
    """

    chance: Array
    throws: Array
    faces: Array
    add: Array
    remove: Array
    remove_start: Array
    part: Array
    part_start: Array
    part_chance: Array
    larger: Array
    larger_start: Array


def _starts(lists: list[list[int]]) -> Array:
    """Return the start of each list in their concatenation, followed by the end of the last list."""
    return read_only([0, *accumulate(map(len, lists))], np.uint16)


@cache
def five_dice() -> FiveDice:
    """Return the arrays, computed once."""
    remove = [[KEEP_NUMBER[without(dice, (face,))] for face in sorted(set(dice))] for dice in KEEPS]
    parts = [[*(KEEP_NUMBER[part] for part in keeps(dice)), KEEP_NUMBER[dice]] for dice in ROLLS]
    larger, part_chance = [], []
    for dice, numbers in zip(ROLLS, parts, strict=True):
        place = {number: i for i, number in enumerate(numbers)}
        for number in numbers:
            rest = without(dice, KEEPS[number])
            larger.append([place[KEEP_NUMBER[tuple(sorted((*KEEPS[number], face)))]] for face in sorted(set(rest))])
            part_chance.append(float(distribution(len(rest))[rest]))
    return FiveDice(
        chance=read_only([float(p) for p in distribution(DICE).values()], np.float64),
        throws=read_only([ROLL_NUMBER[tuple(sorted(dice))] for dice in distribution(DICE, ordered=True)], np.uint8),
        faces=read_only([[dice.count(face) for face in FACES] for dice in KEEPS], np.uint8),
        add=read_only(
            [[KEEP_NUMBER[tuple(sorted((*dice, face)))] for face in FACES] for dice in KEEPS[:FIRST_ROLL]], np.uint16
        ),
        remove=read_only(list(chain.from_iterable(remove)), np.uint16),
        remove_start=_starts(remove),
        part=read_only(list(chain.from_iterable(parts)), np.uint16),
        part_start=_starts(parts),
        part_chance=read_only(part_chance, np.float64),
        larger=read_only(list(chain.from_iterable(larger)), np.uint8),
        larger_start=_starts(larger),
    )
