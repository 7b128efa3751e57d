"""The records of a table's games as a person may see them."""

from collections.abc import Iterator, Sequence

from knobel.presentation.projections import Snapshot, hidden
from knobel.tables.events import Event
from knobel.tables.game_records import bots_at_start, past_game, record


def record_lines(
    snapshot: Snapshot | None,
    log: Sequence[Event],
    person: str | None,
    number: int | None,
    deal_seed: str | None = None,
) -> Iterator[str] | None:
    """Yield the lines of a game's record, without moves that are hidden from `person`.

    Return None if there was no such game.

    `snapshot` is None if the table's games are over, so that nothing is hidden. `log` is the whole log of the table.
    `number` counts its games from 1; None is the latest. `deal_seed` is the seed of the deal that is played, once it is
    published. The lines are produced lazily.
    """
    game = past_game(log, number)
    if game is None:
        return None
    bots = bots_at_start(log, game)
    if snapshot is None or snapshot.state.play is None or not game.latest:
        return record(game, bots, deal_seed)
    seat = None if person is None else snapshot.state.game_seat_of(person)
    return record(game, bots, deal_seed, lambda seq, event: hidden(snapshot, seq, event, seat))
