"""Reasons that Knister and Knaster share: the effect of an entry on the lines through two cells."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.line_expectation import (
    LineExpectation,
    fits_straight,
    line_numbers,
    line_rolls,
    missing_numbers,
)
from knobel.coach.reasons.reason import Reasons, WeightedReason, chance_of_any, roll_count, weighted
from knobel.dice import FACES
from knobel.games.grid import CELL, CELLS, LINES_AT, SIZE, Grid
from knobel.games.tuples import put

MIN_DIFFERENCE = 0.1
"""Minimum difference in a line's expected value that is a reason."""
MIN_OFFSET = 0.25
"""Points that equal lines through two cells must explain together in order to be named."""
MAX_NAMED_NUMBERS = 3
"""Maximum number of missing numbers of a combination that are named."""
MIN_SHARED_GAIN = 0.3
"""Minimum gain of each of several lines that a number helps."""
MAX_DEAD_SHARE = 0.4
"""Share of the best combination's value up to which a line is nearly worthless."""
MIN_ROLLS_DIFFERENCE = 4
"""Minimum difference in the number of rolls, of 36, that complete a line."""
OWN_MEANS = frozenset({"builds_chance", "harms_chance", "harms_diagonal", "starts_diagonal", "starts_line"})
"""Kinds of reasons whose figures are means or probabilities of a line on its own."""
ALL_ROLLS = len(FACES) ** 2
NEXT_ROLL_SHARE = 1 / ALL_ROLLS
"""Weight of a roll that completes a line directly, as a share of the line's value."""
MAX_WAYS = 26
"""Maximum number of rolls, of 36, that a reason names as completing a line, if there is a choice."""
ALMOST_CERTAIN = 0.99
"""Probability from which the number of rolls left does not matter."""
CENTRE = CELL["c3"]
CENTRE_WEIGHT = 0.1
"""Weight of keeping a line through the centre free."""
SUMS = range(2, 13)


@dataclass(frozen=True)
class GridScoring:
    """Scoring of lines: expected values, the factor of each line, the unit, and the minimum value that counts.

    `all_rolls_enter`: each remaining roll fills a cell, so that the number of rolls left is known. `unit_points`: the
    points that a unit is worth.
    """

    expectation: LineExpectation
    factors: Mapping[str, int]
    unit: str
    least: int
    all_rolls_enter: bool
    unit_points: float = 1.0


class LineChange(NamedTuple):
    """A number in a cell of a line: the numbers without and with it, and the gain in expected value.

    `left`: the number of rolls left. `rolls`: those that the line gets, the same without and with the number.
    `weight`: the points of the difference between two actions that the change explains; negative for the action played.
    """

    line: str
    cell: str
    number: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    left: int
    rolls: int
    gain: float
    weight: float

    def same_numbers(self, other: "LineChange") -> bool:
        """True if the other line holds the same numbers, counts as much, and offsets what this one explains."""
        equal = sorted(self.before) == sorted(other.before) and abs(self.gain - other.gain) < MIN_DIFFERENCE
        return equal and abs(self.weight + other.weight) < MIN_OFFSET


def preparation(scoring: GridScoring) -> Iterator[None]:
    """Compute in steps what the reasons at an empty grid and later ones need of lines."""
    # An entered number leaves a line one roll more beyond those that fill it.
    return scoring.expectation.preparation(line_rolls(SIZE, len(CELLS) - 1) + 1)


def line_changes(
    scoring: GridScoring,
    grid: Grid,
    number: int,
    cell: str,
    other: str | None = None,
    lines: LineValues | None = None,
    *,
    harmed: bool = False,
) -> list[LineChange]:
    """Return the changes of the lines through a cell, without those that run through the other cell, too.

    :param lines: the points by which each line is better after the better action, if they are known.
    :param harmed: True for the cell of the action played, of which the harm explains the difference.
    """
    left = grid.count(0) - 1
    changes = []
    for line in LINES_AT[CELL[cell]]:
        if other is not None and line in LINES_AT[CELL[other]]:
            continue
        before = line_numbers(grid, line)
        after = (*before, number)
        rolls = line_rolls(SIZE - len(before), left)
        value = scoring.expectation.value
        gain = scoring.factors[line] * (value(after, rolls) - value(before, rolls))
        alone = scoring.unit_points * (-gain if harmed else gain)
        weight = alone if lines is None else lines[line]
        changes.append(LineChange(line, cell, number, before, after, left, rolls, gain, weight))
    return changes


