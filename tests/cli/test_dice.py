"""`knobel dice`: the statistical tests agree with published values and with simulated dice."""

import json
from pathlib import Path
from random import Random

import knobel
from knobel import notation
from knobel.core import Roll
from tests.cli.conftest import Run, fails


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
