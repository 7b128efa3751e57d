"""Messages about a person's ratings."""

import msgspec


class LevelRating(msgspec.Struct, kw_only=True):
    """The rating of a level of bots."""

    level: str
    mean: float


class RatingPoint(msgspec.Struct, kw_only=True):
    """A finished game: its points, its points without luck, and the rating after it with its standard error.

    `error` is null after the first game.
    """

    time: int
    points: int
    without_luck: float
    mean: float
    error: float | None


class Rating(msgspec.Struct, kw_only=True):
    """The person's rating at a game with an option set: the expected points, with the standard error.

    It is `provisional` after few games, or while the error is above the `limit`. `percentile` is the share of the
    `people` with a rating here that is lower, in percent; null if there are too few people, or if the rating is
    provisional. `levels` are the bots' ratings, the weakest first; they are known only for the `standard` options.
    `engine` is a hash of the engine that computed the luck of the latest game. `course` begins with the oldest game.
    """

    game: str
    options: dict[str, bool | int | str]
    standard: bool
    games: int
    mean: float
    error: float | None
    provisional: bool
    limit: float
    engine: str
    people: int
    percentile: int | None
    levels: list[LevelRating]
    course: list[RatingPoint]


class LadderStanding(msgspec.Struct, kw_only=True):
    """The person's strength by places at tables of several people: normally distributed with mean mu and deviation
    sigma."""

    game: str
    games: int
    mu: float
    sigma: float


class MyRatings(msgspec.Struct, kw_only=True):
    """The person's ratings.

    `unrated` is the number of finished games that will count when the luck of their dice is computed. `ladder` is empty
    if the server has none.
    """

    ratings: list[Rating]
    unrated: int
    ladder: list[LadderStanding]
