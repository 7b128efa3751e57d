"""Figures of the reasons in Knister and Knaster against counts through the rules."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import pytest

import knobel
from knobel import Move
from knobel.coach import Reason
from knobel.coach.reasons import knaster, knister
from knobel.coach.reasons.grids import entered_part, entry_reasons, part_of_line
from knobel.coach.reasons.line_changes import line_changes
from knobel.coach.reasons.line_expectation import line_rolls
from knobel.coach.reasons.selection import select
from knobel.coach.wording import sentence
from knobel.games.grid import CELL, CELLS, LINES, LINES_AT, Grid, numbers
from knobel.games.knaster import LINE_POINTS, Sheet, circles_due, circles_earned
from knobel.games.knister import POINTS, combination
from knobel.games.tuples import put
from tests.coach.reasons.pairs import Found, found_reasons, reasons_in

SUMS = range(2, 13)
ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
"""The sums of the 36 rolls."""


@pytest.fixture(scope="module", params=["knister", "knaster"])
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def found(game: str) -> dict[str, list[Found]]:
    return found_reasons(game, games=3, pairs=4)


def line_value(game: str, line: tuple[int, ...]) -> int:
    """Return the points or circles of five numbers, by the rules."""
    return POINTS[combination(line)] if game == "knister" else circles_earned(line)


def grid_of(each: Found) -> Grid:
    sheet = each.view.sheets[0]
    grid: Grid = sheet if each.game.name == "knister" else sheet.grid
    return grid


def entries(found: dict[str, list[Found]], *kinds: str, at_most: int = 40) -> Iterator[tuple[Found, Grid, str]]:
    """Yield reasons about a line, with the grid before the entry and the line's cell that is filled."""
    for kind in kinds:
        for each in found.get(kind, [])[:at_most]:
            yield each, grid_of(each), each.figures.get("cell")


def held(grid: Grid, line: str) -> tuple[int, ...]:
    return tuple(number for number in numbers(grid, line) if number)


