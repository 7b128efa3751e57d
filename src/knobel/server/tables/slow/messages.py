"""Messages about the games over days of a person."""

from typing import Literal

import msgspec


class SlowSeat(msgspec.Struct, kw_only=True):
    """A seat in a list of games. `name` is empty if the seat is free, null for an erased person.

    `awaited`: the game waits for the seat. `away`: a bot plays for the person. `score`: the result after the game.
    """

    name: str | None
    bot: bool
    awaited: bool
    away: bool
    score: int | None


class SlowGame(msgspec.Struct, kw_only=True):
    """A game over days in which the person has the seat `seat`.

    `state` is `your_turn` if the game waits for the person. `started` is false while the table waits for players.
    `left` is the time (ms) until the deadline, negative after it, null if the game does not wait for the person.
    `unread` counts the chat messages that the person has not read. `changed`: time (ms) of the last event.
    """

    code: str
    game: str
    state: Literal["your_turn", "waiting", "over"]
    started: bool
    days: int
    round: int
    seat: int
    seats: list[SlowSeat]
    left: int | None
    changed: int
    unread: int
