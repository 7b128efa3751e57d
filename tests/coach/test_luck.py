"""The luck of a game without its review: the same values, by steps that can continue elsewhere."""

import msgspec
import pytest

from knobel.coach import LuckMeter, LuckProgress, luck, review
from tests.coach.conftest import Played
from tests.slow import slow_except


@pytest.mark.parametrize("name", slow_except("knister"))
def test_the_luck_is_that_of_the_review(played: Played, name: str) -> None:
    record = played(name, "random,casual" if name == "kniffeliger" else "random")
    found = luck(record, "quick")
    assert found == pytest.approx({seat.seat: seat.ledger.luck for seat in review(record, "quick", "points").seats})


def test_a_computation_continues_from_its_progress(played: Played) -> None:
    record = played("knoeffel", "random,casual", columns=1)
    whole = luck(record, "quick")
    meter = LuckMeter(record, [1], effort="quick")
    while not meter.finished:
        meter.step()
        progress = msgspec.json.decode(msgspec.json.encode(meter.progress), type=LuckProgress)
        meter = LuckMeter(record, progress=progress, effort="quick")
    assert meter.luck == pytest.approx({1: whole[1]})
