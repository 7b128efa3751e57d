"""The arena: the same dice for every bot, the same result with any number of processes, correct statistics."""

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import which
from statistics import fmean
from typing import Any

import pytest

from knobel import bots
from knobel.cli.cluster_option import insert_local_address
from knobel.core import Game
from tests.arena.conftest import Greedy
from tests.cli.conftest import KNOBEL, Run, fails, untimed


@pytest.fixture(autouse=True)
def greedy_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "greedy", Greedy)


def workers_of(process: int) -> list[int]:
    """Return the ids of a process's workers."""
    command = ["pgrep", "-P", str(process), "-f", "spawn_main"]
    return [int(line) for line in subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()]


def has_worker(process: int) -> None:
    """Wait until a process has a worker."""
    deadline = time.monotonic() + 600
    while not workers_of(process):
        assert time.monotonic() < deadline, "no worker"
        time.sleep(0.05)


def test_as_json(run: Run) -> None:
    arguments = ["arena", "knister", "--bots", "random,greedy", "--games", "12", "--json", "--seed"]
    result = untimed(run(*arguments, "7").out)
    assert (result["game"], result["seed"], result["games"]) == ("knister", 7, 12)
    first, second = result["bots"]
    assert [first["bot"], second["bot"], first["games"]] == ["random", "greedy", 12]
    assert second["mean"] > first["mean"]
    assert second["difference"] == pytest.approx(second["mean"] - first["mean"])
    assert first["difference"] is first["difference_standard_error"] is None
    assert first["wins"] + second["wins"] == pytest.approx(1)
    assert untimed(run(*arguments, "7").out) == result
    assert untimed(run(*arguments, "8").out)["bots"] != result["bots"]


