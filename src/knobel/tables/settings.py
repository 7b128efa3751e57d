"""How a table plays: chosen by its host, checked here."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from knobel.core import BadSetup, Game
from knobel.games import make

MAX_SEATS = 1000
"""A guard for the server, not a rule: more seats than any class has."""
MIN_SECONDS, MAX_SECONDS = 5, 86_400
MAX_OPTION_TEXT = 100


class Settings(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """How a table plays."""

    game: str
    options: dict[str, bool | int | str] = {}
    seats: int = 2
    public: bool = False
    """Listed in the lobby; else only by link or code."""
    dice: Literal["server", "real"] = "server"
    """Who provides the dice: the server, or the people, who type in what they rolled."""
    seconds: int | None = None
    """Time limit a round (simultaneous games) or a turn (the others); None: no limit."""
    undo: bool = True
    """One may take one's entry back until the next roll."""
    hints: bool = True
    """The page shows what each place would score."""
    coach: bool = False
    """Who is to decide may ask the coach; who did so is not on the high-score lists."""
    takeover: bool = True
    """Who comes late may take over a bot's seat."""
    starts: Literal["host", "random", "loser", "youngest"] = "host"
    """Who begins: the host, a random player, the loser of the game before, or the youngest.

    The host begins if there was no game before, or if nobody sits in the seat of the youngest.
    """
    youngest: int = 0
    """The seat of the youngest player, whom the host names."""
    pace: Literal["quick", "lively", "thoughtful"] = "lively"
    """How long bots seem to think, and how soon the server rolls for all."""
    rolls: Literal["seats", "host", "clock"] = "seats"
    """Who throws the dice that all use at once: one seat after the other, the host, or the server by itself, as soon as
    everybody has placed. Where one seat moves at a time, that seat throws."""


def with_options(settings: Settings, options: Mapping[str, str]) -> Settings:
    """The settings with some options in place of theirs."""
    return msgspec.structs.replace(settings, options={**settings.options, **options})


def game_of(settings: Settings) -> Game[Any]:
    """The game with its options.

    :raises BadSetup: if there is none such.
    """
    return make(settings.game, **settings.options)


def checked(settings: Settings) -> Settings:
    """The settings with every option spelled out in its one form.

    :raises BadSetup: if a table cannot be set up like this.
    """
    if any(isinstance(value, str) and len(value) > MAX_OPTION_TEXT for value in settings.options.values()):
        raise BadSetup(f"an option is longer than {MAX_OPTION_TEXT} characters")
    game = game_of(settings)
    if settings.seats > MAX_SEATS:
        raise BadSetup(f"a table has at most {MAX_SEATS} seats")
    game.check_seats(settings.seats)
    if not 0 <= settings.youngest < settings.seats:
        raise BadSetup(f"the youngest sits in one of the seats 0 to {settings.seats - 1}, not in {settings.youngest}")
    if settings.dice == "real" and settings.rolls == "clock":
        raise BadSetup("real dice are thrown by people: by those in the seats or by the host")
    if settings.seconds is not None and not MIN_SECONDS <= settings.seconds <= MAX_SECONDS:
        raise BadSetup(f"a time limit is {MIN_SECONDS} to {MAX_SECONDS} seconds")
    return msgspec.structs.replace(settings, options=game.options)
