"""Matches: the same dice for every bot, every bot in every seat, scores by the rules."""

from statistics import fmean, stdev

import pytest

import knobel
from knobel.arena import Match, compare
from knobel.arena.match import DealDice
from knobel.core import Chance, Move, Over


def test_scores_are_those_of_the_rules() -> None:
    game, scores = knobel.make("knister"), []
    for deal in range(5):
        dice, state = DealDice(f"9 {deal}"), game.start(1)
        for cell in (f"{column}{row}" for row in range(1, 6) for column in "abcde"):
            state = game.apply(game.apply(state, dice.roll(game, state, Chance(2, 0))), Move(0, cell))
        assert isinstance(game.turn(state), Over)
        scores.append(game.score(state, 0))
    result = compare(game, ["first"], 5, seed=9).bots[0]
    assert result.mean == fmean(scores)
    assert result.standard_error == pytest.approx(stdev(scores) / 5**0.5)


def test_rolls_are_fair() -> None:
    game = knobel.make("knister")
    faces = [face for i in range(600) for face in DealDice(f"{i}").roll(game, game.start(1), Chance(10, 0)).dice]
    for face in range(1, 7):
        # Five standard deviations.
        assert faces.count(face) == pytest.approx(1000, abs=145)


def test_mirrored_play_on_the_same_dice_scores_the_same() -> None:
    # Going from the last cell to the first equals going from first to last on the rotated grid.
    first, last = compare(knobel.make("knister"), ["first", "last"], 20).bots
    assert (last.difference, last.difference_standard_error) == (0, 0)
    assert first.standard_error == last.standard_error
    assert first.standard_error is not None
    assert first.standard_error > 0


def test_every_bot_plays_every_seat() -> None:
    match = Match.of(knobel.make("kniffeliger"), ["random"] * 4, 1)
    for deal in range(5):
        seatings = [match.seating(deal, turned) for turned in range(match.seatings)]
        assert all(sorted(players) == [0, 1, 2, 3] for players in zip(*seatings, strict=True))
    assert len({match.seating(deal, 0) for deal in range(40)}) > 4


def test_fewer_dice_are_the_first_of_more() -> None:
    game = knobel.make("knoeffel")
    state = game.start(2)
    five, two = (DealDice("1 1").roll(game, state, Chance(dice, 0)).dice for dice in (5, 2))
    assert five[:2] == two
    dice = DealDice("1 1")
    rolls = {dice.roll(game, state, Chance(5, seat)).dice for seat in (0, 1, 0, 1)}
    assert len(rolls) == 4
