"""A job for a worker is plain data, and is equal to the original after decoding."""

import re
from collections.abc import Iterator
from dataclasses import fields
from hashlib import sha256
from typing import Any, get_type_hints

import msgspec.inspect
import pytest

from knobel.bots.warm_up import random_positions
from knobel.coach import LuckProgress
from knobel.coach.review import ReviewProgress
from knobel.coach.rollouts import Totals
from knobel.core import BadSetup
from knobel.games import GAMES, make
from knobel.presentation import coach_jobs, training
from knobel.presentation.coach_jobs import Reviewed, ReviewStep
from knobel.presentation.coach_messages import SeatSkill
from knobel.server.compute import coach_preparation
from knobel.server.compute.job import (
    COACH_JOBS,
    FORMAT,
    BotJob,
    CoachJob,
    CoachJobWire,
    JobResult,
    QueuedJob,
    position_type,
    result_type,
    to_wire,
)


def sent(job: BotJob | CoachJob) -> Any:
    """Return a job after encoding and decoding."""
    queued = QueuedJob("1", "me", 0.5, to_wire(job))
    return msgspec.json.decode(msgspec.json.encode(queued), type=QueuedJob).job.read()


def seen(game: str) -> Iterator[Any]:
    """Return the views of a bot during a whole game."""
    return random_positions(make(game))


@pytest.mark.parametrize("game", GAMES)
def test_positions_arrive_as_they_were(game: str) -> None:
    for view, seat in seen(game):
        job = BotJob(game, make(game).options, view, seat, "master")
        arrived = sent(job)
        assert arrived == job
        # Fields that are not part of a position's equality are transferred too.
        assert vars_of(arrived.view) == vars_of(view)
    assert sent(job.without_view()).view is None


def vars_of(position: Any) -> list[Any]:
    """Return all fields of a position."""
    return [getattr(position, field.name) for field in fields(position)]


@pytest.mark.parametrize(
    ("job", "arguments"),
    [
        (coach_jobs.stamp, ("knoeffel", {"columns": 1})),
        (coach_preparation.prepare, ("knister", {})),
        (coach_jobs.review, ("a record", b"so far")),
        (coach_jobs.skills, ("a review",)),
        (coach_jobs.themes, ("knister", [({"diagonals": 1.5}, 24)])),
        (training.next_exercise, ("knister", "", [("0123456789ab", True, 5)], 9, "")),
        (coach_jobs.judge, ("a record", 1, "c3")),
        (coach_jobs.assess, ("a record", None, "quick")),
    ],
)
def test_requests_to_the_coach_arrive_unchanged(job: Any, arguments: tuple[Any, ...]) -> None:
    assert sent(CoachJob(job, arguments)) == CoachJob(job, arguments)
    assert job in COACH_JOBS.values()


def test_reviews_come_back() -> None:
    kinds, insights = {"keep": (3, 0.5)}, {"time": {"slow": (1, 0.5)}}
    skill = SeatSkill(0, 99.5, -1.0, kinds, {4: "", 7: "keep_equal"}, {"keep_equal": 0.5}, insights)
    review = Reviewed(b"{}", (skill,))
    for step in (ReviewStep(review, b"", 0.5), ReviewStep(None, b"so far", 0.2)):
        back = msgspec.json.decode(msgspec.json.encode(step), type=result_type(CoachJob(coach_jobs.review, ("", b""))))
        assert back == step


def test_invalid_jobs_are_refused() -> None:
    with pytest.raises(ValueError, match="no such job: system"):
        CoachJobWire("system", msgspec.Raw(b'["ls"]')).read()
    with pytest.raises(ValueError, match="Expected `str`"):
        CoachJobWire("review", msgspec.Raw(b"[1]")).read()
    nonsense = to_wire(BotJob("knister", {}, {"sheets": 1}, 0, "master"))
    with pytest.raises(ValueError, match=r"Expected `array`"):
        nonsense.read()
    with pytest.raises(BadSetup):
        to_wire(BotJob("knister", {"x": 1}, None, 0, "master")).read()


FORMAT_NUMBER, SCHEMA = 1, "4d231ec1"
"""The format of jobs, and the beginning of the digest of its schema."""


def schema() -> str:
    """Return the beginning of a digest of all that servers and workers exchange as jobs and results."""
    types = [QueuedJob, JobResult, ReviewProgress, LuckProgress, Totals]
    types += [position_type(type(make(game))) for game in GAMES]
    types += [hint for job in COACH_JOBS.values() for hint in get_type_hints(job).values()]
    described = re.sub(" at 0x[0-9a-f]+", "", repr(msgspec.inspect.multi_type_info(types)))
    return sha256(described.encode()).hexdigest()[:8]


def test_a_change_of_the_format_has_a_new_number() -> None:
    """Servers and workers of different builds exchange jobs if their formats have the same number."""
    assert (FORMAT, schema()) == (FORMAT_NUMBER, SCHEMA), "increase FORMAT if a release has it, and renew SCHEMA"
