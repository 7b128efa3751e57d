"""The interface of the worker: sockets to tables, requests, and the automatic actions at tables."""

import random
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import msgspec

from knobel.clock import monotonic_ms
from knobel.core import Game
from knobel.offline.coach_preparation import CoachPreparation, add_modules
from knobel.offline.connection import OfflineConnection
from knobel.offline.engines import Engines, PageModule
from knobel.offline.guests import Guest, is_guest
from knobel.offline.messages import OWNER, Answer, Effects, InheritedTable
from knobel.offline.requests import Requests
from knobel.offline.store import DeviceStore, Steps
from knobel.offline.table import OfflineTable
from knobel.presentation import messages
from knobel.presentation.command_limits import FLOODED_CLOSE, REACTION_RATE, command_of, id_of
from knobel.presentation.http_messages import Problem
from knobel.presentation.json import encode
from knobel.presentation.log_reader import Unreadable
from knobel.tables.access import check_may_chat
from knobel.tables.due_actions import DueAction, Timing
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import game_of
from knobel.tables.state import TableState
from knobel.token_bucket import TokenBucket

NO_TABLE = 4004
"""Close code of a socket, as that of the server."""
NO_ENTRY = 4003
"""Close code for guests that may not enter, the same as the server's."""
MAX_GUESTS = 24
"""Maximum number of guests at a table, with and without a seat."""
RETRY_MS = 500
"""Delay after an automatic action that was refused, in milliseconds."""

_command = msgspec.json.Decoder(messages.TableCommand)
_inherited = msgspec.json.Decoder(InheritedTable)