def completions(line: tuple[int, ...], *known: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to fill a line that has some numbers."""
    line += known
    return (line + rest for rest in combinations_with_replacement(SUMS, 5 - len(line)))


def factor(game: str, line: str) -> int:
    return 2 if game == "knister" and line in ("diag", "anti") else 1


def amount(worth: dict[str, int]) -> int:
    return next(iter(worth.values()))


def test_completed_lines(game: str, found: dict[str, list[Found]]) -> None:
    if game == "knaster":
        for each, _, _ in entries(found, "earns_more"):
            circles, other = (each.game.preview(each.view, 0, action).circles for action in (each.better, each.worse))
            assert (each.figures["count"], each.figures["other_count"]) == (circles, other)
        for each, _, _ in entries(found, "completes"):
            assert 0 < amount(each.figures["worth"]) <= each.game.preview(each.view, 0, each.better).circles
        assert found["completes"]
        return
    for each, grid, cell in entries(found, "completes", "completes_several"):
        after = put(grid, CELL[cell], sum(each.view.dice))
        lines = each.figures.get("lines") or [each.figures["line"]]
        assert amount(each.figures["worth"]) == sum(
            factor(game, line) * line_value(game, numbers(after, line)) for line in lines
        )
    assert found["completes"]
    assert found["completes_several"]


def test_the_last_number_of_a_line(game: str, found: dict[str, list[Found]]) -> None:
    for each, grid, cell in entries(found, "one_missing", "one_missing_ways"):
        line, least = each.figures["line"], amount(each.figures["worth"])
        after = (*held(grid, line), each.figures["number"])
        assert cell in {CELLS[index] for index in LINES[line]}
        outs = [n for n in SUMS if factor(game, line) * line_value(game, (*after, n)) >= least]
        assert each.figures["outs"] == outs
        ways = sum(roll in outs for roll in ROLLS)
        assert each.figures["ways"] == ways
        if each.reason.kind == "one_missing":
            assert each.figures["count"] == grid.count(0) - 1
            assert each.figures["chance"] == pytest.approx(1 - (1 - ways / 36) ** each.figures["count"])
    assert {"one_missing", "one_missing_ways"} & found.keys()


def test_closed_lines(game: str, found: dict[str, list[Found]]) -> None:
    for each, grid, _ in entries(found, "closes_empty", "closes_low"):
        line, before = each.figures["line"], held(grid, each.figures["line"])
        shown = factor(game, line) * line_value(game, (*before, each.figures["number"]))
        other = each.figures.get("other_worth")
        assert shown == (amount(other) if other else 0)
        outs = each.figures["outs"]
        worth = {factor(game, line) * line_value(game, (*before, n)) for n in outs}
        assert worth == {amount(each.figures["worth"])}
        assert each.figures["ways"] == sum(roll in outs for roll in ROLLS)
    assert found["closes_empty"]
    assert found["closes_low"]


def test_needed_numbers_make_the_combination(game: str, found: dict[str, list[Found]]) -> None:
    kinds = "pairs_up", "third_equal", "fits_straight", "breaks_straight", "spoils_pair", "spoils_three"
    for each, grid, _ in entries(found, *kinds):
        line, number = each.figures["line"], each.figures["number"]
        before = held(grid, line)
        builds = each.reason.kind in kinds[:3]
        known = (number, *each.figures["needed"]) if builds else tuple(each.figures["needed"])
        named = amount(each.figures["worth"])
        assert any(factor(game, line) * line_value(game, full) == named for full in completions(before, *known))
        if each.reason.kind == "pairs_up":
            assert before.count(number) == 1
        if each.reason.kind == "third_equal":
            assert before.count(number) >= 2
        if each.reason.kind == "breaks_straight":
            assert not any(is_straight(full) for full in completions(before, number))
        if each.reason.kind in ("spoils_pair", "spoils_three"):
            times = 2 if each.reason.kind == "spoils_pair" else 3
            assert before.count(each.figures["other_number"]) == times
            assert best(game, line, before, number) == amount(each.figures["other_worth"])
    assert {"pairs_up", "fits_straight", "breaks_straight", "spoils_pair"} <= found.keys()


def is_straight(line: tuple[int, ...]) -> bool:
    return sorted(line) == list(range(min(line), min(line) + 5))


def best(game: str, line: str, *parts: tuple[int, ...] | int) -> int:
    """Return the highest value that a line with these numbers can still get."""
    known = tuple(n for part in parts for n in (part if isinstance(part, tuple) else (part,)))
    return max(factor(game, line) * line_value(game, full) for full in completions(known))


def test_the_most_that_a_line_can_become(game: str, found: dict[str, list[Found]]) -> None:
    for each, grid, _ in entries(found, "caps", "weak_line", "dead_line"):
        line = each.figures["line"]
        before = held(grid, line)
        if each.reason.kind == "caps":
            assert best(game, line, before, each.figures["number"]) == amount(each.figures["other_worth"])
            assert best(game, line, before) == amount(each.figures["worth"]) > amount(each.figures["other_worth"])
        else:
            assert best(game, line, before) == amount(each.figures.get("worth", {"": 0}))
    assert found["weak_line"]


def test_a_line_filled_with_the_most_it_could_become_is_not_harmed() -> None:
    grid: Grid = (4, 10, 7, 11, 0) + (0,) * 20
    part = entered_part(knister.SCORING, grid, 11, "e4", "e1")
    assert part("row1", False) is None
    assert entered_part(knister.SCORING, grid, 2, "e4", "e1")("row1", False) == {
        "line": "row1",
        "numbers": [4, 10, 7, 11],
        "combination": "pair",
        "outs": [4, 7, 10, 11],
        "change": "full",
    }


def test_a_combination_is_made_lost_or_full() -> None:
    """A combination that a line can no longer get, or that it gets now, is neither likelier nor less likely."""
    lost = entered_part(knister.SCORING, (7, 7, 0, 0, 0) + (0,) * 20, 3, "e5", "c1")("row1", False)
    assert lost is not None
    assert "change" not in lost
    lost = entered_part(knister.SCORING, (5, 6, 0, 0, 0) + (0,) * 20, 12, "e5", "c1")("row1", False)
    assert lost is not None
    assert lost["combination"].startswith("straight")
    assert lost["change"] == "lost"
    pair = next(each for each in line_changes(knister.SCORING, (4, 10, 7, 11, 0) + (0,) * 20, 11, "e1"))
    assert part_of_line(knister.SCORING, pair, gains=True)["change"] == "made"
    said = {"line_losses": [lost], "other_cells": ["c1"]}
    told = sentence(Reason("line_parts", said), "en", knobel.make("knister"), ("Ann",))
    assert "a straight with a 7 is no longer possible" in told
    assert "worse chances" not in told


def test_no_straight_is_left(found: dict[str, list[Found]]) -> None:
    for each, grid, _ in entries(found, "too_far", "same_number"):
        before, number = held(grid, each.figures["line"]), each.figures["number"]
        assert before == (each.figures["other_number"],)
        assert (number in before) == (each.reason.kind == "same_number")
        assert not any(is_straight(full) for full in completions(before, number))
        assert each.figures["combination"].startswith("straight")
    assert found["too_far"]


def recursion(game: str) -> Callable[[tuple[int, ...], int], float]:
    """Return the expected value of a line that gets a number of rolls, by a recursion over them."""

    @lru_cache(None)
    def value(line: tuple[int, ...], rolls: int) -> float:
        if len(line) == 5:
            return line_value(game, line)
        elsewhere = value(line, rolls - 1) if 5 - len(line) < rolls else -1.0
        return sum(max(value(tuple(sorted((*line, roll))), rolls - 1), elsewhere) for roll in ROLLS) / 36

    return lambda line, rolls: value(tuple(sorted(line)), rolls)


def test_means_of_lines(game: str) -> None:
    """Means agree with a recursion, in lines that lack few numbers."""
    value, scoring = recursion(game), {"knister": knister, "knaster": knaster}[game].SCORING
    for line in ((5, 7), (7, 7), (2, 12), (6, 7, 8), (5, 5, 9), (3, 4, 6, 7), (8, 8, 8, 9)):
        for rolls in range(5 - len(line), 9):
            assert scoring.expectation.value(line, rolls) == pytest.approx(value(line, rolls), abs=1e-4)


def test_rolls_that_complete_a_line(game: str, found: dict[str, list[Found]]) -> None:
    least = 3 if game == "knister" else 1
    for each, grid, _ in entries(found, "next_roll", "next_roll_none", at_most=10):
        for cell, name in ((each.better, ""), (each.worse, "other_")):
            after = put(grid, CELL[cell], sum(each.view.dice))
            lines = {
                line: {
                    roll for roll in ROLLS if factor(game, line) * line_value(game, (*held(after, line), roll)) >= least
                }
                for line in LINES_AT[CELL[cell]]
                if len(held(after, line)) == 4
            }
            assert each.figures[f"{name}lines"] == [line for line, numbers in lines.items() if numbers]
            assert each.figures[f"{name}ways"] == sum(roll in set().union(*lines.values()) for roll in ROLLS)
        assert (each.reason.kind == "next_roll") == bool(each.figures["other_lines"])
    assert found["next_roll"]


def test_places(found: dict[str, list[Found]]) -> None:
    for each, grid, cell in entries(found, "place_for", "place_to_complete"):
        assert (cell, each.worse) == (each.worse, each.worse)
        assert each.figures["ways"] == ROLLS.count(each.figures["other_number"])
        assert set(each.figures["lines"]) <= set(LINES_AT[CELL[cell]]) - set(LINES_AT[CELL[each.better]])
        full = [
            factor(each.game.name, line) * line_value(each.game.name, (*held(grid, line), each.figures["other_number"]))
            for line in set(LINES_AT[CELL[cell]]) - set(LINES_AT[CELL[each.better]])
            if len(held(grid, line)) == 4
        ]
        if each.reason.kind == "place_to_complete":
            assert each.figures["line"] not in each.figures["lines"]
            assert amount(each.figures["worth"]) in full
    for each, grid, cell in entries(found, "better_number"):
        line, left = each.figures["line"], grid.count(0) - 1
        before = held(grid, line)
        assert line in set(LINES_AT[CELL[cell]]) - set(LINES_AT[CELL[each.better]] if each.better in CELL else ())
        assert each.figures["numbers"] == sorted(before)
        assert each.figures["ways"] == sum(roll in each.figures["outs"] for roll in ROLLS)
        expectation = {"knister": knister, "knaster": knaster}[each.game.name].EXPECTATION
        number, *outs = (
            expectation.value((*before, number), line_rolls(5 - len(before), left))
            for number in (each.figures["number"], *each.figures["outs"])
        )
        assert number < min(outs)
    for each in found["stay_empty"]:
        lines = each.figures["lines"]
        assert set(lines) <= set(LINES_AT[CELL[each.worse]]) - set(LINES_AT[CELL[each.better]])
        assert not any(held(grid_of(each), line) for line in lines)
    assert found["better_number"]
    for each, _, _ in entries(found, "more_lines", "spares_lines"):
        lines = len(LINES_AT[CELL[each.better]]), len(LINES_AT[CELL[each.worse]])
        assert (each.figures["count"], each.figures["other_count"]) == lines
    assert found["place_for"]


def test_lines_of_both_cells(found: dict[str, list[Found]]) -> None:
    """A number begins only empty lines beside those that both cells share, or harms a line of either cell."""
    for each, grid, cell in entries(found, "begins_lines"):
        ours, theirs = (set(LINES_AT[CELL[name]]) for name in (each.better, each.worse))
        assert (cell, each.figures["other_cell"]) == (each.better, each.worse)
        assert not any(held(grid, line) for line in ours - theirs)
        assert each.figures["count"] == len(ours - theirs)
        for part in each.figures["line_losses"]:
            assert part["line"] in theirs - ours
            assert part["numbers"] == list(held(grid, part["line"]))
            assert part["numbers"]
    for each, grid, _ in entries(found, "harms_less"):
        line, other = each.figures["line"], each.figures["other_line"]
        assert line in set(LINES_AT[CELL[each.worse]]) - set(LINES_AT[CELL[each.better]])
        assert other in set(LINES_AT[CELL[each.better]]) - set(LINES_AT[CELL[each.worse]])
        assert each.figures["numbers"] == list(held(grid, line))
        assert each.figures["other_numbers"] == list(held(grid, other))
        assert each.figures["mean"] > each.figures["other_mean"] > 0
        filled = [(*held(grid, each.figures[name]), each.figures["number"]) for name in ("line", "other_line")]
        assert not any(len(after) == 5 and line_value(each.game.name, after) for after in filled)
    assert found["begins_lines"]
    assert found["harms_less"]


def test_a_line_that_loses_most_with_others_names_better_numbers() -> None:
    """The 7 harms the row a little on its own, but most of the points belong to lines that cross it."""
    grid = put(put((0,) * 25, CELL["c3"], 8), CELL["d3"], 11)
    lines = dict.fromkeys(LINES, 0.0) | {"row3": 3.0}
    found = {reason.kind: reason for _, reason in entry_reasons(knaster.SCORING, grid, 7, ("b5", "b3"), lines)}
    assert found["better_number"].figures["line"] == "row3"
    assert "begins_lines" not in found, "a line of which more is told"


def test_common_features_of_both_cells_are_no_reason() -> None:
    """Two empty rows speak for neither cell."""
    assert not list(entry_reasons(knister.SCORING, (0,) * 25, 10, ("b1", "d3")))


def test_a_good_line_of_four_is_named_first() -> None:
    """The number that a line of four lacks has the same rolls to come as it had with two free cells."""
    grid = (6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 4, 0, 0, 0, 6, 0, 0, 0, 9, 10)
    found = list(entry_reasons(knister.SCORING, grid, 7, ("d4", "d1")))
    weight = max(weight for weight, _ in found)
    (reason,) = select(found, weight)
    assert (reason.kind, reason.figures["line"], reason.figures["outs"]) == ("one_missing_for", "diag", [9])
    assert weight > 1


def test_a_line_without_prospects() -> None:
    """In Knister four numbers can always become a pair; in Knaster a pair earns nothing."""
    grid = put((0,) * 25, CELL["a1"], 7)
    for cell, number in (("a5", 2), ("b5", 5), ("c5", 9)):
        grid = put(grid, CELL[cell], number)
    points = {reason.kind: reason.figures for _, reason in entry_reasons(knister.SCORING, grid, 12, ("d5", "d1"))}
    circles = {reason.kind: reason.figures for _, reason in entry_reasons(knaster.SCORING, grid, 12, ("d5", "d1"))}
    assert points["weak_line"]["worth"] == {"points": 3}
    assert circles["weak_line"]["worth"] == {"circles": 1}
    said = {reason.kind for _, reason in entry_reasons(knaster.SCORING, put(grid, CELL["d5"], 12), 3, ("e5", "d1"))}
    assert "dead_line" in said


def test_a_circle_prolongs_only_the_game_of_the_fullest_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knaster, "line_differences", lambda *_: dict.fromkeys(LINES, 0.0) | {"row3": 3.0})
    game = knobel.make("knaster")
    grid = (7, 2, 3, 4, 0, *(9, 3, 12, 5, 8) * 3, 9, 3, 12, 5, 0)
    for other, told in (((0, 0, 0, *grid[3:]), True), ((*grid[:24], 6), False)):
        state = game.start(2)
        view = game.apply(type(state)((Sheet(grid), Sheet(other)), round=20), knobel.Roll((3, 4)))
        said = {reason.kind for _, reason in knaster.reasons(game, view, 0, "a1o", "e5")}
        assert bool(said & {"keeps_free"}) == told


def circled_positions(count: int) -> Iterator[tuple[Any, Any]]:
    """Yield positions of Knaster with random numbers, most of them circled, and a roll that some of them show."""
    game, rng = knobel.make("knaster"), Random(1)
    for _ in range(count):
        grid = tuple(rng.choice((0, *ROLLS)) for _ in range(25))
        circled = frozenset(cell for cell in range(25) if grid[cell] and rng.random() < 0.6)
        state = type(game.start(1))((Sheet(grid, circled),), round=20)
        state = game.apply(state, knobel.Roll((rng.randint(1, 6), rng.randint(1, 6))))
        if len(game.legal(state, 0)) > 1:
            yield game, state


def test_circles_in_knaster() -> None:
    found = reasons_in(circled_positions(150))
    for each, _, _ in entries(found, "line_done", "line_lacks_one", "line_lacks", "line_progress"):
        line, sheet = each.figures["line"], each.view.sheets[0]
        after = each.game.apply(each.view, Move(0, each.better)).sheets[0]
        missing = [CELLS[cell] for cell in LINES[line] if cell not in after.circled]
        assert each.figures["points"] == LINE_POINTS[line]
        assert len(set(LINES[line]) & after.circled) > len(set(LINES[line]) & sheet.circled)
        match each.reason.kind:
            case "line_done":
                assert not missing
            case "line_lacks_one":
                assert missing == [each.figures["cell"]]
                assert sheet.grid[CELL[missing[0]]] == each.figures["number"]
                assert each.figures["ways"] == ROLLS.count(each.figures["number"])
            case "line_lacks":
                assert sorted(missing) == sorted(each.figures["missing_cells"])
            case "line_progress":
                assert each.figures["count"] == 5 - len(missing) > 1
    for each, _, _ in entries(found, "earned_line"):
        written = each.game.apply(each.view, Move(0, each.better)).sheets[0]
        lacking = {cell for cell in LINES[each.figures["line"]] if cell not in written.circled}
        assert {CELLS[cell] for cell in lacking} == set(each.figures["cells"])
        assert len(lacking) <= sum(circles_due(written, line) for line in written.pending)
        assert all(any(cell in LINES[line] for line in written.pending) for cell in lacking)
        # The finished line, its circles, and at most other lines and circles.
        assert each.figures["points"] >= LINE_POINTS[each.figures["line"]] + len(lacking)
    for each, _, _ in entries(found, "fits_nowhere"):
        assert amount(each.figures["expected"]) > 0
    assert {"line_done", "earned_line", "line_lacks_one", "line_lacks", "line_progress", "fits_nowhere"} <= found.keys()


def test_the_last_free_cell_ends_the_game() -> None:
    game = knobel.make("knaster")
    grid = (7, 2, 3, 4, 0, *(9, 3, 12, 5, 8) * 4)
    state = game.start(1)
    sheet = Sheet(grid, frozenset({1, 2}))
    view = game.apply(type(state)((sheet,), round=24), knobel.Roll((3, 4)))
    said = {reason.kind: reason.figures for _, reason in knaster.reasons(game, view, 0, "a1o", "e1")}
    assert (said["fills_up"]["cell"], said["fills_up"]["count"]) == ("e1", 22)


def solo_view(grid: Grid, circled: frozenset[int], dice: tuple[int, int], *pending: str) -> Any:
    game = knobel.make("knaster")
    state = game.start(1)
    return game.apply(type(state)((Sheet(grid, circled, pending),), round=20), knobel.Roll(dice))


@pytest.mark.parametrize(("free", "rolls"), [((6,), 1), ((6, *range(15, 22)), 8)])
def test_the_chance_of_a_circle_later_is_that_of_the_rolls_that_remain(free: tuple[int, ...], rolls: int) -> None:
    """After an entry in the last free cell, a single roll remains."""
    game = knobel.make("knaster")
    grid = tuple(0 if cell in free else (8, 2, 12, 4, 11)[cell % 5] for cell in range(25))
    view = solo_view(grid, frozenset({1, 2, 3, 4}), (4, 4))
    [done] = [each for each in knaster.facts(game, view, 0, "b2", "a1o") if each.kind.startswith("line_done")]
    assert done.figures["line"] == "row1"
    if rolls == 1:
        assert done.kind == "line_done_though", "an unlikely number is nothing to wait for"
    else:
        assert (done.kind, done.figures["count"]) == ("line_done_later", rolls)
        assert done.figures["chance"] == pytest.approx(1 - (31 / 36) ** rolls)


def test_circling_later_is_a_reason_only_where_likely() -> None:
    game = knobel.make("knaster")
    for free, told in ((2, False), (8, True)):
        grid = tuple(0 if 25 - free <= cell else (8, 2, 12, 4, 11)[cell % 5] for cell in range(25))
        found = [each for _, each in knaster.reasons(game, solo_view(grid, frozenset(), (4, 4)), 0, "e5", "a1o")]
        chances = [each.figures["chance"] for each in found if each.kind == "circle_later"]
        assert chances == ([pytest.approx(1 - (31 / 36) ** free)] if told else [])


def test_a_line_that_both_choices_of_circles_bring_as_far_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knaster, "line_differences", lambda *_: dict.fromkeys(LINES, 1.0))
    game = knobel.make("knaster")
    grid = (*(0,) * 15, 10, 9, 7, 8, 6, *(0,) * 5)
    view = solo_view(grid, frozenset(), (2, 4), "row4")
    found = list(knaster.reasons(game, view, 0, "row4:a4,b4,e4", "row4:a4,b4,d4"))
    lines = [part["line"] for _, each in found for part in each.figures.get("line_gains", ())]
    assert lines == ["col5"]


def test_a_line_that_can_wait_is_granted_only_against_one_that_cannot() -> None:
    """Any number makes three equal of 8 8 8 5; so it is no reason that this is true of one of two such lines."""
    game = knobel.make("knister")
    grid = list((0,) * 25)
    for line in ("row1", "row5"):
        for cell, number in zip(LINES[line], (0, 8, 8, 8, 5), strict=True):
            grid[cell] = number
    both = list(knister.facts(game, Dealt((tuple(grid),), (4, 5)), 0, "a1", "a5"))
    assert not both
    [alone] = knister.facts(game, Dealt((tuple(grid),), (4, 5)), 0, "c3", "a5")
    assert alone.kind == "completes_any"
    assert (alone.figures["more_outs"], alone.figures["least_worth"]) == ([5, 8], {"points": 6})


class Dealt(NamedTuple):
    """The part of a position that the facts of Knister need."""

    sheets: tuple[Grid, ...]
    dice: tuple[int, int]


def test_a_place_for_a_number_that_completes_a_line_says_so() -> None:
    """A 6 in b4 makes a straight of the diagonal 7 . 8 9 5."""
    rows = ((5, 3, 9, 9, 5), (0, 8, 12, 9, 11), (7, 0, 8, 9, 11), (0, 0, 0, 9, 0), (7, 3, 0, 3, 3))
    grid = tuple(number for row in rows for number in row)
    told = {each.kind: each.figures for _, each in entry_reasons(knister.SCORING, grid, 8, ("b3", "b4"))}
    found = told["place_to_complete"]
    assert (found["other_number"], found["line"], found["worth"]) == (6, "anti", {"points": 16})
    assert found["combination"] == "straight_with_7"
