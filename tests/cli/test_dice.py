"""`knobel dice`: the statistical tests agree with published values and with simulated dice."""

import json
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import pytest

import knobel
from knobel import notation
from knobel.core import Roll
from knobel.fairness import chi_squared_p, fairness, runs_of
from tests.cli.conftest import Run, fails


@pytest.mark.parametrize(("value", "p"), [(1.145, 0.95), (4.351, 0.5), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)])
def test_published_quantiles_of_chi_squared(value: float, p: float) -> None:
    assert chi_squared_p(value) == pytest.approx(p, rel=2e-3)


def test_runs_are_as_many_as_shuffling_gives() -> None:
    rng, kinds = Random(1), [True] * 14 + [False] * 11
    counts = []
    for _ in range(4000):
        rng.shuffle(kinds)
        counts.append(1 + sum(a != b for a, b in pairwise(kinds)))
    mean, deviation = runs_of(14, 11)
    assert fmean(counts) == pytest.approx(mean, abs=5 * deviation / sqrt(len(counts)))
    assert pstdev(counts) == pytest.approx(deviation, rel=0.06)


def test_fair_dice_look_fair_and_others_do_not() -> None:
    rng = Random(2)
    fair = [fairness(Roll(tuple(rng.choices(range(1, 7), k=2))) for _ in range(200)) for _ in range(300)]
    for ps in ([found.faces_p for found in fair], [found.runs_p for found in fair]):
        # Uniform within five standard deviations for 300 values.
        assert sum(p is not None and p < 0.1 for p in ps) == pytest.approx(30, abs=5 * sqrt(27))
    loaded = fairness(Roll(tuple(rng.choices(range(1, 7), [1, 1, 1, 1, 1, 3], k=2))) for _ in range(200))
    assert loaded.faces_p is not None
    assert loaded.faces_p < 1e-6
    in_turn = fairness(Roll((face,)) for face in (1, 6) * 20)
    assert (in_turn.runs, in_turn.expected_runs) == (40, 21)
    assert in_turn.runs_p is not None
    assert in_turn.runs_p < 1e-6


def test_too_few_rolls_say_nothing() -> None:
    for rolls in ([], [Roll((3, 4))], [Roll((1, 6, 6))] * 9):
        found = fairness(rolls)
        assert found.faces_p is found.runs_p is None


def test_records(run: Run, tmp_path: Path) -> None:
    game, rng, files = knobel.make("knister"), Random(3), []
    for number in range(3):
        record, state = notation.Record(game, ("Ann",)), game.start(1)
        for cell in game.legal(game.apply(state, Roll((1, 1))), 0):
            record.events += [game.sample(state, rng), knobel.Move(0, cell)]
            for event in record.events[-2:]:
                state = game.apply(state, event)
        files.append(str(tmp_path / f"{number}.jsonl"))
        Path(files[-1]).write_text(notation.dumps(record))
    found = json.loads(run("dice", *files, "--json").out)
    assert (found["games"], found["rolls"], sum(found["faces"])) == (3, 75, 150)
    assert 0 < found["faces_p"] < 1
    out = run("dice", *files).out
    assert "75 rolls in 3 games, 150 dice" in out
    assert f"p {found['runs_p']:.3f}" in out
    fails(run("dice", str(tmp_path / "absent")), "cannot read")


def test_a_broken_record_is_named_among_several(run: Run, tmp_path: Path) -> None:
    good, broken = tmp_path / "good.jsonl", tmp_path / "broken.jsonl"
    good.write_text(notation.dumps(notation.Record(knobel.make("knister"), ("Ann",), [Roll((3, 4))])))
    broken.write_text(good.read_text() + "[]\n")
    fails(run("dice", str(good), str(broken), str(good)), f"{broken}: line 3: an event is")
    fails(run("dice", str(good), str(tmp_path / "none")), f"cannot read {tmp_path / 'none'}: no such file")
