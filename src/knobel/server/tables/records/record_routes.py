"""Routes for uploaded records: replaying them, showing a position, and continuing a game from a position."""

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from knobel.presentation import http_messages, messages
from knobel.presentation.log_reader import Unreadable, states
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.record_sizes import MAX_RECORD_BYTES
from knobel.presentation.replay import game_events, replay_lines
from knobel.presentation.sheet_scoring import MAX_SHEETS_BYTES, scored
from knobel.server.database.store import Store
from knobel.server.http.files import saved_response
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, Number, Part
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.request_limits import RequestLimits, within_budget
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.creation import TableCreation, opened
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import game_in, lines_response
from knobel.server.tables.records.returned_games import ReturnedGames
from knobel.server.tables.records.uploaded_records import UploadedRecords, state_at
from knobel.spreadsheets import table_bytes
from knobel.tables.game_records import past_game
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.results import results
from knobel.tables.state import SUBSTITUTE
from knobel.tables.what_if import Branch, log_of, seat_to_act

COLUMNS = {"place": int, "name": str, "points": int}


@get("/api/tables/{link:str}/games/{game:int}/results.xlsx")
async def save_results(game: FromPath[int], room: Part[Room], store: Part[Store]) -> Response[bytes]:
    """Return the results of one of a table's games, counted from 1, as an XLSX file, the best first.

    :raises Refused: `no_game`, `game_running`, `unreadable`, and what `TableAdmission.enter` raises.
    """
    log = await room.log.read_all()
    past = game_in(log, game)
    try:
        last = await store.time_slices.last(states(log[: past.end]))
    except Unreadable as error:
        raise Refused(TableReason.UNREADABLE, "the log of this game is damaged") from error
    found = () if last is None or last.play is None else results(last.play)
    if not found:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    ranked = sorted(found, key=lambda result: result.place)
    rows = [{"place": result.place, "name": result.name, "points": result.score} for result in ranked]
    body = await asyncio.to_thread(table_bytes, "xlsx", COLUMNS, rows)
    return saved_response("xlsx", f"knobel-{room.log.code}-{past.number}", body)


@post("/api/records/replay", request_max_body_size=MAX_RECORD_BYTES, status_code=200, media_type=RECORD)
async def replay_record(
    request: AnyRequest, caller: Part[Account], uploaded_records: Part[UploadedRecords], store: Part[Store]
) -> Stream:
    """Return the steps of a recorded game, finished or not: a `Replay`, then `Step`s.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`.
    """
    record, _ = await uploaded_records.read(request, caller)
    log = await store.time_slices.all(log_of(record))
    past = past_game(log, None)
    assert past is not None, "a record is one of a game"
    logged_events = await game_events(store.time_slices, log, past)
    return await lines_response(request, store, replay_lines(past, logged_events, noted=record.noted))


@post("/api/records/position", request_max_body_size=MAX_RECORD_BYTES, status_code=200)
async def show_position(
    request: AnyRequest,
    caller: Part[Account],
    uploaded_records: Part[UploadedRecords],
    store: Part[Store],
    seat: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> Response[messages.Position]:
    """Return the last position of a record as a seat sees it, with the seat's choices.

    Without `seat`, it is the first seat that is to roll or decide. `at` counts the events. The page uses this to type
    in games that are played elsewhere and to retry positions of a review.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `no_seat`.
    """
    record, rules_state = await uploaded_records.read(request, caller)
    if seat is None:
        seat = seat_to_act(record.game.turn(rules_state))
    state = await state_at(store, caller, record, seat)
    found = position_message(Snapshot("", state), Receiver(caller.id))
    assert found is not None, "a game has begun"
    return Response(replace(found, at=len(record.events)))


@post("/api/records/sheets", request_max_body_size=MAX_SHEETS_BYTES, status_code=200)
async def score_filled_sheets(
    data: JSONBody[http_messages.FilledSheets], caller: Part[Account], request_limits: Part[RequestLimits]
) -> Response[http_messages.ScoredSheets]:
    """Return the points of filled sheets, every line explained, and what cannot be right on them.

    The order of the entries is not needed.

    :raises Refused: `bad_setup`, `malformed`, `too_many`, `bad_name`, `rate_limited`.
    """
    request_limits.questions.check(caller.id)
    return Response(scored(data))


@post("/api/records/what-if", request_max_body_size=MAX_RECORD_BYTES, status_code=201)
async def branch_off(
    request: AnyRequest,
    at: Number,
    seat: Number,
    caller: Part[Account],
    uploaded_records: Part[UploadedRecords],
    table_creation: Part[TableCreation],
    table_registry: Part[RoomRegistry],
    openings: Part[OpeningStore],
    request_limits: Part[RequestLimits],
    level: Annotated[str, QueryParameter()] = SUBSTITUTE,
    same_dice: Annotated[bool, QueryParameter()] = False,
) -> http_messages.Opened:
    """Open a table that continues a recorded game after its event `at`.

    The caller gets the seat, and bots play the others. With `same_dice`, the recorded rolls are used as long as they
    fit.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `over`, `no_seat`, `bad_setup`,
        `unknown_level`, `too_many`, `deal_running`.
    """

    async def open_new(opening: Opening | None) -> str:
        request_limits.check_newcomer(request)
        table_creation.limit.check(caller.id)
        record, _ = await uploaded_records.read(request, caller, advice=True)
        branch = Branch(at, seat, level, same_dice)
        return (await table_creation.play_on(caller, record, branch, opening)).log.code

    return opened(await table_registry.get(await open_once(request, openings, caller, open_new)))


@post("/api/records/return", request_max_body_size=MAX_RECORD_BYTES, status_code=200, guards=[within_budget])
async def return_record(
    request: AnyRequest,
    seat: Number,
    caller: Part[Account],
    uploaded_records: Part[UploadedRecords],
    returned_games: Part[ReturnedGames],
) -> http_messages.Returned:
    """Store a finished game from the caller's exported data, in which they had the seat, as one of their games.

    A game that is stored already is not stored again. The result is never ranked.

    :raises Refused: `bad_record`, which names the line; `game_running`, if the game is not over; `rate_limited`,
        `too_large`, `no_seat`, `deal_running`.
    """
    record, _ = await uploaded_records.read(request, caller, advice=True)
    text = (await request.body()).decode("utf-8-sig")
    return http_messages.Returned(stored=await returned_games.bring_back(caller, text, record, seat))
