"""Expected values of keeping some of five dice and throwing the others, in plain Python.

A *keep* is a multiset of fewer than five dice, numbered by size, then in the order of faces. The multisets of five dice
are the *rolls*; their numbers follow.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby, islice, pairwise
from math import fsum
from operator import itemgetter, mul
from typing import Any, NamedTuple, TypeAlias, TypeVar

from knobel.dice import Dice, distribution
from knobel.games.combinations import DICE

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(DICE) for dice in distribution(size))
ROLLS: tuple[Dice, ...] = tuple(distribution(DICE))
NUMBER = {dice: number for number, dice in enumerate((*KEEPS, *ROLLS))}
FIRST_ROLL = len(KEEPS)
"""The number of the first roll."""

Best = TypeVar("Best", float, tuple[float, int])
"""A value, or a value with a number."""
Choices: TypeAlias = Sequence[Sequence[tuple[float, int]]]
"""The best choice for each keep and each roll that it can become: its value, and the negative number of the choice."""
Pick: TypeAlias = "itemgetter[Any]"
"""Returns the elements at some places of a sequence as a tuple, without a loop in Python."""


class Layer(NamedTuple):
    """Choices whose best values follow from the layer before: a direct value, or the best value of choices there.

    `own` picks from the values of keeps and of entering rolls, and each of `before` from the layer before.
    """

    own: Pick
    before: tuple[Pick, ...]

    @classmethod
    def of(cls, own: Iterable[int], before: Iterable[Iterable[int]]) -> "Layer":
        """Return a layer from the places of the direct values, and for each choice the places in the layer before."""
        return cls(itemgetter(*own), tuple(itemgetter(*places) for places in zip(*before, strict=True)))


class KeepingDice:
    """The rolls of one turn, at the end of which five dice are entered."""

    def __init__(self, *, saving: bool) -> None:
        """With `saving`, a kept die stays kept for the rest of the turn."""
        self._saving = saving

    @cached_property
    def _outcomes(self) -> list[tuple[tuple[int, ...], tuple[float, ...], tuple[Dice, ...]]]:
        """The possible results of each keep when the other dice are thrown: rolls, counted from 0, in order; the
        probability of each, and the dice thrown."""
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
    def _picks(self) -> list[Pick]:
        """For each keep, the function that picks the rolls that can result from it."""
        return [itemgetter(*rolls) for rolls, _, _ in self._outcomes]

    @cached_property
    def _parts(self) -> list[Layer]:
        """The best parts of multisets of one to five dice, by size: the whole, or the best without one of its dice.

        No dice are the layer before the first.
        """
        sizes = [list(distribution(size)) for size in range(DICE + 1)]
        found = []
        for smaller, dice in pairwise(sizes):
            places = {part: place for place, part in enumerate(smaller)}
            before = [[places[each[:i] + each[i + 1 :]] for i in range(len(each))] for each in dice]
            found.append(Layer.of([NUMBER[each] for each in dice], before))
        return found

    @cached_property
    def _larger(self) -> list[Layer]:
        """The best choices for each keep and each roll that it can become: the keep, or the best with one more die.

        Keeps of four dice come first. The entered rolls are the layer before.
        """
        found, places = [], {(dice, roll): roll for roll, dice in enumerate(ROLLS)}
        for _, group in groupby(reversed(KEEPS), key=len):
            keeps = [
                (keep, roll, dice)
                for keep in reversed(list(group))
                for roll, dice in zip(*self._outcomes[NUMBER[keep]][::2], strict=True)
            ]
            before = [[places[tuple(sorted((*keep, face))), roll] for face in dice] for keep, roll, dice in keeps]
            found.append(Layer.of([NUMBER[keep] for keep, _, _ in keeps], before))
            places = {(keep, roll): place for place, (keep, roll, _) in enumerate(keeps)}
        return found

    def _best(self, known: Sequence[Best]) -> list[Sequence[Best]]:
        """Return the value of the best choice for each keep and each roll that it can become.

        :param known: the value of each keep, and of entering each roll.
        """
        if not self._saving:
            best = self._best_of_rolls(known)
            return [pick(best) for pick in self._picks]
        found: list[Best] = []
        layer: Sequence[Best] = known[FIRST_ROLL:]
        for own, before in self._larger:
            layer = list(map(max, own(known), *[pick(layer) for pick in before]))
            found[:0] = layer
        values = iter(found)
        return [list(islice(values, len(rolls))) for rolls, _, _ in self._outcomes]

    def _best_of_rolls(self, known: Sequence[Best]) -> Sequence[Best]:
        """Return the value of the best choice for each roll when no die must be kept."""
        layer = known[:1]
        for own, before in self._parts:
            layer = list(map(max, own(known), *[pick(layer) for pick in before]))
        return layer

    def value_keeps(self, entered: Sequence[float], rolls: int) -> list[list[float]]:
        """Return the values of keeps with one to `rolls` rolls left, including the next one.

        :param entered: the value of entering each roll.
        """
        values: list[list[float]] = []
        for _ in range(rolls):
            best = self._best((*values[-1], *entered)) if values else [pick(entered) for pick in self._picks]
            values.append(self._means(best))
        return values

    def value_turn(self, entered: Sequence[float], later: Sequence[float]) -> float:
        """Return the value of a turn before its first roll, after which any dice may be kept.

        :param entered: the value of entering each roll.
        :param later: the values of keeps after that roll.
        """
        _, chances, _ = self._outcomes[NUMBER[()]]
        return fsum(map(mul, chances, self._best_of_rolls((*later, *entered))))

    def _means(self, values: Sequence[Sequence[float]]) -> list[float]:
        """Return the mean for each keep of the values of the rolls that it can become."""
        return [fsum(map(mul, chances, each)) for (_, chances, _), each in zip(self._outcomes, values, strict=True)]

    def choices(self, entered: Sequence[float], later: Sequence[Sequence[float]]) -> list[Choices]:
        """Return the best choices after the next roll, the roll after it and so on; the last roll is entered.

        :param entered: the value of entering each roll.
        :param later: the values of keeps after the next roll, with one roll left and with more, if any are left.
        """
        return [
            self._best([(value, -number) for number, value in enumerate((*each, *entered))]) for each in reversed(later)
        ]

    def chances_to_enter(self, keep: Dice, best: Sequence[Choices]) -> Mapping[int, float]:
        """Return for a keep the probability of each roll that is entered in the end.

        :param best: the best choices until then (`choices`); of equal choices it is the one with the lowest number.
        """
        ended, kept = defaultdict[int, float](float), {NUMBER[keep]: 1.0}
        for choices in best:
            then = defaultdict[int, float](float)
            for number, share in kept.items():
                for chance, (_, choice) in zip(self._outcomes[number][1], choices[number], strict=True):
                    (ended if -choice >= FIRST_ROLL else then)[-choice] += share * chance
            kept = then
        for number, share in kept.items():
            for roll, chance in zip(*self._outcomes[number][:2], strict=True):
                ended[FIRST_ROLL + roll] += share * chance
        return {number - FIRST_ROLL: chance for number, chance in ended.items()}
