"""Reasons that Knister and Knaster share: the effect of an entry on all lines through two cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum, inf
from typing import Any

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.all_lines import MIN_LINE_POINTS, Part, numbers_of
from knobel.coach.reasons.both_cells import lesser_harm_reason, new_lines_reason
from knobel.coach.reasons.line_changes import (
    MIN_DIFFERENCE,
    GridScoring,
    LineChange,
    figures_of,
    line_changes,
    without_equal,
    worth,
)
from knobel.coach.reasons.line_expectation import line_numbers, line_rolls
from knobel.coach.reasons.line_reasons import (
    MAX_WAYS,
    MIN_HOPE,
    MIN_SHARED_GAIN,
    gain_reasons,
    harm_reasons,
    last_number_reason,
)
from knobel.coach.reasons.reason import Reason, Reasons, Role, chance_of_any, harm, roll_count, weighted
from knobel.dice import FACES
from knobel.games.grid import CELL, CELLS, LINES_AT, SIZE, SUMS, Grid
from knobel.games.tuples import put

MAX_DEAD_SHARE = 0.4
"""Share of the best combination's value up to which a line is nearly worthless."""
DEAD_SHARE = 0.45
"""Share of what other lines are spared that a worthless line explains: a reason must name them, too."""
MUCH_SHARE = 0.6
"""Share of the best combination's value from which a line that lacks one number is named although it is not better."""
MIN_WAITING = 0.6
"""Probability from which a line that could be completed now can wait."""
CAN_WAIT = frozenset({"completes_any", "completes_later", "completes_waits"})
"""Kinds of reasons which say that later numbers probably complete a line as well."""
MIN_NAMED_CHANCE = 0.01
"""Minimum change of the probability of a combination that is named."""
MIN_ROLLS_DIFFERENCE = 4
"""Minimum difference in the number of rolls, of 36, that complete a line."""
ALL_ROLLS = len(FACES) ** 2
NEXT_ROLL_SHARE = 1 / ALL_ROLLS
"""Weight of a roll that completes a line directly, as a share of the line's value."""


def preparation(scoring: GridScoring) -> Iterator[None]:
    """Compute in steps the values of lines that the reasons need, from the empty grid on."""
    # An entered number leaves a line one roll more beyond those that fill it.
    return scoring.expectation.preparation(line_rolls(SIZE, len(CELLS) - 1) + 1)


def entry_reasons(
    scoring: GridScoring, grid: Grid, number: int, cells: tuple[str, str], lines: LineValues | None = None
) -> Reasons:
    """Yield the reasons why a number is better in the first cell than in the second.

    :param lines: the points by which each line is better after the first entry; None: by each line on its own.
    """
    better, worse = cells
    ours = line_changes(scoring, grid, number, better, worse, lines)
    theirs = line_changes(scoring, grid, number, worse, better, lines, harmed=True)
    gained, spared = without_equal(ours, theirs)
    several = len(completed_lines(scoring, gained)) > 1
    yield from gain_reasons(scoring, [each for each in gained if not (several and len(each.after) == SIZE)])
    # What harms a line of the better cell as well is no reason.
    both = {reason.kind for _, reason in harm_reasons(scoring, line_changes(scoring, grid, number, better, worse))}
    both.discard("better_number")
    harms = [each for each in harm_reasons(scoring, spared) if each[1].kind not in both]
    yield from harms
    yield from together_reasons(scoring, number, gained, spared)
    yield from empty_lines_reason(spared, gained)
    told = {reason.figures["line"] for _, reason in harms}
    yield from new_lines_reason(scoring, ours, [each for each in spared if each.line not in told])
    yield from lesser_harm_reason(scoring, gained, spared)
    yield from next_roll_reason(scoring, grid, number, cells)
    yield from kept_place_reason(scoring, grid, better, worse, number)


def empty_lines_reason(spared: Sequence[LineChange], gained: Sequence[LineChange]) -> Reasons:
    """Yield the empty lines through the worse cell that are worth more without the number, if they are more.

    An entry that begins as many lines itself leaves no more of them empty.
    """
    empty = [change for change in spared if not change.before and change.weight >= MIN_LINE_POINTS]
    if len(empty) > sum(not change.before for change in gained):
        lines = [change.line for change in empty]
        weight = fsum(change.weight for change in empty)
        yield weighted(weight, "stay_empty", "", Role.SUMMARY, lines=lines, count=len(lines))


