"""A bot at a live table of a server: the client of the bot protocol (docs/protocol.md).

The server sends the bot what its seat may see. The client applies these events by the rules and asks the bot with the
resulting view.
"""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy, InvalidURI
from websockets.sync.client import ClientConnection, connect

from knobel.bots.bot import Bot
from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.request import Fault
from knobel.bots.timed import TimedBot, bot_traceback
from knobel.core import BadSetup, Event, Game, Illegal, Move, Roll, Undo, taken_back
from knobel.games import make
from knobel.loopback import is_loopback

Message = dict[str, Any]
MAX_MESSAGE_BYTES = 2**23
RETRY_CODES = 1006, 1011, 1012, 1013
"""Close codes after which a retry may succeed."""
MAX_RETRY_WAIT_S = 10.0
MAX_ATTEMPTS = 12
"""Attempts in a row to reach a server that does not answer, over about a minute and a half."""
DEADLINE_S = 20.0
"""Seconds within which a bot has to choose; the server waits longer for its turn."""
FALLBACK_BOT = LookaheadBot()
"""The bot that chooses for a bot that fails."""


@dataclass(frozen=True)
class TableAddress:
    """A table of a server: the address of the server, and the end of the table's link, `CODE-key` or its code alone."""

    server: str
    link: str

    @property
    def socket(self) -> str:
        """The address of the table's WebSocket."""
        return f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.link}/live"

    @property
    def is_local(self) -> bool:
        """True if the server runs on this machine."""
        return is_loopback(urlsplit(self.server).hostname)


def parse_table_address(server: str, table: str) -> TableAddress:
    """Return the table for its code, the end of its link or its full link, which also names the server.

    :raises BadSetup: if the server or the table is not a valid address.
    """
    if "://" in table:
        server, _, table = table.partition("/t/")
    if urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).netloc:
        raise BadSetup(f"a server is named by its address, such as http://localhost:8000, not {server!r}")
    code = table.split("-")[0]
    if not (code.isalpha() and code.isascii() and len(code) == 6):
        raise BadSetup(f"a table is named by its code of six letters or by its link, not {table!r}")
    return TableAddress(server.rstrip("/"), table)


class TableView:
    """The known state of a table.

    `table` and `position` are the latest ones sent by the server; `game` and `state` are computed by the rules.
    """

    table: Message
    position: Message | None = None
    game: Game[Any] | None = None
    state: Any = None

    def __init__(self) -> None:
        self._entries: list[Message] = []
        """The rolls, moves and undone moves of the game, as last corrected."""

    def apply(self, message: Message) -> None:
        """Apply a `state` message.

        :raises Illegal: if a message was missed.
        """
        if message["prev"] == -1:
            self.table, self.position, self.game = message["table"], None, None
        self.table = message["table"] or self.table
        self.position = None if self.table["state"] == "open" else message["position"] or self.position
        log = message["log"]
        start = max((i for i, entry in enumerate(log) if entry["kind"] == "start"), default=None)
        if start is not None and self.position is not None:
            settings = self.table["settings"]
            self.game = make(settings["game"], **settings["options"])
            self.state, self._entries = self.game.start(len(self.position["sheets"])), []
            log = log[start:]
        if self.game is None:
            return
        new = [event for entry in log if (event := rules_event(entry)) is not None]
        self._entries += [entry for entry in log if rules_event(entry) is not None]
        corrections = [entry for entry in log if entry["kind"] == "correct"]
        for correction in corrections:
            self._correct(correction)
        if corrections:
            assert self.position is not None
            self.state = self.game.start(len(self.position["sheets"]))
            events = [event for entry in self._entries if (event := rules_event(entry)) is not None]
            # A move that was taken back need not be legal after a correction.
            gone = taken_back(events)
            new = [event for i, event in enumerate(events) if i not in gone]
        for event in new:
            self.state = self.game.apply(self.state, event)

    def _correct(self, correction: Message) -> None:
        """Replace the roll or move that a correction names."""
        kind = "move" if correction["dice"] is None else "roll"
        right = {"dice": correction["dice"], "action": correction["action"]}
        for i, entry in enumerate(self._entries):
            is_same_kind = entry["kind"] == kind and (kind == "roll" or entry["seat"] == correction["seat"])
            if is_same_kind and entry["number"] == correction["number"]:
                self._entries[i] = entry | right

    def pending_command(self) -> str | None:
        """Return the pending action of this seat: `roll`, `move` or None."""
        if self.position is None or self.position["seat"] is None:
            return None
        if self.position["turn"]["may_roll"] and self.table["settings"]["dice"] == "server":
            return "roll"
        return "move" if self.position["choices"] else None

    @property
    def result(self) -> str | None:
        """The result of the game in one line, or None if it is not over."""
        results = None if self.position is None else self.position["results"]
        if not results:
            return None
        return ", ".join(f"{r['place']}. {r['name']} {r['score']}" for r in sorted(results, key=lambda r: r["place"]))


def rules_event(entry: Message) -> Event | None:
    """Return the event of the rules that a log entry describes, or None if it describes none."""
    match entry["kind"]:
        case "roll":
            return Roll(tuple(entry["dice"]))
        case "move":
            return Move(entry["seat"], entry["action"])
        case "undo":
            return Undo(entry["seat"])
    return None


