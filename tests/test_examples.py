"""The examples run and produce the documented results."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest

import knobel
import knobel.envs
from knobel import bots
from knobel.arena import compare
from knobel.bots.registry import make

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    """Load an example's module in the same way as a bot."""
    make(f"{EXAMPLES / 'mcts.py'}:MCTS")
    __import__(name)
    return sys.modules[name]


def test_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    example("random_play").main(games=1)
    assert capsys.readouterr().out.count("\n") == len(knobel.GAMES)


def test_tabular_td_learns_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    learned, true = example("tabular_td").main(episodes=3_000)
    assert learned == pytest.approx(true, abs=1)
    assert "exact" in capsys.readouterr().out


def test_tree_search_finds_the_best_entry() -> None:
    tabular = example("tabular_td")
    game, state = tabular.start(Random(4))
    state = game.apply(state, knobel.Roll((3, 4)))
    values: dict[str, Any] = {
        action: tabular.exact(game, game.apply(state, knobel.Move(0, action)), {}) for action in game.legal(state, 0)
    }
    search = example("mcts").MCTS(simulations=400)
    assert values[search.choose(game, state, 0, Random(1))] == max(values.values())


@pytest.mark.parametrize("name", knobel.GAMES)
def test_tree_search_plays_every_game(name: str) -> None:
    game = knobel.make(name, **({"columns": 1} if name == "knoeffel" else {}))
    state, rng = game.start(2), Random(1)
    search = example("mcts").MCTS(simulations=4)
    for _ in range(30):
        turn = game.turn(state)
        if isinstance(turn, knobel.Decide):
            seat = turn.seats[0]
            state = game.apply(state, knobel.Move(seat, bots.ask(search, game, game.view(state, seat), seat, rng)))
        elif isinstance(turn, knobel.Chance):
            state = game.apply(state, game.sample(state, rng))


def test_ppo_follows_the_gradient_of_its_objective() -> None:
    """Compare the explicit gradients with finite differences of the objective."""
    ppo = example("ppo")
    rng = np.random.default_rng(1)
    inputs, count = ppo.SHAPES["w1"][0], 12
    net = {name: array.astype(np.float64) for name, array in ppo.new_net(rng).items()}
    net["actor"] *= 50
    x, mask = rng.random((count, inputs)), rng.random((count, 25)) < 0.6
    mask[:, 0], rows, action = True, np.arange(count), np.zeros(count, np.int64)
    before = ppo.forward(net, x, mask)[2][rows, action] + rng.normal(0, 0.3, count)
    advantage, target = rng.normal(0, 1, count), rng.normal(0, 1, count)

    def objective() -> float:
        logs, values = ppo.forward(net, x, mask)[2:]
        gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        ratio = np.exp(logs[rows, action] - before)
        clipped = np.minimum(ratio * gain, np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP) * gain)
        entropy = -(np.exp(logs) * np.where(mask, logs, 0)).sum(axis=1)
        return float(np.mean(-clipped - ppo.ENTROPY * entropy + ppo.VALUE / 2 * (values - target) ** 2))

    slopes = ppo.gradients(net, x, mask, action, before, advantage, target)
    for name, slope in slopes.items():
        at = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        kept = net[name][at]
        ends = []
        for step in (1e-5, -1e-5):
            net[name][at] = kept + step
            ends.append(objective())
        net[name][at] = kept
        assert (ends[0] - ends[1]) / 2e-5 == pytest.approx(slope[at], rel=1e-2), name


def test_the_policy_of_ppo_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ppo = example("ppo")
    envs = gymnasium.make_vec("knobel/Knister-v1", num_envs=8, autoreset_mode="SameStep", copy=False)
    left = iter((1.0, 0.5, 0.0))
    learned = list(ppo.train(envs, lambda: next(left), seed=1))
    assert [played for played, _, _ in learned] == [8, 16]
    monkeypatch.chdir(tmp_path)
    np.savez("ppo.npz", **learned[-1][2])
    result = compare(knobel.make("knister"), [ppo.Learned, "random"], games=1)
    assert result.bots[0].forfeits == 0


@pytest.mark.parametrize(
    ("libraries", "name"),
    [(["sb3_contrib"], "maskable_ppo"), (["torch"], "cleanrl_ppo"), (["torch", "ray.rllib"], "rllib_ppo")],
)
def test_examples_with_libraries_learn_a_little(libraries: list[str], name: str) -> None:
    for library in libraries:
        pytest.importorskip(library, reason=f"{library} is not installed")
    sys.path.insert(0, str(EXAMPLES / "rl"))
    learned = __import__(name).train("knister", 1)
    assert learned