def test_output_of_bots_does_not_mix_with_the_result(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Talks(Greedy):
        def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
            sys.stdout.write("(raylet) something died\n")
            return super().choose(game, view, seat, rng)

    monkeypatch.setitem(bots.BOTS, "talks", Talks)
    ran = run("arena", "knister", "--bots", "talks", "--games", "1", "--json")
    assert json.loads(ran.out)["games"] == 1
    assert "raylet" in ran.err


def test_every_game_is_written(run: Run, tmp_path: Path) -> None:
    arguments = ["arena", "knapp_daneben", "--bots", "random,greedy", "--games", "6", "--json", "--output"]
    lines, table = tmp_path / "games.jsonl", tmp_path / "games.csv"
    result = json.loads(run(*arguments, str(lines)).out)
    run(*arguments, str(table))
    games = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [(game["deal"], game["seating"]) for game in games] == [(i // 2, i % 2) for i in range(6)]
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(games)
    for bot in result["bots"]:
        scores = [game["scores"][game["bots"].index(bot["bot"])] for game in games]
        assert fmean(scores) == pytest.approx(bot["mean"])
        assert scores == [int(row["score"]) for row in rows if row["bot"] == bot["bot"]]
        assert fmean(float(row["win"]) for row in rows if row["bot"] == bot["bot"]) == pytest.approx(bot["wins"])
    fails(run(*arguments, str(lines)), "already exists")
    fails(run(*arguments, str(tmp_path / "games.txt")), "ends in none of .csv, .jsonl, .parquet, .xlsx")
    fails(run(*arguments, str(tmp_path / "absent" / "games.csv")), "cannot write")


def test_as_a_table(run: Run) -> None:
    ran = run("arena", "knapp-daneben", "--bots", "random,greedy", "--games", "3")
    assert "greedy" in ran.out
    assert "knapp_daneben, seed 1: 4 games in 2 deals" in ran.out
    assert ran.err == ""


needs_ray = pytest.mark.skipif(not find_spec("ray"), reason="no Ray")


@pytest.mark.parametrize("workers", ["2", pytest.param("cluster", marks=needs_ray)])
def test_results_do_not_depend_on_the_executor(run: Run, workers: str) -> None:
    arguments = ["arena", "knapp_daneben", "--bots", "random,random,random", "--games", "30", "--seed", "3", "--json"]
    where = ["--cluster"] if workers == "cluster" else ["--workers", workers]
    elsewhere = subprocess.run([*KNOBEL, *arguments, *where], capture_output=True, text=True, timeout=600, check=True)
    assert elsewhere.stderr == ""
    assert untimed(elsewhere.stdout) == untimed(run(*arguments).out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["knistr", "--bots", "random"], "did you mean knister"),
        (["knister", "--bots", "randm"], "no bot level 'randm'"),
        (["knister", "--bots", "master/glory"], "no bot 'master/glory'"),
        (["knister", "--bots", ","], "at least one bot"),
        (["knister"], "--bots"),
        (["knister", "--bots", "random", "--games", "0"], "games"),
        (["knister", "--bots", "random", "--workers", "0"], "workers"),
        (["knister", "--bots", "random", "--seed", "x"], "seed"),
        (["knister", "--bots", "random", "--option", "x=1"], "no option 'x'"),
        (["knapp_daneben", "--bots", "random," * 6], "1 to 5 seats, not 6"),
    ],
)
def test_mistakes_get_one_line(run: Run, arguments: list[str], message: str) -> None:
    fails(run("arena", *arguments), message)


def test_illegal_actions_of_custom_bots_are_forfeits(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Mine:\n    def choose(self, *what):\n        return 'z9'\n")
    arguments = ["arena", "knister", "--bots", f"random,{tmp_path / 'mine.py'}:Mine", "--games", "2"]
    ran = run(*arguments)
    assert ran.status == 1
    assert "deal 1" in ran.out
    result = json.loads(run(*arguments, "--json").out)
    assert result["bots"][1]["forfeits"] == len(result["forfeits"]) == 2
    assert result["forfeits"][0]["record"].startswith('{"knobel"')


@pytest.mark.parametrize("error", ["PermissionError('weights')", "MemoryError()", "FileNotFoundError('weights')"])
def test_faults_of_the_machine_are_no_results(run: Run, tmp_path: Path, error: str) -> None:
    (tmp_path / "mine.py").write_text(f"class Mine:\n    def choose(self, *what):\n        raise {error}\n")
    ran = run("arena", "knister", "--bots", f"random,{tmp_path / 'mine.py'}:Mine", "--games", "2")
    fails(ran, error.partition("(")[0])


def test_no_cluster(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    arena = ["arena", "knister", "--bots", "random"]
    fails(run(*arena, "--cluster"), r"a cluster needs Ray: .*pip install '\.\[cluster\]'")
    if find_spec("ray"):
        monkeypatch.undo()
        fails(run(*arena, "--cluster", "127.0.0.1:1"), "no cluster answers at 127.0.0.1:1")


def test_the_address_may_be_left_out() -> None:
    assert insert_local_address(["--cluster"]) == ["--cluster", "local"]
    assert insert_local_address(["--cluster", "--json"]) == ["--cluster", "local", "--json"]
    assert insert_local_address(["--cluster", "knister"]) == ["--cluster", "local", "knister"]
    assert insert_local_address(["--cluster", "ray://a:1", "x"]) == ["--cluster", "ray://a:1", "x"]
    assert insert_local_address(["--cluster=a:1", "x"]) == ["--cluster=a:1", "x"]


@pytest.mark.skipif(which("pgrep") is None, reason="no pgrep here")
def test_a_killed_worker_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(_done: int, _total: int) -> None:
        # Games played before are still reported when no worker is left.
        for worker in workers_of(os.getpid()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    @contextlib.contextmanager
    def killing() -> Iterator[Callable[[int, int], None]]:
        yield kill

    monkeypatch.setattr("knobel.cli.arena.progress", killing)
    arguments = ["arena", "knister", "--bots", "random", "--games", "1000000", "--workers", "2"]
    fails(run(*arguments), "a worker was killed")


@pytest.mark.skipif(which("pgrep") is None, reason="no pgrep here")
@pytest.mark.parametrize("group", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_interrupt_ends_all_workers_quietly(group: bool) -> None:
    command = [*KNOBEL, "arena", "knister", "--bots", "random", "--games", "1000000", "--workers", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as arena:
        has_worker(arena.pid)
        if group:
            os.killpg(arena.pid, signal.SIGINT)
        else:
            arena.send_signal(signal.SIGINT)
        try:
            # The pipes close when the last worker has ended.
            out, err = arena.communicate(timeout=600)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(arena.pid, signal.SIGKILL)
    assert (arena.returncode, out, err) == (130, "", "")