def without_equal(gained: list[LineChange], spared: list[LineChange]) -> tuple[list[LineChange], list[LineChange]]:
    """Return the changes that the two cells do not have in common."""
    rest, others = [], list(spared)
    for change in gained:
        equal = [other for other in others if change.same_numbers(other)]
        if equal:
            others.remove(equal[0])
        else:
            rest.append(change)
    return rest, others


def entry_reasons(
    scoring: GridScoring, grid: Grid, number: int, cells: tuple[str, str], lines: LineValues | None = None
) -> Reasons:
    """Yield the reasons why a number is better in the first cell than in the second.

    :param lines: the points by which each line is better after the first entry; None: by each line on its own.
    """
    better, worse = cells
    gained, spared = without_equal(
        line_changes(scoring, grid, number, better, worse, lines),
        line_changes(scoring, grid, number, worse, better, lines, harmed=True),
    )
    several = len(completed_lines(scoring, gained)) > 1
    yield from gain_reasons(scoring, [each for each in gained if not (several and len(each.after) == SIZE)])
    yield from harm_reasons(scoring, spared)
    yield from together_reasons(scoring, number, gained, spared)
    yield from next_roll_reason(scoring, grid, number, cells)
    yield from kept_place_reason(scoring, grid, better, worse, number)
    central = set(LINES_AT[CENTRE])
    if not central.intersection(LINES_AT[CELL[better]]):
        for line in central.intersection(LINES_AT[CELL[worse]]):
            yield weighted(CENTRE_WEIGHT, "centre_line", cell=better, other_cell=worse, line=line, number=number)


def gain_reasons(scoring: GridScoring, changes: Sequence[LineChange]) -> Reasons:
    """Yield how a number helps lines; for a line that gains only together with others, by how much."""
    for change in changes:
        found = build_reason(scoring, change) if change.gain >= MIN_DIFFERENCE else None
        if found and not understates(scoring, change, found):
            yield found
        elif change.weight >= MIN_SHARED_GAIN:
            yield line_reason("line_gains", change)


def harm_reasons(scoring: GridScoring, changes: Sequence[LineChange]) -> Reasons:
    """Yield how a number harms lines; for a line that loses only together with others, by how much."""
    for change in changes:
        found = harm_reason(scoring, change) if -change.gain >= MIN_DIFFERENCE else None
        if found and not understates(scoring, change, found):
            yield found
        elif change.weight >= MIN_SHARED_GAIN:
            yield bad_start(scoring, change) or line_reason("line_loses", change)


def bad_start(scoring: GridScoring, change: LineChange) -> WeightedReason | None:
    """Return the combination that a first number makes less likely in a line; None if it makes none less likely."""
    if change.before:
        return None
    combination, chance, other_chance = scoring.expectation.main_difference((), change.after, change.rolls)
    if (chance - other_chance) * scoring.expectation.values[combination] < MIN_DIFFERENCE:
        return None
    figures = figures_of(scoring, change, combination)
    return weighted(change.weight, "bad_start", chance=chance, other_chance=other_chance, mean=change.weight, **figures)


def understates(scoring: GridScoring, change: LineChange, found: WeightedReason) -> bool:
    """True if the means of a reason about a line on its own show less than half of what the line contributes."""
    return found[1].kind in OWN_MEANS and scoring.unit_points * abs(change.gain) < change.weight / 2


def line_reason(kind: str, change: LineChange) -> WeightedReason:
    """Return by how much a line is worth more or less, by the values of the engine."""
    figures = {"line": change.line, "cell": change.cell, "number": change.number, "mean": change.weight}
    if not change.before:
        return weighted(change.weight, f"{kind}_empty", **figures)
    return weighted(change.weight, kind, numbers=sorted(change.before), **figures)


def build_reasons(scoring: GridScoring, grid: Grid, number: int, cell: str, lines: LineValues | None = None) -> Reasons:
    """Yield how a number in a cell helps its lines, compared with no entry."""
    yield from gain_reasons(scoring, line_changes(scoring, grid, number, cell, lines=lines))


