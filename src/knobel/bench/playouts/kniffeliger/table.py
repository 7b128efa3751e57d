"""Kniffeliger at a table for kernels: all that games with action dice need of the rules, in one bundle.

Keeps and rolls are numbered as in `engines.shared.five_dice`.
"""

from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from knobel.dice import keeps
from knobel.engines.kniffeliger.tables import action_die, earns, points
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import KEEP, KEEPS, five_dice
from knobel.games.combinations import DICE


class KniffeligerTable(NamedTuple):
    """`points` (252, 14): what each roll scores in each row. `earns` (252): whether its entry earns an action die, and
    `action_die` (6, 5): how many action dice of each kind each face of that gives.

    `add` (210, 6): the keep with one more die of each face. `part` (5726): every part of every keep but itself,
    smallest first; those of keep k from `part_start[k]` to `part_start[k + 1]` (463). `dice` (462, 5): the faces of a
    keep less one, then zeros, and `size` (462) how many dice it has.
    """

    points: Array
    earns: Array
    action_die: Array
    add: Array
    part: Array
    part_start: Array
    dice: Array
    size: Array


@cache
def kniffeliger_table(*, five_is_full_house: bool = False) -> KniffeligerTable:
    """The arrays, made once."""
    parts = [[KEEP[part] for part in keeps(dice)] for dice in KEEPS]
    return KniffeligerTable(
        points=points(five_is_full_house=five_is_full_house),
        earns=earns(),
        action_die=action_die(),
        add=five_dice().add,
        part=read_only(list(chain.from_iterable(parts)), "uint16"),
        part_start=read_only([0, *accumulate(map(len, parts))], "uint16"),
        dice=read_only([[face - 1 for face in dice] + [0] * (DICE - len(dice)) for dice in KEEPS], "uint8"),
        size=read_only([len(dice) for dice in KEEPS], "uint8"),
    )
