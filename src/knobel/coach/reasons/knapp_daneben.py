"""Reasons why a sum in a circle is better than another in Knapp Daneben!."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import fsum, prod
from typing import Any, NamedTuple

from knobel.coach.line_values import LineValues, line_differences
from knobel.coach.reasons.all_lines import largest_lines, numbers_of
from knobel.coach.reasons.reason import (
    NO_VALUES,
    Reason,
    Reasons,
    Role,
    Values,
    WeightedReason,
    harm,
    roll_count,
    weighted,
)
from knobel.core import Game
from knobel.dice import FACES
from knobel.games.grid import CELL, CELLS, LINES, LINES_AT, SIZE, SUMS, Grid, numbers
from knobel.games.knapp_daneben import BOX_LINES, COLOURS, NUMBER_POINTS, TICK_POINTS, KnappDaneben, ticks
from knobel.games.tuples import put

BOX_WEIGHT = 1.1
"""Weight of a box that can no longer be ticked, and of one that is certain to be ticked."""

LINE_SHARE = 0.5
"""Weight of a point that a row or column can no longer get, if it has most of its ticks."""
MIN_LINE_DIFFERENCE = 0.3
"""Minimum points by which a row or column differs to be a reason."""
MAX_SUMS = 5
"""Number of the 36 sums up to which few numbers fit beside a number."""
MIN_CHANCE_DIFFERENCE = 0.1
"""Minimum difference of a probability that is a reason."""
FEWER_OPEN_WEIGHT = 0.15
"""Weight of keeping free a circle that has more free neighbours."""
MIN_GRANTED = 2
"""Minimum number of points by which the other entry brings more immediately to grant it."""
MAX_WAITING = 2
"""Maximum number of free circles that are named."""
MOST_ADJACENT = 10
"""Maximum number of the 36 rolls of two dice whose sum is adjacent to a number."""


def neighbours(cell: int) -> tuple[int, ...]:
    """Return the circles above, left, right and below."""
    row, column = divmod(cell, SIZE)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(SIZE * r + c for r, c in steps if r in range(SIZE) and c in range(SIZE))


NEIGHBOURS = tuple(map(neighbours, range(SIZE * SIZE)))
"""The neighbours of each circle."""


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
    beside = NEIGHBOURS[cell]
    filled = [other for other in beside if grid[other]]
    free = [other for other in beside if not grid[other]]
    pairs = {other: total for other in free if (total := common_number(after, other, number))}
    ticked = [other for other in filled if abs(grid[other] - number) == 1]
    return EntryEffect(cell, number, ticked, [other for other in filled if other not in ticked], free, pairs)


def common_number(grid: Grid, cell: int, number: int) -> int:
    """Return the likeliest number in a free circle that ticks a box with `number` and at least one more.

    0 if there is none.
    """
    neighbour_numbers = [grid[other] for other in NEIGHBOURS[cell] if grid[other]]
    both = [
        n
        for n in (number - 1, number + 1)
        if roll_count(n) and sum(abs(n - other) == 1 for other in neighbour_numbers) > 1
    ]
    return max(both, key=roll_count, default=0)


def adjacent_roll_count(number: int) -> int:
    """Return the number of the 36 rolls of two dice whose sum is adjacent to a number."""
    return roll_count(number - 1) + roll_count(number + 1)


def reasons(game: Game[Any], view: Any, seat: int, better: str, worse: str, _values: Values = NO_VALUES) -> Reasons:
    """Yield the reasons for one entry rather than the other."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    grid = view.sheets[seat]
    good, bad = (entry_effect(grid, CELL[action[:-1]], game.sum_of(seat, action, view)) for action in (better, worse))
    gain, other_gain = (game.preview(view, seat, action).gain for action in (better, worse))
    yield from gains_now(game, view, seat, good, bad, gain, other_gain)
    lines = line_differences(game, view, seat, better, worse) or {}
    yield from line_reasons(grid, good, bad, lines)
    boxes = {line: points for line, points in lines.items() if line in BOX_LINES}
    yield from largest_lines(boxes, (better[:-1],), (worse[:-1],), numbers_of(grid), fsum(boxes.values()))
    yield from dead_reasons(grid, good, bad, lines)
    later = list(neighbour_reasons(game, grid, seat, good, bad, lines))
    if 0 in put(grid, good.cell, good.number):
        later += next_round_reason(game, grid, seat, good, bad)
    yield from strongest_by_lines(later, fsum(lines.get(line, 0.0) for line in box_lines(good.cell)))
    yield from colour_reasons(game, grid, seat, good, bad)


