"""Messages about a person's own games and their practice."""

from typing import Literal

import msgspec

from knobel.presentation.messages import Position
from knobel.server.compute.messages import CoachDecision


class DecisionsOfKind(msgspec.Struct, kw_only=True):
    """Number of decisions of a kind, and the points that they lost in total."""

    decisions: int
    lost: float


class PlayedSkill(msgspec.Struct, kw_only=True):
    """How well a game was played: accuracy in percent, luck in points, decisions by kind."""

    accuracy: float
    luck: float
    kinds: dict[Literal["enter", "circle", "keep", "action"], DecisionsOfKind]


class PlayedGame(msgspec.Struct, kw_only=True):
    """A game that the person finished.

    It began at seq `first` of a table's log. `skill` is null until the game is reviewed.
    """

    table: str
    first: int
    game: str
    score: int
    seats: int
    time: int
    skill: PlayedSkill | None


class MyPlay(msgspec.Struct, kw_only=True):
    """The person's latest games, the oldest first.

    `due` is the number of mistakes to practise now, `next` the time (ms) of the next one after that, null if there is
    none.
    """

    games: list[PlayedGame]
    due: int
    next: int | None


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


class Question(msgspec.Struct, kw_only=True):
    """A position in which the person made a mistake."""

    table: str
    first: int
    event: int
    names: list[str]
    position: Position


class Practice(msgspec.Struct, kw_only=True):
    """The mistake to practise now; None if no mistake is due."""

    due: int
    next: int | None
    question: Question | None


class Verdict(msgspec.Struct, kw_only=True):
    """The assessment of an answer.

    `then` is the action that was played in the game. `again` is the time (ms) of the next repetition, null if the
    mistake is learned.
    """

    decision: CoachDecision
    then: str
    right: bool
    again: int | None