def unfit_reasons(scoring: GridScoring, grid: Grid, number: int, cell: str, lines: LineValues | None = None) -> Reasons:
    """Yield why a number should not be entered at all: the harm in the cell, and in the best cell for it."""
    totals = {
        other: fsum(change.gain for change in line_changes(scoring, grid, number, other))
        for other, held in zip(CELLS, grid, strict=True)
        if not held
    }
    best = max(totals, key=totals.__getitem__)
    if totals[best] < -MIN_DIFFERENCE:
        yield weighted(
            -scoring.unit_points * totals[best], "fits_nowhere", number=number, cell=best,
            expected={scoring.unit: -totals[best]},
        )  # fmt: skip
    yield from harm_reasons(scoring, line_changes(scoring, grid, number, cell, lines=lines, harmed=True))


def figures_of(scoring: GridScoring, change: LineChange, combination: str) -> dict[str, Any]:
    """Return the figures that reasons about one line have in common."""
    return {
        "line": change.line,
        "number": change.number,
        "cell": change.cell,
        "combination": combination,
        "worth": worth(scoring, change.line, combination),
    }


def worth(scoring: GridScoring, line: str, combination: str) -> dict[str, int]:
    """Return the value of a combination in a line, by its unit."""
    return {scoring.unit: scoring.factors[line] * scoring.expectation.values[combination]}


def build_reason(scoring: GridScoring, change: LineChange) -> WeightedReason:
    """Return how a number helps a line."""
    expectation, before, after = scoring.expectation, change.before, change.after
    combination, chance, other_chance = expectation.main_difference(after, before, change.rolls)
    figures = figures_of(scoring, change, combination)
    if len(after) == SIZE:
        return weighted(change.weight, "completes", **figures)
    if len(after) == SIZE - 1:
        return last_number_reason(scoring, change)
    needed = missing_numbers(after, combination)
    named = 0 < len(needed) <= MAX_NAMED_NUMBERS
    equal = before.count(change.number)
    if equal and named and not combination.startswith("straight"):
        return weighted(change.weight, "pairs_up" if equal == 1 else "third_equal", needed=needed, **figures)
    if before and named and combination.startswith("straight"):
        return weighted(change.weight, "fits_straight", numbers=sorted(before), needed=needed, **figures)
    return weighted(change.weight, "builds_chance", chance=chance, other_chance=other_chance, **figures)


def last_number_reason(scoring: GridScoring, change: LineChange) -> WeightedReason:
    """Return the numbers that complete a line of four, with the minimum value of the line with them.

    Of the possible values, the one that makes most of the mean is named, if it is not nearly certain.
    """
    values = {number: scoring.expectation.now((*change.after, number)) for number in SUMS}
    ways_by_value = {
        value: sum(roll_count(number) for number in SUMS if values[number] >= value)
        for value in values.values()
        if value
    }
    value = max(ways_by_value, key=lambda value: (ways_by_value[value] <= MAX_WAYS, value * ways_by_value[value]))
    outs, ways = [number for number in SUMS if values[number] >= value], ways_by_value[value]
    figures = {
        "line": change.line,
        "number": change.number,
        "cell": change.cell,
        "worth": {scoring.unit: scoring.factors[change.line] * value},
        "outs": outs,
        "ways": ways,
    }
    chance = chance_of_any(ways, change.left)
    if not scoring.all_rolls_enter or chance > ALMOST_CERTAIN:
        return weighted(change.weight, "one_missing_ways", **figures)
    return weighted(change.weight, "one_missing", count=change.left, chance=chance, **figures)


def completing_numbers(expectation: LineExpectation, numbers: tuple[int, ...], combination: str) -> list[int]:
    """Return the fifth numbers that make a line of four that combination."""
    return [number for number in SUMS if expectation.kind((*numbers, number)) == combination]


