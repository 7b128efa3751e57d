"""Reasons why an entry or a circle is better than another in Knaster."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import fsum
from typing import Any

from knobel.coach.line_values import LineValues, line_differences
from knobel.coach.marked_places import marked_places
from knobel.coach.reasons import grids
from knobel.coach.reasons.all_lines import MAX_NAMED_LINES, largest_lines
from knobel.coach.reasons.grids import (
    MIN_WAITING,
    build_reasons,
    completed_reasons,
    entered_part,
    entry_reasons,
    lacking_one,
    unfit_reasons,
)
from knobel.coach.reasons.line_changes import MIN_DIFFERENCE, GridScoring, line_changes
from knobel.coach.reasons.line_expectation import LineExpectation, line_numbers
from knobel.coach.reasons.reason import (
    NO_VALUES,
    Reason,
    Reasons,
    Role,
    Values,
    WeightedReason,
    chance_of_any,
    harm,
    roll_count,
    weighted,
)
from knobel.core import Game, Move
from knobel.games import knister
from knobel.games.grid import CELL, CELLS, LINES, LINES_AT, SIZE
from knobel.games.knaster import LINE_POINTS, Sheet, circles_due, circles_earned, free_cells, is_circled, write

CIRCLE_WEIGHT = 2.3
"""Weight of a circle: its point and its share of lines, fitted to the engine's differences between two cells."""
COMMON_ROLLS = 4
"""Number of the 36 rolls from which a number is common: it can still be circled later."""
MAX_NAMED_CELLS = 2
"""Maximum number of missing cells that are named."""
MIN_KEPT = 0.3
"""Minimum points that a free cell keeps to be a reason."""
MIN_RICHER = 8
"""Minimum difference in points of the lines through two cells to be a reason, unless the sheet is empty."""
LINE_FACTORS = dict.fromkeys(LINES, 1)
BARE_KINDS = {"strengthens": "line_gains", "weakens": "line_loses", "rules_out": "line_loses"}
"""The kinds of reasons that state only the change of a line's value, by the kinds that also name a combination."""
STRAIGHTS = "straight_with_7", "straight_without_7"


def combination(line: tuple[int, ...]) -> str | None:
    """Return the combination of five numbers that earns circles, None if they earn none."""
    shown = knister.combination(line)
    return None if not circles_earned(line) else "straight" if shown in STRAIGHTS else shown


EXPECTATION = LineExpectation(
    {"five": 3, "straight": 3, "four": 2, "full_house": 2, "three": 1, "two_pairs": 1}, combination
)
SCORING = GridScoring(EXPECTATION, LINE_FACTORS, "circles", least=1, all_rolls_enter=False, unit_points=CIRCLE_WEIGHT)


def preparation(_game: Game[Any]) -> Iterator[None]:
    """Compute in steps the values that the first reasons need."""
    return grids.preparation(SCORING)


