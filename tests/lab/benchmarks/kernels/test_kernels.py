"""Short runs of the benchmarks of kernels and bots, with and without a C compiler or learned data."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from benchmarks.kernels import __main__ as kernels
from benchmarks.kernels import decisions, native
from benchmarks.kernels.playouts import playouts
from knobel import bots
from knobel.games import GAMES

BRIEF_EFFORT = kernels.Effort(seconds=0.001, repeats=1, solves=1, decisions=0.01, levels=("random",))
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if shutil.which(native.COMPILER) is None:
        pytest.skip("there is no C compiler")
    return native.build(tmp_path_factory.mktemp("library"))


@pytest.mark.slow
def test_the_command_prints_an_object_for_the_machine_and_for_each_game_and_work() -> None:
    command = [sys.executable, "-m", "benchmarks.kernels", "--games", "kniffeliger", "knister", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=600, check=True)
    machine, *rows = map(json.loads, done.stdout.splitlines())
    figures = {(row.pop("game"), *row): row for row in rows}
    assert machine["machine"]["processors"] >= 1
    assert figures["kniffeliger", "exact solution"]["exact solution"]["value"] == pytest.approx(244.949178)
    assert ("knister", "exact solution") not in figures
    played = figures["knister", "random games"]["random games"]
    assert played["games_per_second"] > 0
    assert abs(played["score"]["mean"] - 19.95) < 5 * played["score"]["error"]
    master = figures["knister", "decisions"]["decisions"]["master"]
    assert 0 < master["median_ms"] <= master["p99_ms"]


def test_a_game_without_playouts() -> None:
    assert playouts("biggest") is None
    assert kernels.play("biggest", None, BRIEF_EFFORT) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_c_plays_the_same_games(game: str, library: Any) -> None:
    """`play` raises if the games differ."""
    figures = kernels.play(game, library, BRIEF_EFFORT)
    assert figures is not None
    assert figures["times_c"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["knoeffel", "kniffeliger"])
def test_c_finds_the_same_values(game: str, library: Any) -> None:
    """`solve` raises if the values differ."""
    figures = kernels.solve(game, library, BRIEF_EFFORT)
    assert figures is not None
    assert figures["times_c"] > 0


def test_other_games_in_c_are_noticed(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    work = playouts("knister")
    assert work is not None
    *grid, points = work.rules
    changed = replace(work, rules=(*grid, points + 1))
    monkeypatch.setattr(kernels, "playouts", lambda _: changed)
    with pytest.raises(kernels.Disagreement):
        kernels.play("knister", library, BRIEF_EFFORT)


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "COMPILER", "no-such-compiler")
    with pytest.raises(native.NoCompiler, match="no-such-compiler"):
        native.build(tmp_path)
    figures = kernels.play("knister", None, BRIEF_EFFORT)
    assert figures is not None
    assert (figures["c_games_per_second"], figures["times_c"]) == (None, None)


@pytest.mark.skipif(shutil.which(native.COMPILER) is None, reason="there is no C compiler")
def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "FLAGS", ("-no-such-flag",))
    with pytest.raises(native.NoCompiler):
        native.build(tmp_path)


def test_a_level_without_data(monkeypatch: pytest.MonkeyPatch) -> None:
    class Untrained:
        def choose(self, *_: object) -> str:
            raise FileNotFoundError("no trained data ships")

    make = bots.make
    monkeypatch.setattr(bots, "make", lambda level: Untrained() if level == "master" else make(level))
    assert decisions.measure("knister", "random", 0.01)["decisions"] > 0
    assert decisions.measure("knister", "master", 0.01) == {
        "median_ms": None, "p99_ms": None, "decisions": 0, "reason": "no trained data ships"
    }  # fmt: skip


def test_a_game_is_left_when_time_is_up() -> None:
    assert len(decisions.play(GAMES["knister"](), bots.make("random"), Random(1), process_time() + 60)) == 2 * 25
    assert len(decisions.play(GAMES["knister"](), bots.make("random"), Random(1), process_time())) == 1
