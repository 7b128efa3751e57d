"""HTTP requests to the coach: reviews of games and assessments of positions."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from knobel.engines import Effort
from knobel.presentation.projections import Snapshot
from knobel.presentation.record_sizes import LARGEST_RECORD, MOST_SEATS
from knobel.presentation.records import record_lines
from knobel.server.compute.coach_service import Coach
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.messages import CoachDecision, CoachReview
from knobel.server.people.accounts import Account
from knobel.server.people.routes import (
    AnyRequest,
    household_of,
    limit_questions,
    person_of,
    services_of,
)
from knobel.server.services import Services
from knobel.server.tables.record_routes import advised_text, check_advice
from knobel.server.tables.routes import Number, room_of
from knobel.tables import commands
from knobel.tables.events import Event
from knobel.tables.game_records import PastGame, past_game
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState

EFFORTS: tuple[Effort, ...] = get_args(Effort)


def job_owner(request: AnyRequest, account: Account) -> JobOwner:
    """Return the owner of the job, for the fair queue."""
    return JobOwner(household_of(request), account.id)


def encoded(answer: bytes) -> Response[Any]:
    """Return a response from JSON bytes."""
    return Response(answer, media_type="application/json")


def stream_assessments(quick: bytes, ask: Callable[[Effort], Awaitable[bytes]], efforts: Iterable[Effort]) -> Stream:
    """Stream a quick assessment, then one for each of `efforts`, as soon as it is available.

    If the coach refuses a later one, the stream ends without an error: the earlier assessments are valid.
    """

    async def lines() -> AsyncIterator[bytes]:
        yield quick + b"\n"
        try:
            for effort in efforts:
                yield await ask(effort) + b"\n"
        except Refused:
            return

    return Stream(lines(), media_type="application/x-ndjson")


@post("/api/coach/review", request_max_body_size=LARGEST_RECORD, status_code=200)
async def review_record(request: AnyRequest) -> Response[CoachReview]:
    """Review a finished game, sent as a record; return a `CoachReview`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)
    if not services.review_limit.take(account.id):
        raise Refused(TableReason.RATE_LIMITED, "too many reviews in a short time: try again later")
    found = await services.coach.review(await advised_text(request, account), job_owner(request, account))
    return encoded(found)


@post("/api/coach/assess", request_max_body_size=LARGEST_RECORD, status_code=200, media_type="application/x-ndjson")
async def assess_record(
    request: AnyRequest,
    seat: Annotated[int | None, QueryParameter(ge=0)] = None,
    effort: Annotated[Effort, QueryParameter()] = "master",
) -> Stream:
    """Assess the choices of a seat at the end of a record (without `seat`: the first seat that must decide).

    The answer is lines of JSON, each a `CoachAssessment`: a quick one first, then better ones up to `effort`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)
    limit_questions(request, account)
    record = await advised_text(request, account)
    first, *better = EFFORTS[: EFFORTS.index(effort) + 1]
    # Before the stream starts, so that a refusal becomes an error response.
    owner = job_owner(request, account)
    quick = await services.coach.assess(record, seat, first, owner)

    return stream_assessments(
        quick, lambda harder: services.coach.assess(record, seat, harder, owner, begun=True), better
    )


async def stream_comparisons(comparisons: AsyncGenerator[bytes]) -> Stream:
    """Stream comparisons, one a line, as soon as they are available; if the client disconnects, the work stops.

    If the coach refuses a later one, the stream ends without an error: the earlier comparisons are valid.

    :raises Refused: if the coach refuses the first one.
    """
    # Before the stream starts, so that a refusal becomes an error response.
    first = await anext(comparisons, b"")

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(comparisons):
            if first:
                yield first + b"\n"
            with suppress(Refused):
                async for comparison in comparisons:
                    yield comparison + b"\n"

    return Stream(lines(), media_type="application/x-ndjson")


Action: TypeAlias = Annotated[str, QueryParameter(max_length=99)]


@post("/api/coach/compare", request_max_body_size=LARGEST_RECORD, status_code=200, media_type="application/x-ndjson")
async def compare_record(
    request: AnyRequest, seat: Annotated[int, QueryParameter(ge=0)], action: Action, other: Action
) -> Stream:
    """Compare two actions of a seat at the end of a record, by playing the game out after each with the same dice.

    The answer is lines of JSON, each a `CoachComparison` with more samples than the one before.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)
    limit_questions(request, account)
    record, owner = await advised_text(request, account), job_owner(request, account)
    return await stream_comparisons(services.coach.compare(record, seat, action, other, owner))


@post("/api/coach/judge", request_max_body_size=LARGEST_RECORD, status_code=200)
async def judge_record(
    request: AnyRequest,
    seat: Annotated[int, QueryParameter(ge=0)],
    action: Annotated[str, QueryParameter(max_length=99)],
) -> Response[CoachDecision]:
    """Return the value of a seat's action at the end of a record, as a `CoachDecision`.

    :raises Refused: `bad_record`, which names the line; `rate_limited`, `too_large`, `deal_running`.
    """
    services, account = services_of(request), await person_of(request)
    limit_questions(request, account)
    return encoded(
        await services.coach.judge(await advised_text(request, account), seat, action, job_owner(request, account))
    )


@get("/api/tables/{link:str}/review")
async def show_review(request: AnyRequest, link: FromPath[str]) -> Response[CoachReview]:
    """Return the review of the latest game at a table, which must be over."""
    return await review_of(request, link, None)