def reasons(game: Game[Any], view: Any, seat: int, better: str, worse: str, _values: Values = NO_VALUES) -> Reasons:
    """Yield the reasons for one action rather than the other."""
    sheet, number = view.sheets[seat], sum(view.dice)
    lines = line_differences(game, view, seat, better, worse) or {}
    entered = [action if action in CELL else None for action in (better, worse)]
    yield from largest_lines(
        # A circle harms no line, and a line that the other action brings as far gains nothing.
        {line: points for line, points in lines.items() if better in CELL or advances(sheet, better, worse, line)},
        marked_places(better), marked_places(worse) if worse in CELL else (),
        entered_part(SCORING, sheet.grid, number, *entered), fsum(lines.values()),
    )  # fmt: skip
    if sheet.pending:
        yield from circle_reasons(sheet, circled_cells(better), circled_cells(worse), lines)
        return
    after = [game.preview(view, seat, action) for action in (better, worse)]
    if after[1].circles and after[0].circles > after[1].circles:
        yield weighted(
            CIRCLE_WEIGHT * (after[0].circles - after[1].circles),
            "earns_more",
            cell=better,
            number=number,
            count=after[0].circles,
            other_count=after[1].circles,
        )
    for reason in filled_lines(view, seat, better, worse):
        # What the other action completes is granted (`facts`), but says nothing for the better one.
        if reason.kind == "completes" and not after[1].circles:
            yield CIRCLE_WEIGHT * reason.figures["worth"]["circles"], reason
    yield from earned_lines(game, view, seat, better, worse)
    if better in CELL and worse in CELL:
        found = entry_reasons(SCORING, sheet.grid, number, (better, worse), lines or None)
        yield from line_reasons(sheet, (rare_number_reason(number, worse, *each) for each in found))
        yield from line_points_reason(sheet, (better, worse), lines)
    elif better in CELL:
        cell = worse.removesuffix("o")
        rolls = least_rolls(view, seat, better)
        if (chance := chance_of_any(roll_count(number), rolls)) >= MIN_WAITING:
            yield harm(CIRCLE_WEIGHT * chance, "circle_later", cell=cell, number=number, count=rolls, chance=chance)
        yield from line_reasons(sheet, build_reasons(SCORING, sheet.grid, number, better, lines or None))
        yield from free_cells_reason(sheet, number, better)
    else:
        yield from circle_reasons(
            sheet, circled_cells(better), circled_cells(worse) if worse not in CELL else (), lines
        )
        if worse in CELL:
            yield from last_cell_reason(sheet, worse)
            yield from line_reasons(sheet, unfit_reasons(SCORING, sheet.grid, number, worse, lines or None))
            if sheet.grid.count(0) == min(each.grid.count(0) for each in view.sheets):
                # Another sheet that is fuller ends the game as soon, whatever this entry fills.
                yield from kept_free_reason(worse, circled_cells(better), lines)


