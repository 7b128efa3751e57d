"""Habits of people at the games with five dice."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from knobel.core import Game

MADE_POINTS = 25
"""Points of an entry that everybody sees to be good."""
SAFE_POINTS = 18
"""Points with which a cautious person is content."""


def is_entry(action: str) -> bool:
    """True if an action enters the dice."""
    return action.partition(".")[0] in {
        *(f"{face}s" for face in range(1, 7)),
        *["3k", "4k", "fh", "ss", "ls", "kn", "ch", "pi"],
    }


def points(game: Game[Any], view: Any, seat: int, action: str) -> int:
    """Return the points that an entry writes."""
    return game.preview(view, seat, action).writes or 0


def largest_group(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Keep the largest group of equal dice, the highest of several, unless a good entry is made."""
    keeps = [action for action in legal if action[0] in "kf" and not is_entry(action)]
    if not keeps:
        return legal
    face, count = max(Counter(view.dice).items(), key=lambda each: (each[1], each[0]))
    made = [each for each in legal if is_entry(each) and points(game, view, seat, each) >= MADE_POINTS]
    return [each for each in keeps if each[1:] == str(face) * count and each[0] == "k"] + made or legal


def entries_but(legal: Sequence[str], refused: Sequence[str]) -> Sequence[str]:
    """Return the legal actions without some entries, if others are left."""
    entries = [action for action in legal if is_entry(action)]
    return legal if set(entries) <= set(refused) else [action for action in legal if action not in refused]


def most_points_now(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter where the dice bring most points."""
    gains = {action: points(game, view, seat, action) for action in legal if is_entry(action)}
    return entries_but(legal, [action for action, gain in gains.items() if gain < max(gains.values())])


def never_strikes(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter no zero as long as any entry brings points."""
    return entries_but(legal, [each for each in legal if is_entry(each) and not points(game, view, seat, each)])


def saves_chance(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Leave Chance open to the end."""
    return entries_but(legal, [action for action in legal if action.partition(".")[0] == "ch"])


def no_free_rolls(_game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Take no free roll before the last turn."""
    if sum(column.points.count(None) for column in view.sheets[seat]) == 1:
        return legal
    return [action for action in legal if action[0] != "f" or is_entry(action)]


def first_column(_game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter in the first column until it is full."""
    if view.sheets[seat][0].full:
        return legal
    return [action for action in legal if not is_entry(action) or action.endswith(".1")]


def rolls_to_the_end(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter nothing while another roll is free."""
    return [action for action in legal if action[0] == "k" and not is_entry(action)]


def takes_safe_points(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter as soon as the dice bring enough."""
    return [action for action in legal if is_entry(action) and points(game, view, seat, action) >= SAFE_POINTS]
