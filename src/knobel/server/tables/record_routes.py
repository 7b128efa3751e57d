"""Routes for uploaded records: replaying them, showing a position, and continuing a game from a position."""

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from knobel.clock import now_ms
from knobel.notation import BadRecord, Record, reading
from knobel.presentation import http_messages, messages
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.record_sizes import LARGEST_RECORD, MOST_LINES, MOST_SEATS
from knobel.presentation.replay import game_happenings, replay_lines
from knobel.server.database.openings import Opening
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.routes import (
    AnyRequest,
    limit_questions,
    limit_upload,
    person_of,
    services_of,
)
from knobel.server.services import Services
from knobel.server.tables.routes import RECORD, Number, limit_tables, lines_response, opened
from knobel.tables.game_records import past_game
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import SUBSTITUTE, TableState, fold
from knobel.tables.what_if import Branch, log_of, log_of_position, seat_to_act


async def text_of(request: AnyRequest, account: Account) -> str:
    """Return the record in the body of a person's request.

    :raises Refused: `bad_record`, if it is not UTF-8; `rate_limited`, if the person sends too much.
    """
    limit_upload(request, account)
    try:
        return (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Refused(TableReason.BAD_RECORD, f"line {line}: not UTF-8 text: a record is a JSON Lines file") from None


async def check_advice(request: AnyRequest, account: Account, game: str) -> None:
    """Check that a person may get advice on a game.

    :raises Refused: `deal_running`.
    """
    await services_of(request).advice.check(account.id, game, now_ms())


async def advised_text(request: AnyRequest, account: Account) -> str:
    """Return the record in the body of a request for advice.

    :raises Refused: `deal_running`, and what `text_of` raises.
    """
    text = await text_of(request, account)
    try:
        record, _ = next(reading(text.splitlines()))
    except (BadRecord, StopIteration):
        # The coach says what is wrong.
        return text
    await check_advice(request, account, record.game.name)
    return text


async def record_in(request: AnyRequest, *, advice: bool = False) -> tuple[Record, Any]:
    """Parse the record in a request's body in pieces. Return it with its last position.

    :param advice: the answer helps a player of the recorded game.
    :raises Refused: `bad_record`, which names the line; `rate_limited`; with `advice`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)
    limit_questions(request, account)
    lines = reading((await text_of(request, account)).splitlines(), max_lines=MOST_LINES, max_seats=MOST_SEATS)
    read: tuple[Record, Any] | None = None
    try:
        async for piece in services.store.time_slices.through(lines):
            read = piece[-1]
    except BadRecord as error:
        raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
    assert read is not None, "an empty record is a bad one"
    if advice:
        await check_advice(request, account, read[0].game.name)
    return read


@post("/api/records/replay", request_max_body_size=LARGEST_RECORD, status_code=200, media_type=RECORD)
async def replay_record(request: AnyRequest) -> Stream:
    """Return the steps of a recorded game, finished or not: a `Replay`, then `Step`s.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`.
    """
    record, _ = await record_in(request)
    turns = services_of(request).store.time_slices
    log = [event async for piece in turns.through(log_of(record)) for event in piece]
    past = past_game(log, None)
    assert past is not None, "a record is one of a game"
    return await lines_response(
        request, replay_lines(past, await game_happenings(turns, log, past), noted=record.noted)
    )


@post("/api/records/position", request_max_body_size=LARGEST_RECORD, status_code=200)
async def show_position(
    request: AnyRequest, seat: Annotated[int | None, QueryParameter(ge=0)] = None
) -> Response[messages.Position]:
    """Return the last position of a record as a seat sees it, with the seat's choices.

    Without `seat`, it is the first seat that is to roll or decide. `at` counts the events. The page uses this to type
    in games that are played elsewhere and to retry positions of a review.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `no_seat`.
    """
    services, account = services_of(request), await person_of(request)
    record, rules_state = await record_in(request)
    if seat is None:
        seat = seat_to_act(record.game.turn(rules_state))
    state = await state_at(services, account, record, seat)
    found = position_message(Snapshot("", state), Receiver(account.id))
    assert found is not None, "a game has begun"
    return Response(replace(found, at=len(record.events)))


@post("/api/records/what-if", request_max_body_size=LARGEST_RECORD, status_code=201)
async def branch_off(
    request: AnyRequest,
    at: Number,
    seat: Number,
    level: Annotated[str, QueryParameter()] = SUBSTITUTE,
    same_dice: Annotated[bool, QueryParameter()] = False,
) -> http_messages.Opened:
    """Open a table that continues a recorded game after its event `at`.

    The caller gets the seat, and bots play the others. With `same_dice`, the recorded rolls are used as long as they
    fit.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `over`, `no_seat`, `bad_setup`,
        `unknown_level`, `too_many`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)

    async def open_new(opening: Opening | None) -> str:
        limit_tables(request, account)
        record, _ = await record_in(request, advice=True)
        branch = Branch(at, seat, level, same_dice)
        return (await services.table_creation.play_on(account, record, branch, opening)).live.code

    return opened(await services.tables.get(await open_once(request, account, open_new)))


async def state_at(services: Services, account: Account, record: Record, seat: int | None) -> TableState:
    """Return the state at the end of a record, with the person in the seat (None: without anyone in a seat)."""
    log = log_of_position(record, seat, account.source())
    state: TableState | None = None
    async for piece in services.store.time_slices.through(log):
        state = fold([event for event in piece if event is not None], state) if any(piece) else state
    assert state is not None, "a log has events"
    return state


HANDLERS = [replay_record, show_position, branch_off]
