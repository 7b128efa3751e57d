"""The requests about tables of the device, their replays and records, and about uploaded records."""

from typing import Any

import msgspec
from msgspec.structs import replace

from knobel.clock import now_ms
from knobel.notation import Record
from knobel.offline.engines import Engines
from knobel.offline.messages import OWNER, NewOfflineTable
from knobel.offline.paths import Request
from knobel.offline.records import record_in, record_of
from knobel.offline.store import DeviceStore, Text
from knobel.offline.table import OfflineTable, opened
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

_new_table = msgspec.json.Decoder(NewOfflineTable)
_correction = msgspec.json.Decoder(CorrectionRequest)
_filled_sheets = msgspec.json.Decoder(FilledSheets)


class TableRequests:
    """Answers requests about tables and records."""

    def __init__(self, engines: Engines, store: DeviceStore) -> None:
        self._engines, self._store = engines, store

    def list_games(self, _request: Request) -> str:
        return encode(game_list(self._engines.levels_of, self._engines.has_coach)).decode()

    def open_table(self, request: Request) -> str:
        """Open a table, seat people and bots, and start its game if wanted."""
        new = request.decoded(_new_table)
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
        table = self._store.create()
        table.append(tuple(events))
        if new.start:
            table.append(commands.start(table.state, source, seed=table.new_seed()))
        return opened(table)

    def show_record(self, request: Request) -> Text:
        # All people are at the device; a running game is continued here and not read.
        return record_of((yield from self._store.table(request.code)), request.game_number)

    def show_replay(self, request: Request) -> Text:
        """Return the replay of a finished game."""
        table = yield from self._store.table(request.code)
        past = finished_game(table, request.game_number)
        seat = table.state.game_seat_of(OWNER) if past.latest else None
        return replay(table.log, past, seat)

    def preview_correction(self, request: Request) -> Text:
        table = yield from self._store.table(request.code)
        source = Source(now_ms(), request.person)
        return encode(correction_preview(table.snapshot, source, request.decoded(_correction))).decode()

    def replay_record(self, request: Request) -> str:
        record, _ = record_in(request.body)
        log = list(log_of(record))
        past = past_game(log, None)
        assert past is not None, "a record is one of a game"
        return replay(log, past, noted=record.noted)

    def show_position(self, request: Request) -> str:
        """Return the last position of an uploaded record."""
        record, position = record_in(request.body)
        wanted = request.query.get("seat")
        seat = seat_to_act(record.game.turn(position)) if wanted is None else int(wanted)
        return encode(position_in(record, seat)).decode()

    def score_filled_sheets(self, request: Request) -> str:
        """Return the scores of sheets that were filled on paper."""
        return encode(scored(request.decoded(_filled_sheets))).decode()

    def branch_off(self, request: Request) -> str:
        """Open a table that continues a record from one of its positions."""
        query = request.query
        record, _ = record_in(request.body)
        levels = self._engines.levels
        level = query.get("level", levels[-1])
        if level not in levels:
            raise Refused(TableReason.UNKNOWN_LEVEL, f"bots play at one of these levels: {', '.join(levels)}")
        branch = Branch(int(query["at"]), int(query["seat"]), level, query.get("same_dice") == "true")
        source = Source(now_ms(), OWNER, record.seats[branch.seat])
        table = self._store.create()
        table.append(tuple(event for event in play_on(record, branch, source) if event is not None))
        return opened(table)


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
