"""The contract of every engine: all legal actions, correct values, and expectations that agree with later positions."""

from collections.abc import Iterator
from itertools import islice
from math import isfinite
from random import Random
from statistics import fmean
from typing import Any, get_args

import pytest

import knobel
from knobel.core import Chance, Decide, Game, Move, Over, Roll
from knobel.engines import NOT_CONSIDERED, Aim, Effort, Engine, Evaluation, engine, games_with
from knobel.engines.engine import best_evaluation
from knobel.games import GAMES
from knobel.games.knister import Knister
from tests.games.cases import SETUPS, Setup, walk
from tests.slow import setups_slow_except_quick

EFFORTS = get_args(Effort)
AIMS = get_args(Aim)
ROUNDING = 0.005
"""Rounding of stored values, in points."""


class Biggest(Knister):
    """A game without an engine."""

    name = "biggest"


OWN = [setup for setup in SETUPS if setup[0] in games_with("engine")]
"""Setups of games with an engine that knows more than the rules."""


def made(setup: Setup) -> tuple[Game[Any], int]:
    name, options, seats = setup
    return knobel.make(name, **options), seats


def positions(game: Game[Any], seats: int, seed: int, every: int) -> Iterator[Any]:
    """Some positions of a random game."""
    return (state for state, _, _ in islice(walk(game, seats, seed), None, None, every))


def decisions(game: Game[Any], seats: int, seed: int) -> list[tuple[Any, int]]:
    """The positions of a random game in which a seat has a choice, with the seat."""
    found = []
    for state, _, _ in walk(game, seats, seed):
        turn = game.turn(state)
        if isinstance(turn, Decide) and len(game.legal(state, turn.seats[-1])) > 1:
            found.append((state, turn.seats[-1]))
    return found


def sound(evaluation: Evaluation) -> bool:
    win = evaluation.win
    return isfinite(evaluation.points) and (win is None or -1e-9 <= win <= 1 + 1e-9)


