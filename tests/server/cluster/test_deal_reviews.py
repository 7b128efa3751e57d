"""Finished first tries are reviewed when nobody asks for it."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from knobel.core import Decide
from knobel.server.cluster.deal_reviews import DealReviews
from knobel.server.deals.daily import new_deals
from knobel.server.deals.tables import opened
from knobel.server.rooms.projections import Snapshot
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import Event, Started
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import fold


def played() -> tuple[Any, int]:
    """Return a room whose host has finished a deal, and the first seq of the game."""
    deals, seeds = new_deals("2026-11-25")
    deal = next(deal for deal in deals if deal.game == "knister")
    ann, dice = Source(1, person="ann", name="Ann"), ServerDice(seeds[deal.commitment])
    log: list[Event] = list(opened(deal, seeds[deal.commitment], ann, ranked_until=deal.closes))
    state = fold(log)
    while (play := state.play) is not None and not play.over:
        if isinstance(play.turn, Decide):
            view = play.game.view(play.state, 0)
            events = commands.move_for(state, ann, play.at, 0, play.game.legal(view, 0)[0], dice)
        else:
            events = commands.roll(state, ann, play.at, None, dice)
        log += events
        state = fold(events, state)

    async def whole() -> list[Event]:
        return log

    first = next(seq for seq, event in enumerate(log) if isinstance(event, Started))
    return SimpleNamespace(live=SimpleNamespace(snapshot=Snapshot("ABCDEF", state), log=whole)), first


class CoachStub:
    """Records what is reviewed, or refuses it."""

    def __init__(self, refusal: TableReason | None = None) -> None:
        self.refusal, self.reviewed = refusal, list[tuple[str, int, str]]()

    async def review_table(self, table: str, first: int, _game: str, _options: Any, record: Any) -> bytes:
        self.reviewed.append((table, first, await record()))
        if self.refusal is not None:
            raise Refused(self.refusal, "no")
        return b""


def reviews(coach: CoachStub, rooms: dict[str, Any], games: list[tuple[str, int]]) -> DealReviews:
    async def get(code: str) -> Any:
        return rooms.get(code)

    async def unreviewed(_after: int, _limit: int) -> list[tuple[str, int]]:
        return games

    parts: Any = SimpleNamespace(unreviewed=unreviewed), coach, SimpleNamespace(get=get), SimpleNamespace()
    return DealReviews(*parts)


def test_games_are_reviewed_and_unusable_ones_are_not_tried_again() -> None:
    room, first = played()
    coach = CoachStub()
    work = reviews(coach, {"ABCDEF": room}, [("GONEXX", 1), ("ABCDEF", first), ("ABCDEF", 0)])
    asyncio.run(work.review_missing())
    ((table, seq, record),) = coach.reviewed
    assert (table, seq) == ("ABCDEF", first)
    header, *_, last = (json.loads(line) for line in record.splitlines())
    assert header["game"] == "knister"
    assert "sha256" in last, "the record is complete"
    assert work._failed == {("GONEXX", 1), ("ABCDEF", 0)}


@pytest.mark.parametrize("reason", [TableReason.INTERNAL, TableReason.RATE_LIMITED])
def test_a_coach_that_does_not_answer_is_asked_again(reason: TableReason) -> None:
    room, first = played()
    coach = CoachStub(reason)
    work = reviews(coach, {"ABCDEF": room}, [("ABCDEF", first)])
    for _ in range(2):
        asyncio.run(work.review_missing())
    assert len(coach.reviewed) == 2


@pytest.mark.usefixtures("complaints")
def test_a_bad_record_is_not_tried_again() -> None:
    room, first = played()
    coach = CoachStub(TableReason.BAD_RECORD)
    work = reviews(coach, {"ABCDEF": room}, [("ABCDEF", first)])
    for _ in range(2):
        asyncio.run(work.review_missing())
    assert len(coach.reviewed) == 1
