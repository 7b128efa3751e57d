"""Games over days: deadlines, pauses, and people who do not come."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from knobel.core import BadSetup, Decide
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.due_actions import DueAction, Timing, deadline, due_actions
from knobel.tables.events import CameBack, Stood, WentAway, decode, encode
from knobel.tables.refusals import Refused
from knobel.tables.settings import LocalHour, Settings, checked
from knobel.tables.slow_games import (
    DAY_MS,
    START_DELAY_MS,
    Calendar,
    Pause,
    end_of_turn,
    replace_missing,
)
from knobel.tables.state import TableState, fold

PEOPLE = {"ann": "Ann", "ben": "Ben", "cat": "Cat"}
EVERYBODY = dict.fromkeys(PEOPLE, 0)


def source(person: str | None, time: int = 0) -> Source:
    return Source(time, person, PEOPLE.get(person or "", ""))


def started(**settings: Any) -> TableState:
    """Return a game of three people that began at time 0, after the first roll in simultaneous games."""
    usual: dict[str, Any] = {"game": "knister", "seats": 3, "days": 3}
    chosen = Settings(**usual | settings)
    state = fold(commands.open_table(source("ann"), chosen))
    for person in ("ben", "cat")[: chosen.seats - 1]:
        state = fold(commands.sit(state, source(person), None), state)
    state = fold(commands.start(state, source("ann")), state)
    assert state.play is not None
    return fold(commands.roll(state, Source(0), state.play.at, None), state) if state.rolled_by == "clock" else state


def acts(state: TableState, absent: dict[str, int] = EVERYBODY, calendar: Calendar | None = None) -> list[DueAction]:
    return list(due_actions(state, absent, Timing(), lambda _: 0, calendar or Calendar()))


def entered(state: TableState, person: str, time: int = 0) -> TableState:
    assert state.play is not None
    seat = state.seat_of(person)
    assert seat is not None
    action = state.play.game.legal(state.play.state, seat)[0]
    return fold(commands.move(state, source(person, time), state.play.at, action), state)


@pytest.mark.parametrize(
    ("pauses", "days"),
    [
        ([], 3),
        ([(-5, 0)], 3),
        ([(-1, 2)], 5),
        ([(1, 2)], 4),
        ([(3, 5)], 3),
        ([(2, 4), (4, 6)], 7),
        ([(1, 4), (2, 3)], 6),
    ],
)
def test_a_pause_stops_the_time_of_a_turn(pauses: list[tuple[int, int]], days: int) -> None:
    found = end_of_turn(0, 3, tuple(Pause(begins * DAY_MS, ends * DAY_MS) for begins, ends in pauses))
    assert found == days * DAY_MS


@pytest.mark.parametrize(
    ("began", "days", "hour", "ends"),
    [
        ("2026-06-01 20:00", 1, 20, "2026-06-02 20:00"),
        ("2026-06-01 23:30", 1, 20, "2026-06-02 20:00"),
        ("2026-06-01 09:00", 1, 20, "2026-06-02 20:00"),
        ("2026-06-01 07:00", 1, 20, "2026-06-01 20:00"),
        ("2026-06-01 23:00", 3, 2, "2026-06-05 02:00"),
        # Clocks are put back on the 25th of October, and forward on the 28th of March, when there is no 2:00.
        ("2026-10-24 12:00", 1, 20, "2026-10-25 20:00"),
        ("2027-03-27 12:00", 1, 2, "2027-03-28 03:00"),
    ],
)
def test_a_turn_ends_at_an_hour_of_the_day(began: str, days: int, hour: int, ends: str) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    found = end_of_turn(
        int(datetime.fromisoformat(began).replace(tzinfo=berlin).timestamp() * 1000),
        days,
        at=LocalHour(hour=hour, zone="Europe/Berlin"),
    )
    assert datetime.fromtimestamp(found / 1000, berlin) == datetime.fromisoformat(ends).replace(tzinfo=berlin)


def test_a_deadline_of_the_table_is_at_its_hour() -> None:
    state = started(days=1, ends_at=LocalHour(hour=20, zone="UTC"))
    assert deadline(state, lambda _: 0, Calendar(offset=5)) == 20 * DAY_MS // 24 + 5


def test_an_unknown_time_zone_counts_as_utc() -> None:
    found = checked(Settings(game="knister", seats=2, days=1, ends_at=LocalHour(hour=8, zone="Etc/Unknown")))
    assert found.ends_at == LocalHour(hour=8, zone="UTC")


@pytest.mark.parametrize(
    "wrong",
    [{"dice": "real"}, {"seconds": 60}, {"seats": 51}, {"days": None, "ends_at": LocalHour(hour=8, zone="UTC")}],
    ids=["real dice", "seconds", "too many seats", "an hour without days"],
)
def test_settings_that_do_not_fit_are_refused(wrong: dict[str, Any]) -> None:
    right: dict[str, Any] = {"game": "knister", "seats": 3, "days": 1}
    with pytest.raises(BadSetup):
        checked(Settings(**right | wrong))


def test_the_server_rolls_when_all_have_entered() -> None:
    state = started()
    assert state.settings.rolls == "clock"
    for person in PEOPLE:
        state = entered(state, person)
    assert [act.act for act in acts(state)] == ["roll"]


def test_every_seat_has_its_own_deadline() -> None:
    calendar = Calendar(offset=1000, pauses={"ben": (Pause(0, DAY_MS),)})
    state = entered(started(), "cat")
    ends = {act.seat: act.time for act in acts(state, calendar=calendar)}
    assert ends == {0: 3 * DAY_MS + 1000, 1: 4 * DAY_MS + 1000}
    assert deadline(state, lambda _: 0, calendar) == 4 * DAY_MS + 1000


def test_a_bot_plays_for_a_person_until_they_return() -> None:
    state = entered(started(), "ann")
    assert {(act.act, act.seat) for act in acts(state)} == {("missing", 1), ("missing", 2)}
    events = replace_missing(state, Source(3 * DAY_MS), 1)
    assert [type(event) for event in events] == [WentAway]
    state = fold(events, state)
    assert [(act.act, act.seat, act.level) for act in acts(state) if act.act == "move"] == [("move", 1, "strong")]
    state = fold(commands.come_back(state, source("ben", 5 * DAY_MS)), state)
    assert {act.seat: act.time for act in acts(state)} == {1: 8 * DAY_MS, 2: 8 * DAY_MS}, "their time starts again"


def test_a_person_who_is_present_is_not_replaced() -> None:
    state = started()
    assert {(act.act, act.seat) for act in acts(state, absent={"ann": 0})} == {
        ("missing", 0),
        ("move", 1),
        ("move", 2),
    }


def test_bots_do_not_play_alone() -> None:
    state = started(seats=2)
    state = fold(replace_missing(state, Source(1), 0), state)
    assert [(act.act, act.seat) for act in acts(state)] == [("move", 0)]
    assert replace_missing(state, Source(2), 1) == (), "the last person is not replaced"
    state = fold([WentAway(seat=1, time=0)], state)
    assert acts(state) == []
    state = fold([CameBack(seat=1, time=9)], state)
    assert [(act.act, act.seat) for act in acts(state)] == [("move", 0)]


def test_a_table_may_wait() -> None:
    state = started(missing="wait")
    assert acts(state) == []
    assert deadline(state, lambda _: 0) == 3 * DAY_MS, "it is still shown"
    assert replace_missing(state, Source(9), 1) == ()


def test_a_seat_may_be_given_up() -> None:
    state = started(missing="leave")
    events = replace_missing(state, Source(3 * DAY_MS), 0)
    assert isinstance(events[0], Stood)
    state = fold(events, state)
    assert state.seat_of("ann") is None
    assert state.seats[0].level == "strong"
    assert state.host == "ben", "the table has a host who is there"


def test_the_bot_of_ones_choice_plays() -> None:
    state = started()
    picked = commands.pick_substitute(state, source("ben"), "calm", ("calm", "strong"))
    assert decode(encode(picked[0])) == picked[0]
    state = fold(picked, state)
    assert commands.pick_substitute(state, source("ben"), "calm", ("calm",)) == ()
    state = fold(replace_missing(state, Source(1), 1), state)
    assert next(act.level for act in acts(state) if act.act == "move") == "calm"
    for who, level, reason in (("ben", "?", "unknown_level"), ("eve", "calm", "not_seated")):
        with pytest.raises(Refused) as refused:
            commands.pick_substitute(state, source(who), level, ("calm",))
        assert refused.value.reason == reason


def test_turns_of_a_game_in_which_one_seat_moves_have_deadlines_too() -> None:
    state = started(game="knoeffel")
    assert [(act.act, act.seat, act.time) for act in acts(state)] == [("missing", 0, 3 * DAY_MS)]
    assert state.play is not None
    state = fold(commands.roll(state, source("ann", DAY_MS), state.play.at, None), state)
    assert state.play is not None
    assert isinstance(state.play.turn, Decide)
    assert [act.time for act in acts(state)] == [3 * DAY_MS], "a roll does not extend the turn"


def test_the_first_game_starts_when_all_seats_are_taken() -> None:
    state = fold(commands.open_table(source("ann"), Settings(game="knister", seats=2, days=1)))
    assert acts(state) == []
    state = fold(commands.sit(state, source("ben"), None), state)
    assert acts(state) == [DueAction(START_DELAY_MS, "start")]


def test_an_undone_entry_does_not_shorten_the_time_of_others() -> None:
    state = fold([WentAway(seat=1, time=DAY_MS), CameBack(seat=1, time=9 * DAY_MS)], started())
    state = entered(state, "ann", 9 * DAY_MS)
    assert state.play is not None
    state = fold(commands.take_back(state, source("ann", 9 * DAY_MS), state.play.at), state)
    assert {act.time for act in acts(state)} == {12 * DAY_MS}
