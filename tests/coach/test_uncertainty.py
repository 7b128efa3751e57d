"""Standard errors of estimates and quantiles of final scores, by game and stage."""

from pathlib import Path
from statistics import fmean

import pytest

import knobel
from knobel.coach import assess, final_quantiles
from knobel.coach.measured_files import load, shipped_path
from knobel.coach.rollouts import play_out, reopened
from knobel.coach.stages import open_fields
from knobel.coach.uncertainty import (
    FIELDS,
    NAME,
    UNKNOWN,
    Figures,
    Stage,
    around,
    interpolate,
    measured_figures,
    save_figures,
    stage_at,
    win_uncertainty,
)
from knobel.core import Move, replay
from knobel.engines import games_with
from knobel.engines.shared.data_files import StaleData
from tests.coach.conftest import Played
from tests.slow import slow_except


@pytest.mark.parametrize("name", games_with("engine"))
def test_measured_figures_are_ordered(name: str) -> None:
    stages = measured_figures(name).stages
    assert [each.open for each in stages] == sorted({each.open for each in stages})
    for each in stages:
        assert each.low < each.middle < each.high
        assert each.poor >= 0
        assert each.good >= 0


def test_figures_measured_with_other_rules_are_refused(tmp_path: Path) -> None:
    file, figures = tmp_path / "uncertainty.json", Figures((Stage(4, 50, 2, 1, -10, 0, 8),), win=0.1)
    save_figures(file, "knister", figures)
    assert load(file, "knister", FIELDS)["win"] == figures.win
    with pytest.raises(StaleData, match="measure again"):
        load(file, "knaster", FIELDS)
    for text in ("", "[]", "{}"):
        file.write_text(text)
        with pytest.raises(StaleData, match="broken"):
            load(file, "knister", FIELDS)


@pytest.mark.parametrize("name", games_with("engine"))
def test_writing_the_shipped_figures_changes_nothing(name: str, tmp_path: Path) -> None:
    save_figures(tmp_path / "uncertainty.json", name, measured_figures(name))
    assert (tmp_path / "uncertainty.json").read_bytes() == shipped_path(name, NAME).read_bytes()


@pytest.mark.parametrize(("name", "fields"), [("knister", 25), ("knoeffel", 26), ("kniffeliger", 14)])
def test_open_fields_are_counted(played: Played, name: str, fields: int) -> None:
    game = knobel.make(name)
    start = game.start(2)
    assert [open_fields(game, start, seat) for seat in (0, 1)] == [fields, fields]
    record = played(name, "casual,casual")
    counts = [open_fields(game, replay(game, 2, record.events[:at]), 0) for at in (20, 40, len(record.events))]
    assert counts == sorted(counts, reverse=True)


def test_figures_are_interpolated_between_stages() -> None:
    stages = (Stage(4, 50, 2, 1, -10, 0, 8), Stage(12, 70, 4, 1, -20, 2, 16))
    assert interpolate(stages, 8) == Stage(8, 60, 3, 1, -15, 1, 12)
    assert interpolate(stages, 48) == Stage(48, 70, 8, 2, -40, 4, 32)
    assert interpolate(stages, 1) == interpolate(stages, 0)._replace(open=1) == Stage(1, 50, 1, 0.5, -5, 0, 4)


def test_quantiles_are_possible_scores() -> None:
    assert around("knaster", 100, Stage(9, 90, 3, 3, -20, 1, 18)) == (80, 101, 115)
    assert around("knister", 5, Stage(9, 60, 1, 1, -14, 0, 14)) == (0, 5, 19)
    assert around("another", 50, stage_at("another", 9)) == (20, 50, 80)
    assert stage_at("another", 9) == UNKNOWN.stages[0]


def test_probabilities_near_certainty_are_more_certain() -> None:
    assert win_uncertainty("knister", 0.01) < 0.3 * win_uncertainty("knister", 0.5)
    assert win_uncertainty("knister", 0.99) == pytest.approx(win_uncertainty("knister", 0.01))
    assert win_uncertainty("another", 0.5) == 0.1
    assert win_uncertainty("knister", 1.0) == 0


@pytest.mark.parametrize("name", slow_except("knister", games=("knister", "knapp_daneben")))
def test_final_scores_of_good_play_are_between_the_quantiles(played: Played, name: str) -> None:
    record = played(name, "strong")
    between, above = [], []
    # The quantiles are those of all positions of a stage; single positions differ from them.
    for at in (9, 25):
        game, state = record.game, replay(record.game, 1, record.events[:at])
        found = assess(game, state, 0, "strong", "points")
        low, middle, high = final_quantiles(game, state, 0, found.best.points)
        after = game.apply(reopened(game, state, 0), Move(0, found.best.action))
        scores = [play_out(game, after, 0, (0, number)).score for number in range(30)]
        between += [low <= score <= high for score in scores]
        above += [score > middle for score in scores]
    assert 0.65 < fmean(between) <= 0.95
    assert 0.3 < fmean(above) < 0.7


def test_badly_filled_sheets_are_estimated_less_accurately() -> None:
    game = knobel.make("knister")
    # The event before the decision is a roll in both games.
    errors = []
    for cells in (["a1", "b2", "c3", "d4", "e5"], ["a1", "a2", "b1", "d5", "e3"]):
        state = game.start(1)
        for number, cell in zip((2, 12, 3, 11, 4) if cells[1] == "a2" else (7,) * 5, cells, strict=True):
            state = game.apply(state, knobel.Roll((max(number - 6, 1), min(number - 1, 6))))
            state = game.apply(state, Move(0, cell))
        state = game.apply(state, knobel.Roll((1, 6)))
        errors.append(assess(game, state, 0, "quick").best.uncertainty)
    assert errors[1] > errors[0] > 0
