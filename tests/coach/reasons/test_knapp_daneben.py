"""Figures of the reasons in Knapp Daneben! against counts through the rules."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import knobel
from knobel import Move, Roll
from knobel.coach.reasons.knapp_daneben import most_ticks, tick_chance
from knobel.games.grid import CELL, CELLS, LINES, LINES_AT, Grid
from knobel.games.knapp_daneben import BOX_LINES, COLOURS, NUMBER_POINTS, TICK_POINTS, KnappDaneben, ticks
from knobel.games.tuples import put
from tests.coach.reasons.pairs import Found, found_reasons, positions, reasons_in

SUMS = range(2, 13)
ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
"""The sums of the 36 rolls of two dice."""


@pytest.fixture(scope="module")
def found() -> dict[str, list[Found]]:
    found = found_reasons("knapp_daneben", games=4, pairs=6)
    for kind, reasons in reasons_in(ticked_positions(40)).items():
        found.setdefault(kind, []).extend(reasons)
    return found


def ticked_positions(count: int) -> Iterator[tuple[Any, Any]]:
    """Yield positions of sheets with most boxes ticked and some circles free."""
    game, rng = knobel.make("knapp_daneben"), Random(1)
    for _ in range(count):
        free = rng.sample(range(25), 6)
        grid = tuple(0 if cell in free else 6 + cell % 2 for cell in range(25))
        state = type(game.start(1))((grid,), round=19)
        yield game, game.apply(state, Roll(tuple(rng.choices(range(1, 7), k=5))))


def after(each: Found, action: str) -> Grid:
    grid: Grid = each.game.apply(each.view, Move(0, action)).sheets[0]
    return grid


def tick_count(grid: Grid) -> int:
    return sum(sum(ticks(grid, line)) for line in BOX_LINES)


def empty_for_good(grid: Grid, cell: str) -> int:
    """Return the number of boxes beside a circle that lie between two numbers and are not ticked."""
    count = 0
    for line in LINES_AT[CELL[cell]]:
        if line in BOX_LINES:
            place = LINES[line].index(CELL[cell])
            for other in (place - 1, place + 1):
                if other in range(5) and (number := grid[LINES[line][other]]):
                    count += abs(number - grid[CELL[cell]]) != 1
    return count


@pytest.mark.slow
def test_the_same_number_starts_both_lines_as_badly(found: dict[str, list[Found]]) -> None:
    assert {"rare_beside", "fits_beside", "rare_at_edge"} <= found.keys()
    for each in [*found["rare_beside"], *found["fits_beside"]]:
        assert each.game.sum_of(0, each.better, each.view) != each.game.sum_of(0, each.worse, each.view)


def test_ticked_boxes(found: dict[str, list[Found]]) -> None:
    kinds = "ticks_only", "ticks_later", "ticks_several", "ticks_more", "ticks_richer", "fills_line"
    for kind in kinds:
        for each in found[kind]:
            before, better, worse = each.view.sheets[0], after(each, each.better), after(each, each.worse)
            assert each.figures["count"] == tick_count(better) - tick_count(before)
            assert each.figures["other_count"] == tick_count(worse) - tick_count(before)
            for action, figure in ((each.better, "points"), (each.worse, "other_points")):
                gain = each.game.preview(each.view, 0, action).gain
                number = each.game.sum_of(0, action, each.view)
                assert each.figures[figure] == gain - NUMBER_POINTS.get(number, 0)
            if kind in ("ticks_later", "ticks_richer"):
                assert each.figures["ticks"] == sum(ticks(better, each.figures["line"]))
                assert sum(ticks(before, each.figures["line"])) < each.figures["ticks"]
            if kind == "fills_line":
                assert all(ticks(better, each.figures["line"]))


def test_numbers_with_points(found: dict[str, list[Found]]) -> None:
    for kind in ("rare_number", "rarer_number", "only_rare"):
        for each in found[kind]:
            assert each.figures["points"] == NUMBER_POINTS[each.figures["number"]]
            assert each.figures["other_points"] == NUMBER_POINTS.get(each.figures["other_number"], 0)
            sums = {each.game.sum_of(0, action, each.view) for action in each.game.legal(each.view, 0)}
            assert each.figures["numbers"] == sorted(sums)
            if kind == "only_rare":
                assert [n for n in sums if n in NUMBER_POINTS] == [each.figures["number"]]


def test_points_of_a_number_with_those_of_its_boxes(found: dict[str, list[Found]]) -> None:
    assert found["number_and_boxes"]
    for each in found["number_and_boxes"]:
        gain, other = (each.game.preview(each.view, 0, action).gain for action in (each.better, each.worse))
        assert (each.figures["points"], each.figures["other_points"]) == (gain, other)
        assert gain > other
        ticked = tick_count(after(each, each.better)) - tick_count(each.view.sheets[0])
        assert each.figures["count"] == ticked > 0
    for kind in ("rare_number", "rarer_number", "only_rare"):
        for each in found[kind]:
            assert tick_count(after(each, each.better)) == tick_count(each.view.sheets[0])


def test_boxes_that_stay_empty(found: dict[str, list[Found]]) -> None:
    for kind in ("dead", "dead_equal", "dead_several", "dead_more"):
        for each in found[kind]:
            cell = each.figures["cell"]
            if other := each.figures.get("other_cell"):
                assert each.figures["count"] == empty_for_good(after(each, each.worse), cell)
                assert each.figures["other_count"] == empty_for_good(after(each, each.better), other)
                assert (kind == "dead_more") == (each.figures["other_count"] > 0)
            else:
                assert all(abs(number - each.figures["number"]) != 1 for number in each.figures["numbers"])
            if "line" in each.figures:
                line = each.figures["line"]
                assert each.figures["count"] == 1
                assert cell in {CELLS[i] for i in LINES[line]}
                assert each.figures["most_number"] == most_ticks(after(each, each.worse), line)
            if kind == "dead_equal":
                assert each.figures["numbers"] == [each.figures["number"]]


def brute_force(numbers: tuple[int, ...]) -> int:
    """Return the highest number of ticks over all ways to fill a line."""
    fillings = product(*([number] if number else SUMS for number in numbers))
    return max(sum(abs(a - b) == 1 for a, b in pairwise(line)) for line in fillings)


def test_the_most_boxes_of_a_line(found: dict[str, list[Found]]) -> None:
    checked = 0
    for each in found["caps_line"] + found["dead_in_line"]:
        line, worse = each.figures["line"], after(each, each.worse)
        content = tuple(worse[cell] for cell in LINES[line])
        if content.count(0) <= 2:
            checked += 1
            assert each.figures["count"] == brute_force(content)
            assert each.figures["points"] == TICK_POINTS[each.figures["count"]]
        beside = each.figures["numbers"]
        assert bool(beside) == (each.reason.kind == "dead_in_line")
        assert all(abs(number - each.figures["number"]) != 1 for number in beside)
    assert checked > 5
    assert most_ticks((0,) * 25, "row1") == 4


def test_probability_of_ticks_in_the_next_round() -> None:
    """The probability agrees with a count of all rolls and of what their legal entries tick."""
    game, state = next(
        (game, state) for game, state in positions("knapp_daneben", 1, 1) if state.sheets[0].count(0) == 6
    )
    assert isinstance(game, KnappDaneben)
    state = game.apply(state, Move(0, game.legal(state, 0)[0]))
    grid, hits = state.sheets[0], [0, 0]
    best: dict[Any, int] = {}
    for dice in product(range(1, 7), repeat=5):
        most = 0
        for cell in range(25):
            for other in COLOURS[1:]:
                if grid[cell] or game.options["layout"][cell] not in ("k", other):
                    continue
                number = dice[0] + dice[COLOURS.index(other)]
                if (cell, number) not in best:
                    best[cell, number] = tick_count(put(grid, cell, number)) - tick_count(grid)
                most = max(most, best[cell, number])
        hits[0] += most >= 1
        hits[1] += most >= 2
    assert tick_chance(game, grid, 0, 1) == pytest.approx(hits[0] / 6**5)
    assert tick_chance(game, grid, 0, 2) == pytest.approx(hits[1] / 6**5)
    assert game.apply(state, Roll((1, 1, 1, 1, 1))).dice == (1, 1, 1, 1, 1)


def chance_of_sums(each: Found, cell: int, outs: list[int]) -> float:
    """Return the probability that a die of one's own and another one that a circle takes have one of these sums."""
    own, needed = each.game.colour(0), each.game.options["layout"][cell]
    partners = 4 if needed == own else 1
    missed = [sum(die + other not in outs for other in range(1, 7)) / 6 for die in range(1, 7)]
    return 1 - sum(miss**partners for miss in missed) / 6


