"""The requests of the page that need no server: tables of the device, their replays and records, and uploaded records.

Paths and answers are those of the server (`routes` of its domains). An answer comes in steps, between which the worker
loads the needed resources and does other work.
"""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec.structs import replace

from knobel.clock import now_ms
from knobel.core import Game
from knobel.notation import Record
from knobel.offline.carried_file import CarriedFiles
from knobel.offline.days import PATHS as DAY_PATHS
from knobel.offline.days import DayRequests
from knobel.offline.engines import Engines
from knobel.offline.messages import OWNER, Answer, Need, NewOfflineTable
from knobel.offline.records import record_in, record_of
from knobel.offline.table import OfflineTable, opened
from knobel.offline.tables import Steps, Tables
from knobel.presentation.corrections import correction_preview
from knobel.presentation.game_list import game_list
from knobel.presentation.http_messages import CorrectionRequest, FilledSheets
from knobel.presentation.json import encode
from knobel.presentation.log_reader import logged_events_of
from knobel.presentation.messages import Position
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.replay import replay_lines
from knobel.presentation.sheet_scoring import scored
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import Event
from knobel.tables.game_records import PastGame, past_game
from knobel.tables.names import clean, free_variant, taken
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import fold
from knobel.tables.what_if import Branch, log_of, log_of_position, play_on, seat_to_act

GAME = re.compile(r"/api/tables/(?P<code>\w+)(?:-[\w-]*)?(?:/games/(?P<number>\d+))?/(?P<what>\w+)")
T = TypeVar("T")
COACH = "knobel.offline.coach"
"""The module that answers requests to the coach; it is loaded when it is needed."""
COACH_PATHS = re.compile(r"/api/(coach/\w+|play(/\w+)?|practice(/\w+)?)|/api/tables/[\w/-]+/(hint|compare|review)")
_new_table = msgspec.json.Decoder(NewOfflineTable)
_correction = msgspec.json.Decoder(CorrectionRequest)
_filled_sheets = msgspec.json.Decoder(FilledSheets)


class Request(NamedTuple):
    """A request of one of the people at the device."""

    method: str
    path: str
    query: Mapping[str, str]
    body: str
    person: str


