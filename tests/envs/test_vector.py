"""The vector environment: its games are those of the rules, move by move, in every mode."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, get_args

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

import knobel
from knobel.core import BadSetup, Move, Over, Roll
from knobel.dice import without
from knobel.encodings import encoding
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.rng import generator
from knobel.envs import Reward, env_id
from knobel.envs.batched import BATCHED
from knobel.envs.vector import KnobelVectorEnv
from tests.games.cases import VARIANTS as CASES
from tests.games.cases import identify
from tests.slow import slow_except

COUNT = 6

VARIANTS = list(
    {identify((name, options, 1)): (name, options) for name, options, _ in CASES if name in BATCHED}.items()
)

QUICK = ("knister",)
every_stepped_game = pytest.mark.parametrize("game", slow_except(*QUICK, games=BATCHED))
every_variant = pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*case, id=id_, marks=[] if case[0] in QUICK else pytest.mark.slow) for id_, case in VARIANTS],
)


class Witness:
    """A game by the rules that follows a row of the vector environment."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        self.game = knobel.make(game, **options)
        self.seats = self.game.min_seats
        self.encoding = encoding(self.game, self.seats)
        self.rng = int(generator(seed)[0])
        self.state: Any = None
        self.told = 0

    def begin(self) -> None:
        self.state, self.told = self.game.start(self.seats), 0
        self._go_on()

    def follow(self, observation: dict[str, Array]) -> None:
        """Apply the dice of the observation, and compare the rest."""
        if isinstance(self.game.turn(self.state), knobel.Chance):
            shown, kept = tuple(map(int, observation["dice"])), getattr(self.state, "kept", ())
            fallen = without(shown, kept) if kept else shown
            self.state = self.game.apply(self.state, Roll(fallen))
        expected = self.encoding.observe(self.state, 0)
        assert list(expected) == list(observation)
        for name, array in expected.items():
            assert array.dtype == observation[name].dtype
            assert (array == observation[name]).all(), name

    def act(self, action: int) -> tuple[float, bool]:
        """Return the reward of an action, and whether it ends the game."""
        self.state = self.game.apply(self.state, Move(0, self.encoding.name(action)))
        self._go_on()
        before, self.told = self.told, self.game.score(self.state, 0)
        return self.told - before, isinstance(self.game.turn(self.state), Over)

    def chase(self, rng: np.random.Generator) -> int:
        """Return an action of Knöffel that aims at five equal dice and enters them as such, so that jokers occur."""
        actions = self.game.legal(self.state, 0)
        face, count = Counter(self.state.dice).most_common(1)[0]
        wanted = [each for each in actions if each == "k" + count * str(face) or (count == 5 and each[:3] == "kn.")]
        entries = [each for each in actions if "." in each]
        return self.encoding.index(wanted[0] if wanted else entries[rng.integers(len(entries))])

    def _go_on(self) -> None:
        """Hidden parts, another seat's moves and dice, come from the same random numbers."""
        while self.seats > 1:
            match self.game.turn(self.state):
                case knobel.Chance(_, _, knobel.Die.ACTION):
                    self.state = self.game.apply(self.state, Roll((1 + self._digits(6)[0],)))
                case knobel.Chance(count):
                    fallen = self._digits(*[6] * count)
                    self.state = self.game.apply(self.state, Roll(tuple(face + 1 for face in fallen)))
                case knobel.Decide((1,)):
                    actions = np.flatnonzero(self.encoding.mask(self.state, 1)).tolist()
                    action = actions[self._digits(len(actions))[0]]
                    self.state = self.game.apply(self.state, Move(1, self.encoding.name(action, 1)))
                case _:
                    return

    def _digits(self, *bases: int) -> list[int]:
        """Return numbers below these bounds, from the upper half of the next word of xorshift64*."""
        x = self.rng
        x ^= x >> 12
        x ^= x << 25 & 2**64 - 1
        x ^= x >> 27
        self.rng, part, digits = x, x * 0x2545F4914F6CDD1D % 2**64 >> 32, []
        for base in bases:
            digits.append(part * base >> 32)
            part = part * base % 2**32
        return digits


def rows(observations: dict[str, Array]) -> Iterator[dict[str, Array]]:
    """Return the observation of each game."""
    return ({name: array[i] for name, array in observations.items()} for i in range(COUNT))


def legal(masks: Array, rng: np.random.Generator) -> Array:
    """Return a random legal action in every game; 0 where the game is over."""
    chosen: Array = (rng.random(masks.shape) * masks).argmax(axis=1)
    return chosen


