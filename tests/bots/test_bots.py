"""Bots choose legally, reproducibly and from their view, and stronger bots score more."""

from random import Random
from statistics import mean
from typing import Any

import pytest

from knobel import bots
from knobel.bots import Bot
from knobel.core import BadSetup, Chance, Decide, Game, Move, Over, Preview, Roll
from knobel.dice import FACES
from knobel.games import GAMES, make
from knobel.games.knister import Knister
from tests.slow import slow_except


def played(
    game: Game[Any], players: list[Bot], seed: int, most: int | None = None
) -> tuple[list[str], tuple[int, ...]]:
    """Return the actions of a game, or its first ones up to a limit, and the scores after them."""
    dice, thoughts = Random(seed), Random(seed + 1)
    state = game.start(len(players))
    actions: list[str] = []
    while not isinstance(turn := game.turn(state), Over) and len(actions) != most:
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(dice.choice(FACES) for _ in range(turn.dice))))
            continue
        seat = turn.seats[-1]
        action = players[seat].choose(game, game.view(state, seat), seat, thoughts)
        assert action in game.legal(state, seat)
        actions.append(action)
        state = game.apply(state, Move(seat, action))
    return actions, tuple(game.scores(state))


def test_levels() -> None:
    assert bots.LEVELS == ("random", "beginner", "casual", "intermediate", "advanced", "expert", "master")
    with pytest.raises(
        BadSetup, match="no bot level 'genius'; the levels: random, beginner, casual, intermediate, adv"
    ):
        bots.make("genius")


def test_a_bot_that_is_no_level_can_sit_at_a_table() -> None:
    assert set(bots.TABLE_BOTS) - set(bots.OFFERED) == {"strong", "lookahead"}
    assert set(bots.TABLE_BOTS) <= set(bots.known_names())
    assert all(bots.make(name) for name in (*bots.TABLE_BOTS, "strong/win"))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("knoeffel", {"columns": "sequential", "five_is_full_house": True}),
        ("kniffeliger", {"cross_out": "any"}),
        ("knapp_daneben", {"colours": "rgbky"}),
    ],
)
def test_plays_with_options(name: str, options: dict[str, Any]) -> None:
    game = make(name, **options)
    played(game, [bots.make("lookahead"), *(bots.make("random") for _ in range(game.min_seats))], 3, most=40)


AT_LEAST = {"knister": 27, "knaster": 30, "knapp_daneben": 55, "knoeffel": 330, "kniffeliger": 120}
"""Points above the mean of random play that `lookahead` reaches. A new game may be added here."""


@pytest.mark.parametrize("name", slow_except("knister"))
def test_looking_ahead_is_repeatable(name: str) -> None:
    game = make(name)
    players = [bots.make("lookahead"), *[bots.make("random")] * max(1, game.min_seats - 1)]
    actions, _ = played(game, players, 8)
    assert played(game, players, 8, most=20)[0] == actions[:20]


@pytest.mark.parametrize("name", slow_except("knister", games=AT_LEAST))
def test_looking_ahead_beats_random_play(name: str) -> None:
    game = make(name)
    _, (looking, other) = played(game, [bots.make("lookahead"), bots.make("random")], 8)
    guessing = mean(s for i in range(10) for s in played(game, [bots.make("random")] * 2, i)[1])
    assert looking > max(other, AT_LEAST[name])
    assert AT_LEAST[name] >= guessing


def test_enters_a_scoring_row() -> None:
    game = make("knoeffel", columns=1)
    state = game.apply(game.start(1), Roll((2, 2, 3, 3, 3)))
    assert bots.make("lookahead").choose(game, state, 0, Random(1)) == "fh.1"


def test_rolls_again_if_nothing_scores() -> None:
    game = make("knoeffel", columns=1)
    state = game.apply(game.start(1), Roll((1, 5, 5, 5, 5)))
    assert bots.make("lookahead").choose(game, state, 0, Random(1)) in {"k5555", "4k.1", "5s.1"}
    state = game.apply(game.start(1), Roll((1, 2, 2, 4, 6)))
    assert bots.make("lookahead").choose(game, state, 0, Random(1)).startswith("k")


