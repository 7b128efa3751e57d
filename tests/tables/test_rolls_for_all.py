"""A class: a host without a seat, and dice shared by all."""

from typing import Any

import pytest

from knobel.tables import commands
from knobel.tables.due_actions import UNDO_TIME_MS
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from tests.tables.test_commands import Desk


class Class(Desk):
    """A table whose host is Ann; Ben and Cid play."""

    def __init__(self, **settings: Any) -> None:
        self.now, self.log, self.times = 1000, [], []
        chosen: dict[str, Any] = {"game": "knister", "seats": 200} | settings
        self.add(commands.open_table(self.by("ann"), Settings(**chosen), plays=False))
        for person in ("ben", "cid"):
            self.do(commands.sit, person, None)
        self.do(commands.start, "ann")

    def place_all(self) -> None:
        for number, person in enumerate(("ben", "cid")):
            play = self.play
            self.do(commands.move, person, self.at, play.game.legal(play.state, number)[0])


def test_the_host_has_no_seat_and_leads_all_the_same() -> None:
    desk = Class()
    assert [seat.person for seat in desk.state.seats] == ["ben", "cid"]
    assert desk.refused(commands.roll, "ann", desk.at, None) == "not_seated"
    desk.do(commands.roll, "ben", desk.at, None)
    desk.do(commands.remove, "ann", 1)
    assert desk.state.seats[1].level is not None


@pytest.mark.parametrize("dice", ["server", "real"])
def test_the_host_rolls_for_all(dice: str) -> None:
    desk = Class(rolls="host", dice=dice, seconds=60)
    faces = [3, 4] if dice == "real" else None
    for _ in range(2):
        assert desk.refused(commands.roll, "ben", desk.at, faces) == "not_your_roll"
        assert desk.deadline() is None, "who rolls for all is not hurried"
        assert desk.acts() == []
        desk.do(commands.roll, "ann", desk.at, faces)
        assert desk.deadline() == desk.now + 60_000
        desk.place_all()
    assert desk.acts({"ann": 0}) == [("host", -1, 60_000)], "somebody who is there takes over"


def test_the_server_rolls_after_all_entries() -> None:
    desk = Class(rolls="clock", seconds=30)
    assert desk.refused(commands.roll, "ann", desk.at, None) == "not_seated"
    assert desk.refused(commands.roll, "ben", desk.at, None) == "not_your_roll"
    ((act, _, first),) = desk.acts()
    assert act == "roll"
    assert desk.now < first < desk.now + 2_000
    desk.now = first
    desk.do(commands.roll, None, desk.at, None)
    # A player without an entry at the time limit gets one automatically, as always.
    assert desk.acts() == [("move", seat, desk.now + 30_000) for seat in (0, 1)]
    desk.now += 5_000
    desk.place_all()
    ((act, _, second),) = desk.acts()
    assert act == "roll"
    assert second >= desk.now + UNDO_TIME_MS


def test_in_sequential_games_each_seat_rolls() -> None:
    desk = Class(game="knoeffel", rolls="host", seats=2)
    assert commands.may_roll(desk.state, "ben")
    assert not commands.may_roll(desk.state, "ann")


def test_real_dice_have_no_timer() -> None:
    settings = Settings(game="knister", dice="real", rolls="clock")
    with pytest.raises(Refused, match="real dice are thrown by people"):
        commands.open_table(Desk().by("ann"), settings)