@pytest.mark.parametrize("setup", setups_slow_except_quick(SETUPS, whole=True))
def test_every_legal_action_is_valued_alike_every_time(setup: Setup) -> None:
    game, seats = made(setup)
    thinking = engine(game)
    found = decisions(game, seats, seed=seats)
    for state, seat in found[:: len(found) // 4]:
        view = game.view(state, seat)
        for effort in EFFORTS:
            expected = thinking.expect(view, seat, effort)
            for aim in AIMS:
                worth = thinking.evaluate(view, seat, effort, aim)
                assert set(worth) == set(game.legal(view, seat))
                assert all(map(sound, worth.values()))
                best, wins = best_evaluation(worth), [each.win for each in worth.values() if each.win is not None]
                assert best.merit > NOT_CONSIDERED
                # A decision is worth its best action.
                if aim == "points":
                    assert best.points == pytest.approx(expected.points)
                elif wins and expected.win is not None:
                    # In Kniffeliger points decide between probabilities that do not differ enough.
                    assert expected.win in (pytest.approx(best.win, abs=1e-9), pytest.approx(max(wins), abs=1e-9))
                assert not wins or (aim == "win" and seats > 1)
                assert worth == thinking.evaluate(view, seat, effort, aim)


@pytest.mark.parametrize("setup", setups_slow_except_quick((setup for setup in OWN if setup[2] > 1), whole=True))
def test_playing_to_win_gives_winning_probabilities(setup: Setup) -> None:
    game, seats = made(setup)
    thinking = engine(game)
    # Long before the end, points alone may decide.
    for state, seat in decisions(game, seats, seed=3 * seats)[-6:]:
        chosen = best_evaluation(thinking.evaluate(game.view(state, seat), seat, "master", "win"))
        assert chosen.win is not None


@pytest.mark.parametrize("setup", setups_slow_except_quick(SETUPS, whole=True))
def test_final_positions_have_their_scores_as_values(setup: Setup) -> None:
    game, seats = made(setup)
    *_, (_, _, state) = walk(game, seats, seed=4)
    turn = game.turn(state)
    assert isinstance(turn, Over)
    for seat in range(min(seats, 3)):
        worth = engine(game).expect(game.view(state, seat), seat)
        assert worth.exact
        assert worth.win_exact
        assert worth.points == turn.scores[seat]
        share = 0.0 if turn.scores[seat] < max(turn.scores) else 0.5 if turn.scores.count(max(turn.scores)) > 1 else 1.0
        assert worth.win == share


@pytest.mark.parametrize("setup", setups_slow_except_quick(SETUPS, whole=True))
def test_positions_of_all_kinds_are_expected(setup: Setup) -> None:
    game, seats = made(setup)
    thinking = engine(game)
    for state in islice(positions(game, seats, 8 * seats, 5 * seats + 2), 12):
        for seat in {0, seats - 1}:
            worth = thinking.expect(game.view(state, seat), seat, "quick")
            assert sound(worth)
            assert worth.merit == worth.points


def after_rolls(
    game: Game[Any], thinking: Engine, state: Any, seat: int, most: int, effort: Effort
) -> list[tuple[float, Evaluation]]:
    """Return the value of the position after each roll, or after some of them, each with its probability."""
    rolls = [(roll, float(p)) for roll, p in game.outcomes(state).items()]
    if len(rolls) > most:
        rolls = [(roll, 1 / most) for roll, _ in Random(1).choices(rolls, weights=[p for _, p in rolls], k=most)]
    return [(p, thinking.expect(game.view(game.apply(state, roll), seat), seat, effort)) for roll, p in rolls]


@pytest.mark.parametrize("most", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("setup", setups_slow_except_quick(OWN, whole=True))
def test_exact_values_are_means_over_rolls(setup: Setup, most: int) -> None:
    game, seats = made(setup)
    thinking = engine(game)
    checked = 0
    states = positions(game, seats, 6 * seats, 1)
    rolls = [(state, turn.seat) for state in states if isinstance(turn := game.turn(state), Chance)]
    # In most games exact positions are near the end.
    for state, seat in [*rolls[:-9:-1], *rolls[-9::-4]]:
        if len(game.outcomes(state)) > 300:
            continue
        worth = thinking.expect(game.view(state, seat), seat)
        if not worth.exact:
            continue
        rolled = after_rolls(game, thinking, state, seat, 300, "master")
        assert all(each.exact for _, each in rolled)
        assert worth.points == pytest.approx(sum(p * each.points for p, each in rolled), abs=ROUNDING)
        checked += 1
        if checked == most:
            return
    # In Kniffeliger sheets can be exchanged until the very end; in Knapp Daneben! too many rolls are possible.
    assert checked or setup[0] in ("kniffeliger", "knapp_daneben")


@pytest.mark.parametrize("name", games_with("engine"))
def test_estimates_are_unbiased(name: str) -> None:
    """On average over positions of bots' games, the expectation before a roll equals the one after it."""
    game = knobel.make(name)
    thinking, seats, rng, differences = engine(game), game.min_seats, Random(5), []
    state = game.start(seats)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            if turn.die == "pips" and rng.random() < 0.3:
                now = thinking.expect(game.view(state, turn.seat), turn.seat, "quick").points
                later = after_rolls(game, thinking, state, turn.seat, 40, "quick")
                differences.append(now - sum(p * each.points for p, each in later))
            state = game.apply(state, Roll(tuple(rng.choices(range(1, 7), k=turn.dice))))
            continue
        seat = turn.seats[0]
        worth = thinking.evaluate(game.view(state, seat), seat, "quick")
        state = game.apply(state, Move(seat, max(worth, key=lambda action: worth[action].merit)))
    assert len(differences) > 4
    assert abs(fmean(differences)) < 2


def test_a_game_without_an_engine_gets_the_generic_engine() -> None:
    game = Biggest()
    thinking = engine(game)
    state = game.apply(game.start(2), Roll((3, 4)))
    assert set(thinking.evaluate(state, 0)) == set(game.legal(state, 0))
    assert engine(game) is thinking
    assert sound(thinking.expect(game.start(2), 0))


def test_engines_have_names() -> None:
    stamps = {engine(knobel.make(name)).stamp for name in GAMES}
    stamps.add(engine(knobel.make("knoeffel", five_is_full_house=True)).stamp)
    assert len(stamps) == len(GAMES) + 1
    assert "" not in stamps
