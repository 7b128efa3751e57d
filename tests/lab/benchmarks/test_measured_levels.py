"""What depends on the levels of bots is measured again after a change of them."""

import pytest

import knobel
from benchmarks.shared.measured_levels import outdated, stamp
from knobel.bots import human_errors
from knobel.bots.human_errors import grids


def test_shipped_figures_belong_to_the_levels_of_today() -> None:
    changed = [f"python -m benchmarks.{benchmark}: {game}" for benchmark, game in outdated()]
    assert not changed, (
        "The levels of bots have changed. Measure again with the commands in the docstrings of these benchmarks:\n"
        + "\n".join(changed)
    )


def test_a_number_of_a_level_changes_the_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {game: stamp(game) for game in knobel.GAMES}
    monkeypatch.setattr(grids, "OWN_DOUBT", 0.3)
    grid_games = {game for game in knobel.GAMES if stamp(game) != before[game]}
    assert grid_games == {"knister", "knaster", "knapp_daneben"}
    monkeypatch.setattr(human_errors, "SLIP", 3.0)
    assert all(stamp(game) != before[game] for game in knobel.GAMES)
