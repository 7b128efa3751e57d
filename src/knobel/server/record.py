"""The record of a game at a table, without moves that are hidden from the person."""

from collections.abc import Iterator, Sequence

from knobel.notation import ALL_NOTED, dump_line, event_data
from knobel.server.past import past_game
from knobel.server.views import Snapshot, hidden
from knobel.tables.events import Event, rules_event


def record_lines(
    snapshot: Snapshot, log: Sequence[Event], person: str | None, number: int | None
) -> Iterator[str] | None:
    """Yield the lines of a game's record, without moves that are hidden from `person`.

    Return None if there was no such game.

    `log` is the whole log of the table. `number` counts its games from 1; None is the latest. The lines are produced
    lazily.
    """
    game = past_game(log, number)
    if game is None:
        return None
    seat = None if person is None else snapshot.state.game_seat_of(person)

    def lines() -> Iterator[str]:
        settings = game.settings
        names = list(game.names)
        header = {"game": settings.game, "options": dict(settings.options), "seats": names}
        yield dump_line({"knobel": ALL_NOTED, **header})
        for seq, happened in enumerate(game.events, game.first):
            event = rules_event(happened)
            unseen = game.latest and snapshot.state.play is not None and hidden(snapshot, seq, happened, seat)
            if event is not None and not unseen:
                yield dump_line(event_data(event) | {"time": happened.time})

    return lines()
