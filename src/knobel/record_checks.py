r"""Checks of a game record: its digest, and whether its rolls follow from the seed (`docs/dice.md`).

>>> check_record(b'{"knobel": 1, "game": "knister", "options": {}, "seats": ["Ann"], "dice": "real"}\n')
Traceback (most recent call last):
knobel.record_checks.NoProof: the dice were real ones: people typed in what they rolled
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from knobel import notation
from knobel.core import Chance, KnobelError, Over, Roll
from knobel.record_form import BadForm, canonical_lines
from knobel.seeded_dice import (
    CONTRIBUTION_BYTES,
    HASH_BYTES,
    SALT_BYTES,
    SEED_BYTES,
    VERSION,
    RollHistory,
    commitment,
    commitment_message,
    is_hexadecimal,
    names_hash,
    roll,
    roll_key,
    text_hash,
)
from knobel.unicode_text import load_json

__all__ = ["CheckFailed", "Checked", "NoProof", "Verdict", "check_record"]

DIGEST = re.compile(rb', "sha256": "([0-9a-f]{64})"\}\n')
"""The end of a complete record."""
DEAL_KEYS = {"version", "deal", "commitment", "seed", "shared", "lost"}
DICE_KEYS = {
    1: {"commitment", "seed", "shared", "promised", "contributed", "lost"},
    2: {"version", "commitment", "seed", "shared", "contributions", "salt", "names", "lost"},
}
"""By version; version 3 has the keys of version 2."""


class CheckFailed(KnobelError):
    """A record does not pass the checks. The text says where and why."""


class NoProof(CheckFailed):
    """A record has nothing by which its dice could be checked, or not yet. The text says why."""


class Verdict(StrEnum):
    """Conclusion from a record without contradictions, if its hash is the hash shown before the first roll."""

    PROVEN = "proven"
    """All rolls follow from the values that the hash covers, and the names are those at the start."""
    DEAL = "deal"
    """All rolls follow from the seed of a deal alone, whose hash covers no names."""
    NO_NAMES = "no_names"
    """All rolls follow from the values that the hash covers, but the names cannot be checked because one was erased."""
    VERSION_1 = "version_1"
    """The hash covers the seed only, so that the server could choose the rolls by choosing contributions."""
    LOST = "lost"
    """The seed of the first rolls was lost, so that they cannot be checked."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of checking a record without contradictions.

    `rolls` follow from the seed. The first `lost` rolls could not be checked, because their seed was lost.
    `contributed` of the `promised` browsers of players contributed.
    """

    verdict: Verdict
    version: int
    commitment: str
    rolls: int
    lost: int
    promised: int
    contributed: int

    @property
    def proven(self) -> bool:
        """True if the rolls could not be chosen after the hash was shown, and no value that it covers was changed."""
        return self.verdict in (Verdict.PROVEN, Verdict.DEAL)


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
    except (UnicodeDecodeError, notation.BadRecord) as error:
        raise CheckFailed(f"this is not a record: {error}") from None
    header = load_json(next(line for line in lines if line.strip()))
    dice = header.get("dice")
    if dice == "real":
        raise NoProof("the dice were real ones: people typed in what they rolled")
    if dice is None:
        raise NoProof("the dice of this game do not follow from a seed")
    try:
        data = canonical_lines(lines)
    except BadForm as error:
        raise CheckFailed(str(error)) from None
    version = _version(dice)
    if dice.get("seed") is None:
        raise NoProof("the seed is not in the record: it is published after the game, and that of a deal after its day")
    contributions = _contributions(dice, version, len(record.seats))
    rolls = [event.dice for event in record.events if isinstance(event, Roll)]
    lost = dice.get("lost", 0)
    if type(lost) is not int or not 0 <= lost <= len(rolls):
        raise CheckFailed("`lost` must be the number of rolls whose seed was lost")
    if lost and lost == len(rolls):
        raise NoProof("the seed of all rolls was lost")
    _check_commitment(record, dice, version, contributions)
    labels = list(_labels(record, version, shared=dice["shared"]))
    _check_rolls(rolls, labels, dice["seed"], lost, contributions.values)
    _check_digest(content)
    _check_labels(data, labels)
    if not isinstance(record.game.turn(state), Over):
        raise CheckFailed("the record ends before the game is over")
    return Checked(
        verdict=_verdict(dice, version, lost),
        version=version,
        commitment=dice["commitment"],
        rolls=len(rolls) - lost,
        lost=lost,
        promised=sum(hashed is not None for hashed in contributions.promised),
        contributed=len(contributions.values),
    )


def _verdict(dice: dict[str, Any], version: int, lost: int) -> Verdict:
    if lost:
        return Verdict.LOST
    if "deal" in dice:
        return Verdict.DEAL
    if version == 1:
        return Verdict.VERSION_1
    return Verdict.PROVEN if "salt" in dice else Verdict.NO_NAMES


def _version(dice: Any) -> int:
    """Check the form of the dice in the header, and return their version."""
    version = dice.get("version", 1) if isinstance(dice, dict) else None
    if type(version) is not int or not 1 <= version <= VERSION:
        raise CheckFailed(f"this program knows the dice of versions 1 to {VERSION}")
    if dice.keys() - DEAL_KEYS and "deal" in dice:
        raise CheckFailed("to the dice of a deal nobody contributes, and their hash covers no names")
    unknown = dice.keys() - (DEAL_KEYS if "deal" in dice else DICE_KEYS[min(version, 2)])
    if unknown or (version == 1 and "version" in dice):
        raise CheckFailed(f"the dice of the header have unknown keys: {', '.join(sorted(unknown or {'version'}))}")
    if type(dice.get("shared")) is not bool or ("deal" in dice and (dice["deal"] is not True or dice["shared"])):
        raise CheckFailed("`shared` must be true or false, and in a deal, `deal` true and `shared` false")
    return int(version)


def _check_digest(content: bytes) -> None:
    found = list(DIGEST.finditer(content))
    if not found or found[-1].end() != len(content):
        raise CheckFailed("the record is incomplete: its last line must end with the SHA-256 hash of all before it")
    if sha256(content[: found[-1].start()]).hexdigest() != found[-1][1].decode():
        raise CheckFailed("the record was changed: its SHA-256 hash differs")


def _contributions(dice: dict[str, Any], version: int, seats: int) -> Contributions:
    """Return the contributions in the header."""
    if "deal" in dice:
        return Contributions([None] * seats, [None] * seats)
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
) -> None:
    """Check that the commitment is that of the header."""
    seed: Any = dice["seed"]
    if not is_hexadecimal(seed, SEED_BYTES):
        raise CheckFailed("the seed must be 64 hexadecimal digits in lower case")
    expected, parts = commitment(seed), "the seed"
    if version > 1 and "deal" not in dice:
        parts = "the game, the names, the seed or a contribution"
        hashed, shared, lost = _names_hash(dice, record.seats), dice["shared"], dice.get("lost", 0)
        expected = text_hash(
            commitment_message(
                version, record.game.name, expected, contributions.promised, hashed, shared=shared, lost=lost
            )
        )
    if dice.get("commitment") != expected:
        raise CheckFailed(f"{parts} is not the one that was fixed before the first roll: the SHA-256 hash differs")


def _names_hash(dice: dict[str, Any], names: Iterable[str]) -> str:
    """Return the hash of the names: that of the header if a name was erased."""
    salt: Any = dice.get("salt")
    hashed: Any = dice.get("names")
    if "salt" not in dice and is_hexadecimal(hashed, HASH_BYTES):
        return str(hashed)
    if "names" not in dice and is_hexadecimal(salt, SALT_BYTES):
        return names_hash(str(salt), names)
    raise CheckFailed("the header must have the salt of the names, or their hash if a name was erased")


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


def _labels(record: notation.Record, version: int, *, shared: bool) -> Iterator[str]:
    """Yield the label of each roll, by the rules of the game."""
    game = record.game
    state = game.start(len(record.seats))
    history = RollHistory()
    for event in record.events:
        turn = game.turn(state)
        if isinstance(event, Roll) and isinstance(turn, Chance):
            key = roll_key(game, int(game.info(state)["round"]), turn)
            yield history.label(key, game, version=version, shared=shared)
            history = history.after(key)
        state = game.apply(state, event)


def _words(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))
