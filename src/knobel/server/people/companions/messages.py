"""Messages about the people with whom a person played."""

import msgspec

from knobel.presentation.messages import Person


class RecentGroup(msgspec.Struct, kw_only=True):
    """People with whom the person finished a game, in the order of their seats, and the game that was the latest.

    `options` are those of the game, `time` is its end (ms). The people have the names that they had in the game.
    """

    game: str
    options: dict[str, bool | int | str]
    time: int
    people: list[Person]
