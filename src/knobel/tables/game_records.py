"""The games that a table has played, as slices of its log, and the one writer of their records (`docs/records.md`)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from knobel.notation import dump_line, event_data, version_for
from knobel.record_checks import with_digest
from knobel.tables.corrections import applied
from knobel.tables.events import (
    Contributed,
    Ended,
    Event,
    Opened,
    Rolled,
    SeedReplaced,
    SetUp,
    Started,
    rules_event,
)
from knobel.tables.game_dice import GameDice, new_game_dice
from knobel.tables.settings import Settings, game_of, with_options
from knobel.tables.state import Seat, before_the_latest_game, game_seats

Bots = tuple[str | None, ...]
"""By seat: `own` for a user's personal bot, the level of another bot, None for a person."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game at a table, running or over.

    `number` counts from 1, `settings` and `names` (by seat) are those at its start. `events` is the part of the log
    from its start at seq `first`, with all corrections applied. `latest`: no other game has begun since.
    """

    number: int
    latest: bool
    settings: Settings
    names: tuple[str, ...]
    first: int
    events: Sequence[Event]

    @property
    def end(self) -> int:
        """The seq after the game's last event."""
        return self.first + len(self.events)


def past_game(log: Sequence[Event], number: int | None) -> PastGame | None:
    """Return a game by its number (None: the latest). Return None if there was no such game."""
    starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
    number = len(starts) if number is None else number
    if not 1 <= number <= len(starts):
        return None
    first, latest = starts[number - 1], number == len(starts)
    started = log[first]
    assert isinstance(started, Started)
    settings = next(event.settings for event in reversed(log[:first]) if isinstance(event, Opened | SetUp))
    events = log[first : None if latest else starts[number]]
    return PastGame(
        number, latest, with_options(settings, started.options), started.names, first, applied(events, first)
    )


def past_game_from(log: Sequence[Event], first: int) -> PastGame | None:
    """Return the game that began at seq `first`. Return None if there was no such game."""
    starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
    return past_game(log, starts.index(first) + 1) if first in starts else None


def bots_of(seats: Sequence[Seat]) -> Bots:
    return tuple("own" if seat.bot else seat.level for seat in seats)


def bots_at_start(log: Sequence[Event], game: PastGame) -> Bots:
    """Return the bots in the seats of a game when it started, from the whole log of its table."""
    started, before = game.events[0], before_the_latest_game(log[: game.first + 1])
    assert isinstance(started, Started)
    return () if before is None else bots_of(game_seats(before.seats, started.first))


def record(
    game: PastGame,
    bots: Bots,
    deal_seed: str | None = None,
    hides: Callable[[int, Event], bool] = lambda _seq, _event: False,
) -> Iterator[str]:
    """Yield the lines of a game's record.

    :param deal_seed: the seed of the deal that is played, once it is published.
    :param hides: whether the event with this seq is left out, because the reader may not see it.
    """

    def lines() -> Iterator[str]:
        settings = game.settings
        header: dict[str, Any] = {"game": settings.game, "options": dict(settings.options), "seats": list(game.names)}
        if any(bots):
            header |= {"bots": list(bots)}
        yield dump_line({"knobel": version_for(game_of(settings)), **header} | dice_header(game, deal_seed))
        for seq, happened in enumerate(game.events, game.first):
            event = rules_event(happened)
            if event is not None and not hides(seq, happened):
                label = {"label": happened.label} if isinstance(happened, Rolled) and happened.label else {}
                yield dump_line(event_data(event) | label | {"time": happened.time})

    over = any(isinstance(event, Ended) for event in game.events)
    return with_digest(lines()) if over else lines()


def dice_header(game: PastGame, deal_seed: str | None) -> dict[str, Any]:
    """Return the part of a record's header about the dice: how to check them (`docs/dice.md`)."""
    started = game.events[0]
    assert isinstance(started, Started)
    if game.settings.dice == "real":
        return {"dice": "real"}
    if not started.commitment:
        return {}
    dice, seed = new_game_dice(started, game.settings.game), deal_seed
    for event in game.events:
        match event:
            case Rolled():
                dice = replace(dice, rolls=dice.rolls + 1)
            case Contributed(seat=seat, value=value):
                dice = dice.contributed(seat, value)
            case SeedReplaced(commitment=seed_hash):
                dice, seed = dice.on_seed(seed_hash), None
            case Ended(seed=revealed) if revealed:
                seed = revealed
    return {"dice": _dice_data(dice, seed, started)}


def _dice_data(dice: GameDice, seed: str | None, started: Started) -> dict[str, Any]:
    lost = {"lost": dice.lost} if dice.lost else {}
    version = {} if dice.version == 1 else {"version": dice.version}
    common = {"commitment": dice.commitment} | ({} if seed is None else {"seed": seed}) | {"shared": dice.shared}
    if dice.deal:
        return version | {"deal": True} | common | lost
    if dice.version == 1:
        return common | {"promised": list(dice.promised), "contributed": list(dice.contributions)} | lost
    # The hash of a contribution follows from it. A name that was erased cannot be checked any more.
    values = [given or hashed for given, hashed in zip(dice.contributions, dice.promised, strict=True)]
    names = {"salt": started.salt} if started.salt else {"names": dice.names}
    return version | common | {"contributions": values} | names | lost
