"""Nobody can use up what is limited for all people together."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from knobel.server.limits.write_budget import charged_household
from knobel.server.people.reports.service import Reports
from knobel.server.tables import creation
from knobel.server.tables.creation import TableCreation
from knobel.tables.refusals import Refused


def accepted(check: Callable[..., None], *arguments: str) -> bool:
    try:
        check(*arguments)
    except Refused:
        return False
    return True


def test_many_reports_of_some_households_leave_others_theirs() -> None:
    reports = Reports(*cast("Any", (None, None, None)))
    filed = [accepted(reports._check_server_limits, f"10.0.0.{n % 8}") for n in range(2_000)]
    assert sum(filed) < 250
    assert not accepted(reports._check_server_limits, "10.0.0.1")
    assert [accepted(reports._check_server_limits, "192.0.2.1") for _ in range(3)] == [True, True, False]


def test_tables_of_a_household_leave_places_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "MAX_ROOMS", 100)
    rooms: dict[str, Any] = {}
    opening = TableCreation(*cast("Any", (None, rooms, None, None)))

    def open_all(household: str) -> int:
        token, before = charged_household.set(household), len(rooms)
        while accepted(opening._check_capacity):
            rooms[f"T{len(rooms)}"] = SimpleNamespace(household=household)
        charged_household.reset(token)
        return len(rooms) - before

    assert [open_all(f"10.0.0.{n}") for n in range(3)] == [50, 25, 13]
    assert open_all("192.0.2.1") > 0
