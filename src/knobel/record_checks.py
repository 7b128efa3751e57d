"""Checks of a game record: its digest, and whether its rolls follow from the seed (`docs/dice.md`)."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from knobel import notation
from knobel.core import Chance, KnobelError, Over, Roll
from knobel.seeded_dice import (
    CONTRIBUTION_BYTES,
    SEED_BYTES,
    RollKey,
    commitment,
    is_hexadecimal,
    roll,
    roll_key,
    roll_label,
)

__all__ = ["CheckFailed", "Checked", "check_record"]

DIGEST = re.compile(rb', "sha256": "([0-9a-f]{64})"\}\n')
"""The end of a complete record."""


class CheckFailed(KnobelError):
    """A record does not pass the checks. The text says where and why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that passed the checks.

    `rolls` follow from the seed of the `commitment`. The first `lost` rolls could not be checked, because their seed
    was lost. `contributed` of the `promised` browsers of players contributed.
    """

    commitment: str
    rolls: int
    lost: int
    promised: int
    contributed: int


def with_digest(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a complete record, with the SHA-256 hash of everything before it in the last line."""
    digest, last = sha256(), ""
    for line in lines:
        digest.update(last.encode())
        if last:
            yield last
        last = line
    body = last.removesuffix("}\n")
    digest.update(body.encode())
    yield f'{body}, "sha256": "{digest.hexdigest()}"}}\n'


def check_record(content: bytes) -> Checked:
    """Check that a record is complete and unchanged, and that its rolls follow from its seed.

    :raises CheckFailed: at the first roll that differs, or if the record cannot be checked.
    """
    try:
        lines = content.decode().splitlines(keepends=True)
        record, state = notation.load(lines)
        header = json.loads(next(line for line in lines if line.strip()))
    except (UnicodeDecodeError, notation.BadRecord) as error:
        raise CheckFailed(f"this is not a record: {error}") from None
    dice = header.get("dice")
    if dice == "real":
        raise CheckFailed("the dice were real ones: people typed in what they rolled")
    if not isinstance(dice, dict):
        raise CheckFailed("the dice of this game do not follow from a seed")
    if dice.get("seed") is None:
        raise CheckFailed("the seed is not in the record: it is published after the game")
    labels = list(_labels(record, shared=bool(dice.get("shared"))))
    checked = _check_rolls(record, dice, labels)
    _check_digest(content)
    _check_labels(lines, labels)
    if not isinstance(record.game.turn(state), Over):
        raise CheckFailed("the record ends before the game is over")
    return checked


def _check_digest(content: bytes) -> None:
    found = list(DIGEST.finditer(content))
    if not found or found[-1].end() != len(content):
        raise CheckFailed("the record is incomplete: its last line must end with the SHA-256 hash of all before it")
    if sha256(content[: found[-1].start()]).hexdigest() != found[-1][1].decode():
        raise CheckFailed("the record was changed: its SHA-256 hash differs")


def _contributions(dice: dict[str, Any], seats: int) -> tuple[int, list[str]]:
    """Return the number of promised contributions, and the contributions in the order of the seats."""
    promised: Any = dice.get("promised")
    contributed: Any = dice.get("contributed")
    if not all(isinstance(values, list) and len(values) == seats for values in (promised, contributed)):
        raise CheckFailed("the header must have one value of `promised` and of `contributed` for each seat")
    for seat, (hashed, value) in enumerate(zip(promised, contributed, strict=True)):
        if value is None:
            continue
        if not is_hexadecimal(value, CONTRIBUTION_BYTES) or commitment(value) != hashed:
            raise CheckFailed(f"the contribution of seat {seat} is not the one that was promised")
    return sum(hashed is not None for hashed in promised), [value for value in contributed if value is not None]


def _check_rolls(record: notation.Record, dice: dict[str, Any], labels: list[str]) -> Checked:
    seed, lost = dice["seed"], dice.get("lost", 0)
    if not is_hexadecimal(seed, SEED_BYTES) or commitment(seed) != dice.get("commitment"):
        raise CheckFailed("the seed is not the one that was fixed before the first roll: its SHA-256 hash differs")
    promised, contributions = _contributions(dice, len(record.seats))
    rolls = [event.dice for event in record.events if isinstance(event, Roll)]
    if type(lost) is not int or not 0 <= lost <= len(rolls):
        raise CheckFailed("`lost` must be the number of rolls whose seed was lost")
    for number, (label, rolled) in enumerate(zip(labels, rolls, strict=True), 1):
        expected = roll(seed, label, len(rolled), contributions)
        if number > lost and rolled != expected:
            raise CheckFailed(
                f"roll {number} ({label}) differs: the record has {_words(rolled)}, the seed gives {_words(expected)}"
            )
    return Checked(dice["commitment"], len(rolls) - lost, lost, promised, len(contributions))


def _check_labels(lines: list[str], expected: list[str]) -> None:
    """Check the labels in the record, which are for readers that do not know the rules."""
    written = [data.get("label") for data in map(json.loads, filter(str.strip, lines[1:])) if "roll" in data]
    if written != expected:
        number = next(i for i, pair in enumerate(zip(written, expected, strict=True), 1) if pair[0] != pair[1])
        raise CheckFailed(f"the label of roll {number} is {expected[number - 1]}, not {written[number - 1]}")


def _labels(record: notation.Record, *, shared: bool) -> Iterator[str]:
    """Yield the label of each roll, by the rules of the game."""
    game = record.game
    state = game.start(len(record.seats))
    before: list[RollKey] = []
    for event in record.events:
        turn = game.turn(state)
        if isinstance(event, Roll) and isinstance(turn, Chance):
            key = roll_key(game, int(game.info(state)["round"]), turn)
            before.append(key)
            yield roll_label(key, before.count(key), shared=shared or game.simultaneous)
        state = game.apply(state, event)


def _words(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))
