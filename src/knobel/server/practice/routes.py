"""Routes for a person's own games: their list, their reviews, and practice on mistakes."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.params import JSONBody, QueryParameter

from knobel.presentation import practice_messages as messages
from knobel.presentation.coach_messages import CoachDecision, SeatSkill
from knobel.presentation.leitner import RIGHT_GRADES
from knobel.server.compute.coach_service import CoachService
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, Number, Part
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import RequestLimits
from knobel.server.practice.coach_routes import encoded, job_owner
from knobel.server.practice.own_games import OwnGames
from knobel.server.practice.store import Card, PracticeStore
from knobel.server.practice.table_reviews import TableReviews
from knobel.tables.refusals import Refused, TableReason

MAX_SKILLS_BYTES = 64_000
"""Maximum size of the skills of a game's seats in a request, in bytes."""
OptionalNumber = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]
Code = Annotated[str, QueryParameter(max_length=6)]


@get("/api/play")
async def show_play(caller: Part[Account], practice: Part[PracticeStore]) -> Response[messages.MyPlay]:
    """Return the caller's latest games (at most 500) and how well they were played."""
    due, upcoming = await practice.count_due(caller.id)
    return Response(messages.MyPlay(games=await practice.list_games(caller.id), due=due, next=upcoming))


@get("/api/play/themes")
async def show_themes(
    request: AnyRequest,
    game: Annotated[str, QueryParameter(max_length=40)],
    caller: Part[Account],
    coach: Part[CoachService],
    practice: Part[PracticeStore],
    request_limits: Part[RequestLimits],
) -> Response[messages.ThemeReport]:
    """Return where the caller loses points at a game, by theme, in the latest reviewed games.

    :raises Refused: `rate_limited`, `no_coach`.
    """
    request_limits.questions.check(caller.id)
    played = messages.losses_at(game, await practice.list_games(caller.id))
    return encoded(request, await coach.themes(game, played, job_owner(request, caller)))


@get("/api/play/recent")
async def show_recent(caller: Part[Account], practice: Part[PracticeStore]) -> Response[list[messages.RecentResults]]:
    """Return the caller's best and last results in each game, among their latest games (at most 500)."""
    found = await practice.recent_results(caller.id)
    return Response([messages.RecentResults(game=game, best=best, last=last) for game, (best, last) in found.items()])


@post("/api/play/review", status_code=204)
async def review_own(
    request: AnyRequest,
    table: Code,
    first: Number,
    caller: Part[Account],
    own_games: Part[OwnGames],
    table_reviews: Part[TableReviews],
) -> None:
    """Start the coach's review of one of the caller's games.

    :raises Refused: `no_game`, `too_large`, `rate_limited`.
    """
    await table_reviews.review_past(*await own_games.find(caller, table, first), job_owner(request, caller))


@post("/api/play/skill", request_max_body_size=MAX_SKILLS_BYTES, status_code=204)
async def note_skill(
    table: Code,
    data: JSONBody[list[messages.ReviewedSkill]],
    caller: Part[Account],
    practice: Part[PracticeStore],
    own_games: Part[OwnGames],
    request_limits: Part[RequestLimits],
    first: OptionalNumber = None,
    game: OptionalNumber = None,
) -> None:
    """Note how the caller played one of their games, by a review that their device made.

    The game is given by `first`, or by its number at the table from 1 (`game`). Other seats are ignored, and so is a
    game that the caller did not play.

    :raises Refused: `malformed`, if a mistake is no move of the seat; `rate_limited`.
    """
    request_limits.questions.check(caller.id)
    try:
        snapshot, log, past = await own_games.find(caller, table, first, game)
    except Refused:
        return
    own = await practice.seats_of(caller.id, table, past.first)
    skills = [skill for skill in data if skill.seat in own]
    record = await own_games.lines(snapshot, log, past)
    for skill in skills:
        if not all(is_move(record, event, skill.seat) for event in skill.mistakes):
            raise Refused(TableReason.MALFORMED, "a mistake is no move of its seat")
    found = [
        SeatSkill(
            skill.seat,
            skill.accuracy,
            skill.luck,
            counted(skill.kinds),
            skill.mistakes,
            skill.themes or {},
            {insight: counted(classes) for insight, classes in skill.insights.items()},
        )
        for skill in skills
    ]
    await practice.store_skills(table, past.first, found, only=caller.id)


