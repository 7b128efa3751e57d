"""Examples worked by hand, and a whole game of each kind whose outcome must not change by accident.

`tests/golden/regenerate.py` writes the records again after a deliberate change.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel import notation
from knobel.core import Move, Over
from knobel.games import kniffeliger, knister, knoeffel
from knobel.games.grid import CELL, LINES
from knobel.games.knaster import Knaster, Sheet, circles_earned
from knobel.games.simultaneous import Rounds
from tests.games.cases import kind
from tests.golden.regenerate import GAMES, RECORDS, outcome
from tests.oracle import naive

CASES = Path(__file__).parent / "cases"


def case(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def cells(rows: list[list[int]]) -> tuple[int, ...]:
    return tuple(number for row in rows for number in row)


@pytest.mark.parametrize(("line", "points"), case("knister")["line_scores"])
def test_knister_lines(line: list[int], points: int) -> None:
    for order in (line, line[::-1], sorted(line)):
        assert knister.POINTS[knister.combination(tuple(order))] == points


@pytest.mark.parametrize("example", case("knister")["cases"])
def test_knister_grids(example: dict[str, Any]) -> None:
    sheet = knobel.make("knister").sheet(Rounds((cells(example["grid"]),)), 0)
    assert sheet["lines"] == example["lines"]
    assert sheet["total"] == example["total"]


@pytest.mark.parametrize(("line", "circles"), case("knaster")["combination_circles"])
def test_knaster_lines(line: list[int], circles: int) -> None:
    assert circles_earned(tuple(line)) == circles


@pytest.mark.parametrize("example", case("knaster")["completions"])
def test_knaster_completions(example: dict[str, Any]) -> None:
    if "row" in example:
        assert circles_earned(tuple(example["row"])) == example["circles"]
        return
    game = Knaster()
    value = example["value"]
    dice = (value - value // 2, value // 2)
    state = Rounds((Sheet(cells(example["grid"])),), round=20, dice=dice, waiting=(0,))
    preview = game.preview(state, 0, example["enter"])
    assert (preview.writes, preview.circles) == (value, example["circles"])
    after = game.apply(state, Move(0, example["enter"]))
    assert game.sheet(after, 0)["pending"] == {example["line"]: example["circles"]}


def test_knaster_final() -> None:
    final = case("knaster")["final"]
    # The first row, a diagonal and the third column have twelve cells together; three more complete no line.
    circled = {CELL[cell] for cell in ("a2", "e4", "b4")}.union(*(LINES[line] for line in ("row1", "diag", "col3")))
    sheet = knobel.make("knaster").sheet(Rounds((Sheet((7,) * 25, frozenset(circled)),)), 0)
    assert sorted(points for points in sheet["lines"].values() if points) == sorted(final["line_points"])
    assert (sheet["circles"], sheet["total"]) == (final["circles"], final["total"])


def test_knaster_best_total() -> None:
    assert knobel.make("knaster").score(Rounds((Sheet((7,) * 25, frozenset(range(25))),)), 0) == 35 + 35 + 20 + 25


@pytest.mark.parametrize("example", case("five_dice")["points"], ids=lambda example: str(example["dice"]))
def test_dice(example: dict[str, Any]) -> None:
    dice = tuple(sorted(example["dice"]))
    for field in ("3k", "4k", "fh", "ss", "ls"):
        assert knoeffel.field_points(field, dice) == kniffeliger.row_points(field, dice) == example[field]
    assert knoeffel.field_points("kn", dice) == example["knoeffel_kn"]
    assert kniffeliger.row_points("kn", dice) == example["kniffeliger_kn"]
    assert kniffeliger.row_points("pi", dice) == example["pi"]
    assert knoeffel.field_points("ch", dice) == kniffeliger.row_points("ch", dice) == sum(dice)
    for face in range(1, 7):
        field = f"{face}s"
        points = face * example["dice"].count(face)
        assert knoeffel.field_points(field, dice) == kniffeliger.row_points(field, dice) == points


def test_every_game_has_a_golden_record_and_no_other() -> None:
    assert {path.name for path in RECORDS.iterdir()} == {
        name + suffix for name in GAMES for suffix in (".jsonl", ".outcome.json")
    }


@pytest.mark.parametrize("name", list(GAMES))
def test_a_golden_game_ends_as_it_always_has(name: str) -> None:
    text = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    record, state = notation.load(text.splitlines())
    assert isinstance(record.game.turn(state), Over)
    expected = json.loads((RECORDS / f"{name}.outcome.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(outcome(record, state))) == expected
    assert notation.dumps(record) == text


@pytest.mark.parametrize("name", [name for name, (game, _) in GAMES.items() if game in naive.NAIVE])
def test_the_second_implementation_agrees_with_the_golden_games(name: str) -> None:
    header, *events = map(json.loads, (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    expected = json.loads((RECORDS / f"{name}.outcome.json").read_text(encoding="utf-8"))
    assert naive.replay(header, events).scores() == expected["scores"]


def test_golden_games_show_every_kind_of_action() -> None:
    kinds = {
        name: {
            kind(event.action)
            for event in notation.load((RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())[0].events
            if isinstance(event, Move)
        }
        for name in ("knaster", "knoeffel", "kniffeliger")
    }
    assert ":" in kinds["knaster"]
    assert {"k", "f"} <= kinds["knoeffel"]
    assert {"steal", "freeze", "cross"} <= kinds["kniffeliger"]
    text = (RECORDS / "kniffeliger.jsonl").read_text(encoding="utf-8")
    assert all(f'"{word}' in text for word in ("roll", "shift", "swap", "end"))


@pytest.mark.parametrize(
    ("upper", "free_rolls", "total"),
    [
        ((3, 6, 9, 12, 15, 18), 0, 63 + 35 + 15),
        ((2, 6, 9, 12, 15, 18), 1, 62 + 10),
        ((5, 10, 15, 20, 25, 30), 2, 105 + 35 + 5),
        ((0, 0, 0, 0, 0, 0), 3, 0),
    ],
)
def test_knoeffel_upper_bonus_and_free_rolls(upper: tuple[int, ...], free_rolls: int, total: int) -> None:
    assert knoeffel.column_total(knoeffel.Column(upper + (0,) * 7, free_rolls)) == total
