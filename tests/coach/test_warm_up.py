"""The first review compiles nothing once the coach is warmed up."""

import pytest

from knobel import coach
from knobel.bots.compilation import forbid_compilation
from knobel.bots.warm_up import random_game
from knobel.coach.warm_up import warm_up
from knobel.games import GAMES, make
from knobel.notation import Record


@pytest.mark.slow
@pytest.mark.usefixtures("native_engines")
@pytest.mark.parametrize("name", GAMES)
def test_reviews_need_no_other_kernels(name: str) -> None:
    warm_up(name, {})
    game, seats = make(name), 4
    events = [event for _, event in random_game(game, seats)]
    with forbid_compilation():
        review = coach.review(Record(game, tuple("abcd"), events))
    assert len(review.seats) == seats
