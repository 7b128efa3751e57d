"""Places of the sheet that an action fills or circles, for drawings."""

import re

PLAYED, BETTER = "✎", "★"
"""The signs of the place that was filled, and of the better one."""
_CELL = re.compile(r"[a-e][1-5]")
_FIELD = re.compile(r"(?:[1-6]s|3k|4k|fh|ss|ls|kn|ch|pi)(?:\.\d+)?")


def marked_places(action: str) -> tuple[str, ...]:
    """Return the cells or the field of an action on the seat's own sheet; empty if it fills none.

    >>> [marked_places(action) for action in ("c3", "a1o", "row1:a1,b1", "c3b", "4k.2", "k335", "steal.1.fh")]
    [('c3',), ('a1',), ('a1', 'b1'), ('c3',), ('4k.2',), (), ('fh',)]
    """
    if action.startswith("k") and action[1:].isdigit():
        return ()
    field = action.removeprefix("steal.").partition(".")[2] if action.startswith("steal.") else action
    if _FIELD.fullmatch(field):
        return (field,)
    return tuple(_CELL.findall(action.partition(":")[2] or action)) if _CELL.search(action) else ()


def marks_of(played: str, better: str | None) -> dict[str, str]:
    """Return the sign of each place that the action played or the better one fills."""
    marks = dict.fromkeys(marked_places(played), PLAYED)
    for place in marked_places(better or ""):
        marks[place] = marks.get(place, "") + BETTER
    return marks