def facts(_game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield what the two actions bring immediately: the lines that the other one fills or circles are granted.

    A circle on a rare number, which hardly comes again, is named before any harm of the entry.
    """
    sheet, number = view.sheets[seat], sum(view.dice)
    if better.endswith("o") and worse in CELL and roll_count(number) < COMMON_ROLLS:
        yield circle_now_rare([better.removesuffix("o")], number)
    for line in LINES:
        lacking = [set(LINES[line]) - sheet.circled - set(circled_cells(action)) for action in (better, worse)]
        if lacking[0] and not lacking[1]:
            yield granted_line(view, seat, better, line, lacking[0])
    if not sheet.pending:
        filled = list(filled_lines(view, seat, better, worse))
        yield from filled
        if all(reason.kind == "completes" for reason in filled):
            cells = [action if action in CELL else None for action in (better, worse)]
            for reason in lacking_one(SCORING, sheet.grid, number, *cells):
                if reason.figures["worth"]["circles"] <= len(free_cells(sheet, reason.figures["line"])):
                    yield reason


def granted_line(view: Any, seat: int, better: str, line: str, lacking: set[int]) -> Reason:
    """Return that only the other action finishes a line; if the better one leaves one cell, how likely it comes later.

    :param lacking: the cells of the line without a circle after the better action.
    """
    figures, rolls = {"line": line, "points": LINE_POINTS[line]}, least_rolls(view, seat, better)
    if len(lacking) > 1 or not rolls:
        return Reason("line_done_though", figures)
    [number] = (view.sheets[seat].grid[cell] for cell in lacking)
    if (chance := chance_of_any(roll_count(number), rolls)) < MIN_WAITING:
        return Reason("line_done_though", figures)
    return Reason("line_done_later", {**figures, "number": number, "count": rolls, "chance": chance})


def least_rolls(view: Any, seat: int, action: str) -> int:
    """Return the minimum number of rolls after an action: a full sheet makes the next roll the last one."""
    if view.final:
        return 0
    free: list[int] = [sheet.grid.count(0) - 1 for sheet in view.sheets]
    if action not in CELL:
        free[seat] += 1
    return 1 + max(min(free), 0)


def earned_lines(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Reasons:
    """Yield the lines that only the circles earned by the better entry can finish, with all points of both actions."""
    sheet, number = view.sheets[seat], sum(view.dice)
    missing = earned_cells(sheet, number, better)
    lines = [
        line
        for line in LINES
        if line in missing.keys() - earned_cells(sheet, number, worse).keys()
        and not set(missing[line]) <= set(circled_cells(worse))
    ]
    if not lines:
        return
    before = points_of(sheet)
    points, other = (most_points(game, game.apply(view, Move(seat, each)), seat) - before for each in (better, worse))
    for line in lines:
        cells = [CELLS[cell] for cell in missing[line]]
        figures = {"cells": cells, "count": len(cells), "line": line, "points": points, "other_points": other}
        yield weighted(min(LINE_POINTS[line], points - other), "earned_line", "points - other_points", **figures)


def points_of(sheet: Sheet) -> int:
    """Return the points on a sheet."""
    return sum(points for line, points in LINE_POINTS.items() if is_circled(sheet, line)) + len(sheet.circled)


def most_points(game: Game[Any], state: Any, seat: int) -> int:
    """Return the most points on a seat's sheet when it has circled what its entry earned."""
    if not state.sheets[seat].pending:
        return points_of(state.sheets[seat])
    return max(most_points(game, game.apply(state, Move(seat, each)), seat) for each in game.legal(state, seat))


def earned_cells(sheet: Sheet, number: int, action: str) -> dict[str, tuple[int, ...]]:
    """Return the lines that the circles earned by an entry can finish, each with the cells that it lacks."""
    if action not in CELL:
        return {}
    after = write(sheet, CELL[action], number)
    due = [line for line in after.pending for _ in range(circles_due(after, line))]
    lacking = {line: tuple(cell for cell in LINES[line] if cell not in after.circled) for line in LINES}
    return {
        line: cells
        for line, cells in lacking.items()
        if 0 < len(cells) <= len(due)
        and all(after.grid[cell] for cell in cells)
        and any(
            all(cell in LINES[earning] for cell, earning in zip(cells, order, strict=True))
            for order in set(permutations(due, len(cells)))
        )
    }


def filled_lines(view: Any, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield the lines that a number fills by the two actions, with the circles that they earn.

    On the last roll no line can wait; before, how likely a number that fills it as well comes in the rolls that are
    certain.
    """
    sheet, rolls = view.sheets[seat], least_rolls(view, seat, better)
    entered = [action if action in CELL else None for action in (better, worse)]
    for reason in completed_reasons(SCORING, sheet.grid, sum(view.dice), *entered):
        earned = reason.figures["worth"]["circles"]
        circles = min(earned, len(free_cells(sheet, reason.figures["line"])))
        if circles and (reason.kind == "completes" or not view.final):
            figures = {**reason.figures, "worth": {"circles": circles}}
            if circles < earned:
                figures["full_number"] = earned
            more = figures.get("more_worth") or figures.get("least_worth") or {"circles": 0}
            if more["circles"] > len(free_cells(sheet, figures["line"])):
                figures = {name: value for name, value in figures.items() if name not in ("more_worth", "least_worth")}
            kind = reason.kind
            if kind == "completes_later":
                chance = chance_of_any(figures.pop("ways"), rolls)
                figures |= {"count": rolls, "chance": chance}
                kind = kind if chance >= MIN_WAITING else "completes_though"
            yield replace(reason, kind=kind, figures=figures)


def kept_circle(sheet: Sheet, number: int) -> float:
    """Return the points of a circle around a number times the probability of another roll of it before the end."""
    return CIRCLE_WEIGHT * chance_of_any(roll_count(number), sheet.grid.count(0))


def rare_number_reason(number: int, worse: str, weight: float, reason: Reason) -> WeightedReason:
    """Return, for lines that stay empty, that a rare number there could hardly be circled later."""
    lines = reason.figures.get("lines", ())
    if reason.kind != "stay_empty" or roll_count(number) >= COMMON_ROLLS:
        return weight, reason
    return harm(
        weight, "hard_to_circle", number=number, count=roll_count(number), cell=worse, lines=lines,
        line_points=sum(map(LINE_POINTS.__getitem__, lines)),
    )  # fmt: skip


def line_points_reason(sheet: Sheet, cells: tuple[str, str], lines: LineValues) -> Reasons:
    """Yield the points at the margin of the lines through two cells; of empty lines they are what counts."""
    better, worse = cells
    points, other = (sum(LINE_POINTS[line] for line in LINES_AT[CELL[cell]]) for cell in cells)
    if abs(points - other) < MIN_RICHER and any(sheet.grid):
        return
    through = {line for cell in cells for line in LINES_AT[CELL[cell]]}
    empty = not any(line_numbers(sheet.grid, line) for line in through)
    weight = fsum(lines.values()) if empty and lines else 0.03 * abs(points - other)
    kind = "richer_lines" if points > other else "spares_lines_of"
    yield weighted(weight, kind, "", cell=better, other_cell=worse, points=points, other_points=other)


def line_reasons(sheet: Sheet, found: Reasons) -> Reasons:
    """Yield the reasons about combinations.

    Omitted are the circles that an entry earns immediately, which `earns` counts, and those for which a line has too
    few cells without a circle.
    """
    for weight, reason in found:
        line, worth = reason.figures.get("line"), reason.figures.get("worth", {})
        if reason.kind in ("completes", "completes_several"):
            continue
        if line is None or worth.get("circles", 0) <= len(free_cells(sheet, line)):
            yield weight, reason
        elif reason.kind in BARE_KINDS:
            figures = {name: reason.figures[name] for name in ("line", "cell", "number", "numbers", "mean")}
            yield weight, replace(reason, kind=BARE_KINDS[reason.kind], figures=figures, otherwise=None)


def circled_cells(action: str) -> tuple[int, ...]:
    """Return the cells that an action circles."""
    return tuple(CELL[cell] for cell in action.partition(":")[2].split(",") if cell) or (
        (CELL[action.removesuffix("o")],) if action.endswith("o") else ()
    )


def circle_reasons(sheet: Sheet, better: tuple[int, ...], worse: tuple[int, ...], lines: LineValues) -> Reasons:
    """Yield the reasons why circles in some cells are better than in others, or than no circles.

    :param lines: the points by which each line is better after the better action, if known.
    """
    gained = [cell for cell in better if cell not in worse]
    missed = [cell for cell in worse if cell not in better]
    after = sheet.circled | set(better)
    for line in dict.fromkeys(line for cell in gained for line in LINES_AT[cell]):
        lacking = [cell for cell in LINES[line] if cell not in after]
        new = [CELLS[cell] for cell in gained if cell in LINES[line]]
        if line_progress(sheet, worse, line) >= line_progress(sheet, better, line):
            continue
        figures = {"cells": new, "line": line, "points": LINE_POINTS[line]}
        weight = lines.get(line, LINE_POINTS[line] / (1 + len(lacking)) ** 2)
        if not lacking:
            yield weighted(weight, "line_done", "points", **figures)
        elif len(lacking) == 1 and (number := sheet.grid[lacking[0]]):
            yield weighted(
                weight,
                "line_lacks_one",
                cell=CELLS[lacking[0]],
                number=number,
                count=roll_count(number),
                ways=roll_count(number),
                **figures,
            )
        elif len(lacking) <= MAX_NAMED_CELLS and all(sheet.grid[cell] for cell in lacking):
            yield weighted(
                weight, "line_lacks", missing_cells=[CELLS[cell] for cell in lacking], count=len(lacking), **figures
            )
        elif len(lacking) < SIZE - 2:
            yield weighted(weight, "line_progress", count=SIZE - len(lacking), **figures)
    if gained and missed:
        yield from replacement_reasons(sheet, gained, missed, lines)
    elif gained:
        cells, number = [CELLS[cell] for cell in gained], sheet.grid[gained[0]]
        if roll_count(number) < COMMON_ROLLS:
            yield CIRCLE_WEIGHT - kept_circle(sheet, number), circle_now_rare(cells, number)
        else:
            yield weighted(0.5, "circle_now", cells=cells, count=len(cells))


def circle_now_rare(cells: list[str], number: int) -> Reason:
    """Return the reason that circles on a rare number are points immediately, and when it comes again."""
    return Reason("circle_now_rare", {"cells": cells, "number": number, "count": roll_count(number)})


def line_progress(sheet: Sheet, cells: tuple[int, ...], line: str) -> int:
    """Return the number of circled cells in a line after these cells are circled too."""
    return len((sheet.circled | set(cells)) & set(LINES[line]))


def advances(sheet: Sheet, better: str, worse: str, line: str) -> bool:
    """True if an action circles more cells of a line than another one."""
    more, less = (line_progress(sheet, circled_cells(action), line) for action in (better, worse))
    return more > less


def replacement_reasons(sheet: Sheet, gained: list[int], missed: list[int], lines: LineValues) -> Reasons:
    """Yield the reasons for circles in some cells rather than others: rarer numbers, and more valuable lines.

    :param lines: the points by which each line is better after the better action, if known.
    """
    cell = min(gained, key=lambda cell: roll_count(sheet.grid[cell]))
    other = max(missed, key=lambda cell: roll_count(sheet.grid[cell]))
    number, other_number = sheet.grid[cell], sheet.grid[other]
    if roll_count(other_number) > roll_count(number):
        yield weighted(
            kept_circle(sheet, other_number) - kept_circle(sheet, number),
            "rarer",
            cell=CELLS[cell],
            number=number,
            count=roll_count(number),
            other_cell=CELLS[other],
            other_number=other_number,
            other_ways=roll_count(other_number),
        )
    points, other_points = (sum(LINE_POINTS[line] for i in cells for line in LINES_AT[i]) for cells in (gained, missed))
    if points > other_points:
        touched = [{line for i in cells for line in LINES_AT[i]} for cells in (gained, missed)]
        yield weighted(
            max(fsum(lines.get(line, 0.0) for line in touched[0] ^ touched[1]), 0.02 * (points - other_points)),
            "circles_richer",
            "",
            cells=[CELLS[cell] for cell in gained],
            other_cells=[CELLS[cell] for cell in missed],
            points=points,
            other_points=other_points,
        )


def kept_free_reason(cell: str, circled: tuple[int, ...], lines: LineValues) -> Reasons:
    """Yield the points that a circle, unlike an entry, keeps on all other lines, which have more rolls to come.

    They are not stated where the entry would add points to the lines of its cell and of the circle.
    """
    touched = {line for index in (CELL[cell], *circled) for line in LINES_AT[index]}
    mean = fsum(value for line, value in lines.items() if line not in touched)
    other_mean = -fsum(lines.get(line, 0.0) for line in touched)
    if mean > max(other_mean, 0.0) + MIN_KEPT:
        figures = {"mean": mean} if other_mean <= MIN_KEPT else {}
        yield weighted(mean - max(other_mean, 0.0), "keeps_free", "mean", Role.BARE_VALUE, cell=cell, **figures)


def free_cells_reason(sheet: Sheet, number: int, better: str) -> Reasons:
    """Yield the reason for an entry rather than a circle while enough cells are free: the lines that it helps most."""
    helped = [each for each in line_changes(SCORING, sheet.grid, number, better) if each.gain >= MIN_DIFFERENCE]
    if helped and sheet.grid.count(0) > SIZE:
        lines = [each.line for each in sorted(helped, key=lambda each: -each.gain)[:MAX_NAMED_LINES]]
        yield weighted(0.2, "room", "", Role.AIM, cell=better, number=number, lines=lines)


def last_cell_reason(sheet: Sheet, worse: str) -> Reasons:
    """Yield the reason for a circle rather than the last entry: after that entry only one roll remains."""
    if sheet.grid.count(0) == 1:
        open_numbers = sum(cell not in sheet.circled for cell, number in enumerate(sheet.grid) if number)
        yield harm(2.0, "fills_up", cell=worse, count=open_numbers)