class Service:
    """All tables of the device that are in use."""

    def __init__(self, pace: float = 1.0, games: Collection[str] = (), state_interval_ms: int = 0) -> None:
        """Create a service without tables.

        `pace` is a factor of bots' thinking time, `games` are the games whose engine the page can load. Changes that
        others make are sent every `state_interval_ms` at most, so that several of them are drawn once.
        """
        self._engines = Engines(frozenset(games))
        self._store = DeviceStore(self._engines.levels, Timing(pace=pace))
        self._sockets: dict[int, OfflineConnection] = {}
        self._requests = Requests(self._engines, self._store)
        self._coach = CoachPreparation(self._requests.prepare_coach)
        self._answers: dict[int, Steps] = {}
        self._reactions: dict[str, TokenBucket] = {}
        self._not_before = 0
        self._state_interval_ms = state_interval_ms
        self._next_states = 0
        self._rng = random.Random(secrets.randbits(64))

    def knows(self, code: str) -> bool:
        """True if the table is in memory."""
        return code in self._store.tables

    def load(self, stored: str) -> bool:
        """Load a stored table. Return False if it cannot be read."""
        return self._store.load(stored)

    def inherit(self, text: str) -> bool:
        """Load the copy of a table without a host, and make the owner its host. Return False if it is damaged.

        The lines of another guest are used if they are valid.
        """
        found = _inherited.decode(text)
        owner = Guest(found.own, found.source)
        for more in (found.more, []):
            with suppress(Unreadable, msgspec.MsgspecError):
                self._store.add(self._store.read(found.code, found.lines + owner.lines(more))).take_over()
                return True
        return False

    def forget(self, code: str) -> None:
        """Remove a table that the browser has deleted."""
        self._store.forget(code)
        self._sockets = {socket: found for socket, found in self._sockets.items() if found.table.code != code}

    def open(self, socket: int, code: str, person: str = OWNER) -> str:
        """Connect a socket to a table for one of the people at the device. Return the effects as JSON."""
        if code not in self._store.tables:
            self._store.effects.closed.append((socket, NO_TABLE, TableReason.NO_TABLE))
            return self._finish()
        table = self._store.tables[code]
        if table.take_over():
            self._store.change(table)
        self._connect(socket, OfflineConnection(table, person))
        return self._finish()

    def open_for_guest(self, socket: int, code: str, guest: str, name: str, host: str) -> str:
        """Connect a guest's socket to a table. Return the effects as JSON.

        `guest` and `host` are the ids of the devices of the guest and of the owner.
        """
        table = self._store.tables.get(code)
        try:
            if table is None or not is_guest(guest):
                raise Refused(TableReason.NO_TABLE, "there is no such table")
            if len(table.guests.keys() | {guest}) > MAX_GUESTS:
                raise Refused(TableReason.TOO_MANY, f"a table has at most {MAX_GUESTS} guests")
            table.enter(guest, name)
        except Refused as refusal:
            self._store.effects.closed.append((socket, NO_ENTRY, refusal.reason))
            return self._finish()
        self._store.change(table)
        self._connect(socket, OfflineConnection(table, guest, Guest(guest, host)))
        return self._finish()

    def _connect(self, socket: int, connection: OfflineConnection) -> None:
        table = connection.table
        if not any(other.table is table for other in self._sockets.values()):
            table.resume()
        self._sockets[socket] = connection

    def _disconnect(self, socket: int) -> None:
        connection = self._sockets.pop(socket, None)
        if connection is None or connection.guest is None:
            return
        same = [other for other in self._sockets.values() if other.table is connection.table]
        if connection.person not in {other.person for other in same}:
            connection.table.leave(connection.person)

    def prepare(self, code: str) -> str:
        """Prepare the bots of a table, if it has any, while its people still look at it.

        Return the game whose engine the page should load and give to `add_engine`, or nothing.
        """
        table = self._store.tables.get(code)
        if table is None or not has_bots(table):
            return ""
        game = game_of(table.state.settings)
        self._engines.prepare(game)
        return game.name if self._engines.wanted(game.name) else ""

    def add_engine(self, game: str, module: PageModule, header: str, content: int) -> str:
        """Let the bots of a game use an engine, see `Engines.add`. Return the effects as JSON."""
        self._engines.add(game, module, header, content)
        return self._finish()

    def add_coach(self, folder: str) -> str:
        """Use the modules of the coach, which are in a folder. Return the effects as JSON."""
        add_modules(folder)
        self._coach.possible = True
        return self._finish()

    def close(self, socket: int) -> str:
        """Disconnect a socket. Return the effects as JSON."""
        self._disconnect(socket)
        return self._finish()

    def receive(self, socket: int, data: str) -> str:
        """Execute a command that a page sends. Return the effects as JSON."""
        connection = self._sockets.get(socket)
        if connection is None:
            return self._finish()
        message = data.encode(errors="replace")
        command: messages.Command | None = None
        try:
            command = command_of(message, _command, lambda: connection.commands.take(time.monotonic()))
            self._send(socket, self._execute(connection, command))
        except Refused as refusal:
            if not connection.refusals.take(time.monotonic()):
                self._disconnect(socket)
                self._store.effects.closed.append((socket, *FLOODED_CLOSE))
                return self._finish()
            self._send(
                socket,
                messages.Rejected(
                    id=id_of(message) if command is None else command.id,
                    reason=refusal.reason,
                    message=str(refusal),
                    rule=refusal.rule,
                    subject=refusal.subject,
                ),
            )
            if command is not None:
                connection.refresh()
        return self._finish(socket)

    def request(self, number: int, method: str, path: str, body: str = "", person: str = OWNER) -> str:
        """Begin to answer a request of one of the people at the device. Return the effects as JSON."""
        self._answers[number] = self._requests.answer(method, path, body, person)
        return self._step(number, next)

    def go_on(self, number: int, found: str = "") -> str:
        """Continue the answer to a request with the resource that it needed. Return the effects as JSON."""
        return self._step(number, lambda steps: steps.send(found))

    def cancel(self, number: int) -> str:
        """Stop the answer to a request, which the page no longer awaits. Return the effects as JSON."""
        steps = self._answers.pop(number, None)
        if steps is not None:
            steps.close()
        return self._finish()

    def _step(self, number: int, advance: Callable[[Steps], Answer]) -> str:
        answer, steps = Answer(done=True), self._answers.get(number)
        try:
            if steps is not None:
                answer = advance(steps)
        except StopIteration:
            pass
        except Refused as refusal:
            problem = Problem(reason=refusal.reason, message=str(refusal), proposal=refusal.proposal, rule=refusal.rule)
            answer = Answer(status=409, text=encode(problem).decode(), done=True)
        if answer.done:
            self._answers.pop(number, None)
        self._store.effects.answer = answer
        return self._finish()

    def tick(self) -> str:
        """Perform the automatic actions that are due, and a step of preparing an engine or the coach.

        Return the effects as JSON.
        """
        for table in self._used():
            for action in table.due()[:1]:
                if max(action.time, self._not_before) <= monotonic_ms():
                    self._perform(table, action)
        if unprepared := self._unprepared():
            self._store.effects.engine = unprepared[0].name, self._engines.advance(unprepared[0])
        elif waiting := self._without_coach():
            self._coach.advance(waiting[0])
        return self._finish()

    def _unprepared(self) -> list[Game[Any]]:
        """Return the games of bots whose engine is loaded and not yet prepared; plain bots play meanwhile."""
        games = [game_of(table.state.settings) for table in self._used() if has_bots(table)]
        return [game for game in games if self._engines.is_unprepared(game)]

    def _without_coach(self) -> list[Game[Any]]:
        """Return the games of tables with the coach for which it has to prepare its hints."""
        settings = [table.state.settings for table in self._used()]
        return self._coach.waiting([game_of(each) for each in settings if each.coach])

    def _used(self) -> list[OfflineTable]:
        """Return the tables with a page; the others are suspended."""
        return list({id(found.table): found.table for found in self._sockets.values()}.values())

    def _perform(self, table: OfflineTable, action: DueAction) -> None:
        try:
            table.perform(action, self._choose)
            self._store.change(table)
        except Refused:
            self._not_before = monotonic_ms() + RETRY_MS

    def _choose(self, state: TableState, action: DueAction) -> str:
        play = state.play
        assert play is not None
        return self._engines.choose(
            play.game, play.game.view(play.state, action.seat), action.seat, action.level, self._rng
        )

    def _execute(self, connection: OfflineConnection, command: messages.Command) -> messages.Message:
        match command:
            case messages.Ping():
                return messages.Pong(id=command.id, now=monotonic_ms())
            case messages.Say() | messages.Invite() | messages.Report():
                raise Refused(TableReason.CHAT_HIDDEN, "there is no chat without a server")
            case messages.React():
                self._react(connection, command)
            case messages.Watch(seat=seat):
                connection.watch(seat)
            case messages.Resync():
                connection.refresh()
            case _:
                meant = command if connection.guest is None else connection.guest.command(command)
                connection.table.execute(meant, connection.person, connection.name)
                self._store.change(connection.table)
        return messages.Accepted(id=command.id)

    def _react(self, connection: OfflineConnection, command: messages.React) -> None:
        table, person = connection.table, connection.person
        check_may_chat(table.state, person)
        bucket = self._reactions.setdefault(person, TokenBucket(*REACTION_RATE, time.monotonic()))
        if not bucket.take(time.monotonic()):
            raise Refused(TableReason.RATE_LIMITED, "too many reactions in a short time: try again later")
        sender = messages.Person(id=person, name=connection.name)
        for socket, other in self._sockets.items():
            if other.table is table:
                shown = sender if other.guest is None else other.guest.person(sender)
                self._send(socket, messages.Reaction(sender=shown, reaction=command.reaction))

    def _send(self, socket: int, message: messages.Message) -> None:
        self._store.effects.messages.append((socket, encode(message).decode()))

    def _finish(self, sender: int | None = None) -> str:
        """Return all effects since the last call as JSON. `sender` is the socket of the command that was executed."""
        effects = self._store.finish()
        for socket, connection in tuple(self._sockets.items()):
            if connection.person in connection.table.state.removed:
                effects.closed.append((socket, NO_ENTRY, TableReason.REMOVED))
                self._disconnect(socket)
        times = [max(table.due()[0].time, self._not_before) for table in self._used() if table.due()]
        if not self._add_states(effects, sender):
            times.append(self._next_states)
        effects.wait = max(min(times) - monotonic_ms(), 0) if times else None
        if self._unprepared() or self._without_coach():
            effects.wait = 0
        return encode(effects).decode()

    def _add_states(self, effects: Effects, sender: int | None) -> bool:
        """Add the due states, and always the state of the command's sender. Return False if others are left."""
        behind = [socket for socket, connection in self._sockets.items() if connection.is_behind]
        all_due = monotonic_ms() >= self._next_states
        due = behind if all_due else [socket for socket in behind if socket == sender]
        # Guests first: the page of this device sends them on before it draws its own.
        for socket in sorted(due, key=lambda each: self._sockets[each].guest is None):
            connection = self._sockets[socket]
            state = connection.state()
            if state is not None:
                effects.messages.append((socket, state))
                copy = connection.copy()
                if copy is not None:
                    effects.copies.append((socket, copy))
        if all_due and behind:
            self._next_states = monotonic_ms() + self._state_interval_ms
        return len(due) == len(behind)


def has_bots(table: OfflineTable) -> bool:
    return any(seat.level is not None for seat in table.state.seats)
