"""Checks of a game record: its digest, and whether its rolls follow from the seed (`docs/dice.md`)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from knobel import notation
from knobel.core import Chance, KnobelError, Over, Roll
from knobel.seeded_dice import (
    CONTRIBUTION_BYTES,
    HASH_BYTES,
    SALT_BYTES,
    SEED_BYTES,
    VERSION,
    RollKey,
    commitment,
    dice_commitment,
    is_hexadecimal,
    names_hash,
    roll,
    roll_key,
    roll_label,
)
from knobel.unicode_text import load_json

__all__ = ["CheckFailed", "Checked", "NoProof", "check_record"]

DIGEST = re.compile(rb', "sha256": "([0-9a-f]{64})"\}\n')
"""The end of a complete record."""
DICE_KEYS = {
    1: {"commitment", "seed", "shared", "promised", "contributed", "lost"},
    2: {"version", "commitment", "seed", "shared", "contributions", "salt", "names", "lost"},
}
EVENT_KEYS = ({"roll", "label"}, {"seat", "move"}, {"undo"})


class CheckFailed(KnobelError):
    """A record does not pass the checks. The text says where and why."""


class NoProof(CheckFailed):
    """A record has nothing by which its dice could be checked, or not yet. The text says why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record without contradictions.

    `rolls` follow from the seed. The first `lost` rolls could not be checked, because their seed was lost.
    `contributed` of the `promised` browsers of players contributed. `names`: the commitment covers the players' names.
    `bound`: it covers all that the rolls follow from. In version 1 it is the hash of the seed, and covers neither names
    nor contributions.
    """

    version: int
    commitment: str
    rolls: int
    lost: int
    promised: int
    contributed: int
    names: bool
    bound: bool

    @property
    def proven(self) -> bool:
        """True if all rolls follow from the seed, and, from version 2 on, the names are those at the start."""
        return self.lost == 0 and (self.names or self.version == 1)


@dataclass(frozen=True, slots=True)
class Contributions:
    """By seat, the hash that the browser promised, and the bytes that it contributed."""

    promised: list[str | None]
    given: list[str | None]

    @property
    def values(self) -> list[str]:
        """The contributions, in the order of the seats."""
        return [value for value in self.given if value is not None]


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

    :raises NoProof: if the record has nothing to check.
    :raises CheckFailed: at the first contradiction.
    """
    try:
        # Not `splitlines`, which takes more than line feeds for ends of lines.
        lines = re.findall(r"[^\n]*\n|[^\n]+", content.decode())
        record, state = notation.load(lines)
        data = [load_json(line) for line in lines if line.strip()]
        written = [notation.dump_line(value) for value in data]
    except (UnicodeDecodeError, notation.BadRecord) as error:
        raise CheckFailed(f"this is not a record: {error}") from None
    except RecursionError:
        raise CheckFailed("this is not a record: it is nested too deeply") from None
    dice = data[0].get("dice")
    if dice == "real":
        raise NoProof("the dice were real ones: people typed in what they rolled")
    if dice is None:
        raise NoProof("the dice of this game do not follow from a seed")
    _check_form(lines, data, written)
    if dice.get("seed") is None:
        raise NoProof("the seed is not in the record: it is published after the game, and that of a deal after its day")
    version = dice.get("version", 1)
    contributions = _contributions(dice, version, len(record.seats))
    rolls = [event.dice for event in record.events if isinstance(event, Roll)]
    lost = dice.get("lost", 0)
    if type(lost) is not int or not 0 <= lost <= len(rolls):
        raise CheckFailed("`lost` must be the number of rolls whose seed was lost")
    if lost and lost == len(rolls):
        raise NoProof("the seed of all rolls was lost")
    has_names = _check_commitment(record, dice, version, contributions)
    labels = list(_labels(record, shared=dice["shared"]))
    _check_rolls(rolls, labels, dice["seed"], lost, contributions.values)
    _check_digest(content)
    _check_labels(data, labels)
    if not isinstance(record.game.turn(state), Over):
        raise CheckFailed("the record ends before the game is over")
    promised = sum(hashed is not None for hashed in contributions.promised)
    return Checked(
        version=version,
        commitment=dice["commitment"],
        rolls=len(rolls) - lost,
        lost=lost,
        promised=promised,
        contributed=len(contributions.values),
        names=has_names,
        bound=version > 1 or not (promised or dice["shared"]),
    )


