"""Dice that follow from a seed: the test vectors of the documentation, uniformity, and checks of records."""

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from knobel import seeded_dice
from knobel.fairness import chi_squared_p
from knobel.record_checks import CheckFailed, check_record

DOCS = Path(__file__).parents[1] / "docs" / "dice.md"
RECORDS = Path(__file__).parent / "golden" / "dice"
GAMES = ["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"]


def test_the_test_vectors_of_the_documentation() -> None:
    vectors = re.findall(r"^\| `([^`]+)` \| ([0-9 ]+) \|$", DOCS.read_text(), re.MULTILINE)
    seed, contributions = "00112233445566778899aabbccddeeff" * 2, ["0f" * 16, "f0" * 16]
    assert len(vectors) >= 5
    for label, faces in vectors:
        expected = tuple(map(int, faces.split()))
        assert seeded_dice.roll(seed, label, len(expected), contributions) == expected, label


def test_faces_are_uniform() -> None:
    counts = [0] * 6
    for number in range(60_000):
        counts[seeded_dice.face("5a" * 32, f"1/0/pips/{number}", 1) - 1] += 1
    assert chi_squared_p(sum((count - 10_000) ** 2 / 10_000 for count in counts)) > 1e-4


def independently_checked(record: str) -> int:
    """Return the number of rolls of a record, checked by a program written from the documentation alone."""
    header, *events = map(json.loads, record.splitlines())
    dice = header["dice"]
    assert hashlib.sha256(bytes.fromhex(dice["seed"])).hexdigest() == dice["commitment"]
    given = ",".join(value for value in dice["contributed"] if value)
    rolls = [event for event in events if "roll" in event]
    for event in rolls:
        for number, face in enumerate(event["roll"], 1):
            message = f"{event['label']}/{number}/{given}".encode()
            mac = hmac.new(bytes.fromhex(dice["seed"]), message, "sha256").digest()
            assert face == next(byte for byte in mac if byte < 252) % 6 + 1
    return len(rolls)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_verified_and_every_changed_byte_is_found(game: str) -> None:
    content = (RECORDS / f"{game}.jsonl").read_bytes()
    checked = check_record(content)
    assert checked.rolls == independently_checked(content.decode())
    assert (checked.promised, checked.contributed, checked.lost) == (2, 1, 0)
    step = 1 if game == "knister" else 101
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
        ({"dice": {"commitment": "00"}}, "published after the game"),
        ({"dice": {"commitment": "00", "seed": "11" * 32}}, "its SHA-256 hash differs"),
        ({"dice": {"commitment": "00", "seed": 7}}, "its SHA-256 hash differs"),
    ],
)
def test_records_that_cannot_be_checked(header: dict[str, object], message: str) -> None:
    record = json.dumps({"knobel": 1, "game": "knister", "seats": ["Ann"]} | header)
    with pytest.raises(CheckFailed, match=message):
        check_record(f"{record}\n".encode())
    with pytest.raises(CheckFailed, match="not a record"):
        check_record(b"\xff")
