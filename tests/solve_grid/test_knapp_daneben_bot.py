"""What the bots for Knapp Daneben! say of actions, with every option and number of seats."""

import random
from itertools import product

import pytest

import knobel
from knobel.bots import knapp_daneben
from knobel.core import Move, Over, Roll
from knobel.engines.knapp_daneben.learn import KnappDanebenLearner, load_values
from knobel.engines.knapp_daneben.player import KnappDanebenPlayer, search
from knobel.engines.shared import weights

ROWS = "kbgyr" * 5
"""Another layout: each column of one colour."""


@pytest.fixture(scope="module", autouse=True)
def learned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    learner = KnappDanebenLearner(1)
    learner.learn(0, 2_000)
    learner.export(folder / "knapp_daneben.npz", 2_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(weights.VARIABLE, str(folder))
        knapp_daneben.shipped.cache_clear()
        yield learner
    knapp_daneben.shipped.cache_clear()


def position(game, seats, rounds, seed):
    """A position after some random rounds and a roll."""
    rng, state = random.Random(seed), game.start(seats)
    for _ in range(rounds):
        state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(5))))
        for seat in range(seats):
            state = game.apply(state, Move(seat, rng.choice(game.legal(state, seat))))
    return game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(5))))


@pytest.mark.parametrize("effort", ["quick", "strong", "master"])
@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {"colours": "rygbk"}), (5, {"layout": ROWS})],
)
def test_values_are_of_legal_actions(effort, seats, options):
    game, rng = knobel.make("knapp_daneben", **options), random.Random(2)
    for aim, rounds in product(["points", "win"], [0, 13, 19, 22, 24]):
        state = position(game, seats, rounds, rounds)
        for seat in (0, seats - 1):
            view = game.view(state, seat)
            values = knapp_daneben.evaluator(effort, aim).evaluate(game, view, seat, rng)
            assert values
            assert values.keys() <= set(game.legal(view, seat))
            if aim == "win" and seats > 1:
                assert all(-1e-3 < chance < 1 + 1e-3 for chance in values.values())
            again = knapp_daneben.evaluator(effort, aim).evaluate(game, view, seat, rng)
            assert values == again


def test_actions_that_write_the_same_are_worth_the_same():
    game = knobel.make("knapp_daneben")
    state = game.apply(game.start(1), Roll((2, 3, 3, 3, 5)))
    values = knapp_daneben.evaluator("quick", "points").evaluate(game, state, 0, random.Random(1))
    assert values.keys() == set(game.legal(state, 0))
    assert values["a1b"] == values["a1g"] == values["a1y"] != values["a1r"]


def test_others_who_have_moved_do_not_matter():
    game = knobel.make("knapp_daneben")
    state = position(game, 3, 20, 5)
    before = knapp_daneben.evaluator("strong", "win").evaluate(game, game.view(state, 1), 1, random.Random(1))
    state = game.apply(state, Move(0, game.legal(state, 0)[0]))
    after = knapp_daneben.evaluator("strong", "win").evaluate(game, game.view(state, 1), 1, random.Random(1))
    assert before == after


def test_stored_values_play_as_the_learned(learned):
    stored, _ = load_values(weights.path("knapp_daneben"))
    one, _ = KnappDanebenPlayer(stored, search(2)).play(1, 30)
    two, _ = KnappDanebenPlayer(learned.tables, search(2)).play(1, 30)
    assert one.mean() == pytest.approx(two.mean(), abs=3)


def test_whole_games_end():
    game, rng = knobel.make("knapp_daneben"), random.Random(3)
    state = game.start(2)
    while not isinstance(turn := game.turn(state), Over):
        state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(5))))
        for seat, aim in enumerate(("points", "win")):
            values = knapp_daneben.evaluator("strong", aim).evaluate(game, game.view(state, seat), seat, rng)
            state = game.apply(state, Move(seat, max(values, key=values.__getitem__)))
    assert min(turn.scores) > 40