@every_variant
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_same_games_as_the_rules(game: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    env, rng = KnobelVectorEnv(COUNT, game, options, autoreset_mode=mode), np.random.default_rng(1)
    witnesses = [Witness(game, options, 5 + i) for i in range(COUNT)]
    observations, info = env.reset(seed=5)
    for witness, row in zip(witnesses, rows(observations), strict=True):
        witness.begin()
        witness.follow(row)
    over, ended = np.zeros(COUNT, bool), 0
    while ended < 2 * COUNT:
        for i, witness in enumerate(witnesses):
            assert (info["action_mask"][i] == witness.encoding.mask(witness.state, 0)).all()
            assert (env.action_masks()[i] == info["action_mask"][i]).all()
        actions = legal(info["action_mask"], rng)
        # So that the games do not all end together.
        begun_anew = over
        if mode is AutoresetMode.NEXT_STEP and rng.random() < 0.05:
            which = rng.random(COUNT) < 0.3
            observations, info = env.reset(options={"reset_mask": which})
            for i in np.flatnonzero(which).tolist():
                witnesses[i].begin()
            over = over & ~which
            for witness, row in zip(witnesses, rows(observations), strict=True):
                witness.follow(row)
            continue
        observations, rewards, over, cut, info = env.step(actions)
        assert env.observation_space.contains(observations)
        assert not cut.any()
        final = rows(info.get("final_obs", observations))
        for i, (witness, row, last) in enumerate(zip(witnesses, rows(observations), final, strict=True)):
            if mode is AutoresetMode.NEXT_STEP and begun_anew[i]:
                witness.begin()
                assert (rewards[i], over[i]) == (0, False)
            else:
                assert (rewards[i], over[i]) == witness.act(int(actions[i]))
            ended += int(over[i])
            if over[i] and mode is AutoresetMode.SAME_STEP:
                assert info["_final_obs"][i]
                assert not info["final_info"]["action_mask"][i].any()
                witness.follow(last)
                witness.begin()
            witness.follow(row)


@pytest.mark.slow
@pytest.mark.parametrize("joker", ["free", "forced"])
def test_jokers_are_those_of_the_rules(joker: str) -> None:
    options = {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": joker}
    mode, rng = AutoresetMode.SAME_STEP, np.random.default_rng(1)
    env = KnobelVectorEnv(COUNT, "knoeffel", options, autoreset_mode=mode)
    witnesses = [Witness("knoeffel", options, 5 + i) for i in range(COUNT)]
    observations, _ = env.reset(seed=5)
    for witness, row in zip(witnesses, rows(observations), strict=True):
        witness.begin()
        witness.follow(row)
    extra = 0
    for _ in range(1000):
        actions = np.array([witness.chase(rng) for witness in witnesses])
        observations, rewards, over, _, info = env.step(actions)
        for i, (witness, row) in enumerate(zip(witnesses, rows(observations), strict=True)):
            assert (rewards[i], over[i]) == witness.act(int(actions[i]))
            if over[i]:
                extra += witness.state.sheets[0][0].extra_jokers
                witness.begin()
            witness.follow(row)
            assert (info["action_mask"][i] == witness.encoding.mask(witness.state, 0)).all()
    assert extra


@every_stepped_game
def test_seeds_make_games_repeatable(game: str) -> None:
    def dice(env: KnobelVectorEnv) -> list[Any]:
        rng, (observations, info) = np.random.default_rng(1), env.reset(seed=7)
        shown = [observations["dice"]]
        for _ in range(40):
            observations, *_, info = env.step(legal(info["action_mask"], rng))
            shown.append(observations["dice"])
        return shown

    first, second = dice(KnobelVectorEnv(COUNT, game)), dice(KnobelVectorEnv(COUNT, game))
    assert all((a == b).all() for a, b in zip(first, second, strict=True))
    env = KnobelVectorEnv(2, game)
    (one, _), (other, _) = env.reset(seed=8), env.reset(seed=[9, 8])
    assert (one["dice"] == other["dice"][::-1]).all()
    faces = np.concatenate([KnobelVectorEnv(5000, game).reset(seed=1)[0]["dice"]]).ravel()
    # Five standard deviations.
    assert (abs(np.bincount(faces)[1:] - len(faces) / 6) < 5 * (len(faces) * 5 / 36) ** 0.5).all()


@every_stepped_game
def test_illegal_actions_lose_all(game: str) -> None:
    env = KnobelVectorEnv(COUNT, game)
    _, info = env.reset(seed=1)
    total = np.zeros(COUNT)
    for _ in range(10):
        before, rewards, *_, info = env.step(info["action_mask"].argmax(axis=1))
        total += rewards
    actions = info["action_mask"].argmax(axis=1)
    actions[:3] = [-1, info["action_mask"].shape[1], info["action_mask"][2].argmin()]
    after, rewards, over, _, info = env.step(actions)
    assert all((before[name][:3] == array[:3]).all() for name, array in after.items())
    assert over.tolist() == info["illegal"].tolist() == [True] * 3 + [False] * 3
    assert (total + rewards)[:3].tolist() == [0, 0, 0]
    assert not info["action_mask"][:3].any()


def test_step_returns_copies() -> None:
    env = KnobelVectorEnv(COUNT)
    first, info = env.reset(seed=1)
    kept = first["grids"].copy()
    env.step(info["action_mask"].argmax(axis=1))
    assert (first["grids"] == kept).all()
    shared = KnobelVectorEnv(COUNT, copy=False)
    first, info = shared.reset(seed=1)
    # Other libraries read the same arrays without a copy.
    grids = np.from_dlpack(first["grids"])
    assert not any(array.ctypes.data % 64 for array in (*first.values(), info["action_mask"])), "JAX would copy"
    shared.step(info["action_mask"].argmax(axis=1))
    assert (grids != kept).any()


@every_stepped_game
def test_rewards_add_up_to_the_score(game: str) -> None:
    totals: dict[str, Array] = {}
    for reward in get_args(Reward):
        env, rng = KnobelVectorEnv(COUNT, game, reward=reward), np.random.default_rng(1)
        _, info = env.reset(seed=2)
        total, points, playing = np.zeros(COUNT), np.zeros((COUNT, knobel.GAMES[game].min_seats)), np.ones(COUNT, bool)
        while playing.any():
            observations, rewards, over, _, info = env.step(legal(info["action_mask"], rng))
            total[playing] += rewards[playing]
            points[playing] = observations["points"][playing]
            playing &= ~over
        totals[reward] = total
    assert (totals["points"] == points[:, 0]).all()
    assert (totals["final"] == points[:, 0]).all()
    shares = [row[0] == max(row) and 1 / row.count(max(row)) for row in points.tolist()]
    assert totals["win"].tolist() == shares


@every_stepped_game
@pytest.mark.parametrize("duplicate", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("copy", [True, False])
def test_copies_go_on_alone(game: str, duplicate: Callable[[KnobelVectorEnv], KnobelVectorEnv], copy: bool) -> None:
    def play(env: KnobelVectorEnv, info: dict[str, Any]) -> list[Any]:
        rng, seen = np.random.default_rng(1), []
        for _ in range(40):
            observations, rewards, over, _, info = env.step(legal(info["action_mask"], rng))
            seen += [array.copy() for array in (*observations.values(), info["action_mask"], rewards, over)]
        return seen

    env = KnobelVectorEnv(COUNT, game, copy=copy)
    _, info = env.reset(seed=1)
    for _ in range(10):
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    info = {"action_mask": info["action_mask"].copy()}
    twins = duplicate(env), duplicate(duplicate(env))
    expected = play(env, info)
    for twin in twins:
        assert not any(array.ctypes.data % 64 for array in twin._games.observations.values()), "JAX would copy"
        assert all((a == b).all() for a, b in zip(play(twin, info), expected, strict=True))


def test_a_copy_of_an_environment_before_its_first_game_can_be_reset() -> None:
    env = KnobelVectorEnv(2)
    twin = deepcopy(env)
    assert (twin.reset(seed=3)[0]["dice"] == env.reset(seed=3)[0]["dice"]).all()


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec(env_id("knister"), num_envs=3)
    assert isinstance(env.unwrapped, KnobelVectorEnv)
    assert env.reset(seed=1)[0]["grids"].shape == (3, 1, 5, 5)
    assert isinstance(gymnasium.make_vec(env_id("knister"), 2, "sync"), gymnasium.vector.SyncVectorEnv)


def test_mistakes_are_reported() -> None:
    for arguments, message in (
        ({"num_envs": 0}, "cannot be 0 games"),
        ({"reward": "fame"}, "no reward 'fame'"),
        ({"opponents": ["greedy"]}, "without opponents.*'sync'"),
        ({"game": "kniffeliger", "seat": 1}, "against random"),
        ({"options": {"columns": 2}}, "columns"),
    ):
        with pytest.raises(BadSetup, match=message):
            KnobelVectorEnv(**arguments)
    env = KnobelVectorEnv(2, autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(2, int))
    with pytest.raises(BadSetup, match="need 2 seeds"):
        env.reset(seed=[1])
    for seed in (1.5, "1", -1, [1, -1], [1, 2.0], np.array([[1, 2]]), [[1], [2]]):
        with pytest.raises(BadSetup, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="2 booleans"):
        env.reset(options={"reset_mask": [1, 0]})
    env.reset(seed=1)
    with pytest.raises(BadSetup, match="need 2 actions"):
        env.step(np.zeros(3, int))
    for actions in (np.zeros(2), np.array([0.5, 1]), [None, 1], ["a1", "b1"], np.ones(2, np.bool_)):
        with pytest.raises(InvalidAction, match="integers"):
            env.step(actions)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="need 2 actions"):
        env.step(0)  # type: ignore[arg-type]


def test_numbers_of_numpy_and_large_ones_are_seeds() -> None:
    env = KnobelVectorEnv(2)
    dice = env.reset(seed=5)[0]["dice"]
    for seed in (np.int64(5), np.uint8(5), [np.int32(5), 6], np.array([5, 6])):
        assert (env.reset(seed=seed)[0]["dice"] == dice).all()  # type: ignore[arg-type]
    env.reset(seed=2**64)


def test_a_single_opponent_needs_no_list() -> None:
    KnobelVectorEnv(1, "kniffeliger", opponents="random")
    with pytest.raises(BadSetup, match="'sync'"):
        KnobelVectorEnv(1, "kniffeliger", opponents="casual")
