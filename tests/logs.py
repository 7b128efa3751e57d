"""Logs of tables with complete games, created without a server."""

from typing import Any

from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.state import fold

ANN = Source(1_700_000_000_000, "ann", "Ann")
BOT = Source(1_700_000_000_000, "bot", "Mine", bot=True)


def played(source: Events, *, to_the_end: bool = True) -> Events:
    """Return a log with one more game, in which each player takes the first legal action."""
    events = source + commands.start(fold(source), ANN)
    state = fold(events)
    while state.play is not None and not state.play.over:
        turn: Any = state.play.turn
        server = Source(ANN.time + 1000 * len(events))
        if hasattr(turn, "dice"):
            more = commands.roll(state, server, state.play.at, None)
        else:
            seat = turn.seats[0]
            level = state.seats[seat].level
            action = state.play.game.legal(state.play.state, seat)[0]
            who = Source(server.time, state.seats[seat].person, "")
            more = (
                commands.move(state, who, state.play.at, action)
                if level is None
                else commands.move_for(state, server, state.play.at, seat, action)
            )
        events += more
        state = fold(more, state)
        if not to_the_end:
            return events
    return events
