"""HTTP requests to the coach: reviews of games and assessments of positions."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args

from litestar import Response, get, post
from litestar.di import Provide
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from knobel.engines import Effort
from knobel.presentation.coach_messages import CoachDecision, CoachReview
from knobel.presentation.record_sizes import MAX_RECORD_BYTES, MAX_RECORD_SEATS
from knobel.presentation.records import record_lines
from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.database.store import Store
from knobel.server.http.parts import AnyRequest, Number, Part
from knobel.server.http.polled_responses import polled_bytes
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import household_of
from knobel.server.people.request_limits import RequestLimits
from knobel.server.practice.table_reviews import TableReviews
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.uploaded_records import UploadedRecords
from knobel.tables import commands
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState

EFFORTS: tuple[Effort, ...] = get_args(Effort)


def job_owner(request: AnyRequest, account: Account) -> JobOwner:
    """Return the owner of the job, for the fair queue."""
    return JobOwner(household_of(request), account.id)


def encoded(request: AnyRequest, answer: bytes) -> Response[Any]:
    """Return a response from JSON bytes, compressed if it is long: the review of a game has 40 kB."""
    return polled_bytes(request, answer, "application/json")


async def assessments(
    coach: CoachService,
    record: str,
    seat: int | None,
    efforts: Sequence[Effort],
    owner: JobOwner,
    *,
    hint: bool = False,
) -> AsyncGenerator[bytes]:
    """Yield an assessment of a seat's choices for each of `efforts`, as `CoachService.assess` returns it."""
    for effort in efforts:
        yield await coach.assess(record, seat, effort, owner, hint=hint, begun=effort != efforts[0])


@post("/api/coach/review", request_max_body_size=MAX_RECORD_BYTES, status_code=200)
async def review_record(
    request: AnyRequest,
    caller: Part[Account],
    coach: Part[CoachService],
    uploaded_records: Part[UploadedRecords],
    request_limits: Part[RequestLimits],
) -> Response[CoachReview]:
    """Review a finished game, sent as a record; return a `CoachReview`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    request_limits.reviews.check(caller.id)
    record = await uploaded_records.advised_text(request, caller)
    return encoded(request, (await coach.review(record, job_owner(request, caller))).data)


@post("/api/coach/assess", request_max_body_size=MAX_RECORD_BYTES, status_code=200, media_type="application/x-ndjson")
async def assess_record(
    request: AnyRequest,
    caller: Part[Account],
    coach: Part[CoachService],
    uploaded_records: Part[UploadedRecords],
    request_limits: Part[RequestLimits],
    seat: Annotated[int | None, QueryParameter(ge=0)] = None,
    effort: Annotated[Effort, QueryParameter()] = "master",
) -> Stream:
    """Assess the choices of a seat at the end of a record (without `seat`: the first seat that must decide).

    The answer is lines of JSON, each a `CoachAssessment`: a quick one first, then better ones up to `effort`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    request_limits.questions.check(caller.id)
    record = await uploaded_records.advised_text(request, caller)
    efforts = EFFORTS[: EFFORTS.index(effort) + 1]
    return await stream_answers(assessments(coach, record, seat, efforts, job_owner(request, caller)))


async def stream_answers(answers: AsyncGenerator[bytes]) -> Stream:
    """Stream answers of the coach, one a line, as soon as they are available; if the client disconnects, the work
    stops.

    If the coach refuses a later one, the stream ends without an error: the earlier answers are valid.

    :raises Refused: if the coach refuses the first one.
    """
    # Before the stream starts, so that a refusal becomes an error response.
    first = await anext(answers, b"")

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(answers):
            if first:
                yield first + b"\n"
            with suppress(Refused):
                async for answer in answers:
                    yield answer + b"\n"

    return Stream(lines(), media_type="application/x-ndjson")


Action: TypeAlias = Annotated[str, QueryParameter(max_length=99)]


@post("/api/coach/compare", request_max_body_size=MAX_RECORD_BYTES, status_code=200, media_type="application/x-ndjson")
async def compare_record(
    request: AnyRequest,
    seat: Annotated[int, QueryParameter(ge=0)],
    action: Action,
    other: Action,
    caller: Part[Account],
    coach: Part[CoachService],
    uploaded_records: Part[UploadedRecords],
    request_limits: Part[RequestLimits],
) -> Stream:
    """Compare two actions of a seat at the end of a record, by playing the game out after each with the same dice.

    The answer is lines of JSON, each a `CoachComparison` with more samples than the one before.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    request_limits.questions.check(caller.id)
    record, owner = await uploaded_records.advised_text(request, caller), job_owner(request, caller)
    return await stream_answers(coach.compare(record, seat, action, other, owner))


@post("/api/coach/judge", request_max_body_size=MAX_RECORD_BYTES, status_code=200)
async def judge_record(
    request: AnyRequest,
    seat: Annotated[int, QueryParameter(ge=0)],
    action: Annotated[str, QueryParameter(max_length=99)],
    caller: Part[Account],
    coach: Part[CoachService],
    uploaded_records: Part[UploadedRecords],
    request_limits: Part[RequestLimits],
) -> Response[CoachDecision]:
    """Return the value of a seat's action at the end of a record, as a `CoachDecision`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    request_limits.questions.check(caller.id)
    record = await uploaded_records.advised_text(request, caller)
    return encoded(request, await coach.judge(record, seat, action, job_owner(request, caller)))


