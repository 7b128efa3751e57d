"""Bots in plain Python, for machines without compiled kernels."""

import subprocess
import sys
from importlib.resources import files
from random import Random

import pytest
from tools.plain_values import kniffeliger_values

import knobel
from knobel.bots import make, plain
from knobel.bots.plain.five_dice import CHOICES, FULL, KEPT, NUMBER, ROLLS, expectations, expectations_with_saved
from knobel.core import BadSetup, Decide, Game, Move, Over, Roll
from knobel.games import GAMES
from tests.games.cases import walk
from tests.slow import slow_except


def finished(game: Game[object], bots: list[str], seed: int) -> tuple[int, ...]:
    """Play a game and return its scores."""
    rng, state = Random(seed), game.start(len(bots))
    players = [make(bot) for bot in bots]
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, knobel.Chance):
            state = game.apply(state, game.sample(state, rng))
        else:
            seat = turn.seats[0]
            view = game.view(state, seat)
            state = game.apply(state, Move(seat, players[seat].choose(game, view, seat, rng)))
    return turn.scores


@pytest.mark.parametrize("name", slow_except("kniffeliger"))
def test_the_strongest_scores_more_than_random_moves(name: str) -> None:
    scores = [finished(knobel.make(name), ["plain", "plain/random"], seed) for seed in range(3)]
    assert sum(first for first, _ in scores) > sum(second for _, second in scores)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (
            "knoeffel",
            {"columns": "sequential", "knoeffel": "player", "free_rolls": "player", "five_is_full_house": True},
        ),
        ("knoeffel", {"columns": 3, "free_rolls": "player_fields"}),
        ("knoeffel", {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": "forced"}),
        ("kniffeliger", {"cross_out": "any", "freeze": "next_round", "turn_end": "player", "rounds": "until_full"}),
        ("knapp_daneben", {"colours": "rygbk"}),
    ],
)
def test_all_options_are_played(name: str, options: dict[str, object]) -> None:
    finished(knobel.make(name, **options), ["plain/casual", "plain"], 1)


def test_every_legal_action_has_a_value() -> None:
    for name in GAMES:
        game, rng = knobel.make(name), Random(2)
        for state, _, _ in walk(game, 2, 2):
            if isinstance(turn := game.turn(state), Decide):
                seat = turn.seats[0]
                assert set(plain.evaluate(game, game.view(state, seat), seat, rng)) == set(game.legal(state, seat))


def test_unknown_levels_are_played_by_the_strongest() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    chosen = [plain.choose(game, state, 0, level, Random(1)) for level in ("strong", "advanced")]
    assert chosen[0] == chosen[1]
    with pytest.raises(BadSetup):
        make("plain/strong")


def test_the_shipped_values_are_those_of_the_engine() -> None:
    assert files("knobel.bots.plain").joinpath("kniffeliger.bin").read_bytes() == kniffeliger_values()


def test_expectations_are_means_over_all_rolls() -> None:
    rng = Random(1)
    values = [rng.random() for _ in ROLLS]
    expected = expectations(values)
    kept = (2, 2, 5)
    rolls = [tuple(sorted((*kept, a, b))) for a in range(1, 7) for b in range(1, 7)]
    assert expected[NUMBER[kept]] == pytest.approx(sum(values[ROLLS.index(roll)] for roll in rolls) / 36)
    best = [
        max(
            expected[choice]
            for choice in CHOICES[ROLLS.index(roll)]
            if all(KEPT[choice].count(face) >= kept.count(face) for face in kept)
        )
        for roll in rolls
    ]
    assert expectations_with_saved(expected, NUMBER[kept]) == pytest.approx(sum(best) / 36)
    assert len(FULL) == 252


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_compiled_bot_loads_no_plain_bot(name: str) -> None:
    code = f"""
import sys
import knobel
from knobel.bots import make
from knobel.core import Chance
from random import Random
game, rng = knobel.make({name!r}), Random(1)
state = game.start(2)
while isinstance(game.turn(state), Chance):
    state = game.apply(state, game.sample(state, rng))
seat = game.turn(state).seats[0]
make("expert").choose(game, game.view(state, seat), seat, rng)
print(*(module for module in sys.modules if module.startswith("knobel.bots.plain.")))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
