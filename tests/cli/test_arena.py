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
from math import hypot
from pathlib import Path
from random import Random
from shutil import which
from statistics import fmean, stdev
from typing import Any

import pytest

import knobel
from knobel import bots
from knobel.arena import Match, compare
from knobel.arena.durations import DurationHistogram
from knobel.arena.match import DealDice
from knobel.cli.cluster_option import insert_local_address
from knobel.core import Chance, Game, Move, Over
from knobel.engines.shared.data_files import save
from knobel.games import GAMES
from tests.cli.conftest import KNOBEL, Run, fails


class Nth:
    """Takes the first or the last action, without randomness."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return game.legal(view, seat)[self.place]


class Greedy:
    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return max(game.legal(view, seat), key=lambda action: (game.preview(view, seat, action).gain, rng.random()))


@pytest.fixture(autouse=True)
def simple_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "first", lambda: Nth(0))
    monkeypatch.setitem(bots.BOTS, "last", lambda: Nth(-1))
    monkeypatch.setitem(bots.BOTS, "greedy", Greedy)


def workers_of(process: int) -> list[int]:
    """Return the ids of a process's workers."""
    command = ["pgrep", "-P", str(process), "-f", "spawn_main"]
    return [int(line) for line in subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()]


def has_worker(process: int) -> None:
    """Wait until a process has a worker."""
    deadline = time.monotonic() + 60
    while not workers_of(process):
        assert time.monotonic() < deadline, "no worker"
        time.sleep(0.05)


def untimed(text: str) -> dict[str, Any]:
    """Return a result without its times."""
    result: dict[str, Any] = json.loads(text)
    del result["seconds"]
    for bot in result["bots"]:
        assert 0 <= bot.pop("median_ms") <= bot.pop("p99_ms")
    return result


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


