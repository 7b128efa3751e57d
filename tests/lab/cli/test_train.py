"""Training gives the same result after any interruption, and overwrites no file without permission."""

import re
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from knobel.engines.kniffeliger.lookup import stamp
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import StaleData, load, read_metadata, save
from knobel_lab.learning.knister import learn
from knobel_lab.learning.training import train
from tests.cli.conftest import KNOBEL, Run, fails

BULK = 100_000
CHECKPOINT, DATA = "knister.checkpoint.npz", "knister.npz"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, which is empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Counter:
    """A learner that only counts games."""

    stamp = "counter"

    def __init__(self, seed: int = 1) -> None:
        self.counted = np.zeros(BULK, np.int64)
        self.blocks: list[tuple[int, int]] = []

    def learn(self, first: int, games: int) -> Array:
        self.blocks.append((first, games))
        self.counted += games
        return np.full(games, 5)

    def state(self) -> Mapping[str, Array]:
        return {"counted": self.counted}

    def restore(self, state: Mapping[str, Array]) -> None:
        self.counted[:] = state["counted"]

    def export(self, path: Path, games: int) -> None:
        save(path, self.stamp, {"counted": self.counted[:1]})


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the learner of Knister by a counter."""
    monkeypatch.setattr(learn, "learner", Counter)


@pytest.mark.usefixtures("counts")
def test_training_prints_how_to_use_the_data(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("train", "knister", "--games", "40", "--seed", "3")
    assert ran.status == 0
    assert ran.err.startswith(f"checkpoints: {CHECKPOINT}\n")
    assert re.search(r"^40 of 40 games, score \d+\.\d\d$", ran.err, re.MULTILINE)
    assert re.match(r"knister: 40 games learned with seed 3, the latest with a mean score of \d", ran.out)
    assert f"bots use {DATA} with KNOBEL_DATA={folder}\n" in ran.out
    assert {"game": "knister", "seed": 3, "games": 40}.items() <= read_metadata(Path(CHECKPOINT)).items()
    monkeypatch.setenv(weights.DATA_VARIABLE, str(folder))
    assert weights.path("knister") == folder / DATA
    (folder / "empty").mkdir()
    monkeypatch.setenv(weights.DATA_VARIABLE, str(folder / "empty"))
    assert weights.path("knister") != folder / DATA


def games_in(checkpoint: Path) -> int:
    """Return the number of games in a checkpoint; 0 if there is none."""
    return int(read_metadata(checkpoint)["games"]) if checkpoint.exists() else 0


@pytest.mark.slow
def test_killed_and_interrupted_training_ends_the_same(run: Run, folder: Path) -> None:
    kept, games, rng = Path("knapp_daneben.checkpoint.npz"), 8_000, Random(1)
    command = [*KNOBEL, "train", "knapp_daneben", "--games", str(games), "--every", "0.05", "--resume"]
    pipe = subprocess.PIPE
    for end in (signal.SIGINT, signal.SIGKILL, signal.SIGKILL):
        before = games_in(kept)
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
            while process.poll() is None and games_in(kept) == before:
                time.sleep(0.02)
            time.sleep(rng.uniform(0, 0.1))
            process.send_signal(end)
            out, err = process.communicate(timeout=600)
        assert (process.returncode, out) == (130 if end == signal.SIGINT else -end, ""), err
        if end == signal.SIGINT:
            assert re.search(r"interrupted after [\d,]+ games: continue with --resume\n$", err)
    assert 3 <= games_in(kept) < games
    assert run("train", "knapp_daneben", "--games", str(games), "--resume").status == 0
    other = ["--checkpoint", "other.npz", "--export", "undisturbed.npz"]
    assert "FOLDER/knapp_daneben.npz" in run("train", "knapp_daneben", "--games", str(games), *other).out
    assert Path("knapp_daneben.npz").read_bytes() == Path("undisturbed.npz").read_bytes()
    assert kept.read_bytes() == Path("other.npz").read_bytes()
    assert {path.suffix for path in folder.iterdir()} <= {".npz", ".partial"}


@pytest.mark.usefixtures("counts")
def test_the_default_number_of_games_is_that_of_the_shipped_data(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "ENGINES", folder)
    train_out = ["train", "knister", "--export", "out.npz", "--resume"]
    fails(run(*train_out), "there is no shipped data for knister: give the number of games with --games")
    Path("knister").mkdir()
    save(folder / "knister" / "weights.npz", "shipped", {}, games=321)
    assert "321 games learned with seed 1" in run(*train_out).out


@pytest.mark.usefixtures("counts")
def test_only_some_games_are_learned_by_several_threads(run: Run) -> None:
    fails(run("train", "knister", "--games", "2", "--threads", "2"), "knister is learned by one thread")
    both = ["train", "knaster", "--games", "2", "--threads", "2", "--cluster", "auto"]
    fails(run(*both), "--threads and --cluster cannot be combined")
    assert not list(Path().iterdir())


@pytest.mark.usefixtures("counts")
def test_existing_files_are_not_overwritten(run: Run) -> None:
    train_once = ["train", "knister", "--games", "2"]
    Path(DATA).write_text("dear")
    fails(run(*train_once), f"{DATA} already exists: continue with --resume, or choose another file with --export")
    assert not Path(CHECKPOINT).exists()
    assert run(*train_once, "--export", "mine.npz").status == 0
    before = Path(CHECKPOINT).read_bytes()
    fails(run(*train_once, "--export", "yours.npz"), f"{CHECKPOINT} already exists: .* with --checkpoint")
    assert (Path(CHECKPOINT).read_bytes(), Path(DATA).read_text()) == (before, "dear")


@pytest.mark.usefixtures("counts")
def test_only_matching_checkpoints_are_resumed(run: Run) -> None:
    def checkpoint(**facts: Any) -> None:
        save(Path(CHECKPOINT), "another stamp", {}, games=0, **facts)

    resume = ["train", "knister", "--games", "2", "--resume"]
    checkpoint(game="knister", seed=4)
    fails(run(*resume, "--seed", "5"), f"{CHECKPOINT} was started with seed 4, not 5")
    checkpoint(game="knaster", seed=4)
    fails(run(*resume), f"{CHECKPOINT} is a checkpoint of knaster, not of knister")
    Path(CHECKPOINT).write_text("no checkpoint")
    fails(run(*resume), f"{CHECKPOINT} is broken, or no file of trained data")


@pytest.mark.usefixtures("counts")
def test_other_rules_are_refused(run: Run) -> None:
    save(Path(CHECKPOINT), "another stamp", {}, games=0, game="knister", seed=4)
    ran = run("train", "knister", "--games", "2", "--resume")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"knobel: {CHECKPOINT} was made with other rules, arrays or settings: train again\n")


def test_broken_files_are_refused(folder: Path) -> None:
    path = folder / "a.npz"
    save(path, "mine", {"a": np.arange(1000)}, games=3)
    arrays, facts = load(path, "mine")
    assert (arrays["a"].sum(), facts) == (499_500, {"games": 3})
    whole = path.read_bytes()
    for broken in (b"", b"PK", whole[:500], whole[: len(whole) // 2]):
        path.write_bytes(broken)
        with pytest.raises(StaleData, match=r"a\.npz is broken"):
            load(path, "mine")
    with path.open("wb") as file:
        np.save(file, np.arange(3))
    with pytest.raises(StaleData, match=r"a\.npz is broken"):
        read_metadata(path)


@pytest.mark.usefixtures("counts")
def test_full_disk(run: Run) -> None:
    """A limit on the size of files simulates a full disk."""
    resource = pytest.importorskip("resource")
    assert run("train", "knister", "--games", "2").status == 0
    before = Path(CHECKPOINT).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 * BULK, limits[1]))
    try:
        ran = run("train", "knister", "--games", "500", "--resume")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"knobel: cannot save {CHECKPOINT}: file too large\n")
    assert Path(CHECKPOINT).read_bytes() == before
    assert not Path(CHECKPOINT).with_suffix(".partial").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["knistr"], "did you mean knister"),
        (["knoeffel", "--games", "3"], "knoeffel is solved, not learned: --export is its only option"),
        (["kniffeliger", "--export", "none/x.npz"], "cannot write a new file"),
        (["knister", "--games", "0"], "games"),
        (["knister", "--seed", "-1"], "seed"),
        (["knister", "--checkpoint", "none/x.npz"], "there is no folder none"),
        (["knister", "--checkpoint", "."], "is a folder"),
        (["knister", "--export", CHECKPOINT], "both"),
    ],
)
def test_mistakes_get_one_line(run: Run, arguments: list[str], message: str) -> None:
    fails(run("train", *arguments), message)


def test_blocks_follow_each_other_and_a_stop_is_heeded(folder: Path) -> None:
    learner, path = Counter(), folder / "c.npz"
    assert train(learner, path, 100_000, block=7_000, stop=lambda: len(learner.blocks) == 3) < 100_000
    resumed = Counter()
    assert train(resumed, path, 100_000, block=7_000, resume=True, facts={"seed": 2}) == 100_000
    done = 0
    for first, games in [*learner.blocks, *resumed.blocks]:
        assert first == done
        assert 0 < games <= 7_000
        done += games
    assert done == int(resumed.counted[0]) == 100_000
    assert load(path, "counter")[1] == {"games": 100_000, "seed": 2}
    # All games are learned already.
    assert train(Counter(), path, 100_000, resume=True) == 100_000


@pytest.mark.slow
def test_a_solved_game_as_bots_use_it(run: Run, folder: Path) -> None:
    assert "bots use kniffeliger.npz" in run("train", "kniffeliger").out
    arrays, _ = load(folder / "kniffeliger.npz", stamp())
    assert arrays["values_plain"][0] == pytest.approx(244.949178, abs=1e-6)
    fails(run("train", "kniffeliger"), "cannot write a new file")
