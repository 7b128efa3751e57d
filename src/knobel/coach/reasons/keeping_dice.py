"""Expected values of keeping some of five dice and throwing the others, in plain Python.

A *keep* is a multiset of fewer than five dice, numbered by size, then in the order of faces. The multisets of five dice
are the *rolls*; their numbers follow.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from operator import mul
from typing import TypeVar

from knobel.dice import FACES, Dice, distribution, keeps
from knobel.games.combinations import DICE

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(DICE) for dice in distribution(size))
ROLLS: tuple[Dice, ...] = tuple(distribution(DICE))
NUMBER = {dice: number for number, dice in enumerate((*KEEPS, *ROLLS))}
FIRST_ROLL = len(KEEPS)
"""The number of the first roll."""

Best = TypeVar("Best", float, tuple[float, int])
"""A value, or a value with a number."""


class KeepingDice:
    """The rolls of one turn, at the end of which five dice are entered."""

    def __init__(self, *, saving: bool) -> None:
        """With `saving`, a kept die stays kept for the rest of the turn."""
        self._saving = saving

    @cached_property
    def _outcomes(self) -> list[tuple[tuple[int, ...], tuple[float, ...], tuple[Dice, ...]]]:
        """What each keep can become when the other dice are thrown: rolls, counted from 0, in order; the probability
        of each, and the dice thrown."""
        thrown = [{dice: float(chance) for dice, chance in distribution(count).items()} for count in range(DICE + 1)]
        found = []
        for keep in KEEPS:
            outcomes = (
                (NUMBER[tuple(sorted(keep + dice))] - FIRST_ROLL, chance, dice)
                for dice, chance in thrown[DICE - len(keep)].items()
            )
            rolls, chances, dice = zip(*sorted(outcomes), strict=True)
            found.append((rolls, chances, dice))
        return found

    @cached_property
    def _choices(self) -> list[tuple[int, ...]]:
        """What may be kept of each roll if no die must be kept; the roll itself is last."""
        return [(*(NUMBER[part] for part in keeps(roll)), NUMBER[roll]) for roll in ROLLS]

    @cached_property
    def _larger(self) -> list[list[tuple[int, ...]]]:
        """Where the best choices are found with one more die kept, for each keep and each roll that it can become.

        The places of rolls are their numbers, counted from 0; those of what keeps can become follow, the largest keep
        first.
        """
        places = {(dice, roll): roll for roll, dice in enumerate(ROLLS)}
        found: list[list[tuple[int, ...]]] = [[] for _ in KEEPS]
        for keep in reversed(KEEPS):
            rolls, _, thrown = self._outcomes[NUMBER[keep]]
            larger = {face: tuple(sorted((*keep, face))) for face in FACES}
            for roll, dice in zip(rolls, thrown, strict=True):
                found[NUMBER[keep]].append(tuple([places[larger[face], roll] for face in set(dice)]))
                places[keep, roll] = len(places)
        return found

    def _best(self, known: Sequence[Best]) -> list[list[Best]]:
        """Return the value of the best choice for each keep and each roll that it can become.

        :param known: the value of each keep, and of entering each roll.
        """
        if not self._saving:
            of_rolls = [max(map(known.__getitem__, parts)) for parts in self._choices]
            return [[of_rolls[roll] for roll in rolls] for rolls, _, _ in self._outcomes]
        places, found = list(known[FIRST_ROLL:]), []
        for value, larger in zip(reversed(known[:FIRST_ROLL]), reversed(self._larger), strict=True):
            found.append([max(value, *[places[place] for place in each]) for each in larger])
            places += found[-1]
        return found[::-1]

    def value_keeps(self, entered: Sequence[float], rolls: int) -> list[list[float]]:
        """Return the values of keeps with one to `rolls` rolls left, including the next one.

        :param entered: the value of entering each roll.
        """
        values = [self._means([[entered[roll] for roll in rolls] for rolls, _, _ in self._outcomes])]
        for _ in range(rolls - 1):
            values.append(self._means(self._best((*values[-1], *entered))))
        return values

    def _means(self, values: Sequence[Sequence[float]]) -> list[float]:
        """Return the mean for each keep of the values of the rolls that it can become."""
        return [fsum(map(mul, chances, each)) for (_, chances, _), each in zip(self._outcomes, values, strict=True)]

    def chances_to_enter(self, keep: Dice, entered: Sequence[float], rolls: int) -> Mapping[int, float]:
        """Return the probability of each roll that is entered in the end, if the best is chosen until then.

        Of equal choices it is the one with the lowest number.

        :param entered: the value of entering each roll.
        :param rolls: the number of rolls left, at least one.
        """
        values = self.value_keeps(entered, rolls - 1) if rolls > 1 else []
        ended, kept = defaultdict[int, float](float), {NUMBER[keep]: 1.0}
        for later in reversed(values):
            best = self._best([(value, -number) for number, value in enumerate((*later, *entered))])
            then = defaultdict[int, float](float)
            for number, share in kept.items():
                for chance, (_, choice) in zip(self._outcomes[number][1], best[number], strict=True):
                    (ended if -choice >= FIRST_ROLL else then)[-choice] += share * chance
            kept = then
        for number, share in kept.items():
            for roll, chance in zip(*self._outcomes[number][:2], strict=True):
                ended[FIRST_ROLL + roll] += share * chance
        return {number - FIRST_ROLL: chance for number, chance in ended.items()}
