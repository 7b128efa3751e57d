"""Reasons why a sum in a circle is better than another in Knapp Daneben!."""

from typing import Any, NamedTuple

from knobel.coach.reasons.reason import Reasons, roll_count, weighted
from knobel.core import Game
from knobel.games.grid import CELL, CELLS, SIZE, Grid
from knobel.games.knapp_daneben import NUMBER_POINTS, KnappDaneben
from knobel.games.tuples import put

BOX_WEIGHT = 1.5
"""Weight of a box that can no longer be ticked, and of one that is certain to be ticked."""


class EntryEffect(NamedTuple):
    """A sum in a circle, with its effect on the neighbouring circles.

    `ticked`: neighbours with which it ticks a box. `dead`: neighbours with which it can no longer tick a box. `open`:
    free neighbours. `pairs`: free neighbours in which one number would tick two or more boxes, including one with this
    sum, and that number.
    """

    cell: int
    number: int
    ticked: list[int]
    dead: list[int]
    open: list[int]
    pairs: dict[int, int]


def entry_effect(grid: Grid, cell: int, number: int) -> EntryEffect:
    """Return the effect of a sum on the boxes around a circle."""
    after = put(grid, cell, number)
    beside = neighbours(cell)
    filled = [other for other in beside if grid[other]]
    free = [other for other in beside if not grid[other]]
    pairs = {other: total for other in free if (total := common_number(after, other, number))}
    ticked = [other for other in filled if abs(grid[other] - number) == 1]
    return EntryEffect(cell, number, ticked, [other for other in filled if other not in ticked], free, pairs)


def neighbours(cell: int) -> list[int]:
    """Return the circles above, left, right and below."""
    row, column = divmod(cell, SIZE)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [SIZE * r + c for r, c in steps if r in range(SIZE) and c in range(SIZE)]


def common_number(grid: Grid, cell: int, number: int) -> int:
    """Return the likeliest number in a free circle that ticks a box with `number` and at least one more.

    0 if there is none.
    """
    neighbour_numbers = [grid[other] for other in neighbours(cell) if grid[other]]
    both = [
        n
        for n in (number - 1, number + 1)
        if roll_count(n) and sum(abs(n - other) == 1 for other in neighbour_numbers) > 1
    ]
    return max(both, key=roll_count, default=0)


def adjacent_roll_count(number: int) -> int:
    """Return the number of the 36 rolls of two dice whose sum is adjacent to a number."""
    return roll_count(number - 1) + roll_count(number + 1)


def reasons(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Reasons:
    """Yield the reasons for one entry rather than the other."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    grid = view.sheets[seat]
    good, bad = (entry_effect(grid, CELL[action[:-1]], game.sum_of(seat, action, view)) for action in (better, worse))
    gain, other_gain = (game.preview(view, seat, action).gain for action in (better, worse))
    points, other_points = (NUMBER_POINTS.get(each.number, 0) for each in (good, bad))
    if points > other_points:
        yield weighted(points - other_points, "rare_number", number=good.number, points=points)
    if gain - points > other_gain - other_points and good.ticked:
        yield weighted(
            gain - points - other_gain + other_points,
            "ticks",
            number=good.number,
            cell=CELLS[good.cell],
            count=len(good.ticked),
            points=gain - points,
            other_count=len(bad.ticked),
        )
    if len(bad.dead) > len(good.dead):
        yield weighted(
            BOX_WEIGHT * (len(bad.dead) - len(good.dead)),
            "dead",
            number=bad.number,
            cell=CELLS[bad.cell],
            count=len(bad.dead),
            numbers=sorted({grid[cell] for cell in bad.dead}),
        )
    yield from neighbour_reasons(grid, good, bad)
    yield from colour_reason(game, seat, good, bad)


def neighbour_reasons(grid: Grid, good: EntryEffect, bad: EntryEffect) -> Reasons:
    """Yield the reasons from the free neighbouring circles."""
    for cell, number in good.pairs.items():
        if cell not in bad.pairs:
            yield weighted(
                0.5, "two_at_once", number=good.number, other_number=number, cell=CELLS[cell], ways=roll_count(number)
            )
    # Two numbers that are neither equal nor two apart have no number beside both.
    spoilt = [
        (cell, grid[other])
        for cell in bad.open
        for other in neighbours(cell)
        if other != bad.cell and grid[other] and cell != good.cell and abs(grid[other] - bad.number) not in (0, 2)
    ]
    if spoilt and len(spoilt) > len(bad.pairs):
        cell, other = spoilt[0]
        yield weighted(0.4, "no_longer_both", number=bad.number, other_number=other, cell=CELLS[cell])
    way_count, other_way_count = adjacent_roll_count(good.number), adjacent_roll_count(bad.number)
    if good.open and way_count > other_way_count:
        yield weighted(
            0.06 * (way_count - other_way_count),
            "easier",
            number=good.number,
            ways=way_count,
            other_number=bad.number,
            other_ways=other_way_count,
        )
    if len(good.open) > len(bad.open):
        yield weighted(
            0.2, "more_open", cell=CELLS[good.cell], count=len(good.open), other_cell=CELLS[bad.cell],
            other_count=len(bad.open),
        )  # fmt: skip
    elif len(good.open) < len(bad.open):
        yield weighted(
            0.15, "fewer_open", cell=CELLS[good.cell], count=len(good.open), other_cell=CELLS[bad.cell],
            other_count=len(bad.open),
        )  # fmt: skip


def colour_reason(game: KnappDaneben, seat: int, good: EntryEffect, bad: EntryEffect) -> Reasons:
    """Yield a reason if only the worse entry uses a circle of the player's own colour.

    Such a circle accepts any partner's die.
    """
    own, layout = game.colour(seat), game.options["layout"]
    if layout[bad.cell] == own and layout[good.cell] != own:
        yield weighted(0.3, "keeps_own", cell=CELLS[bad.cell], other_cell=CELLS[good.cell])
