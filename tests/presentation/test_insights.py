"""Where in a game a player loses points: the phase, the place in the turn order, the time taken."""

import json
from math import fsum

import pytest

import knobel
from knobel import coach
from knobel.notation import Record, event_data
from knobel.presentation import coach_jobs
from knobel.presentation.insights import QUICK_S, SLOW_S, pace, seconds_taken
from tests.coach.conftest import Played, played

__all__ = ["played"]


def text_of(record: Record, times: list[int | None]) -> str:
    lines: list[dict[str, object]] = [{"knobel": 1, "game": record.game.name, "seats": list(record.seats)}]
    for event, time in zip(record.events, times, strict=True):
        lines.append(event_data(event) | ({} if time is None else {"time": time}))
    return "\n\n".join(map(json.dumps, lines))


def test_the_time_of_a_decision_begins_with_the_roll_where_all_decide() -> None:
    roll, ann, ben = knobel.Roll((3, 4)), knobel.Move(0, "c3"), knobel.Move(1, "a1")
    record = Record(knobel.make("knister"), ("Ann", "Ben"), [roll, ann, ben, roll, knobel.Move(1, "a2")])
    found = seconds_taken(text_of(record, [1_000, 3_500, 9_000, 10_000, 10_250]), record)
    assert found == {2: 2.5, 3: 8.0, 5: 0.25}


def test_the_time_of_a_decision_begins_with_the_turn() -> None:
    record = Record(knobel.make("knoeffel"), ("Ann", "Ben"), [])
    record.events += [knobel.Roll((1, 2, 3, 4, 6)), knobel.Move(0, "k1234"), knobel.Roll((5,)), knobel.Move(0, "ls.1")]
    assert seconds_taken(text_of(record, [0, 4_000, 4_500, 10_000]), record) == {2: 4.0, 4: 5.5}
    assert seconds_taken(text_of(record, [0, None, 4_500, 4_000]), record) == {4: 0.0}
    assert seconds_taken(text_of(record, [0, 10**400, 2**80, 5_000]), record) == {}


def test_insights_divide_the_decisions_and_points_of_a_seat(played: Played) -> None:
    record = played("knoeffel", "random,random", columns=1)
    text = text_of(record, [7_000 * number for number, _ in enumerate(record.events)])
    found = coach.review(record, "quick")
    for seat, skill in zip(found.seats, coach_jobs.summarize(record, found, text).skills, strict=True):
        divided = skill.insights
        assert divided["phase"].keys() == {"opening", "middle", "end"}
        assert divided["place"].keys() == {str(seat.seat + 1)}
        assert divided["time"].keys() == {"usual"}
        for classes in divided.values():
            assert sum(count for count, _ in classes.values()) == seat.decisions
            assert fsum(lost for _, lost in classes.values()) == pytest.approx(-seat.ledger.decisions, abs=1e-3)


def test_pace() -> None:
    assert [pace(each) for each in (QUICK_S - 1, QUICK_S, SLOW_S, SLOW_S + 1)] == ["quick", "usual", "usual", "slow"]
