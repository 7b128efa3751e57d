"""Only the end of a long log is in memory, but clients receive the complete log."""

import json
from typing import Any, cast

import pytest

from knobel.core import Chance, Decide
from knobel.presentation.projections import MAX_LOG_EVENTS
from knobel.server.compute.bot_service import BotService
from knobel.server.database.store import Store
from knobel.server.people.accounts import Account
from knobel.server.tables.live.room import Room, RoomObserver
from knobel.server.tables.live.subscriptions import TableConnection
from knobel.server.tables.log.recent_events import MIN_RECENT_EVENTS
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import Timing
from knobel.tables.settings import Settings
from knobel.tables.state import TableState
from tests.server.room_fixtures import ANN, Deaf, NoBots, playing_room

TWO = Settings(game="knister", seats=2)


class Listener:
    """A connection without bots and timers that keeps the log as the client knows it."""

    def __init__(self, room: Room, person: str = "ann", owner: str | None = None) -> None:
        self.connection = TableConnection(Deaf(), Account(person, person.title(), owner=owner), room.subscriptions)
        self.earlier: list[Any] | None = None
        self.since: list[Any] = []
        self.states = 0

    def listen(self) -> None:
        """Receive the newest state."""
        state = json.loads(self.connection.state() or "null")
        if state is None:
            return
        self.states += 1
        if state["prev"] == -1:
            self.earlier, self.since = None, []
        self.earlier = self.earlier if state["earlier"] is None else state["earlier"]
        self.since += state["log"]

    @property
    def log(self) -> list[Any]:
        """Return the complete log that was received."""
        return [*(self.earlier or []), *self.since]


def on(state: TableState) -> Events:
    """Execute the next event of the game, or start another game if it is over."""
    play = state.play
    assert play is not None
    if play.over:
        return commands.start(state, ANN)
    if isinstance(play.turn, Chance):
        return commands.roll(state, Source(2), play.at, None)
    assert isinstance(play.turn, Decide)
    seat = play.turn.seats[0]
    return commands.move_for(state, Source(2), play.at, seat, play.game.legal(play.state, seat)[0])


async def recalled(room: Room) -> None:
    """Wait until the requested part of the log is in memory."""
    if room.log._recall is not None:
        await room.log._recall


async def again(room: Room, store: Store) -> Room:
    """Load the table from its log."""
    fresh = Room(room.log.code, store, cast("BotService", NoBots()), Timing(pace=0), RoomObserver())
    assert await fresh.log.load()
    return fresh


async def test_newcomers_receive_events_that_are_not_in_memory(store: Store) -> None:
    room = await playing_room(store, TWO)
    first = Listener(room)
    first.listen()
    # The events before it was loaded are read again, and stay for a moment.
    await recalled(room)
    for number in range(400):
        await room.log.execute(on)
        first.listen()
        assert len(room.log.recent) <= 2 * MIN_RECENT_EVENTS + 1, number
    assert first.states == 401
    newcomer = Listener(room)
    newcomer.listen()
    assert newcomer.earlier is None
    assert MIN_RECENT_EVENTS <= len(newcomer.since) < MAX_LOG_EVENTS
    await recalled(room)
    newcomer.listen()
    assert newcomer.log == first.log[-MAX_LOG_EVENTS:]
    # Events that are in memory already are sent immediately.
    third = Listener(room)
    third.listen()
    assert (third.states, third.earlier, third.since) == (1, [], first.log[-MAX_LOG_EVENTS:])
    await room.log.execute(on)
    for listener in (first, newcomer, third):
        listener.listen()
    assert first.log[-1] == newcomer.log[-1] == third.log[-1]
    after = await again(room, store)
    assert after.log.recent == []
    assert after.log.snapshot.state == room.log.snapshot.state
    back = Listener(after)
    back.listen()
    assert (back.earlier, back.since) == (None, [])
    await after.log.execute(on)
    back.listen()
    await recalled(after)
    back.listen()
    # The first process is notified of events that another process stored.
    seq = after.log.stored_seq
    room.log.follow(seq, await store.read_log(room.log.code, seq))
    first.listen()
    assert len(back.log) == pytest.approx(MAX_LOG_EVENTS, abs=2)
    assert back.log == first.log[-len(back.log) :]


async def test_a_bot_receives_its_whole_game_in_the_first_state(store: Store) -> None:
    """The game may have any length: the bot needs all events to apply the rules."""
    room = await playing_room(store, Settings(game="knoeffel", options={"columns": 4}, seats=2))
    while (play := room.log.head.play) is not None and play.last - play.first < 150 and not play.over:
        await room.log.execute(on)
    assert play is not None
    bot = Listener(room, "bot", owner="ann")
    bot.listen()
    assert bot.states == 0
    await recalled(room)
    bot.listen()
    assert bot.earlier == []
    assert len(bot.log) > 150
    assert [entry["kind"] for entry in bot.log].count("start") == 1