def gains_now(
    game: KnappDaneben, view: Any, seat: int, good: EntryEffect, bad: EntryEffect, gain: int, other_gain: int
) -> Reasons:
    """Yield the points that the better entry brings immediately: of its number, and of the boxes that it ticks."""
    points, other_points = (NUMBER_POINTS.get(each.number, 0) for each in (good, bad))
    if points > other_points and good.ticked:
        if gain > other_gain:
            yield weighted(
                gain - other_gain, "number_and_boxes", "points - other_points", number=good.number,
                cell=CELLS[good.cell], count=len(good.ticked), points=gain, other_number=bad.number,
                other_cell=CELLS[bad.cell], other_points=other_gain,
            )  # fmt: skip
        return
    if points > other_points:
        sums = sorted({game.sum_of(seat, action, view) for action in game.legal(view, seat)})
        only = [total for total in sums if NUMBER_POINTS.get(total)] == [good.number] and len(sums) > 2
        yield weighted(
            points - other_points, "rarer_number" if other_points else "only_rare" if only else "rare_number",
            "points - other_points",
            number=good.number, points=points, other_number=bad.number, other_points=other_points, numbers=sums,
        )  # fmt: skip
    if gain - points > other_gain - other_points:
        yield tick_reason(view.sheets[seat], good, bad, gain - points, other_gain - other_points)


def facts(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield the immediate points of the two entries; that the other one brings more is granted."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    good, bad = (
        entry_effect(view.sheets[seat], CELL[action[:-1]], game.sum_of(seat, action, view))
        for action in (better, worse)
    )
    gain, other_gain = (game.preview(view, seat, action).gain for action in (better, worse))
    yield from (reason for _, reason in gains_now(game, view, seat, good, bad, gain, other_gain))
    if other_gain >= gain + MIN_GRANTED:
        yield Reason(
            "now_though",
            {
                "number": bad.number,
                "cell": CELLS[bad.cell],
                "points": other_gain,
                "other_number": good.number,
                "other_cell": CELLS[good.cell],
                "other_points": gain,
            },
        )


def strongest_by_lines(found: list[WeightedReason], gain: float) -> Reasons:
    """Yield reasons about the free circles around an entry; the strongest explains what its row and column gain."""
    for number, (weight, reason) in enumerate(sorted(found, key=lambda each: -each[0])):
        yield (weight if number else max(weight, gain)), reason


def line_reasons(grid: Grid, good: EntryEffect, bad: EntryEffect, lines: LineValues) -> Reasons:
    """Yield the rows and columns that gain most by the better entry or lose by the other one.

    :param lines: the points by which each of them is better after the better entry, if known.
    """
    # An empty line through both circles does not stay empty.
    both = set(box_lines(good.cell)) & set(box_lines(bad.cell))
    for each, kind, role in ((good, "line_gains", Role.GAIN), (bad, "line_loses", Role.HARM)):
        empty = dict[str, float]()
        for line in box_lines(each.cell):
            if (mean := lines.get(line, 0.0)) < MIN_LINE_DIFFERENCE:
                continue
            if any(numbers(grid, line)) and not any(cell in LINES[line] for cell in (*each.ticked, *each.dead)):
                # The number stands beside none of this line, so the line does not show why.
                continue
            dead = [grid[cell] for cell in each.dead if cell in LINES[line]]
            if each is bad and len(dead) == 1:
                yield lost_box_reason(grid, bad, line, dead[0], mean)
            elif held := sorted(filter(None, numbers(grid, line))):
                figures = {"line": line, "cell": CELLS[each.cell], "number": each.number, "mean": mean}
                yield weighted(mean, kind, "mean", role | Role.BARE_VALUE, numbers=held, **figures)
            elif line not in both:
                empty[line] = mean
        if empty and adjacent_roll_count(good.number) > adjacent_roll_count(bad.number):
            yield from start_reason(each, empty, is_good=each is good)
        elif each is bad and len(empty) > len(empty_lines(grid, good.cell) - both):
            yield weighted(
                fsum(empty.values()), "stay_empty", "", Role.SUMMARY, lines=list(empty), count=len(empty)
            )  # fmt: skip


