"""The values of lines add up to the values of the engines."""

from itertools import islice
from typing import Any

import pytest

from knobel.coach.line_values import line_differences
from knobel.core import Move
from knobel.engines import engine
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
