"""OpenSpiel's own checks, where it is installed."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from knobel.core import Over, Roll
from knobel.games import GAMES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from knobel.encodings import ENCODED  # noqa: E402
from knobel.envs.openspiel import KnobelGame, KnobelObserver, KnobelState, register  # noqa: E402

SHORT = {"knoeffel": {"columns": 1}}


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(KnobelGame(name, **SHORT.get(name, {})), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_observations_agree_with_the_rules(name: str) -> None:
    game, rng = KnobelGame(name, seats=3, **SHORT.get(name, {})), Random(1)
    rules, observer = game.rules, game.make_py_observer()
    state: KnobelState = game.new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        copy = state.clone()
        assert str(copy) == str(state)
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert [Roll(tuple(map(int, state.action_to_string(place).split()))) for place, _ in outcomes] == sorted(
                rules.outcomes(state.position), key=lambda roll: roll.dice
            )
            state.apply_action(rng.choice(outcomes)[0])
            continue
        player = state.current_player()
        names = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert sorted(names) == sorted(rules.legal(rules.view(state.position, player), player))
        observer.set_from(state, player)
        seen = game.encoding.observe(state.position, player)
        assert all(np.array_equal(observer.dict[field], values) for field, values in seen.items())
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns() == [0.0] * 3 or isinstance(rules.turn(state.position), Over)


@pytest.mark.parametrize("duplicate", [deepcopy, lambda observer: pickle.loads(pickle.dumps(observer))])
def test_copies_of_observers_share_memory_with_their_tensor(
    duplicate: Callable[[KnobelObserver], KnobelObserver],
) -> None:
    game = KnobelGame("knister")
    observer, state = game.make_py_observer(), game.new_initial_state()
    twin = duplicate(observer)
    state.apply_action(0)
    twin.set_from(state, 0)
    assert twin.tensor.any()
    assert not observer.tensor.any()
    observer.set_from(state, 0)
    assert (twin.tensor == observer.tensor).all()


@pytest.mark.parametrize("name", ENCODED)
def test_games_are_loaded_by_name(name: str) -> None:
    register()
    game = pyspiel.load_game(f"knobel_{name}")
    rules = GAMES[name]()
    assert isinstance(game, KnobelGame)
    assert (game.rules, game.num_players()) == (rules, max(2, rules.min_seats))
    assert pyspiel.load_game(str(game)).rules == rules
    assert pyspiel.load_game(f"knobel_{name}(players=4)").num_players() == 4
    for option in rules.option_list:
        for choice in option.choices:
            text = f"n{choice}" if type(choice) is int else choice
            found = pyspiel.load_game(f"knobel_{name}({option.name}={text})")
            assert found.rules.options[option.name] == choice


@pytest.mark.parametrize("text", ["knobel_knister(players=3)", "knobel_knoeffel(columns=n1)"])
def test_a_loaded_game_passes_the_checks_of_openspiel(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_registered_games_let_python_end() -> None:
    code = "import pyspiel, knobel.envs.openspiel; game = pyspiel.load_game('knobel_knister')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