def completed_reasons(
    scoring: GridScoring, grid: Grid, number: int, better: str | None, worse: str | None
) -> Iterator[Reason]:
    """Yield the lines that a number completes with a combination in the cells; those of the second cell may wait.

    :param better: None if the better action enters no number, as `worse` for the other one.
    """
    ours, theirs = (
        [
            (figures, waiting_line(scoring, change, figures))
            for change, figures in completed_in(scoring, grid, number, *cells)
        ]
        for cells in ((better, worse), (worse, better))
    )
    # That a line can wait is no reason if the line that the better cell completes can wait, too.
    waiting, other_waiting = (
        [figures["worth"] for figures, reason in each if reason.kind in CAN_WAIT] for each in (ours, theirs)
    )
    for figures, reason in theirs:
        if reason.kind not in CAN_WAIT or not waiting:
            yield reason
        elif figures["worth"] not in waiting:
            yield Reason("completes_though", figures)
    for figures, reason in ours:
        if reason.kind not in CAN_WAIT or figures["worth"] not in other_waiting:
            yield Reason("completes", figures)


def completed_in(
    scoring: GridScoring, grid: Grid, number: int, cell: str | None, other: str | None
) -> Iterator[tuple[LineChange, dict[str, Any]]]:
    """Yield the lines that a number completes with a combination in a cell, but not in the other one."""
    for change in () if cell is None else line_changes(scoring, grid, number, cell, other):
        combination = scoring.expectation.kind(tuple(sorted(change.after))) if len(change.after) == SIZE else None
        if combination and scoring.expectation.now(change.after) >= scoring.least:
            yield change, figures_of(scoring, change, combination)


def waiting_line(scoring: GridScoring, change: LineChange, figures: dict[str, Any]) -> Reason:
    """Return that a line could be completed now, and how likely later numbers make it worth as much."""
    value = scoring.expectation.now(change.after)
    outs = [number for number in SUMS if scoring.expectation.now((*change.before, number)) >= value]
    ways = sum(map(roll_count, outs))
    chance = chance_of_any(ways, change.left)
    if ways == ALL_ROLLS:
        return Reason("completes_any", figures | richer_numbers(scoring, change, value))
    if chance < MIN_WAITING:
        return Reason("completes_though", figures)
    if not scoring.all_rolls_enter:
        return Reason("completes_later", figures | {"outs": outs, "ways": ways})
    return Reason("completes_waits", figures | {"outs": outs, "chance": chance, "count": change.left})


def lacking_one(
    scoring: GridScoring, grid: Grid, number: int, better: str | None, worse: str | None
) -> Iterator[Reason]:
    """Yield the lines that a number leaves one number short of much in the two cells; that of the second is granted."""
    much = MUCH_SHARE * max(scoring.expectation.values.values())
    for cell, other, least in ((worse, better, MIN_SHARED_GAIN), (better, worse, -inf)):
        changes = () if cell is None else line_changes(scoring, grid, number, cell, other)
        four = [each for each in changes if len(each.after) == SIZE - 1 and each.gain >= least]
        short = [each for each in four if scoring.expectation.best(each.after)[1] >= much]
        found = [last_number_reason(scoring, each)[1] for each in short]
        rich = [
            each for each in found if scoring.expectation.values.get(each.figures.get("combination", ""), 0) >= much
        ]
        for reason in sorted(rich, key=lambda each: -each.figures["ways"])[:1]:
            yield Reason("lacks_one_though", reason.figures) if cell == worse else reason


def richer_numbers(scoring: GridScoring, change: LineChange, value: int) -> dict[str, Any]:
    """Return the numbers that make a line of four worth more than a value, and the least that they make."""
    values = {number: scoring.expectation.now((*change.before, number)) for number in SUMS}
    outs = [number for number in SUMS if values[number] > value]
    if not outs:
        return {}
    worths = {values[number] for number in outs}
    name = "more_worth" if len(worths) == 1 else "least_worth"
    least = {scoring.unit: scoring.factors[change.line] * min(worths)}
    return {"more_outs": outs, "more_ways": sum(map(roll_count, outs)), name: least}


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
        yield harm(
            -scoring.unit_points * totals[best], "fits_nowhere", number=number, cell=best,
            expected={scoring.unit: -totals[best]},
        )  # fmt: skip
    yield from harm_reasons(scoring, line_changes(scoring, grid, number, cell, lines=lines, harmed=True))


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
            capped(scoring, helped), "serves_lines", "", Role.SUMMARY, cell=better, number=number,
            lines=[change.line for change in helped], line_gains=line_parts(scoring, helped, gains=True),
        )  # fmt: skip
    hurt = [change for change in spared if -change.gain >= MIN_SHARED_GAIN]
    if len(hurt) > 1:
        yield weighted(
            capped(scoring, hurt), "harms_several", "", Role.HARM | Role.SUMMARY, cell=worse, number=number,
            lines=[change.line for change in hurt], line_losses=line_parts(scoring, hurt, gains=False),
        )  # fmt: skip
    yield from dead_line_reason(scoring, number, gained, spared)


