"""Finished first tries are reviewed when nobody asks for it."""

import asyncio
import itertools
import json
from types import SimpleNamespace
from typing import Any

import pytest

from knobel.bots import TABLE_BOTS
from knobel.core import Decide
from knobel.presentation.deal_days import DAY_MS
from knobel.presentation.deals import opened
from knobel.presentation.projections import Snapshot
from knobel.server.deals.service import new_deals
from knobel.server.deals.tasks import DealReviews
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import Event, Started
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import fold


def played() -> tuple[Any, int]:
    """Return a room whose host has finished a deal, and the first seq of the game."""
    deal, seed = next((deal, seed) for deal, seed in new_deals("2026-11-25").items() if deal.game == "knister")
    ann, dice = Source(1, person="ann", name="Ann"), ServerDice(seed)
    log: list[Event] = list(opened(deal, seed, ann, TABLE_BOTS, ranked_until=deal.closes))
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
    return SimpleNamespace(log=SimpleNamespace(snapshot=Snapshot("ABCDEF", state), read_all=whole)), first


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


@pytest.mark.usefixtures("complaints")
def test_games_are_reviewed_after_others_that_are_not_stored() -> None:
    room, first = played()
    coach = CoachStub()
    work = reviews(coach, {"ABCDEF": room}, [("GONEXX", 1), ("ABCDEF", 0), ("ABCDEF", first)])
    asyncio.run(work.review_missing(0))
    ((table, seq, record),) = coach.reviewed
    assert (table, seq) == ("ABCDEF", first)
    header, *_, last = (json.loads(line) for line in record.splitlines())
    assert header["game"] == "knister"
    assert "sha256" in last, "the record is complete"


@pytest.mark.parametrize("reason", [TableReason.NO_COACH, TableReason.RATE_LIMITED])
def test_a_coach_that_is_not_available_is_asked_again_by_the_next_run(reason: TableReason) -> None:
    room, first = played()
    coach = CoachStub(reason)
    work = reviews(coach, {"ABCDEF": room}, [("ABCDEF", first)] * 2)
    for now in range(2):
        asyncio.run(work.review_missing(now))
    assert len(coach.reviewed) == 2


@pytest.mark.usefixtures("complaints")
@pytest.mark.parametrize("failure", [TableReason.BAD_RECORD, TableReason.INTERNAL, None])
def test_a_game_that_cannot_be_reviewed_is_tried_again_after_growing_delays(failure: TableReason | None) -> None:
    """Without a reason, the error is an unexpected one. Other games are reviewed in the meantime."""
    room, first = played()
    broken = (
        SimpleNamespace(log=SimpleNamespace(snapshot=room.log.snapshot, read_all=None)) if failure is None else room
    )
    coach = CoachStub(failure)
    attempts = list[int]()

    async def get(_code: str) -> Any:
        attempts.append(now)
        return broken

    async def unreviewed(_after: int, _limit: int) -> list[tuple[str, int]]:
        return [("ABCDEF", first)]

    parts: Any = SimpleNamespace(unreviewed=unreviewed), coach, SimpleNamespace(get=get), SimpleNamespace()
    work = DealReviews(*parts)

    now = 0

    async def week() -> None:
        nonlocal now
        for now in range(0, 7 * DAY_MS, 60_000):
            await work.review_missing(now)

    asyncio.run(week())
    delays = [(after - before) // 60_000 for before, after in itertools.pairwise(attempts)]
    assert delays[:10] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360]
    assert set(delays[10:]) == {360}

    # Once it is reviewed, its failures are forgotten.
    coach.refusal, broken = None, room
    asyncio.run(work.review_missing(now + 360 * 60_000))
    assert work._failures == {}
