"""`knobel games`: list the games."""

import json
from typing import Annotated, Any

import typer

from knobel.core import Game
from knobel.games import GAMES


def game_data(game: type[Game[Any]]) -> dict[str, Any]:
    """Return a game as plain data. An option without `values` accepts any text of its form."""
    return {
        "name": game.name,
        "titles": dict(game.titles),
        "seats": {"min": game.min_seats, "max": game.max_seats},
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "values": None if option.check else list(option.choices),
            }
            for option in game.option_list
        ],
    }


def seats_text(game: type[Game[Any]]) -> str:
    """Return the possible numbers of seats as text."""
    if game.max_seats is None:
        return f"{game.min_seats} or more"
    return f"{game.min_seats}-{game.max_seats}"


def games(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False) -> None:
    """List the games with their seats and options.

    Example: knobel games --json
    """
    if as_json:
        typer.echo(json.dumps([game_data(game) for game in GAMES.values()], ensure_ascii=False, indent=2))
        return
    for game in GAMES.values():
        titles = dict.fromkeys(game.titles.values())
        typer.echo(
            f"{game.name:15}{' / '.join(titles)}, {seats_text(game)} {'seat' if game.max_seats == 1 else 'seats'}"
        )
        for option in game.option_list:
            values = ", ".join(str(value).lower() for value in option.choices)
            allowed = "or another text of this form" if option.check else f"one of: {values}"
            typer.echo(f"{'':15}--option {option.name}={str(option.default).lower()}  ({allowed})")