class Requests:
    """Answers requests."""

    def __init__(self, engines: Engines, tables: Tables) -> None:
        """`engines` has the levels of bots."""
        self._engines, self._tables = engines, tables
        self._days = DayRequests(engines, tables)
        self._coach: Any = None

    def answer(self, method: str, address: str, body: str, person: str) -> Steps:
        """Yield the steps of an answer.

        :raises Refused: if the request is not possible here.
        """
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if COACH_PATHS.fullmatch(parts.path):
            yield from self._ask_coach(Request(method, parts.path, query, body, person))
            return
        if DAY_PATHS.fullmatch(parts.path):
            yield from self._days.answer(method, parts.path, body)
            return
        match method, parts.path:
            case "GET", "/api/games":
                text = encode(game_list(self._engines.levels_of, self._engines.has_coach)).decode()
            case "POST", "/api/tables":
                text = self._open(body)
            case "POST", path if path.startswith("/api/records/"):
                text = self._about_record(path.removeprefix("/api/records/"), query, body)
            case "GET", "/api/device-file":
                yield from CarriedFiles(self._engines, self._tables).write(query.get("name", ""))
                return
            case "POST", "/api/device-file":
                yield from CarriedFiles(self._engines, self._tables).read(body)
                return
            case "GET", path if (found := GAME.fullmatch(path)) and found["what"] in ("record", "replay"):
                table, number = (yield from self._tables.find(found["code"])), found["number"]
                show = self._record if found["what"] == "record" else self._replay
                text = show(table, None if number is None else int(number))
            case "POST", path if (found := GAME.fullmatch(path)) and found["what"] == "correction":
                text = self._preview_correction((yield from self._tables.find(found["code"])), body, person)
            case _:
                raise needs_server()
        yield Answer(text=text)

    def _about_record(self, request: str, query: Mapping[str, str], body: str) -> str:
        match request:
            case "replay":
                return self._replay_record(record_in(body)[0])
            case "position":
                return self._position(body, query.get("seat"))
            case "sheets":
                return encode(scored(decoded(_filled_sheets, body))).decode()
            case "what-if":
                return self._play_on(body, query)
        raise needs_server()

    def _ask_coach(self, request: Request) -> Steps:
        if self._coach is None and find_spec(COACH) is None:
            yield Answer(need=Need(kind="coach"))
            invalidate_caches()
            if find_spec(COACH) is None:
                raise Refused(TableReason.NOT_LOADED, "the coach could not be loaded")
        yield from self._imported_coach().answer(request)

    def _imported_coach(self) -> Any:
        self._coach = self._coach or import_module(COACH).CoachRequests(self._engines, self._tables)
        return self._coach

    def prepare_coach(self, game: Game[Any]) -> Iterator[None]:
        """Prepare the coach in steps for its first hint in a game. Its modules must be loaded."""
        coach = self._imported_coach()
        yield
        yield from coach.preparation(game)

    def _open(self, body: str) -> str:
        new = decoded(_new_table, body)
        source = Source(now_ms(), OWNER, clean(new.name))
        settings = new.settings
        if not self._engines.has_coach(settings.game):
            settings = replace(settings, coach=False)
        events: list[Event] = [*commands.open_table(source, settings, plays=new.plays)]
        names = [source.name] if new.plays else []
        for number, guest in enumerate(new.guests, 2):
            names.append(free_variant(clean(guest), taken(names)))
            sitting = Source(source.time, f"{OWNER}-{number}", names[-1])
            events += commands.sit(fold(events), sitting, None)
        state = fold(events)
        if len(new.bots) > sum(seat.empty for seat in state.seats):
            raise Refused(TableReason.TABLE_FULL, "more bots than free seats")
        events += commands.seat_bots(state, source, dict(enumerate(new.bots, len(names))), self._engines.levels)
        if new.start:
            commands.start(fold(events), source)  # refuse it before there is a table
        table = self._tables.create()
        table.append(tuple(events))
        if new.start:
            table.append(commands.start(table.state, source, seed=table.new_seed()))
        return opened(table)

    def _record(self, table: OfflineTable, number: int | None) -> str:
        # All people are at the device; a running game is continued here and not read.
        return record_of(table, number)

    def _replay(self, table: OfflineTable, number: int | None) -> str:
        past = finished_game(table, number)
        seat = table.state.game_seat_of(OWNER) if past.latest else None
        return replay(table.log, past, seat)

    def _preview_correction(self, table: OfflineTable, body: str, person: str) -> str:
        request = decoded(_correction, body)
        return encode(correction_preview(table.snapshot, Source(now_ms(), person), request)).decode()

    def _replay_record(self, record: Record) -> str:
        log = list(log_of(record))
        past = past_game(log, None)
        assert past is not None, "a record is one of a game"
        return replay(log, past, noted=record.noted)

    def _position(self, body: str, wanted: str | None) -> str:
        record, position = record_in(body)
        seat = seat_to_act(record.game.turn(position)) if wanted is None else int(wanted)
        return encode(position_in(record, seat)).decode()

    def _play_on(self, body: str, query: Mapping[str, str]) -> str:
        record, _ = record_in(body)
        levels = self._engines.levels
        level = query.get("level", levels[-1])
        if level not in levels:
            raise Refused(TableReason.UNKNOWN_LEVEL, f"bots play at one of these levels: {', '.join(levels)}")
        branch = Branch(int(query["at"]), int(query["seat"]), level, query.get("same_dice") == "true")
        events = [
            event
            for event in play_on(record, branch, Source(now_ms(), OWNER, record.seats[branch.seat]))
            if event is not None
        ]
        table = self._tables.create()
        table.append(tuple(events))
        return opened(table)


def needs_server() -> Refused:
    """Return the refusal of a request that is not answered here."""
    return Refused(TableReason.NEEDS_SERVER, "this needs a server")


def decoded(decoder: msgspec.json.Decoder[T], body: str) -> T:
    """Return the body of a request.

    :raises Refused: `malformed`.
    """
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None


def finished_game(table: OfflineTable, number: int | None) -> PastGame:
    """Return a finished game of a table by its number (None: the latest).

    :raises Refused: `no_game`, `game_running`.
    """
    past = past_game(table.log, number)
    if past is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    if past.latest and table.state.playing:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    return past


def position_in(record: Record, seat: int | None) -> Position:
    """Return the last position of a record, as a seat sees it."""
    log = log_of_position(record, seat, Source(now_ms(), OWNER, OWNER))
    state = fold(event for event in log if event is not None)
    found = position_message(Snapshot("", state), Receiver(OWNER))
    assert found is not None, "a game has begun"
    return replace(found, at=len(record.events))


def replay(log: list[Event], past: PastGame, seat: int | None = None, **more: Any) -> str:
    """Return the lines of a game's replay."""
    steps = [
        logged for logged in logged_events_of([*log[: past.first], *past.events], past.first) if logged is not None
    ]
    return b"".join(replay_lines(past, steps, seat, **more)).decode()