class LiveBot:
    """Plays with a bot at a table until the server removes the bot or it has played the given number of `games`.

    The bot acts when nothing has happened for `pace` seconds, so that people can follow. If the bot fails, chooses an
    action that is not legal or does not choose within `deadline` seconds, another bot chooses for it. `report` receives
    messages about the progress.
    """

    def __init__(
        self,
        bot: Bot,
        token: str,
        *,
        pace: float = 1.0,
        games: int | None = None,
        deadline: float = DEADLINE_S,
        rng: Random | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.bot, self.token, self.pace, self.games = TimedBot(bot, deadline), token, pace, games
        self.rng = rng or Random()
        self.report = report
        self._ids = itertools.count()
        self._failures = 0
        """Attempts in a row in which the server did not send a state."""
        self._traces: set[str] = set()
        """Places of the errors whose tracebacks have been reported."""

    def play(self, address: TableAddress) -> None:
        """Play at a table, and reconnect whenever the connection breaks.

        :raises BadSetup: if the server does not let the bot play any more, or cannot be reached.
        """
        while True:
            try:
                with connect(
                    address.socket,
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    max_size=MAX_MESSAGE_BYTES,
                    # True: the proxy that the environment names, if any.
                    proxy=None if address.is_local else True,
                ) as socket:
                    if self._play_connection(socket):
                        return
            except ConnectionClosed as closed:
                code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
                if code == 4001:
                    raise BadSetup("the server does not know this token: make one on the page, under You") from None
                if code not in RETRY_CODES:
                    raise BadSetup(f"the server refused the bot at {address.link[:6]}: {reason}") from None
                reason_text = reason or "the connection broke"
            except (InvalidProxy, ImportError) as error:
                # A SOCKS proxy needs another package.
                raise BadSetup(f"cannot use the proxy that the environment names: {error}") from None
            except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as error:
                reason_text = str(error) or type(error).__name__
            self._failures += 1
            if self._failures >= MAX_ATTEMPTS:
                raise BadSetup(f"{address.server} does not answer: {reason_text}") from None
            wait = min(2.0 ** (self._failures - 3), MAX_RETRY_WAIT_S)
            attempt = f"attempt {self._failures + 1} of {MAX_ATTEMPTS} in {wait:g} s"
            self.report(f"{address.server} does not answer, {attempt}: {reason_text}")
            time.sleep(wait)

    def _play_connection(self, socket: ClientConnection) -> bool:
        """Play over a connection; return True if the bot has finished."""
        table, ended, pending = TableView(), False, ""
        try:
            while True:
                command = None if pending else table.pending_command()
                try:
                    message: Message = json.loads(socket.recv(timeout=self.pace if command else None))
                except TimeoutError:
                    pending = self._send(socket, table, command or "")
                    continue
                if message["type"] == "gone":
                    raise BadSetup(f"the bot was removed from the table: {message['reason']}")
                if message["type"] == "rejected" and message["id"] == pending:
                    self.report(f"refused: {message['message']}")
                    pending = "the state that follows"
                if message["type"] != "state":
                    continue
                self._failures = 0
                try:
                    table.apply(message)
                except Illegal:
                    self._command(socket, "resync")
                    continue
                # The bot's own move or the dice have arrived, so the position is new.
                if message["prev"] == -1 or any(self._completes(table, pending, entry) for entry in message["log"]):
                    pending = ""
                if table.result is None:
                    ended = False
                elif not ended:
                    ended = True
                    self.report(f"the game is over: {table.result}")
                    self.games = None if self.games is None else self.games - 1
                    if self.games == 0:
                        self._command(socket, "stand")
                        return True
        except KeyboardInterrupt:
            self._command(socket, "stand")
            raise

    def _completes(self, table: TableView, pending: str, entry: Message) -> bool:
        own = table.position is not None and entry["seat"] == table.position["seat"]
        return pending.startswith(entry["kind"]) and (own or entry["kind"] == "roll")

    def _send(self, socket: ClientConnection, table: TableView, command: str) -> str:
        """Roll or move, and return the id of the command."""
        assert table.position is not None
        at = table.position["at"]
        if command == "roll":
            return self._command(socket, "roll", at=at)
        return self._command(socket, "move", at=at, action=self._choice(table, table.position["seat"]))

    def _choice(self, table: TableView, seat: int) -> str:
        game = table.game
        assert game is not None
        view = game.view(table.state, seat)
        try:
            return self.bot.ask(game, view, seat, self.rng)
        except Fault as fault:
            address, trace = bot_traceback(fault)
            if address and address not in self._traces:
                self._traces.add(address)
                self.report(trace)
            self.report(f"the bot failed, so another one moves for it: {fault}")
            return FALLBACK_BOT.choose(game, view, seat, self.rng)

    def _command(self, socket: ClientConnection, kind: str, **fields: Any) -> str:
        command = f"{kind}-{time.time_ns()}-{next(self._ids)}"
        socket.send(json.dumps({"type": kind, "id": command} | fields))
        return command
