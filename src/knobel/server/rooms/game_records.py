"""The games that a table has played, as slices of its log and as records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.notation import dump_line, event_data, version_for
from knobel.record_checks import with_digest
from knobel.server.rooms.projections import Snapshot, hidden
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
from knobel.tables.settings import Settings, game_of, with_options


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game at a table, running or over.

    `number` counts from 1, `settings` and `names` (by seat) are those at its start. `events` is the part of the log
    from its start at seq `first`. `latest`: no other game has begun since.
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
    return PastGame(number, latest, with_options(settings, started.options), started.names, first, events)


def past_game_from(log: Sequence[Event], first: int) -> PastGame | None:
    """Return the game that began at seq `first`. Return None if there was no such game."""
    starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
    return past_game(log, starts.index(first) + 1) if first in starts else None


def record_lines(
    snapshot: Snapshot, log: Sequence[Event], person: str | None, number: int | None, deal_seed: str | None = None
) -> Iterator[str] | None:
    """Yield the lines of a game's record, without moves that are hidden from `person`.

    Return None if there was no such game.

    `log` is the whole log of the table. `number` counts its games from 1; None is the latest. `deal_seed` is the seed
    of the deal that is played, once it is published. The lines are produced lazily.
    """
    game = past_game(log, number)
    if game is None:
        return None
    seat = None if person is None else snapshot.state.game_seat_of(person)

    def lines() -> Iterator[str]:
        settings = game.settings
        header = {"game": settings.game, "options": dict(settings.options), "seats": list(game.names)}
        yield dump_line({"knobel": version_for(game_of(settings)), **header} | dice_header(game, deal_seed))
        for seq, happened in enumerate(game.events, game.first):
            event = rules_event(happened)
            unseen = game.latest and snapshot.state.play is not None and hidden(snapshot, seq, happened, seat)
            if event is not None and not unseen:
                label = {"label": happened.label} if isinstance(happened, Rolled) and happened.label else {}
                yield dump_line(event_data(event) | label | {"time": happened.time})

    over = any(isinstance(event, Ended) for event in game.events)
    return with_digest(lines()) if over else lines()


def dice_header(game: PastGame, deal_seed: str | None = None) -> dict[str, Any]:
    """Return the part of a record's header about the dice: how to check them (`docs/dice.md`)."""
    started = game.events[0]
    assert isinstance(started, Started)
    if game.settings.dice == "real":
        return {"dice": "real"}
    if not started.commitment:
        return {}
    commitment, rolls, lost = started.commitment, 0, 0
    given: list[str | None] = [None] * len(game.names)
    dice: dict[str, Any] = {} if deal_seed is None else {"seed": deal_seed}
    for event in game.events:
        match event:
            case Rolled():
                rolls += 1
            case Contributed(seat=seat, value=value):
                given[seat] = value
            case SeedReplaced():
                commitment, lost = event.commitment, rolls
            case Ended(seed=seed) if seed:
                dice["seed"] = seed
    promised = list(started.promised or (None,) * len(game.names))
    return {
        "dice": {"commitment": commitment, **dice, "shared": started.shared, "promised": promised, "contributed": given}
        | ({"lost": lost} if lost else {})
    }
