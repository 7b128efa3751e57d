"""A short run of `knobel bench`: its report with and without a C compiler or learned data."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from knobel import bench, bots
from knobel.bench import decisions, native
from knobel.bench.playouts import Playouts, playouts
from knobel.cli import main
from knobel.games import GAMES

pytestmark = pytest.mark.slow

Run = Callable[..., tuple[int, str, str]]

BRIEF = bench.Effort(seconds=0.001, repeats=1, solves=1, decisions=0.01, levels=("random",))
OWN = [game for game in GAMES if playouts(game)]
"""The games with compiled playouts."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command for a small part of each measurement and one level of bots."""
    monkeypatch.setattr(bench, "QUICK", BRIEF)

    def ran(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(("bench", *arguments))
        captured = capsys.readouterr()
        return int(end.value.code or 0), captured.out, captured.err

    return ran


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return native.build(tmp_path_factory.mktemp("library"))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Compile the C programs once for all tests, if there is a C compiler."""
    if shutil.which(native.COMPILER) is not None:
        library = request.getfixturevalue("library")
        monkeypatch.setattr(native, "build", lambda _: library)


def measured(run: Run, *arguments: str) -> dict[str, Any]:
    status, out, err = run("--quick", "--json", *arguments)
    assert (status, err) == (0, "")
    result: dict[str, Any] = json.loads(out)
    return result


def test_playouts_that_nobody_has_written() -> None:
    assert playouts("biggest") == {}
    assert bench.playout("biggest", "random", None, bench.QUICK) is None


def test_json(run: Run) -> None:
    result = measured(run, "--games", "Kniffeliger,knister")
    assert list(result["games"]) == ["kniffeliger", "knister"]
    knister, kniffeliger = result["games"]["knister"], result["games"]["kniffeliger"]
    assert list(knister) == ["random", "greedy", "solve", "decisions"]
    assert knister["random"]["games_per_second"] > 0
    assert 0 < knister["decisions"]["random"]["median_ms"] <= knister["decisions"]["random"]["p99_ms"]
    assert knister["solve"] is None
    assert kniffeliger["solve"]["value"] == pytest.approx(244.949178)
    assert abs(knister["random"]["mean"] - 19.95) < 5 * knister["random"]["standard_error"]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("game", OWN)
def test_c_plays_the_same_games(game: str, library: Any) -> None:
    """`play` raises if the games differ."""
    effort = bench.Effort(seconds=0.001, repeats=1, solves=1, decisions=0)
    for work in playouts(game).values():
        assert bench.play(work(), library, effort)["times_c"] > 0


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")
def test_other_games_in_c_are_noticed(library: Any) -> None:
    work, other = (make() for make in playouts("knister").values())
    with pytest.raises(bench.Disagreement):
        bench.play(Playouts(work.kernel, work.scores, other.native, other.rules), library, bench.QUICK)


def test_without_a_compiler(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "COMPILER", "no-such-compiler")
    result = measured(run, "--games", "knister")
    assert "no-such-compiler" in result["machine"]["no_compiler"]
    random = result["games"]["knister"]["random"]
    assert (random["c_games_per_second"], random["times_c"]) == (None, None)
    assert "| knister |" in run("--games", "knister", "--quick")[1]


def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "FLAGS", ("-no-such-flag",))
    with pytest.raises(native.NoCompiler):
        native.build(tmp_path)


@pytest.mark.usefixtures("compiled")
def test_a_level_without_data(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Untrained:
        def choose(self, *_: object) -> str:
            raise FileNotFoundError("no trained data ships")

    make = bots.make
    monkeypatch.setattr(bench, "QUICK", replace(BRIEF, levels=("random", "master")))
    monkeypatch.setattr(bots, "make", lambda level: Untrained() if level == "master" else make(level))
    levels = measured(run, "--games", "knister")["games"]["knister"]["decisions"]
    assert levels["random"]["decisions"] > 0
    assert levels["master"] == {"median_ms": None, "p99_ms": None, "decisions": 0, "reason": "no trained data ships"}
    assert "-: no trained data ships" in run("--games", "knister", "--quick")[1]


@pytest.mark.usefixtures("compiled")
def test_tables(run: Run) -> None:
    status, out, _ = run("--quick", "--games", "knoeffel")
    assert status == 0
    assert re.search(r"\| knoeffel \| +[\d,]+ \| +[\d.-]+ \| +[\d,]+ \| +[\d.-]+ \| +[\d.]+ s \|", out)


@pytest.mark.parametrize(
    ("games", "message"), [("knistr", "did you mean knister"), (",", "nothing to measure"), ("", "nothing to measure")]
)
def test_bad_input(run: Run, games: str, message: str) -> None:
    status, out, err = run("--games", games)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"knobel: .*{message}.*\n", err)


def test_a_game_is_left_when_time_is_up() -> None:
    assert len(decisions.play(GAMES["knister"](), bots.make("random"), Random(1), process_time() + 60)) == 2 * 25
    assert len(decisions.play(GAMES["knister"](), bots.make("random"), Random(1), process_time())) == 1
