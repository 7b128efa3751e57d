"""Games whose rating fails at first, or always."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import insert

from knobel.server.database import schema
from knobel.server.database.store import Conflict, Log, Store
from knobel.server.options import ServerOptions
from knobel.server.ratings import tasks
from knobel.server.ratings.store import RatingStore
from knobel.server.ratings.tasks import RatingUpdates
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.settings import settings
from knobel.server.tables.ranked_results import result_rows
from knobel.server.tables.table_log import entry
from knobel.tables import commands
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from tests.logs import ANN, played
from tests.server.room_fixtures import CODE, with_store

BAD = Refused(TableReason.BAD_RECORD, "line 3")
BUSY = Refused(TableReason.INTERNAL, "the coach does not answer")


class Coach:
    """A coach with prepared answers, which remembers the records that it was asked about."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.records: list[str] = []

    async def luck(self, record: str, seats: Sequence[int]) -> object:
        self.records.append(record)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def rated(tmp_path: Path, coach: Coach, count: int, *, sweep: bool, games: int = 1) -> list[Any]:
    """Play games, rate them until the coach was asked that often, and return the stored luck and engine of each."""
    events = played(commands.open_table(ANN, Settings(game="knister", seats=1)))
    results = result_rows(fold(events), events[-1].time)
    found: list[Any] = []

    async def story(store: Store) -> None:
        await store.write((insert(schema.people), [{"id": "ann", "name": "Ann", "seen": 1}]))
        for code in (CODE, "BBBBBB")[:games]:
            await store.append(Log(code), [entry(seq, event) for seq, event in enumerate(events)], results)
        updates = RatingUpdates(
            store, RatingStore(store), cast("Any", coach), {}, lambda: True, ServerOptions(ladder=True)
        )
        background = BackgroundTasks()
        background.start(updates.rate_ended(), "rating games")
        background.start(updates.sweep_regularly(), "looking for unrated games")
        if not sweep:
            updates.game_ended(CODE, results[0].first)
            updates.game_ended(CODE, results[0].first)
        while True:
            await asyncio.sleep(0.01)
            if len(coach.records) == count and not await updates.ratings.list_unrated(1):
                break
        await background.close()
        c = schema.results.c
        found.extend(await store.read(schema.results.select().with_only_columns(c.luck, c.engine)))

    with_store(tmp_path, story)
    return [tuple(row) for row in found]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "rating_delay_s", 0.01)
    monkeypatch.setattr(settings, "rating_sweep_s", 0.02)


def test_an_announced_game_is_rated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "rating_sweep_s", 100.0)
    coach = Coach(({0: 2.5}, "engine"))
    assert rated(tmp_path, coach, 1, sweep=False) == [(2.5, "engine")]
    (record,) = coach.records
    assert json.loads(record.splitlines()[0])["game"] == "knister"


def test_a_busy_coach_is_asked_again(tmp_path: Path) -> None:
    assert rated(tmp_path, Coach(BUSY, ({0: 2.5}, "engine")), 2, sweep=True) == [(2.5, "engine")]


@pytest.mark.usefixtures("complaints")
def test_a_bad_record_is_not_tried_again(tmp_path: Path) -> None:
    assert rated(tmp_path, Coach(BAD), 1, sweep=True) == [(None, "")]


@pytest.mark.usefixtures("complaints")
def test_an_unexpected_error_does_not_end_the_sweeps(tmp_path: Path) -> None:
    assert rated(tmp_path, Coach(ValueError("?"), ({0: 1.0}, "x")), 2, sweep=True) == [(1.0, "x")]


def test_a_sweep_rates_more_games_than_it_lists_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowSweeps(Coach):
        async def luck(self, record: str, seats: Sequence[int]) -> object:
            settings.rating_sweep_s = 100.0
            return await super().luck(record, seats)

    monkeypatch.setattr(tasks, "GAMES_PER_SWEEP", 1)
    coach = SlowSweeps(({0: 2.5}, "x"), ({0: 2.5}, "x"))
    assert rated(tmp_path, coach, 2, sweep=True, games=2) == [(2.5, "x")] * 2


def test_conflicts_with_other_games_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[int] = []

    async def add(_: RatingStore, __: str, first: int) -> None:
        added.append(first)
        if len(added) < 3:
            raise Conflict

    monkeypatch.setattr(RatingStore, "add_to_ladder", add)
    coach = Coach(*[({0: 2.5}, "engine")] * 3)
    assert rated(tmp_path, coach, 3, sweep=True) == [(2.5, "engine")]
    assert len(added) == 3
