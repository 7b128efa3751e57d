"""The number of waiting jobs for the coach is limited for each household, independent of other households."""

import json
from contextlib import ExitStack, suppress

import pytest

from knobel.server.compute.coach_admission import Admission, Estimates, count_lines, job_kind
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused

RECORD = json.dumps({"knobel": 1, "game": "knister", "seats": ["Ann", "Ben"]}) + '\n{"roll": [1, 2]}\n'


def test_the_waiting_work_of_a_household_is_limited() -> None:
    admission = Admission(10)
    with admission.admit("crowd", 6, ""):
        with admission.admit("crowd", 4, ""), pytest.raises(Refused, match="10 seconds of work for this address"):
            admission.admit("crowd", 1, "").__enter__()
        # Other households are not affected, and running jobs continue.
        with admission.admit("home", 9, ""), admission.admit("crowd", 9, "", begun=True):
            assert dict(admission._seconds) == {"crowd": 15, "home": 9}
    assert not admission._seconds


def test_a_single_long_job_is_admitted() -> None:
    admission = Admission(10)
    with admission.admit("home", 300, ""), pytest.raises(Refused):
        admission.admit("home", 0.1, "").__enter__()


def test_each_process_admits_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_share, "processes", 2)
    admission = Admission(10)
    with admission.admit("crowd", 3, ""), admission.admit("crowd", 2, ""), pytest.raises(Refused):
        admission.admit("crowd", 1, "").__enter__()


def test_one_household_can_upload_beside_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "waiting_record_bytes", 100_000_000)
    admission, large = Admission(1e9), "x" * 500_000
    with ExitStack() as held:
        for number in range(200):
            with suppress(Refused):
                while True:
                    held.enter_context(admission.admit(f"crowd {number}", 1, large))
        with admission.admit("home", 1, "x" * 20_000):
            assert sum(admission._bytes.values()) < 100_000_000
    assert not admission._bytes


def test_estimates_learn_from_durations() -> None:
    estimates, kind = Estimates(), job_kind("review", RECORD)
    assert kind == ("review", "knister", 2)
    assert estimates.seconds(kind, count_lines(RECORD), 0.5) == 1.5
    estimates.learn(kind, 3, 6.0)
    assert estimates.seconds(kind, 1, 0.5) == 2.0
    for _ in range(40):
        estimates.learn(kind, 3, 3.0)
    assert estimates.seconds(kind, 1, 0.5) == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize(
    "record", ["", "{", "[" * 100_000, '{"game": 7, "seats": []}', '{"game": "\\ud800", "seats": []}']
)
def test_invalid_records_have_no_cost_estimate(record: str) -> None:
    assert job_kind("review", record)[2] == 0