def lost_box_reason(grid: Grid, entry: EntryEffect, line: str, beside: int, mean: float) -> WeightedReason:
    """Return that a number does not fit beside another one of a line, and the boxes that the line can still get."""
    return harm(
        mean, "dead_equal" if beside == entry.number else "dead", "mean", number=entry.number,
        cell=CELLS[entry.cell], count=1, numbers=[beside], line=line,
        most_number=most_ticks(put(grid, entry.cell, entry.number), line), mean=mean,
    )  # fmt: skip


def empty_lines(grid: Grid, cell: int) -> set[str]:
    """Return the empty ones of the row and the column of a circle."""
    return {line for line in box_lines(cell) if not any(numbers(grid, line))}


def start_reason(entry: EntryEffect, lines: Mapping[str, float], *, is_good: bool) -> Reasons:
    """Yield that the first number of lines fits beside many numbers, or only beside few.

    :param lines: the points by which the empty lines through the entry are better or worse.
    """
    ways = adjacent_roll_count(entry.number)
    if (ways == MOST_ADJACENT) == is_good:
        mean = fsum(lines.values())
        yield weighted(
            mean, "fits_beside" if is_good else "rare_beside", "", Role.GAIN if is_good else Role.HARM,
            lines=list(lines), cell=CELLS[entry.cell], number=entry.number, mean=mean, ways=ways,
            outs=[number for number in (entry.number - 1, entry.number + 1) if number in SUMS],
        )  # fmt: skip


def tick_reason(grid: Grid, good: EntryEffect, bad: EntryEffect, points: int, other_points: int) -> WeightedReason:
    """Return the points for boxes that the better entry ticks immediately."""
    figures = {
        "number": good.number, "cell": CELLS[good.cell], "count": len(good.ticked), "points": points,
        "other_count": len(bad.ticked), "other_points": other_points, "other_number": bad.number,
        "other_cell": CELLS[bad.cell],
    }  # fmt: skip
    if alone := NUMBER_POINTS.get(bad.number):
        figures["bare_points"] = alone
    gain = points - other_points
    after = put(grid, good.cell, good.number)
    full = [line for line in box_lines(good.cell) if sum(ticks(after, line)) == SIZE - 1]
    if full and good.ticked:
        return weighted(gain, "fills_line", "points - other_points", line=full[0], **figures)
    # A line's later boxes bring more points than its first.
    line = max(box_lines(good.cell), key=lambda line: line_gain(grid, after, line))
    count = sum(ticks(after, line))
    if not bad.ticked:
        kind = "ticks_several" if len(good.ticked) > 1 else "ticks_later" if points > 1 else "ticks_only"
        return weighted(gain, kind, "points", line=line, ticks=count, **figures)
    if len(good.ticked) > len(bad.ticked):
        return weighted(gain, "ticks_more", "points - other_points", **figures)
    return weighted(gain, "ticks_richer", "points - other_points", line=line, ticks=count, **figures)


def line_gain(before: Grid, after: Grid, line: str) -> int:
    """Return the points that the boxes of a row or column gain by an entry."""
    return TICK_POINTS[sum(ticks(after, line))] - TICK_POINTS[sum(ticks(before, line))]


def box_lines(cell: int) -> list[str]:
    """Return the row and the column of a circle."""
    return [line for line in LINES_AT[cell] if line in BOX_LINES]


def most_ticks(grid: Grid, line: str) -> int:
    """Return the maximum number of ticks that a row or column can still get."""
    first, *rest = ([number] if number else list(SUMS) for number in numbers(grid, line))
    most = dict.fromkeys(first, 0)
    for possible in rest:
        most = {number: max(count + (abs(number - other) == 1) for other, count in most.items()) for number in possible}
    return max(most.values())