@get("/api/tables/{link:str}/games/{game:int}/review")
async def show_review_of_game(request: AnyRequest, link: FromPath[str], game: FromPath[int]) -> Response[CoachReview]:
    """Return the review of one of a table's games, counted from 1, which must be over."""
    return await review_of(request, link, game)


class HelpRequest(NamedTuple):
    """A player's request for help in a running game, which the table allows.

    `record`: the game so far, as the player sees it. `note` adds the help to the table's log.
    """

    coach: Coach
    record: str
    seat: int
    owner: JobOwner
    note: Callable[[], Awaitable[object]]

    @classmethod
    async def accept(cls, request: AnyRequest, link: str, at: int) -> "HelpRequest":
        """Return the request of the player who asks.

        :raises Refused: as `give_hint`.
        """
        services, account = services_of(request), await person_of(request)
        room = await room_of(request, link, account)
        if len(room.live.head.seats) > MOST_SEATS:
            raise Refused(TableReason.TOO_LARGE, f"the coach helps at tables of at most {MOST_SEATS} seats")
        if room.live.head.settings.dice == "real":
            # The rolls may be those of a deal.
            await check_advice(request, account, room.live.head.settings.game)
        limit_questions(request, account)

        def hint_events(state: TableState) -> commands.Events:
            return commands.ask_coach(state, account.source(), at)

        hint_events(room.live.head)
        snapshot, log = room.live.snapshot, await room.live.log()
        lines = record_lines(snapshot, log, account.id, None)
        assert lines is not None, "a game is running"
        record = "".join(["".join(piece) async for piece in services.store.time_slices.through(lines)])
        seat = snapshot.state.game_seat_of(account.id)
        assert seat is not None, "the player may decide"
        return cls(services.coach, record, seat, job_owner(request, account), lambda: room.live.execute(hint_events))


@post("/api/tables/{link:str}/hint", status_code=200, media_type="application/x-ndjson")
async def give_hint(request: AnyRequest, link: FromPath[str], at: Number) -> Stream:
    """Assess the choices of the player who asks in the running game, from the information that they see.

    The answer is two lines of JSON, each a `CoachAssessment`: a quick one and the best. `at` is `Position.at`. The
    table's log records that the coach helped the player.

    :raises Refused: `coach_off`, `not_seated`, `stale`, `over`, `not_your_turn`, `too_large`, `rate_limited`,
        `deal_running`, and what `room_of` raises.
    """
    help_wanted = await HelpRequest.accept(request, link, at)
    coach, record, seat, owner = help_wanted.coach, help_wanted.record, help_wanted.seat, help_wanted.owner
    quick = await coach.assess(record, seat, EFFORTS[0], owner, hint=True)
    # After the quick assessment and before the response: the log records the help only if the player gets an answer.
    await help_wanted.note()

    return stream_assessments(
        quick, lambda harder: coach.assess(record, seat, harder, owner, hint=True, begun=True), EFFORTS[-1:]
    )


@post("/api/tables/{link:str}/compare", status_code=200, media_type="application/x-ndjson")
async def compare_at_table(
    request: AnyRequest, link: FromPath[str], at: Number, action: Action, other: Action
) -> Stream:
    """Compare two actions of the player who asks in the running game, from the information that they see.

    The answer is lines of JSON, each a `CoachComparison` with more samples than the one before. The table's log records
    that the coach helped the player.

    :raises Refused: as `give_hint`.
    """
    help_wanted = await HelpRequest.accept(request, link, at)
    coach, record, seat, owner = help_wanted.coach, help_wanted.record, help_wanted.seat, help_wanted.owner
    stream = await stream_comparisons(coach.compare(record, seat, action, other, owner, hint=True))
    await help_wanted.note()
    return stream


async def review_of(request: AnyRequest, link: str, game: int | None) -> Response[CoachReview]:
    """Return the stored or a new review of a game at a table.

    :raises Refused: `no_game`, `game_running`, `too_large`, `rate_limited`, and what `room_of` raises.
    """
    services, account = services_of(request), await person_of(request)
    room = await room_of(request, link, account)
    snapshot, log = room.live.snapshot, await room.live.log()
    past = past_game(log, game)
    if past is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    return encoded(await review_past(services, snapshot, log, past, job_owner(request, account)))


async def review_past(
    services: Services, snapshot: Snapshot, log: Sequence[Event], past: PastGame, owner: JobOwner
) -> bytes:
    """Return the stored or a new review of one of the games in a table's log; the caller has checked the access.

    :raises Refused: `game_running`, `too_large`, `rate_limited`.
    """
    if past.latest and snapshot.state.playing:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    if len(past.names) > MOST_SEATS:
        raise Refused(TableReason.TOO_LARGE, f"the coach goes through games of at most {MOST_SEATS} seats")
    if not services.review_limit.take(owner.person):
        raise Refused(TableReason.RATE_LIMITED, "too many reviews in a short time: try again later")

    async def record() -> str:
        lines = record_lines(snapshot, log, owner.person, past.number)
        assert lines is not None, "there is such a game"
        return "".join(["".join(piece) async for piece in services.store.time_slices.through(lines)])

    settings = past.settings
    return await services.coach.review_table(
        snapshot.code, past.first, settings.game, dict(settings.options), record, owner
    )


HANDLERS = [
    review_record,
    assess_record,
    compare_record,
    judge_record,
    show_review,
    show_review_of_game,
    give_hint,
    compare_at_table,
]
