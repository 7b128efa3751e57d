"""The games for OpenSpiel, if its `pyspiel` is installed.

Lanctot et al., "OpenSpiel: a framework for reinforcement learning in games" (2019). Seats move in turn, also in the
simultaneous games, where a seat still sees only its own view. Rolls are explicit chance nodes with exact
probabilities. Actions and observations are those of the encodings.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from knobel.core import Chance, Decide, Game, Move, Option, Over, Roll
from knobel.dice import distribution
from knobel.encodings import ENCODED, Encoding, encoding
from knobel.games import make

try:
    import pyspiel
except ImportError:
    raise ImportError("this module needs OpenSpiel: pip install open_spiel") from None

MAX_GAME_LENGTH = 5_000
"""Upper bound for the events of a game with ten seats."""
MAX_CHANCE_OUTCOMES = 6**5
"""Number of outcomes of five dice of different colours, the largest chance node."""
MAX_POINTS = 1_000.0
"""Upper bound for the absolute score of a game."""


Parameters: TypeAlias = Mapping[str, int | bool | str]


def openspiel_parameter(value: Any, option: Option) -> int | bool | str:
    """Return the value of an option as a parameter of OpenSpiel, all of whose values have one type.

    Where an option has numbers and texts, the number 2 is the text `n2`: OpenSpiel would read `2` as a number.
    """
    if len({type(choice) for choice in option.choices}) == 1:
        return value  # type: ignore[no-any-return]
    return f"n{value}" if isinstance(value, int) else str(value)


def game_type(rules: Game[Any]) -> "pyspiel.GameType":
    """Return the description of a game for OpenSpiel."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"knobel_{rules.name}",
        long_name=rules.titles["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if rules.simultaneous else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.max_seats or 1_000,
        min_num_players=rules.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": max(2, rules.min_seats),
            **{option.name: openspiel_parameter(option.default, option) for option in rules.option_list},
        },
    )


class KnobelGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Knobel as a game of OpenSpiel. The return of a seat is its points at the end."""

    def __init__(self, name: str, seats: int = 2, **options: Any) -> None:
        """Choose a game, the number of seats, and the options.

        :raises BadSetup: if the game, an option or the number of seats is not valid.
        """
        self.rules = make(name, **options)
        self.rules.check_seats(seats)
        self.encoding = encoding(self.rules, seats)
        self.seats = seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.num_actions,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=seats,
            min_utility=-MAX_POINTS,
            max_utility=MAX_POINTS,
            utility_sum=None,
            max_game_length=MAX_GAME_LENGTH,
        )
        parameters = {
            option.name: openspiel_parameter(self.rules.options[option.name], option)
            for option in self.rules.option_list
        }
        super().__init__(game_type(self.rules), info, {"players": seats, **parameters})

    def new_initial_state(self) -> "KnobelState":
        """Return the first position."""
        return KnobelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "KnobelObserver":
        """Return an observer of the game."""
        return KnobelObserver(self.encoding)

    def __deepcopy__(self, _: Any) -> "KnobelGame":
        """Return the same game: copied states share it."""
        return self


@cache
def rolls(dice: int, ordered: bool) -> tuple[tuple[Roll, float], ...]:
    """Return all rolls of a number of dice with their probabilities, in order."""
    return tuple((Roll(faces), float(chance)) for faces, chance in sorted(distribution(dice, ordered=ordered).items()))


def describe(game: Game[Any], view: Any) -> str:
    """Return the sheets and the state of the table as text."""
    sheets = [game.sheet(view, seat) for seat in range(game.seats(view))]
    return json.dumps({"sheets": sheets, **game.info(view)}, sort_keys=True)


class KnobelState(pyspiel.State):  # type: ignore[misc]
    """A position; `position` is that of the rules."""

    def __init__(self, game: KnobelGame) -> None:
        super().__init__(game)
        self.game = game
        self.position = game.rules.start(game.seats)

    def current_player(self) -> int:
        """Return the acting player: a seat, chance, or terminal. If several seats may move, return the first."""
        match self.game.rules.turn(self.position):
            case Over():
                return int(pyspiel.PlayerId.TERMINAL)
            case Chance():
                return int(pyspiel.PlayerId.CHANCE)
            case Decide(seats):
                return seats[0]

    def _legal_actions(self, player: int) -> list[int]:
        view = self.game.rules.view(self.position, player)
        return [int(index) for index in np.flatnonzero(self.game.encoding.mask(view, player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the index of every roll with its exact probability."""
        return [(place, chance) for place, (_, chance) in enumerate(self._rolls())]

    def _rolls(self) -> tuple[tuple[Roll, float], ...]:
        return rolls(self.game.rules.check_chance(self.position).dice, self.game.rules.ordered_dice)

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            self.position = self.game.rules.apply(self.position, self._rolls()[action][0])
        else:
            name = self.game.encoding.name(action, player)
            self.position = self.game.rules.apply(self.position, Move(player, name))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(map(str, self._rolls()[action][0].dice))
        return self.game.encoding.name(action, player)

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return isinstance(self.game.rules.turn(self.position), Over)

    def returns(self) -> list[float]:
        """Return the score of each seat; 0 until the game is over."""
        turn = self.game.rules.turn(self.position)
        return list(map(float, turn.scores)) if isinstance(turn, Over) else [0.0] * self.game.seats

    def __str__(self) -> str:
        return describe(self.game.rules, self.position)


class KnobelObserver:
    """Observer of a seat: the fields of its encoding by name in `dict`, which are views of the flat `tensor`."""

    def __init__(self, encoding: Encoding, tensor: NDArray[np.float32] | None = None) -> None:
        self.encoding = encoding
        sizes = [int(np.prod(field.shape)) for field in encoding.fields]
        self.tensor = np.zeros(sum(sizes), np.float32) if tensor is None else tensor
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {field.name: part.reshape(field.shape) for field, part in zip(encoding.fields, parts, strict=True)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the tensor alone: copied views would no longer share its memory."""
        return KnobelObserver, (self.encoding, self.tensor)

    def set_from(self, state: KnobelState, player: int) -> None:
        """Write the observation of a seat in a position."""
        for name, values in self.encoding.observe(state.position, player).items():
            self.dict[name][...] = values

    def string_from(self, state: KnobelState, player: int) -> str:
        """Return the view of a seat as text."""
        rules = self.encoding.game
        return describe(rules, rules.view(state.position, player))


def make_loadable(name: str) -> type[KnobelGame]:
    """Return the class that makes a game from the parameters of `pyspiel.load_game`.

    OpenSpiel releases registered objects after the interpreter has ended, which only a class survives.
    """

    class Loaded(KnobelGame):
        def __init__(self, parameters: Parameters) -> None:
            options = {
                option: re.sub(r"^n(?=\d+$)", "", value) if isinstance(value, str) else value
                for option, value in parameters.items()
                if option != "players"
            }
            super().__init__(name, int(parameters["players"]), **options)

    return Loaded


def register() -> None:
    """Register all games that have an encoding, for example as `pyspiel.load_game("knobel_knister")`."""
    for name in ENCODED:
        if f"knobel_{name}" not in pyspiel.registered_names():
            pyspiel.register_game(game_type(make(name)), make_loadable(name))


register()