def dead_reasons(grid: Grid, good: EntryEffect, bad: EntryEffect, lines: LineValues) -> Reasons:
    """Yield the boxes that the worse entry leaves empty for good, and the points that its row or column loses.

    Both are named only if the line loses a box elsewhere.
    """
    capped = list(capped_lines(grid, good, bad, lines))
    yield from capped
    named = {cell for _, reason in capped for cell in LINES[reason.figures["line"]]}
    if len(bad.dead) <= len(good.dead) or named.intersection(bad.dead):
        return
    beside = sorted({grid[cell] for cell in bad.dead})
    killed = {line for line in box_lines(bad.cell) for cell in bad.dead if cell in LINES[line]}
    weight = fsum(lines[line] for line in killed) if lines else BOX_WEIGHT * (len(bad.dead) - len(good.dead))
    figures: dict[str, Any] = {
        "number": bad.number, "cell": CELLS[bad.cell], "count": len(bad.dead), "numbers": beside,
        "other_cell": CELLS[good.cell], "other_count": len(good.dead),
    }  # fmt: skip
    if good.dead or len(bad.dead) > 1:
        yield harm(weight, "dead_more" if good.dead else "dead_several", **figures)
    else:
        yield from (lost_box_reason(grid, bad, line, beside[0], weight) for line in killed)


def capped_lines(grid: Grid, good: EntryEffect, bad: EntryEffect, lines: LineValues) -> Reasons:
    """Yield the row or column with ticks that can get fewer boxes after the worse entry."""
    after, other = put(grid, good.cell, good.number), put(grid, bad.cell, bad.number)
    for line in box_lines(bad.cell):
        most, other_most, ticked = most_ticks(after, line), most_ticks(other, line), sum(ticks(grid, line))
        if ticked and most == most_ticks(grid, line) and most > other_most:
            beside = [grid[cell] for cell in bad.dead if cell in LINES[line]]
            lost = TICK_POINTS[most] - TICK_POINTS[other_most]
            yield harm(
                lines.get(line, LINE_SHARE * lost), "dead_in_line" if beside else "caps_line", "other_points - points",
                line=line, number=bad.number, cell=CELLS[bad.cell], count=other_most,
                points=TICK_POINTS[other_most], other_count=most,
                other_points=TICK_POINTS[most], numbers=beside,
            )  # fmt: skip


def neighbour_reasons(
    game: KnappDaneben, grid: Grid, seat: int, good: EntryEffect, bad: EntryEffect, lines: LineValues
) -> Reasons:
    """Yield the reasons from the free neighbouring circles.

    :param lines: the points by which each line is better after the better entry, if known.
    """
    after = put(grid, good.cell, good.number)
    for cell, number in good.pairs.items():
        if cell not in bad.pairs:
            yield weighted(
                0.1 * roll_count(number),
                "two_at_once",
                number=good.number,
                outs=numbers_for(after, cell, 2),
                cell=CELLS[cell],
                other_cell=CELLS[good.cell],
                chance=tick_chance(game, after, seat, 2, [cell]),
            )
    # Two numbers that are neither equal nor two apart have no number beside both.
    spoilt = [
        (cell, grid[other])
        for cell in bad.open
        for other in NEIGHBOURS[cell]
        if other != bad.cell and grid[other] and cell != good.cell and abs(grid[other] - bad.number) not in (0, 2)
    ]
    if spoilt and len(spoilt) > len(bad.pairs):
        cell, other = spoilt[0]
        yield harm(0.4, "no_longer_both", number=bad.number, other_number=other, cell=CELLS[cell])
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
    counts = {
        "number": good.number, "cell": CELLS[good.cell], "count": len(good.open), "other_cell": CELLS[bad.cell],
        "other_count": len(bad.open), "ways": way_count,
    }  # fmt: skip
    if len(good.open) > len(bad.open):
        yield weighted(0.2, "more_open", **counts)
    elif len(good.open) < len(bad.open):
        if way_count > MAX_SUMS:
            yield weighted(FEWER_OPEN_WEIGHT, "fewer_open", **counts)
        elif way_count == other_way_count:
            # Among many free neighbours a number beside which few sums fit is a bad start for its lines.
            lost = fsum(lines.get(line, 0.0) for line in empty_lines(grid, bad.cell))
            yield harm(max(FEWER_OPEN_WEIGHT, lost), "rare_at_edge", **counts)