def _check_form(lines: list[str], data: list[Any], written: list[str]) -> None:
    """Check that the record has the form in which Knobel writes it, so that all programs read the same in it."""
    # A key that occurs twice in a line is not in what is written from its value.
    if written != lines:
        number = next(
            (i for i, pair in enumerate(zip(written, lines, strict=False), 1) if pair[0] != pair[1]), len(lines)
        )
        raise CheckFailed(f"line {number} is not in the form in which Knobel writes records")
    for number, value in enumerate(data, 1):
        if number > 1 and value.keys() - {"time", "sha256", "scores"} not in EVENT_KEYS:
            raise CheckFailed(f"line {number} has other keys than an event")
        if number < len(lines) and "sha256" in value:
            raise CheckFailed(f"line {number} is the end of a record, but more lines follow")
    dice = data[0]["dice"]
    version = dice.get("version", 1) if isinstance(dice, dict) else None
    known = DICE_KEYS.get(version) if type(version) is int else None
    if known is None:
        raise CheckFailed(f"this program knows the dice of versions 1 to {VERSION}")
    if dice.keys() - known:
        raise CheckFailed(f"the dice of the header have unknown keys: {', '.join(sorted(dice.keys() - known))}")
    if type(dice.get("shared")) is not bool:
        raise CheckFailed("`shared` must be true or false")


def _check_digest(content: bytes) -> None:
    found = list(DIGEST.finditer(content))
    if not found or found[-1].end() != len(content):
        raise CheckFailed("the record is incomplete: its last line must end with the SHA-256 hash of all before it")
    if sha256(content[: found[-1].start()]).hexdigest() != found[-1][1].decode():
        raise CheckFailed("the record was changed: its SHA-256 hash differs")


def _contributions(dice: dict[str, Any], version: int, seats: int) -> Contributions:
    """Return the contributions in the header."""
    promised: Any = dice.get("contributions" if version > 1 else "promised")
    given: Any = promised if version > 1 else dice.get("contributed")
    if not all(isinstance(values, list) and len(values) == seats for values in (promised, given)):
        raise CheckFailed("the header must have one contribution or null for each seat")
    if version > 1:
        given = [value if is_hexadecimal(value, CONTRIBUTION_BYTES) else None for value in promised]
        promised = [
            commitment(value) if value is not None else hashed for value, hashed in zip(given, promised, strict=True)
        ]
    for seat, (hashed, value) in enumerate(zip(promised, given, strict=True)):
        if hashed is not None and not is_hexadecimal(hashed, HASH_BYTES):
            raise CheckFailed(f"the contribution of seat {seat} is neither bytes nor the hash that was promised")
        if value is not None and (not is_hexadecimal(value, CONTRIBUTION_BYTES) or commitment(value) != hashed):
            raise CheckFailed(f"the contribution of seat {seat} is not the one that was promised")
    return Contributions(promised, given)


def _check_commitment(
    record: notation.Record, dice: dict[str, Any], version: int, contributions: Contributions
) -> bool:
    """Check that the commitment is that of the header. Return True if it covers the names in the record."""
    seed: Any = dice["seed"]
    salt: Any = dice.get("salt")
    names: Any = dice.get("names")
    if not is_hexadecimal(seed, SEED_BYTES):
        raise CheckFailed("the seed must be 64 hexadecimal digits in lower case")
    expected = commitment(seed)
    if version > 1:
        if salt is None and is_hexadecimal(names, HASH_BYTES):
            hashed = names
        elif names is None and is_hexadecimal(salt, SALT_BYTES):
            hashed = names_hash(salt, record.seats)
        else:
            raise CheckFailed("the header must have the salt of the names, or their hash if a name was erased")
        expected = dice_commitment(
            record.game.name,
            expected,
            contributions.promised,
            hashed,
            shared=dice["shared"],
            lost=dice.get("lost", 0),
        )
    if dice.get("commitment") != expected:
        parts = "the game, the names, the seed or a contribution" if version > 1 else "the seed"
        raise CheckFailed(f"{parts} is not the one that was fixed before the first roll: the SHA-256 hash differs")
    return salt is not None


def _check_rolls(
    rolls: list[tuple[int, ...]], labels: list[str], seed: str, lost: int, contributions: list[str]
) -> None:
    for number, (label, rolled) in enumerate(zip(labels, rolls, strict=True), 1):
        expected = roll(seed, label, len(rolled), contributions)
        if number > lost and rolled != expected:
            raise CheckFailed(
                f"roll {number} ({label}) differs: the record has {_words(rolled)}, the seed gives {_words(expected)}"
            )


def _check_labels(data: list[Any], expected: list[str]) -> None:
    """Check the labels in the record, which are for readers that do not know the rules."""
    written = [line["label"] for line in data[1:] if "roll" in line]
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
