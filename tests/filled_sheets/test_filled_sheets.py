"""Filled sheets are scored without their order: as the rules do in a game, and as the second implementation does."""

from typing import Any

import pytest

import knobel
from knobel.filled_sheets import BadSheet, Contradiction, ContradictionKind, score_sheets
from knobel.games.grid import CELLS
from tests.games.cases import QUICK, Setup, identify, walk
from tests.oracle.naive import NAIVE
from tests.oracle.test_naive_games import follow

JOKERS: Setup = ("knoeffel", {"columns": 2, "joker": "free"}, 1)


def written(game: Any, seat: int) -> dict[str, str]:
    """Return what is on a player's sheet at the end of a game by the second implementation."""
    if type(game).__name__ == "Kniffeliger":
        paper = game.papers[seat]
        return dict.fromkeys(paper["crossed"], "x") | {row: str(paper[row]) for row in game.ROWS if row in paper}
    sheet = game.sheets[seat]
    if type(game).__name__ != "Knoeffel":
        return {cell: f"{sheet[cell]}{'o' * (cell in sheet.get('ringed', ()))}" for cell in CELLS if cell in sheet}
    texts = {f"{field}.{i}": str(value) for i, column in enumerate(sheet, 1) for field, value in column.items()}
    texts |= {f"free.{i}": str(used) for i, used in enumerate(game.strikes[seat], 1) if used}
    # They are written beside a Knöffel, in any column.
    extra = next((f"jokers.{i}" for i, column in enumerate(sheet, 1) if column.get("kn")), None)
    return texts | ({extra: str(100 * game.hundreds[seat])} if extra and game.hundreds[seat] else {})


@pytest.mark.parametrize("setup", [*QUICK, JOKERS], ids=identify)
def test_the_sheets_of_a_finished_game_have_its_points(setup: Setup) -> None:
    name, options, seats = setup
    game, naive = knobel.make(name, **options), NAIVE[name](seats, **options)
    for _, event, _after in walk(game, seats, seed=3):
        follow(naive, event)
    sheets = [written(naive, seat) | {"total": str(score)} for seat, score in enumerate(naive.scores())]
    found = score_sheets(game, sheets)
    assert [sheet.points for sheet in found.sheets] == naive.scores()
    assert all(set(sheet) - set(found.possible) <= {"total", "jokers.1", "jokers.2"} for sheet in sheets)
    for sheet in found.sheets:
        assert sum(line.points for line in sheet.lines) == sheet.points
        assert sheet.contradictions == ()


FULL = {cell: str(2 + i % 11) for i, cell in enumerate(CELLS)}


@pytest.mark.parametrize(
    ("game", "sheet", "expected"),
    [
        (knobel.make("knister"), {"a1": "13"}, ("a1", "impossible", "13", tuple(range(2, 13)))),
        (knobel.make("knister"), {"c3": "?"}, ("c3", "unreadable", "?", tuple(range(2, 13)))),
        (knobel.make("knister"), {"total": "9" * 5000}, ("total", "unreadable", "9" * 5000, (0,))),
        (knobel.make("knister"), FULL | {"row1": "11"}, ("row1", "sum", "11", (12,))),
        # Only the diagonal is full, and was not doubled.
        (knobel.make("knister"), {f"{c}{r}": "7" for c, r in zip("abcde", "12345", strict=True)} | {"total": "10"},
         ("total", "sum", "10", (20,), "diag")),
        (knobel.make("knaster"), {"a1": "1o"}, ("a1", "impossible", "1", tuple(range(2, 13)))),
        (knobel.make("knapp_daneben"), {"a1": "3", "numbers": "4"}, ("numbers", "sum", "4", (2,))),
        (knobel.make("knoeffel"), {"4s.1": "7"}, ("4s.1", "impossible", "7", (0, 4, 8, 12, 16, 20))),
        (knobel.make("knoeffel", knoeffel="player"), {"kn.1": "20", "kn.2": "20"},
         ("kn.2", "second_knoeffel", "20", (0,))),
        (knobel.make("knoeffel", free_rolls="player_fields"), {"free.1": "2", "free.2": "2"},
         ("free.2", "free_rolls", "4", (3,))),
        (knobel.make("knoeffel", columns="sequential"), {"ch.2": "20"}, ("ch.2", "column_closed", "20", ())),
        (knobel.make("knoeffel", joker="free"), {"kn.1": "x", "jokers.1": "100"},
         ("jokers.1", "impossible", "100", (0,))),
        (knobel.make("kniffeliger"), {"pi": "30"}, ("pi", "impossible", "30", (0, 31))),
        (knobel.make("kniffeliger"), {"fh": "x", "total": "25"}, ("total", "sum", "25", (0,))),
    ],
    ids=lambda value: value[0] + "-" + value[1][:9] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_contradictions_are_found(game: Any, sheet: dict[str, str], expected: tuple[Any, ...]) -> None:
    assert score_sheets(game, [sheet]).sheets[0].contradictions == (Contradiction(*expected),)


def test_sheets_of_knister_hold_the_same_numbers() -> None:
    other = FULL | {"c3": "9"}
    found = score_sheets(knobel.make("knister"), [FULL, other, FULL])
    wrong = Contradiction("", ContradictionKind.OTHER_NUMBERS, "9", (int(FULL["c3"]),))
    assert [sheet.contradictions for sheet in found.sheets] == [(), (wrong,), ()]
    found = score_sheets(knobel.make("knister"), [FULL, other, {"a1": "5"}])
    assert [len(sheet.contradictions) for sheet in found.sheets] == [1, 1, 0]


def test_sheets_that_cannot_be_scored_are_refused() -> None:
    with pytest.raises(BadSheet, match="no place 'f6'"):
        score_sheets(knobel.make("knister"), [{"f6": "3"}])
    none: list[dict[str, str]] = []
    for sheets in (none, [{"a1": "7"}] * 6):
        with pytest.raises(knobel.BadSetup, match="1 to 5 sheets, not"):
            score_sheets(knobel.make("knapp_daneben"), sheets)
