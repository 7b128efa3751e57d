"""The games to test, with a range of options and seats; and random play."""

import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import knobel
from knobel.core import Event, Game
from knobel.games.knapp_daneben import LATIN_SQUARE

Setup: TypeAlias = tuple[str, dict[str, Any], int]

VARIANTS: tuple[Setup, ...] = (
    ("knister", {}, 1),
    ("knister", {}, 2),
    ("knister", {}, 13),
    ("knaster", {}, 1),
    ("knaster", {}, 2),
    ("knaster", {}, 5),
    ("knapp_daneben", {}, 1),
    ("knapp_daneben", {"layout": LATIN_SQUARE[::-1], "colours": "rybgk"}, 3),
    ("knapp_daneben", {}, 5),
    ("knoeffel", {}, 1),
    ("knoeffel", {"columns": "sequential", "five_is_full_house": True}, 2),
    ("knoeffel", {"columns": 1}, 3),
    ("knoeffel", {"columns": 3}, 2),
    ("knoeffel", {"knoeffel": "player", "free_rolls": "player"}, 2),
    ("knoeffel", {"columns": "sequential", "free_rolls": "player"}, 1),
    ("knoeffel", {"columns": 3, "free_rolls": "player_fields"}, 2),
    ("knoeffel", {"columns": "sequential", "knoeffel": "player", "free_rolls": "player_fields"}, 1),
    ("knoeffel", {"columns": 1, "free_rolls": "none", "knoeffel_points": 50}, 2),
    ("knoeffel", {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": "free"}, 1),
    ("knoeffel", {"columns": 2, "joker": "forced", "knoeffel": "player", "five_is_full_house": True}, 2),
    ("knoeffel", {"columns": "sequential", "knoeffel_points": 50, "joker": "forced"}, 1),
    ("kniffeliger", {}, 2),
    ("kniffeliger", {"cross_out": "filled"}, 3),
    ("kniffeliger", {"cross_out": "any", "five_is_full_house": True}, 4),
    ("kniffeliger", {"freeze": "next_round", "action_dice": "next_round", "order": "rotating"}, 3),
    ("kniffeliger", {"turn_end": "player"}, 3),
    ("kniffeliger", {"turn_end": "main_phase"}, 2),
    ("kniffeliger", {"rounds": "until_full", "freeze": "next_round", "cross_out": "any"}, 3),
    ("kniffeliger", {"rounds": "until_full", "turn_end": "player"}, 2),
    ("kniffeliger", {"order": "rotating"}, 2),
    ("kniffeliger", {"order": "rotating", "rounds": "until_full", "turn_end": "player"}, 4),
    ("kniffeliger", {}, 8),
)
QUICK: tuple[Setup, ...] = (
    ("knister", {}, 2),
    ("knaster", {}, 2),
    ("knapp_daneben", {"layout": LATIN_SQUARE[::-1], "colours": "rybgk"}, 3),
    ("knoeffel", {}, 1),
    ("knoeffel", {"columns": 3, "free_rolls": "player_fields"}, 2),
    ("knoeffel", {"columns": "sequential", "knoeffel": "player", "free_rolls": "player_fields"}, 1),
    ("kniffeliger", {}, 2),
    ("kniffeliger", {"cross_out": "any", "five_is_full_house": True}, 4),
    ("kniffeliger", {"freeze": "next_round", "action_dice": "next_round", "order": "rotating"}, 3),
    ("kniffeliger", {"turn_end": "main_phase"}, 2),
    ("kniffeliger", {"rounds": "until_full", "turn_end": "player"}, 2),
)
"""The variants that quick runs test: every game, and every option in one of them."""
SETUPS: tuple[Setup, ...] = VARIANTS + tuple(
    (name, {}, game.min_seats + more)
    for name, game in knobel.GAMES.items()
    if name not in {variant[0] for variant in VARIANTS}
    for more in range(2)
)
"""Name, options and seats; a game without variants is tested with its defaults."""


LUCK = 0.5
"""In games with jokers, the probability that all dice of a roll are equal, and that equal dice are entered as such."""


def identify(setup: Setup) -> str:
    """Return the name of a test's setup."""
    name, options, seats = setup
    return "-".join([name, str(seats), *(f"{key}={value}"[:24] for key, value in options.items())])


def kind(action: str) -> str:
    """Return the kind of an action: the part that distinguishes a keep from an entry, or a freeze from a roll."""
    if ":" in action:
        return ":"
    return action.partition(".")[0] if action.count(".") == 2 else action[:1]


def pick(actions: tuple[str, ...], rng: random.Random) -> str:
    """Return a random action; rare kinds are as likely as common ones."""
    chosen = rng.choice(sorted(set(map(kind, actions))))
    return rng.choice([action for action in actions if kind(action) == chosen])


def random_event(game: Game[Any], state: Any, rng: random.Random) -> Event | None:
    """Return a random next event, or None if the game is over."""
    lucky = game.options.get("joker", "none") != "none" and rng.random() < LUCK
    match game.turn(state):
        case knobel.Chance(dice):
            if lucky:
                return knobel.Roll((rng.randint(1, 6),) * dice)
            return knobel.Roll(tuple(rng.randint(1, 6) for _ in range(dice)))
        case knobel.Decide(seats):
            seat = rng.choice(seats)
            actions = game.legal(state, seat)
            fives = [each for each in actions if lucky and each.startswith("kn.") and len(set(state.dice)) == 1]
            return knobel.Move(seat, pick(tuple(fives) or actions, rng))
    return None


def walk(game: Game[Any], seats: int, seed: int) -> Iterator[tuple[Any, Event, Any]]:
    """A random game from start to end: the position before each event, the event, and the position after it."""
    rng = random.Random(seed)
    state = game.start(seats)
    while (event := random_event(game, state, rng)) is not None:
        after = game.apply(state, event)
        yield state, event, after
        state = after