def harm_reason(scoring: GridScoring, change: LineChange) -> WeightedReason:
    """Return how a number harms a line."""
    expectation, before, after = scoring.expectation, change.before, change.after
    combination, chance, other_chance = expectation.main_difference(before, after, change.rolls)
    figures = figures_of(scoring, change, combination)
    if len(after) == SIZE:
        return closing_reason(scoring, change, figures)
    factor = scoring.factors[change.line]
    means = {
        "expected": {scoring.unit: factor * expectation.value(before, change.rolls)},
        "other_expected": {scoring.unit: factor * expectation.value(after, change.rolls)},
    }
    if not before:
        kind = "starts_diagonal" if factor > 1 else "starts_line"
        return weighted(change.weight, kind, line=change.line, cell=change.cell, number=change.number, **means)
    needed = missing_numbers(before, combination)
    named = 0 < len(needed) <= MAX_NAMED_NUMBERS
    if combination.startswith("straight") and named and not fits_straight(after):
        return weighted(change.weight, "breaks_straight", numbers=sorted(before), needed=needed, **figures)
    if len(before) == 1 and combination.startswith("straight") and not other_chance and not fits_straight(after):
        kind = "same_number" if change.number in before else "too_far"
        return weighted(change.weight, kind, other_number=before[0], chance=chance, **figures)
    (most, times), *_ = Counter(before).most_common()
    best, value = expectation.best(after)
    if value and value < expectation.values[combination] and len(before) > 1:
        rest = {"other_combination": best, "other_worth": worth(scoring, change.line, best)}
        if times > 1 and change.number != most and named:
            kind = "spoils_pair" if times == 2 else "spoils_three"
            return weighted(change.weight, kind, other_number=most, needed=needed, **rest, **figures)
        return weighted(change.weight, "caps", chance=chance, **rest, **figures)
    if factor > 1:
        return weighted(
            change.weight, "harms_diagonal", line=change.line, cell=change.cell, number=change.number, **means
        )
    if not other_chance:
        return weighted(change.weight, "ruins_chance", chance=chance, other_chance=other_chance, **figures)
    return weighted(change.weight, "harms_chance", chance=chance, other_chance=other_chance, **figures)


def closing_reason(scoring: GridScoring, change: LineChange, figures: dict[str, Any]) -> WeightedReason:
    """Return the combination of a line that the entry fills, and the combination that other numbers would make."""
    outs = completing_numbers(scoring.expectation, change.before, figures["combination"])
    figures = figures | {"outs": outs, "ways": sum(map(roll_count, outs))}
    shown = scoring.expectation.kind(change.after)
    if shown is None or not scoring.expectation.now(change.after):
        return weighted(change.weight, "closes_empty", **figures)
    return weighted(
        change.weight, "closes_low", **figures, other_combination=shown, other_worth=worth(scoring, change.line, shown)
    )


def together_reasons(
    scoring: GridScoring, number: int, gained: Sequence[LineChange], spared: Sequence[LineChange]
) -> Reasons:
    """Yield the reasons from all lines through the cells together."""
    if not gained or not spared:
        return
    better, worse = gained[0].cell, spared[0].cell
    helped = [change for change in gained if change.gain >= MIN_SHARED_GAIN]
    full = completed_lines(scoring, gained)
    if len(full) > 1:
        total = fsum(scoring.factors[each.line] * scoring.expectation.now(each.after) for each in full)
        yield weighted(
            fsum(change.weight for change in full), "completes_several", cell=better,
            lines=[change.line for change in full], worth={scoring.unit: total},
        )  # fmt: skip
    elif len(helped) > 1:
        yield weighted(
            capped(scoring, helped), "serves_lines", cell=better, number=number,
            lines=[change.line for change in helped],
            expected={scoring.unit: fsum(change.gain for change in helped)},
        )  # fmt: skip
    gain, other_gain = (fsum(change.gain for change in changes) for changes in (gained, spared))
    explained = fsum(change.weight for change in (*gained, *spared))
    explained = min(explained, scoring.unit_points * (gain - other_gain))
    hurt = [change for change in spared if -change.gain >= MIN_SHARED_GAIN]
    if len(hurt) > 1 and other_gain < gain < 0:
        yield weighted(
            explained, "costs_less", cell=better, other_cell=worse, number=number,
            expected={scoring.unit: -gain}, other_expected={scoring.unit: -other_gain},
        )  # fmt: skip
    elif len(hurt) > 1:
        yield weighted(
            capped(scoring, hurt), "harms_several", cell=worse, number=number,
            lines=[change.line for change in hurt],
            expected={scoring.unit: fsum(-change.gain for change in hurt)},
        )  # fmt: skip
    if gain - other_gain >= MIN_SHARED_GAIN:
        yield weighted(
            explained, "all_lines", cell=better, other_cell=worse, number=number,
            balance={scoring.unit: gain}, other_balance={scoring.unit: other_gain},
        )  # fmt: skip
    yield from dead_line_reason(scoring, number, gained, spared)


