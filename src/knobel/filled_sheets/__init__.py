"""Points of filled sheets without the order of their entries, such as sheets of paper.

A sheet maps places to the texts that are written there:

- the cells of a grid, `a1` to `e5`, hold a number; `o` after the number circles the cell (Knaster): `{"c3": "7o"}`;
- the fields of Knöffel, `fh.1`, and the rows of Kniffeliger, `fh`, hold points. `x` strikes a field of Knöffel, and
  crosses out a row of Kniffeliger; `free.1` holds the number of free rolls used in a column;
- sums that players have written, such as `row1`, `diag`, `upper.1` and `total`, are compared with the right ones.

Empty places may be missing. Each game has a module of its name with a `Reader`.

>>> import knobel
>>> from knobel.filled_sheets import score_sheets
>>> written = {"a1": "7", "b1": "7", "c1": "7", "d1": "6", "e1": "6", "a2": "13"}
>>> sheet = score_sheets(knobel.make("knister"), [written]).sheets[0]
>>> sheet.points, [line.shows for line in sheet.lines if line.points]
(8, ['full_house'])
>>> [(found.place, found.kind.value) for found in sheet.contradictions]
[('a2', 'impossible')]
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from knobel.core import BadSetup, Game
from knobel.filled_sheets.contents import BadSheet, Contents, Contradiction, ContradictionKind
from knobel.filled_sheets.lines import Line, compare_sums
from knobel.filled_sheets.reader import SheetReader

__all__ = ["BadSheet", "Contradiction", "ContradictionKind", "Line", "ScoredSheet", "ScoredSheets", "score_sheets"]


@dataclass(frozen=True, slots=True)
class ScoredSheet:
    """The points of a sheet, the lines that add up to them, and its contents that contradict the rules or the sums.

    Contents that the dice cannot give score nothing.
    """

    points: int
    lines: tuple[Line, ...]
    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class ScoredSheets:
    """The sheets of a game, and its last position, in which the sheets have the seats' order.

    `possible` holds by place the numbers that the dice can give there.
    """

    game: Game[Any]
    state: Any
    sheets: tuple[ScoredSheet, ...]
    possible: Mapping[str, Collection[int]]


def score_sheets(game: Game[Any], sheets: Sequence[Mapping[str, str]]) -> ScoredSheets:
    """Return the points of the sheets of a game.

    :param sheets: by seat. There may be fewer than the game has players.
    :raises BadSheet: if a sheet has a place that the game does not have.
    :raises BadSetup: if there are no sheets or too many, or the game's sheets cannot be scored.
    """
    if not sheets or len(sheets) > (game.max_seats or len(sheets)):
        raise BadSetup(f"{game.name} is for 1 to {game.max_seats or 'any number of'} sheets, not {len(sheets)}")
    name = f"{__name__}.{game.name}"
    if find_spec(name) is None:
        raise BadSetup(f"filled sheets of {game.name} cannot be scored")
    reader: SheetReader[Any, Any] = import_module(name).Reader(game)
    contents = [Contents(texts) for texts in sheets]
    filled = [reader.read(each) for each in contents]
    reader.compare(filled, contents)
    state = reader.position(filled)
    scored = []
    for seat, each in enumerate(contents):
        sheet = game.sheet(state, seat)
        lines = tuple(reader.lines(sheet))
        compare_sums(sheet, lines, each)
        scored.append(ScoredSheet(game.score(state, seat), lines, tuple(each.contradictions)))
    return ScoredSheets(game, state, tuple(scored), reader.possible)
