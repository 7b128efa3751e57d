"""Random games by the rules and by the second implementation together: same moves, same outcomes, same scores."""

from typing import Any

import pytest

import knobel
from knobel.core import Event, Game
from tests.games.cases import VARIANTS, walk
from tests.oracle.naive import NAIVE, Naive
from tests.slow import setups_slow_except_quick


def agree(game: Game[Any], state: Any, naive: Naive) -> None:
    match game.turn(state):
        case knobel.Chance(dice):
            assert naive.dice_to_fall() == dice
            assert naive.moves() == []
        case knobel.Decide(seats):
            ours = {(seat, action) for seat in seats for action in game.legal(state, seat)}
            assert set(naive.moves()) == ours
        case knobel.Over(scores):
            assert naive.dice_to_fall() == 0
            assert naive.moves() == []
            assert tuple(naive.scores()) == scores
    assert tuple(naive.scores()) == game.scores(state)


def follow(naive: Any, event: Event) -> None:
    match event:
        case knobel.Roll(dice):
            naive.roll(dice)
        case knobel.Move(seat, action):
            naive.move(seat, action)
        case knobel.Undo(seat):
            naive.undo(seat)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "options", "seats"), setups_slow_except_quick(VARIANTS))
def test_both_implementations_agree_all_game_long(name: str, options: dict[str, Any], seats: int, seed: int) -> None:
    game = knobel.make(name, **options)
    naive = NAIVE[name](seats, **options)
    agree(game, game.start(seats), naive)
    for _, event, after in walk(game, seats, seed):
        follow(naive, event)
        agree(game, after, naive)


@pytest.mark.parametrize("joker", ["free", "forced"])
@pytest.mark.parametrize("options", [{"columns": 1, "free_rolls": "none"}, {"columns": 3}], ids=str)
def test_both_implementations_agree_on_jokers(options: dict[str, Any], joker: str) -> None:
    chosen = {**options, "joker": joker, "knoeffel_points": 50}
    game = knobel.make("knoeffel", **chosen)
    extra = 0
    for seed in range(6):
        naive = NAIVE["knoeffel"](1, **chosen)
        for _, event, after in walk(game, 1, seed):
            follow(naive, event)
            agree(game, after, naive)
        extra += sum(column.extra_jokers for column in after.sheets[0])
    assert extra
