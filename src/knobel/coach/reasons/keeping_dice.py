"""Expected values of keeping some of five dice and throwing the others, in plain Python.

A *keep* is a multiset of fewer than five dice, numbered by size, then in the order of faces. The multisets of five dice
are the *rolls*; their numbers follow.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from operator import mul

from knobel.dice import Dice, distribution, keeps, without
from knobel.games.combinations import DICE

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(DICE) for dice in distribution(size))
ROLLS: tuple[Dice, ...] = tuple(distribution(DICE))
NUMBER = {dice: number for number, dice in enumerate((*KEEPS, *ROLLS))}
FIRST_ROLL = len(KEEPS)
"""The number of the first roll."""

Outcome = tuple[int, float, tuple[int, ...]]
"""What a keep can become: the roll, counted from 0, its probability, and what may be kept of it or entered."""


class KeepingDice:
    """The rolls of one turn, at the end of which five dice are entered."""

    def __init__(self, *, saving: bool) -> None:
        """With `saving`, a kept die stays kept for the rest of the turn."""
        self._saving = saving

    @cached_property
    def _choices(self) -> list[tuple[int, ...]]:
        """What may be kept of each roll if no die must be kept; the roll itself is last."""
        return [(*(NUMBER[part] for part in keeps(roll)), NUMBER[roll]) for roll in ROLLS]

    @cached_property
    def _outcomes(self) -> list[list[Outcome]]:
        """What each keep can become when the other dice are thrown."""
        found: list[list[Outcome]] = [[] for _ in KEEPS]
        for number, (roll, choices) in enumerate(zip(ROLLS, self._choices, strict=True)):
            for part in keeps(roll):
                thrown = without(roll, part)
                chance = float(distribution(len(thrown))[thrown])
                parts = (*(NUMBER[each] for each in keeps(roll, part)), NUMBER[roll]) if self._saving else choices
                found[NUMBER[part]].append((number, chance, parts))
        return found

    @cached_property
    def _chances(self) -> list[tuple[tuple[float, ...], tuple[int, ...]]]:
        """The probabilities of what each keep can become, and these rolls."""
        return [(tuple(each[1] for each in found), tuple(each[0] for each in found)) for found in self._outcomes]

    def value_keeps(self, entered: Sequence[float], rolls: int) -> list[list[float]]:
        """Return the values of keeps with one to `rolls` rolls left, including the next one.

        :param entered: the value of entering each roll.
        """
        values = [self._means(entered)]
        for _ in range(rolls - 1):
            known = (*values[-1], *entered)
            if self._saving:
                values.append(
                    [
                        fsum(chance * max(map(known.__getitem__, parts)) for _, chance, parts in found)
                        for found in self._outcomes
                    ]
                )
            else:
                values.append(self._means([max(map(known.__getitem__, parts)) for parts in self._choices]))
        return values

    def _means(self, values: Sequence[float]) -> list[float]:
        """Return the mean of the values of the rolls that each keep can become."""
        return [fsum(map(mul, chances, map(values.__getitem__, rolls))) for chances, rolls in self._chances]

    def chances_to_enter(self, keep: Dice, entered: Sequence[float], rolls: int) -> Mapping[int, float]:
        """Return the probability of each roll that is entered in the end, if the best is chosen until then.

        :param entered: the value of entering each roll.
        :param rolls: the number of rolls left, at least one.
        """
        values = self.value_keeps(entered, rolls - 1) if rolls > 1 else []
        ended, kept = defaultdict[int, float](float), {NUMBER[keep]: 1.0}
        for later in reversed(values):
            known, then = (*later, *entered), defaultdict[int, float](float)
            best_of = known.__getitem__
            for number, share in kept.items():
                for _, chance, parts in self._outcomes[number]:
                    best = max(parts, key=best_of)
                    (ended if best >= FIRST_ROLL else then)[best] += share * chance
            kept = then
        for number, share in kept.items():
            for roll, chance, _ in self._outcomes[number]:
                ended[FIRST_ROLL + roll] += share * chance
        return {number - FIRST_ROLL: chance for number, chance in ended.items()}
