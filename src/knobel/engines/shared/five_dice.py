"""Five dice for kernels: rolls, what may be kept of them, and the lattice between the two.

A *keep* is a multiset of at most five dice. There are 462, numbered by size, then in order of faces; the 252 *rolls*,
keeps of five dice, come last, and are also numbered from 0: keep = `FIRST_ROLL` + roll. One more die leads along an
edge of the lattice to a larger keep. What a keep is worth when the others are thrown is the mean over its edges up; the
best that can be kept of some dice is the best along the edges down. So one roll takes 1,260 additions and 1,260
comparisons, where going through every pair of a roll and a keep takes 4,368 of each.
"""

from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np

from knobel.dice import FACES, Dice, distribution, keeps, without
from knobel.engines.shared.arrays import Array, read_only
from knobel.games.combinations import DICE

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(DICE + 1) for dice in distribution(size))
"""Every keep by its number."""
KEEP = {dice: number for number, dice in enumerate(KEEPS)}
ROLLS: tuple[Dice, ...] = tuple(distribution(DICE))
"""Every roll by its number."""
ROLL = {dice: number for number, dice in enumerate(ROLLS)}
FIRST_ROLL = KEEP[ROLLS[0]]
"""The first keep that is a roll."""
FORBIDDEN = -1e9
"""The worth of what the rules do not allow, below all others."""


class FiveDice(NamedTuple):
    """The lattice of keeps.

    `chance` (252): the probability of each roll of five dice. `throws` (7776): the roll that each of the equally likely
    throws of five dice shows. `faces` (462, 6): how many dice of a keep show each face.

    `add` (210, 6): the keep with one more die of each face. `remove` (1260): the keeps with one die less of every keep
    in turn, those of keep k from `remove_start[k]` to `remove_start[k + 1]` (463).

    `part` (4368): every part of every roll in turn, smallest first, the roll itself last; those of roll r from
    `part_start[r]` to `part_start[r + 1]` (253). `part_chance` (4368): the probability that the part becomes that roll
    when the other dice are thrown. `larger` (8190): for every part in turn, which parts of the same roll hold one die
    more, counted from the first part of the roll; those of part p from `larger_start[p]` to `larger_start[p + 1]`
    (4369).
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
    """Where each list begins when all are put in a row, and where the last one ends."""
    return read_only([0, *accumulate(map(len, lists))], np.uint16)


@cache
def five_dice() -> FiveDice:
    """The arrays, made once."""
    remove = [[KEEP[without(dice, (face,))] for face in sorted(set(dice))] for dice in KEEPS]
    parts = [[*(KEEP[part] for part in keeps(dice)), KEEP[dice]] for dice in ROLLS]
    larger, part_chance = [], []
    for dice, numbers in zip(ROLLS, parts, strict=True):
        place = {number: i for i, number in enumerate(numbers)}
        for number in numbers:
            rest = without(dice, KEEPS[number])
            larger.append([place[KEEP[tuple(sorted((*KEEPS[number], face)))]] for face in sorted(set(rest))])
            part_chance.append(float(distribution(len(rest))[rest]))
    return FiveDice(
        chance=read_only([float(p) for p in distribution(DICE).values()], np.float64),
        throws=read_only([ROLL[tuple(sorted(dice))] for dice in distribution(DICE, ordered=True)], np.uint8),
        faces=read_only([[dice.count(face) for face in FACES] for dice in KEEPS], np.uint8),
        add=read_only(
            [[KEEP[tuple(sorted((*dice, face)))] for face in FACES] for dice in KEEPS[:FIRST_ROLL]], np.uint16
        ),
        remove=read_only(list(chain.from_iterable(remove)), np.uint16),
        remove_start=_starts(remove),
        part=read_only(list(chain.from_iterable(parts)), np.uint16),
        part_start=_starts(parts),
        part_chance=read_only(part_chance, np.float64),
        larger=read_only(list(chain.from_iterable(larger)), np.uint8),
        larger_start=_starts(larger),
    )
