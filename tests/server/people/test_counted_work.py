"""Requests are counted before the work that they cause, and a large export does no more than it must."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchmarks.person_export import store_games
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.people import request_limits
from knobel.server.people.recovery import service
from knobel.server.people.recovery.service import RecoverySheets
from knobel.server.people.request_limits import EXPORT_BURST, MAX_EXPORTS, RequestLimits
from knobel.server.tables.log.table_log import TableLog
from knobel.tables.refusals import Refused
from tests.server.in_process import arrive, serving

TABLES = 30


async def test_finished_games_are_exported_without_applying_the_rules(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store) as app:
        ann = await arrive(app)
        await store_games(store, (await ann.get("/api/session")).json()["id"], TABLES)
        monkeypatch.setattr(TableLog, "load", None)
        found = json.loads((await ann.get("/api/person")).content)
        assert len({game["table"] for game in found["games"]}) == len(found["results"]) == TABLES
        assert all('{"knobel":' in game["record"] and game["seat"] == 0 for game in found["games"])


def test_exports_are_counted_by_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "household_of", lambda request: request.address)
    limits = RequestLimits(WriteBudget(), cast("ConnectionLimits", None))
    ann, ben = (cast("Any", SimpleNamespace(address=address)) for address in ("192.0.2.1", "192.0.2.2"))

    def refused(request: Any, cost: int) -> bool:
        try:
            with limits.export(request, cost):
                return False
        except Refused as refusal:
            return refusal.reason == "rate_limited"

    running = [limits.export(ann, 1) for _ in range(MAX_EXPORTS)]
    for export in running:
        export.__enter__()
    assert refused(ann, 1)
    assert not refused(ben, 1), "another household"
    for export in running:
        export.__exit__(None, None, None)
    assert not refused(ann, EXPORT_BURST // 2)
    assert refused(ann, EXPORT_BURST)
    assert not refused(ann, 10), "a small one is possible"
    assert not refused(ben, EXPORT_BURST - 10)


@pytest.mark.parametrize("limiter", ["_guesses", "_readings"])
def test_recovery_words_are_counted_before_they_are_read(monkeypatch: pytest.MonkeyPatch, limiter: str) -> None:
    sheets = RecoverySheets(*cast("Any", (None, None, None)))
    monkeypatch.setattr(service, "secret_of", None)
    if limiter == "_guesses":
        monkeypatch.setattr(sheets._guesses, "are_too_many", lambda _: True)
    else:
        sheets._readings.check("192.0.2.1", 300)
    with pytest.raises(Refused, match="too many"):
        asyncio.run(sheets.owner("zoo " * 240, "192.0.2.1"))