def test_neighbours(found: dict[str, list[Found]]) -> None:
    for each in found["two_at_once"]:
        better, cell, outs = after(each, each.better), CELL[each.figures["cell"]], each.figures["outs"]
        assert outs == [n for n in SUMS if tick_count(put(better, cell, n)) - tick_count(better) >= 2]
        assert each.figures["chance"] == pytest.approx(chance_of_sums(each, cell, outs))
    for each in [*found["next_two"], *found["next_round"]]:
        if cells := each.figures.get("waiting_cells"):
            count = 2 if each.reason.kind == "next_two" else 1
            chance = tick_chance(each.game, after(each, each.better), 0, count, [CELL[cell] for cell in cells])
            assert chance == pytest.approx(each.figures["chance"])
    for each in found["no_longer_both"]:
        two = each.figures["number"], each.figures["other_number"]
        assert not any(all(abs(number - n) == 1 for n in two) for number in SUMS)
    for each in found["easier"] + found["rare_at_edge"]:
        assert each.figures["ways"] == sum(abs(roll - each.figures["number"]) == 1 for roll in ROLLS)
    for kind in ("more_open", "fewer_open", "rare_at_edge"):
        for each in found[kind]:
            counts = each.figures["count"], each.figures["other_count"]
            assert (counts[0] > counts[1]) == (kind == "more_open")


def test_colours(found: dict[str, list[Found]]) -> None:
    for kind in ("keeps_own", "keeps_last_own", "last_of_colour"):
        for each in found[kind]:
            layout, grid = each.game.options["layout"], each.view.sheets[0]
            colour = layout[CELL[each.figures["cell"]]]
            free = [CELLS[cell] for cell in range(25) if layout[cell] == colour and not grid[cell]]
            assert each.worse[:-1] == each.figures["cell"]
            if kind == "last_of_colour":
                assert colour == each.figures["colour"] != "k"
                assert free == [each.figures["cell"]]
            else:
                assert (colour, len(free)) == ("k", each.figures["count"])
                assert (len(free) == 1) == (kind == "keeps_last_own")


def test_the_chance_of_a_circle_of_the_own_colour_counts_all_other_dice() -> None:
    """Between an 8 and a 6 a 7 ticks two boxes: one die decides, but four others do in a circle of the own colour."""
    game = knobel.make("knapp_daneben")
    assert isinstance(game, KnappDaneben)
    for cell, chance in (("d2", 1 - (5 / 6) ** 4), ("b2", 1 / 6)):
        assert (game.options["layout"][CELL[cell]] == game.colour(0)) == (cell == "d2")
        grid = put(put((0,) * 25, CELL[cell] - 1, 8), CELL[cell] + 1, 6)
        assert tick_chance(game, grid, 0, 2, [CELL[cell]]) == pytest.approx(chance)
