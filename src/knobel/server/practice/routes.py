"""Routes for a person's own games: their list, their reviews, and practice on mistakes."""

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import QueryParameter

from knobel.notation import Record, reading
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.records import record_lines
from knobel.server.compute.messages import CoachDecision
from knobel.server.people.accounts import Account
from knobel.server.people.routes import AnyRequest, limit_questions, person_of, services_of
from knobel.server.practice import messages as statistics_messages
from knobel.server.practice.review_routes import job_owner, review_past
from knobel.server.practice.store import Card, Played
from knobel.server.services import Services
from knobel.server.tables.record_routes import state_at
from knobel.server.tables.routes import RECORD, Number
from knobel.tables.events import Event
from knobel.tables.game_records import PastGame, past_game_from
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState

Code = Annotated[str, QueryParameter(max_length=6)]


@get("/api/play")
async def show_play(request: AnyRequest) -> Response[statistics_messages.MyPlay]:
    """Return the caller's latest games (at most 500) and how well they were played."""
    services, account = services_of(request), await person_of(request)
    due, upcoming = await services.coach.practice.count_due(account.id)
    games = [_game(each) for each in await services.coach.practice.list_games(account.id)]
    return Response(statistics_messages.MyPlay(games=games, due=due, next=upcoming))


@post("/api/play/review", status_code=204)
async def review_own(request: AnyRequest, table: Code, first: Number) -> None:
    """Start the coach's review of one of the caller's games.

    :raises Refused: `no_game`, `too_large`, `rate_limited`.
    """
    services, account = services_of(request), await person_of(request)
    await review_past(services, *await _own(services, account, table, first), job_owner(request, account))


@get("/api/play/record", media_type=RECORD)
async def show_own_record(request: AnyRequest, table: Code, first: Number) -> Response[str]:
    """Return the record of one of the caller's games.

    :raises Refused: `no_game`.
    """
    services, account = services_of(request), await person_of(request)
    lines = await _lines(services, *await _own(services, account, table, first))
    return Response("".join(lines), media_type=RECORD)


@get("/api/practice")
async def show_practice(request: AnyRequest) -> Response[statistics_messages.Practice]:
    """Return the mistake that the caller is to practise now."""
    services, account = services_of(request), await person_of(request)
    due, upcoming = await services.coach.practice.count_due(account.id)
    card = await services.coach.practice.next_due_card(account.id)
    question = None if card is None else await _question(services, account, card)
    return Response(statistics_messages.Practice(due=due, next=upcoming, question=question))


@post("/api/practice", status_code=200)
async def answer(
    request: AnyRequest,
    table: Code,
    first: Number,
    event: Number,
    action: Annotated[str, QueryParameter(max_length=99)],
) -> Response[statistics_messages.Verdict]:
    """Answer a practice question. The card moves to the next box, or back to the first.

    :raises Refused: `not_found`, if this question is not asked now; `unknown_action`, `rate_limited`.
    """
    services, account = services_of(request), await person_of(request)
    card = await services.coach.practice.next_due_card(account.id)
    if card is None or (card.table, card.first, card.event) != (table, first, event):
        raise Refused(TableReason.NOT_FOUND, "this practice question is not due")
    limit_questions(request, account)
    lines = await _lines(services, *await _own(services, account, table, first))
    judged = await services.coach.judge("".join(lines[:event]), card.seat, action, job_owner(request, account))
    decision = msgspec.json.decode(judged, type=CoachDecision)
    right = decision.grade in ("best", "good")
    again = await services.coach.practice.record_answer(account.id, card, right=right)
    verdict = statistics_messages.Verdict(
        decision=decision,
        then=str(json.loads(lines[event])["move"]),
        right=right,
        again=again,
    )
    return Response(verdict)


def _game(played: Played) -> statistics_messages.PlayedGame:
    skill = None
    if played.accuracy is not None and played.luck is not None:
        kinds = {
            kind: statistics_messages.DecisionsOfKind(decisions=decisions, lost=lost)
            for kind, (decisions, lost) in json.loads(played.kinds or "{}").items()
        }
        skill = statistics_messages.PlayedSkill(accuracy=played.accuracy, luck=played.luck, kinds=kinds)
    return statistics_messages.PlayedGame(
        table=played.table,
        first=played.first,
        game=played.game,
        score=played.score,
        seats=played.seats,
        time=played.time,
        skill=skill,
    )


async def _own(services: Services, account: Account, table: str, first: int) -> tuple[Snapshot, list[Event], PastGame]:
    """Return a game that a person finished, even if they may no longer enter its table.

    :raises Refused: `no_game`.
    """
    room = (
        await services.tables.get(table) if await services.coach.practice.has_played(account.id, table, first) else None
    )
    if room is not None:
        snapshot, log = room.live.snapshot, await room.live.log()
        past = past_game_from(log, first)
        if past is not None:
            return snapshot, log, past
    raise Refused(TableReason.NO_GAME, "you played no such game")


async def _lines(services: Services, snapshot: Snapshot, log: Sequence[Event], past: PastGame) -> list[str]:
    """Return the lines of a game's record."""
    lines = record_lines(snapshot, log, None, past.number)
    assert lines is not None, "there is such a game"
    return [line async for piece in services.store.time_slices.through(lines) for line in piece]


async def _question(services: Services, account: Account, card: Card) -> statistics_messages.Question:
    """Return the position before a mistake, as its seat saw it."""
    snapshot, log, past = await _own(services, account, card.table, card.first)
    lines = await _lines(services, snapshot, log, past)
    state = await _table(services, account, lines[: card.event], card)
    position = position_message(Snapshot(card.table, state), Receiver(account.id))
    assert position is not None, "a game is running"
    return statistics_messages.Question(
        table=card.table, first=card.first, event=card.event, names=list(past.names), position=position
    )


async def _table(services: Services, account: Account, lines: Sequence[str], card: Card) -> TableState:
    """Return the state at the end of the record, with the person in their seat."""
    record: Record | None = None
    async for piece in services.store.time_slices.through(reading(lines)):
        record = piece[-1][0]
    assert record is not None, "a record has a header"
    return await state_at(services, account, record, card.seat)


HANDLERS = [show_play, review_own, show_own_record, show_practice, answer]
