"""The dice of one game at a table, if they follow from a seed: their public part, and the server's secret."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from knobel import seeded_dice
from knobel.games.tuples import put
from knobel.seeded_dice import RollHistory
from knobel.tables.events import Started

Throw = Callable[[int], tuple[int, ...]]
"""Function that rolls a number of fair dice."""


def throw_fair(count: int) -> tuple[int, ...]:
    """Roll dice with the system's random number generator; all faces are equally likely."""
    return tuple(secrets.randbelow(6) + 1 for _ in range(count))


class SeedMissing(Exception):
    """The seed of a game is not available."""


@dataclass(frozen=True, slots=True)
class ServerDice:
    """The server's dice: the secret `seed` of the running game, and `throw` for games without a seed.

    The seed is never part of a `TableState`, so that it cannot be sent to a client by mistake.
    """

    seed: str | None = None
    throw: Throw = throw_fair

    def seed_of(self, dice: "GameDice") -> str:
        """Return the seed of a game.

        :raises SeedMissing: if it is not this one.
        """
        if self.seed is None or seeded_dice.commitment(self.seed) != dice.seed_hash:
            raise SeedMissing(dice.seed_hash)
        return self.seed


class GameDice(msgspec.Struct, frozen=True):
    """The public part of the dice of a game that is played on a seed.

    `commitment` is the hash shown before the first roll. It is the hash of the `message`, which covers the hash of the
    seed, the promises of the browsers and the `names` (their hash). In deals and in version 1 it is the hash of the
    seed. `shared`: all seats see the same dice. `promised` holds by seat the hash of the bytes that the player's
    browser will contribute, `contributions` these bytes once they are known. As long as the contribution of a seat is
    `awaited`, nobody can roll. The labels of rolls depend on `history`. `rolls` is the number of all rolls, `lost` the
    number of rolls whose seed was lost. `seed` is known after the game. `deal`: the seed belongs to a deal that others
    play too, and is published when nobody can play it any more.
    """

    version: int
    game: str
    names: str
    seed_hash: str
    commitment: str
    shared: bool
    promised: tuple[str | None, ...]
    contributions: tuple[str | None, ...]
    awaited: tuple[int, ...] = ()
    history: RollHistory = RollHistory()
    rolls: int = 0
    lost: int = 0
    seed: str | None = None
    deal: bool = False

    @property
    def given(self) -> tuple[str, ...]:
        """The contributions, in the order of the seats."""
        return tuple(given for given in self.contributions if given is not None)

    def contributed(self, seat: int, value: str) -> "GameDice":
        """Return the dice after the contribution of a seat."""
        awaited = tuple(other for other in self.awaited if other != seat)
        return replace(self, contributions=put(self.contributions, seat, value), awaited=awaited)

    def followed(self, history: RollHistory) -> "GameDice":
        """Return the dice after a roll, with the history after it."""
        return replace(self, history=history, rolls=self.rolls + 1)

    @property
    def message(self) -> str | None:
        """The text of which the commitment is the hash; None if the hash of the seed is the commitment."""
        if self.deal or self.version == 1:
            return None
        return seeded_dice.commitment_message(
            self.version, self.game, self.seed_hash, self.promised, self.names, shared=self.shared, lost=self.lost
        )

    def on_seed(self, seed_hash: str) -> "GameDice":
        """Return the dice if the next rolls follow from the seed of this hash, and those before cannot be checked."""
        dice = replace(self, seed_hash=seed_hash, commitment=seed_hash, lost=self.rolls)
        return dice if dice.message is None else replace(dice, commitment=seeded_dice.text_hash(dice.message))


def new_game_dice(started: Started, game: str) -> GameDice:
    seats = len(started.names)
    promised = started.promised or (None,) * seats
    dice = GameDice(
        version=started.dice_version,
        game=game,
        names=started.names_hash or seeded_dice.names_hash(started.salt, started.names),
        seed_hash="",
        commitment="",
        shared=started.shared,
        promised=promised,
        contributions=(None,) * seats,
        awaited=tuple(seat for seat, hashed in enumerate(promised) if hashed is not None),
        deal=started.deal,
    )
    return dice.on_seed(started.commitment)
