"""A game longer than any honest one, whose record is a long download."""

import sqlite3
from pathlib import Path

from knobel.core import Chance, Decide
from knobel.tables.events import BotSeated, Event, Moved, Opened, Rolled, Sat, Started, encode
from knobel.tables.settings import Settings, checked
from knobel.tables.state import advance

CODE = "LONGER"
SEATS = 960
"""With 25 rounds this makes 24,000 moves."""


def long_game() -> list[Event]:
    """Return a log in which all seats always make the same entry."""
    settings = checked(Settings(game="knister", seats=SEATS))
    events: list[Event] = [
        Opened(time=1, settings=settings, host="ann"),
        Sat(time=1, seat=0, person="ann", name="Ann"),
        *(BotSeated(time=1, seat=seat, level="random", name=f"Bot {seat}") for seat in range(1, SEATS)),
        Started(time=1, names=("Ann", *(f"Bot {seat}" for seat in range(1, SEATS)))),
    ]
    state = None
    for event in events:
        state = advance(state, event)
    assert state is not None
    while (play := state.play) is not None and not play.over:
        news: list[Event] = []
        if isinstance(play.turn, Chance):
            news.append(Rolled(time=1, dice=(1, 2)))
        elif isinstance(play.turn, Decide):
            action = play.game.legal(play.game.view(play.state, 0), 0)[0]
            news += [Moved(time=1, seat=seat, action=action, auto=True) for seat in range(SEATS)]
        for event in news:
            state = advance(state, event)
        events += news
    return events


def store_long_game(database: Path) -> None:
    """Write the log where a server finds it."""
    rows = [(CODE, seq, 1, encode(event)) for seq, event in enumerate(long_game())]
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO tables (code, opened) VALUES (?, 1)", (CODE,))
        connection.executemany('INSERT INTO events ("table", seq, time, data) VALUES (?, ?, ?, ?)', rows)
    connection.close()