def test_whatever_is_printed_meanwhile_is_no_result(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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
    fails(run(*arguments, str(lines)), "is there already")
    fails(run(*arguments, str(tmp_path / "games.txt")), "ends in none of .csv, .jsonl, .parquet")
    fails(run(*arguments, str(tmp_path / "absent" / "games.csv")), "cannot write")


def test_as_a_table(run: Run) -> None:
    ran = run("arena", "knapp-daneben", "--bots", "random,greedy", "--games", "3")
    assert "greedy" in ran.out
    assert "knapp_daneben, seed 1: 4 games in 2 deals" in ran.out
    assert ran.err == ""


needs_ray = pytest.mark.skipif(not find_spec("ray"), reason="no Ray")


@pytest.mark.parametrize("workers", ["2", pytest.param("cluster", marks=needs_ray)])
def test_the_same_wherever_it_is_played(run: Run, workers: str) -> None:
    arguments = ["arena", "knapp_daneben", "--bots", "random,random,random", "--games", "30", "--seed", "3", "--json"]
    where = ["--cluster"] if workers == "cluster" else ["--workers", workers]
    elsewhere = subprocess.run([*KNOBEL, *arguments, *where], capture_output=True, text=True, timeout=300, check=True)
    assert elsewhere.stderr == ""
    assert untimed(elsewhere.stdout) == untimed(run(*arguments).out)


def test_more_games_begin_with_the_same() -> None:
    game = knobel.make("knister")
    few, more = (compare(game, ["random"], games, seed=5) for games in (1, 2))
    scores = [few.bots[0].mean, 2 * more.bots[0].mean - few.bots[0].mean]
    assert all(score == int(score) for score in scores)
    assert few.bots[0].standard_error is None
    assert more.bots[0].standard_error == pytest.approx(stdev(scores) / 2**0.5)


def test_scores_are_those_of_the_rules() -> None:
    game, scores = knobel.make("knister"), []
    for deal in range(5):
        dice, state = DealDice(f"9 {deal}"), game.start(1)
        for cell in (f"{column}{row}" for row in range(1, 6) for column in "abcde"):
            state = game.apply(game.apply(state, dice.roll(game, state, Chance(2, 0))), Move(0, cell))
        assert isinstance(game.turn(state), Over)
        scores.append(game.score(state, 0))
    result = compare(game, ["first"], 5, seed=9).bots[0]
    assert result.mean == fmean(scores)
    assert result.standard_error == pytest.approx(stdev(scores) / 5**0.5)


def test_rolls_are_fair() -> None:
    game = knobel.make("knister")
    faces = [face for i in range(600) for face in DealDice(f"{i}").roll(game, game.start(1), Chance(10, 0)).dice]
    for face in range(1, 7):
        # Five standard deviations.
        assert faces.count(face) == pytest.approx(1000, abs=145)


def test_mirrored_play_on_the_same_dice_scores_the_same() -> None:
    # Going from the last cell to the first equals going from first to last on the rotated grid.
    first, last = compare(knobel.make("knister"), ["first", "last"], 20).bots
    assert (last.difference, last.difference_standard_error) == (0, 0)
    assert first.standard_error == last.standard_error
    assert first.standard_error is not None
    assert first.standard_error > 0


@pytest.mark.parametrize("name", GAMES)
def test_equals_have_equal_luck(name: str) -> None:
    result = compare(knobel.make(name), ["first", "first"], 6, seed=2)
    for bot in result.bots[1:]:
        assert (bot.difference, bot.difference_standard_error) == (0, 0)
    assert [bot.wins for bot in result.bots] == [0.5, 0.5]


def test_pairing_helps() -> None:
    one, other = compare(knobel.make("knister"), ["greedy", "greedy"], 40, seed=4).bots
    assert one.standard_error
    assert other.standard_error
    assert other.difference_standard_error
    assert other.difference_standard_error < 0.9 * hypot(one.standard_error, other.standard_error)


def test_everybody_sits_everywhere() -> None:
    match = Match.of(knobel.make("kniffeliger"), ["random"] * 4, 1)
    for deal in range(5):
        seatings = [match.seating(deal, turned) for turned in range(match.seatings)]
        assert all(sorted(players) == [0, 1, 2, 3] for players in zip(*seatings, strict=True))
    assert len({match.seating(deal, 0) for deal in range(40)}) > 4


def test_fewer_dice_are_the_first_ones() -> None:
    game = knobel.make("knoeffel")
    state = game.start(2)
    five, two = (DealDice("1 1").roll(game, state, Chance(dice, 0)).dice for dice in (5, 2))
    assert five[:2] == two
    dice = DealDice("1 1")
    rolls = {dice.roll(game, state, Chance(5, seat)).dice for seat in (0, 1, 0, 1)}
    assert len(rolls) == 4


def test_one_bot_plays_alone_or_against_itself() -> None:
    (alone,) = compare(knobel.make("knoeffel", columns=1), ["random"], 3).bots
    assert (alone.games, alone.wins) == (3, 1)
    (both,) = compare(knobel.make("kniffeliger"), ["random"], 3).bots
    assert (both.games, both.wins) == (3, 0.5)


def test_quantiles() -> None:
    times = DurationHistogram()
    assert times.quantile(0.5) is None
    parts = [DurationHistogram() for _ in range(7)]
    for i in range(1, 1001):
        parts[i % 7].add(i / 1000)
    for part in parts:
        times.merge(part)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.02)
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.02)
    times.add(0)


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


def test_a_bot_of_ones_own_and_what_it_does_wrong(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Mine:\n    def choose(self, *what):\n        return 'z9'\n")
    arguments = ["arena", "knister", "--bots", f"random,{tmp_path / 'mine.py'}:Mine", "--games", "2"]
    ran = run(*arguments)
    assert ran.status == 0
    assert "deal 1" in ran.out
    result = json.loads(run(*arguments, "--json").out)
    assert result["bots"][1]["forfeits"] == len(result["forfeits"]) == 2
    assert result["forfeits"][0]["record"].startswith('{"knobel"')


def test_data_of_other_rules_are_refused(tmp_path: Path) -> None:
    save(tmp_path / "knister.npz", "other rules", {})
    # In a separate process, because this process may have loaded the data of the package already.
    command, here = [*KNOBEL, "arena", "knister", "--bots", "strong"], os.environ | {"KNOBEL_DATA": str(tmp_path)}
    done = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "knister.npz was made with other rules" in done.stderr
    assert "Traceback" not in done.stderr


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
def test_a_worker_that_is_killed_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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
@pytest.mark.parametrize("group", [True, False])
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
            out, err = arena.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(arena.pid, signal.SIGKILL)
    assert (arena.returncode, out, err) == (130, "", "")
