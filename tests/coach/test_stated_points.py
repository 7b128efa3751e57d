"""No sentence states more points than the move lost, and large losses have a reason."""

from dataclasses import replace
from itertools import count, cycle

import pytest

from benchmarks.coach_absurdities import claimed_points, too_many_points
from knobel.coach import assess, review, sentences, why
from knobel.games import GAMES
from knobel.games.kniffeliger import Kniffeliger, Stage
from tests.coach.conftest import Played


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ("Large straight brings more now than Ones: 40 points instead of 1 point.", 39),
        ("With 3-3, two dice count for Threes already, with the 3 only 1: 9.2 on average instead of 7.1 points.", 2.1),
        ("Full house is then struck: if you roll for nothing else, it brings 7.8 points on average.", 7.8),
        ("If Chance stays open instead of Ones, the rest of the game brings 6.0 points more on average.", 6.0),
        ("In c3 the 8 makes a pair with the 8 in row 3; with 8 this becomes three equal (3 points).", 0),
        ("The dice already make Full house (25 points); you end with something as good only 24% of the time.", 0),
    ],
)
def test_the_points_that_a_sentence_claims(sentence: str, points: float) -> None:
    assert claimed_points(sentence) == pytest.approx(points)


@pytest.mark.parametrize("action", ["1s", "ch", "k12", "k"])
def test_a_large_straight_that_is_given_up_was_made(action: str) -> None:
    game = Kniffeliger()
    state = replace(game.start(2), stage=Stage.ROLLED, dice=(1, 2, 3, 4, 5), rolls=1)
    found = assess(game, state, 0)
    assert found.best.action == "ls"
    told = sentences(why(game, state, found, "ls", action), "en", game, ("Ann", "Ben"))
    assert told.startswith(("The dice already make Large straight", "Large straight scores 40 points now"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decisions", [1, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_sentence_states_more_points_than_were_lost(played: Played, name: str, decisions: int) -> None:
    """In the decisions of one game, and of as many games as have 2,000 decisions."""
    seen, explained = 0, 0
    wrong: list[str] = []
    for seed, levels in zip(count(1), cycle(("random,casual", "beginner,advanced"))):
        record = played(name, levels, seed)
        for made in review(record, "quick", "points").decisions:
            seen, explained = seen + 1, explained + bool(made.why)
            wrong += too_many_points(record.game, made)
        if seen >= decisions:
            break
    assert explained
    assert wrong == []
