"""How people see and misjudge five dice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random

from knobel.dice import Dice
from knobel.games.combinations import DICE, ROLLS, is_straight

MADE = 25
"""Points from which a combination is a good one."""
MADE_FIELDS = frozenset({"fh", "ss", "ls", "kn", "pi"})
REFUSED = 20
"""Points that nobody refuses for a zero."""
TINY = 4
"""Points of an entry that nobody makes with rolls left."""
POOR_CHANCE = 10
"""Points of a poor Chance."""
EQUAL = 3
"""Number of equal dice that people keep."""
ACTION_DOUBT = 0.15
"""Error of playing an action die, which moves points that lie on the table, as such a share."""
SHORT_RUN = 3
LONG_RUN = 4
ENTRY_DOUBT = 0.6
"""Error of the worth of a field for later turns, as a share of that of five dice thrown twice."""


def field_of(action: str) -> str:
    return action.partition(".")[0]


def unseen(entries: Mapping[str, int], keeps: Mapping[str, Dice], dice: Dice, rolls: int) -> set[str]:
    """Return the actions that people do not consider.

    :param entries: the points of each entry.
    :param keeps: the dice of each keep.
    :param rolls: the number of rolls made in this turn.
    """
    made = {field_of(action) for action, points in entries.items() if points >= MADE} & MADE_FIELDS
    if made:
        return {action for action, points in entries.items() if points < MADE} | {
            action for action, kept in keeps.items() if not ("ss" in made and is_straight(kept, LONG_RUN))
        }
    refused = {action for action, kept in keeps.items() if not is_natural(kept, dice, entries)}
    if len(refused) == len(keeps):
        # The dice that are saved have nothing in common: only equal ones are kept together.
        face, count = Counter(dice).most_common(1)[0]
        refused = {action for action, kept in keeps.items() if count >= EQUAL and kept.count(face) < count}
    most = max(entries.values(), default=0)
    for action, points in entries.items():
        poor = points <= TINY if rolls < ROLLS else not points and most >= REFUSED
        if poor or (field_of(action) == "ch" and points <= POOR_CHANCE and most > points):
            refused.add(action)
    return refused


def is_natural(kept: Dice, dice: Dice, entries: Mapping[str, int]) -> bool:
    """True if people see why these dice belong together: groups of equal ones, a run, high ones, or none."""
    counts, own = Counter(dice), Counter(kept)
    [(face, count)] = counts.most_common(1)
    fields = {field_of(action) for action in entries}
    if count >= EQUAL and fields & {f"{face}s", "3k", "4k", "kn"}:
        # All of them, perhaps with a pair for a full house.
        return own[face] == count and (len(own) == 1 or (len(own) == 2 and min(own.values()) == 2))
    if any(own[each] < counts[each] for each in own if len(kept) <= SHORT_RUN and len(own) <= 2):
        return False
    faces = sorted(own)
    run = len(kept) == len(own) >= SHORT_RUN and faces[-1] - faces[0] < LONG_RUN
    pairs = all(number >= 2 for number in own.values())
    high = all(each >= LONG_RUN for each in own)
    return not kept or run or pairs or high or len(own) == 1


def misjudged(
    entries: Mapping[str, int], keeps: Mapping[str, Dice], rolls: int, actions: Sequence[str], rng: Random
) -> dict[str, float]:
    """Return the errors of actions for an error of 1 point of standard deviation where all dice are open."""
    found = {}
    left = max(ROLLS - rolls, 1)
    for action in actions:
        error = rng.gauss(0, 1)
        if action in keeps:
            found[action] = error * sqrt((DICE - len(keeps[action])) / DICE * left / (ROLLS - 1))
        else:
            found[action] = error * (ENTRY_DOUBT if action in entries else ACTION_DOUBT)
    return found
