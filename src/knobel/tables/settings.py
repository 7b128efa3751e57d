"""A table's settings, chosen by its host and checked here."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from knobel.core import BadSetup, Game
from knobel.games import make
from knobel.time_zones import known_zone

MAX_SEATS = 1000
"""Maximum number of seats. It protects the server and is not a rule: no school class has as many people."""
MAX_SLOW_SEATS = 50
"""Maximum number of seats of a game over days, whose summary is written with every move."""
MIN_SECONDS, MAX_SECONDS = 5, 86_400
MAX_OPTION_TEXT = 100


class LocalHour(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A full hour of the day in the time zone of a place, as a browser names it; UTC if the name is unknown."""

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    zone: Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_+/:.-]*$")]


class Settings(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Settings of a table."""

    game: str
    options: dict[str, bool | int | str] = {}
    seats: int = 2
    public: bool = False
    """True if the table is listed in the lobby; otherwise it is reached only by link or code."""
    dice: Literal["server", "real"] = "server"
    """Source of the dice: the server, or real dice, whose faces people type in."""
    shared_dice: bool = False
    """All seats see the same dice of the server, in games in which one seat moves at a time."""
    seconds: int | None = None
    """Time limit of a round (simultaneous games) or of a turn (other games); None: no limit."""
    days: Literal[1, 3, 7] | None = None
    """The game is played over days, with this many days for a round or a turn; None: it is played live."""
    ends_at: LocalHour | None = None
    """The hour at which rounds or turns of a game over days end: the nearest to the end of their days; None: they end
    to the minute."""
    missing: Literal["bot", "wait", "leave"] = "bot"
    """The consequence of a missed deadline in a game over days: a bot plays for the person until they return, the table
    waits, or the person loses the seat to a bot."""
    undo: bool = True
    """Players may take their entries back until the next roll."""
    hints: bool = True
    """The page shows what each place would score."""
    coach: bool = False
    """Players may ask the coach before they decide. Players who did so are not on the high-score lists."""
    takeover: bool = True
    """People who arrive late may take over a bot's seat."""
    starts: Literal["host", "random", "loser", "youngest"] = "host"
    """Who begins: the host, a random player, the loser of the game before, or the youngest.

    The host begins if there was no previous game, or if the seat of the youngest is empty.
    """
    youngest: int = 0
    """The seat of the youngest player, whom the host names."""
    pace: Literal["quick", "lively", "thoughtful"] = "lively"
    """Thinking time of bots, and delay before the server rolls for all."""
    rolls: Literal["seats", "host", "clock"] = "seats"
    """Who rolls the dice that all seats share: the seats in turn, the host, or the server.

    The server rolls as soon as all seats have placed. In games in which one seat moves at a time, that seat rolls.
    """


def with_options(settings: Settings, options: Mapping[str, str]) -> Settings:
    """Return the settings with some options replaced."""
    return msgspec.structs.replace(settings, options={**settings.options, **options})


def game_of(settings: Settings) -> Game[Any]:
    """Return the game with its options.

    :raises BadSetup: if the game or an option is invalid.
    """
    return make(settings.game, **settings.options)


def checked(settings: Settings) -> Settings:
    """Return the settings with all options in their canonical form.

    :raises BadSetup: if the settings are invalid.
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
    if settings.shared_dice and settings.dice == "real":
        raise BadSetup("only the server's dice can be the same for all seats")
    if settings.seconds is not None and not MIN_SECONDS <= settings.seconds <= MAX_SECONDS:
        raise BadSetup(f"a time limit is {MIN_SECONDS} to {MAX_SECONDS} seconds")
    if settings.days is not None:
        settings = _checked_slow(settings, simultaneous=game.simultaneous)
    elif settings.ends_at is not None:
        raise BadSetup("only the turns of a game over days end at an hour")
    return msgspec.structs.replace(settings, options=game.options)


def _checked_slow(settings: Settings, *, simultaneous: bool) -> Settings:
    """Return the settings of a game over days. The server rolls for all seats, so that nobody waits for a roll.

    :raises BadSetup: if the settings are invalid.
    """
    if settings.seats > MAX_SLOW_SEATS:
        raise BadSetup(f"at most {MAX_SLOW_SEATS} people play over days")
    if settings.dice == "real":
        raise BadSetup("over days the server rolls the dice")
    if settings.seconds is not None:
        raise BadSetup("a game over days has a limit in days, not in seconds")
    if settings.ends_at is not None:
        zone = known_zone(settings.ends_at.zone)
        settings = msgspec.structs.replace(settings, ends_at=LocalHour(hour=settings.ends_at.hour, zone=zone))
    return msgspec.structs.replace(settings, rolls="clock") if simultaneous else settings
