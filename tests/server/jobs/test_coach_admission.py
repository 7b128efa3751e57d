"""The number of waiting jobs for the coach is limited for each household, independent of other households."""

import json
from contextlib import ExitStack, suppress

import pytest

from knobel.server.jobs import coach_admission
from knobel.server.jobs.coach_admission import Admission, Estimates, kind_of, lines_of
from knobel.tables.reasons import Refused

RECORD = json.dumps({"knobel": 1, "game": "knister", "seats": ["Ann", "Ben"]}) + '\n{"roll": [1, 2]}\n'


def test_the_waiting_work_of_a_household_is_limited() -> None:
    admission = Admission(10)
    with admission.admitted("crowd", 6, ""):
        with admission.admitted("crowd", 4, ""), pytest.raises(Refused, match="10 seconds of work for this address"):
            admission.admitted("crowd", 1, "").__enter__()
        # Other households are not affected, and running jobs continue.
        with admission.admitted("home", 9, ""), admission.admitted("crowd", 9, "", begun=True):
            assert admission.held() == {"crowd": 15, "home": 9}
    assert admission.held() == {}


def test_a_single_long_job_is_admitted() -> None:
    admission = Admission(10)
    with admission.admitted("home", 300, ""), pytest.raises(Refused):
        admission.admitted("home", 0.1, "").__enter__()


def test_waiting_work_at_other_processes_counts() -> None:
    admission = Admission(10)
    admission.elsewhere = {"crowd": 8}.get  # type: ignore[assignment]
    with pytest.raises(Refused):
        admission.admitted("crowd", 3, "").__enter__()


def test_one_household_can_upload_beside_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_admission, "MOST_BYTES", 100_000_000)
    admission, large = Admission(1e9), "x" * 500_000
    with ExitStack() as held:
        for number in range(200):
            with suppress(Refused):
                while True:
                    held.enter_context(admission.admitted(f"crowd {number}", 1, large))
        with admission.admitted("home", 1, "x" * 20_000):
            assert sum(admission._bytes.values()) < 100_000_000
    assert not admission._bytes


def test_estimates_learn_from_durations() -> None:
    estimates, kind = Estimates(), kind_of("review", RECORD)
    assert kind == ("review", "knister", 2)
    assert estimates.seconds(kind, lines_of(RECORD), 0.5) == 1.5
    estimates.learn(kind, 3, 6.0)
    assert estimates.seconds(kind, 1, 0.5) == 2.0
    for _ in range(40):
        estimates.learn(kind, 3, 3.0)
    assert estimates.seconds(kind, 1, 0.5) == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize(
    "record", ["", "{", "[" * 100_000, '{"game": 7, "seats": []}', '{"game": "\\ud800", "seats": []}']
)
def test_invalid_records_have_no_cost_estimate(record: str) -> None:
    assert kind_of("review", record)[2] == 0