def counted(kinds: Mapping[Any, messages.DecisionsOfKind]) -> dict[str, tuple[int, float]]:
    """Return the number of decisions and the points that they lost, as the database has them."""
    return {kind: (each.decisions, each.lost) for kind, each in kinds.items()}


def is_move(record: Sequence[str], event: int, seat: int) -> bool:
    """True if an event of a record, counted from 1, is a move of a seat."""
    if not 0 < event < len(record):
        return False
    line = json.loads(record[event])
    return "move" in line and line.get("seat") == seat


@get("/api/play/record", media_type=RECORD)
async def show_own_record(
    table: Code, first: Number, caller: Part[Account], own_games: Part[OwnGames]
) -> Response[str]:
    """Return the record of one of the caller's games.

    :raises Refused: `no_game`.
    """
    lines = await own_games.lines(*await own_games.find(caller, table, first))
    return Response("".join(lines), media_type=RECORD)


@get("/api/practice")
async def show_practice(
    caller: Part[Account], practice: Part[PracticeStore], own_games: Part[OwnGames]
) -> Response[messages.Practice]:
    """Return the mistake that the caller is to practise now."""
    due, upcoming = await practice.count_due(caller.id)
    card = await practice.next_due_card(caller.id)
    question = None if card is None else await own_games.question(caller, card)
    return Response(messages.Practice(due=due, next=upcoming, question=question))


@post("/api/practice", status_code=200)
async def answer(
    request: AnyRequest,
    table: Code,
    first: Number,
    event: Number,
    action: Annotated[str, QueryParameter(max_length=99)],
    caller: Part[Account],
    coach: Part[CoachService],
    practice: Part[PracticeStore],
    own_games: Part[OwnGames],
    request_limits: Part[RequestLimits],
) -> Response[messages.Verdict]:
    """Answer a practice question. The card moves to the next box, or back to the first.

    :raises Refused: `not_found`, if this mistake is not due; `unknown_action`, `rate_limited`.
    """
    card = await asked_card(practice, caller, table, first, event)
    request_limits.questions.check(caller.id)
    lines = await own_games.lines(*await own_games.find(caller, table, first))
    judged = await coach.judge("".join(lines[:event]), card.seat, action, job_owner(request, caller))
    decision = msgspec.json.decode(judged, type=CoachDecision)
    right = decision.grade in RIGHT_GRADES
    again = await practice.record_answer(caller.id, card, right=right)
    verdict = messages.Verdict(
        decision=decision,
        then=str(json.loads(lines[event])["move"]),
        right=right,
        again=again,
    )
    return Response(verdict)


@put("/api/practice")
async def note_answer(
    table: Code,
    first: Number,
    event: Number,
    right: Annotated[bool, QueryParameter()],
    caller: Part[Account],
    practice: Part[PracticeStore],
    own_games: Part[OwnGames],
    request_limits: Part[RequestLimits],
) -> Response[messages.NotedAnswer]:
    """Note the answer to a practice question, which the caller's device assessed. The card moves as by `answer`.

    :raises Refused: `not_found`, if this question is not asked now; `rate_limited`.
    """
    card = await asked_card(practice, caller, table, first, event)
    request_limits.questions.check(caller.id)
    lines = await own_games.lines(*await own_games.find(caller, table, first))
    again = await practice.record_answer(caller.id, card, right=right)
    return Response(messages.NotedAnswer(then=str(json.loads(lines[event])["move"]), again=again))


async def asked_card(practice: PracticeStore, caller: Account, table: str, first: int, event: int) -> Card:
    """Return the card of a mistake that is due.

    :raises Refused: `not_found`.
    """
    card = await practice.due_card(caller.id, table, first, event)
    if card is None:
        raise Refused(TableReason.NOT_FOUND, "this practice question is not due")
    return card