def line_parts(scoring: GridScoring, changes: Sequence[LineChange], *, gains: bool) -> list[dict[str, Any]]:
    """Return lines, each with its numbers and the combination that a number makes likelier or less likely."""
    return [part_of_line(scoring, change, gains=gains) for change in changes]


def entered_part(
    scoring: GridScoring, grid: Grid, number: int, better: str | None, worse: str | None
) -> Callable[[str, bool], Part]:
    """Return a function that tells how a line gains by a number in the better cell, or loses by it in the other one.

    It states nothing of empty lines, of those that the number fills for the better, and of those that it completes or
    fills with the most that they could become.
    """
    numbers_in = numbers_of(grid)

    def part(line: str, gains: bool) -> Part:
        cell = better if gains else worse
        if cell is None:
            return numbers_in(line, gains)
        [change] = [each for each in line_changes(scoring, grid, number, cell) if each.line == line]
        fills_well = len(change.after) == SIZE and (gains or not is_bad_end(scoring, change))
        if fills_well or not change.before:
            return None
        return part_of_line(scoring, change, gains=gains) if gains == (change.gain > 0) else numbers_in(line, gains)

    return part


def is_bad_end(scoring: GridScoring, change: LineChange) -> bool:
    """True if a number fills a line without a combination that counts, although more was possible."""
    value = scoring.expectation.now(change.after)
    return value < min(scoring.least, scoring.expectation.best(change.before)[1])


def part_of_line(scoring: GridScoring, change: LineChange, *, gains: bool) -> dict[str, Any]:
    """Return a line with its numbers, and the combination of which the number changes the probability most.

    `change` says that it is `made`, `lost` for good, or the line is `full` without it, though `outs` would
    make it.
    """
    part: dict[str, Any] = {"line": change.line, "numbers": list(change.before)}
    if len(change.after) == SIZE:
        made = scoring.expectation.kind(tuple(sorted(change.after)))
        if gains and scoring.expectation.now(change.after) > 0:
            return part | {"combination": made, "change": "made"}
        wanted, *_ = scoring.expectation.main_difference(change.before, change.after, change.rolls)
        outs = [n for n in SUMS if scoring.expectation.kind(tuple(sorted((*change.before, n)))) == wanted]
        return part | {"combination": wanted, "outs": outs, "change": "full"}
    likelier, other = (change.after, change.before) if gains else (change.before, change.after)
    combination, chance, other_chance = scoring.expectation.main_difference(likelier, other, change.rolls)
    if chance - other_chance < MIN_NAMED_CHANCE or chance < MIN_HOPE:
        return part
    return part | {"combination": combination} | ({} if gains or other_chance else {"change": "lost"})


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
    lost = DEAD_SHARE * fsum(change.weight for change in spared)
    if not weak or lost < DEAD_SHARE * MIN_SHARED_GAIN:
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
    """Yield the rolls that complete a line through its cell with a combination directly after each entry."""
    after = [put(grid, CELL[cell], number) for cell in cells]
    lines = [
        [line for line in LINES_AT[CELL[cell]] if completing_sums(scoring, each, [line])]
        for cell, each in zip(cells, after, strict=True)
    ]
    ways = [sum(map(roll_count, completing_sums(scoring, *each))) for each in zip(after, lines, strict=True)]
    if ways[0] - ways[1] >= MIN_ROLLS_DIFFERENCE and ways[0] <= MAX_WAYS:
        yield weighted(
            NEXT_ROLL_SHARE * scoring.unit_points * scoring.least * (ways[0] - ways[1]),
            "next_roll" if ways[1] else "next_roll_none", cell=cells[0], other_cell=cells[1],
            ways=ways[0], other_ways=ways[1], lines=lines[0], other_lines=lines[1],
            worth={scoring.unit: scoring.least},
        )  # fmt: skip


def completing_sums(scoring: GridScoring, grid: Grid, lines: Iterable[str]) -> set[int]:
    """Return the numbers that complete one of some lines with a combination that counts."""
    found = set[int]()
    for line in lines:
        held = line_numbers(grid, line)
        if len(held) == SIZE - 1:
            found.update(
                n for n in SUMS if scoring.factors[line] * scoring.expectation.now((*held, n)) >= scoring.least
            )
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
        full = max(completed_lines(scoring, changes), key=lambda each: each.gain, default=None)
        completed = figures_of(scoring, full, scoring.expectation.kind(tuple(sorted(full.after))) or "") if full else {}
        yield harm(
            3 * scoring.unit_points * weight, "place_to_complete" if full else "place_for",
            **completed | {"cell": worse, "number": number, "other_number": wanted, "ways": roll_count(wanted)},
            lines=[each.line for each in changes if each != full],
        )  # fmt: skip