def colour_reasons(game: KnappDaneben, grid: Grid, seat: int, good: EntryEffect, bad: EntryEffect) -> Reasons:
    """Yield the reasons from the colours of the circles.

    A circle of the player's own colour accepts any partner's die, another one only the die of its colour.
    """
    own, layout = game.colour(seat), game.options["layout"]
    colour, other_colour = layout[good.cell], layout[bad.cell]
    free = Counter(circle for circle, number in zip(layout, grid, strict=True) if not number)
    if other_colour == own != colour:
        kind = "keeps_last_own" if free[own] == 1 else "keeps_own"
        chance, other_chance = (tick_chance(game, grid, seat, 1, [each.cell]) for each in (bad, good))
        yield weighted(
            0.25 + 1.2 / free[own], kind, cell=CELLS[bad.cell], other_cell=CELLS[good.cell], count=free[own],
            other_colour=colour,
            **({"chance": chance, "other_chance": other_chance} if chance > other_chance > 0 else {}),
        )  # fmt: skip
    elif other_colour != own and other_colour != colour and free[other_colour] == 1 < sum(free.values()):
        yield weighted(0.4, "last_of_colour", cell=CELLS[bad.cell], colour=other_colour)


def next_round_reason(game: KnappDaneben, grid: Grid, seat: int, good: EntryEffect, bad: EntryEffect) -> Reasons:
    """Yield the probability that the next round can tick boxes, after each entry."""
    after = [put(grid, each.cell, each.number) for each in (good, bad)]
    for count, kind in ((2, "next_two"), (1, "next_round")):
        chance, other_chance = (tick_chance(game, each, seat, count) for each in after)
        if chance - other_chance > MIN_CHANCE_DIFFERENCE:
            yield weighted(
                BOX_WEIGHT * count * (chance - other_chance), kind, chance=chance, other_chance=other_chance,
                number=good.number, cell=CELLS[good.cell], other_number=bad.number, other_cell=CELLS[bad.cell],
                **waiting_cells(after[0], after[1], count),
            )  # fmt: skip


def waiting_cells(after: Grid, other: Grid, count: int) -> dict[str, list[str]]:
    """Return the free circles in which a number ticks that many boxes only after the better entry, if they are few.

    They have another name if numbers in other circles do so, too.
    """
    possible = [cell for cell in range(len(CELLS)) if boxes_at(after, cell) >= count]
    found = [CELLS[cell] for cell in possible if boxes_at(other, cell) < count]
    name = "waiting_cells" if len(found) == len(possible) else "further_cells"
    return {name: found} if 0 < len(found) <= MAX_WAITING else {}


def boxes_at(grid: Grid, cell: int) -> int:
    """Return the most boxes that one number ticks in a circle; 0 if it is filled."""
    return 0 if grid[cell] else max(boxes_of_numbers(grid, cell).values(), default=0)


def numbers_for(grid: Grid, cell: int, count: int) -> list[int]:
    """Return the numbers that tick at least that many boxes in a free circle."""
    return sorted(total for total, boxes in boxes_of_numbers(grid, cell).items() if boxes >= count)


def boxes_of_numbers(grid: Grid, cell: int) -> dict[int, int]:
    """Return the numbers that tick boxes in a free circle, with their number of boxes."""
    beside = Counter(grid[other] + step for other in NEIGHBOURS[cell] if grid[other] for step in (-1, 1))
    return {total: boxes for total, boxes in beside.items() if total in SUMS}


def tick_chance(
    game: KnappDaneben, grid: Grid, seat: int, count: int, cells: Iterable[int] = range(len(CELLS))
) -> float:
    """Return the probability that the next roll allows an entry in these circles that ticks at least `count` boxes.

    A circle of the player's own colour takes the sum with any of the four other dice, so it is filled more often than
    the 36 pairs of two dice say.
    """
    own, layout = game.colour(seat), game.options["layout"]
    wanted = {colour: set[int]() for colour in COLOURS}
    for cell in cells:
        if grid[cell]:
            continue
        sums = numbers_for(grid, cell, count)
        # A sum with any partner's die fits a circle of the player's own colour.
        for colour in COLOURS if layout[cell] == own else (layout[cell],):
            wanted[colour].update(sums)
    chance = 0.0
    for die in FACES:
        misses = (1 - sum(die + other in wanted[colour] for other in FACES) / 6 for colour in COLOURS if colour != own)
        chance += (1 - prod(misses)) / 6
    return chance
