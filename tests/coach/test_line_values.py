"""The values of lines add up to the values of the engines."""

from itertools import islice
from typing import Any

import numpy as np
import pytest

from knobel.coach.line_values import knaster, line_differences
from knobel.core import Move
from knobel.engines import engine
from knobel.engines.knaster import lookup
from knobel.engines.knaster.sheet import CIRCLED, FREE, NEED, NUMBER
from knobel.games.grid import LINES
from knobel.games.knaster import LINE_POINTS, is_circled
from tests.coach.reasons.pairs import positions


@pytest.mark.parametrize(("name", "tolerance"), [("knister", 0.01), ("knapp_daneben", 0.01)])
def test_lines_add_up_to_the_difference_of_two_entries(name: str, tolerance: float) -> None:
    """Apart from numbers that score wherever they stand, and from the free circles of each colour."""
    checked = 0
    for game, state in islice(positions(name, seats=1, games=1), 20):
        found = engine(game).evaluate(state, 0, "quick")
        better, *_, worse = found
        if better == worse or (name == "knapp_daneben" and better[-1] != worse[-1]):
            continue
        lines = line_differences(game, state, 0, better, worse)
        assert lines is not None
        after = [game.apply(state, Move(0, action)) for action in (better, worse)]
        if 0 not in after[0].sheets[0]:
            continue
        if name == "knapp_daneben" and free(game, after[0]) != free(game, after[1]):
            continue
        assert sum(lines.values()) == pytest.approx(found[better].points - found[worse].points, abs=tolerance)
        checked += 1
    assert checked


def free(game: Any, state: Any) -> list[str]:
    """Return the colours of the free circles."""
    layout = game.options["layout"]
    return sorted(colour for colour, number in zip(layout, state.sheets[0], strict=True) if not number)


def test_a_game_without_values_of_lines_has_none() -> None:
    game, state = next(positions("knoeffel", seats=1, games=1))
    first, *_, last = game.legal(state, 0)
    assert line_differences(game, state, 0, first, last) is None


@pytest.mark.usefixtures("native_engines")
def test_lines_of_knaster_have_the_weights_of_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [(engine(game), state) for game, state in islice(positions("knaster", seats=2, games=1), 60)]
    found = [knaster.value_lines(own, state, 0) for own, state in states]
    # What the functions of the kernels call must be callable from Python too.
    for name in ("needs_index", "numbers_index"):
        monkeypatch.setattr(lookup, name, getattr(lookup, name).py_func)
    assert found == [lines_by_kernels(own, state) for own, state in states]
    assert any(any(lines.values()) for lines in found)


LINE, NEEDS, PAIR = (
    getattr(lookup, name).py_func for name in ("line_weight_index", "need_weight_index", "pair_weight_index")
)


def lines_by_kernels(engine: Any, view: Any) -> dict[str, float]:
    """Return the contributions of the lines of the first seat, with the functions that the kernels consist of."""
    tables, own = engine.tables, view.sheets[0]
    values = [float(LINE_POINTS[line]) if is_circled(own, line) else 0.0 for line in LINES]
    sheet = engine.sheets(own)[0]
    free, fewest = int(sheet[FREE]), engine.fewest_left(view, 0)
    if not free or not fewest:
        return dict(zip(LINES, values, strict=True))
    stage, late = (int(tables.stages[part, free, fewest]) for part in (lookup.STAGE, lookup.LATE))

    def weight(index: int) -> float:
        return float(tables.weights[index].view(np.float16))

    codes = sheet[: len(LINES)].tolist()
    for line, code in enumerate(codes):
        values[line] += weight(LINE(tables, stage, line, code))
    for p, (cell, first, second, *_) in enumerate(tables.pairs.tolist()):
        if sheet[CIRCLED + cell]:
            continue
        a, b, total = codes[first], codes[second], int(sheet[NUMBER + cell])
        needs = int(tables.lines[a, NEED]), int(tables.lines[b, NEED])
        part = weight(NEEDS(tables, stage, p, total, *needs))
        if total < 0:
            part += weight(PAIR(tables, late, p, a, b))
        values[first] += part / 2
        values[second] += part / 2
    return dict(zip(LINES, values, strict=True))