@get("/api/tables/{link:str}/review")
async def show_review(
    request: AnyRequest, caller: Part[Account], room: Part[Room], table_reviews: Part[TableReviews]
) -> Response[CoachReview]:
    """Return the review of the latest game at a table, which must be over."""
    return encoded(request, await table_reviews.review(room, None, job_owner(request, caller)))


@get("/api/tables/{link:str}/games/{game:int}/review")
async def show_review_of_game(
    request: AnyRequest,
    game: FromPath[int],
    caller: Part[Account],
    room: Part[Room],
    table_reviews: Part[TableReviews],
) -> Response[CoachReview]:
    """Return the review of one of a table's games, counted from 1, which must be over."""
    return encoded(request, await table_reviews.review(room, game, job_owner(request, caller)))


class HelpRequest(NamedTuple):
    """A player's request for help in a running game, which the table allows.

    `record`: the game so far, as the player sees it. `note` adds the help to the table's log.
    """

    record: str
    seat: int
    owner: JobOwner
    note: Callable[[], Awaitable[object]]


async def accept_help_request(
    request: AnyRequest,
    at: Number,
    caller: Part[Account],
    room: Part[Room],
    uploaded_records: Part[UploadedRecords],
    request_limits: Part[RequestLimits],
    store: Part[Store],
) -> HelpRequest:
    """Return the request of the player who asks.

    :raises Refused: as `give_hint`.
    """
    if len(room.log.head.seats) > MAX_RECORD_SEATS:
        raise Refused(TableReason.TOO_LARGE, f"the coach helps at tables of at most {MAX_RECORD_SEATS} seats")
    if room.log.head.settings.dice == "real":
        # The rolls may be those of a deal.
        await uploaded_records.check_advice(caller, room.log.head.settings.game)
    request_limits.questions.check(caller.id)

    def hint_events(state: TableState) -> commands.Events:
        return commands.ask_coach(state, caller.source(), at)

    hint_events(room.log.head)
    snapshot, log = room.log.snapshot, await room.log.read_all()
    lines = record_lines(snapshot, log, caller.id, None)
    assert lines is not None, "a game is running"
    record = "".join(await store.time_slices.all(lines))
    seat = snapshot.state.game_seat_of(caller.id)
    assert seat is not None, "the player may decide"
    return HelpRequest(record, seat, job_owner(request, caller), lambda: room.log.execute(hint_events))


HELP_REQUEST = {"help_request": Provide(accept_help_request)}


@post("/api/tables/{link:str}/hint", status_code=200, media_type="application/x-ndjson", dependencies=HELP_REQUEST)
async def give_hint(help_request: Part[HelpRequest], coach: Part[CoachService]) -> Stream:
    """Assess the choices of the player who asks in the running game, from the information that they see.

    The answer is two lines of JSON, each a `CoachAssessment`: a quick one and the best. `at` is `Position.at`. The
    table's log records that the coach helped the player.

    :raises Refused: `coach_off`, `not_seated`, `stale`, `over`, `not_your_turn`, `too_large`, `rate_limited`,
        `deal_running`, and what `TableAdmission.enter` raises.
    """
    record, seat, owner = help_request.record, help_request.seat, help_request.owner
    stream = await stream_answers(assessments(coach, record, seat, (EFFORTS[0], EFFORTS[-1]), owner, hint=True))
    # After the quick assessment and before the response: the log records the help only if the player gets an answer.
    await help_request.note()
    return stream


@post("/api/tables/{link:str}/compare", status_code=200, media_type="application/x-ndjson", dependencies=HELP_REQUEST)
async def compare_at_table(
    action: Action, other: Action, help_request: Part[HelpRequest], coach: Part[CoachService]
) -> Stream:
    """Compare two actions of the player who asks in the running game, from the information that they see.

    The answer is lines of JSON, each a `CoachComparison` with more samples than the one before. The table's log records
    that the coach helped the player.

    :raises Refused: as `give_hint`.
    """
    record, seat, owner = help_request.record, help_request.seat, help_request.owner
    stream = await stream_answers(coach.compare(record, seat, action, other, owner, hint=True))
    await help_request.note()
    return stream
