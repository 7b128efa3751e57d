"""The parts of a score, and the sums that players write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.filled_sheets.contents import BadSheet, Contents, ContradictionKind, number_in


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a score: its place and its points.

    `shows` is the combination of a line of Knister, otherwise the number of ticks or circles that score, or empty.
    `slips` are the points by which a total is too low after a usual slip: the line was forgotten, or not doubled.
    """

    place: str
    points: int
    shows: str = ""
    slips: tuple[int, ...] = ()


def compare_sums(sheet: Mapping[str, Any], lines: Sequence[Line], contents: Contents) -> None:
    """Compare the sums that are written on a sheet with the right ones.

    :param sheet: the sheet as `Game.sheet` returns it.
    :raises BadSheet: if the sheet has no such place.
    """
    right = {line.place: line.points for line in lines} | {"total": sheet["total"]}
    for number, column in enumerate(sheet.get("columns", ()), 1):
        right |= {f"{sum_}.{number}": column[sum_] for sum_ in ("upper", "bonus", "total")}
    for place, text in contents.rest():
        if place not in right:
            raise BadSheet(f"there is no place {place!r} on this sheet")
        written = number_in(text)
        if written is None:
            contents.contradict(place, ContradictionKind.UNREADABLE, text, {right[place]})
        elif written != right[place]:
            suspects = [line.place for line in lines if right[place] - written in line.slips]
            because = suspects[0] if place == "total" and len(suspects) == 1 else ""
            contents.contradict(place, ContradictionKind.SUM, text, {right[place]}, because)
