"""The rules of Kniffeliger for kernels that play games with action dice.

Keeps and rolls are numbered as in `engines.shared.five_dice`.
"""

from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from knobel.dice import keeps
from knobel.engines.kniffeliger.lookup import action_die_faces, earns_action_die, points
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import KEEP_NUMBER, KEEPS, five_dice
from knobel.games.combinations import DICE


class KniffeligerTable(NamedTuple):
    """The rules as arrays.

    - `points` (252, 14): the score of each roll in each row.
    - `earns` (252): True if the entry of the roll earns an action die.
    - `action_die` (6, 5): the number of action dice of each kind for each of its faces.
    - `add` (210, 6): the keep that results from adding one die of each face.
    - `part` (5726): the parts of every keep except the keep itself, smallest first; those of keep k are at
      `part_start[k]` to `part_start[k + 1]` (463).
    - `dice` (462, 5): the faces of a keep minus one, then zeros; `size` (462): its number of dice.
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
    """Return the arrays, computed once."""
    parts = [[KEEP_NUMBER[part] for part in keeps(dice)] for dice in KEEPS]
    return KniffeligerTable(
        points=points(five_is_full_house=five_is_full_house),
        earns=earns_action_die(),
        action_die=action_die_faces(),
        add=five_dice().add,
        part=read_only(list(chain.from_iterable(parts)), "uint16"),
        part_start=read_only([0, *accumulate(map(len, parts))], "uint16"),
        dice=read_only([[face - 1 for face in dice] + [0] * (DICE - len(dice)) for dice in KEEPS], "uint8"),
        size=read_only([len(dice) for dice in KEEPS], "uint8"),
    )
