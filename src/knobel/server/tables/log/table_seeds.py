"""The seed of the game at a table, in memory."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from knobel import seeded_dice
from knobel.server.database.store import Statement, Store
from knobel.server.shared_rows.seeds import find_seed, seed_published, seed_stored
from knobel.tables.events import Ended, Event, SeedReplaced, Started
from knobel.tables.game_dice import ServerDice
from knobel.tables.state import Play


class Seed(NamedTuple):
    """A seed with its commitment."""

    commitment: str
    seed: str

    @classmethod
    def of(cls, seed: str) -> "Seed":
        """Return a seed with its commitment."""
        return cls(seeded_dice.commitment(seed), seed)


class TableSeeds:
    """Knows the seed of the running game and of the game that is about to start."""

    def __init__(self, code: str, store: Store) -> None:
        self._code = code
        self._store = store
        self._running: Seed | None = None
        self._next: Seed | None = None

    def new_seed(self) -> str:
        """Return a new seed, to start a game on it in the next append."""
        self._next = Seed.of(seeded_dice.new_seed())
        return self._next.seed

    def dice(self, play: Play | None) -> ServerDice:
        """Return the server's dice for a game."""
        known = play is not None and play.dice is not None and self._knows(play.dice.seed_hash)
        return ServerDice(self._running.seed if known and self._running is not None else None)

    def _knows(self, commitment: str) -> bool:
        return self._running is not None and self._running.commitment == commitment

    async def find(self, play: Play | None) -> bool:
        """Read the seed of a game if it is not known; return False if it is lost."""
        if play is None or play.over or play.dice is None or self._knows(play.dice.seed_hash):
            return True
        seed = await find_seed(self._store, play.dice.seed_hash)
        if seed is not None:
            self._running = Seed(play.dice.seed_hash, seed)
        return seed is not None

    def statements(self, events: Iterable[Event]) -> Iterator[Statement]:
        """Yield the statements that store or delete seeds together with events."""
        for event in events:
            match event:
                case Started(commitment=commitment) | SeedReplaced(commitment=commitment) if (
                    self._next is not None and self._next.commitment == commitment
                ):
                    self._running, self._next = self._next, None
                    yield seed_stored(*self._running, self._code)
                case Ended(seed=seed) if seed:
                    yield seed_published(seeded_dice.commitment(seed))
