"""Messages about the deals of the day."""

from typing import Literal

import msgspec


class PlayDeal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request to play a deal. `ranked` is false if another person on the same device has begun it before."""

    ranked: bool = True


class DealOfDay(msgspec.Struct, kw_only=True):
    """A game's deal of a day, as the caller may see it.

    `commitment` is the SHA-256 hash of the seed of its dice. `seed` is null until the seed is published. `state` is
    that of the caller's first try, at `table`: `unranked` if it is over and does not count. `points` is its result.
    `players` is the number of finished first tries.
    """

    game: str
    options: dict[str, bool | int | str]
    commitment: str
    seed: str | None
    state: Literal["new", "running", "done", "unranked"]
    table: str | None
    points: int | None
    players: int


class DealDay(msgspec.Struct, kw_only=True):
    """The deals of a day (UTC, ISO format).

    `ends` is the time until which first tries may begin, `now` that of the server, both in ms. `streak` is the length
    of the caller's streak, `next_commitments` holds the hashes of the seeds of the next day by game.
    """

    day: str
    ends: int
    now: int
    streak: int
    deals: list[DealOfDay]
    next_commitments: dict[str, str]


class DealResult(msgspec.Struct, kw_only=True):
    """A result of a deal. Equal results share a `place`. `lost`: points given away, null before the coach's review."""

    place: int
    name: str
    points: int
    lost: float | None
    you: bool


class DealCount(msgspec.Struct, kw_only=True):
    """How often a number of points was reached."""

    points: int
    count: int


class DealStanding(msgspec.Struct, kw_only=True):
    """The results of a deal.

    `shown` is false while the caller could still play the deal: then only the number of `players` is known. `you` is
    the caller's result among the points and `your_skill` among the points given away. `percentile` is the share of the
    other results that are worse; equal ones count half. `points` and `skill` hold the best results, `histogram` all
    results, the fewest points first. `master` is the result of the best bot, null if it is not known yet.
    """

    day: str
    game: str
    shown: bool
    players: int
    you: DealResult | None
    your_skill: DealResult | None
    percentile: float | None
    points: list[DealResult]
    skill: list[DealResult]
    histogram: list[DealCount]
    master: int | None
    streak: int


class PlayedDay(msgspec.Struct, kw_only=True):
    """A day with deals, the games whose deals the caller has finished in time, and the points by game."""

    day: str
    games: list[str]
    points: dict[str, int]