def test_earns_circles() -> None:
    game = make("knaster")
    state = game.start(1)
    for cell, dice in (("a1", (1, 2)), ("b1", (2, 2)), ("c1", (2, 3)), ("d1", (3, 3))):
        state = game.apply(game.apply(state, Roll(dice)), Move(0, cell))
    state = game.apply(state, Roll((3, 4)))
    assert bots.make("lookahead").choose(game, state, 0, Random(1)) == "e1"


def shifting_phase(rows: tuple[str, str]) -> Any:
    """Return a game of Kniffeliger for two, each with sixes in the given row, where seat 0 may shift or swap first."""
    game = make("kniffeliger")
    state = game.start(2)
    while True:
        turn = game.turn(state)
        if isinstance(turn, Chance):
            # The sixth face of the action die is one of each.
            state = game.apply(state, Roll((6,) * turn.dice))
            continue
        assert not isinstance(turn, Over)
        seat = turn.seats[0]
        legal = game.legal(state, seat)
        if "swap.1" in legal:
            return state
        ways = ("end", "roll", rows[seat], "ls")
        state = game.apply(state, Move(seat, next(action for action in ways if action in legal)))


def test_keeps_the_better_sheet_and_takes_the_other() -> None:
    game = make("kniffeliger")
    lookahead = bots.make("lookahead")
    assert lookahead.choose(game, shifting_phase(("kn", "pi")), 0, Random(5)) == "end"
    assert lookahead.choose(game, shifting_phase(("pi", "kn")), 0, Random(5)) in {"swap.1", "shift"}


class Biggest(Knister):
    """A sixth game that is not registered: Knister in which only the number counts."""

    name = "biggest"

    def total(self, sheet: tuple[int, ...]) -> int:
        return sheet[0] * 10

    def preview(self, state: Any, seat: int, action: str) -> Preview:
        gain = self.total(self.sheet_after(state, seat, action)) - self.total(state.sheets[seat])
        return Preview(gain, writes=sum(state.dice))


def test_plays_a_sixth_game() -> None:
    game = Biggest()
    _, (score,) = played(game, [bots.make("lookahead")], 1)
    assert score >= 20
    state = game.apply(game.start(300), Roll((6, 6)))
    assert bots.make("lookahead").choose(game, game.view(state, 150), 150, Random(1)) == "a1"


@pytest.mark.parametrize("name", GAMES)
def test_determinized_views_can_be_played_to_the_end(name: str) -> None:
    """For every deciding seat: its information stays, and no seat that has moved moves again before the next roll."""
    game, rng = make(name), Random(7)
    state, filled = game.start(3), 0
    for _ in range(60):
        turn = game.turn(state)
        if isinstance(turn, Over):
            break
        if isinstance(turn, Chance):
            state = game.apply(state, game.sample(state, rng))
            continue
        seat = turn.seats[-1]
        view = game.view(state, seat)
        found = bots.determinize(game, view, seat, rng)
        if game.simultaneous:
            filled += found != view
            assert game.turn(found) == Decide((seat,))
            assert game.view(found, seat).sheets == view.sheets
        else:
            assert found is view
        assert game.sheet(found, seat) == game.sheet(state, seat)
        assert game.legal(found, seat) == game.legal(state, seat)
        mover = rng.choice(turn.seats)
        state = game.apply(state, Move(mover, rng.choice(game.legal(state, mover))))
    assert filled or not game.simultaneous
    while not isinstance(turn := game.turn(found), Over):
        if isinstance(turn, Chance):
            found = game.apply(found, game.sample(found, rng))
        else:
            found = game.apply(found, Move(turn.seats[0], rng.choice(game.legal(found, turn.seats[0]))))