def capped(scoring: GridScoring, changes: Sequence[LineChange]) -> float:
    """Return the points that lines explain together, at most those of each line on its own, which a reason states."""
    alone = scoring.unit_points * fsum(abs(change.gain) for change in changes)
    return min(fsum(change.weight for change in changes), alone)


def completed_lines(scoring: GridScoring, changes: Sequence[LineChange]) -> list[LineChange]:
    """Return the lines that the number completes with a combination."""
    return [change for change in changes if len(change.after) == SIZE and scoring.expectation.now(change.after)]


def dead_line_reason(
    scoring: GridScoring, number: int, gained: Sequence[LineChange], spared: Sequence[LineChange]
) -> Reasons:
    """Yield a line through the better cell whose best possible combination is worth little."""
    expectation = scoring.expectation
    most = max(expectation.values.values())
    weak = [
        change
        for change in gained
        if change.before
        and change.gain < MIN_DIFFERENCE
        and expectation.best(change.before)[1] <= MAX_DEAD_SHARE * most
    ]
    lost = fsum(change.weight for change in spared)
    if not weak or lost < MIN_SHARED_GAIN:
        return
    change = min(weak, key=lambda each: expectation.best(each.before)[1])
    combination, value = expectation.best(change.before)
    figures = {"line": change.line, "cell": change.cell, "number": number, "other_cell": spared[0].cell}
    if not value:
        yield weighted(lost, "dead_line", **figures)
    else:
        yield weighted(
            lost, "weak_line", combination=combination, worth=worth(scoring, change.line, combination), **figures
        )


def next_roll_reason(scoring: GridScoring, grid: Grid, number: int, cells: tuple[str, str]) -> Reasons:
    """Yield the number of rolls that complete a line with a combination directly after each entry."""
    ways = [sum(map(roll_count, completing_sums(scoring, put(grid, CELL[cell], number)))) for cell in cells]
    if ways[0] - ways[1] >= MIN_ROLLS_DIFFERENCE:
        combination = min(
            (name for name, value in scoring.expectation.values.items() if value >= scoring.least),
            key=scoring.expectation.values.__getitem__,
        )
        yield weighted(
            NEXT_ROLL_SHARE * scoring.unit_points * scoring.least * (ways[0] - ways[1]),
            "next_roll_any" if ways[0] == ALL_ROLLS else "next_roll", cell=cells[0], other_cell=cells[1],
            ways=ways[0], other_ways=ways[1],
            worth={scoring.unit: scoring.expectation.values[combination]},
        )  # fmt: skip


def completing_sums(scoring: GridScoring, grid: Grid) -> set[int]:
    """Return the numbers that complete a line with a combination that counts."""
    found = set[int]()
    for line, factor in scoring.factors.items():
        held = line_numbers(grid, line)
        if len(held) == SIZE - 1:
            found.update(n for n in SUMS if factor * scoring.expectation.now((*held, n)) >= scoring.least)
    return found


def kept_place_reason(scoring: GridScoring, grid: Grid, better: str, worse: str, number: int) -> Reasons:
    """Yield a number for which the worse cell is the best place, because several of its lines want it."""
    found = []
    for wanted in SUMS:
        if wanted == number:
            continue
        changes = [
            change
            for change in line_changes(scoring, grid, wanted, worse, better)
            if change.before and change.gain >= MIN_SHARED_GAIN
        ]
        if len(changes) > 1:
            found.append((roll_count(wanted) * fsum(each.gain for each in changes) / ALL_ROLLS, wanted, changes))
    if found:
        weight, wanted, changes = max(found, key=lambda each: each[0])
        yield weighted(
            3 * scoring.unit_points * weight, "place_for", cell=worse, number=number, other_number=wanted,
            ways=roll_count(wanted), lines=[each.line for each in changes],
        )  # fmt: skip
