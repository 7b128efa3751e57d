"""Dice that follow from a secret seed and can be checked after the game (`docs/dice.md`).

The face of each die is computed from the seed, the label of its roll, the number of the die in the roll, and random
bytes that the players contribute. A *commitment* is published before the first roll and the seed after the game. It
covers the hash of the seed and the hashes that the players' browsers promised. Seeds, hashes and contributions are
hexadecimal strings.
"""

import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from knobel.core import Chance, Die, Game
from knobel.dice import FACES, Dice

__all__ = [
    "CONTRIBUTION_BYTES",
    "HASH_BYTES",
    "SALT_BYTES",
    "SEED_BYTES",
    "VERSION",
    "RollHistory",
    "RollKey",
    "commitment",
    "commitment_message",
    "face",
    "is_hexadecimal",
    "names_hash",
    "new_salt",
    "new_seed",
    "roll",
    "roll_key",
    "text_hash",
]

SEED_BYTES = 32
HASH_BYTES = 32
CONTRIBUTION_BYTES = 16
SALT_BYTES = 16
VERSION = 3
"""Version of the scheme of new games. In version 1 the commitment is the hash of the seed; later commitments also cover
the hashes that the browsers promised. A label has the number of the round in versions 1 and 2, and that of the seat's
turn in version 3."""
UNBIASED = 256 - 256 % len(FACES)
"""Bytes from this value on are skipped, because they would favour some faces."""


class RollKey(NamedTuple):
    """The number of the round (from 1), the seat that rolls, and the kind of dice."""

    turn: int
    seat: int
    die: Die


def roll_key(game: Game[Any], number: int, turn: Chance) -> RollKey:
    """Return the key of the next roll. `number` is the round of `Game.info`.

    In simultaneous games a round begins with its roll, so this roll belongs to the next one.
    """
    return RollKey(number + game.simultaneous, turn.seat, turn.die)


def is_hexadecimal(text: object, count: int) -> bool:
    """True if a value is the text of that many bytes in lower case."""
    return isinstance(text, str) and len(text) == 2 * count and set(text) <= set("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class RollHistory:
    """The part of the earlier rolls of a game that determines the label of the next roll.

    `keys` are those of the running round. `turns` holds by seat the number of rounds in which the seat has rolled.
    """

    keys: tuple[RollKey, ...] = ()
    turns: tuple[int, ...] = ()

    def label(self, key: RollKey, game: Game[Any], *, version: int, shared: bool) -> str:
        """Return the label of the next roll, such as `3/0/pips/1`: turn, seat, kind of dice, throw.

        From version 3 on the turn is the number of the seat's turns with a roll, which can be counted in a record. The
        number of the round, by which a turn without a roll counts too, follows from the rules only.

        :param shared: whether all seats see the same rolls; the label then has no seat: `3/-/pips/1`.
        """
        if game.simultaneous:
            return f"{key.turn}/-/{key.die}/1"
        number = key.turn if version < 3 else self._turns_before(key) + 1
        return f"{number}/{'-' if shared else key.seat}/{key.die}/{self.keys.count(key) + 1}"

    def after(self, key: RollKey) -> "RollHistory":
        """Return the history after a roll."""
        padded = self.turns + (0,) * (key.seat + 1 - len(self.turns))
        keys = tuple(other for other in self.keys if other.turn == key.turn)
        turns = (*padded[: key.seat], self._turns_before(key) + 1, *padded[key.seat + 1 :])
        return RollHistory((*keys, key), turns)

    def _turns_before(self, key: RollKey) -> int:
        """Return the number of the seat's earlier turns with a roll."""
        turns = self.turns[key.seat] if key.seat < len(self.turns) else 0
        return turns - any((other.turn, other.seat) == (key.turn, key.seat) for other in self.keys)


def new_seed() -> str:
    """Return a new random seed of the system's random number generator."""
    return secrets.token_hex(SEED_BYTES)


def new_salt() -> str:
    """Return a new salt for the hash of the names."""
    return secrets.token_hex(SALT_BYTES)


def commitment(secret: str) -> str:
    """Return the SHA-256 hash of a seed or a contribution.

    :raises ValueError: if it is not hexadecimal.
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


def names_hash(salt: str, names: Iterable[str]) -> str:
    """Return the hash of the players' names. Without the salt a name cannot be found by trying names."""
    return text_hash(_json(salt, *names))


def commitment_message(
    version: int,
    game: str,
    seed_hash: str,
    promised: Iterable[str | None],
    names: str,
    *,
    shared: bool,
    lost: int = 0,
) -> str:
    """Return the text of which the commitment is the `text_hash`, from version 2 on.

    :param seed_hash: the hash of the seed.
    :param promised: by seat, the hash of the bytes that the player's browser promised, or None.
    :param names: the hash of the names.
    :param shared: whether all seats see the same rolls.
    :param lost: the number of rolls before this seed, whose own seed was lost.
    """
    return _json(f"knobel dice {version}", game, shared, seed_hash, lost, list(promised), names)


def text_hash(text: str) -> str:
    """Return the SHA-256 hash of a text."""
    return sha256(text.encode()).hexdigest()


def _json(*values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def face(seed: str, label: str, die: int, contributions: Iterable[str] = ()) -> int:
    """Return the face, 1 to 6, of a die in a roll.

    It is the first byte below 252 of HMAC-SHA256(seed, `label/die/contributions`) modulo 6, plus 1. If there is no such
    byte, which happens once in 10^58 dice, the HMAC of the digest is used.

    :param die: the number of the die in the roll, from 1.
    :param contributions: those of the players, in the order of their seats.
    :raises ValueError: if the seed is not hexadecimal.
    """
    key, message = bytes.fromhex(seed), f"{label}/{die}/{','.join(contributions)}".encode()
    while True:
        message = hmac.digest(key, message, "sha256")
        for byte in message:
            if byte < UNBIASED:
                return byte % len(FACES) + 1


def roll(seed: str, label: str, count: int, contributions: Sequence[str] = ()) -> Dice:
    """Return the faces of a roll of `count` dice, in order.

    Dice are numbered, so that a roll of fewer dice shows the same faces as the first dice of a larger one.
    """
    return tuple(face(seed, label, die, contributions) for die in range(1, count + 1))
