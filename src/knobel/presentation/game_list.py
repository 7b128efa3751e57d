"""The list of the games, with their options and levels of bots."""

from collections.abc import Callable, Sequence

from knobel.games import GAMES
from knobel.presentation.http_messages import GameInfo, GameOption


def game_list(levels: Callable[[str], Sequence[str]], has_coach: Callable[[str], bool]) -> list[GameInfo]:
    """Return the available games, with the levels of bots and whether there is a coach by the name of the game."""
    return [
        GameInfo(
            name=game.name,
            titles=dict(game.titles),
            min_seats=game.min_seats,
            max_seats=game.max_seats,
            simultaneous=game.simultaneous,
            options=[
                GameOption(
                    name=option.name,
                    default=option.default,
                    values=None if option.check is not None else list(option.choices),
                )
                for option in game.option_list
            ],
            bots=list(levels(game.name)),
            coach=has_coach(game.name),
        )
        for game in GAMES.values()
    ]
